"""From utterances to sound: the queue, the synthesisers, the players, and what is wrong when nobody can hear it.

Knows nothing of the game: it takes lines that are already in words, and earcons.
"""
