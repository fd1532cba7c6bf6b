"""A turn summary as data: what to paste into the thread after a turn. `markup.py` writes it as text.

Everything comes from one viewer's reading: a spectator's for the public summary, a seat's for a private one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import dropwhile, takewhile
from typing import Final

import msgspec

from events import session_events as c
from events.entry import Entry
from events.errors import BellError, RefusedError
from events.events import ALL, OMNISCIENT, UNKNOWN, Move, Revealed, Rolled, SessionEvent, Started
from projections.contracts import Written
from projections.wording import capitalised, counted
from replay.reading.chance_trust import NO_PLAYER_SEED, trust_in_words
from replay.reading.ending import why_held
from replay.reading.places import purpose_words, to_put_right
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

SENTENCES: Final = 24  # most sentences in a summary; earlier ones are only counted
ROLLS: Final = 24  # most rolls in a summary; earlier ones are only counted
OPTIONS: Final = 24  # most legal moves in a private summary; the others are only counted

PLACES: Final = 20  # most changes on a physical board; the others are only counted


class SummaryRoll(msgspec.Struct, frozen=True):
    """One roll; `k` is its number in the dice roller's chain, 0 for other sources."""

    seq: int
    k: int
    purpose: str
    faces: tuple[int, ...]
    source: str
    undone: bool = False


class PrivatePart(msgspec.Struct, frozen=True):
    """The private part of a summary for one seat; `more` counts the legal moves that are not listed."""

    seat: str
    name: str
    hand: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    more: int = 0
    order: str = ""


class PositionLinks(msgspec.Struct, frozen=True):
    """The URLs of the page and of the picture of a position, "" for none."""

    page: str = ""
    picture: str = ""


class TurnSummary(msgspec.Struct, frozen=True):
    """A turn summary: what happened from entry `first` to entry `last`, and who plays next.

    `turns` are the first and the last turn. `mover` is the seat whose turn it was, "" for several turns. `untold` and
    `unlisted` count the earlier sentences and rolls that are left out. `checkpoint` is `seq:` and 32 hex digits,
    `signed` the same entry as a signed head. `until` is the deadline of the awaited seats in words. `block` is an empty
    block to fill in. `standing` says who must do what, or how the game ended if `told` does not. `put_right` lists what
    players change on a physical board that shows the position before a correction.
    """

    session: str
    name: str
    title: str
    game: str
    first: int
    last: int
    turns: tuple[int, int]
    mover: str
    told: tuple[str, ...]
    untold: int
    totals: tuple[str, ...]
    rolls: tuple[SummaryRoll, ...]
    unlisted: int
    grade: str
    checkpoint: str
    standing: str
    awaited: tuple[str, ...]
    until: str
    block: str
    place: PositionLinks = PositionLinks()
    offer: PrivatePart | None = None
    put_right: tuple[str, ...] = ()
    signed: str = ""


def build_turn_summary(
    timeline: Timeline,
    start: int = 0,
    *,
    has_tower: bool = True,
    until: str = "",
    place: PositionLinks = PositionLinks(),
    signed: str = "",
    players: Mapping[str, str] | None = None,
) -> TurnSummary:
    """Return the summary from entry `start` (0: the last turn) to the last entry. Raises RefusedError.

    `players` are the names of the seats' players, for a summary that strangers do not see.
    """
    viewer, last = timeline.viewer, timeline.last
    if viewer == OMNISCIENT:
        raise RefusedError("a turn summary can be for everyone or for one seat, not for the moderator's view")
    if not last:
        raise RefusedError("a turn summary needs at least one entry that can be read, and this session has none")
    if not 0 <= start <= last:
        raise RefusedError(f"entry {start} does not exist; this log has entries 1 to {last}")
    first = timeline.group_at(start).first if start else last_turn(timeline)
    status, position = timeline.status(last), timeline.position(last)
    moves = (
        one for one in timeline.groups if one.first >= first and not one.undone and isinstance(one.head.event, Move)
    )
    told = list(_sentences(timeline, first)) or [timeline.sentence(one.first) for one in moves]
    rolls = list(_rolls(timeline, first))
    turns, mover = _turns_and_mover(timeline, first)
    awaited = () if _is_closed(timeline) else status.awaited
    grade = trust_in_words(timeline.reading, timeline.row, has_tower=has_tower)
    if not timeline.reading.started.host:  # seeds matter most if the host plays
        grade = grade.replace(f"; {NO_PLAYER_SEED}", "")
    names = _player_names(timeline, players)
    return TurnSummary(
        timeline.row.session, timeline.row.alias or timeline.row.session, timeline.row.title, timeline.game.meta.title,
        first, last, turns, names.with_players(mover), names.introduced(told[-SENTENCES:]),
        max(0, len(told) - SENTENCES),
        tuple(timeline.game.view.totals(position)), tuple(rolls[-ROLLS:]), max(0, len(rolls) - ROLLS),
        grade,
        f"{last}:{timeline.digest(last)}",
        "" if _names_the_end(timeline, told[-SENTENCES:]) else names.with_players(_headline(timeline, last)),
        tuple(timeline.game.view.seat_name(position, seat) for seat in awaited), until if awaited else "",
        blank_block(timeline, awaited[0]) if awaited else "", place,
        private_part(timeline) if viewer != ALL else None, put_right(timeline, first), signed,
    )  # fmt: skip


def position_summary(
    timeline: Timeline, seq: int, place: PositionLinks = PositionLinks(), players: Mapping[str, str] | None = None
) -> TurnSummary:
    """Return one position as a summary: the move that led to it, and who must do what. It has no dice and no proof."""
    group, status = timeline.group_at(timeline.shown(seq)), timeline.status(seq)
    turn, seat = _turn(timeline, group), timeline.status(max(group.first - 1, 1)).seat
    names = _player_names(timeline, players)
    played = [entry for entry in group.entries if entry.seq <= seq and not _is_about_session(entry)]
    told = _recap(timeline, played) or [timeline.sentence(group.first)]
    is_closed = status.outcome or timeline.closed(seq)
    return TurnSummary(
        timeline.row.session, timeline.row.alias or timeline.row.session, timeline.row.title, timeline.game.meta.title,
        group.first, seq, (turn, turn), names.with_players(timeline.seat_name(seat)) if turn and seat else "",
        names.introduced(told), 0, (), (), 0, "", "", names.with_players(_headline(timeline, seq)),
        () if is_closed else status.awaited, "", "", place,
    )  # fmt: skip


def _player_names(timeline: Timeline, players: Mapping[str, str] | None) -> "PlayerNames":
    return PlayerNames({timeline.seat_name(seat): name for seat, name in (players or {}).items()})


class PlayerNames:
    """Adds the names of players to sentences: `Amy (Yellow) places 1 Dalek`. `players` has a name for each seat's."""

    def __init__(self, players: Mapping[str, str]) -> None:
        self.players = {seat: name for seat, name in players.items() if name and name.casefold() != seat.casefold()}
        seats = "|".join(sorted(map(re.escape, self.players), key=len, reverse=True))
        self.subject = re.compile(rf"(?:^|(?<=, )|(?<= and ))(?:{seats})(?![\w'-]| [A-Z])") if seats else None

    def introduced(self, sentences: Sequence[str]) -> tuple[str, ...]:
        """Return the sentences, with the name of each player at the first mention of the seat."""
        met = set[str]()
        return tuple(self.with_players(sentence, met) for sentence in sentences)

    def with_players(self, text: str, met: set[str] | None = None) -> str:
        """Return a text in which each seat that acts has the name of its player, unless it is one of `met`."""

        def named(found: re.Match[str]) -> str:
            seat = found[0]
            if met is not None:
                if seat in met:
                    return seat
                met.add(seat)
            return f"{self.players[seat]} ({seat})"

        return self.subject.sub(named, text) if self.subject else text


def last_turn(timeline: Timeline) -> int:
    """Return the number of the first entry of the last turn in which something was played and not undone, else 1."""
    ends = list(dropwhile(lambda group: group.undone or not _is_played(group), reversed(timeline.groups)))
    same = takewhile(lambda group: _turn(timeline, group) == _turn(timeline, ends[0]), ends)
    return min((group.first for group in same), default=1)


def _is_played(group: Group) -> bool:
    is_move = isinstance(group.head.event, Move)
    return is_move or any(not isinstance(entry.event, SessionEvent) for entry in group.entries[1:])


def _turn(timeline: Timeline, group: Group) -> int:
    return timeline.status(max(group.first - 1, 1)).turn


def _turns_and_mover(timeline: Timeline, first: int) -> tuple[tuple[int, int], str]:
    groups = [group for group in timeline.groups if group.first >= first and not group.undone and _is_played(group)]
    turns = sorted({_turn(timeline, group) for group in groups}) or [0]
    before = max(groups[0].first - 1, 1) if groups else 1
    seat = timeline.status(before).seat
    one = len(turns) == 1 and turns[0] and seat
    return (turns[0], turns[-1]), timeline.game.view.seat_name(timeline.position(before), seat) if one else ""


def _sentences(timeline: Timeline, first: int) -> Iterator[str]:
    """Yield what happened, in order: a recap of each run of play, a sentence for each session event that is news."""
    run: list[Entry] = []
    for group in timeline.groups:
        if group.last < first or group.undone:
            continue
        head = group.head.event
        if isinstance(head, Started) or (isinstance(head, SessionEvent) and head.is_news):
            yield from _recap(timeline, run)
            run = []
            yield timeline.sentence(group.first)
        run += [entry for entry in group.entries if not _is_about_session(entry)]
    yield from _recap(timeline, run)


def _is_about_session(entry: Entry) -> bool:
    return isinstance(entry.event, SessionEvent | Started)


def _recap(timeline: Timeline, entries: Sequence[Entry]) -> Sequence[str]:
    position = timeline.position
    steps = [(entry.event, position(entry.seq - 1), position(entry.seq)) for entry in entries]
    found = timeline.game.view.summarize(steps) if steps else ()
    if found is None:
        found = [timeline.sentence(entry.seq) for entry in entries if isinstance(entry.event, Move)]
    shown = [entry.seq for entry in entries if isinstance(entry.event, Revealed) and entry.event.item != UNKNOWN]
    return [*found, *(told for told in map(timeline.sentence, shown) if told not in found)]


def _rolls(timeline: Timeline, first: int) -> Iterator[SummaryRoll]:
    for entry in timeline.entries[first - 1 :]:
        event = entry.event
        if isinstance(event, Rolled):
            k = event.receipt.k if event.receipt else 0
            source, undone = event.ticket or event.source, entry.seq in timeline.undone
            position, seats = timeline.position(max(entry.seq - 1, 1)), timeline.reading.started.seats
            purpose = purpose_words(timeline.game, position, seats, event.purpose)
            yield SummaryRoll(entry.seq, k, purpose, event.faces, source, undone)


def _is_closed(timeline: Timeline) -> bool:
    return bool(why_held(timeline.reading) or timeline.reading.unsealed)


def _headline(timeline: Timeline, seq: int) -> str:
    status, position = timeline.status(seq), timeline.position(seq)
    if closed := timeline.closed(seq):
        return f"the session is over. {closed}"
    if not status.outcome:
        return timeline.turn_words(seq)[1]
    winners = " and ".join(timeline.game.view.seat_name(position, seat) for seat in status.outcome.winners)
    return f"{winners} won: {status.outcome.how}" if winners else f"the session is over: {status.outcome.how}"


def _names_the_end(timeline: Timeline, told: Sequence[str]) -> bool:
    """Return whether one of the sentences says how the game ended."""
    if not (timeline.status(timeline.last).outcome or timeline.closed(timeline.last)):
        return False
    over = takewhile(lambda seq: timeline.status(seq).outcome, range(timeline.last, 0, -1))
    return timeline.sentence(min(over, default=timeline.last)) in told


def put_right(timeline: Timeline, first: int) -> tuple[str, ...]:
    """Return what differs on the board now from before the last correction or takeback since an entry."""
    entries = reversed(timeline.entries[first - 1 :])
    back = next((entry.seq for entry in entries if isinstance(entry.event, c.TakenBack)), 0)
    if not back:
        return ()
    found = list(to_put_right(timeline.game, timeline.position(back - 1), timeline.position(timeline.last)))
    more = len(found) - PLACES
    return (*found[:PLACES], *([f"and {counted(more, 'more place')}"] if more > 0 else []))


def blank_block(timeline: Timeline, seat: str) -> str:
    """Return an empty block for a seat, in the form that `replay/posts/blocks.py` parses."""
    turn = timeline.status(timeline.last).turn
    name = timeline.row.alias or timeline.row.session
    numbered = f"T{turn} " if turn or not seat[0].isalpha() else ""
    called = "-".join(capitalised(part) for part in seat.split("-"))
    return f"== {name} {numbered}{called} after #{timeline.last} ==\n\n== end =="


def private_part(timeline: Timeline) -> PrivatePart:
    """Return the private part for the timeline's viewer, from that seat's own position."""
    game, seat, position = timeline.game, timeline.viewer, timeline.position(timeline.last)
    moves = [] if _is_closed(timeline) else list(game.rules.legal(position, seat))
    orders = [event.order for _, event in timeline.reading.events_of(c.Ordered) if event.seat == seat]
    return PrivatePart(
        seat, game.view.seat_name(position, seat), tuple(game.view.hand(position, seat)),
        tuple(dict.fromkeys(_move_line(timeline, move) for move in moves[:OPTIONS])), max(0, len(moves) - OPTIONS),
        orders[-1] if orders else "",
    )  # fmt: skip


def _move_line(timeline: Timeline, move: Move) -> str:
    """Return a move as a player writes it: the longest start of its line that declares no result."""
    position, notation = timeline.position(timeline.last), timeline.game.notation
    words = notation.write([Entry(move)], position).split(" ")
    for length in range(len(words), 0, -1):
        line = " ".join(words[:length])
        with suppress(BellError):
            read = notation.read(line, position, move.player)
            if isinstance(read, Written) and read.move == move and not (read.stated or read.absent):
                return line
    return " ".join(words)
