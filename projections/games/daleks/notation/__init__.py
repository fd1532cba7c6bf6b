"""Written lines of Time of the Daleks; rules are asked, never stated here.

`table` is the notation, `forms` its lines with their verbs and synonyms, `slots` their values, `vocabulary` and
`references` the names of cards and tiles, `chance` what was seen, `results` and `stated` what is stated; `dice_words`,
`told_dice`, `icons`, `places` and `pool` are the values that hang together. `claims` are claims, `orders` standing
orders, `wordings` what is known of prose.
"""
