"""Risk: The Dalek Invasion of Earth."""
