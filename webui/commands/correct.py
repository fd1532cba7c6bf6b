"""The commands `correct`, which corrects a session, and `what-if`, which tries changes in a copy of it."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any, Final

import click
from click import argument, option
from msgspec.structs import replace

from events.errors import NotationError, RefusedError
from events.events import ALL
from events.lazy_patterns import lazy_pattern
from events.store.protocol import EventStore
from projections.registry import registry
from replay.corrections.branch import Comparison, begin_branch, compare, origin_of, record_of
from replay.corrections.correction import require_asked
from replay.corrections.plan import CorrectionPlan, NeedsAnswerError
from replay.corrections.plan_text import plan_sentences
from replay.corrections.written_changes import read_changes
from replay.posts.acts import Verdict
from replay.posts.choices import LegalLines, offer
from replay.posts.corrected_words import UnclearMoveError, in_notation
from replay.posts.directives import Directive, clauses, compose, correction
from replay.posts.door import Request, preview as look, submit
from replay.posts.paste import Pasted, Poster
from replay.posts.simulate import LookAhead
from replay.posts.unread_lines import ChatLine, chat_line, chat_lines, legal_for, require_own
from replay.reading.timeline import Timeline
from replay.session.seats import require_seat
from webui.commands.arguments import open_view, read_text
from webui.commands.database import open_database
from webui.commands.options import NumberFrom, as_seat, command, viewer_option
from webui.commands.output import plural, say, warn, write_json
from webui.commands.post import exit_status, print_legal_lines, print_lines, result_as_data

_LINE: Final = lazy_pattern("#?(?P<seq>[1-9][0-9]{0,8})(?:[.](?P<number>[1-9][0-9]{0,5}))?")
_MODERATOR: Final = "moderator"


@command(
    "correct", "correct friday 'INSERT 7.3: draw' --check", "correct friday 'FIX 7.3: sca wst 3' 'OMIT 8.1' --check",
    "correct friday 'FIX 7.3: sca wst 3' 'KEEP rest' --reason 'the post was misread' --cite KEY-TURN-01",
    "correct friday --chat 58", "correct friday --chat 58.3 --find 'green d7'",
    "correct friday --chat 58.3 'P: Kg d7 open' --as tenth",
    "correct friday --chat 58.3 'P: Kg d7 open' 'KEEP rest' --reason 'it was meant as a move'",
)  # fmt: skip
@argument("session")
@argument("changes", metavar="CHANGE...", nargs=-1)
@option("--chat", "line", metavar="ENTRY[.LINE]", help="Turn this line of chat into a move, such as 58.3.")
@option("--find", "words", metavar="WORDS", default="", help="With --chat: list the legal moves that match WORDS.")
@option("--as", "seat", metavar="SEAT", type=as_seat, help="Correct as this seat (default: as the moderator).")
@option("--reason", default="", help="Reason for the correction; required from a moderator.")
@option("--cite", "cites", metavar="RULE", multiple=True, help="Rule that the ruling cites. Repeatable.")
@option("--settles", type=NumberFrom(0), default=0, metavar="N", help="Entry of the dispute that this settles.")
@option("--check", is_flag=True, help="Preview only; nothing is saved or rolled.")
@option("--after", type=NumberFrom(0), metavar="N", help="The last log entry that you saw.")
def correct(
    session: str, changes: tuple[str, ...], line: str | None, words: str, seat: str | None, *, as_json: bool,
    **given: Any,
) -> int:  # fmt: skip
    """Correct moves and replay everything after them.

    Each CHANGE is written as in a post (- reads changes from standard input):

    \b
    FIX 7.3: MOVE          replace move 7.3
    INSERT 7.3: MOVE       add a forgotten move before 7.3 (INSERT 7.3 june: MOVE for another seat)
    OMIT 7.3               remove it
    DUE 7.3                recalculate its result by the rules, with the same dice and cards
    KEEP 7.5               accept a later move as played
    DROP 7.5               remove a later move that no longer fits
    PUT 7.5: MOVE          replace it
    KEEP rest, DROP rest   the same for all other later moves
    CARDS PILE: shift      let later draws from a pile take the next card

    A MOVE is in notation or in plain words. If words are unclear, the legal moves are listed and nothing is saved.

    With --chat a line of chat becomes a move. --chat 58 lists the chat of the post in entry 58. --chat 58.3 lists the
    moves that its third line could be, and --chat 58.3 MOVE records one. If others have moved since, the moderator
    inserts the move, or a seat proposes it.

    Exit status 1: later moves no longer fit, and no CHANGE says what happens to them. 2: the correction was refused.
    """  # noqa: D301  # \b keeps the lines in the help
    if line is None and not changes:
        raise click.UsageError("missing argument 'CHANGE...'")
    if words and (line is None or changes):
        raise click.UsageError("--find needs a line of chat, such as --chat 58.3, and no CHANGE")
    texts = [read_text("-") if one == "-" else one for one in changes]
    with open_database() as store:
        row = store.row(session)
        viewer = ALL if seat in (None, _MODERATOR) or line is not None else seat or ALL
        timeline = Timeline.read(store, registry(), row.session, viewer)
        correction = _Correction(store, timeline, seat, given, as_json=as_json)
        try:
            if line is not None:
                return correction.of_chat(line, texts, words)
            return correction.of_moves("\n".join(texts))
        except NeedsAnswerError as error:
            address = _first(correction.timeline, error.lines)
            warn(f"{error}. For example: KEEP {address}, or DROP rest. Nothing was saved")
            return 2


class _Correction:
    def __init__(
        self, store: EventStore, timeline: Timeline, seat: str | None, given: Mapping[str, Any], *, as_json: bool
    ) -> None:
        require_seat(_MODERATOR if seat is None else seat, timeline.reading.started.seats, _MODERATOR)
        self.store, self.timeline, self.as_json = store, timeline, as_json
        self.poster = Poster(seat or _MODERATOR)
        self.reason, self.cites, self.settles = given["reason"], given["cites"], given["settles"]
        self.check, self.after = given["check"], given["after"]

    def of_moves(self, text: str) -> int:
        try:
            text = _in_notation(self.timeline, text, as_json=self.as_json)
            line = correction(text)
            if not self.poster.seat:
                place = read_changes(self.timeline, text).first
                line = self._ruling(f"#{place.first}", clauses(text), self.settles)
            return self._file(line, "corrected; the log now has {} entries")
        except UnclearMoveError as error:
            return _print_choices(self.timeline, error, as_json=self.as_json)
        except NotationError as error:
            raise RefusedError(f"{error}. See cloisterbell correct --help") from error

    def _ruling(self, at: str, then: Sequence[str], settles: int | None) -> Directive:
        verdict = Verdict("fix", tuple(self.cites), "", settles)
        return Directive("RULING", at, says=verdict.line, reason=self.reason, then=tuple(then))

    def _file(self, line: Directive, then: str) -> int:
        request = self._request(line)
        if self.check:
            plan = look(self.store, self.timeline, request).plan
            require_asked(plan.unused)
            return self._print(plan, "nothing was saved")
        done = submit(self.store, registry(), request)
        return self._print(done.plan, then.format(done.seq), done.seq)

    def of_chat(self, address: str, texts: Sequence[str], words: str) -> int:
        found = _LINE.fullmatch(address.strip())
        if found is None:
            raise RefusedError(f'"{address[:40]}" is not a line of a post: write 58.3 for line 3 of entry 58')
        if not found["number"]:
            if texts or words:
                raise RefusedError(f"entry {found['seq']} is a whole post. Name a line of it, such as {found['seq']}.3")
            return self._print_chat(chat_lines(self.timeline, self.store, int(found["seq"])))
        line = chat_line(self.timeline, self.store, int(found["seq"]), int(found["number"]))
        require_own(line, self.poster)
        if not texts:
            if not self.as_json:
                say(f"{line.address:>9}  {line.text}")
            legal = legal_for(self.timeline, line, words)
            return print_legal_lines(legal, words, as_json=self.as_json, **_as_data(line))
        move, *answers = texts
        meant = Directive("MEANT", f"#{line.address}", says=" ".join(move.split()))
        if line.later is None and not answers:
            return self._put_at_end(meant)
        if self.poster.seat:
            return self._file(
                replace(meant, then=clauses("\n".join(answers))),
                "proposed as entry {}. The moderator or a judge decides",
            )
        then = (compose(meant), *clauses("\n".join(answers)))
        return self._file(self._ruling(f"#{line.seq}", then, self.settles or None), "inserted")

    def _request(self, line: Directive) -> Request:
        sent = Pasted(text=compose(line), after=self.after)
        return Request(self.timeline.row.session, self.poster, sent, is_post=False)

    def _put_at_end(self, line: Directive) -> int:
        request = self._request(line)
        if self.check:
            paste = look(self.store, self.timeline, request).paste
            if self.as_json:
                write_json({"settled": paste.is_settled, "lines": paste.lines})
            else:
                print_lines(paste, paste.lines)
            return 0 if paste.is_settled else 2
        done = submit(self.store, registry(), request)
        if self.as_json:
            write_json(result_as_data(done))
        else:
            print_lines(done.paste, done.lines)
        return exit_status(done)

    def _print(self, plan: CorrectionPlan, then: str, seq: int = 0) -> int:
        if self.as_json:
            write_json({
                "seq": seq, "later": plan.later, "stand": plan.again, "fall": [one.seq for one in plan.dropped],
                "open": [one.seq for one in plan.open], "waits": plan.waits, "spare": plan.spare,
                "informed": plan.informed, "keep": plan.keep, "board": plan.changed, "then": then,
            })  # fmt: skip
        else:
            _print_plan(plan, self.timeline)
            say(then)
        return 1 if plan.falls or plan.undecided else 0

    def _print_chat(self, lines: Sequence[ChatLine]) -> int:
        if self.as_json:
            write_json([_as_data(line) for line in lines])
            return 0
        for line in lines:
            became = f"  ({_first(self.timeline, [line.became])})" if line.became else ""
            say(f"{line.address:>9}  {line.text}{became}")
        say(f"{plural(len(lines), 'line')} of chat")
        return 0


def _as_data(line: ChatLine) -> dict[str, Any]:
    return {
        "line": line.address, "text": line.text, "seat": line.seat, "became": line.became,
        "before": line.later.first if line.later else 0,
    }  # fmt: skip


def _in_notation(timeline: Timeline, text: str, *, as_json: bool) -> str:
    """Return a correction with its moves in notation. Print what its plain words mean, unless the output is JSON."""
    meant = in_notation(timeline, text)
    if meant != text and not as_json:
        say("\n".join(f"read as {one}" for one in meant.split("\n") if one not in text.split("\n")))
    return meant


def _print_choices(timeline: Timeline, asked: UnclearMoveError, *, as_json: bool) -> int:
    """Print the moves that unclear words could mean, and return the exit status."""
    ahead = LookAhead(timeline)
    ahead.position = timeline.position(asked.at)
    legal = LegalLines(tuple(offer(ahead, asked.seat, one) for one in asked.allowed))
    warn(f'"{asked.read}": {asked.reason}{"" if asked.reason.endswith("?") else "."} Nothing was saved')
    if not legal.shown:
        warn("this view knows no legal moves here. Use --as SEAT, or write the move in notation")
    if legal.shown or as_json:
        print_legal_lines(legal, asked.read, as_json=as_json)
    return 2


def _first(timeline: Timeline, lines: Sequence[int]) -> str:
    return timeline.address(lines[0]) if lines else "rest"


def _print_plan(plan: CorrectionPlan, timeline: Timeline) -> None:
    for sentence in plan_sentences(plan, timeline):
        say(sentence)
    for line in plan.changed:
        say("\n".join(f"  {sign} {told}" for sign, told in (("-", line.now), ("+", line.then)) if told))


@command(
    "what-if", "what-if friday --at 7.3", "what-if friday 'FIX 7.3: attack Western Europe with 3' 'KEEP rest' --throw",
    "what-if friday 'INSERT 7.3: draw' --at 9.9 --alias what-if-draw", "what-if what-if-draw",
)  # fmt: skip
@argument("session")
@argument("changes", metavar="CHANGE...", nargs=-1)
@option("--at", metavar="N", help="Last move to copy: 7.3, or entry 412 (default: all moves).")
@option("--throw", "throws", is_flag=True, help="Roll dice and draw cards that are missing.")
@option("--seed", type=NumberFrom(0), metavar="N", help="With --throw: seed, to repeat the same rolls.")
@option("--alias", metavar="NAME", default="", help="Short name of the what-if.")
@viewer_option
def what_if(
    session: str, changes: tuple[str, ...], at: str | None, alias: str, viewer: str, seed: int | None,
    *, throws: bool, as_json: bool,
) -> int:  # fmt: skip
    """Copy a session, try changes, and compare the two.

    A what-if is a separate session. Its pages are marked, and `list` leaves it out. It contains only what you may know
    of the original session. Continue it with `post` or `import`.

    Each CHANGE is written as for `correct`, in notation or in plain words. If words are unclear, the legal moves are
    listed and nothing is saved. Known dice and cards are used again. Missing ones must be part of the
    CHANGE, unless you use --throw. To compare an existing what-if with the original, leave out CHANGE.

    Exit status 1: moves differ. 2: words are unclear, or the what-if was refused.
    """
    text = "\n".join(read_text("-") if one == "-" else one for one in changes)
    with open_database() as store:
        timeline = Timeline.read(store, registry(), open_view(store, session, viewer), viewer)
        if origin_of(timeline.reading.started) is not None and not text and at is None:
            found = compare(record_of(store, registry(), timeline, viewer), timeline)
            return _print_comparison(found, timeline, as_json=as_json)
        with closing(store.open_accounts()) as accounts:
            try:
                text = _in_notation(timeline, text, as_json=as_json)
                branch = begin_branch(
                    store, registry(), accounts, timeline, timeline.entry_at(at) if at else 0, text=text,
                    alias=alias, throws=throws, seed=seed, hidden=viewer != ALL,
                )  # fmt: skip
            except UnclearMoveError as error:
                return _print_choices(timeline, error, as_json=as_json)
            except NotationError as error:
                raise RefusedError(f"{error}. See cloisterbell what-if --help") from error
            except NeedsAnswerError as error:
                warn(f"{error}. Or use --throw. Nothing was saved")
                return 2
        made = Timeline.read(store, registry(), branch.row.session, viewer)
        return _print_comparison(compare(timeline, made), made, as_json=as_json)


def _print_comparison(found: Comparison, branch: Timeline, *, as_json: bool) -> int:
    name = branch.row.alias or branch.row.session
    if as_json:
        data: dict[str, Any] = {
            "branch": name, "record": found.origin.session, "left_at": found.origin.line,
            "moves": [one._asdict() for one in found.differing], "board": found.changed,
        }  # fmt: skip
        write_json(data)
    else:
        say(f"{name} is a what-if of {found.origin.session}. It starts after entry {found.origin.line}")
        for one in found.differing:
            say(f"{one.address}\n  - {one.record or 'nothing'}\n  + {one.branch or 'nothing'}")
        differ, board = plural(len(found.differing), "different move"), plural(len(found.changed), "difference")
        say(f"{differ}, {board} on the board")
        for line in found.changed:
            say("\n".join(f"  {sign} {told}" for sign, told in (("-", line.now), ("+", line.then)) if told))
    return 1 if found.differing else 0
