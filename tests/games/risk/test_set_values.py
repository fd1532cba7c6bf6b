"""What a moderator of Risk sets right by hand, and what holds on worlds that no legal game reaches."""

import pytest
from refusals import refuses
from risk_worlds import NOBODY, ODD, army, play, stood, world
from table_play import Editor

from events.errors import RefusedError
from events.events import Effect
from projections.games.risk import events as e
from projections.games.risk.game import GAME
from projections.games.risk.state.position import World

START = world("russia K4, scandinavia Y3, ural Y1", tardis="egypt", tardis_card="egypt")
mended = Editor("risk").mended


@pytest.mark.parametrize(("place", "value", "effects"), [
    ("tardis", "SCA", [e.TardisLanded("scandinavia")]), ("tardis", "none", [e.TardisLanded("")]),
    ("tardis", "egypt", []), ("clara", "4", [e.ClaraAdvanced(4)]), ("clara", "1", []),
    ("clara", "11", [e.ClaraAdvanced(11), e.GameEnded(("orange",), "the Eleventh Doctor", "territories")]),
    ("pool", "2", [e.PoolSet(2)]), ("pool", "0", []), ("step", "manoeuvre", [e.StepReached("manoeuvre")]),
    ("step", "attack", []), ("turn", "next", [e.CardReturned("egypt"), e.TurnBegan("yellow", 8, 3)]),
    ("turn", "orange", [e.CardReturned("egypt"), e.TurnBegan("orange", 8, 3)]), ("turn", "black", []),
])  # fmt: skip
def test_moderator_can_set_a_value(place: str, value: str, effects: list[Effect]) -> None:
    assert list(GAME.editor.edit(START, place, value)) == effects


@pytest.mark.parametrize(("place", "value", "says"), [
    ("RUS", "0", "1 to 999"), ("RUS", "-4", 'Write "black 4"'), ("RUS", "mauve 3", '"mauve" is not an army'),
    ("RUS", "orange 3", "no territory left"),
    ("tardis", "moon", "a territory, or none"), ("clara", "12", "1 to 11"), ("pool", "-1", "0 to 99"),
    ("step", "neutral", "step cannot be"), ("turn", "mauve", "can have the turn"), ("hand", "x", "cannot be set"),
    ("pool", "²", "0 to 99"),
])  # fmt: skip
def test_moderator_cannot_set_a_value(place: str, value: str, says: str) -> None:
    refuses(RefusedError, says, GAME.editor.edit, START, place, value)


@pytest.mark.parametrize("place", ["RUS", "SCA"])
@pytest.mark.parametrize("style", ["stack", "group"])
def test_setting_the_owner_of_a_territory_ends_its_battle(place: str, style: str) -> None:
    start = world("russia K6, scandinavia Y3, iceland Y1, ural K1", options={"attack_style": style})
    fought = play(start, e.Attack("black", "russia", "scandinavia", 3), e.RollDice("black", 3), roll="6 1 1 / 5 5")
    now = mended(fought, place, "orange 2")
    assert (now.stack, army(now, place), GAME.rules.status(now).step) == ((), "O2", "attack")
    other = "SCA" if place == "RUS" else "RUS"
    assert army(now, other) == ("K5" if other == "RUS" else "Y2"), "a group is home again"
    assert mended(fought, "ICE", "orange 2").battle == fought.battle
    assert mended(fought, place, "5").battle == fought.battle


def test_moderator_can_set_territories_and_daleks() -> None:
    """RISK-ATT-12, RISK-POW-16."""
    assert army(mended(START, "RUS", "black 9"), "RUS") == "K9"
    assert army(mended(START, "russia", "7"), "RUS") == "K7"
    assert army(mended(START, "Scandinavia", "black 1"), "SCA") == "K1"
    assert GAME.editor.edit(START, "RUS", "black 4") == ()
    assert list(GAME.editor.edit(START, "RUS", "5")) == [e.TerritorySet("russia", "black", 5)]
    now = mended(play(START, e.Attack("black", "russia", "scandinavia", 3)), "RUS", "1")
    assert list(GAME.rules.legal(now, "black")) == [e.LeaveBattle("black")]
    assert play(now, e.LeaveBattle("black")).battle is None
    due = GAME.rules.reducer(world("SCA Y4, ICE Y1, RUS K3"), e.RemovalDue("yellow", 3))
    assert list(GAME.editor.edit(due, "SCA", "3")) == [
        e.TerritorySet("scandinavia", "yellow", 3), e.RemovalDue("yellow", 2),
    ]  # fmt: skip
    assert (mended(due, "SCA", "1").stack, mended(due, "SCA", "9").stack) == ((), due.stack)
    assert GAME.rules.status(mended(due, "SCA", "black 4")).awaited == ("black",)


def test_setting_the_turn_or_step_ends_a_battle() -> None:
    group = world("russia K6, scandinavia Y5, EGY Y3", options={"attack_style": "group"})
    fighting = stood(group, e.Attack("black", "russia", "scandinavia", 3))[1]
    assert [type(effect) for effect in GAME.editor.edit(fighting, "turn", "next")] == [e.BattleEnded, e.TurnBegan]
    now = mended(fighting, "turn", "next")
    assert (army(now, "RUS"), now.player, now.stack) == ("K6", "yellow", ())
    start = world("russia K6, scandinavia Y1, EGY Y3")
    taken = play(start, e.Attack("black", "russia", "scandinavia", 3), e.RollDice("black", 3), roll="6 6 6 / 1")
    assert e.DaleksMoved("russia", "scandinavia", 3) in GAME.editor.edit(taken, "step", "manoeuvre")
    now = mended(taken, "step", "manoeuvre")
    assert (army(now, "SCA"), now.step) == ("K3", "manoeuvre")
    now = mended(world("russia K4, peru 13", seats="KY", rest="Y"), "turn", "next")
    assert (now.player, now.step, GAME.rules.status(now).awaited) == ("yellow", "neutral", ("black",))


def test_refuses_to_set_values_before_the_game_or_after_it() -> None:
    refuses(RefusedError, "yet", GAME.editor.edit, NOBODY, "clara", "3")
    with pytest.raises(RefusedError, match="after the end of the game"):
        GAME.editor.edit(START.replace(how="every territory", step="over"), "clara", "3")
    defeated = START.replace(defeated=("yellow",))
    refuses(RefusedError, "defeated", GAME.editor.edit, defeated, "RUS", "yellow 3")
    refuses(RefusedError, "can have the turn", GAME.editor.edit, defeated, "turn", "yellow")


@pytest.mark.parametrize("odd", [ODD, NOBODY, START.replace(stack=ODD.stack), START.replace(step="neutral")])
def test_handles_positions_that_no_legal_game_reaches(odd: World) -> None:
    status = GAME.rules.status(odd)
    for seat in (*odd.seats, "nobody", *status.awaited):
        assert all(move.player == seat for move in GAME.rules.legal(odd, seat))
        GAME.rules.implied_pass(odd, seat)
    assert [invariant.holds(odd) for invariant in GAME.rules.invariants]
