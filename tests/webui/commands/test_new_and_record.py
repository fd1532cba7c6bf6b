"""Writing a log from the command line: sessions, posts, rolls, checkpoints, and files with slips."""

import re
from contextlib import closing
from pathlib import Path

import pytest
from front_door import Door
from long_runs import LONG, some_short
from places import TESTS
from texts import missing, wrong

from events.store.accounts import Accounts
from events.store.drafts import ImportDrafts, InboxQuestion
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.chance.random_source import SeededChance
from replay.importing.samples import samples
from replay.session.session import Session

CHECKPOINT = re.compile(r"^checkpoint (?P<checkpoint>(?P<seq>[0-9]+):[0-9a-f]{32})$", re.MULTILINE)
SAMPLES = {f"{sample.game}-{sample.name}": sample for slug in registry() for sample in samples(slug)}


def checkpoint(told: str) -> str:
    found = CHECKPOINT.search(told)
    assert found is not None
    return found["checkpoint"]


def test_new_prints_the_session_and_the_next_command(no_door: Door) -> None:
    told = no_door.well(
        "new", "keys", "--seats", "nine,Ten,eleven", "--title", "A long one", "--alias", "club-17", "--host", "ten",
        "--option", "discard-unused=always", "--option", "edges=nine=N, ten=E, eleven=S", "--opens", "seats",
        "--resignation", "end",
    ).out  # fmt: skip
    assert not missing(told, "club-17", "Turn 1, ", "cloisterbell post club-17 POST.txt")
    started = no_door.log("club-17")[0]["event"]
    assert (started["seats"], started["title"], started["host"]) == (["nine", "ten", "eleven"], "A long one", "ten")
    assert (started["opens"], started["options"]["discard_unused"]) == ("seats", "always")
    assert started["options"]["edges"] == {"nine": "N", "ten": "E", "eleven": "S"}
    assert no_door.log("club-17")[1]["event"]["policy"] == "end"
    export = no_door.exported("club-17")
    assert no_door.well("verify", "-", "--checkpoint", checkpoint(told), stdin=export)


@pytest.mark.parametrize("dice", ["typed", "other:club-cup", "tower"])
def test_new_records_the_chosen_source_of_dice_and_cards(no_door: Door, dice: str) -> None:
    told = no_door.well("new", "keys", "--seats", "a,b", "--dice", dice, "--option", "first=b").out
    started = no_door.log(told.split(":")[0])[0]["event"]
    assert (started.get("dice", "tower"), started.get("cards", "tower")) == (dice, dice)
    mixed = no_door.well("new", "keys", "--seats", "a,b", "--dice", dice, "--cards", "typed", "--option", "first=b").out
    started = no_door.log(mixed.split(":")[0])[0]["event"]
    assert (started.get("dice", "tower"), started["cards"]) == (dice, "typed")


def test_new_needs_a_first_player_and_no_title(no_door: Door) -> None:
    ran = no_door("new", "keys", "--seats", "a,b", "--dice", "typed")
    assert ran.status == 2
    assert "the seat that begins is missing. Set first to a or b. For example: --option first=a" in ran.err
    assert not no_door.db.exists()
    no_door.well("new", "keys", "--seats", "a,b", "--alias", "plain")
    listed = no_door.well("list").out
    assert re.search(r"plain +keys +1 +Keys to the TARDIS, [0-9]{1,2} [A-Z][a-z]{2} [0-9]{4} ", listed)
    assert "title" not in no_door.log("plain")[0]["event"]


def next_line(door: Door, alias: str) -> tuple[str, str]:
    """A seat that is awaited, and a legal line of it, as its player would write it."""
    with closing(SqliteStore(door.db)) as store:
        session = Session.load(store, registry(), alias)
        seat = session.status.awaited[0]
        position = session.view(seat).position
        moves = session.game.rules.legal(position, seat)
        move = min(moves, key=lambda move: (getattr(move, "action", "") != "open", repr(move)))
        entries, _ = session.game.play(position, move, SeededChance(1))
        return seat, session.game.notation.write(entries, position).partition("(")[0]


@LONG
def test_import_continues_a_session_with_built_in_dice(few: Door) -> None:
    for _ in range(8):
        seat, line = next_line(few, "friday")
        before = len(few.log("friday"))
        post = f"Here I go.\n== {seat} ==\n{line}\n== end ==\n"
        told = few.well("import", "-", "--to", "friday", "--yes", stdin=f"--- {seat}, {before} ---\n{post}").out
        added = few.log("friday")[before:]
        assert added[0]["kind"] == "posted"
        assert added[0]["by"] == seat
        assert "1 post (transcript) recorded" in told
        assert checkpoint(told).startswith(f"{added[-1]['seq']}:")
        export = few.exported("friday")
        few.well("verify", "-", "--checkpoint", checkpoint(told), stdin=export)
    assert any(entry["kind"] == "revealed" for entry in few.log("friday")), "a door was opened"


def test_import_asks_before_the_first_roll(few: Door, tmp_path: Path) -> None:
    post, before = "== Tenth ==\nD:\n== end ==\n", len(few.log("friday"))
    few.refused("import", "-", "--to", "friday", says="To agree, use --yes", stdin=post)
    file = tmp_path / "post.txt"
    file.write_text(post, "utf-8")
    ran = few("import", file, "--to", "friday", "--ask", stdin="n\n")
    assert (ran.status, "roll the built-in dice" in ran.err, len(few.log("friday"))) == (2, True, before)


def test_a_post_that_breaks_a_rule_waits_in_the_inbox(few: Door) -> None:
    before = len(few.log("friday"))
    thread = "--- tenth, Monday ---\n== Tenth ==\nD:\n--- tenth, Tuesday ---\n== Tenth ==\nD:\nM: stay\n"
    later = "--- twelfth, Wednesday ---\nNice!\n"
    ran = few("import", "-", "--to", "friday", "--yes", stdin=thread + later)
    assert (ran.status, "KEY-TRN-02" in ran.err or "KEY" in ran.out) == (1, True)
    kinds = [entry["kind"] for entry in few.log("friday")[before:]]
    assert (kinds[0], kinds.count("keys-draw-card")) == ("posted", 1)
    told = few("import", "friday", "--json").data
    (session,) = (row["session"] for row in few.well("list", "--json").data if row["alias"] == "friday")
    assert (told["session"], told["passed"], told["open"]["post"]) == (session, 1, 2)
    with closing(Accounts(few.db)) as accounts:
        assert ImportDrafts(accounts).questions() == {session: ("friday", InboxQuestion(session, 2, "tenth"))}
    ran = few("import", "friday", "--chat", "2")
    assert ran.status == 0, ran
    with closing(Accounts(few.db)) as accounts:
        assert ImportDrafts(accounts).questions() == {}
    assert [entry["event"]["author"] for entry in few.log("friday") if entry["kind"] == "posted"] == [
        "tenth", "tenth", "twelfth",
    ]  # fmt: skip


def test_import_checks_without_writing_and_hides_a_drawn_card(few: Door) -> None:
    written = few.content()
    told = few.well("import", "-", "--to", "friday", "--check", stdin="== Tenth ==\nD:\n== end ==\n").out
    assert told.endswith("1 line read; nothing was saved\n")
    ran = few("import", "-", "--to", "friday", "--check", stdin="== Twelfth ==\nD:\n== end ==\n")
    assert (ran.status, "illegal " in ran.out) == (1, True)
    assert few.content() == written
    few.well("import", "-", "--to", "friday", "--yes", stdin="== Tenth ==\nD:\n== end ==\n")
    drawn = [entry for entry in few.log("friday") if entry["kind"] == "drawn"][-1]
    assert drawn["event"]["cards"] == ["?"]


@pytest.mark.parametrize(
    "alias",
    some_short(
        (alias for alias, sample in SAMPLES.items() if not sample.is_export), lambda alias: alias == "keys-mistakes"
    ),
)
def test_import_records_a_whole_transcript(no_door: Door, tmp_path: Path, alias: str) -> None:
    file = tmp_path / "session.txt"
    file.write_text(SAMPLES[alias].text, encoding="utf-8")
    checked = no_door.well("import", file, "--check").out
    assert checked.endswith(" lines read; nothing was saved\n")
    assert not no_door.db.exists()
    told = no_door.well("import", file, "--alias", "whole").out
    assert "(whole): " in told
    assert len([line for line in told.splitlines() if not line.startswith("note: rules version 1")]) == 3
    lines = no_door.log("whole")
    assert checkpoint(told).startswith(f"{len(lines)}:")
    no_door.refused("import", file, says="already recorded in session whole")
    no_door.well("import", file, "--alias", "again")
    twice = no_door.well("list", "--json").data
    assert len({each["session"] for each in twice}) == 2


def test_import_names_an_older_rules_version(no_door: Door) -> None:
    text = SAMPLES["ccg-rulebook-damage"].text
    told = no_door.well("import", "-", "--alias", "old", stdin=text).out
    assert "note: rules version 1 decides this session, because the file has no `rules: 2`" in told
    told = no_door.well("import", "-", "--alias", "new", stdin=f"rules: 2\n{text}").out
    assert "rules version" not in told


def test_importing_in_parts_gives_the_same_session_as_at_once(no_door: Door, tmp_path: Path) -> None:
    sample = SAMPLES["keys-two-player"]
    at = sample.text.index("--- Piotr, ")
    no_door.well("import", "-", "--alias", "slow", stdin=sample.text[:at])
    parts = [part for part in re.split(r"(?m)^(?=--- )", sample.text[at:]) if part]
    assert len(parts) > 10
    for part in parts:
        no_door.well("import", "-", "--to", "slow", stdin=part)
    no_door.well("import", "-", "--alias", "whole", stdin=sample.text)
    slow, whole = (no_door.well("show", alias, "--format", "json").data for alias in ("slow", "whole"))
    assert (slow, no_door.well("audit", "slow").status) == (whole, 0)


def test_a_transcript_with_built_in_dice_is_played(no_door: Door) -> None:
    text = "game: keys\nseats: tenth, twelfth\nfirst: tenth\ndice: tower\ncards: tower\n\n"
    post = "--- Maud ---\n== T1 Tenth ==\nD:\n== end ==\n"
    no_door.refused("import", "-", "--check", says="cannot use the dice roller of this server", stdin=text + post)
    assert not no_door.db.exists()
    told = no_door.well("import", "-", "--alias", "strict", stdin=text + post).out
    assert "(strict): Turn 1, round 1: Tenth to play" in told
    ran = no_door("import", "-", "--alias", "other", stdin=text + post.replace("D:", "D:\nD:"))
    assert (ran.status, "KEY-TRN-02" in ran.out) == (1, True)


def test_prose_in_a_running_session_waits_for_an_answer(no_door: Door) -> None:
    begun = (
        "game: keys\nseats: tenth, twelfth\nedges: tenth=S, twelfth=N\nfirst: tenth\n"
        "layout: grrgbbb/rybbygg/gyrbgyr/rgy.yby/rbgbbgg/yrbrbyy/rgrygyr\ndice: typed\ncards: typed\n\n"
        "--- tenth, Monday ---\n== T1 Tenth ==\nD: ?\nP: Kr c1 open (open)\nM: >c1\n== end ==\n"
    )
    prose = "--- twelfth, Tuesday ---\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
    no_door.well("import", "-", "--alias", "typed", stdin=begun)
    before = no_door.content()
    ran = no_door("import", "-", "--to", "typed", "--check", "--json", stdin=prose)
    assert (ran.status, no_door.content() == before) == (1, True)
    reading = "D: ? / P: Kg d7 open (open) / M: stay"
    assert ran.data["open"]["lines"][0]["choices"][0] == reading
    ran = no_door("import", "-", "--to", "typed", stdin=prose)
    assert (ran.status, reading in ran.out) == (1, True)
    assert no_door("import", "typed", "--read", f"1={reading}", "--json").data["moves"] == 3
    assert [entry["by"] for entry in no_door.log("typed") if entry["kind"] == "posted"] == ["tenth", "twelfth"]


HEAD = (
    "game: keys\nseats: tenth, thirteenth\nedges: tenth=S, thirteenth=N\nfirst: tenth\n"
    "layout: rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby\n"
)
PLAY = (
    "== T1 tenth ==\nD: ?\nP: Kb b1 open (open)\nM: >b1\n== end ==\n"
    "== T2 thirteenth ==\nD: ?\nP: nothing\nM: 9>9\n== end ==\n"
)


def test_audit_reports_the_unclear_lines_of_a_file(few: Door) -> None:
    ran = few("audit", "-", stdin=f"{HEAD}\n{PLAY}")
    assert (ran.status, "Audit of" in ran.out) == (2, True)
    assert not missing(ran.out, "line 14 is unclear", "   14  P: nothing", "   15  M: 9>9")
    assert "line 14 is unclear" in ran.err
    ran = few("audit", "-", "--json", stdin=f"{HEAD}fancy: 3\n\n{PLAY}")
    assert (ran.status, ran.err) == (2, "")
    assert [line["number"] for line in ran.data["unread"]] == [6, 15, 16]
    assert ("fancy" in ran.data["unread"][0]["why"], ran.data["game"]) == (True, "keys")
    assert "line 6 of the header" in ran.data["unchecked"][-1]
    ran = few("audit", "-", stdin=f"{HEAD}fancy: 3\n\n{PLAY.partition('== T2')[0]}")
    assert (ran.status, "line 6 of the header" in ran.out) == (2, True)


@pytest.mark.parametrize("name", ["keys-prose-thread.txt", "thread.mbox", "ccg-discord.json"])
def test_audit_of_a_thread_recommends_the_import_command(few: Door, name: str) -> None:
    few.refused("audit", TESTS / "replay/importing/threads" / name, says="Use `cloisterbell import")


@pytest.mark.parametrize(("text", "says"), [
    ("", "the file is empty"), ("hello\n", "header"), ("game: whist\nseats: a, b\n\n", "whist"),
    ("game: keys\nseats: one\n\n", "needs 2 to 4 seats"), (b"\xff\xfe\x00", "UTF-8"), ("\x00\x01", ""),
])  # fmt: skip
def test_audit_refuses_a_text_without_a_valid_header(few: Door, text: str | bytes, says: str) -> None:
    ran = few("audit", "-", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    assert not wrong(ran.err, says, absent=["Traceback"])
