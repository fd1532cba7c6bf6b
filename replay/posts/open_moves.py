"""Moves of a post that leave a value open: which place, how many, which card. Each legal value is a choice."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cached_property
from itertools import islice, product, takewhile
from math import prod
from textwrap import shorten
from typing import Final, NamedTuple

from events.events import UNKNOWN
from events.lazy_patterns import lazy_pattern
from projections.notation.prose.clauses import Scanner
from projections.notation.prose.cut import sentences, texts
from projections.notation.prose.filling import leads
from projections.notation.prose.lexicon import ALL, DRAWN, EACH, NUMBER, VERB, Wording
from projections.notation.prose.reading import JOINT, parts_of, words_in
from projections.notation.prose.sentence_kinds import asking
from projections.notation.prose.tokens import Token
from projections.notation.prose.word_lists import word_list
from projections.notation.prose.wordings import THERE
from projections.notation.prose_match import Offers, words_of
from replay.posts.simulate import LookAhead
from replay.posts.steps import Steps
from replay.posts.suggestions import Phrase, ProseReading, Suggestion

MOST: Final = 7
"""The most choices for a post that leaves a value open."""
_OTHERS: Final = 2  # the most readings without the open move that are always offered too
_SPEAKS: Final = 0.8  # the weight from which a verb can mean a move by itself
_HEARD: Final = 0.3  # a lighter phrase says nothing about a value
_THING: Final = 3.0  # the weight from which a thing can mean a move without a verb
_TRIED: Final = 150  # the most lines that are checked against the rules for one post
_BUILT: Final = 50  # the most lines that are built for a kind of move which the legal moves do not list
_SHARING: Final = (2, 3)  # the numbers of things among which an implied number is shared out
_NUMBERS: Final = 8  # the most numbers that are tried
_NAMED: Final = 0.5  # the weight of a thing that another sentence of the post names
_ORDER: Final = 0.4  # the weight of a thing that is in its place, such as the one from which a move goes
_LIKE: Final = 0.05  # the weight of each word that the sentence of a move and the post have in common
_QUOTED: Final = 80  # the most characters of a sentence that is quoted
_SHORT: Final = 5  # a sentence with at most this number of words can speak of a move by its verb alone
_KNOWN: Final = 0.5  # the share of known words from which a sentence speaks of a move
_SURELY_KNOWN: Final = 0.6  # the same for a sentence with only a verb, or with only things
_OWN_KNOWN: Final = 0.3  # the same for a sentence with *I*, and for a short one
_LONG: Final = 4  # a shorter word counts neither as known nor as unknown
_NUMBER: Final = lazy_pattern(r"\d+")
_DIE: Final = lazy_pattern(r"([a-z])\d+")
_WORD: Final = lazy_pattern(r"[^\W\d_]+")
_OWN: Final = lazy_pattern(r"\b(?:i|i'm|im|i've|i'll|we|we're|my|our)\b", re.IGNORECASE)
_DENIES: Final = lazy_pattern(r"\b(?:not|never|nobody|without)\b|n't\b", re.IGNORECASE)
_EXPLAINED: Final = 0.5  # the least share of the named things that a move must have
_IS: Final = lazy_pattern(r"\b(?:is|are|was|were)\b|\w's\b", re.IGNORECASE)
_OR: Final = "or"
_ARTICLES: Final = frozenset({"the", "that", "this", "a", "an", "of"})
_NEUTRAL: Final = word_list("light") | word_list("neutral")


class _OpenMove(NamedTuple):
    """A move that a post speaks of: the kinds of move that it may be, its verb, and the things that it names."""

    moves: Sequence[Wording]
    verbs: tuple[Token, ...]
    things: tuple[Token, ...]


class OpenMoves:
    """Finds the moves of a post that leave a value open, and the legal moves that they may mean.

    `silent` are the numbers of the sentences that describe no move of the seat.
    """

    def __init__(
        self, steps: Steps, scanner: Scanner, lines: Sequence[str], tokens: Sequence[Token], silent: AbstractSet[int]
    ) -> None:
        self.game, self.seat, self.steps = steps.game, steps.seat, steps
        self.tokens, self._silent_sentences = tokens, silent
        self._vocabulary, self._lexicon, self._left = scanner.vocabulary, scanner.lexicon, _TRIED
        self._known: dict[tuple[int, int], Sequence[str]] = {}  # the lines that fit, by position and open move
        self._sentences = [sentence for _, sentence in sentences(lines)]

    def added_to(self, found: ProseReading | None) -> ProseReading | None:
        """Return the readings after those that also make a move with an open value, the likeliest value first.

        A post without a reading is not asked about if it imagines some of its moves.
        """
        begin = self.steps.begin
        legal = [one for one in found.suggestions if self.steps.after(begin, one.text)] if found else []
        if found and legal:
            several = [parts_of(one.text) for one in legal]
            opened = self._readings(several, lambda lines: list(self.steps.along(lines)), self._used(legal[0]))
            return self._offered(*opened, found) if opened else found
        questions = asking(self.tokens)
        if found is None and any(_is_imagined(token) for token in self.tokens if token.clause not in questions):
            return None
        supplied, after = begin.compulsory_steps(self.seat)
        begun: list[Sequence[str]] = [*self._drawn(supplied), supplied]

        def way(lines: Sequence[str]) -> Sequence[LookAhead]:
            return ([begin, after] if lines else [begin]) if lines == supplied else list(self.steps.along(lines))

        opened = self._readings(begun, way, frozenset())
        return self._offered(*opened, supplied=supplied) if opened else found

    def _drawn(self, supplied: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield the compulsory steps with the thing that the post says was drawn instead of an unknown one."""
        if len(supplied) != 1 or UNKNOWN not in supplied[0]:
            return
        for token in self.tokens:
            for sense in token.senses if not token.is_inert else ():
                line = supplied[0].replace(UNKNOWN, sense.value)
                if sense.kind.endswith(DRAWN) and self.steps.after(self.steps.begin, line) is not None:
                    yield (line,)
                    return

    def _used(self, reading: Suggestion) -> frozenset[Token]:
        """Return the phrases that a reading uses."""
        told = {(phrase.line, phrase.text) for phrase in reading.phrases if phrase.kind == "carried"}
        return frozenset(token for token in self.tokens if (token.line, token.text) in told)

    def _offered(
        self, one: _OpenMove, readings: Sequence[Sequence[str]], base: ProseReading | None = None,
        supplied: Sequence[str] = (),
    ) -> ProseReading:  # fmt: skip
        """Return the readings with an open value, and after them those of `base`, which lack it."""
        tokens, supplied = (*one.verbs, *one.things), (*supplied, *(base.suggestions[0].supplied if base else ()))
        roles = {(phrase.line, phrase.text): phrase.kind for phrase in base.suggestions[0].phrases} if base else {}
        roles |= dict.fromkeys(((token.line, token.text) for token in tokens), "carried")
        places = ((token.line, token.text) for token in self.tokens if not token.is_stop)
        phrases = tuple(Phrase(*place, roles[place]) for place in places if place in roles)
        suggestions = tuple(
            Suggestion(JOINT.join(lines), tuple(line for line in lines if line in supplied), phrases)
            for lines in readings[: MOST - min(_OTHERS, len(base.suggestions) if base else 0)]
        )
        sentence = shorten(self._sentence_at(tokens[0].clause), _QUOTED, placeholder=" ...")
        first = ProseReading(base.line if base else tokens[0].line, suggestions, open_sentence=sentence)
        return first.with_others(base, MOST)

    def _readings(
        self, several: Sequence[Sequence[str]], way: Callable[[Sequence[str]], Sequence[LookAhead]],
        used: AbstractSet[Token],
    ) -> tuple[_OpenMove, list[tuple[str, ...]]] | None:  # fmt: skip
        """Return an open move, and readings that add it to one of `several` readings, the likeliest first.

        `way` returns the positions along some lines. `used` are the phrases that the first reading explains.
        """
        every = sorted(
            self._open(several[0], used), key=lambda one: (-sum(token.weight for token in one.things), not one.verbs)
        )
        begun = frozenset(map(tuple, several))
        for one in every:
            for lines in dict.fromkeys(base for each in several for base in _bases(each, one, used)):
                found = [more for more in self._inserted(lines, way(lines), one) if more not in begun]
                if found:
                    return one, found
        return None

    def _inserted(self, lines: Sequence[str], way: Sequence[LookAhead], one: _OpenMove) -> list[tuple[str, ...]]:
        """Return the lines with a legal move added at the last place where one is legal."""
        for at in range(min(len(way), len(lines) + 1) - 1, -1, -1):
            ahead = way[at]
            if not self.steps.is_awaited(ahead):
                continue
            key = id(ahead), id(one)
            if key not in self._known:
                self._known[key] = self._fitting(ahead, one)
            fitting = (line for line in self._known[key] if self._goes_on(self.steps.after(ahead, line), lines[at:]))
            if found := [(*lines[:at], line, *lines[at:]) for line in islice(fitting, MOST)]:
                return found
        return []

    def _goes_on(self, ahead: LookAhead | None, lines: Sequence[str]) -> bool:
        for line in lines:
            ahead = self.steps.after(ahead, line) if ahead is not None else None
        return ahead is not None

    def _open(self, begun: Sequence[str], used: AbstractSet[Token]) -> Iterator[_OpenMove]:
        """Yield the moves that the post speaks of and that no line of `begun` makes."""
        made = [frozenset(words_in(line)) for line in begun]
        for clause in dict.fromkeys(token.clause for token in self.tokens):
            here = [
                at for at, token in enumerate(self.tokens)
                if token.clause == clause and not (token.is_stop or token.is_inert)
            ]  # fmt: skip
            if self._is_idle(clause, here):
                continue
            for one in map(self._spoken, here):
                is_made = any(move.words <= line for move in one.moves for line in made) and one.verbs[0] in used
                if one.moves and not is_made and self._is_about(clause, here, is_bare=not one.things):
                    yield one
            yield from self._silent(clause, here, used)

    def _is_idle(self, clause: int, here: Sequence[int]) -> bool:
        """Return whether a sentence describes no move that is made now."""
        return (
            clause in self._silent_sentences or not here or _DENIES.search(self._sentence_at(clause)) is not None
        )  # fmt: skip

    def _spoken(self, at: int) -> _OpenMove:
        """Return the move that the phrase at an index means by itself, without kinds of move if it means none."""
        token, moves = self.tokens[at], list[Wording]()
        if token.weight >= _SPEAKS and not (token.is_veiled or _is_adjective(token)):
            moves = [move for move in self._lexicon.moves if move.name in token.verbs and _is_chosen(move)]
        return _OpenMove(moves, (token,), tuple(self._around(at)) if moves else ())

    def _silent(self, clause: int, here: Sequence[int], used: AbstractSet[Token]) -> Iterator[_OpenMove]:
        """Yield the move that the things of a sentence mean without a verb, or with one that says little by itself."""
        tokens = [self.tokens[at] for at in here]
        things = tuple(token for token in tokens if not token.is_verb)
        kinds = frozenset[str]().union(*(one.kinds for one in things if one.weight >= _THING and one not in used))
        said = frozenset[str]().union(*(token.verbs for token in tokens))
        moves, is_silent = self._named(kinds, said), all(move.name not in said for move in self._named(kinds, said))
        if moves and not self._says_more(clause, tokens, used) and self._is_about(clause, here, is_silent=is_silent):
            yield _OpenMove(moves, (), things)

    def _says_more(self, clause: int, tokens: Sequence[Token], used: AbstractSet[Token]) -> bool:
        """Return whether a sentence has another verb that matters, or says how something is."""
        strong = {token for token in tokens if token.verbs and token.weight >= _SPEAKS}
        if not strong:
            return _IS.search(self._sentence_at(clause)) is not None
        return self._lexicon.wary or not strong.isdisjoint(used)

    def _named(self, kinds: AbstractSet[str], said: AbstractSet[str]) -> list[Wording]:
        """Return the kinds of move that need a thing of these kinds, and that are said or need no verb."""
        moves = [move for move in self._lexicon.moves if kinds & move.wanted and _is_chosen(move)]
        return [move for move in moves if move.silent or move.name in said]

    def _around(self, at: int) -> Iterator[Token]:
        """Yield the things that are named with the verb at an index: in its sentence, up to another verb.

        If its sentence names nothing, yield the things of a sentence before it that has no verb: *Blue key. Closing.*
        """
        verb, before = self.tokens[at], [one for one in self.tokens[:at] if not one.is_stop]

        def is_near(token: Token) -> bool:
            is_other = bool(token.verbs) and token.weight >= _SPEAKS and token.verbs.isdisjoint(verb.verbs)
            return token.clause == verb.clause and (not is_other or _is_adjective(token))

        def is_named(token: Token) -> bool:
            return not (token.is_stop or token.is_verb) and token.weight >= _HEARD

        near = [*takewhile(is_near, reversed(self.tokens[:at])), *takewhile(is_near, self.tokens[at + 1 :])]
        things = list(filter(is_named, near))
        if not things and before and before[-1].clause != verb.clause:
            told = list(takewhile(lambda one: one.clause == before[-1].clause, reversed(before)))
            is_said = any(one.weight >= _SPEAKS and one.is_verb and one.verbs for one in told)
            things = [] if is_said else [one for one in told if is_named(one) and one.weight >= _THING]
        yield from things

    def _is_about(
        self, clause: int, here: Sequence[int], *, is_bare: bool = False, is_silent: bool = False
    ) -> bool:  # fmt: skip
        """Return whether enough words of a sentence are known for a move with only a verb, or with only things."""
        sentence = self._sentence_at(clause)
        spoken = [word.casefold() for word in _WORD.findall(sentence)]
        known = {word for at in here for word in self.tokens[at].text.split()}
        share, is_short, is_own = _share(spoken, known), len(spoken) <= _SHORT, _OWN.search(sentence) is not None
        if is_bare:
            return (is_own or is_short) and share >= _SURELY_KNOWN
        if is_silent and not is_own:
            return share >= _SURELY_KNOWN
        return share >= (_OWN_KNOWN if is_own or is_short else _KNOWN)

    def _sentence_at(self, clause: int) -> str:
        return self._sentences[clause].strip() if clause < len(self._sentences) else ""

    def _fitting(self, ahead: LookAhead, one: _OpenMove) -> list[str]:
        """Return the lines of legal moves that fit a move with open values, the likeliest first."""
        described = self._described(ahead, one)
        things = _undescribed(one.things, described)
        several = [one.things, things] if len(things) < len(one.things) else [one.things]
        fitting = (self._lines_fitting(ahead, one._replace(things=each), described) for each in several)
        return next(filter(None, fitting), [])

    def _lines_fitting(
        self, ahead: LookAhead, one: _OpenMove, described: Mapping[str, AbstractSet[str]]
    ) -> list[str]:  # fmt: skip
        tried: dict[str, tuple[int, float]] = {}
        most = sum(_OR in token.before.split() for token in one.things)  # the things that are alternatives
        due = _EXPLAINED * sum(
            token.weight for token in one.things if token.weight >= _THING and token.kinds & self._wanted
        )
        for move, line in self._lines(ahead, one):
            lacks, score = _agreement(move, line, one.things, is_silent=not one.verbs)
            if lacks <= most and score >= due and line not in tried and self._is_legal(ahead, line):
                tried[line] = lacks, score
        likely = _best(tried, described.values())
        likeness = {line: tried[line][1] + self._likeness(ahead, line, one) for line in likely}
        return sorted(likely, key=lambda line: -likeness[line])

    def _described(self, ahead: LookAhead, one: _OpenMove) -> Mapping[str, AbstractSet[str]]:
        """Return the phrases about colour or place in the sentence of a move, with the things that they describe."""
        wordings = self.game.wordings
        spoken = f" {' '.join(texts(self._sentence_at((one.verbs or one.things)[0].clause)))} "
        phrases = wordings.described(ahead.position, self.seat) if wordings else {}
        return {phrase: things for phrase, things in phrases.items() if f" {phrase} " in spoken}

    def _likeness(self, ahead: LookAhead, line: str, one: _OpenMove) -> float:
        """Return how much speaks for a line: other things of the post that it names, their order, and its sentence."""
        others = [token for token in self.tokens if not (token.is_stop or token.is_verb or token in one.things)]
        spoken = frozenset(word for token in (*one.things, *others) for word in words_of(token.text))
        parts = frozenset(words_in(line))
        named = sum(any(value <= parts for value in _values(token)) for token in others)
        verb = self.tokens.index(one.verbs[0]) if one.verbs else 0
        order = sum(
            _order(line, token, is_first=leads(token, "from") or (at < verb and not leads(token, "to")))
            for token in one.things if not token.is_number for at in [self.tokens.index(token)]
        )  # fmt: skip
        return _NAMED * named + _ORDER * order + _LIKE * len(spoken & words_of(self._sentence(ahead, line)))

    def _lines(self, ahead: LookAhead, one: _OpenMove) -> Iterator[tuple[Wording, str]]:
        """Yield the lines that may fit a move, legal or not, each with its kind of move."""
        decided = Offers(self.game, ahead.position, self.seat).decided
        for move in one.moves:
            listed = _numbered(move, [line for line in decided if self._is_of(move, line)], one.things)
            agreed = [line for line in listed if not _agreement(move, line, one.things, is_silent=not one.verbs)[0]]
            shared = agreed or [*self._shared(ahead, move, one.things)]
            several = shared or (self._built(move, one.things) if one.verbs else listed)
            yield from ((move, _named_first(move, line, one.things)) for line in several)

    def _shared(self, ahead: LookAhead, move: Wording, things: Sequence[Token]) -> Iterator[str]:
        """Yield lines that share out a number, which the position has, among several named things."""
        wordings, part = self.game.wordings, move.part
        is_shared = move.each and [hole.kind == NUMBER for hole in part.holes] == [False, True]
        if not (wordings and is_shared) or any(token.is_number for token in things):
            return
        values = [value for token in things if (value := token.of(part.holes[0].kind)) is not None]
        for total in wordings.implied(ahead.position) if len(values) in _SHARING else ():
            for numbers in product(range(1, min(total, _NUMBERS)), repeat=len(values)):
                if sum(numbers) == total:
                    each = (part.filled((value, str(one))) for value, one in zip(values, numbers, strict=True))
                    yield move.line.replace("{each}", move.joint.join(each))

    def _sentence(self, ahead: LookAhead, line: str) -> str:
        moves, position = ahead.parsed(line, self.seat)[0] or (), ahead.position
        return " ".join(self.game.view.sentence(one.move, position, position) for one in moves)

    def _is_legal(self, ahead: LookAhead, line: str) -> bool:
        self._left -= 1
        return self._left >= 0 and self.steps.after(ahead, line) is not None

    def _is_of(self, move: Wording, line: str) -> bool:
        """Return whether a line can be a move of this kind: it has the kind's fixed words and things."""
        parts = frozenset(words_in(line))
        return move.words <= parts and all(
            any(value <= parts or _has_die(value, parts) for value in self._by_kind.get(hole.kind, ()))
            for hole in move.chosen if not hole.is_optional and hole.kind != NUMBER
        )  # fmt: skip

    @cached_property
    def _wanted(self) -> frozenset[str]:
        """The kinds of things that some move must have. A thing of another kind, such as a colour, only describes."""
        return frozenset[str]().union(*(move.wanted for move in self._lexicon.moves))

    @cached_property
    def _spelled(self) -> Mapping[str, Sequence[str]]:
        """The values of each kind as they are written in lines."""
        every = self._vocabulary.values
        return {kind: [value for value in values if not value.startswith(THERE)] for kind, values in every.items()}

    @cached_property
    def _by_kind(self) -> Mapping[str, AbstractSet[frozenset[str]]]:
        return {kind: {frozenset(words_in(value)) for value in values} for kind, values in self._spelled.items()}

    def _built(self, move: Wording, things: Sequence[Token]) -> Iterator[str]:
        """Yield lines of a kind of move that the legal moves do not list, with the named things and all other values.

        Yield nothing if there are too many such lines.
        """
        part, left, values = move.part if move.each else move, list(things), list[Sequence[str]]()
        for hole in part.holes:
            named = next((token for token in left if hole in move.chosen and token.of(hole.kind) is not None), None)
            if named is not None:
                left.remove(named)
                values.append([named.of(hole.kind) or ""])
            elif hole.is_optional and not hole.role:
                values.append([""])
            else:
                values.append(self._open_values(hole.kind))
        for chosen in product(*values) if prod(map(len, values)) <= _BUILT else ():
            line = part.filled(chosen)
            yield move.line.replace("{each}", line) if move.each else line

    def _open_values(self, kind: str) -> Sequence[str]:
        return [*map(str, range(1, _NUMBERS + 1))] if kind == NUMBER else self._spelled.get(kind, ())


def _best(tried: Mapping[str, tuple[int, float]], described: Iterable[AbstractSet[str]]) -> list[str]:
    """Return the lines that lack the fewest things, and of these the ones that the most descriptions fit."""
    rank = {
        line: (lacks, -sum(not things.isdisjoint(words_in(line)) for things in described))
        for line, (lacks, _) in tried.items()
    }
    best = min(rank.values(), default=None)
    return [line for line in tried if rank[line] == best]


def _undescribed(things: Sequence[Token], described: Iterable[str]) -> tuple[Token, ...]:
    """Return things without those whose name is only part of a description, such as *red* in *red door*."""
    left = list(things)
    for phrase in described:
        part = next((token for token in reversed(left) if phrase.startswith(f"{token.text} ")), None)
        left = [token for token in left if token is not part]
    return tuple(left)


def _share(spoken: Sequence[str], known: AbstractSet[str]) -> float:
    """Return the share of the words that count which are known."""
    counted = [word for word in spoken if len(word) >= _LONG and (word in known or word not in _NEUTRAL)]
    return sum(word in known for word in counted) / len(counted) if counted else 1.0


def _bases(begun: Sequence[str], one: _OpenMove, used: AbstractSet[Token]) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a reading without those about the things of the move, and all lines."""
    named = [value for token in one.things if token in used and not token.is_number for value in _values(token)]
    yield tuple(line for line in begun if not any(value <= frozenset(words_in(line)) for value in named))
    yield tuple(begun)


def _is_imagined(token: Token) -> bool:
    """Return whether a phrase is a verb that could mean a move, in a sentence that describes no action."""
    return token.is_inert and bool(token.verbs) and token._replace(is_inert=False).weight > _HEARD


def _is_adjective(token: Token) -> bool:
    """Return whether a phrase that can be a verb describes a thing, as in *that open door*."""
    return not token.is_verb and not _ARTICLES.isdisjoint(token.before.split()[-1:])


def _is_chosen(move: Wording) -> bool:
    """Return whether the player chooses a thing of this kind of move, and chance decides none of it."""
    return bool(move.wanted) and move.wanted.isdisjoint((EACH, ALL)) and not move.reveals


def _values(token: Token) -> list[frozenset[str]]:
    found = (frozenset(words_in(sense.value)) for sense in token.senses if sense.kind not in (VERB, ""))
    return [value for value in found if value]


def _has_die(value: frozenset[str], parts: AbstractSet[str]) -> bool:
    """Return whether a value of one letter names one of several numbered dice: `B` and `B3`."""
    return len(value) == 1 and any((die := _DIE.fullmatch(part)) and die[1] in value for part in parts)


def _numbered(move: Wording, lines: Sequence[str], things: Sequence[Token]) -> list[str]:
    """Return lines with the number that is named, or else with each number between the smallest and the largest."""
    if not any(hole.kind == NUMBER for hole in move.chosen):
        return list(lines)
    named = [number for token in things if (number := token.of(NUMBER)) and number.isdecimal()]
    ranges, found = dict[str, list[int]](), list[str]()
    for line in lines:
        if last := next(iter(deque(_NUMBER.finditer(line), maxlen=1)), None):
            text = f"{line[: last.start()]}{{}}{line[last.end() :]}"
            ranges.setdefault(text, []).append(int(last[0]))
        else:
            found.append(line)
    for text, numbers in ranges.items():
        every = range(min(numbers), min(max(numbers), min(numbers) + _NUMBERS) + 1)
        found += [text.format(number) for number in named or every]
    return found


def _agreement(move: Wording, line: str, things: Iterable[Token], *, is_silent: bool) -> tuple[int, float]:
    """Return how many things such a move must have that a line lacks, and the weight of the things that it has.

    A move that `is_silent`, that is without a verb, must have all named things.
    """
    parts, kinds = frozenset(words_in(line)), {hole.kind for hole in move.chosen}
    lacks, score = 0, 0.0
    for token in things:
        if token.is_number and NUMBER not in kinds:
            score += token.weight * (move.each != "" and token.of(NUMBER) == str(_length(move, line)))
        elif any(value <= parts or _has_die(value, parts) for value in _values(token)):
            score += token.weight
        else:
            lacks += not token.kinds.isdisjoint(kinds) or (is_silent and token.weight >= _THING)
    return lacks, score


def _order(line: str, token: Token, *, is_first: bool) -> float:
    """Return from 0 to 1 how near the beginning (`is_first`) or the end of a line a thing is."""
    parts = words_in(line)
    at = next((at for at, part in enumerate(parts) for value in _values(token) if part in value), None)
    return 0.0 if at is None else 1 - at / len(parts) if is_first else at / len(parts)


def _named_first(move: Wording, line: str, things: Iterable[Token]) -> str:
    """Return a line that repeats a part, such as a card, with the named things before the others."""
    if not move.each or NUMBER in move.part.wanted:
        return line
    begin, named = move.line.partition("{")[0], [value for token in things for value in _values(token)]
    parts = line.removeprefix(begin).split(move.joint)
    parts.sort(key=lambda part: not any(value <= frozenset(words_in(part)) for value in named))
    return begin + move.joint.join(parts)


def _length(move: Wording, line: str) -> int:
    """Return the number of parts of a line that repeats a part."""
    return len(line.removeprefix(move.line.partition("{")[0]).split(move.joint))
