"""Beginning in the middle, on the command line: from a file that describes the table, looked at first if one likes."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from events.store.accounts import Desk
from events.store.protocol import MemoryStore
from projections.game import Game
from projections.shelf import shelf
from replay.live import session as live
from replay.posts.position_file import Described, Middle, begin_from
from webui.commands.database import database, is_there, opened
from webui.commands.output import plural, say, warn
from webui.desk.create_session import Plan
from webui.desk.headline import standing

__all__ = ["begin_in_the_middle"]


def begin_in_the_middle(
    game: Game[Any, Any], plan: Plan, lines: Sequence[Described], *, reason: str, check: bool,
) -> int:  # fmt: skip
    """Begin a session from a description; what is refused leaves no new database behind.

    Raises:
        RefusedError: the game or its options are not allowed; nothing is written.
        NotationError: a line of the description does not stand; with its number.
    """
    started, alias = plan.started, plan.alias
    how: Any = {"reason": reason, "alias": alias, "own": plan.own}
    if check or not is_there(database()):
        middle = begin_from(MemoryStore(), shelf(), started, lines, check=True, **how)
        if check:
            return _looked(game, middle, lines)
    with opened(make=True) as store, closing(Desk(store.path)) as desk, _settled(desk, plan) as session:
        middle = begin_from(store, shelf(), started, lines, session=session, **how)
        head = store.head(middle.session)
    row = middle.staged.row
    say(f"{row.session}{f' ({alias})' if alias else ''}: {game.meta.title}, {', '.join(started.seats)}")
    _warned(middle)
    say(f"head {head.seq}:{head.hex[:32]}")
    say(standing(middle.timeline, middle.timeline.last))
    say(f"\ngo on:  cloisterbell record POST.txt --to {alias or row.session}")
    return 0


@contextmanager
def _settled(desk: Desk, plan: Plan) -> Iterator[str]:
    """A new id whose settings are there before the session is; gone again where it does not come about."""
    session = live.new_id()
    desk.put_settings(session, plan.settings)
    try:
        yield session
    except BaseException:
        desk.drop_settings(session)
        raise


def _looked(game: Game[Any, Any], middle: Middle, lines: Sequence[Described]) -> int:
    say(game.view.text(middle.timeline.reading.position).rstrip("\n"))
    _warned(middle)
    say(f"\n{plural(len(lines), 'line')} read; nothing was written")
    return 0


def _warned(middle: Middle) -> None:
    for law in middle.warnings:
        warn(f"this does not hold on that table: {law}")
