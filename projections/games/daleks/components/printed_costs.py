"""The printed costs and effects: a fail cost, a toll, the effect of a card, help."""

from typing import Final

from msgspec.structs import replace

from projections.games.daleks.components.box import Box, Option, Part

HELP: Final = "help"
"""The word in place of a card id for a helper's cost after failed help (TOD-HELP-14) and for the ship's move."""
HELP_SHIP: Final = 2
"""The spaces that the ship moves for help at the Location (TOD-HELP-07)."""
_HELPED: Final[tuple[Option, ...]] = ((Part("pay-tokens"),), (Part("pay-cards"),))
_PIECEMEAL: Final = ("pay-cards", "discard-companion", "dismiss-companion")
"""The kinds of parts that are paid one card or Companion after another, each with a choice."""


def printed_cost(box: Box, kind: str, source: str) -> tuple[Option, ...]:  # noqa: PLR0911  # one return per kind
    """Return the printed options of a cost of this kind on the card or tile `source`, or () for an unknown cost.

    `effect` or `ability` is the whole effect of a card as one option. `each` has one option for each part of the card
    that every Doctor carries out. `spared` is a fail cost without ship moves. `help` is the ship's move for help at the
    Location, if a toll must be paid before it.
    """
    dilemma, anomaly = box.dilemma.get(source), box.anomaly.get(source)
    match kind:
        case "effect" if source == HELP:
            return _HELPED
        case "help" if source == HELP:
            return ((Part("ship", HELP_SHIP),),)
        case "effect" | "ability":
            return (_effect(box, source),)
        case "each":
            rows = (option for _, options in _printed(box, source) for option in options)
            return tuple((replace(part, each=False),) for option in rows for part in option if part.each)
        case "toll" if anomaly:
            return anomaly.toll
        case "dilemma" if dilemma:
            return dilemma.fail
        case "anomaly" if anomaly:
            return anomaly.fail
        case "spared":
            fail = dilemma.fail if dilemma else anomaly.fail if anomaly else ()
            return tuple(tuple(part for part in option if part.does != "ship") for option in fail)
    return ()


def each_of(box: Box, kind: str, source: str, chosen: int, left: int) -> int:
    """Return the number of the option, in the cost `each` of a card, for the current part of the card's cost `kind`.

    `chosen` is the option chosen for the cost `kind`, `left` the number of its remaining parts.
    """
    number = 0
    for kinds, options in _printed(box, source):
        for at, option in enumerate(options, 1):
            row = units(option)
            if kind in kinds and at == chosen:
                return number + sum(part.each for part in row[: len(row) - left + 1])
            number += sum(part.each for part in row)
    return number


def _printed(box: Box, source: str) -> tuple[tuple[tuple[str, ...], tuple[Option, ...]], ...]:
    """Return the costs and effects printed on a card or tile, as pairs: the kinds of the cost, and its options."""
    fail = ("dilemma", "anomaly", "spared")
    if anomaly := box.anomaly.get(source):
        return (("effect",), (anomaly.effect,)), (fail, anomaly.fail), (("toll",), anomaly.toll)
    if dilemma := box.dilemma.get(source):
        return ((fail, dilemma.fail),)
    return ((("effect", "ability"), (_effect(box, source),)),)


def _effect(box: Box, source: str) -> Option:
    """Return the parts of a card's effect, without dice icons; for a Timey-Wimey card also without its swap."""
    if anomaly := box.anomaly.get(source):
        return anomaly.effect
    if timey := box.timey.get(source):
        return tuple(part for part in timey.parts if part.does != "swap")
    who = box.doctor.get(source) or box.companion.get(source)
    return who.ability.parts if who and who.ability else ()


def units(option: Option) -> tuple[Part, ...]:
    """Return the parts of an option; a part of several cards or Companions becomes one part for each of these."""
    return tuple(
        one
        for part in option
        for one in ((replace(part, amount=1),) * part.amount if part.does in _PIECEMEAL and not part.each else (part,))
    )
