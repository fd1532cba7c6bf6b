"""Creating a session, for the browser, the API and the command line: its log, its settings, and who sits where."""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.errors import NotationError, RefusedError, UnknownSessionError
from events.events import Started
from events.store.accounts import Accounts
from events.store.checks import check_id, taken_name_error
from events.store.protocol import EventStore
from events.store.settings import Settings, check_title
from projections.game import Game
from projections.registry import Registry
from replay.posts.position_file import DescriptionLine, begin_from
from replay.posts.transcript import require_first, started_with
from replay.session import session as live
from replay.session.data_files import OwnData
from replay.session.session import LETTERS, Session

_UNTOLD: Final = (
    "and nobody has said what fell: say it among the house rules (see games), or record a transcript that does"
)


class SessionPlan(msgspec.Struct, frozen=True):
    """A session that is to begin. `words` are for the dice tower, by seat; `own` the table's own data files."""

    started: Started
    settings: Settings = Settings()
    alias: str = ""
    words: dict[str, str] = {}
    own: tuple[OwnData, ...] = ()
    middle: tuple[DescriptionLine, ...] = ()
    """The table as it stands, where the session begins in the middle."""
    session: str = ""
    """Its id; a new one where none is given."""


def session_id_of_form(accounts: Accounts, whose: str, key: str) -> str:
    """The id of the session that a form with this key begins: a form that is sent twice begins one session.

    `whose` is the link of whoever sends it, so that nobody is led to what others began under the same key.
    """
    mac = hmac.new(accounts.key("sessions"), f"{whose} {key}".encode("utf-8", "replace"), sha256).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in mac[:12])


def started_from_fields(
    registry: Registry, game: Game[Any, Any], seats: Sequence[str], fields: Mapping[str, str]
) -> Started:
    """The start of a session from named fields; those that are not common are options of the game.

    Raises:
        RefusedError: one of them holds what is not allowed; names it.
    """
    header = {**fields, "game": game.meta.slug, "seats": ",".join(seats), "title": check_title(fields.get("title", ""))}
    try:
        return started_with(registry, header)
    except RefusedError as error:
        raise RefusedError(str(error).partition("; the header knows")[0]) from error


def begin_session(store: EventStore, registry: Registry, accounts: Accounts | None, plan: SessionPlan) -> Session:
    """Begin a session; its settings are there before its first line. Without accounts it has none.

    Raises:
        RefusedError: what the plan holds is not allowed; nothing is written.
        ConflictError: the alias is taken, or the session is there; nothing is written.
    """
    alias = check_id(plan.alias, "alias") if plan.alias else ""
    session = check_id(plan.session or live.new_id(), "session")
    if session_exists(store, session):
        raise taken_name_error(session)
    if accounts:
        accounts.put_settings(session, plan.settings)
    people = {seat: Accounts.new_person() for seat in plan.started.seats}
    try:
        if plan.middle:
            begin_from(
                store, registry, plan.started, plan.middle, alias=alias, session=session, people=people, own=plan.own
            )  # fmt: skip
            return Session.load(store, registry, session)
        return Session.create(
            store, registry, plan.started, session=session, alias=alias, words=plan.words, people=people, own=plan.own
        )
    except BaseException as error:
        if accounts and not session_exists(store, session):  # the same form may have begun it meanwhile
            accounts.drop_settings(session)
        if isinstance(error, NotationError) and not plan.middle:
            require_first(registry, plan.started, error)
            raise RefusedError(f"{error.reason.partition(':')[0]}, {_UNTOLD}") from error
        raise


def session_exists(store: EventStore, session: str) -> bool:
    """Whether a session has this id."""
    try:
        return store.row(session).session == session
    except UnknownSessionError:
        return False
