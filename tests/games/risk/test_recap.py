"""What a post says of Risk: its turn, its sums, a seat's own cards."""

from collections.abc import Sequence

from risk_views import NOBODY, ODD, field

from events.facts import Fact
from projections.games.risk import facts as e
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World

NOW = field("russia K4, scandinavia Y2, peru n1 3, ural K1, india O2").replace(turn=7, player="black")
FOUGHT = (
    e.DaleksPlaced("russia", 3), e.BattleBegun("black", "yellow", "russia", "scandinavia", 3),
    e.DaleksLost("russia", 1), e.DaleksLost("scandinavia", 2), e.TerritoryTaken("scandinavia", "black", 3),
    e.DaleksMoved("russia", "scandinavia", 3), e.BattleEnded("conquest"),
)  # fmt: skip


def steps(world: World, facts: Sequence[Fact]) -> list[tuple[Fact, World, World]]:
    found = []
    for fact in facts:
        after = GAME.rules.reducer(world, fact)
        found.append((fact, world, after))
        world = after
    return found


def recap(*facts: Fact, world: World = NOW) -> list[str]:
    return list(GAME.view.recap(steps(world, facts)) or ())


def test_a_turn_is_one_sentence() -> None:
    assert recap(*FOUGHT) == ["Black places 3 Daleks, takes Scandinavia and loses 1; Yellow loses 2."]


def test_an_attack_that_took_nothing_is_told_as_one() -> None:
    battle = e.BattleBegun("black", "orange", "ural", "india", 1)
    assert recap(battle, e.DaleksLost("ural", 1)) == ["Black attacks India without taking it and loses 1."]
    other = e.BattleBegun("black", "yellow", "russia", "scandinavia", 3)
    assert recap(battle, other, battle) == ["Black attacks India and Scandinavia without taking them."]
    assert recap(e.DaleksLost("peru", 2)) == ["Neutral 1 loses 2."]


def test_what_happens_rarely_has_its_own_sentence() -> None:
    assert recap(e.Manoeuvre("black", "russia", "ural", 2), e.ClaraAdvanced(6)) == [
        "Black manoeuvres 2 Daleks from Russia to Ural.", "Clara advances to the Sixth Doctor.",
    ]  # fmt: skip
    assert recap(e.ArmyDefeated("yellow"), e.GameEnded(("black",), "domination")) == [
        "Yellow holds no territory any more and is defeated.",
        "The game is over (domination): Black wins, holding 2 territories.",
    ]


def test_every_turn_of_a_stretch_is_told_and_the_deal_is_not() -> None:
    second = (e.TurnBegan("yellow", 8, 3), e.DaleksPlaced("scandinavia", 4))
    assert recap(e.DaleksPlaced("russia", 1), *second) == ["Black places 1 Dalek.", "Yellow places 4 Daleks."]
    assert recap(e.DaleksPlaced("russia", 1), world=NOW.replace(turn=0)) == []


def test_totals_are_what_everybody_sees() -> None:
    world = NOW.replace(
        armies=("black", "yellow", "n1"), clara=6, tardis="egypt", hands={"black": ("peru", "japan")},
        powers={"black": ("console",)}, defeated=("n1",),
    )  # fmt: skip
    told = [
        "Black 2 territories, 5 Daleks, 3 cards", "Yellow 1 territory, 2 Daleks", "Neutral 1 defeated",
        "Clara with the Sixth Doctor", "TARDIS in Egypt",
    ]  # fmt: skip
    assert list(GAME.view.totals(world)) == told
    assert list(GAME.view.totals(world.replace(hands={"black": ("?", "?")}, powers={"black": ("?",)}))) == told


def test_a_hand_is_told_by_kind() -> None:
    world = NOW.replace(
        hands={"black": ("peru", "japan")}, missions={"black": ("vampires",)}, powers={"black": ("console",)}
    )
    assert GAME.view.hand(world, "black") == [
        "Territory Cards: Peru*, Japan**", "Mission Cards: the Vampires (Southern Europe, pays 2)",
        "Power Cards: A Nudge At The Console",
    ]  # fmt: skip
    assert GAME.view.hand(world, "yellow") == []


def test_the_oddest_world_has_its_totals() -> None:
    for world in (NOBODY, ODD):
        assert len(GAME.view.totals(world)) >= len(world.armies or world.seats)
        for seat in (*world.seats, "nobody"):
            kinds = [kind for kind in (world.hands, world.missions, world.powers) if kind.get(seat)]
            assert len(GAME.view.hand(world, seat)) == len(kinds)
