"""The commands `follow` and `sync`: attach a local folder, fetch its posts, and refuse what cannot be followed."""

import os
from multiprocessing import Pipe
from pathlib import Path

import pytest
from front_door import Door
from keys_board import BEGUN
from scripted_source import PROSE, TURN

from replay.sources.folder import FolderSource
from webui.commands.sync import sync_forever

SEATS = ("--seat", "Amy=tenth", "--seat", "Rory=twelfth")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "thread"
    found.mkdir()
    return found


@pytest.fixture
def friday(no_door: Door, tmp_path: Path) -> Door:
    (tmp_path / "friday.txt").write_text(BEGUN)
    no_door.well("import", tmp_path / "friday.txt", "--alias", "friday")
    return no_door


def post(folder: Path, name: str, author: str, text: str) -> None:
    (folder / name).write_text(f"From: {author}\nDate: 2026-03-01 10:00\n\n{text}\n")


def test_follows_a_folder_and_records_its_posts(friday: Door, folder: Path) -> None:
    post(folder, "1-rory.txt", "Rory", TURN)
    assert "follows" in friday.well("follow", "friday", folder, *SEATS).out
    assert friday.well("sync", "--check", "--json").data[0]["fetched"] == 1
    (report,) = friday.well("sync", "--json").data
    assert (report["recorded"], report["moves"], report["trouble"]) == (1, 3, "")
    assert "Twelfth enters the grid at d7" in (folder / "0002-cloister-bell.txt").read_text()
    assert "0 new posts" in friday.well("sync", "friday").out
    state = friday.well("follow", "friday", "--json").data
    assert (state["kind"], state["waiting"]) == ("folder", 0)


def test_lists_the_authors_whose_seats_are_not_known(friday: Door, folder: Path) -> None:
    post(folder, "1-rory.txt", "Rory", TURN)
    friday.well("follow", "friday", folder)
    assert "waits" in friday.well("sync").out
    assert "Rory (Rory): unknown; use --seat Rory=SEAT" in friday.well("follow", "friday").out
    friday.well("follow", "friday", *SEATS)
    assert friday.well("sync", "--json").data[0]["moves"] == 3


def test_stopping_can_be_reported_as_json(friday: Door, folder: Path) -> None:
    friday.well("follow", "friday", folder)
    assert friday.well("follow", "friday", "--stop", "--json").data["is_followed"] is False


def test_commands_name_the_person_who_must_answer(friday: Door, folder: Path) -> None:
    post(folder, "1-rory.txt", "Rory", PROSE)
    friday.well("follow", "friday", folder, *SEATS)
    friday.well("sync")
    waits = "the post of Rory (folder #1-rory.txt) waits for"
    for command in (("list",), ("follow", "friday")):
        assert f"{waits} Twelfth (question Q1 in the thread)" in " ".join(friday.well(*command).out.split())
    for number in (3, 5):
        post(folder, f"{number}-rory.txt", "Rory", "Q1 perhaps")
        friday.well("sync")
    assert f"{waits} the moderator, and 2 posts after it" in friday.well("follow", "friday").out


def test_another_first_post_is_chosen_after_one_that_is_not_there(friday: Door, folder: Path) -> None:
    post(folder, "0001-rory.txt", "Rory", "hello")
    post(folder, "0002-rory.txt", "Rory", TURN)
    friday.well("follow", "friday", folder, *SEATS, "--from", "2")
    assert friday("sync").status == 1
    friday.well("follow", "friday", "--from", "0002-rory.txt")
    assert friday.well("sync", "--json").data[0]["recorded"] == 1
    friday.refused("follow", "friday", "--from", "0001-rory.txt", says="before the first post was fetched")


def test_pauses_resumes_and_stops(friday: Door, folder: Path) -> None:
    post(folder, "1-rory.txt", "Rory", TURN)
    friday.well("follow", "friday", folder, *SEATS)
    assert "paused" in friday.well("follow", "friday", "--pause").out
    assert "this thread is paused" in friday.well("sync").out
    friday.well("follow", "friday", "--resume")
    friday.well("sync")
    assert "no thread any more" in friday.well("follow", "friday", "--stop").out
    assert "no session follows a thread" in friday.well("sync").out
    friday.well("follow", "friday", folder)


def test_one_broken_thread_does_not_stop_the_others(friday: Door, folder: Path, tmp_path: Path) -> None:
    other, gone = tmp_path / "other.txt", tmp_path / "gone"
    other.write_text(BEGUN)
    gone.mkdir()
    friday.well("import", other, "--alias", "saturday")
    post(folder, "1-rory.txt", "Rory", TURN)
    friday.well("follow", "saturday", gone)
    friday.well("follow", "friday", folder, *SEATS)
    gone.rmdir()
    ran = friday("sync")
    assert (ran.status, "1 post recorded, 3 moves" in ran.out) == (1, True)
    assert "cannot be read" in ran.err
    assert "Next attempt: " in ran.err
    assert "the last attempt failed" in friday.well("follow", "saturday").out


@pytest.mark.parametrize(("words", "says"), [
    ("follow friday", "follows no thread"), ("follow friday nowhere", "is not a thread that can be followed"),
    ("follow friday https://", "is not a thread"), ("follow friday discord:x", "is not a thread"),
    ("follow friday FOLDER --seat x", "must have the form AUTHOR_ID=SEAT"),
    ("follow friday FOLDER --seat =tenth", "must have the form AUTHOR_ID=SEAT"),
    ("follow friday FOLDER --seat a=black", "is not a seat of this session"),
    ("follow friday FOLDER --seat a=tenth --seat a=-", "twice"),
    ("follow friday FOLDER --reply-every soon", "is not a time"),
    ("follow friday FOLDER --reply-every 99999h", "is not a time"),
    ("follow friday FOLDER --unproven maybe", "'accept', 'confirm'"),
    ("follow friday FOLDER --pause", "choose only one"), ("follow friday --pause --stop", "choose only one"),
    ("follow friday --stop", "follows no thread"), ("follow friday --secret-file x", "follows no thread"),
    ("follow nobody FOLDER", "session"), ("sync nobody", "session"), ("sync friday", "follows no thread"),
    ("sync friday --check", "follows no thread"), ("serve --sync soon", "is not a time"),
])  # fmt: skip
def test_refuses_what_cannot_be_followed(friday: Door, folder: Path, words: str, says: str) -> None:
    friday.refused(*words.replace("FOLDER", str(folder)).split(), says=says)


def test_another_session_cannot_follow_the_same_folder(friday: Door, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(BEGUN)
    friday.well("import", other, "--alias", "saturday")
    friday.well("follow", "friday", folder)
    for spelling in (folder, f"{folder}/", f"{folder}/../{folder.name}", os.path.relpath(folder)):
        friday.refused("follow", "saturday", spelling, says="already follows this thread")
    friday.refused("follow", "friday", tmp_path, says="already follows another thread")


def test_an_answer_is_given_in_the_inbox(friday: Door, folder: Path) -> None:
    post(folder, "1-rory.txt", "Rory", PROSE)
    friday.well("follow", "friday", folder, *SEATS)
    friday.well("sync")
    assert friday("import", "friday").status == 1
    friday.well("import", "friday", "--chat", "1")
    assert friday.well("follow", "friday", "--json").data["waiting"] == 0
    friday.refused("import", "friday", "--drop", says="holds the posts of the thread")


def test_an_internal_error_of_one_thread_does_not_stop_the_others(
    friday: Door, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    friday.well("follow", "friday", folder)
    secret = "token-123"  # noqa: S105  # not one

    def failing(*_given: object, **_more: object) -> None:
        raise ValueError(secret)

    monkeypatch.setattr(FolderSource, "fetch", failing)
    ran = friday("sync")
    assert (ran.status, "internal error (ValueError)" in ran.err, secret in ran.err) == (1, True, False)


def test_a_running_server_fetches_threads(friday: Door, folder: Path) -> None:
    post(folder, "1-rory.txt", "Rory", TURN)
    friday.well("follow", "friday", folder, *SEATS)
    parent, child = Pipe()
    parent.close()
    sync_forever(str(friday.db), 60, child, shared=False)
    assert (folder / "0002-cloister-bell.txt").exists()


def test_serve_begins_one_process_that_fetches(friday: Door, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    post(folder, "1-rory.txt", "Rory", TURN)
    friday.well("follow", "friday", folder, *SEATS)
    monkeypatch.setattr("webui.commands.serve.serve_pages", lambda *_given, **_more: None)
    assert friday("serve", "--sync", "5m").status == 0
    assert (folder / "0002-cloister-bell.txt").exists()
    assert "0 new posts" in friday.well("sync").out


def test_a_reply_names_the_kind_of_a_door_whose_colour_is_unknown(no_door: Door, folder: Path) -> None:
    no_door.well(
        "new", "keys", "--seats", "tenth,twelfth", "--alias", "friday", "--dice", "typed", "--option", "first=tenth"
    )
    post(folder, "1-amy.txt", "Amy", "D: ?\nP: Kb b1 open (open)\nM: >b1")
    no_door.well("follow", "friday", folder, *SEATS)
    no_door.well("sync", "friday")
    assert "b1 turns out to be an Open Door." in (folder / "0002-cloister-bell.txt").read_text()
