"""Cards made for a test, in few words: what they are and the one or two things that they do."""

from typing import Any

from projections.games.ccg.components.cards import Ability, Card


def special(what: Any, **more: Any) -> Ability:
    return Ability("special", what, **{"target": "creature", **more})


def innate(what: Any, **more: Any) -> Ability:
    return Ability("innate", what, **{"target": "self", **more})


def creature(energy: int, substance: int, support: int = 0, *does: Ability, **more: Any) -> Card:
    given = {"zone": "present", "energy": energy, "substance": substance, "support": support, **more}
    return Card("Creature", "creature", does=does, **given)


def resource(*does: Ability) -> Card:
    return Card("Resource", "resource", does=does)


def flash(what: Any, *more_does: Ability, **more: Any) -> Card:
    return Card("Flash", "flash", does=(Ability("flash", what, **{"target": "creature", **more}), *more_does))


def episode(what: Any, solve: int = 9, **more: Any) -> Card:
    given = {"target": "creature", "whose": "own", "every": True, **more}
    return Card("Episode", "episode", does=(Ability("episode", what, **given),), solve=solve)
