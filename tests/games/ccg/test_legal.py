"""Legal moves and silences of the card game, and forged lines that its bookkeeping copes with."""

import random
from collections.abc import Mapping
from itertools import islice, product
from typing import Any, Final

import pytest
from ccg_games import VARIANTS, game, share_of, waits
from ccg_tables import JULIE, SEATS, STEVE, begun, table
from long_runs import some_short
from round_trip import forged_events_do_no_harm, made_up_move

from events.errors import BellError
from events.events import UNKNOWN, Drawn, Passed, Revealed, Shuffled, Started
from projections.draft import run
from projections.games.ccg.events import combat_effects as c, effects as f, moves as m
from projections.games.ccg.events.moves import SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.invariants import cards_of
from projections.games.ccg.state.position import STEPS, STOPS, Fight, InPlay, Position
from projections.window import Window
from replay.chance.random_source import SeededChance


@pytest.mark.parametrize("time_cards", [3, 6, 9, 15])
def test_starter_decks_are_filled_up_with_time_cards(time_cards: int) -> None:
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
def test_silence_implies_the_default_move_of_a_step(step: str, seat: str, silent: Any) -> None:
    now = table("julie present bok sided, steve present yeti", step)
    assert GAME.rules.implied_pass(now, seat) == silent
    compulsory = isinstance(silent, m.StandCards | m.DrawCard | m.AnnounceCombat)
    assert GAME.rules.implied_move(now, seat) == (silent if compulsory else None)
    assert silent is None or silent in GAME.rules.legal(now, seat)


def test_offers_known_moves_and_passes_for_a_silent_seat() -> None:
    """CCG-COM-03, CCG-COM-12."""
    now = table("julie present bok, steve present yeti", hands={"julie": "? ? ?"})
    assert list(GAME.rules.legal(now, JULIE)) == [m.AnnounceCombat(JULIE)]
    _, now = GAME.begin(Started("ccg", GAME.meta.rules_number, SEATS), SeededChance(1))
    offered = list(GAME.rules.legal(now, STEVE))
    assert {type(move) for move in offered} == {m.SubmitDeck}
    assert len(offered) == len(now.cards.starter)
    _, now = GAME.play(now, offered[0], SeededChance(1))
    assert list(GAME.rules.legal(now, STEVE)) == []
    assert GAME.rules.status(now).awaited == (JULIE,)
    assert GAME.rules.implied_pass(now, JULIE) is None
    pair = "julie present bok, steve present yeti"
    assert GAME.rules.implied_pass(table(pair, "name", stack=(Fight(1),), attacked=True), STEVE) == m.DeclineCombat(
        STEVE
    )
    asked = table(pair, "combat", stack=(Window("combat", (STEVE,)),))
    assert GAME.rules.implied_pass(asked, STEVE) == Passed(STEVE)
    assert GAME.rules.implied_pass(asked, JULIE) is None


@pytest.mark.parametrize("stops", [None, (), STOPS, ("hit",), ("combat", "action")])
def test_offers_stops_with_one_added_or_removed(stops: tuple[str, ...] | None) -> None:
    """CCG-FLA-01."""
    now = table() if stops is None else table(stops={STEVE: stops})
    offered = [move.stops for move in GAME.rules.any_time_moves(now, STEVE) if isinstance(move, m.SetStops)]
    kept = set(now.stops_of(STEVE))
    assert len(offered) == len(set(offered))
    assert {frozenset(row) for row in offered} == (
        {frozenset(kept ^ {stop}) for stop in STOPS} | {frozenset(STOPS), frozenset()}
    ) - {frozenset(kept)}
    for move in GAME.rules.any_time_moves(now, STEVE):
        GAME.play(now, move, SeededChance(1))


@pytest.mark.long
@pytest.mark.parametrize("seeds", some_short((range(2), range(6)), lambda seeds: len(seeds) == 2))
def test_most_turns_wait_for_the_opponent_at_most_twice(seeds: range) -> None:
    """CCG-COM-02, CCG-COM-33."""
    turns = [waited for seed in seeds for waited in waits(seed)]
    usual = [waited for waited in turns if "answer" not in waited]
    assert len(usual) > 0.7 * len(turns)
    assert share_of(usual)[0] > 0.88
    share, mean = share_of(turns)
    assert (share > 0.75, mean < 2) == (True, True)


_SEATS: Final = [*SEATS, "nobody", UNKNOWN, ""]
_FACES: Final = ["yeti", "bok", "watcher-past", "time-past", "sidrat", "brain-transformer", "no-card", UNKNOWN, ""]
_WORDS: Final[Mapping[str, list[Any]]] = {
    **dict.fromkeys(("player", "owner", "side", "by", "seat"), _SEATS), **dict.fromkeys(("winners", "seats"), _SEATS),
    **dict.fromkeys(("card", "cards", "face", "order", "item"), _FACES),
    "zone": ["past", "present", "future", "earth", ""],
    "value": ["energy", "substance", "support", "either", "luck", ""], "step": [*STEPS, "lunch", ""],
    "stops": [*STOPS, "tea"], "bars": ["support", "special", "flash", "attack", "draw", "tea"],
    "how": ["destroyed", "lost", "save", "regenerate", "countered", "resolved", "attacker", "draw", ""],
    "pile": ["deck-julie", "time-steve", "deck-nobody", "time-", "deck", "tiles"], "purpose": ["first player"],
    "name": ["combat", "fight", "hit", "doom", "episode", "answer-1", "tea", ""],
    "place": [
        "card 1", "card 2", "card x", "card", "hand julie", "list steve", "deck julie", "time nobody", "begun", "zone",
        "stops julie", "shields steve", "latest julie", "latest", "bars", "missed", "plays", "bonus", "tea", "",
    ],
    "values": [
        "face yeti", "side julie", "zone past", "sided", "change energy +1 yeti 3", "change", "values 1/1/1", "usual",
        "fight attacker 1", "fight attacker 1 attacker 2", "hit player nobody", "window name tea awaited julie",
        "answer place x player y face z", "julie past support", "3 yeti", "yes", "2", "tea", "", "turn x", "out",
    ],
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "as printed"))
def test_forged_entries_do_not_stop_the_game(variant: str) -> None:
    rng = random.Random(f"forged {variant}")
    for _, start in islice(game(31, variant), 0, None, 16):
        forged_events_do_no_harm(rng, GAME, _WORDS, start)


@pytest.mark.long
@pytest.mark.parametrize(
    ("seed", "variant"), some_short(product(range(2), VARIANTS), lambda case: case == (0, "as printed"))
)
def test_random_moves_do_not_lose_cards(seed: int, variant: str) -> None:
    rng = random.Random(f"{seed} {variant}")
    for at, (_, start) in islice(enumerate(game(41 + seed, variant)), 0, None, 40):
        now = start
        for _ in range(12):
            try:
                now = run(GAME.rules, now, made_up_move("ccg", now, rng), SeededChance(at), strict=False).now
            except BellError:
                continue
            assert [law.name for law in GAME.rules.invariants if law.kind == "matter" and not law.holds(now)] == []
            for seat in GAME.rules.status(now).awaited:
                assert list(GAME.rules.legal(now, seat)), (now.step, now.stack)


def totals(now: Position) -> list[int]:
    return [len(cards_of(now, seat)) for seat in SEATS]


def test_effects_do_not_lose_cards() -> None:
    start = begun()
    there = start.play[0]
    for event in (
        f.CardEntered(there.n, "yeti", STEVE, STEVE, "past"), f.CardEntered(0, UNKNOWN, JULIE, STEVE, "past"),
        f.CardEntered(-3, "no-card", JULIE, JULIE, "past"), f.CardEntered(99, "yeti", JULIE, JULIE, "earth"),
        f.CardDiscarded(there.n, "lost"), f.CardDiscarded(77, "lost"), f.CardReturned(there.n, "bok", STEVE),
        f.CardReturned(0, "bok", STEVE), f.CardReturned(77, "bok", STEVE), f.FlashUsed(JULIE, "brain-transformer"),
        f.FlashUsed(JULIE, "no-card"), c.TimeCardLost(STEVE, "time-past"), c.TimeCardLost("nobody", "time-past"),
        Drawn(JULIE, "deck-julie", "typed", ("yeti",) * 90), Drawn(JULIE, "deck-steve", "typed", ("yeti",)),
        Shuffled("deck-julie", 1, "typed", ("yeti",)), Revealed("time-julie", "9", "typed", "no-card"),
        SubmitDeck(JULIE, ("yeti",)),
    ):  # fmt: skip
        now = GAME.rules.reducer(start, event)
        if isinstance(event, Drawn) and event.pile != f"deck-{event.player}":
            assert sum(totals(now)) == sum(totals(start)), event
        else:
            assert totals(now) == totals(start), event
        assert len({card.n for card in now.play}) == len(now.play), event


def test_reducer_hides_unknown_names_and_ignores_empty_decks() -> None:
    empty = table("julie present bok", decks={"julie": ""})
    entered = f.CardEntered(2, "yeti", JULIE, JULIE, "present")
    assert GAME.rules.reducer(empty, entered) == empty
    now = GAME.rules.reducer(table("julie present bok", decks={"julie": "zarbi bok"}), entered)
    assert (now.decks[JULIE], [card.face for card in now.play]) == (("zarbi",), ["bok", "yeti"])
    start = table(decks={"julie": "? ?"})
    drawn = GAME.rules.reducer(start, Drawn(JULIE, "deck-julie", "typed", ("tardis", "yeti")))
    assert drawn.hands[JULIE] == (UNKNOWN, "yeti")
    unseen = GAME.rules.reducer(drawn, f.CardEntered(1, "tardis", JULIE, STEVE, "past"))
    assert unseen.at(1) == InPlay(1, UNKNOWN, JULIE, STEVE, "past", start.turn)
    assert GAME.rules.reducer(start, Revealed("time-julie", "1", "typed", "tardis")).times[JULIE][0] == UNKNOWN
