"""Text forms of a card in play and of the unfinished actions.

- A card: `face yeti, side steve, zone present, turn 4, sided, values 2/2/0`. A description with a face replaces the
  card. Without a face it changes the card of this number.
- The actions, in the order in which they began: `fight attacker 3 defender 5, window name fight awaited julie steve`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from events.errors import RefusedError
from events.events import UNKNOWN
from projections.described import count_of, number_in
from projections.games.ccg.components.cards import ZONES
from projections.games.ccg.state.position import Announcement, Change, Doom, Fight, Hit, InPlay, Position
from projections.games.ccg.state.values import values_of
from projections.struct_words import StructWords
from projections.window import Window

_WINDOWS: Final = ("combat", "fight", "hit", "doom", "episode", "action")


def _fits(position: Position, _kind: str, name: str, word: str) -> bool:
    if name == "name":
        return word in _WINDOWS or word.removeprefix("answer-").isdecimal()
    allowed: Mapping[str, Sequence[str]] = {
        "player": position.seats, "awaited": position.seats, "face": (*position.cards.card, UNKNOWN), "zone": ZONES,
        "how": ("destroyed", "lost", "sacrificed", "solved"), "state": ("name", "fight", "hit"),
        "value": ("energy", "substance", "support", "both", "either"),
    }  # fmt: skip
    return word in allowed[name]


BEGUN: Final = StructWords(
    "begun",
    {"answer": Announcement, "doom": Doom, "fight": Fight, "hit": Hit, "window": Window},
    "fight attacker 3 defender 5 state fight hits 0 again yes; hit player <seat> attack yes; "
    "doom cards 3 4 how destroyed outright 3; window name fight awaited <seats>; "
    "answer place 1 player <seat> face <card> card 3 ability 1 targets 4 paid 5 value energy zone past; "
    "several with commas; or none",
    _fits,
)

_VALUES: Final = ("energy", "substance", "support")
_KEPT: Final = ("save", "regenerate", "spent")
_MOST: Final = 1_000_000
_THREE: Final = re.compile(r"([0-9]{1,6})/([0-9]{1,6})/([0-9]{1,6})")
_CHANGE: Final = re.compile(
    r"(?P<value>[a-z]+) (?P<amount>[+-][0-9]{1,6}) (?P<face>\S+)(?: (?P<by>[0-9]{1,6}))?(?P<constant> constant)?"
)
KNOWN: Final = (
    "face <card>, side <seat>, owner <seat>, zone <zone>, turn <number>, sided, sided by opponent, standing, locked, "
    "unlocked, copies <card>, passing, copied <card>, copies nothing, out of play, under <number>, in play, "
    "values 2/2/0, change energy +1 <card> <number> constant, no changes, supporter <number>, no supporters, "
    "kept save, kept regenerate, not kept; several with commas; or none"
)


def _written(card: InPlay) -> tuple[str, ...]:
    words = [f"face {card.face}", f"side {card.side}", f"zone {card.zone}"]
    words += [f"owner {card.owner}"] * (card.owner != card.side) + [f"turn {card.turn}"] * bool(card.turn)
    words += ["sided by opponent" if card.rivals else "sided"] * card.sided + ["locked"] * card.locked
    words += [f"copies {card.clone}"] * bool(card.clone) + ["passing"] * card.passing
    words += [f"copied {card.copied}"] * bool(card.copied)
    words += ["out of play" if card.out < 0 else f"under {card.out}"] * bool(card.out)
    for one in card.changes:
        constant = " constant" * one.constant
        words.append(f"change {one.value} {one.amount:+d} {one.face or UNKNOWN} {one.by}{constant}")
    words += [f"supporter {number}" for number in card.supporters] + [f"kept {card.kept}"] * bool(card.kept)
    return (*words, f"values {card.energy}/{card.substance}/{card.support}")


def _card_from(position: Position, number: int, values: Sequence[str]) -> InPlay | None:
    """Return the card that a full description describes, or None if its face, side or zone is missing."""
    written = dict(value.partition(" ")[::2] for value in values)
    face, side = written.get("face", ""), written.get("side", "")
    zone = next((zone for zone in ZONES if zone == written.get("zone")), None)
    if not face or side not in position.seats or zone is None:
        return None
    known = face if face in position.cards.card else UNKNOWN
    card = InPlay(number, known, written.get("owner", side), side, zone)
    for value in values:
        card = _with(card, value)
    return card


def _with(card: InPlay, written: str) -> InPlay:  # noqa: C901, PLR0911, PLR0912  # one case for each word
    """Return a card with one part of a description applied, such as `sided`. An unknown part changes nothing."""
    word, _, rest = written.partition(" ")
    match word, rest:
        case "side" | "owner", _:
            return card.replace(**{word: rest})
        case "zone", _ if rest in ZONES:
            return card.replace(zone=rest)
        case "turn", _:
            return card.replace(turn=count_of(rest))
        case "sided" | "standing", _:
            return card.replace(sided=word == "sided", rivals=rest == "by opponent")
        case "locked" | "unlocked", _:
            return card.replace(locked=word == "locked")
        case "copies", _:
            return card.replace(clone="" if rest == "nothing" else rest, passing=False, copied="")
        case "copied", _:
            return card.replace(copied=rest)
        case "passing", _:
            return card.replace(passing=bool(card.clone))
        case "out" | "in", _:
            return card.replace(out=-1 if word == "out" else 0)
        case "under", _:
            return card.replace(out=count_of(rest))
        case "change", _ if change := _change(rest):
            return card.replace(changes=(*card.changes, change))
        case "no", "changes" | "supporters":
            return card.replace(**{rest: ()})
        case "supporter", _:
            return card.replace(supporters=(*card.supporters, count_of(rest)))
        case "kept" | "not", _:
            return card.replace(kept=rest if word == "kept" else "")
        case "values", _ if three := _THREE.fullmatch(rest):
            return card.replace(**dict(zip(_VALUES, map(int, three.groups()), strict=True)))
        case _:
            return card


def _change(written: str) -> Change | None:
    found = _CHANGE.fullmatch(written)
    if found is None:
        return None
    face = "" if found["face"] == UNKNOWN else found["face"]
    return Change(found["value"], int(found["amount"]), face, int(found["by"] or 0), bool(found["constant"]))


def card_shown(position: Position, key: str) -> tuple[str, ...]:
    """Return the description of a card in play, empty if the card does not exist."""
    card = position.at(int(key))
    return _written(card) if card else ()


def card_put(position: Position, key: str, values: Sequence[str]) -> Position:
    """Return the position with the card of this number as described, or without it if the description is empty."""
    number = int(key)
    card = _card_from(position, number, values)
    if card is None and values:
        return position
    others = [other for other in position.play if other.n != number]
    if card is None:
        return position.replace(play=tuple(others))
    play = sorted((*others, card), key=lambda one: one.n)  # cards are numbered in the order of entering
    return position.replace(play=tuple(play), count=max(position.count, number))


def card_read(position: Position, place: str, value: str) -> tuple[str, ...]:
    """Return a description in normal form; empty to remove the card. Raises RefusedError, which names the fault."""
    if value == "none":
        return ()
    parts = [" ".join(part.split()) for part in value.split(",")]
    for part in parts:
        _check(position, part)
    written, number = {part.partition(" ")[0] for part in parts}, int(place.partition(" ")[2])
    card = position.at(number)
    if "face" not in written and card is not None:
        return _written(_changed(position, card, parts))
    card = _card_from(position, number, parts)
    if card is None:
        message = f"{place} is not in play. To add it, name its face, side and zone: face yeti, side a, zone past"
        raise RefusedError(message)
    return _written(card if "values" in written else _valued(position, card))


def _valued(position: Position, card: InPlay) -> InPlay:
    energy, substance, support = values_of(position, card)
    return card.replace(energy=energy, substance=substance, support=support)


def _changed(position: Position, card: InPlay, parts: Sequence[str]) -> InPlay:
    """Return a card with all parts of a description applied. Given values become changes until the turn ends."""
    for part in parts:
        before, card = _valued(position, card), _with(card, part)
        if part.startswith("values "):
            wanted = card.energy, card.substance, card.support
            for name, old, new in zip(_VALUES, values_of(position, before), wanted, strict=True):
                if new != old:
                    card = card.replace(changes=(*card.changes, Change(name, new - old, card.face, card.n)))
    return _valued(position, card)


def _check(position: Position, written: str) -> None:
    word, _, rest = written.partition(" ")
    faces, change = (*position.cards.card, UNKNOWN), _change(rest) if word == "change" else None
    if word in ("turn", "under", "supporter"):
        number_in(word, rest, range(word != "turn", _MOST))
    elif not (
        written
        in ("sided", "sided by opponent", "standing", "locked", "unlocked", "out of play", "in play", "not kept")
        or written in ("no changes", "no supporters", "copies nothing", "passing")
        or (word == "face" and rest in faces)
        or (word in ("copies", "copied") and rest in faces)
        or (word in ("side", "owner") and rest in position.seats)
        or (word == "zone" and rest in ZONES)
        or (word == "kept" and rest in _KEPT)
        or (word == "values" and _THREE.fullmatch(rest))
        or (change and change.value in _VALUES and change.face in (*faces, ""))
    ):
        raise RefusedError(f'a card in play cannot be "{written[:40]}". Allowed: {KNOWN}'[:700])
