"""Transfer of logs between databases: `bundle` writes, reads and imports exports, `verify` checks an export.

Nothing here parses a post or decides a move.
"""
