"""The board of Keys to the TARDIS as a picture and as text; it has no charts.

`draw` makes the picture. `layout` has the coordinates and colours, `stencils` the shapes shared by many tiles. `doors`,
`pawns` and `hands` draw the pieces, `marks` the changes. `text` is the board in words.

Rules of the game are not decided here.
"""
