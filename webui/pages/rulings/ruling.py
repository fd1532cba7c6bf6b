"""The pages `ruling`, `dispute` and `skip`: rule on an entry, dispute one, and continue without an awaited seat."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import Event, SessionEvent
from events.session_events import Ruled
from replay.audit.findings import or_fallback
from replay.audit.readings import ReadOtherwise, readings_of
from replay.corrections.ruling import VERDICTS, claim_of, open_offers, ruled_move, sides
from replay.corrections.takeback import seen_piles
from replay.corrections.written_changes import CHANGES
from replay.posts.acts import Verdict
from replay.posts.directives import Directive, clauses, house_clause
from replay.reading.places import place_name
from replay.session.compensation import number_places
from webui.access.identity import require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.view import SessionView, requested_view, require_session_and_identity
from webui.pages.rulings.fix import FixPreview, after_correction, preview_correction
from webui.pages.session.audit import remedies_for
from webui.pages.session.event_context import LEVELS, Moment, file_line, form_field
from webui.views.panels import board_markup

_CARDS: Final = 12  # the maximum number of cards of a move that the page explains
_PLACES: Final = 300  # the maximum number of board fields that the form offers for a compensation

blueprint = Blueprint("ruling", __name__, url_prefix="/s/<session>")


@blueprint.get("/<seq:seq>/ruling")
def page(session: str, seq: int) -> Response:
    """Show past rulings and disputes about an entry, and the forms.

    An entry of a dispute or takeback leads to its move.
    """
    moment = Moment(session, seq)
    move, settles = ruled_move(moment.timeline, seq)
    if move.first != moment.group.first:
        asked = {**request.args, **({"settles": str(settles)} if settles else {})}
        there = url_for("ruling.page", session=moment.session, seq=move.last)
        return see_other(f"{there}?{urlencode(asked)}" if asked else there)
    return _response(moment)


@blueprint.post("/<seq:seq>/ruling")
def send(session: str, seq: int) -> Response:
    """Sign a ruling on an entry. If the ruling is a correction or a rewind, it changes the game at once.

    A ruling on an entry of a dispute or takeback is refused. The answer is the page of its move, filled in as sent.
    """
    if form_field("do") == "preview":
        return _previewed(Moment(session, seq))
    return _sent(Moment(session, seq), _ruling, 0)


def _previewed(moment: Moment) -> Response:
    """Return the page as it was filled in, with a preview of the correction. Nothing is recorded."""
    moment.require_participant()
    try:
        line = _ruling(f"#{moment.group.first}", preview=True)
        if not line.changes:
            raise RefusedError("enter the correct move")
        return _response(moment, ahead=preview_correction(moment, line))
    except BellError as error:
        return _response(moment, str(error), error.status)


@blueprint.post("/<seq:seq>/dispute")
def disputed(session: str, seq: int) -> Response:
    """Open a dispute about an entry."""
    whom, claim = "judge" if form_field("private") else "", form_field("claim")
    return _sent(Moment(session, seq), lambda at: Directive("DISPUTE", at, whom, claim), seq)


@blueprint.post("/<seq:seq>/settle")
def settle(session: str, seq: int) -> Response:
    """Propose a remedy for a dispute to the other side, or answer the other side's proposal."""
    return _sent(Moment(session, seq), _settlement, seq)


def _sent(moment: Moment, line_of: Callable[[str], Directive], seq: int) -> Response:
    """Submit the line of a form, and redirect to the ruling page of entry `seq`, or for 0 as after a correction."""
    moment.require_participant()
    try:
        done = file_line(moment.session, moment.who, line_of(f"#{moment.group.first}"))
    except BellError as error:
        move, _ = ruled_move(moment.timeline, moment.seq)
        return _response(Moment(moment.session, move.last), str(error), error.status)
    return see_other(url_for("ruling.page", session=moment.session, seq=seq)) if seq else after_correction(moment, done)


def _ruling(at: str, *, preview: bool = False) -> Directive:
    verdict, house = "fix" if preview else form_field("verdict"), form_field("house")
    cites = [*request.form.getlist("cite"), *form_field("cites").replace(",", " ").split()]
    ruling = Verdict(verdict, tuple(cites), _given_back(verdict), _line_number("settles"))
    then = [house_clause(house)] if house else []
    if verdict == "rewind":
        then += [f"UNDO {at}", *(f"CARDS {pile}: stay" for pile in request.form.getlist("keep"))]
    elif verdict == "fix" and (text := request.form.get("line", "").strip()):
        is_bare = text.split()[0].upper() not in CHANGES
        then += clauses(f"FIX {at}: {text}" if is_bare else text)
    return Directive("RULING", at, says=ruling.line, reason=form_field("reason"), then=tuple(then))


def _settlement(_at: str) -> Directive:
    if form_field("do") != "propose":
        return Directive("AGREE" if form_field("do") == "agree" else "DECLINE", f"#{_line_number('proposed')}")
    way = form_field("way")
    change = clauses(request.form.get("change", "")) if way == "fix" else ()
    verdict = Verdict(way, gives=_given_back(way)).line
    return Directive("OFFER", f"#{_line_number('dispute')}", "", verdict, form_field("reason"), change)


def _line_number(name: str) -> int:
    number = whole(form_field(name) or "0")
    if number is None:
        raise RefusedError(f"{name}: enter an entry number")
    return number


def _given_back(verdict: str) -> str:
    if verdict != "compensate":
        return ""
    parts = [form_field(name) for name in ("give-seat", "give-change", "give-place", "give-when")]
    return f"{parts[0]}: {parts[1]} {parts[2]}, {parts[3] or 'now'}" if all(parts[:3]) else ""


class PastVerdict(NamedTuple):
    """A signed ruling on the move: its entry, author and event, and the claim of the dispute that it settles."""

    seq: int
    by: str
    event: Ruled
    claim: str


def _cards(moment: Moment) -> Sequence[tuple[str, str]]:
    """Return the printed names of the cards that the entries of a move name, each with the text of its effect."""
    timeline, group = moment.timeline, moment.group
    before, none = timeline.position(max(group.first - 1, 1)), tuple[tuple[str, str], ...]()

    def of(event: Event) -> tuple[tuple[str, str], ...]:
        return or_fallback(none, lambda: tuple(timeline.game.view.cards(before, event)))

    events = [entry.event for entry in group.entries if not isinstance(entry.event, SessionEvent)]
    return list(dict.fromkeys(card for event in events for card in of(event)))[:_CARDS]


def _response(moment: Moment, refusal: str = "", status: int = 200, ahead: FixPreview | None = None) -> Response:
    reading, game, disputes = moment.public.reading, moment.timeline.game, moment.disputes
    offers = [one for one in open_offers(moment.timeline.reading) if one.dispute.seq in {each.seq for each in disputes}]
    past = [
        PastVerdict(entry.seq, entry.by, event, claim_of(reading.entries, event.dispute))
        for entry, event in reading.events_of(Ruled)
        if moment.is_told_of(event.line)
    ]
    ways = {one.way: one for one in remedies_for(moment.seen, moment.group)}
    found = moment.seen.public.findings.get(moment.group.first, ())
    gives = ways["compensate"].gives if ways else None
    shuffles = reading.started.cards == "tower" and not moment.why_not
    loose = seen_piles(moment.timeline.reading, moment.to)[0] if shuffles else []
    places = number_places(game, reading.position)[:_PLACES]
    numbers = [place_name(game, reading.position, place) for place in places]
    rules, none = [one.rule for one in found], tuple[ReadOtherwise, ...]()
    likely = dict.fromkeys([*rules, *(entry.rule for entry in moment.group.entries)])  # findings before entries
    return moment.page(
        "ruling.html", status, levels=LEVELS, refusal=refusal, disputes=disputes, past=past, verdicts=VERDICTS,
        cited=[(rule, game.meta.rulebook[rule]) for rule in likely if rule in game.meta.rulebook],
        given=request.form if request.method == "POST" else request.args, ahead=ahead,
        picked=(request.form if request.method == "POST" else request.args).getlist("cite"),
        piles=[(pile, place_name(game, reading.position, pile)) for pile in loose],
        board=board_markup(moment.timeline.panels(moment.seq)), offers=offers, numbers=numbers,
        found=found, sides=sides(reading, disputes[0]) if disputes else (), ways=ways, cards=_cards(moment),
        back_at="" if gives is None else place_name(game, moment.timeline.reading.position, gives.place),
        readings=or_fallback(none, lambda: readings_of(moment.timeline.reading, moment.group, rules)),
    )  # fmt: skip


@blueprint.get("/skip")
def skipping(session: str) -> Response:
    """Show the awaited seats, and the button to continue without one."""
    require_moderator(require_session_and_identity(session)[0].session)
    return _skip_response(requested_view(session, {}))


@blueprint.post("/skip")
def skipped(session: str) -> Response:
    """Continue without an awaited seat."""
    row, asking = require_session_and_identity(session)
    require_moderator(row.session)
    limit_rate("post", asking.link)
    try:
        file_line(row.session, asking, Directive("SKIP", says=form_field("seat"), reason=form_field("reason")))
    except BellError as error:
        return _skip_response(requested_view(session, {}), str(error), error.status)
    return see_other(url_for("viewer.last", session=row.session))


def _skip_response(seen: SessionView, refusal: str = "", status: int = 200) -> Response:
    timeline = seen.public.timeline
    now, position = timeline.status(timeline.last), timeline.position(timeline.last)
    silent = {seat for seat in now.awaited if timeline.game.rules.implied_pass(position, seat) is not None}
    reason = form_field("reason")
    return seen.page("skip.html", status, status=now, silent=silent, refusal=refusal, reason=reason)
