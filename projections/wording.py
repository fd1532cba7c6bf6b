"""Names, lists, counts and folded lines for display, the same in every game."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from textwrap import fill
from typing import TYPE_CHECKING, Final, Literal

from events.lazy_patterns import lazy_pattern

if TYPE_CHECKING:
    from fractions import Fraction

_NOT_OF_IDS: Final = lazy_pattern("[^a-z0-9]+")
WIDE: Final = 79
"""Maximum width of the text version of a board, in columns."""


def clean(name: str) -> str:
    """Return a name with each unprintable character replaced by U+FFFD."""
    return name if name.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in name)


@lru_cache(maxsize=4096)
def titled(ident: str) -> str:
    """Return an id as a name: `the-11th-doctor` becomes The 11th Doctor."""
    return " ".join(word[0].upper() + word[1:] for word in clean(ident).replace("-", " ").split())


def seat_id(typed: str) -> str:
    """Return the id of a seat from a typed name: ` The 11th Doctor ` becomes `the-11th-doctor`."""
    return _NOT_OF_IDS.sub("-", typed.lower()).strip("-")


def capitalised(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]


_IRREGULAR: Final = {
    "are": "were", "beats": "beat", "becomes": "became", "begins": "began", "chooses": "chose", "comes": "came",
    "cuts": "cut", "does": "did", "draws": "drew", "fights": "fought", "finds": "found", "gets": "got",
    "gives": "gave", "goes": "went", "has": "had", "holds": "held", "is": "was", "keeps": "kept", "lays": "laid",
    "leaves": "left", "lets": "let", "loses": "lost", "makes": "made", "meets": "met", "pays": "paid", "puts": "put",
    "says": "said", "sends": "sent", "sets": "set", "spends": "spent", "stands": "stood", "Stands": "Stood",
    "stops": "stopped", "submits": "submitted", "takes": "took", "throws": "threw", "travels": "travelled",
    "wins": "won",
}  # fmt: skip
_SECOND_VERB: Final = lazy_pattern(
    r"(?<= and )(?:discards|draws|ends|gives|goes|keeps|leaves|moves|places|plays|shuffles|takes)(?= )"
)
_OF_EFFECTS: Final = lazy_pattern(
    r"\b(?:adds|advances|are|beats|becomes|begins|blocks|changes|chooses|comes|counts|decides|does|draws|earns|ends|fails|"
    r"gains|gets|gives|goes|hands|has|holds|is|joins|keeps|lands|leaves|loses|makes|moves|pays|picks|re-rolls|reaches|"
    r"regenerates|requires|returns|rolls(?= \d)|shows|Stands(?=\.)|starts|stays|succeeds|takes|trades|turns(?= out)|"
    r"waits|wins)\b"
)
"""The words ending in "s" that are verbs in sentences of effects. In other sentences, some are nouns."""
_WITHOUT_S: Final = {
    "become": "became", "can": "could", "cannot": "could not", "exterminate": "exterminated", "fight": "fought",
    "go": "went", "may": "could", "must": "had to", "regenerate": "regenerated",
    "return": "returned", "share": "shared", "show": "showed",
    "will": "would", "win": "won",
}  # fmt: skip
_VERB_WITHOUT_S: Final = lazy_pattern(
    r"\b(?:become|can|cannot|exterminate|fight(?= to )|go(?= to )|may|must|regenerate|return|share|show|will|"
    r"(?<!the )win)\b"
)
_ORDER: Final = " carry out "
"""After these words a sentence quotes a standing order, if a colon follows."""
_EXPLAINED: Final = 2
"""An explanation has at least this number of spaces."""
_LONG: Final = 90
"""From this number of characters on, a sentence used as a heading loses its explanation in brackets."""
Tense = Literal["past", "conditional"]
_STATE_VERBS: Final = {"are": "be", "has": "have", "holds": "hold", "is": "be"}
_STATE_VERB: Final = lazy_pattern(rf"\b(?:{'|'.join(_STATE_VERBS)})\b")
_QUALIFIED: Final = lazy_pattern(rf"\b(already )?({'|'.join(_STATE_VERBS)})\b( (?:not|already|still|just)\b)?")


def past_tense(sentence: str, subject: str) -> str:
    """Return a sentence in the past tense if its first word after the subject is its verb, else unchanged.

    `Yellow attacks Brazil and ends the turn.` becomes `Yellow attacked Brazil and ended the turn.`
    """
    found = re.match(rf"{re.escape(subject)} ([A-Za-z-]*s|are)\b", sentence) if subject else None
    if found is None:
        return sentence
    rest = _SECOND_VERB.sub(lambda other: _past(other[0]), sentence[found.end() :])
    return f"{subject} {_past(found[1])}{rest}"


def effect_in_past(sentence: str) -> str:
    """Return the sentence of an effect or of chance with all its verbs in the past tense, except those in brackets.

    `The deck is empty: 9 discards become the new deck.` becomes `The deck was empty: 9 discards became the new deck.`
    """
    parts = _split_at_brackets(sentence)
    for at in range(0, len(parts), 2):
        clause = _OF_EFFECTS.sub(lambda found: _past(found[0]), parts[at])
        parts[at] = _VERB_WITHOUT_S.sub(lambda found: _WITHOUT_S[found[0]], clause)
    return "".join(parts)


def heading(sentence: str) -> str:
    """Return a sentence for a heading: if it is long, without an explanation in brackets at its end."""
    return without_explanation(sentence) if len(sentence) > _LONG else sentence


def without_explanation(sentence: str) -> str:
    """Return a sentence without an explanation of three words or more in brackets at its end."""
    parts = _split_at_brackets(sentence)
    if len(parts) == 1 or parts[-1] != "." or not parts[-3].endswith(" "):
        return sentence
    explanation = parts[-2]
    words_before_brackets = explanation[1:-1].partition("(")[0]
    if words_before_brackets.count(" ") < _EXPLAINED:
        return sentence
    return f"{sentence.removesuffix(f' {explanation}.')}."


def _split_at_brackets(sentence: str) -> list[str]:
    """Return the parts of a sentence outside and inside brackets by turns. A standing order counts as in brackets."""
    clause, mark, order = sentence.partition(_ORDER)
    if ":" not in order:
        clause, mark, order = sentence, "", ""
    parts, depth = [list[str]()], 0
    for char in f"{clause}{mark}":
        if char == "(":
            depth += 1
            if depth == 1:
                parts.append([])
        parts[-1].append(char)
        if char == ")" and depth:
            depth -= 1
            if depth == 0:
                parts.append([])
    found = ["".join(part) for part in parts]
    return [*found, *([""] * (depth > 0)), order, ""] if order else found


def state_in(tense: Tense, words: str) -> str:
    """Return words about a position with *is*, *are*, *has* and *holds* changed to another tense.

    In the conditional, *not* and *already* go before the second verb: `c1 would not be open`.
    """
    if tense == "past":
        return _STATE_VERB.sub(lambda found: _past(found[0]), words)
    return _QUALIFIED.sub(lambda found: f"would{found[3] or ''} {found[1] or ''}{_STATE_VERBS[found[2]]}", words)


def _past(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}ied"
    stem = verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "oes")) else verb[:-1]
    return f"{stem}d" if stem.endswith("e") else f"{stem}ed"


def with_article(noun: str) -> str:
    """Return a noun with "a" or "an" before it."""
    return f"{'an' if noun[:1].lower() in 'aeiou' and noun else 'a'} {noun}"


def counted(number: int, noun: str, many: str = "") -> str:
    """Return a number with its noun: `1 Dalek`, `2 Daleks`."""
    return f"{number} {noun if number == 1 else many or f'{noun}s'}"


def percent(chance: "Fraction | float") -> str:
    """Return a probability as a percentage with one decimal.

    A value that would round to 0 or 100 % without being 0 or 1 is written as less or more than a limit.
    """
    tenths, certain = round(chance * 1000), 1 - 1e-9 if isinstance(chance, float) else 1
    if chance > 0 and not tenths:
        return "less than 0.1 %"
    if chance < certain and tenths == 1000:  # rounds to 100.0 %
        return "more than 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def joined(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: `a, b and c`."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def first_of(words: Sequence[str], most: int) -> str:
    """Return at most `most` words as a list, and the number of the rest: `Peru, Japan and 5 more`."""
    return joined(words if len(words) <= most else [*words[:most], f"{len(words) - most} more"])


def rules_in_words(first: int, changes: Sequence[tuple[int, int]], newest: int) -> str:
    """Return the rules version at the start of a session and at each change, and the newest one if it differs.

    `changes` are the entries that changed the version, each with the new version.
    """
    later = [f"from entry {seq} on version {version}" for seq, version in changes]
    last = changes[-1][1] if changes else first
    return ", ".join([f"rules version {first}", *later]) + (f" (newest: {newest})" if last != newest else "")


def either(words: Sequence[str]) -> str:
    """Return words as a choice in a sentence: `a, b or c`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


@lru_cache(maxsize=4096)
def folded(line: str) -> str:
    """Return a line folded to the width of the text version, with indented continuation lines."""
    return fill(clean(line), WIDE, subsequent_indent="    ", break_on_hyphens=False)


def folded_lines(lines: Iterable[str]) -> str:
    """Return lines, each folded to the width of the text version."""
    return "\n".join(map(folded, lines))
