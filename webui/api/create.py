"""Creating a session by the API."""

import msgspec

from events.errors import ConflictError, RefusedError
from events.store.accounts import MODERATOR, SEAT
from events.store.settings import Settings, check_visibility
from replay.chance.clock import now_ms
from replay.posts.create_session import (
    SessionPlan,
    begin_session,
    session_exists,
    session_id_of_form,
    started_from_fields,
)
from replay.session.seats import seat_holders
from webui.access.identity import accounts, host_identity, is_laptop, new_key
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context
from webui.api.shapes import LinkToken, NewSession, SessionRequest
from webui.views.option_fields import given_options, option_fields


def begin_session_by_api(asked: SessionRequest) -> NewSession:
    """Begin a session; a request that is sent twice under one key begins one, and its links are told once.

    Raises:
        RefusedError: what was sent is not allowed; names it. Nothing is written.
        ConflictError: the alias is taken.
    """
    context = current_context()
    guard_tokens(msgspec.json.encode(asked).decode(), host_identity())
    session = session_id_of_form(accounts(), f"api {host_identity().link}", asked.key or new_key())
    if session_exists(context.store, session):
        return NewSession(session, ())
    plan = _plan(asked, session)
    try:
        begun = begin_session(context.store, context.registry, accounts(), plan)
    except ConflictError:
        if not session_exists(context.store, session):
            raise
        return NewSession(session, ())
    if is_laptop():
        return NewSession(session, ())
    people = seat_holders(begun.table.entries)
    links = [LinkToken(SEAT, seat, _issue_token(session, SEAT, seat, people[seat])) for seat in begun.started.seats]
    return NewSession(session, (*links, LinkToken(MODERATOR, "", _issue_token(session, MODERATOR))))


def _issue_token(session: str, role: str, seat: str = "", person: str = "") -> str:
    return accounts().issue(session, role, now_ms(), seat=seat, person=person)[1]


def _plan(asked: SessionRequest, session: str) -> SessionPlan:
    game = current_context().registry[asked.game.lower()]
    known = [field.name for field in option_fields(game)]
    if unknown := sorted(set(asked.options) - set(known)):
        has = f"it has {', '.join(known)}" if known else "it has none"
        raise RefusedError(f'options: {game.meta.slug} has no option "{unknown[0][:40]}"; {has}')
    fields = {
        "title": asked.title, "dice": asked.dice, "cards": asked.cards, "opens": asked.opens,
        "corrections": asked.policy, **given_options(game, asked.options),
    }  # fmt: skip
    started = started_from_fields(
        current_context().registry, game, asked.seats, {name: value for name, value in fields.items() if value}
    )
    return SessionPlan(
        started, Settings(visibility=check_visibility(asked.visibility)), asked.alias or "", session=session
    )
