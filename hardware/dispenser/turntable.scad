// What turns: base, disc on a ring of balls, cheeks that carry the feeder, tray. In the turntable's axes: z = 0 is the
// disc's top, x the way it points, the axis of turning in the middle.
include <exit.scad>

cheek_foot = [-46, 28];                            // x
foot_wide = 66;                                    // y of its outer edge: inside the disc
foot_screws = [[-41, 62], [12, 61]];               // x, y: one outside the ring of balls, one inside it
tray_screw = [40, 63];
base_top = -disc_thick - gap_between_discs;
horn_floor = horn_held - servo_shaft - horn_high;  // z, in the base
tray_from = 96;
tray_to = tray_from + card_travel + 30;
arm_screws = [tray_from + 4, tray_from + 14];      // x, in the tray
home_at = disc / 2 - 9;                            // radius of the home switch's lever end

module groove(z) rotate_extrude() translate([ball_circle, z]) circle(d = ball + 0.3);

// Rises from the base beside the disc: at an angle, from a radius outwards, so wide, so high over the disc's top.
module post(angle, from, to, width, high) rotate(angle) {
    translate([disc / 2 - 6, -width / 2, base_top - base_thick]) cube([to + 6 - disc / 2, width, base_thick]);
    translate([from, -width / 2, base_top - base_thick]) cube([to - from, width, high - base_top + base_thick]);
}

module turntable_base() difference() {
    union() {
        translate([0, 0, base_top - base_thick]) cylinder(d = disc, h = base_thick);
        post(180, 83.5, 88, 12, 8);                                                                           // home: meets the switch
        for (a = [-100, 100]) post(180 + a, 80.6, 83, 8, -2);                                                 // end stops
    }
    groove(base_top + ball / 2 - ball_sunk);
    translate([0, 0, horn_floor]) cylinder(d = horn + 1, h = 10);
    translate([0, 0, base_top - base_thick - 1]) cylinder(d = horn_screw, h = base_thick);                     // the horn's screw, from below
    for (a = [0:90:270]) rotate(a) translate([7, 0, base_top - base_thick - 1]) cylinder(d = 2.4, h = 20);
    for (a = [45:90:315]) rotate(a) translate([40, 0, base_top - base_thick - 1]) cylinder(d = 30, h = 20);
}

module turntable_disc() difference() {
    union() {
        translate([0, 0, -disc_thick]) cylinder(d = disc, h = disc_thick);
        translate([-servo_shaft_off, 0, 0]) for (side = [0, 180]) rotate(side)                                // under the servo's ears
            box([servo_body / 2 + 0.5, -10, 0], [servo_screws[0] / 2 + 5, 10, servo_flange]);
        rotate(180) translate([disc / 2 - 3, -3, -disc_thick]) cube([5.5, 6, disc_thick]);                    // meets the end stops
    }
    groove(-disc_thick - ball / 2 + ball_sunk);
    translate([0, 0, -disc_thick - 1]) cylinder(d = horn + 3, h = 20);
    for (side = [-0.5, 0.5]) for (y = [-0.5, 0.5])
        bar_z([-servo_shaft_off + side * servo_screws[0], y * servo_screws[1]], 2.5, -1, servo_flange + 1);
    mirrored_y() {
        for (at = foot_screws) bar_z(at, screw_thread, -disc_thick - 1, 1);
        bar_z(tray_screw, screw_thread, -disc_thick - 1, 1);
        bar_z([-50, 25], 14, -disc_thick - 1, 1);                                                             // cables
    }
    for (by = [-0.5, 0.5]) bar_z([-home_at + 8, by * switch_screws], screw_thread_m2, -disc_thick - 1, 1);
}

// One each side; the right one lets the motor through.
module cheek(side) {
    y0 = outer + loose;
    mirror([0, side < 0 ? 1 : 0, 0]) difference() {
        union() {
            hull() {
                feeder_placed() box([-54, y0, under + 0.5], [28, y0 + 5, roof_under - 0.5]);
                box([cheek_foot[0], y0, 0], [cheek_foot[1], y0 + 5, 5]);
            }
            box([cheek_foot[0], y0, 0], [cheek_foot[1], foot_wide, 5]);
        }
        feeder_placed() {
            for (x = cheek_screws) bar_y([x, cheek_screw_z], screw_free, y0 - 1, y0 + 6);
            if (side > 0) bar_y([roller_x, -roller / 2], motor_body + 3, y0 - 1, y0 + 6);
        }
        bar_y([-6, 26], 22, y0 - 1, y0 + 6);
        for (at = foot_screws) bar_z(at, screw_free, -1, 6);
    }
}

// Every card of a fire comes to lie here; its far rim is higher, so that a hand that follows the rim finds the cards.
module tray() difference() {
    union() {
        box([tray_from - 6, -tray_inner - 3, tray_floor - 2.4], [tray_to + 3, tray_inner + 3, tray_floor]);
        mirrored_y() box([tray_from - 3, tray_inner, tray_floor - 2.4], [tray_to + 3, tray_inner + 3, 4]);
        box([tray_to, -tray_inner - 3, tray_floor - 2.4], [tray_to + 3, tray_inner + 3, tray_floor + tray_rim + 4]);
        mirrored_y() box([tray_from, tray_inner + 2, tray_floor - 2.4], [tray_from + 18, 67, 0]);            // under the arms
    }
    mirrored_y() for (x = arm_screws) bar_z([x, tray_screw[1]], screw_thread, tray_floor - 1, 1);
    translate([tray_to - 12, 0, tray_floor - 5]) cylinder(d = 24, h = 20);                                    // a finger lifts the cards from below
    translate([tray_to - 12, -12, tray_floor + 2]) cube([20, 24, 20]);
}

// Carries the tray on the disc; one each side, printed flat.
module tray_arm() difference() {
    box([34, tray_screw[1] - 4, 0], [tray_from + 18, tray_screw[1] + 4, 4]);
    for (x = [tray_screw[0], each arm_screws]) bar_z([x, tray_screw[1]], screw_free, -1, 5);
}
