"""Keys to the TARDIS in sentences: what happened, recaps, who is awaited, texts of cards.

Nothing here decides.
"""
