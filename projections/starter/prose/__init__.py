"""The `sentences` about the events."""
