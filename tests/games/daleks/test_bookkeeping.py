"""The reducer of Time of the Daleks: it accepts any effect and gives every viewer the same table."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from daleks_games import VARIANTS, begin, game
from daleks_tables import JULIE, KIM, STEVE, place, started, table
from long_runs import some_short
from round_trip import as_known

from events.facts import ALL, UNKNOWN, Chance, Fact, Move, Revealed, Rolled
from events.line import Entry
from projections.described import PlaceSet
from projections.draft import Draft, run
from projections.games.daleks.facts import ALL_EFFECTS, VOCABULARY
from projections.games.daleks.facts import effects as fx
from projections.games.daleks.facts.adventure_effects import (
    AdventureBegan,
    AdventureStage,
    DiceGathered,
    DieGone,
    DieSwapped,
    FaceChanged,
    HelpCalled,
    HelpGiven,
)
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.status import status
from projections.games.daleks.state.position import Aboard, Die, Position
from projections.notation.recorded_chance import Recorded
from replay.live.encoding import fingerprint


def folded(now: Position, *facts: Fact) -> Position:
    for fact in facts:
        now = GAME.rules.reducer(now, fact)
    return now


def fresh(text: str) -> str:
    """An equal string with another identity, as in a decoded log."""
    return "".join(list(text))


def agrees(table_knows: Any, viewer_knows: Any, where: str = "") -> None:
    """Check that all values that a viewer knows are right; the order of a hand may differ."""
    if where.endswith(".hands"):
        for seat, hand in table_knows.items():
            row = viewer_knows[seat]
            assert len(row) == len(hand)
            assert not Counter(card for card in row if card != UNKNOWN) - Counter(hand), where
    elif isinstance(table_knows, msgspec.Struct):
        for name in table_knows.__struct_fields__:
            agrees(getattr(table_knows, name), getattr(viewer_knows, name), f"{where}.{name}")
    elif isinstance(table_knows, dict):
        assert table_knows.keys() == viewer_knows.keys(), where
        for key, value in table_knows.items():
            agrees(value, viewer_knows[key], f"{where}[{key}]")
    elif isinstance(table_knows, tuple):
        assert len(table_knows) == len(viewer_knows), where
        for at, (one, other) in enumerate(zip(table_knows, viewer_knows, strict=True)):
            agrees(one, other, f"{where}[{at}]")
    else:
        assert viewer_knows in (UNKNOWN, table_knows), where


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "two"))
def test_every_viewer_sees_the_same_table(variant: str) -> None:
    started = begin(variant)
    views = dict.fromkeys((ALL, *started.seats[:2]), GAME.set_up(started))
    for entries, now in game(1, variant):
        for viewer in views:
            views[viewer] = folded(views[viewer], *(as_known(entry.fact, viewer) for entry in entries))
            agrees(now, views[viewer])
            assert status(views[viewer]) == status(now)


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "three, first game"))
def test_decides_again_what_was_decided(variant: str) -> None:
    played = list(game(5, variant))
    public = folded(GAME.set_up(begin(variant)), *(as_known(entry.fact, ALL) for entry in played[0][0]))
    for (_, before), (entries, _) in pairwise(played):
        facts = [entry.fact for entry in entries]
        hidden = [as_known(fact, ALL) for fact in facts]
        assert lines_of(before, facts, strict=True) == entries
        assert [entry.fact for entry in lines_of(public, hidden, strict=False)] == hidden
        public = folded(public, *hidden)


def lines_of(now: Position, facts: Sequence[Fact], *, strict: bool) -> list[Entry]:
    """The lines of a move with the chance of these facts; only doubts speak against it."""
    move, *_ = facts
    assert isinstance(move, Move)
    fate = Recorded([fact for fact in facts if isinstance(fact, Chance)])
    draft: Draft[Position] = run(GAME.rules, now, move, fate, strict=strict)
    assert not [breach for breach in draft.breaches if not breach.doubt]
    assert fate.problems == []
    return draft.entries


ODD: dict[Any, tuple[Any, ...]] = {
    str: ("", "nobody", JULIE, "amy", "fez", "mars", "sutekh", "into-the-dalek", "B1", "adventure", UNKNOWN),
    int: (-1, 0, 1, 2, 99), bool: (False, True), tuple[str, ...]: ((), ("amy", "B1"), (JULIE, "nobody"), (UNKNOWN,)),
}  # fmt: skip


@pytest.mark.parametrize("kind", ALL_EFFECTS)
def test_the_reducer_accepts_any_effect(kind: type[Any]) -> None:
    choice = random.Random(kind.__name__)  # reproducible by wish
    adventure = AdventureBegan(seat=JULIE, place=2, zone=0, symbols=("running",))
    busy = folded(
        table("adventure", places=[place(2, "mars", "sutekh", "?")], at={JULIE: (2, 0)}, hands={JULIE: "fez"}),
        adventure, DiceGathered(seat=JULIE, card="eleventh", dice=("B1", "B2")),
    )  # fmt: skip
    for _ in range(60):
        values = {
            field.name: choice.choice(ODD.get(field.type, ODD[str])) for field in msgspec.structs.fields(kind)
        }  # fmt: skip
        for now in (busy, table(), GAME.set_up(started())):
            after = GAME.rules.reducer(now, kind(**values))
            assert fingerprint(after)
            assert after.seats == now.seats
            assert all(0 <= one.tokens <= 5 for one in after.consoles.values())
            assert 0 <= after.ship <= 18


def test_a_kind_has_its_own_tag_and_order_is_kept_by_an_effect() -> None:
    tags = [kind.__struct_config__.tag for kind in VOCABULARY]
    assert len(set(tags)) == len(tags)
    assert all(str(kind.__struct_config__.tag).startswith("tod-") for kind in ALL_EFFECTS)
    assert folded(table(), PlaceSet("order", (STEVE, JULIE))).order == (STEVE, JULIE)


def test_a_fingerprint_depends_only_on_the_position() -> None:
    now = table("adventure", places=[place(2, "mars", "sutekh", "?")])
    there_and_back = folded(now, fx.DalekPlaced(place=2), fx.DalekRemoved(place=2))
    assert fingerprint(there_and_back) == fingerprint(now)
    began = folded(now, AdventureBegan(seat=JULIE, place=2, zone=0, symbols=("running",)))
    assert fingerprint(folded(began, AdventureStage(stage=fresh("recruit")))) == fingerprint(began)
    empty = GAME.set_up(started())
    assert fingerprint(folded(empty, fx.StepReached(step=fresh("set-up")))) == fingerprint(empty)
    paid = folded(now, fx.TokensGained(seat=JULIE, tokens=1), fx.TokensPaid(seat=JULIE, tokens=1))
    assert fingerprint(paid) == fingerprint(now)


def test_cards_change_hands() -> None:
    now = folded(table(), fx.TimeyDiscarded(seat=JULIE, card="run"))
    assert now.timey_discards == ("run",)
    assert "run" not in now.timey_deck
    now = table(hands={JULIE: "tune-up run", STEVE: "moment"}, consoles={JULIE: "amy +fez", STEVE: "clara +k-9"})
    assert folded(now, fx.TimeyHanded(seat=JULIE, card="tune-up", to=STEVE)).hands == {
        JULIE: ("run",), STEVE: ("moment", "tune-up"),
    }  # fmt: skip
    swapped = folded(now, fx.TimeySwapped(seat=JULIE, given="tune-up", to=STEVE, taken="moment"))
    assert swapped.hands == {JULIE: ("run", "moment"), STEVE: ("tune-up",)}
    traded = folded(now, fx.EquipmentTraded(seat=JULIE, given="fez", to=STEVE, taken="k-9"))
    assert (traded.console(JULIE).equipment, traded.console(STEVE).equipment) == (("k-9",), ("fez",))
    assert folded(now, fx.EquipmentTraded(seat=JULIE, given="run", to=STEVE, taken="k-9")) == now
    now = table(hands={JULIE: "tune-up", STEVE: "moment ?"})
    after = folded(now, fx.TimeySwapped(seat=JULIE, given="tune-up", to=STEVE, taken=UNKNOWN))
    assert after.hands == {JULIE: (UNKNOWN,), STEVE: (UNKNOWN, "tune-up")}
    now = folded(table(hands={STEVE: "? ?"}), fx.EquipmentInstalled(seat=STEVE, card="fez"))
    assert (now.hands[STEVE], now.console(STEVE).equipment) == ((UNKNOWN,), ("fez",))


def test_companions_come_from_their_deck() -> None:
    now = folded(table(), fx.CompanionJoined(seat=JULIE, companion="rory", part_time=True))
    assert now.console(JULIE).companions[-1] == Aboard("rory", part_time=True)
    assert "rory" not in now.companion_decks["earth"]
    assert folded(now, fx.CompanionJoined(seat=JULIE, companion="rory")) == now
    away = folded(now, fx.CompanionLeft(seat=JULIE, companion="rory", how="discarded"))
    assert (away.companion_discards["earth"], away.console(JULIE).companions) == (("rory",), (Aboard("amy"),))
    home = folded(now, fx.CompanionLeft(seat=JULIE, companion="rory", how="dismissed"))
    assert home.companion_decks["earth"][-1] == "rory"
    assert folded(home, fx.CompanionLeft(seat=JULIE, companion="rory", how="dismissed")) == home


def test_stated_locations_are_taken_from_the_deck() -> None:
    now = table(decks={"location": "mars karn telos"}, dilemma_discards=())
    drawn = folded(
        now, Revealed("location", "draw 3 of turn 7", "typed", "mars"), fx.LocationsSearched(("mars", "karn"))
    )
    assert (drawn.found, drawn.location_deck, drawn.location_discards) == (("mars", "karn"), ("telos",), ())
    kept = folded(drawn, fx.LocationKept(location="karn"))
    assert (kept.found, kept.location_discards) == (("karn",), ("mars",))
    other = folded(drawn, fx.LocationKept(location="telos"))
    assert (other.found, sorted(other.location_discards), other.location_deck) == (("telos",), ["karn", "mars"], ())
    laid = folded(kept, fx.LocationLaid(place=2, location="karn"), fx.DilemmaLaid(place=2, zone=0))
    assert (laid.found, laid.entered, laid.places[-1].slots[0].dilemma) == ((), 2, now.dilemma_deck[0])
    gone = folded(laid, fx.DilemmaGone(place=2, zone=0), fx.DoctorMoved(JULIE, 2, 1), fx.LocationGone(place=2))
    assert (gone.location_discards, gone.dilemma_discards, gone.at) == (("mars", "karn"), now.dilemma_deck[:1], {})
    assert folded(table(), fx.LocationGone(place=1)) == table()


def test_an_anomaly_is_in_force_until_it_is_gone() -> None:
    now = table()
    task = folded(now, fx.AnomalyTaken(anomaly="destiny-of-the-daleks"))
    assert [one.anomaly for one in task.tasks] == ["destiny-of-the-daleks"]
    assert folded(task, fx.AnomalyTaken(anomaly="destiny-of-the-daleks")) == task
    over = folded(task, fx.AnomalyGone(anomaly="destiny-of-the-daleks"))
    assert (over.tasks, over.anomaly_discards) == ((), ("destiny-of-the-daleks",))
    laid = folded(now, fx.LocationLaid(place=2, location="into-the-dalek"), fx.DoctorMoved(JULIE, 2))
    met = folded(laid, fx.AnomalyGone(anomaly="into-the-dalek"))
    assert (met.at, [tile.n for tile in met.places], met.anomaly_discards) == ({}, [1], ("into-the-dalek",))
    now = folded(table(seats=3), fx.TardisMoved(STEVE, 18), fx.TardisMoved(JULIE, 30), fx.TardisMoved(STEVE, 18))
    assert (now.arrived, now.tardis) == ((STEVE, JULIE), {JULIE: 18, STEVE: 18, KIM: 4})
    assert folded(now, fx.TardisMoved(STEVE, 17)).arrived == (JULIE,)
    assert folded(now, fx.ShipMoved(-3)).ship == 0


def test_a_die_keeps_its_name_and_its_story() -> None:
    now = folded(
        table("adventure"),
        AdventureBegan(seat=JULIE, place=1, zone=0, symbols=("running",)),
        DiceGathered(seat=JULIE, card="eleventh", dice=("B1", "B2")),
        DieSwapped(die="B2", into="G1"),
        Rolled("B1 G1", 6, (1, 6), "roll julie", "typed"),
        Rolled("B1", 6, (2,), "re-roll julie eleventh", "typed"),
        FaceChanged(die="G1", symbol="diplomacy", by="amy"),
        DieGone(die="B1", how="spent"),
    )
    assert now.adventure is not None
    assert now.adventure.pools[0].dice == (
        Die("B1", "black", "cunning", ("rolled running", "re-rolled cunning eleventh"), "spent", "eleventh"),
        Die("B2", "black", gone="focused", card="eleventh"),
        Die("G1", "green", "diplomacy", ("rolled tactics", "changed diplomacy amy"), card="eleventh"),
    )


def test_a_helper_has_the_second_pool() -> None:
    began = folded(table("adventure"), AdventureBegan(seat=JULIE, place=1, zone=0, symbols=()))
    called = folded(began, HelpCalled(helper=STEVE))
    assert called.adventure is not None
    assert ([pool.seat for pool in called.adventure.pools], called.adventure.manner) == ([JULIE, STEVE], "")
    helped = folded(called, HelpGiven(helper=STEVE, manner="afar"))
    assert helped.adventure is not None
    assert (helped.adventure.helper, helped.adventure.manner) == (STEVE, "afar")
    assert folded(began, HelpCalled(helper=JULIE)) == began
    began = folded(table("adventure"), AdventureBegan(seat=JULIE, place=1, zone=0, symbols=()))
    assert folded(began, fx.StepReached(step="finish")).stack == ()
    assert folded(began, fx.StepReached(step="charge"), fx.StepReached(step="adventure")).adventure == began.adventure
