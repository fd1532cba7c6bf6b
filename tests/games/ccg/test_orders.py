"""Standing orders: what a seat has left word to do when it is asked."""

from typing import Any

import pytest
from ccg_tables import table

from events.facts import Passed
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.notation.orders import EXAMPLES
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.terms import Order
from projections.window import Window

LAID = (
    "julie present doctor-who-v, julie present yeti, julie present force-field, steve present bok, "
    "steve present daemons, julie present unit-corporal"
)
"""Julie has the Doctor 1, the Yeti 2, a Resource 3 and the Corporal 6; Steve Bok 4 and the Daemons 5."""


def asked(name: str, *begun: Any, seat: str = "julie", step: str = "fight") -> Position:
    """Steve's turn, and Julie is asked."""
    return table(LAID, step, player="steve", stack=(*begun, Window(name, (seat,))))


def use(*targets: int, face: str = "daemons", card: int = 5, value: str = "energy") -> Announcement:
    """What Steve announces."""
    return Announcement(1, "steve", face, card, 1, targets, (), value)


def does(text: str, position: Position, seat: str = "julie") -> Any:
    return GAME.orders.answer(Order(seat, text), position)


COMBAT = asked("combat", step="combat")
FIGHT = asked("fight", Fight(4, 2, "fight"))
AIMED = asked("answer-1", use(1))
DOOMED = asked("doom", Doom((2,)))
HIT = asked("hit", Hit("julie"), step="hit")
EVERY = (COMBAT, FIGHT, AIMED, DOOMED, HIT)
NAMING = table(LAID, "name", player="steve", stack=(Fight(4),))


def test_the_examples_are_heeded_and_listed() -> None:
    assert GAME.orders.examples == EXAMPLES
    for text in EXAMPLES:
        assert GAME.orders.heeds(Order("julie", text), COMBAT) == ""


def test_pass_lets_everything_go_by() -> None:
    assert [does("Pass.", position) for position in EVERY] == [Passed("julie")] * 5
    assert [does("otherwise always pass", position) for position in EVERY] == [Passed("julie")] * 5


@pytest.mark.parametrize(
    ("text", "passes"),
    [
        ("pass unless a Hit", (True, True, True, True, False)),
        ("pass unless my Doctor is targeted", (True, True, False, True, True)),
        ("pass unless my Doctor Who V is targeted", (True, True, False, True, True)),
        ("pass unless my yetis are attacked", (True, False, True, True, True)),
        ("pass unless my Yeti is about to be destroyed", (True, True, True, False, True)),
        ("pass unless my Yeti is targeted", (True, False, True, False, True)),
        ("pass unless my robot is targeted", (True, False, True, False, True)),
        ("pass unless my resource is targeted", (True, True, True, True, True)),
        ("pass unless my creature is targeted", (True, False, False, False, True)),
        ("pass unless anything is destroyed", (True, True, True, False, True)),
        ("pass unless attacked or hit", (True, False, True, True, False)),
        ("pass unless a Hit or my Doctor is targeted", (True, True, False, True, False)),
        ("pass unless they use Daemons", (True, True, False, True, True)),
        ("pass unless the opponent plays Brain Transformer", (True, True, True, True, True)),
        ("pass at combat, attack", (True, True, False, False, False)),
        ("pass at combat and hit", (True, False, False, False, True)),
        ("pass at attack unless my Yeti is attacked", (False, False, False, False, False)),
        ("ask at hit; pass", (True, True, True, True, False)),
        ("ask me at combat\nask at attack\npass", (False, False, True, True, True)),
        ("decline combat", (False, False, False, False, False)),
    ],
)
def test_what_a_sentence_leaves_to_the_seat(text: str, passes: tuple[bool, ...]) -> None:
    """At combat, in the fight of the Yeti, aimed at the Doctor, the Yeti about to be destroyed, at a Hit."""
    assert GAME.orders.heeds(Order("julie", text), COMBAT) == ""
    assert tuple(does(text, position) == Passed("julie") for position in EVERY) == passes
    assert all(does(text, position) in (None, Passed("julie")) for position in EVERY)


def test_the_first_sentence_that_applies_decides() -> None:
    assert does("ask at attack; pass", FIGHT) is None
    assert does("pass; ask at attack", FIGHT) == Passed("julie")
    assert does("pass at hit; ask at attack", FIGHT) is None


def test_what_takes_every_card_is_aimed_at_ones_own() -> None:
    every = next(
        face for face, card in COMBAT.cards.card.items()
        if card.type == "flash" and any(ability.every and ability.when == "flash" for ability in card.does)
    )  # fmt: skip
    position = asked("answer-1", use(face=every, card=0))
    assert does("pass unless my Doctor is targeted", position) is None
    assert does("pass unless targeted", position) is None
    assert does("pass unless a Hit", position) == Passed("julie")


def test_the_use_of_a_card_that_aims_elsewhere_goes_by() -> None:
    position = asked("answer-1", use(4))
    assert does("pass unless targeted", position) == Passed("julie")
    assert does("pass at targeted", position) is None
    assert does("pass at action", position) == Passed("julie")


def test_nobody_is_named_where_that_was_left_word() -> None:
    assert does("pass; decline combat", NAMING) == m.DeclineCombat("julie")
    assert does("pass", NAMING) is None
    assert does("decline", NAMING, "steve") is None


def test_only_who_is_asked_answers() -> None:
    assert does("pass", COMBAT, "steve") is None
    assert does("pass", table(LAID)) is None
    assert does("pass", table(LAID), "steve") is None


def test_an_order_is_carried_out_as_a_legal_move() -> None:
    move = does("pass", COMBAT)
    assert move in list(GAME.rules.legal(COMBAT, "julie"))


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("", "an order says what to do"),
        (" ; ", "an order says what to do"),
        ("never", '"never" is no order'),
        ("pass at lunch", '"pass at lunch"'),
        ("pass at", '"pass at"'),
        ("pass unless", '"pass unless"'),
        ("pass unless it rains", '"pass unless it rains"'),
        ("pass unless my Rhubarb is targeted", '"pass unless my rhubarb is targeted"'),
        ("pass unless they use Rhubarb", '"pass unless they use rhubarb"'),
        ("pass; hit them", '"hit them" is no order'),
        ("pass unless a Hit or else", '"pass unless a hit or else"'),
        ("x" * 5000, f'"{"x" * 60}" is no order'),
    ],
)
def test_what_no_order_says_is_told(text: str, unread: str) -> None:
    told = GAME.orders.heeds(Order("julie", text), COMBAT)
    assert unread in told
    assert not text.strip(" ;") or EXAMPLES[1] in told
    assert all(does(text, position) in (None, Passed("julie")) for position in EVERY)
