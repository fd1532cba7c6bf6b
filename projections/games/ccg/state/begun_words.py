"""What was begun and not finished, as words: `fight attacker 3 defender 5, window fight julie steve`.

One after the other as they were begun: announcements, cards about to be destroyed, combat, Hits, windows.
"""

from collections.abc import Mapping, Sequence
from sys import intern
from typing import Any, Final

from msgspec.structs import fields

from events.errors import RefusedError
from events.facts import UNKNOWN
from projections.described import count_of
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.position import Announcement, Doom, Fight, Hit, Position
from projections.window import Window

__all__ = ["begun_from", "begun_read", "begun_written"]

Begun = Announcement | Doom | Fight | Hit | Window

_KINDS: Final[Mapping[str, type[Begun]]] = {
    "answer": Announcement, "doom": Doom, "fight": Fight, "hit": Hit, "window": Window,
}  # fmt: skip
_FIELDS: Final = {kind: {field.name: field for field in fields(thing)} for kind, thing in _KINDS.items()}
"""What is said of each thing, each by the name of its field."""
_NEEDED: Final = {
    kind: tuple(field.name for field in fields(thing) if field.required) for kind, thing in _KINDS.items()
}
_ROW: Final = tuple[int, ...]
_HOW: Final = ("destroyed", "lost", "sacrificed", "solved")
_STATES: Final = ("name", "fight", "hit")
_WINDOWS: Final = ("combat", "fight", "hit", "doom", "episode", "action")
_KNOWN: Final = (
    "fight attacker 3 defender 5 state fight hits 0 again yes; hit player <seat> attack yes; "
    "doom cards 3 4 how destroyed outright 3; window name fight awaited <seats>; "
    "answer place 1 player <seat> face <card> card 3 ability 1 targets 4 paid 5 value energy zone past; "
    "several with commas; or none"
)


def begun_written(thing: Begun) -> str:
    """A thing of the stack in words, as it is kept."""
    kind = next(kind for kind, known in _KINDS.items() if isinstance(thing, known))
    words = [kind]
    for name, field in _FIELDS[kind].items():
        value = getattr(thing, name)
        if isinstance(value, bool) and value != field.default:
            words += [name, "yes" if value else "no"]
        elif value != field.default:
            words += [name, *(map(str, value) if isinstance(value, tuple) else [str(value)])]
    return " ".join(words)


def _fields(said: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The kind of a thing, and what is said of each of its fields.

    A word that may be a name, of a seat say, stands for one where a field has no value yet.
    """
    kind, *words = said.split() or [""]
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for word in words:
        if word in _FIELDS.get(kind, ()) and word not in found and (not name or found[name]):
            name = word
            found[name] = ()
        elif name:
            found[name] = (*found[name], word)
    return kind, found


def begun_from(said: str) -> Begun | None:
    """The thing that words tell of; None where they make none."""
    kind, found = _fields(said)
    if kind not in _KINDS or any(not found.get(name) for name in _NEEDED[kind]):
        return None
    known: dict[str, Any] = {}
    for name, words in found.items():
        declared = _FIELDS[kind][name].type
        if declared is int:
            known[name] = count_of("".join(words[:1]))
        elif declared == _ROW:
            known[name] = tuple(map(count_of, words))
        elif declared is bool:
            known[name] = words[:1] == ("yes",)
        else:  # a default is left out of a fingerprint where it is the same object
            known[name] = intern("".join(words[:1])) if declared is str else words
    return _KINDS[kind](**known)


def begun_read(position: Position, parts: Sequence[str]) -> tuple[str, ...]:
    """What was begun as somebody wrote it, checked and spelt as it is kept.

    Raises:
        RefusedError: a field is missing, unknown or holds what is not allowed; names it.
    """
    return tuple(_read(position, part) for part in parts)


def _read(position: Position, said: str) -> str:
    kind, found = _fields(said)
    if kind not in _KINDS:
        raise RefusedError(f'begun cannot be "{said[:40]}": {_KNOWN}'[:600])
    for name, words in found.items():
        if not words or not all(_fits(position, kind, name, word) for word in words):
            raise RefusedError(f'begun: {kind} {name} cannot be "{" ".join(words)[:40]}": {_KNOWN}'[:600])
    thing = begun_from(said)
    if thing is None:
        raise RefusedError(f"begun: {kind} needs {', '.join(_NEEDED[kind])}: {_KNOWN}"[:600])
    return begun_written(thing)


def _fits(position: Position, kind: str, name: str, word: str) -> bool:
    """Whether a word may stand in a field."""
    declared = _FIELDS[kind][name].type
    if declared is bool:
        return word in ("yes", "no")
    if declared in (int, _ROW):
        return word.isascii() and word.isdigit() and len(word) < 7
    allowed: Mapping[str, Sequence[str]] = {
        "player": position.seats, "awaited": position.seats, "face": (*position.cards.card, UNKNOWN), "zone": ZONES,
        "how": _HOW, "state": _STATES, "again": ("yes", "no"), "declined": ("yes", "no"),
        "attack": ("yes", "no"),
        "value": ("energy", "substance", "support", "both", "either"),
    }  # fmt: skip
    if name == "name":
        return kind == "window" and (word in _WINDOWS or word.removeprefix("answer-").isdigit())
    return word in allowed.get(name, ())
