"""The page `/new` that creates a session. All fields have defaults except those that only people know."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from events.digits import whole
from events.errors import BellError, RefusedError
from events.store import settings as checks
from events.store.accounts import EVERYWHERE, MODERATOR, SEAT
from events.store.checks import check_seat
from events.store.settings import DAYS, VISIBILITIES, Pace, Settings
from projections.game import Game
from projections.wording import seat_id, titled
from replay.chance.clock import now_ms
from replay.posts import create_session
from replay.posts.create_session import LONGEST_DESCRIPTION, DescriptionLine, SessionPlan, UnsaidError, begin_from
from replay.session.consent import DISPUTES, POLICIES, RESIGNATIONS
from replay.session.data_files import LARGEST, OwnData, read_own_data
from replay.session.seats import IssuedLink, seat_holders
from replay.session.session import Session
from webui.access.identity import accounts, host_identity, identify, is_laptop, new_key, remember_link, require_host
from webui.access.pending_links import add_pending_links, guard_tokens
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.view import current_context
from webui.views.option_fields import given_options, option_fields, seats_needed
from webui.views.panels import board_markup

ZONES: Final = (
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Helsinki", "America/New_York", "America/Chicago",
    "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""Suggested time zones; others may be entered."""
_USUAL: Final = {
    "dice": "tower", "cards": "tower", "roller": "", "pace": "none", "hours": "48", "at": "19:00", "zone": "UTC",
    "grace": "0", "corrections": next(iter(POLICIES)), "disputes": DISPUTES[0],
    "resignation": RESIGNATIONS[0],
    "visibility": VISIBILITIES[0], "opens": "all",
}  # fmt: skip
"""The default values of the form for a new session, by the name of the field."""
_LONGEST: Final = 4_000

blueprint = Blueprint("new", __name__)


class SeatField(NamedTuple):
    """One seat of the form: its number and its fields. `word` is the player seed."""

    number: int
    seat: str
    name: str
    word: str


class TablePreview(NamedTuple):
    """A described position before the session is saved, with the rules that it breaks."""

    game: str
    board: str
    text: str
    warnings: tuple[str, ...]


@blueprint.get("/new")
def page() -> Response:
    """Show the form with default values."""
    require_host()
    return _response({**_USUAL, "key": new_key()})


@blueprint.post("/new")
def begin() -> Response:
    """Create the session, then redirect to its secret links; without links (laptop mode), to its first post."""
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
    except UnsaidError as error:
        return _response(given, "choose the seat that begins, in the rule options below", error.status)
    except BellError as error:
        return _response(given, str(error), error.status)
    where = "post.page" if is_laptop() else "people.links"
    return see_other(url_for(where, session=session))


def _begin(given: Mapping[str, str]) -> str:
    """Create the session of a form and return its id. A form that was sent twice creates one."""
    context = current_context()
    plan, mine = _plan(given, _session_id(given))
    if (begun := create_session.begin_once(context.store, context.registry, accounts(), plan)) is not None:
        _seat_people(begun, plan.settings.names, mine)
    return plan.session


def _session_id(given: Mapping[str, str]) -> str:
    return create_session.session_id_of_form(accounts(), host_identity().link, given.get("key") or new_key())


def _seat_people(begun: Session, names: Mapping[str, str], mine: str) -> None:
    row = begun.row.session
    if is_laptop():
        return
    people = seat_holders(begun.table.entries)
    handed = [
        IssuedLink(*accounts().issue(row, SEAT, now_ms(), seat=seat, person=people[seat], name=names.get(seat, "")))
        for seat in begun.started.seats
    ]
    moderator = IssuedLink(*accounts().issue(row, MODERATOR, now_ms()))
    add_pending_links(row, *handed, moderator)
    remember_link(next((each.link for each in handed if each.link.seat == mine), moderator.link))


def _plan(given: Mapping[str, str], session: str) -> tuple[SessionPlan, str]:
    """Return the plan of the new session (all its settings) from a form, and the user's own seat in it."""
    registry = current_context().registry
    game = registry[given.get("game", "")]
    chairs = [chair for chair in _seat_fields(game, given) if chair.seat.strip()]
    seats = [check_seat(seat_id(chair.seat)) for chair in chairs]
    seated = list(zip(seats, chairs, strict=True))
    names = {seat: checks.check_name(chair.name) for seat, chair in seated if chair.name.strip(" ")}
    words = {seat: chair.word.strip() for seat, chair in seated if chair.word.strip()}
    middle = create_session.read_description(given["middle"]) if given.get("middle", "").strip() else ()
    mine = next((seat for seat, chair in seated if str(chair.number) == given.get(f"me-{game.meta.slug}")), "")
    host = mine if is_laptop() or given.get("runs") else ""
    options = {field.name: given.get(f"{game.meta.slug}.{field.name}", "") for field in option_fields(game)}
    fields = {
        **{name: given.get(name, "") for name in ("title", "opens", "corrections")},
        "dice": _dice(given, middle), "cards": _typed_source(given.get("cards", ""), middle), "host": host,
        "disputes": given.get("disputes") or DISPUTES[0], "resignation": given.get("resignation", ""),
        **given_options(game, options),
        **create_session.options_in(game, middle),
    }  # fmt: skip
    given_fields = {name: value for name, value in fields.items() if value}
    started = create_session.started_from_fields(registry, game, seats, given_fields)
    where = checks.check_where(given.get("where", ""))
    settings = Settings(checks.check_visibility(given.get("visibility", "")), _pace(given), where, names=names)
    alias, own = given.get("alias", "").strip(), _sent_data_files(game)
    resignation = create_session.resignation_in(given_fields)
    return SessionPlan(started, settings, alias, words, own, middle, session, resignation=resignation), mine


def _typed_source(source: str, middle: Sequence[DescriptionLine]) -> str:
    """Return the source of dice or cards for the new session. A game that began elsewhere needs typed ones."""
    return "typed" if middle and source == "tower" else source


def _dice(given: Mapping[str, str], middle: Sequence[DescriptionLine]) -> str:
    if given.get("dice") != "other":
        return _typed_source(given.get("dice", ""), middle)
    roller = seat_id(given.get("roller", ""))
    if not roller:
        raise RefusedError("dice: enter the name of the other dice roller")
    return f"other:{roller}"


def _pace(given: Mapping[str, str]) -> Pace:
    kind, grace = given.get("pace", "none"), _number(given.get("grace", ""), "grace")
    if kind == "hours":
        hours = _number(given.get("hours", ""), "pace")
        if not hours:
            raise RefusedError("enter how many hours a move may take")
        return checks.check_pace(Pace(hours=hours, grace_hours=grace))
    if kind == "days":
        days = tuple(day for day in DAYS if given.get(f"day-{day}"))
        if not days:
            raise RefusedError("choose at least one day for deadlines")
        return checks.check_pace(Pace(0, days, given.get("at", "").strip(), given.get("zone", "").strip(), grace))
    return Pace()


def _number(text: str, what: str) -> int:
    number = whole(text.strip() or "0", 5)
    if number is None:
        raise RefusedError(f'{what}: "{text.strip()[:20]}" is not a number of hours')
    return number


def _sent_data_files(game: Game[Any, Any]) -> tuple[OwnData, ...]:
    files = [(name, request.files.get(f"{game.meta.slug}.{name}")) for name in game.meta.data]
    return tuple(
        read_own_data(game, file.stream.read(LARGEST + 1), file.filename, name)
        for name, file in files
        if file is not None and file.filename
    )


def _seat_fields(game: Game[Any, Any], given: Mapping[str, str]) -> tuple[SeatField, ...]:
    """Return the seats of a game on the form. As many as it needs have default names, unless the form was filled in."""
    typed = any(name.startswith(f"seat-{game.meta.slug}-") for name in given)
    named = [*game.usual_seats, *(f"seat-{number}" for number in range(1, game.meta.seats[1] + 1))]
    usual = ["" if typed else titled(seat) for seat in named[: seats_needed(game)]] + [""] * (game.meta.seats[1] + 1)

    def field(name: str, number: int, default: str = "") -> str:
        return given.get(f"{name}-{game.meta.slug}-{number}", default)

    numbers = range(1, game.meta.seats[1] + 1)
    return tuple(SeatField(n, field("seat", n, usual[n - 1]), field("name", n), field("word", n)) for n in numbers)


def _preview(given: Mapping[str, str]) -> TablePreview:
    if not given.get("middle", "").strip():
        raise RefusedError("describe the position first, one field per line")
    plan, _ = _plan(given, _session_id(given))
    context = current_context()
    middle = begin_from(context.store, context.registry, plan.started, plan.middle, own=plan.own, check=True)
    timeline = middle.timeline
    return TablePreview(
        plan.started.game, board_markup(timeline.panels(timeline.last)), timeline.text(timeline.last), middle.warnings
    )


def _response(
    given: Mapping[str, str], refusal: str = "", status: int = 200, look: TablePreview | None = None
) -> Response:
    registry = current_context().registry
    sheets = [
        {
            "game": game, "needed": seats_needed(game), "chairs": _seat_fields(game, given),
            "usual": [titled(seat) for seat in game.usual_seats],
            "options": [(each, given.get(f"{game.meta.slug}.{each.name}", each.usual)) for each in option_fields(game)],
        }
        for game in registry.working().values()
    ]  # fmt: skip
    chosen = given.get("game") if given.get("game") in registry else next(iter(registry), "")
    text = render_template(
        "new.html", given=given, sheets=sheets, chosen=chosen, refusal=refusal, policies=POLICIES.values(),
        longest_description=LONGEST_DESCRIPTION,
        look=look, days=DAYS, zones=ZONES, usual=_USUAL, had_file=any(file.filename for file in request.files.values()),
    )  # fmt: skip
    return not_stored(text, status)
