"""Boxes of a table's own for Time of the Daleks that hold, but that nobody would print: all numbers at their ends."""

import copy
import random
import tomllib
from collections.abc import Sequence
from typing import Any, Final

from projections.games.daleks.components.box import COLOURS, SYMBOLS
from projections.games.daleks.components.box_grammar import PLACES
from projections.games.daleks.components.data_files import shipped_file

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
    for table, of_doctor in (("doctor", True), ("companion", False)):
        for row in filter(lambda _: made.changes(), box[table].values()):
            row["icons"] = [{"does": "add", "colours": made.some(COLOURS, 1), "amount": 8}, made.icon(table)]
            row["ability"] = made.ability(of_doctor=of_doctor)
    for zone in (zone for tile in (box["earth"], *box["location"].values()) for zone in tile["zones"]):
        if made.changes():
            zone.update(symbols=made.symbols(), reward=made.parts("reward"))
    for row in filter(lambda _: made.changes(), box["dilemma"].values()):
        row.update(symbols=made.symbols(), fail=made.costs("fail"), conditions=made.some(CONDITIONS))
    for table, anew in (("timey", made.timey), ("anomaly", made.anomaly)):
        box[table] = {name: anew(row) if made.changes() else row for name, row in box[table].items()}
    return box
