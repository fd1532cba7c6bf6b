"""How people say the moves of a game in their own words: its lexicon, a data file of the game."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from projections.notation.prose.inflection import forms
from projections.notation.vocabulary import Names

_WORD: Final = re.compile(r"\w+")
_HOLE: Final = re.compile(r"\{(?P<kind>[a-z-]+)(?::(?P<role>from|to))?\}")
_SHOWN: Final = re.compile(r"\(\{[a-z-]+\}\)|\b(?:shows|draws)\b[^/]*")
"""The part of a line that tells what chance brought."""
_AGAIN: Final = re.compile(r"\{=(?P<kind>[a-z-]+)\}")
_OPTIONAL: Final = re.compile(r"\[([^\[\]]*)\]")
_NUMBERS: Final[Mapping[str, str]] = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
}  # fmt: skip
SMALL_TALK: Final = (
    "morning all", "afternoon all", "evening all", "hi all", "hello all", "hey all", "thanks all", "sorry all",
    "cheers all", "good luck all", "gl all", "after all", "at all", "above all", "first of all", "all the best",
    "all right", "all good", "all of us", "all of you", "all day", "all night", "all week", "all the way",
    "all the same", "all along", "all in all", "all of a sudden", "all that", "all this", "all my", "with all of",
    "one of these days", "one day", "one more time", "no one else", "on the one hand", "for one", "that one hurt",
    "one hell of", "once more", "two cents", "a second", "one second", "one moment", "give me a second", "at last",
    "in the end",
)  # fmt: skip
"""What people say at any table: no count of anything, and no end of a turn."""
NUMBER: Final = "number"
VERB: Final = "verb"
BEFORE: Final = "@"
"""Stands in a line for a thing of the line before."""
NOT: Final = "not "
"""What a verb that is denied begins with: `not move` says that one stays."""
FUZZY: Final = 5
"""A word of so many letters may be misspelt."""
_COUNTED: Final = "{n}"
_MOST_COUNTED: Final = 12


class Hole(NamedTuple):
    """A place in a line of notation: what kind of thing it takes, whether the move comes from it, goes to it."""

    kind: str
    role: str = ""
    is_optional: bool = False


class Sense(NamedTuple):
    """What a phrase may mean: the kind of thing and its word in a line, or a verb and the kind of move it says."""

    kind: str
    value: str


@dataclass(frozen=True, kw_only=True)
class Wording:
    """One way in which a move is said: its line with holes, the verbs that say it.

    `each` is repeated for every place that is named, with the number that goes with it and `joint` between.
    `silent` moves may go without a verb. The order of things says nothing where it is not `ordered`. `idle` are
    kinds of things and of moves that may be said beside it and change nothing, `at_hand` such as do so only where they
    are spoken of anyway. `first` is a move that is often told behind the others, though it comes before them, `last`
    one that is told before them all though it comes behind. Right behind one that it is `apart` from it is not said.
    """

    name: str
    line: str
    says: Sequence[str] = ()
    each: str = ""
    joint: str = " "
    ordered: bool = True
    silent: bool = False
    first: bool = False
    last: bool = False
    idle: Sequence[str] = ()
    at_hand: Sequence[str] = ()
    apart: Sequence[str] = ()

    @cached_property
    def holes(self) -> Sequence[Hole]:
        """The places of its line, in their order."""
        optional = {match.start("kind") for part in _OPTIONAL.finditer(self.line) for match in self._within(part)}
        return [
            Hole(match["kind"], match["role"] or "", match.start("kind") in optional)
            for match in _HOLE.finditer(self.line)
        ]

    @cached_property
    def family(self) -> frozenset[str]:
        """What stands in its line whatever fills it: moves that have that in common are the same sort of move."""
        fixed = _AGAIN.sub("", _HOLE.sub("", _OPTIONAL.sub("", self.line)))
        return frozenset("".join(part.split()).replace(">", "") for part in fixed.split(" / "))

    @property
    def verb(self) -> str:
        """The verb of notation with which its line begins."""
        return self.line.partition(":")[0]

    @cached_property
    def wanted(self) -> frozenset[str]:
        """The kinds of things without which it is not said."""
        return frozenset(hole.kind for hole in (self.part if self.each else self).holes if not hole.is_optional)

    @cached_property
    def known(self) -> frozenset[str]:
        """The kinds of things that it may hold."""
        return frozenset((*(hole.kind for hole in (self.part if self.each else self).holes), *self.idle, *self.at_hand))

    @cached_property
    def part(self) -> "Wording":
        """What is repeated for each place."""
        return Wording(name=self.name, line=self.each)

    def _within(self, part: re.Match[str]) -> Iterable[re.Match[str]]:
        return _HOLE.finditer(self.line, part.start(), part.end())

    def filled(self, values: Sequence[str]) -> str:
        """The line with these values in its places; an optional part without a value is left out."""
        told = dict(zip((hole.kind for hole in reversed(self.holes)), reversed(values), strict=True))
        kept, at, number = list[str](), 0, 0
        for part in (*_OPTIONAL.finditer(self.line), None):
            kept.append(self.line[at : part.start() if part else None])
            number += len(_HOLE.findall(kept[-1]))
            if part:
                inside = len(_HOLE.findall(part[1]))
                is_said = all(values[number : number + inside])
                kept.append(part[1] if is_said else BEFORE if _HOLE.fullmatch(part[1]) else "")
                number += inside
                at = part.end()
        rest = iter([value for value in values if value])
        shown = _HOLE.sub(lambda _match: next(rest), "".join(kept))
        return _AGAIN.sub(lambda match: told[match["kind"]], shown)


@dataclass(frozen=True, kw_only=True)
class Row:
    """Things that stand in a row and are one thing of a `kind`, such as dice by colours with what they show.

    Each group of the row is a thing of the kind `head`, with one or more of the kind `each` behind it where that is
    given; `line` says how a group is written. A row has at least so many groups. In a `close` one nothing stands
    between a head and what belongs to it. No two heads are the same thing of the kind `once`.
    """

    kind: str
    head: str
    line: str
    each: str = ""
    least: int = 2
    close: bool = False
    once: str = ""


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """The words of a game beside those of its notation.

    `things` are further spellings by kind, `moves` how each is said, `idle` phrases that change nothing, `versus` words
    between the dice of two sides, `light` kinds of things that are often named beside others. `rows` are read as one
    thing. `forced` are lines that may be supplied where nothing else can come next, `unsaid` such as words behind all
    that is read may say though nobody knows them. `there` is the kind of thing that
    "there" may stand for, or a spelling whose word is "@"; a verb with words of `onward` at its end leads to it too.
    Where turns are told `whole`, no verb that is left over is harmless as long as the seat is still to move.
    In a `wary` one what is left over may say every move that is legal on the way, and a choice that leaves out a word
    of what was said is to be asked about. A move that is named in `together` is not said without one of the others,
    unless it is the last.
    """

    things: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    moves: Sequence[Wording] = ()
    idle: Sequence[str] = ()
    versus: Sequence[str] = ()
    light: Sequence[str] = ()
    rows: Sequence[Row] = ()
    forced: Sequence[str] = ()
    unsaid: Sequence[str] = ()
    there: str = ""
    onward: Sequence[str] = ()
    wary: bool = False
    whole: bool = False
    together: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def verbs(self) -> Mapping[str, Sequence[Sense]]:
        """The verbs, each with the kinds of move that it may say."""
        found: dict[str, list[Sense]] = {}
        for move in self.moves:
            for verb in dict.fromkeys(form for said in move.says for form in forms(said)):
                found.setdefault(verb, []).append(Sense(VERB, move.name))
        return found

    @cached_property
    def families(self) -> Mapping[str, frozenset[str]]:
        """The verbs of notation in the line of each kind of move, by its name."""
        return {move.name: move.family for move in self.moves}

    @cached_property
    def fixed(self) -> Mapping[str, AbstractSet[str]]:
        """The words in the line of each kind of move whatever fills it, by its name."""
        return {
            name: {word for part in family for word in _WORD.findall(part)} for name, family in self.families.items()
        }

    @cached_property
    def shown(self) -> Mapping[str, AbstractSet[str]]:
        """The kinds of things that a move shows, each with the verbs of notation of such moves."""
        found: dict[str, set[str]] = {}
        for move in self.moves:
            for match in _SHOWN.finditer(move.line):
                for kind in _HOLE.findall(match[0]):
                    found.setdefault(kind[0], set()).add(move.verb)
        return found

    @cached_property
    def bare(self) -> frozenset[str]:
        """The kinds of move that are said by a verb alone."""
        return frozenset(move.name for move in self.moves if not move.wanted)

    @cached_property
    def changing_nothing(self) -> frozenset[str]:
        """The idle phrases, with every number where one may stand."""
        numbers = [*_NUMBERS, *map(str, range(1, _MOST_COUNTED + 1))]
        found = set[str]()
        for phrase in self.idle:
            said = [phrase.replace(_COUNTED, number) for number in numbers] if _COUNTED in phrase else [phrase]
            found.update(form for one in said for form in (forms(one) if _COUNTED in phrase else [one]))
        return frozenset(found)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of things that some line has a place for."""
        holes = [hole for move in self.moves for hole in (*move.holes, *move.part.holes)]
        return frozenset(hole.kind for hole in holes) | {kind for row in self.rows for kind in (row.head, row.each)}

    def phrases(self, names: Names, others: "Phrases | None" = None) -> "Phrases":
        """Every phrase that means something here, with all that it may mean: these names, and `others` or its own."""
        named: dict[str, dict[Sense, None]] = {}
        for kind, vocabulary in names:
            for phrase, value in vocabulary.items():
                if phrase != "?":
                    named.setdefault(phrase, {})[Sense(kind, value)] = None
        return Phrases(named, others or self.own_phrases)

    @cached_property
    def own_phrases(self) -> "Phrases":
        """Every phrase that means something in each position."""
        found: dict[str, dict[Sense, None]] = {}
        for kind, words in self.things.items():
            for phrase, value in words.items():
                found.setdefault(phrase, {})[Sense(kind, value)] = None
        for verb, senses in self.verbs.items():
            found.setdefault(verb, {}).update(dict.fromkeys(senses))
        for phrase in self.changing_nothing:
            found.setdefault(phrase, {})[Sense("", phrase)] = None
        for word, number in _NUMBERS.items() if NUMBER in self.kinds else ():
            found.setdefault(word, {})[Sense(NUMBER, number)] = None
            for said in (word, number):
                for begin, end in (("all ", ""), ("the other ", ""), ("", " of them"), ("all ", " of them")):
                    found.setdefault(f"{begin}{said}{end}", {})[Sense(NUMBER, number)] = None
        for phrase in SMALL_TALK:
            found.setdefault(phrase, {})[Sense("", phrase)] = None
        for phrase in [phrase for phrase in found if "'" in phrase]:
            found.setdefault(phrase.replace("'", ""), found[phrase])
        return Phrases(found)


class Phrases:
    """Phrases, each with all that it may mean: some beside `others`, in which the same phrase may mean more."""

    def __init__(self, found: Mapping[str, dict[Sense, None]], others: "Phrases | None" = None) -> None:
        known = others.senses if others else {}
        own = {phrase: tuple(senses | dict.fromkeys(known.get(phrase, ()))) for phrase, senses in found.items()}
        self.senses: Mapping[str, tuple[Sense, ...]] = {**known, **own}
        self._own, self._others = own, others

    @cached_property
    def things(self) -> frozenset[str]:
        """The single words that may be misspelt and are not only verbs, those of longer names too."""
        own = frozenset(
            word for phrase, senses in self._own.items() if any(sense.kind not in (VERB, "") for sense in senses)
            for word in phrase.split() if word.isalpha() and len(word) >= FUZZY
        )  # fmt: skip
        return own | self._others.things if self._others else own

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The single words that may be misspelt and are only verbs."""
        own = frozenset(word for word in self._own if word.isalpha() and len(word) > FUZZY)
        return (own | self._others.verbs if self._others else own) - self.things


def with_moves(lexicon: Lexicon, phrases: Phrases, moves: Sequence[Wording]) -> tuple[Lexicon, Phrases]:
    """A lexicon and its phrases with more ways to say moves, which come before its own."""
    if not moves:
        return lexicon, phrases
    said = {verb: dict.fromkeys(senses) for verb, senses in Lexicon(moves=moves).verbs.items()}
    return replace(lexicon, moves=(*moves, *lexicon.moves)), Phrases(said, phrases)


def _each_of(move: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """A move once for each word of its `any`, which stands in its line in the place of `{*}`."""
    words: Sequence[str] = move.pop("any", ("",))
    return [{**move, "line": move["line"].replace("{*}", word)} for word in words]


def read_lexicon(text: str) -> Lexicon:
    """A lexicon from its TOML.

    Raises:
        ValueError: a table or key that is none of a lexicon.
    """
    data: dict[str, Any] = tomllib.loads(text)
    try:
        moves = tuple(Wording(**one) for move in data.pop("move", ()) for one in _each_of(move))
        rows = tuple(Row(**row) for row in data.pop("row", ()))
        return Lexicon(moves=moves, rows=rows, **data)
    except TypeError as error:
        raise ValueError(f"lexicon: {error}") from error
