"""Notation of every game: each written group reads back, and no line reads as less or other than it says."""

import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle, islice
from typing import Any, Final, NamedTuple

import pytest
from long_runs import LONG, some_short
from players import SHELF
from round_trip import NOBODY, legal_play, must_come_back, mutated, seen_by, wild, wild_play

from events.errors import NotationError
from events.events import ALL, OMNISCIENT, Move, Passed, Started
from projections.contracts import Ask, ObservedChance, Written
from projections.notation.argument_type import ArgumentType
from projections.notation.lines import PatternNotation
from projections.notation.recorded_chance import Typed
from replay.chance.random_source import SeededChance

MANY = int(os.environ.get("CLOISTERBELL_LINES", "10000"))
"""Groups of legal play of each game in the long run: enough to reach every kind of move."""
FIRST = "a seat"
VIEWERS = (OMNISCIENT, ALL, FIRST, NOBODY)
METAS = SHELF.metas
TABLES = [(slug, seats) for slug in METAS for seats in sorted({*METAS[slug].seat_counts[:2], METAS[slug].seats[1]})]
every_game = pytest.mark.parametrize("slug", SHELF)
all_but_ccg = pytest.mark.parametrize("slug", some_short(SHELF, lambda slug: slug != "ccg"))
keys_first = pytest.mark.parametrize("slug", some_short(SHELF, lambda slug: slug == "keys"))
every_table = pytest.mark.parametrize(
    ("slug", "seats"), some_short(TABLES, lambda case: case[1] == 2 and case[0] != "ccg")
)


class Place(NamedTuple):
    """A line of legal play, and where and by whom it was said."""

    position: Any
    seat: str
    text: str


def lines_said(slug: str, seed: int, most: int) -> Iterator[Place]:
    """Lines of legal play as the public knows them, of one session after the other."""
    numbers, write = cycle(SHELF.meta(slug).seat_counts), SHELF[slug].notation.write
    while True:
        groups = islice(seen_by(ALL, slug, legal_play(slug, next(numbers), seed)), 1, most)
        yield from (Place(group.before, group.seat, write(group.entries, group.before)) for group in groups)
        seed += 1


def viewer_of(slug: str, viewer: str) -> str:
    return wild(slug).seats[0] if viewer == FIRST else viewer


@LONG
@every_game
def test_every_kind_of_move_round_trips_through_notation(slug: str) -> None:
    kinds: Counter[type] = Counter()
    seats, seed = cycle(SHELF.meta(slug).seat_counts), 0
    while kinds.total() < MANY:
        groups = islice(legal_play(slug, next(seats), seed), 1, None)
        for group in islice(groups, MANY - kinds.total()):
            must_come_back(slug, group)
            kinds[type(group.entries[0].event)] += 1
        seed += 1
    due, moves = {kind for kind in SHELF[slug].vocabulary if issubclass(kind, Move)}, SHELF[slug].rules.moves
    due |= {Passed} if not moves or Passed in moves else set()
    assert set(kinds) == due - set(wild(slug).unlisted)


@every_table
@pytest.mark.parametrize("most", some_short([75, 400], lambda most: most == 75))
def test_moves_known_to_a_viewer_round_trip_through_notation(slug: str, seats: int, most: int) -> None:
    played = list(islice(legal_play(slug, seats, 3), most))
    for viewer in VIEWERS:
        groups = list(seen_by(viewer_of(slug, viewer), slug, iter(played)))
        for group in groups:
            must_come_back(slug, group)
        assert len(groups) > 50


@every_table
@pytest.mark.parametrize("viewer", some_short(VIEWERS, lambda viewer: viewer == ALL))
@pytest.mark.parametrize("seeds", some_short([range(1), range(1, 4)], lambda seeds: len(seeds) == 1), ids=len)
def test_illegal_moves_with_any_result_round_trip(slug: str, seats: int, viewer: str, seeds: range) -> None:
    groups = 0
    for seed in seeds:
        for group in seen_by(viewer_of(slug, viewer), slug, wild_play(slug, seats, seed)):
            must_come_back(slug, group, ordered=viewer != NOBODY)
            groups += 1
    assert groups > 50 * len(seeds)


@all_but_ccg
@pytest.mark.parametrize(
    ("slips", "least"),
    [(100, 1), pytest.param(2000, 100, marks=LONG), pytest.param(6000, 300, marks=pytest.mark.sweep)],
)
def test_mutated_lines_are_never_misread(slug: str, slips: int, least: int) -> None:
    """Each reads as what it says, is refused with a column, or is asked about with whole lines to choose from."""
    chance, how, read = random.Random(11), wild(slug), SHELF[slug].notation.read
    lines = list(islice(lines_said(slug, 0, 150), 100 if slips < 1000 else 1200))
    texts, found = [line.text for line in lines], Counter[str]()
    for _ in range(slips):
        now, seat, line = chance.choice(lines)
        line = mutated(chance, line, texts, how.signs)
        try:
            written = read(line, now, seat)
        except NotationError as error:
            found["refused" if 1 <= error.column <= len(line) + 1 else f"no column: {line}"] += 1
            continue
        found["Ask" if isinstance(written, Ask) else "Written"] += 1
        for each in moves_of(written):
            assert each.move.player == seat
            assert how.says(line, each.move, now), (line, each)
        if isinstance(written, Ask):
            assert 1 <= len(written.choices) <= 5
            for choice in written.choices:
                narrower = read(choice, now, seat)
                last = narrower.choices if isinstance(narrower, Ask) else (choice,)  # at most one more question
                assert all(moves_of(read(each, now, seat)) for each in last)
    asks = {"Ask"} if _notation(slug).table.slots else set()  # a line without values is never asked about
    assert set(found) - {"Ask"} | asks == {"refused", "Written", *asks}
    assert min(found[one] for one in ("refused", "Written", *asks)) > least, found


def moves_of(read: Written | Ask | tuple[Written, ...]) -> Sequence[Written]:
    if isinstance(read, Ask):
        return ()
    return (read,) if isinstance(read, Written) else read


@keys_first
@pytest.mark.parametrize("jumbles", some_short([40, 600], lambda jumbles: jumbles == 40))
@pytest.mark.parametrize("seat", some_short([FIRST, "moderator", ""], lambda seat: seat == FIRST))
def test_jumbled_words_are_read_or_refused_before_and_after_an_unseen_deal(slug: str, seat: str, jumbles: int) -> None:
    game, how = SHELF[slug], wild(slug)
    started = how.started(game, game.meta.seats[0], 0)
    words = sorted({word for line in islice(lines_said(slug, 0, 100), 200) for word in re.findall(r"\S+", line.text)})
    chance, refused = random.Random(13), 0
    for position in (game.set_up(started), dealt_unseen(slug, started)):
        for _ in range(jumbles):
            line = " ".join(chance.choices(words, k=chance.randint(1, 7)))
            try:
                game.notation.read(line, position, viewer_of(slug, seat))
            except NotationError:
                refused += 1
    assert refused > jumbles


def dealt_unseen(slug: str, started: Started) -> object:
    """The position after a deal whose cards no one saw; dice are always seen."""
    game = SHELF[slug]
    try:
        return game.begin(started, Typed(ObservedChance()))[1]
    except NotationError:
        return game.begin(started, SeededChance(5))[1]


EVERYDAY: Final = tuple(
    re.findall(
        r"\S+",
        "not no never maybe perhaps instead without except unless only then next later again twice also too both all "
        "none and or but with for from of is was will would could please sorry yesterday tomorrow first last me you "
        "him everyone nobody almost nearly half all-but undo back wait if when after before two three five",
    )
)
NONSENSE: Final = "quuxly"
_TOKEN: Final = re.compile(r'"[^"]*"|[^\W_]+')
_AND_THEN: Final = re.compile(r"^(?:(?:and|then)\s+)+")
_VERB: Final = re.compile(r"(?:^|[\s(\[])(?:[A-Z]{1,9}|\+):")
_TRIED: Final = 8


class Vocabulary(NamedTuple):
    """The words of a game: from its lines, its verbs, and for each word others with a different meaning."""

    words: Sequence[str]
    verbs: Sequence[str]
    others: Mapping[str, Sequence[str]]


def _notation(slug: str) -> PatternNotation[Any]:
    found = SHELF[slug].notation
    assert isinstance(found, PatternNotation)
    return found


@cache
def vocabulary(slug: str) -> Vocabulary:
    table = _notation(slug).table
    lines = [place.text for place in islice(lines_said(slug, 900, 120), 400)]
    words = sorted({token for line in lines for token in _TOKEN.findall(line)})
    others: dict[str, Sequence[str]] = {}
    slots = [
        slot for form in table.patterns for slot in table.slots_of(form).values() if isinstance(slot, ArgumentType)
    ]
    for slot in slots:
        if isinstance(slot.words, Mapping):
            for word, value in slot.words.items():
                others.setdefault(word, [other for other, meant in slot.words.items() if meant != value])
    titles = [word for word in words if word.startswith('"')]
    others |= {title: [other for other in titles if other != title] for title in titles}
    return Vocabulary(words, list(table.verbs), others)


def mixed(chance: random.Random, line: str, further: str, words: Vocabulary) -> str:
    """A line with one or two words added, dropped, doubled or swapped, or with a second action."""
    for _ in range(chance.choice((1, 1, 2))):
        line = _mixed(chance, line, further, words)
    return line


def _mixed(chance: random.Random, line: str, further: str, words: Vocabulary) -> str:
    parts = line.split(" ")
    at = chance.randrange(len(parts))
    body = further.partition(": ")[2] or further
    match chance.randrange(9):
        case 0:
            parts.insert(at + 1, chance.choice(EVERYDAY))
        case 1:
            parts.insert(at + 1, chance.choice(words.words))
        case 2:
            parts.insert(at + 1, chance.choice(words.verbs))
        case 3:
            del parts[at]
        case 4:
            parts.insert(at, parts[at])
        case 5:
            other = chance.randrange(len(parts))
            parts[at], parts[other] = parts[other], parts[at]
        case 6:
            return f"{line}{chance.choice(('; ', ' and ', ', then ', ' & ', '; and ', ' + ', ', '))}{further}"
        case 7:
            return f"{line}{chance.choice(('; ', ' and ', ', ', ' ('))}{body}"
        case _:
            more = " ".join(chance.choices((*words.words, *EVERYDAY), k=chance.randint(1, 3)))
            return f"{line}{chance.choice((' (', '; ', ' ; ', ' ['))}{more}{chance.choice((')', '', ']'))}"
    return " ".join(parts)


def dropped(chance: random.Random, slug: str, place: Place, moves: tuple[Written, ...]) -> list[str]:
    """The words of a line that reads that could be any other, so that nothing was made of them."""
    others = vocabulary(slug).others
    remarks = list(_remarks(slug, place))
    tokens = [token for token in _TOKEN.finditer(place.text) if not any(a <= token.start() < b for a, b in remarks)]
    found = []
    for token in chance.sample(tokens, min(_TRIED, len(tokens))):
        tried = (NONSENSE, *_unlike(chance, token[0], others))
        if any(_says_nothing(slug, place, token, word, moves) for word in tried):
            found.append(token[0])
    return found


def _says_nothing(slug: str, place: Place, token: re.Match[str], word: str, moves: tuple[Written, ...]) -> bool:
    """Return whether a line has the same meaning after one word is replaced.

    A repeated word can turn its phrase into a remark. Two names can mean one thing, for example an icon and its card.
    """
    other = place._replace(text=_with(place.text, token, word))
    if _notation(slug).exact(other.text, other.position, other.seat) != moves:
        return False
    at, name = token.start() + token[0].startswith('"'), token[0].strip('"')
    was, now = _word(slug, place, at), _word(slug, other, at)
    if was is None or was.kind == "remark":
        return True
    means_the_same = now is not None and was.value == now.value is not None and was.text == name
    return not (was.kind == "icon" or means_the_same or (now is not None and now.kind == "remark"))


class _Word(NamedTuple):
    """The replacement of a word in a line, and the words that were read with it."""

    kind: str
    value: Any
    text: str


def _word(slug: str, place: Place, at: int) -> _Word | None:
    words = _notation(slug).words(place.text, place.position, place.seat)
    found = next((word for word in words if word.start <= at < word.end), None)
    return found and _Word(found.kind, found.value, place.text[found.start : found.end])


def _remarks(slug: str, place: Place) -> Iterator[tuple[int, int]]:
    """Yield the spans after semicolons that begin with no verb and read as no move."""
    notation = _notation(slug)
    table, end = notation.table, place.text.find(";")
    while end >= 0:
        start, end = end + 1, place.text.find(";", end + 1)
        piece = place.text[start : end if end >= 0 else None]
        text = _AND_THEN.sub("", piece.strip())
        tried = [text, *(f"{verb}: {text}" for verb in table.does)]
        read = [notation.exact(line, place.position, place.seat) for line in tried if line]
        if not any(read) and not _VERB.search(text):
            yield start, start + len(piece)


def _unlike(chance: random.Random, word: str, others: Mapping[str, Sequence[str]]) -> list[str]:
    if word.isdecimal():
        return [str(int(word) + chance.choice((1, 2)))]
    meant = others.get(word) or others.get(word.casefold(), ())
    return [chance.choice(meant)] if meant else []


def _with(line: str, token: re.Match[str], word: str) -> str:
    if token[0].startswith('"') and not word.startswith('"'):
        word = f'"{word}"'
    return line[: token.start()] + word + line[token.end() :]


def told(slug: str, place: Place) -> tuple[Written, ...] | None:
    """Return the moves that a line is read as for the person who posts it, or None if it is refused or unclear."""
    try:
        read = _notation(slug).read(place.text, place.position, place.seat)
    except NotationError:
        return None
    return None if isinstance(read, Ask) else tuple(moves_of(read))


MIXED = int(os.environ.get("CLOISTERBELL_MIXED", "3000"))
"""Changed lines of each game in the long run; 20,000 of each take two minutes in all."""
EACH = 6
"""Changed lines for each line of play."""
RECENT = 12


def outcomes(slug: str, lines: int, seed: int) -> tuple[Counter[str], list[tuple[str, list[str]]]]:
    """Count how changed lines read, and list the lines that were read without some of their words."""
    chance, words, exact = random.Random(seed), vocabulary(slug), SHELF[slug].notation.exact
    found, lost, recent = Counter[str](), list[tuple[str, list[str]]](), ["PASS"]
    for place in lines_said(slug, seed, 150):
        if found.total() >= lines:
            break
        before = exact(place.text, place.position, place.seat)
        assert before is not None, place.text
        recent = [*recent[1 - RECENT :], place.text]
        for _ in range(EACH):
            changed = place._replace(text=mixed(chance, place.text, chance.choice(recent), words))
            moves = exact(changed.text, place.position, place.seat)
            found["asked" if moves is None else "the same" if moves == before else "what it says"] += 1
            if moves is not None and (left := dropped(chance, slug, changed, moves)):
                lost.append((changed.text, left))
    return found, lost


@keys_first
def test_a_changed_line_is_never_read_only_in_part(slug: str) -> None:
    found, lost = outcomes(slug, 120, 3)
    assert not lost
    assert found.keys() == {"asked", "the same", "what it says"}


@LONG
@every_game
def test_many_changed_lines_are_never_read_only_in_part(slug: str) -> None:
    assert not outcomes(slug, MIXED, 1000)[1]


@all_but_ccg
def test_a_changed_line_is_parsed_the_same_inside_a_post(slug: str) -> None:
    chance, words, exact = random.Random(5), vocabulary(slug), SHELF[slug].notation.exact
    kinds = Counter[bool]()
    for place in islice(lines_said(slug, 5, 30), 30):
        line = Place(place.position, place.seat, mixed(chance, place.text, place.text, words))
        in_a_post = told(slug, line)
        assert in_a_post == exact(line.text, line.position, line.seat), line.text
        kinds[in_a_post is None] += 1
    assert len(kinds) == 2
