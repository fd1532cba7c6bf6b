"""The notation of Keys to the TARDIS. It asks the rules and does not repeat them.

`table` is the notation. `patterns` has the lines with their verbs and synonyms, `argument_types` their values,
`vocabulary` the spellings. `chance` covers the results of chance in a line, `results` the declared results, `claims`
the board statements. `offers` gives the position in which a line would be legal, `wordings` the names for prose.
"""
