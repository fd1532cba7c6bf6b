"""What is read as a number."""

import pytest

from events.digits import whole


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 999_999_999)])
def test_ascii_digits_are_a_number(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize(
    "text", ["", " 7", "7 ", "+7", "-7", "1_0", "\u00b2", "\u0663", "7\u2028", "1" * 10, "x", "1.5"]
)
def test_nothing_else_is(text: str) -> None:
    assert whole(text) is None


def test_how_many_digits_there_may_be_is_said() -> None:
    assert (whole("12345", 5), whole("123456", 5)) == (12_345, None)
