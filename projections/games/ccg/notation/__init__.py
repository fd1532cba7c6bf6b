"""Written lines of the Collectible Card Game; rules are asked, never stated here.

`table` is the notation, `forms` its lines with their verbs and synonyms, `slots` their values, `vocabulary` and `reach`
the names of cards, `chance` what was seen, `stated` results by their names; `fights`, `hits` and `uses` are the values
that hang together: how combat ends, what a Hit costs, which ability is meant. `claims` are claims, `orders` standing
orders, `wordings` what is known of prose.
"""
