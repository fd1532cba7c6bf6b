"""The page `post` of a session, where a post is pasted, read line by line, settled and filed.

Reading writes nothing; filing is a button.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, render_template, request, url_for

from events.digits import whole
from events.errors import BellError, RefusedError
from events.session_events import Posted
from projections.terms import Marks
from replay.posts.approved_phrases import confirmed, forget
from replay.posts.blocks import LONGEST_POST
from replay.posts.choices import Offer, offers
from replay.posts.completions import LONGEST_WORDS, LegalLines, legal_lines
from replay.posts.door import Request, preview, submit
from replay.posts.file import FiledPost
from replay.posts.lines import ReadLine
from replay.posts.paste import MOST_LINES, Choice, Pasted, Poster
from replay.posts.read import ReadPaste
from replay.posts.words import stretches
from replay.reading.claims import ClaimComparison
from replay.reading.timeline import Timeline
from replay.session.conflicts import UnseenLine
from replay.session.session import Session
from webui.access.identity import Identity, new_key, require_poster
from webui.access.rate_limits import limit_rate
from webui.access.responses import not_stored, see_other
from webui.access.token_guard import guard_tokens
from webui.access.view import SessionView, current_context, requested_view, require_session_and_identity
from webui.views.headline import headline
from webui.views.shared_boards import SharedBoards

_WORDS: Final = ("text", "seat", "author", "when", "where")
_HIDDEN: Final = ("key", "read", "instead", "after", "crossing")
_FORGET: Final = "forget "
_NUMBER: Final = 9

blueprint = Blueprint("post", __name__, url_prefix="/s/<session>")


class PostForm(NamedTuple):
    """A form as it was sent: its words, what it carries along, what is settled about lines.

    `finds` are the lines for which a move is looked for, each with what was typed to narrow those that are legal.
    """

    words: Mapping[str, str]
    hidden: Mapping[str, str]
    choices: Mapping[int, Choice]
    finds: Mapping[int, str] = {}

    @property
    def pasted(self) -> Pasted:
        """The post, ready to be read."""
        return Pasted(
            **self.words, key=self.hidden["key"], choices=self.choices, after=self.number("after"),
            crossing=self.number("crossing") or 0, instead=self.number("instead") or 0,
        )  # fmt: skip

    def number(self, name: str) -> int | None:
        """A hidden number, None where it is none."""
        return whole(self.hidden[name], _NUMBER)


_EMPTY: Final = PostForm(dict.fromkeys(_WORDS, ""), dict.fromkeys(_HIDDEN, ""), {})


class PostPage(NamedTuple):
    """What the page shows besides the session: what was sent, how it reads, what became of it."""

    sent: PostForm
    paste: ReadPaste | None = None
    filed: FiledPost | None = None
    refusal: str = ""

    @property
    def lines(self) -> tuple[ReadLine, ...]:
        """The lines, as they read or as they were filed."""
        if self.filed is not None:
            return self.filed.lines
        return self.paste.lines if self.paste else ()

    @property
    def crossing(self) -> tuple[UnseenLine, ...]:
        """What came since that the poster had not seen."""
        late = self.filed.crossing if self.filed else ()
        return late or (self.paste.crossing if self.paste else ())

    @property
    def stopped(self) -> ReadLine | None:
        """The line at which filing stopped."""
        return self.filed.stopped if self.filed else None

    @property
    def is_ready(self) -> bool:
        """Whether it was read and can be filed as it is."""
        paste = self.paste
        return paste is not None and not self.refusal and paste.is_settled and not paste.is_filed and not self.stopped

    @property
    def foreseen(self) -> Offer | None:
        """What the board is shown for: the post as it can be filed, or the one clear reading that is still open."""
        paste = self.paste
        if paste is None or self.filed is not None:
            return None
        if self.is_ready:
            return Offer("", (), paste.position, paste.waits)
        if paste.trouble or paste.crossing or len(paste.open) != 1:
            return None
        return next((self.offers(line)[0] for line in paste.open if line.is_likely), None)

    @property
    def rows(self) -> tuple[ReadLine, ...]:
        """The lines that are shown as read, and those that are struck out whole."""
        struck = self.paste.struck_whole[:MOST_LINES] if self.paste else ()
        return tuple(sorted((*self.lines, *struck), key=lambda line: line.number)) if struck else self.lines

    def offers(self, line: ReadLine) -> tuple[Offer, ...]:
        """What a line may mean, in words, the likeliest first; what is taken already stands there too."""
        choice = self.choice(line.number)
        taken = [choice.take] if choice.take and not choice.keep else []
        return offers(self.paste, line, *taken) if self.paste else ()

    @property
    def says_nothing(self) -> bool:
        """Whether a post was read that says no move at all."""
        paste = self.paste
        if paste is None or paste.trouble or self.filed or paste.is_filed:
            return False
        return all(line.status == "chat" for line in paste.lines)

    @property
    def is_headed(self) -> bool:
        """Whether the post says itself up to where its author had seen the log."""
        posts = self.paste.posts if self.paste else ()
        return any(block.after for post in posts for block in post.post.blocks)

    @property
    def heads(self) -> frozenset[int]:
        """The lines that are heads of blocks."""
        posts = self.paste.posts if self.paste else ()
        return frozenset(block.number for post in posts for block in post.post.blocks if block.head)

    @property
    def differing(self) -> tuple[ReadLine, ClaimComparison] | None:
        """The first claim that differs from the board, and its line."""
        return self.paste.differing if self.paste else None

    @property
    def carried(self) -> Mapping[str, str]:
        """What is settled about lines that are not asked about any more: heads that were chosen."""
        shown = {line.number for line in (*self.lines, *self.around)}
        return {
            f"line-{number}": "chat" if choice.chat else f"={choice.take}"
            for number, choice in self.sent.choices.items()
            if number not in shown and (choice.chat or choice.take)
        }

    @property
    def around(self) -> tuple[ReadLine, ...]:
        """The lines of chat around the blocks."""
        return self.paste.around[:MOST_LINES] if self.paste else ()

    @property
    def finds_around(self) -> bool:
        """Whether a move is looked for around the blocks."""
        return any(line.number in self.sent.finds for line in self.around)

    @property
    def places(self) -> frozenset[int]:
        """The lines that can be made a move."""
        return frozenset(self.paste.places if self.paste else ())

    def legal(self, number: int) -> LegalLines | None:
        """The legal moves for a line for which one is looked for."""
        place = self.paste.places.get(number) if self.paste else None
        if place is None or number not in self.sent.finds:
            return None
        said = next((line.text for line in (*self.lines, *self.around) if line.number == number), "")
        return legal_lines(place.ahead, place.seat, said, self.sent.finds[number])

    def is_own(self, key: str) -> bool:
        """Whether a post in the log is what this form has filed of itself."""
        own = self.sent.hidden["key"]
        return bool(own) and key.startswith(f"{own}-")

    def choice(self, number: int) -> Choice:
        """What is settled about a line."""
        return self.sent.choices.get(number, Choice())


@blueprint.get("/post")
def page(session: str) -> Response:
    """An empty form; behind a filing, what was filed."""
    row, _ = require_session_and_identity(session)
    require_poster(row.session)
    return _response(session, PostPage(_EMPTY))


@blueprint.post("/post")
def send(session: str) -> Response:
    """Read a post, or file it."""
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    asked = request.form.get("do", "")
    files, forgets = asked == "file", asked.startswith(_FORGET)
    limit_rate("post" if files or forgets else "read", asking.link)
    sent = read_form(request.form)
    try:
        if forgets:
            return _forget(session, asking, sent, asked.removeprefix(_FORGET))
        return _file(session, asking, sent) if files else _read(session, asking, sent)
    except BellError as error:
        return _response(session, PostPage(sent, refusal=str(error)), error.status)


def _read(session: str, asking: Identity, sent: PostForm) -> Response:
    seen = requested_view(session, {"as": asking.viewer})
    found = preview(current_context().store, seen.timeline, _request(seen.row.session, asking, sent))
    return _response(session, PostPage(sent, found.paste))


def _forget(session: str, asking: Identity, sent: PostForm, words: str) -> Response:
    """Let go of words that the table has confirmed, and read what stands in the form, if anything does."""
    context, row = current_context(), require_session_and_identity(session)[0]
    opened = Session.load(context.store, context.registry, row.session)
    forget(opened, Timeline(opened.row, opened.view(asking.viewer)), context.store, words, asking.author)
    return _read(session, asking, sent) if sent.words["text"] else _response(session, PostPage(_EMPTY))


def _file(session: str, asking: Identity, sent: PostForm) -> Response:
    """File what was sent; whoever has not seen what came since is told first."""
    context = current_context()
    guard_tokens("\n".join(sent.words.values()), asking)
    for choice in sent.choices.values():
        guard_tokens(f"{choice.take}\n{choice.keep}", asking)
    row, _ = require_session_and_identity(session)
    done = submit(context.store, context.registry, _request(row.session, asking, sent))
    if not done.is_done:
        return _response(session, PostPage(sent, done.paste, done), 409 if done.crossing else 422)
    first = min((post.again.seq for post in done.paste.posts if post.again), default=done.paste.seq + 1)
    return see_other(url_for("post.page", session=row.session, filed=f"{first}-{done.seq}"))


def _request(session: str, asking: Identity, sent: PostForm) -> Request:
    return Request(session, Poster(asking.author, asking.viewer), sent.pasted)


def read_form(form: Mapping[str, str]) -> PostForm:
    """The form as it was sent. A text that was changed since it was read is another post, and gets another key."""
    words = {name: form.get(name, "") if name == "text" else form.get(name, "").strip() for name in _WORDS}
    words["text"] = words["text"].replace("\r\n", "\n")
    hidden = {name: form.get(name, "").strip() for name in _HIDDEN}
    asked = form.get("do", "")
    choices = {number: _choice(form, str(number)) for number in _numbered(form, "line-")}
    choices |= {number: Choice(chat=True) for number in _numbered([asked], "chat-")}
    choices |= {number: Choice() for number in _numbered([asked], "find-")}
    finds = {number: form.get(f"find-{number}", "") for number in _numbered([*form, asked], "find-")}
    mark = _text_digest(words)
    if hidden["read"] and hidden["read"] != mark:  # what was settled about its lines was about others
        choices, finds, hidden["key"] = {}, {}, ""
    hidden["key"], hidden["read"] = hidden["key"] or new_key(), mark
    settled = {number: choice for number, choice in choices.items() if choice != Choice()}
    return PostForm(words, hidden, settled, {number: find for number, find in finds.items() if number not in settled})


def _numbered(names: Iterable[str], what: str) -> Iterator[int]:
    """The numbers of lines in names that begin with a word."""
    for name in names:
        number = whole(name.removeprefix(what), _NUMBER - 1)
        if name.startswith(what) and number is not None:
            yield number


def _text_digest(words: Mapping[str, str]) -> str:
    """What tells one text from another."""
    return sha256(f"{words['seat']}\n{words['text']}".encode("utf-8", "replace")).hexdigest()[:16]


def _choice(form: Mapping[str, str], number: str) -> Choice:
    """What is settled about one line: `=` and a line to read in its place, `chat`, `keep`, or `other`."""
    chosen = form.get(f"line-{number}", "")
    if chosen.startswith("="):
        return Choice(take=chosen[1:])
    if chosen == "other":
        return Choice(take=form.get(f"other-{number}", "").strip())
    if chosen == "keep":
        reason = form.get(f"keep-{number}", "").strip()
        if not reason:
            return Choice()
        return Choice(take=form.get(f"taken-{number}", "").strip(), keep=reason)
    return Choice(chat=chosen == "chat")


def _response(session: str, sheet: PostPage, status: int = 200) -> Response:
    row, asking = require_session_and_identity(session)
    seen = requested_view(session, {"as": asking.viewer})
    timeline = seen.timeline
    hidden, foreseen = _hidden_fields(sheet, timeline), sheet.foreseen
    boards = SharedBoards(_board(timeline, foreseen.position if foreseen else None))
    text = render_template(
        "post.html", view=seen, base=url_for("viewer.last", session=row.session), sheet=sheet, sent=sheet.sent,
        hidden=hidden, foreseen=foreseen, svg=boards.first,
        board=lambda position: boards.further(_board(timeline, position)), headline=headline(timeline, timeline.last),
        longest_post=LONGEST_POST, longest_words=LONGEST_WORDS, words=stretches(sheet.paste),
        status=timeline.status(timeline.last), hand=_hand(seen, asking),
        confirmed=confirmed(timeline, current_context().store),
        done=_filed_summary(timeline, request.args.get("filed", "")),
    )  # fmt: skip
    return not_stored(text, status)


def _hidden_fields(sheet: PostPage, timeline: Timeline) -> Mapping[str, str]:
    """What the form carries along: a new key where it has none, and the last line that its reader has seen by now."""
    hidden = dict(sheet.sent.hidden)
    hidden["key"] = hidden["key"] or new_key()
    hidden["after"] = str(timeline.last)
    hidden["crossing"] = hidden["crossing"] if not sheet.crossing else ""
    own = [entry.seq for entry in timeline.entries if isinstance(entry.event, Posted) and sheet.is_own(entry.event.key)]
    hidden["instead"] = str(own[-1]) if own else hidden["instead"]
    changed = next((post.changed for post in sheet.paste.posts if post.changed), None) if sheet.paste else None
    if changed is not None:
        hidden["instead"] = str(changed.seq)
    return hidden


def _board(timeline: Timeline, position: Any) -> str:
    """The board as it would be in a position, with what changes until then; without one as it is."""
    if position is None:
        return timeline.svg(timeline.last)
    return timeline.game.view.draw(position, Marks((), timeline.position(timeline.last)))


def _hand(seen: SessionView, asking: Identity) -> tuple[str, ...]:
    """What whoever posts holds and others do not see."""
    if not asking.seat:
        return ()
    timeline = seen.timeline
    return tuple(timeline.game.view.hand(timeline.position(timeline.last), asking.seat))


class FiledSummary(NamedTuple):
    """What a filing left in the log: its lines, its sentences, and whether more than the post itself was filed."""

    first: int
    last: int
    told: tuple[tuple[str, int, tuple[str, ...]], ...]


def _filed_summary(timeline: Timeline, asked: str) -> FiledSummary | None:
    """The lines that a filing left, as far as their reader may know them."""
    start, end = (whole(part, _NUMBER) for part in asked.partition("-")[::2])
    if start is None or end is None:
        return None
    end = min(end, timeline.last)
    if not 1 <= start <= end:
        raise RefusedError(f"there are no lines {start} to {end} here")
    groups = [group for group in timeline.groups if start <= group.first <= end]
    told = [
        (
            timeline.addresses.get(group.first, ""),
            group.first,
            tuple(timeline.tell(entry.seq) for entry in group.entries),
        )
        for group in groups
        if not isinstance(group.head.event, Posted)
    ]
    return FiledSummary(start, end, tuple(told))
