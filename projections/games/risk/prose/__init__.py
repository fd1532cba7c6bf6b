"""Risk: The Dalek Invasion of Earth in sentences: what happened, recaps, who is awaited, texts of cards.

Nothing here decides.
"""
