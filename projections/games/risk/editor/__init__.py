"""Moderator actions in Risk: The Dalek Invasion of Earth.

`moderation` has the effects of setting a value or skipping a turn. The fields are defined in `state`.
"""
