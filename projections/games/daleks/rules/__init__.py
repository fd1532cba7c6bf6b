"""The rules of Time of the Daleks.

- The frame: `setup`, `turns`, `status`, `decide` (the rule of each move), `legal` with its `candidates`,
  `passing`, `invariants`.
- A turn: `prepare`, `travel`, the Adventure, `finish` (also the Daleks' turn), `victory`; the board: `markers`,
  `anomalies`.
- An Adventure: `adventure` and `stages`, `companions` (stage A), `challenge` (B), `pool` and `help` (C), `roll` (D),
  `resolve` (E).
- Cards and their demands: `decks`, `icons`, `timey_wimey`, `costs`, `cost_parts`, `prices`, `rewards`.

Nothing here reads files, writes files or draws.
"""
