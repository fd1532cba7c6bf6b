"""What the log means: the kernel, and one folder a game."""
