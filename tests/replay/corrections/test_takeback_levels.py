"""Levels of takebacks, by what was seen and decided: compared with a model, and for logs with one or two entries."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import pytest
from long_runs import some_short
from players import GAMES, choose, founded, tables, unsettle
from worlds import NAME, copied

from events import events as e, session_events as s
from events.codec import Codec
from events.entry import Entry
from events.store.memory import MemoryStore
from projections.contracts import Written
from replay.corrections.takeback import take_back
from replay.reading.disclosure import Classification, classify
from replay.reading.reading import Reading, groups_of
from replay.session.session import Session
from replay.session.submission import Request, submit


class Seen(NamedTuple):
    """The number of hidden things and the open seals after each entry."""

    hidden: Sequence[int]
    opened: Sequence[frozenset[str]]


def drawn_out(slug: str, seats: int, seed: int) -> Session:
    chooser = random.Random(seed)
    session = founded(MemoryStore(), slug, seats, session=NAME, options={"points": 99} if slug == "toy" else {})
    for _ in range(chooser.randrange(4, 12 if slug == "toy" else 60)):
        before = copied(session) if session.status.round > 5 else None
        step(session, chooser)
        if session.table.unsealed:  # nothing is taken back when all is open
            return before or drawn_out(slug, seats, seed + 100_000)
    return session


def step(session: Session, chooser: random.Random) -> None:
    seat = chooser.choice(session.started.seats)
    if chooser.random() < 0.1:
        unsettle(session, chooser)
    if chooser.random() < 0.1:
        session.note(s.Ordered(seat, chooser.choice(("never", "never", ""))), by=seat)
    move = choose(session.game, session.position, chooser)
    unsaid = session.game.rules.implied_pass(session.position, move.player) == move and chooser.random() < 0.5
    by = chooser.choice((move.player, move.player, "moderator"))
    assert submit(session, by, [Request(Written(move), implied=unsaid)]).done


def shown(reading: Reading[Any]) -> Seen:
    """Return the hidden things in each position and the seals that a viewer may open."""
    codec = reading.codec
    counted: dict[int, int] = {}
    for position in reading.positions:
        if id(position) not in counted:
            counted[id(position)] = repr(position).count("'?'")
    opened = []
    for line, entry in zip(reading.lines, reading.entries, strict=True):
        seals = codec.seals(line) if isinstance(entry.event, e.Drawn | e.Revealed) else {}
        opening = reading.opening(line.seq)
        places = [(name, at) for name, row in seals.items() for at in range(len(row)) if (name, at) in opening]
        opened.append(frozenset(seals[name][at] for name, at in places))
    return Seen([counted[id(position)] for position in reading.positions], opened)


def saw_something(seen: Seen, entries: Sequence[Entry], to: int) -> bool:
    if frozenset[str]().union(*seen.opened[to:]) - frozenset[str]().union(*seen.opened[:to]):
        return True
    pairs = zip(seen.hidden[to - 1 :], seen.hidden[to:], entries[to:], strict=False)
    return any(after < before for before, after, entry in pairs if not isinstance(entry.event, s.TakenBack))


def someone_decided(entries: Sequence[Entry], to: int, author: str) -> bool:
    for at, entry in enumerate(entries[to:], to):
        event = entry.event
        if isinstance(event, s.Adjusted | s.Skipped) and entry.by != author:
            return True
        if not isinstance(event, e.Move) or event.player == author or entry.implied:
            continue
        orders = [
            old.seq for old in entries[:at] if isinstance(old.event, s.Ordered) and old.event.seat == event.player
        ]
        if entry.by != "order" or orders[-1] > to:
            return True
    return False


def takes_chance(session: Session, to: int) -> bool:
    aside = copied(session)
    take_back(aside, to, by="moderator")
    back = [entry.event for entry in aside.table.entries[session.head.seq :]]
    assert isinstance(back[0], s.TakenBack)
    return any(isinstance(event, e.Chance) for event in back)


def points(session: Session, chooser: random.Random) -> Iterator[int]:
    table = session.table
    moves = [group for group in groups_of(table.entries, table.undone) if isinstance(group.head.event, e.Move)]
    ends = [group.first - 1 for group in moves if not group.undone and group.first - 1 not in table.undone]
    late, early = ends[-3:], ends[:-3]
    yield from sorted({*late, *chooser.sample(early, min(5 - len(late), len(early)))})


def compare(session: Session, chooser: random.Random, levels: Counter[str]) -> None:
    """Compare the level of some takebacks of each seat with the model."""
    entries, seats = session.view(e.ALL).entries, session.started.seats
    everybody = [shown(session.view(viewer)) for viewer in (e.ALL, *seats)]
    for to in points(session, chooser):
        dice = any(isinstance(entry.event, e.Rolled) for entry in entries[to:])
        sealed = dice or any(saw_something(seen, entries, to) for seen in everybody)
        sealed = sealed or takes_chance(session, to)
        for author in seats:
            others = someone_decided(entries, to, author)
            found = classify(session.view(e.ALL), to, author)
            level = "REVEALED" if sealed else "COURTESY" if others else "FREE"
            assert (found.level, found.dice) == (level, dice), (
                f"back to {to} of {session.head.seq} by {author}: {found}"
            )
            assert bool(found.decided) == others
            levels[level] += 1


@pytest.mark.parametrize("slug", some_short(sorted(GAMES), lambda slug: slug in ("keys", "toy")))
def test_a_takeback_level_follows_from_reveals_and_decisions(slug: str) -> None:
    counts = [count for name, count in tables() if name == slug]
    levels = Counter[str]()
    for seed in range(12):
        session = drawn_out(slug, counts[seed % len(counts)], seed)
        compare(session, random.Random(seed), levels)
    assert levels.keys() == {"FREE", "COURTESY", "REVEALED"}


class CardsGiven(e.Effect, frozen=True, tag="test-cards-given"):
    giver: str
    taker: str
    cards: Annotated[tuple[str, ...], e.KnownTo("giver", "taker")] = ()


class CardLaid(e.Effect, frozen=True, tag="test-card-laid"):
    player: str


HIDDEN, OPENED = ("?", "?", "a"), ("?", "b", "a")
RECEIPT = e.Receipt(1, "0" * 64)


def judged(
    events: Sequence[e.Event | Entry],
    after: Sequence[Any] = (),
    *,
    before: Sequence[e.Event] = (),
    loose: bool = False,
    author: str = "black",
) -> Classification:
    history = [e.Started("test", 1, ("black", "yellow")), *before, *events]
    entries = [
        event if isinstance(event, Entry) else Entry(event, getattr(event, "player", "table")) for event in history
    ]
    numbered = [Entry(one.event, one.by, implied=one.implied, seq=seq) for seq, one in enumerate(entries, 1)]
    positions = [HIDDEN] * (1 + len(before)) + list(after or [HIDDEN] * len(events))
    game = SimpleNamespace(
        rules=SimpleNamespace(pile_cards=lambda _position, _name: ("?",) if loose else None),
        view=SimpleNamespace(field_label=lambda _position, place: place),
    )
    public: Any = SimpleNamespace(
        entries=numbered, positions=positions, game=game, codec=Codec((CardsGiven, CardLaid))
    )  # fmt: skip
    return classify(public, 1 + len(before), author)


LEARNT: dict[str, tuple[e.Event, Sequence[Any], str]] = {
    "dice": (e.Rolled("d", 6, (3,), "attack", "tower", RECEIPT), (), "dice were rolled for attack"),
    "dice used again": (e.Rolled("d", 6, (3,), "attack", "replayed", of=3), (), "dice were rolled for attack"),
    "a draw": (e.Drawn("yellow", "deck", "tower", ("?",)), (), "yellow saw a card of deck"),
    "a draw that nobody noted": (e.Drawn("yellow", "deck", "typed", (e.UNKNOWN,)), (), "yellow saw a card of deck"),
    "two cards drawn": (e.Drawn("yellow", "deck", "tower", ("?", "?")), (), "yellow saw 2 cards of deck"),
    "something turned up": (e.Revealed("tiles", "c2", "tower", "b"), [OPENED], "all players saw the item at c2"),
    "what the log was not told": (e.Revealed("tiles", "c2", "typed", e.UNKNOWN), (), "all players saw the item at c2"),
    "cards that change hands": (CardsGiven("black", "yellow", ("?",)), (),
                                "black and yellow saw something hidden from the others"),
    "a card from a hidden hand": (CardLaid("black"), [OPENED], "all players saw a hidden value"),
    "an item learnt": (s.ItemRevealed(1, "cards", 0, "yellow", "?"), (), "yellow learned the hidden value of entry 1"),
    "an item all learn": (s.ItemRevealed(1, "i", 0, e.ALL, "b"), [OPENED],
                          "all players learned the hidden value of entry 1"),
}  # fmt: skip
NOT_LEARNT: dict[str, tuple[e.Event, Sequence[Any]]] = {
    "a shuffle": (e.Shuffled("deck", 1, "tower", ("?",)),
    ()), "an empty draw": (e.Drawn("black", "deck", "tower", ()), ()),
    "what all knew, turned up again": (e.Revealed("tiles", "c2", "tower", "a"), ()),
    "no cards change hands": (CardsGiven("black", "yellow"), ()), "a card that all knew": (CardLaid("black"), ()),
    "something is hidden again": (CardLaid("black"), [("?", "?", "?")]),
    "play that goes back": (s.TakenBack(1), [OPENED]),
    "an end that opens all": (s.SecretsOpened("all"), [OPENED]), "an order": (s.Ordered("yellow", "?"), ()),
    "a look": (s.PrivilegedView("moderator", "yellow"), ()), "talk": (s.Posted("yellow", "I hold the b"), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", LEARNT)
def test_a_takeback_has_level_revealed_if_something_was_learnt(name: str) -> None:
    event, positions, told = LEARNT[name]
    found = judged([event], positions)
    assert found.level == "REVEALED"
    assert [(item.seq, item.what) for item in found.learnt] == [(2, told)]
    assert found.dice == isinstance(event, e.Rolled)


@pytest.mark.parametrize("name", NOT_LEARNT)
def test_a_takeback_is_free_if_nothing_was_learnt(name: str) -> None:
    event, positions = NOT_LEARNT[name]
    assert judged([event], positions) == Classification("FREE")


def test_a_card_seen_before_a_takeback_still_counts_as_seen() -> None:
    assert judged([e.Revealed("deck", "top", "tower", "a")], loose=True).level == "REVEALED"
    back = [e.Revealed("tiles", "c2", "tower", "b"), s.TakenBack(1), e.Revealed("tiles", "c2", "tower", "b")]
    assert [item.seq for item in judged(back, [OPENED, HIDDEN, OPENED]).learnt] == [2, 4]


MOVED = e.Passed("yellow")


@pytest.mark.parametrize(("events", "before", "decided"), [
    ([e.Passed("black")], [], ()), ([MOVED, MOVED, e.Passed("black")], [], ("yellow",)),
    ([Entry(MOVED, "black")], [], ("yellow",)), ([Entry(MOVED, "yellow", implied=True)], [], ()),
    ([Entry(MOVED, "order")], [s.Ordered("yellow", "?")], ()),
    ([s.Ordered("yellow", "?"), Entry(MOVED, "order")], [s.Ordered("yellow", "?")], ("yellow",)),
    ([Entry(s.Adjusted("a", "b", "c"), "moderator")], [], ("moderator",)),
    ([Entry(s.Skipped("yellow", "away"), "moderator")], [], ("moderator",)),
    ([Entry(s.Skipped("yellow", "away"), "black")], [], ()),
])  # fmt: skip
def test_lists_who_decided(
    events: Sequence[e.Event | Entry], before: Sequence[e.Event], decided: tuple[str, ...]
) -> None:
    found = judged(events, before=before)
    assert found.decided == decided
    assert found.level == ("COURTESY" if decided else "FREE")
