"""The command `whatif`, which leaves a session for a branch, and says what is otherwise in it."""

from contextlib import closing
from typing import Any

import msgspec

from events.errors import NotationError, RefusedError
from events.facts import ALL
from projections.shelf import shelf
from replay.corrections.branch import Comparison, compare, origin_of, record_of
from replay.corrections.plan import NeedsAnswerError
from replay.reading.timeline import Timeline
from webui.commands.arguments import open_view, read_text
from webui.commands.database import open_database
from webui.commands.output import plural, say, warn, write_json
from webui.commands.why import line_of_address
from webui.desk.begin_branch import begin_branch


def whatif(
    session: str, changes: tuple[str, ...], at: str | None, alias: str, viewer: str, seed: int | None,
    *, throws: bool, as_json: bool,
) -> int:  # fmt: skip
    """Make a branch, change it, and compare it with the record."""
    text = "\n".join(read_text("-") if one == "-" else one for one in changes)
    with open_database() as store:
        timeline = Timeline.read(store, shelf(), open_view(store, session, viewer), viewer)
        if origin_of(timeline.reading.started) is not None and not text and at is None:
            return _say(compare(record_of(store, shelf(), timeline, viewer), timeline), timeline, as_json=as_json)
        with closing(store.open_accounts()) as accounts:
            try:
                branch = begin_branch(
                    store, shelf(), accounts, timeline, line_of_address(timeline, at) if at else 0, text=text,
                    alias=alias, throws=throws, seed=seed, hidden=viewer != ALL,
                )  # fmt: skip
            except NotationError as error:
                raise RefusedError(f"{error}; see cloisterbell whatif --help") from error
            except NeedsAnswerError as error:
                warn(f"{error}, or --throw. Nothing was written")
                return 2
        made = Timeline.read(store, shelf(), branch.row.session, viewer)
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
