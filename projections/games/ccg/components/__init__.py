"""What lies in the box of the Collectible Card Game, as data.

`cards` are what ships, `card_grammar` is what a card may say, `data_files` reads a card file.

No position and no rule is known here.
"""
