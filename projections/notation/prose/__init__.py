"""Prose in posts, translated to lines of notation with the help of the legal moves.

`cut` splits a post into sentences and words. `clauses` finds the phrases with a meaning in them (`tokens`), `rows` the
rows of things, and `unread` what was not read. `drawn` marks the cards that a post names as drawn, and `withheld` the
things that it denies or keeps. `sentence_kinds` tells questions and plans from moves, and `mismatch` finds verbs that
mean another move, and `overlooked` the parts of a post that a reading lacks. `faces` recognises faces of dice, and
`guards` text that is not a move (`needed_texts` saves searches). `lexicon` has the words for a game's moves, from a
data file of the game, and `inflection` the forms of verbs. `slips` makes the corrections of an author in a text, and
`rollers` takes the faces of dice out of the output of a dice roller. `proposing` proposes lines for some phrases, with
`filling` and `listing`. `search` finds the sequence of legal moves that explains most of a post, in the `orders` of its
clauses; `reading` is a possible meaning, and `further` what it leaves out. `word_lists` reads small words. `ranking`
sorts legal moves by typed words. `wordings` holds what a game supplies, and loads the other modules only when they are
needed. Nothing here knows a game.
"""
