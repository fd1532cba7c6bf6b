"""The posts in people's own words: as many as are wanted, and what is due of each could be filed where it stands."""

from collections import Counter

import pytest
from people_posts import FOLDER, Row, rows, table

from projections.shelf import shelf
from replay.posts.file import file_post
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

OPEN = list(rows(*shelf()))
SEALED = list(rows("sealed"))
ALL = [*OPEN, *SEALED]
NO_MOVES = {"talk", "trap"}
HOST = Poster("moderator", "table")


def test_there_are_as_many_as_are_wanted() -> None:
    assert len({row.id for row in ALL}) == len(ALL) >= 480
    assert min(Counter(row.game for row in ALL).values()) >= 120
    assert sum(row.kind in NO_MOVES for row in ALL) * 4 >= len(ALL)
    assert sum(row.split for row in ALL) * 10 >= len(ALL)
    assert len({row.hand for row in ALL}) >= 20
    assert len(SEALED) >= 160
    assert sum(row.kind in NO_MOVES for row in SEALED) >= 60
    assert {row.game for row in SEALED} == {row.game for row in OPEN} == set(shelf())


def test_each_row_is_whole() -> None:
    for row in ALL:
        assert (FOLDER / f"{row.session}.txt").is_file()
        assert row.post.strip()
        assert row.due or row.kind in NO_MOVES, row.id
        assert all(row.readings) or row.kind in NO_MOVES, row.id
        assert not (row.kind == "talk" and row.due), row.id


def block(row: Row, lines: list[str], turn: int) -> Pasted:
    return Pasted(text="\n".join([f"== T{turn} {row.seat} ==", *lines, "== end =="]), seat="")


@pytest.mark.long
@pytest.mark.parametrize("row", [row for row in ALL if row.due], ids=lambda row: row.id)
def test_what_is_due_could_be_filed(row: Row) -> None:
    store, session = table(row.session, row.moves)
    timeline = Timeline.read(store, shelf(), session, HOST.viewer)
    for lines in row.readings:
        found = read_post(timeline, store, block(row, lines, timeline.status(timeline.last).turn), HOST)
        assert not found.trouble
        assert [(line.text, line.message) for line in found.lines if line.status != "ok"] == []


def test_a_block_that_ends_before_its_dice_are_told_implies_no_roll() -> None:
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
