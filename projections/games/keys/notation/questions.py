"""A line that does not read: one question with whole lines to choose from, or an error that says what is legal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from events.errors import NotationError
from events.facts import UNKNOWN, Move
from projections.games.keys import facts as e
from projections.games.keys.notation.sentence import VERBS, ElsewhereError
from projections.games.keys.notation.vocabulary import ACTIONS, CARD_WORDS, TILE_WORDS, Cursor, seat_words, spell
from projections.games.keys.rules.legal import legal
from projections.games.keys.rules.turns import bonus_of
from projections.games.keys.state.position import CARDS, KeyBonus, Position
from projections.notation.cursor import SlipError
from projections.notation.near_misses import MOST, NearMisses, every, near
from projections.notation.vocabulary import Vocabulary
from projections.terms import Ask, Written

Exact = Callable[[str], Written]
_STEPS: Final[Mapping[str, str]] = {"D": "draw", "P": "play", "M": "move", "B": "bonus"}
_GOES: Final = frozenset({"move", "moves", "step", "steps", "go", "goes", "walk", "walks", "enter", "enters", "run"})
_THROWN: Final = frozenset({"discard", "discards", "throw", "bin", "ditch"})


class Asking:
    """What to ask about one line of a seat in a position; `exact` reads a line or raises."""

    def __init__(self, position: Position, seat: str, exact: Exact) -> None:
        self.position, self.seat, self.exact = position, seat, exact
        self._legal: dict[str, dict[Move, str]] = {}

    def legal(self, verb: str) -> Mapping[Move, str]:
        """The moves that would be legal if it were time for this verb, each as a line.

        A hand that is not known may hold any card.
        """
        if verb not in self._legal:
            now, seat = self.position, self.seat
            hand = now.hands.get(seat, ())
            hands = {**now.hands, seat: tuple(CARDS) if UNKNOWN in hand else hand}
            stack = now.stack
            if verb == "B" and not bonus_of(now, seat):
                stack = (*stack, KeyBonus(seat, now.pawns.get(seat, "")))
            poised = now.replace(player=seat, step=_STEPS[verb], hands=hands, stack=stack, missed=(), winner="")
            self._legal[verb] = {move: spell(move, now) for move in legal(poised, seat)}
        return self._legal[verb]

    def _is_legal(self, move: Move) -> bool:
        if isinstance(move, e.PlayTunnel) and move.tile > move.other:
            move = e.PlayTunnel(move.player, move.other, move.tile)
        return move in self.legal(spell(move, self.position)[0])

    def reads_legal(self, line: str) -> bool:
        """Whether a line reads and would be legal; a word of it that does not read is a `SlipError`."""
        try:
            return self._is_legal(self.exact(line).move)
        except ElsewhereError:
            return False

    # A word that does not read

    def _misses(self) -> NearMisses:
        return NearMisses(
            cursor=Cursor, is_legal=self.reads_legal, near=_near,
            told=lambda line: self._told(line, [_verb(line)]), moves=lambda line: self.legal(_verb(line)),
            listed_as={"a1 to g7": TILE_WORDS.keys()},
        )  # fmt: skip

    def slip(self, line: str, slip: SlipError) -> Ask:
        """Ask about a near miss.

        Raises:
            NotationError: nothing near it would be legal; says what would.
        """
        return self._misses().ask(line, slip)

    # A pawn that stands elsewhere

    def elsewhere(self, line: str, found: ElsewhereError) -> Ask:
        """Ask about a pawn that is not where the line says.

        Raises:
            NotationError: nothing legal can be done with it.
        """
        place = self.position.pawns.get(found.pawn, "out")
        own = found.pawn == self.seat
        lines = [
            text
            for move, text in self.legal("M" if own else "P").items()
            if own or (isinstance(move, e.PlayCyberman) and move.victim == found.pawn)
        ]
        meant = spell(found.move, self.position)
        choices = sorted(lines, key=lambda text: text != meant)[:MOST]
        where = "outside the grid" if place == "out" else f"on {place}"
        said = "outside" if found.given == "out" else found.given
        if not choices:
            column = next((word.start + 1 for word in Cursor(line).words if word.text == found.given), 1)
            what = f"the pawn of {found.pawn} stands {where}, not {said}, and no move of it is legal"
            raise NotationError(what, column=column, read=said)
        return Ask(f"the pawn of {found.pawn} stands {where}, not {said}; what is meant?", tuple(choices))

    # A line without its verb

    def verbless(self, line: str) -> Ask:
        """Ask about a line that begins with none of the four verbs but reads behind one of them.

        Raises:
            NotationError: it does not.
        """
        head, colon, rest = line.partition(":")
        named = bool(colon) and len(head.split()) == 1
        body = rest if named else line
        choices: dict[str, None] = {}
        for verb in self._verbs():
            choices |= dict.fromkeys(self._behind(f"{verb}: {body.strip()}", near=named or _names_tile(body)))
        found = tuple(choices)[:MOST] or self._told(body, self._verbs())
        if found:
            return Ask("is this a move?" if not named else f'no such verb: "{head.strip()}"; which is meant?', found)
        allowed = ("D: draw", "P: play", "M: move", "B: bonus")
        raise NotationError("no such verb", column=1, read=line[:40].strip(), allowed=allowed)

    def _verbs(self) -> Iterable[str]:
        """The verbs, the one that is due first."""
        return sorted(_STEPS, key=lambda verb: _STEPS[verb] != self.position.step)

    def _behind(self, line: str, *, near: bool) -> Sequence[str]:
        if not line.partition(":")[2].strip():
            return ()
        try:
            self.exact(line)
        except SlipError as slip:
            return self._misses().mended(line, slip, 1) if near else ()
        except ElsewhereError:
            return ()
        return (line,)

    # Prose

    def _told(self, line: str, verbs: Iterable[str]) -> tuple[str, ...]:
        """The legal moves whose card, tiles and seats are all named in the line, however it is worded."""
        told = _Told(line, self.position)
        if not told.tiles and not told.seats:
            return ()
        found = [text for verb in verbs for move, text in self.legal(verb).items() if told.names(move, text)]
        return tuple(found) if len(found) <= MOST else ()


def _names_tile(text: str) -> bool:
    return any(word.text in TILE_WORDS for word in Cursor(text).words)


def _verb(line: str) -> str:
    return Cursor(line).phrase(VERBS) or "P"


def _near(read: str, words: Vocabulary) -> Sequence[str]:
    """What may be meant by a word, the nearest first; all there is where the word is missing."""
    text = " ".join(read.casefold().split())
    cutoff = 0.5 if len(text) == 2 and words is not TILE_WORDS else 0.6
    return near(text, words, most=12, cutoff=cutoff) if text else every(words)


class _Told:
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
