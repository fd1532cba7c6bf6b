"""The bookkeeping of the card game copes with lines that no table writes: a forged log can still be shown."""

import random
from collections.abc import Mapping
from itertools import product
from typing import Any, Final

import msgspec
import pytest
from ccg_games import VARIANTS, candidate, game
from ccg_tables import JULIE, SEATS, STEVE, begun, table
from forged_facts import forged
from long_runs import some_short

from events.errors import BellError
from events.facts import UNKNOWN, Drawn, Revealed, Shuffled
from projections.draft import run
from projections.games.ccg.facts import combat_effects as c
from projections.games.ccg.facts import effects as f
from projections.games.ccg.facts.moves import SubmitDeck
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.invariants import cards_of
from projections.games.ccg.state.position import STEPS, STOPS, InPlay, Position
from projections.terms import Marks
from replay.chance.fate import SeededChance

_SEATS: Final = [*SEATS, "nobody", UNKNOWN, ""]
_FACES: Final = ["yeti", "bok", "watcher-past", "time-past", "sidrat", "brain-transformer", "no-card", UNKNOWN, ""]
_ZONES: Final = ["past", "present", "future", "earth", ""]
_WORDS: Final[Mapping[str, list[Any]]] = {
    **dict.fromkeys(("player", "owner", "side", "by", "seat"), _SEATS), **dict.fromkeys(("winners", "seats"), _SEATS),
    **dict.fromkeys(("card", "cards", "face", "order", "item"), _FACES), "zone": _ZONES,
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


@pytest.mark.parametrize("variant", some_short(VARIANTS, lambda variant: variant == "as printed"))
def test_forged_lines_do_not_stop_the_game(variant: str) -> None:
    rng = random.Random(f"forged {variant}")
    for at, (_, start) in enumerate(game(31, variant)):
        if at % 16:
            continue
        now = start
        for fact in [forged(rng, GAME, _WORDS) for _ in range(5)]:
            before, kept = now, msgspec.json.encode(now)
            now = GAME.rules.reducer(now, fact)
            assert msgspec.json.encode(before) == kept, fact
            assert msgspec.json.decode(msgspec.json.encode(now), type=Position) == now, fact
            assert GAME.view.tell(fact, before, now), fact
            assert GAME.rules.status(now).step, fact
            for seat in (*now.seats, "nobody"):
                list(GAME.rules.legal(now, seat))
                GAME.rules.silence(now, seat)
            for law in GAME.rules.invariants:
                law.holds(now)
            assert GAME.editor.fields is not None
            assert GAME.editor.fields.describe(now)
        assert GAME.view.draw(now, Marks((), start))
        assert GAME.view.text(now)


@pytest.mark.parametrize(
    ("seed", "variant"), some_short(product(range(2), VARIANTS), lambda case: case == (0, "as printed"))
)
def test_random_moves_lose_no_card(seed: int, variant: str) -> None:
    rng = random.Random(f"{seed} {variant}")
    for at, (_, start) in enumerate(game(41 + seed, variant)):
        if at % 40:
            continue
        now = start
        for _ in range(12):
            try:
                now = run(GAME.rules, now, candidate(now, rng), SeededChance(at), strict=False).now
            except BellError:
                continue
            assert [law.name for law in GAME.rules.invariants if law.kind == "matter" and not law.holds(now)] == []
            for seat in GAME.rules.status(now).awaited:
                assert list(GAME.rules.legal(now, seat)), (now.step, now.stack)


def totals(now: Position) -> list[int]:
    return [len(cards_of(now, seat)) for seat in SEATS]


def test_no_effect_loses_a_card() -> None:
    start = begun()
    there = start.play[0]
    for fact in (
        f.CardEntered(there.n, "yeti", STEVE, STEVE, "past"), f.CardEntered(0, UNKNOWN, JULIE, STEVE, "past"),
        f.CardEntered(-3, "no-card", JULIE, JULIE, "past"), f.CardEntered(99, "yeti", JULIE, JULIE, "earth"),
        f.CardDiscarded(there.n, "lost"), f.CardDiscarded(77, "lost"), f.CardReturned(there.n, "bok", STEVE),
        f.CardReturned(0, "bok", STEVE), f.CardReturned(77, "bok", STEVE), f.FlashUsed(JULIE, "brain-transformer"),
        f.FlashUsed(JULIE, "no-card"), c.TimeCardLost(STEVE, "time-past"), c.TimeCardLost("nobody", "time-past"),
        Drawn(JULIE, "deck-julie", "typed", ("yeti",) * 90), Drawn(JULIE, "deck-steve", "typed", ("yeti",)),
        Shuffled("deck-julie", 1, "typed", ("yeti",)), Revealed("time-julie", "9", "typed", "no-card"),
        SubmitDeck(JULIE, ("yeti",)),
    ):  # fmt: skip
        now = GAME.rules.reducer(start, fact)
        if isinstance(fact, Drawn) and fact.pile != f"deck-{fact.player}":
            assert sum(totals(now)) == sum(totals(start)), fact
        else:
            assert totals(now) == totals(start), fact
        assert len({card.n for card in now.play}) == len(now.play), fact


def test_unknown_cards_are_unseen_and_empty_decks_give_none() -> None:
    empty = table("julie present bok", decks={"julie": ""})
    entered = f.CardEntered(2, "yeti", JULIE, JULIE, "present")
    assert GAME.rules.reducer(empty, entered) == empty
    last = table("julie present bok", decks={"julie": "zarbi bok"})
    now = GAME.rules.reducer(last, entered)
    assert (now.decks[JULIE], [card.face for card in now.play]) == (("zarbi",), ["bok", "yeti"])
    start = table(decks={"julie": "? ?"})
    drawn = GAME.rules.reducer(start, Drawn(JULIE, "deck-julie", "typed", ("tardis", "yeti")))
    assert drawn.hands[JULIE] == (UNKNOWN, "yeti")
    unseen = GAME.rules.reducer(drawn, f.CardEntered(1, "tardis", JULIE, STEVE, "past"))
    assert unseen.at(1) == InPlay(1, UNKNOWN, JULIE, STEVE, "past", start.turn)
    shown = GAME.rules.reducer(start, Revealed("time-julie", "1", "typed", "tardis"))
    assert shown.times[JULIE][0] == UNKNOWN
