"""Turn summaries and notices for the players of a session.

`turn_summary` builds a turn summary as data and `markup` writes it as text. `notices` are reminders to players.

Nothing here writes to a log or sends anything.
"""
