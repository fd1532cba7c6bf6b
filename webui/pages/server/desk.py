"""The pages `/desk` and `/desk/<name>`: old threads that are read post by post, by several people, and then recorded.

A host begins a desk and records what was read; a secret link of the desk lets others help. Every answer is kept at
once.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.digits import whole
from events.errors import BellError, RefusedError
from events.store.accounts import DESK, EVERYWHERE, MODERATOR, desk_session
from events.store.desks import Desks
from events.store.settings import VISIBILITIES, Settings, check_visibility
from projections.terms import Marks
from replay.chance.clock import now_ms
from replay.importing.authors import NOBODY, UnknownAuthorsError
from replay.importing.desk import DeskWork
from replay.importing.review import Answer, OpenPost, WalkedPost, with_unknown
from replay.importing.suggestions import suggest
from replay.posts.blocks import LONGEST_POST
from replay.posts.completions import LONGEST_WORDS
from replay.posts.paste import Choice
from replay.posts.read import ReadPaste
from replay.posts.words import stretches
from replay.reading.timeline import Timeline
from replay.session.seats import IssuedLink
from webui.access.identity import accounts, host_identity, identify, is_host, is_laptop, remember_link, require_host
from webui.access.pending_links import links_on_tray, put_on_tray
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context
from webui.pages.server.archive import (
    ArchivePreview,
    archive_response,
    header_fields,
    make_room,
    seats_by_author,
    sent_bytes,
)
from webui.pages.session.post import PostForm, PostPage, read_form
from webui.views.headline import headline
from webui.views.shared_boards import SharedBoards

_EXTENSION: Final = "cloisterbell-desks"
_KEPT: Final = 8
"""So many desks stay open in memory."""
_AT_ONCE: Final = 150
"""So many posts are passed in one request; the page goes on by itself."""
_SHOWN: Final = 30
"""So many posts before the open one are listed."""
_LONGEST: Final = 4_000

blueprint = Blueprint("desk", __name__, url_prefix="/desk")
blueprint.url_value_preprocessor(make_room)


class DeskCache:
    """Desks that are open in memory, each with its lock: a walk belongs to one request at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[threading.Lock, DeskWork]] = OrderedDict()

    @contextmanager
    def work(self, name: str) -> Iterator[DeskWork]:
        """A desk, for this request alone.

        Raises:
            RefusedError: there is none of this name.
        """
        context = current_context()
        with self._lock:
            kept = self._kept.get(name)
        if kept is None:
            kept = (threading.Lock(), DeskWork(Desks(accounts()), context.store, context.shelf, name))
        with self._lock:
            kept = self._kept.setdefault(name, kept)
            self._kept.move_to_end(name)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        with kept[0]:
            yield kept[1]

    def forget(self, name: str) -> None:
        """Let go of a desk that is gone."""
        with self._lock:
            self._kept.pop(name, None)


class DeskPage(NamedTuple):
    """What the page shows: the desk, the post that is asked about, what was sent, what is wrong."""

    work: DeskWork
    sent: PostForm
    asks_who: bool = False
    trouble: str = ""
    is_reading: bool = False

    @property
    def open(self) -> OpenPost | None:
        """The post at which the walk stands."""
        return self.work.walk.open if self.work.walk and not self.is_reading else None

    @property
    def sheet(self) -> PostPage:
        """The open post as the page for posts shows one."""
        standing = self.open
        paste = standing.paste if standing else ReadPaste(0)
        choices = {**(standing.answer.choices if standing else {}), **self.sent.choices}
        return PostPage(self.sent._replace(choices=choices), paste)

    @property
    def before(self) -> Sequence[WalkedPost]:
        """The posts before it, the last ones."""
        return self.work.walk.walked[-_SHOWN:] if self.work.walk else ()


def _desks() -> Desks:
    return Desks(accounts())


def _cache() -> DeskCache:
    found = current_app.extensions.setdefault(_EXTENSION, DeskCache())
    assert isinstance(found, DeskCache)
    return found


def _require_helper(name: str) -> str:
    """Whoever may work at a desk: a host, or who holds its link; returns what stands beside the answers.

    Raises:
        Forbidden: somebody else.
    """
    known = identify(desk_session(name))
    if is_host():
        if not _desks().last(name):
            raise NotFound(f'There is no desk "{name[:40]}" here.')
        return "host"
    if known.role != DESK:
        raise Forbidden("Only a host, or whoever holds the secret link of this desk, can work at it.")
    link = accounts().by_id(known.link)
    return (link.name if link else "") or "helper"


@blueprint.get("")
def listing() -> Response:
    """All desks of this house."""
    require_host()
    context, desks = current_context(), _desks()
    found = [DeskWork(desks, context.store, context.shelf, name).desk for name in desks.names()]
    return _kept_nowhere(render_template("desks.html", desks=found))


@blueprint.post("")
def begin() -> Response:
    """Begin a desk with a thread that was uploaded or pasted."""
    require_host()
    limit_rate("session")
    given = {name: value[:_LONGEST] for name, value in request.form.items() if name != "text"}
    name = given.get("desk", "").strip().lower().replace(" ", "-")
    context = current_context()
    text = request.form.get("text", "")
    guard_tokens(str(given), identify(EVERYWHERE))
    try:
        if not name:
            raise RefusedError("give the desk a name, of a-z, 0-9 and -")
        fields, people = header_fields(given), seats_by_author(given)
        work = DeskWork.begin(_desks(), context.store, context.shelf, name, sent_bytes(text), "host")
    except BellError as error:
        return archive_response(given, ArchivePreview(text, "", refusal=str(error)), error.status)
    if fields.get("game") and fields.get("seats"):
        with suppress(BellError):  # it is asked at the desk, with what is missing
            work.tell(fields, people, "host")
    return _go(name)


@blueprint.get("/<name>")
def page(name: str) -> Response:
    """Where the walk stands, or another post that is settled once more."""
    _require_helper(name)
    with _cache().work(name) as work:
        return _response(work, _Blank, stand=_asked_post(work, request.args.get("post", "")))


@blueprint.post("/<name>")
def send(name: str) -> Response:
    """Say what a post means, take that back, say who is who, bring more of the thread, share it, or record it."""
    who = _require_helper(name)
    asked = request.form.get("do", "take")
    limit_rate("desk", host_identity().link or identify(desk_session(name)).link)
    guard_tokens("\n".join(value for key, value in request.form.items() if key != "text"), identify(EVERYWHERE))
    with _cache().work(name) as work:
        sent = read_form(request.form)
        try:
            if asked in _ACTIONS:
                return _ACTIONS[asked](work, who)
            if asked.startswith("find-"):
                return _response(work, sent, stand=_asked_post(work, request.form.get("post", "")))
            return _answer(work, sent, who, asked)
        except UnknownAuthorsError as error:
            return _response(work, sent, str(error), 422)
        except BellError as error:
            return _response(
                work, sent, str(error), error.status, stand=_asked_post(work, request.form.get("post", ""))
            )


def _answer(work: DeskWork, sent: PostForm, who: str, asked: str) -> Response:
    """Keep what the form says of the open post, and go on."""
    if asked not in ("take", "chat", "unknown") or not request.form.get("post"):
        raise RefusedError("say what the post means, and which post")
    number, seen = request.form["post"], sent.number("after")
    key = _asked_post(work, number)
    _follow(work, key)
    standing = work.walk.open if work.walk else None
    if standing is None or standing.key != key:
        raise RefusedError(f"post {number} is not asked about any more: here is the one that is")
    choices = {**standing.answer.choices, **sent.choices}
    if asked == "chat":
        choices = {line.number: Choice(chat=True) for line in standing.paste.shown}
    elif asked == "unknown":
        for line in standing.paste.open:
            taken = choices.get(line.number, Choice()).take or next(iter(line.choices), "")
            said = with_unknown(standing.paste.places[line.number], taken) if taken else ""
            if not said:
                raise RefusedError("nothing is drawn or turned up in it: there is nothing that is not known")
            choices[line.number] = Choice(take=said)
    added = {
        field: request.form.get(field, "").replace("\r\n", "\n").strip()[:_LONGEST] for field in ("before", "behind")
    }
    work.answer(key, Answer(choices, **added), who, seen)
    return _go(work.desk.name, anchor="open")


def _undo(work: DeskWork, who: str) -> Response:
    key = work.undo(who)
    _follow(work, key)
    return _go(work.desk.name, anchor="open")


def _tell(work: DeskWork, who: str) -> Response:
    given = {name: value[:_LONGEST] for name, value in request.form.items()}
    fields = header_fields({**given, "game": given.get("game", "") or work.desk.header.get("game", "")})
    work.tell(fields, seats_by_author(given), who)
    return _go(work.desk.name)


def _bring(work: DeskWork, who: str) -> Response:
    work.bring(sent_bytes(request.form.get("text", "")), who)
    return _go(work.desk.name)


def _share(work: DeskWork, _who: str) -> Response:
    require_host()
    session = desk_session(work.desk.name)
    put_on_tray(session, IssuedLink(*accounts().issue(session, DESK, now_ms(), name=request.form.get("for", "")[:60])))
    return _go(work.desk.name, anchor="share")


def _drop(work: DeskWork, _who: str) -> Response:
    require_host()
    work.desks.drop(work.desk.name)
    _cache().forget(work.desk.name)
    return _redirect(url_for("desk.listing"))


def _record(work: DeskWork, who: str) -> Response:
    """Record what was read; the session gets its settings and, where people come from elsewhere, its moderator."""
    require_host()
    is_new, visibility = not work.desk.session, check_visibility(request.form.get("visibility", ""))
    session = work.record(who)
    if is_new:
        accounts().put_settings(session, Settings(visibility))
        if not is_laptop():
            moderator = IssuedLink(*accounts().issue(session, MODERATOR, now_ms()))
            put_on_tray(session, moderator)
            remember_link(moderator.link)
    return _redirect(url_for("audit.page", session=session))


_ACTIONS: Final = {
    "undo": _undo, "tell": _tell, "bring": _bring, "share": _share, "drop": _drop, "record": _record,
}  # fmt: skip
_Blank: Final = PostForm(
    dict.fromkeys(("text", "seat", "author", "when", "where"), ""),
    dict.fromkeys(("key", "read", "instead", "after", "crossing"), ""), {},
)  # fmt: skip


def _asked_post(work: DeskWork, number: str) -> str:
    """The key of the post of a number, "" where none is asked for.

    Raises:
        RefusedError: there is none of this number.
    """
    if not number:
        return ""
    posts = work.desk.archive.posts
    at = whole(number)
    if at is None or not 1 <= at <= len(posts):
        raise RefusedError(f'"{number[:20]}" is no post: there are {len(posts)}')
    return work.keys[at - 1]


def _follow(work: DeskWork, stand: str = "") -> bool:
    """Walk on; returns whether more is to be read than one request reads."""
    return sum(1 for _ in islice(work.follow(stand), _AT_ONCE)) == _AT_ONCE


def _response(work: DeskWork, sent: PostForm, trouble: str = "", status: int = 200, stand: str = "") -> Response:
    """The page of a desk."""
    asks_who, is_reading = False, False
    try:
        is_reading = _follow(work, stand)
    except BellError as error:
        asks_who, trouble = True, trouble or (str(error) if work.desk.header.get("game") else "")
    page = DeskPage(work, sent, asks_who=asks_who or not work.walk, trouble=trouble, is_reading=is_reading)
    return _kept_nowhere(_rendered(page), status)


def _rendered(page: DeskPage) -> str:
    work, sheet = page.work, page.sheet
    hints = suggest(work.desk.archive, current_context().shelf) if page.asks_who else None
    told = {name: one for name, one in hints.options.items() if name not in work.desk.header} if hints else {}
    walk, name = work.walk, work.desk.name
    timeline = walk.timeline if walk and not page.asks_who else None
    boards = SharedBoards(timeline.svg(timeline.last)) if timeline else None
    return render_template(
        "desk.html", page=page, desk=work.desk, hints=hints, standing=page.open, sheet=sheet, sent=sheet.sent,
        progress=walk.progress if walk else None, seats=timeline.reading.started.seats if timeline else (),
        headline=headline(timeline, timeline.last) if timeline else "",
        svg=boards.first if boards else "", game=timeline.row.game if timeline else "", words=stretches(sheet.paste),
        board=partial(_board, timeline, boards) if timeline and boards else None,
        longest_words=LONGEST_WORDS, most=LONGEST_POST,
        options=_options({**{name: one.value for name, one in told.items()}, **work.desk.header}), told=told,
        nobody=NOBODY, moderator=MODERATOR, visibilities=VISIBILITIES,
        games=current_context().shelf.metas.values(),
        host=is_host(), links=links_on_tray(desk_session(name)) if is_host() else (), after=work.desk.seq,
    )  # fmt: skip


def _options(header: Mapping[str, str]) -> str:
    """The options of the game that are told already, or suggested, a line each."""
    usual = {"game", "seats", "title", "dice", "cards", "date", "writer", "table"}
    return "\n".join(f"{name} = {value}" for name, value in header.items() if name not in usual)


def _board(timeline: Timeline, boards: SharedBoards, position: Any) -> str:
    return boards.further(timeline.game.view.draw(position, Marks((), timeline.position(timeline.last))))


def _go(name: str, anchor: str = "") -> Response:
    return _redirect(url_for("desk.page", name=name, _anchor=anchor or None))


def _redirect(where: str) -> Response:
    response = redirect(where, 303)
    assert isinstance(response, Response)
    return response


def _kept_nowhere(text: str, status: int = 200) -> Response:
    return not_stored(text, status)
