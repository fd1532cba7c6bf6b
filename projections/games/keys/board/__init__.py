"""The board of Keys to the TARDIS as a picture and as text; it has no charts.

`draw` makes the picture: `layout` says where all lies, `stencils` is what many tiles share, `doors`, `pawns` and
`hands` draw what stands there, `marks` what changed. `text` is the same in words.

No rule is reckoned here.
"""
