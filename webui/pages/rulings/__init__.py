"""Pages that change what was played.

`takeback`, `fix`, `set_value` (`/set`), `ruling`, `was_move` (`/was-move`), and `rulings`, the list of open disputes.
"""
