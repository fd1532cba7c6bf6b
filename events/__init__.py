"""What is stored: facts, lines, codec, seals and stores. Knows no game."""
