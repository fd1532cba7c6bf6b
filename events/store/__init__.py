"""Storage of logs: the store protocol, memory and SQLite behind it, backups, settings and accounts.

No game, no position and no page is known here.
"""
