"""Legal moves and silences of the card game, and how often a turn waits."""

from typing import Any

import pytest
from ccg_games import SEATS, share_of, waits
from ccg_tables import JULIE, STEVE, table
from long_runs import some_short

from events.facts import Passed, Started
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import STOPS, Fight
from projections.window import Window
from replay.chance.fate import SeededChance


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
    """CCG-LNG-01, CCG-DEC-01."""
    longer = GAME.begin(Started("ccg", GAME.meta.rules_number, SEATS, {"time_cards": time_cards}), SeededChance(1))[1]
    decks = [move.cards for move in GAME.rules.legal(longer, JULIE) if isinstance(move, m.SubmitDeck)]
    assert len(decks) == len(longer.cards.starter)
    for cards in decks:
        assert sum(longer.cards.card[face].type == "time" for face in cards) == time_cards


@pytest.mark.parametrize(("step", "seat", "silent"), [
    ("stand", JULIE, m.StandCards(JULIE)), ("zone", JULIE, None), ("draw", JULIE, m.DrawCard(JULIE)),
    ("play", JULIE, m.AnnounceCombat(JULIE)), ("attack", JULIE, m.EndTurn(JULIE)), ("hit", JULIE, m.EndTurn(JULIE)),
    ("bonus", JULIE, m.EndTurn(JULIE)), ("play", STEVE, None), ("name", JULIE, None),
])  # fmt: skip
def test_silence_means(step: str, seat: str, silent: Any) -> None:
    now = table("julie present bok sided, steve present yeti", step)
    assert GAME.rules.silence(now, seat) == silent
    compulsory = isinstance(silent, m.StandCards | m.DrawCard | m.AnnounceCombat)
    assert GAME.rules.unsaid(now, seat) == (silent if compulsory else None)
    assert silent is None or silent in GAME.rules.legal(now, seat)


def test_silence_of_an_asked_seat_passes() -> None:
    """CCG-COM-03, CCG-COM-12."""
    pair = "julie present bok, steve present yeti"
    named = table(pair, "name", stack=(Fight(1),), attacked=True)
    assert GAME.rules.silence(named, STEVE) == m.DeclineCombat(STEVE)
    asked = table(pair, "combat", stack=(Window("combat", (STEVE,)),))
    assert GAME.rules.silence(asked, STEVE) == Passed(STEVE)
    assert GAME.rules.silence(asked, JULIE) is None


@pytest.mark.parametrize("stops", [None, (), STOPS, ("hit",), ("combat", "action")])
def test_stops_are_offered_one_more_and_one_less(stops: tuple[str, ...] | None) -> None:
    """CCG-FLA-01."""
    now = table() if stops is None else table(stops={STEVE: stops})
    offered = [move.stops for move in GAME.rules.free(now, STEVE) if isinstance(move, m.SetStops)]
    kept = set(now.stops_of(STEVE))
    assert len(offered) == len(set(offered))
    assert {frozenset(row) for row in offered} == (
        {frozenset(kept ^ {stop}) for stop in STOPS} | {frozenset(STOPS), frozenset()}
    ) - {frozenset(kept)}
    for move in GAME.rules.free(now, STEVE):
        GAME.play(now, move, SeededChance(1))


@pytest.mark.parametrize("seeds", some_short((range(2), range(6)), lambda seeds: len(seeds) == 2))
def test_usual_turn_waits_at_most_twice(seeds: range) -> None:
    """CCG-COM-02, CCG-COM-33."""
    turns = [waited for seed in seeds for waited in waits(seed)]
    usual = [waited for waited in turns if "answer" not in waited]
    assert len(usual) > 0.7 * len(turns)
    assert share_of(usual)[0] > 0.88
    share, mean = share_of(turns)
    assert (share > 0.75, mean < 2) == (True, True)
