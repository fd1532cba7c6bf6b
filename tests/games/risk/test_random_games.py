"""Random games of Risk: laws, recorded wrong moves, a second implementation, and forged lines."""

import random
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import msgspec
import pytest
from forged_events import forged
from long_runs import some_short
from risk_games import SEATS, VARIANTS, daleks_brought, game
from risk_referee import Referee
from risk_worlds import army, world
from round_trip import made_up_move

from events.errors import CannotTellError, UnplayableError
from events.events import UNKNOWN, Drawn, Revealed, Rolled, Shuffled, Started
from projections.draft import Stated, objections, run
from projections.games.risk import events as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.events import ALL_EFFECTS
from projections.games.risk.game import GAME
from projections.games.risk.options import Options
from projections.games.risk.rules.invariants import INVARIANTS, cards_of
from projections.games.risk.state.position import Battle, World
from projections.terms import Marks
from replay.chance.random_source import SeededChance

GAMES = [(seats, seed, name) for seats in (2, 3, 4, 5) for seed in (1, 11) for name in VARIANTS]
CASES: Final = [(seats, name) for seats in (2, 3, 4, 5) for name in VARIANTS]
_EDGES = Referee(SEATS[:2], {}).edges


@pytest.mark.parametrize(("seats", "seed", "variant"), some_short(GAMES, lambda case: case[:2] == (3, 11)))
def test_random_game_keeps_its_laws_and_a_second_implementation_agrees(seats: int, seed: int, variant: str) -> None:
    """RISK-TAR-02, RISK-REG-01, RISK-PLC-04, RISK-CON-02, RISK-TRD-04, RISK-ATT-05, RISK-DIC-02,
    RISK-DIC-03, RISK-CMB-05, RISK-ATT-17, RISK-MAN-03, RISK-DRW-01, RISK-TRN-03, RISK-WIN-03.
    """
    referee, daleks, last = Referee(SEATS[:seats], VARIANTS[variant]), 0, World(seats=(), options=Options())
    for entries, now in game(seats, seed, variant):
        referee.check([entry.event for entry in entries])
        daleks += sum(daleks_brought(entry.event) for entry in entries)
        group = now.battle.group if now.battle else 0
        assert sum(land.daleks for land in now.lands.values()) + group == daleks
        assert [invariant.name for invariant in INVARIANTS if not invariant.holds(now)] == []
        last = now
    assert last.how
    assert last.winners
    assert referee.turn > seats
    assert [len(cards_of(last, kind)) for kind in ("territory", "mission", "power")] == [42, 10, 15]


@pytest.mark.parametrize(("seats", "variant"), some_short(CASES, lambda case: case[0] == 3))
def test_legal_is_what_decide_takes(seats: int, variant: str) -> None:
    chooser = random.Random(seats)
    for _, now in islice(game(seats, 3, variant), 0, None, 5):
        for seat in now.seats:
            listed = list(GAME.rules.legal(now, seat))
            for move in chooser.sample(listed, min(6, len(listed))):
                assert objections(GAME.rules, now, move) == []
            shapes = {_shape(move) for move in listed}
            for move in (made_up_move("risk", now, chooser, seat) for _ in range(6)):
                with suppress(UnplayableError):
                    assert objections(GAME.rules, now, move) or _shape(move) in shapes, move


def _shape(move: Any) -> Any:
    """A move without the amount that is listed in unit steps; sets of cards are listed up to a limit."""
    match move:
        case e.Place() | e.Manoeuvre():
            return msgspec.structs.replace(move, daleks=1)
        case e.TradeStars():
            return type(move)
        case e.PlayPower() if move.rival:
            return msgspec.structs.replace(move, territory="")
        case _:
            return move


def slip(now: World, chooser: random.Random, stated: Stated) -> World:
    """Record a random move of a random seat; return the same world if it is impossible."""
    move = made_up_move("risk", now, chooser)
    try:
        draft: Any = run(GAME.rules, now, move, SeededChance(chooser.randrange(1000)), strict=False, stated=stated)
    except (UnplayableError, CannotTellError):
        return now
    return draft.now  # type: ignore[no-any-return]  # a draft of this game


def hidden(now: World) -> World:
    """The world without known cards."""
    rows = {
        name: {seat: (UNKNOWN,) * len(hand) for seat, hand in getattr(now, name).items()}
        for name in ("hands", "missions", "powers")
    }
    piles = {name: (UNKNOWN,) * len(getattr(now, name)) for name in ("deck", "mission_pile", "power_pile")}
    return now.replace(**rows, **piles)


@pytest.mark.parametrize(("seats", "variant"), some_short(CASES[:-4], lambda case: case[0] == 3))
@pytest.mark.parametrize(("seed", "slips", "absent"), [(5, 10, 0), (6, 6, 4)])
def test_wrong_moves_in_a_row_and_missing_results(seats: int, variant: str, seed: int, slips: int, absent: int) -> None:
    chooser = random.Random(seats)
    for at, (_, now) in islice(enumerate(game(seats, seed, variant)), 0, None, 9):
        world = hidden(now) if at % 2 and not absent else now
        for _ in range(0 if now.how else slips):
            world = slip(world, chooser, Stated((), chooser.sample([*ALL_EFFECTS], absent)))
            assert [law.name for law in INVARIANTS if law.kind == "matter" and not law.holds(world)] == []
            assert all(land.daleks >= 0 for land in world.lands.values())
            assert GAME.rules.status(world).outcome or GAME.rules.status(world).awaited
            for seat in world.seats:
                list(GAME.rules.legal(world, seat))
                GAME.rules.silence(world, seat)


def _eager(now: World, chooser: random.Random) -> Any:
    """A player that fights wherever it is ahead, with all it has."""
    seat = GAME.rules.status(now).awaited[0]
    moves = list(GAME.rules.legal(now, seat))
    attacks = [move for move in moves if isinstance(move, e.Attack) and _lead(now, move) > 0]
    rolls = [move for move in moves if isinstance(move, e.RollDice)]
    if rolls:
        return max(rolls, key=lambda move: move.daleks)
    if attacks:
        return max(attacks, key=lambda move: (_lead(now, move), move.daleks))
    drawn = [move for move in moves if isinstance(move, e.DrawTerritoryCard)]
    placed = [move for move in moves if isinstance(move, e.Place) and move.daleks == now.pool]
    if placed:
        return max(placed, key=lambda move: now.lands[move.territory].daleks * _borders(now, seat, move.territory))
    moved = [move for move in moves if isinstance(move, e.MoveIn)]
    if moved:
        return max(moved, key=lambda move: move.daleks)
    calm = [move for move in moves if not isinstance(move, e.Attack | e.LeaveBattle)]
    return drawn[0] if drawn else chooser.choice(calm)


def _lead(now: World, move: e.Attack) -> int:
    return now.lands[move.source].daleks - now.lands[move.target].daleks


def _borders(now: World, seat: str, name: str) -> bool:
    return any(name in pair and any(now.lands[other].army != seat for other in pair) for pair in _EDGES)


@pytest.mark.parametrize("seats", some_short([2, 3, 4, 5], lambda seats: seats == 2))
def test_a_second_implementation_agrees_to_the_last_territory(seats: int) -> None:
    """RISK-ELI-01, RISK-ELI-02, RISK-WIN-05, RISK-VAR-02, RISK-VAR-03, RISK-TWO-03, RISK-TWO-16."""
    options = {"end_mode": "domination", "beaten_attacker": "blocks_origin", "forced_trade_stars": 6}
    referee, chooser, fate = Referee(SEATS[:seats], options), random.Random(seats), SeededChance(seats)
    entries, now = GAME.begin(Started("risk", 1, SEATS[:seats], options), fate)
    for _ in range(4000):
        referee.check([entry.event for entry in entries])
        if now.how:
            break
        entries, now = GAME.play(now, _eager(now, chooser), fate)
    assert now.how in ("every territory", "the other player eliminated")
    assert len(referee.out) >= seats - 1


_PLACES: Final = [*TERRITORIES, "atlantis", UNKNOWN, ""]
_ARMIES: Final = ["black", "yellow", "orange", "n1", "nobody", UNKNOWN, ""]
_CARDS: Final = ["egypt", "nitro-9", "genesis-ark", "vampires", "sonic", UNKNOWN]
_WORDS: Final[Mapping[str, list[Any]]] = {
    **dict.fromkeys(("territory", "source", "target"), _PLACES),
    **dict.fromkeys(("player", "army", "attacker", "defender", "rival", "loser", "taker", "seat"), _ARMIES),
    **dict.fromkeys(("winners", "seats"), _ARMIES), "territories": [*_PLACES, *_CARDS],
    **dict.fromkeys(("card", "cards", "missions", "powers", "order", "item"), _CARDS),
    "pile": ["territory", "mission", "power", "tiles"], "side": ["attack", "defence", "left"],
    "step": ["neutral", "place", "attack", "draw", "over", "lunch"], "bars": ["", "step", "russia", "atlantis"],
    "name": ["defence", "tea"], "die": ["A1 A2 A3", "A", "D", "D1 D2", "", "A9", "A A1", "D3 A1", "x1", "Ax"],
    "purpose": ["attack", "re-roll attack"],
}  # fmt: skip


@pytest.mark.parametrize(("seats", "variant"), some_short(CASES[:-8], lambda case: case[0] == 3))
def test_forged_lines_do_not_stop_the_game(seats: int, variant: str) -> None:
    rng = random.Random(f"{seats} {variant}")
    for at, (_, start) in enumerate(game(seats, 5, variant)):
        if at % 20:
            continue
        now = start
        for _ in range(4):
            event = forged(rng, GAME, _WORDS)
            before, now = now, GAME.rules.reducer(now, event)
            assert GAME.view.tell(event, before, now), event
            assert GAME.view.draw(now, Marks((event,), before)), event
            assert GAME.rules.status(now).step, event
            for seat in now.seats:
                list(GAME.rules.legal(now, seat))
                GAME.rules.silence(now, seat)
            assert GAME.view.odds is not None
            GAME.view.odds(now)


def test_the_reducer_ignores_unknown_territories_and_dice() -> None:
    start = world("russia K4, scandinavia Y2", "place", pool=3)
    for event in (
        e.DaleksAdded("atlantis", 2), e.DaleksLost("atlantis", 1), e.DaleksMoved("atlantis", "mu", 1),
        e.BattleBegun("black", "yellow", "russia", "atlantis", 3), e.TerritoryTaken("atlantis", "black", 1),
        e.BattleBegun("black", "yellow", "atlantis", "scandinavia", 3), e.TerritorySet("atlantis", "black", 1),
    ):  # fmt: skip
        assert GAME.rules.reducer(start, event) == start, event
    assert GAME.rules.reducer(start, e.DaleksMoved("russia", "atlantis", 1)).lands.keys() == TERRITORIES.keys()
    assert neighbours("atlantis") == ()
    start = GAME.rules.reducer(
        world("russia K4, scandinavia Y2"), e.BattleBegun("black", "yellow", "russia", "scandinavia", 3)
    )
    for die in ("", "B1", "A1 x", "Ax"):
        assert GAME.rules.reducer(start, Rolled(die, 6, (6, 5), "attack", "typed")) == start, die
    assert GAME.rules.reducer(start, e.DiceDue("left", plus=9)) == start
    rolled = GAME.rules.reducer(start, Rolled("A", 6, (6,), "attack", "typed"))
    again = GAME.rules.reducer(rolled, Rolled("A3", 6, (2,), "re-roll attack", "typed"))
    assert _battle(again).faces == ((6, 2), ())
    assert _battle(again).rolls == 1, "1s rolled again are no new roll"
    assert _battle(GAME.rules.reducer(start, e.Defend("yellow", -3))).dice == 0
    assert _battle(GAME.rules.reducer(start, e.CardPlayed("black", "sonic"))).attack.card == ""


def _battle(now: World) -> Battle:
    assert now.battle is not None
    return now.battle


def test_effects_on_unknown_cards_and_removals() -> None:
    start = GAME.rules.reducer(world("SCA Y3, RUS K3"), e.RemovalDue("yellow", 2))
    other = GAME.rules.reducer(start, e.DaleksLost("russia", 1))
    assert (army(other, "RUS"), other.stack) == ("K2", start.stack)
    assert GAME.rules.reducer(start, e.DaleksLost("scandinavia", 2)).stack == ()
    start = world(hands={"O": "japan"}, powers={"O": "rust"})
    drawn = GAME.rules.reducer(start, Drawn("black", "territory", "typed", ("atlantis", "egypt")))
    assert (drawn.hands["black"], len(drawn.deck)) == ((UNKNOWN, "egypt"), len(start.deck) - 2)
    assert GAME.rules.reducer(start, Drawn("black", "tiles", "typed", ("egypt",))) == start
    assert GAME.rules.reducer(start, Shuffled("tiles", 0, "typed", ("egypt",))) == start
    assert GAME.rules.reducer(start, Shuffled("power", 0, "typed", ("sonic", "dug-in"))).power_pile == (
        UNKNOWN, "dug-in",
    )  # fmt: skip
    shown = GAME.rules.reducer(start, Revealed("territory", "tardis", "typed", "atlantis"))
    assert (shown.tardis_card, len(shown.deck)) == (UNKNOWN, len(start.deck) - 1)
    passed = GAME.rules.reducer(start, e.CardsPassed("orange", "black", ("nitro-9",), (), ("japan",)))
    assert (passed.hands["black"], passed.powers["black"]) == ((UNKNOWN,), (UNKNOWN,))
    traded = GAME.rules.reducer(start, e.StarsTraded("orange", ("sonic",), 1))
    assert (traded.discards, traded.hands["orange"]) == ((UNKNOWN,), ())
