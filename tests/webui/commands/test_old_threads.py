"""The command `import` with old threads: recorded at once, or kept as a draft and asked about post by post."""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from front_door import Door
from old_threads import ARCHIVES, CASES, PEOPLE, WALKED, header, walked
from places import TESTS
from texts import missing

from projections.registry import registry
from replay.importing.suggestions import suggest
from replay.importing.walk import ThreadWalk


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
    told = no_door.well("import", *arguments(name), "--alias", "spring").out
    assert not missing(told, f"({CASES[name][0]}) recorded", "(spring): ", "\nwitness ")
    assert no_door.well("import").out == "no drafts\n"
    posted = [entry for entry in no_door.log("spring") if entry["kind"] == "posted"]
    assert all(entry["event"]["when"] and entry["event"]["where"] for entry in posted)


def test_checking_writes_nothing_and_says_how_each_line_reads(no_door: Door) -> None:
    told = no_door.well("import", *arguments("keys-forum.txt"), "--check").out
    assert "Recorder_Player: 9 posts, 8 with blocks; second" in told
    assert "\npost 2: Recorder_Player, Sun 1 May 2011 10:15, #7\n    4  ok    D: ?" in told
    assert "\npost 1: gallery_ghost, Sun 3 May 2026 09:00, #1\n       chat  I am not in this game." in told
    assert "note: lines before the first post: 4, left out" in told
    assert told.endswith("28 posts (thread), 73 lines read; nothing was written\n")
    assert not no_door.db.exists()


def test_as_json(no_door: Door) -> None:
    looked = no_door.well("import", *arguments("risk-channel.json"), "--check", "--json").data
    assert looked["texts"][3]["when"] == "2026-11-09 19:21 UTC (edited 2026-11-09 19:24 UTC)"
    assert [line["status"] for line in looked["texts"][3]["lines"]] == ["ok", "ok", "ok"]
    assert {author["seat"] for author in looked["authors"]} == {"black", "yellow", "orange"}
    found = no_door.well("import", *arguments("risk-channel.json"), "--json").data
    assert (found["kind"], found["open"], found["passed"]) == ("discord", None, found["posts"])
    assert found["session"]


def test_going_on_with_it_files_nothing_twice(no_door: Door) -> None:
    no_door.well("import", *arguments("keys-list.mbox"), "--alias", "spring")
    lines = len(no_door.log("spring"))
    people = [part for one in PEOPLE["keys-list.mbox"].items() for part in ("--author", "=".join(one))]
    told = no_door.well("import", str(ARCHIVES / "keys-list.mbox"), "--to", "spring", *people).out
    assert not missing(told, "note: 18 posts of this file are in the session already", "0 posts (mail) recorded")
    assert len(no_door.log("spring")) == lines


@pytest.mark.parametrize(("given", "says"), [
    (["nowhere.txt"], "cannot be read"), (["F", "--author", "x"], "write NAME=SEAT"),
    (["F", "--author", "a=b", "--author", "a=c"], "twice"),
    (["F", "--option", "first=b"], "--option belongs to a game"), (["F", "--to", "spring"], "no database"),
    (["F", "--to", "spring", "--game", "keys"], "no database"),
    (["F", "--game", "whist", "--seats", "a,b"], "whist"),
    (["F", "--game", "keys", "--seats", "a,b", "--dice", "loaded"], "loaded"),
    (["F", "--alias", "Spring!"], "alias"), (["F", "--data", "cards.toml"], "--data belongs to a game"),
    (["F", "--check"], "which game"),
])  # fmt: skip
def test_what_is_refused_leaves_nothing_behind(no_door: Door, given: list[str], says: str) -> None:
    ran = no_door("import", *(str(ARCHIVES / "keys-forum.txt") if part == "F" else part for part in given))
    assert (ran.status, says in ran.err) == (2, True), ran
    assert not no_door.db.exists()


@pytest.mark.parametrize(("given", "says"), [
    ([], "which game"), (["--game", "keys"], "which seats"),
    (["--game", "keys", "--seats", "second,sixth,eighth", "--option", "first=second"], "--author"),
    (["--game", "keys", "--seats", "a,b"], "nobody has said who begins: first = a or b"),
])  # fmt: skip
def test_what_the_file_does_not_say_is_asked_for(no_door: Door, given: list[str], says: str) -> None:
    ran = no_door("import", str(ARCHIVES / "keys-forum.txt"), *given)
    assert (ran.status, says in ran.err) == (1, True), ran
    assert [one["draft"] for one in no_door.well("import", "--json").data] == ["keys-forum"]
    told = no_door("import", "keys-forum", *arguments("keys-forum.txt")[1:], "--record")
    assert (told.status, "28 posts (thread) recorded" in told.out) == (0, True), told


def test_a_person_at_the_screen_is_asked(no_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.commands.import_posts.is_interactive", lambda: True)
    given = arguments("keys-forum.txt")
    ran = no_door("import", *given[: given.index("--author")], "--alias", "spring", stdin="-\n\nsixth\neighth\ny\n")
    assert ran.status == 0, ran
    assert {entry["by"] for entry in no_door.log("spring") if entry["kind"] == "posted"} == {
        "second", "sixth", "eighth", "table",
    }  # fmt: skip


def test_an_unclear_line_keeps_a_draft(no_door: Door) -> None:
    name = "keys-forum.txt"
    text = (ARCHIVES / name).read_text("utf-8").replace("P: Kg a4 open (open)", "P: Kg a44 open (open)")
    ran = no_door("import", "-", *arguments(name)[1:], stdin=text)
    assert (ran.status, "post 3 (coat_of_colours, Sun 1 May 2011 13:40" in ran.err) == (1, True)
    assert no_door.well("list", "--json").data == []
    read = no_door("import", "thread", "--read", "3=P: Kg a4 open (open)", "--json")
    assert (read.status, read.data["open"]) == (0, None), read
    assert "28 posts (thread) recorded" in no_door.well("import", "thread", "--record").out


def test_an_interrupted_import_goes_on(no_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    name, posts = "keys-forum.txt", count()
    plain = ThreadWalk._pass

    def interrupted(walk: ThreadWalk, *told: Any) -> None:
        if next(posts) == 9:
            raise KeyboardInterrupt
        plain(walk, *told)

    monkeypatch.setattr(ThreadWalk, "_pass", interrupted)
    ran = no_door("import", *arguments(name), "--alias", "spring")
    assert (ran.status, "nothing is recorded yet" in ran.err) == (130, True)
    assert no_door.well("list", "--json").data == []
    assert "28 posts (thread) recorded" in no_door.well("import", "spring", "--record").out


def test_an_archive_beside_other_sessions(few: Door) -> None:
    before = len(few.well("list", "--json").data)
    few.well("import", *arguments("risk-api.json"))
    assert len(few.well("list", "--json").data) == before + 1


def test_a_thread_in_prose_of_unknown_people_is_not_recorded(no_door: Door) -> None:
    thread = "--- Nadia, Monday ---\nI drew a card and opened c1.\n--- Tomasz, Tuesday ---\nNice one! I stay.\n"
    given = ("import", "-", "--game", "keys", "--seats", "tenth,twelfth", "--option", "first=tenth")
    ran = no_door(*given, "--check", stdin=thread)
    assert (ran.status, "Nadia, Tomasz" in ran.err) == (1, True)
    ran = no_door(*given, "--check", "--author", "Nadia=tenth", "--author", "Tomasz=-", "--json", stdin=thread)
    assert (ran.status, ran.data["open"]["author"]) == (1, "Nadia")
    assert no_door(*given, stdin=thread).status == 1
    assert no_door.well("list", "--json").data == []


THREADS = TESTS / "replay/importing/threads"
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
TOLD = (
    "--game", "keys", "--seats", "tenth,thirteenth", "--author", "Tomasz=tenth", "--author", "Nadia=thirteenth",
    "--option", "edges=tenth=S,thirteenth=N", "--option", f"layout={LAYOUT}", "--option", "first=tenth",
)  # fmt: skip
MAILS = THREADS / "thread.mbox"


def test_a_draft_is_read_a_thread_by_options(few: Door) -> None:
    ran = few("import", MAILS, *TOLD, "--alias", "autumn")
    assert (ran.status, "post 4 (Tomasz, " in ran.out) == (1, True)
    assert not missing(ran.out, "D: ? / P: Kb b1 open (open) / M: >b1", "3 of 60 posts passed", "--read 4=MOVE")
    assert "unclear: post 8 (Tomasz" in ran.err
    ran = few("import", "autumn", "--read", "4=D: ? / P: Kb b1 open (open) / M: >b1", "--chat", "5", "--json")
    assert ran.status == 1
    told = json.loads(ran.out)
    assert (told["passed"], told["open"]["post"], told["moves"]) == (7, 8, 3)
    ran = few("import", "autumn", "--undo", "--json")
    assert json.loads(ran.out)["open"]["post"] == 5


def test_keys_at_the_screen(few: Door) -> None:
    """Enter takes the likely one, a number another, `=` a line, `u` takes back, `q` leaves; nothing is lost."""
    few("import", MAILS, *TOLD, "--alias", "autumn")
    ran = few("import", "autumn", "--ask", stdin="\nh\nb\n? b1\n\n1\nu\n1\n=\n= P: Ky b2 open (dalek) / M: stay\nq\n")
    assert (ran.status, "post 4 (Tomasz): 3 moves" in ran.out) == (1, True)
    assert "post 5 (Nadia): 3 moves" in ran.out
    assert (ran.out.count("== post 8 ("), "take the likely reading" in ran.out) == (2, True)
    assert "GRID, north at the top" in ran.out
    assert '"=" is no answer here' in ran.err
    assert "goes on at post 9" in ran.out
    assert json.loads(few("import", "autumn", "--json").out)["answered"] == 3


def test_a_draft_records_and_forgets_a_thread(few: Door) -> None:
    few("import", MAILS, *TOLD, "--alias", "autumn")
    few("import", "autumn", "--read", "4=D: ? / P: Kb b1 open (open) / M: >b1")
    ran = few("import", "autumn", "--record")
    assert (ran.status, "4 posts (mail) recorded" in ran.out) == (0, True)
    assert "the audit has" in ran.out
    assert "autumn" in few.well("list").out
    told = json.loads(few.well("import", "--json").out)
    assert [(one["draft"], one["posts"], one["recorded"]) for one in told] == [("autumn", 60, 4)]
    assert "60 posts, 1 answered; 4 recorded in" in few.well("import").out
    assert "is deleted" in few.well("import", "autumn", "--drop").out
    assert "no drafts" in few.well("import").out
    few.refused("import", "autumn", "--drop", says="cannot be read")


def test_who_is_who_is_asked_at_the_screen(few: Door) -> None:
    told = "keys\ntenth, thirteenth\nnobody\n\n\n\n\nfirst\nfirst=tenth\nq\n"
    ran = few("import", MAILS, "--alias", "autumn", "--ask", stdin=told)
    assert not missing(ran.err, "'nobody' is not one of", '"first" is no option')
    assert (ran.status, "goes on at post" in ran.out) == (1, True)


@pytest.mark.parametrize(("words", "says"), [
    (("spring",), "cannot be read"), ((MAILS, *TOLD, "--author", "Nemo=tenth"), "has written nothing"),
    ((MAILS, "--game", "chess", "--seats", "a,b"), "no game"),
])  # fmt: skip
def test_refuses_to_begin_a_draft(few: Door, words: tuple[object, ...], says: str) -> None:
    few.refused("import", *words, says=says)
    assert few.well("import").out == "no drafts\n"


@pytest.mark.parametrize("begins", ["--- Amy ---\n", '{"format":"cloisterbell-log 2"}\n', "[{}", "From amy\n"])
def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begins: str
) -> None:
    monkeypatch.setattr("replay.importing.kinds.LARGEST", 1024 * 1024)
    path, before = tmp_path / "thread", few.content()
    path.write_text(begins + "x" * 1024 * 1024)
    few.refused("import", path, says="at most 1 MiB")
    assert few.content() == before


def test_a_draft_refuses_answers(few: Door) -> None:
    few("import", MAILS, *TOLD, "--alias", "autumn")
    for words, says in (
        ("--read 4", "says nothing of a post"), ("--read 99=M:", "there are 60"), ("--read 9=M:", "is not reached yet"),
        ("--read 4.88=M:", "has no line 88"), ("--chat x", "there are 60"), ("--undo", "no answer to take back"),
        ("--record", "no move was read"), ("--seats one", "takes 2 to 4 seats"),
    ):  # fmt: skip
        few.refused("import", "autumn", *words.split(), says=says)
    few.refused("import", f"{THREADS}/../keys-list.mbox", "--alias", "autumn", says="another thread")


@pytest.mark.parametrize(
    "name", [name if name.startswith("keys") else pytest.param(name, marks=pytest.mark.long) for name in WALKED]
)
def test_a_thread_is_brought_in_by_its_keys(few: Door, name: str) -> None:
    done, told = walked(name), WALKED[name]
    fields = {"game": told["header"]["game"], "seats": told["header"]["seats"]}
    options = [f"--option={key}={value}" for key, value in told["header"].items() if key not in fields]
    people = [f"--author={author}={seat}" for author, seat in told["people"].items()]
    keys = "".join(f"{text}\n" for _, text in done.typed)
    arguments = (f"--game={fields['game']}", f"--seats={fields['seats']}", *people, *options)
    others = "\n" * (len(done.work.walk.authors) - len(people) if done.work.walk else 0)
    hints = suggest(done.work.state.archive, registry()).options.keys() - told["header"].keys()
    declined = "n\n" * len(hints)
    ran = few("import", THREADS / name, *arguments, "--alias", "old", "--ask", stdin=f"{others}{declined}{keys}\n")
    assert ran.status == 0, ran.err
    assert not missing(ran.out, "all 60 of 60 posts passed", f"the audit has {len(done.findings)} finding")
