"""Support: a Creature is Sided and adds its Support to the Energy or Substance of another."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.ccg.events import effects as f, moves as m
from projections.games.ccg.rules import answers, consequences, creatures, targets, windows
from projections.games.ccg.state import names, values
from projections.games.ccg.state.position import InPlay, Position
from projections.move_rule import MoveRule
from projections.rule_conflicts import RuleConflict
from projections.wording import counted

VALUES = ("energy", "substance")
"""The values that a Creature's Support may raise (CCG-COM-29)."""


def support_conflicts(position: Position, move: m.GiveSupport) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a Creature giving Support to another.

    Rules:
        CCG-SUP-04, CCG-SUP-05, CCG-GLO-02, A28: in combat or outside it. CCG-COM-29: the whole Support goes to the
        Energy or Substance of another Creature; A29: of the same player.
        CCG-COM-30, CCG-EXR-06, A05: the target's present Support is the maximum number of supporters. CCG-COM-31: each
        supporter chooses the value.
        CCG-COM-32, A30: Standing, in the chosen zone. CCG-CRE-13, CCG-PREP-17: also in the turn in which it was played.
        CCG-COM-13: not a main combatant.
    """
    yield from answers.acting_conflicts(position, move.player)
    card, target = position.at(move.card), position.at(move.target)
    if card is None or target is None:
        return
    yield from _supporter(position, move.player, card)
    yield from _supported(position, move.player, card, target)
    if move.value not in VALUES:
        yield RuleConflict("CCG-COM-29", "Support must go to Energy or to Substance, and cannot be split")


def _supporter(position: Position, seat: str, card: InPlay) -> Iterator[RuleConflict]:
    name, used = names.card_name(position, card.n), "is Sided" if card.sided else "is locked"
    if card.side != seat or card.out or values.face_of(position, card).type != "creature":
        wanted = f"only one of {names.whose(position, seat)} Creatures in play can give Support"
        place = "out of play" if card.out else names.whose(position, card.side)
        state = f"{name} is {place if card.out or card.side != seat else 'not a Creature'}"
        yield RuleConflict("CCG-SUP-02", wanted, state)
        return
    if card.sided or card.locked:
        yield RuleConflict("CCG-COM-32", "only a Standing Creature can give Support", f"{name} {used}")
    if card.zone != position.zone:
        there = f"{name} is {names.in_zone(card.zone)}"
        yield RuleConflict("CCG-COM-32", "only a Creature in the chosen zone can give Support", there)
    if card.n in targets.combatants(position):
        yield RuleConflict("CCG-COM-13", "a main combatant cannot Side", f"{name} is a main combatant")
    if not card.support:
        above = "only a Creature with Support above 0 can give Support"
        yield RuleConflict("CCG-COM-28", above, f"{name} has 0", have=0, need=1)
    if (seat, position.zone, "support") in position.bars:
        yield creatures.forbidden(position, seat, f"give Support {names.in_zone(position.zone)}")


def _supported(position: Position, seat: str, card: InPlay, target: InPlay) -> Iterator[RuleConflict]:
    creature = values.face_of(position, target).type == "creature" and not target.out
    if target.n == card.n or target.side != seat or not creature or target.zone != position.zone:
        wanted = f"Support must go to another of {names.whose(position, seat)} Creatures in the chosen zone"
        yield RuleConflict("CCG-COM-29", wanted, _strange(position, seat, card, target))
    name, there = names.card_name(position, target.n), len(target.supporters)
    if there >= target.support:
        most = f"{name} can take Support from at most {counted(target.support, 'Creature')}"
        told = f"{name} already has Support from {there}" if there else ""
        yield RuleConflict("CCG-COM-30", most, told, have=there + 1, limit=target.support)


def _strange(position: Position, seat: str, card: InPlay, target: InPlay) -> str:
    name = names.card_name(position, target.n)
    if target.n == card.n:
        return f"{name} is the supporter itself"
    if target.side != seat:
        return f"{name} is {names.whose(position, target.side)}"
    return f"{name} is {names.in_zone(target.zone)}" if target.zone != position.zone else f"{name} is not a Creature"


def _support_must(draft: Draft[Position], move: m.GiveSupport) -> None:
    for number in (move.card, move.target):
        draft.must("CCG-GEN-07", draft.now.at(number) is not None, f"no card #{number} is in play")
    draft.must("CCG-COM-29", move.value in VALUES, f'Support must go to energy or substance, not "{move.value[:40]}"')


def give_support(draft: Draft[Position], move: m.GiveSupport) -> None:
    """Side a Creature to support another.

    Rules:
        CCG-CRE-08, CCG-COM-28: by its own present Support, not by its Energy. A31: the amount remains even if the
        supporter changes.
        CCG-CRE-14: one Siding buys one thing.
    """
    card = draft.before.at(move.card)
    if card is None:
        return
    if not card.sided:
        draft.add(f.CardSided(move.card, move.player), "CCG-SID-01")
    draft.add(f.SupportCounted(move.target, move.card), "CCG-COM-30")
    draft.add(f.ChangeBegan(move.target, move.value, card.support, card.face, card.n), "CCG-COM-29")
    consequences.apply_consequences(draft)
    if draft.now.window is None:
        windows.ask_seats(draft, "action", (draft.now.rival(move.player),), "action", "CCG-FLA-01")
    else:
        answers.ask_again(draft)


GIVE_SUPPORT: Final = MoveRule(support_conflicts, give_support, _support_must)
