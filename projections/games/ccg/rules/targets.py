"""The possible targets and payments of a card in use."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from projections.games.ccg.components.cards import ZONES, Ability, Cost
from projections.games.ccg.state import names, values
from projections.games.ccg.state.position import InPlay, Position
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, titled, with_article

OF_FIGHTERS: Final = ("move", "side", "stand", "lock")
"""Actions that cannot target an Episode: it neither Sides nor Stands, and its player chose its zone (CCG-EPI-07)."""
ROOM: Final = 6
"""Maximum number of Creatures and Resources of a player in a zone (CCG-PREP-11)."""


def combatants(position: Position) -> tuple[int, ...]:
    """Return the numbers of the main combatants of the combat under way, if any; neither may Side (CCG-COM-13, A33)."""
    fight = position.fight
    return () if fight is None else tuple(number for number in (fight.attacker, fight.defender) if number)


def neighbours(zone: str) -> tuple[str, ...]:
    """Return the zones next to a zone; Past, Present and Future form a line (A41)."""
    at = ZONES.index(zone) if zone in ZONES else -9
    return tuple(other for index, other in enumerate(ZONES) if abs(index - at) == 1)


def room_in(position: Position, side: str, zone: str) -> int:
    """Return the free places of a player in a zone (CCG-PREP-11, A12), without counting Episodes (CCG-EPI-04)."""
    return ROOM - sum(values.face_of(position, card).type != "episode" for card in position.lying(zone, side))


def can_target(position: Position, player: str, ability: Ability, source: InPlay | None, card: InPlay) -> bool:
    """Return whether an ability can target a card in play.

    Rules:
        CCG-ABI-07: a Special reaches only the chosen zone. Q-09: so does a card that names no zone. A58: unless it says
        any.
        CCG-FLA-02, A44: a Flash reaches every zone. CCG-EPC-06: an Episode only its own. CCG-GLO-12, Q-07: a zone
        includes both sides.
        CCG-GLO-13: a card out of play does not exist.
    """
    return not _unfit_target(position, player, ability, source, card)


def _unfit_target(  # one condition after the other
    position: Position, player: str, ability: Ability, source: InPlay | None, card: InPlay
) -> str:
    """Return why an ability cannot target a card, in words that follow the name of the card; "" if it can."""
    face = values.face_of(position, card)
    if card.out:
        return "is out of play"
    if ability.other and source is not None and card.n == source.n:
        return "is the card itself"
    kinds = ("creature", "resource", *(() if ability.what in OF_FIGHTERS else ("episode",)))
    if face.type not in (kinds if ability.target == "card" else (ability.target,)):
        return _not_of_kind(ability.target)
    home = source.zone if source and ability.when in ("episode", "innate") else position.zone
    if not (ability.reach == "any" or ability.when == "flash" or card.zone == home):
        return f"is {names.in_zone(card.zone)}"
    if ability.whose != "any" and (card.side == player) != (ability.whose == "own"):
        return f"is {names.whose(position, card.side)}"
    fights = ability.what == "side" and card.n in combatants(position)
    return _unfit_face(position, ability, card) or ("is a main combatant" if fights else "")


def _unfit_face(position: Position, ability: Ability, card: InPlay) -> str:
    face = values.face_of(position, card)
    if ability.named and ability.named not in (card.face, card.clone):
        return f"is not {names.face_name(position, ability.named)}"
    if ability.race and ability.race not in face.races:
        return f"is not {with_article(titled(ability.race))}"
    if ability.label and ability.label not in face.labels:
        return f"is not {with_article(titled(ability.label))}"
    return ""


def _not_of_kind(kind: str) -> str:
    return "is not a Creature or Resource" if kind == "card" else f"is not {with_article(kind.capitalize())}"


def possible_targets(position: Position, player: str, ability: Ability, source: InPlay | None) -> list[InPlay]:
    """Return every card in play that an ability can target."""
    return [card for card in position.lying() if can_target(position, player, ability, source, card)]


def targets_wanted(ability: Ability) -> int:
    """Return how many targets a user names. A Clone by Flash needs a Creature of the player, then the one to copy."""
    if ability.every or ability.target in ("self", "none", "payment"):
        return 0
    return 2 if ability.what == "clone" and ability.when == "flash" else 1


def values_wanted(ability: Ability) -> tuple[str, ...]:
    """Return the values among which a card's user must choose, () without a choice (CCG-SUP-06, A25)."""
    return ("energy", "substance") if ability.value == "either" else ()


def moving_cards(
    position: Position, ability: Ability, source: InPlay | None, targets: Sequence[int], paid: Sequence[int]
) -> list[InPlay]:
    """Return the cards that the use of an ability moves."""
    named = paid if ability.target == "payment" else targets
    moving = [card for number in named if (card := position.at(number))]
    if source is not None and source not in moving and (ability.along or ability.target == "self"):
        moving.append(source)
    return moving if ability.what == "move" else []


def zones_wanted(position: Position, ability: Ability, moving: Sequence[InPlay]) -> tuple[str, ...]:
    """Return the neighbouring zones (A41, A42) with room for all `moving` cards (CCG-PREP-11, A12), or ()."""
    if ability.what != "move" or not moving:
        return ()
    sides = {side: sum(card.side == side for card in moving) for side in position.seats}
    zones = neighbours(moving[0].zone)
    return tuple(zone for zone in zones if all(room_in(position, side, zone) >= count for side, count in sides.items()))


def target_conflicts(
    position: Position, player: str, ability: Ability, source: InPlay | None, targets: Sequence[int]
) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of an ability having these cards as targets."""
    wanted = targets_wanted(ability)
    if len(targets) != wanted:
        told = f"the card must be aimed at {counted(wanted, 'card')}, not {len(targets)}"
        yield RuleConflict("CCG-ABI-07", told, have=len(targets), need=wanted, limit=wanted)
        return
    cards = [position.at(number) for number in targets]
    if wanted == 2:
        own = cards[0]
        if own is None or own.side != player or values.face_of(position, own).type != "creature" or own.out:
            needed = "the player must name one of their own Creatures first, then the one that it copies"
            state = f"{names.card_name(position, targets[0])} is not one of {names.whose(position, player)} Creatures"
            yield RuleConflict("CCG-GLO-04", needed, state)
        cards = cards[1:]
    for number, card in zip(targets[-len(cards) :], cards, strict=True) if cards else ():
        why = _unfit_target(position, player, ability, source, card) if card else "is not in play"
        if targets.count(number) > 1:
            why = why or "is named twice"
        if why:
            name = names.card_name(position, number)
            yield RuleConflict("CCG-ABI-07", f"the card cannot be aimed at {name}", f"{name} {why}")


def _unfit_payment(  # noqa: PLR0911  # one condition after the other
    position: Position, player: str, cost: Cost, card: InPlay
) -> str:
    """Return why a card cannot pay a cost, in words that follow the name of the card; "" if it can.

    The card must be the player's own, in the chosen zone (Q-10). A card to be Sided must also be Standing and from an
    earlier turn.
    """
    face = values.face_of(position, card)
    if card.out:
        return "is out of play"
    if card.side != player:
        return f"is {names.whose(position, card.side)}"
    if card.zone != position.zone:
        return f"is {names.in_zone(card.zone)}"
    if face.type not in ("creature", "resource") or cost.type not in ("card", face.type):
        return _not_of_kind(cost.type)
    if cost.race and cost.race not in face.races:
        return f"is not {with_article(titled(cost.race))}"
    if cost.pay == "sacrifice":
        return ""
    if card.sided or card.locked:
        return "is Sided" if card.sided else "is locked"
    if card.turn == position.turn:
        return "came into play this turn"
    return "is a main combatant" if card.n in combatants(position) else ""


def cost_conflicts(
    position: Position, player: str, ability: Ability, source: InPlay | None, paid: Sequence[int]
) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of paying with these cards, given in the order of the costs.

    Rules:
        CCG-SID-02: a Sided card cannot be Sided. CCG-CRE-13: nor one played this turn, except for Support. CCG-COM-13:
        nor a main combatant, but it may be sacrificed.
        CCG-GLO-15: a sacrificed card is in play on the player's own side. Q-10, A42: in the chosen zone.
    """
    cards = [position.at(number) for number in paid]
    wrong = ""
    if len(paid) != len(ability.cost):
        wrong = f"{counted(len(paid), 'card is', 'cards are') if paid else 'no card is'} named"
    elif len(set(paid)) < len(paid):
        wrong = "a card is named twice"
    elif source is not None and source.n in paid:
        wrong = "the card itself is named"
    if wrong:
        most = counted(len(ability.cost), "other card", "different other cards")
        have, need = len(paid), len(ability.cost)
        wanted, free = f"the cost must be paid with exactly {most}", "no card can pay for this use"
        inexact = RuleConflict("CCG-GEN-01", wanted, wrong, have=have, need=need, limit=need)
        nothing = RuleConflict("CCG-GEN-01", free, "this use has no cost", have=have, limit=0)
        yield inexact if ability.cost else nothing
        return
    for number, cost, card in zip(paid, ability.cost, cards, strict=True):
        if why := _unfit_payment(position, player, cost, card) if card else "is not in play":
            rule = "CCG-GLO-15" if cost.pay == "sacrifice" else "CCG-SID-02"
            words = [titled(cost.race), "card" if cost.type == "card" else titled(cost.type)]
            kind = with_article(" ".join(filter(None, words)))
            which = "" if cost.pay == "sacrifice" else " that can be Sided"
            wanted = f"the cost must be paid with {kind} of the player in the chosen zone{which}"
            yield RuleConflict(rule, wanted, f"{names.card_name(position, number)} {why}")


def payments(position: Position, player: str, ability: Ability, source: InPlay | None) -> list[tuple[int, ...]]:
    """Return up to 256 ways to pay an ability's costs, each as card numbers in the order of the costs."""
    rows = [
        [card.n for card in position.lying(position.zone, player) if not _unfit_payment(position, player, cost, card)]
        for cost in ability.cost
    ]
    own = source.n if source else 0
    ways = [way for way in product(*rows) if len(set(way)) == len(way) and own not in way]
    return ways[:256]
