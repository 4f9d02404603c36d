"""What the machine under the table has of its own: board, network, name, power, disk, clock, sound cards, service.

Each file looks at one of them, without rights and without waiting; what cannot be seen here is None, never guessed.
Files are read below a root that a test may replace. Imports nothing else of companion.
"""
