"""Logs on their way between places: exports, imports, verification of a file.

Nothing here reads a post.
"""
