"""What people post in their own words, read as moves by what is legal where the lines before it have led."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from events.errors import BellError
from events.facts import Move
from projections.game import Game
from projections.notation.prose.clauses import MOST_TOKENS, Scanner, Token, says_otherwise, says_unread
from projections.notation.prose.guards import put_off, takes_back
from projections.notation.prose.lexicon import NUMBER
from projections.notation.prose.walk import MOST_TRIED, Reading, Walk, is_verb, lost, weight
from projections.terms import Claim
from replay.posts.lookahead import AgainstError, LookAhead

JOINT: Final = " / "
MOST: Final = 4
"""So many readings are offered at most."""
_LEAST: Final = 0.5
"""A reading that explains less than this more than it leaves over is none."""
_TOLD: Final = 2.5
"""A reading that explains so much, a thing that is named, is asked about whatever it leaves over."""
_AHEAD: Final = 0.9
"""By so much one reading has to be ahead of the next to be clear."""
_SHARE: Final = 0.35
"""A reading is clear only where what it leaves over takes less than the rest of what it explains."""
_HEAVY: Final = 0.8
"""What would matter so much, if it were not asked or planned, leaves no reading clear."""
_HEADED: Final = re.compile(r"\W*(?P<verb>[A-Za-z]{3,12}):(?P<rest>[^;]*)$")
"""A line that looks like notation."""
_PARTS: Final = re.compile(r" / (?=[A-Z+]{1,12}(?:: ?|$| /))")


def parts_of(line: str) -> list[str]:
    """The lines of notation in a choice that has several."""
    return _PARTS.split(line)


class ProseReading(NamedTuple):
    """What lines of prose may mean: the choices, the likeliest first, and in which line they begin.

    `is_clear` says that the first one explains all that could matter, and no other comes near it; `left` are the words
    that it leaves over, `supplied` the lines that it adds.
    """

    line: int
    choices: tuple[str, ...]
    is_clear: bool
    left: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """What is asked about it."""
        said = "read from prose: is this what it says?"
        if self.left:
            said += f" Left over: {', '.join(self.left)}."
        return said + (f" Supplied: {', '.join(self.supplied)}." if self.supplied else "")


class ProseReader:
    """Reads prose of a seat from where a post has led; `patience` is how many lines of notation may still be tried."""

    def __init__(self, game: Game[Any, Any], ahead: LookAhead, seat: str, patience: int = MOST_TRIED) -> None:
        self.game, self.ahead, self.seat, self.patience = game, ahead, seat, patience

    def read(self, lines: Sequence[str]) -> ProseReading | None:
        """What lines of prose may mean; None where nothing of them says a move."""
        text = "\n".join(lines)
        wordings = self.game.wordings
        if wordings is None or self.ahead.waits or put_off(text):
            return None
        lexicon = wordings.lexicon
        position = self.ahead.position
        tokens = Scanner(
            lexicon.phrases(wordings.names(position, self.seat)), lexicon, wordings.at_hand(position), wordings.toward
        ).scan(lines)
        if len(tokens) > MOST_TOKENS:
            return None
        walk = Walk(lexicon, self._step, self.patience, self._choices, _written(lines), self._meant)
        readings = walk.readings(tokens, self.ahead)
        self.patience = max(0, walk.patience)
        likely = [one for one in _distinct(readings) if one.merit > _LEAST or one.explained > _TOLD][:MOST]
        if not likely:
            return None
        best = likely[0]
        is_alone = not any(best.score - other.score <= _AHEAD and _says_else(other, best) for other in likely[1:])
        asked = any(
            move.name in token.verbs and self._could(move.filled([""] * len(move.holes)), best.position)
            for token in tokens if token.is_inert
            for move in lexicon.moves if not move.wanted
        )  # fmt: skip
        goes_on = lexicon.wary and self._goes_on(best.position)
        implied = {str(number) for position in self._along(best.lines) for number in wordings.implied(position)}
        unexplained = best.unexplained(
            lexicon, lambda line: self._could(line, best.position), implied=implied, goes_on=goes_on
        )
        over = sum(lost(token) for token in best.left if token.is_number and token.of(NUMBER) in implied)
        is_clear = (
            is_alone and best.score + over > max(_LEAST, _SHARE * best.explained)
            and not (best.is_asked or best.lacks(lexicon) or asked or unexplained or _doubted(tokens, self.seat))
            and not (says_unread(lines, tokens) or says_otherwise(lines, tokens) or takes_back(text))
        )  # fmt: skip
        begins = next((token.line for token in tokens if weight(token) > 0), 0)
        choices = tuple(JOINT.join(reading.lines) for reading in likely)
        return ProseReading(begins, choices, is_clear, unexplained, best.supplied)

    def _goes_on(self, end: LookAhead) -> bool:
        """Whether the seat may go on from there."""
        return not end.waits and self.seat in self.game.rules.status(end.position).awaited

    def _along(self, lines: Sequence[str]) -> Iterator[Any]:
        """The positions that lines go through."""
        ahead: LookAhead | None = self.ahead
        for line in (None, *lines):
            ahead = ahead if line is None or ahead is None else self._step(ahead, line)
            if ahead is not None and ahead.position is not None:
                yield ahead.position

    def _could(self, line: str, end: LookAhead) -> bool:
        """Whether a line could be played before all others or behind them."""
        return any(self._step(position, line) is not None for position in (self.ahead, end))

    def _step(self, ahead: LookAhead, line: str) -> LookAhead | None:
        """Where lines of notation lead, None where they do not read or are not legal."""
        if ahead.waits:
            return None
        ahead = ahead.tried()
        for part in parts_of(line):
            moves = self.game.notation.exact(part, ahead.position, self.seat)
            if not moves:
                return None
            try:
                for written in moves:
                    ahead.go_on(written)
                    if not (ahead.waits or all(self._holds(claim, ahead) for claim in written.claims)):
                        return None
            except (BellError, AgainstError):
                return None
            ahead.path = (*ahead.path, *(written.move for written in moves))
        return ahead

    def _choices(self, ahead: LookAhead, line: str) -> Sequence[str]:
        """What a line may mean that reads, but is to be asked about."""
        return () if ahead.waits else self.game.notation.choices(line, ahead.position, self.seat)[: 2 * MOST]

    def _meant(self, ahead: LookAhead, line: str) -> Sequence[str]:
        """The lines in which what is told by what lies there is named."""
        wordings = self.game.wordings
        return () if ahead.waits or wordings is None else wordings.meant(line, ahead.position, self.seat)

    def _holds(self, claim: Claim, ahead: LookAhead) -> bool:
        """Whether what a line claims is so behind it, as far as this reader can tell."""
        return self.game.notation.claim(claim.place, ahead.position) in (None, claim.value)


def _written(lines: Sequence[str]) -> dict[int, str]:
    """The lines that look like notation, by their places, with their verbs in capitals."""
    found = ((at, _HEADED.match(line)) for at, line in enumerate(lines))
    return {at: f"{head['verb'].upper()}:{head['rest']}" for at, head in found if head}


def _doubted(tokens: Sequence[Token], seat: str) -> bool:
    """Whether something is planned or done by "him" that could be a move; short questions to others are not.

    Whoever tells of himself by his name goes on so.
    """
    asking = {token.clause for token in tokens if token.is_stop and token.text == "?"}
    told = next((at for at, token in enumerate(tokens) if token.text == seat), len(tokens))
    return any(
        lost(token._replace(is_inert=False)) >= _HEAVY
        and ((token.is_veiled and at < told) or (token.is_inert and not (is_verb(token) and token.clause in asking)))
        for at, token in enumerate(tokens)
    )


def _distinct(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Readings that say different moves, each as it explains most."""
    seen: list[Sequence[Move]] = []
    for reading in readings:
        if reading.position.path not in seen:
            seen.append(reading.position.path)
            yield reading


def _says_else(reading: Reading, best: Reading) -> bool:
    """Whether a reading says a move that the best one does not say."""
    left = list(best.position.path)
    for move in reading.position.path:
        if move not in left:
            return True
        left.remove(move)
    return False
