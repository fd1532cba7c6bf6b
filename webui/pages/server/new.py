"""The page `/new` that creates a session: one form, everything filled in but what only people know."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from events.digits import whole
from events.errors import BellError, ConflictError, RefusedError
from events.store.accounts import EVERYWHERE, MODERATOR, SEAT
from events.store.checks import check_seat
from events.store.settings import (
    DAYS,
    VISIBILITIES,
    Pace,
    Settings,
    check_name,
    check_pace,
    check_visibility,
    check_where,
)
from projections.game import Game
from projections.wording import seat_id, titled
from replay.chance.clock import now_ms
from replay.posts.create_session import (
    SessionPlan,
    begin_session,
    session_exists,
    session_id_of_form,
    started_from_fields,
)
from replay.posts.position_file import LONGEST_DESCRIPTION, DescriptionLine, begin_from, options_in, read_description
from replay.session.consent import DISPUTES, POLICIES
from replay.session.data_files import LARGEST, OwnData, read_own_data
from replay.session.seats import IssuedLink, seat_holders
from replay.session.session import Session
from webui.access.identity import accounts, host_identity, identify, is_laptop, new_key, remember_link, require_host
from webui.access.pending_links import put_on_tray
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context
from webui.views.option_fields import OptionField, given_options, option_fields, seats_needed

ZONES: Final = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Helsinki", "America/New_York", "America/Chicago",
    "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""Zones that are suggested; any other may be typed."""
_USUAL: Final = {
    "dice": "tower", "cards": "tower", "roller": "", "pace": "none", "hours": "48", "at": "19:00", "zone": "UTC",
    "grace": "0", "corrections": next(iter(POLICIES)), "disputes": DISPUTES[0],
    "visibility": VISIBILITIES[0], "opens": "all",
}  # fmt: skip
"""The values of the form before anybody typed."""
_LONGEST: Final = 4_000

blueprint = Blueprint("new", __name__)


class SeatField(NamedTuple):
    """One seat of the form: its number, and what stands in its fields."""

    number: int
    seat: str
    name: str
    word: str


class TablePreview(NamedTuple):
    """A described table before it is written: its game, the board, the board in words, and what does not hold on it."""

    game: str
    svg: str
    text: str
    warnings: tuple[str, ...]


class GameForm(NamedTuple):
    """The part of the form for one game: its seats and their usual names, and its options."""

    game: Game[Any, Any]
    needed: int
    usual: tuple[str, ...]
    chairs: tuple[SeatField, ...]
    options: tuple[tuple[OptionField, str], ...]


@blueprint.get("/new")
def page() -> Response:
    """The form, with the usual things filled in."""
    require_host()
    return _response({**_USUAL, "key": new_key()})


@blueprint.post("/new")
def begin() -> Response:
    """Begin the session, and go on to where its links are handed out, or to its first post."""
    require_host()
    given = {
        name: value[: LONGEST_DESCRIPTION + 1 if name == "middle" else _LONGEST] for name, value in request.form.items()
    }
    try:
        limit_rate("session", identify(EVERYWHERE).link)
        guard_tokens("\n".join(given.values()), identify(EVERYWHERE))
        if given.get("do") == "look":
            return _response(given, look=_preview(given))
        session = _begin(given)
    except BellError as error:
        return _response(given, str(error), error.status)
    where = "post.page" if is_laptop() else "people.links"
    return see_other(url_for(where, session=session))


def _begin(given: Mapping[str, str]) -> str:
    """Begin what a form asks for; returns the session. A form that was sent twice begins one."""
    context = current_context()
    session = session_id_of_form(accounts(), host_identity().link, given.get("key") or new_key())
    if session_exists(context.store, session):
        return session
    plan, mine = _plan(given, session)
    try:
        begun = begin_session(context.store, context.registry, accounts(), plan)
    except ConflictError:
        if not session_exists(context.store, session):
            raise
    else:
        _seat_people(begun, plan.settings.names, mine)
    return session


def _seat_people(begun: Session, names: Mapping[str, str], mine: str) -> None:
    """Remember what people are called and, where people need links, lay theirs out."""
    row = begun.row.session
    if is_laptop():
        return
    people = seat_holders(begun.table.entries)
    handed = [
        IssuedLink(*accounts().issue(row, SEAT, now_ms(), seat=seat, person=people[seat], name=names.get(seat, "")))
        for seat in begun.started.seats
    ]
    moderator = IssuedLink(*accounts().issue(row, MODERATOR, now_ms()))
    put_on_tray(row, *handed, moderator)
    remember_link(next((each.link for each in handed if each.link.seat == mine), moderator.link))


def _plan(given: Mapping[str, str], session: str) -> tuple[SessionPlan, str]:
    """What a form asks for, and the seat of whoever fills it in."""
    registry = current_context().registry
    game = registry[given.get("game", "")]
    chairs = [chair for chair in _seat_fields(game, given) if chair.seat.strip()]
    seats = [check_seat(seat_id(chair.seat)) for chair in chairs]
    names = {seat: check_name(chair.name) for seat, chair in zip(seats, chairs, strict=True) if chair.name.strip(" ")}
    words = {seat: chair.word.strip() for seat, chair in zip(seats, chairs, strict=True) if chair.word.strip()}
    middle = read_description(given["middle"]) if given.get("middle", "").strip() else ()
    mine = next(
        (s for s, c in zip(seats, chairs, strict=True) if str(c.number) == given.get(f"me-{game.meta.slug}")), ""
    )
    host = mine if is_laptop() or given.get("runs") else ""
    fields = {
        "title": given.get("title", ""),
        "dice": _dice(given, middle), "cards": _typed_source(given.get("cards", ""), middle),
        "opens": given.get("opens", ""),
        "corrections": given.get("corrections", ""), "disputes": given.get("disputes") or DISPUTES[0], "host": host,
        **given_options(
            game, {field.name: given.get(f"{game.meta.slug}.{field.name}", "") for field in option_fields(game)}
        ),
        **options_in(game, middle),
    }  # fmt: skip
    started = started_from_fields(registry, game, seats, {name: value for name, value in fields.items() if value})
    settings = Settings(
        check_visibility(given.get("visibility", "")), _pace(given), check_where(given.get("where", "")), names=names
    )
    return SessionPlan(
        started, settings, given.get("alias", "").strip(), words, _sent_data_files(game), middle, session
    ), mine


def _typed_source(source: str, middle: Sequence[DescriptionLine]) -> str:
    """Whose dice or cards; a game that began elsewhere was dealt by hand."""
    return "typed" if middle and source == "tower" else source


def _dice(given: Mapping[str, str], middle: Sequence[DescriptionLine]) -> str:
    if given.get("dice") != "other":
        return _typed_source(given.get("dice", ""), middle)
    roller = seat_id(given.get("roller", ""))
    if not roller:
        raise RefusedError("dice: name the other roller")
    return f"other:{roller}"


def _pace(given: Mapping[str, str]) -> Pace:
    kind, grace = given.get("pace", "none"), _number(given.get("grace", ""), "grace")
    if kind == "hours":
        hours = _number(given.get("hours", ""), "pace")
        if not hours:
            raise RefusedError("pace: say how many hours a move may take")
        return check_pace(Pace(hours=hours, grace_hours=grace))
    if kind == "days":
        days = tuple(day for day in DAYS if given.get(f"day-{day}"))
        if not days:
            raise RefusedError("pace: choose at least one day")
        return check_pace(Pace(0, days, given.get("at", "").strip(), given.get("zone", "").strip(), grace))
    return Pace()


def _number(text: str, what: str) -> int:
    number = whole(text.strip() or "0", 5)
    if number is None:
        raise RefusedError(f'{what}: "{text.strip()[:20]}" is no number of hours')
    return number


def _sent_data_files(game: Game[Any, Any]) -> tuple[OwnData, ...]:
    """The data files that were sent for a game."""
    found = []
    for name in game.meta.data:
        file = request.files.get(f"{game.meta.slug}.{name}")
        if file is not None and file.filename:
            raw = file.stream.read(LARGEST + 1)
            found.append(read_own_data(game, raw, file.filename, name))
    return tuple(found)


def _seat_fields(game: Game[Any, Any], given: Mapping[str, str]) -> tuple[SeatField, ...]:
    """The seats of a game on the form; as many are filled in as it needs, until somebody typed."""
    typed = any(name.startswith(f"seat-{game.meta.slug}-") for name in given)
    named = [*game.usual_seats, *(f"seat-{number}" for number in range(1, game.meta.seats[1] + 1))]
    usual = ["" if typed else titled(seat) for seat in named[: seats_needed(game)]] + [""] * (game.meta.seats[1] + 1)
    return tuple(
        SeatField(
            number,
            given.get(f"seat-{game.meta.slug}-{number}", usual[number - 1]),
            given.get(f"name-{game.meta.slug}-{number}", ""),
            given.get(f"word-{game.meta.slug}-{number}", ""),
        )
        for number in range(1, game.meta.seats[1] + 1)
    )  # fmt: skip


def _preview(given: Mapping[str, str]) -> TablePreview:
    """The table as it is described, before anything is written."""
    if not given.get("middle", "").strip():
        raise RefusedError("describe the table first, a line for each place")
    plan, _ = _plan(given, session_id_of_form(accounts(), host_identity().link, given.get("key") or new_key()))
    context = current_context()
    middle = begin_from(context.store, context.registry, plan.started, plan.middle, own=plan.own, check=True)
    timeline = middle.timeline
    return TablePreview(plan.started.game, timeline.svg(timeline.last), timeline.text(timeline.last), middle.warnings)


def _response(
    given: Mapping[str, str], refusal: str = "", status: int = 200, look: TablePreview | None = None
) -> Response:
    registry = current_context().registry
    sheets = [
        GameForm(
            game, seats_needed(game), tuple(titled(seat) for seat in game.usual_seats), _seat_fields(game, given),
            tuple((field, given.get(f"{game.meta.slug}.{field.name}", field.usual)) for field in option_fields(game)),
        )
        for game in registry.values()
    ]  # fmt: skip
    chosen = given.get("game") if given.get("game") in registry else next(iter(registry), "")
    text = render_template(
        "new.html", given=given, sheets=sheets, chosen=chosen, refusal=refusal, policies=POLICIES.values(),
        longest_description=LONGEST_DESCRIPTION,
        look=look, days=DAYS, zones=ZONES, usual=_USUAL, had_file=any(file.filename for file in request.files.values()),
    )  # fmt: skip
    return not_stored(text, status)
