"""What each word of a posted line became: it carried the move, it is a remark, it is left over, or it is struck out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, Final, NamedTuple

from events.errors import BellError
from projections.game import Game
from projections.notation.prose.lexicon import NOT
from replay.posts.lines import ReadLine, begins_with_verb, spoken_by
from replay.posts.prose import Phrase
from replay.posts.read import STRUCK, LineToFile, ReadPaste
from replay.posts.retractions import unmarked, without_spans

_WHAT: Final[Mapping[str, str]] = {"word": "what is done", "body": "what is done", "chance": "what was seen of chance"}
"""What a word is where its kind does not say it in plain words."""
_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*|[*?]")
_PROSE: Final[Mapping[str, str]] = {"carried": "carried the move", "remark": "a remark", "left": "left over"}
"""What a phrase of prose became, in words."""
_DENIES: Final = re.compile(r"n\w*|\w+n['\u2019]?t|without|dinna", re.IGNORECASE)
"""What denies the verb behind it."""
_LIKE: Final = 0.75
"""A word is a misspelt one of a phrase where so much of it is the same, and it has more letters than a short one."""
_SHORT: Final = 4
_FAR: Final = 200
"""So many words of a line are looked at for the next phrase, and so many for the next word of one."""
_NEAR: Final = 8


class Stretch(NamedTuple):
    """A stretch of a line: `kind` is carried, remark, left, struck, or "" for blanks and signs; `what` it became."""

    text: str
    kind: str = ""
    what: str = ""


def stretches(paste: ReadPaste | None) -> Mapping[int, tuple[Stretch, ...]]:
    """The lines of a post by their numbers, word by word, where any word of them was understood or struck out."""
    if paste is None:
        return {}
    found: dict[int, tuple[Stretch, ...]] = {line.number: (Stretch(line.text),) for line in paste.shown}
    for due in (due for post in paste.posts for due in post.to_file):
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
    return {
        number: words for number, words in found.items() if any(word.kind in ("carried", "struck") for word in words)
    }


def _in_notation(game: Game[Any, Any], due: LineToFile) -> Iterator[Stretch]:
    line, position = due.read.text, due.position
    spoken = spoken_by(line, due.seat, getattr(position, "seats", ()), game.interjections)
    begun, at = len(spoken.before), 0
    try:
        words = game.notation.words(spoken.text, position, spoken.seat)
    except BellError:
        return
    for word in sorted(words):
        yield from _between(line[at : word.start + begun])
        text = line[max(at, word.start + begun) : word.end + begun]
        kind = "remark" if word.kind == "remark" else "carried"
        yield Stretch(text, kind, _WHAT.get(word.kind, word.kind.replace("-", " ")))
        at = max(at, word.end + begun)
    yield from _between(line[at:])


def _between(text: str) -> Iterator[Stretch]:
    """What stands between two words that became something."""
    is_left = any(sign.isalnum() or sign in "?*" for sign in text)
    body = text.strip()
    if not is_left:
        yield Stretch(text)
        return
    start = text.index(body)
    yield Stretch(text[:start])
    yield Stretch(body, "left", "left over")
    yield Stretch(text[start + len(body) :])


def _in_prose(line: str, phrases: Sequence[Phrase]) -> Iterator[Stretch]:
    """A line of prose with its phrases, which stand in it in their order; what is no part of any says nothing."""
    words, at, end = list(_WORD.finditer(line)), 0, 0
    for phrase in phrases:
        found, far, begin = list[int](), _FAR, at
        for word in _WORD.findall(phrase.text):
            at = found[-1] + 1 if found else at
            there = _find(words[at : at + far], word)
            if there is not None:
                found.append(at + there)
                far = _NEAR
        if not found:
            continue
        first, at = found[0], found[-1] + 1
        if phrase.text.startswith(NOT):
            before = range(first - 1, max(first - _NEAR, begin - 1), -1)
            first = next((place for place in before if _DENIES.fullmatch(words[place][0])), first)
        yield Stretch(line[end : words[first].start()])
        end = words[at - 1].end()
        yield Stretch(line[words[first].start() : end], phrase.kind, _PROSE[phrase.kind])
    yield Stretch(line[end:])


def _find(words: Sequence[re.Match[str]], known: str) -> int | None:
    """Where a word of a phrase stands, as it is spelt or nearly so."""
    return next(
        (at for at, word in enumerate(words) if _is_like(word[0].casefold().replace("\u2019", "'"), known)), None
    )


def _is_like(word: str, known: str) -> bool:
    if word == known or word.removesuffix("'s") == known:
        return True
    return (
        min(len(word), len(known)) > _SHORT
        and word[0] == known[0]
        and SequenceMatcher(None, word, known).ratio() > _LIKE
    )


def _with_struck(paste: ReadPaste, line: ReadLine, words: Sequence[Stretch]) -> Iterator[Stretch]:
    """A line with what is struck out where it stood; blanks stand in its place in the line as it was read."""
    posted, spans = paste.struck[line.number]
    plain = without_spans(posted, spans)
    text = "".join(word.text for word in words)
    begin = plain.find(text)
    if begin < 0:  # signs in it were resolved: what is struck stands behind it
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
