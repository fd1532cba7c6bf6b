"""Phrases that players confirmed in this session: words unknown to the lexicon, and the move that they mean.

Phrases are not stored. They are derived from public posts and the moves that were recorded for them. The remark
`forget "..."` removes one.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice, pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from events.entry import Entry
from events.errors import NotationError, RefusedError
from events.events import ALL, UNKNOWN, Move
from events.lazy_patterns import lazy_pattern
from events.session_events import Posted, Remarked
from events.store.protocol import EventStore
from projections.notation.prose.clauses import Scanner
from projections.notation.prose.cut import sentences
from projections.notation.prose.lexicon import NUMBER, VERB, Lexicon, Wording
from projections.notation.prose.tokens import Token
from projections.notation.prose_match import words_of
from replay.posts.revisions import block_lines, filed_lines, speaker, taken_apart
from replay.reading.reading import Group
from replay.reading.timeline import Timeline
from replay.reading.trust import is_unasked_post
from replay.session.session import Session
from replay.session.submission import submit

NAME: Final = "confirmed"  # prefix of the name of every wording that is learned here
STANDS_FOR: Final = lazy_pattern(r"line (?P<number>[1-9][0-9]{0,5}) of #(?P<seq>[1-9][0-9]{0,8})(?: \([0-9]{1,6}\))?")
"""The `where` field of a post that records an earlier line of chat as a move."""
_MOST: Final = 40  # the most phrases that are used; later ones are preferred
_LONGEST: Final = 4
_READ: Final = 400  # the number of characters of a line that are used
_LITTLE: Final = 0.3  # a token with at most this weight does not help to identify a move
_VERB: Final = lazy_pattern(r"[A-Za-z+]{1,12}\s*:")
_FORGET: Final = lazy_pattern(r'forget "(?P<words>[^"]+)"')
_PART: Final = lazy_pattern(r"\{(?P<hole>[a-z-]+)(?::(?:from|to))?\}|(?P<open>\[)|(?P<close>\])|(?P<text>[^\[\]{}]+)")
_RESULT: Final = r"(?:\s*[(;].*|\s[-=].*)?"  # chance and results, which may follow the move in its notation
_WORD: Final = lazy_pattern(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_LATELY: Final = 2_000
_LEARNED: Final[dict[tuple[str, str, str, int, tuple[int, ...]], tuple["Confirmed", ...]]] = {}
"""Cache of phrases by line. It stays valid, because moves recorded under a post's key never change."""


class Confirmed(NamedTuple):
    """A confirmed phrase, the entry of the post that confirmed it, the sentence of its move, and the wording."""

    words: str
    seq: int
    told: str
    wording: Wording


def confirmed(timeline: Timeline, store: EventStore) -> tuple[Confirmed, ...]:
    """Return the confirmed phrases of public posts that the timeline's viewer may know, latest first."""
    forgotten = {
        spoken["words"]: entry.seq
        for entry in timeline.entries
        if isinstance(entry.event, Remarked) and (spoken := _FORGET.fullmatch(entry.event.text))
    }
    every = (one for entry in reversed(timeline.entries) for one in _said_in(timeline, store, entry))
    found: dict[str, Confirmed] = {}
    for one in islice((one for one in every if one.seq > forgotten.get(one.words, 0)), _MOST):
        found.setdefault(one.words, one)
    return tuple(found.values())


def forget(session: Session, timeline: Timeline, store: EventStore, words: str, by: str) -> None:
    """Remove a confirmed phrase. Raises RefusedError if the words are not one."""
    one = next((one for one in confirmed(timeline, store) if one.words == words), None)
    if one is None:
        raise RefusedError(f'"{words[:60]}" is not a phrase that was confirmed in this session')
    submit(session, by, [], notes=(Remarked(by, f'forget "{words}"', line=one.seq),))


def _said_in(timeline: Timeline, store: EventStore, entry: Entry) -> Iterator[Confirmed]:
    event, seat = entry.event, speaker(entry, timeline.reading.started.seats)
    if not (isinstance(event, Posted) and event.key and event.audience == ALL and event.text != UNKNOWN):
        return
    if is_unasked_post(timeline.entries, entry.seq):  # nobody has confirmed what its words mean
        return
    if seat and timeline.game.wordings is not None:
        lines = [line.text[:_READ] for line in block_lines(taken_apart(event, seat))]
        chat = _chat_meant(timeline, event)
        if chat or not all(map(_VERB.match, lines)):
            yield from _said_by(timeline, store, entry, seat, lines, chat)


def _said_by(
    timeline: Timeline, store: EventStore, entry: Entry, seat: str, lines: Sequence[str], chat: str
) -> Iterator[Confirmed]:
    """Yield the phrases of a seat's post, or of the line of `chat` that the post records as a move."""
    assert isinstance(entry.event, Posted)
    filed, begin = filed_lines(timeline, store, entry, len(lines)), entry.seq
    for at, until in pairwise((*sorted(filed), len(lines) + 1)):
        groups = [group for group in timeline.groups if begin < group.first <= filed[at] and _is_move(group, seat)]
        begin = filed[at]
        if groups and (chat or not _VERB.match(lines[at - 1])):
            first = tuple(group.first for group in groups)
            key = (timeline.row.session, timeline.viewer, entry.event.key, at, first)
            if key not in _LEARNED:
                spoken = [chat] if chat else lines[at - 1 : until - 1]
                _LEARNED[key] = tuple(_learned(timeline, entry.seq, seat, spoken, groups))
            yield from _LEARNED[key]
    if len(_LEARNED) > _LATELY:
        _LEARNED.clear()


def _is_move(group: Group, seat: str) -> bool:
    head = group.head
    return isinstance(head.event, Move) and head.event.player == seat and not (head.implied or group.undone)


def _chat_meant(timeline: Timeline, event: Posted) -> str:
    found = STANDS_FOR.fullmatch(event.where)
    spoken = timeline.entries[int(found["seq"]) - 1].event if found and int(found["seq"]) <= timeline.last else None
    if found is None or not isinstance(spoken, Posted) or spoken.audience != ALL:
        return ""
    lines = spoken.text.split("\n")
    return lines[int(found["number"]) - 1].strip() if int(found["number"]) <= len(lines) else ""


def _learned(
    timeline: Timeline, seq: int, seat: str, spoken: Sequence[str], groups: Sequence[Group]
) -> Iterator[Confirmed]:  # fmt: skip
    game, wordings = timeline.game, timeline.game.wordings
    assert wordings is not None
    lexicon, before = wordings.lexicon, timeline.position(groups[0].first - 1)
    tokens = Scanner(wordings.phrases(before, seat), lexicon).scan(spoken)
    texts = [text for _, text in sentences(spoken)]
    clauses = [(text, [token for token in tokens if token.clause == at]) for at, text in enumerate(texts)]
    for group in groups:
        position = timeline.position(group.first - 1)
        try:
            line = game.notation.write(group.entries, position)
        except NotationError:
            continue
        found = list[Wording]()
        for base, values in _ways(lexicon, line):
            is_alone = len(clauses) == len(groups) == 1
            meant = [one for one in clauses if is_alone or any(_names(token, values) for token in one[1])]
            wording = _wording(base, values, *meant[0], lexicon) if len(meant) == 1 else None
            found += [wording] if wording is not None else []
        if found:
            best = max(found, key=lambda one: len(one.holes))
            yield Confirmed(best.says[0], seq, game.view.sentence(group.head.event, position, position), best)


def _ways(lexicon: Lexicon, line: str) -> Iterator[tuple[Wording, Sequence[str]]]:
    """Yield the wordings that produce this line of notation, most specific first, each with the values of its slots."""
    for move in sorted(lexicon.moves, key=lambda one: -sum(map(len, one.family))):
        found = None if move.each or " / " in move.line else _pattern(move.line).fullmatch(line)
        if found is not None:
            yield move, [value or "" for value in found.groups()]


@cache
def _pattern(line: str) -> re.Pattern[str]:
    parts = ("(.+?)" if part["hole"] else "(?:" if part["open"] else ")?" if part["close"] else re.escape(part["text"])
             for part in _PART.finditer(line))  # fmt: skip
    return re.compile("".join(parts) + _RESULT)


def _names(token: Token, values: Sequence[str]) -> bool:
    return any(sense.kind not in (VERB, NUMBER, "") and sense.value in values for sense in token.senses)


def _wording(
    base: Wording, values: Sequence[str], text: str, tokens: Sequence[Token], lexicon: Lexicon
) -> Wording | None:  # fmt: skip
    """Build a wording from the words of a clause; return None if the lexicon knows them or they name too little.

    One value that the clause does not name is copied from the recorded move, if the clause names another.
    """
    telling = [token for token in tokens if token.weight > _LITTLE]
    verbs = {verb for token in telling for verb in token.verbs}
    if any(not lexicon.families[verb].isdisjoint(base.family) for verb in verbs):
        return None
    spoken = {(sense.kind, sense.value) for token in tokens for sense in token.senses}
    places, line, named = iter(zip(base.holes, values, strict=True)), list[str](), list[bool]()
    for part in _PART.finditer(base.line):
        hole, value = next(places) if part["hole"] else (None, "")
        is_kept = hole is None or hole.is_optional or (hole.kind, value) in spoken
        named += [] if hole is None or hole.is_optional else [is_kept]
        line.append(part[0] if is_kept else value)
    if named and (named.count(False) > 1 or not any(named)):
        return None
    words = _phrase(text, telling)
    return replace(base, name=f"{NAME} {words}", line="".join(line), says=(words,), silent=False) if words else None


def _phrase(text: str, tokens: Sequence[Token]) -> str:
    """Return the run of words with most words that are unknown, or else a verb that usually means another move."""
    known = {word for token in tokens for word in token.text.split()}
    things = {word for token in tokens if not token.verbs for word in token.text.split()}
    runs = [list[str]()]
    for word in _WORD.findall(text.casefold().replace("\u2019", "'")):
        is_thing = word in things or any(sign.isdecimal() for sign in word)
        runs += [[]] if is_thing else []
        runs[-1] += [] if is_thing else [word]
    unknown = [sum(word not in known and bool(words_of(word)) for word in run) for run in runs]
    if any(unknown):
        run = runs[unknown.index(max(unknown))]
        telling = [at for at, word in enumerate(run) if words_of(word)]  # it has no other words at its ends
        return " ".join(run[telling[0] : min(telling[-1] + 1, telling[0] + _LONGEST)])
    return next((token.text for token in tokens if token.verbs), "")
