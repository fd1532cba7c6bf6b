"""Replies to the thread.

`kit` is a reply kit as data, `markup` in words; `put_right` is what a table of cardboard does after a correction;
`notices` are told to people.

Nothing here writes to a log, and nothing is sent from here.
"""
