"""What the table says aloud: phrases, the speech queue, the synthesisers and the player that can be cut off.

May import the standard library, babel and gettext (through phrases) and ``companion.referee``; neither the
web pages nor ``firmware_bridge``.
"""
