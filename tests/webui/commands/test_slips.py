"""Files that do not read to their end: `audit` tells what could be recorded, `record --partial` keeps it."""

import json

import pytest
from front_door import Door
from places import TESTS
from texts import missing

HEAD = (
    "game: keys\nseats: tenth, thirteenth\nedges: tenth=S, thirteenth=N\nfirst: tenth\n"
    "layout: rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby\n"
)
PLAY = (
    "== T1 tenth ==\nD: ?\nP: Kb b1 open (open)\nM: >b1\n== end ==\n"
    "== T2 thirteenth ==\nD: ?\nP: nothing\nM: 9>9\n== end ==\n"
)


def test_the_audit_of_a_file_tells_all_that_it_could(few: Door) -> None:
    ran = few("audit", "-", stdin=f"{HEAD}\n{PLAY}")
    assert (ran.status, "Audit of" in ran.out) == (2, True)
    assert not missing(ran.out, "line 14, which stopped the recording", "   14  ask   P: nothing")
    assert "   15  ask   M: 9>9" in ran.out
    assert "line 14 stopped the recording" in ran.err


def test_as_data_it_is_whole_on_stdout(few: Door) -> None:
    ran = few("audit", "-", "--json", stdin=f"{HEAD}fancy: 3\n\n{PLAY}")
    assert (ran.status, ran.err) == (2, "")
    told = json.loads(ran.out)
    assert told["stopped"]["number"] == 15
    assert [line["status"] for line in told["rest"]] == ["ask"]
    assert (len(told["slips"]), "fancy" in told["slips"][0], told["game"]) == (1, True, "keys")


def test_a_header_alone_may_be_at_fault(few: Door) -> None:
    ran = few("audit", "-", stdin=f"{HEAD}fancy: 3\n\n{PLAY.partition('== T2')[0]}")
    assert (ran.status, "line 6 of the header, which was left out" in ran.out) == (2, True)
    assert "    6  header  line 6" in ran.out


@pytest.mark.parametrize("command", ["audit", "record"])
@pytest.mark.parametrize("name", ["keys-prose-thread.txt", "thread.mbox", "ccg-discord.json"])
def test_an_old_thread_is_told_as_one(few: Door, command: str, name: str) -> None:
    few.refused(command, TESTS / "replay/archives/threads" / name, says="`cloisterbell desk NAME FILE` reads it")


def test_a_part_is_kept_where_that_is_wanted(few: Door) -> None:
    few.refused(
        "record", "-", stdin=f"{HEAD}\n{PLAY}", says="line 14 does not read; nothing was written; 1 line behind"
    )
    ran = few("record", "-", "--partial", "--alias", "part", stdin=f"{HEAD}\n{PLAY}")
    assert (ran.status, "what stands before it is in the log" in ran.err) == (2, True)
    assert "Thirteenth" in few.well("show", "part").out
    again = few(
        "record",
        "-",
        "--to",
        "part",
        "--partial",
        stdin="== T2 thirteenth ==\nP: Kr a7 open (open)\nM: 9>9\n== end ==\n",
    )
    assert again.status == 2
    assert "red Key" in few.well("log", "part").out


@pytest.mark.parametrize(("text", "says"), [
    ("", "game"), ("hello\n", "header"), ("game: whist\nseats: a, b\n\n", "whist"),
    ("game: keys\nseats: one\n\n", "takes 2 to 4 seats"), (b"\xff\xfe\x00", "UTF-8"), ("\x00\x01", ""),
])  # fmt: skip
def test_what_begins_nothing_is_refused(few: Door, text: str | bytes, says: str) -> None:
    ran = few("audit", "-", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err
    assert "Traceback" not in ran.err
