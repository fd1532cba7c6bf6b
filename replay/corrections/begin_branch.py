"""Beginning a what-if, for the browser and the command line: its settings, its lines, and what is otherwise in it."""

from events.store.accounts import Accounts
from events.store.protocol import EventStore
from events.store.settings import Settings, strictest
from projections.registry import Registry
from replay.corrections.branch import change_branch, make_branch
from replay.reading.timeline import Timeline
from replay.session.session import Session, new_id


def begin_branch(
    store: EventStore, registry: Registry, accounts: Accounts, timeline: Timeline, seq: int = 0, *, text: str = "",
    alias: str = "", throws: bool = False, seed: int | None = None, hidden: bool = False,
) -> Session:  # fmt: skip
    """Make a branch and change it as `text` says. It is not listed; where the record is private or `hidden`, so is it.

    Raises:
        NotationError: a change does not read; nothing is left of the branch.
        NeedsAnswerError: moves fall or wait for chance, and nothing is said of them; nothing is left of it.
        RefusedError: the line, the alias or a change is not allowed; nothing is left of it.
    """
    name = new_id()
    record = timeline.row.session
    left = accounts.settings(record)
    accounts.put_settings(
        name, Settings("private" if hidden else strictest("unlisted", left.visibility), record=record)
    )
    is_made = False
    try:
        branch = make_branch(store, registry, timeline, seq, session=name, alias=alias)
        is_made = True
        if text:
            change_branch(branch, text, throws=throws, seed=seed)
    except BaseException:
        if is_made:
            store.remove(name)
        accounts.drop_settings(name)
        raise
    return branch
