"""The moderator's hand in Time of the Daleks.

`moderation` says what follows by rule when a value is set or a turn left unplayed.

What places there are is not said here but in `state`.
"""
