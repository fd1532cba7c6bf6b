"""The notation of Time of the Daleks: its forms and the common parts of its lines.

A line is `verb: part, part; part results =claims ; comment`. Unseen things are `?`. A line may give several moves, or
none if it skips a step or only states the board.
"""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from projections.games.daleks.notation.argument_types import MANNERS, OUTCOMES, SLOTS
from projections.games.daleks.notation.chance import SEEN
from projections.games.daleks.notation.claims import read_claims
from projections.games.daleks.notation.patterns import PATTERNS
from projections.games.daleks.notation.places import LOCATIONS, every_zone
from projections.games.daleks.notation.references import KINDS, stands_named
from projections.games.daleks.notation.results import HEARD
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import Cursor, seat_spelt, seat_words
from projections.games.daleks.state.fields import FIELDS
from projections.games.daleks.state.position import Position
from projections.notation.line_pattern import PatternTable
from projections.notation.sentence import Sentence
from projections.notation.titles import QUOTES
from projections.notation.vocabulary import Vocabulary

_LONGEST, _LONGEST_SET_UP = 1_500, 12_000
"""The most characters of a line. The line that takes the last Doctor may list the order of every deck."""
INTERJECTIONS: Final = frozenset(
    {"HELP", "POOL", "READY", "PASS", "PLAY", "AGAIN", "FACE", "COST", "DOCTOR", "USE"}
)  # fmt: skip
"""The verbs with which another player can answer inside a block: `J HELP: afar`."""
_STEPS: Final[Mapping[str, Sequence[str]]] = {
    "set-up": ("DOCTOR",), "charge": ("PREP",), "prepare": ("PREP", "TRAVEL"), "travel": ("TRAVEL",),
    "choose": ("TRAVEL",), "enter": ("TRAVEL",), "adventure": ("POOL", "ROLL", "AGAIN", "FACE", "END", "COST"),
    "finish": ("END",), "discard": ("END",), "daleks": ("DALEKS",),
}  # fmt: skip
"""The verbs expected at a step of the turn."""
_PARTS: Final[Vocabulary] = {
    word: verb
    for verb, words in {
        "PREP": ("charge", "install", "installs", "uninstall", "equip", "dismiss", "dismisses"),
        "TRAVEL": ("stay", "stays", "go", "goes", "search", "explore", "enter", "enters", "fly", "visit"),
        "POOL": ("gather", "gathers", "focus", "focuses", "drop", "drops", "cut", "exterminate", "exterminates"),
        "HELP": ("call", "calls"), "END": ("discard", "discards"), "DALEKS": ("ship",),
    }.items()
    for word in words
}  # fmt: skip
"""The verb to which each word belongs, for lines that leave out the verb."""
_NEARLY, _LONG_ENOUGH = 0.8, 5
_NAMED: Final[Mapping[str, Sequence[str]]] = {
    "TRAVEL": LOCATIONS, **dict.fromkeys(("AGAIN", "FACE", "PLAY", "RESOLVE", "END"), KINDS),
}  # fmt: skip
"""The tables of cards or tiles that a part of a line with this verb may name without a word before the name."""
_VALUES: Final[Mapping[str, Sequence[str]]] = {
    "HELP": tuple(MANNERS), **dict.fromkeys(("END", "RESOLVE"), tuple(OUTCOMES)),
}  # fmt: skip
"""The values with which a part of a line with this verb may begin."""
_BEHIND: Final = (
    "tardis", "ship", "dalek ship", "anomaly", "time anomaly", "card", "cards", "charge", "draw", "draws", "drew",
    "shows", "turns", "rolls", "rolled", "shuffled", "drop",
)  # fmt: skip
"""The first words of results and other texts that may follow a move and are not moves."""


def _goes_on(piece: str, position: Position, verb: str) -> bool:
    """Return whether the text after a semicolon is a part of the line and not a comment."""
    context = Sentence(position, "", Cursor(piece))
    cursor, kinds, words = context.cursor, _NAMED.get(verb, ()), [*_openings(verb), *_VALUES.get(verb, ()), *_BEHIND]
    if cursor.phrase({word: word for word in words}) is not None or _counts(cursor):
        return True
    quoted = piece.lstrip()[:1] in QUOTES and verb != "TRAVEL"
    if kinds and (quoted or stands_named(context, *kinds)):
        return bool(piece.strip())
    if verb == "TRAVEL" and cursor.is_named(every_zone(position)):
        return True
    near = len(cursor.now) >= _LONG_ENOUGH and get_close_matches(cursor.now, words, 1, _NEARLY)
    return bool(near) or RESULTS.stands(cursor)


def _openings(verb: str) -> Sequence[str]:
    bodies = [body for form in TABLE.of(verb) if form.each for body in TABLE.bodies(form)]
    return [word for body in bodies if (text := body.opening) is not None for word in text.words]


def _counts(cursor: Cursor) -> bool:
    """Return whether a count of cards or tokens is next: `+1 token`, `2 cards`."""
    if cursor.now in ("+", "-"):
        return cursor.after.isdecimal()
    return cursor.now.isdecimal() and cursor.after in ("card", "cards", "token", "tokens")


TABLE: Final = PatternTable[Position](
    patterns=PATTERNS, slots=SLOTS, cursor=Cursor, stated=RESULTS, claims=read_claims, claimed=FIELDS.claim,
    joints=("&", "and"),
    longest=_LONGEST, longer={"DOCTOR": _LONGEST_SET_UP}, chance=(SEEN,), heard=HEARD, goes_on=_goes_on,
    seats=lambda position: seat_words(position.seats),
    seat_code=lambda position, seat: seat_spelt(position.seats, seat),
    due=lambda position: _STEPS.get(position.step, ()), parts=_PARTS,
)  # fmt: skip
