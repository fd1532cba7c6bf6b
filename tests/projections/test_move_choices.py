"""The form of legal moves: every legal move can be chosen, and no other."""

import random
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from players import GAMES, quick
from refusals import refuses

from events.errors import RefusedError
from events.events import Move
from projections.contracts import Marks
from projections.draft import find_conflicts
from projections.game import Game
from projections.move_choices import Labels, NextChoice, count_moves, encoded, in_words, listed, moves_with, narrow
from webui.views.board_things import things_on


def positions(slug: str, seats: int) -> Iterator[tuple[Any, str, list[Move]]]:
    game = GAMES[slug]
    for number, (_, position) in enumerate(quick(slug, seats, seed=5, cap=160)):
        for seat in game.rules.status(position).awaited:
            moves = list(game.rules.legal(position, seat))
            if moves and number % 3 == 0:
                yield position, seat, moves


def reached(moves: list[Move], wanted: Move) -> NextChoice:
    """Answer every choice for a move; return the last offer."""
    answers: dict[str, str] = {}
    for _ in range(12):
        offer = narrow(moves, answers)
        if not offer.field:
            return offer
        kind = str(wanted.__struct_config__.tag)
        answers[offer.field] = kind if offer.field == "kind" else encoded(getattr(wanted, offer.field))
        if not offer.span:
            assert answers[offer.field] in {choice.value for choice in offer.choices}
    pytest.fail("the choices never end")


@pytest.mark.parametrize("slug", list(GAMES))
def test_every_legal_move_can_be_chosen(slug: str) -> None:
    chooser, seen = random.Random(1), 0
    for _, _, moves in positions(slug, GAMES[slug].meta.seats[1]):
        for wanted in chooser.sample(moves, min(4, len(moves))):
            offer = reached(moves, wanted)
            assert wanted in offer.moves
            assert len(offer.moves) <= 16
            seen += 1
    assert seen >= 8


def _walk(moves: list[Move], chooser: random.Random) -> Move:
    answers: dict[str, str] = {}
    while (offer := narrow(moves, answers)).field:
        picked = str(chooser.randint(*offer.span)) if offer.span else chooser.choice(offer.choices).value
        answers[offer.field] = picked
    return chooser.choice(offer.moves)


@pytest.mark.parametrize("slug", list(GAMES))
def test_every_choice_is_legal(slug: str) -> None:
    game: Game[Any, Any] = GAMES[slug]
    chooser = random.Random(2)
    for position, _, moves in positions(slug, game.meta.seats[0]):
        for _ in range(3):
            move = _walk(moves, chooser)
            assert not find_conflicts(game.rules, position, move), move


def test_accepts_amounts_only_within_the_legal_range() -> None:
    kind: Any = next(k for k in GAMES["risk"].vocabulary if issubclass(k, Move) and k.__name__ == "Place")
    moves = [kind("black", name, daleks) for name in ("peru", "japan") for daleks in (1, 30)]
    tag = str(kind.__struct_config__.tag)
    offer = narrow(moves, {"kind": tag, "territory": '"peru"'})
    assert (offer.field, offer.span) == ("daleks", (1, 30))
    assert narrow(moves, {"kind": tag, "territory": '"peru"', "daleks": "17"}).moves == (kind("black", "peru", 17),)
    for wrong in ("0", "31", "-1", "1.5", "x", "", "9" * 400, "٣"):
        refuses(RefusedError, "daleks", narrow, moves, {"kind": tag, "territory": '"peru"', "daleks": wrong})


@pytest.mark.parametrize("answers", [{"kind": "nothing"}, {"kind": ""}, {"kind": "passed", "player": "x"}])
def test_refuses_an_answer_that_leaves_no_move(answers: dict[str, str]) -> None:
    moves: list[Move] = [move for _, _, found in positions("toy", 2) for move in found if "dare" in repr(move).lower()]
    refuses(RefusedError, "kind", narrow, moves, answers)


def test_choices_have_readable_labels() -> None:
    assert narrow([], {"kind": "x"}) == NextChoice(())
    assert [in_words(name) for name in ("LandTardis", "great-britain", "barrier_cards", "b5", "")] == [
        "Land Tardis", "Great Britain", "Barrier Cards", "B5", "",
    ]  # fmt: skip
    kinds: dict[str, Any] = {kind.__name__: kind for kind in GAMES["daleks"].vocabulary if issubclass(kind, Move)}
    moves = [kinds["SpendBlack"]("julie", f"B{at}") for at in range(20)]
    offer = narrow([*moves, kinds["Resolve"]("julie")], {})
    assert [choice.label for choice in offer.choices] == ["Re-roll the rest for a black die", "Resolve"]


def test_a_number_that_names_a_card_is_not_an_amount() -> None:
    attack: Any = next(k for k in GAMES["ccg"].vocabulary if k.__name__ == "Attack")
    moves = [attack("black", card, target) for card in (1, 5, 9) for target in (2, 4, 8, 16, 32, 64)]
    offer = narrow(moves, {}, Labels(numbers=lambda field, number: f"{field} {number}"))
    assert (offer.field, offer.span) == ("attacker", None)
    assert [choice.label for choice in offer.choices] == ["attacker 1", "attacker 5", "attacker 9"]
    assert narrow(moves, {"attacker": "5"}).moves == tuple(moves[6:12])
    for field, wrong in (("attacker", "3"), ("defender", "5")):
        refuses(RefusedError, f"{field}: .* is not a choice here", narrow, moves, {field: wrong})


def kinds(slug: str) -> dict[str, Any]:
    return {kind.__name__: kind for kind in GAMES[slug].vocabulary if issubclass(kind, Move)}


def test_moves_with_a_thing_have_it_in_a_field() -> None:
    keys, risk, daleks, ccg = (kinds(slug) for slug in ("keys", "risk", "daleks", "ccg"))
    key, tunnel = keys["PlayKey"]("rose", "red", "a1", "open"), keys["PlayTunnel"]("rose", "a1", "b2")
    own = [key, tunnel, keys["MovePawn"]("rose", "b2")]
    for things, found in (
        (["a1"], [tunnel, key]), (["a1", "key-red red"], [key]), (["b2", "a1"], [tunnel]),
        (["keys-play-tunnel"], [tunnel]), (["rose"], own), (["a"], []), (["1"], []),
        (["a1", "a2"], []), (["tile=a1"], [tunnel, key]), (["other=a1"], []),
    ):  # fmt: skip
        assert moves_with(own, things) == found, things
    trade = risk["TradeStars"]("black", ("peru", "china"))
    attack = risk["Attack"]("black", "china", "india", 3)
    assert moves_with([attack, trade], ["china"]) == [attack, trade]
    assert moves_with([attack, trade], ["china", "peru"]) == [trade]
    assert moves_with([attack], ["3"]) == []
    assert moves_with([attack], ["daleks=3"]) == [attack]
    turned = [daleks["ChangeFace"]("nell", "susan", icon, die) for icon in (0, 1) for die in ("B3", "U1")]
    assert moves_with(turned, ["susan", "B3", "icon=1"]) == [turned[2]]
    special = ccg["UseSpecial"]("dot", 5, targets=(7, 12))
    assert moves_with([special], ["card=5 targets=5", "card=12 targets=12"]) == [special]
    assert moves_with([special], ["card=7 paid=7"]) == []
    assert moves_with([special], ["card=5,player=nobody"]) == [], "the move has both fields, and one differs"
    assert moves_with([special], ["card=5,die=9"]) == [special], "the move has one of the fields"


def test_a_source_comes_before_a_target() -> None:
    attack = kinds("risk")["Attack"]
    ours = [attack("black", source, target, 1) for source, target in (("india", "china"), ("china", "india"))]
    assert moves_with(ours, ["china", "india"]) == [ours[1], ours[0]]
    assert moves_with(ours, ["india", "china"]) == ours
    assert moves_with(ours, ["china"]) == [ours[1], ours[0]]


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_things_on_the_board_lead_to_legal_moves(slug: str) -> None:
    """Every element with arguments has a title, and the moves of two things are those that each of them has."""
    game, named, chooser = GAMES[slug], set[str](), random.Random(3)
    for position, _, moves in positions(slug, game.meta.seats[1]):
        panels = game.view.draw(position, Marks((), position))
        things = [one.arguments for one in things_on(panels)]
        drawn = ET.fromstring(f"<g>{''.join(part for panel in panels for part in panel.parts)}</g>")
        assert set(things) == {one.get("data-arg") for one in drawn.iter() if one.get("data-arg")}
        counts = count_moves(moves, things)
        for thing, count in counts.items():
            found = moves_with(moves, [thing])
            assert len(found) == count
            assert set(found) <= set(moves)
            if found:
                named.add(thing)
                other = chooser.choice(things)
                assert set(moves_with(moves, [thing, other])) == set(found) & set(moves_with(moves, [other]))
    assert len(named) >= LEAST.get(slug, 0)


LEAST = {"keys": 40, "risk": 30, "ccg": 10}
"""The fewest things of a game that moves name in its sample."""


def test_a_list_of_moves_joins_those_that_differ_in_an_amount() -> None:
    place, attack = kinds("risk")["Place"], kinds("risk")["Attack"]
    many = [place("black", name, daleks) for name in ("peru", "japan") for daleks in (1, 30)]
    few = [attack("black", "china", "india", daleks) for daleks in (1, 3)]
    assert [(one.move.territory, one.field, one.span) for one in listed(many)] == [  # type: ignore[attr-defined]  # a `Place`
        ("peru", "daleks", (1, 30)), ("japan", "daleks", (1, 30)),
    ]  # fmt: skip
    assert [(one.move.daleks, one.span) for one in listed(few)] == [(1, None), (2, None), (3, None)]  # type: ignore[attr-defined]  # an `Attack`
