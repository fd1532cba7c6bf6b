"""The rulebook of Time of the Daleks.

- The frame: `setup`, `turns`, `status`, `decide` (which module decides a move), `legal` with its `candidates`,
  `passing`, `invariants`.
- A turn: `prepare`, `travel`, the Adventure, `finish`; the Daleks' turn: `dalek_turn`, `dalek_markers`, `web_of_time`,
  `anomalies`, `victory`.
- An Adventure: `adventure` and `stages`, `companions` (stage A), `challenge` (B), `pool`, `limits` and `help` (C),
  `roll` and `change_faces` (D), `resolve` (E), with its `windows`.
- Cards and what they ask: `decks`, `icons`, `timey_wimey`, `costs`, `cost_parts`, `prices`, `rewards`.

Nothing here reads, writes or draws.
"""
