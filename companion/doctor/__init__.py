"""The command ``doctor``: looks at each part of the table, and on a terminal leads a person through them.

May import whatever a command may; nothing imports it but the command line.
"""
