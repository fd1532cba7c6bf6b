"""The rules, all in `decide`."""
