"""Wires: pins and bytes in, hardware reports out. Knows nothing of cards, rules or players.

May import gpiozero, pyserial and the standard library; imports nothing of ``companion``.
"""
