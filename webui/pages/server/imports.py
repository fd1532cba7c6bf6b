"""The pages `/import` and `/import/<name>`: posts of a file are read, asked about by several people, and recorded.

A host begins a draft and records it; a secret link of the draft lets others help. In the inbox of a running session a
seat answers about its own posts. Every answer is stored at once.
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
from events.store.accounts import EVERYWHERE, HELPER, MODERATOR, draft_session
from events.store.drafts import ImportDrafts
from events.store.settings import VISIBILITIES, Settings, check_title, check_visibility
from projections.terms import Marks
from replay.chance.clock import now_ms
from replay.importing.authors import NOBODY, UnknownAuthorsError
from replay.importing.draft import ImportDraft
from replay.importing.suggestions import suggest
from replay.importing.walk import Answer, OpenPost, ThreadWalk, WalkedPost, with_unknown
from replay.posts.blocks import LONGEST_POST
from replay.posts.completions import LONGEST_WORDS
from replay.posts.paste import Choice
from replay.posts.position_file import options_in, read_description
from replay.posts.read import ReadPaste
from replay.posts.transcript import UnsaidError
from replay.posts.words import stretches
from replay.reading.timeline import Timeline
from replay.session.seats import IssuedLink
from webui.access.identity import accounts, host_identity, identify, is_host, is_laptop, remember_link, require_host
from webui.access.pending_links import links_on_tray, put_on_tray
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context
from webui.pages.session.post import PostForm, PostPage, read_form
from webui.views.headline import headline
from webui.views.shared_boards import SharedBoards

_EXTENSION: Final = "cloisterbell-drafts"
_KEPT: Final = 8
"""The most drafts that stay open in memory."""
_AT_ONCE: Final = 150
"""The most posts that are read in one request; the page goes on by itself."""
_SHOWN: Final = 30
"""The most posts before the unclear one that are listed."""
_LONGEST: Final = 4_000

LARGEST: Final = 8 * 1024 * 1024
"""The most bytes of a file that a browser may send."""
_FORM: Final = 4 * 1024 * 1024
_FIELDS: Final = ("game", "seats", "title", "options")

blueprint = Blueprint("imports", __name__, url_prefix="/import")


@blueprint.url_value_preprocessor
def make_room(_endpoint: str | None, _values: Any) -> None:
    """Allow requests as large as a file of posts."""
    request.max_content_length = LARGEST + _FORM
    request.max_form_memory_size = _FORM


class DraftCache:
    """Drafts that are open in memory, each with its lock: one request works on a draft at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[threading.Lock, ImportDraft]] = OrderedDict()

    @contextmanager
    def work(self, name: str) -> Iterator[ImportDraft]:
        """A draft, for this request alone.

        Raises:
            RefusedError: there is none of this name.
        """
        context = current_context()
        with self._lock:
            kept = self._kept.get(name)
        if kept is None:
            kept = (threading.Lock(), ImportDraft(ImportDrafts(accounts()), context.store, context.registry, name))
        with self._lock:
            kept = self._kept.setdefault(name, kept)
            self._kept.move_to_end(name)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        with kept[0]:
            yield kept[1]

    def forget(self, name: str) -> None:
        """Let go of a draft that was deleted."""
        with self._lock:
            self._kept.pop(name, None)


class DraftPage(NamedTuple):
    """What the page shows: the draft, what was sent, who asks, and what is wrong."""

    work: ImportDraft
    sent: PostForm
    who: "Helper"
    asks_who: bool = False
    trouble: str = ""
    is_reading: bool = False

    @property
    def open(self) -> OpenPost | None:
        """The first unclear post, if this person may see it."""
        current_post = self.work.walk.open if self.work.walk and not self.is_reading else None
        return current_post if self.who.may_answer(current_post) else None

    @property
    def waits(self) -> int:
        """How many posts wait."""
        return len(self.work.walk.keys) - len(self.work.walk.walked) if self.work.walk else 0

    @property
    def sheet(self) -> PostPage:
        """The open post as the page for posts shows one."""
        current_post = self.open
        paste = current_post.paste if current_post else ReadPaste(0)
        choices = {**(current_post.answer.choices if current_post else {}), **self.sent.choices}
        return PostPage(self.sent._replace(choices=choices), paste)

    def recorded_at(self, one: WalkedPost) -> str:
        """The page that corrects the first move of a recorded post; of a post without moves, its entry in the log."""
        assert self.work.walk is not None
        moves = (seq for seq in self.work.walk.timeline.addresses if one.first <= seq <= one.last)
        seq, where = next(moves, 0), self.work.state.session
        return (
            url_for("fix.page", session=where, seq=seq)
            if seq
            else url_for("viewer.position", session=where, seq=one.first)
        )

    @property
    def before(self) -> Sequence[WalkedPost]:
        """The last posts before it, for a host or a helper."""
        return self.work.walk.walked[-_SHOWN:] if self.work.walk and not self.who.seat else ()


def _drafts() -> ImportDrafts:
    return ImportDrafts(accounts())


def _cache() -> DraftCache:
    found = current_app.extensions.setdefault(_EXTENSION, DraftCache())
    assert isinstance(found, DraftCache)
    return found


class Helper(NamedTuple):
    """A person who works on a draft: the name with the answers, and the seat, "" for a host or a helper."""

    name: str
    seat: str = ""

    def may_answer(self, current_post: OpenPost | None) -> bool:
        """Whether a post may be shown to this person."""
        return current_post is not None and self.seat in ("", current_post.seat)


def _require_helper(name: str) -> Helper:
    """The person who asks, who may work on this draft.

    Raises:
        Forbidden: the person is not a host, has no link of the draft, and holds no seat in its session.
        NotFound: there is no such draft.
    """
    drafts = _drafts()
    if is_host():
        if not drafts.last(name):
            raise NotFound(f'There is no draft "{name[:40]}" here.')
        return Helper("host")
    known = identify(draft_session(name))
    if known.role == HELPER:
        link = accounts().by_id(known.link)
        return Helper((link.name if link else "") or "helper")
    session = (
        ImportDraft(drafts, current_context().store, current_context().registry, name).state.session
        if (drafts.last(name))
        else ""
    )
    seat = identify(session).seat if session else ""
    if not seat:
        raise Forbidden("Only a host, a helper with a secret link, or a seat of its session can work on this draft.")
    return Helper(seat, seat)


@blueprint.get("")
def page() -> Response:
    """The form, and all drafts."""
    require_host()
    return _form_response({})


def _form_response(given: Mapping[str, str], text: str = "", refusal: str = "", status: int = 200) -> Response:
    context, drafts = current_context(), _drafts()
    found = [ImportDraft(drafts, context.store, context.registry, name).state for name in drafts.names()]
    page = render_template(
        "import.html", drafts=found, given=given, text=text, refusal=refusal, games=context.registry.metas.values()
    )  # fmt: skip
    return not_stored(page, status)


@blueprint.post("")
def begin() -> Response:
    """Begin a draft with a file that was uploaded or text that was pasted."""
    require_host()
    limit_rate("session")
    given = {name: value[:_LONGEST] for name, value in request.form.items() if name != "text"}
    text, context = request.form.get("text", ""), current_context()
    guard_tokens(str(given), identify(EVERYWHERE))
    try:
        fields, raw = header_fields(given), sent_bytes(text)
        running = context.store.row(given["to"].strip()) if given.get("to", "").strip() else None
        session = running.session if running else ""
        name = given.get("draft", "").strip().lower().replace(" ", "-")
        inbox = _drafts().of_session(session) if session else ""
        name = inbox or name or (running.alias if running else "") or session
        if not name:
            raise RefusedError("give the draft a name, of a-z, 0-9 and -")
        if running and not given.get("rolls") and _has_built_in_dice(session):
            raise RefusedError("these posts may roll the built-in dice of the session: tick the box to agree")
        if inbox:
            ImportDraft(_drafts(), context.store, context.registry, name).bring(raw, "host")
        else:
            ImportDraft.begin(_drafts(), context.store, context.registry, name, raw, "host", session=session)
        with _cache().work(name) as work:
            if fields and not session:
                with suppress(BellError):  # the page of the draft asks again, with what is missing
                    work.tell(fields, {}, "host")
            _settle(work)
    except BellError as error:
        return _form_response(given, text, str(error), error.status)
    return _go(name)


def _has_built_in_dice(session: str) -> bool:
    context = current_context()
    return Timeline.read(context.store, context.registry, session).reading.started.has_tower


def _settle(work: ImportDraft) -> None:
    """Record the clear posts of a running session."""
    if work.state.session:
        with suppress(UnsaidError):  # the page asks for it
            if list(work.follow()):
                work.record("host")


@blueprint.get("/<name>")
def draft(name: str) -> Response:
    """The first unclear post, or another post whose answer can be changed."""
    who = _require_helper(name)
    with _cache().work(name) as work:
        return _response(work, _Blank, who, stand=_asked_post(work, request.args.get("post", "")))


@blueprint.post("/<name>")
def send(name: str) -> Response:
    """Store an answer, take one back, store who is who, bring more of the thread, share the draft, or record it."""
    who = _require_helper(name)
    asked = request.form.get("do", "take")
    limit_rate("draft", host_identity().link or identify(draft_session(name)).link)
    guard_tokens("\n".join(value for key, value in request.form.items() if key != "text"), identify(EVERYWHERE))
    with _cache().work(name) as work:
        sent = read_form(request.form)
        number = request.form.get("post", "")
        try:
            if asked in _ACTIONS:
                if who.seat:
                    raise Forbidden("A seat answers about its own posts; a host does the rest.")
                return _ACTIONS[asked](work, who.name)
            if asked.startswith("find-"):
                return _response(work, sent, who, stand=_asked_post(work, number))
            return _answer(work, sent, who, asked)
        except UnknownAuthorsError as error:
            return _response(work, sent, who, str(error), 422)
        except BellError as error:
            return _response(work, sent, who, str(error), error.status, stand=_asked_post(work, number))


def _answer(work: ImportDraft, sent: PostForm, who: Helper, asked: str) -> Response:
    """Store what the form says of the open post, and go on."""
    if asked not in ("take", "chat", "unknown") or not request.form.get("post"):
        raise RefusedError("say what the post means, and which post")
    number, seen = request.form["post"], sent.number("after")
    key = _asked_post(work, number)
    _follow(work, key)
    current_post = work.walk.open if work.walk else None
    if current_post is None or current_post.key != key:
        raise RefusedError(f"post {number} is not asked about any more: here is the one that is")
    if not who.may_answer(current_post):
        raise Forbidden("This post is not yours.")
    choices = {**current_post.answer.choices, **sent.choices}
    if asked == "chat":
        choices = {line.number: Choice(chat=True) for line in current_post.paste.shown}
    elif asked == "unknown":
        for line in current_post.paste.open:
            taken = choices.get(line.number, Choice()).take or next(iter(line.choices), "")
            said = with_unknown(current_post.paste.places[line.number], taken) if taken else ""
            if not said:
                raise RefusedError("nothing was drawn or turned up in it, so nothing in it is unknown")
            choices[line.number] = Choice(take=said)
    added = {
        field: request.form.get(field, "").replace("\r\n", "\n").strip()[:_LONGEST] for field in ("before", "behind")
    }
    work.answer(key, Answer(choices, **added), who.name, seen)
    _settle(work)
    return _go(work.state.name, anchor="open")


def _undo(work: ImportDraft, who: str) -> Response:
    key = work.undo(who)
    _follow(work, key)
    return _go(work.state.name, anchor="open")


def _tell(work: ImportDraft, who: str) -> Response:
    given = {name: value[:_LONGEST] for name, value in request.form.items()}
    fields = header_fields({**given, "game": given.get("game", "") or work.state.header.get("game", "")})
    work.tell({} if work.state.session else fields, seats_by_author(given), who)
    _settle(work)
    return _go(work.state.name)


def _bring(work: ImportDraft, who: str) -> Response:
    work.bring(sent_bytes(request.form.get("text", "")), who)
    _settle(work)
    return _go(work.state.name)


def _share(work: ImportDraft, _who: str) -> Response:
    require_host()
    session = draft_session(work.state.name)
    put_on_tray(
        session, IssuedLink(*accounts().issue(session, HELPER, now_ms(), name=request.form.get("for", "")[:60]))
    )
    return _go(work.state.name, anchor="share")


def _drop(work: ImportDraft, _who: str) -> Response:
    require_host()
    work.drafts.drop(work.state.name)
    _cache().forget(work.state.name)
    return _redirect(url_for("imports.page"))


def _record(work: ImportDraft, who: str) -> Response:
    """Record what was read; the session gets its settings and, where people come from elsewhere, its moderator."""
    require_host()
    is_new, visibility = not work.state.session, check_visibility(request.form.get("visibility", ""))
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


def sent_bytes(text: str) -> bytes:
    """The bytes that were uploaded, else pasted.

    Raises:
        RefusedError: they hold a live secret link, or are too large for a browser.
    """
    raw, _ = sent_or_pasted(text, "import")
    guard_tokens(raw.decode("utf-8", "replace"), identify(EVERYWHERE))
    return raw


def sent_or_pasted(text: str, command: str) -> tuple[bytes, bool]:
    """The bytes that were uploaded, else pasted, and whether they were pasted.

    Raises:
        RefusedError: they are too large for a browser; names the command that reads them.
    """
    file = request.files.get("file")
    raw = file.stream.read(LARGEST + 1) if file is not None and file.filename else b""
    if len(raw) > LARGEST:
        limit = f"{LARGEST // 1024 // 1024} MiB"
        raise RefusedError(f"a browser sends at most {limit}: `cloisterbell {command}` reads larger files")
    return raw or text.replace("\r\n", "\n").encode("utf-8", "replace"), not raw


def header_fields(given: Mapping[str, str]) -> dict[str, str]:
    """The fields of the session's header that the form gives."""
    fields = {name: given.get(name, "").strip() for name in _FIELDS[:-1]}
    check_title(fields["title"])
    options = given.get("options", "").strip()
    if options and not fields["game"]:
        raise RefusedError("options belong to a game: say which")
    if options:
        game, lines = current_context().registry[fields["game"]], read_description(options)
        found = options_in(game, lines)
        if strange := [line.place for line in lines if line.place.lower() not in found]:
            known = ", ".join(game.options.__struct_fields__)
            raise RefusedError(f'{game.meta.title} has no option "{strange[0][:40]}"; it has {known}')
        fields |= found
    return {name: value for name, value in fields.items() if value}


def seats_by_author(given: Mapping[str, str]) -> dict[str, str]:
    """The seats of authors that the form gives."""
    pairs = ((given[name], given.get(f"seat-{name[7:]}", "")) for name in given if name.startswith("author-"))
    return {author: seat for author, seat in pairs if seat}


def _asked_post(work: ImportDraft, number: str) -> str:
    """The key of the post of a number, "" where none is asked for.

    Raises:
        RefusedError: there is none of this number.
    """
    if not number:
        return ""
    posts = work.state.archive.posts
    at = whole(number)
    if at is None or not 1 <= at <= len(posts):
        raise RefusedError(f'"{number[:20]}" is no post: there are {len(posts)}')
    return work.keys[at - 1]


def _waiting(work: ImportDraft) -> str:
    """The first post that waits for built-in dice, which only a form may roll; "" for other sessions."""
    if not work.state.session or not _has_built_in_dice(work.state.session):
        return ""
    recorded = work.state.recorded
    return next((key for key in work.keys if key not in recorded), "")


def _follow(work: ImportDraft, stand: str = "") -> bool:
    """Read on; returns whether there is more than one request reads."""
    return sum(1 for _ in islice(work.follow(stand), _AT_ONCE)) == _AT_ONCE


def _response(
    work: ImportDraft, sent: PostForm, who: Helper, trouble: str = "", status: int = 200, stand: str = ""
) -> Response:  # fmt: skip
    """The page of a draft."""
    asks_who, is_reading = False, False
    try:
        is_reading = _follow(work, stand or _waiting(work))
    except BellError as error:
        asks_who, trouble = True, trouble or (str(error) if work.state.header.get("game") else "")
    page = DraftPage(work, sent, who, asks_who=asks_who or not work.walk, trouble=trouble, is_reading=is_reading)
    return not_stored(_rendered(page), status)


def _rendered(page: DraftPage) -> str:
    work, sheet = page.work, page.sheet
    hints = suggest(work.state.archive, current_context().registry) if page.asks_who else None
    told = {name: one for name, one in hints.options.items() if name not in work.state.header} if hints else {}
    walk, name = work.walk, work.state.name
    timeline = _timeline(walk, page.who.seat) if walk and not page.asks_who else None
    boards = SharedBoards(timeline.svg(timeline.last)) if timeline else None
    return render_template(
        "import_draft.html", page=page, draft=work.state, hints=hints, current_post=page.open, sheet=sheet,
        sent=sheet.sent, progress=walk.progress if walk else None,
        seats=timeline.reading.started.seats if timeline else (),
        headline=headline(timeline, timeline.last) if timeline else "",
        svg=boards.first if boards else "", game=timeline.row.game if timeline else "", words=stretches(sheet.paste),
        board=partial(_board, timeline, boards) if timeline and boards else None,
        longest_words=LONGEST_WORDS, most=LONGEST_POST,
        options=_options({**{name: one.value for name, one in told.items()}, **work.state.header}), told=told,
        nobody=NOBODY, moderator=MODERATOR, visibilities=VISIBILITIES,
        games=current_context().registry.metas.values(),
        host=is_host(), links=links_on_tray(draft_session(name)) if is_host() else (), after=work.state.seq,
    )  # fmt: skip


def _timeline(walk: ThreadWalk, seat: str) -> Timeline:
    """The session after the posts so far, as a seat, a host or a helper may see it."""
    return Timeline(walk.session.row, walk.session.view(seat)) if seat else walk.timeline


def _options(header: Mapping[str, str]) -> str:
    """The options of the game that are known or suggested, a line each."""
    usual = {"game", "seats", "title", "dice", "cards", "date", "writer", "table"}
    return "\n".join(f"{name} = {value}" for name, value in header.items() if name not in usual)


def _board(timeline: Timeline, boards: SharedBoards, position: Any) -> str:
    return boards.further(timeline.game.view.draw(position, Marks((), timeline.position(timeline.last))))


def _go(name: str, anchor: str = "") -> Response:
    return _redirect(url_for("imports.draft", name=name, _anchor=anchor or None))


def _redirect(where: str) -> Response:
    response = redirect(where, 303)
    assert isinstance(response, Response)
    return response
