"""The board of Time of the Daleks as a picture and as text, with its charts.

`draw` puts the picture together from parts, each a `section`: the `track`, the `stage` with the current Location and
the adventure `tray`, the other `tiles`, the `consoles` and the `panel`. `phrases` describe cards and tiles with words
and `glyphs`, in the colours of `inks`. `marks` finds the changes. `text` is the board in words, `charts` are curves
over the turns.

Every element with a tooltip is a group with a title. Its `data-place` is the field of the position that it shows. Every
piece that moves has a `data-key` that is the same in all positions.

No rules are decided here.
"""
