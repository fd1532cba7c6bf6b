"""The differences between the versions of the rules: one function for each fixed rule.

`RULES.md` says in words what changed. A session keeps its version until its moderator sets another one.
"""

from projections.games.ccg.state.position import Position


def asks_about_answers(position: Position) -> bool:
    """Return whether a seat is asked about each answer to its announced use (CCG-GEN-04, from version 2)."""
    return position.rules >= 2
