"""What people say in their own words, read as lines of notation by what is legal.

Knows no game: how its moves are said stands in a game's lexicon.
"""
