"""The table set right after each effect: constant abilities, present values, destruction."""

from collections.abc import Sequence
from typing import Final

from events.facts import UNKNOWN
from projections.draft import Draft
from projections.games.ccg.combat_effects import CardKept, Doomed, KeepGranted
from projections.games.ccg.effects import CardDiscarded, ChangeBegan, ChangeEnded, ValuesSet
from projections.games.ccg.position import Doom, InPlay, Position
from projections.games.ccg.stops import ask
from projections.games.ccg.values import abilities, constants, face_of, values_of

__all__ = ["destroy", "finish_doom", "settle"]

ROUNDS: Final = 60
"""So often constant abilities may take turns in changing one another; no card that ships needs more than three."""


def settle(draft: Draft[Position], *, asked: bool = True) -> None:
    """Set right what the last effect changed, until nothing changes.

    `asked` says whether owners are still to be asked before their cards are destroyed.

    Rules:
        CCG-ABI-03 and CCG-PREP-18 Innate abilities work at once; CCG-CRE-10 a Creature at 0 Energy and 0 Substance is
        destroyed, and so not for one of them alone; A26 after each single effect.
    """
    for _ in range(ROUNDS):
        if draft.now.step == "over":
            return
        if _uncovered(draft) or _constant(draft) or _values(draft):
            continue
        dead = [card.n for card in draft.now.lying() if _dead(draft.now, card)]
        if not dead or destroy(draft, dead, "destroyed", "CCG-CRE-10", asked=asked):
            return


def _uncovered(draft: Draft[Position]) -> bool:
    """Discard what lay under an Episode that has left play; whether there was any.

    Rules:
        CCG-EPC-05 and CCG-GEN-05: it was out of play, and is not set free; CCG-GEN-09 it goes to its owner's pile.
    """
    lost = [card.n for card in draft.now.play if card.out > 0 and draft.now.at(card.out) is None]
    for number in lost:
        draft.add(CardDiscarded(number, "discarded"), "CCG-EPC-05")
    return bool(lost)


def _constant(draft: Draft[Position]) -> bool:
    """Begin and end constant changes; whether there were any."""
    changed = False
    for card in draft.now.play:
        have = [change for change in card.changes if change.constant]
        if not have and not _sources(draft.now):
            continue
        want = list(constants(draft.now, card))
        for change in have:
            if change in want:
                want.remove(change)
                continue
            draft.add(ChangeEnded(card.n, change.value, change.face, change.by), "CCG-ABI-03")
            changed = True
        for change in want:
            new = ChangeBegan(card.n, change.value, change.amount, change.face, change.by, constant=True)
            draft.add(new, "CCG-ABI-03")
            changed = True
    return changed


def _sources(position: Position) -> bool:
    """Whether any card in play has a constant ability."""
    return any(
        ability.what in ("bonus", "swell")
        for card in position.lying()
        for ability in abilities(position, card, "innate")
    )


def _values(draft: Draft[Position]) -> bool:
    """Write the present values that are not what they were; whether there were any."""
    changed = False
    for card in draft.now.play:
        values = values_of(draft.now, card)
        if card.face != UNKNOWN and values != (card.energy, card.substance, card.support):
            draft.add(ValuesSet(card.n, *values), "CCG-COM-26")
            changed = True
    return changed


def _dead(position: Position, card: InPlay) -> bool:
    """Whether a Creature has neither Energy nor Substance left and nothing keeps it yet."""
    if card.face == UNKNOWN or face_of(position, card).type != "creature" or card.energy or card.substance:
        return False
    doomed = any(isinstance(thing, Doom) and card.n in thing.cards for thing in position.stack)
    return card.kept != "save" and not doomed


def _keeps(position: Position, card: InPlay) -> str:
    """What keeps a card that is about to be destroyed: `save`, `regenerate`, or "" for nothing."""
    if card.kept:
        return "" if card.kept == "spent" else card.kept
    own = (one.what for one in abilities(position, card, "innate") if one.what in ("save", "regenerate"))
    return next(own, "")


def destroy(draft: Draft[Position], numbers: Sequence[int], how: str, rule: str, *, asked: bool = True) -> bool:
    """Destroy cards together, or ask their players first. Returns whether somebody is asked or something was left.

    Rules:
        CCG-GLO-08 what is destroyed is discarded; CCG-GLO-01 what is not, is alive; the windows at a destruction.
    """
    now = draft.now
    pending = next((thing.cards for thing in now.stack if isinstance(thing, Doom)), ()) if asked else ()
    cards = [card for number in dict.fromkeys((*pending, *numbers)) if (card := now.at(number)) and not card.out]
    if asked and cards and any("destroyed" in now.stops_of(card.side) for card in cards):
        owners = [seat for seat in _in_turn(now) if any(card.side == seat for card in cards)]
        draft.add(Doomed(tuple(card.n for card in cards), how), rule)
        if ask(draft, "doom", owners, "destroyed", rule):
            return True
    _discard(draft, [card.n for card in cards], how, rule)
    return False


def _in_turn(position: Position) -> list[str]:
    """The seats, the active player's first."""
    return sorted(position.seats, key=lambda seat: seat != position.player)


def finish_doom(draft: Draft[Position]) -> None:
    """Destroy what nobody kept, after everybody was asked."""
    doom = next((thing for thing in draft.now.stack if isinstance(thing, Doom)), None)
    if doom is not None:
        _discard(draft, doom.cards, doom.how, "CCG-CRE-10" if doom.how == "destroyed" else "CCG-COM-24")
        settle(draft)


def _discard(draft: Draft[Position], numbers: Sequence[int], how: str, rule: str) -> None:
    """Put cards on their owners' piles, all together, the active player's first, but for those that are kept.

    Rules:
        CCG-GLO-14, A54 a saved card is not destroyed, a regenerated one stays in play with its normal values, Sided;
        CCG-GEN-09 a card goes to its owner's pile.
    """
    for doom in [thing for thing in draft.now.stack if isinstance(thing, Doom)]:
        left = tuple(number for number in doom.cards if number not in numbers)
        if left != doom.cards:
            draft.add(Doomed(left, doom.how), rule)
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
