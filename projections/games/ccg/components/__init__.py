"""The cards of the Collectible Card Game as data, without positions and rules.

`cards` defines what a card is, `card_grammar` checks what a card may do, and `data_files` reads a card file.
"""
