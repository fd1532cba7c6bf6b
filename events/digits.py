"""Parse whole numbers from people, forms and URLs: ASCII digits only.

`str.isdigit` accepts `²`, which `int` refuses. `int` accepts signs, spaces, underscores and digits of other scripts.
"""


def whole(text: str, digits: int = 9) -> int | None:
    """Return a text as a number, or None if the text is not an unsigned number of at most `digits` digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
