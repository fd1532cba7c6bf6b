"""The command `correct`, which shows what a correction of a session would do, and records it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
import msgspec
from msgspec.structs import replace

from events.errors import NotationError, RefusedError
from events.events import ALL
from events.store.protocol import EventStore
from projections.registry import registry
from replay.corrections.correction import require_asked
from replay.corrections.plan import CorrectionPlan, LaterMove, NeedsAnswerError, first_of
from replay.corrections.written_changes import read_changes
from replay.posts.acts import Verdict
from replay.posts.directives import Directive, clauses, compose, correction
from replay.posts.door import Request, submit
from replay.posts.door import preview as look
from replay.posts.paste import Pasted, Poster
from replay.posts.unread_lines import ChatLine, chat_line, chat_lines, legal_for, require_own
from replay.reading.timeline import Timeline
from replay.session.seats import require_seat
from webui.commands.arguments import read_text
from webui.commands.database import open_database
from webui.commands.options import as_seat, command, database_option, json_option
from webui.commands.output import plural, say, warn, write_json
from webui.commands.post import exit_status, print_legal_lines, print_lines, result_as_data

_LINE: Final = re.compile("#?(?P<seq>[1-9][0-9]{0,8})(?:[.](?P<number>[1-9][0-9]{0,5}))?")
_MODERATOR: Final = "moderator"
_WORDS: Final[Mapping[str, str]] = {
    "changes": "changes", "open": "is open", "falls": "falls", "left out": "is left out",
    "kept": "is kept as the table had it",
}  # fmt: skip


@command(
    "correct", "correct friday 'INSERT 7.3: draw' --check", "correct friday 'FIX 7.3: sca wst 3' 'OMIT 8.1' --check",
    "correct friday 'FIX 7.3: sca wst 3' 'KEEP rest' --reason 'the post was misread' --cite KEY-TURN-01",
    "correct friday --chat 58", "correct friday --chat 58.3 --find 'green d7'",
    "correct friday --chat 58.3 'P: Kg d7 open' --as tenth",
    "correct friday --chat 58.3 'P: Kg d7 open' 'KEEP rest' --reason 'we all read it so'",
)  # fmt: skip
@click.argument("session")
@click.argument("changes", metavar="CHANGE...", nargs=-1)
@click.option("--chat", "line", metavar="ENTRY[.LINE]", help="A line of chat that was a move, as in 58.3.")
@click.option("--find", "words", metavar="WORDS", default="", help="With --chat: list only moves with these words.")
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose correction; without it you are the moderator.")
@click.option("--reason", default="", help="Why; a moderator gives a reason.")
@click.option("--cite", "cites", metavar="RULE", multiple=True, help="A rule that the ruling cites. Repeatable.")
@click.option("--settles", type=click.IntRange(0), default=0, metavar="N", help="The entry of the dispute it settles.")
@click.option("--check", is_flag=True, help="Only show what it would do. Nothing is written and no die is rolled.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="The last entry that you saw of the log.")
@json_option
@database_option
def correct(
    session: str, changes: tuple[str, ...], line: str | None, words: str, seat: str | None, *, as_json: bool,
    **given: Any,
) -> int:  # fmt: skip
    """Correct moves, and decide all later ones again.

    The session may run or be over. CHANGE is written as in a post: 'FIX 7.3: line' decides the move again, 'INSERT 7.3:
    line' puts a forgotten one before it ('INSERT 7.3 june: line' of another seat), 'OMIT 7.3' leaves it out; - reads
    lines from stdin. Say what happens to later moves that no longer fit: 'KEEP 7.5' keeps one as it was played, 'DROP
    7.5' leaves it out, 'PUT 7.5: line' puts another in its place, 'KEEP rest' and 'DROP rest' are for all others.
    'CARDS pile: shift' lets later draws take the next card.

    A line of chat can have been a move. --chat 58 shows the chat of the post in entry 58, --chat 58.3 the moves that
    its third line may have been. The first CHANGE is then the move. It is recorded as a post if nobody moved since.
    Otherwise a seat proposes to insert it, and the moderator inserts it. Exit status 1: moves no longer fit, and no
    CHANGE says what happens to them. 2: the correction is refused.
    """
    if line is None and not changes:
        raise click.UsageError("missing argument 'CHANGE...'")
    if words and (line is None or changes):
        raise click.UsageError("--find lists the moves that a line of chat may have been: --chat 58.3, and no CHANGE")
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
            warn(f"{error}; KEEP {address} or DROP rest, for example. Nothing was written")
            return 2


class _Correction:
    """A correction that was asked for: of which session, by whom, why."""

    def __init__(
        self, store: EventStore, timeline: Timeline, seat: str | None, given: Mapping[str, Any], *, as_json: bool
    ) -> None:  # fmt: skip
        seats = timeline.reading.started.seats
        require_seat(_MODERATOR if seat is None else seat, seats, _MODERATOR)
        self.store, self.timeline, self.as_json = store, timeline, as_json
        self.poster = Poster(seat or _MODERATOR)
        self.reason, self.cites, self.settles = given["reason"], given["cites"], given["settles"]
        self.check, self.after = given["check"], given["after"]

    def of_moves(self, text: str) -> int:
        """Change moves as they are written."""
        try:
            line = correction(text)
            if not self.poster.seat:
                place = first_of(read_changes(self.timeline, text).changes)
                line = self._ruling(f"#{place.first}", clauses(text), self.settles)
            return self._file(line, "corrected, up to line {}")
        except NotationError as error:
            raise RefusedError(f"{error}; see cloisterbell correct --help") from error

    def _ruling(self, at: str, then: Sequence[str], settles: int | None) -> Directive:
        said = Verdict("fix", tuple(self.cites), "", settles)
        return Directive("RULING", at, says=said.line, reason=self.reason, then=tuple(then))

    def _file(self, line: Directive, then: str) -> int:
        """Preview a line, or submit it."""
        sent = Pasted(text=compose(line), after=self.after)
        request = Request(self.timeline.row.session, self.poster, sent, is_post=False)
        if self.check:
            plan = look(self.store, self.timeline, request).plan
            require_asked(plan.unused)
            return self._print(plan, "nothing was written")
        done = submit(self.store, registry(), request)
        return self._print(done.plan, then.format(done.seq), done.seq)

    def of_chat(self, address: str, texts: Sequence[str], words: str) -> int:
        """Make a line of chat the move that it was. Without a move, list the chat or the moves that were legal."""
        found = _LINE.fullmatch(address.strip())
        if found is None:
            raise RefusedError(f'"{address[:40]}" is not a line of a post: write 58.3 for line 3 of entry 58')
        if not found["number"]:
            if texts or words:
                raise RefusedError(f"name the line as in {found['seq']}.3: entry {found['seq']} is a whole post")
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
                "proposed in line {}: the moderator or a judge decides",
            )
        then = (compose(meant), *clauses("\n".join(answers)))
        return self._file(self._ruling(f"#{line.seq}", then, self.settles or None), "inserted")

    def _put_at_end(self, line: Directive) -> int:
        """Record the move as any post is recorded."""
        sent = Pasted(text=compose(line), after=self.after)
        request = Request(self.timeline.row.session, self.poster, sent, is_post=False)
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
        """What a correction does; 1 if moves no longer fit and no answer says what happens to them."""
        if self.as_json:
            write_json({"seq": seq, **plan_as_data(plan), "then": then})
        else:
            print_plan(plan, self.timeline)
            say(then)
        return 1 if plan.falls else 0

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


def _first(timeline: Timeline, lines: Sequence[int]) -> str:
    return timeline.addresses.get(lines[0], f"#{lines[0]}") if lines else "rest"


def plan_as_data(plan: CorrectionPlan) -> dict[str, Any]:
    """A plan as documented data: the fate of each later move, and what the board says otherwise."""
    return {
        "later": [msgspec.to_builtins(one) for one in plan.later], "stand": plan.again,
        "fall": [one.seq for one in plan.dropped], "open": [one.seq for one in plan.open], "waits": plan.waits,
        "spare": plan.spare, "informed": plan.informed, "keep": plan.keep,
        "board": [msgspec.to_builtins(one) for one in plan.changed],
    }  # fmt: skip


def print_plan(plan: CorrectionPlan, timeline: Timeline) -> None:
    """What becomes of the later moves, a line each for those that do not just stand; then the board."""
    stands = sum(one.fate in ("stands", "changes") for one in plan.later)
    say(f"{plural(stands, 'later move')} {'stands' if stands == 1 else 'stand'}")
    for one in plan.later:
        if one.fate != "stands" or one.hides:
            what = "sets a value, which covers the correction" if one.hides else f"{_WORDS[one.fate]}{_because(one)}"
            say(f"{timeline.addresses.get(one.seq, f'#{one.seq}')} {what}")
    if plan.waits:
        say(f"{plural(plan.waits, 'move')} behind it cannot be looked at before")
    if plan.spare:
        say(f"dice and cards that serve nowhere any more: lines {', '.join(map(str, plan.spare))}")
    if plan.informed:
        say("chosen now, with later dice and cards known")
    for line in plan.changed:
        say("\n".join(f"  {sign} {told}" for sign, told in (("-", line.now), ("+", line.then)) if told))


def _because(one: LaterMove) -> str:
    if one.why:
        return f": {one.why}{f' ({one.rule})' if one.rule else ''}"
    was = f"; was: {' '.join(one.was)}" if one.was else ""
    now = f"; now: {' '.join(one.now)}" if one.now else ""
    return f"{was}{now}"
