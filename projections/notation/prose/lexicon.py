"""A lexicon: how people describe the moves of a game in their own words. It is a data file of the game."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from itertools import chain, combinations
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.inflection import forms
from projections.notation.vocabulary import Names

_WORD: Final = lazy_pattern(r"\w+")
DRAWN: Final = ":drawn"
"""The end of the kind of a hole that only a thing fills which a post names as drawn, as in `{card:drawn}`."""
_HOLE: Final = lazy_pattern(r"\{(?P<kind>[a-z-]+(?::drawn)?)(?::(?P<role>from|to))?\}")
_SHOWN: Final = lazy_pattern(r"\(\{[a-z-]+\}\)|\b(?:shows|draws)\b[^/]*")
"""Matches the part of a line that has dice, or cards drawn or shown."""
_AGAIN: Final = lazy_pattern(r"\{=(?P<kind>[a-z-]+)\}")
_OPTIONAL: Final = lazy_pattern(r"\[([^\[\]]*)\]")
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
    "in the end", "fingers crossed",
)  # fmt: skip
"""Phrases of small talk with words such as "all" or "done", which here neither count anything nor end a turn."""
NUMBER: Final = "number"
VERB: Final = "verb"
DICE: Final = "dice"
EACH: Final = "each"
ALL: Final = "all"
BEFORE: Final = "@"
"""Stands, in a line of notation, for a thing that the previous line names."""
NOT: Final = "not "
"""The prefix of a denied verb in a lexicon. For example, `not move` means to stay."""
ALONE: Final = " ."
"""The end of a verb in a lexicon that is the whole of a clause, as `card .` in *3 in, card, end turn*."""
FUZZY: Final = 5
"""The minimum number of letters of a word whose spelling is corrected."""
_COUNTED: Final = "{n}"
_MOST_COUNTED: Final = 12


class Placeholder(NamedTuple):
    """A place for a thing in a line of notation: its kind, and whether the move comes `from` it or goes `to` it."""

    kind: str
    role: str = ""
    is_optional: bool = False


class Sense(NamedTuple):
    """One meaning of a phrase: a kind of thing and its spelling in a line, or `VERB` and the name of a kind of move."""

    kind: str
    value: str


class Wording(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One way to describe a move in prose: the line of notation that it means, with holes, and the verbs for it.

    - `each` is the part of the line that is repeated for every named place with its number, with `joint` in between.
    - `silent` moves need no verb.
    - `ordered` says whether the order of things matters.
    - `idle` are kinds of things and of moves that may be mentioned with it without effect; `at_hand` are those that may
      be only if the move is about them anyway.
    - `first` is a move that is often described after the others although it comes before them, `last` the opposite.
    - It is not accepted directly after a move in `apart`.
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
    def holes(self) -> Sequence[Placeholder]:
        """The places for values in the line of notation of this wording, in order."""
        optional = {match.start("kind") for part in _OPTIONAL.finditer(self.line) for match in self._within(part)}
        return [
            Placeholder(match["kind"], match["role"] or "", match.start("kind") in optional)
            for match in _HOLE.finditer(self.line)
        ]

    @cached_property
    def family(self) -> frozenset[str]:
        """The parts of this wording's line outside its holes. Moves with a common part are moves of the same sort."""
        fixed = _AGAIN.sub("", _HOLE.sub("", _OPTIONAL.sub("", self.line)))
        return frozenset("".join(part.split()).replace(">", "") for part in fixed.split(" / "))

    @property
    def verb(self) -> str:
        """The verb at the start of this wording's line of notation."""
        return self.line.partition(":")[0]

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the line outside its holes and optional parts, in lower case."""
        return frozenset(_WORD.findall(_HOLE.sub(" ", _OPTIONAL.sub("", self.line)).replace("{each}", "").casefold()))

    @cached_property
    def chosen(self) -> Sequence[Placeholder]:
        """The places for values that the player chooses, without dice and without cards that are drawn or shown."""
        part = self.part if self.each else self
        shown = _SHOWN.sub("", part.line)
        return [hole for hole in part.holes if f"{{{hole.kind}" in shown]

    @cached_property
    def reveals(self) -> bool:
        """Whether the line must have a result of chance: dice, or a card that is drawn or shown."""
        line = _OPTIONAL.sub("", self.line)
        is_drawn = any(hole.kind.endswith(DRAWN) and not hole.is_optional for hole in self.holes)
        return is_drawn or _SHOWN.search(line) is not None

    @cached_property
    def wanted(self) -> frozenset[str]:
        """The kinds of things, such as a card, that a post must name for this wording."""
        return frozenset(hole.kind for hole in (self.part if self.each else self).holes if not hole.is_optional)

    @cached_property
    def known(self) -> frozenset[str]:
        """The kinds of things, such as a card, that a post may name for this wording."""
        return frozenset((*(hole.kind for hole in (self.part if self.each else self).holes), *self.idle, *self.at_hand))

    @cached_property
    def part(self) -> "Wording":
        """The part of this wording that is repeated for each named place, as a wording of its own."""
        return Wording(name=self.name, line=self.each)

    def _within(self, part: re.Match[str]) -> Iterable[re.Match[str]]:
        return _HOLE.finditer(self.line, part.start(), part.end())

    def filled(self, values: Sequence[str]) -> str:
        """Return the line with these values in its holes. Optional parts without a value are left out."""
        kinds = [hole.kind.removesuffix(DRAWN) for hole in self.holes]
        told = dict(zip(reversed(kinds), reversed(values), strict=True))
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


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a row of things that count as one thing of a `kind`, such as dice by colour with their symbols.

    The row consists of groups. Each group has one thing of the kind `head` and, if `each` is given, one or more things
    of that kind. `line` is the text of a group in a line of notation, `least` the fewest groups. In a `close` row
    nothing comes between the head and the other things. Each thing of the kind `once` may be the head of one group
    only.
    """

    kind: str
    head: str
    line: str
    each: str = ""
    least: int = 2
    close: bool = False
    once: str = ""


class Lexicon(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The words with which players describe a game's moves in prose, beyond its notation.

    - `things` are further spellings by kind, `moves` the ways to describe each move, `idle` phrases without effect.
    - `versus` are words between the attacker's and the defender's dice.
    - `light` are kinds of things that are often mentioned with others.
    - `rows` are the forms of rows of things that count as one thing.
    - `forced` are lines that may be added if no other move can come next. `unsaid` are lines that unknown words after
      the last move may mean.
    - `there` is the kind of thing that "there" means, or a phrase whose value is "@". A verb that ends with words in
      `onward` leads to such a thing too.
    - In a `wary` game, unused phrases may be any move that is legal before or after a move of the reading. If a reading
      leaves out a word, the author is asked.
    - `together` lists moves that need one of the named other moves, unless they are the last.
    - `drawn` are the words which say that a thing was drawn. In a post without such a word, a thing that is `alone`
      in a clause ("any") or in the "first" clause was drawn too.
    - `held` are the kinds of things that a player can keep for later, such as cards in a hand.
    """

    things: Mapping[str, Mapping[str, str]] = {}
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
    together: Mapping[str, Sequence[str]] = {}
    drawn: Sequence[str] = ()
    alone: Literal["", "first", "any"] = ""
    held: Sequence[str] = ()

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The kinds of things that a move can draw, so that a post must name them as drawn."""
        kinds = (hole.kind for move in self.moves for hole in move.holes)
        return frozenset(kind.removesuffix(DRAWN) for kind in kinds if kind.endswith(DRAWN))

    @cached_property
    def drawing(self) -> frozenset[str]:
        """The names of the moves that draw a thing, known or not."""
        drawing = [move for move in self.moves if any(hole.kind.endswith(DRAWN) for hole in move.holes)]
        verbs = {move.verb for move in drawing}
        return frozenset(move.name for move in self.moves if move in drawing or (not move.holes and move.verb in verbs))

    def says_drawn(self, phrase: str) -> bool:
        """Return whether a phrase has a word which says that a thing was drawn."""
        words = phrase.split()
        return any(" ".join(words[a:b]) in self._drawn_words for a, b in combinations(range(len(words) + 1), 2))

    @cached_property
    def _drawn_words(self) -> AbstractSet[str]:
        return {form for word in self.drawn for form in forms(word)}

    @cached_property
    def verbs(self) -> Mapping[str, tuple[Sense, ...]]:
        """The verbs, each with the kinds of move that it may mean."""
        found: dict[str, tuple[Sense, ...]] = {}
        for move in self.moves:
            sense = Sense(VERB, move.name)
            for verb in chain.from_iterable(map(forms, move.says)):
                known = found.get(verb, ())
                if sense not in known:
                    found[verb] = (*known, sense)
        return found

    @cached_property
    def families(self) -> Mapping[str, frozenset[str]]:
        """The parts outside the holes in the notation of each kind of move, by the name of the kind."""
        return {move.name: move.family for move in self.moves}

    @cached_property
    def fixed(self) -> Mapping[str, AbstractSet[str]]:
        """The words outside the holes in the notation of each kind of move, by the name of the kind."""
        return {
            name: {word for part in family for word in _WORD.findall(part)} for name, family in self.families.items()
        }

    @cached_property
    def shown(self) -> Mapping[str, AbstractSet[str]]:
        """The verbs of the moves that can reveal a thing by chance (dice, cards), by the kind of thing."""
        found: dict[str, set[str]] = {}
        for move in self.moves:
            for match in _SHOWN.finditer(move.line):
                for kind in _HOLE.findall(match[0]):
                    found.setdefault(kind[0], set()).add(move.verb)
        return found

    @cached_property
    def bare(self) -> frozenset[str]:
        """The kinds of move that need no thing, so that a verb alone can mean them."""
        return frozenset(move.name for move in self.moves if not move.wanted)

    @cached_property
    def changing_nothing(self) -> frozenset[str]:
        """The phrases without effect. A phrase that takes a number is included once for every number."""
        numbers = [*_NUMBERS, *map(str, range(1, _MOST_COUNTED + 1))]
        found = set[str]()
        for phrase in self.idle:
            spoken = [phrase.replace(_COUNTED, number) for number in numbers] if _COUNTED in phrase else [phrase]
            found.update(form for one in spoken for form in (forms(one) if _COUNTED in phrase else [one]))
        return frozenset(found)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of things that the line of some move or row has a hole for."""
        holes = [hole for move in self.moves for hole in (*move.holes, *move.part.holes)]
        return frozenset(hole.kind for hole in holes) | {kind for row in self.rows for kind in (row.head, row.each)}

    @cached_property
    def describing(self) -> frozenset[str]:
        """The kinds of things that a post may mention with a move, but that no line has a hole for, such as colours."""
        return frozenset(kind for move in self.moves for kind in move.idle if kind in self.things) - self.kinds

    def phrases(self, names: Names, others: "Phrases | None" = None) -> "Phrases":
        """Return phrases with their meanings: `names`, added to the phrases `others`, or else to the lexicon's own."""
        named: dict[str, tuple[Sense, ...]] = {}
        for kind, vocabulary in names:
            for phrase, value in vocabulary.items():
                if phrase != "?":
                    senses = (Sense(kind, value),)
                    named[phrase] = _joined(named[phrase], senses) if phrase in named else senses
        return Phrases(named, others or self.own_phrases)

    @cached_property
    def own_phrases(self) -> "Phrases":
        """All phrases that have a meaning in every position."""
        found: dict[str, tuple[Sense, ...]] = {}
        for kind, words in self.things.items():
            for phrase, value in words.items():
                found[phrase] = _joined(found.get(phrase, ()), (Sense(kind, value),))
        for verb, senses in self.verbs.items():
            found[verb] = _joined(found[verb], senses) if verb in found else senses
        for phrase, sense in self._idle_and_numbers():
            found[phrase] = _joined(found.get(phrase, ()), (sense,))
        for phrase in [phrase for phrase in found if "'" in phrase]:
            found.setdefault(phrase.replace("'", ""), found[phrase])
        return Phrases(found)

    def _idle_and_numbers(self) -> Iterator[tuple[str, Sense]]:
        """Yield the phrases without effect, and numbers in words if a move has a hole for a number."""
        yield from ((phrase, Sense("", phrase)) for phrase in self.changing_nothing)
        for word, number in _NUMBERS.items() if NUMBER in self.kinds else ():
            sense = Sense(NUMBER, number)
            yield word, sense
            for spoken in (word, number):
                for begin, end in (("all ", ""), ("the other ", ""), ("", " of them"), ("all ", " of them")):
                    yield f"{begin}{spoken}{end}", sense
        yield from ((phrase, Sense("", phrase)) for phrase in SMALL_TALK)


def _joined(some: tuple[Sense, ...], more: tuple[Sense, ...]) -> tuple[Sense, ...]:
    return (*some, *(sense for sense in more if sense not in some))


class Phrases:
    """A mapping of phrases to their meanings, added to the mapping `others`. A phrase keeps the meanings of both."""

    def __init__(self, found: Mapping[str, tuple[Sense, ...]], others: "Phrases | None" = None) -> None:
        known = others.senses if others else {}
        own = {
            phrase: _joined(senses, known[phrase]) if phrase in known else senses for phrase, senses in found.items()
        }
        self.senses: Mapping[str, tuple[Sense, ...]] = {**known, **own}
        self._own, self._others = own, others
        self._begun: dict[str, Spellings] = {}

    @cached_property
    def values(self) -> Mapping[str, Mapping[str, None]]:
        """The things that phrases mean, as lines spell them, by kind."""
        found = {kind: dict(values) for kind, values in self._others.values.items()} if self._others else {}
        for kind, value in chain.from_iterable(self._own.values()):
            if kind not in (VERB, ""):
                found.setdefault(kind, {})[value] = None
        return found

    def beginning(self, letter: str) -> "Spellings":
        """Return the single words that begin with a letter and may be misspelt."""
        if letter not in self._begun:
            others = self._others.beginning(letter) if self._others else Spellings(frozenset(), frozenset())
            things, verbs = self._words.get(letter, others)
            things |= others.things
            self._begun[letter] = Spellings(things, (verbs | others.verbs) - things)
        return self._begun[letter]

    @cached_property
    def _words(self) -> Mapping[str, "Spellings"]:
        """The own words by their first letter."""
        found = defaultdict[str, tuple[set[str], set[str]]](lambda: (set(), set()))
        for phrase, senses in self._own.items():
            if phrase.isalpha() and len(phrase) > FUZZY:
                found[phrase[0]][1].add(phrase)
            if any(sense.kind not in (VERB, "") for sense in senses):
                for word in phrase.split():
                    if word.isalpha() and len(word) >= FUZZY:
                        found[word[0]][0].add(word)
        return {letter: Spellings(frozenset(things), frozenset(verbs)) for letter, (things, verbs) in found.items()}


class Spellings(NamedTuple):
    """Single words that may be misspelt: those of names, and those that are only verbs."""

    things: frozenset[str]
    verbs: frozenset[str]


def with_moves(lexicon: Lexicon, phrases: Phrases, moves: Sequence[Wording]) -> tuple[Lexicon, Phrases]:
    """Return a lexicon and its phrases with further ways to describe moves, which take precedence."""
    if not moves:
        return lexicon, phrases
    drawn = [verb for move in moves if any(hole.kind.endswith(DRAWN) for hole in move.holes) for verb in move.says]
    return replace(lexicon, moves=(*moves, *lexicon.moves), drawn=(*lexicon.drawn, *drawn)), Phrases(
        Lexicon(moves=moves).verbs, phrases
    )


def _each_of(move: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """Yield copies of a move, one for each word of its list `any`; the word replaces `{*}` in the move's line."""
    words: Sequence[str] = move.pop("any", ("",))
    return [{**move, "line": move["line"].replace("{*}", word)} for word in words]


def read_lexicon(text: str) -> Lexicon:
    """Parse a lexicon from TOML.

    Raises:
        ValueError: a table or key is unknown.
    """
    data: dict[str, Any] = tomllib.loads(text)
    try:
        moves = tuple(Wording(**one) for move in data.pop("move", ()) for one in _each_of(move))
        rows = tuple(Row(**row) for row in data.pop("row", ()))
        return Lexicon(moves=moves, rows=rows, **data)
    except TypeError as error:
        raise ValueError(f"lexicon: {error}") from error
