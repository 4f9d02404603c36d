// What stands beside the dispenser: scanner cradle, rack for command cards, button box. z = 0 is the table.
include <braille.scad>

scanner_high = 110;                                // of its window over the card
scanner_window = [24, 16];
box_size = [176, 112, 46];
box_buttons = [[36, 56], [98, 78], [146, 78], [98, 30], [146, 30]];   // x, y; the first is the launcher's
box_screws = [[6, 6], [170, 6], [6, 106], [170, 106]];
gauge_thick = [1.05, 1.15, 1.6, 2.0];              // paper, plastic, Braille; the hopper sensor's depth
gauge_of = ["paper", "plastic", "braille"];         // from the floor, over which the roller stands out
plate = [43, 11];                                  // room for seven letters
rack_slots = 14;
rack_pitch = 9;

// Tongues to set the throat with, told apart by as many notches in the handle.
assert(abs(gauge_thick[search([deck], gauge_of)[0]] - (throat_gap - floor_top)) < 0.051, "the gauge does not fit the throat");
module gauges() difference() {
    union() {
        for (n = [0:len(gauge_thick) - 1]) {
            box([16 * n, 0, 0], [16 * n + 14, 14, 3]);
            box([16 * n + 0.5, 13, 0], [16 * n + 13.5, 60, gauge_thick[n]]);
        }
        box([0, 6, 0], [16 * len(gauge_thick) - 2, 10, 0.4]);                                            // holds them together; cut it
    }
    for (n = [0:len(gauge_thick) - 1]) for (k = [0:n]) box([16 * n + 1.5 + 3 * k, -1, -1], [16 * n + 3.5 + 3 * k, 3, 4]);
}

// A card is pushed into the corner: there the code is under the window. The bump tells which corner.
module scanner_cradle() difference() {
    union() {
        box([0, 0, 0], [110, 100, 3]);
        box([0, 0, 0], [4, 100, 7]);
        box([0, 96, 0], [110, 100, 7]);
        translate([7.5, 90, 3]) difference() { sphere(d = 5); translate([-5, -5, -10]) cube(10); }
        for (x = [14, 92]) box([x, 96, 0], [x + 8, 108, scanner_high + 8]);
        box([14, 96, 0], [100, 108, 4]);
        box([14, 40, scanner_high], [100, 108, scanner_high + 4]);
        for (x = [14, 92]) hull() { box([x, 96, scanner_high - 34], [x + 8, 108, scanner_high]); box([x, 62, scanner_high], [x + 8, 108, scanner_high + 1]); }
    }
    translate([57 - scanner_window[0] / 2, 66 - scanner_window[1] / 2, scanner_high - 1]) cube([scanner_window[0], scanner_window[1], 10]);
    for (x = [-1, 1]) bar_z([57 + x * 17, 66], screw_thread, scanner_high - 1, scanner_high + 6);
    for (x = [-1, 1]) translate([57 + x * 28 - 2, 50, scanner_high - 1]) cube([4, 32, 10]);              // straps
    translate([70, -1, -1]) cube([41, 30, 9]);                                                           // room for the hand that holds the card
}

module card_rack() difference() {
    hull() {
        box([0, 0, 0], [rack_slots * rack_pitch + 14, 66, 3]);
        box([0, 0, 0], [rack_slots * rack_pitch + 6, 66, 26]);
    }
    for (n = [0:rack_slots - 1]) translate([8 + n * rack_pitch, 5, 4]) rotate([0, -12, 0]) cube([2.6, 62, 60]);
    translate([-1, 22, 14]) cube([400, 22, 40]);                                                         // fingers
}

// Words to glue into the box, each on a plate with its upper left corner cut off.
module braille_plates() {
    assert(max([for (word = braille_words) len(word)]) <= 7, "A word has more letters than its plate has room for.");
    for (n = [0:len(braille_words) - 1]) translate([0, n * (plate[1] + 3), 0]) linear_extrude(1.2) difference() {
        square([plate[0], plate[1]]);
        translate([0, plate[1]]) rotate(45) square(5, center = true);
    }
    translate([0, 0, 1.2])
        braille([for (n = [0:len(braille_words) - 1]) [braille_words[n], plate[0] / 2, n * (plate[1] + 3) + plate[1] / 2]]);
    box([plate[0] / 2 - 2, 0, 0], [plate[0] / 2 + 2, len(braille_words) * (plate[1] + 3) - 4, 0.4]);       // holds them together; cut it
}

module button_box() difference() {
    rounded(box_size, 6);
    for (n = [0:len(box_buttons) - 1])                                                                     // for the words
        translate([box_buttons[n][0] - plate[0] / 2 - loose, box_buttons[n][1] + (n == 0 ? 34 : 15.5), box_size[2] - 0.8])
            cube([plate[0] + 2 * loose, plate[1] + 2 * loose, 2]);
    difference() {
        translate([2.4, 2.4, -1]) rounded([box_size[0] - 4.8, box_size[1] - 4.8, box_size[2] - 2], 4);
        for (at = box_screws) bar_z(at, 9, 0, box_size[2]);
    }
    for (at = box_screws) bar_z(at, screw_thread, -1, 14);
    for (at = box_buttons) bar_z(at, button_hole, 0, box_size[2] + 2);
    bar_y([68, 22], button_hole, box_size[1] - 5, box_size[1] + 1);                                       // switching off, at the back
    translate([60, -1, 14]) cube([16, 5, 9]);                                                            // headphone adapter
    translate([14, box_size[1] - 5, 6]) cube([14, 10, 8]);                                               // cable
}

module button_box_bottom() difference() {
    translate([0, 0, 0]) rounded([box_size[0], box_size[1], 3], 6);
    for (at = box_screws) bar_z(at, screw_free, -1, 4);
}
