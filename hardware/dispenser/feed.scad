// What moves the cards and keeps the second one back: roller, motor mount, pad arm, hold-back arm. In the feeder's axes.
include <hopper.scad>

module roller_hub() difference() {
    bar_y([roller_x, -roller / 2], roller - ring, -lane / 2, lane / 2);
    for (y = [-4, 0, 4]) translate([roller_x, y, -roller / 2]) rotate([90, 0, 0])
        rotate_extrude() translate([roller / 2 - ring / 2, 0]) circle(d = ring + 0.1);
    difference() {                                                                               // D-shaped bore
        bar_y([roller_x, -roller / 2], motor_shaft + 0.2, -lane / 2 - 1, lane / 2 + 1);
        box([roller_x + motor_shaft / 2 - 0.5, -lane, -roller], [roller_x + 5, lane, 0]);
    }
    bar_x([2, -roller / 2], screw_thread, roller_x, roller_x + roller);                          // grub screw
}

module motor_mount() difference() {
    union() {
        box([-15, motor_face - 3, -30], [17, motor_face, under]);
        for (at = mount_screws) hull() {
            bar_z(at, 10, under - mount_foot, under);
            box([at[0] < 0 ? -15 : 15, motor_face - 3, under - mount_foot], [at[0] < 0 ? -13 : 17, motor_face, under]);
        }
    }
    bar_y([roller_x, -roller / 2], 8, 0, 20);
    for (side = [-1, 1]) bar_y([roller_x + side * motor_screws / 2, -roller / 2], screw_free, 0, 20);
    for (at = mount_screws) bar_z(at, screw_free, under - mount_foot - 1, under + 1);
}

module arm_body(half) difference() {
    union() {
        hull() { bar_y(hinge, 8, -half, half); box([spring_x - 4, -half, 4], [spring_x + 4, half, 10]); }
        hull() { bar_y(hinge, 8, -half, half); box([30, -half, 9.5], [34.4, half, 14]); }
    }
    bar_y(hinge, screw_free, -half - 1, half + 1);
    bar_z([32, 0], screw_thread, 0, 20);                                                       // stop screw: rests on the roof
    bar_z([spring_x, 0], 6.5, 8.5, 20);                                                          // spring's seat
}

module pad_arm() difference() {
    union() {
        arm_body(8);
        hull() { box([0.6, -lane / 2, pad_thick], [8, lane / 2, pad_thick + 3]); box([spring_x - 4, -lane / 2, 4], [spring_x, lane / 2, 9]); }
        box([0.6, -lane / 2, pad_thick], [spring_x, lane / 2, pad_thick + 4]);
    }
    bar_z([spring_x, 0], 6.5, 8.5, 20);
}

hold_x = 0.3 + hold_roller / 2;
hold_z = -roller / 2 + sqrt(pow((roller + hold_roller) / 2, 2) - pow(hold_x - roller_x, 2));

// The motor lies to the left of the lane, over the cards; its shaft reaches into the lane.
module holdback_arm() difference() {
    union() {
        difference() {
            arm_body(8);
            bar_y([hold_x, hold_z], hold_roller + 2, -9, 9);
        }
        box([hold_x - n20[1] / 2 - 1.4, -8 - n20[0], hold_z - n20[2] / 2 + 1], [18.6, -8.2, hold_z + n20[2] / 2 + 2]);
        box([hold_x + n20[1] / 2 + 0.4, -12, 4], [18.6, -7, 13]);
        box([hold_x + n20[1] / 2 + 0.4, -8.4, 4], [24, -7, 13]);
        box([hold_x + hold_roller / 2 + 1.1, -8, 6], [24, 8, 13]);
    }
    box([hold_x - n20[1] / 2 - 0.1, -40, hold_z - n20[2] / 2 - 1], [hold_x + n20[1] / 2 + 0.1, -8, hold_z + n20[2] / 2]);
    for (y = [-14, -28]) box([hold_x - 12, y, hold_z - 9], [hold_x + 12, y + 3, hold_z - 3.5]);          // cable ties
    bar_y(hinge, screw_free, -40, 9);
    bar_z([spring_x, hold_spring_y], 6.5, hold_z + n20[2] / 2 + 0.8, 30);                        // spring's seat
}

module hold_hub() difference() {
    bar_y([hold_x, hold_z], hold_roller - hold_ring, -5.5, 5.5);
    for (y = [-2.75, 2.75]) translate([hold_x, y, hold_z]) rotate([90, 0, 0])
        rotate_extrude() translate([hold_roller / 2 - hold_ring / 2, 0]) circle(d = hold_ring + 0.1);
    difference() {
        bar_y([hold_x, hold_z], 3.1, -7, 7);                                                      // and a drop of glue
        box([hold_x + 1.05, -7, hold_z - 5], [hold_x + 5, 7, hold_z + 5]);
    }
}
