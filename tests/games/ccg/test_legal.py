"""What is on offer is what is accepted; random play keeps the law and comes to an end."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from ccg_games import SEATS, VARIANTS, candidate, game
from ccg_tables import JULIE, STEVE, table
from long_runs import some_short

from events.codec import audience_of, sealed_fields
from events.errors import BellError
from events.facts import UNKNOWN, Fact, Passed, Started
from events.line import Entry
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import STOPS, Fight, Position
from projections.window import Window
from replay.chance.fate import SeededChance

UNLISTED = (m.SetStops, m.StandCards, m.SolveEpisode, m.SubmitDeck)
"""Kinds of move that are legal beside those listed: stops, Standing nothing, Support to spare, other decks."""


def accepted(now: Position, move: Any) -> bool:
    try:
        GAME.play(now, move, SeededChance(1))
    except BellError:
        return False
    return True


def walk(seed: int, variant: str = "as printed", step: int = 1) -> Iterator[Position]:
    """Positions of a random game, every so manieth."""
    for at, (_, now) in enumerate(game(seed, variant)):
        if at % step == 0:
            yield now


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "as printed"))
def test_every_listed_move_is_taken(variant: str) -> None:
    for now in walk(1, variant, step=7):
        for seat in GAME.rules.status(now).awaited:
            moves = list(GAME.rules.legal(now, seat))
            assert len(moves) == len(set(moves))
            assert [move for move in moves if not accepted(now, move)] == []


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "as printed"))
def test_what_is_not_listed_is_refused(variant: str) -> None:
    """Random moves of awaited seats, sense or no sense; what is listed of them is taken."""
    chooser, both = random.Random(variant), set()
    for now in walk(2, variant):
        awaited = GAME.rules.status(now).awaited
        listed = {move for seat in awaited for move in GAME.rules.legal(now, seat)}
        tried = [move for move in (candidate(now, chooser) for _ in range(6)) if move.player in awaited]
        for move in tried:
            both.add((move in listed, type(move)))
            if not isinstance(move, UNLISTED):
                assert accepted(now, move) == (move in listed), (move, now.step, now.stack)
    assert len({kind for _, kind in both}) >= 15
    assert len({kind for is_listed, kind in both if is_listed}) >= 5


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "as printed"))
@pytest.mark.parametrize("seed", some_short(range(3, 6), lambda seed: seed == 3))
def test_random_play_keeps_every_invariant_and_ends(seed: int, variant: str) -> None:
    now = None
    for _, now in game(seed, variant):
        assert [law.name for law in GAME.rules.invariants if not law.holds(now)] == []
        for seat in GAME.rules.status(now).awaited:
            silent = GAME.rules.silence(now, seat)
            assert silent is None or silent in GAME.rules.legal(now, seat)
    assert now is not None
    assert GAME.rules.status(now).outcome is not None


def test_nobody_else_is_offered_anything() -> None:
    for now in walk(6, step=5):
        waiting = {*SEATS, "nobody"} - set(GAME.rules.status(now).awaited)
        assert all(not list(GAME.rules.legal(now, seat)) and GAME.rules.silence(now, seat) is None for seat in waiting)


def as_known(fact: Fact, viewer: str) -> Fact:
    """A fact as a viewer reads it, sealed fields hidden from whom they are hidden."""
    hidden: dict[str, Any] = {}
    for name, known in sealed_fields(type(fact)).items():
        if not {"all", viewer} & set(audience_of(fact, known).split()):
            value = getattr(fact, name)
            hidden[name] = UNKNOWN if isinstance(value, str) else (UNKNOWN,) * len(value)
    return type(fact)(**{name: hidden.get(name, getattr(fact, name)) for name in fact.__struct_fields__})


def test_every_viewer_has_the_same_status_and_the_same_own_moves() -> None:
    """CCG-FLA-01: who is awaited follows from what everybody sees."""
    started = Started("ccg", GAME.meta.rules_number, SEATS)
    views = dict.fromkeys([*SEATS, "all"], GAME.set_up(started))
    known: list[Entry]
    for at, (known, now) in enumerate(game(7)):
        for viewer in views:
            for entry in known:
                views[viewer] = GAME.rules.reducer(views[viewer], as_known(entry.fact, viewer))
            assert GAME.rules.status(views[viewer]) == GAME.rules.status(now)
            assert [law.name for law in GAME.rules.invariants if not law.holds(views[viewer])] == []
        if at % 5 == 0:
            for seat in GAME.rules.status(now).awaited:
                own = list(GAME.rules.legal(now, seat))
                assert list(GAME.rules.legal(views[seat], seat)) == own
                assert set(GAME.rules.legal(views["all"], seat)) <= set(own)


def test_a_spectator_is_offered_only_what_needs_no_hand() -> None:
    now = table("julie present bok, steve present yeti", hands={"julie": "? ? ?"})
    assert list(GAME.rules.legal(now, JULIE)) == [m.AnnounceCombat(JULIE)]


def test_decks_that_ship_are_on_offer_until_one_is_down() -> None:
    _, now = GAME.begin(Started("ccg", GAME.meta.rules_number, SEATS), SeededChance(1))
    offered = list(GAME.rules.legal(now, STEVE))
    assert {type(move) for move in offered} == {m.SubmitDeck}
    assert len(offered) == len(now.cards.starter)
    _, now = GAME.play(now, offered[0], SeededChance(1))
    assert list(GAME.rules.legal(now, STEVE)) == []
    assert GAME.rules.status(now).awaited == (JULIE,)
    assert GAME.rules.silence(now, JULIE) is None


@pytest.mark.parametrize("time_cards", [3, 6, 9, 15])
def test_decks_that_ship_are_fitted_with_time_cards(time_cards: int) -> None:
    """CCG-LNG-01: as many as the table agreed on; CCG-DEC-01: as long as 55 cards are left."""
    longer = GAME.begin(Started("ccg", GAME.meta.rules_number, SEATS, {"time_cards": time_cards}), SeededChance(1))[1]
    decks = [move.cards for move in GAME.rules.legal(longer, JULIE) if isinstance(move, m.SubmitDeck)]
    assert len(decks) == len(longer.cards.starter)
    for cards in decks:
        assert sum(longer.cards.card[face].type == "time" for face in cards) == time_cards


@pytest.mark.parametrize(
    ("step", "seat", "silent"),
    [
        ("stand", JULIE, m.StandCards(JULIE)), ("zone", JULIE, None), ("draw", JULIE, m.DrawCard(JULIE)),
        ("play", JULIE, m.AnnounceCombat(JULIE)), ("attack", JULIE, m.EndTurn(JULIE)),
        ("hit", JULIE, m.EndTurn(JULIE)), ("bonus", JULIE, m.EndTurn(JULIE)), ("play", STEVE, None),
        ("name", JULIE, None),
    ],
)  # fmt: skip
def test_what_silence_means(step: str, seat: str, silent: Any) -> None:
    now = table("julie present bok sided, steve present yeti", step)
    assert GAME.rules.silence(now, seat) == silent
    compulsory = isinstance(silent, m.StandCards | m.DrawCard | m.AnnounceCombat)
    assert GAME.rules.unsaid(now, seat) == (silent if compulsory else None)
    assert silent is None or silent in GAME.rules.legal(now, seat)


def test_silence_of_whoever_is_asked() -> None:
    """CCG-COM-03: a defender who says nothing is ready; CCG-COM-12: who names nobody has no main combatant."""
    pair = "julie present bok, steve present yeti"
    named = table(pair, "name", stack=(Fight(1),), attacked=True)
    assert GAME.rules.silence(named, STEVE) == m.DeclineCombat(STEVE)
    asked = table(pair, "combat", stack=(Window("combat", (STEVE,)),))
    assert GAME.rules.silence(asked, STEVE) == Passed(STEVE)
    assert GAME.rules.silence(asked, JULIE) is None


@pytest.mark.parametrize("stops", [None, (), STOPS, ("hit",), ("combat", "action")])
def test_stops_are_offered_one_more_and_one_less(stops: tuple[str, ...] | None) -> None:
    """To either seat, whoever is awaited; never as they are (CCG-FLA-01, A23)."""
    now = table() if stops is None else table(stops={STEVE: stops})
    offered = [move.stops for move in GAME.rules.free(now, STEVE) if isinstance(move, m.SetStops)]
    kept = set(now.stops_of(STEVE))
    assert len(offered) == len(set(offered))
    assert {frozenset(row) for row in offered} == (
        {frozenset(kept ^ {stop}) for stop in STOPS} | {frozenset(STOPS), frozenset()}
    ) - {frozenset(kept)}
    assert all(accepted(now, move) for move in GAME.rules.free(now, STEVE))
