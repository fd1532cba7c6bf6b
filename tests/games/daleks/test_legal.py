"""Legal moves and silences of Time of the Daleks."""

from collections import Counter
from typing import Any

import msgspec
import pytest
from daleks_dice import adventure_of, begun_adventure
from daleks_games import VARIANTS, game, mistaken
from daleks_tables import DOCTORS, JULIE, KIM, STEVE, place, play, stood, table
from long_runs import LONG, some_short

from events.facts import UNKNOWN, Passed, Started
from projections.games.daleks.components.box import Part
from projections.games.daleks.components.printed_costs import printed_cost
from projections.games.daleks.facts import moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.legal import objections_to
from projections.games.daleks.state.position import Adventure, Debt, Die, Pool, Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.objections import allowed
from projections.window import Window
from replay.chance.fate import SeededChance


def listed(now: Position, seat: str) -> list[Any]:
    return list(GAME.rules.legal(now, seat))


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant in ("two", "solo")))
def test_any_recorded_play_can_go_on(variant: str) -> None:
    seen = 0
    for now in (now for seed in range(4) for now in mistaken(seed, variant)):
        assert [law.name for law in GAME.rules.invariants if law.kind == "matter" and not law.holds(now)] == []
        status = GAME.rules.status(now)
        for seat in status.awaited:
            silent = GAME.rules.silence(now, seat)
            assert silent is None or silent in listed(now, seat)
        unknown = now.debt is not None and UNKNOWN in now.hands[now.debt.seat]
        assert status.outcome or unknown or any(listed(now, seat) for seat in status.awaited), f"a dead end: {status}"
        seen += 1
    assert seen > 100


@LONG
def test_random_play_does_everything_that_can_be_done() -> None:
    played = Counter(type(entries[0].fact) for seed in range(8, 20) for entries, _ in game(seed, "three, first game"))
    played += Counter(type(entries[0].fact) for seed in range(6) for entries, _ in game(seed, "four, other readings"))
    rare = {m.ChooseDoctor, m.PayTokens, m.PayCompanion, m.DiscardTimey, m.SkipAdventure}
    assert not {*m.MOVES, Passed} - set(played) - rare


def test_offers_doctors_until_every_seat_has_one() -> None:
    """TOD-SETUP-08."""
    _, now = GAME.begin(Started("daleks", GAME.meta.rules_number, (JULIE, STEVE)), SeededChance(1))
    assert listed(now, JULIE) == [m.ChooseDoctor(JULIE, doctor) for doctor in now.box.doctor]
    _, now = GAME.play(now, m.ChooseDoctor(JULIE, "fourth"), SeededChance(1))
    assert listed(now, JULIE) == []
    assert GAME.rules.silence(now, STEVE) is None
    assert m.ChooseDoctor(STEVE, "fourth") not in listed(now, STEVE)
    _, now = GAME.play(now, m.ChooseDoctor(STEVE, "first"), SeededChance(1))
    assert GAME.rules.status(now).awaited == (STEVE,)


def test_the_travel_step_offers() -> None:
    """TOD-TRAV-02 to TOD-TRAV-07."""
    mars = place(2, "mars", "silence", "")
    now = table("travel", places=(mars,), at={JULIE: (2, 0)})
    assert set(listed(now, JULIE)) == {
        m.RollTardis(JULIE), m.Stay(JULIE, 0), m.Stay(JULIE, 1), *(m.Travel(JULIE, 1, zone) for zone in range(3)),
    }  # fmt: skip
    same = table("travel", places=(mars,), at={JULIE: (2, 0)}, options={"stay_zone": "same"})
    assert m.Stay(JULIE, 1) not in listed(same, JULIE)
    solved = table("travel", places=(place(2, "mars", "", ""),), at={JULIE: (2, 0)})
    assert not any(isinstance(move, m.Stay) for move in listed(solved, JULIE))
    choosing = table("choose", places=(mars,), at={JULIE: (2, 0)}, answer="choose")
    zones = [m.Travel(JULIE, n, zone) for n, count in ((1, 3), (2, 2)) for zone in range(count)]
    assert listed(choosing, JULIE) == [*zones, m.Explore(JULIE)]
    drawn = choosing.replace(found=("telos", "argolis"))
    assert listed(drawn, JULIE) == [m.KeepLocation(JULIE, "telos"), m.KeepLocation(JULIE, "argolis")]


@pytest.mark.parametrize(
    ("step", "silent"),
    [
        ("charge", m.Charge(JULIE)), ("prepare", None), ("travel", None), ("choose", None), ("enter", None),
        ("finish", m.Finish(JULIE)), ("daleks", m.DaleksMove(JULIE)),
    ],
)  # fmt: skip
def test_silence_means(step: str, silent: Any) -> None:
    now = table(step, places=(place(2, "mars", "?", "?"),))
    assert GAME.rules.silence(now, JULIE) == silent
    assert silent is None or silent in listed(now, JULIE)
    assert GAME.rules.silence(now, STEVE) is None


def test_silence_never_discards_a_card() -> None:
    """TOD-FIN-05."""
    now = table("discard", hands={JULIE: "fez k-9 run geronimo moment"})
    assert GAME.rules.silence(now, JULIE) is None
    assert {type(move) for move in listed(now, JULIE)} == {m.DiscardTimey}
    assert len(listed(now, JULIE)) == 5


def test_silence_of_an_asked_seat_passes_and_of_a_called_seat_helps() -> None:
    """TOD-HELP-04."""
    now = begun_adventure()
    assert GAME.rules.silence(now, JULIE) == m.Gather(JULIE)
    fate = SeededChance(1)
    _, now = GAME.play(now, m.Gather(JULIE), fate)
    _, called = GAME.play(now, m.CallHelp(JULIE, STEVE, "token"), fate)
    assert GAME.rules.status(called).awaited == (STEVE,)
    assert GAME.rules.silence(called, STEVE) == m.GiveHelp(STEVE, "afar")
    _, helped = GAME.play(called, m.GiveHelp(STEVE, "afar"), fate)
    assert GAME.rules.silence(helped, STEVE) == m.Gather(STEVE)
    asked = now.replace(stack=(*now.stack, Window("roll", (STEVE,))))
    assert GAME.rules.silence(asked, STEVE) == Passed(STEVE)
    assert GAME.rules.silence(asked, JULIE) is None


def test_a_cost_has_to_be_chosen() -> None:
    """TOD-FAIL-06, TOD-FAIL-07."""
    base = table("adventure", tokens={JULIE: 0}, hands={JULIE: "fez"})
    for name, dilemma in base.box.dilemma.items():
        debt = Debt(JULIE, "dilemma", name, printed_cost(base.box, "dilemma", name))
        now = base.replace(stack=(debt,))
        offered = [move.option for move in listed(now, JULIE) if isinstance(move, m.ChooseCost)]
        assert set(offered) <= set(range(1, len(dilemma.fail) + 1))
        for number, option in enumerate(dilemma.fail, 1):
            lacking = any(part.does == "pay-cards" and part.amount > 1 for part in option)
            assert not (lacking and number in offered and len(offered) < len(dilemma.fail)), name
        assert GAME.rules.silence(now, JULIE) == (None if len(offered) > 1 else Passed(JULIE))


def test_a_cost_of_an_emptied_hand_goes_by_itself() -> None:
    """AMB-14, TOD-FAIL-05."""
    now = table("adventure", hands={JULIE: "fez"}, stack=(Adventure(JULIE, 1, 0, over=True),))
    owed = Debt(JULIE, "dilemma", "carrionites", printed_cost(now.box, "dilemma", "carrionites"), chosen=1, left=2)
    now = now.replace(stack=(*now.stack, owed))
    assert listed(now, JULIE) == [m.PayCard(JULIE, "fez")]
    _, now = stood(now, m.Install(JULIE, "fez"))
    assert (now.hands[JULIE], now.debt) == ((), owed)
    assert GAME.rules.status(now).awaited == (JULIE,)
    assert listed(now, JULIE) == [Passed(JULIE)]
    assert GAME.rules.silence(now, JULIE) == Passed(JULIE)
    after = play(now, Passed(JULIE))
    assert (after.debt, after.ship, after.step) == (None, now.ship + 1, "finish")
    _, other = stood(now, m.Charge(JULIE))
    assert (other.debt, other.ship) == (None, now.ship + 1)


def test_a_card_of_an_unknown_hand_pays_a_cost() -> None:
    """TOD-FAIL-05."""
    now = table("adventure", hands={JULIE: "?"}, stack=(Adventure(JULIE, 1, 0, over=True),))
    owed = Debt(JULIE, "dilemma", "slitheen", ((Part("pay-cards"),),), chosen=1, left=1)
    now = now.replace(stack=(*now.stack, owed))
    assert listed(now, JULIE) == []
    assert GAME.rules.silence(now, JULIE) is None
    found, after = stood(now, m.PayCard(JULIE, "fez"))
    assert found == ["TOD-FAIL-05?"]
    assert (after.hands[JULIE], after.debt, after.step) == ((), None, "finish")


def test_a_pool_that_was_cut_before_it_was_gathered_is_gathered_then() -> None:
    """TOD-POOL-01, TOD-POOL-03."""
    pools = (Pool(JULIE, (Die("B1", "black", gone="cut"),)), Pool(STEVE), Pool(KIM, (Die("B2", "black"),)))
    now = Adventure(JULIE, 1, 0, ("running",), stage="cut", helper=STEVE, manner="afar", pools=pools)
    there = table("adventure", seats=3, stack=(now,), at={JULIE: (1, 0)})
    assert GAME.rules.status(there).awaited == (JULIE, STEVE)
    for seat in (JULIE, STEVE):
        (gathering,) = listed(there, seat)
        there = play(there, gathering)
    for _ in range(20):
        seat, *_ = GAME.rules.status(there).awaited
        there = play(there, listed(there, seat)[0])
        if there.adventure is None or there.adventure.stage == "roll":
            break
    assert there.adventure is not None
    assert there.adventure.stage == "roll"


def test_ways_to_re_roll_are_bounded() -> None:
    """TOD-RERO-05."""
    now = begun_adventure()
    names = [f"B{n}" for n in range(1, 13)]
    many = now.replace(box=_with_any(now))
    many = GAME.rules.reducer(many, m.Gather(JULIE))
    for effect in GAME.editor.mend(many, "begun", _twelve_dice(names)):
        many = GAME.rules.reducer(many, effect)
    ways = [move for move in listed(many, JULIE) if isinstance(move, m.ReRoll)]
    assert len(ways) == 256
    assert ways[0].dice == tuple(names)
    assert len(dice_left(pool_of(adventure_of(many), JULIE))) == 12


def _with_any(now: Position) -> Any:
    """A box with an Eleventh Doctor who re-rolls any number of black dice."""
    doctor = now.box.doctor[DOCTORS[JULIE]]
    icons = tuple(
        msgspec.structs.replace(icon, mode="any") if icon.does == "reroll" else icon for icon in doctor.icons
    )  # fmt: skip
    doctors = {**now.box.doctor, DOCTORS[JULIE]: msgspec.structs.replace(doctor, icons=icons)}
    return msgspec.structs.replace(now.box, doctor=doctors)


def _twelve_dice(names: list[str]) -> str:
    dice = ", ".join(f"die name {name} symbol running story rolled running" for name in names)
    return f"adventure seat julie place 2 zone 0 symbols science stage reroll, pool seat julie gathered yes, {dice}"


def test_a_move_out_of_turn_is_met_with_a_rule() -> None:
    """TOD-ROUND-01."""
    now = table("prepare", seats=3)
    (found,) = objections_to(now, m.RollTardis(KIM))
    assert found.rule == "TOD-ROUND-01"
    assert not allowed([found])
