"""Sessions: read, play, audit, correct, transfer, import, export, follow threads, and answer in posts.

Each package may import only the packages before it: `chance`, `reading`, `session`, `audit`, `corrections` and
`transfer`, `posts` and `turn_summaries`, `importing`, `exporting` and `laws`, `sources`, `following`. Nothing here
names a game or imports web pages.
"""
