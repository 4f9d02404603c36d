// Every size of the dispenser, in millimetres and degrees. Change a number here, or on the command line with -D.
//
// The feeder's own axes: x is the way of the cards (the exit is at +x), y across it, z away from the cards' plane. The
// plane z = 0 touches the top of the roller; x = 0 is where the front edges of the stack stand. The whole feeder leans by
// `slope`, so that a card that has left the roller slides out by itself.

/* Cards: paper, plastic or braille */
deck = "paper";
card_travel = 56;                                  // the way a card goes is its short side
card_across = 87;
card_thick = deck == "plastic" ? 0.35 : 0.30;
dot_high = deck == "braille" ? 0.48 : 0;           // in the corners, never in the lane
cards = 60;                                        // over the roller at most
throat_gap = deck == "braille" ? 1.0 : 1.5 * card_thick;   // over the roller's top; set with a gauge from the floor
lane = 12;                                         // across the middle: roller and pad touch nothing else
stack_high = cards * (card_thick + dot_high);

/* Printer */
bed = [220, 220, 240];
side_gap = 0.75;                                   // a side, between card and wall
loose = 0.25;                                      // a side, between two printed parts that move
wall = 3;
fn_fine = 48;
fine = fn_fine;
$fn = fine;

/* Screws: M3, cutting their own thread */
screw_free = 3.4;
screw_thread = 2.7;
screw_thread_m2 = 1.7;

/* Feeder */
slope = 35;
inner = card_across / 2 + side_gap;                // half the channel
outer = inner + 8;                                 // half the chassis, plinth included
hopper_back = -(card_travel + 1);
hopper_top = max(40, stack_high + 15);
floor_top = -0.6;
chute_top = -2.2;
under = -6;                                        // the chassis' underside
roof_under = 2;
roof_thick = 3;
lip = 64;                                          // where the chute ends

/* Roller: a hub with three O-rings */
ring = 3;                                          // section of an O-ring
roller = 30;                                       // over the rings
roller_x = 1;
motor_shaft = 4;
motor_body = 25;
motor_screws = 17;                                 // apart
motor_face = 10.5;                                 // y of the motor's face

/* Retard pad and hold-back roller, on the same hinge */
pad_thick = 2;
nut_high = 2.4;
hinge = [24, 11];                                  // x, z
spring_x = 11;
spring_long = 12;                                  // at rest
bridge = [27, 33];                                 // z: spring and nut find room under it, over either arm
hold_spring_y = -20;                                // the hold-back arm has its spring over its motor
hold_roller = 15;
hold_ring = 3;
n20 = [24, 12, 10];                                // length with gearbox, width, height
pad_lift = 1.5 * card_thick;                       // its stop: one card passes under it, two do not

/* Exit gate: slot sensor TCST2103 */
gate_x = 44;
gate_z = -1;
slot_sensor = [6.3, 10.8, 24.5];                   // x, depth, length
slot_gap = 3.1;
slot_reach = 5;                                    // how far its arms reach over the card's edge
slot_screws = 19;

/* Hopper */
follower_bar = [20, 80, 12];                       // flat steel, 150 g
follower_bar_x = -12;                              // its middle: near the roller
switch_screws = 9.5;

/* Turntable */
disc = 160;
disc_thick = 5;
ball = 6;
ball_circle = 68;                                  // radius
ball_sunk = 2.2;                                   // in each disc
base_thick = 8;
nip_at = [40, 36];                                 // where the feeder's zero is over the turntable: x, height
servo_screws = [49.5, 10];
servo_body = 40.7;
servo_shaft_off = 10.15;                           // from the middle of its body
servo_flange = 10;                                 // from its flange to the end of its case
servo_shaft = 6;                                   // how far its shaft stands out of its case
horn = 21;
horn_high = 5.5;                                   // with its boss, which sits on the shaft
horn_held = 3.4;                                   // so much of the shaft is in it
horn_screw = 8;                                    // room for its head and the screwdriver
tray_floor = -10;
tray_inner = 53.5;                                  // half its width
tray_rim = 14;

/* Table pieces */
button_hole = 24;
braille_words = ["press", "red", "yellow", "green", "blue"];   // over the buttons of the box

gap_between_discs = ball - 2 * ball_sunk;
module none() {}
