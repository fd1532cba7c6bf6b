"""The command `import` with old threads: recorded at once, or kept as a draft and asked about post by post."""

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from front_door import Door, copied
from old_threads import ARCHIVES, CASES, PEOPLE, WALKED, header, walked
from places import TESTS
from texts import missing

from projections.registry import registry
from replay.importing.suggestions import suggest
from replay.importing.walk import ThreadWalk
from webui.cli import run


def arguments(name: str) -> list[str]:
    fields = header(name)
    usual = ("game", "seats", "title", "dice", "cards")
    given = [part for key in usual if key in fields for part in (f"--{key}", fields[key])]
    options = [f"{key}={value}" for key, value in fields.items() if key not in (*usual, "writer", "date")]
    people = [f"{who}={seat}" for who, seat in PEOPLE[name].items()]
    return [str(ARCHIVES / name), *given, *(part for option in options for part in ("--option", option)),
            *(part for one in people for part in ("--author", one))]  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_import_records_an_old_thread(no_door: Door, name: str) -> None:
    told = no_door.well("import", *arguments(name), "--alias", "spring").out
    assert not missing(told, f"({CASES[name][0]}) recorded", "(spring): ", "\ncheckpoint ")
    assert no_door.well("import").out == "no drafts\n"
    posted = [entry for entry in no_door.log("spring") if entry["kind"] == "posted"]
    assert all(entry["event"]["when"] and entry["event"]["where"] for entry in posted)


def test_check_writes_nothing_and_shows_how_each_line_is_read(no_door: Door) -> None:
    told = no_door.well("import", *arguments("keys-forum.txt"), "--check").out
    assert "Recorder_Player: 9 posts, 8 with blocks; second" in told
    assert "\npost 2: Recorder_Player, Sun 1 May 2011 10:15, #7\n    4  ok        D: ?" in told
    assert "\npost 1: gallery_ghost, Sun 3 May 2026 09:00, #1\n       chat      I am not in this game." in told
    assert "note: lines before the first post: 4, left out" in told
    assert told.endswith("28 posts (thread), 73 lines read; nothing was saved\n")
    assert not no_door.db.exists()


def test_prints_the_check_and_the_import_as_json(no_door: Door) -> None:
    looked = no_door.well("import", *arguments("risk-channel.json"), "--check", "--json").data
    assert looked["texts"][3]["when"] == "2026-11-09 19:21 UTC (edited 2026-11-09 19:24 UTC)"
    assert [line["status"] for line in looked["texts"][3]["lines"]] == ["ok", "ok", "ok"]
    assert {author["seat"] for author in looked["authors"]} == {"black", "yellow", "orange"}
    found = no_door.well("import", *arguments("risk-channel.json"), "--json").data
    assert (found["kind"], found["open"], found["passed"]) == ("discord", None, found["posts"])
    assert found["session"]


def test_importing_a_thread_again_does_not_repeat_posts(no_door: Door) -> None:
    no_door.well("import", *arguments("keys-list.mbox"), "--alias", "spring")
    lines = len(no_door.log("spring"))
    people = [part for one in PEOPLE["keys-list.mbox"].items() for part in ("--author", "=".join(one))]
    told = no_door.well("import", str(ARCHIVES / "keys-list.mbox"), "--to", "spring", *people).out
    assert not missing(told, "note: 18 posts of this file are in the session already", "0 posts (mail) recorded")
    assert len(no_door.log("spring")) == lines


@pytest.mark.parametrize(("given", "says"), [
    (["nowhere.txt"], "cannot be read"), (["F", "--author", "x"], "must have the form NAME=SEAT"),
    (["F", "--author", "a=b", "--author", "a=c"], "twice"),
    (["F", "--option", "first=b"], "--option needs --game"), (["F", "--to", "spring"], "does not exist"),
    (["F", "--to", "spring", "--game", "keys"], "does not exist"),
    (["F", "--game", "whist", "--seats", "a,b"], "whist"),
    (["F", "--game", "keys", "--seats", "a,b", "--dice", "loaded"], "loaded"),
    (["F", "--alias", "Spring!"], "alias"), (["F", "--data", "cards.toml"], "--data needs --game"),
    (["F", "--check"], "does not name the game"),
    (["F", *arguments("keys-forum.txt")[1:], "--author", "Nemo=second"], "is not an author of a post"),
])  # fmt: skip
def test_a_refused_import_does_not_create_a_database(no_door: Door, given: list[str], says: str) -> None:
    ran = no_door("import", *(str(ARCHIVES / "keys-forum.txt") if part == "F" else part for part in given))
    assert (ran.status, says in ran.err) == (2, True), ran
    assert not no_door.db.exists()


@pytest.mark.parametrize(("given", "says"), [
    ([], "does not name the game"), (["--game", "keys"], "does not name the seats"),
    (["--game", "keys", "--seats", "second,sixth,eighth", "--option", "first=second"], "--author"),
    (["--game", "keys", "--seats", "a,b"], "Set first to a or b. Answer with --option first=SEAT"),
])  # fmt: skip
def test_import_asks_for_missing_information_and_keeps_a_draft(no_door: Door, given: list[str], says: str) -> None:
    ran = no_door("import", str(ARCHIVES / "keys-forum.txt"), *given)
    assert (ran.status, says in ran.err) == (1, True), ran
    assert [one["draft"] for one in no_door.well("import", "--json").data] == ["keys-forum"]
    told = no_door("import", "keys-forum", *arguments("keys-forum.txt")[1:], "--record")
    assert (told.status, "28 posts (thread) recorded" in told.out) == (0, True), told


def test_import_asks_at_an_interactive_terminal(no_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.commands.import_posts.is_interactive", lambda: True)
    given = arguments("keys-forum.txt")
    ran = no_door("import", *given[: given.index("--author")], "--alias", "spring", stdin="y\ny\n")
    assert ran.status == 0, ran
    assert {entry["by"] for entry in no_door.log("spring") if entry["kind"] == "posted"} == {
        "second", "sixth", "eighth", "table",
    }  # fmt: skip


def test_an_unclear_line_turns_an_import_into_a_draft(no_door: Door) -> None:
    name = "keys-forum.txt"
    text = (ARCHIVES / name).read_text("utf-8").replace("P: Kg a4 open (open)", "P: Kg a44 open (open)")
    ran = no_door("import", "-", *arguments(name)[1:], stdin=text)
    assert (ran.status, "post 3 (coat_of_colours, Sun 1 May 2011 13:40" in ran.err) == (1, True)
    assert no_door.well("list", "--json").data == []
    read = no_door("import", "thread", "--read", "3=P: Kg a4 open (open)", "--json")
    assert (read.status, read.data["open"]) == (0, None), read
    assert "28 posts (thread) recorded" in no_door.well("import", "thread", "--record").out


def test_an_interrupted_import_can_be_continued(no_door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_thread_in_prose_of_unknown_people_is_not_recorded(no_door: Door) -> None:
    thread = "--- Nadia, Monday ---\nI drew a card and opened c1.\n--- Tomasz, Tuesday ---\nNice one! I stay.\n"
    given = ("import", "-", "--game", "keys", "--seats", "tenth,twelfth", "--option", "first=tenth")
    ran = no_door(*given, "--check", stdin=thread)
    assert (ran.status, "Nadia, Tomasz" in ran.err) == (1, True)
    ran = no_door(*given, "--check", "--author", "Nadia=tenth", "--author", "Tomasz=-", "--json", stdin=thread)
    assert (ran.status, ran.data["open"]["author"]) == (1, "Nadia")
    assert no_door(*given, stdin=thread).status == 1
    assert no_door.well("list", "--json").data == []


PLAIN = str(ARCHIVES / "keys-plain-words.txt")
SEATS = ("--author", "Nina=tenth", "--author", "Omar=twelfth")
FIELDS = (ARCHIVES / "keys-plain-words.txt").read_text("utf-8").partition("\n\n")[0]


def test_transcript_in_plain_words_asks_for_the_seats_then_for_the_moves(no_door: Door) -> None:
    ran = no_door("import", PLAIN, "--alias", "old")
    assert (ran.status, ran.out.splitlines()[0]) == (1, "draft old is saved. Continue with `cloisterbell import old`")
    assert "Choose the seat of each author: Nina, Omar. Answer with --author NAME=SEAT" in ran.err
    assert "the seat of Nina is not known" in no_door("import", PLAIN, "--check").err
    ran = no_door("import", "old", *SEATS)
    assert (ran.status, "0 of 13 posts clear" in ran.out) == (1, True)
    assert "Not used: 5, 2." in ran.err
    assert "all posts are clear" not in ran.out


def test_moves_of_an_author_without_a_seat_stop_an_import(no_door: Door) -> None:
    ran = no_door("import", PLAIN, "--author", "Nina=tenth", "--alias", "old")
    assert (ran.status, "unclear: post 1 (Nina" in ran.err) == (1, True)
    ran = no_door("import", "old", "--read", "1=D: ? / P: Kb b1 open (open) / M: >b1")
    assert (ran.status, "the seat of Omar is not known" in ran.err) == (1, True)
    ran = no_door("import", "old", "--author", "Omar=twelfth")
    assert (ran.status, "1 of 13 posts clear" in ran.out) == (1, True)


def test_audit_of_plain_words_without_seats_ends_before_them(no_door: Door) -> None:
    ran = no_door("audit", PLAIN)
    assert (ran.status, "line 9 is unclear, so the audit ends before it" in ran.out) == (2, True)
    assert "post 1 seems to contain moves, but the seat of Nina is not known" in ran.out


def test_question_marks_the_unclear_words_and_names_its_lines(no_door: Door) -> None:
    ran = no_door("import", PLAIN, *SEATS, "--alias", "old", "--ask", stdin="h\n1\n1\nq\n")
    rows = ran.out.splitlines()
    at = next(at for at, row in enumerate(rows) if "I got a 5, Omar a 2" in row)
    assert [rows[at][column] for column, mark in enumerate(rows[at + 1]) if mark == "^"] == ["5", "2"]
    asked = [row for row in rows if "  question  " in row]
    assert asked[0] == "  1-2  question  read from plain text. Is this what it means? Not used: 5, 2."
    assert asked[1] == "    1  question  read from plain text. Is this what it means?"
    assert "  h          show this list" in ran.out
    assert "h: all keys>" in ran.out + ran.err


@pytest.mark.parametrize(("given", "says"), [
    ((), "The seats of these authors are not known: Nina, Omar. Set them with --author"),
    (SEATS, "All posts are read as chat. If one contains a move, say which line is a move with --read POST.LINE=MOVE"),
    ((*SEATS, "--chat", "1"), "If one contains a move, take back your last answer with --undo, or say which line"),
])  # fmt: skip
def test_file_without_a_move_is_not_called_clear(no_door: Door, given: tuple[str, ...], says: str) -> None:
    talk = f"{FIELDS}\n\n--- Nina ---\nHello!\n--- Omar ---\nHi Nina.\n"
    no_door("import", "-", "--alias", "old", stdin=talk)
    for more, keys in (((), ""), (("--ask",), "y\ny\n")):
        ran = no_door("import", "old", *given, *more, stdin=keys)
        assert (ran.status, "nothing is recorded: no move was found in 2 posts" in ran.err) == (1, True), ran
        assert "Record" not in ran.out + ran.err
        assert more or says in ran.err
    assert no_door.well("list", "--json").data == []


def test_import_names_the_post_that_says_who_begins(no_door: Door) -> None:
    talk = "--- Jack ---\nJack starts.\n--- Tom ---\nHi Jack.\n"
    ran = no_door("import", "-", "--game", "keys", "--seats", "jack,tom", "--alias", "old", stdin=talk)
    assert "post 1 suggests --option first=jack: Jack starts" in ran.err


def test_import_names_the_unclear_post_if_nothing_can_be_recorded(no_door: Door) -> None:
    talk = f"{FIELDS}\n\n--- Nina ---\nHello!\n--- Omar ---\nP: Kg z9 open\n"
    no_door("import", "-", "--alias", "old", *SEATS, stdin=talk)
    ran = no_door("import", "old", "--record")
    assert "nothing is recorded: post 2 is unclear, and no move was found in 1 post before it" in ran.err


THREADS = TESTS / "replay/importing/threads"
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
TOLD = (
    "--game", "keys", "--seats", "tenth,thirteenth", "--author", "Tomasz=tenth", "--author", "Nadia=thirteenth",
    "--option", "edges=tenth=S,thirteenth=N", "--option", f"layout={LAYOUT}", "--option", "first=tenth",
)  # fmt: skip


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first nine mails of a thread of 60."""
    text = (THREADS / "thread.mbox").read_text("utf-8")
    path = tmp_path_factory.mktemp("mails") / "thread.mbox"
    path.write_text("\nFrom ".join(text.split("\nFrom ")[:9]) + "\n", "utf-8")
    return path


@pytest.fixture(scope="module")
def with_autumn(mails: Path) -> Path:
    """A database with the mails as the draft `autumn`."""
    path = mails.parent / "bell.db"
    assert run(["--db", str(path), "import", str(mails), *TOLD, "--alias", "autumn"]) == 1
    return path


@pytest.fixture
def autumn(with_autumn: Path, no_door: Door) -> Door:
    """The command line with the draft `autumn`."""
    copied(with_autumn, no_door.db)
    return no_door


def test_options_answer_the_questions_of_a_draft(no_door: Door, mails: Path) -> None:
    ran = no_door("import", mails, *TOLD, "--alias", "autumn")
    assert (ran.status, "post 4 (Tomasz, " in ran.out) == (1, True)
    assert not missing(ran.out, "D: ? / P: Kb b1 open (open) / M: >b1", "3 of 9 posts clear", "--read 4=MOVE")
    posts = re.findall(r"unclear: post ([0-9]+) ", ran.err)
    assert {"4", "8"} <= set(posts)
    assert len(set(posts)) == len(posts)
    answer = "4=D: ? / P: Kb b1 open (open) / M: >b1"
    ran = no_door("import", "autumn", "--read", answer, "--chat", "5", "--json")
    assert ran.status == 1
    told = json.loads(ran.out)
    assert (told["passed"], told["open"]["post"], told["moves"]) == (7, 8, 3)
    ran = no_door("import", "autumn", "--undo", "--json")
    assert json.loads(ran.out)["open"]["post"] == 5


def test_keys_answer_and_undo_questions_at_the_terminal(autumn: Door) -> None:
    """Enter repeats the question, `y` takes the likely reading, a number another, `=` a line; `q` loses nothing."""
    ran = autumn(
        "import", "autumn", "--ask", stdin="y\nh\nb\n? b1\n\ny\n1\nu\n1\n=\n= P: Ky b2 open (dalek) / M: stay\nq\n"
    )
    assert (ran.status, "post 4 (Tomasz): 3 moves" in ran.out) == (1, True)
    assert "post 5 (Nadia): 3 moves" in ran.out
    assert [ran.out.count(f"== post {number} (") for number in (4, 8)] == [2, 2], "Enter and u repeat a question"
    assert "accept the likely reading" in ran.out
    assert "GRID, north at the top" in ran.out
    assert '"=" is not a possible answer' in ran.err
    assert "at post 9" in ran.out
    assert json.loads(autumn("import", "autumn", "--json").out)["answered"] == 3


def test_an_answer_is_replaced_after_going_back(autumn: Door) -> None:
    ran = autumn("import", "autumn", "--ask", stdin="y\n1\ng 4\n= D: ? / P: Kb b1 open (open) / M: stay\ng 4\ny\nq\n")
    assert ran.out.count("post 4 (Tomasz): 3 moves") == 3
    assert "Tenth stays outside" in ran.out.rpartition("post 4 (Tomasz, ")[2]


def test_moves_of_a_post_read_as_chat_are_added_and_replaced(few: Door, tmp_path: Path) -> None:
    thread = tmp_path / "short.txt"
    thread.write_text("--- Tomasz, 4 March 2026 19:12 ---\nMy turn.\n--- Nadia, 4 March 2026 20:12 ---\nNice.\n")
    few("import", thread, *TOLD, "--alias", "short")
    for last in ("M: >b1", "M: stay"):
        few.well("import", "short", "--read", f"1=D: ? / P: Kb b1 open (open) / {last}")
        assert few.well("import", "short", "--json").data["moves"] == 3
    assert "2 posts (transcript) recorded, 3 moves" in few.well("import", "short", "--record").out
    few.refused("import", "short", "--read", "1=M: stay", says="is recorded in")
    assert "0 posts (transcript) recorded, 0 moves" in few.well("import", "short", "--record").out


def test_a_draft_is_recorded_and_then_deleted(autumn: Door) -> None:
    autumn("import", "autumn", "--read", "4=D: ? / P: Kb b1 open (open) / M: >b1")
    ran = autumn("import", "autumn", "--record")
    assert (ran.status, "4 posts (mail) recorded" in ran.out) == (0, True)
    assert "the audit has" in ran.out
    assert "5 posts not recorded yet, because post 5 is unclear" in ran.err
    assert "autumn" in autumn.well("list").out
    told = json.loads(autumn.well("import", "--json").out)
    assert [(one["draft"], one["posts"], one["recorded"]) for one in told] == [("autumn", 9, 4)]
    assert "9 posts, 1 answered; 4 recorded in" in autumn.well("import").out
    assert "is deleted" in autumn.well("import", "autumn", "--drop").out
    assert "no drafts" in autumn.well("import").out
    autumn.refused("import", "autumn", "--drop", says="cannot be read")


def test_import_asks_for_game_seats_and_authors_at_the_terminal(no_door: Door, mails: Path) -> None:
    told = "game=whist\n\ny\n1=keys\nfirst\nNadia=nobody\ny\nNadia=-\ny\nn\nNadia=thirteenth\ny\nq\n"
    ran = no_door("import", mails, "--alias", "autumn", "--ask", stdin=told)
    assert not missing(
        ran.err, "whist", '"first" is not an answer', "cannot be the seat of Nadia",
        "No author plays thirteenth. Continue",
    )  # fmt: skip
    assert not missing(ran.out, "edges: tenth=south, thirteenth=north", "found in post 3: who goes first? you do")
    assert (ran.status, "at post 4" in ran.out) == (1, True)


def test_typed_values_and_earlier_posts_are_kept_at_the_terminal(no_door: Door, mails: Path) -> None:
    no_door("import", mails, "--alias", "autumn", "--ask", stdin="seats=tenth\nlayout=\ny\nq\n")
    ran = no_door("import", "autumn", "--ask", stdin="seats=tenth, thirteenth\ny\nc\ng 4\n1\nq\n")
    assert "2  seats: tenth\n" in ran.out.partition("seats: tenth, thirteenth")[0]
    assert "layout: -" in ran.out
    asked = ran.out.partition("== post 5 (")[2].partition("== post 4 (")[0]
    assert not missing(asked, "was an earlier post read wrongly?", "g 4    Tomasz, chat: OK here we go.")
    assert ("post 4 (Tomasz): 3 moves" in ran.out, "at post 5" in ran.out) == (True, True)


@pytest.mark.parametrize("begins", ["--- Amy ---\n", '{"format":"cloisterbell-log 2"}\n', "[{}", "From amy\n"])
def test_a_file_that_is_too_large_is_refused_before_it_is_read(
    few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begins: str
) -> None:
    monkeypatch.setattr("replay.importing.kinds.LARGEST", 1024 * 1024)
    path, before = tmp_path / "thread", few.content()
    path.write_text(begins + "x" * 1024 * 1024)
    few.refused("import", path, says="at most 1 MiB")
    assert few.content() == before


def test_a_draft_refuses_invalid_answers(autumn: Door) -> None:
    for words, says in (
        ("--read 4", "must have the form POST.LINE=MOVE"),
        ("--read 99=M:", "Posts: 1 to 9"), ("--read 9=M:", "cannot be answered yet"),
        ("--read 4.88=M:", "has no line 88"), ("--chat x", "Posts: 1 to 9"), ("--undo", "no answer can be undone"),
        ("--record", "no move was found"), ("--seats one", "needs 2 to 4 seats"),
    ):  # fmt: skip
        autumn.refused("import", "autumn", *words.split(), says=says)
    autumn.refused("import", f"{THREADS}/../keys-list.mbox", "--alias", "autumn", says="a different thread")


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [name if name.startswith("keys") else pytest.param(name, marks=pytest.mark.long) for name in WALKED]
)
def test_typed_answers_import_a_whole_thread(few: Door, name: str) -> None:
    done, told = walked(name), WALKED[name]
    fields = {"game": told["header"]["game"], "seats": told["header"]["seats"]}
    options = [f"--option={key}={value}" for key, value in told["header"].items() if key not in fields]
    people = [f"--author={author}={seat}" for author, seat in told["people"].items()]
    keys = "".join(f"{text}\n" for _, text in done.typed)
    arguments = (f"--game={fields['game']}", f"--seats={fields['seats']}", *people, *options)
    hints = suggest(done.work.state.archive, registry()).options[fields["game"]].keys() - told["header"].keys()
    asks = hints or len(done.work.walk.authors if done.work.walk else ()) > len(people)
    declined = "".join(f"{name}=\n" for name in hints) + ("y\n" if asks else "")
    ran = few("import", THREADS / name, *arguments, "--alias", "old", "--ask", stdin=f"{declined}{keys}y\n")
    assert ran.status == 0, ran.err
    assert not missing(ran.out, "60 of 60 posts clear", f"the audit has {len(done.findings)} finding")
