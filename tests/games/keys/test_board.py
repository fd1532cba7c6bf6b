"""The picture of Keys to the TARDIS: everything is there, nothing hidden is, and it is always well-formed."""

import re
from itertools import combinations
from typing import Any

import pytest
from keys_board import HIDDEN, NOBODY, ODD, board
from parsed_picture import ParsedPicture, luminance

from events.events import Drawn, Event, Started
from projections.contracts import Marks
from projections.drawing.board import COLUMN, compose
from projections.drawing.palette import CASING, CHANGE
from projections.games.keys.board.draw import draw
from projections.games.keys.board.layout import HIGH, PAINTS, centre
from projections.games.keys.board.text import CODES, text
from projections.games.keys.events import effects as f
from projections.games.keys.game import GAME
from projections.games.keys.options import Options
from projections.games.keys.state.names import seat_name
from projections.games.keys.state.position import COLOURS, DOORS, KeyBonus, Position, Tile
from replay.chance.random_source import SeededChance
from replay.reading.places import to_put_right


class Picture(ParsedPicture):
    def __init__(self, position: Position, *events: Event, before: Position | None = None) -> None:
        super().__init__(compose("keys", draw(position, Marks(events, before))))
        self.desc = self.root[1].text or ""

    def tile(self, name: str) -> list[str]:
        uses = self.node("data-tile", name)
        return [use.attrib["href"].removeprefix("#keys-") for use in uses if "href" in use.attrib]


def test_grid_coordinates_lie_at_their_tiles() -> None:
    picture = Picture(HIDDEN)
    names = picture.node("data-names", "coordinates")
    assert names[2].get("x") == str(centre("c5")[0])
    assert float(names[7].get("y", "")) > float(names[13].get("y", "")), "row 7 is north, on top"
    assert picture.tile("d4") == ["control"]


WORDS = {"open": "Open", "dalek": "Dalek", "key": "Key", "extra": "Extra", "teleport": "Telep."}


def one_door(*given: Any, **more: Any) -> Picture:
    return Picture(board().replace(tiles={"a1": Tile(*given, **more)}))


@pytest.mark.parametrize("colour", COLOURS.values())
def test_a_closed_door_shows_only_its_colour(colour: str) -> None:
    picture = one_door(colour)
    assert picture.tile("a1") == [f"closed-{colour}"]
    assert f"#keys-{colour})" in picture.markup, "its texture"
    assert picture.under("id", f"keys-letter-{colour}") == colour[0].upper()


@pytest.mark.parametrize("kind", WORDS)
def test_a_door_shows_its_kind_smaller_after_it_is_closed(kind: str) -> None:
    picture = one_door("red", kind, open=True)
    assert (picture.tile("a1")[0], picture.tile("a1")[-1]) == ("open-red", f"kind-{kind}")
    assert picture.under("id", f"keys-kind-{kind}") == WORDS[kind]
    assert one_door("red", kind).tile("a1") == ["known-red", f"shows-{kind}"]


def test_cookies_barriers_and_tunnels_are_drawn() -> None:
    assert "shut" in one_door("red", "dalek", open=True).tile("a1")
    fed = one_door("red", "dalek", open=True, cookie=True)
    assert "shut" not in fed.tile("a1")
    assert fed.all("data-laid") == ["cookie"]
    picture = Picture(board(barriers="c4"))
    assert picture.under("data-laid", "barrier") == "TB"
    assert "Time Barrier: c4" in picture.markup
    picture = Picture(board(tunnels=(("c3", "d2"), ("e5", "f4"))))
    assert picture.all("data-tunnel") == ["c3-d2", "e5-f4"]
    bridge = next(node for node in picture.root.iter() if node.get("data-tunnel") == "c3-d2")
    ends = [float(number) for number in re.findall(r"[\d.]+", bridge[-1].attrib["d"])]
    assert ends[2] > ends[0]
    assert ends[3] > ends[1], "from c3 down to the right, where d2 lies"


def test_pawns_differ_and_wait_at_their_edge() -> None:
    picture = Picture(board(seats="nine ten eleven twelve", pawns={"nine": "c1", "ten": "c2", "eleven": "g4"}))
    tokens = [node for node in picture.root.iter() if "data-pawn" in node.attrib and "data-key" in node.attrib]
    assert [token.get("data-pawn") for token in tokens] == ["nine", "ten", "eleven", "twelve"]
    assert len({token[2].get("d") for token in tokens}) == 4
    assert len({token[2].get("fill") for token in tokens}) == 4
    assert [token[-1].text for token in tokens] == ["Ni", "Te", "El", "Tw"]
    picture = Picture(board(pawns={"nine": "c1"}))
    places = {seat: picture.node("data-key", f"pawn-{seat}").get("transform", "") for seat in ("nine", "ten")}
    y = {seat: float(where.split()[1].split(")")[0]) for seat, where in places.items()}
    tiles = [one for one in picture.root.iter() if "data-tile" in one.attrib]
    grid = [float(one.get("transform", "(0 0)").split()[1][:-1]) for one in tiles]
    assert y["ten"] < min(grid), "ten starts north"
    assert min(grid) < y["nine"] < max(grid) + HIGH


HELD = Picture(board(pawns={"ten": "c5"}, held={"ten": 2}))
HOME, WON = Picture(board()), Picture(HIDDEN.replace(winner="ten", step="over"))


@pytest.mark.parametrize(("picture", "name", "value", "words"), [
    (HOME, "data-edge", "S", "South start of Nine goal of Ten"), (HOME, "data-edge", "E", "East"),
    (HELD, "data-held", "2", "2"), (HELD, "data-hand", "ten", "held 2 turns"), (WON, "data-hand", "ten", "winner"),
    (Picture(ODD), "data-hand", "<b>&\"'", "Hand of <b>&\"': 10 cards <b>&\"': on the Control tile d4"),
    (Picture(ODD), "data-hand", "<b>&\"'", "+3"),
])  # fmt: skip
def test_each_part_of_the_picture_has_its_text(picture: Picture, name: str, value: str, words: str) -> None:
    assert value in picture.all(name)
    assert words in picture.under(name, value)


def test_seats_are_shown_before_cards_are_dealt() -> None:
    bare = Picture(board().replace(hands={}, pawns={}))
    for seat in board().seats:
        words = bare.under("data-hand", seat)
        assert "0 cards" in words
        assert "no pawn yet" in words


@pytest.mark.parametrize(("event", "ringed"), [
    (f.DoorClosed(tile="b2"), ["b2"]), (f.BarrierLaid(tile="b2"), ["b2"]), (f.BarrierLifted(tile="b2"), ["b2"]),
    (f.CookieLaid(tile="b2"), ["b2"]), (f.PawnHeld(player="ten", turns=2), ["e5"]),
    (f.PawnReleased(player="ten"), ["e5"]), (f.KeyUsed(player="ten", tile="b2"), []), (f.DoorOpened(tile="z9"), []),
])  # fmt: skip
def test_each_change_of_a_tile_is_ringed(event: Event, ringed: list[str]) -> None:
    assert Picture(board(pawns={"ten": "e5"}), event).all("data-ring") == ringed


def test_changes_have_rings_and_moves_have_arrows() -> None:
    before = board(open_doors="c1", pawns={"nine": "c1"}, kinds={"c2": "closed extra"})
    events = (f.DoorOpened(tile="c2"), f.PawnMoved(player="nine", to="c2"))
    after = before
    for event in events:
        after = GAME.rules.reducer(after, event)
    picture = Picture(after, *events, before=before)
    assert (picture.all("data-ring"), picture.all("data-arrow")) == (["c2"], ["c1-c2"])
    ring = picture.node("data-ring", "c2")
    assert [line.get("stroke") for line in ring] == [CASING, CHANGE], "a dark core cased in white"
    assert "Changed: c2, Nine's pawn c1 to c2." in picture.desc
    assert Picture(after).all("data-ring") == []
    before = board(open_doors="c1", kinds={"c2": "teleport"}, pawns={"nine": "c1"})
    sent = (f.PawnMoved(player="nine", to="c2"), f.PawnTeleported(player="nine"))
    picture = Picture(before.replace(pawns={"nine": "d4", "ten": "out"}), *sent, before=before)
    assert picture.all("data-arrow") == ["c1-c2", "c2-d4"]
    entered = board(open_doors="c1", pawns={"nine": "c1"})
    assert Picture(entered, before=board(open_doors="c1")).all("data-arrow") == ["out-c1"]
    now = board(tunnels=(("c3", "d2"), ("e5", "f4")), hands={"nine": "sonic cookie tunnel"})
    drawn = Drawn("nine", "draw", "tower", ("tunnel",))
    picture = Picture(now, f.TunnelLaid(tile="e5", other="f4"), drawn, before=board(tunnels=(("c3", "d2"),)))
    marked = [node for node in picture.root.iter() if any(line.get("stroke") == CHANGE for line in node)]
    assert [node.get("data-tunnel") or node.get("data-card") for node in marked] == ["e5-f4", "tunnel"]


def test_the_winner_and_a_hand_of_six_cards_are_shown() -> None:
    assert "Ten has won" in WON.markup.split("</desc>")[1]
    hand = "key-red pandorica key-green barrier cyberman sonic"
    six = Picture(board("play", seats="nine ten", hands={"nine": hand, "ten": "? ? ? key-red ? pandorica"}))
    for seat in ("nine", "ten"):
        row = six.node("data-hand", seat)
        cards = [card for card in row if "data-card" in card.attrib]
        assert len(cards) == 6
        assert "+" not in six.under("data-hand", seat)
        assert max([float(card[1].attrib["x"]) + float(card[1].attrib["width"]) for card in cards]) <= COLUMN - 8


def test_pictures_are_small_and_omit_rings_if_every_tile_changes() -> None:
    lightness = [116 * luminance(PAINTS[colour].fill) ** (1 / 3) - 16 for colour in COLOURS.values()]
    assert min(abs(one - other) for one, other in combinations(lightness, 2)) > 14
    assert len({one.texture for one in PAINTS.values()}) == 5
    started = Started(game="keys", rules=1, seats=("nine", "ten"))
    entries, position = GAME.begin(started, SeededChance(4))
    assert Picture(position, *(entry.event for entry in entries), before=GAME.set_up(started)).all("data-ring") == []
    assert len(Picture(board(open_doors=" ".join(DOORS[:20])), before=board()).all("data-ring")) == 20
    assert Picture(board(open_doors=" ".join(DOORS)), before=board()).all("data-ring") == []
    assert len(compose("keys", draw(HIDDEN, Marks()))) < 40_000


def _grid(position: Position) -> dict[str, str]:
    rows = [line for line in text(position).split("GRID")[1].splitlines() if re.match(r" \d  ", line)]
    parts = (
        (f"{column}{row[1]}", row[5 + at * 10 : 15 + at * 10]) for row in rows for at, column in enumerate("abcdefg")
    )
    return {name: text.strip() for name, text in parts}


def test_text_grid_shows_the_position() -> None:
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
    for sentence in (
        "Turn 5, round 3: Nine may use a TARDIS Key.",
        "Nine (Ni): pawn outside at the south edge; starts south, goal north;",
        "hand of 3: a red Key, a Sonic Screwdriver and an unknown card.",
        "Ten (Te): pawn on c2; starts north, goal south; held by a Pandorica for 1 more of its own turns",
        "Showing Open Door (2): c1 blue, c2 blue.", "Time Tunnels: c3-d2.", "Nine may use the TARDIS Key on b3.",
        "TARDIS Key already used: Nine on b3.", "Draw pile: 40.", "Discards: 2 (a Jam Cookie and a Sonic Screwdriver).",
    ):  # fmt: skip
        assert sentence in words
        assert sentence in Picture(position).desc
    assert [seat_name(NOBODY, seat) for seat in ("tenth", "the-doctor", "k9", "")] == [
        "Tenth", "The Doctor", "K9", "Nobody",
    ]  # fmt: skip


@pytest.mark.parametrize(("seats", "marks"), [
    ("nine ten", "N T"), ("tenth twelfth", "Te Tw"), ("player-1 player-2", "P1 P2"), ("abcd abed", "1 2"),
])  # fmt: skip
def test_letters_distinguish_the_seats(seats: str, marks: str) -> None:
    position = Position(seats=tuple(seats.split()), options=Options())
    assert [f"({mark}):" in text(position) for mark in marks.split()] == [True, True]


def test_names_an_open_tile_whose_kind_is_unknown() -> None:
    assert "Open, kind unknown (1): a2 blue." in text(board().replace(tiles={"a2": Tile("blue", open=True)}))


@pytest.mark.parametrize(("was", "now", "says"), [
    ({}, {"open_doors": "e5"}, ["e5: turn the tile face up; it is an Open Door"]),
    ({}, {"kinds": {"f5": "dalek"}, "cookies": "f5"},
     ["f5: turn the tile face up; it is a Dalek Door", "f5: put a Jam Cookie"]),
    ({"open_doors": "e5"}, {}, ["e5: turn the tile face down (close the door)"]),
    ({"barriers": "c1"}, {}, ["c1: remove the Time Barrier"]),
    ({}, {"kinds": {"f5": "closed dalek"}}, []),
    ({}, {"tunnels": (("e5", "f4"),)}, ["e5/f4: put a Time Tunnel"]),
    ({"tunnels": (("e5", "f4"),)}, {}, ["e5/f4: remove a Time Tunnel"]),
    ({"discards": ("key-red",) * 3}, {"discards": ("key-red",)}, ["take 2 × red Key from the discards (1 card left)"]),
    ({"discards": ("key-red",)}, {}, ["take red Key from the discards (0 cards left)"]),
    ({"pawns": {"nine": "b1"}}, {"pawns": {"nine": "c1"}}, ["Nine's pawn: c1 instead of b1"]),
    ({"held": {"nine": 1}}, {}, ["take 1 off Nine's turns still held by a Pandorica, now 0"]),
])  # fmt: skip
def test_says_how_to_change_a_physical_board(was: dict[str, Any], now: dict[str, Any], says: list[str]) -> None:
    assert list(to_put_right(GAME, board(**was), board(**now))) == says
