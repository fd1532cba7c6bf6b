"""Exchange of logs between databases: `bundle` writes, reads and imports an export, `verify` checks one by itself.

Nothing here reads a post or decides a move of its own.
"""
