"""How a reading is shown: each word of a line, and the possible readings and legal moves as sentences of the log.

Only what the viewer may know is used.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from events.errors import BellError, NotationError
from events.lazy_patterns import lazy_pattern
from projections.contracts import Ask
from projections.game import Game
from projections.notation.prose.ranking import ranked
from projections.notation.prose.reading import JOINT, parts_of
from replay.posts.directives import read_directive
from replay.posts.lines import ReadLine, begins_with_verb, spoken_by
from replay.posts.prose import ProseReader
from replay.posts.read import STRUCK, LineToFile, ReadPaste
from replay.posts.retractions import unmarked, without_spans
from replay.posts.simulate import AgainstError, LookAhead
from replay.posts.suggestions import Phrase
from replay.posts.word_spans import spans

MOST_SHOWN: Final = 12  # the number of moves that are shown at once
FEW: Final = 6  # the number of moves that are shown for a post without a move
LONGEST_WORDS: Final = 500  # the most characters of a filter
_WORD: Final = lazy_pattern(r"[^\s.,;()]+|[.,;()]")
_APART: Final = 5  # the most words in which two readings differ that are shown alone
_COMPARED: Final = 60  # the number of moves that are compared with a text
_WORD_KINDS: Final[Mapping[str, str]] = {"word": "the action", "body": "the action", "chance": "dice or cards"}
_PROSE: Final[Mapping[str, str]] = {
    "carried": "part of the move", "remark": "remark", "left": "not understood", "rest": "read after the move",
}  # fmt: skip


class Step(NamedTuple):
    """One line of notation in a possible reading of a post, its sentences, and whether the program added the line."""

    line: str
    says: tuple[str, ...]
    is_supplied: bool = False


class Offer(NamedTuple):
    """A possible reading of a post's line: its moves, the position after them, and the rule conflict ("" if none)."""

    line: str
    steps: tuple[Step, ...]  # without sentences if the position is unknown
    position: Any = None
    waits: str = ""  # what must be known before the reading can continue
    against: str = ""
    is_refused: bool = False  # submitting it now as it is would be refused

    @property
    def text(self) -> str:
        """The sentences of the reading, joined to one text."""
        return " ".join(sentence for step in self.steps for sentence in step.says)

    def apart(self, first: "Offer") -> tuple[tuple[bool, Step], ...]:
        """Return the steps in which this reading differs from the first: (True, own step) or (False, missing step).

        Return nothing if the difference is longer than the reading.
        """
        found = SequenceMatcher(None, first.steps, self.steps, autojunk=False).get_opcodes()
        apart = tuple(
            (is_own, step)
            for what, *(begin, end, start, stop) in found
            if what != "equal"
            for is_own, steps in ((False, first.steps[begin:end]), (True, self.steps[start:stop]))
            for step in steps
        )
        return apart if len(apart) <= len(self.steps) else ()

    def words_apart(self, first: "Offer") -> tuple[str, str] | None:
        """Return the words in which this reading differs from the first, and those of the first; None if too many.

        The words may occur several times.
        """
        theirs, ours = _WORD.findall(first.text), _WORD.findall(self.text)
        found = {
            (" ".join(ours[start:stop]), " ".join(theirs[begin:end]))
            for what, begin, end, start, stop in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes()
            if what != "equal"
        }
        apart = found.pop() if len(found) == 1 else ("", "")
        return apart if all(0 < len(words.split()) <= _APART for words in apart) else None

    def difference(self, first: "Offer") -> str:
        """Return in words how this reading differs from the first; "" if the difference is longer than the reading."""
        if words := self.words_apart(first):
            return f'the same with "{words[0]}" instead of "{words[1]}"'
        own, missing = (
            " ".join(says for is_own, step in self.apart(first) if is_own is which for says in step.says)
            for which in (True, False)
        )
        if own and missing:
            steps = [is_own for is_own, _ in self.apart(first)]
            is_replaced = 2 * sum(steps) == len(steps)  # each missing step has another one in its place
            return f"the same, but: {own}" if is_replaced else f"the same without: {missing} But with: {own}"
        return f"the same without: {missing}" if missing else own and f"the same with: {own}"


def offers(paste: ReadPaste, line: ReadLine, *more: str) -> tuple[Offer, ...]:
    """Return the readings of a line, likeliest first. `more` are lines that come before all others."""
    place, found = paste.places.get(line.number), paste.prose.get(line.number)
    lines = dict.fromkeys((*more, *line.choices))
    if line.choices and line.says and any(read_directive(each) is not None for each in lines):
        return tuple(Offer(each, (Step(each, line.says),)) for each in lines)
    if place is None or place.ahead.waits:
        return tuple(Offer(each, ()) for each in lines)
    supplied = {one.text: one.supplied for one in found.suggestions} if found else {}
    early = () if found else place.ahead.compulsory_steps(place.seat)[0]
    return tuple(offer(place.ahead, place.seat, each, supplied.get(each, early)) for each in lines)


def offer(ahead: LookAhead, seat: str, line: str, supplied: Sequence[str] = ()) -> Offer:
    """Return one reading of a line, described in sentences. Nothing is saved and no dice are rolled."""
    there, steps, against, is_refused = ahead.tried(), list[Step](), "", False
    for part in parts_of(line):
        spoken = spoken_by(part, seat, there.started.seats, there.game.interjections)
        says, is_next = list[str](), not there.waits
        for written in there.game.notation.exact(spoken.text, there.position, spoken.seat) or ():
            try:
                there.go_on(written)
                steps += (Step(one, told, is_supplied=True) for one, told in there.implied if is_next)
                move = there.game.view.sentence(written.move, there.position, there.position)
                says += there.brief if is_next else (move,)
            except (BellError, AgainstError) as error:
                says.append(there.game.view.sentence(written.move, there.position, there.position))
                against, is_refused = str(error), isinstance(error, AgainstError)
                break
        steps.append(Step(part, tuple(says), part in supplied))
        if against:
            break
    if not any(step.says for step in steps):
        return Offer(line, (), is_refused=is_refused)
    return Offer(line, tuple(steps), there.position, there.waits, against, is_refused)


class AskedReading(NamedTuple):
    """A possible reading of a line that needs an answer, and its difference from the first one in words, or ""."""

    number: int  # of the line of the post
    line: str
    text: str
    difference: str


def asked_readings(paste: ReadPaste) -> tuple[AskedReading, ...]:
    """Return the possible readings of the lines that need an answer, likeliest first."""
    return tuple(
        AskedReading(line.number, one.line, one.text, one.difference(found[0]) if at else "")
        for line in paste.open for found in [offers(paste, line)] for at, one in enumerate(found)
    )  # fmt: skip


class LegalLines(NamedTuple):
    """The legal moves to show, and whether there are more."""

    shown: tuple[Offer, ...]
    has_more: bool = False
    waits: str = ""  # the reason if the list is empty


def legal_lines(ahead: LookAhead, seat: str, written: str, typed: str = "") -> LegalLines:
    """Return the legal moves of a seat, ordered by similarity to `written`, or to `typed` if it is not empty."""
    if ahead.waits:
        return LegalLines((), waits=f"the legal moves are known only when {ahead.waits}")
    typed, written = " ".join(typed[:LONGEST_WORDS].split()), written[:LONGEST_WORDS]
    lines = _for_typed(ahead, seat, typed) if typed else _for_said(ahead, seat, written)
    tried = (offer(ahead, seat, line) for line in dict.fromkeys(lines))
    found = list(islice((one for one in tried if one.line == typed or not one.is_refused), MOST_SHOWN + 1))
    return LegalLines(tuple(found[:MOST_SHOWN]), len(found) > MOST_SHOWN)


class MovesInstead(NamedTuple):
    """The legal moves of a seat whose post contains no move, and the line of the post that a chosen move replaces."""

    seat: str
    number: int
    legal: LegalLines


def moves_instead(paste: ReadPaste) -> MovesInstead | None:
    """Return the legal moves to offer for a post without a move, most similar to its text first; None if it has one."""
    if not paste.unheard or paste.trouble:
        return None
    seat = paste.unheard[0]
    every = sorted((*paste.lines, *paste.around), key=lambda line: line.number)
    lines = [line for line in every if line.seat == seat and line.number in paste.places]
    if not lines:
        return None
    place = paste.places[lines[0].number]
    written = " ".join(line.text for line in lines)
    return MovesInstead(seat, lines[0].number, legal_lines(place.ahead, seat, written))


def _for_said(ahead: LookAhead, seat: str, written: str) -> Iterator[str]:
    """Yield readings of a line of chat as prose, then moves that share words with it, then all others."""
    yield from _read_prose(ahead, seat, written)
    for words in (written, ""):
        yield from ranked(ahead.game, ahead.position, seat, words, _COMPARED)


def _for_typed(ahead: LookAhead, seat: str, typed: str) -> Iterator[str]:
    """Yield the typed text if it is notation. Otherwise yield its readings, then the moves that match most words."""
    if ahead.game.notation.exact(typed, ahead.position, seat) is not None:
        yield typed
        return
    yield from _near(ahead, seat, typed)
    yield from _read_prose(ahead, seat, typed)
    words = typed.casefold().split()
    lines = ranked(ahead.game, ahead.position, seat, typed, _COMPARED)
    found = {line: _fitting(f"{line} {offer(ahead, seat, line).text}", words) for line in lines}
    most = max(found.values(), default=0)
    yield from (line for at, line in enumerate(lines) if not at or found[line] == most)


def _read_prose(ahead: LookAhead, seat: str, text: str) -> tuple[str, ...]:
    found = ProseReader(ahead.game, ahead, seat).read([text])
    return found.choices if found else ()


def _near(ahead: LookAhead, seat: str, typed: str) -> Iterator[str]:
    if not begins_with_verb(typed):
        return
    try:
        read = ahead.game.notation.read(typed, ahead.position, seat)
    except NotationError as error:
        choices = error.allowed
    else:
        choices = read.choices if isinstance(read, Ask) else ()
    yield from (line for line in choices if ahead.game.notation.exact(line, ahead.position, seat))


def _fitting(text: str, words: Sequence[str]) -> int:
    return sum(re.search(rf"(?<!\w){re.escape(word)}", text.casefold()) is not None for word in words)


class Stretch(NamedTuple):
    """A span of a line. `kind` is its role in the reading of the post; `what` describes it for the reader."""

    text: str
    kind: str = ""  # carried (part of a move), remark, left (not understood), struck (struck out), "" for spaces
    what: str = ""


def stretches(paste: ReadPaste | None) -> Mapping[int, tuple[Stretch, ...]]:
    """Return the spans of each line that has an understood or a struck-out word, by the line's number."""
    return _lines_with(paste, "carried", "rest", "struck")


def unclear_words(paste: ReadPaste | None) -> Mapping[int, tuple[Stretch, ...]]:
    """Return the spans of each line that has a word that is not understood, by the line's number."""
    return _lines_with(paste, "left")


def _lines_with(paste: ReadPaste | None, *kinds: str) -> Mapping[int, tuple[Stretch, ...]]:
    if paste is None:
        return {}
    found: dict[int, tuple[Stretch, ...]] = {line.number: (Stretch(line.text),) for line in paste.shown}
    for due in (due for post in paste.posts for due in post.to_file):
        if read_directive(due.read.text) is not None:
            continue
        phrases = paste.phrases.get(due.read.number, ())
        is_asked = due.read.status != "chat"
        is_notation = begins_with_verb(due.read.text) and due.read.text.partition(":")[0].isupper()
        if is_asked and due.position is not None and (is_notation or not phrases):
            found[due.read.number] = tuple(_in_notation(paste.game, due))
        elif phrases:
            found[due.read.number] = tuple(_in_prose(due.read.text, phrases))
    found |= {line.number: (Stretch(line.text, "struck", STRUCK),) for line in paste.struck_whole}
    for line in (*paste.lines, *paste.around):
        if line.number in paste.struck:
            found[line.number] = tuple(_with_struck(paste, line, found[line.number]))
    return {number: words for number, words in found.items() if any(word.kind in kinds for word in words)}


def _in_notation(game: Game[Any, Any], due: LineToFile) -> Iterator[Stretch]:
    line, position = due.read.text, due.position
    spoken = spoken_by(line, due.seat, getattr(position, "seats", ()), game.interjections)
    at, begun = 0, len(spoken.before)
    for part in parts_of(spoken.text):
        try:
            words = game.notation.words(part, position, spoken.seat)
        except BellError:
            return
        for word in sorted(words):
            yield from _between(line[at : word.start + begun])
            text = line[max(at, word.start + begun) : word.end + begun]
            kind = "remark" if word.kind == "remark" else "carried"
            yield Stretch(text, kind, _WORD_KINDS.get(word.kind, word.kind.replace("-", " ")))
            at = max(at, word.end + begun)
        begun += len(part) + len(JOINT)
    yield from _between(line[at:])


def _between(text: str) -> list[Stretch]:
    if not any(sign.isalnum() or sign in "?*" for sign in text):
        return [Stretch(text)]
    before, body, after = text.partition(text.strip())
    return [Stretch(before), Stretch(body, "left", _PROSE["left"]), Stretch(after)]


def _in_prose(line: str, phrases: Sequence[Phrase]) -> Iterator[Stretch]:
    end = 0
    for at, start, stop in spans(line, [phrase.text for phrase in phrases]):
        yield Stretch(line[end:start])
        yield Stretch(line[start:stop], phrases[at].kind, _PROSE[phrases[at].kind])
        end = stop
    yield Stretch(line[end:])


def _with_struck(paste: ReadPaste, line: ReadLine, words: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the spans of a line with the struck-out text put back at its place."""
    posted, spans = paste.struck[line.number]
    plain = without_spans(posted, spans)
    text = "".join(word.text for word in words)
    begin = plain.find(text)
    if begin < 0:  # decoded entities moved the columns, so struck-out text comes last
        yield from words
        yield from (Stretch(unmarked(posted[start:end]), "struck", STRUCK) for start, end in spans)
        return
    kinds = [("", "")] * begin + [(word.kind, word.what) for word in words for _ in word.text]
    kinds += [("", "")] * (len(posted) - len(kinds))
    for start, end in spans:
        kinds[start:end] = [("struck", STRUCK)] * (end - start)
    at = 0
    for (kind, what), same in groupby(kinds):
        length = len(list(same))
        text = posted[at : at + length]
        yield Stretch(unmarked(text) if kind == "struck" else text, kind, what)
        at += length
