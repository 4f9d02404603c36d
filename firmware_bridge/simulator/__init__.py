"""The table without hardware: a dispenser's physics behind mock pins, and a scanner on a pseudo-terminal.

May import the standard library, gpiozero's mock pins, and of the bridge only the pin map and the clock.
"""
