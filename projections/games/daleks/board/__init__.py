"""The board of Time of the Daleks as a picture and as text, with its charts.

`draw` makes the picture: `track`, `tiles`, `consoles`, the adventure `tray` and the `panel`, with the signs of `glyphs`
in the colours of `inks`; `marks` is what changed. `text` is the same in words, `charts` what is drawn over turns.

No rule is reckoned here.
"""
