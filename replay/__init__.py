"""Sessions: read, played, audited, corrected, exchanged, posted about and answered.

Each folder knows only those before it: `chance`, `reading`, `session`, `audit`, `corrections` and `transfer`, `posts`
and `turn_summaries`, `importing` and `exporting`. No game is named here, and nothing knows a page.
"""
