"""The meaning of the log: the kernel that all games share; each game has a folder of its own in `games`.

- A game: `game` (its type), `meta` (what is known before it is imported), `registry`, `rulebook`, `terms` (what games
and kernel pass each other), `wording`.
- Deciding: `draft`, `decider` (the rules a draft needs), `objections`, `window` (unfinished business and who may
  answer), `standing_orders`, `move_choices` (a move by form), `numbering` (numbers by which moves mean things).
- Places and cards: `field` and `described` (places that are set, told and claimed), `struct_words`, `card_file`,
  `card_rows`, `printed` (values in printed names), `named_ids` (what an event names).
- Folders: `notation` (what posts say), `drawing` (pictures), `stats` (counts over sessions).

Nothing here stores, and no session is known: those are in `events` and `replay`.
"""
