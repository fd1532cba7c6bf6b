"""the Collectible Card Game in sentences: what happened, recaps, who is awaited, texts of cards.

Nothing here decides.
"""
