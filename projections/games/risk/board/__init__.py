"""The board of Risk: The Dalek Invasion of Earth as a picture, as text and as charts.

`draw` makes the panels. The map comes from `map`, `armies`, `continents` and `marks`, the table of armies and the known
cards from `hands`, the small panels from `panels`. `text` describes the board in words. `charts` counts territories and
Daleks over the turns. No rule is evaluated here.
"""
