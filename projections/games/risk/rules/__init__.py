"""The rulebook of Risk: The Dalek Invasion of Earth.

- The frame: `setup`, `turns`, `status`, `decide` (which module decides a move), `legal`, `invariants`.
- The steps of a turn: `tardis` (the first two), `reinforcements` and `placement`, `attack`, `manoeuvre`, `ending`; in
  the two-player game `neutral_armies` before them.
- Of an attack: `battle`, `conquest`. Cards: `territory_cards`, `power_cards`, `card_effects`.

Nothing here reads, writes or draws.
"""
