"""The notation engine: how written lines are read, written and asked about, for every game. It knows no game."""
