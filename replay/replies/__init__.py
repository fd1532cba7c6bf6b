"""Replies to the thread: reply kits, their markup, notices.

Nothing here writes to a log.
"""
