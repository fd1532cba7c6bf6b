"""Prose: the legal moves whose card, tiles and seats are all named in a line, however it is worded."""

from collections.abc import Callable, Iterator
from typing import Final

from events.facts import Move
from projections.games.keys import facts as e
from projections.games.keys.notation.offers import STEPS, poised
from projections.games.keys.notation.vocabulary import ACTIONS, CARD_WORDS, TILE_WORDS, Cursor, seat_words
from projections.games.keys.rules.legal import legal
from projections.games.keys.state.position import Position
from projections.notation.near_misses import MOST

_GOES: Final = frozenset({"move", "moves", "step", "steps", "go", "goes", "walk", "walks", "enter", "enters", "run"})
_THROWN: Final = frozenset({"discard", "discards", "throw", "bin", "ditch"})


def told_lines(line: str, verb: str, position: Position, seat: str, spelt: Callable[[Move], str]) -> Iterator[str]:
    """The lines that prose may mean, of one verb or ("") of any, the one that is due first; none if they are many."""
    named = _Named(line, position)
    verbs = [verb] if verb else sorted(STEPS, key=lambda other: STEPS[other] != position.step)
    moves = [(move, spelt(move)) for one in verbs for move in legal(poised(position, seat, one), seat)]
    found = [text for move, text in moves if named.names(move, text)] if named.tiles or named.seats else []
    yield from found if len(found) <= MOST else ()


class _Named:
    """The cards, tiles, seats and doings that a line of prose names."""

    def __init__(self, line: str, position: Position) -> None:
        self.cards = set(Cursor(line).phrases(CARD_WORDS))
        self.tiles = set(Cursor(line).phrases(TILE_WORDS))
        self.seats = set(Cursor(line).phrases(seat_words(position.seats)))
        self.actions = set(Cursor(line).phrases(ACTIONS))
        self.words = {word.text for word in Cursor(line).words}

    def names(self, move: Move, text: str) -> bool:
        """Whether the line names all that a move is about, and no other card."""
        named = {word.text for word in Cursor(text.partition(":")[2]).words}
        tiles = {word for word in named if word in TILE_WORDS}
        if isinstance(move, e.MovePawn):
            goes = bool(self.words & _GOES) or len(self.tiles) > 1
            return not self.cards and goes and move.to in self.tiles <= {*tiles, move.to}
        if isinstance(move, e.Discard):
            return bool(self.words & _THROWN) and self.cards == {move.card} and not self.tiles
        if not isinstance(move, e.PLAYS):
            return False
        card = CARD_WORDS[text.split()[1].lower()]
        action = getattr(move, "action", None)
        victim = getattr(move, "victim", None)
        doing = not self.actions or action in (None, *self.actions)
        target = getattr(move, "to", None)
        wanted = {target} if target else tiles
        return self.cards == {card} and doing and wanted <= self.tiles <= tiles and (victim in self.seats or not victim)
