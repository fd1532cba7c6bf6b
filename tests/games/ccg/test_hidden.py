"""The cards of a hand decide nothing that other viewers see: refusals, the awaited seats, the windows."""

import random
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest
from ccg_games import SEATS, VARIANTS, candidate, game
from ccg_tables import lines
from ccg_waits import share_of, waits
from long_runs import some_short
from scripted_chance import ScriptedChance

from events.errors import UnplayableError
from events.facts import UNKNOWN, Effect
from events.line import Entry
from projections.draft import objections, run
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position
from projections.window import WindowClosed, WindowOpened, WindowPassed

SPECTATOR = ""
SHORT = ((1, "as printed"), (2, "longer"), (1, "other readings"))
every_game = pytest.mark.parametrize(("seed", "variant"), some_short(product((1, 2), VARIANTS), SHORT.__contains__))


def seen_by(now: Position, viewer: str) -> Position:
    """The table as a viewer sees it: the own hand, no draw deck, the top of each Time stack."""

    def closed(rows: Any, kept: int = 0) -> dict[str, tuple[str, ...]]:
        return {seat: (*row[:kept], *(UNKNOWN,) * len(row[kept:])) for seat, row in rows.items()}

    mine = {seat: row for seat, row in now.hands.items() if seat == viewer}
    lists = {seat: row for seat, row in now.lists.items() if seat == viewer}
    return now.replace(
        hands={**closed(now.hands), **mine}, decks=closed(now.decks), times=closed(now.times, 1),
        lists={**closed(now.lists), **lists},
    )  # fmt: skip


@cache
def course(seed: int, variant: str) -> list[tuple[Position, list[Entry]]]:
    """Every fifth table of a random game, each with the entries that follow it."""
    return [(before[1], after[0]) for before, after in pairwise(game(seed, variant))][::5]


def against(now: Position, move: Any) -> list[tuple[str, str, bool]]:
    """The objections to a move."""
    try:
        return [(found.rule, found.message, found.doubt) for found in objections(GAME.rules, now, move)]
    except UnplayableError as error:
        return [("", str(error), False)]


@every_game
def test_seat_is_refused_from_its_own_view_what_the_table_refuses(seed: int, variant: str) -> None:
    """CCG-FLA-01, A23."""
    chance, tried = random.Random(seed), 0
    for now, _ in course(seed, variant):
        for move in (candidate(now, chance) for _ in range(4)):
            assert against(seen_by(now, move.player), move) == against(now, move), move
            tried += 1
    assert tried > 100


@every_game
def test_every_viewer_sees_the_same_awaited_seats(seed: int, variant: str) -> None:
    """CCG-FLA-01: and each awaited seat is offered the same moves."""
    for now, _ in course(seed, variant):
        status = GAME.rules.status(now)
        assert {GAME.rules.status(seen_by(now, viewer)) for viewer in (*SEATS, SPECTATOR)} == {status}
        for seat in status.awaited:
            assert list(GAME.rules.legal(seen_by(now, seat), seat)) == list(GAME.rules.legal(now, seat))


@every_game
def test_view_of_a_spectator_answers_every_question(seed: int, variant: str) -> None:
    """A23: what depends on a hidden card is a doubt."""
    chance, doubts = random.Random(seed), 0
    for now, _ in course(seed, variant):
        watched = seen_by(now, SPECTATOR)
        for seat in SEATS:
            assert all(not against(watched, move) for move in GAME.rules.legal(watched, seat))
            GAME.rules.silence(watched, seat)
        for move in (candidate(now, chance) for _ in range(4)):
            found = against(watched, move)
            doubts += any(doubt for _, _, doubt in found)
            if all(rule for rule, _, _ in found):
                assert run(GAME.rules, watched, move, ScriptedChance(), strict=False).entries
    assert doubts


@every_game
def test_windows_do_not_depend_on_the_cards_of_a_hand(seed: int, variant: str) -> None:
    """A23, CCG-FLA-01: with other cards in the other hand, the same seats are asked in the same order."""
    chance, windows = random.Random(seed), 0
    for now, entries in course(seed, variant):
        move = entries[0].fact
        rival = now.rival(getattr(move, "player", SEATS[0]))
        others = [face for face in now.cards.card if not face.startswith(("time-", "watcher-"))]
        swapped = tuple(chance.choice(others) for _ in now.hands.get(rival, ()))
        other = now.replace(hands={**now.hands, rival: swapped})
        first, second = (_asked(lines(table, move)[0]) for table in (now, other))
        assert first == second
        windows += len(first)
    assert windows


def _asked(entries: list[Entry]) -> list[Effect]:
    return [one.fact for one in entries if isinstance(one.fact, WindowOpened | WindowClosed | WindowPassed)]


@pytest.mark.parametrize("seeds", some_short((range(2), range(6)), lambda seeds: len(seeds) == 2))
def test_usual_turn_waits_at_most_twice(seeds: range) -> None:
    """CCG-COM-02, CCG-COM-33: for the defender's preparation and in the fight; more only if cards are answered."""
    turns = [waited for seed in seeds for waited in waits(seed)]
    usual = [waited for waited in turns if "answer" not in waited]
    assert len(usual) > 0.7 * len(turns)
    assert share_of(usual)[0] > 0.88
    share, mean = share_of(turns)
    assert (share > 0.75, mean < 2) == (True, True)
