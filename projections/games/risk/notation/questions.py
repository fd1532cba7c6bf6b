"""A line that does not read: one question with whole lines to choose from, or an error that says what is legal."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Final

from events.errors import BellError, NotationError
from events.facts import Move
from projections.draft import objections, run
from projections.game import Game
from projections.games.risk import facts as e
from projections.games.risk.notation.grammar import VERBS, exact
from projections.games.risk.notation.prose import told_lines
from projections.games.risk.notation.vocabulary import PLACE_CODES, PLACES, Cursor, plain
from projections.games.risk.rules.turns import opponent
from projections.games.risk.state.position import World
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.near_misses import MOST, NearMisses, every, near
from projections.notation.recorded_chance import Typed
from projections.notation.vocabulary import Vocabulary
from projections.terms import Ask, Written
from projections.window import Window

__all__ = ["Asking"]

_STEPS: Final[Mapping[str, str]] = {
    "N": "neutral", "T": "tardis", "+": "count", "S": "place", "P": "place", "A": "attack", "M": "manoeuvre",
    "C": "draw", "END": "draw",
}  # fmt: skip
"""The step of the turn in which a verb is due; the others belong to a battle or a card, whenever that is."""
_SAID: Final[Mapping[str, str]] = {
    "N": "neutral Daleks", "T": "land the TARDIS", "+": "count", "S": "trade stars", "P": "place", "L": "lose",
    "A": "attack", "R": "roll", "IN": "move in", "D": "defend", "M": "manoeuvre", "C": "cards", "END": "end the turn",
}  # fmt: skip


class Asking:
    """What to ask about one line of a seat in a position."""

    def __init__(self, game: Game[World, Any], world: World, seat: str) -> None:
        self.game, self.world, self.seat = game, world, seat

    def _poised(self, verb: str, moves: Sequence[Written] = ()) -> World:
        """The position as it would be if it were time for this verb."""
        now, step = self.world, _STEPS.get(verb)
        if step is None or (verb == "A" and now.battle):
            return now
        if moves and isinstance(moves[0].move, e.PlayPower | e.MoveTardis | e.ClaimMission):
            step = "place"
        player = opponent(now, self.seat) if verb == "N" and len(now.seats) == 2 else self.seat
        pool = (now.pool or 99) if step == "place" else 0
        return now.replace(player=player, step=step, stack=(), pool=pool, neutral_pool=now.neutral_pool or 3)

    def legal(self, line: str) -> bool:
        """Whether a line reads, and nothing that is known speaks against its moves when it is time for them."""
        try:
            moves = exact(line, self.world, self.seat)
        except (SlipError, QuestionError):
            return False
        verb = Cursor(line).phrase(VERBS) or ""
        position = self._poised(verb, moves)
        for written in moves:
            if not self._accepts(position, written.move):
                return False
            after = self._after(position, written)
            if after is None:
                return True
            position = after
        return True

    def _accepts(self, position: World, move: Move) -> bool:
        try:
            return all(breach.doubt for breach in objections(self.game.rules, position, move))
        except BellError:
            return False

    def _after(self, position: World, written: Written) -> World | None:
        """The position after a move with the chance that its line tells; None where that is still open.

        Whoever may answer with a card is taken to let it be.
        """
        with suppress(BellError):
            now = run(self.game.rules, position, written.move, Typed(written.seen, lenient=True), strict=False).now
            return now.replace(stack=tuple(thing for thing in now.stack if not isinstance(thing, Window)))
        return None

    def question(self, found: QuestionError) -> Ask:
        """Ask what a line leaves open.

        Raises:
            NotationError: no choice reads to its end.
        """
        choices = tuple(choice for choice in found.choices if self._is_exact(choice))
        if not choices:
            raise NotationError(found.question, column=1, read="")
        return Ask(found.question, choices)

    def _is_exact(self, line: str) -> bool:
        try:
            exact(line, self.world, self.seat)
        except (SlipError, QuestionError):
            return False
        return True

    # A word that does not read

    def slip(self, line: str, slip: SlipError) -> Ask:
        """Ask about a near miss.

        Raises:
            NotationError: nothing near it would be legal; says what would.
        """
        misses = NearMisses(
            cursor=Cursor, is_legal=self._reads_legal, near=_near, told=self.told, moves=self._moves,
            listed_as={"a territory: its name or its three letters": _CODES}, few=MOST,
        )  # fmt: skip
        return misses.ask(line, slip)

    def _reads_legal(self, line: str) -> bool:
        try:
            exact(line, self.world, self.seat)
        except QuestionError:
            return False
        return self.legal(line)

    def _moves(self, line: str) -> Iterable[Move]:
        return self.game.rules.legal(self._poised(Cursor(line).phrase(VERBS) or "A"), self.seat)

    # A line without its verb, and prose

    def verbless(self, line: str) -> Ask:
        """Ask about a line that begins with none of the verbs but reads behind one of them.

        Raises:
            NotationError: it does not.
        """
        head, colon, rest = line.partition(":")
        named = bool(colon) and len(head.split()) == 1 and "(" not in head
        body = rest if named else line
        choices: dict[str, None] = {}
        if named or _names_place(body):
            for verb in self._verbs(head if named else ""):
                choices |= dict.fromkeys(self._behind(f"{verb}: {body.strip()}"))
        found = tuple(choices)[:MOST] or self.told(body)
        if found:
            return Ask(f'no such verb: "{head.strip()}"; which is meant?' if named else "is this a move?", found)
        allowed = tuple(f"{verb}: {said}" for verb, said in _SAID.items())
        raise NotationError("no such verb", column=1, read=line[:40].strip(), allowed=allowed)

    def _verbs(self, head: str) -> Iterable[str]:
        """The verbs: those that are spelt like what stands there, then the one that is due, then the others."""
        near = [VERBS[word] for word in get_close_matches(plain(head), list(VERBS), n=3, cutoff=0.6)] if head else []
        due = [verb for verb, step in _STEPS.items() if step == self.world.step]
        return dict.fromkeys((*near, *due, *_SAID))

    def _behind(self, line: str) -> Sequence[str]:
        if not line.partition(":")[2].strip():
            return ()
        return (line,) if self.legal(line) else ()

    def told(self, line: str) -> tuple[str, ...]:
        """The legal lines that say what a line of prose says."""
        lines = dict.fromkeys(told_lines(line, self.world, self.seat))
        return tuple(choice for choice in lines if self.legal(choice))[:MOST]


_CODES: Final = frozenset(PLACE_CODES.values())


def _names_place(text: str) -> bool:
    cursor = Cursor(text)
    return any(word.text in PLACES for word in cursor.words)


def _near(read: str, words: Vocabulary) -> Sequence[str]:
    """What may be meant by a word, the nearest first; all there is where the word is missing."""
    text = plain(read)
    return near(text, words, most=8, cutoff=0.6 if len(text) > 3 else 0.66, begun=3) if read else every(words)
