"""What people say in their own words, read as lines of notation by what is legal.

`clauses` (a post taken apart), `faces` (of dice), `guards` (what in it is no move), `lexicon` (how a game's moves are
said: a data file of the game), `inflection` (the forms of verbs), `walk` (which legal moves, one after the other,
explain most of it), `ranking` (the legal moves of a position for words that somebody types), `wordings` (what a game
knows of it, which loads none of these before it is asked). Knows no game.
"""
