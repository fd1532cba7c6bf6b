"""Support: a Creature is Sided and adds its Support to the Energy or Substance of another."""

from collections.abc import Iterator

from projections.draft import Draft
from projections.games.ccg.events.effects import CardSided, ChangeBegan, SupportCounted
from projections.games.ccg.events.moves import GiveSupport
from projections.games.ccg.rules.answers import acting_objections, ask_again
from projections.games.ccg.rules.consequences import apply_consequences
from projections.games.ccg.rules.targets import combatants
from projections.games.ccg.rules.windows import ask_seats
from projections.games.ccg.state.names import card_name, in_zone, whose
from projections.games.ccg.state.position import InPlay, Position
from projections.games.ccg.state.values import face_of
from projections.objections import Objection, require_all
from projections.wording import counted

VALUES = ("energy", "substance")
"""What a Creature's Support may raise (CCG-COM-29)."""


def support_objections(position: Position, move: GiveSupport) -> list[Objection]:
    """What speaks against this Support.

    Rules:
        CCG-SUP-04, CCG-SUP-05, CCG-GLO-02, A28 in combat or outside; CCG-COM-29 the whole Support goes to Energy or to
        Substance of another, and A29 of the same player's; CCG-COM-30, CCG-EXR-06, A05 as many Creatures may support it
        as its present Support says; CCG-COM-31 each chooses for itself; CCG-COM-32, A30 Standing, in the chosen zone;
        CCG-CRE-13, CCG-PREP-17 in the turn it was played, too; CCG-COM-13 no main combatant.
    """
    found = acting_objections(position, move.player)
    card, target = position.at(move.card), position.at(move.target)
    if card is None or target is None:
        return found
    found += _supporter(position, move.player, card)
    found += _supported(position, move.player, card, target)
    if move.value not in VALUES:
        found.append(Objection("CCG-COM-29", False, "Support goes to Energy or to Substance, not split"))
    return found


def _supporter(position: Position, seat: str, card: InPlay) -> Iterator[Objection]:
    name, used = card_name(position, card.n), "is Sided" if card.sided else "is locked"
    if card.side != seat or card.out or face_of(position, card).type != "creature":
        yield Objection("CCG-SUP-02", False, f"support with a Creature of your own in play: {name} is none")
        return
    if card.sided or card.locked:
        yield Objection(
            "CCG-COM-32",
            False,
            f"a Creature that supports is Standing: {name} {used}",
        )
    if card.zone != position.zone:
        yield Objection(
            "CCG-COM-32",
            False,
            f"a Creature that supports lies in the chosen zone: {name} lies {in_zone(card.zone)}",
        )
    if card.n in combatants(position):
        yield Objection("CCG-COM-13", False, f"a main combatant may not Side: {name} is one")
    if not card.support:
        yield Objection(
            "CCG-COM-28",
            False,
            f"Support comes of what a Creature has: {name} has a Support of 0",
        )
    if (seat, position.zone, "support") in position.bars:
        yield Objection("CCG-GEN-01", False, f"a card forbids Support {in_zone(position.zone)} this turn")


def _supported(position: Position, seat: str, card: InPlay, target: InPlay) -> Iterator[Objection]:
    creature = face_of(position, target).type == "creature" and not target.out
    if target.n == card.n or target.side != seat or not creature or target.zone != position.zone:
        told = f"support another Creature of your own in the chosen zone: {_strange(position, seat, card, target)}"
        yield Objection("CCG-COM-29", False, told)
    if len(target.supporters) >= target.support:
        most = counted(target.support, "Creature") if target.support else "no Creature"
        taken = f"{card_name(position, target.n)} takes Support from {most} at most"
        yield Objection("CCG-COM-30", False, f"{taken}: {len(target.supporters)} have given it")


def _strange(position: Position, seat: str, card: InPlay, target: InPlay) -> str:
    """Why a target cannot be supported."""
    name = card_name(position, target.n)
    if target.n == card.n:
        return f"{name} is itself"
    if target.side != seat:
        return f"{name} is {whose(position, target.side)}"
    return f"{name} lies {in_zone(target.zone)}" if target.zone != position.zone else f"{name} is no Creature"


def give_support(draft: Draft[Position], move: GiveSupport) -> None:
    """Side a Creature to support another.

    Rules:
        CCG-CRE-08, CCG-COM-28 by its own present Support, whatever its Energy; A31 the amount stands even if the
        supporter changes; CCG-CRE-14 one Siding buys one thing.
    """
    now = draft.now
    card = now.at(move.card)
    draft.must("CCG-GEN-07", card is not None, f"no card #{move.card} is in play")
    draft.must("CCG-GEN-07", now.at(move.target) is not None, f"no card #{move.target} is in play")
    draft.must("CCG-COM-29", move.value in VALUES, f'Support goes to energy or substance, not "{move.value[:40]}"')
    require_all(draft, *support_objections(now, move))
    draft.add(move)
    if card is None:
        return
    if not card.sided:
        draft.add(CardSided(move.card, move.player), "CCG-SID-01")
    draft.add(SupportCounted(move.target, move.card), "CCG-COM-30")
    draft.add(ChangeBegan(move.target, move.value, card.support, card.face, card.n), "CCG-COM-29")
    apply_consequences(draft)
    if draft.now.window is None:
        ask_seats(draft, "action", (draft.now.rival(move.player),), "action", "CCG-FLA-01")
    else:
        ask_again(draft)
