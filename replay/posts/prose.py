"""What people post in their own words, read as moves by what is legal where the lines before it have led."""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, reduce
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

from events.errors import BellError
from events.events import Move
from projections.game import Game
from projections.notation.prose.clauses import (
    DICE,
    MOST_TOKENS,
    REMARKS,
    Scanner,
    Token,
    does_unknown,
    says_otherwise,
    says_unread,
    sentences,
    skips,
    unknown,
)
from projections.notation.prose.guards import put_off, takes_back
from projections.notation.prose.lexicon import NUMBER, Lexicon, with_moves
from projections.notation.prose.walk import MOST_TRIED, Reading, Still, Walk, is_verb, lines_of, lost, weight, words_in
from projections.notation.prose_match import Offers
from projections.terms import Claim, Written
from replay.posts.simulate import AgainstError, LookAhead

JOINT: Final = " / "
MOST: Final = 4
"""So many readings are offered at most."""
_LEAST: Final = 0.5
"""A reading that explains less than this more than it leaves over is none."""
_TOLD: Final = 2.5
"""A reading that explains so much, a thing that is named, is asked about whatever it leaves over."""
_AHEAD: Final = 0.9
"""By so much one reading has to be ahead of the next to be clear."""
_SHARE: Final = 0.35
"""A reading is clear only where what it leaves over takes less than the rest of what it explains."""
_HEAVY: Final = 0.8
"""What would matter so much, if it were not asked or planned, leaves no reading clear."""
_HARMLESS: Final = 0.6
"""How much of what a reading leaves over without need does not count against it."""
_MEANT: Final = 8
"""So many lines that a sentence may mean are tried beside a reading."""
_PASSING: Final = 4
"""In a post of more longer words a thing is named in passing."""
_DOUBTED: Final = 2000
"""So many lines at most are tried to see what could be done beside a reading."""
_SPEAKS: Final = 1.5
"""A verb that matters so much says a move by itself."""
_UNKNOWN: Final = re.compile(
    r"(?P<joint>(?:and|n|with|\+|&) )?\b(?:the|an?|my|your|another)(?: the)?(?: (?!of\b)\w+)??"
    r" (?!(?:first|second|third|fourth|fifth|last|other|rest|same|whole|table|seat|turn|kettle|feet|lights|hole)\b)"
    r"[^\W\d_]{4,}(?P<and> (?:and|n|with|\+|&)(?: (?:the|an?|my|your|another))?)?"
    r"(?: (?:i|have|has|then|just|also|now|is|are|so|lol|she|he))*"
)
_LEADING: Final = frozenset({"for", "with", "on", "off", "at", "to", "in", "into", "by", "as"})
"""Verbs that are nothing but words before a thing."""
"""Something that is named, and is no phrase of the game."""
_STOP: Final = Token((), ".", -1)
_HEADED: Final = re.compile(r"\W*(?P<verb>[A-Za-z]{3,12}):(?P<rest>[^;]*)$")
"""A line that looks like notation."""
_HEARD: Final = 0.3
"""A phrase that matters less is no part of a move."""
_SPOKEN: Final = 4.0
"""A sentence that tells so much of the game speaks of moves, though none of them may be legal here."""
_MUCH: Final = 10.0
"""What names so much of the game is asked about, though no move could be made of it."""
_NAMED: Final = 0.5
"""A phrase that matters so much names a thing."""
_AGAINST: Final = 1.5
"""By so much a reading against the rules has to explain more than the best legal one, to be on offer beside it."""
_BROKEN: Final = 4.0
"""A reading against the rules is on offer only where it explains so much."""
_CONFIRMED: Final = 1.0
"""What it says for a move that this table has confirmed it in these words."""
_WORDY: Final = re.compile(r"[^\W\d_]{4,}")
_PARTS: Final = re.compile(r" / (?=[A-Z+]{1,12}(?:: ?|$| /))")


def parts_of(line: str) -> list[str]:
    """The lines of notation in a choice that has several."""
    return _PARTS.split(line)


class Phrase(NamedTuple):
    """A phrase of a post that means something: where its line stands, its words, and what a reading made of it.

    It carried the move, is a remark, or is left over and could matter (`carried`, `remark`, `left`).
    """

    line: int
    text: str
    kind: str


class ProseReading(NamedTuple):
    """What lines of prose may mean: the choices, the likeliest first, and in which line they begin.

    `is_clear` says that the first one explains all that could matter, and no other comes near it; `left` are the words
    that it leaves over. It `is_against` a rule where the first one is. By choice `supplied` are the lines that it adds,
    `phrases` what became of each phrase in it. Without choices the lines tell of the game, and are too long to be read,
    or no move could be made of what they name, which is `left`.
    """

    line: int
    choices: tuple[str, ...]
    is_clear: bool
    left: tuple[str, ...] = ()
    supplied: tuple[tuple[str, ...], ...] = ()
    phrases: tuple[tuple[Phrase, ...], ...] = ()
    is_against: bool = False

    @property
    def message(self) -> str:
        """What is asked about it."""
        if self.left and not self.choices:
            return f"no move could be made of this: what does it say? It names {', '.join(self.left)}."
        if not self.choices:
            return "too long to be read at once: what does it say? In parts it can be read."
        said = "read from prose: is this what it says?"
        if self.is_against:
            said += " A rule speaks against the first."
        if self.left:
            said += f" Left over: {', '.join(self.left)}."
        supplied = next(iter(self.supplied), ())
        return said + (f" Supplied: {', '.join(supplied)}." if supplied else "")


class _Weighed(NamedTuple):
    """Some readings of a post, the best one first, with all that decides whether that one is clear.

    `way` are the positions that its lines lead to, `still` what may be said beside it, `harmless` how much of what it
    leaves over does not count against it, `carried` the phrases that it uses. `unsaid` are readings with one more line.
    The seat `goes_on` if it has to move again after it.
    """

    lines: Sequence[str]
    tokens: Sequence[Token]
    likely: Sequence[Reading]
    lexicon: Lexicon
    way: Sequence[LookAhead]
    still: Still
    unexplained: tuple[str, ...]
    harmless: float
    carried: Sequence[Token]
    unsaid: Sequence[Reading]
    goes_on: bool

    @property
    def best(self) -> Reading:
        """The reading that explains most."""
        return self.likely[0]


class ProseReader:
    """Reads prose of a seat from where a post has led; `patience` is how many lines of notation may still be tried."""

    def __init__(self, game: Game[Any, Any], ahead: LookAhead, seat: str, patience: int = MOST_TRIED) -> None:
        self.game, self.ahead, self.seat, self.patience = game, ahead, seat, patience
        self._doubts = _DOUBTED
        self._led: dict[tuple[int, Sequence[Written], bool], LookAhead | None] = {}
        self._read: dict[tuple[int, str], tuple[Any, tuple[tuple[Written, ...] | None, Sequence[str]]]] = {}

    def read(self, lines: Sequence[str]) -> ProseReading | None:
        """What lines of prose may mean; None where nothing of them says a move."""
        wordings = self.game.wordings
        if wordings is None or self.ahead.waits or put_off("\n".join(lines)):
            return None
        position, confirmed = self.ahead.position, self.ahead.confirmed()
        lexicon, phrases = with_moves(wordings.lexicon, wordings.phrases(position, self.seat), confirmed)
        tokens = Scanner(phrases, lexicon, wordings.at_hand(position), wordings.toward).scan(lines)
        if len(tokens) > MOST_TOKENS:
            begins = next((token.line for token in tokens if weight(token) > 0), 0)
            return ProseReading(begins, (), is_clear=False, phrases=((),)) if _speaks(tokens) else None
        walk = Walk(lexicon, self._step, self.patience, self._choices, _written(lines), self._meant)
        readings = _preferred(walk.readings(tokens, self.ahead), {move.name for move in confirmed})
        self.patience = max(0, walk.patience)
        likely = [one for one in _distinct(readings) if one.merit > _LEAST or one.explained > _TOLD][:MOST]
        if not likely:
            broken = self._broken(walk, tokens, lines, ())
            return _offered(tokens, broken, lexicon) if broken else self._unread(tokens, lines)
        return self._offer(walk, lines, tokens, likely)

    def _offer(
        self, walk: Walk, lines: Sequence[str], tokens: Sequence[Token], likely: Sequence[Reading]
    ) -> ProseReading | None:
        """The likely readings as they are offered; None if the post only mentions a thing."""
        best, lexicon = likely[0], walk.lexicon
        is_told = len(best.moves) > 1 or _is_told(best, lines)
        if not is_told and _is_mentioned(best, "\n".join(lines)):
            return None
        weighed = self._weighed(lines, tokens, likely, lexicon)
        is_clear = is_told and self._is_alone(weighed) and self._is_whole(weighed) and self._is_sure(weighed)
        likely = list(_distinct((best, *weighed.unsaid, *likely[1:])))[:MOST]
        if weighed.unexplained and (broken := self._broken(walk, tokens, lines, likely)):
            return _offered(tokens, [*broken, *likely][:MOST], lexicon)
        return _offered(tokens, likely, lexicon, weighed.unexplained, is_clear=is_clear)

    def _weighed(
        self, lines: Sequence[str], tokens: Sequence[Token], likely: Sequence[Reading], lexicon: Lexicon
    ) -> _Weighed:
        """The best of some readings with all that decides whether it is clear."""
        best, way = likely[0], list(self._along(likely[0].lines))
        implied = {
            str(number)
            for ahead in way
            for number in (self.game.wordings.implied(ahead.position) if self.game.wordings else ())
        }
        still = self._still(way, best)
        could = cache(lambda line: self._could(line, best.position))
        return _Weighed(
            lines, tokens, likely, lexicon, way, still,
            unexplained=best.unexplained(lexicon, could, implied=implied, still=still),
            harmless=sum(_harmless(best, lexicon, implied, still)),
            carried=[token for token in tokens if weight(token) > _HEARD and token not in best.left],
            unsaid=list(self._unsaid(best, tokens, lexicon, still)),
            goes_on=lexicon.wary and self._goes_on(best),
        )  # fmt: skip

    @staticmethod
    def _is_alone(weighed: _Weighed) -> bool:
        """Whether no other reading comes near the best one, which explains enough and asks for nothing."""
        best, lexicon = weighed.best, weighed.lexicon
        if any(
            (best.score - other.score <= _AHEAD and _says_else(other, best)) or _says_more(other, best)
            for other in weighed.likely[1:]
        ):  # fmt: skip
            return False
        if best.is_asked or best.lacks(lexicon) or (best.lacks_a_part(lexicon) and not lexicon.wary):
            return False
        return best.score + weighed.harmless > max(_LEAST, _SHARE * best.explained)

    def _is_whole(self, weighed: _Weighed) -> bool:
        """Whether the best reading explains all of the post that could matter."""
        best, tokens, lexicon = weighed.best, weighed.tokens, weighed.lexicon
        if weighed.unexplained or weighed.unsaid or (lexicon.wary and _tells_of_others(tokens, self.seat)):
            return False
        if lexicon.wary and weighed.still.verbs and skips(tokens, weighed.carried, goes_on=weighed.goes_on):
            return False
        return not (lexicon.whole and weighed.goes_on) or not any(
            lost(token) >= 1 for token in best.left if token.verbs and not best.repeats(token, lexicon)
        )

    def _is_sure(self, weighed: _Weighed) -> bool:
        """Whether the post says that its writer made these moves, and takes nothing back."""
        lines, tokens, best, lexicon = weighed.lines, weighed.tokens, weighed.best, weighed.lexicon
        said = {token.clause for token in weighed.carried if token.verbs & set(best.moves)}
        return not (
            says_unread(lines, tokens, said, goes_on=weighed.goes_on)
            or says_otherwise(lines, tokens, weighed.carried)
            or takes_back("\n".join(lines))
            or (not lexicon.wary and _names_unknown(tokens, lexicon, weighed.still))
            or does_unknown(tokens, weighed.carried)
            or _does_another(tokens, best, weighed.carried, lexicon)
            or self._is_doubted(tokens, best, weighed.way, lexicon, weighed.still)
        )

    def _broken(
        self, walk: Walk, tokens: Sequence[Token], lines: Sequence[str], legal: Sequence[Reading]
    ) -> list[Reading]:  # fmt: skip
        """The likeliest reading with a move that happened though a rule speaks against it, if there is one.

        It has to explain all that could matter, and more than what is legal does.
        """
        if self.seat not in self.game.rules.status(self.ahead.position).awaited or not any(
            token.verbs for token in tokens if not token.is_inert
        ):
            return []
        walk.begin_again(self._kept, self.patience)
        found = [
            one for one in walk.readings(tokens, self.ahead)
            if one.position.against and one.explained >= _BROKEN
            and _is_told(one, lines) and not one.unexplained(walk.lexicon)
        ]  # fmt: skip
        self.patience = max(0, walk.patience)
        best = max((one.score for one in legal), default=0.0) + _AGAINST
        return [one for one in found if one.score > max(best, _SHARE * one.explained) and self._is_said(one, lines)][:1]

    def _is_said(self, reading: Reading, lines: Sequence[str]) -> bool:
        """Whether nothing in a post speaks against it that the seat has made the moves of a reading."""
        left = set(reading.left)
        carried = [token for token in reading.tokens if weight(token) > _HEARD and token not in left]
        said = {token.clause for token in carried if token.verbs & set(reading.moves)}
        asking = {token.clause for token in reading.tokens if token.is_stop and token.text == "?"}
        verbs = frozenset[str]().union(*(token.verbs for token in reading.tokens if token not in left))
        heavy = frozenset[str]().union(*(token.verbs for token in carried if weight(token) >= _SPEAKS))
        return not (
            asking & {token.clause for token in carried}
            or heavy.isdisjoint(reading.moves) or not verbs.issuperset(reading.moves)
            or _tells_of_others(reading.tokens, self.seat) or says_unread(lines, reading.tokens, said)
            or says_otherwise(lines, reading.tokens, carried) or any(_doubted(reading.tokens, self.seat))
        )  # fmt: skip

    def _kept(self, ahead: LookAhead, line: str) -> LookAhead | None:
        """Where lines of notation lead, one of which at most a rule may speak against."""
        return self._step(ahead, line) or (None if ahead.against else self._step(ahead, line, keeps=True))

    def _unread(self, tokens: Sequence[Token], lines: Sequence[str]) -> ProseReading | None:
        """A post of the awaited seat that names much of the game, and of which no move could be made."""
        asking = {token.clause for token in tokens if token.is_stop and token.text == "?"}
        named = [
            token for token in tokens
            if token.clause not in asking and not (token.is_inert or token.is_veiled or token.is_at_hand)
            and not (is_verb(token) or token.is_number)
        ]  # fmt: skip
        position = self.ahead.position
        is_asked = sum(map(weight, named)) >= _MUCH and self.seat in self.game.rules.status(position).awaited
        if not is_asked or any(self.game.notation.opens(line, position, self.seat) for line in lines):
            return None  # what opens like a move is asked about by itself
        left = tuple(dict.fromkeys(token.text for token in named))
        offers = Offers(self.game, position, self.seat)
        found = tuple(dict.fromkeys(choice for line in lines for choice in offers.meant(line)))[:MOST]
        return ProseReading(named[0].line, found, False, left, ((),) * len(found), ((),) * max(1, len(found)))

    def _goes_on(self, best: Reading) -> bool:
        """Whether the seat is still to move where a reading ends, as far as may be known."""
        ahead = best.position
        return not ahead.waits and self.seat in self.game.rules.status(ahead.position).awaited

    def _unsaid(self, best: Reading, tokens: Sequence[Token], lexicon: Lexicon, still: Still) -> Iterator[Reading]:
        """A reading with a line that the words behind it may say, which nobody knows or no move is made of."""
        last = max(
            (at for at, token in enumerate(tokens) if weight(token) > _HEARD and token not in best.left), default=0
        )
        if any(unknown(*two) or lost(two[1]) >= _SPEAKS for two in pairwise(tokens[last:])):
            for line in lexicon.unsaid:
                if {line.partition(":")[0]} == still.behind and (after := self._step(best.position, line)) is not None:
                    yield best._replace(lines=(*best.lines, line), position=after)

    def _is_doubted(
        self, tokens: Sequence[Token], best: Reading, way: Sequence[LookAhead], lexicon: Lexicon, still: Still
    ) -> bool:  # fmt: skip
        """Whether what is planned, asked, or done by "him", could be one more move beside those of a reading.

        In a wary game that is so where it says a move of a sort that is not read.
        """
        doubted = list(_doubted(tokens, self.seat))
        if lexicon.wary and _says_new(doubted, best, lexicon, still):
            return True
        said = max(
            (at for at, token in enumerate(tokens) if weight(token) > _HEARD and token not in best.left), default=0
        )
        if any(
            lost(token._replace(is_inert=False)) >= _HEAVY and not best.repeats(token, lexicon)
            for token in tokens[said + 1 :]
        ) and still.is_forced:  # fmt: skip
            return True
        for clause in dict.fromkeys(token.clause for token in doubted):
            live = [token._replace(is_inert=False) for token in tokens if token.clause == clause]
            if any(self._adds(line, best, way) for line in islice(lines_of(live, lexicon), _MEANT)):
                return True
        return False

    def _adds(self, line: str, best: Reading, way: Sequence[LookAhead]) -> bool:
        """Whether a line could stand somewhere in a reading, or in the place of one of whose words it has all.

        Where that would take too long to find out, it could.
        """
        words = set(words_in(line))
        for at, ahead in enumerate(way):
            if self._doubts < 0:
                return True
            rest = best.lines[at:]
            behind = [rest, rest[1:]] if rest and words > set(words_in(rest[0])) else [rest]
            for one in self._meant(ahead, line) or (line,):
                after = None if one in best.lines else self._step(ahead, one)
                self._doubts -= 1 + len(behind) * len(rest) * (after is not None)
                ends = (
                    reduce(lambda led, next_line: led and self._step(led, next_line), rest, after) for rest in behind
                )
                if any(end and end.path != best.position.path for end in ends):
                    return True
        return False

    def speaks_of_moves(self, lines: Sequence[str]) -> bool:
        """Whether a sentence has a verb and a thing of the game and tells much of it, legal or not."""
        wordings = self.game.wordings
        if wordings is None or put_off("\n".join(lines)):
            return False
        position = self.ahead.position
        phrases = wordings.phrases(position, self.seat)
        tokens = Scanner(phrases, wordings.lexicon, wordings.at_hand(position), wordings.toward).scan(lines)
        return _speaks(tokens)

    def _still(self, way: Sequence[LookAhead], best: Reading) -> Still:
        """What may be said on the way of a reading, or behind it, beside what it says."""
        offers = [Offers(self.game, ahead.position, self.seat) for ahead in way]
        read = {part.partition(":")[0] for line in best.lines for part in parts_of(line)}
        return Still(lambda: [offer.decided for offer in offers], read, waits=bool(best.position.waits))

    def _along(self, lines: Sequence[str]) -> Iterator[LookAhead]:
        """Where lines lead, one after the other."""
        ahead: LookAhead | None = self.ahead
        for line in (None, *lines):
            ahead = ahead if line is None or ahead is None else self._step(ahead, line)
            if ahead is not None and ahead.position is not None:
                yield ahead

    def _could(self, line: str, end: LookAhead) -> bool:
        """Whether a line could be played before all others or behind them."""
        return any(self._step(position, line) is not None for position in (self.ahead, end))

    def _step(self, ahead: LookAhead, line: str, *, keeps: bool = False) -> LookAhead | None:
        """Where lines of notation lead, None where they do not read or are not legal, unless it `keeps` those too."""
        if ahead.waits:
            return None
        for part in parts_of(line):
            moves = self._exact(ahead, part)
            key = (id(ahead), moves or (), keeps)
            if key not in self._led:  # moves lead to the same place, however they are written
                self._led[key] = self._over(ahead, moves, keeps=keeps) if moves else None
            there = self._led[key]
            if there is None:
                return None
            ahead = there
        return ahead

    def _over(self, ahead: LookAhead, moves: Sequence[Written], *, keeps: bool) -> LookAhead | None:
        ahead = ahead.tried(tells=False)
        try:
            for written in moves:
                _go_on(ahead, written, keeps=keeps)
                if not (ahead.waits or all(self._holds(claim, ahead) for claim in written.claims)):
                    return None
        except (BellError, AgainstError):
            return None
        ahead.path = (*ahead.path, *(written.move for written in moves))
        return ahead

    def _exact(self, ahead: LookAhead, line: str) -> tuple[Written, ...] | None:
        """The moves of a line of notation, where it reads as it stands."""
        return self._tried(ahead, line)[0]

    def _tried(self, ahead: LookAhead, line: str) -> tuple[tuple[Written, ...] | None, Sequence[str]]:
        """The same, with the lines that it may mean where it reads but is to be asked about."""
        key = (id(ahead.position), line)
        if key not in self._read:
            found = self.game.notation.moves_or_choices(line, ahead.position, self.seat)
            self._read[key] = (ahead.position, found)
        return self._read[key][1]

    def _choices(self, ahead: LookAhead, line: str) -> Sequence[str]:
        """What a line may mean that reads, but is to be asked about."""
        if ahead.waits or len(parts_of(line)) > 1:
            return ()
        return self._tried(ahead, line)[1][: 2 * MOST]

    def _meant(self, ahead: LookAhead, line: str) -> Sequence[str]:
        """The lines in which what is told by what lies there is named."""
        wordings = self.game.wordings
        return () if ahead.waits or wordings is None else wordings.meant(line, ahead.position, self.seat)

    def _holds(self, claim: Claim, ahead: LookAhead) -> bool:
        """Whether what a line claims is so behind it, as far as this reader can tell."""
        return self.game.notation.claim(claim.place, ahead.position) in (None, claim.value)


def _go_on(ahead: LookAhead, written: Written, *, keeps: bool) -> None:
    """Go on over a move, and note what speaks against it where it is kept."""
    try:
        ahead.go_on(written)
    except AgainstError as error:
        if not (keeps and error.may_keep and error.rule):
            raise
        ahead.go_on(written, lenient=True)
        ahead.against = (*ahead.against, error.rule)


def _offered(
    tokens: Sequence[Token], likely: Sequence[Reading], lexicon: Lexicon, left: tuple[str, ...] = (), *,
    is_clear: bool = False,
) -> ProseReading:  # fmt: skip
    """Readings as they are offered; `left` are the words that the first one leaves over."""
    begins = next((token.line for token in tokens if weight(token) > 0), 0)
    choices = tuple(JOINT.join(reading.lines) for reading in likely)
    supplied = tuple(reading.supplied for reading in likely)
    became = tuple(_phrases(reading, lexicon, left if reading is likely[0] else None) for reading in likely)
    is_against = bool(likely[0].position.against)
    return ProseReading(begins, choices, is_clear, left, supplied, became, is_against)


def _speaks(tokens: Sequence[Token]) -> bool:
    """Whether a sentence has a verb and a thing of the game and tells much of it."""
    clauses: dict[int, list[Token]] = {}
    for token in tokens:
        if not (token.is_stop or token.is_inert):
            clauses.setdefault(token.clause, []).append(token)
    return any(
        sum(map(weight, said)) >= _SPOKEN and any(token.verbs for token in said)
        and any(weight(token) >= _NAMED and not is_verb(token) for token in said)
        for said in clauses.values()
    )  # fmt: skip


def _preferred(readings: Sequence[Reading], confirmed: AbstractSet[str]) -> Sequence[Reading]:
    """Readings with those ahead that say a move as this table has confirmed it."""
    if not confirmed:
        return readings
    more = ((one, sum(move in confirmed for move in one.moves)) for one in readings)
    return sorted((one._replace(score=one.score + _CONFIRMED * many) for one, many in more), key=lambda one: -one.score)


def _written(lines: Sequence[str]) -> dict[int, str]:
    """The lines that look like notation, by their places, with their verbs in capitals."""
    found = ((at, _HEADED.match(line)) for at, line in enumerate(lines))
    return {at: f"{head['verb'].upper()}:{head['rest']}" for at, head in found if head}


def _phrases(reading: Reading, lexicon: Lexicon, asked: Sequence[str] | None) -> tuple[Phrase, ...]:
    """What became of each phrase in a reading; what says little of itself is nothing.

    Of those left over only the ones that are `asked` about could matter, unless nobody has told which. A verb of what
    is read anyway is part of it.
    """
    read = reading.families(lexicon)
    saying = {move for move, family in lexicon.families.items() if not family.isdisjoint(read)}
    left = {
        id(token): "left" if asked is None or token.text in asked else "remark"
        for token in reading.left if token.verbs.isdisjoint(saying)
    }  # fmt: skip
    return tuple(
        Phrase(token.line, token.text, left.get(id(token)) or ("remark" if token.is_inert else "carried"))
        for token in reading.tokens
        if not token.is_stop and (token.is_inert or weight(token) >= _HEARD or token.verbs & saying)
    )


def _is_told(reading: Reading, lines: Sequence[str]) -> bool:
    """Whether a verb says one of its moves, or nothing else stands in the sentences that name their things."""
    left, moves = set(reading.left), set(reading.moves)
    used = [token for token in reading.tokens if weight(token) > _HEARD and token not in left]
    if any(moves & token.verbs or token.of(DICE) for token in reading.tokens if token not in left):
        return True
    known = {word for token in reading.tokens for word in token.text.split()}
    named = {token.clause for token in used}
    return not any(
        word not in known
        for clause, (_, sentence) in enumerate(sentences(lines)) if clause in named
        for word in _WORDY.findall(sentence.casefold())
    )  # fmt: skip


def _harmless(best: Reading, lexicon: Lexicon, implied: AbstractSet[str], still: Still) -> Iterator[float]:
    """How much of each phrase that a reading leaves over does not count against it."""
    for token in best.left:
        again, is_implied = best.repeats(token, lexicon), token.of(NUMBER) in implied
        is_idle = is_verb(token) and not still.could_say(token, lexicon)
        if (token.is_number and is_implied) or (not lexicon.wary and (again or token.is_light)) or is_idle:
            yield lost(token) * (1 if is_implied or (again and token.verbs & lexicon.bare) else _HARMLESS)


def _is_mentioned(reading: Reading, text: str) -> bool:
    """Whether somewhere within so many words one thing is named, and nothing else says a move."""
    named = [token.text for token in reading.tokens if weight(token) > _HEARD and token not in reading.left]
    begins = any(text.casefold().startswith(name) for name in named)
    return not begins and reading.explained < _TOLD and len(_WORDY.findall(text)) > _PASSING


def _doubted(tokens: Sequence[Token], seat: str) -> Iterator[Token]:
    """What is planned or done by "him" and could be a move; short questions to others are not.

    Whoever tells of himself by his name goes on so.
    """
    asking = {token.clause for token in tokens if token.is_stop and token.text == "?"}
    told = next((at for at, token in enumerate(tokens) if token.text == seat), len(tokens))
    for at, token in enumerate(tokens):
        inert = token.is_inert and not (is_verb(token) and token.clause in asking)
        if (inert or (token.is_veiled and at < told)) and lost(token._replace(is_inert=False)) >= _HEAVY:
            yield token


def _says_new(doubted: Sequence[Token], best: Reading, lexicon: Lexicon, still: Still) -> bool:
    """Whether a doubted phrase says a move of a sort that a reading does not have and that may still be made."""
    read = {part.partition(":")[0] for line in best.lines for part in parts_of(line)}
    verbs = [token.verbs for token in doubted if weight(token._replace(is_inert=False)) >= _HEAVY]
    return any(move.name in some for some in verbs for move in lexicon.moves if move.verb in still.all_verbs - read)


def _names_unknown(tokens: Sequence[Token], lexicon: Lexicon, still: Still) -> bool:
    """Whether what has no known name stands beside a verb that wants a thing, or in a row with one that is known."""
    told = [token for token in tokens if token.text != ":"]
    return any(
        _is_taken(named, last, token, lexicon, still)
        for last, token in pairwise((_STOP, *told)) if not token.is_inert
        for named in _UNKNOWN.finditer(_between(last, token)) if not REMARKS.search(named[0])
    )  # fmt: skip


def _between(last: Token, token: Token) -> str:
    """The words between two phrases."""
    return token.before.removeprefix(last.text).strip()


def _is_taken(named: re.Match[str], last: Token, token: Token, lexicon: Lexicon, still: Still) -> bool:
    """Whether an unknown name between two phrases is in a row with a thing, or is what a verb beside it wants."""
    if (not is_verb(last) and named["joint"]) or (not is_verb(token) and named["and"]):
        return True
    between = _between(last, token)
    is_ended = named.end() == len(between) and "your " not in named[0]
    if is_ended and not is_verb(token) and not named["and"]:
        return False
    near = (last, len(between[: named.start()].split()) <= 1), (token, is_ended)
    verbs = [one.verbs for one, is_near in near if is_near and not one.is_inert and one.text not in _LEADING]
    wanting = (move for move in lexicon.moves if move.wanted and move.verb in still.all_verbs)
    return any(move.name in some for move in wanting for some in verbs)


def _does_another(
    tokens: Sequence[Token], best: Reading, carried: Sequence[Token], lexicon: Lexicon
) -> bool:  # fmt: skip
    """Whether a thing was taken for a move that no verb beside it says, and that verb says another of the same sort.

    As in *I shut c5*, read as opening that door, where it cannot be shut.
    """
    moves, others = _of_a_sort(set(best.moves), lexicon)
    held = {id(token) for token in carried}
    for clause in dict.fromkeys(token.clause for token in carried):
        beside = [token for token in tokens if token.clause == clause and not token.is_inert]
        kinds = {kind for token in beside if id(token) in held and not is_verb(token) for kind in token.kinds}
        if not any(token.verbs & moves for token in beside) and any(
            _says_another(token, moves, kinds, others) for token in beside if token in best.left
        ):
            return True
    return False


def _of_a_sort(made: AbstractSet[str], lexicon: Lexicon) -> tuple[AbstractSet[str], Mapping[str, AbstractSet[str]]]:
    """The moves that are made or need no word beside these, and by move of the same sort what it wants."""
    sort = {move.name: {part.partition(":")[0] for part in parts_of(move.line)} for move in lexicon.moves}
    sorts = {one for move in made for one in sort.get(move, ())}
    others = {move.name: move.wanted for move in lexicon.moves if sort[move.name] & sorts}
    return made | {name for move in lexicon.moves if move.name in made for name in move.idle}, others


def _says_another(
    token: Token, moves: AbstractSet[str], kinds: AbstractSet[str], others: Mapping[str, AbstractSet[str]]
) -> bool:
    """Whether a verb says a move that is not read, and that such things are named for."""
    if not is_verb(token) or lost(token) < _SPEAKS:
        return False
    if any(verb in move or move in verb for verb in token.verbs for move in moves):
        return False
    return any(kinds & others[other] for other in token.verbs & others.keys())


def _tells_of_others(tokens: Sequence[Token], seat: str) -> bool:
    """Whether a clause begins with another player, who does something that could be a move."""
    return any(_tells_of_another(*three, seat) for three in zip((_STOP, *tokens), tokens, tokens[1:], strict=False))


def _tells_of_another(before: Token, who: Token, does: Token, seat: str) -> bool:
    is_other = {sense.kind for sense in who.senses} == {"seat"} and who.text != seat
    return before.is_stop and is_other and is_verb(does) and lost(does) >= _HEAVY and not does.before


def _distinct(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Readings that say different moves, each as it explains most."""
    seen: list[Sequence[Move]] = []
    for reading in readings:
        if reading.position.path not in seen:
            seen.append(reading.position.path)
            yield reading


def _says_more(reading: Reading, best: Reading) -> bool:
    """Whether a reading holds all that the best one does, in its order, and a thing more that this leaves over."""
    rest = iter(reading.lines)
    if len(reading.lines) <= len(best.lines) or not all(line in rest for line in best.lines):
        return False
    left = set(reading.left)
    return any(weight(token) >= _NAMED and not is_verb(token) for token in best.left if token not in left)


def _says_else(reading: Reading, best: Reading) -> bool:
    """Whether a reading says a move that the best one does not say."""
    left = list(best.position.path)
    for move in reading.position.path:
        if move not in left:
            return True
        left.remove(move)
    return False
