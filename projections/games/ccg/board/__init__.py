"""The board of the Collectible Card Game as a picture and as text, with its charts. No rule is decided here.

- `draw` makes the picture from `layout` (places), `seats` (seats, piles, hands), `panel` (zones, pending actions),
  `lines` (lines between cards) and `legend`.
- `appearance` determines what a card shows. `faces` draws it with the signs of `glyphs` and the frames of `frames`, in
  the colours of `inks`.
- `marks` finds what changed. `text` is the board in words, `charts` the values shown over turns.
"""
