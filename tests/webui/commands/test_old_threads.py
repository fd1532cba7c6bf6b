"""The commands `archive` and `desk`: an old thread brought in at once, or read post by post."""

import json

import pytest
from front_door import Door
from old_threads import ARCHIVES, CASES, PEOPLE, WALKED, header, walked
from places import TESTS
from texts import missing

from projections.shelf import shelf
from replay.importing.suggestions import suggest


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


def test_an_archive_beside_other_sessions(few: Door) -> None:
    before = len(few.well("list", "--json").data)
    few.well("archive", *arguments("risk-api.json"))
    assert len(few.well("list", "--json").data) == before + 1


def test_a_thread_in_prose_of_unknown_people_does_not_end_well(no_door: Door) -> None:
    thread = "--- Nadia, Monday ---\nI drew a card and opened c1.\n--- Tomasz, Tuesday ---\nNice one! I stay.\n"
    given = ("archive", "-", "--game", "keys", "--seats", "tenth,twelfth", "--option", "first=tenth")
    ran = no_door(*given, "--check", stdin=thread)
    assert ran.status == 1
    assert "no line was read, and nobody has said which seat Nadia and Tomasz have: --author says so" in ran.err
    ran = no_door(*given, "--check", "--author", "Nadia=tenth", "--author", "Tomasz=-", stdin=thread)
    assert (ran.status, "tenth was awaited, and no move was read" in ran.err) == (1, True)
    no_door.well(*given, "--check", "--author", "Nadia=-", "--author", "Tomasz=-", stdin=thread)


THREADS = TESTS / "replay/importing/threads"
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
TOLD = (
    "--game", "keys", "--seats", "tenth,thirteenth", "--author", "Tomasz=tenth", "--author", "Nadia=thirteenth",
    "--option", "edges=tenth=S,thirteenth=N", "--option", f"layout={LAYOUT}", "--option", "first=tenth",
)  # fmt: skip
MAILS = THREADS / "thread.mbox"


def test_desk_reads_a_thread_by_options(few: Door) -> None:
    ran = few("desk", "autumn", MAILS, *TOLD)
    assert (ran.status, "post 4 of 60: Tomasz" in ran.out) == (1, True)
    assert not missing(ran.out, "D: ? / P: Kb b1 open (open) / M: >b1", "3 of 60 posts passed")
    assert "post 4 is asked about" in ran.err
    ran = few("desk", "autumn", "--read", "4=D: ? / P: Kb b1 open (open) / M: >b1", "--chat", "5", "--json")
    assert ran.status == 1
    told = json.loads(ran.out)
    assert (told["passed"], told["open"]["post"], told["moves"]) == (7, 8, 3)
    ran = few("desk", "autumn", "--undo", "--json")
    assert json.loads(ran.out)["open"]["post"] == 5


def test_keys_at_the_screen(few: Door) -> None:
    """Enter takes the likely one, a number another, `=` a line, `u` takes back, `q` leaves; nothing is lost."""
    few("desk", "autumn", MAILS, *TOLD)
    ran = few("desk", "autumn", "--ask", stdin="\nh\nb\n? b1\n\n1\nu\n1\n=\n= P: Ky b2 open (dalek) / M: stay\nq\n")
    assert (ran.status, "post 4 (Tomasz): 3 moves" in ran.out) == (1, True)
    assert "post 5 (Nadia): 3 moves" in ran.out
    assert (ran.out.count("post 8 of 60"), "take the likely reading" in ran.out) == (2, True)
    assert "GRID, north at the top" in ran.out
    assert '"=" is no answer here' in ran.err
    assert "goes on at post 9" in ran.out
    assert json.loads(few("desk", "autumn", "--json").out)["answered"] == 3


def test_desk_records_and_forgets_a_thread(few: Door) -> None:
    few("desk", "autumn", MAILS, *TOLD)
    few("desk", "autumn", "--read", "4=D: ? / P: Kb b1 open (open) / M: >b1")
    ran = few("desk", "autumn", "--record")
    assert (ran.status, "recorded as" in ran.out) == (0, True)
    assert "the audit has" in ran.out
    assert "autumn" in few.well("list").out
    told = json.loads(few.well("desk", "--json").out)
    assert [(one["desk"], one["posts"], one["recorded"]) for one in told] == [("autumn", 60, 4)]
    assert "60 posts, 1 answered; 4 recorded as" in few.well("desk").out
    assert "is gone" in few.well("desk", "autumn", "--drop").out
    assert "no desk yet" in few.well("desk").out
    few.refused("desk", "autumn", "--drop", says="there is no desk")


def test_who_is_who_is_asked_at_the_screen(few: Door) -> None:
    told = "keys\ntenth, thirteenth\nnobody\n\n\n\n\nfirst\nfirst=tenth\nq\n"
    ran = few("desk", "autumn", MAILS, "--ask", stdin=told)
    assert not missing(ran.err, "'nobody' is not one of", '"first" is no option')
    assert (ran.status, "goes on at post" in ran.out) == (1, True)


@pytest.mark.parametrize(("words", "says"), [
    (("spring",), "there is no desk"), (("autumn", "nowhere.txt"), "nowhere.txt cannot be read"),
    (("Autumn!", MAILS, *TOLD), "desk"), (("autumn", MAILS, *TOLD, "--author", "Nemo=tenth"), "has written nothing"),
    (("autumn", MAILS), "which game?"), (("autumn", MAILS, "--option", "first=tenth"), "--option belongs to a game"),
    (("autumn", MAILS, "--game", "chess", "--seats", "a,b"), "no game"),
])  # fmt: skip
def test_refuses_to_begin_a_desk(few: Door, words: tuple[object, ...], says: str) -> None:
    few.refused("desk", *words, says=says)
    assert "autumn" not in few("desk").out


def test_a_desk_refuses_answers(few: Door) -> None:
    few("desk", "autumn", MAILS, *TOLD)
    for words, says in (
        ("--read 4", "says nothing of a post"), ("--read 99=M:", "is no post"), ("--read 9=M:", "is not reached yet"),
        ("--read 4.88=M:", "has no line 88"), ("--chat x", "is no post"), ("--undo", "nothing to take back"),
        ("--record", "no move was read"), (f"{THREADS}/../keys-list.mbox", "another thread"),
        ("--seats one", "takes 2 to 4 seats"),
    ):  # fmt: skip
        few.refused("desk", "autumn", *words.split(), says=says)


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
    hints = suggest(done.work.desk.archive, shelf()).options.keys() - told["header"].keys()
    declined = "n\n" * len(hints)
    ran = few("desk", "old", THREADS / name, *arguments, "--ask", stdin=f"{others}{declined}{keys}\n")
    assert ran.status == 0, ran.err
    assert not missing(ran.out, "all 60 of 60 posts passed", f"the audit has {len(done.findings)} finding")
