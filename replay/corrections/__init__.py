"""Takebacks, corrections, values set by a moderator, rulings.

Nothing here reads a post.
"""
