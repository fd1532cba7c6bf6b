"""Risk, steps 1 and 2 of a turn: the TARDIS and the regeneration check."""

import pytest
from risk_worlds import against, army, chances, continent, effects, finish, held, lines, offers, play, stood, world
from scripted_chance import ScriptedChance

from events.errors import IllegalMoveError
from projections.games.risk.facts import (
    Attack,
    CardReturned,
    ClaraAdvanced,
    CountDaleks,
    DeckRenewed,
    DrawTerritoryCard,
    EndTurn,
    GameEnded,
    HoldPosition,
    LandTardis,
    LeaveBattle,
    Manoeuvre,
    MoveIn,
    Place,
    RollDice,
    StepReached,
    StopAttacking,
    TardisLanded,
)
from projections.games.risk.game import GAME
from projections.games.risk.rules.invariants import INVARIANTS, cards_of

STOP = (StopAttacking("black"), HoldPosition("black"))
CONQUEST = (Attack("black", "russia", "scandinavia", 3), RollDice("black", 3), MoveIn("black", 3))


def test_the_tardis_lands() -> None:
    start = world(step="tardis", deck=("china", "peru", "japan"))
    entries, now = lines(start, LandTardis("black"))
    assert effects(entries) == [TardisLanded("china", "china"), StepReached("count")]
    assert (now.tardis, now.tardis_card, now.deck) == ("china", "china", ("peru", "japan"))
    assert [entry.rule for entry in entries][2:] == ["RISK-TAR-02", "RISK-TRN-01"]


def test_no_attack_into_the_cease_fire() -> None:
    start = world("russia K4, scandinavia Y2", tardis="scandinavia")
    assert against(start, Attack("black", "russia", "scandinavia", 3)) == ["RISK-TAR-04"]
    with pytest.raises(IllegalMoveError, match="cease-fire") as caught:
        play(start, Attack("black", "russia", "scandinavia", 3))
    assert caught.value.rule == "RISK-TAR-04"


def test_no_attack_out_of_the_cease_fire() -> None:
    start = world("russia K4, scandinavia Y2", tardis="russia")
    assert against(start, Attack("black", "russia", "scandinavia", 3)) == ["RISK-TAR-03"]


def test_the_neighbour_still_attacks() -> None:
    start = world("russia K4, northern europe K4, scandinavia Y2", tardis="russia")
    assert against(start, Attack("black", "northern-europe", "scandinavia", 3)) == []


@pytest.mark.parametrize("end", ["india", "scandinavia"])
def test_no_manoeuvre_to_or_from_the_cease_fire(end: str) -> None:
    start = world("SCA K6, RUS K2, AFG K1, IND K1", "manoeuvre", tardis=end)
    assert against(start, Manoeuvre("black", "scandinavia", "india", 5)) == ["RISK-TAR-05"]


def test_no_manoeuvre_through_the_cease_fire() -> None:
    start = world("SCA K6, RUS K2, AFG K1, IND K1", "manoeuvre", tardis="russia")
    move = Manoeuvre("black", "scandinavia", "india", 5)
    assert against(start, move) == ["RISK-TAR-06"]
    lets = world("SCA K6, RUS K2, AFG K1, IND K1", "manoeuvre", tardis="russia", options={"tardis_blocks_path": False})
    assert against(lets, move) == []


def test_a_manoeuvre_round_the_cease_fire() -> None:
    start = world("SCA K6, RUS K2, AFG K1, IND K1, NEU K1, SEU K1, MDE K1", "manoeuvre", tardis="russia")
    now = play(start, Manoeuvre("black", "scandinavia", "india", 5))
    assert (army(now, "SCA"), army(now, "IND"), army(now, "RUS")) == ("K1", "K6", "K2")


def test_placing_and_counting_in_the_cease_fire() -> None:
    """RISK-14, RISK-TAR-08."""
    start = world(f"{continent('australia')}, {held(7, but=['INO', 'NGU', 'WAU', 'EAU'])}", "count", tardis="indonesia")
    now = play(start, CountDaleks("black"))
    assert now.pool == 3 + 2
    assert army(play(now, Place("black", "indonesia", 5)), "INO") == "K8"


def test_the_card_goes_under_the_deck_after_the_draw() -> None:
    """RISK-16, RISK-TAR-01, RISK-TAR-02, RISK-TAR-09, RISK-TAR-10."""
    start = world("RUS K9, SCA Y1, EGY Y3", "tardis", deck=("china", "peru", "japan"))
    landed = play(start, LandTardis("black"), CountDaleks("black"), Place("black", "russia", 3))
    fought = play(landed, *CONQUEST, roll="6 5 4 / 1")
    drawn = play(fought, *STOP, DrawTerritoryCard("black"), EndTurn("black"))
    assert (drawn.hands["black"], drawn.deck, drawn.player) == (("peru",), ("japan", "china"), "yellow")
    idle = finish(landed)
    assert (idle.hands, idle.deck, idle.tardis_card) == ({}, ("peru", "japan", "china"), "")


def test_the_discards_become_the_deck_when_a_card_is_drawn() -> None:
    start = world("RUS K9, SCA Y1, EGY Y3", "tardis", deck=("china",), discards=("peru", "japan"))
    now = play(start, LandTardis("black"), CountDaleks("black"), Place("black", "russia", 3))
    now = play(now, *CONQUEST, roll="6 5 4 / 1")
    now = play(now, *STOP)
    entries, now = lines(now, DrawTerritoryCard("black"), fate=ScriptedChance(orders=[("japan", "peru")]))
    assert [type(entry.fact).__name__ for entry in entries] == ["DrawTerritoryCard", "DeckRenewed", "Shuffled", "Drawn"]
    assert DeckRenewed(2) in effects(entries)
    assert now.hands["black"] == ("japan",)
    now = play(now, EndTurn("black"))
    assert (now.deck, now.discards) == (("peru", "china"), ())


def test_the_discards_become_the_deck_when_the_tardis_lands() -> None:
    """RISK-DRW-05, RISK-TAR-11."""
    start = world(step="tardis", deck=(), discards=("peru", "japan"))
    entries, now = lines(start, LandTardis("black"), fate=ScriptedChance(orders=[("japan", "peru")]))
    assert (now.tardis, now.deck, now.discards) == ("japan", ("peru",), ())
    assert entries[1].rule == "RISK-DRW-05"


def test_with_no_card_anywhere_there_is_no_landing_and_no_draw() -> None:
    now = play(world(step="tardis", deck=()), LandTardis("black"))
    assert (now.tardis, now.step) == ("", "count")
    assert offers(world(step="draw", deck=(), conquered=True), "black", DrawTerritoryCard) == []


def test_total_domination_shuffles_the_discards() -> None:
    nine = ("peru", "japan", "china", "india", "egypt", "ural", "russia", "brazil", "alaska")
    start = world(step="draw", conquered=True, deck=(), discards=nine, tardis="ontario", tardis_card="ontario",
                  options={"end_mode": "domination"})  # fmt: skip
    entries, now = lines(start, DrawTerritoryCard("black"))
    assert len(chances(entries)) == 2
    now = play(now, EndTurn("black"))
    assert (len(now.hands["black"]), len(now.deck), now.deck[-1], now.discards) == (1, 9, "ontario", ())


def test_no_card_is_lost_or_doubled() -> None:
    now = world(step="tardis", hands={"K": "peru japan", "Y": "china"}, discards=("egypt",))
    for move in (LandTardis("black"), CountDaleks("black"), Place("black", "russia", 3)):
        assert len(set(cards_of(now, "territory"))) == 42
        assert all(invariant.holds(now) for invariant in INVARIANTS)
        _, now = stood(now, move)


def test_clara_stays_without_her_card() -> None:
    start = world(step="tardis", clara=3, deck=("russia", "peru"))
    assert not start.cards.territory["russia"].clara
    assert play(start, LandTardis("black")).clara == 3


def test_clara_goes_on_by_one() -> None:
    """RISK-REG-01, RISK-REG-04."""
    start = world(step="tardis", clara=3, deck=("egypt", "peru"))
    entries, now = lines(start, LandTardis("black"))
    assert now.clara == 4
    assert [entry.rule for entry in entries if isinstance(entry.fact, ClaraAdvanced)] == ["RISK-REG-01"]


def test_clara_on_a_drawn_card_does_nothing() -> None:
    start = world(step="draw", clara=10, conquered=True, deck=("egypt", "peru"))
    now = play(start, DrawTerritoryCard("black"))
    assert (now.hands["black"], now.clara, now.how) == (("egypt",), 10, "")


def test_the_eleventh_doctor_ends_the_game() -> None:
    """RISK-112, RISK-WIN-01, RISK-WIN-02, RISK-WIN-03, RISK-OBJ-01, RISK-REG-03."""
    start = world(_fifteen(), "tardis", player="yellow", clara=10, deck=("egypt",))
    assert [len(start.lands_of(seat)) for seat in start.seats] == [15, 14, 13]
    entries, now = lines(start, LandTardis("yellow"))
    assert effects(entries)[1:] == [ClaraAdvanced(11), GameEnded(("black",), "the Eleventh Doctor", "territories")]
    assert GAME.rules.status(now).outcome is not None
    assert (now.pool, list(GAME.rules.legal(now, "yellow")), GAME.rules.status(now).awaited) == (0, [], ())
    assert against(now, CountDaleks("yellow")) == ["RISK-WIN-01"]


def _fifteen() -> str:
    names = list(world().lands)
    return ", ".join(f"{name} {'K' if at < 15 else 'Y' if at < 29 else 'O'}3" for at, name in enumerate(names))


def test_the_tenth_doctor_does_not() -> None:
    now = play(world(step="tardis", clara=9, deck=("egypt",)), LandTardis("black"))
    assert (now.clara, now.how, now.step) == (10, "", "count")


def test_clara_means_nothing_in_total_domination() -> None:
    """RISK-119, RISK-VAR-01."""
    start = world(step="tardis", clara=10, deck=("egypt",), options={"end_mode": "domination"})
    now = play(start, LandTardis("black"))
    assert (now.clara, now.how, now.tardis) == (10, "", "egypt")


def test_the_cease_fire_holds_in_total_domination() -> None:
    """RISK-148, RISK-VAR-04, RISK-TAR-04."""
    start = world("NAF K5, EGY Y2", "tardis", deck=("egypt",), options={"end_mode": "domination"})
    now = play(start, LandTardis("black"), CountDaleks("black"), Place("black", "north-africa", 3))
    assert against(now, Attack("black", "north-africa", "egypt", 2)) == ["RISK-TAR-04"]


def test_the_cease_fire_holds_for_one_turn() -> None:
    """RISK-TAR-07."""
    start = world("RUS Y4, SCA K2", "draw", tardis="scandinavia", tardis_card="scandinavia", deck=("china",))
    entries, now = lines(start, EndTurn("black"))
    assert effects(entries)[0] == CardReturned("scandinavia")
    now = play(now, LandTardis("yellow"), CountDaleks("yellow"), Place("yellow", "russia", 3))
    assert against(now, Attack("yellow", "russia", "scandinavia", 3)) == []


def test_the_tardis_lands_once_a_turn() -> None:
    start = world(step="tardis", deck=("china", "peru"))
    assert against(start, CountDaleks("black")) == ["RISK-TAR-01"]
    landed = play(start, LandTardis("black"))
    assert against(landed, LandTardis("black")) == ["RISK-TAR-01"]
    assert against(start, LandTardis("yellow")) == ["RISK-SET-03"]
    assert offers(landed, "black", LandTardis) == []
    assert offers(start, "black", LeaveBattle) == []
