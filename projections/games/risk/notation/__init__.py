"""Written lines of Risk: The Dalek Invasion of Earth; rules are asked, never stated here.

`table` is the notation, `forms` its lines with their verbs and synonyms, `slots` their values, `vocabulary` and
`card_spelling` their spellings, `chance` what was seen, `results` and `stated` what is stated, `claims` what is
claimed; `battle` says where a battle stands while its line is read, `read_count` reads how new Daleks are counted.
`orders` are standing orders, `wordings` what is known of prose in whole posts.
"""
