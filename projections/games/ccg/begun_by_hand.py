"""What was begun and not finished, as words: `fight attacker 3 defender 5, window fight julie steve`.

One after the other as they were begun: announcements, cards about to be destroyed, combat, Hits, windows.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from events.errors import RefusedError
from events.facts import UNKNOWN
from projections.described import count_of
from projections.games.ccg.cards import ZONES
from projections.games.ccg.position import Announcement, Doom, Fight, Hit, Position
from projections.window import Window

__all__ = ["begun_from", "begun_read", "begun_written"]

Begun = Announcement | Doom | Fight | Hit | Window

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "answer": ("place", "player", "face", "card", "ability", "targets", "paid", "value", "zone"),
    "doom": ("how", "cards"),
    "fight": ("attacker", "defender", "state", "hits", "again"),
    "hit": ("player",),
    "window": ("name", "awaited"),
}
"""What is said of each thing, each by the name of its field."""
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "answer": ("place", "player", "face"), "doom": ("cards",), "fight": ("attacker",), "hit": ("player",),
    "window": ("name", "awaited"),
}  # fmt: skip
_KINDS: Final[Mapping[str, type[Begun]]] = {
    "answer": Announcement, "doom": Doom, "fight": Fight, "hit": Hit, "window": Window,
}  # fmt: skip
_NUMBERS: Final = ("place", "card", "ability", "attacker", "defender", "hits")
_ROWS: Final = ("targets", "paid", "cards")
_HOW: Final = ("destroyed", "lost", "sacrificed", "solved")
_STATES: Final = ("name", "fight", "hit")
_WINDOWS: Final = ("combat", "fight", "hit", "doom", "episode", "action")
_KNOWN: Final = (
    "fight attacker 3 defender 5 state fight hits 0 again yes; hit player <seat>; doom how destroyed cards 3 4; "
    "window name fight awaited <seats>; answer place 1 player <seat> face <card> card 3 ability 1 targets 4 paid 5 "
    "value energy zone past; several with commas; or none"
)


def begun_written(thing: Begun) -> str:
    """A thing of the stack in words, as it is kept."""
    kind = next(kind for kind, known in _KINDS.items() if isinstance(thing, known))
    words = [kind]
    for name in _FIELDS[kind]:
        value = getattr(thing, name)
        if isinstance(value, bool):
            words += [name, "yes" if value else "no"]
        elif value or name in _NEEDED[kind]:
            words += [name, *(map(str, value) if isinstance(value, tuple) else [str(value)])]
    return " ".join(words)


def _fields(said: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The kind of a thing, and what is said of each of its fields.

    A word that may be a name, of a seat say, stands for one where a field has no value yet.
    """
    kind, *words = said.split() or [""]
    fields: dict[str, tuple[str, ...]] = {}
    name = ""
    for word in words:
        if word in _FIELDS.get(kind, ()) and word not in fields and (not name or fields[name]):
            name = word
            fields[name] = ()
        elif name:
            fields[name] = (*fields[name], word)
    return kind, fields


def begun_from(said: str) -> Begun | None:
    """The thing that words tell of; None where they make none."""
    kind, fields = _fields(said)
    if kind not in _KINDS or any(not fields.get(name) for name in _NEEDED[kind]):
        return None
    known: dict[str, Any] = {}
    for name, words in fields.items():
        if name in _NUMBERS:
            known[name] = count_of("".join(words[:1]))
        elif name in _ROWS:
            known[name] = tuple(map(count_of, words))
        else:
            known[name] = words if name == "awaited" else words[:1] == ("yes",) if name == "again" else words[0]
    return _KINDS[kind](**{name: value for name, value in known.items() if name in _FIELDS[kind]})


def begun_read(position: Position, parts: Sequence[str]) -> tuple[str, ...]:
    """What was begun as somebody wrote it, checked and spelt as it is kept.

    Raises:
        RefusedError: a field is missing, unknown or holds what is not allowed; names it.
    """
    return tuple(_read(position, part) for part in parts)


def _read(position: Position, said: str) -> str:
    kind, fields = _fields(said)
    if kind not in _KINDS:
        raise RefusedError(f'begun cannot be "{said[:40]}": {_KNOWN}'[:600])
    for name, words in fields.items():
        if not words or not all(_fits(position, kind, name, word) for word in words):
            raise RefusedError(f'begun: {kind} {name} cannot be "{" ".join(words)[:40]}": {_KNOWN}'[:600])
    thing = begun_from(said)
    if thing is None:
        raise RefusedError(f"begun: {kind} needs {', '.join(_NEEDED[kind])}: {_KNOWN}"[:600])
    return begun_written(thing)


def _fits(position: Position, kind: str, name: str, word: str) -> bool:
    """Whether a word may stand in a field."""
    if name in _NUMBERS or name in _ROWS:
        return word.isascii() and word.isdigit() and len(word) < 7
    allowed: Mapping[str, Sequence[str]] = {
        "player": position.seats, "awaited": position.seats, "face": (*position.cards.card, UNKNOWN), "zone": ZONES,
        "how": _HOW, "state": _STATES, "again": ("yes", "no"), "value": ("energy", "substance", "support"),
    }  # fmt: skip
    if name == "name":
        return kind == "window" and (word in _WINDOWS or word.removeprefix("answer-").isdigit())
    return word in allowed[name]
