"""Read posts in free text as moves, by the moves that are legal after the lines before them.

The steps are modules of `projections.notation.prose`: clean and cut (`cut`), tag (`clauses`), propose (`proposing`) and
search (`search`). Then `decision` decides whether the best reading is clear, `evidence` how likely it is.
"""

from collections.abc import Sequence, Set as AbstractSet
from functools import cached_property
from itertools import islice
from typing import Any, Final

from events.lazy_patterns import lazy_pattern
from projections.game import Game
from projections.notation.prose import unread
from projections.notation.prose.clauses import MOST_TOKENS, Scanner
from projections.notation.prose.cut import sentences
from projections.notation.prose.further import FurtherMoves, Unexplained
from projections.notation.prose.guards import does_another, is_remark, put_off, takes_back
from projections.notation.prose.lexicon import Lexicon, Phrases, Wording, with_moves
from projections.notation.prose.mismatch import is_misused
from projections.notation.prose.reading import JOINT, NAMED, Reading, parts_of, verb_of
from projections.notation.prose.search import MOST_TRIED, Search
from projections.notation.prose.sentence_kinds import (
    asking,
    does_something,
    doubted,
    speaks_of_moves,
    tells_of_others,
)
from projections.notation.prose.slips import with_corrections
from projections.notation.prose.tokens import SAYING, Token
from projections.notation.prose_match import Offers
from replay.posts.certainty import Said
from replay.posts.decision import LEAST, SHARE, TOLD, Decision, distinct, is_begun, is_told
from replay.posts.evidence import evidence_of
from replay.posts.later_text import without_later
from replay.posts.open_moves import OpenMoves
from replay.posts.said import count_extra, said_of
from replay.posts.simulate import LookAhead
from replay.posts.steps import Steps
from replay.posts.suggestions import MOST, ProseReading, Suggestion, first_line, suggested, verbs_said

_HEADED: Final = lazy_pattern(r"\W*(?P<verb>[A-Za-z]{3,12}):(?P<rest>[^;]*)$")  # a line that looks like notation
_MUCH: Final = 10.0  # the total weight from which a post is asked about even if it has no reading
_AGAINST: Final = 1.5  # the lead in score over the best legal reading that an illegal reading needs to be offered
_BROKEN: Final = 4.0  # the weight that an illegal reading must explain to be offered
_SEEDS: Final = (2, 3, 4)  # the dice and cards with which a reading after compulsory steps is checked
_CONFIRMED: Final = 1.0  # the bonus for a move in a phrase that players of this session confirmed


class ProseReader:
    """Reads a seat's prose after the lines before it. `patience` is the number of notation lines it may still try."""

    def __init__(self, game: Game[Any, Any], ahead: LookAhead, seat: str, patience: int = MOST_TRIED) -> None:
        self.game, self.ahead, self.seat, self.patience = game, ahead, seat, patience
        self._steps, self._is_refused = Steps(ahead, seat), False
        self._tokens = dict[tuple[int, tuple[str, ...], str], tuple[Scanner, Sequence[Token]]]()
        self._remarks: AbstractSet[int] = frozenset()  # the sentences that describe no move of this seat

    def read(self, lines: Sequence[str], before: str = "") -> ProseReading | None:
        """Return the possible readings of some lines, or None if they contain no move.

        `before` is the text of the same post before these lines. Compulsory steps without a choice are supplied if the
        text fits better after them.
        """
        found, words = self._read(lines, before), takes_back("\n".join(lines))
        if words and not self.ahead.waits:
            found = self._with_corrections(found, lines, before)
        elif self._steps.is_awaited(self.ahead):
            found = self._with_open_values(found, lines, before)
        return found and found._replace(taken_back=words)

    def _with_open_values(
        self, found: ProseReading | None, lines: Sequence[str], before: str
    ) -> ProseReading | None:  # fmt: skip
        """Return the readings after those that also make a move whose value the text leaves open, one for each value.

        Nothing is added to a clear reading, or to a text that can be read further only later.
        """
        is_whole = found is not None and (found.is_clear or found.is_in_parts)
        scanner = None if is_whole or put_off("\n".join(lines)) else self._scanner()
        tokens = self._scanned(scanner, lines, before) if scanner else ()
        if scanner is None or len(tokens) > MOST_TOKENS:
            return found
        return OpenMoves(self._steps, scanner, lines, tokens, self._remarks_in(lines, tokens)).added_to(found)

    def _with_corrections(
        self, found: ProseReading | None, lines: Sequence[str], before: str
    ) -> ProseReading | None:  # fmt: skip
        """Return the readings with those of the text as its author corrected it in front."""
        scanner = self._scanner()
        if scanner is None:
            return found
        corrected = with_corrections(scanner, lines)
        meant = self._read(corrected, before) if list(corrected) != list(lines) else None
        if meant is None or not meant.suggestions or meant.is_in_parts:
            return found
        return meant.with_others(found)._replace(is_clear=False, evidence=None)

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
        if after is None or not after.suggestions or (found is not None and _is_better(found, after, steps[0])):
            return found
        scanner = self._scanner()
        tokens = self._scanned(scanner, lines, before) if scanner else ()
        said = verbs_said(tokens, scanner.lexicon) if scanner else frozenset[str]()
        return self._after(steps, after, tuple(step for step in steps if verb_of(step) not in said))

    def _after(self, steps: tuple[str, ...], found: ProseReading, supplied: tuple[str, ...]) -> ProseReading:
        """Return readings with the steps before them; `supplied` are those that the text does not say.

        If a reading breaks a rule or depends on the dice and cards of the steps, the whole text is left for later.
        """
        later = Suggestion(JOINT.join(steps), supplied, later=(found.line, 0))
        suggestions = dict[str, Suggestion]()
        for at, one in enumerate(found.suggestions):
            is_whole = not (at == 0 and found.is_against) and self._is_certain_after(steps, one.text)
            whole = one._replace(text=JOINT.join((*steps, one.text)), supplied=(*supplied, *one.supplied))
            after = whole if is_whole else later
            suggestions.setdefault(after.text, after)
        first, evidence = next(iter(suggestions.values())), found.evidence
        return found._replace(
            suggestions=tuple(suggestions.values()), is_against=False, left=() if first is later else found.left,
            evidence=evidence and evidence._replace(supplied=evidence.supplied + len(supplied)),
        )  # fmt: skip

    def _is_certain_after(self, steps: tuple[str, ...], text: str) -> bool:
        """Return whether lines can be played after compulsory steps, whatever dice and cards these bring."""
        if not self.ahead.compulsory_steps(self.seat)[1].supposes:
            return True
        ways = [self.ahead.compulsory_steps(self.seat, seed) for seed in _SEEDS]
        return all(self._steps.moves(self.ahead, part) for part in parts_of(text)) and all(
            same == steps and self._steps.after(ahead, text) is not None for same, ahead in ways
        )

    def _scanner(self, moves: Sequence[Wording] = ()) -> Scanner | None:
        """Return what finds the phrases of the game, with further ways to describe moves; None without a lexicon."""
        wordings = self.game.wordings
        if wordings is None:
            return None
        lexicon, phrases = with_moves(wordings.lexicon, self._phrases, moves)
        return Scanner(phrases, lexicon, wordings.at_hand(self.ahead.position), wordings.toward)

    @cached_property
    def _phrases(self) -> Phrases:
        """The phrases that have a meaning for the seat before the text."""
        wordings = self.game.wordings
        return wordings.phrases(self.ahead.position, self.seat) if wordings is not None else Phrases({})

    def _scanned(self, scanner: Scanner, lines: Sequence[str], before: str) -> Sequence[Token]:
        """Return the tokens of some lines, which are scanned only once."""
        key = id(scanner.phrases), tuple(lines), before
        if key not in self._tokens:
            self._tokens[key] = scanner, scanner.scan(lines, before)  # the phrases are kept, so that their id is theirs
        return self._tokens[key][1]

    def read_here(self, lines: Sequence[str], before: str = "") -> ProseReading | None:
        """Return the possible readings of some lines without steps that the text does not mention."""
        confirmed = self.ahead.confirmed()
        scanner = None if self.ahead.waits or put_off("\n".join(lines)) else self._scanner(confirmed)
        if scanner is None:
            return None
        tokens = self._scanned(scanner, lines, before)
        if len(tokens) > MOST_TOKENS:
            return ProseReading(first_line(tokens), ()) if speaks_of_moves(tokens) else None
        return self._read_tokens(tokens, lines, scanner.lexicon, {move.name for move in confirmed})

    def _read_tokens(
        self, tokens: Sequence[Token], lines: Sequence[str], lexicon: Lexicon, confirmed: AbstractSet[str]
    ) -> ProseReading | None:  # fmt: skip
        self._remarks = self._remarks_in(lines, tokens)
        steps = self._steps
        search = Search(lexicon, steps.after, self.patience, steps.choices, steps.meant, _written(lines))
        found = [without_later(one, lexicon) for one in self._readings(search, tokens)]
        readings = list(distinct(_ranked(found, confirmed)))
        likely = [one for one in readings if one.merit > LEAST or one.explained > TOLD][:MOST]
        if not likely and (broken := self._broken(search, lines, tokens, ())):
            return suggested(broken, lexicon, lines)
        likely = likely or [one for one in readings if is_begun(one)][:MOST]
        return self._offered(search, lines, likely) if likely else self._unread(tokens, lines)

    def _readings(self, search: Search, tokens: Sequence[Token]) -> list[Reading]:
        """Return the readings of a post that use more than remarks.

        In a wary game, none of them uses a thing for another move than its verb.
        """
        found = [one for one in search.readings(tokens, self.ahead) if not self._is_remark(one)]
        kept = [one for one in found if not (search.lexicon.wary and is_misused(one, search.lexicon))]
        self._is_refused = self._is_refused or len(kept) < len(found)
        self.patience = max(0, search.patience)
        return kept

    def _offered(self, search: Search, lines: Sequence[str], likely: Sequence[Reading]) -> ProseReading | None:
        """Return the likely readings as suggestions; None if the best one only mentions a thing."""
        best, lexicon = likely[0], search.lexicon
        decision = Decision(
            lines=lines, best=best, others=likely[1:], lexicon=lexicon, steps=self._steps, remarks=self._remarks
        )
        if decision.is_mention:
            return None
        planned, skipped = ([], ()) if decision.is_clear else self._planned(search, best, lines)
        likely = list(distinct((best, *decision.unsaid, *planned, *likely[1:])))[:MOST]
        if decision.unexplained and (broken := self._broken(search, lines, best.tokens, likely)):
            return suggested([*broken, *likely][:MOST], lexicon, lines)
        found = suggested(likely, lexicon, lines, decision.left, is_clear=decision.is_clear)
        said = said_of(decision) if decision.is_clear else Said()
        evidence = evidence_of(decision, count_extra(decision, said) if decision.is_clear else 0)
        return found._replace(skipped=skipped, evidence=evidence, said=said)

    def _planned(self, search: Search, best: Reading, lines: Sequence[str]) -> tuple[list[Reading], tuple[str, ...]]:
        """Return the reading that also makes the moves of plans and the like, if one is legal, and their sentences."""
        planned = {token.clause for token in doubted(best.tokens, self.seat) if token.is_inert and token.verbs}
        planned -= asking(best.tokens) | self._remarks
        if not planned:
            return [], ()
        live = [token._replace(is_inert=token.is_inert and token.clause not in planned) for token in best.tokens]
        search.begin_again(self._steps.after, self.patience)
        more = [one for one in self._readings(search, live) if one.extends(best)]
        skipped = (sentence.strip() for clause, (_, sentence) in enumerate(sentences(lines)) if clause in planned)
        return more[:1], tuple(skipped) if more else ()

    def _broken(
        self, search: Search, lines: Sequence[str], tokens: Sequence[Token], legal: Sequence[Reading]
    ) -> list[Reading]:  # fmt: skip
        """Return the likeliest reading with an illegal move, in a list of at most one.

        This reading must explain all that could matter, and more than every legal reading does. A reading whose
        territories, cards or units cannot be the seat's is never returned.
        """
        says_verb = any(token.verbs for token in tokens if not token.is_inert)
        if not (says_verb and self._steps.is_awaited(self.ahead)):
            return []
        search.begin_again(self._steps.after_one_fault, self.patience)
        least = max((one.score for one in legal), default=0.0) + _AGAINST
        for one in self._readings(search, tokens):
            is_strong = one.explained >= _BROKEN and one.score > max(least, SHARE * one.explained)
            is_whole = is_strong and not Unexplained(reading=one, lexicon=search.lexicon).texts()
            if is_whole and one.position.against and self._is_said(one, lines):
                self._is_refused = self._is_refused or one.position.is_foreign
                return [] if one.position.is_foreign else [one]
        return []

    def _is_said(self, reading: Reading, lines: Sequence[str]) -> bool:
        """Return whether verbs of the post say the moves of a reading, and nothing denies that the seat made them."""
        left, carried, tokens = set(reading.left), reading.carried, reading.tokens
        verbs = frozenset[str]().union(*(token.verbs for token in tokens if token not in left))
        heavy = frozenset[str]().union(*(token.verbs for token in carried if token.weight >= SAYING))
        return is_told(reading, lines) and not (
            asking(tokens) & {token.clause for token in carried}
            or heavy.isdisjoint(reading.moves) or not verbs.issuperset(reading.moves)
            or tells_of_others(tokens, self.seat) or unread.says_unread(lines, tokens, reading.clauses_said)
            or unread.says_otherwise(lines, tokens, carried) or any(doubted(tokens, self.seat))
        )  # fmt: skip

    def _unread(self, tokens: Sequence[Token], lines: Sequence[str]) -> ProseReading | None:
        """Return a question if a post of the awaited seat names many things of the game but no move was found in it."""
        silent = asking(tokens) | self._remarks
        named = [token for token in tokens if token.clause not in silent and self._is_unread(token)]
        is_asked = self._is_refused or sum(token.weight for token in named) >= _MUCH
        if not (named and is_asked and self._steps.is_awaited(self.ahead)):
            return None
        opens, offers = self.game.notation.opens, Offers(self.game, self.ahead.position, self.seat)
        if any(opens(line, self.ahead.position, self.seat) for line in lines):
            return None  # a line that begins like a move has its own question
        meant = dict.fromkeys(choice for line in lines for choice in offers.meant(line) if not self._is_refused)
        left = tuple(dict.fromkeys(token.text for token in named))
        return ProseReading(named[0].line, tuple(map(Suggestion, islice(meant, MOST))), left=left)

    def _is_unread(self, token: Token) -> bool:
        """Return whether a phrase names a thing, which is at hand only if a reading was refused."""
        is_name = not (token.is_verb or token.is_number or (token.is_at_hand and not self._is_refused))
        return is_name and not (token.is_inert or token.is_veiled)

    def _is_remark(self, reading: Reading) -> bool:
        clauses = {token.clause for token in reading.carried if token.weight >= NAMED}
        return bool(clauses) and clauses <= self._remarks

    def _remarks_in(self, lines: Sequence[str], tokens: Sequence[Token]) -> AbstractSet[int]:
        """Return the numbers of the sentences that remark on the game, or say what another player did or will do."""
        seats = {token.text: token.of("seat") for token in tokens if token.kinds == {"seat"}}
        own = seats.get(self.seat, self.seat)
        others = {text for text, seat in seats.items() if seat != own} | {"you"}
        naming = {token.clause for token in tokens if not token.is_verb}
        return {
            clause for clause, (_, sentence) in enumerate(sentences(lines))
            if is_remark(sentence) or does_another(sentence, others, is_bare=clause not in naming)
        }  # fmt: skip

    def speaks_of_moves(self, lines: Sequence[str]) -> bool:
        """Return whether a sentence has a verb, a thing of the game, and enough known words, legal as a move or not.

        In a sentence about *I* or *my*, fewer known words are enough.
        """
        scanner = self._scanner()
        if scanner is None or put_off("\n".join(lines)):
            return False
        tokens = scanner.scan(lines)
        return speaks_of_moves(tokens) or does_something(tokens, lines)

    def may_move(self, lines: Sequence[str]) -> bool:
        """Return whether a verb in a text means a move that is legal now, even a planned or asked one."""
        scanner = None if self.ahead.waits else self._scanner()
        if scanner is None:
            return True
        offers = Offers(self.game, self.ahead.position, self.seat)
        further = FurtherMoves(scanner.lexicon, lambda: [offers.decided])
        spoken = (token._replace(is_inert=False) for token in scanner.scan(lines) if token.verbs)
        return any(token.weight >= SAYING and further.says(token) for token in spoken)


def _is_better(found: ProseReading, after: ProseReading, step: str) -> bool:
    """Return whether readings are better than those `after` compulsory steps, of which `step` is the first."""
    if not found.suggestions:
        return False
    is_weaker = after.is_against or found.score >= after.score
    return verb_of(found.choices[0]) == verb_of(step) or (not found.is_against and is_weaker)


def _ranked(readings: Sequence[Reading], confirmed: AbstractSet[str]) -> Sequence[Reading]:
    """Return readings with a bonus for each move in a confirmed phrase, the best first."""
    bonus = [_CONFIRMED * sum(move in confirmed for move in one.moves) for one in readings]
    found = [(one._replace(score=one.score + more), one.score) for one, more in zip(readings, bonus, strict=True)]
    return [one for one, _ in sorted(found, key=lambda pair: (-pair[0].score, -pair[1]))]


def _written(lines: Sequence[str]) -> dict[int, str]:
    """Return the lines that look like notation, by index."""
    found = ((at, _HEADED.match(line)) for at, line in enumerate(lines))
    return {at: f"{head['verb'].upper()}:{head['rest']}" for at, head in found if head}
