"""How an Adventure ends, what its costs ask and cause, and Time Anomalies."""

from typing import Any

import pytest
from daleks_tables import (
    BOX,
    HERE,
    SEATS,
    Showing,
    adventure_of,
    against,
    begun_adventure,
    box_with,
    colours,
    facing,
    in_adventure,
    lines,
    place,
    play,
    refused,
    resolved,
    stood,
    table,
)
from msgspec.structs import replace
from table_play import ScriptedChance, chances, effects

from events.events import Drawn, Effect, Passed, Revealed, Shuffled
from projections.draft import DeclaredResults
from projections.games.daleks.components.box import Box, Option, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.components.printed_costs import printed_cost, units
from projections.games.daleks.events import effects as fx, moves as m
from projections.games.daleks.events.adventure_effects import AdventureEnded
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.anomalies import available, rule_in_force
from projections.games.daleks.rules.cost_parts import payable_options
from projections.games.daleks.rules.markers import is_davros_out, markers_met
from projections.games.daleks.rules.rewards import in_turn_order, next_doctor
from projections.games.daleks.state.position import Aboard, Debt, Place, Pool, Position, Task
from projections.window import Window

JULIE, STEVE, KIM, LEE = SEATS
COMPANIONS = "amy rory romana~"


def kinds(now: Position) -> list[type[Effect]]:
    return [type(effect) for effect in effects(lines(now, m.Resolve(JULIE))[0])]


def test_a_success_gives_the_reward_in_order() -> None:
    """TOD-SUCC-01, TOD-SUCC-05."""
    before = facing(won=True, consoles={JULIE: COMPANIONS}, tokens=2)
    after = resolved(before)
    assert after.dilemma_discards == ("sutekh",)
    assert not after.places[1].slots[0].dilemma
    assert (after.console(JULIE).tokens, len(after.hands[JULIE])) == (3, 2)
    assert after.tardis[JULIE] == before.tardis[JULIE] + 2
    assert after.console(JULIE).companions == (Aboard("amy"), Aboard("rory"), Aboard("romana"))
    assert (after.step, after.adventure, after.daleks) == ("finish", None, 0)
    found = kinds(facing(won=True, consoles={JULIE: COMPANIONS}, daleks=(2,)))
    row = [fx.DilemmaGone, fx.TokensGained, fx.TardisMoved, fx.DalekRemoved, fx.CompanionsKept]
    assert [kind for kind in found if kind in row] == row
    assert found.index(AdventureEnded) < found.index(fx.DilemmaGone)


def events_of(now: Position) -> dict[str, Any]:
    """Values that an Adventure may change; `zones` are the Dalek markers of the last Location."""
    consoles = [now.console(seat) for seat in now.seats]
    return {
        "ship": now.ship, "step": now.step, "how": now.how, "winners": now.winners, "daleks": now.daleks, "at": now.at,
        "zones": now.places[-1].daleks, "last": now.places[-1].location, "markers": now.markers,
        "tokens": [one.tokens for one in consoles], "doctors": [one.doctor for one in consoles],
        "cards": [len(now.hands[seat]) for seat in now.seats], "tardis": now.tardis.get(JULIE), "arrived": now.arrived,
    }  # fmt: skip


SEVENTH: dict[str, Any] = {"winners": (), "how": "seventh Dalek"}
ANOMALY, AT_HOME = {"anomaly": "into-the-dalek"}, {JULIE: 18, STEVE: 4}


@pytest.mark.parametrize(("now", "expected"), [
    (facing(location="earth", zone=0, won=True, daleks=(0, 2, 1)), {"zones": (0, 2, 1)}),
    (facing(location="earth", zone=2, won=True, daleks=(1, 2, 0)), {"zones": (1, 2, 0)}),
    (facing(location="earth", zone=1, won=True, daleks=(1, 2, 1)), {"zones": (1, 1, 1)}),
    (facing(location="earth", zone=0, won=True, manner="here", daleks=(1, 2, 0)), {"zones": (0, 2, 0)}),
    (facing(location="earth", zone=2, daleks=(1, 0, 0)), {"zones": (1, 0, 1)}),
    (facing(location="earth", zone=0, daleks=(0, 1, 1)), {"daleks": 3, "step": "finish"}),
    (facing(location="earth", zone=0, daleks=(2, 2, 2)), SEVENTH),
    (facing(manner="afar", tokens={STEVE: 1}), {"tokens": [2, 0], "zones": (1,), "ship": 4}),
    (facing(manner="here", ship=1), {"zones": (2,), "ship": 5, "step": "finish"}),
    (facing(manner="here", ship=1, options={"helped_ship": "once"}), {"zones": (2,), "ship": 3}),
    (facing(manner="here", daleks=(1,), on_earth=(2, 2, 0)), SEVENTH),
    (facing("rani", ship=1), {"doctors": ["twelfth", "first"]}),
    (facing("rani", seats=3, ship=1), {"doctors": ["twelfth", "first", "fourth"], "ship": 2, "step": "finish"}),
    (facing("weeping-angels", manner="here", ship=1), {"at": {}, "ship": 3}),
    (facing("cybermen", hands={JULIE: "fez"}), {"ship": 4, "cards": [1, 0], "step": "finish"}),
    (facing("zygons", consoles={JULIE: ""}, ship=1), {"ship": 3, "step": "finish"}),
    (facing("krillitanes", tokens=1), {"tokens": [0, 1], "step": "finish"}),
    (facing("silence", ship=5, decks=ANOMALY), {"ship": 8, "markers": (9, 12, 15), "last": "into-the-dalek"}),
    (facing("silence", ship=16, markers=()), {"ship": 18, "step": "finish"}),
    (facing("silence", ship=17, markers=()), {"ship": 18, "step": "finish"}),
    (facing("", "stolen-earth", won=True, ship=1), {"ship": 0}),
    (facing("", "into-the-dalek", ship=1), {"ship": 2, "daleks": 0, "step": "finish", "last": "into-the-dalek"}),
    (facing("", "into-the-dalek", manner="here", ship=1), {"ship": 3, "daleks": 0}),
    (facing(won=True, tardis={JULIE: 5, STEVE: 4}), {"tardis": 7, "markers": (6, 9, 12, 15)}),
    (facing(won=True, tardis={JULIE: 17, STEVE: 4}), {"tardis": 18, "arrived": (JULIE,), "step": "finish"}),
    (facing("wire", tardis=AT_HOME, arrived=(JULIE,)), {"tardis": 17, "arrived": ()}),
])  # fmt: skip
def test_adventures_change_daleks_ship_tardis_and_tokens(now: Position, expected: dict[str, Any]) -> None:
    """TOD-ANOM-02, TOD-ANOM-03, TOD-ANOM-04, TOD-ALOC-05, TOD-ALOC-06, TOD-CT-07, TOD-DTRN-08, TOD-DTRN-10,
    TOD-FAIL-04, TOD-FAIL-07, TOD-HELP-14, TOD-HELP-20, TOD-HELP-21, TOD-REG-04, TOD-SUCC-03, TOD-SUCC-04,
    TOD-TC-07, TOD-TC-08, TOD-TC-16, TOD-TC-23, TOD-DALK-03, AMB-08, AMB-20.
    """
    found = events_of(resolved(now))
    assert {name: found[name] for name in expected} == expected


def test_a_failure_costs_companions_markers_and_the_ship() -> None:
    """TOD-FAIL-02, TOD-FAIL-03, TOD-FAIL-05, TOD-FAIL-08, TOD-FAIL-09."""
    now = facing(consoles={JULIE: COMPANIONS})
    found = kinds(now)
    after = resolved(now)
    row = [fx.CompanionLeft, fx.DalekPlaced, fx.ShipMoved]
    assert [kind for kind in found if kind in row] == row
    assert [one.companion for one in after.console(JULIE).companions] == ["amy", "rory"]
    assert "romana" in after.companion_decks["alien"]
    assert after.places[1].daleks == (1,)
    assert (after.places[1].slots[0].dilemma, after.places[1].slots[0].open) == ("sutekh", True)
    assert (after.ship, after.step) == (4, "finish")
    after = resolved(facing("teller", consoles={JULIE: "amy romana~"}))
    assert (after.console(JULIE).companions, after.companion_discards["earth"]) == ((), ("amy",))
    assert "romana" in after.companion_decks["alien"]


def test_the_sixth_dalek_is_davros_and_the_seventh_ends_the_game() -> None:
    """TOD-TC-02, TOD-FAIL-10, TOD-DALK-01, TOD-DALK-02, TOD-LOSS-01, TOD-COMP-06, AMB-03."""
    sixth = resolved(facing(daleks=(0,), on_earth=(2, 2, 1)))
    assert (is_davros_out(sixth), sixth.step) == (True, "finish")
    now = facing(daleks=(1,), on_earth=(2, 2, 1))
    assert is_davros_out(now)
    after = resolved(now)
    assert (after.step, after.winners, after.how) == ("over", (), "seventh Dalek")
    assert (after.ship, after.daleks) == (now.ship, 6)


def test_help_at_the_location_rewards_both_doctors() -> None:
    """TOD-EX-21, TOD-HELP-18, TOD-HELP-19."""
    now = facing("weeping-angels", "mars", 1, won=True, manner="here", daleks=(3,), tokens={JULIE: 4, STEVE: 1})
    after = resolved(now)
    for seat, tokens in ((JULIE, 5), (STEVE, 3)):
        assert (after.tardis[seat], after.console(seat).tokens) == (now.tardis[seat] + 2, tokens)
        assert len(after.hands[seat]) == 1
    assert after.places[1].daleks == (1,)


def test_help_from_afar_earns_one_card() -> None:
    """TOD-HELP-13."""
    now = facing(won=True, manner="afar", daleks=(3,))
    entries, after = lines(now, m.Resolve(JULIE))
    drawn = [entry.event for entry in entries if isinstance(entry.event, Drawn)]
    assert [(event.player, len(event.cards)) for event in drawn] == [(JULIE, 2), (STEVE, 1)]
    assert (after.tardis[STEVE], after.console(STEVE).tokens) == (now.tardis[STEVE], now.console(STEVE).tokens)
    assert after.places[1].daleks == (2,)


def test_a_returned_companion_refills_an_empty_deck() -> None:
    """TOD-TC-17, TOD-COMPN-02, TOD-COMP-15."""
    failed = resolved(facing(consoles={JULIE: "romana~"}, decks={"alien": ""}))
    empty = recruiting(failed.replace(companion_decks={"earth": (), "alien": ()}))
    refilled = recruiting(failed)
    assert failed.companion_decks["alien"] == ("romana",)
    assert refused(empty, m.Recruit(JULIE, "token", "alien")) == "TOD-RECR-09"
    assert play(refilled, m.Recruit(JULIE, "token", "alien")).console(JULIE).companions == (
        Aboard("romana", part_time=True),
    )


def recruiting(now: Position) -> Position:
    """The same table at the start of another Adventure."""
    began = replace(adventure_of(facing()), stage="recruit", pools=(Pool(JULIE),))
    return now.replace(step="adventure", stack=(began,))


def test_refuses_to_resolve_out_of_turn_or_twice() -> None:
    assert refused(facing(manner="here"), m.Resolve(STEVE)) == "TOD-ADV-01"
    assert refused(table("finish"), m.Resolve(JULIE)) == "TOD-ADV-01"
    now = resolved(facing("slitheen", hands={JULIE: "fez k-9"}))
    assert now.step == "adventure"
    assert refused(now, m.Resolve(JULIE)) == "TOD-FAIL-05"
    assert play(now, m.PayCard(JULIE, "k-9")).step == "finish"


def owed(now: Position) -> list[tuple[str, str, str, int]]:
    """The costs on the stack, the last one first: seat, kind, source, parts that are left."""
    debts = [thing for thing in reversed(now.stack) if isinstance(thing, Debt)]
    return [(debt.seat, debt.kind, debt.source, debt.left) for debt in debts]


def test_a_player_chooses_between_costs() -> None:
    now = resolved(facing("cybermen", hands={JULIE: "fez k-9 run"}))
    assert owed(now) == [(JULIE, "dilemma", "cybermen", 0)]
    assert GAME.rules.implied_pass(now, JULIE) is None
    chosen = play(now, m.ChooseCost(JULIE, 1))
    assert owed(chosen) == [(JULIE, "dilemma", "cybermen", 2)]
    after = play(chosen, m.PayCard(JULIE, "run"), m.PayCard(JULIE, "fez"))
    assert (after.hands[JULIE], after.timey_discards) == (("k-9",), ("run", "fez"))
    assert (after.ship, after.step) == (2, "finish")
    after = play(now, m.ChooseCost(JULIE, 2))
    assert (after.ship, len(after.hands[JULIE]), after.step) == (4, 3, "finish")


def test_refuses_options_and_payments_against_the_rules() -> None:
    now = facing("cybermen", hands={JULIE: "fez"})
    debt = Debt(JULIE, "dilemma", "cybermen", SHIPPED.dilemma["cybermen"].fail)
    now = now.replace(stack=(*now.stack, debt))
    assert payable_options(now, debt) == (2,)
    assert (refused(now, m.ChooseCost(JULIE, 1)), refused(now, m.ChooseCost(JULIE, 2))) == ("TOD-FAIL-07", "")
    now = resolved(facing("cybermen", hands={JULIE: "fez k-9"}))
    assert refused(now, m.PayCard(JULIE, "fez")) == "TOD-FAIL-06"
    assert refused(now, m.ChooseCost(STEVE, 1)) == "TOD-FAIL-05"
    chosen = play(now, m.ChooseCost(JULIE, 1))
    assert refused(chosen, m.ChooseCost(JULIE, 2)) == "TOD-FAIL-06"
    for move in (m.PayTokens(JULIE), m.PayCompanion(JULIE, "amy"), m.PayCard(JULIE, "run")):
        assert refused(chosen, move) == "TOD-FAIL-05"
    assert refused(table("finish"), m.PayTokens(JULIE)) == "TOD-FAIL-05"


def test_a_cost_is_paid_in_order_as_far_as_possible() -> None:
    """TOD-FAIL-07."""
    astronaut = resolved(facing("impossible-astronaut", hands={JULIE: "fez"}))
    assert owed(astronaut) == [(JULIE, "dilemma", "impossible-astronaut", 3)]
    paid = play(astronaut, m.PayCard(JULIE, "fez"))
    assert (paid.ship, paid.hands[JULIE], paid.step) == (4, (), "finish")
    now = resolved(facing("impossible-astronaut", hands={JULIE: "fez k-9 run"}))
    one = play(now, m.PayCard(JULIE, "k-9"))
    assert (one.ship, owed(one)) == (2, [(JULIE, "dilemma", "impossible-astronaut", 2)])
    assert play(one, m.PayCard(JULIE, "run")).ship == 4


def test_a_cost_can_be_paid_by_tokens_or_a_card() -> None:
    rich = resolved(facing("sea-devils", tokens=3, hands={JULIE: "fez"}))
    poor = resolved(facing("sea-devils", tokens=1, hands={JULIE: "fez"}))
    by_tokens, by_card = play(rich, m.PayTokens(JULIE)), play(rich, m.PayCard(JULIE, "fez"))
    assert (by_tokens.console(JULIE).tokens, by_tokens.hands[JULIE], by_tokens.tardis[JULIE]) == (1, ("fez",), 3)
    assert (by_card.console(JULIE).tokens, by_card.hands[JULIE], by_card.tardis[JULIE]) == (3, (), 3)
    assert refused(poor, m.PayTokens(JULIE)) == "TOD-FAIL-07"


def test_a_companion_is_discarded_or_dismissed() -> None:
    """TOD-COMPN-01, TOD-COMPN-02."""
    teller = play(resolved(facing("teller", consoles={JULIE: "amy rory"})), m.PayCompanion(JULIE, "rory"))
    mara = play(resolved(facing("mara", consoles={JULIE: "amy rory"})), m.PayCompanion(JULIE, "rory"))
    assert (teller.companion_discards["earth"], teller.ship) == (("rory",), 4)
    assert "rory" not in teller.companion_decks["earth"]
    assert mara.companion_discards["earth"] == ()
    assert "rory" in mara.companion_decks["earth"]
    assert [one.companion for one in mara.console(JULIE).companions] == ["amy"]
    for dilemma, shuffled in (("mara", ["earth"]), ("teller", [])):
        done, _ = lines(facing(dilemma, consoles={JULIE: "amy"}, ship=1), m.Resolve(JULIE))
        assert [chance.pile for chance in chances(done) if isinstance(chance, Shuffled)] == shuffled


def test_a_helper_from_afar_chooses_a_cost() -> None:
    now = resolved(facing("cybermen", manner="afar", hands={JULIE: "fez k-9", STEVE: "run"}))
    assert owed(now) == [(JULIE, "dilemma", "cybermen", 0), (STEVE, "effect", "help", 0)]
    paid = play(now, m.ChooseCost(JULIE, 2))
    assert owed(paid) == [(STEVE, "effect", "help", 0)]
    assert refused(paid, m.ChooseCost(JULIE, 1)) == "TOD-FAIL-05"
    assert play(paid, m.ChooseCost(STEVE, 1)).console(STEVE).tokens == 1
    after = play(paid, m.ChooseCost(STEVE, 2), m.PayCard(STEVE, "run"))
    assert (after.hands[STEVE], after.console(STEVE).tokens, after.step) == ((), 2, "finish")


def test_costs_can_end_the_game_or_move_the_ship_back() -> None:
    """TOD-CARD-09, TOD-COMP-04."""
    now = play(resolved(facing("racnoss", daleks=(1,), on_earth=(2, 2, 0))), m.ChooseCost(JULIE, 1))
    assert (now.how, now.stack) == ("seventh Dalek", ())
    after = play(
        table("prepare", hands={JULIE: "confession-dial"}, tokens=5, ship=3), m.PlayTimey(JULIE, "confession-dial")
    )
    assert (after.ship, owed(after), after.step, after.timey_discards) == (2, [], "prepare", ("confession-dial",))


def test_wrong_and_unknown_payments_can_be_recorded() -> None:
    now = resolved(facing("slitheen", hands={JULIE: "? ?"}))
    assert against(now, m.PayCard(JULIE, "fez")) == ["TOD-FAIL-05?"]
    found, after = stood(now, m.PayCard(JULIE, "fez"))
    assert found == ["TOD-FAIL-05?"]
    assert (after.hands[JULIE], after.step) == (("?",), "finish")
    now = resolved(facing("slitheen", hands={JULIE: "fez", STEVE: "run"}))
    found, after = stood(now, m.PayCompanion(JULIE, "amy"), m.ChooseCost(JULIE, 1))
    assert found == ["TOD-FAIL-05", "TOD-FAIL-06"]
    assert owed(after) == [(JULIE, "dilemma", "slitheen", 1)]
    assert "TOD-FAIL-05" in stood(after, m.Finish(JULIE))[0]
    found, after = stood(after, m.PayCard(STEVE, "run"))
    assert (found, owed(after)) == (["TOD-FAIL-05"], [])
    assert after.hands == {JULIE: ("fez",), STEVE: ()}


def test_a_declared_result_decides_the_effect_of_a_cost() -> None:
    found, after = stood(facing("beast", ship=1), m.Resolve(JULIE), stated=DeclaredResults(absent=(fx.ShipMoved,)))
    assert (found, after.ship, after.tardis[JULIE], after.step) == (["TOD-FAIL-05"], 1, 3, "finish")
    found, after = stood(facing("sutekh"), m.Resolve(JULIE), stated=DeclaredResults(whole=True))
    assert found
    assert after.ship == 2


def test_costs_are_split_into_single_payments() -> None:
    option = (Part("pay-cards", 2), Part("pay-tokens", 2), Part("discard-companion", 2))
    assert [part.does for part in units(option)] == [
        "pay-cards", "pay-cards", "pay-tokens", "discard-companion", "discard-companion",
    ]  # fmt: skip
    assert [part.does for (part,) in printed_cost(SHIPPED, "each", "time-of-the-doctor")] == [
        "dismiss-companion", "cards", "tokens",
    ]  # fmt: skip
    assert printed_cost(SHIPPED, "spared", "cybermen") == ((Part("pay-cards", 2),), ())
    assert printed_cost(SHIPPED, "dilemma", "nobody") == ()


def failing(*fail: Option) -> Box:
    """The box with this fail cost of Sutekh."""
    return box_with("dilemma", "sutekh", BOX, fail=fail)


def offered(now: Position) -> dict[str, list[Any]]:
    return {seat: list(GAME.rules.legal(now, seat)) for seat in GAME.rules.status(now).awaited}


REST: Option = (Part("ship"), Part("pay-cards"), Part("discard-companion"))


def chained(**more: Any) -> Position:
    """Julie fails with Steve's help against a Sutekh whose cost moves the ship first; it meets a marker."""
    given: dict[str, Any] = {
        "manner": "here", "ship": 5, "seats": 3, "tokens": 3, "box": failing(REST),
        "decks": {"anomaly": "time-of-the-doctor destiny-of-the-daleks"},
        "consoles": {JULIE: "amy rory donna", STEVE: "clara wilfred", KIM: "susan"},
        "hands": {JULIE: "fez k-9", STEVE: "run", KIM: "moment"}, "markers": (6, 9),
    }  # fmt: skip
    return resolved(facing("sutekh", **{**given, **more}))


def test_the_rest_of_a_cost_waits_for_costs_that_it_caused() -> None:
    now = chained()
    assert [now.console(seat).doctor for seat in now.seats] == ["twelfth", "first", "fourth"]
    assert owed(now) == [
        *((seat, "each", "time-of-the-doctor", 1) for seat in (JULIE, STEVE, KIM)),
        (JULIE, "effect", "time-of-the-doctor", 3), (JULIE, "dilemma", "sutekh", 2), (STEVE, "dilemma", "sutekh", 3),
    ]  # fmt: skip
    assert offered(now) == {JULIE: [m.PayCompanion(JULIE, name) for name in ("amy", "rory", "donna")]}
    now = play(now, m.PayCompanion(JULIE, "donna"))
    assert offered(now) == {STEVE: [m.PayCompanion(STEVE, name) for name in ("clara", "wilfred")]}
    now = play(now, m.PayCompanion(STEVE, "wilfred"))  # Kim's Susan leaves with nothing to choose
    assert owed(now) == [(JULIE, "dilemma", "sutekh", 2), (STEVE, "dilemma", "sutekh", 3)]
    assert [task.anomaly for task in now.tasks] == ["destiny-of-the-daleks"]
    assert [len(now.hands[seat]) for seat in now.seats] == [3, 2, 2]
    assert {type(move) for move in offered(now)[JULIE]} == {m.PayCard}
    now = play(now, m.PayCard(JULIE, "k-9"))
    assert offered(now) == {JULIE: [m.PayCompanion(JULIE, "amy"), m.PayCompanion(JULIE, "rory")]}
    now = play(now, m.PayCompanion(JULIE, "rory"))
    assert (now.ship, owed(now)) == (7, [(STEVE, "dilemma", "sutekh", 2)])  # the helper's begins with the ship too
    now = play(now, m.PayCard(STEVE, "run"))
    assert now.console(STEVE).companions == ()  # the only one goes with nothing to choose
    assert (now.step, now.stack, sorted(now.companion_discards["earth"])) == ("finish", (), ["clara", "rory"])


def test_mistakes_in_a_chain_of_costs_are_recorded() -> None:
    stated = DeclaredResults([fx.CompanionLeft(seat=JULIE, companion="donna", how="discarded")])
    found, now = stood(chained(), m.PayCompanion(JULIE, "donna"), stated=stated)
    assert found == ["TOD-COMPN-02"]
    assert (now.companion_discards["earth"], owed(now)[0]) == (("donna",), (STEVE, "each", "time-of-the-doctor", 1))
    now = facing("rani", ship=5, decks={"anomaly": "time-of-the-doctor"}, consoles={JULIE: "amy rory"})
    found, after = stood(now, m.Resolve(JULIE), stated=DeclaredResults(absent=(fx.ConsolesSwapped,)))
    assert found == ["TOD-REG-01", "TOD-REG-01"]
    assert [after.console(seat).doctor for seat in after.seats] == ["eleventh", "twelfth"]
    assert owed(after)[0] == (JULIE, "each", "time-of-the-doctor", 1)
    now = chained()
    found, after = stood(now, m.PayCompanion(STEVE, "clara"), m.PayTokens(JULIE))
    assert found == ["TOD-FAIL-05", "TOD-FAIL-05"]
    assert owed(after) == owed(now)
    assert refused(now, m.Finish(JULIE)) == "TOD-FAIL-05"


def test_each_doctor_pays_a_part_of_a_fail_cost() -> None:
    either: Option = (Part("pay-cards", 2, each=True),)
    other: Option = (Part("tardis", -1, each=True), Part("pay-cards", each=True), Part("ship"))
    now = facing("sutekh", seats=3, box=failing(either, other), hands={JULIE: "fez k-9", STEVE: "run", KIM: ""}, ship=1)
    now = play(resolved(now), m.ChooseCost(JULIE, 2))
    assert [now.tardis[seat] for seat in now.seats] == [3, 3, 3]
    assert owed(now) == [
        *((seat, "each", "sutekh", 1) for seat in (JULIE, STEVE, KIM)), (JULIE, "dilemma", "sutekh", 1)
    ]  # fmt: skip
    paid, _ = lines(now, m.PayCard(JULIE, "fez"))
    assert {entry.rule for entry in paid if isinstance(entry.event, Effect)} == {"TOD-FAIL-05"}
    now = play(now, m.PayCard(JULIE, "fez"), m.PayCard(STEVE, "run"))
    assert (now.hands, now.ship, now.step) == ({JULIE: ("k-9",), STEVE: (), KIM: ()}, 2, "finish")
    option: Option = (Part("ship"), Part("pay-tokens", 1, each=True))
    now = facing("sutekh", manner="here", box=failing(option), options={"helped_ship": "once"}, tokens=3, ship=1)
    after = resolved(now)
    assert (after.ship, [after.console(seat).tokens for seat in after.seats]) == (2, [1, 1])
    fail = ((Part("tardis", 1, each=True),), (Part("tardis", -1, each=True), Part("pay-tokens", each=True)))
    box = box_with("anomaly", "into-the-dalek", BOX, fail=fail)
    now = resolved(facing("", "into-the-dalek", box=box, seats=3))
    after = play(now, m.ChooseCost(JULIE, 2))
    assert [after.tardis[seat] - now.tardis[seat] for seat in after.seats] == [-1, -1, -1]
    assert [after.console(seat).tokens for seat in after.seats] == [1, 1, 1]


def test_each_doctor_pays_a_toll() -> None:
    box = box_with(
        "anomaly", "into-the-dalek", effect=(Part("cards", each=True),), fail=((Part("tardis", -1, each=True),),),
        toll=((Part("pay-tokens", each=True),),),
    )  # fmt: skip
    now = table("choose", places=[place(2, "into-the-dalek"), place(3, "mars", "", "")], box=box, tokens=3)
    after = play(now, m.Travel(JULIE, 3, 0))
    assert [after.console(seat).tokens for seat in after.seats] == [2, 2]
    assert (after.tardis, after.hands) == (now.tardis, now.hands)


def test_a_helper_pays_the_toll_before_the_ship_moves() -> None:
    """TOD-HELP-08, AMB-25."""
    now = begun_adventure(
        places=[place(2, "orient-express", "sutekh", "?"), Place(3, "into-the-dalek")], ship=4, box=BOX,
        decks={"anomaly": "day-of-the-daleks"}, tokens={JULIE: 1, STEVE: 3}, hands={STEVE: "fez"},
    )  # fmt: skip
    now = play(now, m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    beside = play(now.replace(at={**now.at, STEVE: (2, 1)}), m.GiveHelp(STEVE, "here"))
    assert "toll" not in {kind for _, kind, _, _ in owed(beside)}
    now = play(now, m.GiveHelp(STEVE, "here", "token"))
    assert refused(now, m.Gather(STEVE)) == "TOD-FAIL-05"
    assert (now.ship, owed(now)) == (4, [(STEVE, "toll", "into-the-dalek", 0), (STEVE, "help", "help", 1)])
    paid = play(now, m.ChooseCost(STEVE, 1))
    assert (paid.ship, paid.console(STEVE).tokens, owed(paid)[0]) == (6, 0, (STEVE, "each", "day-of-the-daleks", 1))
    after = play(paid, m.PayCard(STEVE, "fez"))
    assert (after.ship, owed(after), adventure_of(after).stage) == (7, [], "pool")


def test_a_forgotten_ship_move_is_recorded() -> None:
    now = begun_adventure(
        places=[place(2, "orient-express", "sutekh", "?"), Place(3, "into-the-dalek")], tokens={JULIE: 1, STEVE: 3}
    )
    now = play(now, m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    found, after = stood(now, m.GiveHelp(STEVE, "here", "token"), stated=DeclaredResults(absent=(fx.ShipMoved,)))
    assert (found, after.ship, after.console(STEVE).tokens) == (["TOD-HELP-07"], now.ship, 0)
    due = effects(lines(now, m.GiveHelp(STEVE, "here", "token"))[0])
    assert [type(effect) for effect in due if isinstance(effect, fx.DoctorMoved | fx.TokensPaid | fx.ShipMoved)] == [
        fx.TokensPaid, fx.DoctorMoved, fx.TokensPaid, fx.ShipMoved,
    ]  # fmt: skip


def test_refuses_to_pass_with_an_unpaid_cost() -> None:
    box = box_with("timey", "jelly-babies", parts=(Part("pay-either", 2, each=True),))
    now = in_adventure({JULIE: "B1 running"}, hands={JULIE: "k-9", STEVE: "jelly-babies run"}, tokens=5, box=box)
    now = play(now, m.Resolve(JULIE), m.PlayTimey(STEVE, "jelly-babies"))
    assert owed(now) == [(JULIE, "each", "jelly-babies", 1), (STEVE, "each", "jelly-babies", 1)]
    assert against(now, Passed(STEVE)) == ["TOD-FAIL-05"]
    assert refused(now, Passed(JULIE)) == "TOD-FAIL-05"
    paid = play(now, m.PayTokens(JULIE), m.PayCard(STEVE, "run"))
    assert paid.window == Window("resolve", (STEVE,))
    assert play(paid, Passed(STEVE)).step == "finish"


def test_refuses_to_skip_a_compulsory_move() -> None:
    met = play(table(earth=("sutekh", "?", "?"), consoles={JULIE: ""}), m.Travel(JULIE, 1, 0))
    called = play(met, m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    asked = resolved(facing("cybermen", hands={JULIE: "fez k-9"}))
    for now, move, rule in (
        (met, m.SkipAdventure(JULIE), "TOD-ADV-01"), (called, Passed(STEVE), "TOD-HELP-04"),
        (asked, Passed(JULIE), "TOD-FAIL-05"),
    ):  # fmt: skip
        assert refused(now, move) == rule
        found, after = stood(now, move)
        assert (found, after.debt) == ([rule], None)
        assert after.step == ("adventure" if now is called else "finish")
    assert adventure_of(stood(called, Passed(STEVE))[1]).helper == ""


def test_a_helper_who_never_answered_gains_and_owes_nothing() -> None:
    called = play(begun_adventure(box=BOX), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    shows = "B1 running, B2 running, B3 running, B4 running, U1 science, G1 running"
    found, now = stood(called, m.RollDice(JULIE), fate=Showing(shows))
    assert found == ["TOD-HELP-04"]
    failed = resolved(now)
    assert (failed.step, failed.console(STEVE), failed.ship) == ("finish", now.console(STEVE), now.ship + 2)
    met = now.replace(stack=(replace(adventure_of(facing(won=True)), helper=STEVE),))
    assert play(met, m.Resolve(JULIE)).hands[STEVE] == now.hands[STEVE]


@pytest.mark.parametrize(("now", "kind", "expected"), [
    (facing("krillitanes", tokens=1), fx.TokensPaid, [fx.TokensPaid(JULIE, 1)]),
    (facing(location="earth", zone=0, won=True, daleks=(0, 2, 1)), fx.DalekRemoved, []),
    (facing("beast", "mars", 1, ship=1), fx.DalekPlaced, [fx.DalekPlaced(place=2, zone=0)]),
])  # fmt: skip
def test_effects_of_an_adventure_name_only_what_happened(now: Any, kind: type[Effect], expected: list[Effect]) -> None:
    entries, _ = lines(now, m.Resolve(JULIE))
    assert [effect for effect in effects(entries) if isinstance(effect, kind)] == expected


EITHER, SHIP, CARD = Part("pay-either", 2), (Part("ship"),), Part("pay-cards")
TWO_OPTIONS = ((Part("pay-tokens", 2),), (Part("pay-cards", 2),))


@pytest.mark.parametrize(("options", "tokens", "hand", "companions", "payable"), [
    (((EITHER, Part("pay-tokens", 2)), SHIP), 2, "fez", "amy", (1, 2)),
    (((EITHER, Part("pay-tokens", 2)), SHIP), 3, "", "amy", (2,)), (((EITHER, CARD), SHIP), 1, "fez", "amy", (2,)),
    (((CARD, Part("discard-companion", 2)), SHIP), 0, "fez", "amy", (2,)),
    (((Part("dismiss-companion", 2),), SHIP), 0, "", "amy rory", (1, 2)),
    (((Part("pay-cards", 2),), (Part("discard-companion", 2),)), 2, "", "amy", (2,)),
    (TWO_OPTIONS, 1, "fez", "amy", (1, 2)), (TWO_OPTIONS, 0, "fez", "amy", (2,)), (TWO_OPTIONS, 2, "", "", (1,)),
    (TWO_OPTIONS, 1, "", "amy", (1,)), (TWO_OPTIONS, 0, "", "amy", (1,)), (((EITHER,), SHIP), 1, "fez", "amy", (1, 2)),
    (((EITHER,), SHIP), 2, "", "amy", (1, 2)), (((EITHER,), SHIP), 1, "", "amy", (2,)),
])  # fmt: skip
def test_finds_the_options_that_can_be_paid(
    options: Any, tokens: int, hand: str, companions: str, payable: Any
) -> None:
    now = table("adventure", tokens=tokens, hands={JULIE: hand}, consoles={JULIE: companions})
    assert payable_options(now, Debt(JULIE, "dilemma", "cybermen", options)) == payable


def test_a_reward_can_go_to_each_doctor() -> None:
    """TOD-SUCC-02."""
    express = SHIPPED.location["orient-express"]
    zone = replace(express.zones[0], reward=(Part("tokens", each=True), Part("tardis")))
    now = facing(won=True, seats=3, box=box_with("location", "orient-express", BOX, zones=(zone, express.zones[1])))
    after = resolved(now)
    assert [after.console(seat).tokens for seat in after.seats] == [3, 3, 3]
    assert [after.tardis[seat] - now.tardis[seat] for seat in after.seats] == [1, 0, 0]


@pytest.mark.parametrize(("parts", "left"), [((Part("pay-cards"),), ("run",)), ((Part("tokens"),), ("fez", "run"))])
def test_a_card_cannot_pay_its_own_price(parts: Option, left: tuple[str, ...]) -> None:
    box = box_with("timey", "jelly-babies", parts=parts)
    now = play(table(hands={JULIE: "jelly-babies fez run"}, box=box), m.PlayTimey(JULIE, "jelly-babies"))
    assert (now.hands[JULIE], now.timey_discards) == (("fez", "run"), ("jelly-babies",))
    now = play(now, m.PayCard(JULIE, "fez")) if now.debt else now
    assert now.hands[JULIE] == left


@pytest.mark.parametrize(("out", "how"), [(2, ""), (4, "seventh Dalek")])
def test_a_cost_can_place_two_daleks(out: int, how: str) -> None:
    box = box_with("dilemma", "racnoss", BOX, fail=((Part("dalek", 2), Part("ship")),))
    after = resolved(facing("racnoss", box=box, on_earth=(out, 0, 0), ship=1))
    assert (after.how, after.daleks, after.ship) == (how, 6 if how else out + 3, 1 if how else 2)


def test_the_moment_takes_dalek_markers() -> None:
    """AMB-19."""
    tiles = [place(2, "mars", "?", "?", daleks=(3,)), place(3, "karn", "?", "?", daleks=(1,))]
    after = play(
        table(places=tiles, at={JULIE: (2, 1)}, hands={JULIE: "moment"}, tokens=3), m.PlayTimey(JULIE, "moment")
    )
    assert [tile.daleks for tile in after.places[1:]] == [(1,), (1,)]


def test_the_daleks_wait_for_an_unpaid_cost() -> None:
    debt = Debt(JULIE, "dilemma", "cybermen", SHIPPED.dilemma["cybermen"].fail)
    now = table("daleks", player=STEVE, stack=(debt,), hands={JULIE: "fez run"}, markers=())
    found, after = stood(now, m.DaleksMove(STEVE))
    assert (found, after.ship, after.step, after.stack) == (["TOD-FAIL-05"], now.ship, "daleks", now.stack)


def daleks_turn(**more: Any) -> Position:
    return table("daleks", player=STEVE, box=BOX, **more)


def test_the_daleks_draw_an_anomaly() -> None:
    now = daleks_turn(ship=5, decks={"anomaly": "remembrance-of-the-daleks into-the-dalek"})
    entries, after = lines(now, m.DaleksMove(STEVE))
    kinds = [type(effect) for effect in effects(entries)]
    assert kinds[:3] == [fx.ShipMoved, fx.MarkerTaken, fx.AnomalyTaken]
    assert fx.CostDue not in kinds
    assert [event.item for event in chances(entries) if isinstance(event, Revealed)] == ["remembrance-of-the-daleks"]
    assert (after.ship, after.markers, after.tasks) == (6, (9, 12, 15), (Task("remembrance-of-the-daleks"),))
    assert after.anomaly_deck == ("into-the-dalek",)
    assert (after.step, after.player, after.round) == ("charge", JULIE, now.round + 1)


def test_each_marker_that_is_met_draws_an_anomaly() -> None:
    """TOD-ANOM-01."""
    for ship, to, met in ((5, 12, (6, 9, 12)), (10, 6, (9, 6)), (5, 5, ()), (9, 12, (12,)), (9, 6, (6,))):
        assert markers_met(table(ship=ship), to) == met
    deck = "day-of-the-daleks time-of-the-doctor"
    now = resolved(facing("silence", ship=5, markers=(6, 7), decks={"anomaly": deck}, hands={JULIE: "fez"}))
    assert (now.markers, now.anomaly_deck) == ((), ())
    assert owed(now)[0][::2] == (JULIE, "day-of-the-daleks")
    assert now.console(JULIE).doctor == "eleventh"  # the second one waits
    after = play(now, m.PayTokens(JULIE))
    assert after.console(JULIE).doctor == "twelfth"
    assert (after.anomaly_discards, after.ship, after.step) == (tuple(deck.split()), 9, "finish")


def test_an_empty_deck_or_an_unknown_card_gives_no_anomaly() -> None:
    """AMB-33."""
    after = play(daleks_turn(ship=5, decks={"anomaly": ""}), m.DaleksMove(STEVE))
    assert (after.markers, after.tasks, after.step) == ((9, 12, 15), (), "charge")
    now = daleks_turn(ship=5, decks={"anomaly": ""}).replace(anomaly_deck=("?", "?"))
    found, after = stood(now, m.DaleksMove(STEVE), fate=ScriptedChance(items=("?",)))
    assert (found, after.ship, after.tasks) == ([], 6, ())


def test_a_location_anomaly_comes_into_play_and_needs_no_roll() -> None:
    """TOD-ALOC-01, TOD-ALOC-02."""
    entries, after = lines(daleks_turn(ship=5, decks={"anomaly": "asylum-of-the-daleks"}), m.DaleksMove(STEVE))
    assert [effect.place for effect in effects(entries) if isinstance(effect, fx.LocationLaid)] == [2]
    assert (after.places[-1].location, after.places[-1].slots) == ("asylum-of-the-daleks", ())
    assert (after.ship, after.tasks) == (7, ())  # one by the Daleks, one by the effect
    assert rule_in_force(after, "no-help") == "asylum-of-the-daleks"  # TOD-ALOC-08
    now = table("travel", places=[place(HERE, "asylum-of-the-daleks")])
    after = play(now, m.Travel(JULIE, HERE, 0))
    assert adventure_of(after).symbols == SHIPPED.anomaly["asylum-of-the-daleks"].symbols


def test_a_location_anomaly_that_is_met_is_removed() -> None:
    """TOD-ALOC-07, TOD-CT-06."""
    now = facing("", "into-the-dalek", won=True, ship=3, seats=3)
    now = now.replace(at={**now.at, STEVE: (HERE, 0), KIM: (1, 2)})
    entries, after = lines(now, m.Resolve(JULIE))
    moved = [effect for effect in effects(entries) if isinstance(effect, fx.DoctorMoved)]
    assert moved == [fx.DoctorMoved(JULIE, 0), fx.DoctorMoved(STEVE, 0)]
    assert (after.ship, after.tardis[JULIE], after.at) == (2, now.tardis[JULIE] + 2, {KIM: (1, 2)})
    assert ([tile.n for tile in after.places], after.anomaly_discards) == ([1], ("into-the-dalek",))
    assert play(after, m.Finish(JULIE)).player == STEVE


def test_destiny_of_the_daleks_locks_dice_until_they_are_freed() -> None:
    """TOD-CT-04, TOD-ATASK-02, TOD-ATASK-04, TOD-ATASK-05."""
    now = play(daleks_turn(ship=5, decks={"anomaly": "destiny-of-the-daleks"}), m.DaleksMove(STEVE))
    assert [available(now, colour) for colour in ("green", "blue")] == [0, 3]
    for freed in (1, 2, 3):
        now = resolved(facing(won=True, symbols=("running", "diplomacy"), tasks=now.tasks))
        assert available(now, "green") == freed
    assert (now.tasks, now.anomaly_discards) == ((), ("destiny-of-the-daleks",))


def test_a_task_needs_its_symbols_and_progress() -> None:
    task = (Task("destiny-of-the-daleks"),)
    other = facing(won=True, symbols=("science", "strength"), tasks=task)
    failed = facing(symbols=("running", "diplomacy"), tasks=task)
    assert resolved(other).tasks == task
    assert resolved(failed).tasks == task
    name = "resurrection-of-the-daleks"
    now = table("charge", tokens=0, tasks=(Task(name, 1),))
    assert play(now, m.Charge(JULIE)).console(JULIE).tokens == 1
    after = resolved(facing(won=True, symbols=("cunning", "tactics"), tasks=(Task(name, 1),)))
    assert (after.tasks, after.anomaly_discards) == ((), (name,))


def test_an_instant_anomaly_is_discarded() -> None:
    """TOD-AINST-01."""
    now = play(daleks_turn(ship=5, decks={"anomaly": "day-of-the-daleks"}, hands={JULIE: "fez"}), m.DaleksMove(STEVE))
    assert (now.step, now.player, now.debt and now.debt.seat) == ("daleks", STEVE, JULIE)
    assert refused(now, m.DaleksMove(STEVE)) == "TOD-FAIL-05"
    after = play(now, m.PayTokens(JULIE))
    assert [after.console(seat).tokens for seat in after.seats] == [0, 0]
    assert (after.ship, after.anomaly_discards, after.step) == (7, ("day-of-the-daleks",), "charge")


def test_time_of_the_doctor_concerns_each_seat_in_turn_order() -> None:
    """TOD-CT-03, TOD-REG-01, AMB-31."""
    now = table(seats=3, player=STEVE)
    four = table(seats=4, player=STEVE, order=(KIM, LEE, JULIE, STEVE), options={"turn_order": "by_doctor"})
    for each, order in (
        (now, (STEVE, KIM, JULIE)), (now.replace(step="daleks"), (JULIE, STEVE, KIM)),
        (now.replace(order=(), player=""), (JULIE, STEVE, KIM)), (four, (STEVE, KIM, LEE, JULIE)),
        (four.replace(step="daleks"), (KIM, LEE, JULIE, STEVE)),
        (four.replace(step="daleks", order=(LEE, STEVE, KIM, JULIE)), (LEE, JULIE, STEVE, KIM)),
    ):  # fmt: skip
        assert in_turn_order(each) == order
    deck = "time-of-the-doctor destiny-of-the-daleks"
    after = play(daleks_turn(ship=5, decks={"anomaly": deck}), m.DaleksMove(STEVE))
    for seat, doctor in ((JULIE, "twelfth"), (STEVE, "first")):
        console = after.console(seat)
        assert (console.doctor, console.companions, console.tokens, len(after.hands[seat])) == (doctor, (), 4, 1)
    assert {"amy", "clara"} <= set(after.companion_decks["earth"])
    assert (after.anomaly_discards, after.tasks) == (("time-of-the-doctor",), (Task("destiny-of-the-daleks"),))


def test_regeneration_keeps_all_but_the_doctor() -> None:
    """TOD-EX-23, TOD-REG-06."""
    now = facing("rani", seats=4, ship=1, hands={STEVE: "fez run"}, at={JULIE: (HERE, 0), STEVE: (1, 2)})
    after = resolved(now)
    assert {now.console(seat).doctor: after.console(seat).doctor for seat in now.seats} == {
        "first": "fourth", "fourth": "eleventh", "eleventh": "twelfth", "twelfth": "first",
    }  # fmt: skip
    for seat in now.seats:
        assert after.console(seat).replace(doctor="") == now.console(seat).replace(doctor="")  # TOD-REG-07, AMB-29
    assert (after.hands, after.at, after.tardis) == (now.hands, now.at, now.tardis)  # TOD-REG-05
    assert after.order == now.order  # AMB-01


def helped(other: str, consoles: dict[str, str]) -> Position:
    """Steve comes to help, and the ship meets two markers: the Doctors regenerate, and another Time Anomaly."""
    decks = {"anomaly": f"time-of-the-doctor {other}"}
    now = table("travel", ship=4, earth=("sutekh", "?", "?"), decks=decks, consoles=consoles, tokens=3)
    called = play(now, m.Travel(JULIE, 1, 0), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    return play(called, m.GiveHelp(STEVE, "here", "token"))


def test_regeneration_leads_to_the_next_doctor_by_number() -> None:
    """TOD-REG-02, TOD-REG-03, AMB-11, AMB-12."""
    doctor = {**SHIPPED.doctor, "tenth": replace(SHIPPED.doctor["first"], name="Tenth Doctor", number=10)}
    now, wider = table(), table(box=replace(SHIPPED, doctor=doctor))
    assert [next_doctor(now, name) for name in ("first", "twelfth", "nobody")] == ["fourth", "first", "nobody"]
    assert [next_doctor(wider, name) for name in ("fourth", "tenth", "twelfth")] == ["tenth", "eleventh", "first"]


def test_a_regeneration_in_an_adventure_changes_the_pools() -> None:
    """AMB-30."""
    after = helped("destiny-of-the-daleks", {JULIE: "", STEVE: ""})
    assert (after.ship, after.console(JULIE).doctor) == (6, "twelfth")
    assert all(die.gone == "returned" for die in adventure_of(after).pools[0].dice)
    assert after.tasks == (Task("destiny-of-the-daleks"),)
    now = helped("remembrance-of-the-daleks", {JULIE: "amy rory", STEVE: ""})
    assert colours(now) == "1U 1G"  # the Eleventh Doctor's have gone back
    after = play(now, m.PayCompanion(JULIE, "amy"))
    assert colours(after) == "1U"
    assert colours(play(after, m.Gather(JULIE))) == "4B 1U 1R"


def test_a_declared_failure_is_recorded() -> None:
    stated = DeclaredResults([AdventureEnded(won=False)])
    found, after = stood(facing(won=True), m.Resolve(JULIE), stated=stated)
    assert found == ["TOD-ROLL-03"]
    assert (after.daleks, after.ship) == (1, 4)


def test_an_empty_timey_wimey_deck_is_renewed() -> None:
    before = table(hands={JULIE: "hypercube"}, tokens=1, decks={"timey": "run"}, timey_discards=("fez", "stetson"))
    done, now = lines(before, m.PlayTimey(JULIE, "hypercube"))
    assert [chance.pile for chance in chances(done) if isinstance(chance, Shuffled)] == ["timey"]
    assert (now.hands[JULIE][0], len(now.hands[JULIE]), len(now.timey_deck)) == ("run", 2, 1)
    assert now.timey_discards == ("hypercube",)
    barren = play(before.replace(timey_deck=(), timey_discards=()), m.PlayTimey(JULIE, "hypercube"))
    assert (barren.hands[JULIE], barren.timey_deck) == ((), ())
