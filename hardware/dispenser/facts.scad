// Says what the checks need: sizes, and where screws join two parts. `openscad -o facts.echo facts.scad`
include <turntable.scad>
include <table_pieces.scad>

// `grip`: what is between the screw's head and the faces that meet. A place is where they meet and which way the tip goes.
module say_screws(item, axes, one, other, grip, places)
    for (place = places) echo("screw", item, axes, one, other, place[0], place[1], grip);

function going(places, way) = [for (at = places) [at, way]];
// From both sides inwards.
function inwards(places) = [for (at = places) for (side = [1, -1]) [[at[0], side * at[1], at[2]], [0, -side, 0]]];
function both_sides(places, way) = [for (at = places) for (side = [1, -1]) [[at[0], side * at[1], at[2]], way]];

down = [0, 0, -1];
up = [0, 0, 1];
cheek_places = [for (x = cheek_screws) [x, outer, cheek_screw_z]];
hinge_places = [[hinge[0], 8.5, hinge[1]]];
foot_places = [for (at = foot_screws) [at[0], at[1], 0]];
arm_places = [for (x = arm_screws) [x, tray_screw[1], 0]];
say_screws("screw-m3x8", "feeder", "throat_plate", "chassis", 5, both_sides([for (at = throat_screws) [4, at[0], at[1]]], [-1, 0, 0]));
say_screws("screw-m3x8", "feeder", "chassis", "chute_roof", roof_thick, both_sides([for (x = roof_screws) [x, roof_screw_y, roof_under]], down));
say_screws("screw-m3x10", "feeder", "chassis", "cheek_right", 5 + loose, going(cheek_places, [0, -1, 0]));
say_screws("screw-m3x10", "feeder", "chassis", "cheek_left", 5 + loose, going([for (at = cheek_places) [at[0], -at[1], at[2]]], [0, 1, 0]));
say_screws("screw-m3x8", "feeder", "chassis", "motor_mount", mount_foot, going([for (at = mount_screws) [at[0], at[1], under]], up));
say_screws("screw-m3x8", "feeder", "chassis", "gate_bracket", 3, going([for (x = gate_screws) [x, -outer, cheek_screw_z]], [0, 1, 0]));
say_screws("screw-m3x6", "feeder", "chassis", "lid", 4, inwards([[lid_hinge[0], inner + wall, lid_hinge[1]]]));
say_screws("screw-m3x12", "feeder", "pad_arm", "chute_roof", 4.5, inwards(hinge_places));
say_screws("screw-m3x12", "feeder", "holdback_arm", "chute_roof", 4.5, inwards(hinge_places));
say_screws("screw-m3x40", "feeder", "chute_roof", "flag", 35.7, going([[flag_axle[0], -2.2, flag_axle[1]]], [0, -1, 0]));
say_screws("screw-m3x10", "turntable", "turntable_disc", "cheek_right", 5, going(foot_places, down));
say_screws("screw-m3x10", "turntable", "turntable_disc", "cheek_left", 5, going([for (at = foot_places) [at[0], -at[1], 0]], down));
say_screws("screw-m3x8", "turntable", "turntable_disc", "tray_arm", 4, going([[tray_screw[0], tray_screw[1], 0]], down));
say_screws("screw-m3x8", "turntable", "turntable_disc", "tray_arm_left", 4, going([[tray_screw[0], -tray_screw[1], 0]], down));
say_screws("screw-m3x8", "turntable", "tray", "tray_arm", 4, going(arm_places, down));
say_screws("screw-m3x8", "turntable", "tray", "tray_arm_left", 4, going([for (at = arm_places) [at[0], -at[1], 0]], down));
say_screws("screw-m3x10", "box", "button_box", "button_box_bottom", 3, going([for (at = box_screws) [at[0], at[1], 0]], up));

echo("size", "card", [card_travel, card_across, card_thick, dot_high]);
echo("size", "bed", bed);
echo("size", "slope", slope);
echo("size", "nip_at", nip_at);
echo("size", "inner", inner);
echo("size", "lane", lane);
echo("size", "roller", [roller, ring, roller_x]);
echo("size", "hinge", hinge);
echo("size", "pad", [pad_thick, pad_lift]);
echo("size", "spring", [spring_x, 0, 8.5]);
echo("size", "hold_spring", [spring_x, hold_spring_y, hold_z + n20[2] / 2 + 0.8]);
echo("size", "hold_nip", hold_x);
echo("size", "springs", [spring_long, nut_high, bridge]);
echo("size", "lip", lip);
echo("size", "chute_top", chute_top);
echo("size", "roof_under", roof_under);
echo("size", "gate", [gate_x, gate_z, slot_gap, slot_reach]);
echo("size", "slot_sensor", slot_sensor);
echo("size", "motor", [motor_body, motor_face]);
echo("size", "servo", [servo_shaft_off, servo_flange]);
echo("size", "stack", [cards, stack_high]);
echo("size", "follower", [follower_bar, follower_bar_x]);
echo("size", "flag", [flag_axle, flag_vane, roof_top]);
echo("size", "throat_gap", throat_gap);
echo("size", "disc", disc);
echo("size", "balls", [ball, ball_circle, -disc_thick - gap_between_discs / 2]);
echo("size", "turntable_base", [base_top, base_thick, horn_screw]);
echo("size", "horn", [servo_shaft, horn_high, horn_floor]);
echo("size", "floor_top", floor_top);
echo("size", "button_box", [box_size[2] - 3, button_hole]);
echo("words", braille_words, dots_of);
// Microswitches: on which part, where each screw enters it, which way.
echo("size", "switches", [for (by = [-0.5, 0.5]) each [
    ["chassis", [lid_switch[0] + by * switch_screws, inner + wall + switch_boss, lid_switch[1]], [0, -1, 0]],
    ["turntable_disc", [-home_at + 8, by * switch_screws, 0], down]]]);
