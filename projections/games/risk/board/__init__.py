"""The board of Risk: The Dalek Invasion of Earth as a picture, as text and as charts.

`draw` makes the picture from `map`, `armies`, `panel`, `hands` and `marks`. `text` describes the board in words.
`charts` counts territories and Daleks over the turns. No rule is evaluated here.
"""
