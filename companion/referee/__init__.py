"""The referee: commands in, events or a refusal out; no clock, no chance, no locale, no I/O at the table.

Imports the standard library only, nothing of the rest of ``companion`` and nothing of ``firmware_bridge``.
"""
