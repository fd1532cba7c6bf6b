"""Sentences for fields that were set by hand or described."""

from functools import partial
from typing import Final

from projections.described import FieldSentences, SetField, count_of, yes_or_no_sentence
from projections.field import RULES_VERSION
from projections.games.ccg.prose import places
from projections.games.ccg.prose.awaiting import pending
from projections.games.ccg.prose.effect_sentences import barred_words
from projections.games.ccg.prose.move_sentences import moments
from projections.games.ccg.prose.use_text import own, owns, step_words, values_words
from projections.games.ccg.state.names import face_name, in_zone, seat_name, whose, zone_name
from projections.games.ccg.state.position import InPlay, Position
from projections.wording import capitalised, counted, joined

_flag: Final = partial(yes_or_no_sentence, seat_name=seat_name)


def _seats(found: SetField) -> str:
    return joined([seat_name(found.after, seat) for seat in found.values])


def _player(found: SetField) -> str:
    return seat_name(found.after, found.after.player)


def _zone(found: SetField) -> str:
    return f"The chosen zone is the {zone_name(''.join(found.values))}." if found.values else "No zone is chosen."


def _plays(found: SetField) -> str:
    return f"{_player(found)} has played {counted(found.number, 'card')} in this turn."


def _granted(found: SetField) -> str:
    return f"{_player(found)} may play {counted(found.number, 'extra card')} in this turn."


def _missed(found: SetField) -> str:
    return f"Skipped in this turn: {joined([step_words(step) for step in found.values]) or 'no step'}."


def _owed(found: SetField) -> str:
    return f"{_seats(found) or 'No seat'} {'get' if len(found.values) > 1 else 'gets'} an extra turn."


def _bars(found: SetField) -> str:
    bars = [barred_words(found.after, *bar) for bar in found.after.bars]
    return f"{joined(bars)}." if bars else "No action is forbidden in this turn."


def _card(found: SetField) -> str:
    number = count_of(found.key)
    card = found.after.at(number)
    if card is None:
        return f"{capitalised(own(found.before, number))} is not in play."
    return f"{capitalised(own(found.after, number))} is {joined(_state(found.after, card))}."


def _state(position: Position, card: InPlay) -> list[str]:
    """Return the parts of a sentence on where a card in play is, and in what state."""
    where = "out of play" if card.out < 0 else f"under {own(position, card.out)}" if card.out else in_zone(card.zone)
    parts = [where, "Sided" if card.sided else "Standing"] + ["locked for this turn"] * card.locked
    parts += [f"a copy of {face_name(position, card.clone)}"] * bool(card.clone)
    parts += [f"changed by {counted(len(card.changes), 'effect')}"] * bool(card.changes)
    parts += [f"supported by {owns(position, card.supporters, card.side)}"] * bool(card.supporters)
    return [*parts, f"worth {values_words(position, card.n)}"]


def _stops(found: SetField) -> str:
    seat = seat_name(found.after, found.key)
    if found.values == ("usual",):
        return f"{seat} is asked at the usual stops."
    return f"{seat} is asked {moments(found.values) or 'at no stop'}."


def _shields(found: SetField) -> str:
    hits = found.number
    prevented = counted(hits, "more Hit") if hits else "no further Hit"
    return f"{seat_name(found.after, found.key)} can prevent {prevented}."


def _latest(found: SetField) -> str:
    face = "".join(found.values[:1]).partition(" ")[2]
    last = face_name(found.after, face) if face else "not known"
    return f"The last card that {seat_name(found.after, found.key)} put into a zone is {last}."


def _begun(found: SetField) -> str:
    return " ".join(pending(found.after)) or "No action is unfinished."


FIELDS: Final[FieldSentences] = {
    "first": lambda found: f"{_seats(found) or 'An unknown player'} began the game.",
    "zone": _zone,
    "bonus": _flag("The chosen zone is the bonus zone.", "The chosen zone is not the bonus zone."),
    "drawn": _flag("{player} has drawn the card of this turn.", "{player} has not drawn the card of this turn."),
    "episode played": _flag(
        "{player} has played an Episode in this turn.", "{player} has played no Episode in this turn."
    ),
    "solving begun": _flag(
        "{player} has begun to solve Episodes in this turn.", "{player} has not begun to solve Episodes in this turn."
    ),
    "attacked": _flag("{player} has attacked in this turn.", "{player} has not attacked in this turn."),
    "plays": _plays, "granted": _granted, "missed": _missed, "owed": _owed, "bars": _bars, "card <number>": _card,
    "cards so far": lambda found: f"{counted(found.number, 'card')} came into play so far.",
    "stops <seat>": _stops, "shields <seat>": _shields, "latest <seat>": _latest, "begun": _begun,
    RULES_VERSION: lambda found: f"Version {found.number} of the rules decides all later moves.",
}  # fmt: skip


def label(position: Position, place: str) -> str:
    """Return the name of a row of cards."""
    kind, _, seat = place.partition(" ")
    known = {"list": "submitted deck", "seen": "hand, as all players know it,"}.get(kind)
    return f"{whose(position, seat)} {known}" if known else places.place(position, place)
