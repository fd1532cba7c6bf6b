"""The rulebook's chain of examples as it ships: after each example, the position is what the book prints."""

from collections import Counter

import pytest
from daleks_dice import colours
from recordings import recording

from events.conduct import TakenBack
from events.facts import ALL, TABLE, UNKNOWN
from projections.draft import objections
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import effects as f
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import AdventureEnded, DiceOwed
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.challenge import is_met, missing_symbols
from projections.games.daleks.state.position import Aboard, Adventure, Position, Slot

TRAIN = recording("daleks-rulebook-orient-express")
MARS = recording("daleks-rulebook-help")
CHAIRS = recording("daleks-rulebook-regeneration")
OBSERVER = recording("daleks-observer")


@pytest.mark.parametrize(
    ("name", "doubts"),
    [("rulebook-orient-express", {ALL: 2, "ruth": 2}), ("rulebook-help", {}), ("rulebook-regeneration", {})],
)
def test_viewers_only_doubt_cards_that_they_did_not_see(name: str, doubts: dict[str, int]) -> None:
    played = recording(f"daleks-{name}")
    for viewer in (TABLE, ALL, *played.timeline.position(1).seats):
        levels = [finding.level for finding in played.audit(viewer).findings]
        assert levels == ["doubt"] * doubts.get(viewer, 0), viewer


def adventure(now: Position) -> Adventure:
    assert now.adventure is not None
    return now.adventure


def dice(now: Position, seat: str) -> list[str]:
    """What the dice of a pool show, as `B running`."""
    (own,) = [pool for pool in adventure(now).pools if pool.seat == seat]
    return sorted(f"{die.name[0]} {die.symbol}" for die in own.dice if not die.gone)


def symbols_met(now: Position) -> int:
    under_way = adventure(now)
    left = missing_symbols(under_way.symbols, [die for pool in under_way.pools for die in pool.dice])
    return len(under_way.symbols) - len(left)


def test_the_printed_setting() -> None:
    """TOD-EX-01, TOD-EX-02."""
    begun = TRAIN.after(m.ChooseDoctor, "ruth")
    assert begun.console("neil").companions == (Aboard("amy"),)
    assert (begun.console("neil").tokens, len(begun.hands["neil"])) == (2, 2)
    assert (begun.ship, set(begun.tardis.values()), begun.markers) == (0, {4}, (6, 9, 12, 15))
    assert begun.player == "neil"


def test_travel_to_a_new_location() -> None:
    """TOD-EX-03."""
    rolled, searched = TRAIN.after(m.RollTardis, "neil"), TRAIN.after(m.Explore, "neil")
    there = TRAIN.after(m.EnterZone, "neil")
    assert rolled.answer == "choose"
    assert searched.found == ("orient-express", "gallifrey")
    assert there.location_discards == ("gallifrey",)
    tile = there.place(3)
    assert tile is not None
    assert tile.location == "orient-express"
    assert [(slot.dilemma, slot.open) for slot in tile.slots] == [("sutekh", True), (UNKNOWN, False)]
    assert there.at["neil"] == (3, 0)


def test_a_recruit_off_earth() -> None:
    """TOD-EX-04."""
    then, now = TRAIN.before(m.Recruit, "neil", 1), TRAIN.after(m.Recruit, "neil", 1)
    assert then.console("neil").companions == (Aboard("amy"), Aboard("rory"))
    assert now.console("neil").companions == (Aboard("amy"), Aboard("rory"), Aboard("captain-jack", part_time=True))
    assert now.timey_discards == ("timescoop",)
    assert now.companion_decks["earth"] == then.companion_decks["earth"]
    assert len(now.companion_decks["alien"]) == len(then.companion_decks["alien"]) - 1
    assert "captain-jack" not in SHIPPED.companion


def test_the_challenge_on_the_train() -> None:
    """TOD-EX-05."""
    now = adventure(TRAIN.after(m.EnterZone, "neil"))
    assert Counter(now.symbols) == {"cunning": 1, "diplomacy": 1, "tactics": 2, "science": 2}


def test_the_pool_on_the_train() -> None:
    """TOD-EX-06, TOD-EX-07."""
    assert colours(TRAIN.after(m.Gather, "neil", 1), "neil") == "5B 2U 1G 1R"
    used = [(move.card, move.colour) for move in TRAIN.facts(m.Focus) if move.player == "neil"]
    assert used == [("rory", "blue"), ("captain-jack", "red")]
    assert colours(TRAIN.after(m.Focus, "neil", 1), "neil") == "3B 3U 1G 2R"
    cut = TRAIN.after(m.CutDie, "neil")
    assert colours(cut, "neil") == "2B 3U 1G 2R"
    assert adventure(cut).owed == 0


def test_exterminate_elsewhere() -> None:
    """TOD-EX-08."""
    then, now = TRAIN.before(m.Exterminate, "ruth"), TRAIN.after(m.Exterminate, "ruth")
    assert (then.at["ruth"][0], then.daleks) == (2, 1)
    assert [owed.dice for owed in TRAIN.facts(DiceOwed)] == [1]
    count = [sum(not die.gone for die in adventure(table).pools[0].dice) for table in (then, now)]
    assert count == [8, 7]
    assert adventure(now).owed == 0
    assert all(not objections(GAME.rules, then, m.Exterminate("ruth", name)) for name in ("B1", "G1", "R1"))


def test_the_rolls_on_the_train() -> None:
    """TOD-EX-09, TOD-EX-10, TOD-EX-11."""
    rolled, tie = TRAIN.after(m.RollDice, "neil", -1), TRAIN.after(m.ReRoll, "neil", -2)
    jack = TRAIN.after(m.ReRoll, "neil", -1)
    assert dice(rolled, "neil") == [
        "B running", "B strength", "G running", "R strength", "R tactics", "U science", "U science", "U science",
    ]  # fmt: skip
    assert [symbols_met(table) for table in (rolled, tie, jack)] == [3, 4, 5]
    assert dice(tie, "neil")[:2] == ["B cunning", "B running"]
    assert [die for die in dice(jack, "neil") if die.startswith("R")] == ["R tactics", "R tactics"]
    assert "R tactics" in dice(tie, "neil"), "it had to be rolled again all the same"
    (again, _) = [move for move in TRAIN.facts(m.ReRoll) if move.player == "neil"][-2:]
    assert objections(GAME.rules, tie, again), "once in an Adventure"


def test_a_face_changed_by_a_card() -> None:
    """TOD-EX-12."""
    then, now = TRAIN.before(m.ChangeFace, "neil"), TRAIN.after(m.ChangeFace, "neil")
    assert missing_symbols(adventure(then).symbols, adventure(then).pools[0].dice) == ("diplomacy",)
    assert dice(now, "neil").count("G diplomacy") == 1
    assert is_met(adventure(now))
    assert now.console("neil").tokens == 3


def test_a_face_changed_by_tokens() -> None:
    """TOD-EX-13."""
    now = TRAIN.after(m.ChangeByTokens, "neil", struck=True)
    assert is_met(adventure(now))
    assert now.console("neil").tokens == 0
    (taken_back,) = TRAIN.facts(TakenBack)
    then = TRAIN.before(m.ChangeByTokens, "neil", struck=True)
    assert TRAIN.timeline.position(taken_back.to) == then
    move = TRAIN.group(m.ChangeByTokens, "neil", struck=True).head.fact
    assert isinstance(move, m.ChangeByTokens)
    poor = then.replace(consoles={**then.consoles, "neil": then.console("neil").replace(tokens=2)})
    assert [breach.rule for breach in objections(GAME.rules, poor, move)] == ["TOD-FACE-03"]
    assert objections(GAME.rules, then, move) == []


def test_success_on_the_train() -> None:
    """TOD-EX-14."""
    then, now = TRAIN.before(m.Resolve, "neil", -1), TRAIN.after(m.Resolve, "neil", -1)
    assert now.dilemma_discards[-1] == "sutekh"
    tile = now.place(3)
    assert tile is not None
    assert tile.slots[0] == Slot()
    assert (now.console("neil").tokens, now.hands["neil"]) == (4, ("sonic-screwdriver", "cup-of-tea"))
    assert (then.tardis["neil"], now.tardis["neil"]) == (5, 7)
    assert now.console("neil").companions == (Aboard("amy"), Aboard("rory"), Aboard("captain-jack"))
    assert (then.daleks, now.daleks) == (1, 1), "that of Telos"
    assert [ended.won for ended in TRAIN.facts(AdventureEnded)] == [True, False, True, True]


def test_a_call_for_help() -> None:
    """TOD-EX-15."""
    called, came = MARS.after(m.CallHelp, "ruth"), MARS.after(m.GiveHelp, "tom")
    assert (called.console("ruth").tokens, called.at["tom"], called.ship) == (2, (2, 0), 6)
    assert came.console("tom").doctor == "fourth"
    assert came.at["tom"] == came.at["ruth"] == (3, 1)
    assert (came.hands["tom"], came.timey_discards) == (("jelly-babies",), ("running-shoes",))
    assert came.ship == 8


def test_the_challenge_on_mars() -> None:
    """TOD-EX-16."""
    now = adventure(MARS.after(m.EnterZone, "ruth"))
    assert Counter(now.symbols) == {"running": 4, "cunning": 1, "tactics": 1}


def test_split_pools() -> None:
    """TOD-EX-17."""
    focused = MARS.after(m.Focus, "tom", -1)
    assert (colours(focused, "tom"), colours(focused, "ruth")) == ("3B 1U 2G", "3B 1U 1G 2R")
    cut = MARS.after(m.CutDie, "ruth", -1)
    assert (colours(cut, "tom"), colours(cut, "ruth")) == ("1B 2G", "2B 1U 1G 1R")
    assert adventure(cut).owed == 0


def test_the_rolls_on_mars() -> None:
    """TOD-EX-18, TOD-EX-19, TOD-EX-20."""
    rolled = MARS.after(m.RollDice, "ruth", -1)
    assert dice(rolled, "ruth") == ["B science", "B strength", "G running", "R tactics", "U science"]
    assert dice(rolled, "tom") == ["B science", "G diplomacy", "G running"]
    guitar, sarah = MARS.after(m.ReRoll, "ruth"), MARS.after(m.ReRoll, "tom")
    assert dice(guitar, "ruth")[:2] == ["B cunning", "B tactics"]
    assert dice(sarah, "tom") == ["B science", "G running", "G running"]
    turned = MARS.after(m.ChangeByTokens, "tom")
    assert [symbols_met(table) for table in (rolled, guitar, sarah, turned)] == [3, 4, 5, 6]
    assert dice(turned, "tom") == ["B running", "G running", "G running"]
    assert (turned.console("tom").tokens, turned.console("ruth").tokens) == (0, 2)


def test_the_reward_with_help() -> None:
    """TOD-EX-21."""
    then, now = MARS.before(m.Resolve, "ruth"), MARS.after(m.Resolve, "ruth")
    assert {seat: now.tardis[seat] - then.tardis[seat] for seat in now.seats} == {"ruth": 2, "tom": 2}
    assert {seat: now.console(seat).tokens for seat in now.seats} == {"ruth": 4, "tom": 2}
    assert {seat: len(now.hands[seat]) for seat in now.seats} == {"ruth": 2, "tom": 2}
    assert (now.daleks, now.dilemma_discards[-1], now.ship) == (0, "weeping-angels", 8)


def test_the_printed_dalek_turn() -> None:
    """TOD-EX-22."""
    then, now = MARS.before(m.DaleksMove, "ruth"), MARS.after(m.DaleksMove, "ruth")
    assert (then.ship, then.markers) == (8, (9, 12, 15))
    assert (now.ship, now.markers) == (9, (12, 15))
    assert MARS.facts(f.AnomalyTaken) == [f.AnomalyTaken(anomaly="into-the-dalek")]
    assert [tile.location for tile in now.places] == ["earth", "mars", "into-the-dalek"]
    assert (now.turn, now.round, now.player) == (7, 3, "tom"), "another round, and the order of the seats is the same"


def doctors(now: Position) -> list[str]:
    return [now.console(seat).doctor for seat in now.seats]


def test_the_printed_regeneration() -> None:
    """TOD-EX-23."""
    timeline = CHAIRS.timeline
    (first, _) = [entry.seq for entry in timeline.entries if isinstance(entry.fact, f.ConsolesSwapped)]
    then, now = timeline.position(first - 1), timeline.position(first)
    assert doctors(then) == ["first", "fourth", "eleventh", "twelfth"]
    assert doctors(now) == ["fourth", "eleventh", "twelfth", "first"]
    assert [now.console(seat).replace(doctor="") for seat in now.seats] == [
        then.console(seat).replace(doctor="") for seat in then.seats
    ]
    assert (now.hands, now.at, now.tardis, now.order) == (then.hands, then.at, then.tardis, then.order)


def test_what_a_lost_adventure_cost_beside_it() -> None:
    lost = CHAIRS.after(m.Finish, "neil")
    assert (lost.daleks, lost.ship) == (1, 11)
    assert [move.card for move in CHAIRS.facts(m.UseAbility)] == ["first"]
    assert CHAIRS.facts(m.RollTardis) == []
    skipped = [CHAIRS.before(m.UseAbility, "ruth"), CHAIRS.after(m.EnterZone, "ruth")]
    assert [len(table.hands["ruth"]) for table in skipped] == [2, 3]


def test_a_regeneration_with_choices() -> None:
    asked, end = CHAIRS.after(m.DaleksMove, "ruth"), CHAIRS.end
    assert doctors(asked) == doctors(end) == ["eleventh", "twelfth", "first", "fourth"]
    assert asked.debt is not None
    assert [move.companion for move in CHAIRS.facts(m.PayCompanion)] == ["barbara", "rory"]
    left = {seat: [one.companion for one in end.console(seat).companions] for seat in end.seats}
    assert left == {"anna": ["susan"], "tom": [], "neil": ["amy"], "ruth": []}
    begun = CHAIRS.before(m.DaleksMove, "ruth")
    assert len(end.companion_decks["earth"]) == len(begun.companion_decks["earth"]) + 4, "into the deck, not discarded"
    assert [end.console(seat).tokens for seat in end.seats] == [4, 5, 5, 5]
    assert [len(end.hands[seat]) - len(asked.hands[seat]) for seat in end.seats] == [1, 1, 1, 1]
    assert [task.anomaly for task in end.tasks] == ["destiny-of-the-daleks"]
    assert (end.ship, end.markers, end.stack, end.anomaly_discards[-1]) == (12, (15,), (), "time-of-the-doctor")


def test_an_observer_s_doubts_are_those_of_hidden_cards() -> None:
    assert [(finding.address, finding.rule, finding.level) for finding in OBSERVER.report.findings] == [
        ("2.3", "TOD-PREP-04", "doubt"),
        ("2.6", "TOD-RECR-03", "doubt"),
        ("2.9", "TOD-CARD-01", "doubt"),
        ("5.8", "TOD-CARD-01", "doubt"),
    ]


def test_help_from_afar_and_a_card_out_of_turn() -> None:
    assert [move.manner for move in OBSERVER.facts(m.GiveHelp)] == ["afar"]
    (run,) = [move for move in OBSERVER.facts(m.PlayTimey) if move.pool]
    assert (run.player, run.pool, run.card) == ("mungo", "hazel", "run")
    assert (OBSERVER.end.how, OBSERVER.end.winners) == ("turn cap", ())
