"""One door for every act of play and every ruling: text that is looked at, and text that is filed.

A text is a post, which is kept as it was posted, or one line that a form composed, which is filed without a post. What
is not for all (an order, a private note or claim) is filed without a post in any case.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from events.digits import whole
from events.errors import BellError, NeedsRandomSourceError, NotAllowedError, RefusedError
from events.events import ALL, Event
from events.store.protocol import EventStore
from projections.draft import run, weigh
from projections.registry import Registry
from replay.chance.clock import Clock, now_ms
from replay.chance.random_source import NoChance
from replay.corrections.correction import look_ahead
from replay.corrections.plan import CorrectionPlan
from replay.corrections.written_changes import read_changes
from replay.posts.acts import effects_by_hand, execute, preview_directive, read_verdict, require_may
from replay.posts.blocks import Post
from replay.posts.directives import Directive, compose, read_directive
from replay.posts.file import FiledPost, file_post
from replay.posts.lines import ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import ReadPaste, ReadPost, read_post
from replay.posts.unread_lines import (
    ChatLine,
    chat_line,
    insert,
    insertion,
    post_of,
    propose,
    read_as_move,
    require_own,
)
from replay.reading.timeline import Timeline
from replay.session.conflicts import require_seen
from replay.session.preview import ReadOnlySession, read_moves
from replay.session.session import Session
from replay.session.submission import Request as MoveRequest
from replay.session.submission import kept_answer
from replay.session.submission import submit as submit_moves
from replay.session.transaction import Preface, PrefacedSession

_DIGITS: Final = 40
CROSSES: Final = frozenset({"DISPUTE", "NOTE", "ORDER", "FINDING", "WITHDRAW"})
"""Verbs whose lines mean the same, whatever happened since their author looked."""


class Request(msgspec.Struct, frozen=True):
    """A text, and who sends it. `sent` says the last entry that was seen, and the key that a retry repeats.

    `is_post`: the text is its author's own, and is kept as it was posted.
    """

    session: str
    who: Poster
    sent: Pasted
    is_post: bool = True


class Preview(msgspec.Struct, frozen=True):
    """What a text would do, as its author may know it: how a post reads, or what one line leads to.

    `position` is None if it cannot be told beforehand. Of a correction `changed` are the moves that it writes anew, and
    `plan` says what becomes of the later ones. `events` are what one line brings about, `told` their sentences.
    A move may need chance first; if it `is_untold`, whether it is legal depends on something hidden from its author.
    """

    paste: ReadPaste
    position: Any = None
    plan: CorrectionPlan = CorrectionPlan()
    changed: frozenset[int] = frozenset()
    events: tuple[Event, ...] = ()
    told: tuple[str, ...] = ()
    needs_chance: bool = False
    is_untold: bool = False


def preview(store: EventStore, timeline: Timeline, request: Request) -> Preview:
    """Look at a text on the timeline of whoever sends it. Nothing is written, no die is asked.

    Raises:
        BellError: it cannot be filed as it is.
    """
    line = line_of(request)
    if line is None:
        _require_poster(request)
        if not request.is_post:
            return _preview_move(timeline, request)
        paste = read_post(timeline, store, request.sent, request.who)
        return Preview(paste, paste.position)
    require_may(line, request.who)
    said = ReadLine(1, request.sent.text, "ok", request.who.seat, message="this is filed without a post")
    post = ReadPost(Post(1, request.who.by, request.sent.text), "", "", (said,))
    read = ReadPaste(timeline.last, (post,), game=timeline.game)
    if line.meant:
        return _preview_meant(store, timeline, line, request, read)
    if line.verb == "SET":
        return _told(timeline, read, _effects(timeline, line))
    if not line.changes:
        position = preview_directive(timeline, timeline.position(timeline.last), line, request.who)
        return Preview(read, position)
    meant = read_changes(timeline, line.changes)
    plan, position = look_ahead(
        ReadOnlySession(timeline.reading), meant.changes, by=request.who.by, viewer=timeline.viewer,
        answers=meant.answers, others=meant.others, keepings=meant.keepings,
    )  # fmt: skip
    changed = frozenset(one.group.first for one in meant.changes if not one.inserts)
    return Preview(read, position, plan, changed)


def _effects(timeline: Timeline, line: Directive) -> Sequence[Event]:
    """What a value that is set brings about.

    Raises:
        RefusedError: nothing, or it is not for hands to set.
    """
    effects = effects_by_hand(timeline, timeline.position(timeline.last), line)
    if not effects:
        raise RefusedError(f"{line.says}: so it is already")
    return effects


def _preview_move(timeline: Timeline, request: Request) -> Preview:
    """What a move leads to before any chance, as its author may know it."""
    game, who, position = timeline.game, request.who, timeline.position(timeline.last)
    move = read_moves(game, request.sent.text, position, who.seat or request.sent.seat)[0].move
    read, is_strict = ReadPaste(timeline.last, game=game), ReadOnlySession(timeline.reading).strict
    hangs = False
    try:
        hangs = is_strict and not who.seat and weigh(game.rules, position, move).hangs
        events = [entry.event for entry in run(game.rules, position, move, NoChance(), strict=False).entries]
    except NeedsRandomSourceError:
        return Preview(read, events=(move,), needs_chance=True, is_untold=hangs)
    except BellError:
        return Preview(read, events=(move,), is_untold=hangs)
    return replace(_told(timeline, read, events), is_untold=hangs)


def _told(timeline: Timeline, read: ReadPaste, events: Sequence[Event]) -> Preview:
    """What events lead to, each with its sentence."""
    game, position, told = timeline.game, timeline.position(timeline.last), list[str]()
    for event in events:
        after = game.rules.reducer(position, event)
        told.append(game.view.tell(event, position, after))
        position = after
    return Preview(read, position, events=tuple(events), told=tuple(told))


def submit(store: EventStore, registry: Registry, request: Request, clock: Clock = now_ms) -> FiledPost:
    """File a text. The same text under the same key is filed once; a line without a key, once for what was seen.

    Raises:
        BellError: a line that was composed is refused; nothing is written.
        ConflictError: the position changed after the last entry that was seen, or the key was used for another text.
    """
    line = line_of(request)
    if line is None:
        _require_poster(request)
    if line is None and request.is_post:
        return file_post(store, registry, request.session, request.sent, request.who, clock)
    session = PrefacedSession.load(store, registry, request.session, clock)
    before, plan = session.head.seq, CorrectionPlan()
    if line is None:
        _file_moves(session, request)
    elif (post := _post_of(session, line, request)) is not None:
        return file_post(store, registry, request.session, post, request.who, clock)
    else:
        plan = _file_line(session, line, request)
    head = session.head
    told = [ReadLine(1, request.sent.text, "ok", request.who.seat, filed=f"#{head.seq}")] if head.seq > before else []
    signed = session.signed_head() if request.is_post else ""
    return FiledPost(ReadPaste(before), tuple(told), head.seq, head.hex, is_done=True, signed=signed, plan=plan)


def _require_poster(request: Request) -> None:
    """Refuse a judge who posts or moves."""
    if request.who.is_judge:
        raise NotAllowedError("a judge rules, and does not post: send one line such as RULING 7.3: stand ; reason")


def line_of(request: Request) -> Directive | None:
    """The one line that a text is, if it is filed without a post."""
    line = read_directive(request.sent.text)
    if line is None or (request.is_post and not line.stands_alone and not request.who.is_judge):
        return None
    return line


def _file_line(session: PrefacedSession, line: Directive, request: Request) -> CorrectionPlan:
    who, sent = request.who, request.sent
    require_may(line, who)
    after = None if line.verb in CROSSES else sent.after
    asked = sha256(compose(line).encode()).hexdigest()
    seen = f"{sent.after}-{asked[:_DIGITS]}" if sent.after is not None else ""
    preface = Preface(who.by, (), after, sent.key or seen, asked)
    with session.prefaced(preface) as answer:
        if answer is not None:
            return CorrectionPlan()
        if line.verb == "SET":
            _effects(Timeline(session.row, session.view(ALL)), line)
        done = _insert(session, line, who) if line.meant else execute(session, line, who.by, who)
    return done or CorrectionPlan()


def _file_moves(session: Session, request: Request) -> None:
    """File the moves of a line of the game."""
    who, sent = request.who, request.sent
    asked = sha256(sent.text.encode()).hexdigest()
    kept = kept_answer(session, who.by, sent.key, asked)
    if kept is not None and kept.done:
        return
    if kept is None:
        require_seen(session, who.by, sent.after)
    moves = read_moves(session.game, sent.text, session.view(who.viewer).position, who.seat or sent.seat)
    requests = [MoveRequest(written) for written in moves]
    answer = submit_moves(session, who.by, requests, after=sent.after, key=sent.key, reader=who.viewer, asked=asked)
    if answer.refused:
        raise RefusedError(answer.refused.message)


# A line of chat that was a move


def _chat_of(store: EventStore, timeline: Timeline, line: Directive, who: Poster) -> tuple[ChatLine, str]:
    """The line of chat that was a move, and that move."""
    address, move = line.meant or ("", "")
    seq, _, number = address.partition(".")
    found = chat_line(timeline, store, whole(seq) or 0, whole(number) or 0)
    require_own(found, who)
    return found, move


def _preview_meant(
    store: EventStore, timeline: Timeline, line: Directive, request: Request, read: ReadPaste
) -> Preview:
    found, move = _chat_of(store, timeline, line, request.who)
    if found.later is None:
        paste = read_as_move(timeline, store, found, move, request.who)
        return Preview(paste, paste.position)
    meant = read_changes(timeline, line.changes)
    return Preview(read, plan=insertion(timeline, found, move, request.who, meant).plan)


def _post_of(session: Session, line: Directive, request: Request) -> Pasted | None:
    """The post that files a line of chat as a move, if no later move stands.

    Raises:
        RefusedError: it says no move, or is another seat's.
        ConflictError: it is filed as another move already.
    """
    if line.verb != "MEANT":
        return None
    require_may(line, request.who)
    timeline = Timeline(session.row, session.view(request.who.viewer))
    found, move = _chat_of(session.store, timeline, line, request.who)
    if found.became and found.meant == move:  # the same text again
        found = found._replace(later=None, became=0, tries=found.tries - 1)
    elif found.later is not None and request.who.seat:
        return None
    elif found.later is None:
        read_as_move(timeline, session.store, found, move, request.who)
    return post_of(timeline, found, move, request.who, request.sent.after)


def _insert(session: Session, line: Directive, who: Poster) -> CorrectionPlan | None:
    """Propose to insert the move before the later ones, or insert it by a ruling."""
    timeline = Timeline(session.row, session.view(who.viewer))
    chat, move = _chat_of(session.store, timeline, line, who)
    meant = read_changes(timeline, line.changes)
    if meant.changes:
        raise RefusedError("after the move only KEEP, DROP, PUT and CARDS can follow")
    found = insertion(timeline, chat, move, who, meant)
    if line.verb == "RULING":
        return insert(session, timeline, found, read_verdict(line.says), line.reason, by=who.by, meant=meant)
    propose(session, timeline, found, who)
    return found.plan
