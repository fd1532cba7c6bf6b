"""A line of a game with printed names that does not read, or may mean several things: what to ask about it.

Nothing is guessed: each choice is a whole line, and where any of them is legal only those are offered.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, Generic, TypeVar

import msgspec

from events.errors import BellError, NotationError
from events.facts import Move, Passed
from projections.draft import Stated, objections, run
from projections.game import Game
from projections.notation.cursor import Cursor, QuestionError, SlipError
from projections.notation.near_misses import MOST, NearMisses, every, likeness, near
from projections.notation.recorded_chance import Typed
from projections.notation.vocabulary import Vocabulary
from projections.terms import Ask, Written
from projections.window import Window

S = TypeVar("S", bound=msgspec.Struct)
After = Callable[[S, Written], S | None]
"""The position after a move with the chance that its line tells; None where that cannot be told."""

_PATIENCE: Final = 60_000
"""So many characters are read in looking for what a line may mean."""
_WINDOWS: Final = 12
"""So many windows are let go by to see whether a line would be legal behind them."""


def _window(position: Any) -> Window | None:
    """The window that is open in a position, of a game that keeps it by itself or on its stack."""
    top = getattr(position, "window", None) or next(iter(getattr(position, "stack", ())[-1:]), None)
    return top if isinstance(top, Window) else None


def names_card(text: str) -> bool:
    """Whether anything in a text stands in quotation marks, as names do."""
    return any(sign in text for sign in ('"', "\u201c", "\u00ab"))


@dataclass(frozen=True, kw_only=True)
class Reading(Generic[S]):
    """How a game reads its lines.

    `begun` reads the verb of a line, `exact` all of it; both raise `SlipError`, and `exact` a `QuestionError`. `verbs`
    are the spellings of verbs, `said` what each of them says, in a few words, `due` those that are due in a position.
    `parts` are words that follow one verb alone, to that verb: for a line that leaves it out.

    `poised` gives the position as it would be if it were time for the moves of a seat's line that begins with a verb.
    `names` tells whether a line without a verb names things of the game, `told` gives lines that prose may mean, and
    `listed_as` sets of spellings that are too long to list, by what they are. `alike` is how like a spelling a word
    must be to be a near miss of it.
    """

    cursor: type[Cursor]
    verbs: Vocabulary
    said: Mapping[str, str]
    due: Callable[[S], Sequence[str]]
    begun: Callable[[str, S, str], tuple[Cursor, str | None]]
    exact: Callable[[str, S, str, After[S]], tuple[Written, ...]]
    parts: Vocabulary = field(default_factory=dict)
    poised: Callable[[S, str, str, Sequence[Written]], S] = lambda position, _seat, _verb, _moves: position
    names: Callable[[str], bool] = names_card
    told: Callable[[str, S, str], Iterable[str]] = lambda _line, _position, _seat: ()
    listed_as: Mapping[str, AbstractSet[str]] = field(default_factory=dict)
    alike: Callable[[str, Vocabulary], float] = likeness


class Asking(Generic[S]):
    """What to ask about one line of a seat in a position."""

    def __init__(self, game: Game[S, Any], how: Reading[S], position: S, seat: str) -> None:
        self.game, self.how, self.position, self.seat = game, how, position, seat
        self._tried = 0

    def exact(self, line: str) -> tuple[Written, ...]:
        """Read a line word by word; raises what the game's own reading raises."""
        return self.how.exact(line, self.position, self.seat, self.after)

    def after(self, position: S, written: Written) -> S | None:
        """The position after a move with the chance that its line tells; None where that cannot be told."""
        fate, stated = Typed(written.seen, lenient=True, blind=True), Stated(written.stated, written.absent)
        with suppress(BellError):
            return run(self.game.rules, position, written.move, fate, strict=False, stated=stated).now
        return None

    # Whether a line would do

    def legal(self, line: str) -> bool:
        """Whether a line reads as moves, and nothing that is known speaks against them."""
        try:
            return self._is_legal(line, self.exact(line))
        except (SlipError, QuestionError):
            return False

    def _poised(self, line: str, moves: Sequence[Written] = ()) -> S:
        """The position as it would be if it were time for a line."""
        verb = self.how.cursor(line).phrase(self.how.verbs) or ""
        return self.how.poised(self.position, self.seat, verb, moves)

    def _is_legal(self, line: str, moves: Sequence[Written]) -> bool:
        position = self._poised(line, moves)
        for written in moves:
            if not self._accepts(position, written.move):
                position = self._quiet(position)
                if not self._accepts(position, written.move):
                    return False
            after = self.after(position, written)
            if after is None:
                return True
            position = after
        return bool(moves)

    def _accepts(self, position: S, move: Move) -> bool:
        try:
            return all(breach.doubt for breach in objections(self.game.rules, position, move))
        except BellError:
            return False

    def _quiet(self, position: S) -> S:
        """The position after all who are asked have let it go by."""
        for _ in range(_WINDOWS):
            window = _window(position)
            after = self.after(position, Written(Passed(window.awaited[0]))) if window and window.awaited else None
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
            raise NotationError(found.question, column=found.start + 1, read=found.read)
        return Ask(found.question, choices)

    def _readable(self, lines: Iterable[str], depth: int = 2) -> tuple[str, ...]:
        """The choices that read as a whole; of one that leaves something open too, what it may mean."""
        found: dict[str, None] = {}
        for line in lines:
            try:
                moves = self.exact(line)
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
            cursor=self.how.cursor, is_legal=self._reads_legal, near=self._near, told=self._told, few=MOST,
            moves=lambda line: self.game.rules.legal(self._poised(line), self.seat), listed_as=self.how.listed_as,
        )  # fmt: skip
        return misses.ask(line, slip)

    def _reads_legal(self, line: str) -> bool:
        """Whether a line that was put right is legal; a long one is put right in a few ways only."""
        self._tried += len(line)
        if self._tried > _PATIENCE:
            return False
        try:
            moves = self.exact(line)
        except QuestionError:
            return False
        return self._is_legal(line, moves)

    def _told(self, line: str) -> tuple[str, ...]:
        """The legal lines that say what a line of prose says."""
        lines = dict.fromkeys(self.how.told(line, self.position, self.seat))
        return tuple(choice for choice in lines if self.legal(choice))[:MOST]

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
        if part := self.how.cursor(line).phrase(self.how.parts):
            choices |= dict.fromkeys(self._behind(f"{part}: {f'{head}{rest}' if named else body}"))
        for verb in self._verbs(head if named else "") if not choices and (named or self.how.names(body)) else ():
            choices |= dict.fromkeys(self._behind(f"{verb}: {body}"))
        found = tuple(choices)[:MOST] or self._told(body)
        if found:
            said = f'no such verb: "{head.strip()}"; which is meant?' if named else "is this a move?"
            return Ask(said, found)
        allowed = tuple(f"{verb}: {said}" for verb, said in self.how.said.items())
        raise NotationError("no such verb", column=1, read=line[:40].strip(), allowed=allowed)

    def _verbs(self, head: str) -> Iterable[str]:
        """The verbs: those that are spelt like what stands there, then what is due, then the others."""
        how = self.how
        close = get_close_matches(how.cursor.spelling.plain(head), list(how.verbs), n=3, cutoff=0.6) if head else []
        return dict.fromkeys((*(how.verbs[word] for word in close), *how.due(self.position), *how.said))

    def _behind(self, line: str) -> Sequence[str]:
        if not line.partition(":")[2].strip():
            return ()
        with suppress(SlipError, QuestionError):
            cursor, _ = self.how.begun(line, self.position, self.seat)
            if cursor.now and self.legal(line):
                return (line,)
        return ()

    def _near(self, read: str, words: Vocabulary) -> Sequence[str]:
        """What may be meant by a word, the nearest first; all there is where the word is missing."""
        text = self.how.cursor.spelling.plain(read)
        return near(text, words, most=8, cutoff=self.how.alike(text, words), begun=3) if read else every(words)
