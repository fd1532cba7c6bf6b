"""Random play with a table's own cards: every kind of ability or effect on all cards, weak and strong."""

import random
import tomllib
from itertools import cycle, islice
from typing import Any, Final, get_args

import msgspec
import pytest
from long_runs import some_short
from players import awaited_moves
from random_sessions import keenness

from events.events import Started
from projections.contracts import Marks
from projections.games.ccg.components.card_grammar import _TERMS as TERMS, CODES
from projections.games.ccg.components.cards import WATCHERS, ZONES, Kind, time_card
from projections.games.ccg.components.data_files import SHIPPED
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.combat_effects import Announced
from projections.games.risk import events as e
from projections.games.risk.components.cards import _TIMINGS as TIMINGS, shipped_file
from projections.registry import registry
from replay.chance.random_source import SeededChance

CONSTANT: Final = ("bonus", "swell", "must-attack", "waive")
"""Abilities that are in force as long as their card is in play."""
FRAMES: Final = ("past", "present", "future", "timeless", "past", "present", "future")


def abilities(kind: str, when: str, amount: int) -> list[dict[str, Any]]:
    """Each way in which a file may give this kind of ability."""
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


def ccg_file(kind: str, amount: int) -> bytes:
    """A file whose cards have this ability alone, and a deck of them."""
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


def risk_file(effect: str, amount: int) -> bytes:
    """A card file in which all Power Cards are alike."""
    card = {"timing": TIMINGS[effect], "effect": effect, "amount": amount}
    power = {f"card-{number}": {"name": f"Card {number}", **card} for number in range(15)}
    return msgspec.json.encode({**tomllib.loads(shipped_file()), "power": power})


def liking(now: Any, move: Any) -> float:
    match move:
        case m.PlayCard() | m.PlayEpisode():
            return 100.0
        case m.UseSpecial() | m.PlayFlash():
            return 20.0
        case m.GiveSupport():
            return 0.1
        case e.PlayPower() | e.MoveTardis():
            return 1000.0
        case e.Attack(card=card) if card:
            return 1000.0
    return keenness(now, move) if hasattr(now, "lands") else 5.0


FILES = {"ccg": ccg_file, "risk": risk_file}
CASES = [
    *(("ccg", kind, 2, amount) for kind in get_args(Kind) for amount in (1, 9)),
    *(("risk", effect, *case) for effect in TIMINGS for case in ((2, 1), (3, 30))),
]


@pytest.mark.parametrize(("slug", "kind", "seats", "amount"), some_short(CASES, lambda case: case[3] in (9, 30)))
@pytest.mark.sampled
def test_any_card_file_can_be_played(slug: str, kind: str, seats: int, amount: int) -> None:
    """CCG-GEN-01, RISK-POW-16."""
    game, seed, used = registry()[slug], amount if slug == "ccg" else seats, 0
    chooser, fate = random.Random(seed), SeededChance(seed)
    seated = ("black", "yellow", "orange")[:seats]
    started = Started(slug, game.meta.rules_number, seated, data={"cards": "0" * 64})
    _, now = game.begin(started, fate, {"cards": FILES[slug](kind, amount)})
    for number in range(300):
        if game.rules.status(now).outcome:
            break
        moves = awaited_moves(game, now)
        assert moves, game.rules.status(now)
        move = chooser.choices(moves, [liking(now, each) for each in moves])[0]
        before = now
        entries, now = game.play(now, move, fate)
        used += sum(isinstance(entry.event, Announced | e.CardPlayed) for entry in entries)
        assert [invariant.name for invariant in game.rules.invariants if not invariant.holds(now)] == []
        assert all(game.view.sentence(entry.event, before, now) for entry in entries)
        if number % 50 == 0:
            assert game.board(now, Marks()).startswith("<svg ")
            assert game.view.text(now)
    assert used or kind in CONSTANT
