"""Odd input: unusual boxes, values set by hand, impossible logs."""

import random
from collections import defaultdict
from typing import Any

import msgspec
import pytest
from daleks_boxes import odd_box
from daleks_games import game
from daleks_tables import JULIE, SEATS, place, table
from long_runs import some_short

from events.errors import RefusedError
from events.facts import UNKNOWN, Revealed, Started
from events.line import Entry
from projections.draft import objections
from projections.games.daleks.components.data_files import read_box
from projections.games.daleks.facts.moves import Dismiss, KeepLocation, Uninstall
from projections.games.daleks.game import GAME
from projections.games.daleks.state.position import Position
from projections.terms import Marks, Written
from replay.chance.fate import SeededChance

LONG = "9" * 5_000
"""More digits than a number can be read from."""
MOVES = 60


def looked_at(now: Position, entries: list[Entry], before: Position) -> None:
    """Draw, describe and check a position, as a spectator would."""
    assert [law.name for law in GAME.rules.invariants if not law.holds(now)] == []
    GAME.view.draw(now, Marks(tuple(entry.fact for entry in entries), before))
    GAME.view.text(now)
    assert GAME.view.odds is not None
    GAME.view.odds(now)
    for entry in entries:
        after = GAME.rules.reducer(before, entry.fact)
        assert GAME.view.tell(entry.fact, before, after)
        before = after


@pytest.mark.parametrize("seed", some_short(range(24), lambda seed: seed < 4))
def test_an_odd_box_can_be_played(seed: int) -> None:
    chance, file = random.Random(seed), odd_box(seed)
    read_box(file, "odd.toml")
    seats, fate = SEATS[: 1 + seed % 4], SeededChance(seed)
    options = {"solo": True} if len(seats) == 1 else {"first_game": seed % 3 == 0}
    data = {"box": msgspec.json.encode(file)}
    before = GAME.set_up(Started("daleks", GAME.meta.rules_number, seats, options), data)
    entries, now = GAME.begin(Started("daleks", GAME.meta.rules_number, seats, options), fate, data)
    for number in range(MOVES):
        if number % 6 == 0:
            looked_at(now, entries, before)
        status = GAME.rules.status(now)
        if status.outcome:
            return
        kinds: dict[type, list[Any]] = defaultdict(list)
        for move in (move for seat in status.awaited for move in GAME.rules.legal(now, seat)):
            kinds[type(move)].append(move)
        assert kinds, f"a dead end: {status}"
        move = chance.choice(kinds[chance.choice(list(kinds))])
        before = now
        entries, now = GAME.play(now, move, fate)
        read = GAME.notation.read(GAME.notation.write(entries, before), before, move.player)
        assert isinstance(read, Written)
        assert read.move == move


def test_refuses_a_track_without_room_for_earth() -> None:
    file = odd_box(1)
    file["setting"]["earth"] = 0
    with pytest.raises(RefusedError, match=r"odd\.toml: setting\.earth: 0 is not 1 to "):
        read_box(file, "odd.toml")
    with pytest.raises(RefusedError, match="earth: 4 is not between Skaro and Gallifrey: a space from 1 to 3"):
        GAME.set_up(Started("daleks", GAME.meta.rules_number, SEATS[:2], {"gallifrey": 4}))


BY_HAND = [
    ("place 1", f"location earth, zone none, zone none, zone none, daleks {LONG} 0 0"),
    ("place 1", "location earth, zone none, zone none, zone none, daleks \u0663 0 0"),
    ("place 1", f"location earth, zone none, zone none, zone none tile {LONG}, daleks 0 0 0"),
    (f"place {LONG}", "none"), (f"at {JULIE}", f"{LONG} 0"), (f"at {JULIE}", f"1 {LONG[:19]}"),
    (f"die B{LONG}", f"seat {JULIE}"), ("die B\u0661", f"seat {JULIE}"), ("die B0", f"seat {JULIE}"),
    (f"hand {JULIE}", LONG), (f"tokens {JULIE}", LONG), (f"tardis {JULIE}", LONG), ("ship", LONG), ("entered", LONG),
    ("markers", LONG), ("tasks", f"into-the-dalek {LONG}"), ("used", f"{JULIE} fez {LONG}"),
    ("turn", f"{JULIE} T{LONG} round 1"), ("begun", f"adventure seat {JULIE} place {LONG} zone 0"),
    ("begun", f"die name B{LONG}"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "value"), BY_HAND)
def test_refuses_numbers_out_of_range(where: str, value: str) -> None:
    now = next(now for _, now in game(24) if now.adventure)
    with pytest.raises(RefusedError) as caught:
        GAME.editor.mend(now, where, value)
    assert len(str(caught.value)) < 900


@pytest.mark.parametrize("where", [f"place {LONG} zone 0", f"place 1 zone {LONG}", f"place 1 zone 0 tile {LONG}"])
def test_a_log_may_reveal_any_place(where: str) -> None:
    now = table("travel")
    fact = Revealed("dilemma", where, "typed", "sutekh")
    after = GAME.rules.reducer(now, fact)
    assert GAME.view.tell(fact, now, after)
    assert GAME.rules.spot is not None
    assert GAME.rules.spot("dilemma", where) != 0


def test_unseen_cards_are_not_offered() -> None:
    now = table("choose", answer="choose", found=("mars", UNKNOWN), places=(place(2, "telos", "?", "?"),))
    kept = [move for move in GAME.rules.legal(now, JULIE) if isinstance(move, KeepLocation)]
    assert kept == [KeepLocation(JULIE, "mars")]
    now = table(consoles={JULIE: "amy ? +fez +?"}, hands={JULIE: "? run"})
    offered = [move for move in GAME.rules.legal(now, JULIE) if isinstance(move, Dismiss | Uninstall)]
    assert offered == [Uninstall(JULIE, "fez"), Dismiss(JULIE, "amy")]
    assert all(not objections(GAME.rules, now, move) for move in GAME.rules.legal(now, JULIE))
