"""The supported games, one folder each. The registry finds them by their folders. Games do not import each other."""
