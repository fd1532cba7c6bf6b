"""The classifier of takebacks: what was learnt and decided since a line.

It reads what the public knows, so that a takeback has one level, whoever asks; that a seat saw cards is public, which
ones is not. What was seen stays seen: lines that were taken back meanwhile count as well.

Two things are no decision of a seat. An *implied* move is what saying nothing meant. A move that a *standing order*
made was decided when the order was given, so it counts where that was after the line to go back to; otherwise the order
answers once more by itself.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from events.codec import audience_of
from events.entry import Entry
from events.events import ALL, UNKNOWN, Chance, Drawn, Effect, Event, Move, Revealed, Rolled, SessionEvent, Shuffled
from events.session_events import ItemRevealed, Ordered
from replay.reading.places import place_name
from replay.reading.reading import Reading

Level = Literal["FREE", "COURTESY", "SEALED"]


class Exposure(msgspec.Struct, frozen=True):
    """What somebody learnt at a line after the point to go back to."""

    seq: int
    what: str


class Classification(msgspec.Struct, frozen=True):
    """A takeback, classified from the log: `FREE`, `COURTESY` (`decided` lists who chose since) or `SEALED`.

    `dice` says whether dice are among what was seen.
    """

    level: Level
    learnt: tuple[Exposure, ...] = ()
    decided: tuple[str, ...] = ()
    dice: bool = False


def classify(public: Reading[Any], to: int, author: str) -> Classification:
    """Classify going back to the position of line `to`, proposed by `author`, from what a spectator may know."""
    entries = public.entries[to:]
    learnt = tuple(_exposures(public, to))
    decided = tuple(dict.fromkeys(name for name in _deciders(public, to) if name != author))
    level: Level = "SEALED" if learnt else "COURTESY" if decided else "FREE"
    return Classification(level, learnt, decided, any(isinstance(entry.event, Rolled) for entry in entries))


def _exposures(public: Reading[Any], to: int) -> Iterator[Exposure]:
    """What was seen, line by line: dice, what was sealed to a seat, and what all saw of what had been hidden."""
    then = public.positions[to - 1]
    counted: dict[int, int] = {}
    hidden = _unknowns(then, counted)
    for entry, after in zip(public.entries[to:], public.positions[to:], strict=True):
        left = _unknowns(after, counted)
        shown = 0 if isinstance(entry.event, SessionEvent) and entry.event.turns_back else hidden - left
        hidden = left
        if what := _seen(public, then, entry, shown):
            yield Exposure(entry.seq, what)


def _seen(public: Reading[Any], then: Any, entry: Entry, shown: int) -> str:  # noqa: PLR0911  # one case an event
    """What a line let somebody see, in words for everybody, or nothing. `shown` is how much less is hidden from all."""
    match entry.event:
        case Rolled(purpose=purpose):
            return f"dice fell for {purpose}"
        case Shuffled():
            return ""
        case Drawn(player=player, pile=pile, cards=cards):
            count = len(cards)
            return (
                f"{player} saw {'a card' if count == 1 else f'{count} cards'} of {place_name(public.game, then, pile)}"
                if count
                else ""
            )
        case Revealed(pile=pile, place=place, item=item):
            loose = bool(public.game.rules.pile(then, pile))
            return (
                f"all saw what lay at {place_name(public.game, then, place)}"
                if shown > 0 or item == UNKNOWN or loose
                else ""
            )
        case ItemRevealed(line=line, audience=audience):
            return f"{_names(audience)} learnt what line {line} held" if audience else ""
        case Chance() | Effect() as event if told := _told_in_private(public, event):
            return told
        case _ if shown > 0:
            return f"all saw {'something' if shown == 1 else f'{shown} things'} that had been hidden"
        case _:
            return ""


def _told_in_private(public: Reading[Any], event: Event) -> str:
    """What a result told seats in private."""
    fields = public.codec.twins[type(event)].sealed
    sealed = [(audience_of(event, known), getattr(event, name)) for name, known in fields.items()]
    seats = dict.fromkeys(seat for audience, value in sealed if value for seat in audience.split())
    return f"{_names(' '.join(seats))} saw what is hidden from others" if seats else ""


def _names(audience: str) -> str:
    return "all" if audience == ALL else " and ".join(audience.split())


def _deciders(public: Reading[Any], to: int) -> Iterator[str]:
    """Whose decisions came after a line: seats that moved, and moderators who set or skipped something."""
    given: dict[str, int] = {}
    for entry in public.entries:
        match entry.event:
            case Ordered(seat=seat):
                given[seat] = entry.seq
            case Move(player=player) if entry.seq > to and not entry.implied:
                if entry.by != "order" or given.get(player, 0) > to:
                    yield player
            case SessionEvent(is_by_hand=True) if entry.seq > to:
                yield entry.by
            case _:
                pass


def _unknowns(value: Any, counted: dict[int, int]) -> int:
    """How many things in a position are not known. `counted` remembers the parts that positions share."""
    if isinstance(value, str):
        return int(value == UNKNOWN)
    if not isinstance(value, msgspec.Struct | Mapping | tuple | list | frozenset):
        return 0
    if (known := counted.get(id(value))) is not None:
        return known
    if isinstance(value, msgspec.Struct):
        parts: Any = (getattr(value, name) for name in value.__struct_fields__)
    else:
        parts = value.values() if isinstance(value, Mapping) else value
    counted[id(value)] = found = sum(_unknowns(part, counted) for part in parts)
    return found
