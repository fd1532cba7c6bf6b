"""Bringing an old thread in from the command line."""

import json

import pytest
from front_door import Door
from old_threads import ARCHIVES, CASES, PEOPLE, header
from texts import missing

from events.store.sqlite import SqliteStore


def arguments(name: str) -> list[str]:
    fields = header(name)
    usual = ("game", "seats", "title", "dice", "cards")
    given = [part for key in usual if key in fields for part in (f"--{key}", fields[key])]
    options = [f"{key}={value}" for key, value in fields.items() if key not in (*usual, "writer", "date")]
    people = [f"{who}={seat}" for who, seat in PEOPLE[name].items()]
    return [str(ARCHIVES / name), *given, *(part for option in options for part in ("--option", option)),
            *(part for one in people for part in ("--author", one))]  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_archive_is_recorded(no_door: Door, name: str) -> None:
    told = no_door.well("archive", *arguments(name), "--alias", "spring").out
    assert not missing(told, f"({CASES[name][0]}) recorded", "(spring): ", "\nwitness ")
    posted = [entry for entry in no_door.log("spring") if entry["kind"] == "posted"]
    assert all(entry["fact"]["when"] and entry["fact"]["where"] for entry in posted)


def test_checking_writes_nothing_and_says_how_each_line_reads(no_door: Door) -> None:
    told = no_door.well("archive", *arguments("keys-forum.txt"), "--check").out
    assert "Recorder_Player: 9 posts, 8 with blocks; second" in told
    assert "\npost 2: Recorder_Player, Sun 1 May 2011 10:15, #7\n   20  ok    D: ?" in told
    assert "\npost 1: gallery_ghost, Sun 3 May 2026 09:00, #1\n       chat  I am not in this game." in told
    assert "note: lines before the first post: 4, left out" in told
    assert told.endswith("28 posts (thread), 73 lines read; nothing was written\n")
    assert not no_door.db.exists()


def test_as_json(no_door: Door) -> None:
    found = json.loads(no_door.well("archive", *arguments("risk-channel.json"), "--json").out)
    assert (found["kind"], found["stopped"]) == ("discord", "")
    assert found["posts"][3]["when"] == "2026-11-09 19:21 UTC (edited 2026-11-09 19:24 UTC)"
    assert [line["status"] for line in found["posts"][3]["lines"]] == ["ok", "ok", "ok"]
    assert found["session"]
    assert {author["seat"] for author in found["authors"]} == {"black", "yellow", "orange"}


def test_going_on_with_it_files_nothing_twice(no_door: Door) -> None:
    no_door.well("archive", *arguments("keys-list.mbox"), "--alias", "spring")
    lines = len(no_door.log("spring"))
    people = [part for one in PEOPLE["keys-list.mbox"].items() for part in ("--author", "=".join(one))]
    told = no_door.well("archive", str(ARCHIVES / "keys-list.mbox"), "--to", "spring", *people).out
    assert not missing(told, "note: posts that stand in the session already: 18", "0 posts (mail) recorded")
    assert len(no_door.log("spring")) == lines


def test_a_transcript_to_be_set_right_by_hand(no_door: Door) -> None:
    given = arguments("keys-list.mbox")
    usual = given[: given.index("--author")]
    text = no_door.well("archive", given[0], "--game", "keys", "--seats", "sixth,seventh", "--as-transcript").out
    assert text.startswith("game: keys\nseats: sixth,seventh\n\n--- Agn\u00e8s Macrae, 2026-08-08 19:10 UTC, k001@oban")
    assert not no_door.db.exists()
    told = no_door.well("archive", "-", *usual[1:], "--author", "Agn\u00e8s Macrae=sixth", *given[-2:], stdin=text).out
    assert "18 posts (transcript) recorded" in told


@pytest.mark.parametrize(("given", "says"), [
    (["nowhere.txt"], "cannot be read"), (["F", "--author", "x"], "write NAME=SEAT"),
    (["F", "--author", "a=b", "--author", "a=c"], "twice"), (["F", "--game", "keys"], "which seats?"),
    (["F"], "which game?"), (["F", "--option", "first=b"], "--option belongs to a game"),
    (["F", "--to", "spring", "--game", "keys"], "says its game and seats itself"),
    (["F", "--to", "spring"], "no database"), (["F", "--game", "whist", "--seats", "a,b"], "whist"),
    (["F", "--game", "keys", "--seats", "second,sixth,eighth", "--option", "first=second"], "say so with --author"),
    (["F", "--game", "keys", "--seats", "a,b", "--dice", "tower"], "not thrown by this tower"),
    (["F", "--game", "keys", "--seats", "a,b"], "nobody has said who begins: first = a or b"),
])  # fmt: skip
def test_what_is_refused_leaves_nothing_behind(no_door: Door, given: list[str], says: str) -> None:
    ran = no_door("archive", *(str(ARCHIVES / "keys-forum.txt") if part == "F" else part for part in given))
    assert (ran.status, says in ran.err) == (2, True)
    assert not no_door.db.exists()


def test_whoever_sits_at_the_screen_is_asked(no_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.commands.archive.is_interactive", lambda: True)
    given = arguments("keys-forum.txt")
    ran = no_door("archive", *given[: given.index("--author")], "--alias", "spring", stdin="\nsixth\neighth\n")
    assert ran.status == 0, ran
    assert "Recorder_Player, with 8 blocks: which seat (- for nobody)? [second]" in ran.err
    assert {entry["by"] for entry in no_door.log("spring") if entry["kind"] == "posted"} == {
        "second", "sixth", "eighth", "table",
    }  # fmt: skip


def test_a_line_that_does_not_read_stops_it(no_door: Door) -> None:
    name = "keys-forum.txt"
    text = (ARCHIVES / name).read_text("utf-8").replace("P: Kg a4 open (open)", "P: Kg a44 open (open)")
    ran = no_door("archive", "-", *arguments(name)[1:], stdin=text)
    assert (ran.status, "post 3 (coat_of_colours, Sun 1 May 2011 13:40): line 32: " in ran.err) == (2, True)
    assert "nothing was written" in ran.err
    assert "   32  ask   P: Kg a44 open (open)" in ran.out
    assert not no_door.db.exists()


def test_an_archive_beside_other_sessions(door: Door) -> None:
    store = SqliteStore(door.db)
    before = len(store.sessions())
    store.close()
    door.well("archive", *arguments("risk-api.json"))
    store = SqliteStore(door.db)
    assert len(store.sessions()) == before + 1
    store.close()


def test_a_thread_in_prose_of_unknown_people_does_not_end_well(no_door: Door) -> None:
    thread = "--- Nadia, Monday ---\nI drew a card and opened c1.\n--- Tomasz, Tuesday ---\nNice one! I stay.\n"
    given = ("archive", "-", "--game", "keys", "--seats", "tenth,twelfth", "--option", "first=tenth")
    ran = no_door(*given, "--check", stdin=thread)
    assert ran.status == 1
    assert "no line was read, and nobody has said which seat Nadia and Tomasz have: --author says so" in ran.err
    ran = no_door(*given, "--check", "--author", "Nadia=tenth", "--author", "Tomasz=-", stdin=thread)
    assert (ran.status, "tenth was awaited, and no move was read" in ran.err) == (1, True)
    no_door.well(*given, "--check", "--author", "Nadia=-", "--author", "Tomasz=-", stdin=thread)
