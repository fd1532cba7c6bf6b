"""A table of sentences fills the fields of an event into a template, and refuses a template that it could not fill."""

from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple

import pytest

from events.events import Chance, Effect, Event, Move, Passed, Receipt, Rolled, Started
from projections.described import CardsSet, FieldSentences, PlaceSet
from projections.sentence_table import SentenceTable, Writers


class Paid(Effect, frozen=True, tag="shop-paid"):
    seat: str
    coins: int
    in_cash: bool = False
    goods: tuple[str, ...] = ()
    prices: tuple[int, ...] = ()
    stamps: tuple[tuple[str, int], ...] = ()
    receipt: Receipt | None = None
    size: Literal["big", "small"] = "big"
    note: str | int = ""


class Ask(Move, frozen=True, tag="shop-ask"):
    price: int


class Weather(Chance, frozen=True, tag="shop-weather"):
    pass


class Shop(NamedTuple):
    owner: str = "ann"


def whose(shop: Shop, seat: str) -> str:
    return f"{'the owner' if seat == shop.owner else seat}'s"


def goods_row(goods: Iterable[str]) -> str:
    return "+".join(goods)


def seat_and_coins(shop: Shop, seat: str, coins: int, sign: str = "$") -> str:
    return f"{whose(shop, seat)} {coins}{sign}"


def swapped(coins: int, seat: str) -> str:
    return f"{coins} of {seat}"


WRITERS: Final[Writers] = {
    "whose": whose, "row": goods_row, "seat coins": seat_and_coins, "coins seat": swapped, "cards": goods_row,
}  # fmt: skip
PAID: Final = Paid("ann", 2, goods=("red-tea", "milk"), prices=(1, 30))


def paid(template: str, event: Event = PAID) -> str:
    return SentenceTable({type(event): template}, WRITERS)(event, Shop(), Shop("bob"))


@pytest.mark.parametrize(("template", "text"), [
    ("{seat} pays {coins}: {goods}.", "Ann pays 2: Red Tea and Milk."),
    ("{seat:written} pays {coins:written} for {size}.", "Ann pays 2 for Big."),
    ("{seat:whose} goods: {goods:row}.", "The owner's goods: red-tea+milk."),
    ("prices of {prices}, {seat coins} or {coins seat}", "Prices of 1 and 30, the owner's 2$ or 2 of ann"),
    ("{coins:count coin} and {coins:count penny|pence}", "2 coins and 2 pence"),
    ("100 % of {{coins}} %s", "100 % of {coins} %s"),
    ("", ""),
])  # fmt: skip
def test_placeholders_are_filled_with_fields(template: str, text: str) -> None:
    assert paid(template) == text


def test_count_of_one_has_the_singular() -> None:
    assert paid("{coins:count penny|pence}", Paid("ann", 1)) == "1 penny"


def test_brace_in_logged_text_is_not_a_placeholder() -> None:
    odd = Paid("{coins}", 2, goods=("{seat:whose}", "%s", "{"))
    assert paid("{seat:written} has {goods:row}.", odd) == "{coins} has {seat:whose}+%s+{."


def test_function_gets_the_positions_before_and_after_and_returns_finished_text() -> None:
    table = SentenceTable({Paid: lambda event, before, after: f"{{seat}} {event.coins} {before.owner} {after.owner}."})
    assert table(PAID, Shop(), Shop("bob")) == "{seat} 2 ann bob."


@pytest.mark.parametrize("template", [
    "{seats}", "{}", "{0}", "{seat seats}", "{seat.owner}", "{seat!r}", "{seat:}}", "{seat", "{seat:owner}",
    "{seat:count}", "{seat:count coin}", "{in_cash}", "{in_cash:count coin}", "{in_cash:written}", "{stamps}",
    "{receipt}", "{goods:whose}", "{seat:row}", "{prices:row}", "{coins:whose}", "{note:whose}", "{coins:seat coins}",
    "{seat coins:whose}", "{seat coins note}", "{seat note:seat coins}",
])  # fmt: skip
def test_template_that_cannot_be_filled_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r"Paid|expected|Single"):
        SentenceTable({Paid: template}, WRITERS)


def test_writer_without_types_is_refused() -> None:
    untyped: Any = lambda _shop, _seat: ""  # noqa: E731  # a function with a name may not leave its types out
    with pytest.raises(ValueError, match="untyped cannot word seat"):
        SentenceTable({Paid: "{seat:untyped}"}, {"untyped": untyped})


def test_shared_events_have_sentences_and_a_row_replaces_one() -> None:
    shared = (
        Passed("ann"), Rolled("d1 d2", 6, (3, 4), "attack", "tower"), PlaceSet("turn", ("ann",)),
        CardsSet("hand ann", "ann", ("red-tea", "milk")), CardsSet("hand ann", "ann", ()),
    )  # fmt: skip
    table = SentenceTable({Passed: "{player} waits."}, WRITERS)
    assert [table(event, Shop(), Shop()) for event in shared] == [
        "Ann waits.", "The dice show 3 and 4.", 'The field "turn" is now ann.', "Hand ann is now red-tea+milk.",
        "Hand ann is now empty.",
    ]  # fmt: skip
    assert SentenceTable({})(shared[0], Shop(), Shop()) == "Ann passes."
    assert SentenceTable({})(shared[3], Shop(), Shop()) == "Hand ann is now Red Tea and Milk."


def test_a_field_has_a_sentence_by_its_name_and_its_key() -> None:
    fields: FieldSentences = {
        "open": lambda found: f"The shop of {found.after.owner} is {'open' if found.values else 'closed'}.",
        "debt <seat>": lambda found: f"{found.key} owes {found.values[0]}.",
        "<a shelf>": lambda found: f"Shelf {found.key}.",
    }  # fmt: skip
    table = SentenceTable({}, fields=fields, label=lambda _shop, place: f"the {place} cards")
    events = (
        PlaceSet("open", ()), PlaceSet("debt bob", ("3",)), PlaceSet("s4", ("pan",)), PlaceSet("line 3", ("x", "y")),
        CardsSet("spare", "all", ("tea",)), CardsSet("spare", "all", ()),
    )  # fmt: skip
    assert [table(event, Shop(), Shop("bob")) for event in events] == [
        "The shop of bob is closed.", "Bob owes 3.", "Shelf s4.", 'The field "line 3" is now x and y.',
        "The spare cards are now Tea.", "The spare cards: none.",
    ]  # fmt: skip


def test_kind_without_a_row_is_named_by_its_tag() -> None:
    texts = [SentenceTable({})(event, Shop(), Shop()) for event in (Ask("ann", 3), Weather(), Started("x", 1, ()))]
    assert texts == [
        "The log has an entry of another kind: shop-ask.", "Chance decides: shop-weather.",
        "The log has an entry of another kind: started.",
    ]  # fmt: skip


def test_sentence_may_begin_with_a_small_letter() -> None:
    small = SentenceTable({Ask: "{player:written} asks.", Paid: lambda *_: "paid."}, capital=False)
    assert [small(event, Shop(), Shop()) for event in (Ask("ann", 3), PAID)] == ["ann asks.", "paid."]
    large = SentenceTable({Ask: "{player:written} asks.", Paid: lambda *_: "paid."})
    assert [large(event, Shop(), Shop()) for event in (Ask("ann", 3), PAID)] == ["Ann asks.", "Paid."]
