"""What is printed as a cost, by where it stands: a fail cost, a toll, the effect of a card, help."""

from typing import Final

from msgspec.structs import replace

from projections.games.daleks.components.box import Box, Option, Part

HELP: Final = "help"
"""The source of what a helper from afar owes when the Adventure fails (TOD-HELP-14), and of what help brings."""
HELP_SHIP: Final = 2
"""Spaces that the ship moves for help at the Location (TOD-HELP-07)."""
_HELPED: Final[tuple[Option, ...]] = ((Part("pay-tokens"),), (Part("pay-cards"),))
_PIECEMEAL: Final = ("pay-cards", "discard-companion", "dismiss-companion")
"""What is given card by card, each a choice."""


def printed_cost(box: Box, kind: str, source: str) -> tuple[Option, ...]:  # noqa: PLR0911  # one return a kind
    """The printed options of a cost, as the box file has them; none where there is no such cost.

    `effect` or `ability` is all that a card does, as one option; `each` has an option for each part on the card that
    every Doctor carries out. `spared` is a fail cost without its moves of the ship, `help` what help at the Location
    brings where something is to be paid before it.
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
    """The option of the cost `each` that is the next part of another cost on that card.

    Of that cost this option is chosen, and so many parts are left.
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
    """All that is printed on a card or tile, by the kinds of cost that it is."""
    fail = ("dilemma", "anomaly", "spared")
    if anomaly := box.anomaly.get(source):
        return (("effect",), (anomaly.effect,)), (fail, anomaly.fail), (("toll",), anomaly.toll)
    if dilemma := box.dilemma.get(source):
        return ((fail, dilemma.fail),)
    return ((("effect", "ability"), (_effect(box, source),)),)


def _effect(box: Box, source: str) -> Option:
    """What a card does beside dice: a Time Anomaly, a Timey-Wimey card but for its swap, a Doctor or Companion."""
    if anomaly := box.anomaly.get(source):
        return anomaly.effect
    if timey := box.timey.get(source):
        return tuple(part for part in timey.parts if part.does != "swap")
    who = box.doctor.get(source) or box.companion.get(source)
    return who.ability.parts if who and who.ability else ()


def units(option: Option) -> tuple[Part, ...]:
    """An option step by step: cards and Companions are given one at a time."""
    return tuple(
        one
        for part in option
        for one in ((replace(part, amount=1),) * part.amount if part.does in _PIECEMEAL and not part.each else (part,))
    )
