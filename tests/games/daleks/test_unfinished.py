"""Unfinished business: costs within costs, each choice a move; the two stops, and what is played at them."""

from typing import Any

from daleks_adventures import BOX, facing, resolved
from daleks_dice import Showing, adventure_of, begun_adventure, in_adventure
from daleks_tables import JULIE, KIM, LEE, STEVE, against, lines, place, play, refused, stood, table
from msgspec.structs import replace
from table_play import effects

from events.facts import Effect, Passed
from projections.draft import Stated
from projections.games.daleks.components.box import Box, Option, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import CompanionLeft, ConsolesSwapped, DoctorMoved, ShipMoved, TokensPaid
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.rewards import in_turn_order
from projections.games.daleks.state.position import Debt, Place, Position, Task
from projections.window import Window


def owed(now: Position) -> list[tuple[str, str, str, int]]:
    """What is owed, the last begun first: seat, kind, source, how much of it is left."""
    debts = [thing for thing in reversed(now.stack) if isinstance(thing, Debt)]
    return [(debt.seat, debt.kind, debt.source, debt.left) for debt in debts]


def failing(*fail: Option) -> Box:
    """The box where Sutekh's fail cost is this."""
    return replace(BOX, dilemma={**BOX.dilemma, "sutekh": replace(BOX.dilemma["sutekh"], fail=fail)})


def offered(now: Position) -> dict[str, list[Any]]:
    """What each awaited seat may do, as a list of moves says."""
    return {seat: list(GAME.rules.legal(now, seat)) for seat in GAME.rules.status(now).awaited}


# Costs within costs.

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


def test_a_payment_out_of_order_is_recorded() -> None:
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


def test_each_doctor_pays_while_the_ship_moves_once() -> None:
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
