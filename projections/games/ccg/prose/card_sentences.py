"""Sentences for effects on cards: their place, state and values."""

from typing import Final

from events.events import UNKNOWN
from projections.games.ccg.events import combat_effects as c, effects as f
from projections.games.ccg.prose.use_text import bare, own, values_words
from projections.games.ccg.state import names
from projections.games.ccg.state.position import Position
from projections.sentence_table import Rows, Writers
from projections.wording import clean

LEFT: Final = {
    "destroyed": "is destroyed", "lost": "is lost in combat", "sacrificed": "is sacrificed", "solved": "leaves play",
}  # fmt: skip
"""How a card leaves play, by `CardDiscarded.how`."""


def _entered(event: f.CardEntered, _before: Position, after: Position) -> str:
    name = names.card_name(after, event.card) if after.at(event.card) else names.face_name(after, event.face)
    if event.owner != event.side:
        name = f"{names.whose(after, event.owner)} {bare(name)}"
    return f"{name} comes into play on {names.whose(after, event.side)} side of the {names.zone_name(event.zone)}."


def _from(position: Position, number: int) -> str:
    card = position.at(number)
    return f" from the {names.zone_name(card.zone)}" if card else ""


def _under(position: Position, number: int) -> str:
    return f", under {names.card_name(position, number)}" if number else ""


def _left(how: str) -> str:
    return LEFT.get(how) or f"leaves play ({clean(how)})"


def _pile(position: Position, number: int) -> str:
    card = position.at(number)
    return f"{names.whose(position, card.owner)} discard pile" if card else "its owner's discard pile"


def _returned(event: f.CardReturned, before: Position, _after: Position) -> str:
    whose = names.whose(before, event.owner)
    if event.card:
        return f"{own(before, event.card)} returns to {whose} hand."
    return f"{names.face_name(before, event.face)} returns from {whose} discard pile to the hand."


def _sided_by(position: Position, number: int, seat: str) -> str:
    card = position.at(number)
    return f" by {names.seat_name(position, seat)}" if card and seat != card.side else ""


def _passing(passing: bool) -> str:  # noqa: FBT001  # a field
    return " until the turn ends" * passing


def _solved(support: int) -> str:
    return f"with Support of {support}" if support else "by a Doctor Who and two Assistants"


def _keep(how: str) -> str:
    return "cannot be destroyed this turn" if how == "save" else "will stay in play if it is destroyed this turn"


def _kept(how: str) -> str:
    return "is saved" if how == "save" else "regenerates"


def _signed(number: int) -> str:
    return f"{number:+}"


def _source(position: Position, face: str, by: int) -> str:
    return own(position, by) if position.at(by) else names.face_name(position, face or UNKNOWN)


def _lasts(constant: bool) -> str:  # noqa: FBT001  # a field
    return "as a constant change" if constant else "until the turn ends"


WRITERS: Final[Writers] = {
    "from": _from, "under": _under, "left": _left, "pile of": _pile, "card by": _sided_by, "passing": _passing,
    "solved": _solved, "keep": _keep, "kept": _kept, "signed": _signed, "face by": _source, "constant": _lasts,
    "values": values_words,
}  # fmt: skip
ROWS: Final[Rows] = {
    f.CardEntered: _entered,
    f.CardMoved: "{card} moves{card:from} to the {zone}.",
    f.CardBanished: "{card} is out of play{under}.",
    f.CardDiscarded: "{card} {how:left} and goes to {card:pile of}.",
    f.CardReturned: _returned,
    f.FlashUsed: "{face} goes from {player:whose} hand to the discard pile.",
    f.CardSided: "{card} is Sided{card by}.",
    f.CardStood: "{card} Stands.",
    f.CardLocked: "{card} can neither be Sided nor Stand this turn.",
    f.CardCloned: "{card} becomes an exact copy of {face}{passing}.",
    f.EpisodeSolved: "{card} is solved {support:solved}.",
    c.KeepGranted: "{card} {how:keep}.",
    c.CardKept: "{card} {how:kept} and stays in play.",
    f.ChangeBegan: "{card} gets {amount:signed} {value} from {face by} {constant}.",
    f.ChangeEnded: "{card} loses the change of {value} from {face by}.",
    f.ValuesSet: "{card} changes from {card:values} to {energy}/{substance}/{support}.",
    f.SupportCounted: "{by:card} counts as a supporter of {card}.",
}
