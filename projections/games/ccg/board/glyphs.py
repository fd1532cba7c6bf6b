"""The signs on the board: each a path in a square of 24, and its meaning."""

from collections.abc import Iterator, Mapping, Set as AbstractSet
from functools import lru_cache
from typing import Final

from projections.drawing.svg import el
from projections.games.ccg.components.cards import Card

BOX: Final = 24
PATHS: Final[Mapping[str, str]] = {
    # The values
    "energy": "M14 0L3 14h7L8 24 21 9h-8z",
    "substance": "M12 0l10.5 6v12L12 24 1.5 18V6zM12 3.5L5.5 7.2 12 11l6.5-3.8z",
    "support": "M7 12.5V5a1.6 1.6 0 0 1 3.2 0v6h.7V1.9a1.6 1.6 0 0 1 3.2 0V11h.7V3.2a1.6 1.6 0 0 1 3.2 0"
    "v8.3h.7V6.6a1.6 1.6 0 0 1 3.2 0V16c0 5-3 8-7.5 8-4 0-6.3-2-7.8-5L2.3 14c-.8-1.7 1.5-3 2.8-1.7z",
    # Creatures
    "human": "M12 1a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11zM1.5 23c0-6 4.5-9.5 10.5-9.5S22.5 17 22.5 23z",
    "assistant": "M8 5a4.5 4.5 0 0 1 0 9 4.5 4.5 0 0 1 0-9zM0 23c0-5 3-8 8-8s8 3 8 8zM17.5 1a4 4 0 0 1 0 8c-1.2 0-2"
    "-.4-2.8-1 .3-3-1-4.5-1.2-4.7C14 2 15.6 1 17.5 1zM15 13c6-2 9 2 9 7h-6c0-3-1-5.5-3-7z",
    "alien": "M12 3c5 0 8.5 3 8.5 8 0 6-5 13-8.5 13S3.5 17 3.5 11C3.5 6 7 3 12 3zM5.5 11c0 3.5 2 5.5 5.2 5.5 0-3.5"
    "-2-5.5-5.2-5.5zM18.5 11c-3.2 0-5.2 2-5.2 5.5 3.2 0 5.2-2 5.2-5.5zM8 4L4.5 0H7l3 3zM16 4l3.5-4H17l-3 3z",
    "robot": "M11 0h2v4h6a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h6zM6 8v4h5V8zM13 8v4h5V8z"
    "M7 15v2.5h10V15zM0 9h2v6H0zM22 9h2v6h-2zM8 22h8v2H8z",
    "time-lord": "M12 0a12 12 0 0 1 0 24 12 12 0 0 1 0-24zM12 3a9 9 0 0 0 0 18 9 9 0 0 0 0-18zM10.8 5.5h2.4v6l4.3 3"
    "-1.4 2-5.3-3.7z",
    "watcher": "M0 12C4 6 8 3.5 12 3.5S20 6 24 12c-4 6-8 8.5-12 8.5S4 18 0 12zM12 6.5a5.5 5.5 0 0 0 0 11 5.5 5.5 0"
    " 0 0 0-11zM12 9.5a2.5 2.5 0 0 1 0 5 2.5 2.5 0 0 1 0-5z",
    # What the other cards do
    "harm": "M12 0l2.2 6.5L20 3l-2 6.5 6 2.5-6 2.5 2 6.5-5.8-3.5L12 24l-2.2-6.5L4 21l2-6.5L0 12l6-2.5L4 3l5.8 3.5z",
    "guard": "M12 0l10 3v8c0 7-4.5 11-10 13C6.5 22 2 18 2 11V3zM12 3L5 5v6c0 5 3 8 7 10z",
    "strengthen": "M12 0l11 10v5.5L12 6 1 15.5V10zM12 9.5l11 9V24l-11-9-11 9v-5.5z",
    "hold": "M5 10V7a7 7 0 0 1 14 0v3h2v14H3V10zM8.5 10h7V7a3.5 3.5 0 0 0-7 0zM10.5 14v6h3v-6z",
    "travel": "M1 24V12a11 11 0 0 1 22 0v12h-4V12a7 7 0 0 0-14 0v12zM7 15h4v-4l6.5 5.7L11 22v-4H7z",
    "give": "M2 0h14a2 2 0 0 1 2 2v6h-3V3H3v15h4v3H2a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2zM14 10h5v4.5h5v5h-5V24h-5v"
    "-4.5H9v-5h5z",
    "stop": "M12 0a12 12 0 0 1 0 24 12 12 0 0 1 0-24zM7.3 5.2L18.8 16.7A8.3 8.3 0 0 0 7.3 5.2zM5.2 7.3A8.3 8.3 0 0"
    " 0 16.7 18.8z",
    "copy": "M7 0h15a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-3v-3h2V3H10v2H7zM2 7h13a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H2a2 2 0"
    " 0 1-2-2V9a2 2 0 0 1 2-2zM3 10v11h11V10z",
    "special": "M12 0c1 8 4 11 12 12-8 1-11 4-12 12-1-8-4-11-12-12 8-1 11-4 12-12z",
    # Cards that are not Creatures
    "time": "M3 0h18v4c0 4-4.5 6-6.5 8 2 2 6.5 4 6.5 8v4H3v-4c0-4 4.5-6 6.5-8C7.5 10 3 8 3 4zM6 21h12c0-3-4-4-6-6-2"
    " 2-6 3-6 6z",
    "episode": "M0 2h24v20H0zM2.5 4.5v3h3v-3zM2.5 10.5v3h3v-3zM2.5 16.5v3h3v-3zM18.5 4.5v3h3v-3zM18.5 10.5v3h3v-3z"
    "M18.5 16.5v3h3v-3zM8 5v14h8V5z",
    # The state of a card
    "attacks": "M24 0v6L11 17l3 3-2 2-3.5-3L4 23.5.5 20 5 15.5 2 12l2-2 3 3L18 0z",
    "defends": "M2 0h5v4h3V0h4v4h3V0h5v11h-3v13H5V11H2z",
    "doomed": "M4 0l8 8 8-8 4 4-8 8 8 8-4 4-8-8-8 8-4-4 8-8-8-8z",
    "sided": "M2 6h20a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM3 9v10h14V9zM12 5L7 0h10z",
    "safe": "M12 2a12 12 0 0 1 12 12h-10v6a3.5 3.5 0 0 1-7 0h2.5a1 1 0 0 0 2 0v-6H0A12 12 0 0 1 12 2z",
    "stays": "M12 3V0l8 5-8 5V7a6.5 6.5 0 1 0 6.5 6.5H23A11 11 0 1 1 12 3z",
    "aimed": "M12 0a12 12 0 0 1 0 24 12 12 0 0 1 0-24zM12 3.5a8.5 8.5 0 0 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5a4.5 4.5"
    " 0 0 1 0 9 4.5 4.5 0 0 1 0-9z",
    "others": "M3 0h3.5v24H3zM8 1h14l-4 5 4 5H8z",
    # Piles and seats
    "bell": "M12 0a2 2 0 0 1 2 2v1c4 1 6 4 6 8v6l2 2.5V21H2v-1.5L4 17v-6c0-4 2-7 6-8V2a2 2 0 0 1 2-2zM9 22h6a3 3 0"
    " 0 1-6 0z",
    "up": "M12 4l10 16H2z",
    "down": "M12 20L2 4h20z",
    "turn": "M3 0l19 12L3 24z",
}  # fmt: skip
"""Each sign as a path with the even-odd fill rule."""
MEANINGS: Final[Mapping[str, str]] = {
    "energy": "Energy", "substance": "Substance", "support": "Support", "human": "Human", "assistant": "Assistant",
    "alien": "Alien", "robot": "Robot", "time-lord": "Time Lord", "watcher": "no race", "harm": "harms",
    "guard": "guards", "strengthen": "strengthens", "hold": "holds or hinders", "travel": "moves or returns",
    "give": "gives cards or turns", "stop": "stops", "copy": "copies", "special": "has another effect",
    "time": "Time card", "episode": "Episode", "attacks": "attacks", "defends": "defends",
    "doomed": "about to leave play", "sided": "Sided: cannot be used until it Stands", "safe": "cannot be destroyed",
    "stays": "regenerates", "aimed": "target", "others": "owned by the other player",
    "locked": "locked", "new": "new this turn", "clone": "a copy", "out": "out of play",
}  # fmt: skip
SAME: Final[Mapping[str, str]] = {"locked": "hold", "new": "special", "clone": "copy", "out": "stop"}
"""Signs of a card's state that share the path of another sign."""
FAMILIES: Final[Mapping[str, str]] = {
    "raise": "strengthen", "bonus": "strengthen", "swell": "strengthen", "stand": "strengthen",
    "damage": "harm", "destroy": "harm", "hit": "harm", "discard": "harm",
    "save": "guard", "regenerate": "guard", "prevent-hit": "guard",
    "side": "hold", "lock": "hold", "bar": "hold", "must-attack": "hold",
    "move": "travel", "return": "travel", "banish": "travel",
    "draw": "give", "extra-play": "give", "extra-turn": "give",
    "counter": "stop", "clone": "copy",
}  # fmt: skip


@lru_cache(maxsize=8192)
def glyph(name: str, x: float, y: float, size: float, fill: str) -> str:
    """Return the SVG of a sign in a square of this size; `x` and `y` are the upper left corner of the square."""
    place = f"translate({round(x, 1):g} {round(y, 1):g})scale({size / BOX:.3g})"
    return el("use", href=f"#ccg-{SAME.get(name, name)}", transform=place, fill=fill)


def stencil(name: str) -> str:
    """Return the reusable SVG of a sign, or "" if no sign has this name."""
    return el("path", id=f"ccg-{name}", d=PATHS[name], fill_rule="evenodd") if name in PATHS else ""


def emblems(card: Card | None) -> tuple[str, ...]:
    """Return names of the signs in a card's picture: a Creature's races, the Time sign, or its first ability's kind."""
    if card is None:
        return ("bell",)
    if card.type == "creature":
        return tuple(race for race in card.races if race in PATHS) or ("watcher",)
    if card.type == "time":
        return ("time",)
    return (next((FAMILIES.get(ability.what, "special") for ability in card.does), "special"),)


def meanings(signs: AbstractSet[str]) -> Iterator[tuple[str, str]]:
    """Yield the given signs with their meanings, in the order of the legend."""
    return ((sign, words) for sign, words in MEANINGS.items() if sign in signs)
