"""The interpretation of the log: the kernel that all games share. Each game has its own folder in `games`.

- `game`: the type of a game; `meta`: its data before import; `registry`: all games; `rulebook`: its rules by id
- `packages`: games of other packages
- `contracts`: structs shared by games and kernel; `wording`: names, lists and counts in sentences
- `sentence_table`: a sentence for each event; `starter`: the game that `games --new` copies
- `draft`, `decider`, `move_rule`, `rule_conflicts`: deciding moves
- `window`: unfinished business, and seats that may answer; `standing_orders`: orders of such seats
- `vocabulary`: kinds of events; `move_choices`: entering a move by form; `numbering`: numbers that identify things
- `field`, `described`, `struct_words`: fields that can be set, described and declared
- `card_file`, `card_rows`: cards; `printed`: values with printed names; `named_ids`: ids in an event
- `notation`: written moves; `drawing`: pictures; `stats`: statistics of sessions

This package stores nothing and knows no sessions; see `events` and `replay`.
"""
