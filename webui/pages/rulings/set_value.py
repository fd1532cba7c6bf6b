"""The page `set` of a session: set a field of the board by hand, with a reason and a preview."""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, Response, url_for

from events.errors import BellError, RefusedError
from projections.contracts import Marks
from projections.rulebook import RuleChange, rule_changes
from projections.wording import capitalised
from replay.posts.create_session import broken_laws, description
from replay.posts.directives import Directive, compose
from replay.reading.timeline import Timeline
from webui.access.identity import Identity, require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.view import requested_view, require_session_and_identity
from webui.pages.session.event_context import file_line, form_field, preview_line, query_field
from webui.views.panels import board_markup

blueprint = Blueprint("set_value", __name__, url_prefix="/s/<session>")


class ValuePreview(NamedTuple):
    """A preview of a board field set by hand, as a spectator may know it: sentences, board, and broken rules."""

    told: tuple[str, ...]
    board: str
    warnings: tuple[str, ...]


class SetPlace(NamedTuple):
    """A field of the board with its value as people write it, and both in words, "" for an internal field."""

    place: str
    value: str
    words: str


@blueprint.get("/set")
def page(session: str) -> Response:
    """Show the form with the fields of the board and their current values."""
    require_moderator(require_session_and_identity(session)[0].session)
    return _response(session, {name: query_field(name) for name in ("place", "value")})


@blueprint.post("/set")
def send(session: str) -> Response:
    """Preview the new value of a board field, or submit it."""
    row, asking = require_session_and_identity(session)
    require_moderator(row.session)
    limit_rate("post", asking.link)
    sheet = {name: form_field(name) for name in ("place", "value", "reason")}
    line = Directive("SET", says=f"{sheet['place']} = {sheet['value']}".strip(), reason=sheet["reason"])
    try:
        if form_field("do") != "file":
            return _response(session, sheet, look=_preview(session, asking, line))
        file_line(row.session, asking, line)
    except BellError as error:
        return _response(session, sheet, refusal=str(error), status=error.status)
    return see_other(url_for("viewer.last", session=row.session))


def _preview(session: str, who: Identity, line: Directive) -> ValuePreview:
    """Return what setting a field of the board would change, computed only from public information."""
    timeline = requested_view(session, {}).public.timeline
    found, before = preview_line(timeline, who, compose(line)), timeline.position(timeline.last)
    game = timeline.game
    broken = [law for law in broken_laws(game, found.position) if law not in broken_laws(game, before)]
    return ValuePreview(found.told, game.board(found.position, Marks(found.events, before)), tuple(broken))


def _response(
    session: str, sheet: Mapping[str, str], *, look: ValuePreview | None = None, refusal: str = "", status: int = 200
) -> Response:
    seen = requested_view(session, {})
    timeline = seen.public.timeline
    described = ""
    with suppress(RefusedError):  # some positions cannot start a session
        described = description(timeline.game, timeline.position(timeline.last))
    return seen.page(
        "set.html", status, sheet=sheet, look=look, refusal=refusal, last=timeline.last,
        board=look.board if look else board_markup(timeline.panels(timeline.last)), places=_places(timeline),
        described=described,
        newer=_newer_rules(timeline), version=timeline.game.rules_version(timeline.position(timeline.last)),
    )  # fmt: skip


def _newer_rules(timeline: Timeline) -> list[RuleChange]:
    """Return the differences between the rules version of the session and the newest one."""
    version = timeline.game.rules_version(timeline.position(timeline.last))
    return [change for change in rule_changes(timeline.game.meta.package) if change.version > version]


def _places(timeline: Timeline) -> list[SetPlace]:
    fields, options = timeline.game.editor.fields, timeline.game.options.__struct_fields__
    if fields is None or not timeline.last or not timeline.status(timeline.last).turn:
        return []
    position, view = timeline.position(timeline.last), timeline.game.view
    described = [pair for pair in fields.describe(position) if pair[0] not in options]
    labels = [view.field_label(position, place) for place, _ in described]
    return [
        SetPlace(place, value, f"{capitalised(label)}: {view.field_value(position, place, value)}" if label else "")
        for (place, value), label in zip(described, labels, strict=True)
    ]
