"""The position of Keys to the TARDIS, and how events change it.

`position` defines the structs, `reducer` applies events, `names` has the names of things. `fields` lists the fields
that can be set, described and stated.

Rules of the game are not decided here.
"""
