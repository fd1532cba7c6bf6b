"""The page on which `demo` opens at `/`: what to look at first in the sample sessions, each with a link to the moment.

The links are made from the samples that are there: a sample by its alias, a moment by its address. What is not there,
or what its reader may not do, is left out.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from flask import Response, current_app, make_response, render_template, request, url_for

from events.errors import BellError
from events.store.records import SessionRow
from webui.access.identity import identify
from webui.access.view import SessionView, current_context, requested_view
from webui.pages.audit import public_report

BOARDS: Final = (
    ("keys-four-player", "20.3", "Tenth steps out of the Pandorica"),
    ("risk-forgotten-two", "6.4", "Orange is at India's door; Blue may have an answer"),
    ("ccg-gallifrey-unit", "17.1", "Priya Stands a Doctor and a Silurian"),
    ("daleks-gallifrey", "16.6", "Sarah Jane Smith turns a black die into a green one"),
)
"""One moment a game: the sample, its address, and what is to be seen there."""
FINDING: Final = ("risk-forgotten-two", "4.2")
DISPUTED: Final = ("ccg-forgotten-draw", "5.3")
WHAT_IF: Final = ("daleks-mistakes", "14.5")
SEEN_BY: Final = ("keys-two-player", "10.1", "tenth")
DICE: Final = "risk-five-player"
HANDED_ON: Final = "daleks-gallifrey"
POSTED: Final = ("risk-rulebook-manoeuvre", "yellow")
POST: Final = (
    "Sorry for the wait, the train was late. The TARDIS lands in Brazil. I get four Daleks and put them on Iceland. "
    "Then I attack Scandinavia from Iceland with three. Next turn I would like Russia."
)


class LookedAtBoard(NamedTuple):
    """A board at its moment, with the page that leads on from there."""

    game: str
    title: str
    says: str
    address: str
    href: str
    svg: str


class Sight(NamedTuple):
    """Something to look at: what it is, what to look for, and the words and the address of the link.

    `post` is a post to be read by a button in the place of a link, `seat` whose it is.
    """

    name: str
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
    aliases = {row.alias: row for row in current_context().store.sessions() if row.alias}
    text = render_template(
        "first_look.html", boards=list(_boards(aliases)), sights=list(_sights(aliases)), count=len(aliases)
    )
    response = make_response(text)
    response.headers["Cache-Control"] = "no-store"  # it holds a form
    return response


def _boards(aliases: dict[str, SessionRow]) -> Iterator[LookedAtBoard]:
    for alias, address, says in BOARDS:
        if alias in aliases:
            seen, line = _moment(aliases[alias], address)
            yield LookedAtBoard(
                seen.row.game, seen.timeline.game.meta.title, says, address,
                url_for("viewer.position", session=seen.row.session, seq=line), seen.timeline.svg(line),
            )  # fmt: skip


def _sights(aliases: dict[str, SessionRow]) -> Iterator[Sight]:
    for alias, make in _MADE:
        found = make(aliases[alias]) if alias in aliases else None
        if found is not None:
            yield found


def _moment(row: SessionRow, address: str) -> tuple[SessionView, int]:
    """A sample as everybody sees it, and the last line of a moment of it; its last line where there is none."""
    seen = requested_view(row.session, {})
    try:
        return seen, seen.timeline.find(address).last
    except BellError:
        return seen, seen.timeline.last


def _title(row: SessionRow) -> str:
    return row.title or row.alias


def _post(row: SessionRow) -> Sight | None:
    seen = requested_view(row.session, {})
    if not identify(row.session).may_post or POSTED[1] not in seen.timeline.status(seen.timeline.last).awaited:
        return None
    return Sight(
        "post", "Paste a post",
        "Nobody need learn a notation: look how a post in plain words becomes four moves, and how its last sentence, "
        "which only wishes, becomes none. Nothing is filed before you say so.",
        "See how it reads", url_for("post.send", session=row.session), post=POST, seat=POSTED[1],
    )  # fmt: skip


def _finding(row: SessionRow) -> Sight | None:
    found = next(
        (one for one in public_report(requested_view(row.session, {})).findings if one.address == FINDING[1]), None
    )
    if found is None:
        return None
    return Sight(
        "finding", "Find what went wrong",
        "Two Daleks that nobody counted, found five turns later: look at the board before, as recorded and as the "
        "rules have it, and at what followed.",
        f"{found.rule} at {found.address}", url_for("audit.finding_page", session=row.session, finding=found.id),
        (("The whole audit", url_for("audit.page", session=row.session)),),
    )  # fmt: skip


def _dispute(row: SessionRow) -> Sight | None:
    if not identify(row.session).may_rule:
        return None
    _, line = _moment(row, DISPUTED[1])
    return Sight(
        "dispute", "Settle a dispute",
        "A draw that nobody made, ten turns back: look at the ways out side by side, each with what it would change "
        "on the table, before you sign one.",
        f"Rule on {DISPUTED[1]}", url_for("ruling.page", session=row.session, seq=line),
        (("The game as it was played", url_for("viewer.position", session=row.session, seq=line)),),
    )  # fmt: skip


def _what_if(row: SessionRow) -> Sight | None:
    if not identify(row.session).may_rule:
        return None
    _, line = _moment(row, WHAT_IF[1])
    return Sight(
        "what-if", "Ask what if",
        "Cyril turned a die with Clara. Make the branch in which he did not: all later moves are decided again with "
        "the dice that fell, and the branch stands beside the record, move by move.",
        f"What if not {WHAT_IF[1]}",
        url_for("what_if.page", session=row.session, seq=line, changes=f"OMIT {WHAT_IF[1]}", throw=1, seed=7),
    )  # fmt: skip


def _seen_by(row: SessionRow) -> Sight:
    seen, line = _moment(row, SEEN_BY[1])
    here = url_for("viewer.position", session=row.session, seq=line)
    return Sight(
        "seen-by", "Look over a shoulder",
        f"The same moment as everybody saw it, and with the hand that only {seen.seat_name(SEEN_BY[2])} could see; "
        "step on, and the view stays.",
        f"As {seen.seat_name(SEEN_BY[2])} saw it", f"{here}?as={SEEN_BY[2]}", (("As everybody saw it", here),),
    )  # fmt: skip


def _dice(row: SessionRow) -> Sight:
    return Sight(
        "dice", "Mistrust the dice",
        "Every roll of a long war, and how often each face came up: look whether a count lies outside of what fair "
        "dice mostly do, and at the receipt of each roll.",
        f"Dice of {_title(row)}", url_for("dice.page", session=row.session),
    )  # fmt: skip


def _handed_on(row: SessionRow) -> Sight:
    return Sight(
        "handed-on", "Take it away",
        "A whole log as one file, with its digests and seals: cloisterbell verify FILE checks it with nothing but "
        "that file, and finds a single changed byte.",
        f"Log of {_title(row)}", url_for("export.log", session=row.session),
    )  # fmt: skip


_MADE: Final[tuple[tuple[str, Callable[[SessionRow], Sight | None]], ...]] = (
    (POSTED[0], _post), (FINDING[0], _finding), (DISPUTED[0], _dispute), (WHAT_IF[0], _what_if),
    (SEEN_BY[0], _seen_by), (DICE, _dice), (HANDED_ON, _handed_on),
)  # fmt: skip
"""What is shown, in this order: the sample that it needs, and what makes it."""
