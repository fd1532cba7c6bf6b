"""The phrases in the sentences of a post that have a meaning in this position."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.cut import WRAP, sentences, texts, words
from projections.notation.prose.drawn import with_drawn
from projections.notation.prose.faces import faces
from projections.notation.prose.guards import is_no_deed
from projections.notation.prose.lexicon import ALL, ALONE, DICE, EACH, FUZZY, NOT, NUMBER, VERB, Lexicon, Phrases, Sense
from projections.notation.prose.rows import gathered
from projections.notation.prose.tokens import Token
from projections.notation.prose.withheld import without_withheld
from projections.notation.prose.word_lists import word_list
from projections.notation.prose.wordings import THERE

STOP: Final = "stop"
"""The kind of a token (a word or sign with a meaning) that ends a clause."""
_DRAWN_OUT: Final = lazy_pattern(r"([^\W\d_])\1{2,}")
"""Matches a letter that is stretched, as in `doneeee`."""
_LONGEST: Final = 6
MOST_TOKENS: Final = 1200
"""The maximum number of tokens (words and phrases with a meaning) of a post; the rest is cut off."""
_PATIENCE: Final = 600
"""The maximum number of words in a post whose spelling is corrected."""
_FIGURES: Final = lazy_pattern(r"[0-9]{1,9}")
"""Matches a number. Longer numbers are not numbers of the game."""
SUM: Final = "+ ="
"""Marks a verb in a lexicon. In a post, numbers with their sum, such as `3 + 5 = 8`, can replace this verb."""
DASH: Final = "-"
_ENDS: Final = ".!?;:"


class Scanner:
    """Finds the phrases of a vocabulary in the sentences of a post."""

    def __init__(
        self, phrases: Phrases, lexicon: Lexicon, at_hand: Iterable[str] = (),
        toward: Callable[[str, str], str] = lambda last, _way: last,
    ) -> None:  # fmt: skip
        self.at_hand = frozenset(at_hand)
        self.phrases, self.vocabulary, self.lexicon = phrases.senses, phrases, lexicon
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
                wraps = 0
                for text, is_inert in _pieces(part):
                    tokens = self._sentence(text, clause, inert=is_inert)
                    found += (token._replace(line=line + wraps + token.line, last=last) for token in tokens)
                    wraps += text.count(WRAP)
            if not all(token.is_stop and token.text in _ENDS for token in found[-2:]) or len(found) < 2:
                found.append(Token((), ".", clause, line=line))
            if len(found) > MOST_TOKENS:
                return found
        if self._onward:
            found = list(self._led_on(found, self._place_in(before)))
        for row in self.rows:
            found = gathered(found, row, self._saying[row.kind])
        found = [one for one in found if one.is_stop or not one.kinds <= self._leads]
        return with_drawn(without_withheld(found, self.lexicon), self.lexicon)

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
            if told and self.versus and self._answers(texts(sentence), texts(told[0][1][1])):
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
        """Return the sentence, or its parts if its beginning or its end is no action but the rest is one."""
        turn = _TURN.search(sentence) if is_no_deed(sentence) else None
        if turn and self._is_idle(before := sentence[: turn.start()]) and not _CONDITION.match(before):
            after = sentence[turn.end() :]
            if not is_no_deed(after):
                return before, after
        pauses = list(_PAUSE.finditer(sentence))
        if not pauses:
            return (sentence,)
        told, last = sentence[: pauses[-1].start()], sentence[pauses[-1].end() :]
        if is_no_deed(told) or not (self._is_idle(last) or (_YOURS.match(last) and is_no_deed(last))):
            return (sentence,)
        return told, last

    def _is_idle(self, part: str) -> bool:
        """Return whether a part of a sentence is no action, and names nothing of the game."""
        if not is_no_deed(part) or _OR.search(part):
            return False
        tokens = self._sentence(part, 0, inert=False)
        return all(sense.kind in _NO_THINGS for token in tokens for sense in token.senses)

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
                return self._longer(texts, at, length) or (text, length)
        for length in range(min(3, len(texts) - at), 0, -1):
            words = [self._spelt(word) for word in texts[at : at + length]]
            text = " ".join(words)
            if text in self.phrases and not (length > 1 and self._breaks_name(texts, at, length)):
                return text, length
        return texts[at], 1

    def _longer(self, texts: Sequence[str], at: int, length: int) -> tuple[str, int] | None:
        """Return the longer phrase that the phrase at word `at` and a misspelt word after it are; None without one."""
        end = at + length
        if end >= len(texts) or texts[end] in self.phrases or (known := self._spelt(texts[end])) == texts[end]:
            return None
        text = " ".join((*texts[at:end], known))
        return (text, length + 1) if text in self.phrases else None

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
            is_verb = any(sense.kind == VERB for sense in senses) and texts[at + 1 : end] in ([], ["to"])
            if not is_verb and any(sense.kind not in (VERB, "", NUMBER) for sense in senses):
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
        is_short = len(bare) < FUZZY or not bare.isalpha()
        if is_short or bare in self.phrases or bare in self.vocabulary.beginning(bare[0]).things:
            return bare
        return bare if bare in _COMMON or len(self._known) > _PATIENCE else self._resembling(bare)

    def _resembling(self, bare: str) -> str:
        """Return the name, or else the verb, that a word resembles; the word itself without one."""
        from rapidfuzz import process  # noqa: PLC0415  # only prose needs it
        from rapidfuzz.distance import OSA  # noqa: PLC0415

        def likest(words: Iterable[str], most: int) -> list[str]:
            near = (word for word in words if abs(len(word) - len(bare)) <= most)
            return sorted(near, key=lambda word: (abs(len(word) - len(bare)), word))

        most_wrong, begun = 1 if len(bare) < 8 else 2, self.vocabulary.beginning(bare[0])
        things = likest(begun.things, most_wrong)
        verbs = [word for word in likest(begun.verbs, 1) if _is_slip(bare, word)]
        for known, most in ((things, most_wrong), (verbs, 1)):
            if best := process.extractOne(bare, known, scorer=OSA.distance, score_cutoff=most):
                return str(best[0])
        return bare

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
        if first is None or (len(first[0]) == 1 and texts[at].isalpha() and texts[first[1] : first[1] + 1] == ["for"]):
            return None
        end = first[1]
        for there in range(end + (len(texts[at]) == 1), min(end + _BETWEEN_DICE, len(texts))):
            if there > end and self._ends_dice(texts, there, is_alone=texts[end:there] == [":"]):
                break
            if faces(texts, there, 3) is not None:
                return self._thrown(texts, at, first, there)
        return None

    def _thrown(
        self, texts: Sequence[str], at: int, first: tuple[list[str], int], there: int
    ) -> tuple[str, int] | None:  # fmt: skip
        """Read the dice at words `at` (the `first`) and `there`, if they are those of the two sides of a battle."""
        (ours, end), whole = first, faces(texts, there, 3)
        theirs = faces(texts, there, _MOST_DEFEND) or whole
        if theirs and theirs[1] == there + 3 and texts[there + 1] == "," and self._rolls_at(texts, there + 2):
            theirs = faces(texts, there, 1)  # *5 4 5 v 5, 5 1 1 v 2*: another roll begins after the comma
        if whole is None or theirs is None:
            return None
        between, (faces_of, stop) = texts[end:there], theirs
        is_turned = len(ours) < 3 and not _MINE.isdisjoint(between) and self._is_someones(texts, at)
        if "then" in between or (len(whole[0]) > _MOST_DEFEND and not is_turned):
            return None
        if is_turned:
            (faces_of, _), (ours, stop) = first, whole
        if not (is_turned or self._are_sides(texts, at, len(ours), len(faces_of), between)):
            return None
        return f"{len(ours)} ({' '.join(ours)} : {' '.join(faces_of)})", stop - at

    def _rolls_at(self, texts: Sequence[str], at: int) -> bool:
        """Return whether the attacker's dice begin at word `at`, with a word such as `v` after them."""
        ours = faces(texts, at, 3) if at < len(texts) else None
        return ours is not None and len(ours[0]) > 1 and texts[ours[1] : ours[1] + 1] in [[one] for one in self.versus]

    def _are_sides(self, texts: Sequence[str], at: int, ours: int, theirs: int, between: Sequence[str]) -> bool:
        """Return whether the words between two rolls, or the numbers of their dice, say that they are two sides."""
        is_rolled = ours > 1 + (not texts[at].isdecimal()) and texts[at - 1 : at] != ["to"]
        if not self.versus.isdisjoint(between) and (len(between) < _NEAR_DICE or is_rolled):
            return True
        is_near = len(between) <= _NEAR and (ours + theirs > 3 or between in ([","], [":"], ["/"]))
        is_theirs = any(self._is_someone(between, one) for one in range(len(between)))
        return ours > 1 and (is_near or is_theirs)

    def _ends_dice(self, texts: Sequence[str], at: int, *, is_alone: bool) -> bool:
        """Return whether a side's dice end before word `at`.

        They end with the name of a thing, or with a clause if no other player's dice follow.
        """
        at_someone = at + (texts[at] == "the" and at + 1 < len(texts))
        is_labelled = texts[at - 1] == ":" and self._is_someone(texts, at - 2)
        return self._names(texts, at - 1) or (
            texts[at - 1] in _ENDS and not (is_alone or is_labelled) and not self._is_someone(texts, at_someone)
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
        cut = list(words(sentence))
        self.texts, self.kinds = [word for word, _, _ in cut], [kind for _, kind, _ in cut]
        self.lines = [line for _, _, line in cut]
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

    def _longest(self) -> tuple[str, int]:
        """Return the longest known phrase that begins here, and its number of words."""
        text, length = self.scanner.longest(self.texts, self.at)
        is_alone = text + ALONE in self.scanner.phrases and self._is_clause(length)
        return text + ALONE * is_alone, length

    def _is_clause(self, length: int) -> bool:
        """Return whether the next words are the whole of a clause, with an article at most."""
        begin, end = self.at - (self.at > 0 and self.texts[self.at - 1] in _ARTICLES), self.at + length
        is_begun = not begin or self.kinds[begin - 1] in ("stop", "arrow")
        is_ended = end == len(self.texts) or (self.kinds[end] == "stop" and self.texts[end] != ":")
        return is_begun and is_ended  # what comes after a colon belongs to the word before it, as in `card: Ural`

    def _phrase(self) -> Iterator[Token]:
        scanner, texts, at = self.scanner, self.texts, self.at
        text, length = self._longest()
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


def _pieces(sentence: str) -> Iterator[tuple[str, bool]]:
    """Yield the text of a sentence in pieces, each with whether it describes no action.

    Words in brackets that imagine something are a piece of their own: *I lay a barrier (I'd rather not say why) on c2*.
    """
    if is_no_deed(sentence):
        outside = _ASIDE.sub(" ", sentence)
        if outside != sentence and not is_no_deed(outside):
            pieces = (piece for piece in _ASIDE.split(sentence) if piece.strip())
            yield from ((piece, piece.startswith("(") and is_no_deed(piece)) for piece in pieces)
            return
    yield sentence, is_no_deed(sentence)


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
_NEAR_DICE: Final = 8
_BETWEEN_DICE: Final = 12
"""The maximum number of words between the attacker's and the defender's dice."""
_SOMEONE: Final = word_list("someone")
_ROLLS_FOR: Final = frozenset({"for", "rolling", "rolled", "and", "the"})
"""Words at the beginning of a sentence with the dice that were rolled for another player."""
_MINE: Final = frozenset({"i", "my", "me", "mine"})
_OR: Final = lazy_pattern(r"\bor\b(?! (?:may|might|will) not\b)", re.IGNORECASE)
_VEILED: Final = frozenset({"he", "she"})
_BEGINS_NAMES: Final = frozenset({"into", "in", "the", "one"})
"""Small words that end verbs and begin names."""
_ASIDE: Final = lazy_pattern(
    r"(\((?!(?:or|if|unless|but|not|would|well|no|maybe|perhaps)\b)[^()]{1,200}\))", re.IGNORECASE
)
_YOURS: Final = lazy_pattern(r"\W*(?:(?:and|so|then|but) )*you\b", re.IGNORECASE)
"""Matches the beginning of a part about another player."""
_TURN: Final = lazy_pattern(r";|,? but\b", re.IGNORECASE)
"""Matches what ends an idle beginning of a sentence, as in `it may look odd, but I open d2`."""
_CONDITION: Final = lazy_pattern(
    r"\W*(?:if|unless|had|were|should|when|once|suppose|supposing|assuming|provided)\b", re.IGNORECASE
)
"""Matches the beginning of a condition for the rest of the sentence."""
_NO_THINGS: Final = frozenset({VERB, NUMBER, EACH, ALL, "seat", ""})
_PAUSE: Final = lazy_pattern(r"[,;]|\s[-\u2013\u2014]\s")
_ARTICLES: Final = frozenset({"the", "a", "an", "my", "that", "one"})
_DENIED: Final = 5
"""The maximum number of words between a denial, such as "not", and its verb."""
_SMALL: Final = 3
_TURNING: Final = frozenset({"but", "instead", "so", "then", "and", "just", "only"})
"""Words that end a denial."""
_DENIALS: Final = word_list("denials")
_COMMON: Final = word_list("common")


def _is_slip(word: str, verb: str) -> bool:
    """Return whether `word` may be `verb` misspelt: letters swapped, added or missing, but none replaced."""
    return len(word) != len(verb) or sorted(word) == sorted(verb)
