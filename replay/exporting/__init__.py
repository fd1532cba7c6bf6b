"""Exports of a session: `transcript` writes it as text that can be recorded again."""
