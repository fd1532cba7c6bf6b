"""The rules by number."""

from collections.abc import Mapping

from projections.rulebook import rules_of

__all__ = ["rulebook"]


def rulebook() -> Mapping[str, str]:
    """Each rule id with its sentence in our own words."""
    return rules_of(__package__)
