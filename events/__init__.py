"""The event log and how it is stored: facts, lines, codec, seals and stores. Knows no game."""
