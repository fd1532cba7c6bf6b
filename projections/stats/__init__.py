"""Statistics that all games share: `dice_stats` of recorded and of fair dice."""
