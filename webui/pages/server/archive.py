"""The page `/archive`: an old thread is uploaded or pasted, previewed, its authors given seats, then recorded.

What was uploaded comes back as a transcript in the form, so that a line that does not read can be set right by hand;
nothing is kept here between two previews.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, redirect, render_template, request, url_for

from events.errors import BellError, RefusedError
from events.store.accounts import EVERYWHERE, MODERATOR
from events.store.settings import VISIBILITIES, Settings, check_title, check_visibility
from replay.chance.clock import now_ms
from replay.importing.authors import NOBODY, Author, UnknownAuthorsError
from replay.importing.kinds import read_archive
from replay.importing.record import ArchivedPostReading, RecordedArchive, record_archive, transcript
from replay.posts.blocks import read_file
from replay.posts.create_session import session_exists, session_id_of_form
from replay.posts.drafts import Draft
from replay.posts.position_file import options_in, read_description
from replay.session.seats import IssuedLink
from webui.access.identity import accounts, host_identity, identify, is_laptop, new_key, remember_link, require_host
from webui.access.pending_links import put_on_tray
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored
from webui.access.token_guard import guard_tokens
from webui.access.view import current_context

LARGEST: Final = 8 * 1024 * 1024
"""Bytes of an archive that a browser may send."""
_FORM: Final = 4 * 1024 * 1024
_SHOWN: Final = 300
"""So many posts are shown; of a longer archive the last ones, where it stopped."""
_FIELDS: Final = ("game", "seats", "title", "options")
_LONGEST: Final = 8_000

blueprint = Blueprint("archive", __name__)


@blueprint.url_value_preprocessor
def make_room(_endpoint: str | None, _values: Any) -> None:
    """Allow requests as large as an archive, which others are not."""
    request.max_content_length = LARGEST + _FORM
    request.max_form_memory_size = _FORM


class ArchivePreview(NamedTuple):
    """How an archive reads: as a transcript to go on with, who wrote it, its posts, what stopped it, its drafts."""

    text: str
    kind: str
    authors: tuple[Author, ...] = ()
    posts: tuple[ArchivedPostReading, ...] = ()
    notes: tuple[str, ...] = ()
    refusal: str = ""
    drafts: tuple[Draft, ...] = ()

    @property
    def asks(self) -> tuple[str, ...]:
        """The authors of moves whose seats nobody has said."""
        return () if self.posts else tuple(each.name for each in self.authors if each.blocks and not each.seat)

    @property
    def whole(self) -> bool:
        """Whether all of it reads."""
        return bool(self.posts) and not self.refusal


def preview_archive(raw: bytes, header: Mapping[str, str], people: Mapping[str, str]) -> ArchivePreview:
    """How the bytes of an archive read in a session with this header; nothing is written.

    Raises:
        RefusedError: they are no archive; says what is wrong and where.
        NotationError: they are text, and no line of it begins a post.
    """
    archive = read_archive(raw)
    text = raw.decode("utf-8-sig") if archive.kind == "transcript" else transcript(archive)
    if len(text.encode()) > _FORM // 2:
        raise RefusedError("this archive is too large for a browser: `cloisterbell archive` reads it")
    known = {name: seat for name, seat in people.items() if any(post.author == name for post in archive.posts)}
    try:
        done = record_archive(
            current_context().store, current_context().shelf, text.encode(), header, known, check=True
        )
    except UnknownAuthorsError as error:
        return ArchivePreview(text, archive.kind, error.authors, (), archive.notes, str(error))
    except BellError as error:
        return ArchivePreview(text, archive.kind, (), (), archive.notes, str(error))
    shown = _posts_to_show(done)
    return ArchivePreview(text, archive.kind, done.authors, shown, archive.notes, done.stopped, done.drafts[:_SHOWN])


def _posts_to_show(done: RecordedArchive) -> tuple[ArchivedPostReading, ...]:
    return done.posts[-_SHOWN:] if done.stopped else done.posts[:_SHOWN]


@blueprint.get("/archive")
def page() -> Response:
    """The form."""
    require_host()
    return archive_response({"key": new_key(), "visibility": VISIBILITIES[0]})


@blueprint.post("/archive")
def send() -> Response:
    """Preview what was sent, or record it."""
    require_host()
    given = {name: value[:_LONGEST] for name, value in request.form.items() if name != "text"}
    text = request.form.get("text", "")
    looked = None
    try:
        limit_rate("session")
        guard_tokens(str(given), identify(EVERYWHERE))
        raw, header, people = sent_bytes(text), header_fields(given), seats_by_author(given)
        if given.get("do") != "record":
            return archive_response(given, preview_archive(raw, header, people))
        session = _record(raw, header, people, given)
    except BellError as error:
        looked = ArchivePreview(text, "", refusal=str(error))
        return archive_response(given, looked, error.status)
    if session is None:
        return archive_response(given, preview_archive(raw, header, people), 422)
    response = redirect(url_for("viewer.last", session=session), 303)
    assert isinstance(response, Response)
    return response


def sent_bytes(text: str) -> bytes:
    """What was uploaded, else what was pasted; it holds no live secret link.

    Raises:
        RefusedError: it does, or it is too large for a browser.
    """
    raw, _ = sent_or_pasted(text, "archive")
    guard_tokens(raw.decode("utf-8", "replace"), identify(EVERYWHERE))
    return raw


def sent_or_pasted(text: str, command: str) -> tuple[bytes, bool]:
    """What was uploaded, else what was pasted, and which; `command` reads what is too large for a browser.

    Raises:
        RefusedError: it is.
    """
    file = request.files.get("file")
    raw = file.stream.read(LARGEST + 1) if file is not None and file.filename else b""
    if len(raw) > LARGEST:
        limit = f"{LARGEST // 1024 // 1024} MiB"
        raise RefusedError(f"a browser sends archives up to {limit}: `cloisterbell {command}` reads larger ones")
    return raw or text.replace("\r\n", "\n").encode("utf-8", "replace"), not raw


def header_fields(given: Mapping[str, str]) -> dict[str, str]:
    """The start of the session, as far as the form says it."""
    fields = {name: given.get(name, "").strip() for name in _FIELDS[:-1]}
    check_title(fields["title"])
    options = given.get("options", "").strip()
    if options and not fields["game"]:
        raise RefusedError("options belong to a game: say which")
    if options:
        game, lines = current_context().shelf[fields["game"]], read_description(options)
        found = options_in(game, lines)
        if strange := [line.place for line in lines if line.place.lower() not in found]:
            known = ", ".join(game.options.__struct_fields__)
            raise RefusedError(f'{game.meta.title} has no option "{strange[0][:40]}"; it has {known}')
        fields |= found
    return {name: value for name, value in fields.items() if value}


def seats_by_author(given: Mapping[str, str]) -> dict[str, str]:
    """Who is who, as the form says it."""
    pairs = ((given[name], given.get(f"seat-{name[7:]}", "")) for name in given if name.startswith("author-"))
    return {author: seat for author, seat in pairs if seat}


def _record(raw: bytes, header: Mapping[str, str], people: Mapping[str, str], given: Mapping[str, str]) -> str | None:
    """Record an archive; returns the session, or None where it does not read. A form sent twice records once."""
    context = current_context()
    session = session_id_of_form(accounts(), host_identity().link, given.get("key") or new_key())
    if session_exists(context.store, session):
        return session
    settings = Settings(check_visibility(given.get("visibility", "")))
    accounts().put_settings(session, settings)
    try:
        done = record_archive(context.store, context.shelf, raw, header, people, session=session)
    finally:
        if not session_exists(context.store, session):
            accounts().drop_settings(session)
    if done.stopped:
        return None
    if not is_laptop():
        moderator = IssuedLink(*accounts().issue(session, MODERATOR, now_ms()))
        put_on_tray(session, moderator)
        remember_link(moderator.link)
    return session


def archive_response(given: Mapping[str, str], looked: ArchivePreview | None = None, status: int = 200) -> Response:
    """The page with its form as it was sent, and how the archive reads."""
    shelf = current_context().shelf
    text = render_template(
        "archive.html", given=given, looked=looked, games=shelf.values(), nobody=NOBODY, visibilities=VISIBILITIES,
        moderator=MODERATOR, seats=_seats(given, looked), most=_SHOWN,
        key=given.get("key") or new_key(),
    )  # fmt: skip
    return not_stored(text, status)


def _seats(given: Mapping[str, str], looked: ArchivePreview | None) -> list[str]:
    """The seats to choose from: those of the form, or of the transcript's own header."""
    named = given.get("seats", "")
    if not named and looked is not None and looked.kind == "transcript":
        named = read_file(looked.text).header.get("seats", "")
    return [part.split()[0].lower() for part in named.split(",") if part.split()]
