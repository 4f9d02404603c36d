// One part by its name. `placed` leaves it where it is in the dispenser; otherwise it lies as it is printed.
include <turntable.scad>
include <table_pieces.scad>

part = "assembly";
placed = false;

module at_work(name) {
    if (name == "chassis") feeder_placed() chassis();
    if (name == "throat_plate") feeder_placed() throat_plate();
    if (name == "throat_plate_full") feeder_placed() throat_plate(wide = true);
    if (name == "follower") feeder_placed() translate([0, 0, stack_high]) follower();
    if (name == "lid") feeder_placed() lid();
    if (name == "roller_hub") feeder_placed() roller_hub();
    if (name == "motor_mount") feeder_placed() motor_mount();
    if (name == "pad_arm") feeder_placed() pad_arm();
    if (name == "holdback_arm") feeder_placed() holdback_arm();
    if (name == "hold_hub") feeder_placed() hold_hub();
    if (name == "chute_roof") feeder_placed() chute_roof();
    if (name == "gate_bracket") feeder_placed() gate_bracket();
    if (name == "flag") feeder_placed() flag();
    if (name == "turntable_base") turntable_base();
    if (name == "turntable_disc") turntable_disc();
    if (name == "cheek_left") cheek(-1);
    if (name == "cheek_right") cheek(1);
    if (name == "tray") tray();
    if (name == "tray_arm") tray_arm();
    if (name == "tray_arm_left") mirror([0, 1, 0]) tray_arm();
    if (name == "gauges") gauges();
    if (name == "scanner_cradle") scanner_cradle();
    if (name == "card_rack") card_rack();
    if (name == "button_box") button_box();
    if (name == "button_box_bottom") button_box_bottom();
    if (name == "braille_plates") braille_plates();
}

module printed(name) {
    if (name == "throat_plate") rotate([0, 90, 0]) throat_plate();
    else if (name == "throat_plate_full") rotate([0, 90, 0]) throat_plate(wide = true);
    else if (name == "lid") rotate([180, 0, 0]) lid();
    else if (name == "roller_hub") rotate([90, 0, 0]) roller_hub();
    else if (name == "motor_mount") rotate([90, 0, 0]) motor_mount();
    else if (name == "pad_arm") rotate([90, 0, 0]) pad_arm();
    else if (name == "holdback_arm") rotate([-90, 0, 0]) holdback_arm();
    else if (name == "hold_hub") rotate([90, 0, 0]) hold_hub();
    else if (name == "gate_bracket") rotate([-90, 0, 0]) gate_bracket();
    else if (name == "flag") rotate([90, 0, 0]) flag();
    else if (name == "cheek_left") rotate([90, 0, 0]) cheek(-1);
    else if (name == "cheek_right") rotate([-90, 0, 0]) cheek(1);
    else if (name == "scanner_cradle") rotate([90, 0, 0]) scanner_cradle();
    else if (name == "button_box") rotate([180, 0, 0]) button_box();
    else if (name == "chassis") chassis();
    else if (name == "follower") follower();
    else if (name == "chute_roof") chute_roof();
    else at_work(name);
}

turning = ["chassis", "throat_plate", "follower", "roller_hub", "motor_mount", "pad_arm", "chute_roof", "gate_bracket", "flag",
    "turntable_base", "turntable_disc", "cheek_left", "cheek_right", "tray",
    "tray_arm", "tray_arm_left"];

// What is bought, to be seen in the pictures.
module bought() feeder_placed() {
    color("black") for (y = [-4, 0, 4]) translate([roller_x, y, -roller / 2]) rotate([90, 0, 0]) rotate_extrude() translate([(roller - ring) / 2, 0]) circle(d = ring);
    color("silver") bar_y([roller_x, -roller / 2], motor_body, motor_face, motor_face + 54);
    color("ivory") box([-card_travel, -card_across / 2, 0], [0, card_across / 2, stack_high]);
    color("silver") translate([0, 0, stack_high]) box([follower_bar_x - follower_bar[0] / 2, -follower_bar[1] / 2, 3], [follower_bar_x + follower_bar[0] / 2, follower_bar[1] / 2, 3 + follower_bar[2]]);
    color("tan") box([0.6, -lane / 2, 0], [8, lane / 2, pad_thick]);
}

colours = ["lightsteelblue", "khaki", "darkseagreen", "salmon", "plum", "orange", "lightgray", "gold", "tomato", "slategray", "lightblue", "rosybrown", "rosybrown", "wheat", "wheat", "wheat"];

module whole() {
    for (n = [0:len(turning) - 1]) color(colours[n]) at_work(turning[n]);
    bought();
}

if (part == "assembly") whole();
else if (part == "section") intersection() { whole(); translate([-95, 0, -20]) cube([290, 75, 140]); }
else if (placed) at_work(part);
else printed(part);
