"""The board of Keys to the TARDIS as a picture and as text; it has no charts.

- `draw`: the panels
- `layout`: coordinates and colours
- `stencils`: shapes that many tiles share
- `doors`, `pawns`, `cards`: the pieces
- `marks`: rings and arrows around changes
- `hands`: the panel of the hands
- `table`: the panels of the status, of the piles and of what is laid
- `legend`: the panel that explains the signs
- `text`: the board in words

Rules of the game are not decided here.
"""
