"""A session begun by a program."""

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.accounts import MODERATOR, SEAT
from events.store.settings import Settings, check_visibility
from replay.chance.clock import now_ms
from webui.access.identity import desk, is_laptop, new_key, visiting_host
from webui.access.token_guard import guard_tokens
from webui.access.view import house
from webui.api.shapes import Began, BeginSession, Handed
from webui.desk.create_session import Plan, found, id_of, is_there, started_of
from webui.desk.option_fields import fields_of, given_options
from webui.desk.seats import holders

__all__ = ["began"]


def began(asked: BeginSession) -> Began:
    """Begin a session; a request that is sent twice under one key begins one, and its links are told once.

    Raises:
        RefusedError: what was sent is not allowed; names it. Nothing is written.
        ConflictError: the alias is taken.
    """
    home = house()
    guard_tokens(msgspec.json.encode(asked).decode(), visiting_host())
    session = id_of(desk(), f"api {visiting_host().link}", asked.key or new_key())
    if is_there(home.store, session):
        return Began(session, ())
    plan = _plan(asked, session)
    try:
        begun = found(home.store, home.shelf, desk(), plan)
    except ConflictError:
        if not is_there(home.store, session):
            raise
        return Began(session, ())
    if is_laptop():
        return Began(session, ())
    people = holders(begun.table.entries)
    links = [Handed(SEAT, seat, _issued(session, SEAT, seat, people[seat])) for seat in begun.started.seats]
    return Began(session, (*links, Handed(MODERATOR, "", _issued(session, MODERATOR))))


def _issued(session: str, role: str, seat: str = "", person: str = "") -> str:
    return desk().issue(session, role, now_ms(), seat=seat, person=person)[1]


def _plan(asked: BeginSession, session: str) -> Plan:
    game = house().shelf[asked.game.lower()]
    known = [field.name for field in fields_of(game)]
    if unknown := sorted(set(asked.options) - set(known)):
        has = f"it has {', '.join(known)}" if known else "it has none"
        raise RefusedError(f'options: {game.meta.slug} has no option "{unknown[0][:40]}"; {has}')
    fields = {
        "title": asked.title, "dice": asked.dice, "cards": asked.cards, "opens": asked.opens,
        "corrections": asked.policy, **given_options(game, asked.options),
    }  # fmt: skip
    started = started_of(house().shelf, game, asked.seats, {name: value for name, value in fields.items() if value})
    return Plan(started, Settings(visibility=check_visibility(asked.visibility)), asked.alias or "", session=session)
