"""Odd input: unusual boxes, values set by hand, impossible logs."""

import copy
import random
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest
from daleks_games import game
from daleks_tables import JULIE, SEATS, place, table
from long_runs import some_short

from events.errors import RefusedError
from events.facts import UNKNOWN, Revealed, Started
from events.line import Entry
from projections.draft import objections
from projections.games.daleks.components.box import COLOURS, SYMBOLS
from projections.games.daleks.components.box_grammar import PLACES
from projections.games.daleks.components.data_files import read_box, shipped_file
from projections.games.daleks.facts.moves import Dismiss, KeepLocation, Uninstall
from projections.games.daleks.game import GAME
from projections.games.daleks.state.position import Position
from projections.terms import Marks, Written
from replay.chance.fate import SeededChance

SHIPPED_FILE: Final[dict[str, Any]] = tomllib.loads(shipped_file())
CONDITIONS: Final = ("fixed-point", "time-locked", "time-breach")
RULES: Final = ("one-token", "no-token-rerolls", "no-help", "pool-one-less", "no-links")
_ENDS: Final[dict[str, tuple[int, int]]] = {
    **dict.fromkeys(("tokens", "cards", "pay-tokens", "pay-cards", "pay-either"), (1, 5)),
    **dict.fromkeys(("discard-companion", "dismiss-companion", "dalek"), (1, 3)),
    **dict.fromkeys(("ship", "tardis"), (-9, 9)),
    "clear": (1, 6),
}  # fmt: skip
_EACH: Final = (
    "tokens", "cards", "pay-tokens", "pay-cards", "pay-either", "discard-companion", "dismiss-companion", "tardis",
    "console",
)  # fmt: skip
_LAST: Final = ("swap", "trade")


class _Maker:
    """What makes the rows of one box."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.share = self.chance.choice((0.15, 0.5, 1.0))

    def changes(self) -> bool:
        return self.chance.random() < self.share

    def some(self, row: Sequence[Any], least: int = 0) -> list[Any]:
        return self.chance.sample(list(row), self.chance.randint(least, len(row)))

    def symbols(self) -> list[str]:
        return [self.chance.choice(SYMBOLS) for _ in range(self.chance.choice((1, 3, 8)))]

    def part(self, where: str) -> dict[str, Any]:
        does = self.chance.choice(PLACES[where])
        least, most = _ENDS.get(does, (1, 1))
        made: dict[str, Any] = {"does": does, "amount": self.chance.choice((least, most, 1))}
        return {**made, "each": True} if does in _EACH and self.chance.random() < 0.4 else made

    def parts(self, where: str, least: int = 1) -> list[dict[str, Any]]:
        made = [self.part(where) for _ in range(self.chance.randint(least, 4))]
        plain = [part for part in made if part["does"] not in _LAST]
        return [*plain, *[part for part in made if part["does"] in _LAST][:1]]

    def costs(self, where: str) -> list[list[dict[str, Any]]]:
        return [self.parts(where) for _ in range(self.chance.randint(1, 3))]

    def icon(self, carrier: str) -> dict[str, Any]:
        does, colours = self.chance.choice(("add", "focus", "reroll", "change")), self.some(COLOURS, 1)
        if carrier in ("event", "transfer"):
            again = self.chance.random() < 0.5
            more: dict[str, Any] = {"mode": "all"} if again else {"amount": self.chance.randint(1, 8)}
            return {"does": "reroll" if again else "add", "colours": colours, **more}
        match does:
            case "add":
                return {"does": does, "colours": colours, "amount": self.chance.choice((1, 8))}
            case "focus":
                return {"does": does, "colours": [one for one in colours if one != "black"] or ["red"]}
            case "change":
                return {"does": does, "colours": colours, "symbol": self.chance.choice(SYMBOLS), "price": 5}
        return {"does": does, "colours": colours, "mode": self.chance.choice(("any", "all")), "price": 1}

    def ability(self, *, of_doctor: bool) -> dict[str, Any]:
        if of_doctor:
            return {"when": "travel", "skip_roll": True, "parts": self.parts("ability", 0)}
        return {"when": "prepare", "parts": self.parts("ability")}

    def timey(self, row: dict[str, Any]) -> dict[str, Any]:
        kind = self.chance.choice(("equipment", "event", "transfer"))
        icons = [self.icon(kind) for _ in range(self.chance.randint(0, 3))]
        parts = self.parts(kind, 0 if icons else 1)
        made = {"name": row["name"], "type": kind, "price": self.chance.choice((0, 5))}
        if parts and parts[-1]["does"] in _LAST:
            return {**made, "parts": parts, "timing": "prepare"}
        timings = ("adventure",) if kind == "equipment" else ("adventure", "any-adventure")
        others = ("anytime", "prepare", "adventure", "any-adventure")
        return {**made, "parts": parts, "icons": icons, "timing": self.chance.choice(timings if icons else others)}

    def anomaly(self, row: dict[str, Any]) -> dict[str, Any]:
        kind = self.chance.choice(("location", "task", "instant"))
        made: dict[str, Any] = {"name": row["name"], "type": kind}
        if kind == "instant":
            return {**made, "effect": self.parts("instant")}
        made |= {"effect": self.parts("effect", 0), "rule": self.chance.choice(RULES)}
        if kind == "location":
            tile = {"symbols": self.symbols(), "conditions": self.some(CONDITIONS), "reward": self.parts("reward")}
            return {**made, **tile, "fail": self.costs("fail"), "toll": self.costs("toll")}
        held = {"prison": self.chance.choice(COLOURS)} if self.chance.random() < 0.5 else {"tasks": 10}
        return {**made, **held, "wanted": self.some(SYMBOLS, 1)}

    def setting(self) -> dict[str, Any]:
        last = self.chance.choice((2, 3, 4, 18, 60))
        spaces = range(1, last)
        return {
            "gallifrey": last, "earth": self.chance.choice(spaces), "choose_faces": self.chance.choice((0, 6)),
            "markers": self.some(spaces)[:5], "first_markers": [], "companion_spaces": self.chance.choice((1, 6)),
            "equipment_slots": self.chance.choice((0, 6)),
        }  # fmt: skip


def odd_box(seed: int) -> dict[str, Any]:
    """A box in which a share of all rows says something else than what is printed."""
    made, box = _Maker(seed), copy.deepcopy(SHIPPED_FILE)
    box["setting"] = made.setting()
    box["dice"] = {colour: made.chance.choice((1, 2, 20)) for colour in COLOURS}
    box["die"] = {
        colour: [made.chance.choice(SYMBOLS)] * 6 if made.changes() else box["die"][colour] for colour in COLOURS
    }
    for kind, of_doctor in (("doctor", True), ("companion", False)):
        for row in filter(lambda _: made.changes(), box[kind].values()):
            row["icons"] = [{"does": "add", "colours": made.some(COLOURS, 1), "amount": 8}, made.icon(kind)]
            row["ability"] = made.ability(of_doctor=of_doctor)
    for zone in (zone for tile in (box["earth"], *box["location"].values()) for zone in tile["zones"]):
        if made.changes():
            zone.update(symbols=made.symbols(), reward=made.parts("reward"))
    for row in filter(lambda _: made.changes(), box["dilemma"].values()):
        row.update(symbols=made.symbols(), fail=made.costs("fail"), conditions=made.some(CONDITIONS))
    for kind, anew in (("timey", made.timey), ("anomaly", made.anomaly)):
        box[kind] = {name: anew(row) if made.changes() else row for name, row in box[kind].items()}
    return box


LONG = "9" * 5_000
"""More digits than a number can be read from."""
MOVES = 60


def looked_at(now: Position, entries: list[Entry], before: Position) -> None:
    """Draw, describe and check a position, as a spectator would."""
    assert [law.name for law in GAME.rules.invariants if not law.holds(now)] == []
    GAME.view.draw(now, Marks(tuple(entry.fact for entry in entries), before))
    GAME.view.text(now)
    assert GAME.view.odds is not None
    GAME.view.odds(now)
    for entry in entries:
        after = GAME.rules.reducer(before, entry.fact)
        assert GAME.view.tell(entry.fact, before, after)
        before = after


@pytest.mark.parametrize("seed", some_short(range(24), lambda seed: seed < 4))
def test_an_odd_box_can_be_played(seed: int) -> None:
    chance, file = random.Random(seed), odd_box(seed)
    read_box(file, "odd.toml")
    seats, fate = SEATS[: 1 + seed % 4], SeededChance(seed)
    options = {"solo": True} if len(seats) == 1 else {"first_game": seed % 3 == 0}
    data = {"box": msgspec.json.encode(file)}
    before = GAME.set_up(Started("daleks", GAME.meta.rules_number, seats, options), data)
    entries, now = GAME.begin(Started("daleks", GAME.meta.rules_number, seats, options), fate, data)
    for number in range(MOVES):
        if number % 6 == 0:
            looked_at(now, entries, before)
        status = GAME.rules.status(now)
        if status.outcome:
            return
        kinds: dict[type, list[Any]] = defaultdict(list)
        for move in (move for seat in status.awaited for move in GAME.rules.legal(now, seat)):
            kinds[type(move)].append(move)
        assert kinds, f"a dead end: {status}"
        move = chance.choice(kinds[chance.choice(list(kinds))])
        before = now
        entries, now = GAME.play(now, move, fate)
        read = GAME.notation.read(GAME.notation.write(entries, before), before, move.player)
        assert isinstance(read, Written)
        assert read.move == move


def test_refuses_a_track_without_room_for_earth() -> None:
    file = odd_box(1)
    file["setting"]["earth"] = 0
    with pytest.raises(RefusedError, match=r"odd\.toml: setting\.earth: 0 is not 1 to "):
        read_box(file, "odd.toml")
    with pytest.raises(RefusedError, match="earth: 4 is not between Skaro and Gallifrey: a space from 1 to 3"):
        GAME.set_up(Started("daleks", GAME.meta.rules_number, SEATS[:2], {"gallifrey": 4}))


BY_HAND = [
    ("place 1", f"location earth, zone none, zone none, zone none, daleks {LONG} 0 0"),
    ("place 1", "location earth, zone none, zone none, zone none, daleks \u0663 0 0"),
    ("place 1", f"location earth, zone none, zone none, zone none tile {LONG}, daleks 0 0 0"),
    (f"place {LONG}", "none"), (f"at {JULIE}", f"{LONG} 0"), (f"at {JULIE}", f"1 {LONG[:19]}"),
    (f"die B{LONG}", f"seat {JULIE}"), ("die B\u0661", f"seat {JULIE}"), ("die B0", f"seat {JULIE}"),
    (f"hand {JULIE}", LONG), (f"tokens {JULIE}", LONG), (f"tardis {JULIE}", LONG), ("ship", LONG), ("entered", LONG),
    ("markers", LONG), ("tasks", f"into-the-dalek {LONG}"), ("used", f"{JULIE} fez {LONG}"),
    ("turn", f"{JULIE} T{LONG} round 1"), ("begun", f"adventure seat {JULIE} place {LONG} zone 0"),
    ("begun", f"die name B{LONG}"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "value"), BY_HAND)
def test_refuses_numbers_out_of_range(where: str, value: str) -> None:
    now = next(now for _, now in game(24) if now.adventure)
    with pytest.raises(RefusedError) as caught:
        GAME.editor.mend(now, where, value)
    assert len(str(caught.value)) < 900


@pytest.mark.parametrize("where", [f"place {LONG} zone 0", f"place 1 zone {LONG}", f"place 1 zone 0 tile {LONG}"])
def test_a_log_may_reveal_any_place(where: str) -> None:
    now = table("travel")
    fact = Revealed("dilemma", where, "typed", "sutekh")
    after = GAME.rules.reducer(now, fact)
    assert GAME.view.tell(fact, now, after)
    assert GAME.rules.spot is not None
    assert GAME.rules.spot("dilemma", where) != 0


def test_unseen_cards_are_not_offered() -> None:
    now = table("choose", answer="choose", found=("mars", UNKNOWN), places=(place(2, "telos", "?", "?"),))
    kept = [move for move in GAME.rules.legal(now, JULIE) if isinstance(move, KeepLocation)]
    assert kept == [KeepLocation(JULIE, "mars")]
    now = table(consoles={JULIE: "amy ? +fez +?"}, hands={JULIE: "? run"})
    offered = [move for move in GAME.rules.legal(now, JULIE) if isinstance(move, Dismiss | Uninstall)]
    assert offered == [Uninstall(JULIE, "fez"), Dismiss(JULIE, "amy")]
    assert all(not objections(GAME.rules, now, move) for move in GAME.rules.legal(now, JULIE))
