"""Risk, steps 1 and 2 of a turn: the TARDIS and the regeneration check."""

import pytest
from risk_worlds import against, army, continent, finish, held, lines, offers, play, stood, world
from scripted_chance import ScriptedChance
from table_play import chances, effects

from events.errors import IllegalMoveError
from events.facts import Move
from projections.games.risk import facts as e
from projections.games.risk.game import GAME
from projections.games.risk.rules.invariants import INVARIANTS, cards_of
from projections.games.risk.state.position import World

STOP = (e.StopAttacking("black"), e.HoldPosition("black"))
CONQUEST = (e.Attack("black", "russia", "scandinavia", 3), e.RollDice("black", 3), e.MoveIn("black", 3))


def test_the_tardis_lands_once_a_turn() -> None:
    start = world(step="tardis", deck=("china", "peru", "japan"))
    entries, now = lines(start, e.LandTardis("black"))
    assert effects(entries) == [e.TardisLanded("china", "china"), e.StepReached("count")]
    assert (now.tardis, now.tardis_card, now.deck) == ("china", "china", ("peru", "japan"))
    assert [entry.rule for entry in entries][2:] == ["RISK-TAR-02", "RISK-TRN-01"]
    start = world(step="tardis", deck=("china", "peru"))
    assert against(start, e.CountDaleks("black")) == ["RISK-TAR-01"]
    landed = play(start, e.LandTardis("black"))
    assert against(landed, e.LandTardis("black")) == ["RISK-TAR-01"]
    assert against(start, e.LandTardis("yellow")) == ["RISK-SET-03"]
    assert offers(landed, "black", e.LandTardis) == []
    assert offers(start, "black", e.LeaveBattle) == []


WAY = "SCA K6, RUS K2, AFG K1, IND K1"
TO_INDIA = e.Manoeuvre("black", "scandinavia", "india", 5)
ATTACK_SCA = e.Attack("black", "russia", "scandinavia", 3)
OPEN_PATH = {"tardis_blocks_path": False}


@pytest.mark.parametrize(("start", "move", "rules"), [
    (world("russia K4, scandinavia Y2", tardis="scandinavia"), ATTACK_SCA, ["RISK-TAR-04"]),
    (world("russia K4, scandinavia Y2", tardis="russia"), ATTACK_SCA, ["RISK-TAR-03"]),
    (world("NEU K4, SCA Y2", tardis="russia"), e.Attack("black", "northern-europe", "scandinavia", 3), []),
    (world(WAY, "manoeuvre", tardis="india"), TO_INDIA, ["RISK-TAR-05"]),
    (world(WAY, "manoeuvre", tardis="scandinavia"), TO_INDIA, ["RISK-TAR-05"]),
    (world(WAY, "manoeuvre", tardis="russia"), TO_INDIA, ["RISK-TAR-06"]),
    (world(WAY, "manoeuvre", tardis="russia", options=OPEN_PATH), TO_INDIA, []),
])  # fmt: skip
def test_refuses_a_move_through_the_cease_fire(start: World, move: Move, rules: list[str]) -> None:
    assert against(start, move) == rules


def test_a_refusal_names_the_cease_fire() -> None:
    with pytest.raises(IllegalMoveError, match="cease-fire") as caught:
        play(world("russia K4, scandinavia Y2", tardis="scandinavia"), ATTACK_SCA)
    assert caught.value.rule == "RISK-TAR-04"


def test_the_cease_fire_can_be_passed_and_reinforced() -> None:
    """RISK-14, RISK-TAR-08."""
    start = world("SCA K6, RUS K2, AFG K1, IND K1, NEU K1, SEU K1, MDE K1", "manoeuvre", tardis="russia")
    now = play(start, e.Manoeuvre("black", "scandinavia", "india", 5))
    assert (army(now, "SCA"), army(now, "IND"), army(now, "RUS")) == ("K1", "K6", "K2")
    start = world(f"{continent('australia')}, {held(7, but=['INO', 'NGU', 'WAU', 'EAU'])}", "count", tardis="indonesia")
    now = play(start, e.CountDaleks("black"))
    assert now.pool == 3 + 2
    assert army(play(now, e.Place("black", "indonesia", 5)), "INO") == "K8"


def test_the_tardis_card_goes_under_the_deck_after_the_draw() -> None:
    """RISK-16, RISK-TAR-01, RISK-TAR-02, RISK-TAR-09, RISK-TAR-10."""
    start = world("RUS K9, SCA Y1, EGY Y3", "tardis", deck=("china", "peru", "japan"))
    landed = play(start, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "russia", 3))
    fought = play(landed, *CONQUEST, roll="6 5 4 / 1")
    drawn = play(fought, *STOP, e.DrawTerritoryCard("black"), e.EndTurn("black"))
    assert (drawn.hands["black"], drawn.deck, drawn.player) == (("peru",), ("japan", "china"), "yellow")
    idle = finish(landed)
    assert (idle.hands, idle.deck, idle.tardis_card) == ({}, ("peru", "japan", "china"), "")


def test_the_discards_become_the_deck() -> None:
    """RISK-TAR-11."""
    start = world("RUS K9, SCA Y1, EGY Y3", "tardis", deck=("china",), discards=("peru", "japan"))
    now = play(start, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "russia", 3))
    now = play(now, *CONQUEST, roll="6 5 4 / 1")
    now = play(now, *STOP)
    entries, now = lines(now, e.DrawTerritoryCard("black"), fate=ScriptedChance(orders=[("japan", "peru")]))
    assert [type(entry.fact).__name__ for entry in entries] == ["DrawTerritoryCard", "DeckRenewed", "Shuffled", "Drawn"]
    assert e.DeckRenewed(2) in effects(entries)
    assert now.hands["black"] == ("japan",)
    now = play(now, e.EndTurn("black"))
    assert (now.deck, now.discards) == (("peru", "china"), ())
    start = world(step="tardis", deck=(), discards=("peru", "japan"))
    entries, now = lines(start, e.LandTardis("black"), fate=ScriptedChance(orders=[("japan", "peru")]))
    assert (now.tardis, now.deck, now.discards) == ("japan", ("peru",), ())
    assert entries[1].rule == "RISK-DRW-05"


def test_decks_are_renewed_from_the_discards() -> None:
    now = play(world(step="tardis", deck=()), e.LandTardis("black"))
    assert (now.tardis, now.step) == ("", "count")
    assert offers(world(step="draw", deck=(), conquered=True), "black", e.DrawTerritoryCard) == []
    nine = ("peru", "japan", "china", "india", "egypt", "ural", "russia", "brazil", "alaska")
    start = world(step="draw", conquered=True, deck=(), discards=nine, tardis="ontario", tardis_card="ontario",
                  options={"end_mode": "domination"})  # fmt: skip
    entries, now = lines(start, e.DrawTerritoryCard("black"))
    assert len(chances(entries)) == 2
    now = play(now, e.EndTurn("black"))
    assert (len(now.hands["black"]), len(now.deck), now.deck[-1], now.discards) == (1, 9, "ontario", ())


def test_no_card_is_lost_or_doubled() -> None:
    now = world(step="tardis", hands={"K": "peru japan", "Y": "china"}, discards=("egypt",))
    for move in (e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "russia", 3)):
        assert len(set(cards_of(now, "territory"))) == 42
        assert all(invariant.holds(now) for invariant in INVARIANTS)
        _, now = stood(now, move)


@pytest.mark.parametrize(("clara", "card", "mode", "after"), [
    (3, "russia", {}, 3), (3, "egypt", {}, 4), (9, "egypt", {}, 10), (10, "egypt", {"end_mode": "domination"}, 10),
])  # fmt: skip
def test_clara_advances_with_her_card(clara: int, card: str, mode: dict[str, str], after: int) -> None:
    """RISK-REG-01, RISK-REG-04, RISK-VAR-01."""
    start = world(step="tardis", clara=clara, deck=(card, "peru"), options=mode)
    entries, now = lines(start, e.LandTardis("black"))
    assert (now.clara, now.how, now.step, now.tardis) == (after, "", "count", card)
    rules = [entry.rule for entry in entries if isinstance(entry.fact, e.ClaraAdvanced)]
    assert rules == ["RISK-REG-01"] * (after - clara)


def test_clara_on_a_drawn_card_does_nothing() -> None:
    now = play(world(step="draw", clara=10, conquered=True, deck=("egypt", "peru")), e.DrawTerritoryCard("black"))
    assert (now.hands["black"], now.clara, now.how) == (("egypt",), 10, "")


def test_the_eleventh_doctor_ends_the_game() -> None:
    """RISK-112, RISK-WIN-02, RISK-WIN-03, RISK-OBJ-01, RISK-REG-03."""
    start = world(_fifteen(), "tardis", player="yellow", clara=10, deck=("egypt",))
    assert [len(start.lands_of(seat)) for seat in start.seats] == [15, 14, 13]
    entries, now = lines(start, e.LandTardis("yellow"))
    assert effects(entries)[1:] == [e.ClaraAdvanced(11), e.GameEnded(("black",), "the Eleventh Doctor", "territories")]
    assert GAME.rules.status(now).outcome is not None
    assert (now.pool, list(GAME.rules.legal(now, "yellow")), GAME.rules.status(now).awaited) == (0, [], ())
    assert against(now, e.CountDaleks("yellow")) == ["RISK-WIN-01"]


def _fifteen() -> str:
    names = list(world().lands)
    return ", ".join(f"{name} {'K' if at < 15 else 'Y' if at < 29 else 'O'}3" for at, name in enumerate(names))


def test_the_cease_fire_holds_for_one_turn_in_every_mode() -> None:
    """RISK-148, RISK-VAR-04, RISK-TAR-07."""
    start = world("NAF K5, EGY Y2", "tardis", deck=("egypt",), options={"end_mode": "domination"})
    now = play(start, e.LandTardis("black"), e.CountDaleks("black"), e.Place("black", "north-africa", 3))
    assert against(now, e.Attack("black", "north-africa", "egypt", 2)) == ["RISK-TAR-04"]
    start = world("RUS Y4, SCA K2", "draw", tardis="scandinavia", tardis_card="scandinavia", deck=("china",))
    entries, now = lines(start, e.EndTurn("black"))
    assert effects(entries)[0] == e.CardReturned("scandinavia")
    now = play(now, e.LandTardis("yellow"), e.CountDaleks("yellow"), e.Place("yellow", "russia", 3))
    assert against(now, e.Attack("yellow", "russia", "scandinavia", 3)) == []
