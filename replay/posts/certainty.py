"""The probability that a reading of plain words is right."""


def is_sure(certainty: float) -> bool:
    """Return whether a reading is certain enough to be recorded without a question."""
    return certainty > 1
