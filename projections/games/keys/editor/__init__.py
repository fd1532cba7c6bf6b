"""Manual changes by a moderator in Keys to the TARDIS.

`moderation` gives the effects of setting a value or skipping a turn. The fields that can be set are defined in `state`.
"""
