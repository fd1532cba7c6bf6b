"""Whole numbers as people, forms and addresses give them: ASCII digits and nothing else.

`str.isdigit` holds of `²`, which `int` refuses, and `int` takes signs, spaces, underscores and other scripts' digits.
"""


def whole(text: str, digits: int = 9) -> int | None:
    """The number that a text is, without a sign; None where it is none or has more `digits`."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
