"""Random play with card files that no printer would make: every kind of ability on all cards, weak and strong."""

import random
from itertools import cycle, islice
from typing import Any, Final, get_args

import msgspec
import pytest
from long_runs import some_short
from players import awaited_moves

from events.facts import Move, Started
from projections.games.ccg.components.card_grammar import _TERMS as TERMS
from projections.games.ccg.components.card_grammar import CODES
from projections.games.ccg.components.cards import WATCHERS, ZONES, Kind, time_card
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.facts import moves as m
from projections.games.ccg.facts.combat_effects import Announced
from projections.games.ccg.game import GAME
from projections.terms import Marks
from replay.chance.fate import SeededChance

MOVES: Final = 200
SEATS: Final = ("julie", "steve")
KINDS: Final = get_args(Kind)
CONSTANT: Final = ("bonus", "swell", "must-attack", "waive")
"""What nobody uses: it is in force as long as its card is in play."""
FRAMES: Final = ("past", "present", "future", "timeless", "past", "present", "future")


def abilities(kind: str, when: str, amount: int) -> list[dict[str, Any]]:
    """Each way in which a file may say this kind of ability, of cards that work so."""
    terms = TERMS[kind]
    if when not in terms.when:
        return []
    targets = CODES["cybermat-swap"] if kind == "code" else terms.target
    if when == "innate" and kind != "bonus":
        targets = ("self",)
    elif when in ("flash", "episode"):
        targets = tuple(target for target in targets if target != "self")
    found = []
    for target in targets:
        ability: dict[str, Any] = {"when": when, "what": kind, "target": target}
        ability |= {"value": "both"} if terms.value else {}
        ability |= {"amount": amount} if terms.amount else {}
        ability |= {"cost": [{"pay": "side"}], "along": when == "special"} if target == "payment" else {}
        ability |= {"bars": "support", "whose": "own" if when == "episode" else "rival"} if kind == "bar" else {}
        ability |= {"waives": "CCG-COM-08"} if kind == "waive" else {}
        ability |= {"code": "cybermat-swap"} if kind == "code" else {}
        found.append(ability)
        if terms.every and target not in ("self", "none", "payment"):
            found.append({**ability, "every": True})
    return found


def own_file(kind: str, amount: int) -> bytes:
    """A file whose cards do this and nothing else, and a deck of them."""
    constant = abilities(kind, "innate", amount)
    special = [*abilities(kind, "special", amount), *constant]
    if kind == "counter":
        special.append({"when": "special", "what": "draw", "amount": amount})  # something to stop
    flash = abilities(kind, "flash", amount) or [{"when": "flash", "what": "prevent-hit"}]
    episode = abilities(kind, "episode", amount) or [{"when": "episode", "what": "bar", "bars": "draw", "whose": "own"}]
    always = (*WATCHERS.values(), *map(time_card, ZONES))
    cards: dict[str, Any] = {name: SHIPPED.card[name] for name in always}
    for number, (zone, does) in enumerate(zip(FRAMES, cycle(special), strict=False)):
        body = {"type": "creature", "zone": zone, "races": ["human"], "energy": 1 + number % 3, "substance": 2}
        cards[f"creature-{number}"] = {**body, "support": 2, "does": [does]}
    for number, does in enumerate(islice(cycle(special), 2)):
        cards[f"resource-{number}"] = {"type": "resource", "does": [does]}
    for number, does in enumerate(islice(cycle(flash), 3)):
        cards[f"flash-{number}"] = {"type": "flash", "does": [does]}
    for number, does in enumerate(islice(cycle(episode), 2)):
        cards[f"episode-{number}"] = {"type": "episode", "solve": 3, "does": [does]}
    counts = {name: 2 if name.startswith(("time-", "episode-")) else 1 if "watcher" in name else 4 for name in cards}
    rows = {name: card if name in always else {"name": name.title(), **card} for name, card in cards.items()}
    return msgspec.json.encode({"card": rows, "starter": {"own": {"name": "Own", "cards": counts}}})


def liked(move: Move) -> float:
    """A seat that uses every card it can, and otherwise lets the game go on."""
    match move:
        case m.UseSpecial() | m.PlayFlash():
            return 20.0
        case m.PlayCard() | m.PlayEpisode():
            return 100.0
        case m.GiveSupport():
            return 0.1
        case _:
            return 5.0


@pytest.mark.parametrize("amount", some_short([1, 9], lambda amount: amount == 9))
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_a_card_file_may_say_can_be_played(kind: str, amount: int) -> None:
    """CCG-GEN-01."""
    chooser, fate, used = random.Random(amount), SeededChance(amount), 0
    started = Started("ccg", GAME.meta.rules_number, SEATS, data={"cards": "0" * 64})
    _, now = GAME.begin(started, fate, {"cards": own_file(kind, amount)})
    for number in range(MOVES):
        if GAME.rules.status(now).outcome:
            break
        moves = awaited_moves(GAME, now)
        assert moves, GAME.rules.status(now)
        move = chooser.choices(moves, [liked(each) for each in moves])[0]
        before = now
        entries, now = GAME.play(now, move, fate)
        used += sum(isinstance(entry.fact, Announced) for entry in entries)
        assert [invariant.name for invariant in GAME.rules.invariants if not invariant.holds(now)] == []
        assert all(GAME.view.tell(entry.fact, before, now) is not None for entry in entries)
        if number % 50 == 0:
            assert GAME.view.draw(now, Marks()).startswith("<svg ")
            assert GAME.view.text(now)
    assert used or kind in CONSTANT
