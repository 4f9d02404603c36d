"""What the machine under the table has of its own: network, registered name, power supply, disk, clock.

Each file looks at one of them, without rights and without waiting; what cannot be seen here is None, never guessed.
Imports nothing of companion.
"""
