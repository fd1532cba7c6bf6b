"""Whatever happens at a table of any game is written and read back; and nothing is read that the words do not say."""

import os
import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice
from typing import NamedTuple

import pytest
from long_runs import LONG, some_short
from round_trip import NOBODY, Group, legal_play, must_come_back, mutated, seen_by, wild, wild_play

from events.errors import NotationError
from events.facts import ALL, TABLE, Move, Passed, Started
from projections.notation.recorded_chance import Typed
from projections.shelf import shelf
from projections.terms import Ask, Seen, Written
from replay.chance.fate import SeededChance

MANY = int(os.environ.get("CLOISTERBELL_LINES", "10000"))
"""Groups of legal play of each game that are written and read back: enough to reach every kind of move."""
SLIPS = some_short([400, 6000], lambda slips: slips == 400)
"""Lines with slips of the finger that are read, of each game; of fewer, chance says whether a twentieth reads."""
JUMBLES = some_short([100, 600], lambda jumbles: jumbles == 100)
"""Lines of jumbled words that are read, before the deal and after it."""
GAMES = tuple(shelf())
FIRST = "a seat"
SHORT = 2
"""So many seats play every time, others with the long runs."""
VIEWERS = (TABLE, ALL, FIRST, NOBODY)

every_game = pytest.mark.parametrize("slug", GAMES)
TABLES = [
    (slug, seats) for slug in GAMES for seats in {*shelf().meta(slug).seat_counts[:2], shelf().meta(slug).seats[1]}
]
every_table = pytest.mark.parametrize(("slug", "seats"), some_short(TABLES, lambda case: case[1] == SHORT))
every_viewer = pytest.mark.parametrize("viewer", VIEWERS)


class Line(NamedTuple):
    """A group and the line that it is written as."""

    group: Group
    text: str


def lines_of(slug: str, sessions: int, most: int) -> list[Line]:
    """Groups of legal play as the public knows them, each with its line."""
    numbers, write = cycle(shelf().meta(slug).seat_counts), shelf()[slug].notation.write
    played = (seen_by(ALL, slug, legal_play(slug, next(numbers), seed)) for seed in range(sessions))
    return [Line(group, write(group.entries, group.before)) for groups in played for group in islice(groups, most)]


def viewer_of(slug: str, viewer: str) -> str:
    return wild(slug).seats[0] if viewer == FIRST else viewer


# What is written reads back


@LONG
@every_game
def test_every_group_of_random_sessions_comes_back(slug: str) -> None:
    told: Counter[type] = Counter()
    seats, seed = cycle(shelf().meta(slug).seat_counts), 0
    while told.total() < MANY:
        groups = islice(legal_play(slug, next(seats), seed), 1, None)
        for group in islice(groups, MANY - told.total()):
            must_come_back(slug, group)
            told[type(group.entries[0].fact)] += 1
        seed += 1
    kinds = {kind for kind in shelf()[slug].vocabulary if issubclass(kind, Move)} | {Passed}
    assert set(told) == kinds - set(wild(slug).unlisted)


@every_table
@every_viewer
def test_what_any_viewer_knows_comes_back(slug: str, seats: int, viewer: str) -> None:
    groups = list(seen_by(viewer_of(slug, viewer), slug, legal_play(slug, seats, 3)))
    for group in groups:
        must_come_back(slug, group)
    assert len(groups) > 50


@every_table
@pytest.mark.parametrize("viewer", some_short(VIEWERS, lambda viewer: viewer == ALL))
@pytest.mark.parametrize(
    "seeds", some_short([range(1), range(1, 4)], lambda seeds: seeds == range(1)), ids=["one", "others"]
)
def test_what_stood_comes_back_whatever_it_was(slug: str, seats: int, viewer: str, seeds: range) -> None:
    groups = 0
    for seed in seeds:
        for group in seen_by(viewer_of(slug, viewer), slug, wild_play(slug, seats, seed)):
            must_come_back(slug, group, ordered=viewer != NOBODY)
            groups += 1
    assert groups > 50 * len(seeds)


# Nothing is accepted that the words do not say


@pytest.mark.parametrize("slips", SLIPS)
@every_game
def test_mutated_lines_are_never_misread(slug: str, slips: int) -> None:
    """Read as what they say, asked about, or refused with a column; nothing else, and nothing guessed."""
    chance, how, lines = random.Random(11), wild(slug), lines_of(slug, 8, 150)
    texts, told = [line.text for line in lines], Counter[str]()
    for _ in range(slips):
        group, line = chance.choice(lines)
        line = mutated(chance, line, texts, how.signs)
        try:
            written = shelf()[slug].notation.read(line, group.before, group.seat)
        except NotationError as error:
            told["refused" if 1 <= error.column <= len(line) + 1 else f"no column: {line}"] += 1
            continue
        told["Ask" if isinstance(written, Ask) else "Written"] += 1
        for each in _moves(written):
            assert each.move.player == group.seat
            assert how.says(line, each.move, group.before), (line, each)
    assert set(told) == {"refused", "Ask", "Written"}
    often = slips // 20 if slips > 1000 else 10  # of a few slips chance has too much of a say
    assert min(told.values()) > often, told


def _moves(read: Written | Ask | tuple[Written, ...]) -> Sequence[Written]:
    if isinstance(read, Ask):
        return ()
    return (read,) if isinstance(read, Written) else read


@pytest.mark.parametrize("slug", some_short(GAMES, lambda slug: slug == "keys"))
def test_each_choice_is_a_whole_line_that_reads(slug: str) -> None:
    chance, lines, read = random.Random(12), lines_of(slug, 4, 200), shelf()[slug].notation.read
    texts, asked = [line.text for line in lines], 0
    for group, line in lines:
        try:
            found = read(mutated(chance, line, texts, wild(slug).signs), group.before, group.seat)
        except NotationError:
            continue
        if isinstance(found, Ask):
            asked += 1
            assert 1 <= len(found.choices) <= 5
            for choice in found.choices:
                assert _moves(read(choice, group.before, group.seat))
    assert asked > 20


@every_game
@pytest.mark.parametrize("jumbles", JUMBLES)
@pytest.mark.parametrize("seat", some_short([FIRST, "moderator", ""], lambda seat: seat == FIRST))
def test_words_in_any_order_where_nothing_is_known(slug: str, seat: str, jumbles: int) -> None:
    """Before the deal, after it with nothing seen, and from whoever has no seat: read, asked about or refused."""
    game, how = shelf()[slug], wild(slug)
    started = how.started(game, game.meta.seats[0], 0)
    words = sorted({word for line in lines_of(slug, 2, 100) for word in re.findall(r"\S+", line.text)})
    chance, told = random.Random(13), Counter[str]()
    for position in (game.set_up(started), _dealt_unseen(slug, started)):
        for _ in range(jumbles):
            line = " ".join(chance.choices(words, k=chance.randint(1, 7)))
            try:
                told[type(game.notation.read(line, position, viewer_of(slug, seat))).__name__] += 1
            except NotationError:
                told["refused"] += 1
    assert told.total() == 2 * jumbles
    assert told["refused"] > told.total() // 2


def _dealt_unseen(slug: str, started: Started) -> object:
    """The position after a deal of which nobody saw a card."""
    game = shelf()[slug]
    try:
        return game.begin(started, Typed(Seen()))[1]
    except NotationError:  # the deal throws dice, and dice fall in the open
        return game.begin(started, SeededChance(5))[1]
