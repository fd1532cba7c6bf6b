"""The pages `ruling`, `dispute` and `skip`: ruling on a line, disputing one, and going on without an awaited seat."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from events.digits import whole
from events.entry import Entry
from events.errors import BellError, RefusedError
from events.events import ALL, Event, SessionEvent
from events.session_events import ClaimPublished, DisputeOpened, Ruled
from replay.audit.findings import Finding, or_fallback
from replay.audit.readings import ReadOtherwise, readings_of
from replay.corrections.remedies import Remedy, remedies
from replay.corrections.ruling import VERDICTS
from replay.corrections.settlement import open_offers, sides
from replay.corrections.takeback import seen_piles
from replay.corrections.written_changes import CHANGES
from replay.posts.acts import Verdict
from replay.posts.directives import Directive, clauses, house_clause
from replay.reading.places import place_name
from replay.reading.timeline import Timeline
from replay.session.compensation import number_names
from webui.access.identity import require_moderator
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.view import SessionView, requested_view, require_session_and_identity
from webui.pages.session.event_context import LEVELS, Moment, file_line, form_field

_CARDS: Final = 12
"""The most cards that are told."""
_PLACES: Final = 300
"""The most places that are offered for a compensation."""

blueprint = Blueprint("ruling", __name__, url_prefix="/s/<session>")


class CitedRule(NamedTuple):
    """A rule that the lines of a move come from."""

    id: str
    text: str


@blueprint.get("/<seq:seq>/ruling")
def page(session: str, seq: int) -> Response:
    """What was ruled and disputed about a line, and the forms to do so."""
    return _response(Moment(session, seq))


@blueprint.post("/<seq:seq>/ruling")
def send(session: str, seq: int) -> Response:
    """Sign a ruling; a fix or rewind is carried out with it."""
    return _sent(Moment(session, seq), _ruling, 0)


@blueprint.post("/<seq:seq>/dispute")
def disputed(session: str, seq: int) -> Response:
    """Open a dispute about a line."""
    return _sent(Moment(session, seq), _dispute, seq)


@blueprint.post("/<seq:seq>/settle")
def settle(session: str, seq: int) -> Response:
    """Propose a remedy to the other side, or answer one."""
    return _sent(Moment(session, seq), _settlement, seq)


def _sent(moment: Moment, line_of: Callable[[str], Directive], seq: int) -> Response:
    """File the line that a form says, and go on: to the page of a line, or to the last."""
    moment.require_participant()
    try:
        file_line(moment.session, moment.who, line_of(f"#{moment.group.first}"))
    except BellError as error:
        return _response(Moment(moment.session, moment.seq), str(error), error.status)
    return see_other(url_for("ruling.page", session=moment.session, seq=seq)) if seq else moment.to_last()


def _ruling(at: str) -> Directive:
    verdict, house = form_field("verdict"), form_field("house")
    cites = [*request.form.getlist("cite"), *form_field("cites").replace(",", " ").split()]
    said = Verdict(verdict, tuple(cites), _given_back(verdict), _line_number("settles"))
    then = [house_clause(house)] if house else []
    if verdict == "rewind":
        then += [f"UNDO {at}", *(f"CARDS {pile}: stay" for pile in request.form.getlist("keep"))]
    elif verdict == "fix" and (text := request.form.get("line", "").strip()):
        is_bare = text.split()[0].upper() not in CHANGES
        then += clauses(f"FIX {at}: {text}" if is_bare else text)
    return Directive("RULING", at, says=said.line, reason=form_field("reason"), then=tuple(then))


def _dispute(at: str) -> Directive:
    return Directive("DISPUTE", at, "judge" if form_field("private") else "", form_field("claim"))


def _settlement(_at: str) -> Directive:
    if form_field("do") != "propose":
        return Directive("AGREE" if form_field("do") == "agree" else "DECLINE", f"#{_line_number('proposed')}")
    way = form_field("way")
    change = clauses(request.form.get("change", "")) if way == "fix" else ()
    said = Verdict(way, gives=_given_back(way)).line
    return Directive("OFFER", f"#{_line_number('dispute')}", "", said, form_field("reason"), change)


def _line_number(name: str) -> int:
    number = whole(form_field(name) or "0")
    if number is None:
        raise RefusedError(f"{name}: the number of a line is expected")
    return number


def _given_back(verdict: str) -> str:
    """What a compensation gives back, as it is written; nothing for another verdict."""
    if verdict != "compensate":
        return ""
    parts = [form_field(name) for name in ("give-seat", "give-change", "give-place", "give-when")]
    return f"{parts[0]}: {parts[1]} {parts[2]}, {parts[3] or 'now'}" if all(parts[:3]) else ""


class PastVerdict(NamedTuple):
    """A ruling that was signed about the move: its line, by whom, what it says, and what had been claimed."""

    seq: int
    by: str
    event: Ruled
    claim: str


def _claim(entries: Sequence[Entry], dispute: int) -> str:
    """What was claimed in the dispute of a line, as everybody may read it by now."""
    if not dispute:
        return ""
    read = (
        entry.event for entry in entries if isinstance(entry.event, ClaimPublished) and entry.event.dispute == dispute
    )
    opened = entries[dispute - 1].event
    claimed = opened.claim if isinstance(opened, DisputeOpened) else ""
    return next((event.claim for event in read), claimed)


class NamedCard(NamedTuple):
    """A card that a move names, and what it does."""

    name: str
    does: str


def _cards(moment: Moment) -> Sequence[NamedCard]:
    """The cards that the lines of a move name, as far as whoever asks knows them."""
    timeline, group = moment.timeline, moment.group
    before = timeline.position(max(group.first - 1, 1))
    none: tuple[tuple[str, str], ...] = ()
    named = [
        NamedCard(name, does)
        for entry in group.entries if not isinstance(entry.event, SessionEvent)
        for name, does in or_fallback(none, partial(_cards_of, timeline, before, entry.event))
    ]  # fmt: skip
    return list(dict.fromkeys(named))[:_CARDS]


def _cards_of(timeline: Timeline, position: Any, event: Event) -> tuple[tuple[str, str], ...]:
    return tuple(timeline.game.view.cards(position, event))


def _ways(moment: Moment) -> Mapping[str, Remedy]:
    """The ways out with their outcomes, as whoever asks may know them."""
    if not moment.is_move or moment.group.undone:
        return {}
    viewer = moment.timeline.viewer
    none: tuple[Remedy, ...] = ()
    found = or_fallback(
        none, lambda: remedies(moment.timeline, moment.group, by=moment.who.author or "moderator", viewer=viewer)
    )
    return {one.way: one for one in found}


def _at(moment: Moment, ways: Mapping[str, Remedy]) -> str:
    """The printed name of the place at which the rules would have given another number."""
    gives = ways["compensate"].gives if ways else None
    return "" if gives is None else place_name(moment.timeline.game, moment.timeline.reading.position, gives.place)


def _response(moment: Moment, refusal: str = "", status: int = 200) -> Response:
    reading = moment.public.reading
    disputes = moment.disputes
    offers = [one for one in open_offers(moment.timeline.reading) if one.dispute.seq in {each.seq for each in disputes}]
    numbers = number_names(moment.timeline.game, reading.position)
    past = [
        PastVerdict(entry.seq, entry.by, entry.event, _claim(reading.entries, entry.event.dispute))
        for entry in reading.entries
        if isinstance(entry.event, Ruled) and moment.is_told_of(entry.event.line)
    ]
    ways = _ways(moment)
    shuffles = reading.started.cards == "tower" and not moment.why_not
    loose = seen_piles(moment.timeline.reading, moment.to)[0] if shuffles else []
    named = [(pile, place_name(moment.timeline.game, reading.position, pile)) for pile in loose]
    text = render_template(
        "ruling.html", view=moment.seen, base=moment.base, moment=moment, levels=LEVELS, refusal=refusal,
        disputes=disputes, past=past, verdicts=VERDICTS, cited=_cited_rules(moment),
        given=request.form if refusal else request.args, picked=_picked(), piles=named,
        svg=moment.timeline.svg(moment.seq), offers=offers, numbers=numbers[:_PLACES], found=_found(moment),
        sides=sides(moment.public.reading, disputes[0]) if disputes else (), ways=ways, back_at=_at(moment, ways),
        cards=_cards(moment), readings=_readings(moment),
    )  # fmt: skip
    return not_stored(text, status)


def _readings(moment: Moment) -> Sequence[ReadOtherwise]:
    """The doubts of the rulebook that the move hangs on."""
    none: tuple[ReadOtherwise, ...] = ()
    rules = [one.rule for one in _found(moment)]
    return or_fallback(none, lambda: readings_of(moment.timeline.reading, moment.group, rules))


def _found(moment: Moment) -> Sequence[Finding]:
    """What an audit of what everybody may know finds at this move."""
    return moment.seen.public.findings.get(moment.group.first, ())


def _picked() -> Sequence[str]:
    """The rules that are ticked: as they were sent, or as the address of the page asks."""
    return (request.form if request.method == "POST" else request.args).getlist("cite")


def _cited_rules(moment: Moment) -> Sequence[CitedRule]:
    """The rules that the likeliest ruling cites: those of its findings, and those that the lines of it come from."""
    book = moment.timeline.game.meta.rulebook
    found = [one.rule for one in _found(moment) if one.rule in book]
    ids = dict.fromkeys([*found, *(entry.rule for entry in moment.group.entries if entry.rule in book)])
    return [CitedRule(name, book[name]) for name in ids]


@blueprint.get("/skip")
def skipping(session: str) -> Response:
    """Who is awaited, and the button to go on without them."""
    require_moderator(require_session_and_identity(session)[0].session)
    return _skip_response(requested_view(session, {}))


@blueprint.post("/skip")
def skipped(session: str) -> Response:
    """Go on without an awaited seat."""
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
    now = timeline.status(timeline.last)
    position = seen.public.timeline.position(timeline.last)
    silent = {seat for seat in now.awaited if timeline.game.rules.silence(position, seat) is not None}
    text = render_template(
        "skip.html", view=seen, base=url_for("viewer.last", session=seen.row.session), status=now, silent=silent,
        refusal=refusal, reason=form_field("reason"), everybody=ALL,
    )  # fmt: skip
    return not_stored(text, status)
