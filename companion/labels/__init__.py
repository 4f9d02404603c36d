"""Labels to print and emboss: what each says, where it lies on a sheet, and the files that come of it.

Content, layout and writers are pure; who asks for a file and where it goes is the business of
``companion.errands.label_errands``.
Imports tags, Braille labels, names and the referee's decks; reportlab and zxing-cpp only when something is drawn.
"""
