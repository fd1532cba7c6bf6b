"""What is printed as a cost, by where it stands: a Dilemma's fail cost, an anomaly's, its toll, an effect, help."""

from typing import Final

from projections.games.daleks.box import Box, Option, Part

__all__ = ["HELP", "printed_cost"]

HELP: Final = "help"
"""The source of what a helper from afar owes when the Adventure fails (TOD-HELP-14)."""
_HELPED: Final[tuple[Option, ...]] = ((Part("pay-tokens"),), (Part("pay-cards"),))


def printed_cost(box: Box, kind: str, source: str) -> tuple[Option, ...]:
    """The printed options of a cost, as the box file has them; none where there is no such cost.

    An effect of an anomaly is one option, of what each Doctor gives where some of it is for each.
    """
    if kind == "effect" and source == HELP:
        return _HELPED
    match kind, box.dilemma.get(source), box.anomaly.get(source):
        case "dilemma", dilemma, _ if dilemma:
            return dilemma.fail
        case "anomaly", _, anomaly if anomaly:
            return anomaly.fail
        case "toll", _, anomaly if anomaly:
            return anomaly.toll
        case "effect", _, anomaly if anomaly:
            each = tuple(part for part in anomaly.effect if part.each)
            return (each or anomaly.effect,)
    return ()
