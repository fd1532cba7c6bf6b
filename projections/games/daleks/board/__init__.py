"""The board of Time of the Daleks as a picture and as text, with its charts.

`draw` makes the panels from parts, each a `section`: the `track`, the `stage` with the adventure `tray`, the `tiles` of
Locations and Time Anomalies, and the `consoles`. `panel` draws the status, the decks and the legend. `phrases` describe
cards and tiles with words and `glyphs`, in the colours of `inks`. `marks` finds the changes. `text` is the board in
words, `charts` are curves over the turns.

Every element with a tooltip is a group with a title. Its `data-place` is the field of the position that it shows, its
`data-arg` lists the arguments of moves that it stands for. Every piece that moves has a `data-key` that is the same in
all positions.

No rules are decided here.
"""
