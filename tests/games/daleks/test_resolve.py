"""Stage E of an Adventure: success and failure in their order, alone and with help."""

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


def test_success_on_the_orient_express() -> None:
    before = facing(won=True, consoles={JULIE: COMPANIONS}, tokens=2)
    after = resolved(before)
    assert after.dilemma_discards == ("sutekh",)
    assert not after.places[1].slots[0].dilemma
    assert after.console(JULIE).tokens == 3
    assert len(after.hands[JULIE]) == 2
    assert after.tardis[JULIE] == before.tardis[JULIE] + 2
    assert after.console(JULIE).companions == (Aboard("amy"), Aboard("rory"), Aboard("romana"))
    assert (after.step, after.adventure, after.daleks) == ("finish", None, 0)


def test_order_of_a_success() -> None:
    """TOD-SUCC-01, TOD-SUCC-05."""
    found = kinds(facing(won=True, consoles={JULIE: COMPANIONS}, daleks=(2,)))
    row = [fx.DilemmaGone, fx.TokensGained, fx.TardisMoved, fx.DalekRemoved, fx.CompanionsKept]
    assert [kind for kind in found if kind in row] == row
    assert found.index(AdventureEnded) < found.index(fx.DilemmaGone)


def test_success_asks_nobody() -> None:
    now = facing(won=True, hands={STEVE: "geronimo run"})
    assert play(now, Resolve(JULIE)).step == "finish"


def test_failure_stops_for_others_first() -> None:
    now = play(facing(hands={STEVE: "geronimo"}), Resolve(JULIE))
    assert now.window is not None
    assert now.window.awaited == (STEVE,)
    assert play(now, Passed(STEVE)).daleks == 1


@pytest.mark.parametrize(("zone", "on_earth"), [(0, (0, 2, 1)), (2, (1, 2, 0))])
def test_success_on_earth_removes_from_the_own_zone(zone: int, on_earth: tuple[int, ...]) -> None:
    """TOD-SUCC-04."""
    after = resolved(facing(location="earth", zone=zone, won=True, daleks=on_earth))
    assert after.places[0].daleks == on_earth


def test_success_on_earth_removes_one() -> None:
    """TOD-SUCC-03, TOD-DALK-03."""
    after = resolved(facing(location="earth", zone=1, won=True, daleks=(1, 2, 1)))
    assert after.places[0].daleks == (1, 1, 1)


def test_order_of_a_failure() -> None:
    """TOD-FAIL-02, TOD-FAIL-03, TOD-FAIL-05, TOD-FAIL-08."""
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


def test_failure_on_earth_puts_the_marker_in_the_own_zone() -> None:
    """TOD-FAIL-04."""
    after = resolved(facing(location="earth", zone=2, daleks=(1, 0, 0)))
    assert after.places[0].daleks == (1, 0, 1)


def test_part_time_companions_cannot_pay() -> None:
    """TOD-FAIL-09."""
    after = resolved(facing("teller", consoles={JULIE: "amy romana~"}))
    assert after.console(JULIE).companions == ()
    assert after.companion_discards["earth"] == ("amy",)
    assert "romana" in after.companion_decks["alien"]


def test_seventh_dalek_ends_the_game_before_the_cost() -> None:
    """TOD-TC-02, TOD-FAIL-10, TOD-DALK-02, TOD-LOSS-01."""
    now = facing(daleks=(1,), on_earth=(2, 2, 1))
    assert is_davros_out(now)  # TOD-DALK-01
    after = resolved(now)
    assert (after.step, after.winners, after.how) == ("over", (), "seventh Dalek")
    assert (after.ship, after.daleks) == (now.ship, 6)


def test_sixth_dalek_is_davros() -> None:
    """TOD-DALK-01, TOD-COMP-06, AMB-03."""
    after = resolved(facing(daleks=(0,), on_earth=(2, 2, 1)))
    assert is_davros_out(after)
    assert after.step == "finish"


def test_reward_with_help_at_the_location() -> None:
    """TOD-EX-21, TOD-HELP-18, TOD-HELP-19."""
    now = facing("weeping-angels", "mars", 1, won=True, manner="here", daleks=(3,), tokens={JULIE: 4, STEVE: 1})
    after = resolved(now)
    for seat, tokens in ((JULIE, 5), (STEVE, 3)):
        assert after.tardis[seat] == now.tardis[seat] + 2
        assert after.console(seat).tokens == tokens
        assert len(after.hands[seat]) == 1
    assert after.places[1].daleks == (1,)


def test_reward_with_help_on_earth_clears_one_zone() -> None:
    after = resolved(facing(location="earth", zone=0, won=True, manner="here", daleks=(1, 2, 0)))
    assert after.places[0].daleks == (0, 2, 0)


def test_success_with_help_from_afar() -> None:
    """TOD-HELP-13."""
    now = facing(won=True, manner="afar", daleks=(3,))
    entries, after = lines(now, Resolve(JULIE))
    drawn = [entry.fact for entry in entries if isinstance(entry.fact, Drawn)]
    assert [(fact.player, len(fact.cards)) for fact in drawn] == [(JULIE, 2), (STEVE, 1)]
    assert after.tardis[STEVE] == now.tardis[STEVE]
    assert after.console(STEVE).tokens == now.console(STEVE).tokens
    assert after.places[1].daleks == (2,)


def test_failure_with_help_from_afar() -> None:
    """TOD-HELP-14, TOD-FAIL-07."""
    after = resolved(facing(manner="afar", tokens={STEVE: 1}))
    assert after.console(STEVE).tokens == 0
    assert after.places[1].daleks == (1,)
    assert after.ship == 4


def test_failure_with_help_at_the_location() -> None:
    """TOD-HELP-20, TOD-HELP-21, AMB-08."""
    after = resolved(facing(manner="here", ship=1))
    assert after.places[1].daleks == (2,)
    assert (after.ship, after.step) == (5, "finish")


def test_helped_failure_moves_the_ship_once_where_the_table_wants_it() -> None:
    after = resolved(facing(manner="here", ship=1, options={"helped_ship": "once"}))
    assert (after.ship, after.places[1].daleks) == (3, (2,))


def test_second_marker_of_a_helped_failure_can_be_the_seventh() -> None:
    after = resolved(facing(manner="here", daleks=(1,), on_earth=(2, 2, 0)))
    assert after.how == "seventh Dalek"


def test_empty_deck_gives_companions_again() -> None:
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
    """A table where Julie's next Adventure has begun."""
    began = facing().adventure
    assert began is not None
    return now.replace(step="adventure", stack=(replace(began, stage="recruit", pools=(Pool(JULIE),)),))


def test_only_the_caller_resolves() -> None:
    now = facing(manner="here")
    assert refused(now, Resolve(STEVE)) == "TOD-ADV-01"
    assert refused(table("finish"), Resolve(JULIE)) == "TOD-ADV-01"


def test_nothing_goes_on_before_a_cost_is_paid() -> None:
    now = resolved(facing("slitheen", hands={JULIE: "fez k-9"}))
    assert now.step == "adventure"
    assert refused(now, Resolve(JULIE)) == "TOD-FAIL-05"
    assert play(now, PayCard(JULIE, "k-9")).step == "finish"
