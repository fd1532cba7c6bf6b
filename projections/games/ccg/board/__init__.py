"""The board of the Collectible Card Game as panels and as text, with its charts. No rule is decided here.

- `draw` makes the panels: `pending` (turn, pending actions), `seats` (counts), `hands`, `zones` and `legend`.
- `layout` has the places of the cards in a zone, `lines` the lines between them.
- `appearance` determines what a card shows. `faces` draws it with the signs of `glyphs` and the frames of `frames`, in
  the colours of `inks`. `stencils` finds the signs and frames that a drawing uses.
- `marks` finds what changed. `text` is the board in words, `charts` the values shown over turns.
"""
