"""Immediate consequences of every effect: constant abilities, present values, destroyed Creatures."""

from collections.abc import Collection, Sequence
from typing import Final

from events.events import UNKNOWN, Effect
from projections.draft import Draft
from projections.games.ccg.events.combat_effects import CardKept, Doomed, KeepGranted
from projections.games.ccg.events.effects import CardDiscarded, ChangeBegan, ChangeEnded, ValuesSet
from projections.games.ccg.rules.windows import ask_seats, could_answer
from projections.games.ccg.state.position import Doom, InPlay, Position
from projections.games.ccg.state.values import abilities, constants, face_of, sources, values_of

ROUNDS: Final = 60
"""Maximum number of rounds in which constant abilities may change one another. Cards that ship need at most three."""


def apply_consequences(draft: Draft[Position], *, asked: bool = True, knew: Collection[str] = ()) -> None:
    """Update constant changes and present values and destroy Creatures, until nothing changes.

    `asked` says whether players are asked before their cards are destroyed. Seats in `knew` are not asked.

    Rules:
        CCG-ABI-03, CCG-PREP-18: Innate abilities work at once. A26: after each single effect.
        CCG-CRE-10: a Creature is destroyed if both its Energy and its Substance are 0.
    """
    denied: set[Effect] = set()
    for _ in range(ROUNDS):
        if draft.now.step == "over":
            return
        if _uncovered(draft, denied) or _constant(draft, denied) or _values(draft, denied):
            continue
        before = draft.now
        dead = [card.n for card in before.play if _is_dying(before, card)]
        if not dead or destroy(draft, dead, asked=asked, knew=knew) or draft.now is before:
            return


def _write(draft: Draft[Position], effects: Sequence[Effect], rule: str, denied: set[Effect]) -> bool:
    """Write effects into the draft and return whether they changed the position.

    `denied` collects effects that a recorded game denies or replaces; they are not written again.
    """
    start = draft.now
    for effect in effects:
        before = draft.now
        if effect in denied:
            continue
        draft.add(effect, rule)
        if draft.now is before or draft.entries[-1].event != effect:
            denied.add(effect)
    return draft.now is not start


def _uncovered(draft: Draft[Position], denied: set[Effect]) -> bool:
    """Discard cards whose Episode left play (CCG-EPC-05, CCG-GEN-05, CCG-GEN-09). Return whether there were any."""
    lost = [card.n for card in draft.now.play if card.out > 0 and draft.now.at(card.out) is None]
    return _write(draft, [CardDiscarded(number, "discarded") for number in lost], "CCG-EPC-05", denied)


def _constant(draft: Draft[Position], denied: set[Effect]) -> bool:
    now, due = draft.now, list[Effect]()
    given = sources(now)
    for card in now.play:
        if not card.changes and card.zone not in given:
            continue
        have = [change for change in card.changes if change.constant]
        want = list(constants(now, card, given.get(card.zone, ())))
        for change in have:
            if change in want:
                want.remove(change)
                continue
            due.append(ChangeEnded(card.n, change.value, change.face, change.by))
        begun = ((card.n, change.value, change.amount, change.face, change.by) for change in want)
        due += [ChangeBegan(*values, constant=True) for values in begun]
    return _write(draft, due, "CCG-ABI-03", denied)


def _values(draft: Draft[Position], denied: set[Effect]) -> bool:
    now = draft.now
    due = [
        ValuesSet(card.n, *values)
        for card in now.play
        if (values := values_of(now, card)) != (card.energy, card.substance, card.support)
    ]
    return _write(draft, due, "CCG-COM-26", denied)


def _is_dying(position: Position, card: InPlay) -> bool:
    if card.out or not _spent(card) or face_of(position, card).type != "creature":
        return False
    doomed = any(isinstance(thing, Doom) and card.n in thing.cards for thing in position.stack)
    return card.kept != "save" and not doomed


def _spent(card: InPlay) -> bool:
    return not card.energy and not card.substance and UNKNOWN not in (card.face, card.clone)


def _keeps(position: Position, card: InPlay) -> str:
    """Return what keeps a card that is about to be destroyed: `save`, `regenerate`, or "" for nothing."""
    if card.kept:
        return "" if card.kept == "spent" else card.kept
    own = (one.what for one in abilities(position, card, "innate") if one.what in ("save", "regenerate"))
    return next(own, "")


def destroy(
    draft: Draft[Position], numbers: Sequence[int], how: str = "destroyed", rule: str = "CCG-CRE-10", *,
    asked: bool = True, knew: Collection[str] = (), outright: bool = False,
) -> bool:  # fmt: skip
    """Destroy cards together, or first ask their players except those in `knew`. Return whether a player is asked.

    `outright` destroys the cards regardless of their values.

    Rules:
        CCG-GLO-08: a destroyed card is discarded. CCG-GLO-01: other cards are alive. CCG-SUP-07: players may respond to
        a destruction.
    """
    now = draft.now
    earlier = next((thing for thing in now.stack if isinstance(thing, Doom)), Doom(())) if asked else Doom(())
    cards = [card for number in dict.fromkeys((*earlier.cards, *numbers)) if (card := now.at(number)) and not card.out]
    condemned = (*earlier.outright, *numbers) if outright else earlier.outright
    owners = [seat for seat in _in_turn(now) if seat not in knew and any(card.side == seat for card in cards)]
    if asked and any("destroyed" in now.stops_of(seat) and could_answer(now, seat) for seat in owners):
        draft.add(Doomed(tuple(card.n for card in cards), how, condemned), rule)
        return ask_seats(draft, "doom", owners, "destroyed", rule)
    _discard(draft, [card.n for card in cards], how, rule)
    return False


def _in_turn(position: Position) -> list[str]:
    return sorted(position.seats, key=lambda seat: seat != position.player)


def finish_doom(draft: Draft[Position]) -> None:
    """Destroy the cards that were not saved, after all players were asked.

    Rules:
        CCG-SUP-07, A26: a Creature that was raised meanwhile has strength left and lives. CCG-CRE-10: the others are
        destroyed.
        CCG-GLO-08: a card destroyed outright is destroyed regardless of its values.
    """
    now = draft.now
    doom = next((thing for thing in now.stack if isinstance(thing, Doom)), None)
    if doom is None:
        return
    rule = "CCG-GLO-08" if doom.outright else "CCG-CRE-10"
    draft.add(Doomed((), doom.how), rule)
    cards = [card for number in doom.cards if (card := now.at(number)) and not card.out]
    _discard(draft, [card.n for card in cards if card.n in doom.outright or _spent(card)], doom.how, rule)
    apply_consequences(draft)


def _discard(draft: Draft[Position], numbers: Sequence[int], how: str, rule: str) -> None:
    """Discard cards together, the active player's first, except those that something keeps in play.

    Rules:
        CCG-GLO-14, A54: a saved card is not destroyed. A regenerated card stays in play with its normal values, Sided.
        CCG-GEN-09: a card goes to its owner's pile.
    """
    for doom in [thing for thing in draft.now.stack if isinstance(thing, Doom)]:
        left = tuple(number for number in doom.cards if number not in numbers)
        if left != doom.cards:
            draft.add(Doomed(left, doom.how, doom.outright), rule)
    for seat in _in_turn(draft.now):
        for number in numbers:
            card = draft.now.at(number)
            if card is None or card.side != seat:
                continue
            if kept := _keeps(draft.now, card):
                own = not card.kept
                draft.add(CardKept(number, kept), "CCG-GLO-14")
                if own:
                    draft.add(KeepGranted(number, "spent" if kept == "regenerate" else kept), "CCG-GLO-14")
            else:
                draft.add(CardDiscarded(number, how), rule)
