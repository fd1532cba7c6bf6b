"""Notes on the command line and in posts."""

import pytest
from front_door import Door
from texts import wrong


def test_a_note_is_written_told_and_withdrawn(few: Door) -> None:
    said = few.well("note", "keys-mistakes", "7.2", "Here it turned.").out
    line = int(said.partition("line ")[2].partition(",")[0])
    few.well("note", "keys-mistakes", "7.2", "Ask about this.", "--for", "judge")
    few.well("note", "keys-mistakes", "", "A fine game.", "--as", "Sixth", "--for", "alone")
    told = few.well("note", "keys-mistakes").out
    assert not wrong(told, "Here it turned.", "Ask about this.", "2 notes", absent=["fine game"])
    shown = few.well("show", "keys-mistakes", "--at", "7.2").out
    assert shown.rstrip().endswith("Notes\n  The moderator: Here it turned.")
    logged = few.log("keys-mistakes")
    assert [entry["fact"]["text"] for entry in logged if entry["kind"] == "noted"] == ["Here it turned."]
    assert "fine game" not in few.well("export", "keys-mistakes", "--as", "table").out
    few.well("note", "keys-mistakes", "--withdraw", str(line))
    assert [one["text"] for one in few.well("note", "keys-mistakes", "--json").data] == ["Ask about this."]


@pytest.mark.parametrize(("asked", "says"), [
    (("9.99", "Hm"), "there is no 9.99"), (("x", "Hm"), "is no address"), (("7.2",), "a note says something"),
    (("7.2", "x" * 1001), "at most 1,000"), (("7.2", "\x1b[2J"), "without any that steer"),
    (("7.2", "Hm", "--as", "nobody"), 'no seat "nobody"'), (("--as", "sixth"), "on its own page alone"),
    (("--withdraw", "5"), "no note of yours stands in line 5"),
    (("7.2", "Hm", "--withdraw", "5"), "takes a note away, and writes none"),
])  # fmt: skip
def test_what_cannot_be_noted_is_refused_in_one_line(few: Door, asked: tuple[str, ...], says: str) -> None:
    few.refused("note", "keys-mistakes", *asked, says=says)
