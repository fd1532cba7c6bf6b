"""Read the moves of a correction in plain words, with the reader for posts, at the position of the corrected move."""

from collections.abc import Sequence
from typing import Final

from events.errors import NotationError
from events.lazy_patterns import lazy_pattern
from projections.contracts import Written
from projections.notation.prose.ranking import ranked
from projections.notation.prose.reading import parts_of
from replay.corrections.plan import Correction
from replay.corrections.written_changes import move_words, read_changes, split_changes
from replay.posts.prose import ProseReader
from replay.posts.simulate import LookAhead
from replay.reading.timeline import Timeline
from replay.session.preview import read_moves

_VERB: Final = lazy_pattern(r"[A-Za-z+]{1,12}\s*:")
_QUOTED: Final = 80  # the most characters of the words in a question about them
MOST: Final = 12
"""The number of moves that are offered for words that are not clear."""


class UnclearMoveError(NotationError):
    """Words that could be several moves, or none. `seat` could make the `allowed` moves after entry `at`."""

    code = "unclear-move"

    def __init__(self, words: str, allowed: Sequence[str], *, seat: str, at: int, is_found: bool) -> None:
        asked = "which of these moves is meant?" if is_found else "no move was found in these words"
        super().__init__(asked, read=words[:_QUOTED], allowed=allowed)
        self.seat, self.at = seat, at


def in_notation(timeline: Timeline, text: str) -> str:
    """Return a correction with its moves in notation, as far as the timeline's viewer may know.

    A move that is already in notation, or that the game asks about, stays as it is. Raises UnclearMoveError for words
    that are not clearly one move.
    """
    lines = split_changes(text)
    for number, line in enumerate(lines):
        found = move_words(timeline, line)
        if found is not None:
            group, seat, words = found
            lines[number] = line.removesuffix(words) + _meant(timeline, max(group.first - 1, 1), seat, words)
    return "\n".join(lines)


def read_meant(timeline: Timeline, text: str, known: Timeline | None = None) -> Correction:
    """Parse a correction, also in plain words, which are read with what the timeline `known` shows."""
    return read_changes(timeline, in_notation(known or timeline, text))


def with_choice(timeline: Timeline, text: str, asked: UnclearMoveError, choice: str) -> str:
    """Return a correction with `choice` in place of the words about which `asked` asks."""
    lines = split_changes(text)
    for number, line in enumerate(lines):
        found = move_words(timeline, line)
        if found is not None and found[2][:_QUOTED] == asked.read:
            lines[number] = line.removesuffix(found[2]) + choice
            break
    return "\n".join(lines)


def _meant(timeline: Timeline, at: int, seat: str, words: str) -> str:
    game, ahead = timeline.game, LookAhead(timeline)
    ahead.position = timeline.position(at)
    try:
        read_moves(game, words, ahead.position, seat)
    except NotationError as error:
        if _VERB.match(words):
            return words
        found = ProseReader(game, ahead, seat).read([words])
        choices = [one for one in found.choices if len(parts_of(one)) == 1] if found else []
        if found and found.is_clear and choices[:1] == [found.choices[0]]:
            return choices[0]
        if not choices and game.notation.opens(words, ahead.position, seat):
            return words
        legal = dict[str, Sequence[Written]]()
        for one in (*choices, *error.allowed, *ranked(game, ahead.position, seat, words, MOST)):
            written = game.notation.exact(one, ahead.position, seat)
            if written and written not in legal.values():
                legal[one] = written
        allowed = list(legal)[:MOST] or ranked(game, ahead.position, seat, "", MOST)
        raise UnclearMoveError(words, allowed, seat=seat, at=at, is_found=bool(legal)) from error
    return words
