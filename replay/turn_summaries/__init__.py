"""Texts for the players of a session: turn summaries, audits to post, and notices.

`turn_summary` builds a turn summary as data and `markup` writes it as text. `audit_posts` writes an audit or a finding.
`notices` are reminders to players.

Nothing here writes to a log or sends anything.
"""
