"""The question about an unclear post: what the thread shows of it, and the answers that posts give to it.

A question is computed from what a spectator may know. If only hidden information decides whether a move is legal, the
thread shows that a private question was sent, and nothing else.
"""

import unicodedata
from collections.abc import Collection, Iterator, Sequence, Set as AbstractSet
from typing import Final, Literal, NamedTuple

import msgspec

from events.errors import RefusedError, SuspendedError
from events.events import ALL
from events.lazy_patterns import lazy_pattern
from projections.notation.prose.reading import words_in
from projections.wording import titled
from replay.importing.walk import Answer, OpenPost, ThreadWalk
from replay.posts.blocks import Block, BlockLine, Post
from replay.posts.choices import Offer, offers
from replay.posts.lines import ReadLine, begins_with_verb
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import PostReader, ReadPaste, paste_of
from replay.reading.ending import resigned
from replay.session.consent import MODERATOR
from replay.sources.source import SourcePost

MOST_OPTIONS: Final = 6
MOST_MISSES: Final = 2  # after this number of misunderstood answers, the thread asks no more
_SHORT: Final = 12  # the most words of a direct reply that can be an answer
_LONGEST: Final = 300  # the most characters of a difference between two readings
_QUOTED: Final = 80  # the most characters of a quoted line
_WORD: Final = lazy_pattern(r"\w+")
_CODE: Final = lazy_pattern(r"\bq([1-9][0-9]{0,5})\b")
_STRUCK: Final = lazy_pattern(r"~~[^~]*~~|\[s\][^\[]*\[/s\]")  # struck-through text: its author took it back
_COPIED: Final = lazy_pattern(r"\b(?:question|with|about|after)\W{1,3}q[1-9]")
_YES: Final = frozenset({"yes", "yep", "yeah", "yup", "y", "correct", "right", "exactly", "ok", "okay"})
_NO: Final = frozenset({"no", "nope", "neither", "none", "wrong"})
_NOT: Final = frozenset({"not", "never", "don", "doesn", "didn", "isn", "wasn", "t", "but", "except", "or", "maybe"})
_FILLERS: Final = frozenset({
    "please", "thanks", "thank", "you", "sorry", "option", "number", "answer", "choice", "i", "mean", "meant", "of",
    "these", "them", "it", "is", "was", "s", "my", "the", "that",
})  # fmt: skip

_ALSO: Final = "; this also breaks "  # begins the ids of further rules, which a post has no room to explain
_UNREAD: Final = "no move was found in this post"


class Option(msgspec.Struct, frozen=True):
    """A possible answer: its sentences, the answer for the walk, and how it differs from the first one, in short."""

    words: tuple[str, ...]
    answer: Answer
    short: str = ""


class AskedQuestion(msgspec.Struct, frozen=True):
    """A question about one post, as the thread may show it.

    - `number`: unique in the session if a post in the thread can answer; the code is `Q7`.
    - `post`: the key of the post in the inbox.
    - `seat`: the seat that must answer, or `moderator`. `author` and `author_id` wrote the post, at `when`.
    - `quote`: the unclear line, shortened. `reason`: why it is unclear.
    - `refused`: the answer for the walk if the person says no: the post is chat. None if that is no answer.
    - `is_begun`: a part of the post is recorded already, and stays if the person says no.
    - `is_private`: the thread shows only that a private question was sent.
    - `misses`: how many answers were not understood. `at_ms`: the time of the post, 0 if unknown.
    """

    number: int
    post: str
    author: str
    when: str
    author_id: str
    seat: str
    reason: str = ""
    quote: str = ""
    options: tuple[Option, ...] = ()
    refused: Answer | None = None
    is_private: bool = False
    misses: int = 0
    at_ms: int = 0
    is_begun: bool = False

    @property
    def code(self) -> str:
        """The code by which an answer names the question."""
        return f"Q{self.number}"

    @property
    def is_answerable(self) -> bool:
        """Whether a post in the thread can answer it."""
        return not self.is_private and bool(self.options or self.refused)

    @property
    def is_open_in_thread(self) -> bool:
        """Whether the thread still asks it."""
        return self.is_answerable and self.misses < MOST_MISSES

    def missed(self) -> "AskedQuestion":
        """Return the question after one more answer that was not understood."""
        return msgspec.structs.replace(self, misses=self.misses + 1)


def ask(walk: ThreadWalk, number: int, before: AskedQuestion | None = None) -> AskedQuestion | None:
    """Return the question about the open post of a walk, None without an open post.

    `number` is free. If the question is the same as `before`, return `before` with its number. Raises RefusedError if
    the walk is not the one of a running session.
    """
    if walk.viewer != ALL:
        raise RefusedError("a question in a thread needs the reading of a spectator")
    if walk.open is None:
        return None
    asked = _question(walk, walk.open, number)
    if before is not None and asked == msgspec.structs.replace(before, number=number, misses=0):
        return before
    return asked


def _question(walk: ThreadWalk, opened: OpenPost, number: int) -> AskedQuestion:
    seats = walk.session.started.seats
    seat = opened.seat if opened.seat in seats else MODERATOR
    post, author_id = opened.post, next(iter(opened.post.names), "")
    at_ms = post.origin.at_ms if post.origin else 0
    asked = AskedQuestion(number, opened.key, post.author, post.when, author_id, seat, at_ms=at_ms)
    if opened.trouble:
        return msgspec.structs.replace(asked, reason=opened.trouble)
    if opened.stopped is not None and (blocked := _why_blocked(walk, opened.seat)):
        return msgspec.structs.replace(asked, seat=MODERATOR, reason=blocked)
    paste = opened.paste
    if opened.stopped is not None and walk.rolls:  # the lines before it are recorded
        paste = _public_reading(walk, opened, opened.stopped)
        asked = msgspec.structs.replace(asked, is_begun=True)
    if opened.stopped is not None and not paste.open:
        return msgspec.structs.replace(asked, is_private=seat in seats)
    asked = msgspec.structs.replace(asked, refused=_all_chat(opened))
    if paste.open:
        return _about_line(asked, opened.answer, paste, paste.open[0])
    return msgspec.structs.replace(asked, reason=_UNREAD)


def _all_chat(opened: OpenPost) -> Answer:
    """Return the answer by which nothing more of a post is recorded."""
    return Answer({line.number: Choice(chat=True) for line in opened.paste.shown})


def _why_blocked(walk: ThreadWalk, seat: str) -> str:
    """Return why the session accepts no move of a seat now, "" if it does."""
    try:
        walk.session.require_open()
        walk.session.require_undisputed()
    except SuspendedError as error:
        return str(error)
    return f"{titled(seat)} has resigned" if seat in resigned(walk.timeline.reading) else ""


def _public_reading(walk: ThreadWalk, opened: OpenPost, line: ReadLine) -> ReadPaste:
    """Read a line that was refused again, as a spectator who does not know that it was refused."""
    choices = {number: choice for number, choice in opened.answer.choices.items() if number == line.number}
    poster = Poster(line.seat if line.seat in walk.session.started.seats else MODERATOR, ALL)
    pasted, timeline = Pasted(text="", choices=choices), walk.timeline
    reader = PostReader(timeline, walk.session.store, poster, pasted)
    block = Block(line.number, line.seat, lines=(BlockLine(line.number, line.text),), closed=False)
    read = reader.read(Post(line.number, line.seat, "", blocks=(block,)))
    return paste_of(reader, timeline, pasted, [read])


def _about_line(asked: AskedQuestion, given: Answer, paste: ReadPaste, line: ReadLine) -> AskedQuestion:
    def answer(choice: Choice) -> Answer:
        return msgspec.structs.replace(given, choices={**given.choices, line.number: choice})

    every = offers(paste, line)
    shown = [one for one in every if not one.is_refused and _is_near(one.line, line.text)][:MOST_OPTIONS]
    against = next((one.against for one in every if one.is_refused), "")
    reason, found = line.message, paste.prose.get(line.number)
    if found is not None and line.choices:
        unused = ", ".join((*found.left, *found.skipped))
        reason = f"the likeliest reading breaks a rule: {against}" if against else unused and f"not used: {unused}"
    reason = reason.partition(_ALSO)[0]
    if reason and any(choice.take for choice in given.choices.values()):
        reason = f"after your earlier answers, {reason}"
    options = tuple(Option(_words(one), answer(Choice(take=one.line)), _apart(one, shown[0])) for one in shown)
    return msgspec.structs.replace(asked, reason=reason, quote=_shortened(line.text), options=options)


def _is_near(reading: str, text: str) -> bool:
    """Return whether a reading can be what a line means: one of a line of notation has a word of it."""
    return not begins_with_verb(text) or not {*words_in(reading)}.isdisjoint(words_in(text))


def _words(one: Offer) -> tuple[str, ...]:
    return tuple(sentence for step in one.steps for sentence in step.says) or (one.line,)


def _apart(one: Offer, first: Offer) -> str:
    """Return how a reading differs from the first one, "" if that is not shorter."""
    text = "" if one is first else one.difference(first)
    text = text.replace("the same with", "like 1), but with", 1).replace("the same, but", "like 1), but", 1)
    return text if len(text) < min(len(one.text), _LONGEST) else ""


def _shortened(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1].rstrip()}\u2026"


class Heard(NamedTuple):
    """What a post says about the question. `rest` is the text to keep as a post, without the answer.

    `chat` is no answer, `unclear` an answer that was not understood. The others have an `answer` for the walk.
    """

    kind: Literal["chat", "answered", "refused", "unclear"]
    answer: Answer | None = None
    rest: str = ""


def answer_in(post: SourcePost, seat: str, asked: AskedQuestion, reply_ids: Collection[str] = ()) -> Heard:
    """Return the answer that a post of `seat` gives to a question.

    It names the code, or it is a direct reply to one of our replies (`reply_ids`). Only the person asked can answer.
    Automatic posts and quotes are never answers.
    """
    chat = Heard("chat", rest=post.text)
    if post.is_automatic or seat != asked.seat or not asked.is_answerable:
        return chat
    lines = post.text.split("\n")
    own = dict(_own_lines(lines))
    coded = {at: told for at, line in own.items() if (told := _after_code(line, asked.number))}
    if coded:
        found = [_meaning(part, asked) for parts in coded.values() for part in parts]
        return _heard(post, asked, found, "\n".join(line for at, line in enumerate(lines) if at not in coded))
    text = " ".join(own.values())
    if post.answers and post.answers in reply_ids and 1 <= len(_WORD.findall(text)) <= _SHORT:
        return _heard(post, asked, [_meaning(text, asked, is_bare=True)], "")
    return chat


def _heard(post: SourcePost, asked: AskedQuestion, found: Sequence[int | None], rest: str) -> Heard:
    first, *others = dict.fromkeys(found)
    if first is None or others:
        return Heard("unclear", rest=post.text)
    if first == 0:
        return Heard("refused", asked.refused, rest)
    return Heard("answered", asked.options[first - 1].answer, rest)


def _own_lines(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not quoted and no copy of a question, normalized, by their index."""
    depth = 0
    for at, line in enumerate(lines):
        text = _STRUCK.sub(" ", unicodedata.normalize("NFKC", line).casefold())
        opens, closes = text.count("[quote"), text.count("[/quote")
        is_quoted = bool(depth or opens) or text.lstrip().startswith(">")
        depth = max(0, depth + opens - closes)
        if not is_quoted and not _COPIED.search(text):
            yield at, text


def _after_code(line: str, number: int) -> list[str]:
    """Return each part of a line after the code of a question, up to the next code.

    If the line has words before its first code, they come with each part, so that it is not understood.
    """
    codes = list(_CODE.finditer(line))
    if not codes:
        return []
    before, ends = line[: codes[0].start()], [*(one.start() for one in codes[1:]), len(line)]
    return [f"{before} {line[one.end() : end]}" for one, end in zip(codes, ends, strict=True) if one[1] == str(number)]


def _tokens(text: str) -> AbstractSet[str]:
    return frozenset(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def _meaning(text: str, asked: AskedQuestion, *, is_bare: bool = False) -> int | None:
    """Return the number of the chosen option, 0 for no, None if the text is not understood.

    A number without a code (`is_bare`) is not understood if it could also be a word of another option.
    """
    if "?" in text:
        return None
    tokens = _tokens(text) - _FILLERS
    words = tokens - _YES
    if words and words == tokens and words <= _NO and asked.refused is not None:
        return 0
    if words & (_NO | _NOT):
        return None
    if not words:
        return 1 if tokens and len(asked.options) == 1 else None
    told = [_tokens(" ".join(option.words)) for option in asked.options]
    if len(words) == 1 and (number := next(iter(words))).isdecimal():
        return _numbered(number, told, is_bare=is_bare)
    return _worded(words, told)


def _worded(words: AbstractSet[str], told: Sequence[AbstractSet[str]]) -> int | None:
    """Return the only option with exactly these words, or else the only one that has them all."""
    same = [at for at, one in enumerate(told, 1) if words == one - _FILLERS - _YES]
    fits = same or [at for at, one in enumerate(told, 1) if words <= one]
    return fits[0] if len(fits) == 1 else None


def _numbered(number: str, told: Sequence[AbstractSet[str]], *, is_bare: bool) -> int | None:
    at = int(number) if len(number) == 1 else 0
    if not 1 <= at <= len(told):
        return None
    is_word = is_bare and number not in told[at - 1] and any(number in one for one in told)
    return None if is_word else at
