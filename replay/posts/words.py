"""What each word of a posted line became: it carried the move, it is a remark, or it is left over."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from events.errors import BellError
from projections.game import Game
from replay.posts.lines import spoken_by
from replay.posts.read import LineToFile, ReadPaste

_WHAT: Final[Mapping[str, str]] = {"word": "what is done", "body": "what is done", "chance": "what was seen of chance"}
"""What a word is where its kind does not say it in plain words."""


class Stretch(NamedTuple):
    """A stretch of a line: `kind` is carried, remark, left, or "" for blanks and signs; `what` it became."""

    text: str
    kind: str = ""
    what: str = ""


def stretches(paste: ReadPaste | None) -> Mapping[int, tuple[Stretch, ...]]:
    """The lines of a post by their numbers, word by word, where any word of them was understood."""
    if paste is None:
        return {}
    every = [due for post in paste.posts for due in post.to_file if due.position is not None]
    found = {due.read.number: tuple(_of(paste.game, due)) for due in every}
    return {number: words for number, words in found.items() if any(word.kind == "carried" for word in words)}


def _of(game: Game[Any, Any], due: LineToFile) -> Iterator[Stretch]:
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
