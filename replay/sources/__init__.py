"""Sources: threads outside this server whose posts are fetched, and in which a session answers.

- `source`: what every source has in common: its posts, one fetch, one reply, and its errors.
- `folder`: a local folder of text files.
- `hosts`: resolve the name of a host, and check its addresses before a connection.
- `web`: read from and post to one site over https, with limits.
"""
