"""The places of a reading's phrases in the text of a line."""

import pytest

from replay.posts.word_spans import spans


@pytest.mark.parametrize(("line", "phrases", "found"), [
    ("Sorry for the wait. The TARDIS lands in Brazil.", ["the tardis", "lands in", "brazil"],
     ["The TARDIS", "lands in", "Brazil"]),
    ("the end of the line, the end", ["the end", "the end"], ["the end", "the end"]),
    ("I do not attack China", ["not attack", "china"], ["not attack", "China"]),
    ("two Dalleks for Chnia", ["two", "daleks", "china"], ["two", "Dalleks", "Chnia"]),
    ("I pass", ["attack"], []),
])  # fmt: skip
def test_the_words_of_a_phrase_are_close_together(line: str, phrases: list[str], found: list[str]) -> None:
    assert [line[begin:end] for _, begin, end in spans(line, phrases)] == found
