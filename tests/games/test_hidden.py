"""Random games with options: what is listed is what is accepted, and hidden cards decide nothing that others see."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import ccg_games
import daleks_games
import pytest
from long_runs import some_short
from round_trip import as_known, made_up_move
from table_play import ScriptedChance

from events.entry import Entry
from events.errors import BellError, UnplayableError
from events.events import ALL, Started
from projections.contracts import Marks, Order
from projections.draft import find_conflicts, run
from projections.game import Game
from projections.games.ccg.events import moves as ccg_moves
from projections.games.ccg.game import GAME as CCG
from projections.games.daleks.events import moves as daleks_moves
from projections.games.daleks.game import GAME as DALEKS
from projections.window import WindowClosed, WindowOpened, WindowPassed
from replay.chance.random_source import SeededChance

Played = tuple[list[Entry], Any]


class Play(NamedTuple):
    game: Game[Any, Any]
    started: Callable[[str], Started]
    play: Callable[[int, str], Iterator[Played]]
    is_unlisted: Callable[[Any, Any], bool]
    """Whether a move may be legal although it is not listed."""
    cards: Callable[[Any], Sequence[str]]
    """The cards that a hand may hold."""
    variants: Sequence[str]
    every: int
    """Positions from one comparison of all viewers to the next."""


def ccg_started(variant: str) -> Started:
    return Started("ccg", CCG.meta.rules_number, ccg_games.SEATS, ccg_games.VARIANTS[variant])


def is_unlisted_in_ccg(_now: Any, move: Any) -> bool:
    """Stops, Standing nothing, more Support than needed and other decks."""
    kinds = (ccg_moves.SetStops, ccg_moves.StandCards, ccg_moves.SolveEpisode, ccg_moves.SubmitDeck)
    return isinstance(move, kinds)


def is_unlisted_in_daleks(now: Any, move: Any) -> bool:
    """Listed in other words, or without an effect."""
    match move:
        case daleks_moves.ChangeFace():
            return True
        case daleks_moves.ChangeByTokens(die=die):
            pools = now.adventure.pools if now.adventure else ()
            return {one.name: one.symbol for pool in pools for one in pool.dice}.get(die) == move.symbol
        case daleks_moves.PlayTimey(pool=pool):
            return bool(pool)
    return False


PLAYS: Mapping[str, Play] = {
    "ccg": Play(
        CCG, ccg_started, ccg_games.game, is_unlisted_in_ccg,
        lambda now: [face for face in now.cards.card if not face.startswith(("time-", "watcher-"))],
        list(ccg_games.VARIANTS), 5,
    ),
    "daleks": Play(
        DALEKS, daleks_games.begin, daleks_games.game, is_unlisted_in_daleks,
        lambda now: list(now.box.timey), list(daleks_games.VARIANTS), 3,
    ),
}  # fmt: skip
CASES = [(slug, variant, seed) for slug, play in PLAYS.items() for variant in play.variants for seed in range(1, 5)]
SHORT = [("daleks", name, 2) for name in daleks_games.VARIANTS]


@pytest.mark.parametrize(("slug", "variant", "seed"), some_short(CASES, SHORT.__contains__))
def test_random_game_lists_accepted_moves_and_hides_cards(slug: str, variant: str, seed: int) -> None:
    """CCG-FLA-01, A23, TOD-SETUP-12, TOD-CARD-05."""
    one, chooser = PLAYS[slug], random.Random(f"{seed} {variant}")
    rules, started = one.game.rules, one.started(variant)
    views = dict.fromkeys((*started.seats, ALL), one.game.set_up(started))
    played, doubts, windows, kinds = list(one.play(seed, variant)), 0, 0, set[tuple[bool, type]]()
    for at, (entries, now) in enumerate(played):
        for viewer in views:
            for entry in entries:
                views[viewer] = rules.reducer(views[viewer], as_known(entry.event, viewer))
            assert rules.status(views[viewer]) == rules.status(now)
        assert [law.name for law in rules.invariants if not all(map(law.holds, (now, *views.values())))] == []
        kinds |= lists_what_is_accepted(one, now, chooser, 4 if (slug, variant, seed) in SHORT else 400)
        if at % one.every == 0 and at + 1 < len(played):
            doubts += viewers_know_enough(one, now, views, chooser)
            windows += hands_decide_no_window(one, now, played[at + 1][0], chooser)
    assert rules.status(played[-1][1]).outcome
    assert {is_listed for is_listed, _ in kinds} == {True, False}
    assert len({kind for _, kind in kinds}) >= 12
    assert doubts
    assert windows or len(started.seats) == 1


def lists_what_is_accepted(one: Play, now: Any, chooser: random.Random, most: int) -> set[tuple[bool, type]]:
    """The kinds of moves that were tried, and whether they were listed."""
    awaited, found = one.game.rules.status(now).awaited, set()
    listed = {seat: list(one.game.rules.legal(now, seat)) for seat in (*now.seats, "nobody")}
    for seat, moves in listed.items():
        silent = one.game.rules.implied_pass(now, seat)
        assert silent is None or silent in moves
        assert seat in awaited or moves == []
        assert len(moves) == len(set(moves))
    offered = {move for moves in listed.values() for move in moves}
    assert offered or not awaited, "a dead end"
    tried = [made_up_move(one.game.meta.slug, now, chooser, seat) for seat in awaited for _ in range(3)]
    for move in (*tried, *chooser.sample(sorted(offered, key=repr), min(most, len(offered)))):
        found.add((move in offered, type(move)))
        if move in offered or not one.is_unlisted(now, move):
            assert is_accepted(one, now, move) == (move in offered), (move, now.step, now.stack)
    return found


def is_accepted(one: Play, now: Any, move: Any) -> bool:
    try:
        one.game.play(now, move, SeededChance(1))
    except BellError:
        return False
    return True


def viewers_know_enough(one: Play, now: Any, views: Mapping[str, Any], chooser: random.Random) -> int:
    """The number of moves that a spectator's view leaves in doubt."""
    rules, view, watched, doubts = one.game.rules, one.game.view, views[ALL], 0
    for seat in rules.status(now).awaited:
        own = list(rules.legal(now, seat))
        assert list(rules.legal(views[seat], seat)) == own
        assert all(set(rules.legal(known, seat)) <= set(own) for known in views.values())
        assert rules.implied_pass(watched, seat) == rules.implied_pass(now, seat)
        if one.game is DALEKS:
            others_name_no_card(now, views, seat)
    for move in (made_up_move(one.game.meta.slug, now, chooser) for _ in range(6)):
        assert against(one, views[move.player], move) == against(one, now, move), move
        found = against(one, watched, move)
        doubts += any(doubt for _, _, doubt in found)
        if all(rule for rule, _, _ in found):
            run(rules, watched, move, ScriptedChance(*[1] * 99), strict=False)
    view.draw(watched, Marks())
    if view.odds:
        assert {tuple(view.odds(known)) for known in views.values()} == {tuple(view.odds(now))}
    for seat in now.seats:
        for order in one.game.orders.examples:
            assert one.game.orders.answer(Order(seat, order), watched) == one.game.orders.answer(
                Order(seat, order), now
            )
    return doubts


def others_name_no_card(now: Any, views: Mapping[str, Any], seat: str) -> None:
    """TOD-SETUP-12: others see only those moves of a seat whose cards were seen, or are their own."""
    kinds = daleks_moves.PlayTimey | daleks_moves.Install | daleks_moves.PayCard
    for viewer in set(views) - {seat}:
        named = {move.card for move in DALEKS.rules.legal(views[viewer], seat) if isinstance(move, kinds)}
        known = {*now.seen.get(seat, ()), *now.console(seat).equipment}
        assert named <= known | ({*now.hands[viewer]} if viewer in now.seats else set())


def against(one: Play, now: Any, move: Any) -> list[tuple[str, str, bool]]:
    try:
        return [(found.rule, found.message, found.is_unverified) for found in find_conflicts(one.game.rules, now, move)]
    except UnplayableError as error:
        return [("", str(error), False)]


def hands_decide_no_window(one: Play, now: Any, entries: Sequence[Entry], chooser: random.Random) -> int:
    """With other cards in the other hands, the same seats are asked in the same order; returns how often."""
    move, cards = entries[0].event, one.cards(now)
    mine = getattr(move, "player", now.seats[0])
    hands = {
        seat: row if seat == mine else tuple(chooser.choice(cards) for _ in row) for seat, row in now.hands.items()
    }
    asked = [
        [entry.event for entry in one.game.play(each, move, SeededChance(1))[0]
         if isinstance(entry.event, WindowOpened | WindowClosed | WindowPassed)]
        for each in (now, now.replace(hands=hands, seen={}))
    ]  # fmt: skip
    assert asked[0] == asked[1]
    return len(asked[0])
