// Says what the checks need: sizes, and where screws join two parts. `openscad -o facts.echo facts.scad`
include <turntable.scad>
include <table_pieces.scad>

module say_screws(item, axes, one, other, places, way)
    for (at = places) echo("screw", item, axes, one, other, at, way);

function both_sides(places, y = 1) = [for (at = places) for (side = [1, -1]) [at[0], side * at[1], at[2]]];

say_screws("screw-m3x8", "feeder", "chassis", "throat_plate", [for (at = throat_screws) for (side = [1, -1]) [4, side * at[0], at[1]]], [1, 0, 0]);
say_screws("screw-m3x8", "feeder", "chassis", "chute_roof", both_sides([for (x = roof_screws) [x, roof_screw_y, roof_under]]), [0, 0, 1]);
say_screws("screw-m3x10", "feeder", "chassis", "cheek_right", [for (x = cheek_screws) [x, outer, cheek_screw_z]], [0, 1, 0]);
say_screws("screw-m3x10", "feeder", "chassis", "cheek_left", [for (x = cheek_screws) [x, -outer, cheek_screw_z]], [0, 1, 0]);
say_screws("screw-m3x8", "feeder", "chassis", "motor_mount", [for (at = mount_screws) [at[0], at[1], under]], [0, 0, 1]);
say_screws("screw-m3x8", "feeder", "chassis", "gate_bracket", [for (x = gate_screws) [x, -outer, cheek_screw_z]], [0, 1, 0]);
say_screws("screw-m3x8", "feeder", "chassis", "lid", both_sides([[lid_hinge[0], inner + wall, lid_hinge[1]]]), [0, 1, 0]);
say_screws("screw-m3x16", "feeder", "chute_roof", "pad_arm", both_sides([[hinge[0], 8.5, hinge[1]]]), [0, 1, 0]);
say_screws("screw-m3x16", "feeder", "chute_roof", "holdback_arm", [[hinge[0], 8.5, hinge[1]]], [0, 1, 0]);
say_screws("screw-m3x40", "feeder", "chute_roof", "flag", [[flag_axle[0], -2.2, flag_axle[1]]], [0, 1, 0]);
say_screws("screw-m3x10", "turntable", "turntable_disc", "cheek_right", [for (at = foot_screws) [at[0], at[1], 0]], [0, 0, 1]);
say_screws("screw-m3x10", "turntable", "turntable_disc", "cheek_left", [for (at = foot_screws) [at[0], -at[1], 0]], [0, 0, 1]);
say_screws("screw-m3x8", "turntable", "turntable_disc", "tray_arm", [[tray_screw[0], tray_screw[1], 0]], [0, 0, 1]);
say_screws("screw-m3x8", "turntable", "turntable_disc", "tray_arm_left", [[tray_screw[0], -tray_screw[1], 0]], [0, 0, 1]);
say_screws("screw-m3x8", "turntable", "tray", "tray_arm", [for (x = arm_screws) [x, tray_screw[1], 0]], [0, 0, 1]);
say_screws("screw-m3x8", "turntable", "tray", "tray_arm_left", [for (x = arm_screws) [x, -tray_screw[1], 0]], [0, 0, 1]);
say_screws("screw-m3x10", "box", "button_box", "button_box_bottom", [for (at = box_screws) [at[0], at[1], 0]], [0, 0, 1]);

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
echo("words", braille_words, dots_of);
