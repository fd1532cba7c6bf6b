"""What the use of a card may aim at, and what it is paid with."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from projections.games.ccg.components.cards import ZONES, Ability, Cost
from projections.games.ccg.state.names import card_name
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import face_of
from projections.objections import Objection
from projections.wording import counted, titled

OF_FIGHTERS: Final = ("move", "side", "stand", "lock")
"""What cannot be done to an Episode: it neither Sides nor Stands, and its zone was its player's choice (CCG-EPI-07)."""
ROOM: Final = 6
"""The most Creatures and Resources of a player in a zone (CCG-PREP-11)."""


def combatants(position: Position) -> tuple[int, ...]:
    """The main combatants of the combat under way; none of them may Side (CCG-COM-13, A33)."""
    fight = position.fight
    return () if fight is None else tuple(number for number in (fight.attacker, fight.defender) if number)


def neighbours(zone: str) -> tuple[str, ...]:
    """The zones beside a zone: Past, Present and Future stand in a line (A41)."""
    at = ZONES.index(zone) if zone in ZONES else -9
    return tuple(other for index, other in enumerate(ZONES) if abs(index - at) == 1)


def room_in(position: Position, side: str, zone: str) -> int:
    """How many Creatures and Resources a player may still have in a zone.

    Rules:
        CCG-PREP-11 six, Watchers too, and however a card comes there (A12); CCG-EPI-04 Episodes do not count.
    """
    return ROOM - sum(face_of(position, card).type != "episode" for card in position.lying(zone, side))


def can_target(position: Position, player: str, ability: Ability, source: InPlay | None, card: InPlay) -> bool:
    """Whether an ability can mean a card in play.

    Rules:
        CCG-ABI-07 a Special reaches only the chosen zone, Q-09 a card that names no place likewise, A58 unless it says
        any; CCG-FLA-02, A44 a Flash reaches every zone; CCG-EPC-06 an Episode only its own; CCG-GLO-12, Q-07 a zone
        holds both sides; CCG-GLO-13 what is out of play does not exist.
    """
    face = face_of(position, card)
    if card.out or (ability.other and source is not None and card.n == source.n):
        return False
    if ability.target == "card":
        typed = face.type in ("creature", "resource") or (face.type == "episode" and ability.what not in OF_FIGHTERS)
    else:
        typed = face.type == ability.target
    home = source.zone if source and ability.when in ("episode", "innate") else position.zone
    near = ability.reach == "any" or ability.when == "flash" or card.zone == home
    side = ability.whose == "any" or (card.side == player) == (ability.whose == "own")
    named = not ability.named or ability.named in (card.face, card.clone)
    race = not ability.race or ability.race in face.races
    label = not ability.label or ability.label in face.labels
    free = not (ability.what == "side" and card.n in combatants(position))
    return typed and near and side and named and race and label and free


def possible_targets(position: Position, player: str, ability: Ability, source: InPlay | None) -> list[InPlay]:
    """Every card in play that an ability can mean."""
    return [card for card in position.lying() if can_target(position, player, ability, source, card)]


def targets_wanted(ability: Ability) -> int:
    """How many cards a user names: a Clone by Flash wants an own Creature and then the one it copies."""
    if ability.every or ability.target in ("self", "none", "payment"):
        return 0
    return 2 if ability.what == "clone" and ability.when == "flash" else 1


def values_wanted(ability: Ability) -> tuple[str, ...]:
    """The values to choose from, where a card leaves the choice to its user (CCG-SUP-06, A25)."""
    return ("energy", "substance") if ability.value == "either" else ()


def moving_cards(
    position: Position, ability: Ability, source: InPlay | None, targets: Sequence[int], paid: Sequence[int]
) -> list[InPlay]:
    """The cards that the use of an ability moves, if it moves any."""
    named = paid if ability.target == "payment" else targets
    moving = [card for number in named if (card := position.at(number))]
    if source is not None and source not in moving and (ability.along or ability.target == "self"):
        moving.append(source)
    return moving if ability.what == "move" else []


def zones_wanted(position: Position, ability: Ability, moving: Sequence[InPlay]) -> tuple[str, ...]:
    """The zones to which all these cards may move together.

    Rules:
        A41, A42: a neighbouring zone, whatever the colour; CCG-PREP-11, A12 where there is room.
    """
    if ability.what != "move" or not moving:
        return ()
    sides = {side: sum(card.side == side for card in moving) for side in position.seats}
    zones = neighbours(moving[0].zone)
    return tuple(zone for zone in zones if all(room_in(position, side, zone) >= count for side, count in sides.items()))


def _aims(wanted: int) -> str:
    return f"the card is aimed at {counted(wanted, 'card')}" if wanted else "the card is aimed at no card"


def target_objections(
    position: Position, player: str, ability: Ability, source: InPlay | None, targets: Sequence[int]
) -> Iterator[Objection]:
    """What speaks against these targets."""
    wanted = targets_wanted(ability)
    if len(targets) != wanted:
        yield Objection("CCG-ABI-07", False, f"{_aims(wanted)}, not {len(targets)}")
        return
    cards = [position.at(number) for number in targets]
    if wanted == 2:
        own = cards[0]
        if own is None or own.side != player or face_of(position, own).type != "creature" or own.out:
            yield Objection("CCG-GLO-04", False, "first name a Creature of your own, then the one it copies")
        cards = cards[1:]
    for number, card in zip(targets[-len(cards) :], cards, strict=True) if cards else ():
        if card is None or not can_target(position, player, ability, source, card) or targets.count(number) > 1:
            yield Objection("CCG-ABI-07", False, f"the card cannot be aimed at {card_name(position, number)}")


def _can_pay(position: Position, player: str, cost: Cost, card: InPlay) -> bool:
    """Whether a card can pay: one's own, in the chosen zone (Q-10), and to be Sided a Standing one of earlier turns."""
    face = face_of(position, card)
    if card.out or card.side != player or card.zone != position.zone or face.type not in ("creature", "resource"):
        return False
    if cost.type not in ("card", face.type) or (cost.race and cost.race not in face.races):
        return False
    fighting = card.n in combatants(position)
    return cost.pay == "sacrifice" or not (card.sided or card.locked or card.turn == position.turn or fighting)


def cost_objections(
    position: Position, player: str, ability: Ability, source: InPlay | None, paid: Sequence[int]
) -> Iterator[Objection]:
    """What speaks against paying with these cards, in the order of the costs.

    Rules:
        CCG-SID-02 a Sided card cannot be Sided; CCG-CRE-13 nor one played this turn, but for Support; CCG-COM-13 nor a
        main combatant, though it may be sacrificed; CCG-GLO-15 a sacrificed card is one's own in play; Q-10, A42 in the
        chosen zone.
    """
    cards = [position.at(number) for number in paid]
    fits = len(paid) == len(ability.cost) and len(set(paid)) == len(paid)
    if source is not None and source.n in paid:
        fits = False
    if not fits:
        yield Objection("CCG-GEN-01", False, f"the card costs {counted(len(ability.cost), 'card')} beside itself")
        return
    for cost, card in zip(ability.cost, cards, strict=True):
        if card is None or not _can_pay(position, player, cost, card):
            rule = "CCG-GLO-15" if cost.pay == "sacrifice" else "CCG-SID-02"
            kind = " ".join(titled(word) for word in (cost.race, cost.type) if word)
            yield Objection(rule, False, f"pay with a {kind} of your own in the zone that can {cost.pay}")


def payments(position: Position, player: str, ability: Ability, source: InPlay | None) -> list[tuple[int, ...]]:
    """Every way to pay, at most 256."""
    rows = [
        [card.n for card in position.lying(position.zone, player) if _can_pay(position, player, cost, card)]
        for cost in ability.cost
    ]
    own = source.n if source else 0
    ways = [way for way in product(*rows) if len(set(way)) == len(way) and own not in way]
    return ways[:256]
