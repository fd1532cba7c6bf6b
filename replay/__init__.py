"""Sessions: read, played, audited, corrected, exchanged, posted about and answered.

Each folder knows only those before it: `chance`, `reading`, `live`, `audit`, `corrections` and `exchange`, `posts` and
`replies`, `archives`. No game is named here, and nothing knows a page.
"""
