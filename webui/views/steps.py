"""The steps of a session for the viewer's script: boards, texts and sentences, each as a change of the previous one.

`base` is the first board and its text. Chunk `n` has the `n`th `SIZE` entries; its first entry is a change of the base.
A chunk contains no free text, no names of people, and nothing that a later entry could change. A browser can therefore
cache it forever under the digest of its last entry. The `outline` contains what can change: posts and remarks, notes,
undone moves and findings. `around` is a small chunk with the entries around one entry, for the first step.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from events.events import UNKNOWN, Drawn, Event, Revealed, Rolled, SessionEvent, Started
from events.session_events import DisputeOpened, Remarked, Ruled
from projections.drawing.board import Panel, definitions
from replay.audit.findings import Finding
from replay.reading.timeline import Timeline
from webui.views.deltas import Part, change, changed_lines, shared
from webui.views.headline import next_headline
from webui.views.line_notes import ShownNote
from webui.views.log_rows import Logbook, LogRow, original_post, roll_source, undone_by
from webui.views.panels import panels_markup, without_status

SIZE: Final = 1024  # the number of log entries in one chunk of steps
_AROUND: Final = 8  # the minimum number of entries before and after an entry that `around` has
_MOMENTS: Final[Mapping[str, tuple[type[Event], ...]]] = {
    "dice": (Rolled,),
    "cards": (Drawn,),
    "reveals": (Revealed,),
    "disputes": (DisputeOpened,),
    "rulings": (Ruled,),
}
"""The kinds of markers on the timeline of every game, each with the event types that it marks."""


def base(timeline: Timeline) -> dict[str, Any]:
    """Return the board after entry 1 (`board`) as a tree, and its description (`words`) as lines."""
    return {"board": _board(timeline.panels(1)).tree(), "words": timeline.text(1).split("\n")}


def _board(panels: Sequence[Panel], before: Part | None = None) -> Part:
    """Return a board as a tree; it reuses each part of the board `before` that did not change."""
    markup = panels_markup(without_status(panels))
    return before.followed_by(markup) if before else Part(markup)


def chunks(timeline: Timeline) -> int:
    """Return the number of chunks of a session; the first chunk is 1."""
    return -(-timeline.last // SIZE)


def last_of_chunk(timeline: Timeline, number: int) -> int:
    """Return the number of the last entry of a chunk."""
    return min(number * SIZE, timeline.last)


def chunk(timeline: Timeline, number: int) -> dict[str, Any]:
    """Return one chunk of a session."""
    return _changes(timeline, (number - 1) * SIZE + 1, last_of_chunk(timeline, number))


def around(timeline: Timeline, seq: int) -> dict[str, Any]:
    """Return a chunk that contains an entry, the previous move and the next move."""
    back, on = timeline.step(seq, "move", -1) or 1, timeline.step(seq, "move", 1) or timeline.last
    first = timeline.group_at(back).first  # the page shows all sentences of a move
    return _changes(timeline, max(1, min(first, seq - _AROUND)), min(timeline.last, max(on, seq + _AROUND)))


def _changes(timeline: Timeline, first: int, last: int) -> dict[str, Any]:
    """Return a chunk: the changes of board and text, the sentence and the next step for each entry.

    - `trees`: repeated changes of its boards.
    - `defs`: elements with an id that its boards use and the board after entry 1 does not.
    - `has_sentence`: sentences; 0 for session events, which are in the outline.
    - `next`, `odds`: 0 if the same as at the previous entry.
    - `sources`: the source of each roll, by entry.
    """
    opening = timeline.panels(1)
    part, words = _board(opening), timeline.text(1).split("\n")
    defs, defined = list[str](), {*definitions(opening)}
    found: dict[str, Any] = {"first": first, "trees": [], "board": [], "words": [], "said": [], "next": [], "odds": []}
    due, chances, before = "", list[str](), None
    odds = timeline.game.view.odds or (lambda _position: ())
    for seq in range(first, last + 1):
        panels = timeline.panels(seq)
        drawn, text = _board(panels, part), timeline.text(seq).split("\n")
        defs += [one for one in definitions(panels) if one not in defined]
        defined.update(defs)
        found["board"].append(change(part, drawn))
        found["words"].append(changed_lines(words, text))
        part, words = drawn, text
        has_sentence = not isinstance(timeline.entries[seq - 1].event, (SessionEvent, Started))
        found["said"].append(timeline.sentence(seq) if has_sentence else 0)
        now = next_headline(timeline, seq)
        found["next"].append(0 if now == due else now)
        position = timeline.position(seq)
        likely = chances if position is before else list(odds(position))
        found["odds"].append(0 if likely == chances else likely)
        due, chances, before = now, likely, position
    found["trees"], found["board"] = shared(found["board"])
    found["defs"] = defs
    entries = timeline.entries[first - 1 : last]
    found["sources"] = {entry.seq: roll_source(entry.event) for entry in entries if isinstance(entry.event, Rolled)}
    return found


def outline(
    book: Logbook, findings: Mapping[int, Sequence[Finding]], may_speak: Callable[[LogRow], bool],
    noted: Sequence[ShownNote] = (),
) -> dict[str, Any]:  # fmt: skip
    """Return the positions to step to, the groups in turns, entry times, and everything that can still change."""
    timeline, rows = book.timeline, [book.row(at) for at in range(len(book.groups))]
    ends, times = timeline.ends, [line.at_ms // 1000 for line in timeline.lines]
    numbers = range(chunks(timeline))
    return {
        "last": timeline.last,
        "size": SIZE,
        "heads": [timeline.digest(seq) for seq in (1, *(last_of_chunk(timeline, at + 1) for at in numbers))],
        "ends": {grain: ends[grain] for grain in ("move", "turn", "round")},
        "turns": [[part.turn, part.name, part.first, part.seq] for part in book.sections],
        "groups": [[row.first, row.last, row.address, row.kind, int(row.undone), int(row.implied)] for row in rows],
        "behalf": {row.first: row.behalf for row in rows if row.behalf},
        "filed": [now - before for now, before in zip(times, [0, *times], strict=False)],
        "texts": dict(_typed(rows, timeline)),
        "posts": {row.first: [row.post, int(may_speak(row))] for row in rows if row.post},
        "posted": {
            group.first: [post.seq, post.label, int(post.is_sure)]
            for at, group in enumerate(book.groups)
            if (post := original_post(book, at))
        },
        "undone": {row.first: undone_by(book, row) for row in rows if row.undone},
        "findings": {
            first: [[one.id, one.level, int(one.kept), one.rule, one.condition] for one in some]
            for first, some in findings.items()
        },
        "moments": {name: seqs for name, seqs in _moments(timeline, noted) if seqs},
        "notes": [list(one) for one in noted],
    }


def _typed(rows: Sequence[LogRow], timeline: Timeline) -> Iterator[tuple[int, str]]:
    """Yield the sentences of session events. Chunks leave these out, because they contain free text."""
    for row in rows:
        if isinstance(timeline.entries[row.first - 1].event, (SessionEvent, Started)):
            yield row.first, row.text
        for told in row.told:
            if isinstance(timeline.entries[told.seq - 1].event, (SessionEvent, Started)):
                yield told.seq, told.text


def _moments(timeline: Timeline, noted: Sequence[ShownNote]) -> Iterator[tuple[str, list[int]]]:
    """Yield the markers of the timeline as (kind, entry numbers). A note marks its subject, a remark its own entry."""
    remarks = [
        one.seq for one in timeline.reading.entries_of(Remarked) if getattr(one.event, "text", UNKNOWN) != UNKNOWN
    ]
    yield "notes", sorted({*remarks, *(one.at for one in noted if one.at)})
    for name, kinds in {**_MOMENTS, **timeline.game.view.timeline_markers}.items():
        yield name, [entry.seq for entry in timeline.entries if isinstance(entry.event, kinds)]
