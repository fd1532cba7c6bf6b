"""Classification of takebacks: what was learnt and decided since an entry.

It uses only what spectators know, so the level of a takeback is the same for every viewer. It is public that a seat saw
cards, but not which ones. Entries that were undone meanwhile count as well, because players have seen them.

Two kinds of moves are not decisions. An *implied* move is what a seat's silence means. A move by a *standing order* was
decided when the order was given. It counts only if that was after the entry to go back to. Otherwise the order simply
answers again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from events.codec import audience_of
from events.entry import Entry
from events.events import (
    ALL,
    OMNISCIENT,
    UNKNOWN,
    Chance,
    Drawn,
    Effect,
    Event,
    Move,
    Revealed,
    Rolled,
    SessionEvent,
    Shuffled,
)
from events.session_events import ItemRevealed, Ordered, PostOrigin, RecordedUnasked, Skipped
from replay.reading.places import place_name
from replay.reading.reading import Reading, head_of
from replay.reading.trust import moves_unasked

Level = Literal["FREE", "COURTESY", "REVEALED"]


class Exposure(msgspec.Struct, frozen=True):
    """Information that one or all seats learnt in entry `seq`, after the entry to which a takeback would return."""

    seq: int
    what: str


class Classification(msgspec.Struct, frozen=True):
    """The level of a takeback: `FREE`, `COURTESY` (seats `decided` since) or `REVEALED` (secrets were seen)."""

    level: Level
    learnt: tuple[Exposure, ...] = ()
    decided: tuple[str, ...] = ()
    dice: bool = False
    is_refusal: bool = False  # its author refuses a reading that was recorded without a question, and still may


def classify(public: Reading[Any], to: int, author: str) -> Classification:
    """Return the level of going back to the position of entry `to`, from a spectator's reading."""
    entries = public.entries[to:]
    learnt = tuple(_exposures(public, to))
    decided = tuple(dict.fromkeys(name for name in _deciders(public, to) if name != author))
    level: Level = "REVEALED" if learnt else "COURTESY" if decided else "FREE"
    dice = any(isinstance(entry.event, Rolled) for entry in entries)
    is_refusal = not (decided or dice) and _is_unasked(public, to, author, learnt)
    return Classification(level, learnt, decided, dice, is_refusal)


def _is_unasked(public: Reading[Any], to: int, author: str, learnt: Sequence[Exposure]) -> bool:
    """Return whether only moves of the author's post that ends at entry `to` go back, recorded without a question.

    If cards are entered by hand, its moves may show cards of the author's hand, but nothing was drawn or revealed.
    """
    mark = next(one for one in reversed(public.entries[:to]) if not isinstance(one.event, PostOrigin))
    if not (isinstance(mark.event, RecordedUnasked) and mark.event.author == author):
        return False
    moves = frozenset(moves_unasked(public, mark))
    since = (entry for entry in public.live(to) if isinstance(entry.event, Move) and not entry.implied)
    results = {entry.seq for entry in public.live(to) if isinstance(entry.event, Chance)}
    told = frozenset[int]() if public.started.has_tower else moves
    return {entry.seq for entry in since} <= moves and all(
        one.seq not in results and head_of(public.entries, one.seq) in told for one in learnt
    )


def _exposures(public: Reading[Any], to: int) -> Iterator[Exposure]:
    then = public.positions[to - 1]
    counted: dict[int, int] = {}
    hidden = _unknowns(then, counted)
    for entry, after in zip(public.entries[to:], public.positions[to:], strict=True):
        left = _unknowns(after, counted)
        shown = 0 if isinstance(entry.event, SessionEvent) and entry.event.turns_back else hidden - left
        hidden = left
        if what := _seen(public, then, entry, shown):
            yield Exposure(entry.seq, what)


def _seen(public: Reading[Any], then: Any, entry: Entry, shown: int) -> str:  # noqa: PLR0911  # one case for each event
    """Return in public words what an entry revealed; `shown` is the number of unknown values that became public."""
    match entry.event:
        case Rolled(purpose=purpose):
            return f"dice were rolled for {purpose}"
        case Shuffled():
            return ""
        case Drawn(player=player, pile=pile, cards=cards):
            count = "a card" if len(cards) == 1 else f"{len(cards)} cards"
            return f"{player} saw {count} of {place_name(public.game, then, pile)}" if cards else ""
        case Revealed(pile=pile, place=place, item=item):
            is_seen = shown > 0 or item == UNKNOWN or public.game.rules.pile_cards(then, pile)
            return f"all players saw the item at {place_name(public.game, then, place)}" if is_seen else ""
        case ItemRevealed(line=line, audience=audience):
            return f"{_names(audience)} learned the hidden value of entry {line}" if audience else ""
        case Chance() | Effect() as event if told := _told_in_private(public, event):
            return told
        case _ if shown > 0:
            return f"all players saw {'a hidden value' if shown == 1 else f'{shown} hidden values'}"
        case _:
            return ""


def _told_in_private(public: Reading[Any], event: Event) -> str:
    fields = public.codec.twins[type(event)].sealed
    sealed = [(audience_of(event, known), getattr(event, name)) for name, known in fields.items()]
    seats = dict.fromkeys(seat for audience, value in sealed if value for seat in audience.split())
    return f"{_names(' '.join(seats))} saw something hidden from the others" if seats else ""


def _names(audience: str) -> str:
    return "all players" if audience == ALL else " and ".join(audience.split())


def _deciders(public: Reading[Any], to: int) -> Iterator[str]:
    """Yield the authors of decisions after an entry: seats that moved, and moderators who set or skipped something."""
    given: dict[str, int] = {}
    for entry in public.entries:
        match entry.event:
            case Ordered(seat=seat):
                given[seat] = entry.seq
            case Move(player=player) if entry.seq > to and not entry.implied:
                if entry.by != "order" or given.get(player, 0) > to:
                    yield player
            case Skipped() if entry.by == OMNISCIENT:
                pass  # the seat has resigned, so the turn is skipped without a decision
            case SessionEvent(is_by_hand=True) if entry.seq > to:
                yield entry.by
            case _:
                pass


def _unknowns(value: Any, counted: dict[int, int]) -> int:
    """Return the number of unknown values in a position. `counted` caches the numbers of parts that positions share."""
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
