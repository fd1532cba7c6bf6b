"""What a post says that was not read: actions, denials and exceptions in unknown words."""

import re
from collections.abc import Sequence, Set as AbstractSet
from itertools import pairwise
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.cut import sentences, texts
from projections.notation.prose.further import FurtherMoves
from projections.notation.prose.lexicon import VERB
from projections.notation.prose.tokens import Token
from projections.notation.prose.word_lists import word_list

_SMALL: Final = 3
"""The maximum length of a verb that is only a short word."""


def says_unread(
    lines: Sequence[str], tokens: Sequence[Token], read: AbstractSet[int] = frozenset(), *, goes_on: bool = False
) -> bool:  # fmt: skip
    """Return whether any sentence that no known phrase explains describes an action.

    `read` are the numbers of sentences in which a verb was understood as a move. If the turn still `goes_on`, every
    sentence of several words may describe an action, except greetings and the like.
    """
    known = _known_clauses(tokens) | read
    at_hand = {token.clause: token.text for token in tokens if token.is_at_hand}
    for clause, (_, sentence) in enumerate(sentences(lines)):
        if clause in known or REMARKS.search(sentence):
            continue
        left = sentence.casefold().replace(at_hand.get(clause, ""), "")
        if _says_deed(sentence) or (clause in at_hand and _WORDY.search(left)):
            return True
        if goes_on and len(_WORDY.findall(left)) > 1 and not _CLOSES.search(sentence):
            return True
    return False


def _known_clauses(tokens: Sequence[Token]) -> AbstractSet[int]:
    """Return the numbers of the sentences with a known phrase, other than the name of what the move is about anyway."""
    return {
        clause for token in tokens if not (token.is_stop or token.is_at_hand or _is_small(token))
        for clause in range(token.clause, max(token.clause, token.last) + 1)
    }  # fmt: skip


def unknown(before: Token, token: Token) -> list[str]:
    """Return the unknown words between the token `before` and the next `token`, without filler words."""
    words = token.before.removeprefix(before.text).split()
    return [word for word in words if word.isalpha() and word not in FILLING]


def does_unknown(tokens: Sequence[Token], carried: Sequence[Token]) -> bool:
    """Return whether a clause that was understood as a move has only an unknown word as its verb (*I jammed*).

    `carried` are the tokens that were understood as moves.
    """
    held = {id(token) for token in carried}
    for clause in dict.fromkeys(token.clause for token in carried):
        one = [token for token in tokens if token.clause == clause and not token.is_stop]
        if id(one[0]) not in held or any(token.verbs for token in one):
            continue
        words = one[0].before.casefold().split()
        is_led = words[:1] in (["i"], ["we"])
        done = words[is_led:]
        if (
            len(done) == 1
            and done[0].isalpha()
            and done[0] not in FILLING
            and (is_led or done[0].endswith(("ed", "ing")))
        ):
            return True
    return False


def acts_on_unknown(tokens: Sequence[Token], carried: Sequence[Token]) -> bool:
    """Return whether the only phrase that was understood is a verb beside an unknown thing: *I pass the biscuits*."""
    if len(carried) != 1 or not carried[0].verbs:
        return False
    at = tokens.index(carried[0])
    before = tokens[at].before.removeprefix(tokens[at - 1].text if at else "")
    behind = tokens[at + 1].before.removeprefix(tokens[at].text) if at + 1 < len(tokens) else ""
    return _UNKNOWN_DOER.search(before.strip()) is not None or _UNKNOWN_OBJECT.match(behind.strip()) is not None


def skips(tokens: Sequence[Token], carried: Sequence[Token], *, goes_on: bool) -> bool:
    """Return whether a part of the post between two stops was not understood.

    `carried` are the tokens that were understood as moves. A part counts if it has only unknown words, or a number with
    a verb that was not understood as a move. Only parts after the first token in `carried` count and, unless the turn
    still `goes_on`, before the end of the sentence of the last such token.
    """
    held = {id(token) for token in carried}
    at = [number for number, token in enumerate(tokens) if id(token) in held]
    if not at:
        return False
    words, known, end = list[str](), list[Token](), tokens[at[-1]].clause
    for place, (before, token) in enumerate(pairwise(tokens[at[0] :]), at[0] + 1):
        if not goes_on and token.clause > end:
            break
        words += unknown(before, token) if goes_on or place <= at[-1] else []
        if not token.is_stop:
            known.append(token)
        elif _is_skipped(words, known, held):
            return True
        else:
            words, known = [], []
    return False


def _is_skipped(words: Sequence[str], known: Sequence[Token], held: AbstractSet[int]) -> bool:
    """Return whether a part has only unknown words, or a number with a verb that was not understood as a move."""
    if not known:
        return len(words) >= _SAYS and not REMARKS.search(" ".join(words))
    has_number = any(one.is_number for one in known)
    has_verb = any(one.verbs and not one.is_number for one in known)
    return has_number and has_verb and not any(id(one) in held or one.is_inert for one in known)


def says_otherwise(lines: Sequence[str], tokens: Sequence[Token], carried: Sequence[Token]) -> bool:
    """Return whether a post makes an exception, only hints at something, or acts on "it" without a known phrase.

    Also return True if the post denies something in the same clause as a token that the reading uses (`carried`).
    """
    clauses = _known_clauses(tokens)
    told = [
        (clause, sentence.casefold()) for clause, (_, sentence) in enumerate(sentences(lines))
        if clause in clauses or not REMARKS.search(sentence)
    ]  # fmt: skip
    text, known = "\n".join(sentence for _, sentence in told), " ".join(token.text for token in tokens)
    return any(len(pattern.findall(text)) > len(pattern.findall(known)) for pattern in (_OTHERWISE, _DOES_IT)) or any(
        _denies(part, [token for token in tokens if token.clause == clause], carried)
        for clause, sentence in told
        if _DENIES.search(sentence)
        for part in _BREATH.split(" ".join(texts(sentence)))
    )


def _denies(part: str, tokens: Sequence[Token], carried: Sequence[Token]) -> bool:
    """Return whether a part of a sentence denies something, and one of its phrases (`carried`) was read as a move."""
    if not _DENIES.search(part):
        return False
    words = set(part.split()) - _LITTLE
    here = [token for token in tokens if not words.isdisjoint(token.text.split())]
    known = " ".join(token.text for token in here)
    return len(_DENIES.findall(part)) > len(_DENIES.findall(known)) and any(token in carried for token in here)


def names_unknown(tokens: Sequence[Token], further: FurtherMoves) -> bool:
    """Return whether an unknown name is next to a verb that needs a thing, or in a list with a known thing."""
    told = [token for token in tokens if token.text != ":"]
    return any(
        _is_part(named, last, token, further)
        for last, token in pairwise((_STOP, *told)) if not token.is_inert
        for named in _UNKNOWN.finditer(_between(last, token)) if not REMARKS.search(named[0])
    )  # fmt: skip


def _between(last: Token, token: Token) -> str:
    return token.before.removeprefix(last.text).strip()


def _is_part(named: re.Match[str], last: Token, token: Token, further: FurtherMoves) -> bool:
    """Return whether an unknown name between two tokens belongs to one of them, so that it may be part of a move."""
    if (named["joint"] and not last.is_verb) or (named["and"] and not token.is_verb):
        return True
    between = _between(last, token)
    is_ended = named.end() == len(between) and "your " not in named[0]
    if is_ended and not token.is_verb and not named["and"]:
        return False
    is_begun = len(between[: named.start()].split()) <= 1
    near = [one for one, is_near in ((last, is_begun), (token, is_ended)) if is_near]
    return any(further.wants_thing(one) for one in near if not one.is_inert and one.text not in _LEADING)


def _is_small(token: Token) -> bool:
    """Return whether a token is only a short verb such as "on"."""
    return token.kinds <= {VERB, ""} and len(token.text) <= _SMALL


def _says_deed(sentence: str) -> bool:
    """Return whether a sentence describes an action: a longer word follows "I", or a word ends in "ing"."""
    doer = _DOER.search(sentence)
    acts = doer is not None and _LONGER.search(sentence, doer.end()) is not None
    return acts or _DOING.search(sentence) is not None


_UNKNOWN: Final = lazy_pattern(
    r"(?P<joint>(?:and|n|with|\+|&) )?\b(?:the|an?|my|your|another)(?: the)?(?: (?!of\b)\w+)??"
    r" (?!(?:first|second|third|fourth|fifth|last|other|rest|same|whole|table|seat|turn|kettle|feet|lights|hole)\b)"
    r"[^\W\d_]{4,}(?P<and> (?:and|n|with|\+|&)(?: (?:the|an?|my|your|another))?)?"
    r"(?: (?:i|have|has|then|just|also|now|is|are|so|lol|she|he))*"
)
"""Pattern of a thing that a post names, but that is not a phrase of the game."""
_LEADING: Final = word_list("leading")
_STOP: Final = Token((), ".", -1)
_DOER: Final = lazy_pattern(
    r"\b(?:i|i'm|im|i've|i'll|ah|ah'm|ah've|ah'll|je|we|my pawn|my doctor|my figure)\b", re.IGNORECASE
)
_LONGER: Final = lazy_pattern(r"\w{4}")
_DOING: Final = lazy_pattern(r"\b\w{4,}in[g']?\b", re.IGNORECASE)
_CLOSES: Final = lazy_pattern(
    r"^\W*(?:best|kind|warm|yours|cheers|regards|greetings|love|dear|hello|hi|hey|oh|good|happy|take care|signed"
    r"|sent)\b",
    re.IGNORECASE,
)
"""Matches greetings, farewells and exclamations at the start of a sentence."""
_WORDY: Final = lazy_pattern(r"[^\W\d_]{4}")
_LITTLE: Final = word_list("little")
_BREATH: Final = lazy_pattern(r"[.!?;:(),\u2013\u2014]| - |\b(?:but|and|so|because|since)\b")
_DENIES: Final = lazy_pattern(
    r"\b(?:not|nope|(?<!oh )no (?!problem|worr|idea|doubt|matter|wonder|hard|offen|rush|hurry|pressure|way|comment"
    r"|surprise|kidding|joke|thank|use\b|good\b|,|second|big|longer|less|more|luck|re\b|change|fun|mercy|regret|question|i\b|then|really|sir|dice)"
    r"|nobody|no one|none|neither|nor)\b"
)
_UNKNOWN_OBJECT: Final = lazy_pattern(
    r"(?:(?:for|with|on|round|around|along|through|by|at|off) )?(?:the|my|an?|some|our|your|his|her|their)"
    r" (?!turn|round|card|moment|now|day|rest)[^\W\d_]{3,}|(?:round|around|along|through|by|off) [^\W\d_]{3,}"
)
"""Matches words after a verb that begin with a thing that is not of the game."""
_UNKNOWN_DOER: Final = lazy_pattern(r"\b(?:the [^\W\d_]{3,}|(?<!this )(?<!that )time)$")
"""Matches words before a verb that end with a thing that is not of the game."""
_SAYS: Final = 2
"""The number of unknown words in a row from which the words may describe a move."""
FILLING: Final = word_list("filling")
_OTHERWISE: Final = lazy_pattern(
    r"\b(?:except|but for|apart from|other than"
    r"|(?:all|everything|everybody|everyone|both|any|every \w+) (?:but|bar|save)"
    r"|please,? (?:no|don'?t|do not)(?! (?:wait|mind|hesitate|worry|laugh|ask))"
    r"|not (?:yet|now|today|this (?:turn|time))"
    r"|scratch|neighbour(?:ing)?|whichever|defer|postpone|hold(?:ing)? off"
    r"|either (?:of|one)|(?:one|two|some|any) of (?:the|my|your) (?:two|three|four|five|\d))\b"
)
_DOES_IT: Final = lazy_pattern(
    r"\b(?:play|use|place|lay|spend|discard|burn|drop|ditch|pay|trade|cash|swap|eat|give|dump)(?:e?d)? (?:it|them)\b"
    r"|\b(?:put|laid|ate|eaten|spent|burnt|threw|thrown|paid|gave|given) (?:it|them)\b"
)
"""Matches actions on a thing that was named before, such as `play it`."""
REMARKS: Final = lazy_pattern(rf"\b(?:{'|'.join(sorted(word_list('remarks')))})(?:s|d|ed|ing)?\b", re.IGNORECASE)
"""Matches words of a sentence that is only a remark and describes no move."""
