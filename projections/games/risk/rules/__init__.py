"""The rules of Risk: The Dalek Invasion of Earth.

- General: `setup`, `turns`, `status`, `decide` (the rule of each move), `legal`, `invariants`.
- The steps of a turn: `tardis` (the first two), `reinforcements` and `placement`, `attack`, `manoeuvre`, `ending`. In
  the two-player game `neutral_armies` comes before them.
- Attacks: `battle`, `conquest`. Cards: `territory_cards`, `power_cards`, `card_effects`.

Nothing here reads files, writes files or draws.
"""
