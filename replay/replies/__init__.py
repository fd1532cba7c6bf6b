"""Replies to the thread: reply kits as data (`kit`) and in words (`markup`), and `notices` to people.

Nothing here writes to a log, and nothing is sent from here.
"""
