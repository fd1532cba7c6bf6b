"""Reading a log as one viewer may know it.

`reading` folds it, line by line, `timeline` steps through all its positions, `started` reads its first line alone.
`claims` compares what posts claim, `provenance` names the lines that made a value, `disclosure` says what was learnt
since a line, `notes` are those that a reader may know, `chance_trust` how far chance can be trusted, `host_keys`
whose key signs where, `audience` who may read a post, `places` how places are called in print and what differs there
between two positions, `session_event_text` has the sentences of session events. `comparison` has two positions beside
each other, `turn_overview` a turn on one board.

Nothing here writes.
"""
