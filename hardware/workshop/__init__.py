"""Makes and checks the papers by which the table's hardware is built: wiring, drawings, sums, printed parts.

Used by ``make hardware`` and the tests, and never shipped. May import ``firmware_bridge`` and ``companion.settings``,
so that papers and code cannot disagree; nothing of theirs imports it.
"""
