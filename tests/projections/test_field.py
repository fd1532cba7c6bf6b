"""Fields of a position: set, refuse, describe and claim values; structs written as words."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest
from players import GAMES

from events.errors import RefusedError
from events.events import ALL, UNKNOWN
from projections import field
from projections.described import CardsSet, PlaceSet
from projections.field import Field, Fields, Key, Row
from projections.struct_words import StructWords


class Shop(msgspec.Struct, frozen=True, omit_defaults=True):
    seats: tuple[str, ...] = ("ann", "bob")
    open: bool = False
    coins: int = 0
    door: str = "shut"
    shelf: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = {}
    debts: Mapping[str, int] = {}
    player: str = "ann"
    turn: int = 1
    round: int = 1


CARDS: Final = {"tea": "tea", "cake": "cake"}
SEAT: Final[Key[Shop]] = Key(lambda shop: shop.seats)
NUMBERED: Final[Key[Shop]] = Key(
    lambda _shop: (), lambda _shop, text: str(int(text)) if text.isdecimal() else None, "1"
)
FIELDS: Final[Fields[Shop]] = Fields(
    lambda _shop: [("size", "small")],
    field.whose_turn(),
    field.flag("open", "open"),
    field.number("coins", "coins", range(10), claim=lambda shop, _key: str(shop.coins)),
    field.word("door", "door", field.one_of(lambda _shop: ("shut", "ajar")), empty=False, shown=field.shown_always),
    field.words("shelf", "shelf", field.any_of(lambda _shop: ("pot", "pan"))),
    field.attribute_row(
        "debt <seat>", "debts", lambda _shop, _place, value: () if value == "none" else (value,),
        lambda held: () if held is None else (str(held),), lambda values: int(values[0]) if values else None, of=SEAT,
    ),
    field.cards("hand <seat>", "hands", lambda _shop: CARDS, knows=lambda seat: seat, of=SEAT, claims="how many"),
    Field("line <number>", lambda _shop, _place, value: (value,), of=NUMBERED, shown=field.shown_never),
    Field("<seat>", of=SEAT, claim=lambda _shop, seat: seat.upper()),
)  # fmt: skip
SHOP: Final = Shop()


def after(place: str, value: str, shop: Shop = SHOP) -> Shop:
    for effect in FIELDS.effects(shop, place, value):
        assert isinstance(effect, PlaceSet | CardsSet)
        shop = FIELDS.put(shop, effect)
    return shop


@pytest.mark.parametrize(("place", "value", "effect"), [
    ("open", "yes", PlaceSet("open", ("yes",))), ("coins", "7", PlaceSet("coins", ("7",))),
    ("door", "ajar", PlaceSet("door", ("ajar",))), ("shelf", "pan,  pot", PlaceSet("shelf", ("pan", "pot"))),
    ("debt bob", "3", PlaceSet("debt bob", ("3",))),
    ("hand ann", "Tea 2?", CardsSet("hand ann", "ann", ("tea", "?", "?"))),
    ("line 007", "so", PlaceSet("line 7", ("so",))),
])  # fmt: skip
def test_keeps_and_describes_set_values(place: str, value: str, effect: PlaceSet | CardsSet) -> None:
    assert tuple(FIELDS.effects(SHOP, place, value)) == (effect,)
    row = next(row for row in FIELDS.rows if row.name.partition(" ")[0] == place.partition(" ")[0])
    if row.put is not None:
        shown = dict(FIELDS.describe(after(place, value)))
        assert after(place, shown[place]) == after(place, value) != SHOP


@pytest.mark.parametrize(("place", "value"), [("open", "no"), ("coins", "0"), ("door", "shut"), ("shelf", "none")])
def test_setting_the_present_value_writes_only_hidden_cards(place: str, value: str) -> None:
    assert FIELDS.effects(SHOP, place, value) == ()
    assert FIELDS.effects(after("hand bob", "cake"), "hand bob", "cake") == (CardsSet("hand bob", "bob", ("cake",)),)


def test_a_field_can_have_its_own_effects() -> None:
    def follow(shop: Shop, key: str, values: Row) -> tuple[PlaceSet, ...]:
        return (PlaceSet(f"{key} of {shop.player}", values),)

    assert FIELDS.effects(SHOP, "debt bob", "3", {"debt <seat>": follow}) == (PlaceSet("bob of ann", ("3",)),)


@pytest.mark.parametrize(("place", "value", "says"), [
    ("roof", "red",
     r'"roof" cannot be set. Fields: turn, open, coins, door, shelf, debt <seat>, hand <seat>, line <number>'),
    ("ann", "red", '"ann" cannot be set'), ("corns", "1", '"corns" cannot be set. Fields: coins, turn, open, door'),
    ("hnd ann", "tea", '"hnd ann" cannot be set. Fields: hand <seat>, turn'),
    ("hand eve", "tea", '"eve" is not a seat here. Allowed: ann, bob'),
    ("line x", "so", '"x" is not a number here. Allowed: 1'),
    ("hand", "tea", '"hand" cannot be set. Fields: hand <seat>, turn'),
    ("open", "maybe", 'open must be yes or no, not "maybe"'),
    ("coins", "10", 'coins must be a number from 0 to 9, not "10"'),
    ("door", "none", 'door cannot be "none". Allowed: shut, ajar$'),
    ("shelf", "cup", r"pot, pan \(several with commas, or none\)"),
    ("hand ann", "salt", r'"salt" is not a card. Cards \(\? for unknown\): tea, cake'),
    ("turn", "eve T2", "can have the turn: ann, bob"),
])  # fmt: skip
def test_refuses_values_and_lists_the_allowed_ones(place: str, value: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        FIELDS.effects(SHOP, place, value)


def test_describes_all_present_values() -> None:
    shop = after("debt bob", "3", after("hand ann", "cake ?", after("coins", "4")))
    assert FIELDS.describe(shop) == [
        ("size", "small"), ("turn", "ann T1 round 1"), ("coins", "4"), ("door", "shut"), ("debt bob", "3"),
        ("hand ann", "cake 1?"), ("hand bob", "none"),
    ]  # fmt: skip
    assert after("debt bob", "none", shop).debts == {}
    ranks = [FIELDS.rank(shop, place) for place in ("nothing", "turn", "coins", "hand bob", "line 3")]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("event", [
    PlaceSet("roof", ("red",)), PlaceSet("hand eve", ("tea",)), PlaceSet("hand ann", ("tea",)),
    CardsSet("coins", ALL, ("4",)), CardsSet("hand eve", "eve", ("tea",)), PlaceSet("ann", ("x",)),
    PlaceSet("line 3", ()), PlaceSet("", ()),
])  # fmt: skip
def test_ignores_events_that_do_not_fit_a_field(event: PlaceSet | CardsSet) -> None:
    assert FIELDS.put(SHOP, event) is SHOP


@pytest.mark.parametrize(
    ("place", "value"), [("coins", "0"), ("hand ann", "2"), ("ann", "ANN"), ("hand eve", None), ("door", None)]
)
def test_gives_field_values_for_board_statements(place: str, value: str | None) -> None:
    assert FIELDS.claim(place, Shop(hands={"ann": ("tea", UNKNOWN)})) == value


TABLES: Final = {slug: game.editor.fields for slug, game in GAMES.items() if game.editor.fields is not None}


@pytest.mark.parametrize("slug", TABLES)
def test_each_field_documents_values_and_board_statements(slug: str) -> None:
    rows: tuple[Field[Any], ...] = TABLES[slug].rows
    assert len({row.name for row in rows}) == len(rows)
    for row in rows:
        assert bool(row.read) == bool(row.takes), row.name
        assert bool(row.claim) == bool(row.claims), row.name
        assert row.read or row.claim, row.name
        assert row.put is None or row.read, row.name


class Queue(msgspec.Struct, frozen=True):
    waiting: tuple[str, ...]
    counters: tuple[int, ...] = ()
    served: int = 0
    quiet: bool = False
    mood: str = "calm"
    asked: tuple[str, ...] = ()


class Bell(msgspec.Struct, frozen=True):
    size: int = 1


SEATS: Final = ("ann", "bob", "served")
WORDS: Final = StructWords(
    "begun", {"queue": Queue, "bell": Bell}, "queue waiting <seats>; bell size 2",
    lambda _position, _kind, name, word: word in {"waiting": SEATS, "mood": ("calm", "cross")}.get(name, ()),
    last="asked",
)  # fmt: skip
QUEUE: Final = Queue(("ann", "bob"), (3, 4), 2, quiet=True, mood="cross", asked=("tea with milk", "cake"))


@pytest.mark.parametrize(("thing", "words"), [
    (Bell(), "bell"), (Bell(3), "bell size 3"), (Queue(("ann",)), "queue waiting ann"),
    (Queue(("served",), served=2), "queue waiting served served 2"),
    (QUEUE, "queue waiting ann bob counters 3 4 served 2 quiet yes mood cross asked tea with milk / cake"),
])  # fmt: skip
def test_a_struct_written_as_words_is_read_back(thing: Any, words: str) -> None:
    assert WORDS.write(thing) == words
    assert WORDS.parse(None, words) == WORDS.read(None, words) == thing


@pytest.mark.parametrize(("words", "says"), [
    ("tea", 'begun cannot be "tea". Allowed: queue waiting'), ("queue", "queue needs waiting"),
    ("queue waiting eve", 'queue waiting cannot be "eve"'), ("queue waiting ann served -5", 'served cannot be "-5"'),
    ("queue waiting ann quiet maybe", 'quiet cannot be "maybe"'),
    ("queue waiting ann counters", 'counters cannot be ""'), ("bell size 12345678", "size cannot be"),
    ("bell size ²", "size cannot be"),
])  # fmt: skip
def test_refuses_malformed_struct_words_and_names_the_field(words: str, says: str) -> None:
    with pytest.raises(RefusedError, match=says):
        WORDS.read(None, words)


@pytest.mark.parametrize("words", ["", "tea", "queue", "queue waiting"])
def test_ignores_malformed_struct_words_of_a_log(words: str) -> None:
    assert WORDS.parse(None, words) is None
