// What holds the stack: chassis, throat plate, follower, lid. In the feeder's axes.
include <shapes.scad>

throat_screws = [[41, hopper_top * 0.3], [41, hopper_top * 0.8]];   // y, z; both sides
roof_screws = [16, 30, 58];                        // x
roof_screw_y = inner + 4.3;
cheek_screws = [-48, 22];                          // x
cheek_screw_z = -2;
mount_screws = [[-22, 9.5], [22, 9.5]];            // x, y under the floor
mount_foot = 5;                                    // so thick that no tip comes through the floor
gate_screws = [33, 55];                            // x
lid_hinge = [hopper_back + 2, hopper_top - 5];     // x, z
lid_switch = [-10, hopper_top - 7];                // x, z of its two screws' middle: clear of the fingers' cut-out
switch_boss = 4;                                   // so thick under it that no tip stands in the hopper

module chassis() difference() {
    union() {
        box([hopper_back - wall, -outer, under], [6, outer, floor_top]);
        box([5, -outer, under], [lip, outer, chute_top]);
        mirrored_y() {
            box([hopper_back - wall, inner, under], [lip, outer, roof_under]);                   // plinth, chute walls
            box([hopper_back - wall, inner, under], [9, inner + wall, hopper_top]);              // hopper walls
            box([4, 34, 8], [9, inner + wall, hopper_top]);                                      // flange for the throat plate
        }
        box([hopper_back - wall, -outer, under], [hopper_back, outer, roof_under]);
        box([hopper_back - wall, -inner - wall, under], [hopper_back, inner + wall, hopper_top]);
        box([lid_switch[0] - switch_screws / 2 - 2.5, inner, lid_switch[1] - 4],
            [lid_switch[0] + switch_screws / 2 + 2.5, inner + wall + switch_boss, lid_switch[1] + 4]);
    }
    box([roller_x - 13.5, -lane / 2 - 1.5, under - 1], [roller_x + 13.5, lane / 2 + 1.5, 1]);    // roller
    bar_y([roller_x, -roller / 2], motor_body + 1, motor_face - 3.5, outer + 1);                 // motor
    box([hopper_back - wall - 1, -12, 6], [hopper_back + 1, 12, hopper_top + 1]);                // fingers, behind
    mirrored_y() translate([-30, 0, hopper_top]) rotate([-90, 0, 0]) cylinder(d = 26, h = outer + 1);
    mirrored_y() {
        for (at = throat_screws) for (up = [-2.5, 0, 2.5]) bar_x([at[0], at[1] + up], screw_free, 3, 10);
        for (x = roof_screws) bar_z([x, roof_screw_y], screw_thread, under + 1, roof_under + 1);
        for (x = cheek_screws) bar_y([x, cheek_screw_z], screw_thread, inner + 1, outer + 1);
    }
    for (at = mount_screws) bar_z(at, screw_thread, under - 1, at[0] < 6 ? floor_top - 0.9 : chute_top - 0.6);
    mirror([0, 1, 0]) {                                                                          // gate, on the left
        box([gate_x - 4, inner - slot_reach - 1, under - 1], [gate_x + 4, outer + 1, roof_under + 1]);
        for (x = gate_screws) bar_y([x, cheek_screw_z], screw_thread, inner + 1, outer + 1);
    }
    mirrored_y() bar_y(lid_hinge, screw_thread, inner - 1, inner + wall + 1);
    for (by = [-0.5, 0.5])
        bar_y([lid_switch[0] + by * switch_screws, lid_switch[1]], screw_thread_m2, inner + wall - 1, inner + wall + switch_boss + 1);
    box([gate_x - 8, -2, chute_top - 1.4], [gate_x + 6, 2, 0]);                                  // the flag's toe
    box([-44, -3.1, under - 1], [-33.6, 3.1, floor_top + 1]);                                    // hopper sensor, glued in
}

// Slides up and down in front of the stack; its screws come from outside.
// `wide` leaves room for the motor of the hold-back roller, whose mount then is what the stack leans on there.
module throat_plate(wide = false) difference() {
    box([0, -inner + loose, throat_gap], [4, inner - loose, hopper_top - 1]);
    box([-1, wide ? -35 : -lane / 2 - 3, -1], [5, lane / 2 + 3, wide ? 20 : 14]);                // pad or hold-back roller
    translate([4, 0, throat_gap]) rotate([0, -45, 0]) translate([-0.01, -60, -6]) cube([6, 120, 6]);   // a thin edge
    mirrored_y() for (at = throat_screws) bar_x(at, screw_thread, -1, 5);
}

// Lies on the stack; the bar makes it heavy near the roller, where the last card needs it.
module follower() difference() {
    union() {
        box([hopper_back + 1, -inner + 1, 0], [-0.75, inner - 1, 3]);
        box([follower_bar_x - follower_bar[0] / 2 - 1.5, -follower_bar[1] / 2 - 1.5, 0],
            [follower_bar_x + follower_bar[0] / 2 + 1.5, follower_bar[1] / 2 + 1.5, 3 + follower_bar[2] - 2]);
        for (y = [-20, 20]) bar_z([-40, y], 12, 0, 14);
    }
    box([follower_bar_x - follower_bar[0] / 2 - 0.2, -follower_bar[1] / 2 - 0.2, 3],
        [follower_bar_x + follower_bar[0] / 2 + 0.2, follower_bar[1] / 2 + 0.2, 40]);
    box([-10, -lane / 2 - 2, -1], [1, lane / 2 + 2, 2]);                                         // never on the roller
}

module lid() difference() {
    union() {
        box([hopper_back - wall, -inner - wall, hopper_top + 0.5], [9, inner + wall, hopper_top + 3.5]);
        mirrored_y() hull() {
            bar_y(lid_hinge, 9, inner + wall + loose, inner + wall + 4);
            box([lid_hinge[0] - 4.5, inner + wall + loose, hopper_top + 0.5], [lid_hinge[0] + 4.5, inner + wall + 4, hopper_top + 3.5]);
        }
        mirrored_y() box([lid_hinge[0] - 4.5, inner, hopper_top + 0.5], [lid_hinge[0] + 4.5, inner + wall + 4, hopper_top + 3.5]);
        box([lid_switch[0] - 4, inner, hopper_top + 0.5], [lid_switch[0] + 4, inner + wall + 9, hopper_top + 3.5]);
        box([lid_switch[0] - 4, inner + wall + 6, hopper_top - 2], [lid_switch[0] + 4, inner + wall + 9, hopper_top + 3.5]);
        box([4, -9, hopper_top + 0.5], [18, 9, hopper_top + 3.5]);                               // to lift it by
    }
    mirrored_y() bar_y(lid_hinge, screw_free, inner - 1, inner + wall + 5);
}
