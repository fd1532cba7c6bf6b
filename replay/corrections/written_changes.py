"""A correction as people write it: the same lines in a post, in a command and on the page.

    FIX 7.3: sca wst 3
    INSERT 7.4: draw
    INSERT 7.4 june: pass
    OMIT 8.1
    DUE 8.3
    KEEP 8.2 8.4
    DROP 9.1
    PUT 9.3: pass
    CARDS deck-osman: shift

`FIX` decides the move of an address as written, `INSERT` puts one before it (of another seat where one is named),
`OMIT` leaves it out, `DUE` decides it once more as the rules have it, with the dice and cards that fell. Where later
moves fall, `KEEP` keeps them as the table had them, `DROP` leaves them out, `PUT` decides another in their place;
`KEEP rest` and `DROP rest` speak for all that are not named. `CARDS` says of a pile whether each later draw keeps its
card (`by name`, which is usual) or takes the next one (`shift`).
"""

import re
from typing import Final, NamedTuple

from events.errors import NotationError, RefusedError
from events.events import Drawn, Move
from projections.terms import Written
from replay.corrections.plan import KEEP, OMIT, Answer, Change
from replay.corrections.replayed_chance import KEEPINGS, Keeping
from replay.reading.reading import Group, first_origin
from replay.reading.timeline import Timeline
from replay.session.preview import read_correction, read_move_at
from replay.session.seats import require_seat

CHANGES: Final = ("FIX", "INSERT", "OMIT", "DUE")
ANSWERS: Final = ("KEEP", "DROP", "PUT", "CARDS")
_LINE: Final = re.compile(rf"(?P<verb>{'|'.join((*CHANGES, *ANSWERS))})\s+(?P<rest>\S.*)", re.IGNORECASE)
_BREAK: Final = re.compile(rf"\n|(?<![^\S\n])[^\S\n]+/\s+(?=(?:{'|'.join((*CHANGES, *ANSWERS))})\s)", re.IGNORECASE)
_MOST: Final = 200
_ADDRESSED: Final = re.compile(r"(?P<address>\S+?)(?:\s+(?P<seat>[\w-]+))?\s*:\s*(?P<line>.+)")
FORMS: Final = (
    "FIX 7.3: line", "INSERT 7.3: line", "OMIT 7.3", "DUE 7.3", "KEEP 7.5", "DROP 7.6", "PUT 7.6: line",
    "CARDS pile: shift",
)  # fmt: skip


class WrittenCorrection(NamedTuple):
    """A correction as it was written: its changes, and what is said of later moves and of cards."""

    changes: tuple[Change, ...]
    answers: dict[int, Answer]
    others: Answer | None
    keepings: dict[str, Keeping]


NOTHING: Final = WrittenCorrection((), {}, None, {})


def split_changes(text: str) -> list[str]:
    """The lines of a correction; in one line ` / ` parts them."""
    return [line.strip() for line in _BREAK.split(text) if line.strip()]


def read_changes(timeline: Timeline, text: str) -> WrittenCorrection:
    """Read a correction, as the timeline's viewer can read it.

    Raises:
        NotationError: a line does not read, or may mean several moves.
        RefusedError: an address is none, a change is of what is no move, or there are too many lines.
    """
    lines = split_changes(text)
    if len(lines) > _MOST:
        raise RefusedError(f"a correction has at most {_MOST} lines, not {len(lines)}")
    found = WrittenCorrection((), {}, None, {})
    for line in lines:
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise NotationError("a correction is written so", column=1, read=line[:80], allowed=FORMS)
        found = _with(timeline, found, match["verb"].upper(), match["rest"])
    return found


def _with(timeline: Timeline, found: WrittenCorrection, verb: str, rest: str) -> WrittenCorrection:
    """A correction with one line more."""
    match verb:
        case "FIX" | "INSERT":
            return found._replace(changes=(*found.changes, _change(timeline, verb, rest)))
        case "OMIT" | "DUE":
            group = _found(timeline, rest)
            if not isinstance(group.head.event, Move):
                raise RefusedError(f"line {group.first} is no move: only a move is left out or decided again")
            change = Change(group) if verb == "OMIT" else due_change(group)
            return found._replace(changes=(*found.changes, change))
        case "PUT":
            address, _, line = _addressed(rest)
            group = _found(timeline, address)
            answer = Answer("put", read_correction(timeline, group, line))
            return _answered(found, {group.first: answer})
        case "CARDS":
            return found._replace(keepings={**found.keepings, **_keeping(timeline, rest)})
        case _:
            answer = KEEP if verb == "KEEP" else OMIT
            if rest.lower() == "rest":
                if found.others not in (None, answer):
                    raise RefusedError("KEEP rest and DROP rest cannot both be")
                return found._replace(others=answer)
            named = {_found(timeline, address).first: answer for address in rest.replace(",", " ").split()}
            return _answered(found, named)


def _answered(found: WrittenCorrection, said: dict[int, Answer]) -> WrittenCorrection:
    for line in found.answers.keys() & said.keys():
        if found.answers[line] != said[line]:
            raise RefusedError(f"two things are said of the move of line {line}")
    return found._replace(answers={**found.answers, **said})


def _found(timeline: Timeline, address: str) -> Group:
    """The group of an address; of a move that was decided again since, where it stands now.

    Raises:
        RefusedError: no such address.
    """
    group = timeline.find(address)
    if not group.undone or "." not in address:  # a line is meant as it stands
        return group
    origin = first_origin(timeline.entries, group.first)
    again = (one for one in timeline.groups if not one.undone and first_origin(timeline.entries, one.first) == origin)
    return next(again, group)


def due_change(group: Group) -> Change:
    """A move decided once more as the rules have it, with the dice and cards that fell for it.

    Raises:
        RefusedError: the group is no move.
    """
    move = group.head.event
    if not isinstance(move, Move):
        raise RefusedError(f"line {group.first} is no move: only a move has results that are due")
    return Change(group, Written(move))


def _addressed(rest: str) -> tuple[str, str, str]:
    match = _ADDRESSED.fullmatch(rest)
    if match is None:
        raise NotationError("an address, a colon and a move are expected", column=1, read=rest[:80], allowed=FORMS)
    return match["address"], (match["seat"] or "").lower(), match["line"]


def _change(timeline: Timeline, verb: str, rest: str) -> Change:
    address, seat, line = _addressed(rest)
    group = _found(timeline, address)
    if verb == "FIX":
        return Change(group, read_correction(timeline, group, line))
    seats = timeline.reading.started.seats
    require_seat(seat, seats, "")
    mover = seat or str(getattr(group.head.event, "player", ""))
    return Change(group, read_move_at(timeline, group, line, mover), inserts=True)


def _keeping(timeline: Timeline, rest: str) -> dict[str, Keeping]:
    pile, _, how = (part.strip().lower() for part in rest.partition(":"))
    keeping = next((one for one in KEEPINGS if how == one), None)
    if keeping is None or not pile:
        raise NotationError(
            "the cards of a pile are kept so", read=rest[:80], allowed=[f"{pile}: {one}" for one in KEEPINGS]
        )
    piles = sorted({entry.event.pile for entry in timeline.entries if isinstance(entry.event, Drawn)})
    if pile not in piles:
        drawn = f"cards are drawn from {', '.join(piles)}" if piles else "no card was drawn"
        raise RefusedError(f'no card was drawn from a pile "{pile[:40]}" in this session; {drawn}')
    return {pile: keeping}
