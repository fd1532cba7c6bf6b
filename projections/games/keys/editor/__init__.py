"""What follows by the rules when a moderator sets a value."""
