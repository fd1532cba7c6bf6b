"""An old thread brought in by the browser: uploaded or pasted, looked through, its authors seated, then recorded.

What was uploaded comes back as a transcript in the form, so that a line that does not read can be set right by hand;
nothing is kept here between two looks.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from events.errors import BellError, RefusedError
from events.store.accounts import EVERYWHERE, MODERATOR
from events.store.settings import VISIBILITIES, Settings, check_title, check_visibility
from replay.archives.authors import NOBODY, Author, UnknownAuthorsError
from replay.archives.kinds import read_archive
from replay.archives.record import Brought, ReadPost, bring_in, transcript
from replay.chance.clock import now_ms
from replay.posts.fences import read_file
from replay.posts.position_file import options_in, read_description
from webui.access.identity import desk, enter, is_laptop, new_key, require_host, visiting_host, who
from webui.access.link_tray import Handed, lay_out
from webui.access.rate_limits import spend
from webui.access.token_guard import guard_tokens
from webui.access.view import house
from webui.desk.create_session import id_of, is_there

__all__ = ["LARGEST", "looked_through", "screen"]

LARGEST: Final = 8 * 1024 * 1024
"""Bytes of an archive that a browser may send."""
_FORM: Final = 4 * 1024 * 1024
_SHOWN: Final = 300
"""So many posts are shown; of a longer archive the last ones, where it stopped."""
_FIELDS: Final = ("game", "seats", "title", "options")
_LONGEST: Final = 8_000

screen = Blueprint("archived", __name__)


@screen.url_value_preprocessor
def make_room(_endpoint: str | None, _values: Any) -> None:
    """An archive is larger than what is mostly sent."""
    request.max_content_length = LARGEST + _FORM
    request.max_form_memory_size = _FORM


class Looked(NamedTuple):
    """How an archive reads: as a transcript to go on with, who wrote it, its posts, and what stopped it."""

    text: str
    kind: str
    authors: tuple[Author, ...] = ()
    posts: tuple[ReadPost, ...] = ()
    notes: tuple[str, ...] = ()
    refusal: str = ""

    @property
    def asks(self) -> tuple[str, ...]:
        """The authors of moves whose seats nobody has said."""
        return () if self.posts else tuple(each.name for each in self.authors if each.blocks and not each.seat)

    @property
    def whole(self) -> bool:
        """Whether all of it reads."""
        return bool(self.posts) and not self.refusal


def looked_through(raw: bytes, header: Mapping[str, str], people: Mapping[str, str]) -> Looked:
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
        done = bring_in(house().store, house().shelf, text.encode(), header, known, check=True)
    except UnknownAuthorsError as error:
        return Looked(text, archive.kind, error.authors, (), archive.notes, str(error))
    except BellError as error:
        return Looked(text, archive.kind, (), (), archive.notes, str(error))
    return Looked(text, archive.kind, done.authors, _some(done), archive.notes, done.stopped)


def _some(done: Brought) -> tuple[ReadPost, ...]:
    return done.posts[-_SHOWN:] if done.stopped else done.posts[:_SHOWN]


@screen.get("/archive")
def page() -> Response:
    """The form."""
    require_host()
    return _shown({"key": new_key(), "visibility": VISIBILITIES[0]})


@screen.post("/archive")
def send() -> Response:
    """Look through what was sent, or record it."""
    require_host()
    given = {name: value[:_LONGEST] for name, value in request.form.items() if name != "text"}
    text = request.form.get("text", "")
    looked = None
    try:
        spend("session")
        guard_tokens(f"{text}\n{given}", who(EVERYWHERE))
        raw, header, people = _raw(text), _header(given), _people(given)
        if given.get("do") != "record":
            return _shown(given, looked_through(raw, header, people))
        session = _recorded(raw, header, people, given)
    except BellError as error:
        looked = Looked(text, "", refusal=str(error))
        return _shown(given, looked, error.status)
    if session is None:
        return _shown(given, looked_through(raw, header, people), 422)
    response = redirect(url_for("viewer.last", session=session), 303)
    assert isinstance(response, Response)
    return response


def _raw(text: str) -> bytes:
    """What was uploaded, else what was pasted."""
    file = request.files.get("file")
    raw = file.stream.read(LARGEST + 1) if file is not None and file.filename else b""
    if len(raw) > LARGEST:
        limit = f"{LARGEST // 1024 // 1024} MiB"
        raise RefusedError(f"a browser sends archives up to {limit}: `cloisterbell archive` reads larger ones")
    return raw or text.replace("\r\n", "\n").encode("utf-8", "replace")


def _header(given: Mapping[str, str]) -> dict[str, str]:
    """The start of the session, as far as the form says it."""
    fields = {name: given.get(name, "").strip() for name in _FIELDS[:-1]}
    check_title(fields["title"])
    options = given.get("options", "").strip()
    if options and not fields["game"]:
        raise RefusedError("options belong to a game: say which")
    if options:
        game, lines = house().shelf[fields["game"]], read_description(options)
        found = options_in(game, lines)
        if strange := [line.place for line in lines if line.place.lower() not in found]:
            known = ", ".join(game.options.__struct_fields__)
            raise RefusedError(f'{game.meta.title} has no option "{strange[0][:40]}"; it has {known}')
        fields |= found
    return {name: value for name, value in fields.items() if value}


def _people(given: Mapping[str, str]) -> dict[str, str]:
    """Who is who, as the form says it."""
    pairs = ((given[name], given.get(f"seat-{name[7:]}", "")) for name in given if name.startswith("author-"))
    return {author: seat for author, seat in pairs if seat}


def _recorded(raw: bytes, header: Mapping[str, str], people: Mapping[str, str], given: Mapping[str, str]) -> str | None:
    """Record an archive; returns the session, or None where it does not read. A form sent twice records once."""
    home = house()
    session = id_of(desk(), visiting_host().link, given.get("key") or new_key())
    if is_there(home.store, session):
        return session
    settings = Settings(check_visibility(given.get("visibility", "")))
    desk().put_settings(session, settings)
    try:
        done = bring_in(home.store, home.shelf, raw, header, people, session=session)
    finally:
        if not is_there(home.store, session):
            desk().drop_settings(session)
    if done.stopped:
        return None
    if not is_laptop():
        moderator = Handed(*desk().issue(session, MODERATOR, now_ms()))
        lay_out(session, moderator)
        enter(moderator.link)
    return session


def _shown(given: Mapping[str, str], looked: Looked | None = None, status: int = 200) -> Response:
    shelf = house().shelf
    text = render_template(
        "archive.html", given=given, looked=looked, games=shelf.values(), nobody=NOBODY, visibilities=VISIBILITIES,
        moderator=MODERATOR, seats=_seats(given, looked), most=_SHOWN,
        key=given.get("key") or new_key(),
    )  # fmt: skip
    response = make_response(text, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _seats(given: Mapping[str, str], looked: Looked | None) -> list[str]:
    """The seats to choose from: those of the form, or of the transcript's own header."""
    named = given.get("seats", "")
    if not named and looked is not None and looked.kind == "transcript":
        named = read_file(looked.text).header.get("seats", "")
    return [part.split()[0].lower() for part in named.split(",") if part.split()]
