"""The fields that a moderator can set in the Collectible Card Game.

`moderation` computes the effects of setting a field or skipping a turn. The fields themselves are in `state`.
"""
