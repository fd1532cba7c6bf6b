"""Verbs of a post that mean another move than the one that was read from the things next to them."""

from collections.abc import Iterator, Sequence, Set as AbstractSet
from itertools import groupby, pairwise

from projections.notation.prose.lexicon import DRAWN, NUMBER, VERB, Lexicon
from projections.notation.prose.reading import Reading, parts_of, verb_of, words_in
from projections.notation.prose.sentence_kinds import STOP
from projections.notation.prose.tokens import SAYING, Token


def does_another(reading: Reading, lexicon: Lexicon) -> bool:
    """Return whether the verb of a thing's clause means another move of the same sort than the one read.

    Example: *I shut c5* was understood as opening that door, because it cannot be shut.
    """
    carried, moves = reading.carried, _LikeMoves(reading, lexicon)
    held = {id(token) for token in carried}

    def has_another(clause: int) -> bool:
        beside = [token for token in reading.tokens if token.clause == clause and not token.is_inert]
        things = {id(token): token.kinds for token in beside if id(token) in held and not token.is_verb}
        kinds, is_said = frozenset[str]().union(*things.values()), any(token.verbs & moves.made for token in beside)
        return any(
            verb in reading.left and moves.has_another(verb, kinds)
            and (not is_said or (id(after) in things and moves.governs(verb, after)))
            for verb, after in pairwise((*beside, STOP))
        )  # fmt: skip

    return any(map(has_another, {token.clause for token in carried}))


class _LikeMoves:
    """The names of the moves `made` in a reading and of their variants, and the things that moves of the sort need."""

    def __init__(self, reading: Reading, lexicon: Lexicon) -> None:
        self._fixed, made = lexicon.fixed, set(reading.moves)
        self._read = frozenset[str]().union(*(lexicon.fixed[move] for move in made if move))
        idle = {name for move in lexicon.moves if move.name in made for name in move.idle}
        self.made = made | (idle - lexicon.drawing)
        sort = {move.name: {verb_of(part) for part in parts_of(move.line)} for move in lexicon.moves}
        sorts = {one for move in made for one in sort.get(move, ())}
        self._wanted = {move.name: move.wanted for move in lexicon.moves if sort[move.name] & sorts}

    def governs(self, verb: Token, thing: Token) -> bool:
        """Return whether a verb is right before a thing, and each of its moves has words that no line of these has."""
        return not thing.before.removeprefix(verb.text) and all(self._fixed[name] - self._read for name in verb.verbs)

    def has_another(self, verb: Token, kinds: AbstractSet[str]) -> bool:
        """Return whether a verb means another move of the sort, which needs a thing of one of these kinds."""
        if not verb.is_verb or verb.cost < SAYING:
            return False
        if any(name in move or move in name for name in verb.verbs for move in self.made):
            return False
        return any(kinds & self._wanted[name] for name in verb.verbs & self._wanted.keys())


def is_misused(reading: Reading, lexicon: Lexicon) -> bool:
    """Return whether a reading uses a place that a verb governs which means only another move between places.

    The last verb before a thing in its clause governs it, or else the first verb after it. Example: *Manoeuvre 2 from
    Alberta to Ontario* is never an attack, nor is *end my turn from Alberta*.
    """
    moves, used = _PlaceMoves(reading, lexicon), {id(token) for token in reading.used}
    clauses = [
        [token for token in some if not (token.is_stop or token.is_inert)]
        for is_stop, some in groupby(reading.tokens, key=lambda one: one.is_stop and one.text != ":") if not is_stop
    ]  # fmt: skip
    return any(
        moves.is_other(verb, is_before=is_before) and moves.uses(verb, thing)
        and not moves.are_described(following, verb.clause)
        for clause, following in pairwise((*clauses, []))
        for verb, thing, is_before in _governed(clause, used)
    )  # fmt: skip


class _PlaceMoves:
    """The moves from place to place in a reading, and the words of their lines."""

    def __init__(self, reading: Reading, lexicon: Lexicon) -> None:
        self._reading, self._lexicon = reading, lexicon
        self._verbs = {
            move.name: move.verb for move in lexicon.moves if {hole.role for hole in move.holes} >= {"from", "to"}
        }
        self._made = {self._verbs[move] for move in reading.moves if move in self._verbs}
        moved = [line for line in reading.lines if verb_of(line) in self._made]
        self._moved, self._named = (frozenset(words_in(" ".join(lines))) for lines in (moved, reading.lines))

    def is_other(self, verb: Token, *, is_before: bool) -> bool:
        """Return whether a verb, which comes before the thing or after it, means no move of the reading."""
        is_bare = is_before and verb.verbs <= self._lexicon.bare
        is_read = self._reading.repeats(verb, self._lexicon) and not (is_bare and self._reading.position.against)
        return (is_bare or not verb.verbs.isdisjoint(self._verbs)) and not is_read

    def uses(self, verb: Token, thing: Token) -> bool:
        """Return whether the lines name a thing; only the lines between places if the verb can mean another move."""
        is_placing = verb.verbs <= self._verbs.keys() | self._lexicon.bare
        named = self._named if is_placing else self._moved
        return any(sense.value.casefold() in named for sense in thing.senses if sense.kind != VERB)

    def are_described(self, following: Sequence[Token], clause: int) -> bool:
        """Return whether the next clause of a sentence says how a move was made: *they march to Ural, three dice*."""
        return any(
            token.clause == clause and any(self._verbs.get(move) in self._made for move in token.verbs)
            for token in following
        ) and all(token.is_verb or token.is_light or token.of(NUMBER) is not None for token in following)


def _governed(clause: Sequence[Token], used: AbstractSet[int]) -> Iterator[tuple[Token, Token, bool]]:
    """Yield each used thing of a clause with the verb that governs it, and whether the verb comes first."""
    verbs = [at for at, token in enumerate(clause) if token.is_verb and token.weight >= SAYING]
    for at, thing in enumerate(clause) if verbs else ():
        if id(thing) in used and not (thing.is_verb or thing.is_number):
            governs = max((one for one in verbs if one < at), default=verbs[0])
            yield clause[governs], thing, governs < at


def plays_drawn(reading: Reading, lexicon: Lexicon) -> bool:
    """Return whether a reading draws, and uses a thing that the post names as drawn for another move only."""
    hidden = [move for move in lexicon.moves if any(hole.kind.endswith(DRAWN) for hole in move.holes)]
    drawn, verbs = {move.name for move in hidden}, {move.verb for move in hidden}
    if verbs.isdisjoint(map(verb_of, reading.lines)):
        return False
    said = [line for line in reading.lines if line not in reading.supplied]
    lines = [line for line, move in zip(said, reading.moves, strict=False) if move in drawn or not move]
    told = frozenset(words_in(" ".join(lines)))
    return any(
        sense.kind.endswith(DRAWN) and told.isdisjoint(words_in(sense.value))
        for token in reading.used for sense in token.senses
    )  # fmt: skip
