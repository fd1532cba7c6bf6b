"""Validation of a box file: the rows of each table, their icons and parts."""

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Final

from projections.card_file import AN_ID, ID, Faults, name_faults, unknown_faults
from projections.games.daleks.components.box import (
    Ability,
    Anomaly,
    Box,
    Companion,
    Dilemma,
    Doctor,
    Icon,
    Location,
    Option,
    Part,
    Setting,
    Timey,
    ZoneFace,
)

_DICE: Final = 8
"""The most dice that one icon adds or re-rolls, as in a pool (TOD-LIM-01)."""
_TOKENS: Final = 5
"""The most tokens of a player (TOD-COMP-17)."""
_PAY: Final = ("pay-tokens", "pay-cards", "pay-either")
_GAIN: Final = ("tokens", "cards", "ship", "tardis", "clear")
_LOSE: Final = (*_PAY, "discard-companion", "dismiss-companion", "ship", "tardis", "dalek", "regenerate", "console")
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "ability": (*_GAIN, *_PAY),
    "reward": _GAIN,
    "fail": _LOSE,
    "toll": (*_PAY, "discard-companion", "dismiss-companion"),
    "effect": ("tokens", "cards", "clear", *_LOSE),
    "instant": ("tokens", "cards", "clear", *_LOSE, "redraw"),
    "equipment": (*_GAIN, *_PAY, "trade"),
    "event": (*_GAIN, *_PAY, "regenerate"),
    "transfer": (*_GAIN, *_PAY, "swap"),
}
"""The kinds of parts that are allowed in each context, such as a reward or a fail cost."""
_AMOUNTS: Final[Mapping[str, tuple[int, int]]] = {
    **dict.fromkeys(("tokens", "cards", *_PAY), (1, _TOKENS)),
    **dict.fromkeys(("discard-companion", "dismiss-companion", "dalek"), (1, 3)),
    **dict.fromkeys(("ship", "tardis"), (-9, 9)),
    "clear": (1, 6),
}
"""The least and the greatest amount of each kind of part; a part without an entry here has no amount."""
_EACH: Final = ("tokens", "cards", *_PAY, "discard-companion", "dismiss-companion", "tardis", "console")
"""The kinds of parts that may be marked `each`: they then happen to every Doctor."""
_SYMBOLS: Final = 8
"""The most symbols of a challenge or a part of it, as dice in a pool (TOD-LIM-01)."""
_TASKS: Final = 10
"""Progress markers in the box (TOD-COMP-07)."""
_MARKERS: Final = 5
"""Time Anomaly markers in the box (TOD-COMP-09)."""
_OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "location": ("effect", "symbols", "conditions", "reward", "fail", "toll", "rule"),
    "task": ("effect", "prison", "tasks", "wanted", "rule"),
    "instant": ("effect",),
}
"""The fields of each type of Time Anomaly (TOD-ANOM-05)."""
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "location": ("symbols", "reward", "fail"),
    "task": ("wanted",),
    "instant": ("effect",),
}


def icon_faults(icons: tuple[Icon, ...], carrier: str) -> Faults:
    """Yield faults of the dice icons of a card.

    Rules:
        TOD-CARD-11: the four kinds. TOD-FOC-01 and TOD-FOC-02: focus. TOD-RERO-04 to TOD-RERO-06: re-rolls.
        TOD-FACE-02: face changes. TOD-CARD-01: a card of the hand has one price for all its icons.
    """
    for place, icon in enumerate(icons):
        for field, allowed in (*_icon(icon), *_carried(icon, carrier)):
            yield f"icons[{place}].{field}", allowed


def _icon(icon: Icon) -> Faults:
    does = icon.does
    if not icon.colours or len(set(icon.colours)) < len(icon.colours):
        yield "colours", "one colour, or several different ones of which the user chooses"
    if does == "focus" and "black" in icon.colours:
        yield "colours", "focus swaps a black die for green, blue or red (TOD-FOC-01)"
    if bool(icon.symbol) != (does == "change"):
        yield "symbol", "change needs it, and nothing else has it"
    if icon.mode != "number" and does != "reroll":
        yield "mode", "only reroll takes any or all"
    most = _DICE if does in ("add", "reroll") and icon.mode == "number" else 1
    if not 1 <= icon.amount <= most:
        numbered = f"1 to {most}" if most > 1 else "1 or left out here"
        yield "amount", f"{icon.amount} is not {numbered}"
    if icon.name:
        yield from name_faults(icon.name)


def _carried(icon: Icon, carrier: str) -> Faults:
    """Yield faults of an icon on this type of card: a hand card gives no choice of dice, and few icons have a price."""
    if carrier in ("event", "transfer"):
        if icon.does != "add" and not (icon.does == "reroll" and icon.mode == "all"):
            yield "does", f"on a card of the type {carrier}: add, or reroll with mode = all"
        if icon.price:
            yield "price", "the card has a price, not its icons (TOD-CARD-01)"
    elif icon.price and icon.does == "add":
        yield "price", "dice of the starting pool have no price (TOD-POOL-01)"
    elif not 0 <= icon.price <= _TOKENS:
        yield "price", f"{icon.price} is not 0 to {_TOKENS}"


def part_faults(parts: tuple[Part, ...], field: str, place: str) -> Faults:
    """Yield faults of the parts of a reward or cost in a field; `place` is a key of `PLACES`."""
    for number, part in enumerate(parts):
        for name, allowed in _part(part, place):
            yield f"{field}[{number}].{name}", allowed


def _part(part: Part, place: str) -> Faults:
    does = part.does
    if does not in PLACES[place]:
        yield "does", f"{does} is not for here: {', '.join(PLACES[place])}"
    least, most = _AMOUNTS.get(does, (1, 1))
    if not least <= part.amount <= most or not part.amount:
        span = f"{least} to {most}" + (", and not 0" if least < 0 else "")
        yield "amount", f"{part.amount} is not {span}" if least < most else f"{does} has no amount"
    if part.each and does not in _EACH:
        yield "each", f"{does} does not happen to each Doctor; that is for {', '.join(_EACH)}"


def option_faults(options: tuple[Option, ...], field: str, place: str) -> Faults:
    """Yield faults of a cost: one option, or up to three from which the payer chooses (TOD-FAIL-06)."""
    if len(options) > 3:
        yield field, f"{len(options)} options; at most 3"
    for number, option in enumerate(options):
        if not option:
            yield f"{field}[{number}]", "an option has one part at least"
        yield from part_faults(option, f"{field}[{number}]", place)


def ability_faults(ability: Ability | None, *, of_doctor: bool) -> Faults:
    """Yield faults of an ability of a Doctor or Companion."""
    if ability is None:
        return
    if not ability.parts and not ability.skip_roll:
        yield "ability.parts", "an ability does something: parts, or skip_roll"
    if ability.skip_roll != (ability.when == "travel"):
        yield "ability.skip_roll", "true with when = travel, and only there (TOD-TRAV-14)"
    if ability.doctors and of_doctor:
        yield "ability.doctors", "only a Companion's ability depends on the Doctor"
    for place, number in enumerate(ability.doctors):
        if not 1 <= number <= 99 or number in ability.doctors[:place]:
            yield f"ability.doctors[{place}]", "the number of a Doctor, 1 to 99, once"
    yield from part_faults(ability.parts, "ability.parts", "ability")


def link_names(companions: Mapping[str, Companion]) -> frozenset[str]:
    """Return the allowed Links: ids of Companions and groups (TOD-LINK-06)."""
    return frozenset(companions) | {group for companion in companions.values() for group in companion.groups}


def row_faults(box: Box) -> Iterable[tuple[str, str]]:
    """Yield faults of the rows of a box: the whole path, and what is allowed there."""
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
    """Yield faults of a Doctor, who has dice and a Companion (TOD-SETUP-09, TOD-POOL-01)."""
    yield from _known(doctor)
    if not 1 <= doctor.number <= 99:
        yield "number", f"{doctor.number} is not 1 to 99"
    if not any(icon.does == "add" for icon in doctor.icons):
        yield "icons", "a Doctor has dice: an icon with does = add"
    yield from icon_faults(doctor.icons, "doctor")
    if doctor.companion not in companions:
        yield "companion", f"{doctor.companion[:40]!a} is not a Companion in this box"
    yield from _links(doctor.links, links)
    yield from ability_faults(doctor.ability, of_doctor=True)


def _companion(name: str, companions: Mapping[str, Companion], links: Collection[str]) -> Faults:
    """Yield faults of a Companion. It has an effect, and no group has the id of a Companion (TOD-LINK-06)."""
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
    """Yield faults of a Location: the number of zones, each with a part of a challenge."""
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
    yield from name_faults(zone.name)
    yield from _challenge(zone.symbols)
    if not zone.reward:
        yield "reward", "a zone has a reward (TOD-COMP-03)"
    yield from part_faults(zone.reward, "reward", "reward")
    yield from _links(zone.links, links)


def _dilemma(dilemma: Dilemma, links: Collection[str]) -> Faults:
    """Yield faults of a Dilemma, which has part of the challenge and a fail cost (TOD-CHAL-01)."""
    yield from _known(dilemma)
    yield from _challenge(dilemma.symbols)
    if not dilemma.fail:
        yield "fail", "a Dilemma has a fail cost (TOD-FAIL-05)"
    yield from option_faults(dilemma.fail, "fail", "fail")
    yield from _once(dilemma.conditions, "conditions")
    yield from _links(dilemma.links, links)


def _timey(timey: Timey) -> Faults:
    """Yield faults of a Timey-Wimey card: it has an effect, at a time when that is possible.

    Rules:
        TOD-CARD-01: its price. TOD-CARD-02 to TOD-CARD-05: its timing. TOD-CARD-07, TOD-CARD-09 and TOD-CARD-10: its
        type.
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
    """Yield faults of a Time Anomaly, whose fields depend on its type.

    Rules:
        TOD-ALOC-01 and TOD-ALOC-02: effect and challenge of a Location. TOD-ATASK-02 and TOD-ATASK-03: dice or markers
        of a Task. TOD-AINST-01: the effect of an Instant.
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
    yield from name_faults(row.name)
    yield from unknown_faults(row.__struct_fields__, row.unknown, row.provenance)


def _challenge(symbols: tuple[str, ...], least: int = 1) -> Faults:
    if not least <= len(symbols) <= _SYMBOLS:
        yield "symbols", f"{len(symbols)} symbols; {least} to {_SYMBOLS} are allowed"


def _once(words: tuple[str, ...], field: str) -> Faults:
    for place, word in enumerate(words):
        if word in words[:place]:
            yield f"{field}[{place}]", f"{word} stands twice"


def _links(given: tuple[str, ...], known: Collection[str]) -> Faults:
    """Yield faults of Links, which name a Companion or group (TOD-LINK-03, TOD-LINK-06)."""
    for place, link in enumerate(given):
        if link not in known:
            yield f"links[{place}]", f"there is no Companion and no group {link[:40]!a}"
    yield from _once(given, "links")


def setting_faults(setting: Setting) -> Iterable[tuple[str, str]]:
    """Yield faults of the numbers of the box, by path (TOD-COMP-09, TOD-SETUP-04, TOD-SETUP-05)."""
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
