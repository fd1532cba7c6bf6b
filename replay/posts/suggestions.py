"""The possible readings of a post in plain words, as they are suggested to its author."""

from collections.abc import Sequence, Set as AbstractSet
from typing import Final, NamedTuple

from projections.notation.prose.lexicon import Lexicon
from projections.notation.prose.reading import HEARD, JOINT, Reading, verb_of
from projections.notation.prose.tokens import SAYING, Token
from replay.posts.certainty import Evidence, Said, certainty_of
from replay.posts.later_text import later_begins, later_phrases

MOST: Final = 4  # the most readings that are suggested


class Phrase(NamedTuple):
    """A meaningful phrase of a post: its line index, its words, and its role in a reading."""

    line: int
    text: str
    kind: str  # carried (part of a move), remark, left (left over, and possibly important), or rest (read later)


class Suggestion(NamedTuple):
    """One possible reading of a post."""

    text: str  # its lines of notation
    supplied: tuple[str, ...] = ()  # those of its lines that the post does not say
    phrases: tuple[Phrase, ...] = ()
    later: tuple[int, int] | None = None  # the line and column at which the text begins that can be read only later


class ProseReading(NamedTuple):
    """The possible readings of some lines of prose, likeliest first."""

    line: int  # the index of the line in which they begin
    suggestions: tuple[Suggestion, ...]  # none if the text is too long or names things (`left`) that form no move
    is_clear: bool = False  # the first reading explains all that matters, and no other is close
    left: tuple[str, ...] = ()  # the words that the first reading leaves over
    is_against: bool = False  # the first reading breaks a rule
    score: float = 0.0  # of the first reading
    taken_back: str = ""  # the sentence with which the text takes something back
    skipped: tuple[str, ...] = ()  # sentences that the first reading takes for a plan, but that could be moves
    evidence: Evidence | None = None  # about the first reading; None if it breaks a rule
    open_sentence: str = ""  # the sentence that leaves a value open, such as a place or a number
    said: Said = Said()  # about the first suggestion

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts of the readings."""
        return tuple(one.text for one in self.suggestions)

    @property
    def is_in_parts(self) -> bool:
        """Whether a reading leaves text for later."""
        return any(one.later for one in self.suggestions)

    @property
    def certainty(self) -> float:
        """The probability that the first reading is what the text means."""
        return certainty_of(self.evidence) if self.evidence is not None else 0.0

    @property
    def message(self) -> str:
        """The question to the author."""
        if self.left and not self.suggestions:
            return f"no move matches this text. What is meant? It names {', '.join(self.left)}."
        if not self.suggestions:
            return "this text is too long to be read at once. Split it into parts."
        message = "read from plain text. Is this what it means?"
        if self.open_sentence:
            message = f'"{self.open_sentence}" leaves something open. Which of these moves does it mean?'
        if self.taken_back:
            message += f' The text also says "{self.taken_back}".'
        if self.skipped:
            message += f" Not read as a move: {' '.join(self.skipped)}"
        if self.is_against:
            message += " The first suggestion breaks a rule."
        if self.left:
            message += f" Not used: {', '.join(self.left)}."
        supplied = self.suggestions[0].supplied
        return message + (f" Added to the text: {', '.join(supplied)}." if supplied else "")

    def taken(self, text: str) -> Suggestion | None:
        """Return the reading with a text, or the first one if the text is empty; None without such a reading."""
        return next((one for one in self.suggestions if text in ("", one.text)), None)

    def with_others(self, others: "ProseReading | None", most: int = MOST) -> "ProseReading":
        """Return these readings, with the further ones of `others` after them unless some text of these is left."""
        if others is None or others.is_in_parts:
            return self
        new = [one for one in others.suggestions if one.text not in self.choices]
        return self._replace(suggestions=(*self.suggestions, *new)[:most])


def suggested(
    likely: Sequence[Reading], lexicon: Lexicon, lines: Sequence[str], left: tuple[str, ...] = (), *,
    is_clear: bool = False,
) -> ProseReading:  # fmt: skip
    """Return readings of some lines as suggestions. `left` are the words that the first one leaves over."""
    best = likely[0]
    said = verbs_said(best.tokens, lexicon)
    suggestions = tuple(
        Suggestion(
            JOINT.join(reading.lines), tuple(line for line in reading.supplied if verb_of(line) not in said),
            _phrases(reading, lexicon, left if reading is best else None), later_begins(reading, lines, lexicon),
        )
        for reading in likely
    )  # fmt: skip
    is_against = bool(best.position.against)
    return ProseReading(first_line(best.tokens), suggestions, is_clear, left, is_against, best.score)


def first_line(tokens: Sequence[Token]) -> int:
    """Return the index of the line with the first phrase that matters."""
    return next((token.line for token in tokens if token.weight > 0), 0)


def verbs_said(tokens: Sequence[Token], lexicon: Lexicon) -> AbstractSet[str]:
    """Return the verbs of notation of the moves that a text says."""
    said = {name for token in tokens if " " in token.text or token.weight >= SAYING for name in token.verbs}
    return frozenset(move.verb for move in lexicon.moves if move.name in said)


def _phrases(reading: Reading, lexicon: Lexicon, asked: Sequence[str] | None) -> tuple[Phrase, ...]:
    """Return the phrases that matter in a reading, with their roles. Leftover phrases not in `asked` are remarks."""
    read = reading.families(lexicon)
    saying = {move for move, family in lexicon.families.items() if not family.isdisjoint(read)}
    used, left = {id(token) for token in reading.used}, {id(token) for token in reading.left}
    later = {id(token) for token in later_phrases(reading, lexicon) if not token.is_inert}

    def kind(token: Token) -> str:
        if id(token) in later:
            return "rest"
        is_asked = token.text in (asked or ())
        if id(token) in left and (is_asked or token.verbs.isdisjoint(saying)):
            return "left" if is_asked or asked is None else "remark"
        is_read = id(token) in used or token.verbs & saying or reading.repeats(token, lexicon)
        return "carried" if is_read and not token.is_inert else "remark"

    return tuple(
        Phrase(token.line, token.text, kind(token)) for token in reading.tokens
        if not token.is_stop and (token.is_inert or token.weight >= HEARD or token.verbs & saying)
    )  # fmt: skip
