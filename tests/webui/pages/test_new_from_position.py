"""A session begun in the middle, on the page for new ones; and the same on the command line."""

from pathlib import Path

import pytest
from front_door import Door
from people import Browser, filled, visible

from events.store.memory import MemoryStore
from projections.shelf import Shelf
from replay.live.session import Session

TABLE = """first = tenth
turn = twelfth T6 round 3
step = play
c2 = open, is key
pawn tenth = c2
hand twelfth = 4
draw = 61
"""


def keys(**changed: str) -> dict[str, str]:
    return filled(**{"game": "keys", "seat-keys-1": "Tenth", "seat-keys-2": "Twelfth", "middle": TABLE, **changed})


def test_a_described_table_is_looked_at_and_begun(laptop: Browser, store: MemoryStore, games: Shelf) -> None:
    look = laptop.send("/new", "/new", **keys(do="look"))
    assert look.status_code == 200
    assert "Turn 6, round 3: Twelfth to play a card." in visible(look.text)
    assert "Nothing is written yet" in look.text
    assert store.sessions() == []
    laptop.done("/new", "/new", **keys())
    (row,) = store.sessions()
    session = Session.load(store, games, row.session)
    assert (session.started.dice, session.started.cards) == ("typed", "typed")
    assert (session.status.turn, session.status.seat, session.position.pawns["tenth"]) == (6, "twelfth", "c2")
    assert laptop.done("/new", "/new", **keys()).startswith(f"/s/{row.session}"), "a form sent twice begins one"


def test_what_is_missing_is_warned_of(laptop: Browser) -> None:
    look = laptop.send("/new", "/new", **keys(do="look", middle=TABLE.replace("draw = 61", "draw = 2")))
    assert "the 68 cards are all there" in visible(look.text)


@pytest.mark.parametrize(
    ("middle", "says"),
    [
        ("c2 = ajar", "who began"), ("first = tenth\nc2 = ajar", 'line 2, column 1: c2 cannot be "ajar"'),
        ("nonsense", "line 1, column 1"), ("first = nemo", 'no seat "nemo"'),
    ],
)  # fmt: skip
def test_what_cannot_be_described_is_refused(laptop: Browser, store: MemoryStore, middle: str, says: str) -> None:
    says = "first player" if says == "who began" else says
    for do in ("look", "begin"):
        page = laptop.refused("/new", "/new", says, 422, **keys(middle=middle, do=do))
        assert middle.partition("\n")[0] in page
    assert store.sessions() == []


def test_looking_at_nothing(laptop: Browser) -> None:
    laptop.refused("/new", "/new", "describe the table first", 422, **keys(middle=" ", do="look"))


def test_from_a_file(no_door: Door, tmp_path: Path) -> None:
    file = tmp_path / "table.txt"
    file.write_text(TABLE, encoding="utf-8")
    told = no_door.well("new", "keys", "--seats", "tenth,twelfth", "--from", file, "--check").out
    assert "Turn 6, round 3: Twelfth to play a card." in told
    assert told.endswith("7 lines read; nothing was written\n")
    assert not no_door.db.exists()
    no_door.well(
        "new", "keys", "--seats", "tenth,twelfth", "--from", file, "--alias", "mid", "--reason", "as on Friday"
    )
    log = no_door.log("mid")
    assert {entry["fact"]["reason"] for entry in log if entry["kind"] == "adjusted"} == {"as on Friday"}
    described = no_door.well("show", "mid", "--describe").out
    no_door.well("new", "keys", "--seats", "tenth,twelfth", "--from", "-", "--alias", "again", stdin=described)
    assert no_door.well("show", "again", "--describe").out == described


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["--check"], "say with --from"), (["--from", "F", "--dice", "tower"], "dealt by hand"),
        (["--from", "nowhere.txt"], "cannot be read"), (["--from", "-"], "line 2, column 1"),
        (["--from", "F", "--option", "first=nemo"], "nemo"), (["--from", "F", "--reason", " "], "needs a reason"),
    ],
)  # fmt: skip
def test_what_is_refused_leaves_no_database(no_door: Door, tmp_path: Path, given: list[str], says: str) -> None:
    file = tmp_path / "table.txt"
    file.write_text(TABLE, encoding="utf-8")
    ran = no_door(
        "new", "keys", "--seats", "tenth,twelfth", *(str(file) if part == "F" else part for part in given),
        stdin="first = tenth\nz9 = open\n",
    )  # fmt: skip
    assert ran.status == 2
    assert says in ran.err
    assert not no_door.db.exists()


def test_what_does_not_hold_is_said_aside(no_door: Door) -> None:
    ran = no_door("new", "keys", "--seats", "tenth,twelfth", "--from", "-", stdin="first = tenth\ndraw = 3\n")
    assert ran.status == 0
    assert "this does not hold on that table: the 68 cards are all there" in ran.err
