"""Stage E of an Adventure: success and failure in their order, alone and with help."""

from typing import Any

import pytest
from daleks_adventures import facing, resolved
from daleks_tables import JULIE, STEVE, lines, play, refused, table
from msgspec.structs import replace
from table_play import effects

from events.facts import Drawn, Effect, Passed
from projections.games.daleks.facts import effects as fx
from projections.games.daleks.facts.adventure_effects import AdventureEnded
from projections.games.daleks.facts.moves import PayCard, Recruit, Resolve
from projections.games.daleks.rules.dalek_markers import is_davros_out
from projections.games.daleks.state.position import Aboard, Pool, Position

COMPANIONS = "amy rory romana~"


def kinds(now: Position) -> list[type[Effect]]:
    """The kinds of effects of resolving, in their order."""
    return [type(effect) for effect in effects(lines(now, Resolve(JULIE))[0])]


def test_a_success_gives_the_reward_in_order() -> None:
    """TOD-SUCC-01, TOD-SUCC-05."""
    before = facing(won=True, consoles={JULIE: COMPANIONS}, tokens=2)
    after = resolved(before)
    assert after.dilemma_discards == ("sutekh",)
    assert not after.places[1].slots[0].dilemma
    assert after.console(JULIE).tokens == 3
    assert len(after.hands[JULIE]) == 2
    assert after.tardis[JULIE] == before.tardis[JULIE] + 2
    assert after.console(JULIE).companions == (Aboard("amy"), Aboard("rory"), Aboard("romana"))
    assert (after.step, after.adventure, after.daleks) == ("finish", None, 0)
    found = kinds(facing(won=True, consoles={JULIE: COMPANIONS}, daleks=(2,)))
    row = [fx.DilemmaGone, fx.TokensGained, fx.TardisMoved, fx.DalekRemoved, fx.CompanionsKept]
    assert [kind for kind in found if kind in row] == row
    assert found.index(AdventureEnded) < found.index(fx.DilemmaGone)


def test_others_may_act_before_a_failure_but_not_before_a_success() -> None:
    assert play(facing(won=True, hands={STEVE: "geronimo run"}), Resolve(JULIE)).step == "finish"
    now = play(facing(hands={STEVE: "geronimo"}), Resolve(JULIE))
    assert now.window is not None
    assert now.window.awaited == (STEVE,)
    assert play(now, Passed(STEVE)).daleks == 1


def facts_of(now: Position) -> dict[str, Any]:
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


@pytest.mark.parametrize(
    ("now", "expected"),
    [
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
    ],
)
def test_changes_by_an_adventure(now: Position, expected: dict[str, Any]) -> None:
    """TOD-ANOM-02, TOD-ANOM-03, TOD-ANOM-04, TOD-ALOC-05, TOD-ALOC-06, TOD-CT-07, TOD-DTRN-08, TOD-DTRN-10,
    TOD-FAIL-04, TOD-FAIL-07, TOD-HELP-14, TOD-HELP-20, TOD-HELP-21, TOD-REG-04, TOD-SUCC-03, TOD-SUCC-04,
    TOD-TC-07, TOD-TC-08, TOD-TC-16, TOD-TC-23, TOD-DALK-03, AMB-08, AMB-20.
    """
    found = facts_of(resolved(now))
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
    assert after.console(JULIE).companions == ()
    assert after.companion_discards["earth"] == ("amy",)
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


def test_the_reward_with_help_at_the_location() -> None:
    """TOD-EX-21, TOD-HELP-18, TOD-HELP-19."""
    now = facing("weeping-angels", "mars", 1, won=True, manner="here", daleks=(3,), tokens={JULIE: 4, STEVE: 1})
    after = resolved(now)
    for seat, tokens in ((JULIE, 5), (STEVE, 3)):
        assert after.tardis[seat] == now.tardis[seat] + 2
        assert after.console(seat).tokens == tokens
        assert len(after.hands[seat]) == 1
    assert after.places[1].daleks == (1,)


def test_a_success_with_help_from_afar() -> None:
    """TOD-HELP-13."""
    now = facing(won=True, manner="afar", daleks=(3,))
    entries, after = lines(now, Resolve(JULIE))
    drawn = [entry.fact for entry in entries if isinstance(entry.fact, Drawn)]
    assert [(fact.player, len(fact.cards)) for fact in drawn] == [(JULIE, 2), (STEVE, 1)]
    assert after.tardis[STEVE] == now.tardis[STEVE]
    assert after.console(STEVE).tokens == now.console(STEVE).tokens
    assert after.places[1].daleks == (2,)


def test_an_empty_deck_gives_companions_again() -> None:
    """TOD-TC-17, TOD-COMPN-02, TOD-COMP-15."""
    failed = resolved(facing(consoles={JULIE: "romana~"}, decks={"alien": ""}))
    empty = recruiting(failed.replace(companion_decks={"earth": (), "alien": ()}))
    refilled = recruiting(failed)
    assert failed.companion_decks["alien"] == ("romana",)
    assert refused(empty, Recruit(JULIE, "token", "alien")) == "TOD-RECR-09"
    assert play(refilled, Recruit(JULIE, "token", "alien")).console(JULIE).companions == (
        Aboard("romana", part_time=True),
    )


def recruiting(now: Position) -> Position:
    """The same table at the start of another Adventure."""
    began = facing().adventure
    assert began is not None
    return now.replace(step="adventure", stack=(replace(began, stage="recruit", pools=(Pool(JULIE),)),))


def test_refuses_to_resolve() -> None:
    assert refused(facing(manner="here"), Resolve(STEVE)) == "TOD-ADV-01"
    assert refused(table("finish"), Resolve(JULIE)) == "TOD-ADV-01"
    now = resolved(facing("slitheen", hands={JULIE: "fez k-9"}))
    assert now.step == "adventure"
    assert refused(now, Resolve(JULIE)) == "TOD-FAIL-05"
    assert play(now, PayCard(JULIE, "k-9")).step == "finish"
