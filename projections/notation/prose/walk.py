"""Search for the sequence of legal moves that explains most phrases of a post."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cached_property, lru_cache
from heapq import heapify, heappop, heappush
from itertools import groupby, islice, pairwise, zip_longest
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from projections.notation.prose.clauses import DASH, DICE
from projections.notation.prose.cut import ARROW
from projections.notation.prose.lexicon import BEFORE, DRAWN, NUMBER, VERB, Lexicon, Placeholder, Sense, Wording
from projections.notation.prose.tokens import Token

Ending = dict[tuple[Sense, ...], Sequence[Wording]]
"""A cache of the moves that may end with a phrase, by the meanings of the phrase."""
Step = Callable[[Any, str], Any]
"""A function: from a position and a line of notation, the position after the line; None if the line is not legal."""
_BEAM: Final = 4
_MOVED: Final = 8
"""The maximum number of clauses that are tried in another order than in the post."""
_LONGEST: Final = 14
"""The maximum number of phrases that describe one move."""
_CLAUSES: Final = 2
_FEW: Final = 6
_LINE: Final = 0.5
"""By how much each line of notation lowers the score of a reading (a possible meaning of a post)."""
_UNSEEN: Final = 2.0
"""By how much an added line with an unknown value (`?`) lowers the score of a reading."""
_ASKED: Final = 40
"""The maximum number of ambiguous lines whose meanings are considered."""
MOST_TRIED: Final = 1000
"""The maximum number of lines that are checked against the rules for one post."""
_FROM: Final = frozenset({"from", "out of", "fae", "frae", "off", "de", "leave", "leaving"})
_TO: Final = frozenset(
    {
        "to",
        "into",
        "onto",
        "on",
        "upon",
        "at",
        "against",
        "in",
        "\u00e0",
        "tae",
        "for",
        ARROW,
        DASH,
        "towards",
        "hits",
        "goes for",
        "over to",
    }
)
_WORD: Final = re.compile(r"\w+|[*?]")
_LIGHT: Final = frozenset(
    {
        "up", "down", "to", "on", "in", "over", "from", "for", "with", "at", "into", "upon", "go", "play", "played",
        "card", "one", "a", "i", "off", "out", "the", "it", "is", "same", "put", "first", "again", "use", "used", "got",
        "took", "pile", "top", "une", "keep", "keeping", "back", "next", "dice", "army", "step", "total", "plus", "de",
        "base", "new", "turn", "add", "men", "just", "jist", "take", "goes", "holds", "held", "across",
        "playing", "straight", "my", "more", "gets", "i'm", "then", "as", "have", "has", "had", "having", "do", "does",
        "did", "doing", "it's", "by", "his", "her", "their", "name", "another", "right", "so", "and", "be",
        "am", "are", "was", "were", "been", "being", "there", "or", "get", "going", "went", "gone", "see", "seen",
    }
)  # fmt: skip
"""Words with little meaning of their own; a verb of only these words has a low weight."""
_DICE: Final = re.compile(r"\([^():]*:[^():]*\)")
"""Matches the dice of attacker and defender in a line of notation, such as `(6 5 : 4)`."""
_BETWEEN: Final = 1.5
_VERB_BETWEEN: Final = 0.3
_MATTERS: Final = 0.2
_CHOSEN: Final = 1.0
"""By how much a line lowers the score of a reading if it is only one of several possible lines."""
_WRITTEN: Final = 1.0
"""By how much a line that the post has in notation raises the score of a reading."""
_STOP: Final = Token((), ".", -1)
_EACH: Final = "each"
_ALL: Final = "all"
_HALF: Final = "half"


class Candidate(NamedTuple):
    """A line of notation that the next `length` tokens may mean, with its score and `left`, the tokens not used."""

    length: int
    line: str
    score: float
    left: tuple[Token, ...]
    move: str
    each: bool = False
    apart: Sequence[str] = ()


class Still:
    """The moves that a post could describe in addition to a reading, which already has moves with the verbs `read`.

    `legal` returns the legal lines before each move of the reading, and last the legal lines after all its moves. These
    last lines do not count if the reading `waits`. `legal` is called only when needed.
    """

    def __init__(
        self, legal: Callable[[], Sequence[Sequence[str]]], read: AbstractSet[str] = frozenset(), *,
        waits: bool = False,
    ) -> None:  # fmt: skip
        self._legal, self._read, self._waits = legal, read, waits

    @cached_property
    def _lines(self) -> Sequence[Sequence[str]]:
        return self._legal()

    @cached_property
    def behind(self) -> AbstractSet[str]:
        """The verbs of the moves that are legal after the last move of the reading."""
        return frozenset() if self._waits else {line.partition(":")[0] for line in self._lines[-1]}

    @cached_property
    def all_verbs(self) -> AbstractSet[str]:
        """The verbs of all moves that are legal before, between or after the moves of the reading."""
        return {line.partition(":")[0] for some in self._lines for line in some}

    @cached_property
    def verbs(self) -> AbstractSet[str]:
        """The verbs of moves that are legal after the reading, or earlier if the reading has no move with this verb."""
        return self.behind | (self.all_verbs - self._read)

    @cached_property
    def words(self) -> AbstractSet[str]:
        """The words of all lines that are legal before, between or after the moves of the reading."""
        return {word for some in self._lines for line in some for word in words_in(line)}

    @property
    def is_forced(self) -> bool:
        """Whether all moves that are legal after the reading have the same verb."""
        return len(self.behind) == 1

    def says(self, token: Token, lexicon: Lexicon) -> bool:
        """Return whether a verb in prose means a legal move that the post could describe in addition to the reading."""
        return any(move.name in token.verbs and move.verb in self.verbs for move in lexicon.moves)

    def could_say(self, token: Token, lexicon: Lexicon) -> bool:
        """Return whether a verb in prose means a move that is legal before or after any move of the reading."""
        return any(move.name in token.verbs and move.verb in self.all_verbs for move in lexicon.moves)

    def holds(self, token: Token, lexicon: Lexicon) -> bool:
        """Return whether a phrase names a thing in a legal line, or a result of chance that a legal move can have."""
        return any(
            not self.all_verbs.isdisjoint(lexicon.shown.get(sense.kind, ())) or sense.kind == DICE
            or set(_WORD.findall(sense.value.casefold())) <= self.words
            for sense in token.senses if sense.kind not in (VERB, "")
        )  # fmt: skip


class Reading(NamedTuple):
    """A possible meaning of a post: its lines of notation, their score, and `left`, the phrases that no line uses.

    `supplied` are lines that were added although the post does not say them. `moves` are the kinds of move in the
    reading. `is_asked` means that the author is asked about one of its lines. `used` are the phrases of its lines.
    """

    lines: tuple[str, ...]
    score: float
    left: tuple[Token, ...] = ()
    supplied: tuple[str, ...] = ()
    position: Any = None
    moves: tuple[str, ...] = ()
    explained: float = 0.0
    tokens: Sequence[Token] = ()
    is_asked: bool = False
    used: tuple[Token, ...] = ()

    @property
    def merit(self) -> float:
        """The score of the reading, without the cost of verbs, numbers and players that no line uses."""
        return self.score + sum(lost(token) for token in self.left if not _is_thing(token) or token.of(NUMBER))

    def families(self, lexicon: Lexicon) -> frozenset[str]:
        """Return the fixed parts (`Wording.family`) of the lines of all moves in the reading."""
        return frozenset[str]().union(*(lexicon.families[move] for move in self.moves if move))

    def unexplained(
        self, lexicon: Lexicon, could: Callable[[str], bool] = lambda _line: True, *,
        implied: AbstractSet[str] = frozenset(), still: Still | None = None,
    ) -> tuple[str, ...]:  # fmt: skip
        """Return the texts of phrases that the reading does not use and that could change its meaning.

        - `could` says whether a line could be played at all.
        - If `still` is given, only phrases that it allows count.
        - In a wary game, a verb counts even without the things that its move requires.
        - `implied` numbers do not count.
        - Names of players and verbs of moves in the reading do not count.
        - Things that the lines name, or that the next move is about anyway, count only in a clause with a counted verb.
        """
        told = " ".join(self.lines).casefold()
        named = frozenset(_WORD.findall(told))
        counted = implied | frozenset(_WORD.findall(_DICE.sub("", told)))
        verbs = [
            token for token in self.left
            if token.verbs.isdisjoint(self.moves) and weight(token) >= _SAYING
            and (still is None or still.says(token, lexicon))
            and (lexicon.wary or self._says_more(token, lexicon, could, still))
        ]  # fmt: skip
        clauses = {token.clause for token in verbs}
        found = [
            token for token in self.left
            if token in verbs
            or (lexicon.wary and token.of(_ALL) is not None)
            or (
                token.is_number and not token.is_light
                and (token.of(NUMBER) not in counted or _is_in_row(self.tokens, self.tokens.index(token)))
            )
            or (
                _is_thing(token) and not (token.is_light or token.is_number)
                and (
                    token.clause in clauses or not (token.is_at_hand or (token.size == 1 and _is_named(token, named)))
                )
                and (still is None or still.holds(token, lexicon))
            )
        ]  # fmt: skip
        return tuple(token.text for token in found)

    def repeats(self, token: Token, lexicon: Lexicon) -> bool:
        """Return whether an unused phrase only repeats a verb or a thing of the reading."""
        read = self.families(lexicon)
        if is_verb(token):
            return any(not lexicon.families[verb].isdisjoint(read) for verb in token.verbs)
        return _is_named(token, frozenset(words_in(" ".join(self.lines))))

    def lacks_a_part(self, lexicon: Lexicon) -> bool:
        """Return whether a verb that the reading uses means more moves than the reading has.

        For example, the verb says that a card was drawn and played, and the reading has only one of these moves.
        """
        read = self.families(lexicon)
        left = set(self.left)
        return any(
            all(not lexicon.families[verb] <= read and lexicon.families[verb] & read for verb in token.verbs)
            for token in self.tokens
            if token.verbs
            and (weight(token) >= _SAYING or " " in token.text)
            and not token.is_inert
            and token not in left
        )

    def lacks(self, lexicon: Lexicon) -> bool:
        """Return whether the reading lacks a move that must come with one of its earlier moves (`Lexicon.together`)."""
        return "" not in self.moves and any(
            first in self.moves[:-1] and set(others).isdisjoint(self.moves)
            for first, others in lexicon.together.items()
        )

    def _says_more(
        self, token: Token, lexicon: Lexicon, could: Callable[[str], bool], still: Still | None
    ) -> bool:  # fmt: skip
        """Return whether a verb means a move that is not in the reading, with the things that this move requires."""
        verbs = token.verbs
        left = {kind for other in self.left for kind in _kinds(other, token.clause)}
        spoken = {kind for other in self.tokens for kind in _kinds(other, token.clause)} if " " in token.text else left
        read = self.families(lexicon)
        for move in lexicon.moves:
            if move.name not in verbs:
                continue
            is_last = self._is_last(token)
            if not move.wanted and is_last and still is not None and move.verb not in still.behind:
                continue
            if not move.wanted and (is_last or could(move.filled([""] * len(move.holes)))):
                return True
            is_read = move.family <= read if len(move.family) > 1 else not move.family.isdisjoint(read)
            if move.wanted and (move.wanted & left or move.wanted <= spoken) and not is_read:
                return True
        return False

    def _is_last(self, token: Token) -> bool:
        """Return whether no phrase that the reading uses comes after a token."""
        left = set(self.left)
        after = self.tokens[self.tokens.index(token) + 1 :] if token in self.tokens else ()
        return all(other in left or lost(other) < _SAYING for other in after)


def _kinds(token: Token, clause: int) -> AbstractSet[str]:
    return token.kinds if token.clause == clause else frozenset()


def _is_thing(token: Token) -> bool:
    return not token.kinds <= {VERB, "seat", _EACH, _ALL, ""}


def _is_named(token: Token, named: AbstractSet[str]) -> bool:
    """Return whether a thing that a token may mean is among the words `named`."""
    return any(sense.kind != VERB and set(_WORD.findall(sense.value.casefold())) <= named for sense in token.senses)


_WEIGHTS: Final = (
    (frozenset({NUMBER, _EACH, _ALL}), 0.7), (frozenset({VERB, "door", NUMBER}), 0.8), (frozenset({"seat"}), 0.3),
    (frozenset({DICE}), 4.0),
)  # fmt: skip
"""The weights of phrases that can only have meanings of these kinds; higher weights matter more."""
_THING: Final = 3.0
_LIGHT_THING: Final = 0.5
_SILENCE: Final = 0.2
"""By how much a move without a verb lowers the score, if its things are often mentioned in passing; else 1."""
_SAYING: Final = 1.5
"""The weight of a verb of one word in a post: how much the verb adds to the score of a reading."""
_MORE: Final = 1.0
_AGAIN: Final = 0.7
"""By how much a line lowers the score if it could have been part of the line before it."""
_IDLE: Final = 0.1
"""By how much a thing lowers the score of a line that has no hole for it; another move may use the thing."""
_PLAYED: Final = 1.5
"""By how much a thing that is named as drawn lowers the score of a line that only plays it."""
_AT_HAND: Final = 0.5
"""The maximum weight of an unused phrase that names what the next move is about anyway."""


def words_in(line: str) -> Sequence[str]:
    """Return the words of a line of notation."""
    return _WORD.findall(line.casefold())


def weight(token: Token) -> float:
    """Return how much a phrase matters, as a score; 0 for a phrase in a sentence that describes no action."""
    return 0.0 if token.is_inert else _weight(token.senses, token.text, token.size, is_light=token.is_light)


@lru_cache(maxsize=4096)
def _weight(senses: tuple[Sense, ...], text: str, size: int, *, is_light: bool) -> float:
    kinds = {sense.kind for sense in senses} - {""}
    if not kinds:
        return 0.0
    if is_light and not kinds <= {VERB}:
        return _LIGHT_THING
    if kinds <= {VERB} and set(text.split()) <= _LIGHT:
        return 0.1
    if kinds <= {VERB}:
        return _SAYING + min(_MORE, (len(text.split()) - 1) / 2)
    return next((heavy for few, heavy in _WEIGHTS if kinds <= few), _THING * size)


def is_verb(token: Token) -> bool:
    """Return whether a phrase can mean only verbs, players or nothing."""
    return token.kinds <= {VERB, "seat", ""}


def lost(token: Token) -> float:
    """Return by how much an unused phrase lowers the score of a reading."""
    if token.of("") is not None:
        return 0.0
    return min(weight(token), _AT_HAND) if token.is_at_hand else weight(token)


class Walk:
    """Finds the moves that the tokens (phrases) of a post mean, from a position on.

    `patience` is the number of lines that may still be tried. `choices` returns the meanings of an ambiguous line.
    `meant` returns lines in which a description is replaced by the thing that it describes. `written` maps line numbers
    of the post to lines that look like notation.
    """

    def __init__(
        self, lexicon: Lexicon, step: Step, patience: int = MOST_TRIED,
        choices: Callable[[Any, str], Sequence[str]] = lambda _position, _line: (),
        written: Mapping[int, str] = MappingProxyType({}),
        meant: Callable[[Any, str], Sequence[str]] = lambda _position, _line: (),
    ) -> None:  # fmt: skip
        self.lexicon, self._step, self.patience, self.choices, self.meant = lexicon, step, patience, choices, meant
        self._written = written
        self._known: dict[tuple[int, str], Any] = {}
        self._meant: dict[tuple[int, str], Sequence[str]] = {}
        self._kept: list[Any] = []
        self._ending: Ending = {}
        self._candidates: dict[tuple[int, ...], list[Candidate]] = {}
        self._seen: list[Token] = []

    def begin_again(self, step: Step, patience: int) -> None:
        """Replace the function that checks a line and the number of lines to try, and forget the earlier results."""
        self._step, self.patience, self._known, self._meant = step, patience, {}, {}

    def readings(self, tokens: Sequence[Token], position: Any) -> list[Reading]:
        """Return the likeliest meanings of a post (`Reading`), the best first."""
        moves = self.lexicon.moves
        behind = [one for move in moves if move.last for one in _moved_behind(tokens, move.name)]
        orders = [tokens, *behind]
        orders += [one for order in orders for move in moves if move.first for one in _moved_ahead(order, move.name)]
        found = [reading for order in orders for reading in self._beam(order, position)]
        best: dict[tuple[str, ...], Reading] = {}
        for reading in sorted(found, key=lambda one: -one.score):
            best.setdefault(reading.lines, reading)
        return [reading._replace(tokens=tokens) for reading in best.values() if reading.lines]

    def _beam(self, tokens: Sequence[Token], position: Any) -> list[Reading]:
        at: list[list[tuple[Reading, Candidate | None]]] = [[] for _ in range(len(tokens) + 1)]
        at[0] = [(Reading((), 0.0, position=position), None)]
        for start, token in enumerate(tokens):
            states, at[start] = self._best(at[start], tokens[:start]), []
            for state in states:
                cost = lost(token)
                left = (*state.left, token) if cost > _MATTERS else state.left
                at[start + 1].append((state._replace(score=state.score - cost, left=left), None))
            for found in self._starting(tokens, start) if states else ():
                at[start + found.length] += [(state, found) for state in states]
        return self._best(at[-1], tokens)

    def _best(self, ways: Sequence[tuple[Reading, Candidate | None]], tokens: Sequence[Token]) -> list[Reading]:
        """Return the readings of `tokens` with the highest scores.

        Each way is a reading and None, or a reading and a move to add to it. A move is tried only if its score may
        suffice.
        """
        found: dict[tuple[str, ...], Reading] = {}
        left = [
            (-state.score if one is None else _LINE - state.score - one.score, at, 0, state, one)
            for at, (state, one) in enumerate(ways)
        ]  # fmt: skip
        heapify(left)
        while left and len(found) < _BEAM:
            _, at, _, state, one = heappop(left)
            if one is None:
                found.setdefault(state.lines, state)
            else:
                left_out = {id(token) for token in one.left}
                mine = (token for token in tokens[-one.length :] if weight(token) and id(token) not in left_out)
                used = (*state.used, *mine)
                for number, taken in enumerate(self._taken(state, one)):
                    heappush(left, (-taken.score, at, number, taken._replace(used=used), None))
        return list(found.values())

    def _starting(self, tokens: Sequence[Token], start: int) -> Iterator[Candidate]:
        """Yield the lines that the tokens from index `start` on may mean, and the post's own line if it is notation."""
        line = tokens[start].line
        if line in self._written and (not start or tokens[start - 1].line != line):
            end = next((at for at in range(start, len(tokens)) if tokens[at].line != line), len(tokens))
            score = _WRITTEN + sum(weight(token) for token in tokens[start:end])
            yield Candidate(end - start, self._written[line], score, (), "")
        if weight(tokens[start]):
            several = tokens[start : _reach(tokens, start)]
            key = tuple(map(id, several))
            if key not in self._candidates:
                self._seen += several
                self._candidates[key] = _candidates(several, self.lexicon, self._ending)
            yield from self._candidates[key]

    def _taken(self, state: Reading, found: Candidate) -> Iterator[Reading]:
        """Yield the reading `state` with the move `found` added.

        If the move lacks a thing, yield one reading for each thing that the last line of `state` names.
        """
        if BEFORE not in found.line:
            yield from self._added(state, found)
            return
        spoken = state.lines[-1].partition(":")[2] if state.lines else ""
        named = dict.fromkeys(word for word in _WORD.findall(spoken) if word not in found.line and word[0].isalpha())
        lines = [found._replace(line=found.line.replace(BEFORE, word)) for word in named]
        legal = [line for line in lines if self._after(state.position, line.line) is not None]
        for one in (one for line in legal for one in self._added(state, line)):
            yield one._replace(is_asked=one.is_asked or len(legal) > 1)

    def _added(self, state: Reading, found: Candidate) -> Iterator[Reading]:
        """Yield the reading `state` with the move `found` added and, if needed, the only possible move before it."""
        if state.moves and state.moves[-1] in found.apart:
            return
        supplied: list[str] = []
        position = state.position
        after = self._after(position, found.line)
        if after is None:
            for forced in self.lexicon.forced:
                between = self._after(position, forced)
                if between is None:
                    continue
                after = self._after(between, found.line)
                if after is not None:
                    supplied.append(forced)
                    break
        if after is not None:
            yield self._after_all(state, found, supplied, found.line, after)
            return
        if self.patience < 0:
            return
        told = set(_WORD.findall(found.line)) - self.lexicon.fixed.get(found.move, frozenset())
        choices = [(line, told) for line in self.meant(position, found.line)]
        if not choices:
            choices = [(line, told.intersection(_WORD.findall(line))) for line in self._asked(position, found.line)]
        legal = [
            (line, kept, after) for line, kept in choices
            if (kept or not told) and (after := self._after(position, line)) is not None
        ]  # fmt: skip
        for line, kept, after in legal:
            chosen = self._after_all(state, found, (), line, after)
            is_asked = len(legal) > 1 or (self.lexicon.wary and kept != told)
            cost = _CHOSEN * is_asked + len(told - kept)
            yield chosen._replace(score=chosen.score - cost, is_asked=state.is_asked or is_asked)

    def _asked(self, position: Any, line: str) -> Sequence[str]:
        """Return the meanings of an ambiguous line; none after a limit of ambiguous lines."""
        key = (id(position), line)
        if key not in self._meant:
            self._kept.append(position)
            self._meant[key] = self.choices(position, line) if len(self._meant) < _ASKED else ()
        return self._meant[key]

    @staticmethod
    def _after_all(state: Reading, found: Candidate, supplied: Sequence[str], line: str, after: Any) -> Reading:
        """Return a reading with `line` added, preceded by the `supplied` lines. `after` is the position after them."""
        again = _AGAIN if found.each and state.moves[-1:] == (found.move,) else 0.0
        unseen = _UNSEEN * sum("?" in one for one in supplied)
        return Reading(
            (*state.lines, *supplied, line), state.score + found.score - _LINE - again - unseen,
            (*state.left, *found.left), (*state.supplied, *supplied), after, (*state.moves, found.move),
            state.explained + found.score, is_asked=state.is_asked,
        )  # fmt: skip

    def _after(self, position: Any, line: str) -> Any:
        key = (id(position), line)
        if key not in self._known:
            self._kept.append(position)
            self.patience -= 1
            self._known[key] = self._step(position, line) if self.patience >= 0 else None
        return self._known[key]


def lines_of(tokens: Sequence[Token], lexicon: Lexicon) -> Iterator[str]:
    """Yield the lines of one move each that tokens may mean, legal or not, the highest score first."""
    ending: Ending = {}
    found = [
        one for start in range(len(tokens))
        for one in _candidates(tokens[start : _reach(tokens, start)], lexicon, ending)
    ]  # fmt: skip
    yield from dict.fromkeys(one.line for one in sorted(found, key=lambda one: -one.score))


def _moved_ahead(tokens: Sequence[Token], move: str) -> Iterator[list[Token]]:
    """Yield the tokens reordered: each time one clause with a verb of the kind `move` comes first."""
    for begin, end in islice(_clauses_saying(tokens, move), _MOVED):
        if begin:
            yield [*tokens[begin:end], _STOP, *tokens[:begin], _STOP, *tokens[end:]]


def _moved_behind(tokens: Sequence[Token], move: str) -> Iterator[list[Token]]:
    """Yield the tokens reordered: the first clause with a verb of the kind `move` is last, or before the last stop."""
    for begin, end in islice(_clauses_saying(tokens, move), 1):
        rest = [*tokens[:begin], _STOP, *tokens[end:]]
        last = max(
            (at for at, token in enumerate(rest) if token.text == "." and any(weight(one) for one in rest[at:])),
            default=0,
        )
        if any(weight(token) > _MATTERS for token in rest[:begin]):
            return
        for at in dict.fromkeys((len(rest), last or len(rest))):
            yield [*rest[:at], _STOP, *tokens[begin:end], _STOP, *rest[at:]]


def _clauses_saying(tokens: Sequence[Token], move: str) -> Iterator[tuple[int, int]]:
    end = -1
    for at, token in enumerate(tokens):
        if at < end or token.is_inert or not token.says(move):
            continue
        begin = at
        while begin and not tokens[begin - 1].is_stop:
            begin -= 1
        end = at
        while end < len(tokens) and not tokens[end].is_stop:
            end += 1
        yield begin, end


def _reach(tokens: Sequence[Token], start: int) -> int:
    """Return the highest index at which the description of a move can end that begins with the token at `start`."""
    stops = used = 0
    for end in range(start, min(len(tokens), start + 3 * _LONGEST)):
        token = tokens[end]
        stops += token.is_stop and token.text in ".;!?" and not (end > start and tokens[end - 1].is_stop)
        used += weight(token) > 0
        if stops > _CLAUSES or used > _LONGEST:
            return end
    return min(len(tokens), start + 3 * _LONGEST)


def _candidates(tokens: Sequence[Token], lexicon: Lexicon, ending: Ending) -> list[Candidate]:
    """Return the lines of one move that tokens may mean. Each line uses the first token and some of the next tokens.

    `ending` caches the moves that may end with a phrase.
    """
    best: dict[tuple[int, str], Candidate] = {}
    used: list[Token] = []
    kinds, spoken, begins, stops = set[str](), set[str](), set[int](), 0
    for length, token in enumerate(tokens, 1):
        stops += token.is_stop and token.text in ".;!?" and not (length > 1 and tokens[length - 2].is_stop)
        if not weight(token):
            continue
        used.append(token)
        begins = (
            begins if len(used) > 1 else {id(move) for move in _ending(token, lexicon, ending)}
        )  # the first phrase is part of the move
        kinds |= token.kinds
        kinds |= {NUMBER} if kinds & {_EACH, _ALL} else set()
        spoken |= token.verbs
        for move in _ending(token, lexicon, ending):
            if not (move.wanted <= kinds and (move.silent or move.name in spoken)):
                continue
            if not (move.each or id(move) in begins):
                continue
            for line, score, left in _fillings(move, used):
                one = Candidate(length, line, score - 0.4 * stops, left, move.name, bool(move.each), move.apart)
                known = best.get((length, line))
                if known is None or known.score < one.score:
                    best[length, line] = one
    found = sorted((one for one in best.values() if one.score > 0), key=lambda one: (-one.length, -one.score))
    return [one for _, few in groupby(found, key=lambda one: one.length) for one in islice(few, _FEW)]


def _ending(token: Token, lexicon: Lexicon, known: Ending) -> Sequence[Wording]:
    if token.senses not in known:
        known[token.senses] = [move for move in lexicon.moves if _may_end(move, token)]
    return known[token.senses]


def _may_end(move: Wording, token: Token) -> bool:
    return any(
        sense.kind in move.known
        or sense.kind in (NUMBER, _EACH, _ALL)
        or (sense.kind == VERB and sense.value in (move.name, *move.idle))
        for sense in token.senses
    )


def _fillings(move: Wording, tokens: Sequence[Token]) -> Iterator[tuple[str, float, tuple[Token, ...]]]:
    """Yield the lines that one way to describe a move gives for tokens, each with its score and the unused tokens."""
    spoken = [token for token in tokens if token.says(move.name)]
    if not spoken and not move.silent:
        return
    if move.each:
        yield from _rows(move, tokens, spoken)
        return
    assigned = _assigned(move, tokens)
    if assigned is None:
        return
    values, score, left = assigned
    if not (spoken or any(values)):
        return
    score -= 0.0 if spoken else _SILENCE if all(token.is_light for token in tokens) else 1.0
    chosen = [value[0][0] if value else "" for value in values]
    things = [(hole.kind, value) for hole, value in zip(move.holes, chosen, strict=True) if hole.role and value]
    if len(set(things)) < len(things):
        return
    if not move.ordered:
        chosen = _sorted(chosen, move.holes)
    yield move.filled(chosen), score, tuple(left)
    doubles = [at for at, hole in enumerate(move.holes) if hole.role]
    if len(doubles) == 2 and all(values[at] for at in doubles):
        one, other = doubles
        places = sorted(tokens.index(values[at][0][1]) for at in doubles)
        clear = any(_leads(values[at][0][1], move.holes[at].role) for at in doubles) or any(
            is_verb(token) and token.says(move.name) and "by" not in tokens[places[1]].before.split()
            for token in tokens[slice(*places)]
        )
        turned = list(chosen)
        turned[one], turned[other] = chosen[other], chosen[one]
        yield move.filled(turned), score - (1.0 if clear else 0.4), tuple(left)


def _assigned(
    move: Wording, tokens: Sequence[Token]
) -> tuple[list[list[tuple[str, Token]]], float, list[Token]] | None:
    """Return the values for each hole of a move's line, the score, the unused tokens; None if a value is missing."""
    values: list[list[tuple[str, Token]]] = [[] for _ in move.holes]
    score, left = 0.0, list[Token]()
    clauses = {token.clause for token in tokens if token.says(move.name) or not token.is_number}
    kinds = {hole.kind for hole in move.holes}
    roles = {hole.role for hole in move.holes} - {""}
    unclear = [
        (token.says(move.name) or len(kinds & token.kinds) > 1, not any(_leads(token, role) for role in roles))
        for token in tokens
    ]
    for at in sorted(range(len(tokens)), key=unclear.__getitem__):  # tokens with only one possible place come first
        token = tokens[at]
        place = _place(move.holes, values, token)
        if place is not None:
            values[place].append((token.of(move.holes[place].kind) or "", token))
            score += max(weight(token), 0.5) + (_SAYING if token.is_light and token.says(move.name) else 0.0)
            score -= _PLAYED * (move.holes[place].kind + DRAWN in token.kinds)
        elif _is_repeated(values, move.holes, token):
            score += 0.1
        elif token.says(move.name):
            score += weight(token)
        elif (
            token.clause in clauses
            and any(token.of(kind) is not None or token.says(kind) for kind in move.idle)
            and not _is_in_row(tokens, at)
        ):
            score += weight(token) - (_IDLE if _is_thing(token) else 0.0)
        elif token.is_at_hand and any(token.of(kind) is not None for kind in move.at_hand):
            score += lost(token)
        elif at in (0, len(tokens) - 1):
            return None  # the first and the last token must be part of it
        else:
            left += [token] if lost(token) > _MATTERS else []
            score -= _foreign(token)
    for place, hole in enumerate(move.holes):
        if not values[place] and not hole.is_optional and not _moved(values, move.holes, place):
            return None
    return values, score, left


def _is_in_row(tokens: Sequence[Token], at: int) -> bool:
    """Return whether the number at an index is directly next to another number, as dice are."""
    return tokens[at].is_number and any(
        one.is_number and other.is_number and not other.before
        for one, other in pairwise(tokens[max(0, at - 1) : at + 2])
    )


def _is_repeated(values: Sequence[Sequence[tuple[str, Token]]], holes: Sequence[Placeholder], token: Token) -> bool:
    return any(value and token.of(hole.kind) == value[0][0] for value, hole in zip(values, holes, strict=True))


def _foreign(token: Token) -> float:
    """Return by how much an unused token between the used tokens of a line lowers the line's score."""
    is_thing = token.of(VERB) is None or token.is_light
    return _BETWEEN * lost(token) if is_thing else min(lost(token), _VERB_BETWEEN)


def _moved(values: list[list[tuple[str, Token]]], holes: Sequence[Placeholder], place: int) -> bool:
    """Move a value from an optional hole to a required one of the same kind; return whether that worked."""
    for other, hole in enumerate(holes):
        if values[other] and hole.is_optional and hole.kind == holes[place].kind:
            values[place], values[other] = values[other], []
            return True
    return False


def _sorted(chosen: Sequence[str], holes: Sequence[Placeholder]) -> list[str]:
    """Return the chosen values; several values of one kind are put in alphabetical order."""
    ranks = {kind: sorted(v for v, hole in zip(chosen, holes, strict=True) if hole.kind == kind) for kind, *_ in holes}
    return [ranks[hole.kind].pop(0) for hole in holes]


def _place(holes: Sequence[Placeholder], values: Sequence[Sequence[Any]], token: Token) -> int | None:
    """Return the index of the hole in a move's line that a token can fill; None if the token fits no free hole."""
    told = {(hole.kind, value[0][0]) for value, hole in zip(values, holes, strict=True) if value}
    fitting = [
        at for at, hole in enumerate(holes)
        if not values[at] and (value := token.of(hole.kind)) is not None
        and not ((hole.is_optional or not (hole.role or token.is_light)) and (hole.kind, value) in told)
    ]  # fmt: skip
    if not fitting:
        return None
    led = [at for at in fitting if holes[at].role and _leads(token, holes[at].role)]
    against = [at for at in fitting if holes[at].role and _leads(token, "to" if holes[at].role == "from" else "from")]
    return (led or [at for at in fitting if at not in against] or fitting)[0]


def _leads(token: Token, role: str) -> bool:
    """Return whether the words before a token fit a hole's role: the move comes `from` the thing, or goes `to` it."""
    words = token.before.split()
    last = set(words[-2:]) | {" ".join(words[-2:])}
    return bool(last & (_FROM if role == "from" else _TO))


def _rows(
    move: Wording, tokens: Sequence[Token], named: Sequence[Token]
) -> Iterator[tuple[str, float, tuple[Token, ...]]]:
    """Yield a line that repeats its `each` part for every place, with its score and the unused tokens."""
    part = move.part
    kind, numbered = part.holes[0].kind, len(part.holes) > 1
    idle = (*move.idle, _EACH, _ALL, NUMBER)
    places, numbers, shares = list[str](), list[str](), set[str]()
    score, left = 0.0 if named else -1.0, list[Token]()
    for token, after in zip_longest(tokens, tokens[1:]):
        if not (token.says(move.name) or any(token.of(name) is not None for name in (kind, *idle))):
            left += [token] if lost(token) > _MATTERS else []
            score -= _foreign(token)
            continue
        score += weight(token)
        if (place := token.of(kind)) is not None:
            places.append(place)
        elif (share := token.of(_EACH)) is not None:
            shares.add(share)
        elif (number := token.of(_ALL) or token.of(NUMBER)) is not None:
            counted = after is not None and after.of(NUMBER) is not None
            numbers += [] if token.of(_ALL) and counted else [number]
    last = tokens[-1]
    ends = last.says(move.name) or any(last.of(name) is not None for name in (kind, *idle))
    if not numbered and set(numbers) == {"1"} and len(numbers) != len(places):
        return
    counts = _counts(numbers, len(places), shares) if numbered else [""] * len(places)
    if counts is None or not places or not ends or len(set(places)) < len(places):
        return
    pairs = [part.filled([place, count] if numbered else [place]) for place, count in zip(places, counts, strict=True)]
    yield move.line.replace("{each}", move.joint.join(pairs)), score, tuple(left)


def _counts(numbers: Sequence[str], places: int, shares: AbstractSet[str]) -> list[str] | None:
    """Return the number that belongs to each of `places` places, in order; None if that is unclear."""
    figures = [int(number) for number in numbers if number.isdecimal()]
    if "equal" in shares:
        fits = places and len(figures) == 1 and figures[0] % places == 0
        return [str(figures[0] // places)] * places if fits else None
    if shares:
        return [str(figures[0]) if figures else "1"] * places if len(figures) < _BEAM // 2 else None
    if len(numbers) == places > 1 and set(numbers) == {_HALF}:
        return [_HALF] * places
    if len(numbers) == places:
        half = str(sum(figures)) if len(figures) == places - 1 else _HALF
        counts = [half if number == _HALF else number for number in numbers]
        return None if _HALF in counts else counts
    if len(figures) == len(numbers) == places + 1:
        for at in (0, places):
            rest = [*figures[:at], *figures[at + 1 :]]
            if sum(rest) == figures[at]:
                return [str(number) for number in rest]
    return None
