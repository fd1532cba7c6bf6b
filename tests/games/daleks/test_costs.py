"""Costs on the stack: options, cards, tokens, Companions, one after the other, and what comes in between."""

from typing import Any

import pytest
from daleks_adventures import facing, resolved
from daleks_tables import JULIE, KIM, STEVE, against, place, play, refused, stood, table

from events.errors import UnplayableError
from projections.draft import Stated
from projections.games.daleks.components.box import Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.components.printed_costs import printed_cost, units
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import ShipMoved
from projections.games.daleks.rules.cost_parts import payable_options
from projections.games.daleks.state.position import Debt, Position


def owed(now: Position) -> list[tuple[str, str, int, int]]:
    """What is owed, the last begun first: seat, source, option chosen, how much of it is left."""
    debts = [thing for thing in reversed(now.stack) if isinstance(thing, Debt)]
    return [(debt.seat, debt.source, debt.chosen, debt.left) for debt in debts]


def test_a_choice_of_costs() -> None:
    now = resolved(facing("cybermen", hands={JULIE: "fez k-9 run"}))
    assert owed(now) == [(JULIE, "cybermen", 0, 0)]
    chosen = play(now, m.ChooseCost(JULIE, 1))
    assert owed(chosen) == [(JULIE, "cybermen", 1, 2)]
    after = play(chosen, m.PayCard(JULIE, "run"), m.PayCard(JULIE, "fez"))
    assert (after.hands[JULIE], after.timey_discards) == (("k-9",), ("run", "fez"))
    assert (after.ship, after.step) == (2, "finish")
    after = play(now, m.ChooseCost(JULIE, 2))
    assert (after.ship, len(after.hands[JULIE]), after.step) == (4, 3, "finish")


def test_refuses_an_option_that_cannot_be_paid() -> None:
    now = facing("cybermen", hands={JULIE: "fez"})
    debt = Debt(JULIE, "dilemma", "cybermen", SHIPPED.dilemma["cybermen"].fail)
    now = now.replace(stack=(*now.stack, debt))
    assert payable_options(now, debt) == (2,)
    assert refused(now, m.ChooseCost(JULIE, 1)) == "TOD-FAIL-07"
    assert refused(now, m.ChooseCost(JULIE, 2)) == ""


def test_a_cost_is_paid_in_order_as_far_as_possible() -> None:
    """TOD-FAIL-07."""
    astronaut = resolved(facing("impossible-astronaut", hands={JULIE: "fez"}))
    assert owed(astronaut) == [(JULIE, "impossible-astronaut", 1, 3)]
    paid = play(astronaut, m.PayCard(JULIE, "fez"))
    assert (paid.ship, paid.hands[JULIE], paid.step) == (4, (), "finish")
    now = resolved(facing("impossible-astronaut", hands={JULIE: "fez k-9 run"}))
    one = play(now, m.PayCard(JULIE, "k-9"))
    assert (one.ship, owed(one)) == (2, [(JULIE, "impossible-astronaut", 1, 2)])
    assert play(one, m.PayCard(JULIE, "run")).ship == 4


TWO_OPTIONS = ((Part("pay-tokens", 2),), (Part("pay-cards", 2),))
EITHER = ((Part("pay-either", 2),), (Part("ship"),))


@pytest.mark.parametrize(
    ("costs", "tokens", "hand", "companions", "options"),
    [
        (TWO_OPTIONS, 1, "fez", "amy", (1, 2)),
        (TWO_OPTIONS, 0, "fez", "amy", (2,)),
        (TWO_OPTIONS, 2, "", "", (1,)),
        (TWO_OPTIONS, 1, "", "amy", (1,)),
        (TWO_OPTIONS, 0, "", "amy", (1,)),
        (EITHER, 1, "fez", "amy", (1, 2)),
        (EITHER, 2, "", "amy", (1, 2)),
        (EITHER, 1, "", "amy", (2,)),
    ],
)
def test_payable_options(costs: Any, tokens: int, hand: str, companions: str, options: tuple[int, ...]) -> None:
    now = table("adventure", tokens=tokens, hands={JULIE: hand}, consoles={JULIE: companions})
    assert payable_options(now, Debt(JULIE, "dilemma", "cybermen", costs)) == options


def test_a_cost_of_tokens_or_a_card() -> None:
    rich = resolved(facing("sea-devils", tokens=3, hands={JULIE: "fez"}))
    poor = resolved(facing("sea-devils", tokens=1, hands={JULIE: "fez"}))
    by_tokens, by_card = play(rich, m.PayTokens(JULIE)), play(rich, m.PayCard(JULIE, "fez"))
    assert (by_tokens.console(JULIE).tokens, by_tokens.hands[JULIE], by_tokens.tardis[JULIE]) == (1, ("fez",), 3)
    assert (by_card.console(JULIE).tokens, by_card.hands[JULIE], by_card.tardis[JULIE]) == (3, (), 3)
    assert refused(poor, m.PayTokens(JULIE)) == "TOD-FAIL-07"


def test_a_companion_is_discarded_or_dismissed() -> None:
    teller = play(resolved(facing("teller", consoles={JULIE: "amy rory"})), m.PayCompanion(JULIE, "rory"))
    mara = play(resolved(facing("mara", consoles={JULIE: "amy rory"})), m.PayCompanion(JULIE, "rory"))
    assert (teller.companion_discards["earth"], teller.ship) == (("rory",), 4)
    assert "rory" not in teller.companion_decks["earth"]
    assert mara.companion_discards["earth"] == ()
    assert "rory" in mara.companion_decks["earth"]
    assert [one.companion for one in mara.console(JULIE).companions] == ["amy"]


def test_a_helper_from_afar_chooses_a_cost() -> None:
    now = resolved(facing("cybermen", manner="afar", hands={JULIE: "fez k-9", STEVE: "run"}))
    assert owed(now) == [(JULIE, "cybermen", 0, 0), (STEVE, "help", 0, 0)]
    paid = play(now, m.ChooseCost(JULIE, 2))
    assert owed(paid) == [(STEVE, "help", 0, 0)]
    assert refused(paid, m.ChooseCost(JULIE, 1)) == "TOD-FAIL-05"
    assert play(paid, m.ChooseCost(STEVE, 1)).console(STEVE).tokens == 1
    after = play(paid, m.ChooseCost(STEVE, 2), m.PayCard(STEVE, "run"))
    assert (after.hands[STEVE], after.console(STEVE).tokens, after.step) == ((), 2, "finish")


def test_costs_that_lead_to_other_costs() -> None:
    deck = "time-of-the-doctor day-of-the-daleks into-the-dalek"
    now = facing(
        "zygons", manner="here", ship=5, seats=3, decks={"anomaly": deck}, tokens=3,
        consoles={JULIE: "amy rory", STEVE: "clara donna", KIM: "susan"}, hands={KIM: "fez k-9", STEVE: "run"},
    )  # fmt: skip
    now = resolved(now)
    assert owed(now) == [(JULIE, "zygons", 0, 0), (STEVE, "zygons", 0, 0)]
    now = play(now, m.ChooseCost(JULIE, 2))
    assert (now.ship, now.markers) == (7, (9, 12, 15))
    assert [now.console(seat).doctor for seat in now.seats] == ["twelfth", "first", "fourth"]  # TOD-REG-01
    each = [(seat, "time-of-the-doctor", 1, 1) for seat in (JULIE, STEVE, KIM)]
    assert owed(now) == [*each, (JULIE, "time-of-the-doctor", 1, 3), (STEVE, "zygons", 0, 0)]
    now = play(now, m.PayCompanion(JULIE, "rory"))
    assert refused(now, m.PayCompanion(JULIE, "amy")) == "TOD-FAIL-05"  # it is Steve's turn to choose
    now = play(now, m.PayCompanion(STEVE, "clara"))  # Kim has one Companion, and nothing to choose
    assert [len(now.console(seat).companions) for seat in now.seats] == [1, 1, 0]
    assert [len(now.hands[seat]) for seat in now.seats] == [1, 2, 3]
    assert [now.console(seat).tokens for seat in now.seats] == [5, 5, 5]
    assert now.anomaly_discards == ("time-of-the-doctor",)
    assert owed(now)[0] == (JULIE, "day-of-the-daleks", 1, 1)
    now = play(now, m.PayTokens(JULIE), m.PayCard(STEVE, "run"), m.PayCard(KIM, "fez"))
    assert (now.ship, now.anomaly_discards) == (8, ("time-of-the-doctor", "day-of-the-daleks"))
    assert owed(now) == [(STEVE, "zygons", 0, 0)]
    now = play(now, m.ChooseCost(STEVE, 1))
    assert now.console(STEVE).companions == ()
    assert (now.step, now.stack, now.tasks) == ("finish", (), ())


def test_a_dalek_as_a_cost_can_be_the_seventh() -> None:
    now = play(resolved(facing("racnoss", daleks=(1,), on_earth=(2, 2, 0))), m.ChooseCost(JULIE, 1))
    assert (now.how, now.stack) == ("seventh Dalek", ())


def test_an_anomaly_charges_for_moving() -> None:
    anomaly = place(2, "into-the-dalek")
    now = table("travel", places=[anomaly], hands={JULIE: "fez"}, tokens=3, earth=("sutekh", "?", "?"))
    moved = play(now, m.Travel(JULIE, 1, 0))
    assert owed(moved) == [(JULIE, "into-the-dalek", 0, 0)]
    assert moved.adventure is None
    paid = play(moved, m.ChooseCost(JULIE, 1))
    assert (paid.console(JULIE).tokens, paid.hands[JULIE]) == (1, ("fez",))
    assert paid.adventure is not None
    to_anomaly = play(now, m.Travel(JULIE, 2, 0))
    assert (to_anomaly.console(JULIE).tokens, owed(to_anomaly)) == (3, [])


def test_refuses_a_payment_against_the_rules() -> None:
    now = resolved(facing("cybermen", hands={JULIE: "fez k-9"}))
    assert refused(now, m.PayCard(JULIE, "fez")) == "TOD-FAIL-06"
    assert refused(now, m.ChooseCost(STEVE, 1)) == "TOD-FAIL-05"
    chosen = play(now, m.ChooseCost(JULIE, 1))
    assert refused(chosen, m.ChooseCost(JULIE, 2)) == "TOD-FAIL-06"
    for move in (m.PayTokens(JULIE), m.PayCompanion(JULIE, "amy"), m.PayCard(JULIE, "run")):
        assert refused(chosen, move) == "TOD-FAIL-05"
    assert refused(table("finish"), m.PayTokens(JULIE)) == "TOD-FAIL-05"
    for unknown in (m.ChooseCost(JULIE, 3), m.PayCard(JULIE, "tea"), m.PayCompanion(JULIE, "k9")):
        with pytest.raises(UnplayableError):
            stood(now, unknown)


def test_an_unknown_card_leaves_a_payment_in_doubt() -> None:
    now = resolved(facing("slitheen", hands={JULIE: "? ?"}))
    assert against(now, m.PayCard(JULIE, "fez")) == ["TOD-FAIL-05?"]
    found, after = stood(now, m.PayCard(JULIE, "fez"))
    assert found == ["TOD-FAIL-05?"]
    assert (after.hands[JULIE], after.step) == (("?",), "finish")


def test_wrong_payments_can_be_recorded() -> None:
    now = resolved(facing("slitheen", hands={JULIE: "fez", STEVE: "run"}))
    found, after = stood(now, m.PayCompanion(JULIE, "amy"), m.ChooseCost(JULIE, 1))
    assert found == ["TOD-FAIL-05", "TOD-FAIL-06"]
    assert owed(after) == [(JULIE, "slitheen", 1, 1)]
    assert "TOD-FAIL-05" in stood(after, m.Finish(JULIE))[0]
    found, after = stood(after, m.PayCard(STEVE, "run"))
    assert (found, owed(after)) == (["TOD-FAIL-05"], [])
    assert after.hands == {JULIE: ("fez",), STEVE: ()}


def test_a_stated_result_decides_what_a_cost_did() -> None:
    found, after = stood(facing("beast", ship=1), m.Resolve(JULIE), stated=Stated(absent=(ShipMoved,)))
    assert (found, after.ship, after.tardis[JULIE], after.step) == (["TOD-FAIL-05"], 1, 3, "finish")
    found, after = stood(facing("sutekh"), m.Resolve(JULIE), stated=Stated(whole=True))
    assert found
    assert after.ship == 2


def test_units_and_printed_costs() -> None:
    option = (Part("pay-cards", 2), Part("pay-tokens", 2), Part("discard-companion", 2))
    assert [part.does for part in units(option)] == [
        "pay-cards", "pay-cards", "pay-tokens", "discard-companion", "discard-companion",
    ]  # fmt: skip
    assert [part.does for (part,) in printed_cost(SHIPPED, "each", "time-of-the-doctor")] == [
        "dismiss-companion", "cards", "tokens",
    ]  # fmt: skip
    assert printed_cost(SHIPPED, "spared", "cybermen") == ((Part("pay-cards", 2),), ())
    assert printed_cost(SHIPPED, "dilemma", "nobody") == ()


def test_the_confession_dial_moves_the_ship_back() -> None:
    """TOD-CARD-09, TOD-COMP-04."""
    after = play(
        table("prepare", hands={JULIE: "confession-dial"}, tokens=5, ship=3), m.PlayTimey(JULIE, "confession-dial")
    )
    assert (after.ship, owed(after), after.step) == (2, [], "prepare")
    assert after.timey_discards == ("confession-dial",)
