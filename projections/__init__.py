"""The meaning of the log: the kernel that all games share, and a folder for each game."""
