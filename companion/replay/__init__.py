"""Notation files run through the same table as a real game: straight to the referee, or through simulated hardware.

May import the table and what is under it, the press desk, and of the bridge its parts and their simulation.
"""
