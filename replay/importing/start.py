"""Where the posts of a file are filed: a new session in memory, a copy of a running one, or one with built-in dice."""

from collections.abc import Mapping, Sequence

from events.errors import NotationError, RefusedError
from events.events import Started
from events.store.checks import check_id
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.posts.position_file import TABLE_IS_DESCRIBED, dealt_unseen
from replay.posts.transcript import UnsaidError, require_first, started_with
from replay.session.data_files import OwnData, data_of_start, with_pins
from replay.session.transaction import PrefacedSession
from replay.transfer.bundle import stage


def start_of(
    store: EventStore, registry: Registry, header: Mapping[str, str], own: Sequence[OwnData] = ()
) -> tuple[Started, tuple[OwnData, ...]]:
    """The start that a header describes, and its data files. Empty fields count as left out.

    Raises:
        UnsaidError: the header lacks the game or the seats.
        RefusedError: a field of the header or a data file is not allowed.
    """
    fields = {name: value for name, value in header.items() if value}
    for name in ("game", "seats"):
        if not fields.get(name):
            raise UnsaidError(f"the file does not say which {name}")
    fields.setdefault("dice", "typed")
    fields.setdefault("cards", fields["dice"])
    started = with_pins(started_with(registry, fields), own)
    said = fields.get("table", "")
    if said and (said.lower() != TABLE_IS_DESCRIBED or started.has_tower):
        raise RefusedError(f'table: "{said[:40]}" is not allowed: {TABLE_IS_DESCRIBED}, with typed dice and cards')
    return started, data_of_start(store, registry[started.game], started, own)


def stage_new(
    store: EventStore, registry: Registry, header: Mapping[str, str], own: Sequence[OwnData] = (), *, session: str = "",
    alias: str = "", clock: Clock = now_ms,
) -> PrefacedSession:  # fmt: skip
    """Begin a session in memory that is recorded in a store later.

    Raises:
        UnsaidError: the header lacks the game, the seats, or who begins.
        RefusedError: a field of the header or a data file is not allowed.
    """
    started, own = start_of(store, registry, header, own)
    if started.has_tower:
        raise RefusedError("the dice of an old thread were not rolled by this server: say typed or other:NAME")
    target = MemoryStore(store.signing_keys())
    return _begin(target, registry, header, started, own, session=session, alias=alias, clock=clock)


def begin_with_dice(
    store: EventStore, registry: Registry, header: Mapping[str, str], own: Sequence[OwnData] = (), *, session: str = "",
    alias: str = "", clock: Clock = now_ms,
) -> PrefacedSession:  # fmt: skip
    """Begin a session with built-in dice or cards in a store. Raises as `stage_new`."""
    started, own = start_of(store, registry, header, own)
    return _begin(store, registry, header, started, own, session=session, alias=alias, clock=clock)


def _begin(
    store: EventStore, registry: Registry, header: Mapping[str, str], started: Started, own: Sequence[OwnData], *,
    session: str, alias: str, clock: Clock,
) -> PrefacedSession:  # fmt: skip
    if alias:
        check_id(alias, "alias")
    deals = dealt_unseen(registry, started.game) if header.get("table") else registry
    try:
        return PrefacedSession.create(store, deals, started, session=session, alias=alias, clock=clock, own=own)
    except NotationError as error:
        require_first(registry, started, error)
        raise UnsaidError(f"{error.reason}: an option of the game, or the header of a transcript, says it") from error


def stage_running(store: EventStore, registry: Registry, session: str, clock: Clock = now_ms) -> PrefacedSession:
    """Copy a running session into memory; one with built-in dice or cards is opened in the store itself.

    Raises:
        UnknownSessionError: there is no session of this id or alias.
    """
    row = store.row(session)
    opened = PrefacedSession.load(store, registry, row.session, clock)
    if opened.started.has_tower:
        return opened
    staged = MemoryStore(store.signing_keys())
    stage(store, staged, row.session)
    return PrefacedSession.load(staged, registry, row.session, clock)
