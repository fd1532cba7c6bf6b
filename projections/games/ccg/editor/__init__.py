"""The moderator's hand in the Collectible Card Game.

`moderation` says what follows by rule when a value is set or a turn left unplayed.

What places there are is not said here but in `state`.
"""
