"""Set-up, options, refusals, a moderator's hand, and legal moves of Keys to the TARDIS."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from keys_board import board, play, stood
from table_play import ScriptedChance, chances

from events.errors import BellError, RefusedError, UnplayableError
from events.events import UNKNOWN, Drawn, Passed, Revealed, Rolled, Shuffled, Started
from projections.contracts import ObservedChance
from projections.draft import Draft
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.game import GAME
from projections.games.keys.options import Options
from projections.games.keys.rules.invariants import cards_of
from projections.games.keys.state import position as s
from projections.games.keys.state.position import CARDS, COLOURS, DOORS, KeyBonus, Position, Tile, with_tile
from projections.notation.recorded_chance import Typed
from replay.chance.random_source import SeededChance

LAYOUT = "rrrrrrr/rrrrrgg/ggggggg/ggg.bbb/bbbbbbb/bbyyyyy/yyyyyyy"
SEATS = ("nine", "ten", "eleven", "twelve")


def started(seats: str = "nine ten", **options: Any) -> Started:
    return Started("keys", 1, tuple(seats.split()), options, dice="typed", cards="typed")


def test_deals_in_the_order_of_the_rules() -> None:
    entries, now = GAME.begin(started("nine ten twelve"), SeededChance(3))
    kinds = [type(entry.event).__name__ for entry in entries]
    assert kinds == ["Shuffled", "TilesLaid", *["PawnSet"] * 3, "Shuffled", *["Drawn"] * 3, "Rolled", "TurnBegan"]
    assert [entry.rule for entry in entries if isinstance(entry.event, f.PawnSet | f.TilesLaid | f.TurnBegan)] == [
        "KEY-SET-02", "KEY-SET-04", "KEY-SET-04", "KEY-SET-04", "KEY-SET-09",
    ]  # fmt: skip
    assert (now.turn, now.round, now.step) == (1, 1, "draw")
    assert Counter(cards_of(now)) == Counter(CARDS)
    shuffled = chances(entries)[0]
    assert isinstance(shuffled, Shuffled)
    assert [f"{now.tiles[name].colour}-{now.tiles[name].kind}" for name in DOORS] == list(shuffled.order)


@pytest.mark.parametrize(
    ("seats", "edges"), [("nine ten", "SN"), ("nine ten eleven", "SWN"), ("nine ten eleven twelve", "SWNE")]
)
def test_edges_have_defaults(seats: str, edges: str) -> None:
    _, now = GAME.begin(started(seats, first="nine"), SeededChance(3))
    assert "".join(now.edges[seat] for seat in now.seats) == edges


def test_edges_decide_the_order_of_turns() -> None:
    edges = {"nine": "S", "ten": "E", "eleven": "N"}
    _, now = GAME.begin(started("nine ten eleven", edges=edges, first="nine"), SeededChance(3))
    assert now.edges == edges
    edges = {"nine": "S", "ten": "N", "eleven": "E", "twelve": "W"}
    _, now = GAME.begin(started(" ".join(edges), edges=edges, first="ten", discard_unused="always"), SeededChance(3))
    seen = []
    for _ in range(9):
        seen.append((now.player, now.turn, now.round))
        now = GAME.play(now, m.DrawCard(now.player), SeededChance(1))[1]
        now = GAME.play(now, next(iter(GAME.rules.legal(now, now.player))), SeededChance(1))[1]
        now = GAME.play(now, m.Stay(now.player), SeededChance(1))[1]
    order = ["ten", "eleven", "nine", "twelve"]
    assert seen == [(order[turn % 4], turn + 1, turn // 4 + 1) for turn in range(9)]


@pytest.mark.parametrize("written", [
    LAYOUT.upper(), LAYOUT.replace("/", "\r\n"), LAYOUT.replace("/", " "), f"{LAYOUT.replace('/', ', ')}\n",
    LAYOUT.replace("/", "\n").replace(".", " "), LAYOUT.replace(".", ""), LAYOUT.replace("/", ""),
    LAYOUT.replace("/", "").replace(".", " "), "\n".join(map(" ".join, LAYOUT.split("/"))),
])  # fmt: skip
def test_reads_common_spellings_of_layouts_and_edges(written: str) -> None:
    edges = {"nine": "South", "ten": "north-edge"}
    typed = GAME.begin(started(layout=written, first="ten", edges=edges), Typed(ObservedChance()))[1]
    plain = GAME.begin(started(layout=LAYOUT, first="ten", edges={"nine": "S", "ten": "N"}), Typed(ObservedChance()))[1]
    assert (typed.tiles, typed.edges) == (plain.tiles, plain.edges)


def test_a_layout_can_be_entered_by_hand() -> None:
    entries, now = GAME.begin(started(layout=LAYOUT, first="ten"), Typed(ObservedChance()))
    assert not [entry for entry in entries if isinstance(entry.event, Rolled)]
    assert "".join(now.tiles[name].colour[0] for name in DOORS[:7]) == "yyyyyyy"
    assert {tile.kind for tile in now.tiles.values()} == {UNKNOWN, "control"}
    assert (now.tiles["a7"].colour, now.tiles["c4"].colour, now.tiles["e4"].colour) == ("red", "green", "blue")
    assert now.hands["nine"] == (UNKNOWN,) * 3
    assert len(now.draw) == 62
    assert all(invariant.holds(now) for invariant in GAME.rules.invariants)
    _, now = GAME.begin(started(first="ten"), Typed(ObservedChance()))
    assert now.tiles["a1"].colour == UNKNOWN
    shown = GAME.rules.reducer(now, Revealed("tiles", "a1", "typed", "red-dalek"))
    assert (shown.tiles["a1"].colour, shown.tiles["a1"].kind) == ("red", "dalek")
    given = [f"{COLOURS[letter]}-open" for letter in "".join(reversed(LAYOUT.split("/"))).replace(".", "")]
    assert GAME.begin(started(layout=LAYOUT, first="ten"), ScriptedChance(orders=[given, ["?"] * 68]))[1].turn == 1
    with pytest.raises(RefusedError, match="layout: a1 is red by the shuffle, not yellow"):
        GAME.begin(started(layout=LAYOUT, first="ten"), ScriptedChance(orders=[given[::-1]]))


@pytest.mark.parametrize(("seats", "options", "says"), [
    ("nine", {}, "2 to 4 seats, not 1"), ("a b c d e", {}, "2 to 4 seats, not 5"), ("nine nine", {}, "its own name"),
    ("nine ten", {"edge": {}}, "unknown field `edge`.*Options: .*edges"),
    ("nine ten", {"discard_unused": "never"}, "'never'.*discard_unused"),
    ("nine ten", {"cyberman_goal": "draw"}, "cyberman_goal"), ("nine ten", {"teleport_busy": ""}, "teleport_busy"),
    ("nine ten", {"edges": {"nine": "S"}}, "each of nine, ten needs one edge"),
    ("nine ten", {"edges": {"nine": "S", "river": "N"}}, "each of nine, ten needs one edge"),
    ("nine ten", {"edges": {"nine": "S", "ten": "X"}}, '"X" of Ten is not an edge. Edges: N, E, S and W'),
    ("nine ten", {"first": "river"}, 'first: no seat "river"; seats are nine, ten'),
    ("nine ten", {"layout": "rgby"}, "seven rows of seven"),
    ("nine ten", {"layout": LAYOUT.replace("/yyy", "/yy")}, "seven rows of seven"),
    ("nine ten", {"layout": "/".join(LAYOUT.split("/")[:6])}, "seven rows of seven"),
    ("nine ten", {"layout": LAYOUT.replace(".", "r")}, 'layout: "r" at d4; allowed there: .'),
    ("nine ten", {"layout": LAYOUT.replace(".bbb/", ".bbo/")}, 'layout: "o" at g4; allowed there: r g b y'),
    ("nine ten", {"layout": LAYOUT.replace(".bbb/", ".bby/")}, "13 yellow tiles; there are 12 of each colour"),
])  # fmt: skip
def test_set_up_refuses_invalid_seats_and_options(seats: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        GAME.set_up(started(seats, **options))


@pytest.mark.parametrize(("edge", "rule"), [("S", "KEY-SET-05"), ("E", "KEY-SET-06")])
def test_refuses_a_wrong_seating_or_reports_it_in_typed_games(edge: str, rule: str) -> None:
    edges = {"nine": "S", "ten": edge}
    with pytest.raises(RefusedError, match=rule):
        GAME.set_up(Started("keys", 1, ("nine", "ten"), {"edges": edges}))
    draft = Draft(GAME.rules, GAME.set_up(started(edges=edges)), SeededChance(3), strict=False)
    GAME.rules.setup(draft, started(edges=edges))
    assert ([conflict.rule for conflict in draft.broken_rules], draft.now.edges) == ([rule], edges)


MENDED = board(
    "play", seats="nine ten twelve", kinds={"c2": "dalek", "c3": UNKNOWN, "e1": "closed dalek"},
    barriers="f6", pawns={"nine": "c1"}, held={"ten": 1}, discards=("barrier", "cookie", "pandorica"),
)  # fmt: skip


def mended(place: str, value: str, position: Position = MENDED) -> Position:
    for effect in GAME.editor.edit(position, place, value):
        position = GAME.rules.reducer(position, effect)
    assert len(cards_of(position)) == len(cards_of(MENDED))
    return position


@pytest.mark.parametrize(("place", "value"), [
    ("a1", "closed"), ("c2", "open"), ("f6", "barrier"), ("a1", "no barrier"), ("pawn nine", "c1"), ("held ten", "1"),
    ("held nine", "0"), ("turn", "nine"),
])  # fmt: skip
def test_setting_the_present_value_has_no_effect(place: str, value: str) -> None:
    assert tuple(GAME.editor.edit(MENDED, place, value)) == ()


@pytest.mark.parametrize(("place", "value", "says"), [
    ("z9", "open", "a door a1 to g7, turn, step, pawn <seat>, held <seat>"), ("d4", "closed", "cannot be set"),
    ("hand river", "sonic", "cannot be set"), ("a1", "burnt", "open, closed, barrier"),
    ("a1", "cookie", "on an open Dalek Door"), ("a1", "is dalek", "its kind was never written"),
    ("e1", "cookie", "on an open Dalek Door"), ("c2", "is teleport", "its kind was never written"),
    ("pawn nine", "z9", "a1 to g7, or out"), ("pawn ten", "c1", "the pawn of Nine stands on c1"),
    ("pawn river", "c1", '"river" is not a seat here. Allowed: nine, ten, twelve'),
    ("held nine", "3", 'held nine must be a number from 0 to 2, not "3"'),
    ("turn", "river", 'turn cannot be "river". Seats that can have the turn: nine, ten, twelve'),
])  # fmt: skip
def test_moderator_cannot_set_a_value(place: str, value: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        GAME.editor.edit(MENDED, place, value)


def test_moderator_can_set_a_value() -> None:
    assert mended("a1", "open").tiles["a1"].open
    assert not mended("c2", "closed").tiles["c2"].open
    assert mended("a1", "barrier").tiles["a1"].barrier
    assert mended("f6", "no barrier").discards[-1] == "barrier"
    assert mended("c2", "cookie").tiles["c2"].cookie
    assert mended("c3", "is teleport").tiles["c3"].kind == "teleport"
    assert (mended("pawn nine", "d4").pawns["nine"], mended("pawn nine", "out").pawns["nine"]) == ("d4", "out")
    assert (mended("held ten", "2").held, mended("held ten", "0").held) == ({"ten": 2}, {})
    assert mended("held nine", "2").held == {"ten": 1, "nine": 2}
    assert (mended("turn", "ten").player, mended("turn", "ten").step) == ("ten", "draw")
    assert mended("turn", "next").player == "twelve"
    after = mended("turn", "next", MENDED.replace(player="ten", step="bonus", stack=(KeyBonus("ten", "a1"),)))
    assert (after.player, after.held, after.stack, after.turn, after.round) == ("nine", {}, (), 6, 4)
    table = board(kinds={"a1": "closed teleport"})
    seen = board(kinds={"a1": f"closed {UNKNOWN}"})
    for effect in GAME.editor.edit(table, "a1", "open"):
        seen = GAME.rules.reducer(seen, effect)
    assert (seen.tiles["a1"].open, seen.tiles["a1"].kind) == (True, "teleport")


def test_refuses_to_set_a_card_that_the_discards_lack() -> None:
    for place, value in (("a1", "barrier"), ("c2", "cookie"), ("held nine", "2")):
        with pytest.raises(RefusedError, match="the discards have no"):
            GAME.editor.edit(MENDED.replace(discards=()), place, value)
    with pytest.raises(RefusedError, match="over"):
        GAME.editor.edit(MENDED.replace(winner="nine", step="over"), "turn", "ten")


def test_each_invariant_detects_a_broken_position() -> None:
    _, now = GAME.begin(started(), SeededChance(1))
    hands = {**now.hands, "nine": ("cyberman",) * 3}
    for broken in (
        now.replace(draw=now.draw[1:]), now.replace(hands=hands), now.replace(tiles=dict(list(now.tiles.items())[1:])),
    ):  # fmt: skip
        assert [one.kind for one in GAME.rules.invariants if not one.holds(broken)] == ["matter"]
    _, now = GAME.begin(started(), SeededChance(1))
    both = now.replace(pawns={"nine": "a1", "ten": "a1"})
    short = now.replace(hands={**now.hands, "nine": now.hands["nine"][1:]}, discards=now.hands["nine"][:1])
    barred = with_tile(now, "d4", barrier=True)
    names = [[one.name[:9] for one in GAME.rules.invariants if not one.holds(bad)] for bad in (both, short, barred)]
    assert names == [["one pawn ", "pawns sta"], ["hands of "], ["the 68 ca", "nothing l"]]


def test_refuses_moves_before_the_deal() -> None:
    with pytest.raises(UnplayableError):
        GAME.play(GAME.set_up(started()), m.DrawCard("nine"), SeededChance(1))
    assert list(GAME.rules.legal(GAME.set_up(started()), "nine")) == []
    assert GAME.rules.status(GAME.set_up(started())).awaited == ()
    _, now = GAME.begin(started(), SeededChance(1))
    assert GAME.rules.pile_cards(now, "draw") == now.draw
    assert GAME.rules.pile_cards(now, "tiles") is None
    assert (GAME.rules.pile_index("tiles", "a1"), GAME.rules.pile_index("tiles", "g7")) == (0, 47)
    assert (GAME.rules.pile_index("tiles", "d4"), GAME.rules.pile_index("draw", "a1")) == (None, None)
    empty = GAME.set_up(started())
    for event in (
        Revealed("tiles", "z9", "typed", UNKNOWN), Drawn("nine", "draw", "typed", (UNKNOWN,)), started(),
        Rolled("pick", 2, (1,), "first player", "typed"), Passed("nine"), m.PlaySonic("ten", "a1", "open"),
    ):  # fmt: skip
        assert isinstance(GAME.rules.reducer(empty, event), Position)


def begun(seats: int, seed: int, **options: Any) -> Position:
    return GAME.begin(Started("keys", 1, SEATS[:seats], options), SeededChance(seed))[1]


def constructible(position: Position, seat: str) -> Iterator[Any]:
    """Every move that can be written down for a seat, sense or no sense."""
    tiles = sorted(position.tiles)
    yield from (m.DrawCard(seat), m.LeaveGrid(seat), m.Stay(seat), Passed(seat))
    yield from (m.Discard(seat, card) for card in CARDS)
    yield from (m.PlayPandorica(seat, victim) for victim in position.seats)
    yield from (m.PlayTunnel(seat, tile, other) for tile, other in combinations(tiles, 2))
    for tile in tiles:
        yield from (m.MovePawn(seat, tile), m.PlayBarrier(seat, tile), m.PlayCookie(seat, tile))
        yield from (m.PlayCyberman(seat, victim, tile) for victim in position.seats)
        for action in ("open", "close"):
            yield from (m.UseKey(seat, tile, action), m.PlaySonic(seat, tile, action))
            yield from (m.PlayKey(seat, colour, tile, action) for colour in COLOURS.values())
        yield m.PlaySonic(seat, tile, "lift")
    yield from (m.PlayCyberman(seat, victim, "out") for victim in position.seats)


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
    pawns = dict(zip(position.seats, chance.sample([*sorted(tiles), "out", "out"], len(position.seats)), strict=True))
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
@pytest.mark.sampled
def test_legal_moves_are_those_that_a_strict_draft_accepts(seed: int) -> None:
    position = shaken(begun(2 + seed % 3, seed), random.Random(seed))
    for seat in position.seats:
        offered = list(GAME.rules.legal(position, seat))
        assert len(offered) == len(set(offered))
        assert set(offered) == accepted(position, seat)


def test_legal_moves_match_accepted_moves_during_a_game() -> None:
    chance, position = random.Random(7), begun(3, 7)
    for number in range(120):
        seat = GAME.rules.status(position).awaited[0]
        moves = list(GAME.rules.legal(position, seat))
        if number % 40 == 39:
            assert set(moves) == accepted(position, seat)
            others = set(position.seats) - {seat}
            assert all(not accepted(position, other) for other in others)
        position = play(position, chance.choice(moves))


def test_offers_moves_that_do_not_depend_on_the_hand() -> None:
    assert list(GAME.rules.legal(board("play", hands={"nine": "? ? ? ?"}), "nine")) == []
    assert list(GAME.rules.legal(board("draw"), "nine")) == [m.DrawCard("nine")]
    assert list(GAME.rules.legal(board("move"), "nine")) == [m.Stay("nine")]
    bonus = board("bonus", kinds={"b3": "key"}, pawns={"nine": "b3"}).replace(stack=(KeyBonus("nine", "b3"),))
    assert GAME.rules.implied_pass(board("move"), "nine") == m.Stay("nine")
    assert GAME.rules.implied_pass(bonus, "nine") == Passed("nine")
    assert [GAME.rules.implied_pass(board(step), "nine") for step in ("draw", "play")] == [None, None]
    assert GAME.rules.implied_pass(board("move"), "ten") is None
    assert GAME.rules.implied_pass(board("over", winner="ten"), "nine") is None
    assert stood(board(open_doors="a1", pawns={"nine": "a1"}), m.LeaveGrid("nine"))[0] == []
    _, now = GAME.begin(Started("keys", 1, SEATS[:2]), SeededChance(1))
    assert {tile.kind for name, tile in now.tiles.items() if name != "d4"} == set(s.KINDS)
