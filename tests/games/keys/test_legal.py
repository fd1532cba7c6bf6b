"""Legal moves of Keys to the TARDIS: they are exactly those that are accepted."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from keys_board import board, play

from events.errors import BellError
from events.facts import UNKNOWN, Passed, Started
from projections.games.keys import facts as e
from projections.games.keys.game import GAME
from projections.games.keys.options import Options
from projections.games.keys.state.position import CARDS, COLOURS, KINDS, KeyBonus, Position, Tile
from replay.chance.fate import SeededChance

SEATS = ("nine", "ten", "eleven", "twelve")
CAP = 4000
"""Moves after which a random game is given up; the longest of these seeds takes fewer."""


def begun(seats: int, seed: int, **options: Any) -> Position:
    return GAME.begin(Started("keys", 1, SEATS[:seats], options), SeededChance(seed))[1]


def constructible(position: Position, seat: str) -> Iterator[Any]:
    """Every move that can be written down for a seat, sense or no sense."""
    tiles = sorted(position.tiles)
    yield from (e.DrawCard(seat), e.LeaveGrid(seat), e.Stay(seat), Passed(seat))
    yield from (e.Discard(seat, card) for card in CARDS)
    yield from (e.PlayPandorica(seat, victim) for victim in position.seats)
    yield from (e.PlayTunnel(seat, tile, other) for tile, other in combinations(tiles, 2))
    for tile in tiles:
        yield from (e.MovePawn(seat, tile), e.PlayBarrier(seat, tile), e.PlayCookie(seat, tile))
        yield from (e.PlayCyberman(seat, victim, tile) for victim in position.seats)
        for action in ("open", "close"):
            yield from (e.UseKey(seat, tile, action), e.PlaySonic(seat, tile, action))
            yield from (e.PlayKey(seat, colour, tile, action) for colour in COLOURS.values())
        yield e.PlaySonic(seat, tile, "lift")
    yield from (e.PlayCyberman(seat, victim, "out") for victim in position.seats)


def accepted(position: Position, seat: str) -> set[Any]:
    found = set()
    for move in constructible(position, seat):
        try:
            GAME.play(position, move, SeededChance(1))
        except BellError:
            continue
        found.add(move)
    return found


def shaken(position: Position, chance: random.Random) -> Position:
    """A position as no legal game reaches it: doors, cards on the board, pawns and steps at random."""
    tiles = dict(position.tiles)
    for name in set(tiles) - {"d4"}:
        was = tiles[name]
        kind = chance.choice([was.kind, "dalek", UNKNOWN, "teleport", "key", "extra"])
        cookie = kind == "dalek" and chance.random() < 0.4
        colour = UNKNOWN if chance.random() < 0.1 else was.colour
        tiles[name] = Tile(colour, kind, chance.random() < 0.6, chance.random() < 0.2, cookie)
    places = chance.sample([*sorted(tiles), "out", "out"], len(position.seats))
    pawns = dict(zip(position.seats, places, strict=True))
    step = chance.choice(["draw", "play", "play", "move", "move", "bonus"])
    hands = {seat: tuple(chance.choices([*CARDS, UNKNOWN], k=4)) for seat in position.seats}
    player = position.player
    names = sorted(tiles)
    return position.replace(
        tiles=tiles, pawns=pawns, step=step, hands=hands,
        held={seat: 1 for seat in position.seats if chance.random() < 0.2},
        tunnels=tuple(
            (tile, other) for tile, other in combinations(names, 2)
            if abs(ord(tile[0]) - ord(other[0])) == 1 == abs(int(tile[1]) - int(other[1])) and chance.random() < 0.2
        ),
        stack=(KeyBonus(player, pawns[player]),) if step == "bonus" else (),
        used=tuple((seat, tile) for seat in position.seats for tile in chance.sample(names, 3)),
        missed=((chance.choice(position.seats), chance.choice(["draw", "play"])),) if chance.random() < 0.3 else (),
        options=Options(
            discard_unused=chance.choice(["no_target", "always"]), teleport_busy=chance.choice(["shut", "stay"]),
        ),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_legal_moves_are_those_that_a_strict_draft_accepts(seed: int) -> None:
    chance = random.Random(seed)
    position = shaken(begun(2 + seed % 3, seed), chance)
    for seat in position.seats:
        offered = list(GAME.rules.legal(position, seat))
        assert len(offered) == len(set(offered))
        assert set(offered) == accepted(position, seat)


def test_the_same_in_the_course_of_a_game() -> None:
    chance, position = random.Random(7), begun(3, 7)
    for number in range(120):
        seat = GAME.rules.status(position).awaited[0]
        moves = list(GAME.rules.legal(position, seat))
        if number % 40 == 39:
            assert set(moves) == accepted(position, seat)
            others = set(position.seats) - {seat}
            assert all(not accepted(position, other) for other in others)
        position = play(position, chance.choice(moves))


def test_a_spectator_is_offered_only_what_needs_no_hand() -> None:
    hidden = board("play", hands={"nine": "? ? ? ?"})
    assert list(GAME.rules.legal(hidden, "nine")) == []
    assert list(GAME.rules.legal(board("draw"), "nine")) == [e.DrawCard("nine")]
    assert list(GAME.rules.legal(board("move"), "nine")) == [e.Stay("nine")]


def test_silence_means_staying_or_passing() -> None:
    bonus = board("bonus", kinds={"b3": "key"}, pawns={"nine": "b3"}).replace(stack=(KeyBonus("nine", "b3"),))
    assert GAME.rules.silence(board("move"), "nine") == e.Stay("nine")
    assert GAME.rules.silence(bonus, "nine") == Passed("nine")
    assert [GAME.rules.silence(board(step), "nine") for step in ("draw", "play")] == [None, None]
    assert GAME.rules.silence(board("move"), "ten") is None
    assert GAME.rules.silence(board("over", winner="ten"), "nine") is None


def test_the_kind_of_a_door_follows_from_its_item() -> None:
    _, now = GAME.begin(Started("keys", 1, SEATS[:2]), SeededChance(1))
    assert {tile.kind for name, tile in now.tiles.items() if name != "d4"} == set(KINDS)
