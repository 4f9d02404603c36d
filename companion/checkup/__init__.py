"""What was found of each part: the findings, and the looks at the machine that a running table can take too.

May import voice, settings and what looks at hardware without driving any; the command ``doctor`` and the live table
stand on it.
"""
