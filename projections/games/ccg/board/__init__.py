"""The board of the Collectible Card Game as a picture and as text, with its charts.

`draw` makes the picture: `layout` says where all lies, `seats` draws the seats with their piles and hands, `panel` the
zones and what waits, `lines` what leads from one card to another, `legend` what the signs mean. `appearance` says what
is to be seen of a card, `faces` draws it, with the signs of `glyphs` and the frames of `frames`, each drawn once as
`stencils` has it, in the colours of `inks`; `marks` says what changed. `text` is the same in words, `charts` what is
drawn over turns.

No rule is reckoned here.
"""
