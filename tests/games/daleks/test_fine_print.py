"""Rare positions: icons with a price, costs for each Doctor, markers under the ship, seats that are not asked."""

from typing import Any

import pytest
from daleks_adventures import BOX, facing, resolved
from daleks_dice import Showing, adventure_of, begun_adventure, colours, in_adventure
from daleks_tables import JULIE, KIM, LEE, STEVE, lines, place, play, refused, stood, table
from msgspec.structs import replace
from table_play import chances, effects

from events.facts import Effect, Move, Passed, Shuffled
from projections.games.daleks.components.box import Box, Icon, Option, Part
from projections.games.daleks.components.data_files import SHIPPED
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.effects import CostDue, DalekPlaced, DalekRemoved, TardisMoved, TokensPaid
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.cost_parts import payable_options
from projections.games.daleks.rules.rewards import next_doctor
from projections.games.daleks.rules.web_of_time import markers_met
from projections.games.daleks.state.position import Debt, Place, Task
from projections.games.daleks.state.reducer import reducer
from projections.window import Window
from replay.chance.fate import SeededChance

PRICED: Box = replace(
    SHIPPED,
    companion={
        **SHIPPED.companion,
        "amy": replace(
            SHIPPED.companion["amy"],
            icons=(
                Icon("focus", ("green",), price=2),
                Icon("reroll", ("green", "blue"), amount=2, price=2),
                Icon("change", ("black",), symbol="science", price=2),
            ),
        ),
    },
)
POOL = "B1 running, G1 running, U1 science"


@pytest.mark.parametrize(
    ("move", "stage"),
    [
        (m.Focus(JULIE, "amy", 1, "green"), "pool"),
        (m.ReRoll(JULIE, "amy", 2, ("G1",)), "reroll"),
        (m.ChangeFace(JULIE, "amy", 3, "B1"), "reroll"),
    ],
)
def test_an_icon_with_a_price_is_paid_for(move: Move, stage: str) -> None:
    pool = "B1, G1" if stage == "pool" else POOL
    now = in_adventure({JULIE: pool}, stage, done=stage != "pool", box=PRICED, consoles={JULIE: "amy"}, tokens=3)
    entries, after = lines(now, move)
    assert after.console(JULIE).tokens == 1
    assert [effect for effect in effects(entries) if isinstance(effect, TokensPaid)] == [TokensPaid(JULIE, 2)]
    poor = in_adventure({JULIE: pool}, stage, done=stage != "pool", box=PRICED, consoles={JULIE: "amy"}, tokens=1)
    assert refused(poor, move) == "TOD-CARD-01"


def test_a_die_of_one_colour_is_re_rolled_by_a_mixed_icon() -> None:
    """AMB-41."""
    now = in_adventure({JULIE: "G1 running, G2 running, U1 science"}, box=PRICED, consoles={JULIE: "amy"}, tokens=3)
    assert refused(now, m.ReRoll(JULIE, "amy", 2, ("G1", "U1"))) == "TOD-RERO-03"
    assert refused(now, m.ReRoll(JULIE, "amy", 2, ("G1", "G2"))) == ""


TWO = {JULIE: "B1 running", STEVE: "B2 running, B3 running"}


@pytest.mark.parametrize(
    "move",
    [
        m.ReRoll(STEVE, "twelfth", 3, ("B2",)),
        m.ReRollByTokens(STEVE, "B2"),
        m.SpendBlack(STEVE, "B2"),
        m.ChangeFace(STEVE, "nardole", 5, "B2"),
        m.ChangeByTokens(STEVE, "B2", "science"),
    ],
)
def test_an_action_of_the_helper_ends_the_stop(move: Move) -> None:
    now = in_adventure(TWO, manner="here", seats=3, tokens=5, consoles={STEVE: "nardole"}, hands={KIM: "run"})
    asked = play(now, m.Resolve(JULIE))
    assert asked.window is not None
    assert asked.window.awaited == (STEVE, KIM)
    after = play(asked, move)
    assert (after.window, adventure_of(after).over) == (None, False)
    assert refused(after, m.Resolve(JULIE)) == ""


def test_a_helper_who_never_answered_gains_and_owes_nothing() -> None:
    called = play(begun_adventure(box=BOX), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    shows = "B1 running, B2 running, B3 running, B4 running, U1 science, G1 running"
    found, now = stood(called, m.RollDice(JULIE), fate=Showing(shows))
    assert found == ["TOD-HELP-04"]
    failed = resolved(now)
    assert (failed.step, failed.console(STEVE), failed.ship) == ("finish", now.console(STEVE), now.ship + 2)
    won = facing(won=True).adventure
    assert won is not None
    met = now.replace(stack=(replace(won, helper=STEVE),))
    assert play(met, m.Resolve(JULIE)).hands[STEVE] == now.hands[STEVE]


@pytest.mark.parametrize(
    ("now", "kind", "expected"),
    [
        (facing("krillitanes", tokens=1), TokensPaid, [TokensPaid(JULIE, 1)]),
        (facing(location="earth", zone=0, won=True, daleks=(0, 2, 1)), DalekRemoved, []),
        (facing("beast", "mars", 1, ship=1), DalekPlaced, [DalekPlaced(place=2, zone=0)]),
    ],
)
def test_effects_of_an_adventure_name_only_what_happened(now: Any, kind: type[Effect], expected: list[Effect]) -> None:
    entries, _ = lines(now, m.Resolve(JULIE))
    assert [effect for effect in effects(entries) if isinstance(effect, kind)] == expected


EITHER, SHIP, CARD = Part("pay-either", 2), (Part("ship"),), Part("pay-cards")


@pytest.mark.parametrize(
    ("options", "tokens", "hand", "companions", "payable"),
    [
        (((EITHER, Part("pay-tokens", 2)), SHIP), 2, "fez", "amy", (1, 2)),
        (((EITHER, Part("pay-tokens", 2)), SHIP), 3, "", "amy", (2,)),
        (((EITHER, CARD), SHIP), 1, "fez", "amy", (2,)),
        (((CARD, Part("discard-companion", 2)), SHIP), 0, "fez", "amy", (2,)),
        (((Part("dismiss-companion", 2),), SHIP), 0, "", "amy rory", (1, 2)),
        (((Part("pay-cards", 2),), (Part("discard-companion", 2),)), 2, "", "amy", (2,)),
    ],
)
def test_options_that_can_be_paid(options: Any, tokens: int, hand: str, companions: str, payable: Any) -> None:
    now = table("adventure", tokens=tokens, hands={JULIE: hand}, consoles={JULIE: companions})
    assert payable_options(now, Debt(JULIE, "dilemma", "cybermen", options)) == payable


def test_a_marker_under_the_ship_was_met_before() -> None:
    """TOD-ANOM-01."""
    now = table(ship=9)
    assert markers_met(now, 12) == (12,)
    assert markers_met(now, 6) == (6,)


def test_a_reward_for_each_doctor() -> None:
    """TOD-SUCC-02."""
    express = SHIPPED.location["orient-express"]
    zone = replace(express.zones[0], reward=(Part("tokens", each=True), Part("tardis")))
    box = replace(BOX, location={**BOX.location, "orient-express": replace(express, zones=(zone, express.zones[1]))})
    now = facing(won=True, seats=3, box=box)
    after = resolved(now)
    assert [after.console(seat).tokens for seat in after.seats] == [3, 3, 3]
    assert [after.tardis[seat] - now.tardis[seat] for seat in after.seats] == [1, 0, 0]


@pytest.mark.parametrize("anomaly", ["into-the-dalek", "stolen-earth"])
def test_help_at_an_anomaly_moves_no_ship_and_costs_no_toll(anomaly: str) -> None:
    now = begun_adventure((2, 0), places=[Place(2, anomaly)], tokens=3)
    now = play(now, m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    after = play(now, m.GiveHelp(STEVE, "here", "token"))
    assert (after.ship, after.debt, after.console(STEVE).tokens) == (now.ship, None, 2)
    assert refused(after, m.Gather(STEVE)) == ""


def test_a_helper_cannot_recruit_and_icons_are_optional() -> None:
    """TOD-HELP-29, TOD-FOC-03, TOD-RERO-01."""
    now = play(begun_adventure(tokens=3), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"), m.GiveHelp(STEVE, "afar"))
    assert refused(now, m.Recruit(STEVE, "token", "alien")) == "TOD-RECR-02"
    assert refused(begun_adventure(tokens=3), m.Recruit(STEVE, "token", "alien")) == "TOD-HELP-23"
    now = play(begun_adventure(consoles={JULIE: "amy rory"}), m.Gather(JULIE), m.RollDice(JULIE))
    assert (adventure_of(now).stage, refused(now, m.Resolve(JULIE))) == ("reroll", "")


def test_a_cost_chosen_by_another_seat_is_recorded() -> None:
    now = resolved(facing("cybermen", hands={JULIE: "fez k-9"}))
    found, after = stood(now, m.ChooseCost(STEVE, 2))
    assert (found, after.debt, after.ship) == (["TOD-FAIL-05"], None, now.ship + 2)
    now = resolved(facing("krillitanes", tokens=3))
    assert (now.console(JULIE).tokens, refused(now, m.PayTokens(JULIE))) == (1, "TOD-FAIL-05")


def test_who_is_asked_at_a_stop() -> None:
    held = {JULIE: "run", STEVE: "fez", LEE: "k-9"}
    asked = play(in_adventure({KIM: "B1 running"}, seats=4, hands=held, player=KIM), m.Resolve(KIM))
    assert asked.window == Window("resolve", (LEE, JULIE, STEVE))
    asked = play(in_adventure({KIM: "B1"}, "pool", done=False, seats=4, hands=held, player=KIM), m.RollDice(KIM))
    assert asked.window == Window("roll", (LEE, JULIE, STEVE))
    now = in_adventure({JULIE: "B1 running", STEVE: "B2 running exterminated"}, manner="afar", tokens=0)
    assert play(now, m.Resolve(JULIE)).step == "finish"
    both = {JULIE: "B1", STEVE: "B2"}
    now = in_adventure(both, "pool", done=False, manner="afar", seats=4, hands={STEVE: "run", KIM: "run"})
    assert play(now, Passed(STEVE), m.RollDice(JULIE)).window == Window("roll", (KIM,))
    ready = play(in_adventure(both, "pool", done=False, manner="afar"), Passed(STEVE))
    assert (adventure_of(ready).stage, refused(ready, Passed(STEVE))) == ("cut", "TOD-CARD-05")
    assert GAME.rules.status(ready).awaited == (JULIE,)


@pytest.mark.parametrize(("dilemma", "shuffled"), [("mara", ["earth"]), ("teller", [])])
def test_a_dismissed_companion_is_shuffled_into_the_deck(dilemma: str, shuffled: list[str]) -> None:
    """TOD-COMPN-02, TOD-COMPN-01."""
    done, _ = lines(facing(dilemma, consoles={JULIE: "amy"}, ship=1), m.Resolve(JULIE))
    assert [chance.pile for chance in chances(done) if isinstance(chance, Shuffled)] == shuffled


def test_a_pool_that_is_cut_keeps_its_dice_in_a_regeneration() -> None:
    box = with_card("jelly-babies", parts=(Part("regenerate"),))
    now = in_adventure({JULIE: POOL}, hands={JULIE: "jelly-babies"}, box=box)
    after = play(now, m.PlayTimey(JULIE, "jelly-babies"))
    assert (after.console(JULIE).doctor, colours(after)) == ("twelfth", "1B 1U 1G")
    assert refused(after, m.ReRoll(JULIE, "twelfth", 3, ("B1",))) == ""


def test_doctors_of_the_box_and_the_first_on_gallifrey() -> None:
    """AMB-12."""
    doctor = {**SHIPPED.doctor, "tenth": replace(SHIPPED.doctor["first"], name="Tenth Doctor", number=10)}
    now = table(box=replace(SHIPPED, doctor=doctor))
    assert [next_doctor(now, name) for name in ("fourth", "tenth", "twelfth")] == ["tenth", "eleventh", "first"]
    now = table(tardis={JULIE: 18, STEVE: 18}, arrived=(JULIE, STEVE))
    assert reducer(now, TardisMoved(JULIE, 18)).arrived == (JULIE, STEVE)


@pytest.mark.parametrize(("parts", "left"), [((Part("pay-cards"),), ("run",)), ((Part("tokens"),), ("fez", "run"))])
def test_a_card_cannot_pay_its_own_price(parts: Option, left: tuple[str, ...]) -> None:
    box = with_card("jelly-babies", parts=parts)
    now = play(table(hands={JULIE: "jelly-babies fez run"}, box=box), m.PlayTimey(JULIE, "jelly-babies"))
    assert (now.hands[JULIE], now.timey_discards) == (("fez", "run"), ("jelly-babies",))
    now = play(now, m.PayCard(JULIE, "fez")) if now.debt else now
    assert now.hands[JULIE] == left


def with_card(name: str, **changes: Any) -> Box:
    """The box with another version of a Timey-Wimey card."""
    return replace(SHIPPED, timey={**SHIPPED.timey, name: replace(SHIPPED.timey[name], **changes)})


def test_cards_that_add_dice_or_swap_cards() -> None:
    """TOD-POOL-02, TOD-LIM-02, TOD-CT-08, AMB-32."""
    hands = {JULIE: "venusian-aikido reinforcements"}
    now = in_adventure({JULIE: "B1, R1, R2"}, "pool", done=False, hands=hands, tokens=5)
    after = play(now, m.PlayTimey(JULIE, "venusian-aikido"))
    assert (colours(after), after.timey_discards) == ("1B 3R", ("venusian-aikido",))
    assert refused(after, m.PlayTimey(JULIE, "reinforcements", STEVE)) == "TOD-LIM-02"
    now, move = table(hands={JULIE: "tune-up", STEVE: "fez run moment"}), m.PlayTimey(JULIE, "tune-up", STEVE)
    done, after = lines(now, move)
    (order,) = [chance.order for chance in chances(done) if isinstance(chance, Shuffled)]
    assert sorted(order) == ["fez", "moment", "run"]
    assert after.hands[JULIE] == order[:1]
    came = {play(now, move, fate=SeededChance(seed)).hands[JULIE][0] for seed in range(30)}
    assert came == {"fez", "run", "moment"}


def test_a_card_has_one_use_of_its_icon_and_one_of_its_text() -> None:
    box = with_card("stetson", parts=(Part("tokens"),))
    now = in_adventure({JULIE: "B1 running, B2 running"}, consoles={JULIE: "+stetson"}, box=box)
    now = play(now, m.ReRoll(JULIE, "stetson", 1, ("B1",)), fate=Showing("B1 science"))
    after = play(now, m.PlayTimey(JULIE, "stetson"))
    assert after.console(JULIE).tokens == 3
    assert refused(after, m.PlayTimey(JULIE, "stetson")) == "TOD-CARD-06"
    assert refused(after, m.ReRoll(JULIE, "stetson", 1, ("B2",))) == "TOD-RERO-03"


def test_each_doctor_pays_a_part_of_the_fail_cost_of_an_anomaly() -> None:
    old = SHIPPED.anomaly["into-the-dalek"]
    fail = ((Part("tardis", 1, each=True),), (Part("tardis", -1, each=True), Part("pay-tokens", each=True)))
    box = replace(BOX, anomaly={**BOX.anomaly, "into-the-dalek": replace(old, fail=fail)})
    now = resolved(facing("", "into-the-dalek", box=box, seats=3))
    after = play(now, m.ChooseCost(JULIE, 2))
    assert [after.tardis[seat] - now.tardis[seat] for seat in after.seats] == [-1, -1, -1]
    assert [after.console(seat).tokens for seat in after.seats] == [1, 1, 1]


@pytest.mark.parametrize(("out", "how"), [(2, ""), (4, "seventh Dalek")])
def test_two_daleks_as_a_cost(out: int, how: str) -> None:
    racnoss = replace(BOX.dilemma["racnoss"], fail=((Part("dalek", 2), Part("ship")),))
    box = replace(BOX, dilemma={**BOX.dilemma, "racnoss": racnoss})
    after = resolved(facing("racnoss", box=box, on_earth=(out, 0, 0), ship=1))
    assert (after.how, after.daleks, after.ship) == (how, 6 if how else out + 3, 1 if how else 2)


def test_the_moment_and_a_reward_from_the_discards() -> None:
    """AMB-19."""
    tiles = [place(2, "mars", "?", "?", daleks=(3,)), place(3, "karn", "?", "?", daleks=(1,))]
    after = play(
        table(places=tiles, at={JULIE: (2, 1)}, hands={JULIE: "moment"}, tokens=3), m.PlayTimey(JULIE, "moment")
    )
    assert [tile.daleks for tile in after.places[1:]] == [(1,), (1,)]
    given = {"won": True, "decks": {"timey": "fez"}, "timey_discards": ("run",)}
    after = resolved(facing(**given))  # type: ignore[arg-type]  # what `table` takes
    assert (sorted(after.hands[JULIE]), after.timey_deck, after.timey_discards) == (["fez", "run"], (), ())
    assert resolved(facing(won=True, decks={"timey": ""})).hands[JULIE] == ()


def test_the_daleks_wait_for_an_unpaid_cost() -> None:
    debt = Debt(JULIE, "dilemma", "cybermen", SHIPPED.dilemma["cybermen"].fail)
    now = table("daleks", player=STEVE, stack=(debt,), hands={JULIE: "fez run"}, markers=())
    found, after = stood(now, m.DaleksMove(STEVE))
    assert (found, after.ship, after.step, after.stack) == (["TOD-FAIL-05"], now.ship, "daleks", now.stack)
    given: dict[str, Any] = {"player": STEVE, "ship": 5, "decks": {"anomaly": "destiny-of-the-daleks"}}
    done, after = lines(table("daleks", **given), m.DaleksMove(STEVE))
    assert [effect for effect in effects(done) if isinstance(effect, CostDue)] == []
    assert after.step == "charge"


def test_cuts_and_exterminate_in_order() -> None:
    pool = ", ".join(f"B{n}" for n in range(1, 9))
    now = in_adventure({JULIE: pool}, "exterminate", tasks=(Task("remembrance-of-the-daleks"),))
    after = play(now, m.RollDice(JULIE))
    assert (adventure_of(after).stage, colours(after)) == ("reroll", "8B")
    tiles = [place(2, "orient-express", "sutekh", "?", daleks=(1,))]
    now = in_adventure({JULIE: "B1, B2", STEVE: "B3, B4"}, "pool", done=False, manner="afar", places=tiles)
    assert refused(now, m.Exterminate(JULIE, "B1")) == "TOD-LIM-01"
    cut = play(now, m.CutDie(STEVE, "B4"))
    assert colours(play(cut, m.Exterminate(JULIE, "B1"))) == "1B"
