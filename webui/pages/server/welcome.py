"""The page on which `demo` opens at `/`: what to look at first in the sample sessions, each with a link to the moment.

Beside each sample stands what is worth a look in it. Of the samples that are there links are made from that, by alias
and address; what is not there, or what its reader may not do, is left out.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from flask import Response, current_app, render_template, request, url_for

from events.errors import BellError
from events.store.rows import SessionRow
from projections.registry import Registry
from replay.importing.samples import Sight, samples
from webui.access.identity import accounts, identify
from webui.access.responses import not_stored
from webui.access.view import SessionView, current_context, requested_view
from webui.pages.session.audit import public_report


class BoardToSee(NamedTuple):
    """A board at its moment, with the page that leads on from there."""

    game: str
    title: str
    says: str
    address: str
    href: str
    svg: str


class PlaceToSee(NamedTuple):
    """A page to look at: what it is, what to look for, and the words and the addresses of its links.

    `post` is a post to be read by a button in the place of a link, `seat` whose it is.
    """

    kind: str
    title: str
    says: str
    link: str
    href: str
    more: tuple[tuple[str, str], ...] = ()
    post: str = ""
    seat: str = ""


def is_first() -> bool:
    """Whether `/` was asked for without a word, where these pages are served by `demo`."""
    return bool(current_app.config["FIRST_LOOK"]) and not request.args


def page() -> Response:
    """The page."""
    context = current_context()
    public = [row for row in context.store.sessions() if accounts().settings(row.session).visibility == "public"]
    rows = {row.alias: row for row in public if row.alias}
    found = [(rows[alias], sight) for alias, sight in _all_sights(context.registry) if alias in rows]
    places = [make(row, sight) for kind, make in _MADE.items() for row, sight in found if sight.kind == kind]
    text = render_template(
        "first_look.html", boards=list(_boards(found)), places=[place for place in places if place], count=len(public)
    )
    return not_stored(text)


def _all_sights(registry: Registry) -> Iterator[tuple[str, Sight]]:
    for slug in registry:
        yield from _sights_of(slug)


@cache
def _sights_of(slug: str) -> tuple[tuple[str, Sight], ...]:
    """The samples of a game by alias, each with what is worth a look in it."""
    return tuple((sample.alias, sight) for sample in samples(slug) for sight in sample.notes.sights)


def _boards(found: list[tuple[SessionRow, Sight]]) -> Iterator[BoardToSee]:
    for row, sight in found:
        if sight.kind == "board":
            seen, line = _moment(row, sight)
            yield BoardToSee(
                row.game, seen.timeline.game.meta.title, sight.says, sight.address, _position(row, line),
                seen.timeline.svg(line),
            )  # fmt: skip


def _moment(row: SessionRow, sight: Sight) -> tuple[SessionView, int]:
    """A sample as everybody sees it, and the last line of the moment; of the sample, where it has no such moment."""
    seen = requested_view(row.session, {})
    try:
        return seen, seen.timeline.find(sight.address).last
    except BellError:
        return seen, seen.timeline.last


def _position(row: SessionRow, line: int) -> str:
    return url_for("viewer.position", session=row.session, seq=line)


def _title(row: SessionRow) -> str:
    return row.title or row.alias


def _post(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    timeline = requested_view(row.session, {}).timeline
    if not identify(row.session).may_post or sight.seat not in timeline.status(timeline.last).awaited:
        return None
    return PlaceToSee(
        sight.kind, "Paste a post", sight.says, "See how it reads", url_for("post.send", session=row.session),
        post=sight.post, seat=sight.seat,
    )  # fmt: skip


def _finding(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    report = public_report(requested_view(row.session, {}))
    found = next((one for one in report.findings if one.address == sight.address), None)
    if found is None:
        return None
    return PlaceToSee(
        sight.kind, "Find what went wrong", sight.says, f"{found.rule} at {found.address}",
        url_for("audit.finding_page", session=row.session, finding=found.id),
        (("The whole audit", url_for("audit.page", session=row.session)),),
    )  # fmt: skip


def _ruling(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    if not identify(row.session).may_rule:
        return None
    _, line = _moment(row, sight)
    return PlaceToSee(
        sight.kind, "Settle a dispute", sight.says, f"Rule on {sight.address}",
        url_for("ruling.page", session=row.session, seq=line), (("The game as it was played", _position(row, line)),),
    )  # fmt: skip


def _what_if(row: SessionRow, sight: Sight) -> PlaceToSee | None:
    if not identify(row.session).may_rule:
        return None
    _, line = _moment(row, sight)
    filled_in = url_for("what_if.page", session=row.session, seq=line, changes=sight.changes, throw=1, seed=7)
    return PlaceToSee(sight.kind, "Ask what if", sight.says, f"What if not {sight.address}", filled_in)


def _seat(row: SessionRow, sight: Sight) -> PlaceToSee:
    seen, line = _moment(row, sight)
    here = _position(row, line)
    return PlaceToSee(
        sight.kind, "Look over a shoulder", sight.says, f"As {seen.seat_name(sight.seat)} saw it",
        f"{here}?as={sight.seat}", (("As everybody saw it", here),),
    )  # fmt: skip


def _dice(row: SessionRow, sight: Sight) -> PlaceToSee:
    return PlaceToSee(
        sight.kind, "Mistrust the dice", sight.says, f"Dice of {_title(row)}", url_for("dice.page", session=row.session)
    )


def _log(row: SessionRow, sight: Sight) -> PlaceToSee:
    return PlaceToSee(
        sight.kind,
        "Take it away",
        sight.says,
        f"{_title(row)} in one file",
        url_for("export.file", session=row.session, ending="html"),
    )


_MADE: Final[Mapping[str, Callable[[SessionRow, Sight], PlaceToSee | None]]] = {
    "post": _post, "finding": _finding, "ruling": _ruling, "what-if": _what_if, "seat": _seat, "dice": _dice,
    "log": _log,
}  # fmt: skip
"""What is shown of each kind, in this order."""
