"""Tables: whole where nothing bounds them, folded within the screen, in columns whatever the script."""

import pytest
from rich.cells import cell_len

from webui.commands.table import table_lines

HEADINGS = ("session", "title", "")
ROWS = [
    ("friday", "The long way round", "won"),
    ("k8", "時計の鐘 and a Doctor-of-very-many-syllables-indeed", "a turn of the eleventh seat"),
]


def test_rows_columns_and_long_words() -> None:
    assert list(table_lines(HEADINGS, ROWS[:1], 0)) == ["session  title", "friday   The long way round  won"]
    assert list(table_lines(HEADINGS, [], 0)) == ["session  title"]
    heading, latin, wide = table_lines(HEADINGS, ROWS, 0)
    assert len({cell_len(latin[: latin.index("won")]), cell_len(wide[: wide.index("a turn")])}) == 1
    assert cell_len(heading[: heading.index("title")]) == cell_len(latin[: latin.index("The long")])
    assert list(table_lines(("what",), [("ab abcdefghijkl cd",)], 6)) == ["what", "ab", "abcdef", "ghijkl", "cd"]


@pytest.mark.parametrize("screen", [24, 40, 80, 200])
def test_nothing_is_wider_than_the_screen_and_nothing_is_lost(screen: int) -> None:
    lines = list(table_lines(HEADINGS, ROWS, screen))
    assert max(map(cell_len, lines)) <= screen
    words = "".join("".join((*HEADINGS, *(cell for row in ROWS for cell in row))).split())
    assert sorted("".join("".join(lines).split())) == sorted(words)
