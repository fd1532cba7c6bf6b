"""Notation round trip in every game: each written group reads back, and no line reads as something it does not say."""

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
"""Groups of legal play of each game in the long run: enough to reach every kind of move."""
FIRST = "a seat"
VIEWERS = (TABLE, ALL, FIRST, NOBODY)
TABLES = [
    (slug, seats)
    for slug in shelf()
    for seats in sorted({*shelf().meta(slug).seat_counts[:2], shelf().meta(slug).seats[1]})
]

every_game = pytest.mark.parametrize("slug", shelf())
every_table = pytest.mark.parametrize(("slug", "seats"), some_short(TABLES, lambda case: case[1] == 2))


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


@LONG
@every_game
def test_every_kind_of_move_comes_back(slug: str) -> None:
    kinds: Counter[type] = Counter()
    seats, seed = cycle(shelf().meta(slug).seat_counts), 0
    while kinds.total() < MANY:
        groups = islice(legal_play(slug, next(seats), seed), 1, None)
        for group in islice(groups, MANY - kinds.total()):
            must_come_back(slug, group)
            kinds[type(group.entries[0].fact)] += 1
        seed += 1
    due = {kind for kind in shelf()[slug].vocabulary if issubclass(kind, Move)} | {Passed}
    assert set(kinds) == due - set(wild(slug).unlisted)


@every_table
@pytest.mark.parametrize("most", some_short([75, 400], lambda most: most == 75))
def test_what_any_viewer_knows_comes_back(slug: str, seats: int, most: int) -> None:
    played = list(islice(legal_play(slug, seats, 3), most))
    for viewer in VIEWERS:
        groups = list(seen_by(viewer_of(slug, viewer), slug, iter(played)))
        for group in groups:
            must_come_back(slug, group)
        assert len(groups) > 50


@every_table
@pytest.mark.parametrize("viewer", some_short(VIEWERS, lambda viewer: viewer == ALL))
@pytest.mark.parametrize("seeds", some_short([range(1), range(1, 4)], lambda seeds: len(seeds) == 1), ids=len)
def test_illegal_play_with_any_result_comes_back(slug: str, seats: int, viewer: str, seeds: range) -> None:
    groups = 0
    for seed in seeds:
        for group in seen_by(viewer_of(slug, viewer), slug, wild_play(slug, seats, seed)):
            must_come_back(slug, group, ordered=viewer != NOBODY)
            groups += 1
    assert groups > 50 * len(seeds)


@every_game
@pytest.mark.parametrize(("slips", "least"), some_short([(200, 4), (6000, 300)], lambda case: case[0] == 200))
def test_mutated_lines_are_never_misread(slug: str, slips: int, least: int) -> None:
    """Each reads as what it says, is refused with a column, or is asked about with whole lines to choose from."""
    chance, how, lines = random.Random(11), wild(slug), lines_of(slug, *((2, 100) if slips < 1000 else (8, 150)))
    texts, outcomes = [line.text for line in lines], Counter[str]()
    for _ in range(slips):
        group, line = chance.choice(lines)
        line = mutated(chance, line, texts, how.signs)
        try:
            written = shelf()[slug].notation.read(line, group.before, group.seat)
        except NotationError as error:
            outcomes["refused" if 1 <= error.column <= len(line) + 1 else f"no column: {line}"] += 1
            continue
        outcomes["Ask" if isinstance(written, Ask) else "Written"] += 1
        for each in moves_of(written):
            assert each.move.player == group.seat
            assert how.says(line, each.move, group.before), (line, each)
        if isinstance(written, Ask):
            assert 1 <= len(written.choices) <= 5
            for choice in written.choices:
                narrower = shelf()[slug].notation.read(choice, group.before, group.seat)
                last = narrower.choices if isinstance(narrower, Ask) else (choice,)  # it asks at most once more
                assert all(moves_of(shelf()[slug].notation.read(each, group.before, group.seat)) for each in last)
    assert set(outcomes) == {"refused", "Ask", "Written"}
    assert min(outcomes.values()) > least, outcomes


def moves_of(read: Written | Ask | tuple[Written, ...]) -> Sequence[Written]:
    if isinstance(read, Ask):
        return ()
    return (read,) if isinstance(read, Written) else read


@every_game
@pytest.mark.parametrize("jumbles", some_short([40, 600], lambda jumbles: jumbles == 40))
@pytest.mark.parametrize("seat", some_short([FIRST, "moderator", ""], lambda seat: seat == FIRST))
def test_jumbled_words_are_read_or_refused_before_and_after_an_unseen_deal(slug: str, seat: str, jumbles: int) -> None:
    game, how = shelf()[slug], wild(slug)
    started = how.started(game, game.meta.seats[0], 0)
    words = sorted({word for line in lines_of(slug, 2, 100) for word in re.findall(r"\S+", line.text)})
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
    game = shelf()[slug]
    try:
        return game.begin(started, Typed(Seen()))[1]
    except NotationError:
        return game.begin(started, SeededChance(5))[1]
