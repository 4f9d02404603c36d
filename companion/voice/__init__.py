"""What the table says aloud, from events to sound.

Here: what a line is, its words in a language, what a synthesiser is sent, and the earcons. ``rules``, ``game``,
``between_plays`` and ``errands`` make lines; ``speech`` makes them heard. May import the standard library, babel and
gettext (through phrases), ``companion.referee`` and ``companion.address``; neither the web pages nor
``firmware_bridge``.
"""
