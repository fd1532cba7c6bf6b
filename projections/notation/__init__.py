"""Written lines: reading, writing, near misses, questions, chance as people report it.

Knows no game; the verbs of a game stand in the notation of that game.
"""
