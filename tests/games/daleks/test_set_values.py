"""What a moderator of Time of the Daleks sets right by hand, and tables that come back from their description."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from daleks_games import VARIANTS, begin, game, mistaken
from daleks_tables import JULIE, KIM, STEVE, adventure_of, begun_adventure, place, play, refused, table
from long_runs import some_short
from places import DOCS
from refusals import refuses
from round_trip import as_known
from table_play import Editor, fields_in_use

from events.errors import RefusedError
from events.events import ALL, Effect, Passed, Started
from projections.described import CardsSet, PlaceSet
from projections.games.daleks.components.printed_costs import printed_cost
from projections.games.daleks.events import effects as f
from projections.games.daleks.events.moves import Gather, Stay
from projections.games.daleks.game import GAME
from projections.games.daleks.state import position as s
from projections.window import Window
from replay.chance.random_source import SeededChance

PLACES = (DOCS / "reference" / "fields.md").read_text(encoding="utf-8").partition("(`daleks`)")[2]
MARS = place(2, "mars", "silence", "~teller", daleks=(1,))
START = table("travel", places=(MARS,), at={JULIE: (2, 0)}, hands={JULIE: "fez run", STEVE: "moment"})
EDITOR = Editor("daleks")
mended, told, described = EDITOR.mended, EDITOR.lines, EDITOR.described


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant in ("two", "three, first game")))
def test_a_position_is_rebuilt_from_its_description(variant: str) -> None:
    chooser, seen = random.Random(variant), 0
    for now in (now for seed in (21, 22) for _, now in game(seed, variant)):
        if not now.how and chooser.random() >= 0.5:
            EDITOR.comes_back(now)
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant in ("two", "three, first game")))
def test_a_position_with_mistakes_is_rebuilt_too(variant: str) -> None:
    tables = [now for seed in range(5, 8) for now in mistaken(seed, variant) if not now.how][::9]
    assert len(tables) > 8
    assert [now for now in tables if described(now) != now] == []


def test_a_description_replaces_a_dealt_position() -> None:
    _, now = list(game(23, "two"))[40]
    dealt = GAME.begin(begin("two"), SeededChance(5))[1]
    for where, value in told(now):
        dealt = mended(dealt, where, value)
    assert dealt == now


@pytest.mark.parametrize("variant", ["two", "three, first game"])
def test_a_description_by_a_viewer_reveals_no_secret(variant: str) -> None:
    started = begin(variant)
    views = dict.fromkeys((JULIE, ALL), GAME.set_up(started))
    for at, (entries, now) in enumerate(game(24, variant)):
        for viewer in views:
            for entry in entries:
                views[viewer] = GAME.rules.reducer(views[viewer], as_known(entry.event, viewer))
        if at % 4 or now.how:
            continue
        for seen in views.values():
            assert described(seen) == seen
        lines, public = dict(told(views[ALL])), views[ALL]
        assert public.seen == now.seen
        for seat in now.seats:
            assert tuple(sorted(set(public.hands[seat]) - {"?"})) == public.seen.get(seat, ())
        hidden = {slot.dilemma for one in now.places for slot in one.slots if slot.dilemma and not slot.open}
        laid = " ".join(value for where, value in lines.items() if where.startswith("place "))
        assert not hidden & set(laid.replace(",", "").split())


@pytest.mark.parametrize("seed", range(3))
def test_description_lines_may_come_in_any_order_after_the_turn(seed: int) -> None:
    now = [now for _, now in game(31, "three, first game") if now.adventure][-1]
    lines = told(now)
    fixed = [line for line in lines if line[0] in ("turn", "step")]
    last = [line for line in lines if line[0].startswith("at ")]
    rest = [line for line in lines if line not in (*fixed, *last)]
    random.Random(seed).shuffle(rest)
    assert EDITOR.back(now, [*fixed, *rest, *last]) == now


def odd_tables() -> Iterator[s.Position]:
    yield START.replace(
        missed=("charge", "travel"), found=("telos", "?"), answer="decides", adventured=True, steered=True,
        arrived=(STEVE,), seen={JULIE: ("run",)}, used=((JULIE, "eleventh", 3), (STEVE, "fez", 0)),
        tasks=(s.Task("destiny-of-the-daleks", 2),), markers=(9,), dilemmas=7, entered=11, order=(STEVE, JULIE),
        step="enter", companion_discards={"earth": ("rory",), "alien": ("?",)}, timey_discards=("k-9", "?"),
        location_discards=("karn",), dilemma_discards=("sutekh",), anomaly_discards=("into-the-dalek",),
        consoles={
            JULIE: s.Console("twelfth", (s.Aboard("amy"), s.Aboard("strax", part_time=True)), ("fez", "fez"), 5),
            STEVE: s.Console("first", (s.Aboard("?"),)),
        },
        places=(START.places[0], s.Place(3, "?", (s.Slot("?"), s.Slot("?", open=True, n=4))),
        s.Place(4, "into-the-dalek")),
        at={STEVE: (4, 0)},
    )  # fmt: skip
    story = ("rolled running", "re-rolled cunning eleventh", "changed science tokens")
    dice = (
        s.Die("B1", "black", "science", story, card="eleventh"), s.Die("B2", "black", gone="cut", card="fez"),
        s.Die("G1", "green", gone="returned"), s.Die("U1", "blue", gone="imprisoned"),
    )  # fmt: skip
    pools = (s.Pool(JULIE, dice, gathered=True, done=True), s.Pool(STEVE))
    adventure = s.Adventure(
        JULIE, 2, 1, ("science", "running"), ("fixed-point", "time-breach"), "change", STEVE, "afar", pools, 2,
        won=True, over=True,
    )  # fmt: skip
    cost = printed_cost(START.box, "dilemma", "silence")
    debt = s.Debt(STEVE, "dilemma", "silence", cost, 1, 1)
    help_ = s.Debt(JULIE, "effect", "help", printed_cost(START.box, "effect", "help"))
    yield START.replace(step="adventure", stack=(adventure, debt, help_, Window("resolve", (STEVE, JULIE))))


@pytest.mark.parametrize("now", list(odd_tables()), ids=["turn", "begun"])
def test_a_description_covers_every_field_of_a_position(now: s.Position) -> None:
    assert described(now) == now


def test_unusual_positions_use_every_field() -> None:
    shown = {name for now in odd_tables() for name in fields_in_use(*parts_of(now), plain=s.Position)}
    assert shown | {"seats", "options", "box", "winners", "how"} >= set(s.Position.__struct_fields__)
    for kind in (s.Adventure, s.Debt, Window, s.Pool, s.Die, s.Slot, s.Console):
        assert shown >= {f"{kind.__name__}.{name}" for name in kind.__struct_fields__}


def parts_of(now: s.Position) -> Iterator[Any]:
    pools = now.adventure.pools if now.adventure else ()
    yield from (now, *now.stack, *pools, *(die for pool in pools for die in pool.dice))
    yield from (*(slot for one in now.places for slot in one.slots), *now.consoles.values())


def test_seat_names_may_equal_words_of_a_description() -> None:
    seats = ("place", "seat", "awaited")
    adventure = s.Adventure(
        "seat", 1, 0, ("science",), stage="pool", helper="place", pools=(s.Pool("seat"), s.Pool("place"))
    )
    stack = (adventure, s.Debt("awaited", "toll", "into-the-dalek"), Window("roll", ("awaited", "seat")))
    now = GAME.set_up(Started("daleks", GAME.meta.rules_number, seats)).replace(
        turn=3, round=2, step="adventure", player="seat"
    )
    cost = printed_cost(now.box, "toll", "into-the-dalek")
    now = now.replace(stack=(stack[0], msgspec.structs.replace(stack[1], options=cost), stack[2]))
    assert described(now) == now


@pytest.mark.parametrize(("where", "value", "effects"), [
    ("step", "travel", []), ("step", "finish", [f.StepReached("finish")]), ("turn", "julie", []),
    ("turn", "steve", [f.TurnBegan(STEVE, 8, 4)]), ("turn", "next", [f.TurnBegan(STEVE, 8, 4)]),
    ("turn", "steve T9 round 5", [f.TurnBegan(STEVE, 9, 5)]), ("turn", "julie T7 round 4", []),
    ("tokens julie", "5", [PlaceSet("tokens julie", ("5",))]), ("tokens julie", "2", []), ("ship", "2", []),
    ("ship", "18", [PlaceSet("ship", ("18",))]), ("ship", "none", [PlaceSet("ship", ("0",))]),
    ("adventured", "none", []), ("at julie", "", [PlaceSet("at julie", ())]),
    ("at julie", "2 1", [PlaceSet("at julie", ("2 1",))]), ("at julie", "none", [PlaceSet("at julie", ())]),
    ("at julie", "2 0", []), ("answer", "choose", [PlaceSet("answer", ("choose",))]), ("adventured", "no", []),
    ("markers", "9, 12", [PlaceSet("markers", ("9", "12"))]),
    ("companions steve", "clara, jenny part-time", [PlaceSet("companions steve", ("clara", "jenny part-time"))]),
    ("hand steve", "fez ?", [CardsSet("hand steve", STEVE, ("fez", "?"))]),
    ("hand steve", "moment", [CardsSet("hand steve", STEVE, ("moment",))]),
    ("deck anomaly", "none", [CardsSet("deck anomaly", ALL, ())]), ("discards earth", "none", []),
    ("found", "telos", [CardsSet("found", ALL, ("telos",))]), ("begun", "none", []),
    ("begun", "window name roll awaited steve", [PlaceSet("begun", ("window name roll awaited steve",))]),
    ("place 9", "none", []), ("place 2", "none", [PlaceSet("place 2", ())]),
])  # fmt: skip
def test_moderator_can_set_a_value(where: str, value: str, effects: list[Effect]) -> None:
    assert list(GAME.editor.edit(START, where, value)) == effects


@pytest.mark.parametrize(("where", "value", "says"), [
    ("weather", "fair", '"weather" cannot be set. Fields: turn, step'), ("step", "over", "charge, prepare"),
    ("turn", "nemo", "can have the turn: julie, steve"), ("tokens julie", "6", "0 to 5"),
    ("tokens nemo", "1", "cannot be set"),
    ("doctor julie", "tenth", "first, fourth"), ("companions julie", "amy late", "cannot be"),
    ("equipment julie", "teapot", "cannot be"), ("at julie", "7 0", "a Location in play"),
    ("at julie", "2 2", "a zone"), ("ship", "19", "0 to 18"), ("tardis julie", "x", "0 to 18"),
    ("markers", "0", "1 to 17"), ("tasks", "tea", "cannot be"), ("used", "julie eleventh", "number of its icon"),
    ("missed", "tea", "set-up, charge"), ("answer", "perhaps", "choose, decides"),
    ("order", "nemo", "steve"),
    ("hand julie", "teapot", "is not a card"),
    ("deck earth", "susan", "is not a card"), ("deck gold", "?", "cannot be"),
    ("place 1", "none", "Earth"), ("place 0", "none", "1 to"), ("place 2", "location nowhere", "cannot be"),
    ("place 2", "location earth, zone none, zone none, zone none, daleks 0 0 0", "place 1 is Earth"),
    ("place 2", "location mars, zone none, daleks 0", "has 2 zones"), ("begun", "tea", "begun cannot be"),
    ("begun", "adventure seat julie", "adventure needs seat, place, zone"),
    ("begun", "pool seat julie", "behind adventure"), ("begun", "die name B1", "behind pool"),
    ("begun", "adventure seat nemo place 1 zone 0", "seat cannot be"),
    ("begun", "adventure seat julie place 1 zone 0 stage tea", "stage cannot be"),
    ("begun", "adventure seat julie place 1 zone 0, adventure seat steve place 1 zone 0", "one adventure"),
    ("begun", "window name roll awaited steve, window name roll awaited julie", "open once"),
    ("begun", "cost seat julie kind dilemma source silence chosen 9", "costs to choose from"),
    ("begun", "adventure seat julie place 1 zone 0, pool seat julie, die name X1", "name cannot be"),
    ("pool julie", "done", "no Adventure is under way"), ("die B1", "seat julie", "no Adventure is under way"),
    ("die x", "seat julie", "cannot be set"),
])  # fmt: skip
def test_moderator_cannot_set_a_value(where: str, value: str, says: str) -> None:
    refuses(RefusedError, says, GAME.editor.edit, START, where, value)


def test_documented_example_values_can_be_set() -> None:
    now = table("adventure", places=(place(3, "mars", "silence", "?"),), at={JULIE: (3, 0)}, hands={STEVE: "? ? ?"})
    adventure = "adventure seat julie place 3 zone 1 symbols running cunning stage reroll"
    pool = "pool seat julie gathered yes done yes, die name B1 symbol running"
    shown = {
        "companions julie": "amy, rory part-time", "at julie": "3 1",
        "place 3": "location mars, zone silence open, zone ?, daleks 1", "seen steve": "2? fez",
        "tasks": "destiny-of-the-daleks 1", "used": "julie amy 1",
        "begun": f"{adventure}, {pool}, window name roll awaited steve",
        "die B1": "seat julie, card amy, symbol running", "pool julie": "gathered, done",
    }  # fmt: skip
    for where, value in shown.items():
        row = next(line for line in PLACES.splitlines() if line.startswith(f"- `{where.partition(' ')[0]}"))
        assert f"`{value}`" in row
        now = mended(now, where, value)
    assert GAME.rules.status(now).awaited == (STEVE,)
    assert now.seen == {STEVE: ("fez",)}


def test_a_face_down_dilemma_stays_hidden() -> None:
    value = "location mars, zone silence open, zone ?, daleks 3"
    (effect,) = GAME.editor.edit(START, "place 2", value)
    assert effect == PlaceSet("place 2", tuple(value.split(", ")))
    now = GAME.rules.reducer(START, effect)
    there = now.place(2)
    assert there is not None
    assert (there.slots, there.daleks) == ((s.Slot("silence", open=True), s.Slot("teller")), (3,))
    for guess in ("teller", "wire"):
        (guessed,) = GAME.editor.edit(START, "place 2", f"location mars, zone silence open, zone {guess}, daleks 1")
        assert guessed == PlaceSet("place 2", ("location mars", "zone silence open", f"zone {guess}", "daleks 1"))


def test_cards_seen_in_a_hand_stay_known() -> None:
    """TOD-CARD-10."""
    now = table("prepare", seats=3, hands={JULIE: "run", STEVE: "? ?"})
    given = GAME.rules.reducer(now, f.TimeyHanded(JULIE, "run", STEVE))
    assert (given.hands[STEVE], given.seen) == (("?", "?", "run"), {STEVE: ("run",)})
    assert told_of(given, "seen steve") == "2? run"
    assert described(given) == given
    private = given.replace(hands={**given.hands, STEVE: ("moment", "fez", "run")})
    assert described(private) == private
    unseen = GAME.rules.reducer(private, CardsSet("hand steve", STEVE, ("?", "?", "?")))
    assert unseen.seen == {}
    assert mended(unseen, "seen steve", "? run ?").hands[STEVE] == ("?", "run", "?")
    refuses(RefusedError, "must have every card of the hand", GAME.editor.edit, unseen, "seen steve", "run")
    assert GAME.rules.reducer(given, f.TimeyDiscarded(STEVE, "run")).seen == {}
    assert GAME.rules.reducer(given, f.TimeyDiscarded(STEVE, "fez")).seen == {STEVE: ("run",)}
    swapped = GAME.rules.reducer(given, f.TimeySwapped(KIM, "moment", STEVE, "?"))
    assert (swapped.hands[STEVE], swapped.seen) == (("?", "?", "moment"), {STEVE: ("moment",)})


def test_a_removed_location_leaves_its_visitors_nowhere() -> None:
    now = mended(START, "place 2", "none")
    assert (now.place(2), now.at, now.entered) == (None, {}, 2)


def test_setting_another_step_ends_an_action() -> None:
    """TOD-RECR-07."""
    now = mended(begun_adventure(), "companions julie", "amy, jenny part-time")
    assert list(GAME.editor.edit(now, "step", "finish")) == [
        f.CompanionLeft(JULIE, "jenny", "dismissed"), PlaceSet("begun", ()), f.StepReached("finish"),
    ]  # fmt: skip
    for where, value in (("step", "finish"), ("turn", "next"), ("turn", "steve")):
        after = mended(now, where, value)
        assert (after.stack, after.console(JULIE).companions) == ((), (s.Aboard("amy"),))
        assert after.companion_decks["alien"][-1] == "jenny"


def test_moderator_can_skip_a_turn() -> None:
    """TOD-ROUND-02."""
    now = START
    for expected in ((STEVE, "charge", 8, 4), (STEVE, "daleks", 9, 4), (JULIE, "charge", 10, 5)):
        now = mended(now, "turn", "next")
        assert (now.player, now.step, now.turn, now.round) == expected
    capped = START.replace(options=msgspec.structs.replace(START.options, turn_cap=7))
    assert list(GAME.editor.edit(capped, "turn", "next")) == [f.GameEnded((), "turn cap")]


def test_moderator_can_correct_a_single_die() -> None:
    now = play(begun_adventure(), Gather(JULIE))
    changed = mended(now, "die B1", "seat julie, card eleventh, symbol science")
    assert adventure_of(changed).pools[0].dice[0] == s.Die("B1", "black", "science", card="eleventh")
    assert mended(changed, "begun", told_of(changed, "begun")) == changed
    less = mended(changed, "die B1", "none")
    assert all(one.name != "B1" for one in adventure_of(less).pools[0].dice)
    kept = mended(less, "begun", "adventure seat julie place 2 zone 0 stage cut")
    assert adventure_of(kept).pools == adventure_of(less).pools


def told_of(now: s.Position, where: str) -> str:
    return dict(told(now))[where]


def test_refuses_to_set_values_before_the_game_or_after_it() -> None:
    _, empty = GAME.begin(Started("daleks", GAME.meta.rules_number, (JULIE, STEVE)), SeededChance(1))
    for where, value in (("ship", "3"), ("turn", "next"), ("turn", "julie"), ("step", "travel")):
        refuses(RefusedError, "before every player has a Doctor", GAME.editor.edit, empty, where, value)
    assert mended(empty, "turn", "steve T6 round 3").player == STEVE
    with pytest.raises(RefusedError, match="over"):
        GAME.editor.edit(START.replace(how="seventh Dalek", step="over"), "ship", "3")


def test_play_continues_from_set_values() -> None:
    """TOD-TRAV-02, TOD-HELP-01."""
    solved = mended(START, "place 2", "location mars, zone none, zone none, daleks 1")
    assert refused(START, Stay(JULIE, 0)) == ""
    assert refused(solved, Stay(JULIE, 0)) == "TOD-TRAV-02"
    pool = "adventure seat julie place 2 zone 0 stage roll, pool seat julie gathered yes done yes"
    asked = mended(START, "begun", f"{pool}, window name roll awaited steve")
    assert GAME.rules.status(asked).awaited == (STEVE,)
    assert play(asked, Passed(STEVE)).window is None
