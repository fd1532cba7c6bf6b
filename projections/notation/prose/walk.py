"""A post walked as phrases and positions together: which legal moves, one after the other, explain most of it."""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby, islice, zip_longest
from typing import Any, Final, NamedTuple

from projections.notation.prose.clauses import ARROW, DICE, Token
from projections.notation.prose.lexicon import NUMBER, VERB, Hole, Lexicon, Wording

Step = Callable[[Any, str], Any]
"""The position after a line of notation, None where it does not read or is not legal."""
_BEAM: Final = 4
_LONGEST: Final = 14
"""So many phrases are one move at most."""
_CLAUSES: Final = 2
_FEW: Final = 6
_TRIED: Final = 400
"""So many lines are tried against the rules."""
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
        "towards",
        "hits",
        "goes for",
        "over to",
    }
)
_LIGHT: Final = frozenset(
    {
        "up", "down", "to", "on", "in", "over", "from", "for", "with", "at", "into", "upon", "go", "play", "played",
        "card", "one", "a", "i", "off", "out", "the", "it", "is", "same", "put", "first", "again", "use", "used", "got",
        "took", "pile", "top", "une", "keep", "keeping", "back", "next", "dice", "army", "step", "total", "plus", "de",
        "base", "new", "turn", "add", "men", "just", "jist", "take", "goes", "holds", "held", "across", "your", "done",
        "playing", "straight", "my", "more", "gets", "i'm",
    }
)  # fmt: skip
"""Words that say little by themselves."""
_MATTERS: Final = 0.2
_EACH: Final = "each"
_ALL: Final = "all"


class Candidate(NamedTuple):
    """A line of notation that tokens of a post may mean, from one token up to another, and what it explains."""

    start: int
    end: int
    line: str
    score: float
    left: tuple[str, ...]
    move: str


class Reading(NamedTuple):
    """What a post may mean: lines of notation, how much they explain, the phrases left over, lines supplied."""

    lines: tuple[str, ...]
    score: float
    left: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()
    position: Any = None


_WEIGHTS: Final = (
    (frozenset({NUMBER, _EACH, _ALL}), 0.7), (frozenset({VERB, "door", NUMBER}), 0.8), (frozenset({"seat"}), 0.3),
    (frozenset({DICE}), 4.0),
)  # fmt: skip
"""How much phrases matter that may be nothing but these."""
_THING: Final = 3.0


def weight(token: Token) -> float:
    """How much a phrase matters."""
    if token.is_stop or token.is_inert:
        return 0.0
    kinds = {sense.kind for sense in token.senses} - {""}
    if not kinds:
        return 0.0
    if kinds <= {VERB} and set(token.text.split()) <= _LIGHT:
        return 0.1
    return next((heavy for few, heavy in _WEIGHTS if kinds <= few), _THING)


def lost(token: Token) -> float:
    """How much it matters that a phrase is left over."""
    return 0.0 if token.of("") is not None else weight(token)


class Walk:
    """Reads the tokens of a post from a position on."""

    def __init__(self, lexicon: Lexicon, step: Step) -> None:
        self.lexicon, self._step = lexicon, step
        self._known: dict[tuple[int, str], Any] = {}
        self._kept: list[Any] = []

    def readings(self, tokens: Sequence[Token], position: Any) -> list[Reading]:
        """The likeliest readings, the best first."""
        found = self._beam(tokens, position)
        for move in self.lexicon.moves:
            if move.first:
                for moved in _moved_ahead(tokens, move.name):
                    found += self._beam(moved, position)
        best: dict[tuple[str, ...], Reading] = {}
        for reading in sorted(found, key=lambda one: -one.score):
            best.setdefault(reading.lines, reading)
        return [reading for reading in best.values() if reading.lines]

    def _beam(self, tokens: Sequence[Token], position: Any) -> list[Reading]:
        at: list[list[Reading]] = [[] for _ in range(len(tokens) + 1)]
        at[0] = [Reading((), 0.0, position=position)]
        for start, token in enumerate(tokens):
            states = at[start] = _best(at[start])
            if not states:
                continue
            for state in states:
                cost = lost(token)
                left = (*state.left, token.text) if cost > _MATTERS else state.left
                at[start + 1].append(state._replace(score=state.score - cost, left=left))
            if not weight(token):
                continue
            for found in _candidates(tokens, start, self.lexicon):
                for state in states:
                    at[found.end].extend(self._taken(state, found))
        return _best(at[-1])

    def _taken(self, state: Reading, found: Candidate) -> Iterator[Reading]:
        """A state with one more move, and with the forced moves before it where it needs them."""
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
            yield Reading(
                (*state.lines, *supplied, found.line), state.score + found.score - 0.5, (*state.left, *found.left),
                (*state.supplied, *supplied), after,
            )  # fmt: skip

    def _after(self, position: Any, line: str) -> Any:
        key = (id(position), line)
        if key not in self._known:
            self._kept.append(position)
            self._known[key] = self._step(position, line) if len(self._known) < _TRIED else None
        return self._known[key]


def _best(states: Sequence[Reading]) -> list[Reading]:
    found: dict[tuple[str, ...], Reading] = {}
    for state in sorted(states, key=lambda one: -one.score):
        found.setdefault(state.lines, state)
        if len(found) >= _BEAM:
            break
    return list(found.values())


def _moved_ahead(tokens: Sequence[Token], move: str) -> Iterator[list[Token]]:
    """The tokens with a clause that says such a move put first."""
    for at, token in enumerate(tokens):
        if not token.says(move) or token.is_inert:
            continue
        begin = at
        while begin and not tokens[begin - 1].is_stop:
            begin -= 1
        end = at
        while end < len(tokens) and not tokens[end].is_stop:
            end += 1
        if begin:
            stop = Token((), ".", -1)
            yield [*tokens[begin:end], stop, *tokens[:begin], stop, *tokens[end:]]


def _candidates(tokens: Sequence[Token], start: int, lexicon: Lexicon) -> list[Candidate]:
    """What the tokens from one on may mean."""
    best: dict[tuple[int, str], Candidate] = {}
    used: list[Token] = []
    stops = 0
    for end in range(start, min(len(tokens), start + 3 * _LONGEST)):
        token = tokens[end]
        if token.is_stop:
            stops += token.text in ".;!?"
            if stops > _CLAUSES:
                break
            continue
        if token.is_inert or not weight(token):
            continue
        used.append(token)
        if len(used) > _LONGEST:
            break
        for move in lexicon.moves:
            for line, score, left in _fillings(move, used):
                one = Candidate(start, end + 1, line, score - 0.4 * stops, left, move.name)
                known = best.get((one.end, line))
                if known is None or known.score < one.score:
                    best[one.end, line] = one
    found = sorted((one for one in best.values() if one.score > 0), key=lambda one: (-one.end, -one.score))
    return [one for _, few in groupby(found, key=lambda one: one.end) for one in islice(few, _FEW)]


def _fillings(move: Wording, tokens: Sequence[Token]) -> Iterator[tuple[str, float, tuple[str, ...]]]:
    """The lines of a kind of move that tokens fill, what each explains, and what it leaves over."""
    said = [token for token in tokens if token.says(move.name)]
    if not said and not move.silent:
        return
    if move.each:
        yield from _rows(move, tokens, said)
        return
    values: list[list[tuple[str, Token]]] = [[] for _ in move.holes]
    left: list[str] = []
    score = 0.0 if said else -1.0
    for at, token in enumerate(tokens):
        place = _place(move.holes, values, token)
        if place is not None:
            value = token.of(move.holes[place].kind)
            assert value is not None
            values[place].append((value, token))
            score += max(weight(token), 0.5)
        elif token.says(move.name) or any(token.of(kind) is not None for kind in move.idle):
            score += weight(token)
        elif at in (0, len(tokens) - 1):
            return  # what begins or ends it is part of it
        else:
            left += [token.text] if lost(token) > _MATTERS else []
            score -= 1.5 * lost(token)
    if any(not value and not hole.is_optional for value, hole in zip(values, move.holes, strict=True)):
        return
    chosen = [value[0][0] if value else "" for value in values]
    yield move.filled(chosen), score, tuple(left)
    doubles = [at for at, hole in enumerate(move.holes) if hole.role]
    if len(doubles) == 2 and all(values[at] for at in doubles):
        one, other = doubles
        clear = any(_leads(values[at][0][1], move.holes[at].role) for at in doubles)
        turned = list(chosen)
        turned[one], turned[other] = chosen[other], chosen[one]
        yield move.filled(turned), score - (1.0 if clear else 0.4), tuple(left)


def _place(holes: Sequence[Hole], values: Sequence[Sequence[Any]], token: Token) -> int | None:
    """Which place of a line a token fills, None where none."""
    fitting = [at for at, hole in enumerate(holes) if not values[at] and token.of(hole.kind) is not None]
    if not fitting:
        return None
    led = [at for at in fitting if holes[at].role and _leads(token, holes[at].role)]
    against = [at for at in fitting if holes[at].role and _leads(token, "to" if holes[at].role == "from" else "from")]
    return (led or [at for at in fitting if at not in against] or fitting)[0]


def _leads(token: Token, role: str) -> bool:
    """Whether the words before a token say that something comes from it, or goes to it."""
    words = token.before.split()
    last = set(words[-2:]) | {" ".join(words[-2:])}
    return bool(last & (_FROM if role == "from" else _TO))


def _rows(
    move: Wording, tokens: Sequence[Token], said: Sequence[Token]
) -> Iterator[tuple[str, float, tuple[str, ...]]]:
    """A line that repeats a part for each place with its number."""
    part = move.part
    kind, numbered = part.holes[0].kind, len(part.holes) > 1
    idle = (*move.idle, _EACH, _ALL, NUMBER)
    places, numbers, shares = list[str](), list[str](), set[str]()
    score, left = 0.0 if said else -1.0, list[str]()
    for token, after in zip_longest(tokens, tokens[1:]):
        if not (token.says(move.name) or any(token.of(name) is not None for name in (kind, *idle))):
            left += [token.text] if lost(token) > _MATTERS else []
            score -= 1.5 * lost(token)
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
    counts = _counts(numbers, len(places), shares) if numbered else [""] * len(places)
    if counts is None or not places or not ends or len(set(places)) < len(places):
        return
    pairs = [part.filled([place, count] if numbered else [place]) for place, count in zip(places, counts, strict=True)]
    yield move.line.replace("{each}", " ".join(pairs)), score, tuple(left)


def _counts(numbers: Sequence[str], places: int, shares: AbstractSet[str]) -> list[str] | None:
    """The number of each place, None where that cannot be told."""
    figures = [int(number) for number in numbers if number.isdigit()]
    if "equal" in shares:
        fits = places and len(figures) == 1 and figures[0] % places == 0
        return [str(figures[0] // places)] * places if fits else None
    if shares:
        return [str(figures[0]) if figures else "1"] * places if len(figures) < _BEAM // 2 else None
    if len(numbers) == places:
        return list(numbers)
    if len(figures) == len(numbers) == places + 1:
        for at in (0, places):
            rest = [*figures[:at], *figures[at + 1 :]]
            if sum(rest) == figures[at]:
                return [str(number) for number in rest]
    return None
