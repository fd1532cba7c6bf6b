"""Written lines of Keys to the TARDIS; rules are asked, never stated here.

`table` is the notation, `forms` its lines with their verbs and synonyms, `slots` their values, `vocabulary` their
spellings, `chance` what was seen, `results` and `stated` what is stated, `claims` what is claimed. `offers` says what
would be legal if it were time for a line, `wordings` what is known of prose in
whole posts.
"""
