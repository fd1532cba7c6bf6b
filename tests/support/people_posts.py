"""Posts in people's own words: the expected reading of each, and the actual outcome.

`python tests/support/people_posts.py [game ...]` prints the number of each outcome. With `--sealed` it counts the rows
of `sealed.jsonl`, which are not shown to developers of the parser. With `--sure` it also counts the posts that are
recorded without a question under that policy. A row is a post by a seat after a number of moves of
a transcript. `due` are the lines equivalent to its `moves`, the readings of an `ask`, or the moves in a `talk` or
`trap`. `owes` names dice that the post does not report, which must be asked for even if all moves are clear.
`takes_back` are the words of a trap that must be quoted in a question; a trap without them only imagines moves.
If the block of the earlier moves `ends` before the post, its end can imply a pass, although its author goes on.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Literal, NamedTuple, get_args

import msgspec
from imported import record_text
from places import ROOT

from events.errors import BellError, NotationError
from events.events import ALL, OMNISCIENT, Move
from events.store.memory import MemoryStore
from projections.contracts import Ask, Written
from projections.draft import run
from projections.notation.prose.reading import parts_of
from projections.notation.recorded_chance import Typed
from projections.registry import registry
from replay.posts.blocks import read_posts
from replay.posts.door import Filing
from replay.posts.lines import ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import PostReader, ReadPaste, read_post
from replay.posts.unasked import read_trusting
from replay.reading.timeline import Timeline
from replay.session.submission import PrefacedSession
from replay.transfer.bundle import stage

_MANY: Final = 9
_END: Final = "== end ==\n"
_WHOLE: Final[dict[str, dict[int, tuple[MemoryStore, str]]]] = {}
"""Recordings of whole blocks, by session and number of blocks."""
FOLDER: Final = ROOT / "tests/replay/posts/people"
MOST_CHOICES: Final = 7
Kind = Literal["moves", "ask", "talk", "trap"]
Outcome = Literal[
    "right", "one key", "clear, wrong", "asked, on offer", "asked, not on offer", "half read", "treated as chat",
    "silently wrong",
]  # fmt: skip
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)


TrapOutcome = Literal["right", "asked", "asked without quotation", "not asked", "recorded"]


class Row(msgspec.Struct, frozen=True):
    id: str
    session: str
    moves: int
    seat: str
    hand: str
    kind: Kind
    post: str
    due: Sequence[Any]
    why: str = ""
    split: bool = False
    owes: str = ""
    takes_back: str = ""
    ends: bool = False

    @property
    def game(self) -> str:
        return self.session.partition("-")[0]

    @property
    def readings(self) -> list[list[str]]:
        """The possible readings of the post, each as lines; a clear post has one."""
        return [list(one) for one in self.due] if self.kind == "ask" else [list(self.due)]


def rows(*names: str) -> Iterator[Row]:
    for name in names:
        for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines():
            yield msgspec.json.decode(line, type=Row)


def begun(transcript: str, moves: int, *, ends: bool = False) -> str:
    """Return the beginning of a transcript with this number of moves.

    The end of a block can imply a pass, so a block whose author goes on after these moves has an end only if it `ends`.
    """
    kept: list[str] = []
    count, inside = 0, False
    for line in transcript.splitlines():
        if line.startswith("== "):
            inside = not line.startswith("== end")
            if inside and count >= moves:
                break
        elif inside and line:
            if count >= moves:
                kept += [_END.strip()] if ends else []
                break
            count += 1
        kept.append(line)
    return "\n".join(kept) + "\n"


@cache
def table(session: str, moves: int, *, ends: bool = False) -> tuple[MemoryStore, str]:
    text = begun((FOLDER / f"{session}.txt").read_text("utf-8"), moves, ends=ends)
    return _recorded(session, tuple(block for block in re.split(rf"(?<={_END})", text) if block.strip()))


def _recorded(session: str, blocks: tuple[str, ...]) -> tuple[MemoryStore, str]:
    """Record blocks of a session, starting from the recording for an earlier post."""
    store, known = MemoryStore(), _WHOLE.setdefault(session, {})
    before = max((count for count in known if count < len(blocks)), default=0)
    until = before + 1 if before == len(blocks) - 1 else max(1, len(blocks) - 1)
    text = "".join(blocks[before:until])
    if before:
        earlier, name = known[before]
        stage(earlier, store, name)
        opened, poster = PrefacedSession.load(store, registry(), name), Poster("", OMNISCIENT)
        for post in read_posts(text):
            timeline = Timeline(opened.row, opened.table)
            read = PostReader(timeline, store, poster, looks=False).read(post)
            assert Filing(opened, poster).file([read]) is None, (session, text)
    else:
        done = record_text(store, registry(), text)
        assert done.whole, (session, done.lines[-1])
        name = done.session
    if until == len(blocks):
        return store, name
    known[until] = store, name
    return _recorded(session, blocks)


@lru_cache(maxsize=8)
def _timeline(session: str, moves: int, viewer: str, *, ends: bool) -> Timeline:
    store, name = table(session, moves, ends=ends)
    return Timeline.read(store, registry(), name, viewer)


def timeline_of(row: Row, viewer: str) -> Timeline:
    """Return the session as it was before a post; it must not be written to."""
    return _timeline(row.session, row.moves, viewer, ends=row.ends)


class Read(NamedTuple):
    """The moves read from a post, the options offered, whether a question is open, and the moves after confirmation."""

    moves: list[Move]
    offered: list[list[Move]]
    is_open: bool
    confirmed: list[Move] | None = None
    questions: str = ""


def _intake(row: Row) -> ReadPaste:
    store, _ = table(row.session, row.moves, ends=row.ends)
    pasted, poster = Pasted(text=row.post, seat=row.seat), Poster(row.seat, row.seat)
    return read_post(timeline_of(row, row.seat), store, pasted, poster)


def read_lines(row: Row) -> Sequence[ReadLine]:
    return _intake(row).lines


def read(row: Row) -> Read:
    intake = _intake(row)
    lines = [line for line in intake.lines if line.seat == row.seat]
    texts = [line.taken or line.text for line in lines if line.status == "ok" and not line.waits]
    moves = moves_of(row, texts)
    offered = [moves_of(row, [*texts, choice]) for line in lines if not line.is_settled for choice in line.choices]
    waiting = [line for line in intake.lines if line.waits]
    asked = [line for line in intake.lines if not line.is_settled]
    told = [line.choices[0] if line.is_likely else line.taken or line.text for line in lines if line.status != "chat"]
    confirmed = moves_of(row, told) if asked and all(line.is_likely for line in asked) and not waiting else None
    is_open = bool(intake.open or intake.trouble or intake.crossing)
    return Read(moves, offered, is_open, confirmed, "\n".join(line.message for line in asked))


def read_choices(row: Row) -> list[list[str]]:
    """Return the lines that a post is read as, and the lines of each choice that is offered for it."""
    store, _ = table(row.session, row.moves, ends=row.ends)
    intake = read_post(
        timeline_of(row, row.seat), store, Pasted(text=row.post, seat=row.seat), Poster(row.seat, row.seat)
    )
    taken = [line.taken or line.text for line in intake.lines if line.status == "ok"]
    return [*([taken] if taken else []), *([*taken, choice] for line in intake.lines for choice in line.choices)]


class Said(NamedTuple):
    """A line of notation, the move that it means, and the position before the move."""

    line: str
    written: Written
    before: Any


def moves_of(row: Row, lines: Iterable[str]) -> list[Move]:
    return [one.written.move for one in written_by(row, lines)]


def written_by(row: Row, lines: Iterable[str]) -> list[Said]:
    """Return the moves that lines of notation mean after the moves before a post."""
    timeline = timeline_of(row, "table")
    game, position = timeline.game, timeline.position(timeline.last)
    found: list[Said] = []
    for line in (part for several in lines for part in parts_of(several)):
        try:
            written = game.notation.read(line, position, row.seat)
        except NotationError:
            continue
        for one in () if isinstance(written, Ask) else (written,) if isinstance(written, Written) else written:
            found.append(Said(line, one, position))
            try:
                fate = Typed(one.seen, lenient=True, blind=True)
                position = run(game.rules, position, one.move, fate, strict=False).now
            except BellError:
                pass
    return found


def forced_moves(row: Row) -> Counter[Move]:
    """Return the moves that a reading may add although the post does not say them."""
    wordings = registry()[row.game].wordings
    lines = wordings.lexicon.forced if wordings is not None else ()
    return Counter(move for line in lines for move in moves_of(row, [line]) for _ in range(_MANY))


def outcome(row: Row) -> Outcome:
    found = read(row)
    wanted = [moves_of(row, lines) for lines in row.readings]
    forced = forced_moves(row)
    counted = Counter(found.moves)
    if not any(counted <= Counter(moves) for moves in wanted):
        return "silently wrong"
    if found.confirmed is not None:
        whole = [Counter(moves) for moves in wanted]
        fits = any(Counter(found.confirmed) - forced == moves - forced for moves in whole)
        return "one key" if fits else "clear, wrong"
    if not found.is_open:
        is_right = row.kind != "ask" and counted == Counter(wanted[0])
        return "right" if is_right else "half read" if found.moves else "treated as chat"
    on_offer = [move for moves in found.offered for move in moves]
    if row.kind == "ask":
        return "asked, on offer" if all(moves[0] in on_offer for moves in wanted if moves) else "asked, not on offer"
    left = [move for move in wanted[0] if move not in found.moves]
    is_offered = left[0] in on_offer if left else bool(row.owes)
    return "asked, on offer" if is_offered else "asked, not on offer"


ChoiceOutcome = Literal[
    "right", "choices missing", "too many choices", "no choices", "read in part", "treated as chat", "recorded"
]


def choice_outcome(row: Row) -> ChoiceOutcome:
    """Return whether a post that leaves a value open is asked about, with all its readings among a few choices.

    Only the moves of a reading up to the first one that differs from the other readings must be on offer.
    """
    found, wanted = read(row), [moves_of(row, lines) for lines in row.readings]
    until = next((at for at, moves in enumerate(zip(*wanted, strict=False)) if len(set(moves)) > 1), None)
    needed = [Counter(moves if until is None else moves[: until + 1]) for moves in wanted]
    if not found.is_open:
        is_recorded = any(moves <= Counter(found.moves) for moves in needed)
        return "recorded" if is_recorded else "read in part" if found.moves else "treated as chat"
    if not found.offered:
        return "no choices"
    if not all(any(moves <= Counter(offered) for offered in found.offered) for moves in needed):
        return "choices missing"
    return "right" if len(found.offered) <= MOST_CHOICES else "too many choices"


def trap_outcome(row: Row) -> TrapOutcome:
    """Return what became of a post that takes its moves back, or that only imagines them."""
    found = read(row)
    if found.moves and (not found.is_open or not Counter(found.moves) <= Counter(moves_of(row, row.due))):
        return "recorded"
    if row.takes_back:
        is_quoted = row.takes_back.casefold() in found.questions.casefold()
        return "right" if is_quoted else "asked without quotation" if found.is_open else "not asked"
    return "asked" if found.is_open else "right"


Unasked = Literal["right", "wrong", "asked"]


def unasked(row: Row) -> Unasked:
    """Return what becomes of a post if the policy of its session is `sure`: it is recorded without a question or not.

    A post that needs a question, or that takes its moves back, is wrong if it is recorded.
    """
    store, _ = table(row.session, row.moves, ends=row.ends)
    pasted, poster = Pasted(text=row.post, seat=row.seat, trust="sure"), Poster(row.seat, row.seat)
    paste, mark = read_trusting(timeline_of(row, row.seat), lambda: timeline_of(row, ALL), store, pasted, poster)
    if mark is None:
        return "asked"
    lines = [line.taken or line.text for line in paste.lines if line.seat == row.seat and line.status == "ok"]
    forced, is_asked = forced_moves(row), row.kind == "ask" or bool(row.takes_back)
    is_same = Counter(moves_of(row, lines)) - forced == Counter(moves_of(row, row.readings[0])) - forced
    return "right" if is_same and not is_asked else "wrong"


def table_of(outcomes: Iterable[tuple[Row, Outcome]]) -> Iterator[str]:
    counts = Counter((row.game, row.kind, came) for row, came in outcomes)
    yield f"| game | kind | n | {' | '.join(OUTCOMES)} |"
    yield f"| --- | --- | --- |{' --- |' * len(OUTCOMES)}"
    for game, kind in sorted({(game, kind) for game, kind, _ in counts}):
        each = [counts[game, kind, came] for came in OUTCOMES]
        yield f"| {game} | {kind} | {sum(each)} | {' | '.join(str(n or '') for n in each)} |"


def main(*words: str) -> None:
    sealed = "--sealed" in words
    games = [word for word in words if not word.startswith("-")] or list(registry())
    for names in (["sealed"], ["sealed-2"]) if sealed else (games,):
        found = [(row, outcome(row)) for row in rows(*names) if row.game in games]
        sys.stdout.write("\n".join([*table_of(found), ""]))
        if "--sure" in words:
            ways = Counter((row.kind, unasked(row)) for row, _ in found)
            told_ways = [f"{kind}: {way} {count}" for (kind, way), count in sorted(ways.items()) if way != "asked"]
            sys.stdout.write(f"without a question, if the policy is sure: {', '.join(told_ways) or 'none'}\n")
        if "--show" in words and not sealed:
            for row, came in found:
                told = {"id": row.id, "came": came, "post": row.post, "due": list(row.due)}
                sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
