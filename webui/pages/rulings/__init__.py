"""Pages that change what was played.

`takeback`, `fix` (and `/was-move`), `set_value` (`/set`), `ending` (`/end`), `ruling`, and `rulings`, the list of past
rulings.
"""
