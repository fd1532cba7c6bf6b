"""A line that does not read: one question with whole lines to choose from, or an error that says what is legal."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Final

from events.errors import BellError, NotationError
from events.facts import Move, Passed
from projections.cursor import QuestionError, SlipError
from projections.draft import objections, run
from projections.game import Ask, Game, Written
from projections.games.ccg.lines import VERBS, begun, exact
from projections.games.ccg.position import Position
from projections.games.ccg.spelling import Cursor, plain
from projections.near_misses import MOST, NearMisses, every, near
from projections.spelling import Vocabulary
from projections.told import Told

__all__ = ["Asking"]

_SAID: Final[Mapping[str, str]] = {
    "DECK": "lay down a deck", "STOPS": "when to be asked", "STAND": "Stand cards", "ZONE": "choose the zone",
    "DRAW": "draw", "PLAY": "play a card", "EPISODE": "play an Episode", "SOLVE": "solve an Episode",
    "COMBAT": "announce, attack", "DEFEND": "name a combatant", "PASS": "let it go by", "FLASH": "play a Flash",
    "SIDE": "support", "SPECIAL": "use an ability", "HIT": "make a Hit", "RESULT": "how combat ends",
    "BONUS": "the bonus card", "END": "end the turn",
}  # fmt: skip
_STEPS: Final[Mapping[str, Sequence[str]]] = {
    "deck": ("DECK",), "stand": ("STAND",), "zone": ("ZONE",), "draw": ("DRAW",),
    "play": ("PLAY", "EPISODE", "SOLVE", "COMBAT"), "combat": ("PASS",), "attack": ("COMBAT", "BONUS"),
    "name": ("DEFEND",), "hit": ("HIT", "BONUS"), "bonus": ("BONUS", "END"),
}  # fmt: skip
"""The verbs that are due in a step of the turn; those that use cards are due at any time."""
_PATIENCE: Final = 60_000
"""So many characters are read in looking for what a line may mean."""
_WINDOWS: Final = 12
"""So many windows are let go by to see whether a line would be legal behind them."""


class Asking:
    """What to ask about one line of a seat in a position."""

    def __init__(self, game: Game[Position, Any], position: Position, seat: str) -> None:
        self.game, self.position, self.seat = game, position, seat
        self._tried = 0

    # Whether a line would do

    def legal(self, line: str) -> bool:
        """Whether a line reads as moves, and nothing that is known speaks against them."""
        try:
            return self._is_legal(exact(line, self.position, self.seat))
        except (SlipError, QuestionError):
            return False

    def _is_legal(self, moves: Sequence[Written]) -> bool:
        position = self.position
        for written in moves:
            if not self._accepts(position, written.move):
                position = self._quiet(position)
                if not self._accepts(position, written.move):
                    return False
            after = self._after(position, written)
            if after is None:
                return True
            position = after
        return bool(moves)

    def _accepts(self, position: Position, move: Move) -> bool:
        try:
            return all(breach.doubt for breach in objections(self.game, position, move))
        except BellError:
            return False

    def _after(self, position: Position, written: Written) -> Position | None:
        """The position after a move with the chance that its line tells; None where that cannot be told."""
        with suppress(BellError):
            return run(self.game, position, written.move, Told(written.seen), strict=False).now
        return None

    def _quiet(self, position: Position) -> Position:
        """The position after all who are asked have let it go by."""
        for _ in range(_WINDOWS):
            window = position.window
            after = self._after(position, Written(Passed(window.awaited[0]))) if window and window.awaited else None
            if after is None:
                break
            position = after
        return position

    # A line that may mean several things

    def question(self, found: QuestionError) -> Ask:
        """Ask what a line leaves open.

        Raises:
            NotationError: no choice reads to its end.
        """
        choices = self._readable(found.choices)
        if not choices:
            raise NotationError(found.question, column=1, read="")
        return Ask(found.question, choices)

    def _readable(self, lines: Iterable[str], depth: int = 2) -> tuple[str, ...]:
        """The choices that read as a whole; of one that leaves something open too, what it may mean."""
        found: dict[str, None] = {}
        for line in lines:
            try:
                moves = exact(line, self.position, self.seat)
            except QuestionError as again:
                found |= dict.fromkeys(self._readable(again.choices, depth - 1) if depth else ())
            except SlipError:
                continue
            else:
                found |= dict.fromkeys((line,) if moves else ())
        legal = tuple(line for line in found if self.legal(line))
        return (legal or tuple(found))[:MOST]

    # A word that does not read

    def slip(self, line: str, slip: SlipError) -> Ask:
        """Ask about a near miss.

        Raises:
            NotationError: nothing near it would be legal; says what would.
        """
        misses = NearMisses(
            cursor=Cursor, is_legal=self._reads_legal, near=_near, told=lambda _line: (), moves=lambda _line: (),
            few=MOST,
        )  # fmt: skip
        return misses.ask(line, slip)

    def _reads_legal(self, line: str) -> bool:
        """Whether a line that was put right is legal; a long one is put right in a few ways only."""
        self._tried += len(line)
        if self._tried > _PATIENCE:
            return False
        try:
            moves = exact(line, self.position, self.seat)
        except QuestionError:
            return False
        return self._is_legal(moves)

    # A line without its verb

    def verbless(self, line: str) -> Ask:
        """Ask about a line that begins with none of the verbs but reads behind one of them.

        Raises:
            NotationError: it does not.
        """
        head, colon, rest = line.partition(":")
        named = bool(colon) and len(head.split()) == 1 and '"' not in head
        body = (rest if named else line).strip()
        choices: dict[str, None] = {}
        for verb in self._verbs(head if named else "") if named or _names_card(body) else ():
            choices |= dict.fromkeys(self._behind(f"{verb}: {body}"))
        if choices:
            said = f'no such verb: "{head.strip()}"; which is meant?' if named else "is this a move?"
            return Ask(said, tuple(choices)[:MOST])
        allowed = tuple(f"{verb}: {said}" for verb, said in _SAID.items())
        raise NotationError("no such verb", column=1, read=line[:40].strip(), allowed=allowed)

    def _verbs(self, head: str) -> Iterable[str]:
        """The verbs: those that are spelt like what stands there, then what is due, then the others."""
        close = get_close_matches(plain(head), list(VERBS), n=3, cutoff=0.6) if head else []
        return dict.fromkeys((*(VERBS[word] for word in close), *_STEPS.get(self.position.step, ()), *_SAID))

    def _behind(self, line: str) -> Sequence[str]:
        if not line.partition(":")[2].strip():
            return ()
        with suppress(SlipError, QuestionError):
            cursor, _ = begun(line, self.position, self.seat)
            if cursor.now and self.legal(line):
                return (line,)
        return ()


def _names_card(text: str) -> bool:
    """Whether anything in a text stands in quotation marks, as cards do."""
    return any(sign in text for sign in ('"', "\u201c", "\u00ab"))


def _near(read: str, words: Vocabulary) -> Sequence[str]:
    """What may be meant by a word, the nearest first; all there is where the word is missing."""
    text = plain(read)
    return near(text, words, most=8, cutoff=0.6 if len(text) > 3 else 0.66, begun=3) if read else every(words)
