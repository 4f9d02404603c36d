// The way out: roof of the chute with the hinge of the pad, exit gate, flag. In the feeder's axes.
include <feed.scad>

roof_top = roof_under + roof_thick;
flag_axle = [gate_x - 5, roof_top + 5];
flag_vane = [-14, 27];                             // from the axle along x; y. There the slot sensor stands for clear cards

module chute_roof() difference() {
    union() {
        box([9.5, -outer, roof_under], [lip + 4, outer, roof_top]);
        mirrored_y() {
            hull() { box([19, 9, roof_top - 1], [29, 13, roof_top]); bar_y(hinge, 9, 9, 13); }           // hinge
        }
        for (y = [-6, 30]) hull() {
            box([flag_axle[0] - 4, y, roof_top - 1], [flag_axle[0] + 5, y + 3.5, roof_top]);
            bar_y(flag_axle, 8, y, y + 3.5);
        }
        for (y = [-37, 9]) box([spring_x - 1, y, roof_under], [spring_x + 7, y + 3.5, bridge[1]]);       // spring's bridge
        box([spring_x - 1.4, -37, bridge[0]], [spring_x + 7, 12.5, bridge[1]]);
        box([spring_x - 5, -8, bridge[0]], [spring_x + 7, 12.5, bridge[1]]);
    }
    box([0, -8.5, 0], [30, 8.5, roof_top + 0.1]);                                                // arm
    box([0, -33.5, 0], [19, 0, roof_top + 0.1]);                                                   // motor of the hold-back roller
    box([gate_x - 8, -1.8, 0], [gate_x + 5, 1.8, roof_top + 1]);                                 // flag
    mirror([0, 1, 0]) box([gate_x - 4, inner - slot_reach - 1, 0], [gate_x + 4, outer + 1, roof_top + 1]);
    mirrored_y() {
        for (x = roof_screws) bar_z([x, roof_screw_y], screw_free, 0, 10);
        bar_y(hinge, screw_thread, 8, 14);
    }
    bar_y(flag_axle, screw_thread, -10, 40);
    for (y = [0, hold_spring_y]) bar_z([spring_x, y], screw_thread, bridge[0] - 1, bridge[1] + 1);
    for (by = [-0.5, 0.5]) bar_z([flag_axle[0] + flag_vane[0], flag_vane[1] + by * slot_screws], screw_thread, 0, 10);
    translate([lip + 4, 0, roof_under]) rotate([0, 45, 0]) cube([3, 300, 3], center = true);     // no edge for fingers
}

// Holds the slot sensor so that the card's edge passes its slot.
module gate_bracket() mirror([0, 1, 0]) difference() {
    union() {
        box([28, outer, -15], [60, outer + 3, 13]);
        box([gate_x - 3.5, inner - slot_reach + slot_sensor[1], gate_z - 13], [gate_x + 3.5, outer + 1, gate_z + 13]);
    }
    for (x = gate_screws) bar_y([x, cheek_screw_z], screw_free, outer - 1, outer + 4);
    for (by = [-0.5, 0.5]) bar_y([gate_x, gate_z + by * slot_screws], screw_thread, inner, outer + 4);
    bar_y([gate_x, gate_z], 5, inner, outer + 4);                                                // wires
}

// For clear plastic: a card's front edge swings the toe, and the vane goes down into the slot of the sensor, which then
// stands on the roof. A light elastic between hook and roof brings it back.
module flag() difference() {
    union() {
        bar_y(flag_axle, 6.5, -1.5, flag_vane[1] + 0.6);
        hull() { bar_y(flag_axle, 4, -1.5, 1.5); bar_y([flag_axle[0] + 0.5, chute_top - 0.4 + 0.8], 1.6, -1.5, 1.5); }
        box([flag_axle[0] + flag_vane[0] - 2, flag_vane[1] - 0.6, flag_axle[1] + 4.5],
            [flag_axle[0] + flag_vane[0] + 2, flag_vane[1] + 0.6, flag_axle[1] + 11]);
        hull() {
            bar_y(flag_axle, 5, flag_vane[1] - 0.6, flag_vane[1] + 0.6);
            box([flag_axle[0] + flag_vane[0] - 2, flag_vane[1] - 0.6, flag_axle[1] + 7], [flag_axle[0] + flag_vane[0] + 2, flag_vane[1] + 0.6, flag_axle[1] + 11]);
        }
        hull() {                                                                                 // a web, so that it prints upright
            bar_y(flag_axle, 5, flag_vane[1] - 7, flag_vane[1] + 0.6);
            box([flag_axle[0] - 9.5, flag_vane[1] - 0.6, flag_axle[1] + 4], [flag_axle[0] - 8.5, flag_vane[1] + 0.6, flag_axle[1] + 6]);
        }
        hull() { bar_y(flag_axle, 4, 8, 10); bar_y([flag_axle[0] + 1, flag_axle[1] + 8], 3, 8, 10); }
    }
    bar_y(flag_axle, 3.4, -10, 40);
    bar_y([flag_axle[0] + 1, flag_axle[1] + 8], 1.2, 5, 12);
}
