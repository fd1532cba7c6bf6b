"""The command `correct`, which says what a correction of a session would do, and files it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
import msgspec

from events.errors import NotationError, RefusedError
from events.events import ALL
from projections.shelf import shelf
from replay.corrections.correction import correct as correct_session
from replay.corrections.correction import preview, require_asked
from replay.corrections.plan import CorrectionPlan, LaterMove, NeedsAnswerError, first_of
from replay.corrections.ruling import rule
from replay.corrections.written_changes import read_changes
from replay.reading.timeline import Timeline
from replay.session.preview import ReadOnlySession
from replay.session.session import Session
from webui.commands.arguments import read_text
from webui.commands.database import open_database
from webui.commands.options import as_seat, command, database_option, json_option
from webui.commands.output import plural, say, warn, write_json

_MODERATOR: Final = "moderator"
_WORDS: Final[Mapping[str, str]] = {
    "changes": "changes", "open": "is open", "falls": "falls", "left out": "is left out",
    "kept": "is kept as the table had it",
}  # fmt: skip


@command(
    "correct", "correct friday 'INSERT 7.3: draw' --check", "correct friday 'FIX 7.3: sca wst 3' 'OMIT 8.1' --check",
    "correct friday 'FIX 7.3: sca wst 3' 'KEEP rest' --reason 'the post was misread' --cite KEY-TURN-01",
)  # fmt: skip
@click.argument("session")
@click.argument("changes", metavar="CHANGE...", nargs=-1, required=True)
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose correction; without it you are the moderator.")
@click.option("--reason", default="", help="Why; a moderator gives a reason.")
@click.option("--cite", "cites", metavar="RULE", multiple=True, help="A rule that the ruling cites. Repeatable.")
@click.option("--settles", type=click.IntRange(0), default=0, metavar="N", help="The line of the dispute it settles.")
@click.option("--check", is_flag=True, help="Only say what it would do; nothing is written, no die falls.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="The last line that you saw of the log.")
@json_option
@database_option
def correct(
    session: str, changes: tuple[str, ...], seat: str | None, reason: str, cites: tuple[str, ...],
    settles: int, *, check: bool, after: int | None, as_json: bool,
) -> int:  # fmt: skip
    """Correct moves, and decide all later ones again.

    The session may run or be over. CHANGE is written as in a post: 'FIX 7.3: line' decides the move anew, 'INSERT 7.3:
    line' puts a forgotten one before it ('INSERT 7.3 june: line' of another seat), 'OMIT 7.3' leaves it out; - reads
    lines from stdin. What falls is asked about: 'KEEP 7.5' keeps a later move as the table had it, 'DROP 7.5' leaves it
    out, 'PUT 7.5: line' puts another in its place, 'KEEP rest' and 'DROP rest' speak for all others. 'CARDS pile:
    shift' lets later draws take the next card. It ends with 1 where moves fall of which nothing is said, with 2 where
    it cannot be done.
    """
    text = "\n".join(read_text("-") if one == "-" else one for one in changes)
    with open_database() as store:
        row = store.row(session)
        timeline = Timeline.read(store, shelf(), row.session, ALL if seat in (None, _MODERATOR) else seat or ALL)
        seats, viewer = timeline.reading.started.seats, timeline.viewer
        if seat is not None and seat not in (*seats, _MODERATOR):
            raise RefusedError(f'no seat "{seat[:40]}" in this session; there are {", ".join(seats)}')
        by = seat or _MODERATOR
        try:
            meant = read_changes(timeline, text)
        except NotationError as error:
            raise RefusedError(f"{error}; see cloisterbell correct --help") from error
        place = first_of(meant.changes)
        said: dict[str, Any] = {"answers": meant.answers, "others": meant.others, "keepings": meant.keepings}
        if check:
            plan = preview(ReadOnlySession(timeline.reading), meant.changes, by=by, viewer=viewer, **said)
            require_asked(plan.unused)
            return _say(plan, timeline, "nothing was written", as_json=as_json)
        opened = Session.load(store, shelf(), row.session)
        try:
            if by in seats:
                done = correct_session(opened, meant.changes, by=by, asked=True, after=after, **said)
            else:
                done = rule(
                    opened, place, "fix", reason, cites, by=by, changes=meant.changes, after=after, settles=settles,
                    **said,
                ) or CorrectionPlan()  # fmt: skip
        except NeedsAnswerError as error:
            warn(f"{error}; KEEP {_first(timeline, error.lines)} or DROP rest, for example. Nothing was written")
            return 2
        return _say(done, timeline, f"corrected, up to line {opened.head.seq}", as_json=as_json)


def _first(timeline: Timeline, lines: Sequence[int]) -> str:
    return timeline.addresses.get(lines[0], f"#{lines[0]}") if lines else "rest"


def _say(plan: CorrectionPlan, timeline: Timeline, then: str, *, as_json: bool) -> int:
    """What a correction does; 1 where moves fall and nothing is said of them."""
    if as_json:
        write_json({**plan_as_data(plan), "then": then})
    else:
        say_plan(plan, timeline)
        say(then)
    return 1 if plan.falls else 0


def plan_as_data(plan: CorrectionPlan) -> dict[str, Any]:
    """A plan as documented data: the fate of each later move, and what the board says otherwise."""
    return {
        "later": [msgspec.to_builtins(one) for one in plan.later], "stand": plan.again,
        "fall": [one.seq for one in plan.dropped], "open": [one.seq for one in plan.open], "waits": plan.waits,
        "spare": plan.spare, "informed": plan.informed, "keep": plan.keep,
        "board": [msgspec.to_builtins(one) for one in plan.changed],
    }  # fmt: skip


def say_plan(plan: CorrectionPlan, timeline: Timeline) -> None:
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
