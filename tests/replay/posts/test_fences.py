"""Lines of blocks: blanks, marks and list numbers around them, at any length."""

import pytest

from replay.posts.fences import read_post, read_posts, separator, unfenced

MANY = 24_000


@pytest.mark.parametrize(("line", "said"), [
    (f"D: ?{' ' * MANY}", "D: ?"), (f"{' ' * MANY}D: ?", "D: ?"), (f"D: ?{'**' * MANY}", "D: ?"),
    (f"D: ?{'[/b] ' * MANY}", "D: ?"), (f"D: {'**' * MANY}?", f"D: {'**' * MANY}?"),
    (f"D:{' ' * MANY}?", f"D:{' ' * MANY}?"),
], ids=["blanks behind", "blanks before", "stars behind", "tags behind", "stars within", "blanks within"])  # fmt: skip
def test_strips_long_blanks_and_marks_around_a_line(line: str, said: str) -> None:
    (post,) = read_posts(f"== T1 Black ==\n{line}\n== end ==")
    assert [one.text for one in post.blocks[0].lines] == [said]


@pytest.mark.parametrize("line", [f"--- a,{' ' * MANY}x", f"--- a, b,{' ' * MANY}c ---", f"--- a{' ' * MANY}x ---"])
def test_a_very_long_line_does_not_separate_posts(line: str) -> None:
    assert separator(line) is None
    assert separator("--- Maud, Thu 21:14, forum #3 ---") is not None


@pytest.mark.parametrize(("line", "said"), [
    ("6. Die: five", "Die: five"), ("- D: Kb", "D: Kb"), ("Charge, 6. Die: five", "Charge, 6. Die: five"),
    ("I stay out - M: stay", "I stay out - M: stay"),
])  # fmt: skip
def test_a_number_is_that_of_a_list_at_the_beginning_of_a_line_alone(line: str, said: str) -> None:
    for post in (unfenced(read_post(line, "tenth"), "tenth"), read_post(f"== tenth ==\n{line}\n== end ==", "tenth")):
        assert [each.meant for block in post.blocks for each in block.lines] == [said]
