"""The project's own benchmark; see `__main__.py`."""
