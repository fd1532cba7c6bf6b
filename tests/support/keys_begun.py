"""A session of Keys to the TARDIS whose first turn is recorded: the Twelfth Doctor is to draw."""

BEGUN = """\
game: keys
seats: tenth, twelfth
edges: tenth=S, twelfth=N
first: tenth
layout: grrgbbb/rybbygg/gyrbgyr/rgy.yby/rbgbbgg/yrbrbyy/rgrygyr
dice: typed
cards: typed

== T1 Tenth ==
D: ?
P: Kr c1 open (open)
M: >c1
== end ==
"""
