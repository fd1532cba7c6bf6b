"""The shelf's games: one folder each, found by looking."""
