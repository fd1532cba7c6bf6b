"""What each row of a box has to keep beyond its shape."""

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Final

from projections.games.daleks.components.box import (
    Anomaly,
    Box,
    Companion,
    Dilemma,
    Doctor,
    Location,
    Setting,
    Timey,
    ZoneFace,
)
from projections.games.daleks.components.box_grammar import (
    Faults,
    ability_faults,
    icon_faults,
    option_faults,
    part_faults,
    told,
)

__all__ = ["AN_ID", "ID", "link_names", "row_faults", "setting_faults"]

ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)
AN_ID: Final = "small letters, digits and hyphens, 32 at most"
_SYMBOLS: Final = 8
"""The most symbols of a challenge or a part of it: a pool has no more dice (TOD-LIM-01)."""
_TASKS: Final = 10
"""Progress markers in the box (TOD-COMP-07)."""
_MARKERS: Final = 5
"""Time Anomaly markers in the box (TOD-COMP-09)."""
_OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "location": ("effect", "symbols", "conditions", "reward", "fail", "toll", "rule"),
    "task": ("effect", "prison", "tasks", "wanted", "rule"),
    "instant": ("effect",),
}
"""What each type of Time Anomaly has (TOD-ANOM-05)."""
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "location": ("symbols", "reward", "fail"),
    "task": ("wanted",),
    "instant": ("effect",),
}


def link_names(companions: Mapping[str, Companion]) -> frozenset[str]:
    """What a Link may say: the id of a Companion, or a group (TOD-LINK-06)."""
    return frozenset(companions) | {group for companion in companions.values() for group in companion.groups}


def row_faults(box: Box) -> Iterable[tuple[str, str]]:
    """What is wrong with the rows of a box: the whole path, and what is allowed there."""
    links = link_names(box.companion)
    kept: dict[str, Faults] = {"earth": _location(box.earth, 3, links)}
    kept |= {f"doctor.{name}": _doctor(each, box.companion, links) for name, each in box.doctor.items()}
    kept |= {f"companion.{name}": _companion(name, box.companion, links) for name in box.companion}
    kept |= {f"location.{name}": _location(each, 2, links) for name, each in box.location.items()}
    kept |= {f"dilemma.{name}": _dilemma(each, links) for name, each in box.dilemma.items()}
    kept |= {f"timey.{name}": _timey(each) for name, each in box.timey.items()}
    kept |= {f"anomaly.{name}": _anomaly(each) for name, each in box.anomaly.items()}
    for path, faults in kept.items():
        yield from ((f"{path}.{field}", allowed) for field, allowed in faults)


def _doctor(doctor: Doctor, companions: Mapping[str, Companion], links: Collection[str]) -> Faults:
    """A Doctor gives dice and brings a Companion (TOD-SETUP-09, TOD-POOL-01)."""
    yield from _known(doctor)
    if not 1 <= doctor.number <= 99:
        yield "number", f"{doctor.number} is not 1 to 99"
    if not any(icon.does == "add" for icon in doctor.icons):
        yield "icons", "a Doctor has dice: an icon with does = add"
    yield from icon_faults(doctor.icons, "doctor")
    if doctor.companion not in companions:
        yield "companion", f"there is no Companion {doctor.companion[:40]!a} in this box"
    yield from _links(doctor.links, links)
    yield from ability_faults(doctor.ability, of_doctor=True)


def _companion(name: str, companions: Mapping[str, Companion], links: Collection[str]) -> Faults:
    """A Companion does something, and its groups are not mistaken for another Companion (TOD-LINK-06)."""
    companion = companions[name]
    yield from _known(companion)
    if not companion.icons and companion.ability is None:
        yield "icons", "a Companion does something: icons, or an ability"
    yield from icon_faults(companion.icons, "companion")
    yield from _links(companion.links, links)
    if name in companion.links:
        yield f"links[{companion.links.index(name)}]", "a Link is to another Companion"
    for place, group in enumerate(companion.groups):
        if not ID.fullmatch(group) or group in companion.groups[:place]:
            yield f"groups[{place}]", f"a group is {AN_ID}, and stands once"
        elif group in companions:
            yield f"groups[{place}]", f"{group} is a Companion; a group has a name of its own"
    yield from ability_faults(companion.ability, of_doctor=False)


def _location(location: Location, zones: int, links: Collection[str]) -> Faults:
    """Zones by the number printed, each with its part of a challenge (TOD-COMP-02, TOD-COMP-03)."""
    yield from _known(location)
    if len(location.zones) != zones:
        rule = "Earth has 3 (TOD-COMP-02)" if zones > 2 else "a Location has 2 (TOD-COMP-03)"
        yield "zones", f"{len(location.zones)} zones; {rule}"
    names = [zone.name.casefold() for zone in location.zones]
    for place, zone in enumerate(location.zones):
        if names.index(names[place]) < place:
            yield f"zones[{place}].name", "each zone of a Location has a name of its own"
        for field, allowed in _zone(zone, links):
            yield f"zones[{place}].{field}", allowed


def _zone(zone: ZoneFace, links: Collection[str]) -> Faults:
    yield from told(zone.name)
    yield from _challenge(zone.symbols)
    if not zone.reward:
        yield "reward", "a zone has a reward (TOD-COMP-03)"
    yield from part_faults(zone.reward, "reward", "reward")
    yield from _links(zone.links, links)


def _dilemma(dilemma: Dilemma, links: Collection[str]) -> Faults:
    """A Dilemma has its part of the challenge and a fail cost (TOD-CHAL-01, TOD-FAIL-05)."""
    yield from _known(dilemma)
    yield from _challenge(dilemma.symbols)
    if not dilemma.fail:
        yield "fail", "a Dilemma has a fail cost (TOD-FAIL-05)"
    yield from option_faults(dilemma.fail, "fail", "fail")
    yield from _once(dilemma.conditions, "conditions")
    yield from _links(dilemma.links, links)


def _timey(timey: Timey) -> Faults:
    """A Timey-Wimey card does something at a time when it can.

    Rules:
        TOD-CARD-01 its price; TOD-CARD-02 to TOD-CARD-05 its timing; TOD-CARD-07, TOD-CARD-09 and TOD-CARD-10 its type.
    """
    yield from _known(timey)
    if not 0 <= timey.price <= 5:
        yield "price", f"{timey.price} is not 0 to 5"
    if not timey.icons and not timey.parts:
        yield "icons", "a card does something: icons, or parts"
    timings = ("adventure",) if timey.type == "equipment" else ("adventure", "any-adventure")
    if timey.icons and timey.timing not in timings:
        yield "timing", f"with dice icons on a card of the type {timey.type}: {' or '.join(timings)}"
    if timey.hat and timey.type != "equipment":
        yield "hat", "only equipment is worn"
    yield from icon_faults(timey.icons, timey.type)
    yield from part_faults(timey.parts, "parts", timey.type)
    for place, part in enumerate(timey.parts):
        if part.does in ("swap", "trade") and (timey.timing != "prepare" or place < len(timey.parts) - 1):
            yield f"parts[{place}].does", f"{part.does} is for timing = prepare, and the last part: the card goes away"


def _anomaly(anomaly: Anomaly) -> Faults:
    """A Time Anomaly has what its type has.

    Rules:
        TOD-ALOC-01 and TOD-ALOC-02 a Location's effect and challenge; TOD-ATASK-02 and TOD-ATASK-03 what a Task
        imprisons or counts; TOD-AINST-01 an Instant's effect.
    """
    yield from _known(anomaly)
    for field in dict.fromkeys(chain(*_OWN.values())):
        if getattr(anomaly, field) and field not in _OWN[anomaly.type]:
            yield field, f"a Time Anomaly of the type {anomaly.type} has {', '.join(_OWN[anomaly.type])}"
    for field in _NEEDED[anomaly.type]:
        if not getattr(anomaly, field):
            yield field, f"a Time Anomaly of the type {anomaly.type} needs this"
    if anomaly.type == "task" and bool(anomaly.prison) == bool(anomaly.tasks):
        yield "tasks", "a task has either a prison or a number of tasks (TOD-ATASK-02, TOD-ATASK-03)"
    if not 0 <= anomaly.tasks <= _TASKS:
        yield "tasks", f"{anomaly.tasks} is not 1 to {_TASKS} (TOD-COMP-07)"
    yield from _challenge(anomaly.symbols, least=0)
    yield from _once(anomaly.conditions, "conditions")
    yield from _once(anomaly.wanted, "wanted")
    yield from part_faults(anomaly.effect, "effect", "instant" if anomaly.type == "instant" else "effect")
    yield from part_faults(anomaly.reward, "reward", "reward")
    yield from option_faults(anomaly.fail, "fail", "fail")
    yield from option_faults(anomaly.toll, "toll", "toll")


def _known(row: Doctor | Companion | Location | Dilemma | Timey | Anomaly) -> Faults:
    """The name, and which fields of a printed card nobody has found."""
    yield from told(row.name)
    fields = [field for field in row.__struct_fields__ if field not in ("name", "provenance", "unknown")]
    for place, field in enumerate(row.unknown):
        if field not in fields or field in row.unknown[:place]:
            yield f"unknown[{place}]", f"a field of this row, once: {', '.join(fields)}"
    if row.unknown and row.provenance == "stand-in":
        yield "unknown", "a stand-in is invented whole; this is for what is printed"


def _challenge(symbols: tuple[str, ...], least: int = 1) -> Faults:
    if not least <= len(symbols) <= _SYMBOLS:
        yield "symbols", f"{len(symbols)} symbols; {least} to {_SYMBOLS} are allowed"


def _once(words: tuple[str, ...], field: str) -> Faults:
    for place, word in enumerate(words):
        if word in words[:place]:
            yield f"{field}[{place}]", f"{word} stands twice"


def _links(given: tuple[str, ...], known: Collection[str]) -> Faults:
    """A Link means somebody (TOD-LINK-03, TOD-LINK-06)."""
    for place, link in enumerate(given):
        if link not in known:
            yield f"links[{place}]", f"there is no Companion and no group {link[:40]!a}"
    yield from _once(given, "links")


def setting_faults(setting: Setting) -> Iterable[tuple[str, str]]:
    """What is wrong with the numbers of the box: the path behind `setting`, and what is allowed.

    Rules:
        TOD-COMP-09 the Time Anomaly markers; TOD-SETUP-04 and TOD-SETUP-05 where pieces start.
    """
    spans = {
        "gallifrey": (2, 60), "earth": (1, setting.gallifrey - 1), "choose_faces": (0, 6), "equipment_slots": (0, 6),
        "companion_spaces": (1, 6),
    }  # fmt: skip
    for field, (least, most) in spans.items():
        if not least <= getattr(setting, field) <= most:
            yield field, f"{getattr(setting, field)} is not {least} to {most}"
    for field in ("markers", "first_markers"):
        spaces = getattr(setting, field)
        if len(spaces) > _MARKERS:
            yield field, f"{len(spaces)} markers; there are {_MARKERS} (TOD-COMP-09)"
        for place, space in enumerate(spaces):
            if not 1 <= space < setting.gallifrey or space in spaces[:place]:
                yield f"{field}[{place}]", f"a space between Skaro and Gallifrey, 1 to {setting.gallifrey - 1}, once"
    told_of = [*(field for field in Setting.__struct_fields__ if field != "provenance"), "dice", "later"]
    for name in setting.provenance:
        if name not in told_of and name not in ("die.black", "die.green", "die.blue", "die.red"):
            yield f"provenance.{name[:40]}", f"one of {', '.join(told_of)}, die.black, die.green, die.blue, die.red"
