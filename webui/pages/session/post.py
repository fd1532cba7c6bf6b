"""The page `post` of a session: paste a post, preview it line by line, settle open lines, and submit it.

Only the submit button saves anything.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response, request, url_for

from events.digits import whole
from events.errors import BellError, RefusedError
from events.events import UNKNOWN
from events.session_events import Posted, RecordedUnasked
from projections.contracts import Marks
from replay.posts.approved_phrases import confirmed, forget
from replay.posts.blocks import LONGEST_POST
from replay.posts.choices import (
    FEW,
    LONGEST_WORDS,
    LegalLines,
    MovesInstead,
    Offer,
    Stretch,
    legal_lines,
    moves_instead,
    offers,
    stretches,
)
from replay.posts.door import FiledPost, Request, preview, submit
from replay.posts.lines import ReadLine
from replay.posts.paste import MOST_LINES, Choice, Pasted, Poster
from replay.posts.read import REST, ReadPaste, read_after, read_with
from replay.posts.revisions import speaker
from replay.posts.whose import command_without_seat, preselect_seat, whose_says
from replay.reading.ending import closing
from replay.reading.timeline import Timeline
from replay.reading.trust import is_refused_post, moves_unasked
from replay.session.conflicts import UnseenLine
from webui.access.identity import Identity, accounts, new_key, require_poster
from webui.access.pending_links import guard_tokens
from webui.access.rate_limits import limit_rate
from webui.access.responses import see_other
from webui.access.view import current_context, requested_view, require_session, require_session_and_identity
from webui.pages.session.event_context import Moment
from webui.views.headline import headline
from webui.views.panels import board_markup
from webui.views.rest_address import comment_parameters, comments_of, rest_parameters, rests_of
from webui.views.shared_boards import SharedBoards

_WORDS: Final = ("text", "seat", "author", "when", "where")
_HIDDEN: Final = ("key", "read", "instead", "after", "crossing", "guess")
_CHOSEN: Final = "-"  # the value of the hidden field `guess` if the moderator chose the seat
_FORGET: Final = "forget "
_MOVE: Final = re.compile(r"move-(?P<number>[0-9]{1,8})=(?P<line>.{1,400})")
_NUMBER: Final = 9
_SHOWN: Final = 80

blueprint = Blueprint("post", __name__, url_prefix="/s/<session>")


class PostForm(NamedTuple):
    """The submitted form for a post. `finds` maps the number of each line with a move search to its search words."""

    words: Mapping[str, str]
    hidden: Mapping[str, str]
    choices: Mapping[int, Choice]
    finds: Mapping[int, str] = {}
    is_chat: bool = False  # the author was told that no move is found in this text

    @property
    def pasted(self) -> Pasted:
        """The submitted text in the form that the parser needs."""
        return Pasted(
            **self.words, key=self.hidden["key"], choices=self.choices, after=self.number("after"),
            crossing=self.number("crossing") or 0, instead=self.number("instead") or 0, chat_only=self.is_chat,
        )  # fmt: skip

    def number(self, name: str) -> int | None:
        """Return the number in a hidden field of the form, or None if the field does not hold a number."""
        return whole(self.hidden[name], _NUMBER)


EMPTY: Final = PostForm(dict.fromkeys(_WORDS, ""), dict.fromkeys(_HIDDEN, ""), {})


class PostPage(NamedTuple):
    """The contents of the page except the session: the form, its preview, and the result."""

    sent: PostForm
    paste: ReadPaste | None = None
    filed: FiledPost | None = None
    refusal: str = ""
    whose: str = ""  # which seat is preselected, and why
    is_refused: bool = False  # the author refused the reading that was recorded without a question
    asks_whose: bool = False  # the post has commands, and does not say whose they are

    @property
    def lines(self) -> tuple[ReadLine, ...]:
        """The lines of the post, with the result of submitting them, or else with their preview."""
        found = self.filed or self.paste
        return found.lines if found else ()

    @property
    def crossing(self) -> tuple[UnseenLine, ...]:
        """The moves of others that the author had not seen when posting."""
        late = self.filed.crossing if self.filed else ()
        return late or (self.paste.crossing if self.paste else ())

    @property
    def stopped(self) -> ReadLine | None:
        """The line of the submitted post at which recording stopped; None if no line stopped it."""
        return self.filed.stopped if self.filed else None

    @property
    def is_ready(self) -> bool:
        """Whether the previewed post can be submitted unchanged."""
        paste = self.paste
        return paste is not None and not self.refusal and paste.is_settled and not paste.is_filed and not self.stopped

    @property
    def foreseen(self) -> Offer | None:
        """The meaning whose board is shown: the whole post if it is ready, or its only open line's likely meaning."""
        paste = self.paste
        if paste is None or self.filed is not None:
            return None
        if self.is_ready:
            return Offer("", (), paste.position, paste.waits)
        if paste.trouble or paste.crossing or len(paste.open) != 1:
            return None
        return next((self.offers(line)[0] for line in paste.open if line.is_likely), None)

    @property
    def confirms(self) -> bool:
        """Whether submitting confirms the likely meaning of each open line."""
        paste = self.paste
        if paste is None or self.filed or self.is_ready or paste.trouble or paste.crossing or not paste.open:
            return False
        return all(line.is_likely for line in paste.open)

    def quoted(self, line: ReadLine, words: Mapping[int, Sequence[Stretch]]) -> ReadLine:
        """Return the line to quote in a question: of the lines read together, the first with words of a move."""
        if line.is_settled:
            return line
        told = (read_with(line.number), read_after(line.number))
        own = (line, *(one for one in self.rows if one.message in told))
        return next((one for one in own if any(word.kind == "carried" for word in words.get(one.number, ()))), line)

    @property
    def rows(self) -> tuple[ReadLine, ...]:
        """The lines of the post, including lines that its author struck out completely, in order."""
        struck = self.paste.struck_whole[:MOST_LINES] if self.paste else ()
        return tuple(sorted((*self.lines, *struck), key=lambda line: line.number))

    def offers(self, line: ReadLine) -> tuple[Offer, ...]:
        """Return the possible meanings of a line as text, the likeliest first; includes the chosen one."""
        choice = self.choice(line.number)
        taken = [choice.take] if choice.take and not choice.accept else []
        return offers(self.paste, line, *taken) if self.paste else ()

    @property
    def says_nothing(self) -> bool:
        """Whether a previewed post contains no move, and no seat that must move wrote it."""
        is_shown = self.paste is not None and not (self.paste.trouble or self.filed or self.paste.is_filed)
        return is_shown and not self.unheard and all(line.status == "chat" for line in self.lines)

    @property
    def unheard(self) -> tuple[str, ...]:
        """The seats that must move, but wrote no move, if nothing else of the post is open."""
        return self.paste.unheard if self.paste and not (self.paste.trouble or self.paste.open) else ()

    @property
    def has_rest(self) -> bool:
        """Whether text of the post can be read only after its moves are recorded."""
        phrases = self.paste.phrases.values() if self.paste else ()
        return any(phrase.kind == "rest" for some in phrases for phrase in some)

    @property
    def is_rest(self) -> bool:
        """Whether the text is the rest of a recorded post."""
        return self.sent.words["where"].startswith(f"{REST} #")

    @property
    def instead(self) -> MovesInstead | None:
        """The legal moves to choose for a post without a move, unless its author searches for one."""
        return moves_instead(self.paste) if self.paste and self.unheard and not self.sent.finds else None

    @property
    def silent(self) -> str:
        """The seat that must move, if its post has no line to read and so none to replace by a move; otherwise ""."""
        return self.unheard[0] if self.unheard and not (self.lines or self.around) else ""

    @property
    def is_headed(self) -> bool:
        """Whether a block of the post names the last entry its author saw."""
        posts = self.paste.posts if self.paste else ()
        return any(block.after for post in posts for block in post.post.blocks)

    @property
    def heads(self) -> frozenset[int]:
        """The numbers of the lines that are headers of blocks."""
        posts = self.paste.posts if self.paste else ()
        return frozenset(block.number for post in posts for block in post.post.blocks if block.head)

    @property
    def carried(self) -> Mapping[str, str]:
        """The user's decisions on lines that the page no longer shows, as values of form fields by name."""
        shown = {line.number for line in (*self.lines, *self.around)}
        return {
            f"line-{number}": "chat" if choice.chat else f"={choice.take}"
            for number, choice in self.sent.choices.items()
            if number not in shown and (choice.chat or choice.take)
        }

    @property
    def around(self) -> tuple[ReadLine, ...]:
        """The chat lines of the post outside its blocks of moves."""
        return self.paste.around[:MOST_LINES] if self.paste else ()

    @property
    def finds_around(self) -> bool:
        """Whether the user searches a move for a line outside the blocks of moves."""
        return any(line.number in self.sent.finds for line in self.around)

    @property
    def places(self) -> frozenset[int]:
        """The numbers of the lines of the pasted text that the user can still turn into a move."""
        return frozenset(self.paste.places if self.paste else ())

    def legal(self, number: int) -> LegalLines | None:
        """Return the legal moves that a move search finds for a line; None without a search for this line."""
        place = self.paste.places.get(number) if self.paste else None
        if place is None or number not in self.sent.finds:
            return None
        text = next((line.text for line in (*self.lines, *self.around) if line.number == number), "")
        return legal_lines(place.ahead, place.seat, text, self.sent.finds[number])

    def is_own(self, key: str) -> bool:
        """Return whether the recorded post with this idempotency key was submitted with this form."""
        own = self.sent.hidden["key"]
        return bool(own) and key.startswith(f"{own}-")

    def choice(self, number: int) -> Choice:
        """Return the user's decision on the line with this number."""
        return self.sent.choices.get(number, Choice())


@blueprint.get("/post")
def page(session: str) -> Response:
    """Show an empty form; after a submission, also what was recorded, and in the form the rest of the post.

    After the refusal of a reading, the form contains the post again.
    """
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    parameters, again = request.args.getlist("rest"), request.args.get("again", "")
    if not parameters and not again:
        return _response(session, PostPage(EMPTY))
    limit_rate("read", asking.link)
    seen = requested_view(session, {"as": asking.viewer})
    if again:
        return _read_refused(session, asking, seen.timeline, whole(again, _NUMBER) or 0)
    return _read_rest(session, asking, rests_of(seen.timeline, parameters))


@blueprint.post("/post")
def send(session: str) -> Response:
    """Preview a post, or submit it."""
    row, asking = require_session_and_identity(session)
    require_poster(row.session)
    asked = request.form.get("do", "")
    files, forgets, takes = asked in ("file", "chat"), asked.startswith(_FORGET), asked.startswith("move-")
    limit_rate("post" if files or forgets or takes else "read", asking.link)
    form, message, is_new = _with_seat(session, asking, request.form)
    sent = read_form(form)
    try:
        if forgets:
            return _forget(session, asking, sent, asked.removeprefix(_FORGET))
        if files and is_new:  # the moderator has not seen the preselected seat
            return _read(
                session, asking, sent, f"Nothing was recorded. {message} Check the seat, and submit again", 422
            )
        if files and not sent.is_chat and (line := _command_without_seat(session, asking, sent)):
            what = f'"{line[:_SHOWN]}" is a command, but the post does not say whose it is. Select its author below'
            return _response(session, PostPage(sent, refusal=f"{what}, or post it as chat only", asks_whose=True), 422)
        files = files or (takes and _is_certain(session, asking, sent))
        return _file(session, asking, sent) if files else _read(session, asking, sent, message)
    except BellError as error:
        return _response(session, PostPage(sent, refusal=str(error)), error.status)


def preview_form(session: str, asking: Identity, form: Mapping[str, str]) -> Response:
    """Show the preview of a post that another page composed. `form` has fields of the form of a post."""
    return _read(session, asking, read_form(form))


def _read(session: str, asking: Identity, sent: PostForm, whose: str = "", status: int = 200) -> Response:
    seen = requested_view(session, {"as": asking.viewer})
    found = preview(current_context().store, seen.timeline, _request(seen.row.session, asking, sent))
    return _response(session, PostPage(sent, found.paste, whose=whose), status)


def _with_seat(session: str, asking: Identity, form: Mapping[str, str]) -> tuple[Mapping[str, str], str, bool]:
    """Return a form with its preselected seat, sentences about it, and whether the page has not shown it yet.

    A seat that the moderator chose is kept, and so is a preselected one until the text changes.
    """
    seat, guess, author = (form.get(name, "").strip() for name in ("seat", "guess", "author"))
    if asking.seat or seat != guess:
        return {**dict(form.items()), "guess": _CHOSEN}, "", False
    timeline = requested_view(session, {"as": asking.viewer}).timeline
    pasted = Pasted(text=form.get("text", "").replace("\r\n", "\n"), author=author)
    found = preselect_seat(timeline, accounts(), pasted, Poster(asking.author, asking.viewer))
    is_same = guess and form.get("read") == _mark(guess, pasted.text)
    chosen = guess if is_same else found.seat
    message = whose_says(timeline, found) if found.seat == chosen != "" else ""
    return {**dict(form.items()), "seat": chosen, "guess": chosen}, message, chosen != guess


def _command_without_seat(session: str, asking: Identity, sent: PostForm) -> str:
    timeline, poster = requested_view(session, {"as": asking.viewer}).timeline, Poster(asking.author, asking.viewer)
    return command_without_seat(timeline, sent.pasted, poster)


def _is_certain(session: str, asking: Identity, sent: PostForm) -> bool:
    """Return whether a post can be submitted at once after a legal move was chosen: it rolls and draws nothing."""
    seen = requested_view(session, {"as": asking.viewer})
    paste = preview(current_context().store, seen.timeline, _request(seen.row.session, asking, sent)).paste
    return bool(sent.choices) and paste.is_settled and not any(line.waits for line in paste.lines)


def _forget(session: str, asking: Identity, sent: PostForm, words: str) -> Response:
    context, row = current_context(), require_session(session)
    opened = context.open_session(row.session)
    forget(opened, Timeline(opened.row, opened.view(asking.viewer)), context.store, words, asking.author)
    return _read(session, asking, sent) if sent.words["text"] else _response(session, PostPage(EMPTY))


def _file(session: str, asking: Identity, sent: PostForm) -> Response:
    context = current_context()
    guard_tokens("\n".join(sent.words.values()), asking)
    for choice in sent.choices.values():
        guard_tokens(f"{choice.take}\n{choice.accept}", asking)
    row = require_session(session)
    done = submit(context.store, context.registry, _request(row.session, asking, sent))
    if not done.is_done:
        return _response(session, PostPage(sent, done.paste, done), 409 if done.crossing else 422, rests=done.rests)
    first = min((post.again.seq for post in done.paste.posts if post.again), default=done.paste.seq + 1)
    timeline = requested_view(session, {"as": asking.viewer}).timeline
    rest, posts = rest_parameters(timeline, done.rests), timeline.entries[first - 1 : done.seq]
    comment = comment_parameters(posts, [line.comment for line in done.lines if line.comment])
    address = url_for("post.page", session=row.session, filed=f"{first}-{done.seq}", rest=rest, comment=comment)
    return see_other(address)


def _read_rest(session: str, asking: Identity, rests: Sequence[Pasted]) -> Response:
    """Show the first rest of a post that was not submitted yet, in the form, as it is read now."""
    for at, rest in enumerate(rests):
        words = {"text": rest.text, "seat": "" if asking.seat else rest.seat}
        words |= {"author": rest.author, "when": rest.when, "where": rest.where}
        sent = read_form({**words, "guess": "" if asking.seat else _CHOSEN})
        seen = requested_view(session, {"as": asking.viewer})
        paste = preview(current_context().store, seen.timeline, _request(seen.row.session, asking, sent)).paste
        if not any(post.earlier for post in paste.posts):
            is_chat = all(line.status == "chat" for line in paste.lines) and not paste.unheard
            return _response(session, PostPage(EMPTY) if is_chat else PostPage(sent, paste), rests=rests[at:])
    return _response(session, PostPage(EMPTY))


def _read_refused(session: str, asking: Identity, timeline: Timeline, seq: int) -> Response:
    """Show a post whose reading was refused, in the form, as it is read now."""
    event = timeline.entries[seq - 1].event if 0 < seq <= timeline.last else None
    if not isinstance(event, Posted) or event.text == UNKNOWN or not is_refused_post(timeline.reading, seq):
        raise RefusedError(f"again: entry {seq} is not a post whose reading was refused")
    seat = "" if asking.seat else speaker(timeline.entries[seq - 1], timeline.reading.started.seats)
    author = "" if event.author in timeline.reading.started.seats else event.author
    words = {"text": event.text, "seat": seat, "author": author, "when": event.when, "where": event.where}
    sent = read_form({**words, "guess": "" if asking.seat else _CHOSEN})
    paste = preview(current_context().store, timeline, _request(timeline.row.session, asking, sent)).paste
    return _response(session, PostPage(sent, paste, is_refused=True))


def _request(session: str, asking: Identity, sent: PostForm) -> Request:
    return Request(session, Poster(asking.author, asking.viewer), sent.pasted)


def read_form(form: Mapping[str, str]) -> PostForm:
    """Return the submitted form. A text that was changed since its preview counts as a new post with a new key."""
    words = {name: form.get(name, "") if name == "text" else form.get(name, "").strip() for name in _WORDS}
    words["text"] = words["text"].replace("\r\n", "\n")
    hidden = {name: form.get(name, "").strip() for name in _HIDDEN}
    asked = form.get("do", "")
    choices = {number: _choice(form, str(number)) for number in _numbered(form, "line-")}
    choices |= {number: Choice(chat=True) for number in _numbered([asked], "chat-")}
    choices |= {number: Choice() for number in _numbered([asked], "find-")}
    finds = {number: form.get(f"find-{number}", "") for number in _numbered([*form, asked], "find-")}
    if taken := _MOVE.fullmatch(asked):
        choices[int(taken["number"])] = Choice(take=taken["line"])
    is_chat = asked == "chat"
    mark = _mark(words["seat"], words["text"])
    if hidden["read"] and hidden["read"] != mark:  # decisions belong to the lines of the old text
        choices, finds, hidden["key"], is_chat = {}, {}, "", False
    hidden["key"], hidden["read"] = hidden["key"] or new_key(), mark
    settled = {number: choice for number, choice in choices.items() if choice != Choice()}
    finds = {number: find for number, find in finds.items() if number not in settled}
    return PostForm(words, hidden, settled, finds, is_chat)


def _mark(seat: str, text: str) -> str:
    return sha256(f"{seat}\n{text}".encode("utf-8", "replace")).hexdigest()[:16]


def _numbered(names: Iterable[str], what: str) -> Iterator[int]:
    for name in names:
        number = whole(name.removeprefix(what), _NUMBER - 1)
        if name.startswith(what) and number is not None:
            yield number


def _choice(form: Mapping[str, str], number: str) -> Choice:
    chosen = form.get(f"line-{number}", "")
    if chosen.startswith("="):
        return Choice(take=chosen[1:])
    if chosen == "other":
        return Choice(take=form.get(f"other-{number}", "").strip())
    if chosen == "accept":
        reason = form.get(f"accept-{number}", "").strip()
        if not reason:
            return Choice()
        return Choice(take=form.get(f"taken-{number}", "").strip(), accept=reason)
    return Choice(chat=chosen == "chat")


def _response(session: str, sheet: PostPage, status: int = 200, *, rests: Sequence[Pasted] = ()) -> Response:
    _, asking = require_session_and_identity(session)
    seen = requested_view(session, {"as": asking.viewer})
    timeline, last = seen.timeline, seen.timeline.last
    hand = timeline.game.view.hand(timeline.position(last), asking.seat) if asking.seat else ()
    hidden, foreseen = _hidden_fields(sheet, timeline), sheet.foreseen
    boards = SharedBoards(_board(timeline, foreseen.position if foreseen else None))
    links = [url_for("post.page", session=session, rest=rest_parameters(timeline, [rest])) for rest in rests]
    return seen.page(
        "post.html", status, sheet=sheet, sent=sheet.sent, hidden=hidden, foreseen=foreseen, board=boards.first,
        board_after=lambda position: boards.further(_board(timeline, position)), headline=headline(timeline, last),
        longest_post=LONGEST_POST, longest_words=LONGEST_WORDS, words=stretches(sheet.paste), few=FEW,
        instead=sheet.instead, status=timeline.status(last), hand=tuple(hand),
        confirmed=confirmed(timeline, current_context().store),
        closed=closing(timeline.reading), done=_filed_summary(timeline, request.args.get("filed", "")),
        comments=comments_of(timeline, request.args.getlist("comment")),
        rests=[(rest.text, link) for rest, link in zip(rests, links, strict=True)],
    )  # fmt: skip


def _hidden_fields(sheet: PostPage, timeline: Timeline) -> Mapping[str, str]:
    hidden = dict(sheet.sent.hidden)
    hidden["key"] = hidden["key"] or new_key()
    hidden["after"] = str(timeline.last)
    hidden["crossing"] = hidden["crossing"] if not sheet.crossing else ""
    own = [entry.seq for entry in timeline.entries if isinstance(entry.event, Posted) and sheet.is_own(entry.event.key)]
    hidden["instead"] = str(own[-1]) if own else hidden["instead"]
    if changed := next((post.changed for post in sheet.paste.posts if post.changed), None) if sheet.paste else None:
        hidden["instead"] = str(changed.seq)
    return hidden


def _board(timeline: Timeline, position: Any) -> str:
    if position is None:
        return board_markup(timeline.panels(timeline.last))
    return board_markup(timeline.drawn(position, Marks((), timeline.position(timeline.last))))


def _filed_summary(timeline: Timeline, asked: str) -> dict[str, Any] | None:
    """Return the entries of a submission, and the move number, first entry and sentences of each group in it."""
    start, end = (whole(part, _NUMBER) for part in asked.partition("-")[::2])
    if start is None or end is None:
        return None
    end = min(end, timeline.last)
    if not 1 <= start <= end:
        raise RefusedError(f"entries {start} to {end} do not exist")
    groups = [group for group in timeline.groups if start <= group.first <= end]
    told = [
        (
            timeline.addresses.get(group.first, ""),
            group.first,
            [timeline.sentence(entry.seq) for entry in group.entries],
        )
        for group in groups
        if not isinstance(group.head.event, Posted | RecordedUnasked)
    ]
    marks = (entry.seq for entry in timeline.entries[start - 1 : end] if isinstance(entry.event, RecordedUnasked))
    return {"first": start, "last": end, "told": told, "refusal": _refusal(timeline, next(marks, 0))}


def _refusal(timeline: Timeline, mark: int) -> Moment | None:
    """Return the first move of a post that was recorded without a question, None if there is none to refuse."""
    moves = moves_unasked(timeline.reading, timeline.entries[mark - 1]) if mark else iter(())
    first = next(moves, 0)
    is_there = first and first not in timeline.undone
    return Moment(timeline.row.session, first) if is_there else None
