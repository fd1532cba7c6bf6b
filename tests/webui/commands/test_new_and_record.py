"""Writing a log from the command line: sessions, posts, rolls, witnesses, and files with slips."""

import re
from contextlib import closing
from pathlib import Path

import pytest
from front_door import Door
from long_runs import LONG, some_short
from places import TESTS
from texts import missing, wrong

from events.store.sqlite import SqliteStore
from projections.shelf import shelf
from replay.chance.fate import SeededChance
from replay.posts.samples import samples
from replay.session.session import Session

WITNESS = re.compile(r"^(?:head|witness) (?P<witness>(?P<seq>[0-9]+):[0-9a-f]{32})$", re.MULTILINE)
SAMPLES = {f"{sample.game}-{sample.name}": sample for slug in shelf() for sample in samples(slug)}
SHORT = {f"{game}-mistakes" for game in shelf()}
"""What of each game is recorded every time; all of it is where `demo` is tried."""


def witness(told: str) -> str:
    found = WITNESS.search(told)
    assert found is not None
    return found["witness"]


def test_new_says_what_it_began_and_how_to_go_on(no_door: Door) -> None:
    told = no_door.well(
        "new", "keys", "--seats", "nine,Ten,eleven", "--title", "A long one", "--alias", "club-17", "--host", "ten",
        "--option", "discard-unused=always", "--option", "edges=nine=N, ten=E, eleven=S", "--opens", "seats",
    ).out  # fmt: skip
    assert not missing(told, "club-17", "Turn 1, ", "cloisterbell record POST.txt --to club-17")
    started = no_door.log("club-17")[0]["fact"]
    assert (started["seats"], started["title"], started["host"]) == (["nine", "ten", "eleven"], "A long one", "ten")
    assert (started["opens"], started["options"]["discard_unused"]) == ("seats", "always")
    assert started["options"]["edges"] == {"nine": "N", "ten": "E", "eleven": "S"}
    export = no_door.exported("club-17")
    assert no_door.well("verify", "-", "--witness", witness(told), stdin=export)


@pytest.mark.parametrize("dice", ["typed", "other:club-cup", "tower"])
def test_whose_dice_a_new_session_has(no_door: Door, dice: str) -> None:
    told = no_door.well("new", "keys", "--seats", "a,b", "--dice", dice, "--option", "first=b").out
    started = no_door.log(told.split(":")[0])[0]["fact"]
    assert (started.get("dice", "tower"), started.get("cards", "tower")) == (dice, dice)
    mixed = no_door.well("new", "keys", "--seats", "a,b", "--dice", dice, "--cards", "typed", "--option", "first=b").out
    started = no_door.log(mixed.split(":")[0])[0]["fact"]
    assert (started.get("dice", "tower"), started["cards"]) == (dice, "typed")


def test_new_needs_a_first_player_and_no_title(no_door: Door) -> None:
    ran = no_door("new", "keys", "--seats", "a,b", "--dice", "typed")
    assert ran.status == 2
    assert "nobody has said who begins: first = a or b" in ran.err
    assert not no_door.db.exists()
    no_door.well("new", "keys", "--seats", "a,b", "--alias", "plain")
    assert re.search(r"plain +keys +Keys to the TARDIS, [0-9]{1,2} [A-Z][a-z]{2} [0-9]{4} ", no_door.well("list").out)
    assert "title" not in no_door.log("plain")[0]["fact"]


def next_line(door: Door, alias: str) -> tuple[str, str]:
    """A seat that is awaited, and a legal line of it, as its player would write it."""
    with closing(SqliteStore(door.db)) as store:
        session = Session.load(store, shelf(), alias)
        seat = session.status.awaited[0]
        position = session.view(seat).position
        moves = session.game.rules.legal(position, seat)
        move = min(moves, key=lambda move: (getattr(move, "action", "") != "open", repr(move)))
        entries, _ = session.game.play(position, move, SeededChance(1))
        return seat, session.game.notation.write(entries, position).partition("(")[0]


@LONG
def test_record_goes_on_with_a_session_of_the_tower(friday: Door) -> None:
    for _ in range(8):
        seat, line = next_line(friday, "friday")
        before = len(friday.log("friday"))
        told = friday.well("record", "-", "--to", "friday", stdin=f"Here I go.\n== {seat} ==\n{line}\n== end ==\n").out
        added = friday.log("friday")[before:]
        assert added[0]["kind"] == "posted"
        head, *followed = added[1:]
        assert f"  ok    {line}  ({head['address']})\n" in told
        for entry in followed:
            assert f"> {entry['told']}\n" in told
        assert witness(told).startswith(f"{added[-1]['seq']}:")
        export = friday.exported("friday")
        friday.well("verify", "-", "--witness", witness(told), stdin=export)
    assert any(entry["kind"] == "revealed" for entry in friday.log("friday")), "a door was opened"


def test_what_stands_before_a_refused_line_is_in_the_log(friday: Door) -> None:
    before = len(friday.log("friday"))
    ran = friday("record", "-", "--to", "friday", stdin="== Tenth ==\nD:\nD:\nM: stay\n== end ==\n")
    assert (ran.status, "fix " in ran.out) == (2, True)
    assert "KEY-TRN-02" in ran.out
    assert ran.err == "cloisterbell: line 3 does not stand; what stands before it is in the log\n"
    kinds = [entry["kind"] for entry in friday.log("friday")[before:]]
    assert (kinds[0], "drawn" in kinds) == ("posted", True)
    assert len([kind for kind in kinds if kind == "keys-draw-card"]) <= 1
    assert f"witness {before + len(kinds)}:" in ran.out


def test_record_checks_without_writing_and_hides_a_drawn_card(friday: Door) -> None:
    written = friday.content()
    told = friday.well("record", "-", "--to", "friday", "--check", stdin="== Tenth ==\nD:\n== end ==\n").out
    assert told.endswith("1 line read; nothing was written\n")
    assert ">" not in told
    ran = friday("record", "-", "--to", "friday", "--check", stdin="== Twelfth ==\nD:\n== end ==\n")
    assert (ran.status, "fix " in ran.out) == (2, True)
    assert friday.content() == written
    told = friday.well("record", "-", "--to", "friday", stdin="== Tenth ==\nD:\n== end ==\n").out
    drawn = [entry for entry in friday.log("friday") if entry["kind"] == "drawn"][-1]
    assert drawn["fact"]["cards"] == ["?"]
    assert f"> {drawn['told']}\n" in told


@pytest.mark.parametrize(
    "alias",
    some_short((alias for alias, sample in SAMPLES.items() if not sample.is_export), lambda alias: alias in SHORT),
)
def test_record_reads_a_whole_transcript(no_door: Door, tmp_path: Path, alias: str) -> None:
    file = tmp_path / "session.txt"
    file.write_text(SAMPLES[alias].text, encoding="utf-8")
    checked = no_door.well("record", file, "--check").out
    assert checked.endswith(" lines read; nothing was written\n")
    assert not no_door.db.exists()
    told = no_door.well("record", file, "--alias", "whole").out
    assert "(whole): " in told
    assert len(told.splitlines()) == 2
    lines = no_door.log("whole")
    assert witness(told).startswith(f"{len(lines)}:")
    assert len(no_door.well("record", file, "-v").out.splitlines()) == 2 + len(checked.splitlines()) - 1
    twice = no_door.well("list", "--json").data
    assert len({each["session"] for each in twice}) == 2


def test_a_typed_session_goes_on_as_it_stood(no_door: Door, tmp_path: Path) -> None:
    sample = SAMPLES["keys-two-player"]
    at = sample.text.index("--- Piotr, ")
    no_door.well("record", "-", "--alias", "slow", stdin=sample.text[:at])
    parts = [part for part in re.split(r"(?m)^(?=--- )", sample.text[at:]) if part]
    assert len(parts) > 10
    for part in parts:
        no_door.well("record", "-", "--to", "slow", stdin=part)
    no_door.well("record", "-", "--alias", "whole", stdin=sample.text)
    slow, whole = (no_door.well("show", alias, "--format", "json").data for alias in ("slow", "whole"))
    assert (slow, no_door.well("audit", "slow").status) == (whole, 0)


def test_a_transcript_of_the_tower_is_played(no_door: Door) -> None:
    text = "game: keys\nseats: tenth, twelfth\nfirst: tenth\ndice: tower\ncards: tower\n\n"
    post = "--- Maud ---\n== T1 Tenth ==\nD:\n== end ==\n"
    assert "is read when the tower has dealt" in no_door.well("record", "-", "--check", stdin=text + post).out
    assert not no_door.db.exists()
    told = no_door.well("record", "-", "--alias", "strict", stdin=text + post).out
    assert "(strict): Turn 1, round 1: Tenth to play" in told
    ran = no_door("record", "-", stdin=text + post.replace("D:", "D:\nD:"))
    assert (ran.status, "what stands before it is in the log" in ran.err) == (2, True)


def test_prose_that_nobody_confirmed_is_a_draft_and_the_exit_status_tells(no_door: Door) -> None:
    begun = (
        "game: keys\nseats: tenth, twelfth\nedges: tenth=S, twelfth=N\nfirst: tenth\n"
        "layout: grrgbbb/rybbygg/gyrbgyr/rgy.yby/rbgbbgg/yrbrbyy/rgrygyr\ndice: typed\ncards: typed\n\n"
        "--- tenth, Monday ---\n== T1 Tenth ==\nD: ?\nP: Kr c1 open (open)\nM: >c1\n== end ==\n"
    )
    prose = "--- twelfth, Tuesday ---\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
    no_door.well("record", "-", "--alias", "typed", stdin=begun)
    for more in (("--check",), ()):
        ran = no_door("record", "-", "--to", "typed", *more, stdin=prose)
        assert ran.status == 1
        assert "no move was read; it may mean D: ? / P: Kg d7 open (open) / M: stay" in ran.err
        assert "twelfth or the moderator may say so (correct --chat)" in ran.err
    mail = "From - Mon\nFrom: Twelfth <t@example.org>\nDate: Tue, 3 Mar 2026 10:00:00 +0000\nMessage-ID: <1@x>\n"
    mail += "Subject: turn 2\n\nI drew a card. The blue key is for e7, a plain door. I stay outside.\n"
    ran = no_door("archive", "-", "--to", "typed", "--author", "Twelfth=twelfth", "--json", stdin=mail)
    assert (ran.status, [draft["seat"] for draft in ran.data["drafts"]]) == (1, ["twelfth"])
    seq = ran.data["drafts"][0]["seq"]
    assert "P: Kb e7 open" in no_door.well("correct", "typed", "--chat", f"{seq}.1").out


HEAD = (
    "game: keys\nseats: tenth, thirteenth\nedges: tenth=S, thirteenth=N\nfirst: tenth\n"
    "layout: rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby\n"
)
PLAY = (
    "== T1 tenth ==\nD: ?\nP: Kb b1 open (open)\nM: >b1\n== end ==\n"
    "== T2 thirteenth ==\nD: ?\nP: nothing\nM: 9>9\n== end ==\n"
)


def test_audit_reports_the_slips_of_a_file(few: Door) -> None:
    ran = few("audit", "-", stdin=f"{HEAD}\n{PLAY}")
    assert (ran.status, "Audit of" in ran.out) == (2, True)
    assert not missing(ran.out, "line 14 stopped the recording", "   14  P: nothing", "   15  M: 9>9")
    assert "line 14 stopped the recording" in ran.err
    ran = few("audit", "-", "--json", stdin=f"{HEAD}fancy: 3\n\n{PLAY}")
    assert (ran.status, ran.err) == (2, "")
    assert [line["number"] for line in ran.data["unread"]] == [6, 15, 16]
    assert ("fancy" in ran.data["unread"][0]["why"], ran.data["game"]) == (True, "keys")
    assert "line 6 of the header" in ran.data["unchecked"][-1]
    ran = few("audit", "-", stdin=f"{HEAD}fancy: 3\n\n{PLAY.partition('== T2')[0]}")
    assert (ran.status, "line 6 of the header" in ran.out) == (2, True)


@pytest.mark.parametrize("command", ["audit", "record"])
@pytest.mark.parametrize("name", ["keys-prose-thread.txt", "thread.mbox", "ccg-discord.json"])
def test_an_old_thread_is_told_as_one(few: Door, command: str, name: str) -> None:
    few.refused(command, TESTS / "replay/importing/threads" / name, says="`cloisterbell desk NAME FILE` reads it")


def test_a_part_is_kept_where_that_is_wanted(few: Door) -> None:
    few.refused(
        "record", "-", stdin=f"{HEAD}\n{PLAY}", says="line 14 does not read; nothing was written; 1 line behind"
    )
    ran = few("record", "-", "--partial", "--alias", "part", stdin=f"{HEAD}\n{PLAY}")
    assert (ran.status, "what stands before it is in the log" in ran.err) == (2, True)
    assert "Thirteenth" in few.well("show", "part").out
    again = few(
        "record", "-", "--to", "part", "--partial",
        stdin="== T2 thirteenth ==\nP: Kr a7 open (open)\nM: 9>9\n== end ==\n",
    )  # fmt: skip
    assert again.status == 2
    assert "red Key" in few.well("log", "part").out


@pytest.mark.parametrize(("text", "says"), [
    ("", "the file is empty"), ("hello\n", "header"), ("game: whist\nseats: a, b\n\n", "whist"),
    ("game: keys\nseats: one\n\n", "takes 2 to 4 seats"), (b"\xff\xfe\x00", "UTF-8"), ("\x00\x01", ""),
])  # fmt: skip
def test_what_begins_nothing_is_refused(few: Door, text: str | bytes, says: str) -> None:
    ran = few("audit", "-", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert not wrong(ran.err, says, absent=["Traceback"])
