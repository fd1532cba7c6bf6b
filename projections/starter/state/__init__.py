"""The `position` with its fields, and the `reducer`."""
