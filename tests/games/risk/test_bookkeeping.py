"""The bookkeeping of Risk copes with lines that no table writes: a log that was tampered with can still be shown."""

import random
from collections.abc import Mapping
from typing import Any, Final

import pytest
from forged_facts import forged
from long_runs import some_short
from risk_games import VARIANTS, game
from risk_worlds import army, world

from events.facts import UNKNOWN, Drawn, Revealed, Rolled, Shuffled
from projections.games.risk import facts as e
from projections.games.risk.components.world_map import TERRITORIES, neighbours
from projections.games.risk.game import GAME
from projections.games.risk.state.position import Battle, World
from projections.terms import Marks

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


GAMES: Final = [(seats, variant) for seats in (2, 3) for variant in VARIANTS]


@pytest.mark.parametrize(("seats", "variant"), some_short(GAMES, lambda case: case[0] == 3))
def test_forged_lines_do_not_stop_the_game(seats: int, variant: str) -> None:
    rng = random.Random(f"{seats} {variant}")
    for at, (_, start) in enumerate(game(seats, 5, variant)):
        if at % 20:
            continue
        now = start
        for _ in range(4):
            fact = forged(rng, GAME, _WORDS)
            before, now = now, GAME.rules.reducer(now, fact)
            assert GAME.view.tell(fact, before, now), fact
            assert GAME.view.draw(now, Marks((fact,), before)), fact
            assert GAME.rules.status(now).step, fact
            for seat in now.seats:
                list(GAME.rules.legal(now, seat))
                GAME.rules.silence(now, seat)
            assert GAME.view.odds is not None
            GAME.view.odds(now)


def test_the_reducer_ignores_unknown_territories_and_dice() -> None:
    start = world("russia K4, scandinavia Y2", "place", pool=3)
    for fact in (
        e.DaleksAdded("atlantis", 2), e.DaleksLost("atlantis", 1), e.DaleksMoved("atlantis", "mu", 1),
        e.BattleBegun("black", "yellow", "russia", "atlantis", 3), e.TerritoryTaken("atlantis", "black", 1),
        e.BattleBegun("black", "yellow", "atlantis", "scandinavia", 3), e.TerritorySet("atlantis", "black", 1),
    ):  # fmt: skip
        assert GAME.rules.reducer(start, fact) == start, fact
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


def test_unknown_cards_become_unseen_cards() -> None:
    start = world(hands={"O": "japan"}, powers={"O": "rust"})
    drawn = GAME.rules.reducer(start, Drawn("black", "territory", "typed", ("atlantis", "egypt")))
    assert (drawn.hands["black"], len(drawn.deck)) == ((UNKNOWN, "egypt"), len(start.deck) - 2)
    assert GAME.rules.reducer(start, Drawn("black", "tiles", "typed", ("egypt",))) == start
    assert GAME.rules.reducer(start, Shuffled("tiles", 0, "typed", ("egypt",))) == start
    assert GAME.rules.reducer(start, Shuffled("power", 0, "typed", ("sonic", "dug-in"))).power_pile == (
        UNKNOWN,
        "dug-in",
    )
    shown = GAME.rules.reducer(start, Revealed("territory", "tardis", "typed", "atlantis"))
    assert (shown.tardis_card, len(shown.deck)) == (UNKNOWN, len(start.deck) - 1)
    passed = GAME.rules.reducer(start, e.CardsPassed("orange", "black", ("nitro-9",), (), ("japan",)))
    assert (passed.hands["black"], passed.powers["black"]) == ((UNKNOWN,), (UNKNOWN,))
    traded = GAME.rules.reducer(start, e.StarsTraded("orange", ("sonic",), 1))
    assert (traded.discards, traded.hands["orange"]) == ((UNKNOWN,), ())


def test_a_removal_counts_own_daleks_only() -> None:
    start = GAME.rules.reducer(world("SCA Y3, RUS K3"), e.RemovalDue("yellow", 2))
    other = GAME.rules.reducer(start, e.DaleksLost("russia", 1))
    assert (army(other, "RUS"), other.stack) == ("K2", start.stack)
    assert GAME.rules.reducer(start, e.DaleksLost("scandinavia", 2)).stack == ()
