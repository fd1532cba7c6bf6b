"""How people write moves: `table`."""
