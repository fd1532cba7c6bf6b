"""The command `bundle`: one file to hand on, as its viewer may know the session."""

import json
from pathlib import Path

from bundles import Bundle
from front_door import Door
from pocket import faults_of


def test_a_session_in_one_file(door: Door, tmp_path: Path) -> None:
    file = tmp_path / "friday.html"
    told = door.well("bundle", "keys-mistakes", "-o", file, "--at", "6.3").out
    found = Bundle(file.read_text("utf-8"))
    export = door.well("export", "keys-mistakes").out
    assert told == f"{file}: {export.count(chr(10)) - 1} lines, {round(file.stat().st_size / 1000)} kB\n"
    assert (found.log, faults_of(found.log)) == (export, [])
    verified = door("verify", "-", "--json", stdin=found.log).data
    assert not [one for one in verified["findings"] if one["rule"].startswith("LOG-")]
    assert any("6.3" in words for words in found.said)
    assert door.well("bundle", "keys-mistakes", "-o", "-", "--at", "6.3").out.rstrip("\n") == found.text.rstrip("\n")


def test_a_look_of_a_running_session_is_told(friday: Door, tmp_path: Path) -> None:
    before = friday.well("export", "friday").out
    friday.refused("bundle", "friday", "-o", "-", "--as", "table", "--at", "x", says="is no address")
    public = Bundle(friday.well("bundle", "friday", "-o", "-").out)
    assert public.log == before
    told = friday("bundle", "friday", "-o", tmp_path / "table.html", "--as", "table")
    assert (told.status, "now says that the moderator looked as table" in told.err) == (0, True)
    table = Bundle((tmp_path / "table.html").read_text("utf-8"))
    assert "as the table knows it" in table.text
    rows = [json.loads(row) for row in table.log.splitlines()[1:]]
    assert json.loads(rows[-1]["body"])["kind"] == "looked"
    hidden = {item["salt"] for row in rows for items in row["opened"].values() for item in items if item}
    assert hidden - {salt for salt in hidden if salt in public.unfolded}
