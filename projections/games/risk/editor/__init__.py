"""The moderator's hand in Risk: The Dalek Invasion of Earth.

`moderation` says what follows by rule when a value is set or a turn left unplayed.

What places there are is not said here but in `state`.
"""
