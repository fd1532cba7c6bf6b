"""The board of the Collectible Card Game as a picture and as text, with its charts.

`draw` makes the picture: `layout` says where all lies, `bars`, `panel`, `faces` and `lines` draw the seats, what waits,
the cards and what leads from one to another, `marks` what changed, in the colours of `inks`. `text` is the same in
words, `charts` what is drawn over turns.

No rule is reckoned here.
"""
