"""The steps of a session as the viewer's page takes them: boards, texts and sentences, each as a change of the last.

`base` is the first board and its text; chunk `n` has the `n`th `SIZE` lines, its first a change of the base. A
chunk holds nothing that anybody typed, no name of a person, and nothing that a later line could change, so that one
whose address has the digest of its last line can be kept for ever. What can change stands in the `outline`: posts and
remarks, notes, what was struck, and what an audit found.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from events.events import UNKNOWN, Drawn, Event, Revealed, Rolled, SessionEvent, Started
from events.session_events import DisputeOpened, Remarked, Ruled
from replay.audit.findings import Finding
from replay.reading.timeline import Timeline
from webui.views.deltas import board_part, change, changed_lines, shared
from webui.views.headline import headline
from webui.views.line_notes import ShownNote
from webui.views.log_rows import Logbook, LogRow, original_post, roll_source, undone_by

SIZE: Final = 512
"""The lines of a chunk."""
_MOMENTS: Final[Mapping[str, tuple[type[Event], ...]]] = {
    "dice": (Rolled,),
    "cards": (Drawn,),
    "reveals": (Revealed,),
    "disputes": (DisputeOpened,),
    "rulings": (Ruled,),
}
"""What is marked on the timeline of any game."""


def base(timeline: Timeline) -> dict[str, Any]:
    """The board after line 1 as a tree, and its text in lines."""
    return {"board": board_part(timeline.svg(1)).tree(), "words": timeline.text(1).split("\n")}


def chunks(timeline: Timeline) -> int:
    """How many chunks a session has; the first is 1."""
    return -(-timeline.last // SIZE)


def last_of_chunk(timeline: Timeline, number: int) -> int:
    """The last line of a chunk."""
    return min(number * SIZE, timeline.last)


def chunk(timeline: Timeline, number: int) -> dict[str, Any]:
    """One chunk: for each of its lines what becomes of the board and of its text, what is said, and what is due next.

    `trees` are what comes more than once in the changes of its boards. `said` has no sentence for session events, which
    the outline tells; `next` and `odds` are 0 where they are as at the line before; `dice` has the faces and the source
    of each roll, by line.
    """
    first, last = (number - 1) * SIZE + 1, last_of_chunk(timeline, number)
    part, words = board_part(timeline.svg(1)), timeline.text(1).split("\n")
    found: dict[str, Any] = {"first": first, "trees": [], "board": [], "words": [], "said": [], "next": [], "odds": []}
    due, chances, before = "", list[str](), None
    odds = timeline.game.view.odds or (lambda _position: ())
    for seq in range(first, last + 1):
        drawn, text = board_part(timeline.svg(seq), part), timeline.text(seq).split("\n")
        found["board"].append(change(part, drawn))
        found["words"].append(changed_lines(words, text))
        part, words = drawn, text
        said = not isinstance(timeline.entries[seq - 1].event, (SessionEvent, Started))
        found["said"].append(timeline.tell(seq) if said else 0)
        now = ("" if timeline.status(seq).outcome else "Next: ") + headline(timeline, seq)
        found["next"].append(0 if now == due else now)
        position = timeline.position(seq)
        likely = chances if position is before else list(odds(position))
        found["odds"].append(0 if likely == chances else likely)
        due, chances, before = now, likely, position
    found["trees"], found["board"] = shared(found["board"])
    entries = timeline.entries[first - 1 : last]
    found["dice"] = {
        entry.seq: [entry.event.die, entry.event.faces, roll_source(entry.event)]
        for entry in entries
        if isinstance(entry.event, Rolled)
    }
    return found


def outline(
    book: Logbook, findings: Mapping[int, Sequence[Finding]], may_speak: Callable[[LogRow], bool],
    noted: Sequence[ShownNote] = (),
) -> dict[str, Any]:  # fmt: skip
    """Where a session can be stepped to, its groups in turns, when lines were filed, and all that can still change."""
    timeline, rows = book.timeline, [book.row(at) for at in range(len(book.groups))]
    ends, times = timeline.ends, [line.at_ms // 1000 for line in timeline.lines]
    return {
        "last": timeline.last,
        "size": SIZE,
        "heads": [_digest(timeline, 1), *(_digest(timeline, last_of_chunk(timeline, n)) for n in _numbers(timeline))],
        "ends": {grain: ends[grain] for grain in ("move", "turn", "round")},
        "turns": [[part.turn, part.name, part.first, part.seq] for part in book.sections],
        "groups": [[row.first, row.last, row.address, row.kind, int(row.undone), int(row.implied)] for row in rows],
        "behalf": {row.first: row.behalf for row in rows if row.behalf},
        "filed": [now - before for now, before in zip(times, [0, *times], strict=False)],
        "texts": dict(_typed(rows, timeline)),
        "posts": {row.first: [row.post, int(may_speak(row))] for row in rows if row.post},
        "posted": dict(_posted(book)),
        "undone": {row.first: undone_by(book, row) for row in rows if row.undone},
        "findings": {
            first: [[one.id, one.level, int(one.kept), one.rule, one.condition] for one in some]
            for first, some in findings.items()
        },
        "moments": {name: seqs for name, seqs in _moments(timeline, noted) if seqs},
        "notes": [list(one) for one in noted],
    }


def _numbers(timeline: Timeline) -> Sequence[int]:
    return range(1, chunks(timeline) + 1)


def _digest(timeline: Timeline, seq: int) -> str:
    """What names a line in the address of what hangs on it."""
    return timeline.lines[seq - 1].digest.hex()[:32]


def _typed(rows: Sequence[LogRow], timeline: Timeline) -> Iterator[tuple[int, str]]:
    """The sentences that a chunk leaves out: how the session is run, with what people typed."""
    for row in rows:
        if isinstance(timeline.entries[row.first - 1].event, (SessionEvent, Started)):
            yield row.first, row.text
        for told in row.told:
            if isinstance(timeline.entries[told.seq - 1].event, (SessionEvent, Started)):
                yield told.seq, told.text


def _posted(book: Logbook) -> Iterator[tuple[int, list[Any]]]:
    """The post that each move was probably read from."""
    for at, group in enumerate(book.groups):
        post = original_post(book, at)
        if post:
            yield group.first, [post.seq, post.author, post.where, post.when]


def _moments(timeline: Timeline, noted: Sequence[ShownNote]) -> Iterator[tuple[str, list[int]]]:
    """The lines to mark, by what happened there. A note is marked where it stands, a remark where it was made."""
    said = [one.seq for one in timeline.reading.entries_of(Remarked) if getattr(one.event, "text", UNKNOWN) != UNKNOWN]
    yield "notes", sorted({*said, *(one.at for one in noted if one.at)})
    for name, kinds in {**_MOMENTS, **timeline.game.view.moments}.items():
        yield name, [entry.seq for entry in timeline.entries if isinstance(entry.event, kinds)]
