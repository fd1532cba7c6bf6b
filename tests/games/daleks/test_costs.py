"""Costs on the stack of Time of the Daleks: options, payments, costs that cause other costs, the two stops."""

from typing import Any

import pytest
from daleks_adventures import BOX, facing, resolved
from daleks_dice import Showing, adventure_of, begun_adventure, in_adventure
from daleks_tables import JULIE, KIM, LEE, STEVE, against, lines, place, play, refused, stood, table
from msgspec.structs import replace
from table_play import effects

from events.errors import UnplayableError
from events.facts import Effect, Passed
from projections.draft import Stated
from projections.games.daleks.components.box import Box, Option, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.components.printed_costs import printed_cost, units
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import CompanionLeft, ConsolesSwapped, DoctorMoved, ShipMoved, TokensPaid
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.cost_parts import payable_options
from projections.games.daleks.rules.rewards import in_turn_order
from projections.games.daleks.state.position import Debt, Place, Position, Task
from projections.window import Window


def owed(now: Position) -> list[tuple[str, str, str, int]]:
    """The costs on the stack, the last one first: seat, kind, source, parts that are left."""
    debts = [thing for thing in reversed(now.stack) if isinstance(thing, Debt)]
    return [(debt.seat, debt.kind, debt.source, debt.left) for debt in debts]


def test_a_choice_of_costs() -> None:
    now = resolved(facing("cybermen", hands={JULIE: "fez k-9 run"}))
    assert owed(now) == [(JULIE, "dilemma", "cybermen", 0)]
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
    assert refused(now, m.ChooseCost(JULIE, 1)) == "TOD-FAIL-07"
    assert refused(now, m.ChooseCost(JULIE, 2)) == ""
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
    assert owed(now) == [(JULIE, "dilemma", "cybermen", 0), (STEVE, "effect", "help", 0)]
    paid = play(now, m.ChooseCost(JULIE, 2))
    assert owed(paid) == [(STEVE, "effect", "help", 0)]
    assert refused(paid, m.ChooseCost(JULIE, 1)) == "TOD-FAIL-05"
    assert play(paid, m.ChooseCost(STEVE, 1)).console(STEVE).tokens == 1
    after = play(paid, m.ChooseCost(STEVE, 2), m.PayCard(STEVE, "run"))
    assert (after.hands[STEVE], after.console(STEVE).tokens, after.step) == ((), 2, "finish")


def test_costs_that_end_the_game_or_move_the_ship_back() -> None:
    """TOD-CARD-09, TOD-COMP-04."""
    now = play(resolved(facing("racnoss", daleks=(1,), on_earth=(2, 2, 0))), m.ChooseCost(JULIE, 1))
    assert (now.how, now.stack) == ("seventh Dalek", ())
    after = play(
        table("prepare", hands={JULIE: "confession-dial"}, tokens=5, ship=3), m.PlayTimey(JULIE, "confession-dial")
    )
    assert (after.ship, owed(after), after.step) == (2, [], "prepare")
    assert after.timey_discards == ("confession-dial",)


def test_an_anomaly_charges_for_moving() -> None:
    anomaly = place(2, "into-the-dalek")
    now = table("travel", places=[anomaly], hands={JULIE: "fez"}, tokens=3, earth=("sutekh", "?", "?"))
    moved = play(now, m.Travel(JULIE, 1, 0))
    assert owed(moved) == [(JULIE, "toll", "into-the-dalek", 0)]
    assert moved.adventure is None
    paid = play(moved, m.ChooseCost(JULIE, 1))
    assert (paid.console(JULIE).tokens, paid.hands[JULIE]) == (1, ("fez",))
    assert paid.adventure is not None
    to_anomaly = play(now, m.Travel(JULIE, 2, 0))
    assert (to_anomaly.console(JULIE).tokens, owed(to_anomaly)) == (3, [])


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


def failing(*fail: Option) -> Box:
    """The box with this fail cost of Sutekh."""
    return replace(BOX, dilemma={**BOX.dilemma, "sutekh": replace(BOX.dilemma["sutekh"], fail=fail)})


def offered(now: Position) -> dict[str, list[Any]]:
    """The legal moves of each awaited seat."""
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
    stated = Stated([CompanionLeft(seat=JULIE, companion="donna", how="discarded")])
    found, now = stood(chained(), m.PayCompanion(JULIE, "donna"), stated=stated)
    assert found == ["TOD-COMPN-02"]
    assert now.companion_discards["earth"] == ("donna",)
    assert owed(now)[0] == (STEVE, "each", "time-of-the-doctor", 1)
    now = facing("rani", ship=5, decks={"anomaly": "time-of-the-doctor"}, consoles={JULIE: "amy rory"})
    found, after = stood(now, m.Resolve(JULIE), stated=Stated(absent=(ConsolesSwapped,)))
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
    assert {entry.rule for entry in paid if isinstance(entry.fact, Effect)} == {"TOD-FAIL-05"}
    now = play(now, m.PayCard(JULIE, "fez"), m.PayCard(STEVE, "run"))
    assert (now.hands, now.ship, now.step) == ({JULIE: ("k-9",), STEVE: (), KIM: ()}, 2, "finish")
    option: Option = (Part("ship"), Part("pay-tokens", 1, each=True))
    now = facing("sutekh", manner="here", box=failing(option), options={"helped_ship": "once"}, tokens=3, ship=1)
    after = resolved(now)
    assert (after.ship, [after.console(seat).tokens for seat in after.seats]) == (2, [1, 1])


def test_each_doctor_pays_a_toll() -> None:
    old = SHIPPED.anomaly["into-the-dalek"]
    dear = replace(
        old, effect=(Part("cards", each=True),), fail=((Part("tardis", -1, each=True),),),
        toll=((Part("pay-tokens", each=True),),),
    )  # fmt: skip
    box = replace(SHIPPED, anomaly={**SHIPPED.anomaly, "into-the-dalek": dear})
    now = table("choose", places=[place(2, "into-the-dalek"), place(3, "mars", "", "")], box=box, tokens=3)
    after = play(now, m.Travel(JULIE, 3, 0))
    assert [after.console(seat).tokens for seat in after.seats] == [2, 2]
    assert (after.tardis, after.hands) == (now.tardis, now.hands)


def test_the_order_of_doctors_if_turns_follow_the_doctors() -> None:
    """AMB-31."""
    now = table(seats=4, player=STEVE, order=(KIM, LEE, JULIE, STEVE), options={"turn_order": "by_doctor"})
    assert in_turn_order(now) == (STEVE, KIM, LEE, JULIE)
    assert in_turn_order(now.replace(step="daleks")) == (KIM, LEE, JULIE, STEVE)
    assert in_turn_order(now.replace(step="daleks", order=(LEE, STEVE, KIM, JULIE))) == (LEE, JULIE, STEVE, KIM)


def test_a_helper_pays_the_toll_before_the_ship_moves() -> None:
    now = begun_adventure(
        places=[place(2, "orient-express", "sutekh", "?"), Place(3, "into-the-dalek")], ship=4, box=BOX,
        decks={"anomaly": "day-of-the-daleks"}, tokens={JULIE: 1, STEVE: 3}, hands={STEVE: "fez"},
    )  # fmt: skip
    now = play(now, m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"), m.GiveHelp(STEVE, "here", "token"))
    assert (now.ship, owed(now)) == (4, [(STEVE, "toll", "into-the-dalek", 0), (STEVE, "help", "help", 1)])
    paid = play(now, m.ChooseCost(STEVE, 1))
    assert (paid.ship, paid.console(STEVE).tokens) == (6, 0)
    assert owed(paid)[0] == (STEVE, "each", "day-of-the-daleks", 1)
    after = play(paid, m.PayCard(STEVE, "fez"))
    assert (after.ship, owed(after), adventure_of(after).stage) == (7, [], "pool")


def test_a_forgotten_ship_move_is_recorded() -> None:
    now = begun_adventure(
        places=[place(2, "orient-express", "sutekh", "?"), Place(3, "into-the-dalek")], tokens={JULIE: 1, STEVE: 3}
    )
    now = play(now, m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    found, after = stood(now, m.GiveHelp(STEVE, "here", "token"), stated=Stated(absent=(ShipMoved,)))
    assert (found, after.ship, after.console(STEVE).tokens) == (["TOD-HELP-07"], now.ship, 0)
    due = effects(lines(now, m.GiveHelp(STEVE, "here", "token"))[0])
    assert [type(effect) for effect in due if isinstance(effect, DoctorMoved | TokensPaid | ShipMoved)] == [
        TokensPaid, DoctorMoved, TokensPaid, ShipMoved,
    ]  # fmt: skip


def test_others_are_asked_if_no_die_is_exterminated() -> None:
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure(
        {JULIE: "B1, B2, B3"}, "pool", done=False, places=tiles, hands={JULIE: "moment", STEVE: "run"}, tokens=5
    )
    now = play(now, m.RollDice(JULIE), m.PlayTimey(JULIE, "moment"))
    assert (adventure_of(now).stage, now.daleks) == ("exterminate", 0)
    asked = play(now, m.RollDice(JULIE))
    assert (adventure_of(asked).stage, asked.window) == ("roll", Window("roll", (STEVE,)))
    rolled = play(asked, Passed(STEVE), m.RollDice(JULIE), fate=Showing("B1 running, B2 running, B3 running"))
    assert adventure_of(rolled).stage == "reroll"


def test_a_limit_lowered_after_the_cut_blocks_no_move() -> None:
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure({JULIE: ", ".join(f"B{n}" for n in range(1, 9))}, "exterminate", places=tiles)
    now = now.replace(tasks=(Task("remembrance-of-the-daleks"),))
    moves = {type(move).__name__ for move in offered(now)[JULIE]}
    assert moves == {"Exterminate"}
    left = play(now, *[move for move in offered(now)[JULIE] if type(move).__name__ == "Exterminate"][:1])
    assert (adventure_of(left).stage, refused(left, m.RollDice(JULIE))) == ("roll", "")


def test_refuses_to_pass_with_an_unpaid_cost() -> None:
    card = replace(SHIPPED.timey["jelly-babies"], parts=(Part("pay-either", 2, each=True),))
    box = replace(SHIPPED, timey={**SHIPPED.timey, "jelly-babies": card})
    now = in_adventure(
        {JULIE: "B1 running"}, hands={JULIE: "k-9", STEVE: "jelly-babies run"}, tokens=5, box=box
    )  # fmt: skip
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
