"""Reading a log as one viewer may know it. Nothing here writes to a log.

`reading` folds a log entry by entry, `timeline` steps through all its positions. `audience` computes who may read a
sealed item or a post, `disclosure` what was learnt since an entry. `claims` compares board statements with the log,
`provenance` finds the entries that a value depends on. `chance_trust` says how far dice and cards can be trusted.
`places` has the printed names of places and the differences between two positions. `session_event_text` has the
sentences of session events, `ending` says how people closed a session, `trust` which posts were recorded without a
question, `notes` which notes a reader may know. `numbered_boards` draws a turn on one board, and two positions next to
each other. `needed_dice` says which dice a move needs. `unread` reads a log whose game is not installed.
"""
