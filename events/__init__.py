"""The event log: its kinds of events, how entries are encoded and stored, and how hidden values are sealed.

- `events`: the five kinds of events, and the chance events that all games share
- `session_events`: events about how a session is run
- `entry`: an entry as stored and as decoded
- `codec`: encoding and decoding of entries
- `seal`: hashes of hidden values
- `signature`: signed heads
- `errors`: one error class for each cause
- `digits`: parsing of whole numbers
- `lazy_patterns`: regular expressions that are compiled at their first use
- `store`: storage of logs

This package does not depend on games, positions or pages.
"""
