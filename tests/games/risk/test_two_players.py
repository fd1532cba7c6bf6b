"""Risk for two: the neutral armies, and how such a game ends."""

import pytest
from risk_worlds import against, army, finish, lines, offers, play, world
from table_play import chances, effects

from events.events import Rolled
from projections.games.risk import events as e
from projections.games.risk.game import GAME
from projections.games.risk.rules.ending import winners_by_count
from projections.games.risk.state.position import World

FOUR = "peru 13, brazil 13, egypt 13, japan 13, india 23, ural K3"
PILES = {"1": "japan peru great-britain", "2": "china india ural", "3": "egypt alaska alberta"}


def two(text: str, step: str = "attack", **more: object) -> World:
    """A game of two in which Yellow holds what is not named."""
    return world(text, step, **{"seats": "KY", "rest": "Y", **more})  # type: ignore[arg-type]  # a world's own


def neutral(text: str = FOUR) -> World:
    """Black's turn begins: Yellow adds three Daleks."""
    return two(text, "neutral", neutral_pool=3)


def put(*amounts: tuple[str, int]) -> list[e.PlaceNeutral]:
    return [e.PlaceNeutral("yellow", name, daleks) for name, daleks in amounts]


@pytest.mark.parametrize(
    "amounts", [(("peru", 3),), (("peru", 2), ("brazil", 1)), (("peru", 1), ("brazil", 1), ("egypt", 1))]
)
def test_three_daleks_go_to_one_neutral_army(amounts: tuple[tuple[str, int], ...]) -> None:
    now = play(neutral(), *put(*amounts))
    assert (now.step, now.daleks_of("n1"), GAME.rules.status(now).awaited) == ("tardis", 15, ("black",))


def test_offers_and_refuses_neutral_daleks() -> None:
    some = play(neutral(), *put(("peru", 2)))
    assert against(some, e.PlaceNeutral("yellow", "india", 1)) == ["RISK-TWO-13"]
    assert against(some, e.LandTardis("black")) == ["RISK-TWO-12"]
    assert against(neutral(), e.PlaceNeutral("yellow", "peru", 4)) == ["RISK-TWO-12"]
    assert against(neutral(), e.PlaceNeutral("yellow", "china", 1)) == ["RISK-TWO-13"]
    assert against(neutral(), e.PlaceNeutral("black", "peru", 1)) == ["RISK-TWO-14"], "the opponent does"
    entries, now = lines(neutral(), e.PlaceNeutral("yellow", "peru", 3))
    assert effects(entries) == [e.DaleksAdded("peru", 3), e.StepReached("tardis")]
    assert [entry.rule for entry in entries][1:] == ["RISK-TWO-13", "RISK-TRN-01"]
    assert GAME.rules.silence(neutral(), "yellow") is None
    assert {move.territory for move in offers(neutral(), "yellow", e.PlaceNeutral)} == {
        "peru", "brazil", "egypt", "japan", "india",
    }  # fmt: skip
    assert list(GAME.rules.legal(now, "black")) == [e.LandTardis("black")]
    now = play(neutral("peru 12, india 23, ural K3"), *put(("peru", 1)))
    assert offers(now, "yellow", e.PlaceNeutral) == [
        e.PlaceNeutral("yellow", "peru", 1), e.PlaceNeutral("yellow", "peru", 2),
    ]  # fmt: skip
    assert army(play(now, *put(("peru", 2))), "PER") == "15"


def test_defeated_neutral_armies_get_no_daleks() -> None:
    """RISK-128, RISK-TWO-15."""
    assert {move.territory for move in offers(neutral("india 23, ural K3"), "yellow", e.PlaceNeutral)} == {"india"}
    now = play(two("ural K3", "draw", defeated=("n1", "n2", "n3")), e.EndTurn("black"))
    assert (now.player, now.step) == ("yellow", "tardis")
    entries, now = lines(two("ural K3, india 23", "draw"), e.EndTurn("black"))
    assert effects(entries) == [e.TurnBegan("yellow", 8, 3), e.StepReached("neutral")]
    assert entries[-1].rule == "RISK-TWO-12"
    assert GAME.rules.status(now).awaited == ("black",)


def _defeated() -> World:
    now = two("peru 11, brazil K4, india 23, ural K3", hands=PILES, deck=("ontario", "iceland"))
    now = play(now, e.Attack("black", "brazil", "peru", 3), e.RollDice("black", 3), roll="6 4 4 / 5")
    return play(now, e.MoveIn("black", 3))


def test_a_neutral_army_is_defeated() -> None:
    """RISK-130, RISK-TWO-17, RISK-TWO-20, RISK-149, RISK-TWO-18, RISK-REG-02."""
    declared = play(two("peru 11, brazil K4, india 23", hands=PILES), e.Attack("black", "brazil", "peru", 3))
    assert GAME.rules.status(declared).step == "roll", "no window against a neutral army (RISK-TWO-19)"
    entries, _ = lines(declared, e.RollDice("black", 3), roll="6 4 4 / 5")
    assert effects(entries)[-2:] == [
        e.ArmyDefeated("n1"), e.CardsPassed("n1", "black", ("japan", "peru", "great-britain")),
    ]  # fmt: skip
    assert {entry.rule for entry in entries[-2:]} == {"RISK-TWO-16"}
    now = _defeated()
    assert (now.hands["black"], now.hands["n1"], now.defeated) == (("japan", "peru", "great-britain"), (), ("n1",))
    now = _defeated()
    pile = e.TradeStars("black", ("japan", "peru", "great-britain"))
    assert against(now, pile) == ["RISK-TRD-02"]
    now = play(now.replace(step="draw"), e.DrawTerritoryCard("black"))
    assert now.hands["black"][-1] == "ontario"
    now = play(now.replace(step="count"), e.CountDaleks("black"))
    assert play(now, pile).pool == now.pool + 10
    before = two("peru 11, brazil K4, india 23", hands=PILES, clara=10)
    now = play(before, e.Attack("black", "brazil", "peru", 3), e.RollDice("black", 3), roll="6 4 4 / 5")
    assert any(now.cards.territory[card].clara for card in PILES["3"].split())
    assert (now.clara, now.how) == (10, "")


def test_the_opponent_rolls_for_a_neutral_army() -> None:
    declared = play(two("peru 13, brazil K4"), e.Attack("black", "brazil", "peru", 3))
    entries, _ = lines(declared, e.RollDice("black", 3), roll="6 4 4 / 5 5")
    assert [event.die for event in chances(entries) if isinstance(event, Rolled)] == ["A1 A2 A3", "D1 D2"]
    chosen = two("peru 13, brazil K4", options={"defence_dice": "chosen"})
    assert GAME.rules.status(play(chosen, e.Attack("black", "brazil", "peru", 3))).awaited == ("black",)
    start = two("peru 13, brazil K4", powers={"K": "nitro-9 genesis-ark"})
    assert against(start, e.Attack("black", "brazil", "peru", 3, "nitro-9")) == []
    assert against(start, e.Attack("black", "brazil", "peru", 3, "genesis-ark")) == ["RISK-POW-12"]
    either = two("peru 13, brazil K4", powers={"K": "genesis-ark"}, options={"neutrals_are_opponents": True})
    assert against(either, e.Attack("black", "brazil", "peru", 3, "genesis-ark")) == []


def _counted(black: int, yellow: int, *, black_daleks: int = 3, yellow_daleks: int = 3) -> World:
    """These numbers of territories of both players, with Daleks on each; all others are neutral."""
    names = list(two("").lands)
    parts = [f"{name} K{black_daleks}" for name in names[:black]]
    parts += [f"{name} Y{yellow_daleks}" for name in names[black : black + yellow]]
    return two(", ".join(parts), "tardis", rest="1", clara=10, deck=("egypt",))


@pytest.mark.parametrize("mode", ["domination", "regeneration"])
def test_the_defeat_of_the_other_player_wins(mode: str) -> None:
    start = two("ural K5, siberia Y1, india 23", rest="2", options={"end_mode": mode}, powers={"Y": "rust"})
    now = play(start, e.Attack("black", "ural", "siberia", 3))
    now = play(now, GAME.rules.silence(now, "yellow"), e.RollDice("black", 3), roll="6 6 6 / 1")
    assert (now.winners, now.how) == (("black",), "the other player eliminated")
    assert (army(now, "SIB"), now.powers["black"]) == ("K3", ("rust",))


def test_whole_turns_and_ends_of_two() -> None:
    """RISK-136, RISK-WIN-04, RISK-TWO-04, RISK-TWO-02."""
    entries, now = lines(_counted(10, 9), e.LandTardis("black"))
    assert effects(entries)[-2:] == [e.ClaraAdvanced(11), e.GameEnded(("black",), "the Eleventh Doctor", "territories")]
    assert len(now.lands_of("n1")) == 23
    now = _counted(12, 12, black_daleks=4)
    assert (now.daleks_of("black"), now.daleks_of("yellow"), len(now.lands_of("n1"))) == (48, 36, 18)
    assert winners_by_count(now) == (("black",), "Daleks")
    now = play(neutral().replace(clara=10, deck=("egypt",)), *put(("peru", 3)), e.LandTardis("black"))
    assert (now.how, army(now, "PER")) == ("the Eleventh Doctor", "16")
    now = play(neutral(), *put(("peru", 3)))
    now = finish(play(now, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "ural", 3)))
    assert (now.player, now.turn, GAME.rules.status(now).awaited) == ("yellow", 8, ("black",))
