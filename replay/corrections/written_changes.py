"""Parse the text of a correction, which is the same in a post, in a command and on the page.

    FIX 7.3: sca wst 3
    INSERT 7.4: draw
    INSERT 7.4 june: pass
    OMIT 8.1
    DUE 8.3
    KEEP 8.2 8.4
    DROP 9.1
    PUT 9.3: pass
    CARDS deck-osman: shift

- `FIX` replaces a move. `INSERT` adds one before it (of another seat, if named). `OMIT` removes it.
- `DUE` recalculates the result of a move by the rules, with the recorded dice and cards.
- For later moves that no longer fit: `KEEP` accepts them as played, `DROP` leaves them out, `PUT` replaces one.
  `KEEP rest` and `DROP rest` apply to all moves that are not named.
- `CARDS` says whether later draws from a pile keep their card (`by name`, the default) or take the next (`shift`).
"""

import re
from typing import Final

from events.errors import NotationError, RefusedError
from events.events import Drawn, Move
from events.lazy_patterns import lazy_pattern
from projections.contracts import Written
from replay.corrections.plan import KEEP, OMIT, Answer, Change, Correction
from replay.corrections.replayed_chance import KEEPINGS, Keeping
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.session.preview import read_correction, read_move_at
from replay.session.seats import require_seat

CHANGES: Final = ("FIX", "INSERT", "OMIT", "DUE")
ANSWERS: Final = ("KEEP", "DROP", "PUT", "CARDS")
_LINE: Final = lazy_pattern(rf"(?P<verb>{'|'.join((*CHANGES, *ANSWERS))})\s+(?P<rest>\S.*)", re.IGNORECASE)
_BREAK: Final = lazy_pattern(rf"\n|(?<![^\S\n])[^\S\n]+/\s+(?=(?:{'|'.join((*CHANGES, *ANSWERS))})\s)", re.IGNORECASE)
_MOST: Final = 200
_ADDRESSED: Final = lazy_pattern(r"(?P<address>\S+?)(?:\s+(?P<seat>[\w-]+))?\s*:\s*(?P<line>.+)")
FORMS: Final = (
    "FIX 7.3: move", "INSERT 7.3: move", "OMIT 7.3", "DUE 7.3", "KEEP 7.5", "DROP 7.6", "PUT 7.6: move",
    "CARDS pile: shift",
)  # fmt: skip


def split_changes(text: str) -> list[str]:
    """Split a correction into lines; within a line, ` / ` separates changes."""
    return [line.strip() for line in _BREAK.split(text) if line.strip()]


def move_words(timeline: Timeline, line: str) -> tuple[Group, str, str] | None:
    """Return the group, the seat and the text of the move that a line of a correction writes, None without a move."""
    match = _LINE.fullmatch(line.strip())
    rest = _ADDRESSED.fullmatch(match["rest"]) if match and match["verb"].upper() in ("FIX", "INSERT", "PUT") else None
    if rest is None:
        return None
    group = _found(timeline, rest["address"])
    seat = (rest["seat"] or "").lower() or str(getattr(group.head.event, "player", ""))
    return (group, seat, rest["line"]) if seat in timeline.reading.started.seats else None


def read_changes(timeline: Timeline, text: str) -> Correction:
    """Parse a correction, with what the timeline's viewer knows. Raises NotationError or RefusedError."""
    lines = split_changes(text)
    if len(lines) > _MOST:
        raise RefusedError(f"a correction can have at most {_MOST} lines, not {len(lines)}")
    found = Correction()
    for line in lines:
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise NotationError("this line is not a correction", column=1, read=line[:80], allowed=FORMS)
        found = _with(timeline, found, match["verb"].upper(), match["rest"])
    return found


def _with(timeline: Timeline, found: Correction, verb: str, rest: str) -> Correction:
    match verb:
        case "FIX" | "INSERT":
            return found._replace(changes=(*found.changes, _change(timeline, verb, rest)))
        case "OMIT" | "DUE":
            group = _found(timeline, rest)
            if not isinstance(group.head.event, Move):
                raise RefusedError(f"entry {group.first} is not a move, and {verb} is only for moves")
            change = Change(group, Written(group.head.event) if verb == "DUE" else None)
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
                    raise RefusedError("a correction cannot have both KEEP rest and DROP rest")
                return found._replace(others=answer)
            named = {_found(timeline, address).first: answer for address in rest.replace(",", " ").split()}
            return _answered(found, named)


def _answered(found: Correction, given: dict[int, Answer]) -> Correction:
    for line in found.answers.keys() & given.keys():
        if found.answers[line] != given[line]:
            raise RefusedError(f"the correction has two different answers for the move of entry {line}")
    return found._replace(answers={**found.answers, **given})


def _found(timeline: Timeline, address: str) -> Group:
    """Return the group of a move number such as `7.3`, in its current version if the move was corrected."""
    group = timeline.find(address)
    return timeline.current(group) if "." in address else group  # an entry number means exactly that entry


def _addressed(rest: str) -> tuple[str, str, str]:
    match = _ADDRESSED.fullmatch(rest)
    if match is None:
        raise NotationError("a move number, a colon and a move are expected", column=1, read=rest[:80], allowed=FORMS)
    return match["address"], (match["seat"] or "").lower(), match["line"]


def _change(timeline: Timeline, verb: str, rest: str) -> Change:
    address, seat, line = _addressed(rest)
    group = _found(timeline, address)
    if verb == "FIX":
        return Change(group, read_correction(timeline, group, line))
    require_seat(seat, timeline.reading.started.seats, "")
    mover = seat or str(getattr(group.head.event, "player", ""))
    return Change(group, read_move_at(timeline, group, line, mover), inserts=True)


def _keeping(timeline: Timeline, rest: str) -> dict[str, Keeping]:
    pile, _, how = (part.strip().lower() for part in rest.partition(":"))
    keeping = next((one for one in KEEPINGS if how == one), None)
    if keeping is None or not pile:
        raise NotationError(
            "this is not a way to reuse cards", read=rest[:80], allowed=[f"{pile}: {one}" for one in KEEPINGS]
        )
    piles = sorted({entry.event.pile for entry in timeline.entries if isinstance(entry.event, Drawn)})
    if pile not in piles:
        drawn = f". Piles with draws: {', '.join(piles)}" if piles else ""
        raise RefusedError(f'no card was drawn from a pile "{pile[:40]}" in this session{drawn}')
    return {pile: keeping}
