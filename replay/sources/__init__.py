"""Sources: threads outside this server whose posts are fetched, and in which a session answers.

- `source`: what every source has in common: its posts, one fetch, one reply, and its errors.
- `folder`: a local folder of text files.
"""
