"""The board of Time of the Daleks as a picture and as text, with its charts.

`draw` makes the picture of parts, each a `section`: the `track`, the `stage` with the Location where the turn is and
the adventure `tray`, the other `tiles`, the `consoles` and the `panel`. What cards and tiles do is said in `phrases` of
words and `glyphs`, in the colours of `inks`; `marks` is what changed. `text` is the same in words, `charts` what is
drawn over turns.

Whatever can be pointed at is a group with a title and, in `data-place`, the place of the position whose value it shows;
whatever moves has a `data-key` that stays its own from position to position.

No rule is reckoned here.
"""
