"""What is printed as a cost, by where it stands: a Dilemma's fail cost, an anomaly's, its toll, an effect, help."""

from typing import Final

from msgspec.structs import replace

from projections.games.daleks.box import Box, Option, Part

__all__ = ["HELP", "printed_cost", "units"]

HELP: Final = "help"
"""The source of what a helper from afar owes when the Adventure fails (TOD-HELP-14)."""
_HELPED: Final[tuple[Option, ...]] = ((Part("pay-tokens"),), (Part("pay-cards"),))
_PIECEMEAL: Final = ("pay-cards", "discard-companion", "dismiss-companion")
"""What is given card by card, each a choice."""


def printed_cost(box: Box, kind: str, source: str) -> tuple[Option, ...]:
    """The printed options of a cost, as the box file has them; none where there is no such cost.

    `effect` is all that an anomaly does, as one option; `each` has an option for each part of it that every Doctor
    carries out. `spared` is a fail cost without its moves of the ship.
    """
    if kind == "effect" and source == HELP:
        return _HELPED
    dilemma, anomaly = box.dilemma.get(source), box.anomaly.get(source)
    if kind == "dilemma" and dilemma:
        return dilemma.fail
    if kind == "spared" and (dilemma or anomaly):
        fail = dilemma.fail if dilemma else anomaly.fail if anomaly else ()
        return tuple(tuple(part for part in option if part.does != "ship") for option in fail)
    if anomaly is None:
        return ()
    found: dict[str, tuple[Option, ...]] = {
        "anomaly": anomaly.fail,
        "toll": anomaly.toll,
        "effect": (anomaly.effect,),
        "each": tuple((replace(part, each=False),) for part in anomaly.effect if part.each),
    }
    return found.get(kind, ())


def units(option: Option) -> tuple[Part, ...]:
    """An option step by step: cards and Companions are given one at a time."""
    return tuple(
        one
        for part in option
        for one in (
            (replace(part, amount=1),) * part.amount if part.does in _PIECEMEAL and not part.each else (part,)
        )
    )
