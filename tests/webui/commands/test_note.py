"""Notes on the command line and in posts."""

import pytest
from front_door import Door
from texts import missing


def test_a_note_is_written_told_and_withdrawn(door: Door) -> None:
    said = door.well("note", "keys-two-player", "7.2", "Here it turned.").out
    line = int(said.partition("line ")[2].partition(",")[0])
    door.well("note", "keys-two-player", "7.2", "Ask about this.", "--for", "judge")
    door.well("note", "keys-two-player", "", "A fine game.", "--as", "Tenth", "--for", "alone")
    told = door.well("note", "keys-two-player").out
    assert not missing(told, "Here it turned.", "Ask about this.", "2 notes")
    assert "fine game" not in told
    shown = door.well("show", "keys-two-player", "--at", "7.2").out
    assert shown.rstrip().endswith("Notes\n  The moderator: Here it turned.")
    logged = door.log("keys-two-player")
    assert [entry["fact"]["text"] for entry in logged if entry["kind"] == "noted"] == ["Here it turned."]
    assert "fine game" not in door.well("export", "keys-two-player", "--as", "table").out
    door.well("note", "keys-two-player", "--withdraw", str(line))
    assert [one["text"] for one in door.well("note", "keys-two-player", "--json").data] == ["Ask about this."]


@pytest.mark.parametrize(("asked", "says"), [
    (("9.99", "Hm"), "there is no 9.99"), (("x", "Hm"), "is no address"), (("7.2",), "a note says something"),
    (("7.2", "x" * 1001), "at most 1,000"), (("7.2", "\x1b[2J"), "without any that steer"),
    (("7.2", "Hm", "--as", "nobody"), 'no seat "nobody"'), (("--as", "tenth"), "on its own page alone"),
    (("--withdraw", "5"), "no note of yours stands in line 5"),
    (("7.2", "Hm", "--withdraw", "5"), "takes a note away, and writes none"),
])  # fmt: skip
def test_what_cannot_be_noted_is_refused_in_one_line(door: Door, asked: tuple[str, ...], says: str) -> None:
    door.refused("note", "keys-two-player", *asked, says=says)
