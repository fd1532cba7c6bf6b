"""How players spell things: cards, tiles, seats, doors; and one written line taken apart word by word."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, assert_never

from events.facts import UNKNOWN, Move
from projections.games.keys import events as e
from projections.games.keys.names import CARD_NAMES, DOOR_NAMES
from projections.games.keys.position import COLOURS, CONTROL, DOORS, KINDS, OUT, Position

__all__ = [
    "ACTIONS",
    "CARD_CODES",
    "CARD_WORDS",
    "KIND_WORDS",
    "TILE_WORDS",
    "Cursor",
    "SlipError",
    "Vocabulary",
    "Word",
    "card_code",
    "seat_code",
    "seat_words",
    "spell",
    "without_comment",
]

Vocabulary = Mapping[str, str]
"""Spellings, in lower case with single blanks, to what they mean."""

CARD_CODES: Final[Mapping[str, str]] = {
    **{f"key-{colour}": f"K{letter}" for letter, colour in COLOURS.items()},
    "sonic": "SS", "barrier": "TB", "tunnel": "TT", "cookie": "JC", "pandorica": "PN", "cyberman": "CA",
}  # fmt: skip
"""The code of each card."""
_SHORT: Final[Mapping[str, Sequence[str]]] = {
    "sonic": ("sonic", "screwdriver"), "barrier": ("barrier",), "tunnel": ("tunnel",), "cookie": ("cookie",),
    "pandorica": ("pandorica",), "cyberman": ("cyberman", "cybermen", "assault"),
}  # fmt: skip


def _card_words() -> dict[str, str]:
    words = {code.lower(): card for card, code in CARD_CODES.items()}
    for colour in COLOURS.values():
        words |= dict.fromkeys((f"key {colour}", f"{colour} key", f"key - {colour}"), f"key-{colour}")
    for card, names in _SHORT.items():
        words |= dict.fromkeys((CARD_NAMES[card].lower(), *names), card)
    return words


CARD_WORDS: Final[Vocabulary] = _card_words()
TILE_WORDS: Final[Vocabulary] = {tile: tile for tile in sorted((*DOORS, CONTROL))}
ACTIONS: Final[Vocabulary] = {
    **dict.fromkeys(("open", "opens", "opened"), "open"),
    **dict.fromkeys(("close", "closes", "closed", "shut", "shuts"), "close"),
}
"""What is done to a door."""
KIND_WORDS: Final[Vocabulary] = {
    **{kind: kind for kind in KINDS},
    **{DOOR_NAMES[kind].lower(): kind for kind in KINDS},
    "plain": "open", "extra turn tile": "extra", "key tile": "key", "tele": "teleport", UNKNOWN: UNKNOWN,
}  # fmt: skip
"""The kinds of door that an opened tile may show."""


def card_code(card: str) -> str:
    """A card by its code: `Kb`, `SS`; one that is not known is `?`."""
    return CARD_CODES.get(card, card)


def seat_code(seat: str) -> str:
    """A seat as it is written in a line: `the-doctor` is The-Doctor."""
    return "-".join(part.capitalize() for part in seat.split("-"))


def seat_words(seats: Sequence[str]) -> Vocabulary:
    """The spellings of seats: the hyphens of an id may be blanks."""
    words = {seat.replace("-", " - "): seat for seat in seats}
    return words | {seat.replace("-", " "): seat for seat in seats}


def spell(move: Move, position: Position) -> str:
    """A move as a line says it, without what was seen and what is stated of its results."""
    match move:
        case e.DrawCard():
            return "D: ?"
        case e.MovePawn(player=seat, to=to):
            place = position.pawns.get(seat, OUT)
            return f"M: {'' if place == OUT else place}>{to}"
        case e.LeaveGrid(player=seat):
            place = position.pawns.get(seat, OUT)
            return "M: exit" if place == OUT else f"M: exit {place}"
        case e.Stay():
            return "M: stay"
        case e.UseKey(tile=tile, action=action):
            return f"B: {tile} {action}"
        case _:
            return f"P: {_spell_play(move, position)}" if isinstance(move, e.PLAYS) else "B: none"


def _spell_play(move: e.PlayMove, position: Position) -> str:  # noqa: PLR0911  # one case a card
    match move:
        case e.PlayKey(colour=colour, tile=tile, action=action):
            return f"{card_code(f'key-{colour}')} {tile} {action}"
        case e.PlaySonic(tile=tile, action=action):
            return f"SS {tile} {'-TB' if action == 'lift' else action}"
        case e.PlayBarrier(tile=tile):
            return f"TB {tile}"
        case e.PlayTunnel(tile=tile, other=other):
            return f"TT {tile}/{other}"
        case e.PlayCookie(tile=tile):
            return f"JC {tile}"
        case e.PlayPandorica(victim=victim):
            return f"PN {seat_code(victim)}"
        case e.PlayCyberman(victim=victim, to=to):
            return f"CA {seat_code(victim)} {position.pawns.get(victim, OUT)}>{to}"
        case e.Discard(card=card):
            return f"discard {card_code(card)}"
        case _:
            assert_never(move)


class Word(NamedTuple):
    """One word or sign of a line, in lower case, and where it stands: columns from 0, the end exclusive."""

    text: str
    start: int
    end: int


_WORD: Final = re.compile(
    r"(?P<arrow>&gt;|[-=\u2013\u2014]{0,2}>|[\u2192\u21d2\u27a1])|(?P<dash>[-\u2013\u2014\u2212])"
    r"|(?P<tile>(?<!\w)[a-gA-G][1-7](?=[a-gA-G][1-7](?!\w)))|(?P<word>[^\W_]+(?:['\u2019][^\W_]+)*)|(?P<sign>[^\s_*`])"
)
_COMMENT: Final = re.compile(r"(?<!&gt);")
_IGNORED: Final = frozenset(",.!\ufe0f")
_FILLERS: Final = frozenset({"on", "at", "the", "a", "an", "my"})


def without_comment(line: str) -> str:
    """A line up to its comment; the semicolon of a `>` that was escaped for a page begins none."""
    return _COMMENT.split(line, maxsplit=1)[0]


@lru_cache(maxsize=4096)
def _split(line: str) -> tuple[Word, ...]:
    found = []
    for match in _WORD.finditer(without_comment(line)):
        text = {"arrow": ">", "dash": "-"}.get(match.lastgroup or "", match[0].casefold())
        if text not in _IGNORED:
            found.append(Word(text, match.start(), match.end()))
    return tuple(found)


class SlipError(Exception):
    """A word that does not read where it stands, and what would.

    `spans` are the stretches of the line that may be meant, the longest first; an empty one stands where a word is
    missing. `words` would read there. `legal` tells of a legal move how it would be spelt there, None where the move
    is another than the one that the line has begun.
    """

    def __init__(
        self, message: str, spans: Sequence[tuple[int, int]], words: Vocabulary, legal: Callable[[Move], str | None]
    ) -> None:
        super().__init__(message)
        self.message, self.spans, self.words, self.legal = message, tuple(spans), words, legal


def _no_move(_move: Move) -> None:
    return None


class Cursor:
    """Reads a line from left to right."""

    def __init__(self, line: str) -> None:
        self.line, self.at = line, 0
        self.words = _split(line)

    @property
    def now(self) -> str:
        """The word that is next, "" at the end."""
        return self.words[self.at].text if self.at < len(self.words) else ""

    @property
    def after(self) -> str:
        """The word behind the next one, "" where there is none."""
        return self.words[self.at + 1].text if self.at + 1 < len(self.words) else ""

    def skip(self, *texts: str) -> bool:
        """Go past the next word if it is one of these."""
        found = self.now in texts and bool(self.now)
        self.at += found
        return found

    def phrase(self, words: Vocabulary) -> str | None:
        """What the longest spelling that stands here means, and go past it; None where none does."""
        start = self.at
        while True:
            for length in range(min(7, len(self.words) - self.at), 0, -1):
                texts = [word.text for word in self.words[self.at : self.at + length]]
                bare = " ".join(text for text in texts if text not in _FILLERS)
                found = words.get(" ".join(texts), words.get(bare) if texts[-1] not in _FILLERS else None)
                if found is not None:
                    self.at += length
                    return found
            if self.now not in _FILLERS:
                self.at = start
                return None
            self.at += 1

    def want(self, message: str, words: Vocabulary, legal: Callable[[Move], str | None] = _no_move) -> str:
        """As `phrase`, where something must stand.

        Raises:
            SlipError: it does not.
        """
        found = self.phrase(words)
        if found is None:
            raise self.slip(message, words, legal)
        return found

    def number(self) -> int | None:
        """The whole number that is next, and go past it."""
        if re.fullmatch(r"[0-9]{1,6}", self.now):
            self.at += 1
            return int(self.words[self.at - 1].text)
        return None

    def slip(self, message: str, words: Vocabulary, legal: Callable[[Move], str | None] = _no_move) -> SlipError:
        """What to raise at the next word."""
        while self.now in _FILLERS and self.at + 1 < len(self.words):
            self.at += 1
        if not self.now:
            end = self.words[-1].end if self.words else 0
            return SlipError(message, [(end, end)], words, legal)
        first = self.words[self.at]
        spans = [(first.start, word.end) for word in reversed(self.words[self.at : self.at + 2])]
        return SlipError(message, spans, words, legal)

    def end(self, words: Vocabulary) -> None:
        """Ask that the line ends here, or goes on with its claims.

        Raises:
            SlipError: it goes on; `words` could still stand here.
        """
        if self.now not in ("", "="):
            raise self.slip("this says nothing here; one action a line", words)
