"""Write the reply that a session posts in its thread after a sync.

It says how the posts were read, asks one question, says what followed and whose turn it is, and ends with the
checkpoint of the log. Everything comes from what a spectator may know. Typed text is made harmless: in no kind of
thread can it mention people, add a link, a picture or formatting, or look like a question's code or a checkpoint.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from events.errors import RefusedError
from events.events import ALL, Move, SessionEvent
from events.lazy_patterns import lazy_pattern
from projections.wording import capitalised, counted, either
from replay.following.questions import AskedQuestion
from replay.reading.timeline import Timeline
from replay.reading.trust import is_unasked_post, moves_unasked
from replay.sources.source import Reply
from replay.turn_summaries.markup import FORMATS, Format, Style, heading, next_lines, proof_lines
from replay.turn_summaries.turn_summary import PositionLinks, TurnSummary, build_turn_summary

FORMS: Final[dict[str, Format]] = {"discourse": "markdown", "discord": "markdown", "feed": "bbcode"}
"""The format of replies by kind of source; plain text for all others."""
LIMITS: Final[dict[str, int]] = {"discord": 2_000}
LIMIT: Final = 8_000
"""The most characters of a reply, by kind and for all other kinds. A character outside the basic plane counts twice."""
ROWS: Final = 30  # the most posts, notes or sentences in one reply; earlier ones are only counted
INTRODUCTION: Final = (
    "This is an automatic reply of Cloister Bell, a program that records this game. It reads all posts of this thread. "
    "It stores the text, the author's name and id, the time and the address of each post, and the moves in it. The "
    "moderator can stop it and can erase what a person wrote. The checkpoint at the end of each reply proves later "
    "that the log was not changed."
)
_COLON: Final = lazy_pattern(r"(?<!\d\d):(?=\S)|:(?!\d\d(?![\w:]))(?=\S)")  # not in a time such as 12:30
_HASH: Final = lazy_pattern(r"#(?=\w)")
_DOT: Final = lazy_pattern(r"(?<=\w)[.\u3002](?=[^\W\d])")
_CODE: Final = lazy_pattern(r"(?<=[Qq])(?=[0-9])")
_SLASH: Final = lazy_pattern(r"/(?=/)")
_BULLET: Final = lazy_pattern(r"(?:[-+*=\s]|\d{1,9}[.)](?!\S))+")


class PostNews(msgspec.Struct, frozen=True):
    """A recorded post: its number in the inbox, its author and time, and its first and last entry."""

    number: int
    author: str
    when: str = ""
    first: int = 0
    last: int = 0


class ThreadNews(msgspec.Struct, frozen=True):
    """What happened since the last reply. `since` is the first new entry, 0 for none. `notes` are further sentences."""

    posts: tuple[PostNews, ...] = ()
    since: int = 0
    notes: tuple[str, ...] = ()

    @property
    def is_silent(self) -> bool:
        """Whether nothing was recorded and there is no note, so that no reply is needed."""
        return not (self.since or self.notes)

    def joined(self, later: "ThreadNews") -> "ThreadNews":
        """Return the news of this sync and a later one together."""
        posts = {post.number: post for post in (*self.posts, *later.posts)}
        since = min(filter(None, (self.since, later.since)), default=0)
        return ThreadNews(tuple(posts.values()), since, tuple(dict.fromkeys((*self.notes, *later.notes))))


class ReplyContext(msgspec.Struct, frozen=True):
    """What a reply needs beside the news.

    - `kind`: the kind of the source. `number`: the number of the reply in the session; reply 1 introduces the program.
    - `page`: the address of the position's page. `until`: the deadline in words. `signed`: the signed head of the log.
    - `answers`: the id of the post that the reply answers, or "". `waiting`: the posts that wait after the unclear one.
    """

    kind: str
    number: int
    page: str = ""
    until: str = ""
    signed: str = ""
    answers: str = ""
    waiting: int = 0


def compose(
    timeline: Timeline, news: ThreadNews, asked: AskedQuestion | None, about: ReplyContext,
    draw: Callable[[str], bytes] | None = None,
) -> Reply:  # fmt: skip
    """Return the reply. `draw` makes a PNG of an SVG drawing. Raises RefusedError for the view of a seat or moderator.

    If the reply is too long, earlier posts and sentences are only counted, and at last the question is only linked.
    """
    if timeline.viewer != ALL:
        raise RefusedError("a reply in a thread shows only what a spectator may know")
    found = build_turn_summary(
        timeline, min(news.since, timeline.last), until=about.until, place=PositionLinks(about.page),
        signed=about.signed,
    )  # fmt: skip
    marker = f"{found.checkpoint} (reply {about.number})"
    summary = msgspec.structs.replace(found, checkpoint=marker, block="")
    style = FORMATS[FORMS.get(about.kind, "text")]
    text = _fitted(list(_parts(timeline, news, asked, about, summary, style)), LIMITS.get(about.kind, LIMIT))
    picture = draw(timeline.svg(timeline.last)) if draw else b""
    return Reply(text, marker, about.answers, harmless(summary.title or summary.name), picture)


def harmless(text: str) -> str:
    """Return typed text that no forum, chat or mail program turns into a mention, link, emoji, list or checkpoint.

    It is one line. Invisible signs become blanks and compatibility characters plain ones, then `@` becomes `(at)`, and
    a blank separates what could be a link or the code of a question.
    """
    seen = "".join(sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFKC", text))
    text = " ".join(seen.split()).replace("@", "(at)")
    for sign, harmless_sign in ((_COLON, ": "), (_HASH, "# "), (_DOT, ". "), (_CODE, " "), (_SLASH, "/ ")):
        text = sign.sub(harmless_sign, text)
    begin = _BULLET.match(text)
    return text[begin.end() if begin else 0 :] or "\u2026"


class _Part(NamedTuple):
    """A part of a reply: its rank (0 is the most important), and its versions, the longest first."""

    rank: int
    versions: Sequence[str]


def _fitted(parts: Sequence[_Part], most: int) -> str:
    """Return the longest version of each part that fits, the most important part first."""
    chosen = dict[int, str]()
    for at, part in sorted(enumerate(parts), key=lambda one: one[1].rank):
        room = most - sum(_length(text) + 2 for text in chosen.values())
        text = next((text for text in part.versions if _length(text) <= room), "")
        if text:
            chosen[at] = text
    return "\n\n".join(text for _, text in sorted(chosen.items()))


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _parts(
    timeline: Timeline, news: ThreadNews, asked: AskedQuestion | None, about: ReplyContext, summary: TurnSummary,
    style: Style,
) -> Iterator[_Part]:  # fmt: skip
    typed = _typed(style)
    title, standing = harmless(summary.title or summary.name), harmless(summary.standing)
    turns, mover = (summary.turns, summary.mover) if news.since else ((0, 0), "")  # those of the news
    shown = msgspec.structs.replace(summary, title=title, standing=standing, turns=turns, mover=mover)
    if about.number == 1:
        yield _Part(3, (INTRODUCTION,))
    yield _Part(6, (heading(shown, style),))
    yield _Part(4, tuple(_lists("", [f"- {typed(note)}" for note in news.notes], "note")))
    readings = [(post, _moves(timeline, post)) for post in news.posts]
    rows = [
        f"- {_named(post.author, post.when, typed)}: {' '.join(map(typed, (*says, *_refusal(timeline, post))))}"
        for post, says in readings if says
    ]  # fmt: skip
    yield _Part(5, tuple(_lists("How the posts were read:", rows, "earlier post")))
    if chat := len(readings) - len(rows):
        yield _Part(7, (f"{counted(chat, 'post')} without a move.",))
    if asked is not None:
        yield _Part(1, tuple(_question(timeline, asked, about, style)))
    read = {sentence for _, says in readings for sentence in says}
    followed = [f"- {typed(sentence)}" for sentence in summary.told if news.since and sentence not in read]
    yield _Part(5, tuple(_lists("What followed:", followed, "earlier sentence")))
    yield _Part(2, tuple(_versions(list(next_lines(shown, style)))))
    yield _Part(0, tuple(_versions(list(proof_lines(summary, style)))))


def _typed(style: Style) -> Callable[[str], str]:
    """Return a function that makes typed text harmless in a format."""
    return lambda text: style.escape(harmless(text))


def _named(author: str, when: str, typed: Callable[[str], str]) -> str:
    return f"{typed(author)} ({typed(when)})" if when else typed(author)


def _moves(timeline: Timeline, post: PostNews) -> Sequence[str]:
    """Return the sentences of the moves and session events that a post became and that are not undone."""
    groups = (group for group in timeline.groups if post.first <= group.first <= post.last and not group.undone)
    heads = (group.head for group in groups)
    return [
        timeline.sentence(head.seq) for head in heads
        if (isinstance(head.event, Move) and not head.implied)
        or (isinstance(head.event, SessionEvent) and head.event.is_news)
    ]  # fmt: skip


def _refusal(timeline: Timeline, post: PostNews) -> Iterator[str]:
    """Yield how the author refuses a reading that was recorded without a question."""
    if not is_unasked_post(timeline.entries, post.first):
        return
    moves = moves_unasked(timeline.reading, timeline.entries[post.first])
    if (first := next(moves, 0)) in timeline.addresses:
        undo = f"UNDO {timeline.addresses[first]}"
        yield f"Nothing was asked about these words. If this is not what you meant, post {undo}."


def _lists(title: str, rows: Sequence[str], what: str) -> Iterator[str]:
    """Yield a list with its title and at most `ROWS` last rows, then with fewer of them; the others are counted."""
    for count in range(min(len(rows), ROWS), 0, -1):
        left = len(rows) - count
        more = [f"- ({counted(left, what)} left out.)"] * bool(left)
        yield "\n".join(filter(None, (title, *more, *rows[left:])))


def _versions(parts: Sequence[str]) -> Iterator[str]:
    for end in range(len(parts), 0, -1):
        yield "\n\n".join(parts[:end])


def _question(timeline: Timeline, asked: AskedQuestion, about: ReplyContext, style: Style) -> Iterator[str]:
    """Yield the versions of the question, or for whom the unclear post waits."""
    typed = _typed(style)
    seats = timeline.reading.started.seats
    seat = typed(timeline.seat_name(asked.seat)) if asked.seat in seats else "the moderator"
    post = f"The post by {_named(asked.author, asked.when, typed)} is not fully recorded yet."
    later = f" {counted(about.waiting, 'later post')} must wait for it." if about.waiting else ""
    if asked.is_private:
        yield f"{post} A private question was sent to {seat}.{later}"
    elif not asked.is_answerable:
        reason = f": {typed(asked.reason.rstrip('.'))}" if asked.reason else ""
        yield f"{post} It waits for {seat}{reason}.{later}"
    elif not asked.is_open_in_thread:
        yield f"{post} It waits for the moderator, who was informed about {asked.code}.{later}"
    else:
        title = style.bold.format(f"Question {asked.code} for {seat}")
        if asked.misses:
            title = f"The last answer about {asked.code} was not understood.\n\n{title}"
        quote = f' The unclear text is "{typed(asked.quote)}".' if asked.quote else ""
        reason = f" {typed(capitalised(asked.reason.rstrip('.')))}" if asked.reason else ""
        reason += "." if reason and not reason.endswith("?") else ""
        choices = "\n\n".join(_choices(asked, typed))
        yield f"{title}: {post}{quote}{reason}{later}\n\n{choices}"
        yield f"{title}: {post}\n\n{choices}"
        yield f"{title}: see the page of the session. Reply with {asked.code} and the number of your choice."


def _choices(asked: AskedQuestion, typed: Callable[[str], str]) -> Iterator[str]:
    """Yield the options of a question, and how to answer it."""
    told = [typed(one.short) if one.short else " ".join(map(typed, one.words)) for one in asked.options]
    if not told and not asked.quote:
        yield f"Reply with {asked.code} no if this post has no move, or if you post the move again."
        return
    rows = [f"{at}) {words}" for at, words in enumerate(told, 1)]
    yield from ["\n".join(["Did you mean", *rows])] if len(rows) > 1 else [f"Did you mean: {one}" for one in told]
    answers = either([f"{asked.code} {at}" for at in (*range(1, len(told) + 1), "no")])
    more = "nothing more" if asked.is_begun else "nothing"
    yield f"Reply with {answers}. After {asked.code} no, {more} of this post is recorded. You can post the moves again."
