"""A post split into sentences, and in each the phrases that have a meaning in this position."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Set as AbstractSet
from functools import partial
from itertools import pairwise, takewhile
from typing import Final

from projections.notation.prose.drawn import with_drawn
from projections.notation.prose.faces import faces
from projections.notation.prose.guards import is_no_deed
from projections.notation.prose.lexicon import FUZZY, NOT, NUMBER, VERB, Lexicon, Phrases, Row, Sense
from projections.notation.prose.rollers import plain_rolls
from projections.notation.prose.tokens import Token
from projections.notation.prose.wordings import THERE

STOP: Final = "stop"
"""The kind of a token (a word or sign with a meaning) that ends a clause."""
DICE: Final = "dice"
_BULLET: Final = re.compile(r"\[(?:\*|li|/?list[^\]]{0,20})\]", re.IGNORECASE)
_MARKUP: Final = re.compile(
    r"\[/?[a-z*]{1,8}(?:=[^\]]{0,40})?\]|<[^<>]{0,60}>|[`*_~\"\u201c\u201d\U0001f3b2]+", re.IGNORECASE
)
_DOTTED: Final = re.compile(r"\b([A-Za-z])\.(?=[A-Za-z](?:\b|\.))")
_SHORTENED: Final = re.compile(r"\b([A-Za-z])\.(?=\s?[A-Za-z])")
_COLON: Final = re.compile(r"\.(?=:)")
_ITEM: Final = re.compile(r"^\s*(?:\(?(?:[a-z]|[0-9]{1,2})[.)]|[-+=\u2022\u21d2\u2013])\s+", re.IGNORECASE)
_TELEGRAM: Final = re.compile(r"\bSTOP\b(?=\W|$)")
"""Matches the STOP of a telegram, which ends a sentence if the word occurs more than once in the post."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])[^\S\u00a0]+|(?<=[.!?])$|\n")
_CRY: Final = re.compile(r"\b([A-Z]\w+)! (?=[a-z])")
"""Matches a name with an exclamation mark that does not end the sentence."""
_WORD: Final = re.compile(
    r"(?P<arrow>->|=>|>|[\u2190-\u21ff\u27a1\u2b05-\u2b07])|(?P<word>[^\W_]+(?:['\u2019][^\W_]+)*)"
    r"|(?P<stop>[.!?;:()\n,\u2013\u2014-]|(?<=\s)/(?=\s))|(?P<other>[^\s])",
    re.IGNORECASE,
)
_DRAWN_OUT: Final = re.compile(r"([^\W\d_])\1{2,}")
"""Matches a letter that is stretched, as in `doneeee`."""
_GLUED: Final = re.compile(r"\b(?:([wx])(?=\d)|(\d+)(?=n\b))", re.IGNORECASE)
"""Matches the place in `w3` or `4n` where a blank between letter and number is missing."""
WRAP: Final = "\u2028"
"""Stands in a sentence where a mail client wrapped its line."""
_ENDED: Final = re.compile(r"[\w)][.!?]\s*$")
_WITHIN: Final = re.compile(r"[.!?:] +\S.*\w,?\s*$")
_OPEN_END: Final = re.compile(r"[\w,]\s*$")
_UNFINISHED: Final = re.compile(r"\b(?:the|an?|to|in|on|with|from|of|my|at|by|into|and)\s*$", re.IGNORECASE)
_CONTINUES: Final = re.compile(r"\s*(?!\w{1,2}[.)]\s+\S)(?![\w ]{0,11}:)[\w'(]")
"""The beginning of a line that goes on with a sentence: neither a bullet nor a label."""
_LONGEST: Final = 6
_GAP: Final = 8
"""The maximum number of words and stops that may come between related things, such as the cards of a row."""
MOST_TOKENS: Final = 1200
"""The maximum number of tokens (words and phrases with a meaning) of a post; the rest is cut off."""
_PATIENCE: Final = 600
"""The maximum number of words in a post whose spelling is corrected."""
_FIGURES: Final = re.compile(r"[0-9]{1,9}")
"""Matches a number. Longer numbers are not numbers of the game."""
SUM: Final = "+ ="
"""Marks a verb in a lexicon. In a post, numbers with their sum, such as `3 + 5 = 8`, can replace this verb."""
DASH: Final = "-"
ARROW: Final = "\u2192"
_ENDS: Final = ".!?;:"
_ON: Final = frozenset({"on", "from", "for", "with", "in", "among"})
"""Words between things and the thing that they belong to, as in `Strength on the blacks`."""
_LEADS_ON: Final = frozenset({"for", "to", "into", ARROW})
"""Words before a thing that players get for a row of things, and that is not part of the row."""


def unwrapped(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a post as (index of the first one, text). Lines that a mail client wrapped are one text.

    Their texts are joined by `WRAP`. Lines are wrapped if a sentence begins within a line, ends in a later line, and
    the lines between have no other sign at their end.
    """
    is_prose = any(_ENDED.search(line) for line in lines)
    held: list[str] = []
    for at, line in enumerate(lines):
        held.append(line)
        following = lines[at + 1] if at + 1 < len(lines) else ""
        is_begun = len(held) > 1 or _WITHIN.search(line) or _UNFINISHED.search(line)
        if not (is_prose and is_begun and _OPEN_END.search(line) and _CONTINUES.match(following)):
            yield at + 1 - len(held), WRAP.join(held)
            held = []


def sentences(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a post without markup, each as (index of its line, text)."""
    is_telegram = len(_TELEGRAM.findall("\n".join(lines))) > 1
    for at, line in unwrapped(plain_rolls(lines)):
        line = _BULLET.sub("\n", _TELEGRAM.sub(".", line) if is_telegram else line)  # noqa: PLW2901
        line = _CRY.sub("\\1!\N{NO-BREAK SPACE}", _COLON.sub(":", line))  # noqa: PLW2901
        plain = _SHORTENED.sub(r"\1 ", _DOTTED.sub(r"\1", _ITEM.sub("", _MARKUP.sub(" ", line))))
        for part in _SENTENCE.split(plain):
            if part.strip():
                yield at, part
            at += part.count(WRAP)  # noqa: PLW2901


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
    return [word for word in words if word.isalpha() and word not in _FILLING]


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
            and done[0] not in _FILLING
            and (is_led or done[0].endswith(("ed", "ing")))
        ):
            return True
    return False


def skips(tokens: Sequence[Token], carried: Sequence[Token], *, goes_on: bool) -> bool:
    """Return whether a part of the post between two stops was not understood.

    `carried` are the tokens that were understood as moves. A part counts if it has only unknown words, or a number with
    a verb that was not understood as a move. Only parts after the first token in `carried` count and, unless the turn
    still `goes_on`, before the end of the sentence of the last such token.
    """
    held = {id(token) for token in carried}
    at = [number for number, token in enumerate(tokens) if id(token) in held]
    words, known = list[str](), list[Token]()
    end = tokens[at[-1]].clause if at else 0
    for place, (before, token) in enumerate(pairwise(tokens[at[0] :] if at else ()), at[0] + 1 if at else 0):
        if not goes_on and token.clause > end:
            break
        words += unknown(before, token) if goes_on or place <= at[-1] else []
        if not token.is_stop:
            known.append(token)
            continue
        if len(words) >= _SAYS and not (known or REMARKS.search(" ".join(words))):
            return True
        if (
            any(one.is_number for one in known)
            and any(one.verbs and not one.is_number for one in known)
            and not any(id(one) in held or one.is_inert for one in known)
        ):
            return True
        words, known = [], []
    return False


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
        for part in _BREATH.split(" ".join(_texts(sentence)))
    )


def _denies(part: str, tokens: Sequence[Token], carried: Sequence[Token]) -> bool:
    """Return whether a part of a sentence denies something, and one of its phrases (`carried`) was read as a move."""
    if not _DENIES.search(part):
        return False
    words = set(part.split()) - _LITTLE
    here = [token for token in tokens if not words.isdisjoint(token.text.split())]
    known = " ".join(token.text for token in here)
    return len(_DENIES.findall(part)) > len(_DENIES.findall(known)) and any(token in carried for token in here)


def _is_slip(word: str, verb: str) -> bool:
    """Return whether `word` may be `verb` misspelt: letters swapped, added or missing, but none replaced."""
    return len(word) != len(verb) or sorted(word) == sorted(verb)


def _is_small(token: Token) -> bool:
    """Return whether a token is only a short verb such as "on"."""
    return token.kinds <= {VERB, ""} and len(token.text) <= _SMALL


def _says_deed(sentence: str) -> bool:
    """Return whether a sentence describes an action: a longer word follows "I", or a word ends in "ing"."""
    doer = _DOER.search(sentence)
    acts = doer is not None and _LONGER.search(sentence, doer.end()) is not None
    return acts or _DOING.search(sentence) is not None


_DOER: Final = re.compile(
    r"\b(?:i|i'm|im|i've|i'll|ah|ah'm|ah've|ah'll|je|we|my pawn|my doctor|my figure)\b", re.IGNORECASE
)
_LONGER: Final = re.compile(r"\w{4}")
_DOING: Final = re.compile(r"\b\w{4,}in[g']?\b", re.IGNORECASE)
_CLOSES: Final = re.compile(
    r"^\W*(?:best|kind|warm|yours|cheers|regards|greetings|love|dear|hello|hi|hey|oh|good|happy|take care|signed"
    r"|sent)\b",
    re.IGNORECASE,
)
"""Matches greetings, farewells and exclamations at the start of a sentence."""
_WORDY: Final = re.compile(r"[^\W\d_]{4}")
_LITTLE: Final = frozenset(
    {"the", "a", "an", "my", "to", "of", "in", "on", "into", "i", "and", "your", "at", "for", "is", "it"}
)
_BREATH: Final = re.compile(r"[.!?;:(),\u2013\u2014]| - |\b(?:but|and|so|because|since)\b")
_DENIES: Final = re.compile(
    r"\b(?:not|nope|(?<!oh )no (?!problem|worr|idea|doubt|matter|wonder|hard|offen|rush|hurry|pressure|way|comment"
    r"|surprise|kidding|joke|thank|use\b|good\b|,|second|big|longer|less|more|luck|re\b|change|fun|mercy|regret|question|i\b|then|really|sir|dice)"
    r"|nobody|no one|none|neither|nor)\b"
)
_SAYS: Final = 2
"""The number of unknown words in a row from which the words may describe a move."""
_FILLING: Final = frozenset(
    {
        "the", "a", "an", "my", "of", "and", "so", "at", "for", "is", "it", "well", "oh", "ah", "ok", "lol",
        "ha", "haha", "hmm", "sigh", "ugh", "argh", "ouch", "damn", "x", "xx", "sorry", "thanks", "please",
        "all", "there", "now", "me", "yes", "no", "dear", "course", "him", "her", "them", "us", "he", "she",
        "they", "who", "which", "that", "but", "typical", "as", "hee", "tee", "hehe", "heh", "yay", "phew", "woo",
        "woohoo", "wahey", "gah", "meh", "pff", "mmm", "hm", "yess", "yesss", "boom", "wow", "hurrah", "hooray",
    }
)  # fmt: skip
"""Filler words, which change no meaning."""
_OTHERWISE: Final = re.compile(
    r"\b(?:except|but for|apart from|other than"
    r"|(?:all|everything|everybody|everyone|both|any|every \w+) (?:but|bar|save)"
    r"|please,? (?:no|don'?t|do not)(?! (?:wait|mind|hesitate|worry|laugh|ask))"
    r"|not (?:yet|now|today|this (?:turn|time))"
    r"|scratch|neighbour(?:ing)?|whichever|defer|postpone|hold(?:ing)? off"
    r"|either (?:of|one)|(?:one|two|some|any) of (?:the|my|your) (?:two|three|four|five|\d))\b"
)
_DOES_IT: Final = re.compile(
    r"\b(?:play|use|place|lay|spend|discard|burn|drop|ditch|pay|trade|cash|swap|eat|give|dump)(?:e?d)? (?:it|them)\b"
    r"|\b(?:put|laid|ate|eaten|spent|burnt|threw|thrown|paid|gave|given) (?:it|them)\b"
)
"""Matches actions on a thing that was named before, such as `play it`."""
REMARKS: Final = re.compile(
    r"\b(?:like|love|hate|think|guess|hope|know|see|sorry|thank|wonder|swear|feel|need|want|believe|mean|agree|promise|blame"
    r"|wish|bet|laugh|cry|cried|sure|afraid|glad|happy|sad|deserve|forgot|remember|check|checked|suspect|expect|admit|mind"
    r"|evening|morning|nothing|something|anything|everything|during|interesting|amazing|boring|annoying|greeting"
    r"|wait|waiting|awaiting|enjoy|fear|trust|owe|miss|understand|read|reading|look|looking|regret|apologi[sz]e|told|said|say"
    r"|note|following|kindly|please|welcome|luck|weather|rain|snow|sun|tea|coffee|beer|wine|cake|lunch|dinner|supper|breakfast"
    r"|work|job|office|home|house|kid|son|daughter|wife|husband|mum|dad|mother|father|boss|train|bus|weekend|holiday"
    r"|week|month|year|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|sleep|bed|cat|email|phone"
    r"|internet|computer|folks|guys|everyone|everybody|fun|exciting|tense|nerve|brilliant|lovely|nice|great|terrible|awful"
    r"|typing|writing|posting|thinking|feeling|being|having|saying)"
    r"(?:s|d|ed|ing)?\b",
    re.IGNORECASE,
)
"""Matches words of a sentence that is only a remark and describes no move."""


class Scanner:
    """Finds the phrases of a vocabulary in the sentences of a post."""

    def __init__(
        self, phrases: Phrases, lexicon: Lexicon, at_hand: Iterable[str] = (),
        toward: Callable[[str, str], str] = lambda last, _way: last,
    ) -> None:  # fmt: skip
        self.at_hand = frozenset(at_hand)
        self.phrases, self._spellings, self._lexicon = phrases.senses, phrases, lexicon
        self.versus, self.rows = frozenset(lexicon.versus), lexicon.rows
        self.light = frozenset((*lexicon.light, VERB, ""))
        self._saying = {
            row.kind: {move.name for move in lexicon.moves if row.kind in move.known or not move.wanted}
            for row in self.rows
        }
        placed = {kind for move in lexicon.moves for kind in move.known}
        self._leads = frozenset(
            kind for row in self.rows for kind in (row.head, row.each) if kind and kind not in placed
        )
        self._known: dict[str, str] = {}
        self._toward = toward
        self.there, self.last = lexicon.there, Sense("", "")
        self._onward = tuple(f" {words}" for words in lexicon.onward)

    def scan(self, lines: Sequence[str], before: str = "") -> list[Token]:
        """Return the tokens of a post in order, each clause followed by a stop. A post that is too long is cut off.

        `before` is the text before these lines: they may refer to the place that it names last.
        """
        found: list[Token] = []
        for clause, last, line, sentence in self._joined(lines):
            for part in self._parts(sentence):
                inert = is_no_deed(part)
                tokens = self._sentence(part, clause, inert=inert)
                found += (token._replace(line=line + token.line, last=last) for token in tokens)
            if not all(token.is_stop and token.text in _ENDS for token in found[-2:]) or len(found) < 2:
                found.append(Token((), ".", clause, line=line))
            if len(found) > MOST_TOKENS:
                return found
        if self._onward:
            found = list(self._led_on(found, self._place_in(before)))
        for row in self.rows:
            found = _gathered(found, row, self._saying[row.kind])
        return with_drawn([one for one in found if one.is_stop or not one.kinds <= self._leads], self._lexicon)

    def _place_in(self, text: str) -> Sense | None:
        told = (self._sentence(part, 0, inert=False) for _, part in sentences([text]))
        named = (sense for tokens in told for token in tokens for sense in token.senses if sense.kind == self.there)
        return next(iter(deque(named, maxlen=1)), None)

    def _led_on(self, tokens: Sequence[Token], last: Sense | None) -> Iterator[Token]:
        """Yield the tokens; some verbs get one more meaning, the place that the post named last.

        This meaning is added to a verb such as "go in" if its clause names no place after the verb.
        """
        for at, token in enumerate(tokens):
            if not token.is_inert:
                last = next((sense for sense in token.senses if sense.kind == self.there), last)
            if last and token.verbs and token.of(self.there) is None and f" {token.text}".endswith(self._onward):
                behind = takewhile(lambda other: not other.is_stop, tokens[at + 1 :])
                if not any(other.of(self.there) for other in behind):
                    token = token._replace(senses=(*token.senses, last), is_light=True)  # noqa: PLW2901
            yield token

    def _joined(self, lines: Sequence[str]) -> Iterator[tuple[int, int, int, str]]:
        """Yield each sentence as (its number, number of the last sentence joined to it, index of its line, text).

        If a sentence ends with dice and the next has another player's dice, both are yielded as one sentence.
        """
        told = deque(enumerate(sentences(lines)))
        while told:
            clause, (line, sentence) = told.popleft()
            last = clause
            if told and self.versus and self._answers(_texts(sentence), _texts(told[0][1][1])):
                last, (_, other) = told.popleft()
                sentence = f"{sentence.rstrip(' .!?')}, {other}"
            yield clause, last, line, sentence

    def _answers(self, ours: list[str], theirs: list[str]) -> bool:
        """Return whether the first sentence ends with dice and the second has another player's dice."""
        while ours and ours[-1] in ".!?,":
            ours.pop()
        begun = range(max(0, len(ours) - _LONGEST - 2), len(ours))
        found = [one for at in begun if (one := faces(ours, at, 3))]
        return (
            any(len(rolled) > 1 and len(ours) - end <= 2 for rolled, end in found)
            and (self._is_someone(theirs, 0) or theirs[0] in _AGAINST or self._is_for_someone(theirs))
            and any(faces(theirs, at, _MOST_DEFEND) for at in range(1, len(theirs)))
        )  # fmt: skip

    def _is_for_someone(self, texts: Sequence[str]) -> bool:
        """Return whether a sentence begins with a roll for another player: `For Nell I rolled 6 2`."""
        return texts[0] in _ROLLS_FOR and any(self._is_someone(texts, at) for at in range(1, min(_OWNED, len(texts))))

    def _parts(self, sentence: str) -> Sequence[str]:
        """Return the sentence; or the texts before and after its last pause, if the second one is no action."""
        pauses = list(_PAUSE.finditer(sentence))
        if not pauses:
            return (sentence,)
        told, last = sentence[: pauses[-1].start()], sentence[pauses[-1].end() :]
        if not is_no_deed(last) or is_no_deed(told):
            return (sentence,)
        tokens = self._sentence(last, 0, inert=False)
        things = any(sense.kind not in (VERB, NUMBER, "seat", "") for token in tokens for sense in token.senses)
        return (sentence,) if things or _OR.search(last) else (told, last)

    def _sentence(self, sentence: str, clause: int, *, inert: bool) -> Iterator[Token]:
        return _Tagger(self, sentence, clause, inert=inert).tokens()

    def points_back(self, text: str, texts: Sequence[str], end: int) -> Sequence[tuple[Sense, ...]]:
        """Return the meanings of "it" after a verb such as "go into": the place named last; empty for other verbs."""
        is_led = (
            " " in text
            and text.rsplit(maxsplit=1)[-1] in (*_THROUGH, "to")
            and texts[end : end + 1] in (["it"], ["that"])
        )
        return [(self.last, Sense("", ""))] if self.there and self.last.kind and is_led else []

    def pointed(self, senses: tuple[Sense, ...], texts: Sequence[str], end: int) -> tuple[Sense, ...]:
        """Return the meanings of a phrase.

        A phrase like "north of it", with no place after it, means the place in that direction.
        """
        if pointing := next((sense.value for sense in senses if sense.value.startswith(THERE)), None):
            text, _ = self.longest(texts, end) if end < len(texts) else ("", 0)
            is_named = any(sense.kind == self.there for sense in self.phrases.get(text, ()))
            value = "" if is_named else self._toward(self.last.value, pointing[len(THERE) :])
            senses = (self.last._replace(value=value) if value else Sense("", ""), Sense("", ""))
        self.last = next((sense for sense in senses if sense.kind == self.there), self.last)
        return senses

    def longest(self, texts: Sequence[str], at: int) -> tuple[str, int]:
        """Return the longest known phrase that begins at word `at`, and its number of words; words may be misspelt."""
        for length in range(min(_LONGEST, len(texts) - at), 0, -1):
            text = " ".join(texts[at : at + length])
            if text in self.phrases and not (length > 1 and self._breaks_name(texts, at, length)):
                return text, length
        for length in range(min(3, len(texts) - at), 0, -1):
            words = [self._spelt(word) for word in texts[at : at + length]]
            text = " ".join(words)
            if text in self.phrases and not (length > 1 and self._breaks_name(texts, at, length)):
                return text, length
        return texts[at], 1

    def _breaks_name(self, texts: Sequence[str], at: int, length: int) -> bool:
        """Return whether the phrase of `length` words at word `at` is only a part of a longer name."""
        begun = [at + length - 1] if texts[at + length - 1] in _BEGINS_NAMES else []
        begun += [at + 1] if texts[at] in _ARTICLES else []
        ends = range(at + length + 1, min(at + length + 3, len(texts) + 1))
        longer = (" ".join(texts[first:end]) for first in begun for end in ends)
        return any(not {sense.kind for sense in self.phrases.get(text, ())} <= {VERB, ""} for text in longer)

    def denied(self, texts: Sequence[str], at: int) -> tuple[str, int, bool]:
        """Return the denied verb at word `at` (as in "not move"): text, number of words, whether it means no move."""
        for end in range(at + 1, min(at + _DENIED, len(texts))):
            if not texts[end][0].isalpha():
                break
            text, length = self.longest(texts, end)
            if NOT + text in self.phrases:
                return NOT + text, end + length - at, False
            senses = self.phrases.get(text, ())
            if any(sense.kind not in (VERB, "", NUMBER) for sense in senses):
                break
            if senses and len(text) > _SMALL:
                return texts[at], 1, True
        return texts[at], 1, False

    def _spelt(self, word: str) -> str:
        """Return the known word that a misspelt word resembles, or else the word itself."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._nearest(word)
        return known

    def _nearest(self, word: str) -> str:
        bare = word.removesuffix("'s").removesuffix("s'") or word
        bare = _DRAWN_OUT.sub(r"\1", bare) if len(bare) >= FUZZY else bare
        if bare in self.phrases or bare in self._spellings.things:
            return bare
        if len(bare) < FUZZY or not bare.isalpha() or bare in _COMMON or len(self._known) > _PATIENCE:
            return bare
        from rapidfuzz import process  # noqa: PLC0415  # only prose needs it
        from rapidfuzz.distance import OSA  # noqa: PLC0415

        most = 1 if len(bare) < 8 else 2
        likest = partial(sorted, key=lambda word: (abs(len(word) - len(bare)), word))
        begun = likest(word for word in self._spellings.things if word[0] == bare[0])
        if best := process.extractOne(bare, begun, scorer=OSA.distance, score_cutoff=most):
            return str(best[0])
        verbs = likest(word for word in self._spellings.verbs if word[0] == bare[0] and _is_slip(bare, word))
        best = process.extractOne(bare, verbs, scorer=OSA.distance, score_cutoff=1)
        return str(best[0]) if best else bare

    def _names(self, texts: Sequence[str], at: int) -> bool:
        """Return whether the phrase at word `at` names a thing other than a player or a number."""
        text, _ = self.longest(texts, at)
        return not {sense.kind for sense in self.phrases.get(text, ())} <= {"seat", VERB, NUMBER, ""}

    def sum(self, texts: Sequence[str], at: int) -> tuple[tuple[Sense, ...], int] | None:
        """Return the senses of a sum such as `3 + 3 + 5 = 11` at word `at`, and its number of words, or None."""
        signs = texts[at + 1 :: 2]
        last = next((number for number, sign in enumerate(signs) if sign != "+"), 0)
        numbers = texts[at : at + 2 * last + 3 : 2]
        if not last or signs[last] != "=" or len(numbers) < last + 2 or not all(map(_FIGURES.fullmatch, numbers)):
            return None
        return (Sense(NUMBER, numbers[-1]), *self.phrases.get(SUM, ())), 2 * last + 3

    def rolled(self, texts: Sequence[str], at: int) -> tuple[tuple[Sense, ...], int] | None:
        """Read the attacker's and the defender's dice at word `at`.

        Return the senses of the dice and the number of words that they take, or None.
        """
        dice = self._dice(texts, at)
        return dice and ((Sense(DICE, dice[0]),), dice[1])

    def _dice(self, texts: Sequence[str], at: int) -> tuple[str, int] | None:
        """Read the attacker's and the defender's dice in prose at word `at`.

        Return them as a line of notation writes them, such as `3 (6 5 2 : 4 1)`, and the number of words that they
        take; None if no such dice begin there.
        """
        first = faces(texts, at, 3)
        if first is None:
            return None
        ours, end = first
        rolled = len(ours) > 1 + (not texts[at].isdecimal()) and texts[at - 1 : at] != ["to"]
        for gap in range(len(texts[at]) == 1, _BETWEEN_DICE):
            if end + gap >= len(texts):
                break
            between = texts[end : end + gap]
            if gap and self._ends_dice(texts, end + gap, is_alone=between == [":"]):
                break
            if (whole := faces(texts, end + gap, 3)) is not None:
                theirs, stop = faces(texts, end + gap, _MOST_DEFEND) or whole
                is_turned = len(ours) < 3 and _MINE & set(between) and self._is_someones(texts, at)
                if "then" in between or (len(whole[0]) > _MOST_DEFEND and not is_turned):
                    break
                if is_turned:
                    (theirs, _), (ours, stop) = first, whole
                is_near = (
                    len(ours) > 1 and gap <= _NEAR and (len(ours) + len(theirs) > 3 or between in ([","], [":"], ["/"]))
                )
                is_theirs = len(ours) > 1 and any(self._is_someone(between, one) for one in range(gap))
                if is_turned or (self.versus & set(between) and (gap < _GAP or rolled)) or is_near or is_theirs:
                    return f"{len(ours)} ({' '.join(ours)} : {' '.join(theirs)})", stop - at
                break
        return None

    def _ends_dice(self, texts: Sequence[str], at: int, *, is_alone: bool) -> bool:
        """Return whether a side's dice end before word `at`.

        They end with the name of a thing, or with a clause if no other player's dice follow.
        """
        at_someone = at + (texts[at] == "the" and at + 1 < len(texts))
        return self._names(texts, at - 1) or (
            texts[at - 1] in _ENDS and not is_alone and not self._is_someone(texts, at_someone)
        )

    def _is_someones(self, texts: Sequence[str], at: int) -> bool:
        """Return whether another player is named in the few words before word `at`."""
        return any(self._is_someone(texts, one) for one in range(max(0, at - _OWNED), at))

    def _is_someone(self, texts: Sequence[str], at: int) -> bool:
        """Return whether word `at` is a seat's name or another word for a player."""
        text = texts[at].removesuffix("'s")
        return text in _SOMEONE or any(sense.kind == "seat" for sense in self.phrases.get(text, ()))


class _Tagger:
    """Finds the tokens of one sentence. `is_inert`: the words from the word `at` on describe no action."""

    def __init__(self, scanner: Scanner, sentence: str, clause: int, *, inert: bool) -> None:
        self.scanner, self.clause, self.is_inert, self._was_inert = scanner, clause, inert, inert
        words = list(_words(sentence))
        self.texts, self.kinds = [word for word, _, _ in words], [kind for _, kind, _ in words]
        self.lines = [line for _, _, line in words]
        self.at, self.before, self.is_named = 0, "", False

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens of the sentence in order."""
        while self.at < len(self.texts):
            word, last = self.texts[self.at], self.texts[self.at - 1] if self.at else ""
            if word in _TURNING or (word == "i" and last in ("it", "them", "that")):
                self.is_inert = self._was_inert
            if dice := self._dice():
                yield dice
            else:
                yield from self._phrase()
        if self.before and self.texts[-1] not in self.scanner.phrases and self.kinds[-1] != "stop":
            yield self._token((), ",", 0)

    def _token(self, senses: tuple[Sense, ...], text: str, length: int) -> Token:
        """Return the token of the next words, and go on after them."""
        line = self.lines[min(self.at, len(self.lines) - 1)]
        token = Token(senses, text, self.clause, self.before, self.is_inert, line)
        self.at += length
        self.before = ""
        return token

    def _dice(self) -> Token | None:
        scanner, texts, at = self.scanner, self.texts, self.at
        told = (scanner.sum(texts, at) or scanner.rolled(texts, at)) if scanner.versus else None
        return self._token(told[0], " ".join(texts[at : at + told[1]]), told[1]) if told else None

    def _phrase(self) -> Iterator[Token]:
        scanner, texts, at = self.scanner, self.texts, self.at
        text, length = scanner.longest(texts, at)
        if text not in scanner.phrases and texts[at] in _DENIALS:
            text, length, denied = scanner.denied(texts, at)
            self.is_inert = self.is_inert or denied
        many = _means_there(texts, at) if scanner.there and scanner.last.kind else 0
        if many > length or (many and text not in scanner.phrases):
            senses = (scanner.last, Sense("", ""))
            yield self._token(senses, " ".join(texts[at : at + many]), many)._replace(is_light=True)
        elif senses_of := scanner.phrases.get(text):
            yield from self._known(senses_of, text, length)
        elif _FIGURES.fullmatch(texts[at]):
            yield self._token((Sense(NUMBER, texts[at]),), texts[at], length)
        elif self.kinds[at] in ("stop", "arrow"):
            self.is_inert = self._was_inert
            yield self._token((), texts[at], length)
            self.before = texts[at] if self.kinds[at] == "arrow" or texts[at] == DASH else ""
        else:
            self.before = f"{self.before} {texts[at]}".strip()[-40:]
            self.at += length

    def _known(self, senses: tuple[Sense, ...], text: str, length: int) -> Iterator[Token]:
        scanner, texts, at = self.scanner, self.texts, self.at
        is_light = {sense.kind for sense in senses} <= scanner.light
        is_at_hand = any(sense.value in scanner.at_hand for sense in senses)
        senses = scanner.pointed(senses, texts, at + length)
        kinds = {sense.kind for sense in senses}
        is_veiled = bool(at) and not self.is_named and texts[at - 1] in _VEILED
        self.is_named = self.is_named or not kinds <= {"seat", VERB, NUMBER, ""}
        token = self._token(senses, text, length)
        yield token._replace(is_light=is_light, is_at_hand=is_at_hand, is_veiled=is_veiled)
        self.before = before = text if kinds == {VERB} else ""
        for meant in scanner.points_back(text, texts, self.at):
            yield self._token(meant, "it", 1)._replace(is_light=True)
            self.before = before


def _words(sentence: str) -> Iterator[tuple[str, str | None, int]]:
    """Yield the words and signs of a sentence, each as (text, group, number of wraps before it)."""
    for number, line in enumerate(_GLUED.sub(r"\g<0> ", sentence).split(WRAP)):
        for match in _WORD.finditer(line):
            text = ARROW if match.lastgroup == "arrow" else match[0].casefold().replace("\u2019", "'")
            yield text, match.lastgroup, number


def _texts(sentence: str) -> list[str]:
    return [word for word, _, _ in _words(sentence)]


def _means_there(texts: Sequence[str], at: int) -> int:
    if texts[at] in _THERE:
        return 1
    return 2 if texts[at] in (*_THROUGH, "from", "to") and texts[at + 1 : at + 2] in (["it"], ["that"]) else 0


_THERE: Final = frozenset({"there", "thru", "therein"})
_THROUGH: Final = frozenset({"through", "into", "by", "in", "on", "onto", "at", "via"})
_NEAR: Final = 4
_AGAINST: Final = frozenset({"against", "versus", "vs", "v"})
_OWNED: Final = 4
"""The maximum number of words between the name of a dice owner and the dice after it."""
_MOST_DEFEND: Final = 2
_BETWEEN_DICE: Final = 12
"""The maximum number of words between the attacker's and the defender's dice."""
_SOMEONE: Final = frozenset(
    {
        "he",
        "she",
        "they",
        "him",
        "her",
        "them",
        "you",
        "your",
        "his",
        "their",
        "neutrals",
        "neutral",
        "defender",
        "defenders",
        "defence",
        "defense",
        "defending",
    }
)
_ROLLS_FOR: Final = frozenset({"for", "rolling", "rolled", "and", "the"})
"""Words at the beginning of a sentence with the dice that were rolled for another player."""
_MINE: Final = frozenset({"i", "my", "me", "mine"})
_OR: Final = re.compile(r"\bor\b", re.IGNORECASE)
_VEILED: Final = frozenset({"he", "she"})
_BEGINS_NAMES: Final = frozenset({"into", "in", "the", "one"})
"""Small words that end verbs and begin names."""
_PAUSE: Final = re.compile(r"[,;]|\s[-\u2013\u2014]\s")
_ARTICLES: Final = frozenset({"the", "a", "an", "my", "that", "one"})
_DENIED: Final = 5
"""The maximum number of words between a denial, such as "not", and its verb."""
_SMALL: Final = 3
_TURNING: Final = frozenset({"but", "instead", "so", "then", "and", "just", "only"})
"""Words that end a denial."""
_DENIALS: Final = frozenset(
    {
        "no", "not", "don't", "dont", "didn't", "didnt", "won't", "wont", "can't", "cant", "cannot", "never", "nobody",
        "nobody's", "nothing", "nae", "none", "without", "isn't", "isnt", "aren't", "doesn't", "doesnt", "ain't",
        "neither", "nope", "decline", "declining", "refuse", "forgo", "forego", "waive", "skip", "skipping",
        "shan't", "haven't", "havent", "couldn't", "dinna", "wasn't",
    }
)  # fmt: skip
_COMMON: Final = frozenset(
    {
        "place",
        "three",
        "there",
        "their",
        "where",
        "these",
        "those",
        "right",
        "about",
        "after",
        "again",
        "still",
        "report",
    }
)


def _gathered(tokens: Sequence[Token], row: Row, says: AbstractSet[str]) -> list[Token]:
    """Return the tokens with each row of things (see `Row`), such as dice by colour, replaced by one token.

    `says` are the kinds of move that use such a row.
    """
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        groups, starts, end, heads = list[str](), list[int](), at, set[str | None]()
        is_turned = False
        while row.least > 1 or not groups:
            turned = _turned(tokens, end, row, heads, says, is_going_on=is_turned) if is_turned else None
            group = turned or _group(tokens, end, row, heads, says)
            if group is None and (group := _turned(tokens, end, row, heads, says)) is None:
                break
            is_turned = is_turned or (not groups and tokens[group[1] - 1].of(row.each) is None)
            groups.append(group[0])
            starts.append(end)
            end = group[1]
        if len(groups) > row.least and _says_other(tokens, end, says):
            groups.pop()
            end = starts[-1]
        if len(groups) >= row.least:
            token = tokens[at]
            text = " ".join(one.text for one in tokens[at:end])
            senses = (Sense(row.kind, " ".join(groups)),)
            found.append(
                token._replace(senses=senses, text=text, is_light=False, size=len(groups), last=tokens[end - 1].clause)
            )
            at = end
        else:
            found.append(tokens[at])
            at += 1
    return found


def _says_other(tokens: Sequence[Token], end: int, says: AbstractSet[str]) -> bool:
    """Return whether the verb at index `end` means only moves other than `says`, which use no row of things.

    The last group before this verb then belongs to the verb and not to the row.
    """
    if end >= len(tokens) or tokens[end].is_stop:
        return False
    verbs = tokens[end].verbs if len(tokens[end].text) > _SMALL else frozenset()
    return bool(verbs) and verbs == {sense.value for sense in tokens[end].senses} and verbs.isdisjoint(says)


def _group(
    tokens: Sequence[Token], at: int, row: Row, heads: set[str | None], says: AbstractSet[str]
) -> tuple[str, int] | None:  # fmt: skip
    """Return the text of the next group of a row, and the index after it; None without a group.

    Stops and short words before the group are skipped. `heads` are the things at the head of earlier groups; the head
    of this group is added to it. Verbs of the kinds of move in `says` may occur in the group.
    """
    ends = "" if row.each else _ENDS + "()"
    start = at if not heads else _next(tokens, at, row.head, says, ends=ends, is_close=not row.each)
    if start is None or start >= len(tokens) or tokens[start].is_inert:
        return None
    head = tokens[start].of(row.head)
    once = tokens[start].of(row.once) if row.once else str(start)
    if head is None or once in heads or (heads and _leads_on(tokens[start])):
        return None
    each, end, names = list[str](), start + 1, [head]
    while row.each and row.once and end < len(tokens) and (other := tokens[end].of(row.head)) is not None:
        names.append(other)
        end += 1
    ends = _ENDS if row.close else ".!?"
    while row.each and (after := _next(tokens, end, row.each, says, ends=ends, is_close=row.close)) is not None:
        if row.close and _leads_on(tokens[after]):
            break
        value = tokens[after].of(row.each)
        each.append(value or "")
        end = after + 1
        if row.close:
            break
    if row.each and not each:
        return None
    if len(each) == 1 and not row.close:
        each *= _count_of(tokens[start], head)
    heads |= {once, *(names if row.once else ())}
    return " ".join(_written(row, name, each) for name in names), end


def _count_of(token: Token, head: str) -> int:
    """Return how many things a head names: 3 for `three blue`, 1 without a number."""
    counts = [sense.value.removesuffix(head) for sense in token.senses if sense.value.endswith(head)]
    return next((int(count) for count in counts if _FIGURES.fullmatch(count)), 1)


def _turned(
    tokens: Sequence[Token],
    at: int,
    row: Row,
    heads: set[str | None],
    says: AbstractSet[str],
    *,
    is_going_on: bool = False,
) -> tuple[str, int] | None:
    """Return the text of a group whose head comes last, and the index after it.

    Examples are `Running and Strength on the blacks` and `Science (blue)`. If `is_going_on`, an earlier group of the
    row had this form, and the next one may follow directly.
    """
    start = at if not heads else _next(tokens, at, row.each, says, ends="", is_close=False)
    if not (row.each and row.once) or start is None:
        return None
    each, end = list[str](), start
    while end < len(tokens) and not tokens[end].is_inert and (value := tokens[end].of(row.each)) is not None:
        each.append(value)
        end += 1 + (end + 2 < len(tokens) and tokens[end + 1].text == "," and tokens[end + 2].of(row.each) is not None)
    is_boxed = end + 2 < len(tokens) and tokens[end].text == "(" and tokens[end + 2].text == ")"
    is_led = end < len(tokens) and (tokens[end].text in _ON or is_boxed)
    there = end + is_led
    if not each or there >= len(tokens) or not (is_led or is_going_on or _ends_group(tokens, there)):
        return None
    head, once = tokens[there].of(row.head), tokens[there].of(row.once)
    if head is None or once in heads:
        return None
    heads.add(once)
    return _written(row, head, each), there + 1 + is_boxed


def _ends_group(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token directly follows the token before it, and a stop or the end of the post follows."""
    return not tokens[at].before and (at + 1 == len(tokens) or tokens[at + 1].is_stop)


def _written(row: Row, head: str, each: Sequence[str]) -> str:
    return row.line.replace("{head}", head).replace("{each}", " ".join(each))


def _leads_on(token: Token) -> bool:
    """Return whether the words before a token, such as "for", say that players get this thing for other things."""
    return bool(_LEADS_ON & set(token.before.split()))


def _next(
    tokens: Sequence[Token], at: int, kind: str, says: AbstractSet[str], *, ends: str, is_close: bool
) -> int | None:  # fmt: skip
    """Return the index of the next token of a kind from `at` on, or None if another thing comes first.

    Stops other than those in `ends`, numbers, and verbs of the kinds of move in `says` may come before it. If
    `is_close`, no verb may.
    """
    for there in range(at, min(len(tokens), at + _GAP)):
        token = tokens[there]
        if token.is_inert:
            return None
        if token.of(kind) is not None:
            return there if token.of("") is None else None
        if not token.kinds <= {VERB, NUMBER, ""}:
            return None
        if (token.is_stop and token.text in ends) or (is_close and token.of(VERB) is not None):
            return None
        if token.of(VERB) is not None and len(token.text) > _SMALL and says.isdisjoint(token.verbs):
            return None
    return None
