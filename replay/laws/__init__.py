"""The laws that every game must obey, checked by random play. The command `games --check` and the tests use them.

`random_play` plays and records sessions. `laws` has the table of laws, and checks a game by them. `two_worlds` plays a
game again with other hidden cards, and compares what a viewer sees.
"""
