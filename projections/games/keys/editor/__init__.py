"""The moderator's hand in Keys to the TARDIS.

`moderation` says what follows by rule when a value is set or a turn left unplayed.

What places there are is not said here but in `state`.
"""
