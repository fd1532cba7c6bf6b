"""Standing orders: what a seat has left word to do if it is asked."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import pytest
from ccg_tables import table as ccg_table
from daleks_tables import JULIE, KIM, STEVE, in_adventure, table as daleks_table
from players import quick, started
from risk_worlds import play, world
from round_trip import as_known

from events.events import ALL, Passed, tag_of
from projections.contracts import Order
from projections.games.ccg.events.moves import DeclineCombat
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit
from projections.games.daleks.events.moves import GiveHelp
from projections.games.daleks.state.position import Debt
from projections.games.keys.state.position import CARDS
from projections.games.risk.components.cards import SHIPPED
from projections.games.risk.components.world_map import TERRITORIES
from projections.games.risk.events import Attack, Defend, PlayPower
from projections.games.risk.notation.orders import card_named
from projections.registry import registry
from projections.window import Window
from replay.session.auto_pass import compulsory_move


def answer(slug: str, text: str, now: Any, seat: str) -> Any:
    return registry()[slug].orders.answer(Order(seat, text), now)


def refusal(slug: str, text: str, now: Any, seat: str) -> str:
    return registry()[slug].orders.refusal(Order(seat, text), now)


LAID = (
    "julie present doctor-who-v, julie present yeti, julie present force-field, steve present bok, "
    "steve present daemons, julie present unit-corporal"
)


def asked(name: str, *begun: Any, step: str = "fight") -> Any:
    return ccg_table(LAID, step, player="steve", stack=(*begun, Window(name, ("julie",))))


def use(*targets: int, face: str = "daemons", card: int = 5) -> Announcement:
    return Announcement(1, "steve", face, card, 1, targets, (), "energy")


COMBAT, FIGHT = asked("combat", step="combat"), asked("fight", Fight(4, 2, "fight"))
AIMED, ELSEWHERE = asked("answer-1", use(1)), asked("answer-1", use(4))
HIT = asked("hit", Hit("julie"), step="hit")
EVERY = (COMBAT, FIGHT, AIMED, asked("doom", Doom((2,))), HIT)
NAMING = ccg_table(LAID, "name", player="steve", stack=(Fight(4),))
FLASHES = [(face, does) for face, card in COMBAT.cards.card.items() if card.type == "flash" for does in card.does]
EVERY_CARD = next(face for face, does in FLASHES if does.every and does.when == "flash")
AT_ALL = asked("answer-1", use(face=EVERY_CARD, card=0))
"""Something that takes every card is announced."""


@pytest.mark.parametrize(("text", "passes"), [
    ("Pass.", "+++++"), ("otherwise always pass", "+++++"), ("pass unless a Hit", "++++-"),
    ("pass unless my Doctor is targeted", "++-++"), ("pass unless my Doctor Who V is targeted", "++-++"),
    ("pass unless my yetis are attacked", "+-+++"), ("pass unless my Yeti is about to be destroyed", "+++-+"),
    ("pass unless my Yeti is targeted", "+-+-+"), ("pass unless my robot is targeted", "+-+-+"),
    ("pass unless my resource is targeted", "+++++"), ("pass unless my creature is targeted", "+---+"),
    ("pass unless anything is destroyed", "+++-+"), ("pass unless attacked or hit", "+-++-"),
    ("pass unless a Hit or my Doctor is targeted", "++-+-"), ("pass unless they use Daemons", "++-++"),
    ("pass unless the opponent plays Brain Transformer", "+++++"), ("pass at combat, attack", "++---"),
    ("pass at combat and hit", "+---+"), ("pass at attack unless my Yeti is attacked", "-----"),
    ("ask at hit; pass", "++++-"), ("ask me at combat\nask at attack\npass", "--+++"), ("decline combat", "-----"),
])  # fmt: skip
def test_ccg_order_passes_or_asks_at_each_stop(text: str, passes: str) -> None:
    """At combat, in the Yeti's fight, aimed at the Doctor, before the Yeti is destroyed, at a Hit."""
    assert refusal("ccg", text, COMBAT, "julie") == ""
    answers = [answer("ccg", text, now, "julie") for now in EVERY]
    assert answers == [Passed("julie") if sign == "+" else None for sign in passes]
    for now, move in zip(EVERY, answers, strict=True):
        assert move is None or move in list(registry()["ccg"].rules.legal(now, "julie"))


def stop(name: str, *, hand: str = "k-9", helper: str = "") -> Any:
    pools = {JULIE: "B1 running"} | ({helper: "B2 running"} if helper else {})
    stage = "roll" if name == "roll" else "reroll"
    now = in_adventure(pools, stage, manner="afar" if helper else "", seats=3, hands={STEVE: hand})
    return now.replace(stack=(*now.stack, Window(name, (STEVE,))))


ROLL, RESOLVE, HELPING = stop("roll"), stop("resolve"), stop("resolve", helper=STEVE)
CALLED = in_adventure({JULIE: "B1", STEVE: ""}, "pool", done=False)
AFAR = GiveHelp(STEVE, "afar")


@pytest.mark.parametrize(("text", "passes"), [
    ("pass", "++"), ("Always pass.", "++"), ("pass at roll", "+-"), ("pass at roll, resolve", "++"),
    ("pass before resolving", "-+"), ("ask at roll; pass", "-+"), ("ask me\npass", "--"),
    ("pass at resolve; ask", "-+"), ("help afar", "--"), ("pass unless I take part", "++"),
    ("pass unless I help or it is Julie's Adventure", "--"), ("pass unless it is Julie's Adventure", "--"),
    ("pass unless the Adventure of Kim", "++"), ("pass unless it's Kim\u2019s adventure", "++"),
])  # fmt: skip
def test_daleks_order_passes_or_asks_at_each_stop(text: str, passes: str) -> None:
    assert refusal("daleks", text, ROLL, STEVE) == ""
    answers = [answer("daleks", text, now, STEVE) for now in (ROLL, RESOLVE)]
    assert answers == [Passed(STEVE) if sign == "+" else None for sign in passes]


@pytest.mark.parametrize("text", ["pass unless I could play a card", "pass unless I have a card"])
def test_daleks_orders_do_not_depend_on_a_hand(text: str) -> None:
    """TOD-SETUP-12, TOD-CARD-05: other seats would learn it from whether the seat is asked."""
    assert refusal("daleks", text, ROLL, STEVE)
    for order in registry()["daleks"].orders.examples:
        for name in ("roll", "resolve"):
            hands = ("k-9", "run", "jelly-babies", "?")
            assert len({answer("daleks", order, stop(name, hand=hand), STEVE) for hand in hands}) == 1, order


def attacked(daleks: int = 3, cards: str = "doctor-donna dug-in", **more: Any) -> Any:
    start = world("russia K5, scandinavia Y3", powers={"Y": cards}, **more)
    return play(start, Attack("black", "russia", "scandinavia", daleks))


DONNA, DUG_IN, PASS = PlayPower("yellow", "doctor-donna"), PlayPower("yellow", "dug-in"), Passed("yellow")
DICE = play(attacked(options={"defence_dice": "chosen"}), PASS)


@pytest.mark.parametrize(("text", "daleks", "move"), [
    ("never", 3, PASS), ("Never.", 3, PASS), ("the Doctor Donna when attacked by three", 3, DONNA),
    ("the Doctor Donna when attacked by three", 2, None),
    ("Donna when attacked by two or more; otherwise never", 2, DONNA),
    ("Donna when attacked by two or more; otherwise never", 1, PASS), ("play dug-in", 1, DUG_IN),
    ("dug in when attacked in Scandinavia", 1, DUG_IN), ("dug in when attacked in SCA", 1, DUG_IN),
    ("dug in when attacked in Egypt", 1, None), ("dug in when attacked by black", 1, DUG_IN),
    ("dug in when attacked by orange", 1, None), ("dug in when attacked by 3 in the scandinavia\ndonna", 2, DONNA),
    ("never Donna; dug in", 3, DUG_IN), ("never Donna", 3, None), ("never Donna; never dug in", 3, PASS),
    ("steady your aim; donna", 3, DONNA), ("rust", 3, None), ("dug in when the moon is full", 3, None),
    ("dug in when attacked by surprise", 3, None), ("dug in when attacked or more", 3, None), ("", 3, None),
    ("whatever you think best", 3, None),
])  # fmt: skip
def test_risk_order_answers_an_attack(text: str, daleks: int, move: Any) -> None:
    now = attacked(daleks)
    assert answer("risk", text, now, "yellow") == move
    assert move is None or move in list(registry()["risk"].rules.legal(now, "yellow"))


@pytest.mark.parametrize(("written", "card"), [
    ("nitro-9", "nitro-9"), ("Nitro 9", "nitro-9"), ("The Doctor Donna", "doctor-donna"),
    ("the genesis ark", "genesis-ark"), ("ark", "genesis-ark"), ("in", None), ("foundry", "foundry"), ("", None),
])  # fmt: skip
def test_risk_order_names_a_card(written: str, card: str | None) -> None:
    assert card_named(SHIPPED, written) == card


@pytest.mark.parametrize(("slug", "text", "now", "seat", "move"), [
    ("ccg", "ask at attack; pass", FIGHT, "julie", None),
    ("ccg", "pass; ask at attack", FIGHT, "julie", Passed("julie")),
    ("ccg", "pass at hit; ask at attack", FIGHT, "julie", None),
    ("ccg", "pass unless my Doctor is targeted", AT_ALL, "julie", None),
    ("ccg", "pass unless targeted", AT_ALL, "julie", None),
    ("ccg", "pass unless a Hit", AT_ALL, "julie", Passed("julie")),
    ("ccg", "pass unless targeted", ELSEWHERE, "julie", Passed("julie")),
    ("ccg", "pass at targeted", ELSEWHERE, "julie", None),
    ("ccg", "pass at action", ELSEWHERE, "julie", Passed("julie")),
    ("ccg", "pass; decline combat", NAMING, "julie", DeclineCombat("julie")), ("ccg", "pass", NAMING, "julie", None),
    ("ccg", "decline", NAMING, "steve", None), ("ccg", "pass", COMBAT, "steve", None),
    ("ccg", "pass", ccg_table(LAID), "julie", None), ("ccg", "pass", ccg_table(LAID), "steve", None),
    ("daleks", "pass unless I take part", HELPING, STEVE, None), ("daleks", "help afar", CALLED, STEVE, AFAR),
    ("daleks", "pass; always help from afar", CALLED, STEVE, AFAR), ("daleks", "pass", CALLED, STEVE, None),
    ("daleks", "help afar", CALLED, KIM, None), ("daleks", "help afar", HELPING, STEVE, None),
    ("daleks", "pass", in_adventure({JULIE: "B1"}, "roll"), STEVE, None), ("daleks", "pass", ROLL, JULIE, None),
    ("daleks", "pass", daleks_table(), STEVE, None),
    ("daleks", "pass", ROLL.replace(stack=(*ROLL.stack, Debt(JULIE, "effect", "fez"))), STEVE, None),
    ("risk", "never", attacked(), "orange", None), ("risk", "never", attacked(), "black", None),
    ("risk", "never", world("russia K5"), "yellow", None),
    ("risk", "never Donna", attacked(cards="doctor-donna rust"), "yellow", PASS),
    ("risk", "dug in", play(attacked(), PASS), "yellow", None),
    ("risk", "never; defend with one", DICE, "yellow", Defend("yellow", 1)),
    ("risk", "defend with two dice", DICE, "yellow", Defend("yellow", 2)), ("risk", "never", DICE, "yellow", None),
])  # fmt: skip
def test_order_answers_only_its_question_and_seat(slug: str, text: str, now: Any, seat: str, move: Any) -> None:
    """TOD-HELP-04."""
    assert answer(slug, text, now, seat) == move


@pytest.mark.parametrize(("slug", "now", "seat"), [("ccg", COMBAT, "julie"), ("daleks", ROLL, STEVE)])
def test_example_orders_are_accepted(slug: str, now: Any, seat: str) -> None:
    assert registry()[slug].orders.examples
    assert {refusal(slug, text, now, seat) for text in registry()[slug].orders.examples} == {""}


@pytest.mark.parametrize(("slug", "text", "named"), [
    ("ccg", "", "a standing order must say what to do"),
    ("ccg", " ; ", "a standing order must say what to do"), ("ccg", "never", '"never"'),
    ("ccg", "pass at lunch", '"pass at lunch"'), ("ccg", "pass at", '"pass at"'),
    ("ccg", "pass unless", '"pass unless"'), ("ccg", "pass unless it rains", '"pass unless it rains"'),
    ("ccg", "pass unless my Rhubarb is targeted", '"pass unless my rhubarb is targeted"'),
    ("ccg", "pass unless they use Rhubarb", '"pass unless they use rhubarb"'), ("ccg", "pass; hit them", '"hit them"'),
    ("ccg", "pass unless a Hit or else", '"pass unless a hit or else"'), ("ccg", "x" * 5000, f'"{"x" * 60}"'),
    ("daleks", "", ""), ("daleks", " ; ", ""),
    *(("daleks", text, "pass, pass at roll") for text in ("dance", "pass at dawn", "pass unless it rains")),
    ("daleks", "pass unless it is Bob's Adventure", "pass, pass at roll"),
    ("daleks", "pass at and", "pass, pass at roll"),
])  # fmt: skip
def test_refuses_an_invalid_standing_order(slug: str, text: str, named: str) -> None:
    now, seat = (COMBAT, "julie") if slug == "ccg" else (ROLL, STEVE)
    reason = refusal(slug, text, now, seat)
    assert reason
    assert named in reason
    assert not text.strip(" ;") or registry()[slug].orders.examples[1] in reason
    for each in EVERY if slug == "ccg" else (ROLL, RESOLVE):
        assert answer(slug, text, each, seat) in (None, Passed(seat))


POOLS: Mapping[str, Mapping[str, Callable[[Any], Iterable[str]]]] = {
    "ccg": {"hands": lambda now: [face for face in now.cards.card if not face.startswith(("time-", "watcher-"))]},
    "daleks": {"hands": lambda now: now.box.timey},
    "keys": {"hands": lambda _now: CARDS},
    "risk": {
        "hands": lambda _now: TERRITORIES, "powers": lambda now: now.cards.power,
        "missions": lambda now: now.cards.mission,
    },
}  # fmt: skip
"""The hidden cards of a seat in each game, and which cards they could be."""


@pytest.mark.parametrize("slug", list(POOLS))
def test_hidden_cards_decide_no_compulsory_move(slug: str) -> None:
    game, chooser, found = registry()[slug], random.Random(1), set[str]()
    seats = max(2, game.meta.seats[0])
    public = game.set_up(started(slug, seats))
    for entries, now in quick(slug, seats, seed=3, cap=160):
        for entry in entries:
            public = game.rules.reducer(public, as_known(entry.event, ALL))
        for seat in game.rules.status(now).awaited:
            if game.orders.is_open is None or not game.orders.is_open(public, seat):
                continue
            assert game.orders.is_open(now, seat)
            move, own = compulsory_move(game, public, seat), list(game.rules.legal(now, seat))
            assert move is None or own == [move]
            found |= {tag_of(move)} if move is not None else set()
            for _ in range(4):
                other = now
                for field, pool in POOLS[slug].items():
                    rows = getattr(now, field)
                    row = tuple(chooser.choice(list(pool(now))) for _ in rows.get(seat, ()))
                    other = msgspec.structs.replace(other, **{field: {**rows, seat: row}})
                assert list(game.rules.legal(other, seat)) == own
    assert found, "no move was compulsory"
