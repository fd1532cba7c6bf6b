"""The expected lines of each prose post can be filed."""

import pytest
from people_posts import Row, rows, table

from projections.shelf import shelf
from replay.posts.file import file_post
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

OPEN = list(rows(*shelf()))
SEALED = list(rows("sealed"))
ALL = [*OPEN, *SEALED]
HOST = Poster("moderator", "table")


def block(row: Row, lines: list[str], turn: int) -> Pasted:
    return Pasted(text="\n".join([f"== T{turn} {row.seat} ==", *lines, "== end =="]), seat="")


@pytest.mark.long
@pytest.mark.parametrize("row", [row for row in ALL if row.due], ids=lambda row: row.id)
def test_expected_lines_can_be_filed(row: Row) -> None:
    store, session = table(row.session, row.moves)
    timeline = Timeline.read(store, shelf(), session, HOST.viewer)
    for lines in row.readings:
        found = read_post(timeline, store, block(row, lines, timeline.status(timeline.last).turn), HOST)
        assert not found.trouble
        assert [(line.text, line.message) for line in found.lines if line.status != "ok"] == []


def test_a_block_without_dice_implies_no_roll() -> None:
    row = next(row for row in OPEN if row.id == "daleks-c-021")
    table.cache_clear()  # what is filed here is for nobody else
    store, session = table(row.session, row.moves)
    table.cache_clear()
    turn = Timeline.read(store, shelf(), session, HOST.viewer)
    filed = file_post(store, shelf(), session, block(row, list(row.due), turn.status(turn.last).turn), HOST)
    assert filed.is_done
    after = Timeline.read(store, shelf(), session, HOST.viewer)
    assert after.status(after.last).step == "roll the dice"
    assert after.status(after.last).awaited == (row.seat,)
