"""The command `what-if`, which leaves a session for a branch, and says what is otherwise in it."""

from contextlib import closing
from typing import Any

import click
import msgspec

from events.errors import NotationError, RefusedError
from events.events import ALL
from projections.registry import registry
from replay.corrections.begin_branch import begin_branch
from replay.corrections.branch import Comparison, compare, origin_of, record_of
from replay.corrections.plan import NeedsAnswerError
from replay.reading.timeline import Timeline
from webui.commands.arguments import open_view, read_text
from webui.commands.database import open_database
from webui.commands.options import command, database_option, json_option, viewer_option
from webui.commands.output import plural, say, warn, write_json
from webui.commands.why import line_of_address


@command(
    "what-if", "what-if friday --at 7.3", "what-if friday 'FIX 7.3: sca wst 3' 'KEEP rest' --throw",
    "what-if friday 'INSERT 7.3: draw' --at 9.9 --alias what-if-draw", "what-if what-if-draw",
)  # fmt: skip
@click.argument("session")
@click.argument("changes", metavar="CHANGE...", nargs=-1)
@click.option("--at", metavar="ADDRESS", help="The last move that the branch takes over; without it all of them.")
@click.option("--throw", "throws", is_flag=True, help="Throw what chance is missing; else it is asked for.")
@click.option("--seed", type=click.IntRange(0), metavar="N", help="With --throw: the seed, to throw the same again.")
@click.option("--alias", metavar="NAME", default="", help="A short name for the branch: a-z, 0-9 and -.")
@viewer_option
@json_option
@database_option
def what_if(
    session: str, changes: tuple[str, ...], at: str | None, alias: str, viewer: str, seed: int | None,
    *, throws: bool, as_json: bool,
) -> int:  # fmt: skip
    """Leave a session for a what-if, and compare the two.

    A branch is a session of its own and never the record: it says so on every page, and is not listed. Up to ADDRESS
    its lines are the record's, as its viewer may know them. Each CHANGE is written as for correct; dice and cards that
    fell are used again, what is missing is thrown (never by the tower) or asked for. It can be played on with post and
    record. Of a branch, without a CHANGE, it says what is otherwise than in the record. It ends with 1 where moves
    differ.
    """
    text = "\n".join(read_text("-") if one == "-" else one for one in changes)
    with open_database() as store:
        timeline = Timeline.read(store, registry(), open_view(store, session, viewer), viewer)
        if origin_of(timeline.reading.started) is not None and not text and at is None:
            return _say(compare(record_of(store, registry(), timeline, viewer), timeline), timeline, as_json=as_json)
        with closing(store.open_accounts()) as accounts:
            try:
                branch = begin_branch(
                    store, registry(), accounts, timeline, line_of_address(timeline, at) if at else 0, text=text,
                    alias=alias, throws=throws, seed=seed, hidden=viewer != ALL,
                )  # fmt: skip
            except NotationError as error:
                raise RefusedError(f"{error}; see cloisterbell what-if --help") from error
            except NeedsAnswerError as error:
                warn(f"{error}, or --throw. Nothing was written")
                return 2
        made = Timeline.read(store, registry(), branch.row.session, viewer)
        return _say(compare(timeline, made), made, as_json=as_json)


def _say(found: Comparison, branch: Timeline, *, as_json: bool) -> int:
    """What a branch has otherwise; 1 where it has anything."""
    name = branch.row.alias or branch.row.session
    if as_json:
        data: dict[str, Any] = {
            "branch": name, "record": found.origin.session, "left_at": found.origin.line,
            "moves": [one._asdict() for one in found.differing],
            "board": [msgspec.to_builtins(one) for one in found.changed],
        }  # fmt: skip
        write_json(data)
    else:
        say(
            f"{name} is a what-if of {found.origin.session}, not a record; it leaves it behind line {found.origin.line}"
        )
        for one in found.differing:
            say(f"{one.address}\n  - {one.record or 'nothing'}\n  + {one.branch or 'nothing'}")
        say(f"{plural(len(found.differing), 'move')} otherwise, {plural(len(found.changed), 'line')} of the board")
        for line in found.changed:
            say("\n".join(f"  {sign} {told}" for sign, told in (("-", line.now), ("+", line.then)) if told))
    return 1 if found.differing else 0
