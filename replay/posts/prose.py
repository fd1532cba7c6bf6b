"""Read posts in free text as moves, by the moves that are legal after the lines before them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from functools import cache, reduce
from itertools import groupby, islice, pairwise, takewhile
from math import log1p
from typing import Any, Final, NamedTuple

from events.errors import BellError
from events.events import UNKNOWN, Move
from projections.contracts import Written
from projections.game import Game
from projections.notation.prose import unread
from projections.notation.prose.clauses import MOST_TOKENS, Scanner
from projections.notation.prose.cut import sentences
from projections.notation.prose.further import FurtherMoves, Unexplained
from projections.notation.prose.guards import does_another, is_remark, put_off, takes_back
from projections.notation.prose.lexicon import DICE, NUMBER, VERB, Lexicon, with_moves
from projections.notation.prose.proposing import Proposer
from projections.notation.prose.reading import Reading, words_in
from projections.notation.prose.search import MOST_TRIED, Search
from projections.notation.prose.slips import with_corrections
from projections.notation.prose.tokens import Token
from projections.notation.prose_match import Offers
from replay.posts.certainty import Evidence, certainty_of
from replay.posts.simulate import AgainstError, LookAhead
from replay.posts.word_spans import spans

JOINT: Final = " / "
MOST: Final = 4  # the most readings that are offered
_LEAST: Final = 0.5  # the score that a reading must exceed: the weight it explains minus the weight it leaves over
_TOLD: Final = 2.5  # a reading that explains more than this, such as a named thing, is always asked about
_AHEAD: Final = 0.9  # the lead in score over the next reading that makes a reading clear
_LEAD: Final = 6.0  # a larger lead, or more weight left over, says nothing more about a reading
_FEW: Final = 3  # a larger number of other readings, of numbers or of steps says nothing more about a reading
_WORD: Final = re.compile(r"[\w']+")
_DENIAL: Final = re.compile(r"\b(?:not|no|nope|never|none|nobody|neither|nor|without|instead|\w+n't)\b")
_PARTED: Final = re.compile(r"[.,;:!?\n()|\u2013\u2014]|\s(?:and|then|so|but|n)\s")
_SHARE: Final = 0.35  # a reading is clear only if its score exceeds this share of what it explains
_HEAVY: Final = 0.8  # the weight from which a planned or asked phrase makes every reading unclear
_HARMLESS: Final = 0.6  # the share of the weight of harmless leftover phrases that does not count against a reading
_MEANT: Final = 8  # the number of possible lines per clause that are tried as additions to a reading
_PASSING: Final = 4  # in a post with more long words than this, a single named thing is only a mention
_DOUBTED: Final = 2000  # the number of lines that are tried in the search for additions to a reading
_THING: Final = 2.0  # the weight of a named thing that is not merely mentioned with others
_SPEAKS: Final = 1.5  # the weight from which a verb expresses a move by itself
_UNKNOWN: Final = re.compile(
    r"(?P<joint>(?:and|n|with|\+|&) )?\b(?:the|an?|my|your|another)(?: the)?(?: (?!of\b)\w+)??"
    r" (?!(?:first|second|third|fourth|fifth|last|other|rest|same|whole|table|seat|turn|kettle|feet|lights|hole)\b)"
    r"[^\W\d_]{4,}(?P<and> (?:and|n|with|\+|&)(?: (?:the|an?|my|your|another))?)?"
    r"(?: (?:i|have|has|then|just|also|now|is|are|so|lol|she|he))*"
)
"""Pattern of a thing that a post names, but that is not a phrase of the game."""
_LEADING: Final = frozenset({"for", "with", "on", "off", "at", "to", "in", "into", "by", "as"})
"""Words that can be verbs of moves, but are only prepositions before a thing."""
_SMALL: Final = _LEADING | frozenset(
    {
        "from", "over", "up", "down", "through", "out", "across", "along", "back", "upon", "one", "first", "same",
        "straight", "next", "top", "card", "turn", "be", "am", "is", "are", "was", "were", "been", "being", "have",
        "has", "had", "having", "do", "does", "did", "doing", "see", "seen",
    }
)  # fmt: skip
"""Words that can be verbs of moves, but mean no move without another verb."""
_OWN: Final = re.compile(r"\b(?:i|i'm|im|i've|ah|my)\b", re.IGNORECASE)
_STOP: Final = Token((), ".", -1)
_HEADED: Final = re.compile(r"\W*(?P<verb>[A-Za-z]{3,12}):(?P<rest>[^;]*)$")  # a line that looks like notation
_HEARD: Final = 0.3  # a lighter phrase cannot be part of a move
_SPOKEN: Final = 4.0  # the weight from which a sentence is about moves, even if none of them is legal
_MUCH: Final = 10.0  # the total weight from which a post is asked about even if it has no reading
_NAMED: Final = 0.5  # the weight from which a phrase names a thing
_AGAINST: Final = 1.5  # the lead in score over the best legal reading that an illegal reading needs to be offered
_BROKEN: Final = 4.0  # the weight that an illegal reading must explain to be offered
_SEEDS: Final = (2, 3, 4)  # the dice and cards with which a reading after compulsory steps is checked
_CONFIRMED: Final = 1.0  # the bonus for a move in a phrase that players of this session confirmed
_WORDY: Final = re.compile(r"[^\W\d_]{4,}")
_JOINT: Final = re.compile(r"(?:[\s,.;:!?)\]-]|(?:and|then|so|n)\b|&)*", re.IGNORECASE)
"""Words and signs before the first word of the text that is read later."""
_PARTS: Final = re.compile(r" / (?=[A-Z+]{1,12}(?:: ?|$| /))")


def parts_of(line: str) -> list[str]:
    """Split the text of a chosen reading into its lines of notation."""
    return _PARTS.split(line)


class Phrase(NamedTuple):
    """A meaningful phrase of a post: its line index, its words, and its role in a reading."""

    line: int
    text: str
    kind: str  # carried (part of a move), remark, left (left over, and possibly important), or rest (read later)


class ProseReading(NamedTuple):
    """The possible readings of some lines of prose, likeliest first."""

    line: int  # the index of the line in which they begin
    choices: tuple[str, ...]  # none if the text is too long or names things (`left`) that do not form a move
    is_clear: bool  # the first reading explains all that matters, and no other is close
    left: tuple[str, ...] = ()  # the words that the first reading leaves over
    supplied: tuple[tuple[str, ...], ...] = ()  # the lines that each choice adds to the text
    phrases: tuple[tuple[Phrase, ...], ...] = ()  # the phrases of each choice
    is_against: bool = False  # the first choice breaks a rule
    rests: tuple[tuple[int, int] | None, ...] = ()  # where the text of each choice begins that can be read only later
    score: float = 0.0  # of the first choice
    taken_back: str = ""  # the sentence with which the text takes something back
    skipped: tuple[str, ...] = ()  # sentences that the first choice takes for a plan, but that could be moves
    evidence: Evidence | None = None  # about the first choice; None if it breaks a rule
    used: tuple[str, ...] = ()  # the phrases that the first choice uses

    @property
    def certainty(self) -> float:
        """The probability that the first choice is what the text means."""
        return certainty_of(self.evidence) if self.evidence is not None else 0.0

    @property
    def message(self) -> str:
        """The question to the author."""
        if self.left and not self.choices:
            return f"no move matches this text. What is meant? It names {', '.join(self.left)}."
        if not self.choices:
            return "this text is too long to be read at once. Split it into parts."
        message = "read from plain text. Is this what it means?"
        if self.taken_back:
            message += f' The text also says "{self.taken_back}".'
        if self.skipped:
            message += f" Not read as a move: {' '.join(self.skipped)}"
        if self.is_against:
            message += " The first suggestion breaks a rule."
        if self.left:
            message += f" Not used: {', '.join(self.left)}."
        supplied = next(iter(self.supplied), ())
        return message + (f" Added to the text: {', '.join(supplied)}." if supplied else "")


class _Weighed(NamedTuple):
    """The best reading of a post and the other likely ones, with all that decides whether the best one is clear."""

    lines: Sequence[str]
    best: Reading
    others: Sequence[Reading]
    lexicon: Lexicon
    way: Sequence[LookAhead]  # the positions along its lines
    further: FurtherMoves
    unexplained: tuple[str, ...]
    harmless: float  # leftover weight that does not count against it
    carried: Sequence[Token]
    unsaid: Sequence[Reading]  # readings with one more line
    goes_on: bool  # the seat must move again after it


class ProseReader:
    """Reads a seat's prose after the lines before it. `patience` is the number of notation lines it may still try."""

    def __init__(self, game: Game[Any, Any], ahead: LookAhead, seat: str, patience: int = MOST_TRIED) -> None:
        self.game, self.ahead, self.seat, self.patience = game, ahead, seat, patience
        self._doubts, self._is_refused = _DOUBTED, False
        self._remarks: AbstractSet[int] = frozenset()  # the sentences that describe no move of this seat
        self._led: dict[tuple[int, Sequence[Written], bool], LookAhead | None] = {}

    def read(self, lines: Sequence[str], before: str = "") -> ProseReading | None:
        """Return the possible readings of some lines, or None if they contain no move.

        `before` is the text of the same post before these lines. Compulsory steps without a choice are supplied if the
        text fits better after them.
        """
        found, words = self._read(lines, before), takes_back("\n".join(lines))
        if words and not self.ahead.waits:
            found = self._with_corrections(found, lines, before)
        return found and found._replace(taken_back=words)

    def _with_corrections(
        self, found: ProseReading | None, lines: Sequence[str], before: str
    ) -> ProseReading | None:  # fmt: skip
        """Return the readings with those of the text as its author corrected it in front."""
        wordings, position = self.game.wordings, self.ahead.position
        if wordings is None:
            return found
        scanner = Scanner(wordings.phrases(position, self.seat), wordings.lexicon, wordings.at_hand(position))
        corrected = with_corrections(scanner, lines)
        meant = self._read(corrected, before) if list(corrected) != list(lines) else None
        if meant is None or not meant.choices or any(meant.rests):
            return found
        return _joined(meant, found)._replace(is_clear=False, evidence=None)

    def _read(self, lines: Sequence[str], before: str) -> ProseReading | None:
        found = self.read_here(lines, before)
        if self.ahead.waits or (found is not None and found.is_clear):
            return found
        steps, ahead = self.ahead.compulsory_steps(self.seat)
        if not steps:
            return found
        later = ProseReader(self.game, ahead, self.seat, self.patience)
        after = later.read_here(lines, before)
        self.patience = later.patience
        if after is None or not after.choices:
            return found
        if found is not None and found.choices:
            is_begun = parts_of(found.choices[0])[0].partition(":")[0] == steps[0].partition(":")[0]
            if is_begun or (not found.is_against and (after.is_against or found.score >= after.score)):
                return found
        return self._after(steps, after, _SEEDS if ahead.supposes else (), self._told_verbs(lines, before))

    def _after(
        self, steps: tuple[str, ...], found: ProseReading, seeds: Sequence[int], told: AbstractSet[str]
    ) -> ProseReading:  # fmt: skip
        """Return readings with the steps before them. A step whose verb is in `told` does not count as supplied.

        If a reading breaks a rule or depends on the dice and cards of the steps, the whole text is left for later.
        """
        added = tuple(step for step in steps if step.partition(":")[0] not in told)
        others = [self.ahead.compulsory_steps(self.seat, seed) for seed in seeds]
        known = dict[str, int | None]()  # the places of the choices, None for the steps alone
        for at, choice in enumerate(found.choices):
            parts = parts_of(choice)
            is_whole = not (at == 0 and found.is_against)
            if seeds and is_whole:
                is_whole = all(self._tried(self.ahead, part)[0] for part in parts) and all(
                    same == steps and self._step(ahead, choice) is not None for same, ahead in others
                )
            known.setdefault(JOINT.join((*steps, *(parts if is_whole else ()))), at if is_whole else None)
        places = list(known.values())
        rests = [None if at is None else found.rests[at] if found.rests else None for at in places]
        return found._replace(
            choices=tuple(known), is_against=False, left=() if places[0] is None else found.left,
            supplied=tuple((*added, *(() if at is None else found.supplied[at])) for at in places),
            phrases=tuple(() if at is None else found.phrases[at] for at in places),
            evidence=found.evidence and found.evidence._replace(supplied=found.evidence.supplied + len(added)),
            rests=tuple((found.line, 0) if at is None else rest for at, rest in zip(places, rests, strict=True)),
        )  # fmt: skip

    def _told_verbs(self, lines: Sequence[str], before: str) -> AbstractSet[str]:
        wordings, position = self.game.wordings, self.ahead.position
        if wordings is None:
            return frozenset()
        phrases, lexicon = wordings.phrases(position, self.seat), wordings.lexicon
        return _told_verbs(
            Scanner(phrases, lexicon, wordings.at_hand(position), wordings.toward).scan(lines, before), lexicon
        )

    def read_here(self, lines: Sequence[str], before: str = "") -> ProseReading | None:
        """Return the possible readings of some lines without steps that the text does not mention."""
        wordings = self.game.wordings
        if wordings is None or self.ahead.waits or put_off("\n".join(lines)):
            return None
        position, confirmed = self.ahead.position, self.ahead.confirmed()
        lexicon, phrases = with_moves(wordings.lexicon, wordings.phrases(position, self.seat), confirmed)
        tokens = Scanner(phrases, lexicon, wordings.at_hand(position), wordings.toward).scan(lines, before)
        if len(tokens) > MOST_TOKENS:
            return ProseReading(_begin(tokens), (), is_clear=False, phrases=((),)) if _speaks(tokens) else None
        self._remarks = self._remarks_in(lines, tokens)
        search = Search(lexicon, self._step, self.patience, self._choices, self._meant, _written(lines))
        found = [_without_rest(one, lexicon) for one in self._readings(search, tokens)]
        found.sort(key=lambda one: -one.score)
        readings = _preferred(found, {move.name for move in confirmed})
        self.patience = max(0, search.patience)
        likely = [one for one in _distinct(readings) if one.merit > _LEAST or one.explained > _TOLD][:MOST]
        if not likely:
            broken = self._broken(search, lines, tokens, ())
            likely = [] if broken else [one for one in _distinct(readings) if _is_begun(one)][:MOST]
            if not likely:
                return _offered(broken, lexicon, lines) if broken else self._unread(tokens, lines)
        return self._offer(search, lines, likely)

    def _readings(self, search: Search, tokens: Sequence[Token]) -> list[Reading]:
        """Return the readings of a post that use more than remarks.

        In a wary game, none of them uses a thing for another move than its verb.
        """
        found = [one for one in search.readings(tokens, self.ahead) if not self._is_remark(one)]
        kept = [one for one in found if not (search.lexicon.wary and _is_misused(one, search.lexicon))]
        self._is_refused = self._is_refused or len(kept) < len(found)
        return kept

    def _offer(self, search: Search, lines: Sequence[str], likely: Sequence[Reading]) -> ProseReading | None:
        best, lexicon = likely[0], search.lexicon
        is_told = len(best.moves) > 1 or _is_told(best, lines)
        if not is_told and _is_mentioned(best, "\n".join(lines)):
            return None
        weighed = self._weighed(lines, likely, lexicon)
        is_clear = is_told and _is_alone(weighed) and self._is_whole(weighed) and self._is_sure(weighed)
        planned, skipped = ([], ()) if is_clear else self._planned(search, best, lines)
        likely = list(_distinct((best, *weighed.unsaid, *planned, *likely[1:])))[:MOST]
        if weighed.unexplained and (broken := self._broken(search, lines, best.tokens, likely)):
            return _offered([*broken, *likely][:MOST], lexicon, lines)
        unused = dict.fromkeys(token.text for token in _unused(best, lexicon, is_clear=is_clear))
        left = weighed.unexplained or tuple(unused)
        found = _offered(likely, lexicon, lines, left, is_clear=is_clear)
        evidence = self._evidence(weighed, is_clear=is_clear)
        return found._replace(skipped=skipped, evidence=evidence, used=_phrases_used(best))

    def _evidence(self, weighed: _Weighed, *, is_clear: bool) -> Evidence:
        after = weighed.best.position
        goes_on = not after.waits and self._is_awaited(after.position)
        return _evidence(weighed, is_clear=is_clear, goes_on=goes_on, seat=self.seat)

    def _planned(self, search: Search, best: Reading, lines: Sequence[str]) -> tuple[list[Reading], tuple[str, ...]]:
        """Return the reading that also makes the moves of plans and the like, if one is legal, and their sentences."""
        doubted = {token.clause for token in _doubted(best.tokens, self.seat) if token.is_inert and token.verbs}
        doubted -= _asking(best.tokens) | self._remarks
        if not doubted:
            return [], ()
        live = [token._replace(is_inert=token.is_inert and token.clause not in doubted) for token in best.tokens]
        search.begin_again(self._step, self.patience)
        more = [one for one in self._readings(search, live) if _goes_further(one, best)]
        self.patience = max(0, search.patience)
        skipped = (sentence.strip() for clause, (_, sentence) in enumerate(sentences(lines)) if clause in doubted)
        return more[:1], tuple(skipped) if more else ()

    def _weighed(self, lines: Sequence[str], likely: Sequence[Reading], lexicon: Lexicon) -> _Weighed:
        best, *others = likely
        way, wordings = list(self._along(best.lines)), self.game.wordings
        implied = {str(number) for ahead in way if wordings for number in wordings.implied(ahead.position)}
        offers = [Offers(self.game, ahead.position, self.seat) for ahead in way]
        further = FurtherMoves(
            lexicon, lambda: [offer.decided for offer in offers], _verbs_of(best), waits=bool(best.position.waits)
        )
        could = cache(lambda line: any(self._step(ahead, line) is not None for ahead in (self.ahead, best.position)))
        return _Weighed(
            lines, best, others, lexicon, way, further,
            unexplained=Unexplained(
                reading=best, lexicon=lexicon, could=could, implied=implied, further=further
            ).texts(),
            harmless=sum(_harmless(best, lexicon, implied, further)),
            carried=_carried(best), unsaid=list(self._unsaid(best, lexicon, further)),
            goes_on=lexicon.wary and not best.position.waits and self._is_awaited(best.position.position),
        )  # fmt: skip

    def _is_whole(self, weighed: _Weighed) -> bool:
        best, lexicon = weighed.best, weighed.lexicon
        if weighed.unexplained or weighed.unsaid or (lexicon.wary and _tells_of_others(best.tokens, self.seat)):
            return False
        if (
            lexicon.wary
            and weighed.further.verbs
            and unread.skips(best.tokens, weighed.carried, goes_on=weighed.goes_on)
        ):
            return False
        return not (lexicon.whole and weighed.goes_on) or not any(
            token.is_at_hand or (token.verbs and token.cost >= 1 and not best.repeats(token, lexicon))
            for token in best.left
        )

    def _is_sure(self, weighed: _Weighed) -> bool:
        lines, best, lexicon, carried = weighed.lines, weighed.best, weighed.lexicon, weighed.carried
        return not (
            unread.says_unread(lines, best.tokens, _clauses_said(best), goes_on=weighed.goes_on)
            or unread.says_otherwise(lines, best.tokens, carried)
            or takes_back("\n".join(lines))
            or self._names_in_remarks(carried)
            or (not lexicon.wary and _names_unknown(best.tokens, lexicon, weighed.further))
            or unread.does_unknown(best.tokens, carried)
            or unread.acts_on_unknown(best.tokens, carried)
            or _does_another(best, carried, lexicon)
            or self._is_doubted(weighed)
        )

    def _broken(
        self, search: Search, lines: Sequence[str], tokens: Sequence[Token], legal: Sequence[Reading]
    ) -> list[Reading]:  # fmt: skip
        """Return the likeliest reading with an illegal move, in a list of at most one.

        This reading must explain all that could matter, and more than every legal reading does. A reading whose
        territories, cards or units cannot be the seat's is never returned.
        """
        can_move = self._is_awaited(self.ahead.position)
        if not can_move or not any(token.verbs for token in tokens if not token.is_inert):
            return []
        search.begin_again(self._kept, self.patience)
        found = [
            one for one in self._readings(search, tokens)
            if one.position.against and one.explained >= _BROKEN
            and _is_told(one, lines) and not Unexplained(reading=one, lexicon=search.lexicon).texts()
        ]  # fmt: skip
        self.patience = max(0, search.patience)
        best = max((one.score for one in legal), default=0.0) + _AGAINST
        likely = (one for one in found if one.score > max(best, _SHARE * one.explained) and self._is_said(one, lines))
        best_one = list(islice(likely, 1))
        is_foreign = any(one.position.is_foreign for one in best_one)
        self._is_refused = self._is_refused or is_foreign
        return [] if is_foreign else best_one

    def _is_awaited(self, position: Any) -> bool:
        return self.seat in self.game.rules.status(position).awaited

    def _is_said(self, reading: Reading, lines: Sequence[str]) -> bool:
        """Check that nothing in the post denies that the seat made the moves of a reading."""
        left, carried, tokens = set(reading.left), _carried(reading), reading.tokens
        verbs = frozenset[str]().union(*(token.verbs for token in tokens if token not in left))
        heavy = frozenset[str]().union(*(token.verbs for token in carried if token.weight >= _SPEAKS))
        return not (
            _asking(tokens) & {token.clause for token in carried}
            or heavy.isdisjoint(reading.moves) or not verbs.issuperset(reading.moves)
            or _tells_of_others(tokens, self.seat) or unread.says_unread(lines, tokens, _clauses_said(reading))
            or unread.says_otherwise(lines, tokens, carried) or any(_doubted(tokens, self.seat))
        )  # fmt: skip

    def _kept(self, ahead: LookAhead, line: str) -> LookAhead | None:
        """Return the simulation after lines of notation, None if more than one of them is illegal."""
        return self._step(ahead, line) or (None if ahead.against else self._step(ahead, line, keeps=True))

    def _unread(self, tokens: Sequence[Token], lines: Sequence[str]) -> ProseReading | None:
        """Return a question if a post of the awaited seat names many things of the game but no move was found in it."""
        asking = _asking(tokens) | self._remarks
        named = [
            token for token in tokens
            if token.clause not in asking and not (token.is_inert or token.is_veiled)
            and not (token.is_verb or token.is_number or (token.is_at_hand and not self._is_refused))
        ]  # fmt: skip
        position = self.ahead.position
        is_asked = (self._is_refused or sum(token.weight for token in named) >= _MUCH) and self._is_awaited(position)
        if not (named and is_asked) or any(self.game.notation.opens(line, position, self.seat) for line in lines):
            return None  # a line that begins like a move has its own question
        left = tuple(dict.fromkeys(token.text for token in named))
        offers = Offers(self.game, position, self.seat)
        meant = () if self._is_refused else (choice for line in lines for choice in offers.meant(line))
        found = tuple(dict.fromkeys(meant))[:MOST]
        return ProseReading(named[0].line, found, False, left, ((),) * len(found), ((),) * max(1, len(found)))

    def _is_remark(self, reading: Reading) -> bool:
        told = {token.clause for token in _carried(reading) if token.weight >= _NAMED}
        return bool(told) and told <= self._remarks

    def _names_in_remarks(self, carried: Sequence[Token]) -> bool:
        named = [token.clause in self._remarks for token in carried if token.weight >= _NAMED and not token.is_verb]
        return bool(named) and all(named)

    def _remarks_in(self, lines: Sequence[str], tokens: Sequence[Token]) -> AbstractSet[int]:
        """Return the numbers of the sentences that remark on the game, or say what another player did or will do."""
        others = {token.text for token in tokens if token.kinds == {"seat"} and token.of("seat") != self.seat} | {"you"}
        naming = {token.clause for token in tokens if not token.is_verb}
        return {
            clause for clause, (_, sentence) in enumerate(sentences(lines))
            if is_remark(sentence) or does_another(sentence, others, is_bare=clause not in naming)
        }  # fmt: skip

    def _unsaid(self, best: Reading, lexicon: Lexicon, further: FurtherMoves) -> Iterator[Reading]:
        """Yield a reading with one more line, if unknown words after the last move may mean this line."""
        if any(unread.unknown(*two) or two[1].cost >= _SPEAKS for two in pairwise(best.tokens[_last_carried(best) :])):
            for line in lexicon.unsaid:
                if {line.partition(":")[0]} == further.after_last and (
                    after := self._step(best.position, line)
                ) is not None:
                    yield best._replace(lines=(*best.lines, line), position=after)

    def _is_doubted(self, weighed: _Weighed) -> bool:
        """Check whether a phrase that is planned, asked, or done by "him" could be one more move of a reading."""
        best, lexicon, further = weighed.best, weighed.lexicon, weighed.further
        doubted = list(_doubted(best.tokens, self.seat))
        if lexicon.wary and _says_new(doubted, best, lexicon, further):
            return True
        live = [token._replace(is_inert=False) for token in best.tokens]
        rest = zip(live, best.tokens, strict=True)
        if further.is_forced and any(
            alive.cost >= _HEAVY and not best.repeats(token, lexicon)
            for alive, token in islice(rest, _last_carried(best) + 1, None)
        ):
            return True
        proposer = Proposer(lexicon)
        return any(
            self._adds(line, best, weighed.way)
            for clause in dict.fromkeys(token.clause for token in doubted)
            for line in islice(proposer.lines([token for token in live if token.clause == clause]), _MEANT)
        )

    def _adds(self, line: str, best: Reading, way: Sequence[LookAhead]) -> bool:
        """Check whether a line could be added to a reading or replace one of its lines; True if this takes too long."""
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
        """Return whether a sentence has a verb, a thing of the game, and enough known words, legal as a move or not.

        In a sentence about *I* or *my*, fewer known words are enough.
        """
        wordings, position = self.game.wordings, self.ahead.position
        if wordings is None or put_off("\n".join(lines)):
            return False
        phrases = wordings.phrases(position, self.seat)
        tokens = Scanner(phrases, wordings.lexicon, wordings.at_hand(position), wordings.toward).scan(lines)
        return _speaks(tokens) or _does_something(tokens, lines)

    def may_move(self, lines: Sequence[str]) -> bool:
        """Return whether a verb in a text means a move that is legal now, even a planned or asked one."""
        wordings, position = self.game.wordings, self.ahead.position
        if wordings is None or self.ahead.waits:
            return True
        phrases = wordings.phrases(position, self.seat)
        tokens = Scanner(phrases, wordings.lexicon, wordings.at_hand(position), wordings.toward).scan(lines)
        further = FurtherMoves(wordings.lexicon, lambda: [Offers(self.game, position, self.seat).decided])
        spoken = (token._replace(is_inert=False) for token in tokens if token.verbs)
        return any(token.weight >= _SPEAKS and further.says(token) for token in spoken)

    def _along(self, lines: Sequence[str]) -> Iterator[LookAhead]:
        ahead: LookAhead | None = self.ahead
        for line in (None, *lines):
            ahead = ahead if line is None or ahead is None else self._step(ahead, line)
            if ahead is not None and ahead.position is not None:
                yield ahead

    def _step(self, ahead: LookAhead, line: str, *, keeps: bool = False) -> LookAhead | None:
        """Return the simulation after lines of notation, or None. With `keeps`, a line may break a rule."""
        if ahead.waits:
            return None
        for part in parts_of(line):
            moves = self._tried(ahead, part)[0]
            key = (id(ahead), moves or (), keeps)
            if key not in self._led:  # the same moves lead to the same position
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
                if self._is_over(ahead, written.move):
                    return None
                try:
                    ahead.go_on(written)
                except AgainstError as error:
                    if not (keeps and error.may_accept and error.rule):
                        return None
                    ahead.is_foreign = ahead.is_foreign or not ahead.owns([written])
                    ahead.go_on(written, lenient=True)
                    ahead.against = (*ahead.against, error.rule)
                board = ((claim, self.game.notation.claim(claim.place, ahead.position)) for claim in written.claims)
                if ahead.waits and not ahead.owns([written]):
                    return None
                if not (ahead.waits or all(found in (None, claim.value) for claim, found in board)):
                    return None
        except (BellError, AgainstError):
            return None
        ahead.path = (*ahead.path, *(written.move for written in moves))
        return ahead

    def _is_over(self, ahead: LookAhead, move: Move) -> bool:
        """Return whether the turn in which a reading began has ended, so that its seat cannot go on."""
        now = self.game.rules.status(ahead.position) if not ahead.waits else None
        begun = self.game.rules.status(self.ahead.position).turn
        return now is not None and now.turn != begun and move.player not in now.awaited

    def _tried(self, ahead: LookAhead, line: str) -> tuple[tuple[Written, ...] | None, Sequence[str]]:
        """Return the moves of a line of notation (None if it has not one meaning), and its meanings if several."""
        return ahead.parsed(line, self.seat)

    def _choices(self, ahead: LookAhead, line: str) -> Sequence[str]:
        return () if ahead.waits or len(parts_of(line)) > 1 else self._tried(ahead, line)[1][: 2 * MOST]

    def _meant(self, ahead: LookAhead, line: str) -> Sequence[str]:
        """Return versions of a line in which a thing that was described by its place has its name instead."""
        wordings = self.game.wordings
        return () if ahead.waits or wordings is None else wordings.meant(line, ahead.position, self.seat)


def _begin(tokens: Sequence[Token]) -> int:
    return next((token.line for token in tokens if token.weight > 0), 0)


def _asking(tokens: Sequence[Token]) -> set[int]:
    return {token.clause for token in tokens if token.is_stop and token.text == "?"}


def _sentences_of(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    known = sorted((token for token in tokens if not (token.is_stop or token.is_inert)), key=lambda one: one.clause)
    yield from (list(sentence) for _, sentence in groupby(known, key=lambda one: one.clause))


def _told_verbs(tokens: Sequence[Token], lexicon: Lexicon) -> AbstractSet[str]:
    """Return the verbs of notation of the moves that a text says."""
    said = {name for token in tokens if " " in token.text or token.weight >= _SPEAKS for name in token.verbs}
    return frozenset(move.verb for move in lexicon.moves if move.name in said)


def _verbs_of(reading: Reading) -> set[str]:
    return {part.partition(":")[0] for line in reading.lines for part in parts_of(line)}


def _carried(reading: Reading) -> list[Token]:
    left = set(reading.left)
    return [token for token in reading.tokens if token.weight > _HEARD and token not in left]


def _phrases_used(reading: Reading) -> tuple[str, ...]:
    """Return the phrases that a reading uses: verbs that matter or that mean one of its moves, and things.

    A thing that a post only denies, as in *no dalek*, is not one of them.
    """
    moves = set(reading.moves)
    return tuple(
        token.text for token in reading.used
        if (token.weight > _HEARD or token.verbs & moves) and (token.is_verb or not _DENIAL.search(token.text))
    )  # fmt: skip


def _last_carried(reading: Reading) -> int:
    left = set(reading.left)
    carried = (at for at, token in enumerate(reading.tokens) if token.weight > _HEARD and token not in left)
    return max(carried, default=0)


def _clauses_said(reading: Reading) -> set[int]:
    return {token.clause for token in _carried(reading) if token.verbs & set(reading.moves)}


def _is_alone(weighed: _Weighed) -> bool:
    best, lexicon = weighed.best, weighed.lexicon
    if any(
        (best.score - other.score <= _AHEAD and _says_else(other, best)) or _says_more(other, best)
        for other in weighed.others
    ):
        return False
    if best.is_asked or best.lacks(lexicon) or (best.lacks_a_part(lexicon) and not lexicon.wary):
        return False
    return best.score + weighed.harmless > max(_LEAST, _SHARE * best.explained)


def _evidence(weighed: _Weighed, *, is_clear: bool, goes_on: bool, seat: str) -> Evidence:
    best, lexicon, left = weighed.best, weighed.lexicon, weighed.best.left
    leads = [best.score - other.score for other in weighed.others if other.position.path != best.position.path]
    known = {word for token in best.tokens for word in token.text.split()}
    used = {word for token in best.tokens if token not in left and not token.is_inert for word in token.text.split()}
    game = {word for token in best.tokens if token.cost for word in token.text.split()}
    parts = [part for part in _PARTED.split("\n".join(weighed.lines).casefold()) if _WORDY.search(part)]
    read = [part for part in parts if not used.isdisjoint(_WORD.findall(part))]
    others = [part for part in parts if part not in read and not unread.REMARKS.search(part)]
    loose = [part for part in others if _DENIAL.search(part) or not game.isdisjoint(_WORD.findall(part))]
    said = frozenset[str]().union(*(token.verbs for token in weighed.carried))
    numbers = Counter(token.of(NUMBER) for token in best.tokens if token.is_number)
    return Evidence(
        unclear=float(not is_clear),
        lead=min(_LEAD, *leads, _LEAD),
        others=float(min(_FEW, len(leads))),
        explained=log1p(best.explained / max(1, len(best.lines))),
        left=min(_LEAD, sum(token.cost for token in left if not best.repeats(token, lexicon))),
        loose=log1p(sum(not token.is_stop for token in left)),
        numbers=float(min(_FEW, (numbers - Counter(words_in(" ".join(best.lines)))).total())),
        unknown=log1p(sum(word not in known for part in read for word in _WORDY.findall(part))),
        unread=log1p(len(loose)),
        chat=log1p(len(others) - len(loose)),
        denied=float(min(_FEW, sum(not used.issuperset(_DENIAL.findall(part)) for part in read))),
        silent=log1p(sum(move not in said for move in best.moves if move)),
        planned=float(min(_FEW, sum(1 for _ in _doubted(best.tokens, seat)))),
        supplied=float(min(_FEW, len(best.supplied))),
        moves=log1p(len(best.lines)),
        goes_on=float(goes_on),
    )  # fmt: skip


def _offered(
    likely: Sequence[Reading], lexicon: Lexicon, lines: Sequence[str], left: tuple[str, ...] = (), *,
    is_clear: bool = False,
) -> ProseReading:  # fmt: skip
    best = likely[0]
    choices = tuple(JOINT.join(reading.lines) for reading in likely)
    told = _told_verbs(best.tokens, lexicon)
    supplied = tuple(tuple(one for one in reading.supplied if one.partition(":")[0] not in told) for reading in likely)
    became = tuple(_phrases(reading, lexicon, left if reading is best else None) for reading in likely)
    rests = tuple(_rest_begins(reading, lines, lexicon) for reading in likely)
    begin, is_against = _begin(best.tokens), bool(best.position.against)
    return ProseReading(begin, choices, is_clear, left, supplied, became, is_against, rests, best.score)


def _rest(reading: Reading, lexicon: Lexicon) -> Sequence[Token]:
    """Return the phrases after those that a reading uses, if they can be read only when dice or cards are known."""
    ahead, last = reading.position, reading.lines[-1]
    is_dealt = ahead.started.cards == "tower" and UNKNOWN in last.split()
    if not (ahead.waits or is_dealt):
        return ()
    behind = [token for token in reading.tokens[_last_used(reading, lexicon) + 1 :] if not token.is_stop]
    return behind if any(token._replace(is_inert=False).weight >= _HEARD for token in behind) else ()


def _last_used(reading: Reading, lexicon: Lexicon) -> int:
    """Return the index of the last phrase that belongs to a reading.

    Phrases at its end that only repeat a thing do not belong to it if the verb before them means another move. A last
    sentence of small words, such as *then straight in*, does not belong to it either.
    """
    tokens, read = reading.tokens, reading.families(lexicon)
    telling = {token.clause for token in reading.used if token.weight > _NAMED}
    used = {id(token) for token in reading.used if token.clause in telling or not telling}
    at = last = max((at for at, token in enumerate(tokens) if id(token) in used), default=-1)
    while at > 0:
        token, before = tokens[at], [one for one in tokens[:at] if id(one) in used]
        named = {sense for one in before for sense in one.senses if sense.kind != VERB}
        if token.verbs and all(lexicon.families[verb].isdisjoint(read) for verb in token.verbs):
            last = max((index for index, one in enumerate(tokens[:at]) if id(one) in used), default=-1)
        elif id(token) in used and named.isdisjoint(token.senses):
            break
        at -= 1
    return last


def _without_rest(reading: Reading, lexicon: Lexicon) -> Reading:
    """Return a reading whose score does not depend on phrases that can be read only later."""
    rest = {id(token) for token in _rest(reading, lexicon)}
    later = [token for token in reading.left if id(token) in rest]
    left = tuple(token for token in reading.left if id(token) not in rest)
    return reading._replace(left=left, score=reading.score + sum(token.cost for token in later))


def _rest_begins(reading: Reading, lines: Sequence[str], lexicon: Lexicon) -> tuple[int, int] | None:
    """Return the line and the column at which the text after a reading begins, None if it reads all of the text."""
    if not _rest(reading, lexicon):
        return None
    last = _last_used(reading, lexicon)
    line = reading.tokens[last].line
    texts = [token.text for token in reading.tokens[: last + 1] if token.line == line and not token.is_stop]
    end = next((end for at, _, end in spans(lines[line], texts) if at == len(texts) - 1), len(lines[line]))
    joint = _JOINT.match(lines[line], end)
    end = joint.end() if joint else end
    return (line, end) if lines[line][end:].strip() else (line + 1, 0)


def _speaks(tokens: Sequence[Token]) -> bool:
    """Return whether a clause has a verb, a thing of the game, and enough words that the game's lexicon knows."""
    return any(
        sum(token.weight for token in sentence) >= _SPOKEN and any(token.verbs for token in sentence)
        and any(token.weight >= _NAMED and not token.is_verb for token in sentence)
        for sentence in _sentences_of(tokens)
    )  # fmt: skip


def _does_something(tokens: Sequence[Token], lines: Sequence[str]) -> bool:
    """Return whether a sentence about *I* or *my* has a verb of a move and names a thing of the game."""
    told, asking = [sentence for _, sentence in sentences(lines)], _asking(tokens)
    return any(
        sentence[0].clause not in asking and _OWN.search(told[sentence[0].clause])
        and not unread.REMARKS.search(told[sentence[0].clause])
        and any(token.verbs and not token.is_veiled and token.text not in _SMALL for token in sentence)
        and any(token.weight >= _NAMED and not token.kinds <= {VERB, NUMBER, "seat", ""} for token in sentence)
        for sentence in _sentences_of(tokens)
    )  # fmt: skip


def _preferred(readings: Sequence[Reading], confirmed: AbstractSet[str]) -> Sequence[Reading]:
    if not confirmed:
        return readings
    more = ((one, sum(move in confirmed for move in one.moves)) for one in readings)
    return sorted((one._replace(score=one.score + _CONFIRMED * many) for one, many in more), key=lambda one: -one.score)


def _written(lines: Sequence[str]) -> dict[int, str]:
    found = ((at, _HEADED.match(line)) for at, line in enumerate(lines))
    return {at: f"{head['verb'].upper()}:{head['rest']}" for at, head in found if head}


def _phrases(reading: Reading, lexicon: Lexicon, asked: Sequence[str] | None) -> tuple[Phrase, ...]:
    """Return the phrases that matter in a reading, with their roles. Leftover phrases not in `asked` are remarks."""
    read = reading.families(lexicon)
    saying = {move for move, family in lexicon.families.items() if not family.isdisjoint(read)}
    used = {id(token) for token in reading.used}
    rest = {id(token) for token in _rest(reading, lexicon) if not token.is_inert}
    left = {
        id(token): "left" if asked is None or token.text in asked else "remark"
        for token in reading.left if token.verbs.isdisjoint(saying) or token.text in (asked or ())
    }  # fmt: skip

    def role(token: Token) -> str:
        is_read = id(token) in used or token.verbs & saying or reading.repeats(token, lexicon)
        return "carried" if is_read and not token.is_inert else "remark"

    return tuple(
        Phrase(token.line, token.text, "rest" if id(token) in rest else left.get(id(token)) or role(token))
        for token in reading.tokens
        if not token.is_stop and (token.is_inert or token.weight >= _HEARD or token.verbs & saying)
    )


def _unused(reading: Reading, lexicon: Lexicon, *, is_clear: bool) -> Iterator[Token]:
    """Yield the verbs of moves that a reading does not have, and the things beside them.

    If the reading is not clear, also yield all other named things that it does not use.
    """
    rest = {id(token) for token in _rest(reading, lexicon)}
    left = [token for token in reading.left if not (id(token) in rest or reading.repeats(token, lexicon))]
    clauses = {token.clause for token in left if token.is_verb and token.cost >= _SPEAKS}
    for token in left:
        is_beside = token.clause in clauses
        if token.cost >= _SPEAKS if token.is_verb else is_beside or (token.weight >= _THING and not is_clear):
            yield token


def _is_begun(reading: Reading) -> bool:
    """Return whether a reading explains the whole first clause of a post, which names more things after it."""
    first = [token for token in takewhile(lambda token: not token.is_stop, reading.tokens) if token.weight > _HEARD]
    is_said = any(token.weight >= _SPEAKS and token.verbs & set(reading.moves) for token in first)
    is_named = any(token.weight >= _THING and not (token.is_inert or token.is_verb) for token in reading.left)
    return is_said and is_named and set(first).isdisjoint(reading.left)


def _is_told(reading: Reading, lines: Sequence[str]) -> bool:
    """Return whether a verb expresses a move of a reading, or its sentences in the post have no unexplained words."""
    left, moves = set(reading.left), set(reading.moves)
    if any(moves & token.verbs or token.of(DICE) for token in reading.tokens if token not in left):
        return True
    known = {word for token in reading.tokens for word in token.text.split()}
    named = {token.clause for token in _carried(reading)}
    texts = (sentence for clause, (_, sentence) in enumerate(sentences(lines)) if clause in named)
    return all(word in known for sentence in texts for word in _WORDY.findall(sentence.casefold()))


def _harmless(best: Reading, lexicon: Lexicon, implied: AbstractSet[str], further: FurtherMoves) -> Iterator[float]:
    for token in best.left:
        again, is_implied = best.repeats(token, lexicon), token.of(NUMBER) in implied
        is_idle = token.is_verb and not further.could_say(token)
        if (token.is_number and is_implied) or (not lexicon.wary and (again or token.is_light)) or is_idle:
            yield token.cost * (1 if is_implied or (again and token.verbs & lexicon.bare) else _HARMLESS)


def _is_mentioned(reading: Reading, text: str) -> bool:
    """Check whether a thing is only mentioned among other words, without a verb of a move."""
    begins = any(text.casefold().startswith(token.text) for token in _carried(reading))
    return not begins and reading.explained < _TOLD and len(_WORDY.findall(text)) > _PASSING


def _doubted(tokens: Sequence[Token], seat: str) -> Iterator[Token]:
    """Yield the phrases that are planned, or done by "him" or "her" (not the author), and could be moves."""
    asking = _asking(tokens)
    told = next((at for at, token in enumerate(tokens) if token.text == seat), len(tokens))
    for at, token in enumerate(tokens):
        inert = token.is_inert and not (token.is_verb and token.clause in asking)
        if (inert or (token.is_veiled and at < told)) and token._replace(is_inert=False).cost >= _HEAVY:
            yield token


def _says_new(doubted: Sequence[Token], best: Reading, lexicon: Lexicon, further: FurtherMoves) -> bool:
    verbs = [token.verbs for token in doubted if token._replace(is_inert=False).weight >= _HEAVY]
    return any(
        move.name in some
        for some in verbs
        for move in lexicon.moves
        if move.verb in further.all_verbs - _verbs_of(best)
    )


def _names_unknown(tokens: Sequence[Token], lexicon: Lexicon, further: FurtherMoves) -> bool:
    """Check whether an unknown name is next to a verb that needs a thing, or in a list with a known thing."""
    told = [token for token in tokens if token.text != ":"]
    return any(
        _is_taken(named, last, token, lexicon, further)
        for last, token in pairwise((_STOP, *told)) if not token.is_inert
        for named in _UNKNOWN.finditer(_between(last, token)) if not unread.REMARKS.search(named[0])
    )  # fmt: skip


def _between(last: Token, token: Token) -> str:
    return token.before.removeprefix(last.text).strip()


def _is_taken(named: re.Match[str], last: Token, token: Token, lexicon: Lexicon, further: FurtherMoves) -> bool:
    if (not last.is_verb and named["joint"]) or (not token.is_verb and named["and"]):
        return True
    between = _between(last, token)
    is_ended = named.end() == len(between) and "your " not in named[0]
    if is_ended and not token.is_verb and not named["and"]:
        return False
    near = (last, len(between[: named.start()].split()) <= 1), (token, is_ended)
    verbs = [one.verbs for one, is_near in near if is_near and not one.is_inert and one.text not in _LEADING]
    wanting = (move for move in lexicon.moves if move.wanted and move.verb in further.all_verbs)
    return any(move.name in some for move in wanting for some in verbs)


def _does_another(best: Reading, carried: Sequence[Token], lexicon: Lexicon) -> bool:
    """Check whether the verb of a thing's clause means another move of the same sort than the one read.

    Example: *I shut c5* was understood as opening that door, because it cannot be shut.
    """
    moves, others = _of_a_sort(set(best.moves), lexicon)
    read = frozenset[str]().union(*(lexicon.fixed[move] for move in best.moves if move))
    held = {id(token) for token in carried}
    for clause in dict.fromkeys(token.clause for token in carried):
        beside = [token for token in best.tokens if token.clause == clause and not token.is_inert]
        kinds = {kind for token in beside if id(token) in held and not token.is_verb for kind in token.kinds}
        is_said = any(token.verbs & moves for token in beside)
        for token, after in zip(beside, (*beside[1:], _STOP), strict=True):
            is_governing = (
                id(after) in held and not after.is_verb and not after.before.removeprefix(token.text)
                and all(lexicon.fixed[verb] - read for verb in token.verbs)
            )  # fmt: skip
            if token in best.left and (is_governing or not is_said) and _says_another(token, moves, kinds, others):
                return True
    return False


def _is_misused(reading: Reading, lexicon: Lexicon) -> bool:
    """Check whether a reading uses a place that a verb governs which means only another move between places.

    The last verb before a thing in its clause governs it, or else the first verb after it. Example: *Manoeuvre 2 from
    Alberta to Ontario* is never an attack, nor is *end my turn from Alberta*.
    """
    moving = {move.name: move.verb for move in lexicon.moves if {hole.role for hole in move.holes} >= {"from", "to"}}
    made = {moving[move] for move in reading.moves if move in moving}
    lines = [line for line in reading.lines if line.partition(":")[0] in made]
    moved, named = (frozenset(words_in(" ".join(some))) for some in (lines, reading.lines))
    clauses_with_tokens = [
        [token for token in some if not (token.is_stop or token.is_inert)]
        for is_stop, some in groupby(reading.tokens, key=lambda one: one.is_stop and one.text != ":") if not is_stop
    ]  # fmt: skip

    def is_other(verb: Token, *, is_before: bool) -> bool:
        is_bare = is_before and verb.verbs <= lexicon.bare
        is_read = reading.repeats(verb, lexicon) and not (is_bare and reading.position.against)
        return (is_bare or not verb.verbs.isdisjoint(moving)) and not is_read

    return any(
        is_other(verb, is_before=is_before)
        and _names(thing, named if verb.verbs <= moving.keys() | lexicon.bare else moved)
        and not _says_after(behind, verb.clause, made, moving)
        for told, behind in pairwise((*clauses_with_tokens, []))
        for verb, thing, is_before in _governed(told, {id(token) for token in reading.used})
    )


def _governed(told: Sequence[Token], used: AbstractSet[int]) -> Iterator[tuple[Token, Token, bool]]:
    """Yield each used thing of a clause with the verb that governs it, and whether the verb comes first."""
    verbs = [at for at, token in enumerate(told) if token.is_verb and token.weight >= _SPEAKS]
    for at, thing in enumerate(told) if verbs else ():
        if id(thing) in used and not (thing.is_verb or thing.is_number):
            governs = max((one for one in verbs if one < at), default=verbs[0])
            yield told[governs], thing, governs < at


def _names(thing: Token, named: AbstractSet[str]) -> bool:
    return any(sense.value.casefold() in named for sense in thing.senses if sense.kind != VERB)


def _says_after(behind: Sequence[Token], clause: int, made: AbstractSet[str], moving: Mapping[str, str]) -> bool:
    """Return whether the next clause of a sentence says how the move was made: *off they march to Ural, three dice*."""
    return any(
        token.clause == clause and any(moving.get(move) in made for move in token.verbs) for token in behind
    ) and all(token.is_verb or token.is_light or token.of(NUMBER) is not None for token in behind)


def _of_a_sort(made: AbstractSet[str], lexicon: Lexicon) -> tuple[AbstractSet[str], Mapping[str, AbstractSet[str]]]:
    """Return the names of the moves in `made` and of their variants, and the kinds of things that like moves take."""
    sort = {move.name: {part.partition(":")[0] for part in parts_of(move.line)} for move in lexicon.moves}
    sorts = {one for move in made for one in sort.get(move, ())}
    others = {move.name: move.wanted for move in lexicon.moves if sort[move.name] & sorts}
    idle = {name for move in lexicon.moves if move.name in made for name in move.idle if name not in lexicon.drawing}
    return made | idle, others


def _says_another(
    token: Token, moves: AbstractSet[str], kinds: AbstractSet[str], others: Mapping[str, AbstractSet[str]]
) -> bool:
    if not token.is_verb or token.cost < _SPEAKS:
        return False
    if any(verb in move or move in verb for verb in token.verbs for move in moves):
        return False
    return any(kinds & others[other] for other in token.verbs & others.keys())


def _tells_of_others(tokens: Sequence[Token], seat: str) -> bool:
    """Check whether a clause begins with another player who does something that could be a move."""
    return any(
        before.is_stop and {sense.kind for sense in who.senses} == {"seat"} and who.text != seat
        and does.is_verb and does.cost >= _HEAVY and not does.before
        for before, who, does in zip((_STOP, *tokens), tokens, tokens[1:], strict=False)
    )  # fmt: skip


def _distinct(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Yield one reading for each set of moves: the best of the readings with the same moves."""
    seen: list[Sequence[Move]] = []
    for reading in readings:
        if reading.position.path not in seen:
            seen.append(reading.position.path)
            yield reading


def _says_more(reading: Reading, best: Reading) -> bool:
    """Return whether `reading` contains the reading `best`, and also explains a thing that `best` leaves over."""
    if not _goes_further(reading, best):
        return False
    left = set(reading.left)
    return any(token.weight >= _NAMED and not token.is_verb for token in best.left if token not in left)


def _joined(first: ProseReading, others: ProseReading | None) -> ProseReading:
    """Return the readings of `first`, with the further choices of the `others` after them."""
    if others is None or any(others.rests):
        return first
    new = [at for at, choice in enumerate(others.choices) if choice not in first.choices][: MOST - len(first.choices)]
    return first._replace(
        choices=(*first.choices, *(others.choices[at] for at in new)),
        supplied=(*first.supplied, *(others.supplied[at] for at in new)),
        phrases=(*first.phrases, *(others.phrases[at] for at in new)), rests=(*first.rests, *(None for _ in new)),
    )  # fmt: skip


def _goes_further(reading: Reading, best: Reading) -> bool:
    rest = iter(reading.lines)
    return len(reading.lines) > len(best.lines) and all(line in rest for line in best.lines)


def _says_else(reading: Reading, best: Reading) -> bool:
    left = list(best.position.path)
    for move in reading.position.path:
        if move not in left:
            return True
        left.remove(move)
    return False
