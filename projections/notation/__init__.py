"""Written lines of any game: a table of forms read, written, asked about and offered from.

The table: `form` (forms and what lines have in common), `template`, `slot` (values, chance, results), `stated` (results
by their names), `verbs`. How words stand: `cursor`, `vocabulary`, `titles` (printed names), `chance_words`, `shuffle`.
A line at work: `actions` (behind its semicolons), `sentence`, `read`, `slips` (what would read), `write`, `lines` (what
`Game.notation` holds). What is asked: `questions`, `near_misses`, `prose_match`. Chance as people tell it is
`recorded_chance`. Knows no game and no log; the verbs of a game stand in its own notation.
"""
