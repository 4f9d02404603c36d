// Small shapes that everything is made of.
include <parameters.scad>

module box(from, to) translate(from) cube([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);

module mirrored_y() { children(); mirror([0, 1, 0]) children(); }

// A round bar along y from y0 to y1 at [x, z].
module bar_y(at, d, y0, y1) translate([at[0], y0, at[1]]) rotate([-90, 0, 0]) cylinder(d = d, h = y1 - y0);

// A round bar along x from x0 to x1 at [y, z].
module bar_x(at, d, x0, x1) translate([x0, at[0], at[1]]) rotate([0, 90, 0]) cylinder(d = d, h = x1 - x0);

module bar_z(at, d, z0, z1) translate([at[0], at[1], z0]) cylinder(d = d, h = z1 - z0);

module rounded(size, r) linear_extrude(size[2]) offset(r) offset(-r) square([size[0], size[1]]);

// From the feeder's own axes to the turntable's: leant by the slope, lifted, moved to the front.
module feeder_placed() translate([nip_at[0], 0, nip_at[1]]) rotate([0, slope, 0]) children();
