"""What counts as seen or decided after an entry, on logs of one or two entries."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from events.codec import Codec
from events.conduct import Adjusted, Learned, Looked, Ordered, Posted, Skipped, TakenBack, Unsealed
from events.facts import (
    ALL,
    UNKNOWN,
    Drawn,
    Effect,
    Fact,
    KnownTo,
    Passed,
    Receipt,
    Revealed,
    Rolled,
    Shuffled,
    Started,
)
from events.line import Entry
from replay.reading.exposure import Classification, classify


class CardsGiven(Effect, frozen=True, tag="test-cards-given"):
    giver: str
    taker: str
    cards: Annotated[tuple[str, ...], KnownTo("giver", "taker")] = ()


class CardLaid(Effect, frozen=True, tag="test-card-laid"):
    player: str


HIDDEN, OPEN = ("?", "?", "a"), ("?", "b", "a")
RECEIPT = Receipt(1, "0" * 64)


def judged(
    facts: Sequence[Fact | Entry], after: Sequence[Any] = (), *, before: Sequence[Fact] = (), loose: bool = False,
    author: str = "black",
) -> Classification:  # fmt: skip
    """Classify a takeback to the end of `before`."""
    said = [Started("test", 1, ("black", "yellow")), *before, *facts]
    entries = [fact if isinstance(fact, Entry) else Entry(fact, getattr(fact, "player", "table")) for fact in said]
    numbered = [Entry(one.fact, one.by, implied=one.implied, seq=seq) for seq, one in enumerate(entries, 1)]
    positions = [HIDDEN] * (1 + len(before)) + list(after or [HIDDEN] * len(facts))
    game = SimpleNamespace(
        rules=SimpleNamespace(pile=lambda _position, _name: ("?",) if loose else None),
        view=SimpleNamespace(place=lambda _position, place: place),
    )
    public: Any = SimpleNamespace(
        entries=numbered, positions=positions, game=game, codec=Codec((CardsGiven, CardLaid))
    )  # fmt: skip
    return classify(public, 1 + len(before), author)


LEARNT: dict[str, tuple[Fact, Sequence[Any], str]] = {
    "dice": (Rolled("d", 6, (3,), "attack", "tower", RECEIPT), (), "dice fell for attack"),
    "dice used again": (Rolled("d", 6, (3,), "attack", "replayed", of=3), (), "dice fell for attack"),
    "a draw": (Drawn("yellow", "deck", "tower", ("?",)), (), "yellow saw a card of deck"),
    "two cards drawn": (Drawn("yellow", "deck", "tower", ("?", "?")), (), "yellow saw 2 cards of deck"),
    "something turned up": (Revealed("tiles", "c2", "tower", "b"), [OPEN], "all saw what lay at c2"),
    "what the log was not told": (Revealed("tiles", "c2", "typed", UNKNOWN), (), "all saw what lay at c2"),
    "cards that change hands": (CardsGiven("black", "yellow", ("?",)), (),
                                "black and yellow saw what is hidden from others"),
    "a card from a hidden hand": (CardLaid("black"), [OPEN], "all saw something that had been hidden"),
    "an item learnt": (Learned(1, "cards", 0, "yellow", "?"), (), "yellow learnt what line 1 held"),
    "an item all learn": (Learned(1, "item", 0, ALL, "b"), [OPEN], "all learnt what line 1 held"),
}  # fmt: skip
NOT_LEARNT: dict[str, tuple[Fact, Sequence[Any]]] = {
    "a shuffle": (Shuffled("deck", 1, "tower", ("?",)), ()), "an empty draw": (Drawn("black", "deck", "tower", ()), ()),
    "what all knew, turned up again": (Revealed("tiles", "c2", "tower", "a"), ()),
    "no cards change hands": (CardsGiven("black", "yellow"), ()), "a card that all knew": (CardLaid("black"), ()),
    "something is hidden again": (CardLaid("black"), [("?", "?", "?")]), "play that goes back": (TakenBack(1), [OPEN]),
    "an end that opens all": (Unsealed("all"), [OPEN]), "a look": (Looked("moderator", "yellow"), ()),
    "talk": (Posted("yellow", "I hold the b"), ()), "an order": (Ordered("yellow", "?"), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", LEARNT)
def test_seals_a_takeback_if_something_was_learnt(name: str) -> None:
    fact, positions, told = LEARNT[name]
    found = judged([fact], positions)
    assert found.level == "SEALED"
    assert [(item.seq, item.what) for item in found.learnt] == [(2, told)]
    assert found.dice == isinstance(fact, Rolled)


@pytest.mark.parametrize("name", NOT_LEARNT)
def test_a_takeback_is_free_if_nothing_was_learnt(name: str) -> None:
    fact, positions = NOT_LEARNT[name]
    assert judged([fact], positions) == Classification("FREE")


def test_a_seen_pile_is_shuffled_and_stays_seen() -> None:
    assert judged([Revealed("deck", "top", "tower", "a")], loose=True).level == "SEALED"
    back = [Revealed("tiles", "c2", "tower", "b"), TakenBack(1), Revealed("tiles", "c2", "tower", "b")]
    assert [item.seq for item in judged(back, [OPEN, HIDDEN, OPEN]).learnt] == [2, 4]


MOVED = Passed("yellow")


@pytest.mark.parametrize(("facts", "before", "decided"), [
    ([Passed("black")], [], ()), ([MOVED, MOVED, Passed("black")], [], ("yellow",)),
    ([Entry(MOVED, "black")], [], ("yellow",)), ([Entry(MOVED, "yellow", implied=True)], [], ()),
    ([Entry(MOVED, "order")], [Ordered("yellow", "?")], ()),
    ([Ordered("yellow", "?"), Entry(MOVED, "order")], [Ordered("yellow", "?")], ("yellow",)),
    ([Entry(Adjusted("a", "b", "c"), "moderator")], [], ("moderator",)),
    ([Entry(Skipped("yellow", "away"), "moderator")], [], ("moderator",)),
    ([Entry(Skipped("yellow", "away"), "black")], [], ()),
])  # fmt: skip
def test_lists_who_decided_anything(
    facts: Sequence[Fact | Entry], before: Sequence[Fact], decided: tuple[str, ...]
) -> None:
    found = judged(facts, before=before)
    assert found.decided == decided
    assert found.level == ("COURTESY" if decided else "FREE")
