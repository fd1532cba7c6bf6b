"""What puts a session right, with nothing edited.

`takeback` goes back to an earlier line, `correction` decides a move anew, `proposals` are takebacks that wait for the
consent of others, `moderation` sets values and skips turns, `place_audience` is the public form of such a value,
`ruling` holds rulings and disputes.

Who must agree is not said here but in `live/consent`; nothing here reads a post.
"""
