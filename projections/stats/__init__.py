"""Statistics that all games share: `summaries` of sessions and their dice, and `dice_stats` of fair dice."""
