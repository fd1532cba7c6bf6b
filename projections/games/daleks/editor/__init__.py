"""Manual changes of a moderator in Time of the Daleks.

`moderation` computes the consequences of setting a field or leaving a turn unplayed. The fields themselves are listed
in `state`.
"""
