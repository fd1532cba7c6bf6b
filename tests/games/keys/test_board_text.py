"""The text twin of the board: it says what the picture shows, and names things as people do."""

import re

import pytest
from keys_board import board
from keys_views import HIDDEN, NOBODY, Picture

from projections.games.keys.board.text import CODES, text
from projections.games.keys.options import Options
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import DOORS, KeyBonus, Position, Tile


def _grid(position: Position) -> dict[str, str]:
    rows = [line for line in text(position).split("GRID")[1].splitlines() if re.match(r" \d  ", line)]
    return {
        f"{column}{row[1]}": row[5 + at * 10 : 15 + at * 10].strip()
        for row in rows
        for at, column in enumerate("abcdefg")
    }


def test_the_grid_in_text_is_the_position() -> None:
    position = board(
        seats="nine ten eleven twelve", open_doors="c1 c2", barriers="c2 f6", cookies="e3",
        kinds={"a3": "dalek", "b3": "key", "c3": "extra", "d3": "teleport", "e3": "dalek", "f3": "closed dalek"},
        pawns={"nine": "c1", "ten": "c2"},
    )  # fmt: skip
    position = position.replace(tiles={**position.tiles, "g7": Tile("yellow")})
    cells = _grid(position)
    assert cells.pop("d4") == "**"
    marks = {"c1": "@Ni", "c2": "@Te"}
    for name in DOORS:
        tile = position.tiles[name]
        kind = CODES[tile.kind]
        side = kind if tile.open else "#" + kind.replace("?", "")
        expected = tile.colour[0] + side + "!" * tile.barrier + "o" * tile.cookie + marks.get(name, "")
        assert cells.pop(name) == expected
    assert cells == {}


def test_the_text_says_all_that_the_picture_shows() -> None:
    position = HIDDEN.replace(
        pawns={**HIDDEN.pawns, "ten": "c2"}, held={"ten": 1}, tunnels=(("c3", "d2"),), used=(("nine", "b3"),),
        stack=(KeyBonus("nine", "b3"),), step="bonus",
    )  # fmt: skip
    words = " ".join(text(position).split())
    for said in (
        "Turn 5, round 3: Nine may use a TARDIS Key.",
        "Nine (Ni): pawn outside at the south edge; starts south, goal north;",
        "hand of 3: a red Key, a Sonic Screwdriver and an unknown card.",
        "Ten (Te): pawn on c2; starts north, goal south; held by a Pandorica for 1 more of its own turns",
        "Showing Open Door (2): c1 blue, c2 blue.",
        "Time Tunnels: c3-d2.",
        "Nine may use the TARDIS Key on b3.",
        "TARDIS Key already used: Nine on b3.",
        "Draw pile: 40.",
        "Discards: 2 (a Jam Cookie and a Sonic Screwdriver).",
    ):  # fmt: skip
        assert said in words
        assert said in Picture(position).desc


def test_seats_are_named_as_people_write_them() -> None:
    assert [seat_name(NOBODY, seat) for seat in ("tenth", "the-doctor", "k9", "")] == [
        "Tenth",
        "The Doctor",
        "K9",
        "Nobody",
    ]


@pytest.mark.parametrize(
    ("seats", "marks"),
    [("nine ten", "N T"), ("tenth twelfth", "Te Tw"), ("player-1 player-2", "P1 P2"), ("abcd abed", "1 2")],
)
def test_letters_tell_the_seats_apart(seats: str, marks: str) -> None:
    position = Position(seats=tuple(seats.split()), options=Options())
    assert [f"({mark}):" in text(position) for mark in marks.split()] == [True, True]
