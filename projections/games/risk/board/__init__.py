"""The board of Risk: The Dalek Invasion of Earth as a picture and as text, with its charts.

`draw` makes the picture: the `map`, `armies` upon it, the `panel` on the sea, the `hands` below, `marks` of what
changed. `text` is the same in words, `charts` what is drawn over turns.

No rule is reckoned here.
"""
