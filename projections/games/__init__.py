"""The games on the shelf: one folder each, found by looking. No game knows another."""
