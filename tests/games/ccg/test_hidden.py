"""What a hand holds decides nothing that others see: who is asked, what is refused, who is waited for; and how long."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from ccg_games import SEATS, VARIANTS, candidate, game
from ccg_tables import lines
from ccg_waits import share_of, waits
from scripted_chance import ScriptedChance

from events.errors import UnplayableError
from events.facts import UNKNOWN, Effect
from events.line import Entry
from projections.draft import objections, run
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import Position
from projections.terms import Status
from projections.window import WindowClosed, WindowOpened, WindowPassed

SPECTATOR = ""
SEEDS = (1, 2)


def seen_by(now: Position, viewer: str) -> Position:
    """A table as a viewer sees it: no hand but the own one, no draw deck, of a Time stack the top."""

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
    """The tables of a random game, each with the lines that led on from it; every third of them."""
    played = list(game(seed, variant))
    pairs = [(played[at][1], played[at + 1][0]) for at in range(len(played) - 1)]
    return pairs[::3]


every_game = pytest.mark.parametrize(("seed", "variant"), [(seed, variant) for seed in SEEDS for variant in VARIANTS])


def against(now: Position, move: Any) -> list[str]:
    """What speaks against a move, in words."""
    try:
        return [f"{found.rule} {found.message} {found.doubt}" for found in objections(GAME.rules, now, move)]
    except UnplayableError as error:
        return [str(error)]


def wanted(now: Position, chance: random.Random) -> Iterator[Any]:
    """Moves that somebody might try, allowed or not."""
    for _ in range(4):
        yield candidate(now, chance)


@every_game
def test_a_seat_is_refused_by_its_own_position_what_the_table_refuses(seed: int, variant: str) -> None:
    """CCG-FLA-01, A23: nothing that a seat cannot see speaks against its move, and nothing for it."""
    chance, tried = random.Random(seed), 0
    for now, _ in course(seed, variant):
        for move in wanted(now, chance):
            own = seen_by(now, move.player)
            assert against(own, move) == against(now, move), move
            tried += 1
    assert tried > 100


@every_game
def test_everybody_sees_who_is_waited_for(seed: int, variant: str) -> None:
    """CCG-FLA-01: the status is the same for each seat and for somebody who watches."""
    for now, _ in course(seed, variant):
        status: Status = GAME.rules.status(now)
        assert {GAME.rules.status(seen_by(now, viewer)) for viewer in (*SEATS, SPECTATOR)} == {status}
        for seat in status.awaited:
            assert list(GAME.rules.legal(seen_by(now, seat), seat)) == list(GAME.rules.legal(now, seat))


@every_game
def test_somebody_who_watches_can_ask_everything(seed: int, variant: str) -> None:
    """A23: where no hand is known, nothing fails; what cannot be told is a doubt."""
    chance, doubts = random.Random(seed), 0
    for now, _ in course(seed, variant):
        watched = seen_by(now, SPECTATOR)
        for seat in SEATS:
            assert all(not against(watched, move) for move in GAME.rules.legal(watched, seat))
            GAME.rules.silence(watched, seat)
        for move in wanted(now, chance):
            doubts += any(text.endswith("True") for text in against(watched, move))
            draft = run(GAME.rules, watched, move, ScriptedChance(), strict=False) if _playable(watched, move) else None
            assert draft is None or draft.entries
    assert doubts


def _playable(now: Position, move: Any) -> bool:
    try:
        objections(GAME.rules, now, move)
    except UnplayableError:
        return False
    return True


@every_game
def test_windows_do_not_hang_on_what_a_hand_holds(seed: int, variant: str) -> None:
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


@pytest.fixture(scope="module")
def turns() -> list[tuple[str, ...]]:
    """The waits of each turn in a few games."""
    return [waited for seed in range(6) for waited in waits(seed)]


def test_a_usual_turn_waits_at_most_twice(turns: list[tuple[str, ...]]) -> None:
    """CCG-COM-02, CCG-COM-33: for the defender to prepare, and in the fight; more only where cards are answered."""
    usual = [waited for waited in turns if "answer" not in waited]
    assert len(usual) > 0.7 * len(turns)
    assert share_of(usual)[0] > 0.88
    share, mean = share_of(turns)
    assert share > 0.75
    assert mean < 2
