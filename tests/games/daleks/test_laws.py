"""Laws of Time of the Daleks: what holds at every table, sound or odd, what may be done, what silence means."""

import copy
import random
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import pytest
from daleks_games import VARIANTS, begin, game, mistaken
from daleks_tables import (
    SEATS,
    adventure_of,
    begun,
    begun_adventure,
    box_with,
    console,
    facing,
    in_adventure,
    place,
    play,
    resolved,
    started,
    stood,
    table,
)
from long_runs import some_short
from msgspec.structs import replace
from round_trip import as_known

from events.entry import Entry
from events.errors import RefusedError, UnplayableError
from events.events import ALL, UNKNOWN, Event, Passed, Revealed, Rolled, Started
from projections.contracts import Marks, Written
from projections.described import PlaceSet
from projections.draft import find_conflicts
from projections.game import Invariant
from projections.games.daleks.components.box import COLOURS, SYMBOLS, Part
from projections.games.daleks.components.box_grammar import PLACES
from projections.games.daleks.components.data_files import SHIPPED, read_box, shipped_file
from projections.games.daleks.components.printed_costs import printed_cost
from projections.games.daleks.events import ALL_EFFECTS, VOCABULARY, adventure_effects as ax, effects as fx, moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.rules.invariants import INVARIANTS, cards_in
from projections.games.daleks.rules.status import status
from projections.games.daleks.state.piles import PILES
from projections.games.daleks.state.position import Adventure, Debt, Die, Pool, Position
from projections.games.daleks.state.tray import dice_left, pool_of
from projections.window import Window
from replay.chance.random_source import SeededChance
from replay.session.encoding import fingerprint

JULIE, STEVE, KIM, *_ = SEATS


def folded(now: Position, *events: Event) -> Position:
    for event in events:
        now = GAME.rules.reducer(now, event)
    return now


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


@pytest.mark.long
@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "two"))
def test_every_viewer_sees_the_same_public_position(variant: str) -> None:
    started = begin(variant)
    views = dict.fromkeys((ALL, *started.seats[:2]), GAME.set_up(started))
    for entries, now in game(1, variant):
        for viewer in views:
            views[viewer] = folded(views[viewer], *(as_known(entry.event, viewer) for entry in entries))
            agrees(now, views[viewer])
            assert status(views[viewer]) == status(now)


ANY: dict[Any, tuple[Any, ...]] = {
    str: ("", "nobody", JULIE, "amy", "fez", "mars", "sutekh", "into-the-dalek", "B1", "adventure", UNKNOWN),
    int: (-1, 0, 1, 2, 99), bool: (False, True), tuple[str, ...]: ((), ("amy", "B1"), (JULIE, "nobody"), (UNKNOWN,)),
}  # fmt: skip


@pytest.mark.parametrize("kind", ALL_EFFECTS)
def test_the_reducer_accepts_any_effect(kind: type[Any]) -> None:
    choice = random.Random(kind.__name__)  # reproducible by wish
    adventure = ax.AdventureBegan(seat=JULIE, place=2, zone=0, symbols=("running",))
    busy = folded(
        table("adventure", places=[place(2, "mars", "sutekh", "?")], at={JULIE: (2, 0)}, hands={JULIE: "fez"}),
        adventure, ax.DiceGathered(seat=JULIE, card="eleventh", dice=("B1", "B2")),
    )  # fmt: skip
    for _ in range(60):
        values = {field.name: choice.choice(ANY.get(field.type, ANY[str])) for field in msgspec.structs.fields(kind)}
        for now in (busy, table(), GAME.set_up(started())):
            after = GAME.rules.reducer(now, kind(**values))
            assert fingerprint(after)
            assert after.seats == now.seats
            assert all(0 <= one.tokens <= 5 for one in after.consoles.values())
            assert 0 <= after.ship <= 18


def test_event_tags_are_unique_and_an_effect_sets_the_order() -> None:
    tags = [kind.__struct_config__.tag for kind in VOCABULARY]
    assert len(set(tags)) == len(tags)
    assert all(str(kind.__struct_config__.tag).startswith("tod-") for kind in ALL_EFFECTS)
    assert folded(table(), PlaceSet("order", (STEVE, JULIE))).order == (STEVE, JULIE)


def test_a_state_hash_depends_only_on_the_position() -> None:
    """An equal text may have another identity, as in a decoded log."""
    now = table("adventure", places=[place(2, "mars", "sutekh", "?")])
    there_and_back = folded(now, fx.DalekPlaced(place=2), fx.DalekRemoved(place=2))
    assert fingerprint(there_and_back) == fingerprint(now)
    began = folded(now, ax.AdventureBegan(seat=JULIE, place=2, zone=0, symbols=("running",)))
    assert fingerprint(folded(began, ax.AdventureStage(stage=b"recruit".decode()))) == fingerprint(began)
    empty = GAME.set_up(started())
    assert fingerprint(folded(empty, fx.StepReached(step=b"set-up".decode()))) == fingerprint(empty)
    paid = folded(now, fx.TokensGained(seat=JULIE, tokens=1), fx.TokensPaid(seat=JULIE, tokens=1))
    assert fingerprint(paid) == fingerprint(now)


def test_declared_cards_may_come_from_unexpected_places() -> None:
    now = folded(table(), fx.TimeyDiscarded(JULIE, "run"))
    assert (now.timey_discards, "run" in now.timey_deck) == (("run",), False)
    now = table(hands={JULIE: "tune-up run", STEVE: "moment"}, consoles={JULIE: "amy +fez", STEVE: "clara +k-9"})
    assert folded(now, fx.EquipmentTraded(seat=JULIE, given="run", to=STEVE, taken="k-9")) == now
    now = table(hands={JULIE: "tune-up", STEVE: "moment ?"})
    after = folded(now, fx.TimeySwapped(seat=JULIE, given="tune-up", to=STEVE, taken=UNKNOWN))
    assert after.hands == {JULIE: (UNKNOWN,), STEVE: (UNKNOWN, "tune-up")}
    now = folded(table(hands={STEVE: "? ?"}), fx.EquipmentInstalled(seat=STEVE, card="fez"))
    assert (now.hands[STEVE], now.console(STEVE).equipment) == ((UNKNOWN,), ("fez",))
    now = folded(table(), fx.CompanionJoined(seat=JULIE, companion="rory", part_time=True))
    assert folded(now, fx.CompanionJoined(seat=JULIE, companion="rory")) == now
    home = folded(now, fx.CompanionLeft(seat=JULIE, companion="rory", how="dismissed"))
    assert folded(home, fx.CompanionLeft(seat=JULIE, companion="rory", how="dismissed")) == home
    now = folded(table(decks={"location": "mars karn telos"}), fx.LocationsSearched(("mars", "karn")))
    other = folded(now, fx.LocationKept(location="telos"))
    assert (other.found, sorted(other.location_discards), other.location_deck) == (("telos",), ["karn", "mars"], ())
    assert folded(table(), fx.LocationGone(place=1)) == table()


def test_declared_effects_beyond_the_limits_are_bounded() -> None:
    now = table()
    task = folded(now, fx.AnomalyTaken(anomaly="destiny-of-the-daleks"))
    assert folded(task, fx.AnomalyTaken(anomaly="destiny-of-the-daleks")) == task
    over = folded(task, fx.AnomalyGone(anomaly="destiny-of-the-daleks"))
    assert (over.tasks, over.anomaly_discards) == ((), ("destiny-of-the-daleks",))
    now = folded(table(seats=3), fx.TardisMoved(STEVE, 18), fx.TardisMoved(JULIE, 30), fx.TardisMoved(STEVE, 18))
    assert (now.arrived, now.tardis) == ((STEVE, JULIE), {JULIE: 18, STEVE: 18, KIM: 4})
    assert folded(now, fx.TardisMoved(STEVE, 17)).arrived == (JULIE,)
    assert folded(now, fx.ShipMoved(-3)).ship == 0
    began = folded(table("adventure"), ax.AdventureBegan(seat=JULIE, place=1, zone=0, symbols=()))
    assert folded(began, ax.HelpCalled(helper=JULIE)) == began
    assert folded(began, fx.StepReached(step="charge"), fx.StepReached(step="adventure")).adventure == began.adventure


def test_a_die_keeps_its_name_and_its_history() -> None:
    now = folded(
        table("adventure"), ax.AdventureBegan(seat=JULIE, place=1, zone=0, symbols=("running",)),
        ax.DiceGathered(seat=JULIE, card="eleventh", dice=("B1", "B2")), ax.DieSwapped(die="B2", into="G1"),
        Rolled("B1 G1", 6, (1, 6), "roll julie", "typed"), Rolled("B1", 6, (2,), "re-roll julie eleventh", "typed"),
        ax.FaceChanged(die="G1", symbol="diplomacy", by="amy"), ax.DieGone(die="B1", how="spent"),
    )  # fmt: skip
    assert adventure_of(now).pools[0].dice == (
        Die("B1", "black", "cunning", ("rolled running", "re-rolled cunning eleventh"), "spent", "eleventh"),
        Die("B2", "black", gone="focused", card="eleventh"),
        Die("G1", "green", "diplomacy", ("rolled tactics", "changed diplomacy amy"), card="eleventh"),
    )


Fault = Callable[[Position], Position]


def with_dice(now: Position, *dice: Die) -> Position:
    return now.replace(stack=(replace(adventure_of(now), pools=(Pool(JULIE, dice, gathered=True, done=True),)),))


def with_console(now: Position, text: str, **more: int) -> Position:
    doctor = now.console(JULIE).doctor
    return now.replace(consoles={**now.consoles, JULIE: console(text, doctor=doctor, **more)})


FAULTS: Final[Mapping[str, Fault]] = {
    "the Timey-Wimey cards are all there (TOD-COMP-05)": lambda p: p.replace(timey_deck=p.timey_deck[1:]),
    "the Companions are all there (TOD-COMP-05)": lambda p: p.replace(companion_discards={"earth": ("x",)}),
    "the Locations are all there (TOD-COMP-05)": lambda p: p.replace(found=("mars",)),
    "the Dilemmas are all there (TOD-COMP-05)": lambda p: p.replace(dilemma_discards=("sutekh",)),
    "the Time Anomalies are all there (TOD-COMP-05)": lambda p: p.replace(anomaly_deck=p.anomaly_deck[1:]),
    "nobody has more than five tokens (TOD-COMP-17)": lambda p: with_console(p, "amy", tokens=6),
    "markers are on the track (TOD-DTRN-08)": lambda p: p.replace(ship=19),
    "each Location in play has a number of its own (TOD-TRAV-08)": lambda p: p.replace(entered=1),
    "each die has a name of its own (TOD-POOL-01)": lambda p: with_dice(p, Die("B1", "black"), Die("B1", "black")),
    "the session is over when somebody has won (TOD-ROUND-03)": lambda p: p.replace(step="over"),
    "each card is in one place (TOD-COMP-05)": lambda p: p.replace(timey_deck=(p.timey_deck[1], *p.timey_deck[1:])),
    "six Dalek markers are out at most (TOD-COMP-06)": lambda p: p.replace(
        places=(replace(p.places[0], daleks=(7, 0, 0)), *p.places[1:])
    ),
    "each Doctor is played by one (TOD-SETUP-08)": lambda p: p.replace(
        consoles={**p.consoles, STEVE: p.console(STEVE).replace(doctor="eleventh")}
    ),
    "three dice of a colour, less those imprisoned (TOD-LIM-02)": lambda p: with_dice(
        p.replace(box=replace(p.box, dice={**p.box.dice, "blue": 1})), Die("U1", "blue"), Die("U2", "blue")
    ),
    "consoles have so many spaces (TOD-COMP-16)": lambda p: with_console(p, "amy rory ian bill"),
    "part-time Companions are of the Adventure under way (TOD-RECR-07)": lambda p: p.replace(
        consoles={**p.consoles, STEVE: console("clara~", doctor="twelfth")}
    ),
    "the ship has passed no anomaly marker (TOD-ANOM-01)": lambda p: p.replace(ship=6),
    "one Adventure at a time, below what it brings about (TOD-ADV-01)": lambda p: p.replace(
        stack=(Debt(JULIE, "dilemma", "sutekh", p.box.dilemma["sutekh"].fail, 1, 1), *p.stack)
    ),
    "an Adventure is in its step (TOD-ROUND-04)": lambda p: p.replace(step="finish"),
    "a cost asks something of somebody (TOD-FAIL-05)": lambda p: p.replace(
        stack=(*p.stack, Debt(JULIE, "dilemma", "sutekh", p.box.dilemma["sutekh"].fail, 1, 0))
    ),
}


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda one: one.name)
def test_each_invariant_detects_a_broken_position(invariant: Invariant[Position]) -> None:
    assert FAULTS.keys() == {each.name for each in INVARIANTS}
    for now in (
        facing(consoles={JULIE: "amy romana~"}, hands={JULIE: "fez", STEVE: "run"}), begun(seats=4),
        begun(first_game=True),
    ):  # fmt: skip
        assert invariant.holds(now)
    assert not invariant.holds(FAULTS[invariant.name](facing()))


def test_counts_the_cards_of_a_kind() -> None:
    now = facing("", "into-the-dalek", consoles={JULIE: "amy +fez", STEVE: "susan"}, hands={STEVE: "run ?"})
    assert {pile: len(cards_in(now, pile)) for pile in PILES}["anomaly"] == 8
    assert {"fez", "run", "?"} <= set(cards_in(now, "timey"))
    assert "amy" in cards_in(now, "earth")
    assert "susan" in cards_in(now, "alien")
    assert len(cards_in(table(places=[place(2, "mars", "sutekh", "?")]), "location")) == 20


def test_a_game_may_end_in_an_adventure() -> None:
    lost = replace(SHIPPED.anomaly["stolen-earth"], effect=(Part("dalek"),))
    box = replace(SHIPPED, anomaly={**SHIPPED.anomaly, "stolen-earth": lost})
    now = begun_adventure(
        on_earth=(2, 2, 2), ship=5, box=box, decks={"anomaly": "stolen-earth"}, tokens=3, consoles={JULIE: ""}
    )
    called = play(now, m.Recruit(JULIE, "token", "alien"), m.Gather(JULIE), m.CallHelp(JULIE, STEVE, "token"))
    after = play(called, m.GiveHelp(STEVE, "here", "token"))
    assert (after.how, [one.part_time for one in after.console(JULIE).companions]) == ("seventh Dalek", [True])
    assert [one.name for one in INVARIANTS if one.kind == "law" and not one.holds(after)] == []


def offers(now: Position, seat: str) -> list[Any]:
    return list(GAME.rules.legal(now, seat))


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant in ("two", "solo")))
def test_play_can_continue_after_recorded_mistakes(variant: str) -> None:
    seen = 0
    for now in (now for seed in range(4) for now in mistaken(seed, variant)):
        assert [law.name for law in GAME.rules.invariants if law.kind == "matter" and not law.holds(now)] == []
        status = GAME.rules.status(now)
        for seat in status.awaited:
            silent = GAME.rules.implied_pass(now, seat)
            assert silent is None or silent in offers(now, seat)
        unknown = now.debt is not None and UNKNOWN in now.hands[now.debt.seat]
        assert status.outcome or unknown or any(offers(now, seat) for seat in status.awaited), f"a dead end: {status}"
        seen += 1
    assert seen > 100


def test_the_travel_step_offers_its_legal_moves() -> None:
    """TOD-TRAV-02 to TOD-TRAV-07."""
    mars = place(2, "mars", "silence", "")
    now = table("travel", places=(mars,), at={JULIE: (2, 0)})
    assert set(offers(now, JULIE)) == {
        m.RollTardis(JULIE), m.Stay(JULIE, 0), m.Stay(JULIE, 1), *(m.Travel(JULIE, 1, zone) for zone in range(3)),
    }  # fmt: skip
    choosing = table("choose", places=(mars,), at={JULIE: (2, 0)}, answer="choose")
    zones = [m.Travel(JULIE, n, zone) for n, count in ((1, 3), (2, 2)) for zone in range(count)]
    assert offers(choosing, JULIE) == [*zones, m.Explore(JULIE)]
    drawn = choosing.replace(found=("telos", "argolis"))
    assert offers(drawn, JULIE) == [m.KeepLocation(JULIE, "telos"), m.KeepLocation(JULIE, "argolis")]


@pytest.mark.parametrize(("step", "silent"), [
    ("charge", m.Charge(JULIE)), ("prepare", None), ("travel", None), ("choose", None), ("enter", None),
    ("finish", m.Finish(JULIE)), ("daleks", m.DaleksMove(JULIE)), ("discard", None),
])  # fmt: skip
def test_silence_implies_the_default_move_of_a_step(step: str, silent: Any) -> None:
    """TOD-FIN-05: silence never discards a card."""
    hand = "fez k-9 run geronimo moment" if step == "discard" else ""
    now = table(step, places=(place(2, "mars", "?", "?"),), hands={JULIE: hand})
    assert GAME.rules.implied_pass(now, JULIE) == silent
    assert silent is None or silent in offers(now, JULIE)
    assert GAME.rules.implied_pass(now, STEVE) is None


def test_silent_seats_pass_if_asked_and_help_if_called() -> None:
    """TOD-HELP-04."""
    now = begun_adventure()
    assert GAME.rules.implied_pass(now, JULIE) == m.Gather(JULIE)
    fate = SeededChance(1)
    _, now = GAME.play(now, m.Gather(JULIE), fate)
    _, called = GAME.play(now, m.CallHelp(JULIE, STEVE, "token"), fate)
    assert GAME.rules.status(called).awaited == (STEVE,)
    assert GAME.rules.implied_pass(called, STEVE) == m.GiveHelp(STEVE, "afar")
    _, helped = GAME.play(called, m.GiveHelp(STEVE, "afar"), fate)
    assert GAME.rules.implied_pass(helped, STEVE) == m.Gather(STEVE)
    asked = now.replace(stack=(*now.stack, Window("roll", (STEVE,))))
    assert GAME.rules.implied_pass(asked, STEVE) == Passed(STEVE)
    assert GAME.rules.implied_pass(asked, JULIE) is None


def test_a_cost_ends_with_a_pass_if_the_hand_is_empty() -> None:
    """AMB-14, TOD-FAIL-05."""
    now = table("adventure", hands={JULIE: "fez"}, stack=(Adventure(JULIE, 1, 0, over=True),))
    owed = Debt(JULIE, "dilemma", "carrionites", printed_cost(now.box, "dilemma", "carrionites"), chosen=1, left=2)
    now = now.replace(stack=(*now.stack, owed))
    assert offers(now, JULIE) == [m.PayCard(JULIE, "fez")]
    _, now = stood(now, m.Install(JULIE, "fez"))
    assert (now.hands[JULIE], now.debt) == ((), owed)
    assert GAME.rules.status(now).awaited == (JULIE,)
    assert offers(now, JULIE) == [Passed(JULIE)]
    assert GAME.rules.implied_pass(now, JULIE) == Passed(JULIE)
    after = play(now, Passed(JULIE))
    assert (after.debt, after.ship, after.step) == (None, now.ship + 1, "finish")
    _, other = stood(now, m.Charge(JULIE))
    assert (other.debt, other.ship) == (None, now.ship + 1)


def test_a_card_of_an_unknown_hand_pays_a_cost() -> None:
    """TOD-FAIL-05."""
    now = table("adventure", hands={JULIE: "?"}, stack=(Adventure(JULIE, 1, 0, over=True),))
    owed = Debt(JULIE, "dilemma", "slitheen", ((Part("pay-cards"),),), chosen=1, left=1)
    now = now.replace(stack=(*now.stack, owed))
    assert offers(now, JULIE) == []
    assert GAME.rules.implied_pass(now, JULIE) is None
    found, after = stood(now, m.PayCard(JULIE, "fez"))
    assert found == ["TOD-FAIL-05?"]
    assert (after.hands[JULIE], after.debt, after.step) == ((), None, "finish")


def test_a_pool_cut_too_early_can_still_be_gathered() -> None:
    """TOD-POOL-01, TOD-POOL-03."""
    pools = (Pool(JULIE, (Die("B1", "black", gone="cut"),)), Pool(STEVE), Pool(KIM, (Die("B2", "black"),)))
    now = Adventure(JULIE, 1, 0, ("running",), stage="cut", helper=STEVE, manner="afar", pools=pools)
    there = table("adventure", seats=3, stack=(now,), at={JULIE: (1, 0)})
    assert GAME.rules.status(there).awaited == (JULIE, STEVE)
    for seat in (JULIE, STEVE):
        (gathering,) = offers(there, seat)
        there = play(there, gathering)
    for _ in range(20):
        seat, *_ = GAME.rules.status(there).awaited
        there = play(there, offers(there, seat)[0])
        if there.adventure is None or there.adventure.stage == "roll":
            break
    assert adventure_of(there).stage == "roll"


def test_ways_to_re_roll_are_bounded() -> None:
    """TOD-RERO-05."""
    now = begun_adventure()
    names = [f"B{n}" for n in range(1, 13)]
    icons = tuple(
        replace(icon, mode="any") if icon.does == "reroll" else icon for icon in SHIPPED.doctor["eleventh"].icons
    )  # fmt: skip
    many = now.replace(box=box_with("doctor", "eleventh", icons=icons))
    many = GAME.rules.reducer(many, m.Gather(JULIE))
    dice = ", ".join(f"die name {name} symbol running story rolled running" for name in names)
    begun = "adventure seat julie place 2 zone 0 symbols science stage reroll, pool seat julie gathered yes"
    for effect in GAME.editor.edit(many, "begun", f"{begun}, {dice}"):
        many = GAME.rules.reducer(many, effect)
    ways = [move for move in offers(many, JULIE) if isinstance(move, m.ReRoll)]
    assert (len(ways), ways[0].dice) == (256, tuple(names))
    assert len(dice_left(pool_of(adventure_of(many), JULIE))) == 12


SHIPPED_FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())
CONDITIONS: Final = ("fixed-point", "time-locked", "time-breach")
RULES: Final = ("one-token", "no-token-rerolls", "no-help", "pool-one-less", "no-links")
_ENDS: Final[dict[str, tuple[int, int]]] = {
    **dict.fromkeys(("tokens", "cards", "pay-tokens", "pay-cards", "pay-either"), (1, 5)),
    **dict.fromkeys(("discard-companion", "dismiss-companion", "dalek"), (1, 3)),
    **dict.fromkeys(("ship", "tardis"), (-9, 9)), "clear": (1, 6),
}  # fmt: skip
_EACH: Final = (
    "tokens", "cards", "pay-tokens", "pay-cards", "pay-either", "discard-companion", "dismiss-companion", "tardis",
    "console",
)  # fmt: skip
_LAST: Final = ("swap", "trade")


class _Maker:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.share = self.chance.choice((0.15, 0.5, 1.0))

    def changes(self) -> bool:
        return self.chance.random() < self.share

    def some(self, row: Sequence[Any], least: int = 0) -> list[Any]:
        return self.chance.sample(list(row), self.chance.randint(least, len(row)))

    def symbols(self) -> list[str]:
        return [self.chance.choice(SYMBOLS) for _ in range(self.chance.choice((1, 3, 8)))]

    def part(self, where: str) -> dict[str, Any]:
        does = self.chance.choice(PLACES[where])
        least, most = _ENDS.get(does, (1, 1))
        made: dict[str, Any] = {"does": does, "amount": self.chance.choice((least, most, 1))}
        return {**made, "each": True} if does in _EACH and self.chance.random() < 0.4 else made

    def parts(self, where: str, least: int = 1) -> list[dict[str, Any]]:
        made = [self.part(where) for _ in range(self.chance.randint(least, 4))]
        plain = [part for part in made if part["does"] not in _LAST]
        return [*plain, *[part for part in made if part["does"] in _LAST][:1]]

    def costs(self, where: str) -> list[list[dict[str, Any]]]:
        return [self.parts(where) for _ in range(self.chance.randint(1, 3))]

    def icon(self, carrier: str) -> dict[str, Any]:
        does, colours = self.chance.choice(("add", "focus", "reroll", "change")), self.some(COLOURS, 1)
        if carrier in ("event", "transfer"):
            again = self.chance.random() < 0.5
            more: dict[str, Any] = {"mode": "all"} if again else {"amount": self.chance.randint(1, 8)}
            return {"does": "reroll" if again else "add", "colours": colours, **more}
        match does:
            case "add":
                return {"does": does, "colours": colours, "amount": self.chance.choice((1, 8))}
            case "focus":
                return {"does": does, "colours": [one for one in colours if one != "black"] or ["red"]}
            case "change":
                return {"does": does, "colours": colours, "symbol": self.chance.choice(SYMBOLS), "price": 5}
        return {"does": does, "colours": colours, "mode": self.chance.choice(("any", "all")), "price": 1}

    def ability(self, *, of_doctor: bool) -> dict[str, Any]:
        if of_doctor:
            return {"when": "travel", "skip_roll": True, "parts": self.parts("ability", 0)}
        return {"when": "prepare", "parts": self.parts("ability")}

    def timey(self, row: dict[str, Any]) -> dict[str, Any]:
        kind = self.chance.choice(("equipment", "event", "transfer"))
        icons = [self.icon(kind) for _ in range(self.chance.randint(0, 3))]
        parts = self.parts(kind, 0 if icons else 1)
        made = {"name": row["name"], "type": kind, "price": self.chance.choice((0, 5))}
        if parts and parts[-1]["does"] in _LAST:
            return {**made, "parts": parts, "timing": "prepare"}
        timings = ("adventure",) if kind == "equipment" else ("adventure", "any-adventure")
        others = ("anytime", "prepare", "adventure", "any-adventure")
        return {**made, "parts": parts, "icons": icons, "timing": self.chance.choice(timings if icons else others)}

    def anomaly(self, row: dict[str, Any]) -> dict[str, Any]:
        kind = self.chance.choice(("location", "task", "instant"))
        made: dict[str, Any] = {"name": row["name"], "type": kind}
        if kind == "instant":
            return {**made, "effect": self.parts("instant")}
        made |= {"effect": self.parts("effect", 0), "rule": self.chance.choice(RULES)}
        if kind == "location":
            tile = {"symbols": self.symbols(), "conditions": self.some(CONDITIONS), "reward": self.parts("reward")}
            return {**made, **tile, "fail": self.costs("fail"), "toll": self.costs("toll")}
        held = {"prison": self.chance.choice(COLOURS)} if self.chance.random() < 0.5 else {"tasks": 10}
        return {**made, **held, "wanted": self.some(SYMBOLS, 1)}

    def setting(self) -> dict[str, Any]:
        last = self.chance.choice((2, 3, 4, 18, 60))
        spaces = range(1, last)
        return {
            "gallifrey": last, "earth": self.chance.choice(spaces), "choose_faces": self.chance.choice((0, 6)),
            "markers": self.some(spaces)[:5], "first_markers": [], "companion_spaces": self.chance.choice((1, 6)),
            "equipment_slots": self.chance.choice((0, 6)),
        }  # fmt: skip


def odd_box(seed: int) -> dict[str, Any]:
    """A box in which a share of all rows says something else than what is printed."""
    made, box = _Maker(seed), copy.deepcopy(SHIPPED_FILE)
    box["setting"] = made.setting()
    box["dice"] = {colour: made.chance.choice((1, 2, 20)) for colour in COLOURS}
    box["die"] = {
        colour: [made.chance.choice(SYMBOLS)] * 6 if made.changes() else box["die"][colour] for colour in COLOURS
    }
    for kind, of_doctor in (("doctor", True), ("companion", False)):
        for row in filter(lambda _: made.changes(), box[kind].values()):
            row["icons"] = [{"does": "add", "colours": made.some(COLOURS, 1), "amount": 8}, made.icon(kind)]
            row["ability"] = made.ability(of_doctor=of_doctor)
    for zone in (zone for tile in (box["earth"], *box["location"].values()) for zone in tile["zones"]):
        if made.changes():
            zone.update(symbols=made.symbols(), reward=made.parts("reward"))
    for row in filter(lambda _: made.changes(), box["dilemma"].values()):
        row.update(symbols=made.symbols(), fail=made.costs("fail"), conditions=made.some(CONDITIONS))
    for kind, anew in (("timey", made.timey), ("anomaly", made.anomaly)):
        box[kind] = {name: anew(row) if made.changes() else row for name, row in box[kind].items()}
    return box


HUGE = "9" * 5_000
"""More digits than a number can be read from."""


def looked_at(now: Position, entries: list[Entry], before: Position) -> None:
    """Draw, describe and check a position, as a spectator would."""
    assert [law.name for law in GAME.rules.invariants if not law.holds(now)] == []
    GAME.board(now, Marks(tuple(entry.event for entry in entries), before))
    GAME.view.text(now)
    assert GAME.view.odds is not None
    GAME.view.odds(now)
    for entry in entries:
        after = GAME.rules.reducer(before, entry.event)
        assert GAME.view.sentence(entry.event, before, after)
        before = after


@pytest.mark.parametrize("seed", some_short(range(24), lambda seed: seed < 4))
def test_an_odd_box_can_be_played(seed: int) -> None:
    chance, file = random.Random(seed), odd_box(seed)
    read_box(file, "odd.toml")
    seats, fate = SEATS[: 1 + seed % 4], SeededChance(seed)
    options = {"solo": True} if len(seats) == 1 else {"first_game": seed % 3 == 0}
    data = {"box": msgspec.json.encode(file)}
    before = GAME.set_up(Started("daleks", GAME.meta.rules_number, seats, options), data)
    entries, now = GAME.begin(Started("daleks", GAME.meta.rules_number, seats, options), fate, data)
    for number in range(60):
        if number % 6 == 0:
            looked_at(now, entries, before)
        status = GAME.rules.status(now)
        if status.outcome:
            return
        kinds: dict[type, list[Any]] = defaultdict(list)
        for move in (move for seat in status.awaited for move in GAME.rules.legal(now, seat)):
            kinds[type(move)].append(move)
        assert kinds, f"a dead end: {status}"
        move = chance.choice(kinds[chance.choice(list(kinds))])
        before = now
        entries, now = GAME.play(now, move, fate)
        read = GAME.notation.read(GAME.notation.write(entries, before), before, move.player)
        assert isinstance(read, Written)
        assert read.move == move


def test_refuses_a_track_without_room_for_earth() -> None:
    file = odd_box(1)
    file["setting"]["earth"] = 0
    with pytest.raises(RefusedError, match=r"odd\.toml: setting\.earth: 0 is not 1 to "):
        read_box(file, "odd.toml")
    with pytest.raises(RefusedError, match="earth: 4 is not between Skaro and Gallifrey: a space from 1 to 3"):
        GAME.set_up(Started("daleks", GAME.meta.rules_number, SEATS[:2], {"gallifrey": 4}))


BY_HAND = [
    ("place 1", f"location earth, zone none, zone none, zone none, daleks {HUGE} 0 0"),
    ("place 1", "location earth, zone none, zone none, zone none, daleks \u0663 0 0"),
    ("place 1", f"location earth, zone none, zone none, zone none tile {HUGE}, daleks 0 0 0"),
    (f"place {HUGE}", "none"), (f"at {JULIE}", f"{HUGE} 0"), (f"at {JULIE}", f"1 {HUGE[:19]}"),
    (f"die B{HUGE}", f"seat {JULIE}"), ("die B\u0661", f"seat {JULIE}"), ("die B0", f"seat {JULIE}"),
    (f"hand {JULIE}", HUGE), (f"tokens {JULIE}", HUGE), (f"tardis {JULIE}", HUGE), ("ship", HUGE), ("entered", HUGE),
    ("markers", HUGE), ("tasks", f"into-the-dalek {HUGE}"), ("used", f"{JULIE} fez {HUGE}"),
    ("turn", f"{JULIE} T{HUGE} round 1"), ("begun", f"adventure seat {JULIE} place {HUGE} zone 0"),
    ("begun", f"die name B{HUGE}"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "value"), BY_HAND)
def test_refuses_numbers_out_of_range(where: str, value: str) -> None:
    now = next(now for _, now in game(24) if now.adventure)
    with pytest.raises(RefusedError) as caught:
        GAME.editor.edit(now, where, value)
    assert len(str(caught.value)) < 900


@pytest.mark.parametrize("where", [f"place {HUGE} zone 0", f"place 1 zone {HUGE}", f"place 1 zone 0 tile {HUGE}"])
def test_handles_reveals_at_impossible_places(where: str) -> None:
    now = table("travel")
    event = Revealed("dilemma", where, "typed", "sutekh")
    assert GAME.view.sentence(event, now, GAME.rules.reducer(now, event))
    assert GAME.rules.pile_index is not None
    assert GAME.rules.pile_index("dilemma", where) != 0


def test_unseen_cards_are_not_offered() -> None:
    now = table("choose", answer="choose", found=("mars", UNKNOWN), places=(place(2, "telos", "?", "?"),))
    kept = [move for move in GAME.rules.legal(now, JULIE) if isinstance(move, m.KeepLocation)]
    assert kept == [m.KeepLocation(JULIE, "mars")]
    now = table(consoles={JULIE: "amy ? +fez +?"}, hands={JULIE: "? run"})
    offered = [move for move in GAME.rules.legal(now, JULIE) if isinstance(move, m.Dismiss | m.Uninstall)]
    assert offered == [m.Uninstall(JULIE, "fez"), m.Dismiss(JULIE, "amy")]
    assert all(not find_conflicts(GAME.rules, now, move) for move in GAME.rules.legal(now, JULIE))


POOLED, OWING = play(begun_adventure(), m.Gather(JULIE)), resolved(facing("cybermen", hands={JULIE: "fez k-9"}))
CALLED = play(POOLED, m.CallHelp(JULIE, STEVE, "token"))
ROLLED, CHOOSING = in_adventure({JULIE: "B1 running"}, tokens=5), table("choose", answer="choose")


@pytest.mark.parametrize(("now", "move"), [
    (table(), m.Charge("nobody")), (begun(chosen=False), m.DaleksMove(JULIE)),
    (table(), m.ChooseDoctor("nobody", "first")),
    *((CHOOSING, m.Travel(JULIE, *where)) for where in ((9, 0), (1, 3), (1, -1))),
    (CHOOSING, m.KeepLocation(JULIE, "moon")), (OWING, m.ChooseCost(JULIE, 3)), (table(), m.PayCard(JULIE, "tea")),
    (table(), m.PayCompanion(JULIE, "k9")), (POOLED, m.CutDie(JULIE, "B77")), (POOLED, m.CutDie(JULIE, "x")),
    (POOLED, m.Focus(JULIE, "rory", 2, "pink")), (POOLED, m.Focus(JULIE, "\u00e9", 1, "red")),
    (CALLED, m.GiveHelp(STEVE, "never")), (ROLLED, m.ReRollByTokens(JULIE, "B9")), (ROLLED, m.SpendBlack(JULIE, "")),
    (ROLLED, m.ChangeByTokens(JULIE, "B1", "luck")),
])  # fmt: skip
def test_cannot_record_a_move_with_unknown_names(now: Position, move: Any) -> None:
    with pytest.raises(UnplayableError):
        stood(now, move)


def test_every_seat_chooses_a_doctor_before_the_game() -> None:
    """TOD-SETUP-08."""
    now = begun(seats=3, chosen=False)
    assert (now.step, now.turn, GAME.rules.status(now).awaited) == ("set-up", 0, (JULIE, STEVE, KIM))
    assert offers(now, JULIE) == [m.ChooseDoctor(JULIE, doctor) for doctor in now.box.doctor]
    now = play(now, m.ChooseDoctor(KIM, "twelfth"))
    assert (GAME.rules.status(now).awaited, GAME.rules.implied_pass(now, STEVE)) == ((JULIE, STEVE), None)
    assert offers(now, KIM) == []
    assert m.ChooseDoctor(STEVE, "twelfth") not in offers(now, STEVE)
    assert not now.timey_deck
    now = play(now, m.ChooseDoctor(STEVE, "eleventh"), m.ChooseDoctor(JULIE, "fourth"))
    assert (now.player, now.turn, now.order) == (JULIE, 1, (JULIE, STEVE, KIM))
