"""The pages `/import` and `/import/<name>`: one form about the session, then the unclear posts, then recording.

A host starts a draft and records it; helpers answer by a secret link. In the inbox of a running session, the moderator
answers, and a seat for its own posts. Every answer is saved at once.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound

from events.digits import whole
from events.errors import BellError, RefusedError
from events.store.accounts import EVERYWHERE, HELPER, MODERATOR, draft_session
from events.store.drafts import ImportDrafts
from events.store.settings import VISIBILITIES, Settings, check_title, check_visibility
from projections.contracts import Marks
from projections.wording import joined, titled
from replay.chance.clock import now_ms
from replay.importing.archive import (
    MODERATOR as MODERATOR_SEAT,
    NOBODY,
    UnknownAuthorsError,
    as_seat,
    seats_without_author,
)
from replay.importing.draft import ImportDraft, draft_name, free_name
from replay.importing.suggestions import first_options
from replay.importing.walk import Answer, EarlierPost, OpenPost, WalkedPost, question_of, with_unknown
from replay.posts.blocks import LONGEST_POST, Block, read_post
from replay.posts.choices import LONGEST_WORDS, stretches
from replay.posts.create_session import UnsaidError, seats_in
from replay.posts.lines import ReadLine
from replay.posts.paste import Choice
from replay.posts.read import ReadPaste
from replay.reading.timeline import Timeline
from replay.session.seats import IssuedLink
from webui.access.identity import (
    Identity,
    accounts,
    host_identity,
    identify,
    is_host,
    is_laptop,
    remember_link,
    require_host,
)
from webui.access.pending_links import add_pending_links, guard_tokens, pending_links
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.timeline_cache import RecentCache
from webui.access.view import current_context
from webui.pages.session.post import EMPTY, PostForm, PostPage, read_form
from webui.views.headline import headline
from webui.views.import_form import import_form
from webui.views.option_fields import option_fields
from webui.views.panels import board_markup
from webui.views.shared_boards import SharedBoards

_EXTENSION: Final = "cloisterbell-drafts"
_KEPT: Final = 8  # the maximum number of drafts kept in memory
_OPENING: Final = threading.Lock()
_AT_ONCE: Final = 150  # the maximum number of posts parsed in one request; the page continues by itself
_SHOWN: Final = 30  # the maximum number of posts listed before the unclear one
_LONGEST: Final = 4_000

LARGEST: Final = 8 * 1024 * 1024  # the maximum size of an uploaded file in bytes
_FORM: Final = 4 * 1024 * 1024
_ADDED: Final = ("before", "behind")

blueprint = Blueprint("imports", __name__, url_prefix="/import")


@blueprint.url_value_preprocessor
def make_room(_endpoint: str | None, _values: Any) -> None:
    """Allow larger requests for these pages than elsewhere, because users upload files of posts."""
    request.max_content_length = LARGEST + _FORM
    request.max_form_memory_size = _FORM


class Helper(NamedTuple):
    """A user who works on a draft: the name for the answers, and the seat, "" for a host or a helper."""

    name: str
    seat: str = ""

    def may_answer(self, current_post: OpenPost | None) -> bool:
        """Return whether a post is visible to the user."""
        return current_post is not None and self.seat in ("", current_post.seat)


class DraftSheet(PostPage):
    """The unclear post as on the page for posts. A line without a meaning shows the legal moves to choose from."""

    @property
    def rows(self) -> tuple[ReadLine, ...]:
        """The lines of the post, with the questions of an import."""
        return tuple(map(question_of, super().rows))


class DraftPage(NamedTuple):
    """The contents of a draft's page: the draft (an unfinished import), the submitted form, the user, and an error."""

    work: ImportDraft
    sent: PostForm
    who: Helper
    trouble: str = ""
    is_reading: bool = False

    @property
    def open(self) -> OpenPost | None:
        """The first unclear post, if it is visible to the user."""
        current_post = self.work.walk.open if self.work.walk and not self.is_reading else None
        return current_post if self.who.may_answer(current_post) else None

    @property
    def refused(self) -> ReadLine | None:
        """The line that cannot be recorded. Its author reads why, from what the author may know."""
        current_post, walk = self.open, self.work.walk
        if current_post is None or walk is None:
            return None
        known = walk.refused_line() if self.who.seat == current_post.seat != "" else None
        return known or (question_of(current_post.stopped) if current_post.stopped else None)

    @property
    def waits(self) -> int:
        """The number of posts of the draft that are not yet recorded."""
        return len(self.work.walk.keys) - len(self.work.walk.walked) if self.work.walk else 0

    @property
    def sheet(self) -> DraftSheet:
        """The first unclear post, in the form in which the page for posts shows it."""
        current_post = self.open
        paste = current_post.paste if current_post else ReadPaste(0)
        choices = {**(current_post.answer.choices if current_post else {}), **self.sent.choices}
        without = {line.number: "" for line in paste.open if not (line.choices or line.waits)}
        return DraftSheet(self.sent._replace(choices=choices, finds={**without, **self.sent.finds}), paste)

    @property
    def earlier(self) -> Sequence[EarlierPost]:
        """The earlier posts, visible to the user, that may be misread if the first unclear post does not fit."""
        found = self.work.walk.earlier() if self.open and self.work.walk else ()
        return [one for one in found if self.who.seat in ("", one.walked.seat)]

    @property
    def is_likely(self) -> bool:
        """Whether each question of the post has one likely answer."""
        current_post = self.open
        lines = current_post.paste.open if current_post and not current_post.stopped else ()
        return bool(lines) and all(line.is_likely for line in lines)

    @property
    def partly_used(self) -> Sequence[WalkedPost]:
        """The posts whose moves leave words unused, for a host or a helper."""
        walked = self.work.walk.walked if self.work.walk and not self.who.seat else ()
        return [one for one in walked if one.left]

    @property
    def unposted(self) -> Sequence[str]:
        """The seats of a new session that no author plays."""
        walk = self.work.walk
        if walk is None or self.work.state.session:
            return ()
        return seats_without_author(walk.authors, walk.session.started.seats)

    def recorded_at(self, one: WalkedPost) -> str:
        """Return the address of the page to correct a recorded post's first move; without moves, of its entry."""
        assert self.work.walk is not None
        moves = (seq for seq in self.work.walk.timeline.addresses if one.first <= seq <= one.last)
        seq, where = next(moves, 0), self.work.state.session
        return url_for("fix.page" if seq else "viewer.position", session=where, seq=seq or one.first)

    @property
    def before(self) -> Sequence[WalkedPost]:
        """The posts just before the first unclear one, for a host or a helper."""
        return self.work.walk.walked[-_SHOWN:] if self.work.walk and not self.who.seat else ()


def _drafts() -> ImportDrafts:
    return ImportDrafts(accounts())


def _draft(name: str) -> ImportDraft:
    context = current_context()
    return ImportDraft(_drafts(), context.store, context.registry, name)


def _kept_drafts() -> RecentCache[str, tuple[threading.Lock, ImportDraft]]:
    """Return the drafts in memory, each with a lock: one request at a time works on a draft."""
    found: RecentCache[str, Any] = current_app.extensions.setdefault(_EXTENSION, RecentCache(_KEPT))
    return found


@contextmanager
def _locked_draft(name: str) -> Iterator[ImportDraft]:
    kept = _kept_drafts()
    with _OPENING:
        lock, draft = kept.get(name) or kept.put(name, (threading.Lock(), _draft(name)))
    with lock:
        yield draft


def _require_helper(name: str) -> Helper:
    drafts = _drafts()
    if is_host():
        if not drafts.last(name):
            raise NotFound(f'Draft "{name[:40]}" was not found.')
        return Helper("host")
    known = identify(draft_session(name))
    if known.role == HELPER:
        link = accounts().by_id(known.link)
        return Helper((link.name if link else "") or "helper")
    session = _draft(name).state.session if drafts.last(name) else ""
    known = identify(session) if session else Identity()
    if not known.may_post:
        people = "a host, a helper with a secret link, or a player or moderator of its session"
        raise Forbidden(f"Only {people} can work on this draft.")
    return Helper(known.author, known.seat)


@blueprint.get("")
def page() -> Response:
    """Show the form to import a thread, and all drafts (unfinished imports)."""
    require_host()
    return _form_response({})


def _form_response(given: Mapping[str, str], text: str = "", refusal: str = "", status: int = 200) -> Response:
    is_unknown = status == HTTPStatus.NOT_FOUND
    drafts = [_draft(name).state for name in _drafts().names()]
    text = render_template("import.html", drafts=drafts, given=given, text=text, refusal=refusal, is_unknown=is_unknown)
    return not_stored(text, status)


@blueprint.post("")
def begin() -> Response:
    """Start a draft with an uploaded file or pasted text."""
    require_host()
    limit_rate("session")
    given = {name: value[:_LONGEST] for name, value in request.form.items() if name != "text"}
    text, context = request.form.get("text", ""), current_context()
    guard_tokens(str(given), identify(EVERYWHERE))
    try:
        raw = _sent_bytes(text)
        running = context.store.row(given["to"].strip()) if given.get("to", "").strip() else None
        session = running.session if running else ""
        name = given.get("draft", "").strip().lower().replace(" ", "-")
        inbox = _drafts().of_session(session) if session else ""
        file = request.files.get("file")
        default = free_name(context.store, draft_name(file.filename if file and file.filename else ""), _drafts())
        name = inbox or name or (running.alias if running else "") or session or default
        if running and not given.get("rolls") and _has_built_in_dice(session):
            raise RefusedError("these posts may roll the built-in dice of the session. Tick the box to allow it")
        if inbox:
            _draft(name).bring(raw, "host")
        else:
            ImportDraft.begin(_drafts(), context.store, context.registry, name, raw, "host", session=session)
        with _locked_draft(name) as work:
            _settle(work)
    except BellError as error:
        return _form_response(given, text, str(error), error.status)
    return _go(name)


def _has_built_in_dice(session: str) -> bool:
    context = current_context()
    return Timeline.read(context.store, context.registry, session).reading.started.has_tower


def _settle(work: ImportDraft) -> None:
    """Record the posts of an import that need no answer, and store the question about the next one.

    Only an import that adds to a running session does this.
    """
    if work.state.session:
        with suppress(UnsaidError):  # the page asks for it
            if list(work.follow()):
                work.record("host")
        work.keep_question("host")


@blueprint.get("/<name>")
def draft(name: str) -> Response:
    """Show the first unclear post, another post whose answer can be changed, or the form about the session."""
    who = _require_helper(name)
    with _locked_draft(name) as work:
        if "form" in request.args and not who.seat:
            return _form_page(work)
        return _response(work, EMPTY, who, stand=_asked_post(work, request.args.get("post", "")))


@blueprint.post("/<name>")
def send(name: str) -> Response:
    """Save or undo an answer, assign authors, add posts, share the draft, or record it."""
    who = _require_helper(name)
    asked = request.form.get("do", "take")
    limit_rate("draft", host_identity().link or identify(draft_session(name)).link)
    guard_tokens("\n".join(value for key, value in request.form.items() if key != "text"), identify(EVERYWHERE))
    with _locked_draft(name) as work:
        sent = read_form(request.form)
        number = request.form.get("post", "")
        try:
            if asked in _ACTIONS:
                if who.seat:
                    raise Forbidden("Players can only answer questions about their own posts. Ask a host to do this.")
                return _ACTIONS[asked](work, who.name)
            if asked.startswith("find-"):
                return _response(work, sent, who, stand=_asked_post(work, number))
            return _answer(work, sent, who, asked)
        except UnknownAuthorsError as error:
            return _response(work, sent, who, str(error), 422)
        except BellError as error:
            if asked == "tell":
                return _form_page(work, str(error), error.status, _given())
            return _response(work, sent, who, str(error), error.status, stand=_asked_post(work, number))


def _blocks_of(text: str) -> Sequence[Block]:
    """Return the blocks in lines that a user adds to a post."""
    return read_post(text, "").blocks if text else ()


def _answer(work: ImportDraft, sent: PostForm, who: Helper, asked: str) -> Response:
    if not (
        asked in ("take", "chat", "unknown") or (asked.startswith("chat-") and sent.choices)
    ) or not request.form.get("post"):
        raise RefusedError("no answer was chosen. Choose a reading of the post, or mark the post as chat")
    number, seen = request.form["post"], sent.number("after")
    key = _asked_post(work, number)
    _follow(work, key)
    current_post = work.walk.open if work.walk else None
    if current_post is None or current_post.key != key:
        raise RefusedError(f"post {number} is no longer open. The page now shows the next open post")
    if not who.may_answer(current_post):
        raise Forbidden("You can only answer questions about your own posts.")
    choices = {**current_post.answer.choices, **sent.choices}
    before, behind = (request.form.get(name, "").replace("\r\n", "\n").strip()[:_LONGEST] for name in _ADDED)
    if who.seat and any(block.seat not in ("", who.seat) for text in (before, behind) for block in _blocks_of(text)):
        raise Forbidden("You can only add lines of your own seat.")
    if asked == "take":
        _require_choices(current_post, choices, is_added=bool(before or behind))
    if asked == "chat":
        choices = {line.number: Choice(chat=True) for line in current_post.paste.shown}
    elif asked == "unknown":
        for line in current_post.paste.open:
            taken = choices.get(line.number, Choice()).take or next(iter(line.choices), "")
            line_taken = with_unknown(current_post.paste.places[line.number], taken) if taken else ""
            if not line_taken:
                raise RefusedError("nothing is drawn or revealed in this post, so nothing can be marked as unknown")
            choices[line.number] = Choice(take=line_taken)
    work.answer(key, Answer(choices, before, behind), who.name, seen)
    _settle(work)
    return _go(work.state.name, anchor="open")


def _require_choices(current_post: OpenPost, choices: Mapping[int, Choice], *, is_added: bool) -> None:
    for line in current_post.paste.shown:
        chosen, typed = (request.form.get(f"{name}-{line.number}", "").strip() for name in ("line", "other"))
        if typed and chosen != "other":
            raise RefusedError(f'line {line.number} has a typed move. Choose "Something else", or empty its field')
        if chosen == "other" and not typed:
            raise RefusedError(f'line {line.number}: write the move that "Something else" means')
    if is_added:
        return
    if current_post.is_unread and not choices:
        raise RefusedError('no move was found in this post. Choose "No move: next post", or add the moves above')
    if left := next((line for line in current_post.paste.open if line.number not in choices), None):
        raise RefusedError(f"no answer was chosen for line {left.number}. Choose what it means")


def _undo(work: ImportDraft, who: str) -> Response:
    _follow(work, work.undo(who))
    return _go(work.state.name, anchor="open")


def _given() -> dict[str, str]:
    return {name: value[:_LONGEST] for name, value in request.form.items()}


def _set_header(work: ImportDraft, who: str) -> Response:
    """Store the form about the session, then show its error, a seat without an author, or the first unclear post."""
    given, registry, header = _given(), current_context().registry, dict[str, str]()
    if not work.state.session:
        header = {name: given.get(name, "").strip() for name in ("game", "seats", "title")}
        check_title(header["title"])
        if (game := header["game"]) in registry:
            fields = option_fields(registry[game])
            values = [(field, given.get(f"{game}.{field.name}", "").strip()) for field in fields]
            header |= {field.name: "" if value == field.usual else value for field, value in values}
            held = {as_seat(author): seat for author, seat in _seats_by_author(given).items() if seat != NOBODY}
            taken = seats_in(header["seats"])
            firsts = first_options({field.name: field for field in msgspec.structs.fields(registry.options(game))})
            header |= {
                name: held[begins] for name in firsts if (begins := as_seat(header[name])) in held.keys() - taken
            }
    work.keep_form(header, _seats_by_author(given), who)
    _follow(work, _waiting(work))
    page = DraftPage(work, EMPTY, Helper(who))
    if page.unposted and given.get("unposted") != ",".join(page.unposted):
        names = joined([titled(seat) for seat in page.unposted])
        what = f"no author plays {names}, so no move of {names} can be found. Enter the seat of each author"
        return _form_page(work, what, HTTPStatus.UNPROCESSABLE_ENTITY, unposted=page.unposted)
    _settle(work)
    return _go(work.state.name)


def _bring(work: ImportDraft, who: str) -> Response:
    work.bring(_sent_bytes(request.form.get("text", "")), who)
    _settle(work)
    return _go(work.state.name)


def _share(work: ImportDraft, _who: str) -> Response:
    require_host()
    session, helper = draft_session(work.state.name), request.form.get("for", "")[:60]
    add_pending_links(session, IssuedLink(*accounts().issue(session, HELPER, now_ms(), name=helper)))
    return _go(work.state.name, anchor="share")


def _drop(work: ImportDraft, _who: str) -> Response:
    require_host()
    work.drafts.drop(work.state.name)
    _kept_drafts().drop(work.state.name)
    return see_other(url_for("imports.page"))


def _record(work: ImportDraft, who: str) -> Response:
    require_host()
    is_new, visibility = not work.state.session, check_visibility(request.form.get("visibility", ""))
    session = work.record(who)
    if is_new:
        accounts().put_settings(session, Settings(visibility))
        if not is_laptop():
            moderator = IssuedLink(*accounts().issue(session, MODERATOR, now_ms()))
            add_pending_links(session, moderator)
            remember_link(moderator.link)
    return see_other(url_for("audit.page", session=session))


_ACTIONS: Final = {
    "undo": _undo, "tell": _set_header, "bring": _bring, "share": _share, "drop": _drop, "record": _record,
}  # fmt: skip


def _sent_bytes(text: str) -> bytes:
    raw, _ = sent_or_pasted(text, "import")
    guard_tokens(raw.decode("utf-8", "replace"), identify(EVERYWHERE))
    return raw


def sent_or_pasted(text: str, command: str) -> tuple[bytes, bool]:
    """Return the uploaded or pasted bytes, and whether they were pasted. A refusal names `command` for larger files."""
    file = request.files.get("file")
    raw = file.stream.read(LARGEST + 1) if file is not None and file.filename else b""
    if len(raw) > LARGEST:
        limit = f"{LARGEST // 1024 // 1024} MiB"
        raise RefusedError(f"the file is larger than {limit}. Use `cloisterbell {command}` for larger files")
    return raw or text.replace("\r\n", "\n").encode("utf-8", "replace"), not raw


def _seats_by_author(given: Mapping[str, str]) -> dict[str, str]:
    pairs = ((given[name], given.get(f"seat-{name[7:]}", "")) for name in given if name.startswith("author-"))
    return {author: seat.strip() or NOBODY for author, seat in pairs}


def _asked_post(work: ImportDraft, number: str) -> str:
    if not number:
        return ""
    posts = work.state.archive.posts
    at = whole(number)
    if at is None or not 1 <= at <= len(posts):
        raise RefusedError(f'post "{number[:20]}" does not exist. The last post is {len(posts)}')
    return work.keys[at - 1]


def _waiting(work: ImportDraft) -> str:
    """Return the key of the first unrecorded post of a session with built-in dice, else "".

    A page that is merely opened reads no further, because reading a post of this session records it. Only a form may
    roll these dice.
    """
    if not work.state.session or not _has_built_in_dice(work.state.session):
        return ""
    recorded = work.state.recorded
    return next((key for key in work.keys if key not in recorded), "")


def _follow(work: ImportDraft, stand: str = "") -> bool:
    """Parse the next posts of an import. Return True if posts may be left, because one request parses only some."""
    return sum(1 for _ in islice(work.follow(stand), _AT_ONCE)) == _AT_ONCE


def _form_page(
    work: ImportDraft, trouble: str = "", status: int = 200, given: Mapping[str, str] | None = None,
    unposted: Sequence[str] = (),
) -> Response:  # fmt: skip
    form = import_form(work.state, current_context().registry, given)
    seats = form.seats.value.replace(",", " ").split()
    text = render_template(
        "import_form.html", draft=work.state, form=form, trouble=trouble, unposted=unposted, seats=seats,
        moderator=MODERATOR_SEAT, posts=[post for post in work.state.archive.posts if post.number in form.posts],
    )  # fmt: skip
    return not_stored(text, status)


def _response(
    work: ImportDraft, sent: PostForm, who: Helper, trouble: str = "", status: int = 200, stand: str = ""
) -> Response:
    is_reading = False
    try:
        is_reading = _follow(work, _waiting(work) or stand)
    except BellError as error:
        if not who.seat:
            return _form_page(work, trouble or (str(error) if work.state.header.get("game") else ""), status)
    page = DraftPage(work, sent, who, trouble=trouble, is_reading=is_reading)
    sheet, walk, name = page.sheet, work.walk, work.state.name
    timeline = walk.timeline if walk else None
    if timeline and walk and who.seat:  # a player may not see what others know
        timeline = Timeline(walk.session.row, walk.session.view(who.seat))
    boards = SharedBoards(board_markup(timeline.panels(timeline.last))) if timeline else None
    text = render_template(
        "import_draft.html", page=page, draft=work.state, current_post=page.open, sheet=sheet,
        sent=sheet.sent, progress=walk.progress if walk else None,
        seats=timeline.reading.started.seats if timeline else (),
        headline=headline(timeline, timeline.last) if timeline else "",
        board=boards.first if boards else "", game=timeline.row.game if timeline else "",
        words=stretches(sheet.paste),
        board_after=partial(_board_after, timeline, boards) if timeline and boards else None,
        longest_words=LONGEST_WORDS, most=LONGEST_POST, nobody=NOBODY, visibilities=VISIBILITIES,
        host=is_host(), links=pending_links(draft_session(name)) if is_host() else (), after=work.state.seq,
        changes="open" if stand else "folded", is_followed=_is_followed(work),
    )  # fmt: skip
    return not_stored(text, status)


def _is_followed(work: ImportDraft) -> bool:
    return bool(work.state.session) and work.drafts.followed.get(work.state.session) is not None


def _board_after(timeline: Timeline, boards: SharedBoards, position: Any) -> str:
    return boards.further(board_markup(timeline.drawn(position, Marks((), timeline.position(timeline.last)))))


def _go(name: str, anchor: str = "") -> Response:
    return see_other(url_for("imports.draft", name=name, _anchor=anchor or None))
