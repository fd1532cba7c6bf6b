"""The command line: every command does what its help says."""

import json
import re
import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from bare_rules import bare_rules
from front_door import Door, copied
from imported import record_text
from logs import append
from long_runs import LONG
from offline_pages import OfflinePage
from pocket import faults_of
from recordings import RECORDED, SAMPLES
from rich.cells import cell_len
from texts import missing, wrong

import projections
import webui.commands
from events.events import Move
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.corrections.ruling import dispute, rule
from replay.importing.samples import samples
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui.cli import COMMANDS, Listed, run
from webui.commands import export
from webui.commands.arguments import write_file
from webui.commands.output import table_lines

UNWON = ("daleks-observer",)
"""Over without a winner: lost by all."""


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """In an empty folder, where `demo` records a single sample; the environment is to be changed by tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CLOISTERBELL_DB", raising=False)
    monkeypatch.setattr("webui.commands.serve.samples", lambda slug: list(samples(slug))[:1] if slug == "keys" else [])
    return monkeypatch


def test_demo_uses_a_database_of_its_own(demo: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--no-serve"]) == 0
    told = capsys.readouterr().out
    assert [path.name for path in Path().glob("*.db")] == ["cloisterbell-demo.db"]
    assert "cloisterbell serve" in told
    assert run(re.findall(r"cloisterbell (audit \S+ --db \S+)", told)[0].split()) in (0, 1)
    assert run(["new", "keys", "--seats", "a,b"]) == 0
    assert sorted(path.name for path in Path().glob("*.db")) == ["cloisterbell-demo.db", "cloisterbell.db"]
    demo.setenv("CLOISTERBELL_DB", str(Path("mine.db").resolve()))
    assert run(["demo", "--no-serve", "--db", "mine.db"]) == 0
    told = capsys.readouterr().out
    assert ("in another database" in told, "`cloisterbell serve` uses this database too" in told) == (False, True)


def test_demo_follows_a_folder_of_posts(demo: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert demo is not None
    assert run(["demo", "--no-serve", "--follow", "posts"]) == 0
    assert "Session g40 follows posts: 25 posts recorded, 62 moves" in capsys.readouterr().out
    assert len(list(Path("posts").glob("*-cloister-bell.txt"))) == 1
    assert run(["sync", "g40", "--db", "cloisterbell-demo.db"]) == 0
    assert run(["demo", "--no-serve", "--follow", "others", "--db", "cloisterbell-demo.db"]) == 2
    assert "a session g40 exists already" in capsys.readouterr().err
    assert not Path("others").exists()


def test_demo_does_not_add_samples_to_other_sessions(
    demo: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    demo.setenv("CLOISTERBELL_DB", "club.db")
    assert run(["new", "keys", "--seats", "a,b"]) == 0
    before = Path("club.db").read_bytes()
    assert run(["demo", "--no-serve"]) == 0
    assert "The samples are in cloisterbell-demo.db. To start your own sessions, in another" in capsys.readouterr().out
    for named in (["demo", "--no-serve", "--db", "club.db"], ["--db", "club.db", "demo", "--no-serve"]):
        assert run(named) == 2
        assert "club.db contains sessions that are not samples" in capsys.readouterr().err
    assert Path("club.db").read_bytes() == before
    assert run(["demo", "--no-serve", "--db", "postgresql://127.0.0.1:1/none"]) == 2
    assert "cannot be stored on a server" in capsys.readouterr().err
    assert run(["new", "keys", "--seats", "a,b", "--db", "cloisterbell-demo.db"]) == 0
    assert run(["demo", "--no-serve"]) == 0, "a session among the samples does not matter"


def test_a_seat_sees_only_its_own_hand(few: Door) -> None:
    for typed in ("Tenth", " TENTH ", "tenth"):
        assert few("show", "friday", "--as", typed).status == 0
    assert few.well("show", "friday", "--format", "json").data["hands"] == {"tenth": ["?"] * 3, "twelfth": ["?"] * 3}
    drawn = [line["event"]["cards"] for line in few.log("friday") if line["kind"] == "drawn"]
    assert drawn == [["?"] * 3, ["?"] * 3]
    hands = few("show", "friday", "--format", "json", "--as", "tenth").data["hands"]
    assert "?" not in hands["tenth"]
    assert hands["twelfth"] == ["?"] * 3
    everybody = few("show", "friday", "--format", "json", "--as", "moderator").data["hands"]
    assert "?" not in [*everybody["tenth"], *everybody["twelfth"]]


@LONG
def test_demo_finds_the_planted_mistakes(no_door: Door) -> None:
    first = no_door.well("demo", "--no-serve").out
    for alias, sample in SAMPLES.items():
        assert alias in first
        for finding in sample.notes.findings:
            assert f"planted: {finding.level} {finding.rule} at {finding.address}" in first
    assert first.count("as planted") == len(SAMPLES)
    written = no_door.content()
    again = no_door.well("demo", "--no-serve").out
    assert "Recorded before: " in again
    assert (again.count("as planted"), no_door.content()) == (len(SAMPLES), written)


@pytest.mark.long
def test_demo_exits_with_1_if_a_sample_is_not_as_noted(door: Door) -> None:
    """Two sessions have each other's alias."""
    alias = next(alias for alias, sample in RECORDED.items() if sample.notes.findings)
    other = next(name for name in RECORDED if name != alias)
    with closing(sqlite3.connect(door.db, isolation_level=None)) as connection:
        for old, new in ((alias, "between"), (other, alias), ("between", other)):
            connection.execute("update sessions set alias = ? where alias = ?", (new, old))
    ran = door("demo", "--no-serve")
    assert ran.status == 1
    assert not missing(ran.out, "differs: ", "DIFFERS")


def test_list_shows_the_state_of_each_session(few: Door) -> None:
    listed = {each["alias"]: each for each in few.well("list", "--json").data}
    assert listed.keys() == {*RECORDED, "friday"}
    assert (listed["friday"]["awaited"], listed["friday"]["over"]) == (["tenth"], False)
    for alias, sample in RECORDED.items():
        assert listed[alias]["over"] == (bool(sample.notes.winners) or alias in UNWON)
        assert tuple((listed[alias]["outcome"] or {"winners": ()})["winners"]) == sample.notes.winners
        assert listed[alias]["turn"] == sample.notes.turns
    told = few.well("list").out
    assert all(each["session"] in told and each["standing"] in told for each in listed.values())


def test_list_shows_an_empty_database_and_open_disputes(no_door: Door) -> None:
    SqliteStore(no_door.db).close()
    assert (no_door.well("list", "--json").data, no_door.well("list").out) == ([], "no sessions\n")
    text = next(sample.text for sample in samples("keys") if sample.name == "two-player")
    with closing(SqliteStore(no_door.db)) as store:
        sessions = [Session.load(store, registry(), record_text(store, registry(), text).session) for _ in range(2)]
        seat, other = sessions[0].started.seats
        line = next(entry.seq for entry in sessions[0].table.entries if isinstance(entry.event, Move))
        dispute(sessions[0], line, "that door was shut", by=seat)
        asked = dispute(sessions[0], line, "and nobody saw it", by=other, private=True)
    told = no_door.well("list", "--disputes").out
    assert not wrong(told, "that door was shut", "shown only to the judge until the ruling", absent=["nobody saw it"])
    (found,) = no_door.well("list", "--disputes", "--json").data
    assert (found["session"], [one["line"] for one in found["disputes"]]) == (sessions[0].row.session, [line, line])
    assert no_door.well("list").out.count("waits for the moderator") == 2
    with closing(SqliteStore(no_door.db)) as store:
        session = Session.load(store, registry(), found["session"])
        group = Timeline(session.row, session.table).group_at(line)
        for settles in (asked - 1, asked):
            rule(session, group, "stand", "it was open", by="moderator", settles=settles)
    assert no_door.well("list", "--disputes").out == "no open disputes\n"


def test_show_prints_text_svg_and_json(door: Door) -> None:
    words = door.well("show", "keys-two-player").out
    assert words.startswith("Two Doctors, one rainy November, entry ")
    assert "Tenth won" in words
    assert door.well("show", "keys-two-player", "--at", "1.2").out != words
    shown = [door.well("show", "keys-two-player", "--at", at).out for at in ("#20", "20")]
    assert shown[0] == shown[1]
    picture = ET.fromstring(door.well("show", "keys-two-player", "--format", "svg", "--at", "7.1").out)
    assert picture.tag.endswith("svg")
    assert door.well("show", "keys-two-player", "--format", "json").data["winner"] == "tenth"


@pytest.mark.parametrize("viewer", ["moderator", "tenth"])
@pytest.mark.parametrize("command", [
    "show ID", "show ID --format svg", "log ID", "log ID --json", "export ID - --format jsonl",
    "export ID - --format txt", "export ID - --format html", "audit ID",
])  # fmt: skip
def test_a_private_view_of_a_running_session_is_logged(few: Door, command: str, viewer: str) -> None:
    before = few.log("friday")
    ran = few(*command.replace("ID", "friday").split(), "--as", viewer)
    assert ran.status == 0
    seen, view = ("with all secrets", "table") if viewer == "moderator" else (f"as {viewer}", viewer)
    assert ran.err == f"cloisterbell: the log of friday now reports that the moderator viewed it {seen}\n"
    after = few.log("friday")
    assert after[: len(before)] == before
    assert [(line["kind"], line["event"]["view"]) for line in after[len(before) :]] == [("looked", view)]


@pytest.mark.parametrize("viewer", ["moderator", "tenth"])
def test_a_view_of_a_finished_session_is_not_logged(door: Door, viewer: str) -> None:
    written = door.content()
    shown = door.well("show", "keys-two-player", "--at", "3.1", "--format", "json", "--as", viewer).data
    assert set(shown["hands"]["tenth"]) != {"?"}
    public = door.well("show", "keys-two-player", "--at", "3.1", "--format", "json").data
    assert set(public["hands"]["tenth"]) == {"?"}, "a spectator did not know then"
    assert door.content() == written


def test_viewing_secrets_that_the_end_keeps_hidden_is_logged(no_door: Door) -> None:
    no_door.well("new", "keys", "--seats", "tenth,twelfth", "--alias", "quiet", "--opens", "seats")
    with closing(SqliteStore(no_door.db)) as store:
        Session.load(store, registry(), "quiet").end()
    hands = no_door.well("show", "quiet", "--as", "tenth", "--format", "json").data["hands"]
    assert hands.keys() == {"tenth", "twelfth"}
    assert "viewed it with all secrets" in no_door("show", "quiet", "--as", "moderator").err
    assert [line["kind"] for line in no_door.log("quiet")][-2:] == ["unsealed", "looked"]


def test_log_prints_every_entry(door: Door) -> None:
    told = door.well("log", "keys-four-player").out.splitlines()
    lines = door.log("keys-four-player")
    assert len(told) == len(lines) == lines[-1]["seq"]
    assert any(line["undone"] for line in lines)
    for text, line in zip(told, lines, strict=True):
        assert text.split()[0] == str(line["seq"])
        assert (text.split()[1] == "~") is line["undone"]
        assert not missing(text, line["rule"], line["address"])
    some = door.well("log", "keys-four-player", "--find", "DRAWS card").out.splitlines()
    assert 0 < len(some) < len(told)
    assert set(some) <= set(told)
    assert "nothing in the log" in door.well("log", "keys-four-player", "--find", "zebra").out


def test_audit_of_a_session_reports_the_noted_findings(door: Door) -> None:
    alias, sample = "risk-mistakes", RECORDED["risk-mistakes"]
    ran = door("audit", alias)
    assert (ran.status, "Not checked:" in ran.out) == (1, True)
    report = door("audit", alias, "--json").data
    found = [(each["address"], each["rule"], each["level"], each["seat"]) for each in report["findings"]]
    assert found == [(each.address, each.rule, each.level, each.seat) for each in sample.notes.findings]
    assert door("audit", "keys-two-player").status == 0
    assert door("audit", "keys-observer").status == 0, "doubts are no violations"


def test_audit_of_a_file_reports_the_same_findings(door: Door, tmp_path: Path) -> None:
    stored = door("audit", "keys-mistakes", "--json").data
    text = tmp_path / "mistakes.txt"
    text.write_text(RECORDED["keys-mistakes"].text, encoding="utf-8")
    exported = tmp_path / "mistakes.jsonl"
    door.well("export", "keys-mistakes", exported)
    nowhere = Door(tmp_path / "nowhere.db", door.capsys, door.monkeypatch)
    for file in (text, exported):
        ran = nowhere("audit", file, "--json")
        assert (ran.status, ran.data["findings"]) == (1, stored["findings"])
    assert nowhere("audit", "-", stdin=text.read_bytes()).status == 1
    assert not nowhere.db.exists()


@LONG
def test_audit_of_all_sessions_counts_their_violations(door: Door) -> None:
    ran = door("audit", "--all", "--json")
    assert ran.status == 1
    found = {each["name"]: each["report"]["counts"].get("violation", 0) for each in ran.data["items"]}
    noted = {alias: [finding.level for finding in sample.notes.findings] for alias, sample in RECORDED.items()}
    assert found == {alias: levels.count("violation") for alias, levels in noted.items()}
    assert door("audit", "--all", "--json", "--jobs", 2).data == ran.data, "shared among processes"
    assert ran.data["items"][0]["report"] == door("audit", ran.data["items"][0]["name"], "--json").data
    assert (ran.data["sessions"], ran.data["troubles"]) == (len(RECORDED), {})
    table = door("audit", "--all")
    assert (table.status, table.out.startswith(f"{len(RECORDED)} sessions, ")) == (1, True)


def test_an_exported_session_is_imported_unchanged(door: Door, tmp_path: Path) -> None:
    file = tmp_path / "whole.jsonl"
    assert str(file) in door.well("export", "keys-four-player", file).out
    assert door.exported("keys-four-player") == file.read_text(encoding="utf-8")
    header, *lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    other = Door(tmp_path / "other.db", door.capsys, door.monkeypatch)
    output = other.well("import", file, "--alias", "club-17").out
    assert not missing(output, header["session"], f"{len(lines)}:{lines[-1]['digest'][:32]}")
    assert other.well("show", "club-17").out == door.well("show", "keys-four-player").out
    assert other.exported("club-17") == file.read_text(encoding="utf-8")
    other.refused("import", file, says="is already on this server")
    assert Door(tmp_path / "third.db", door.capsys, door.monkeypatch).well("import", "-", stdin=file.read_bytes())


def test_verify_needs_nothing_but_the_file(door: Door, tmp_path: Path) -> None:
    file = tmp_path / "whole.jsonl"
    door.well("export", "keys-two-player", file)
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    nowhere = Door(tmp_path / "nowhere.db", door.capsys, door.monkeypatch)
    held = nowhere.well(
        "verify", file, "--checkpoint", f"40:{rows[40]['digest'][:32]}", "--checkpoint", f"7:{rows[7]['digest']}"
    )
    assert not missing(held.out, "The checkpoint of entry 40 matches.", "The checkpoint of entry 7 matches.")
    wrong = nowhere("verify", file, "--checkpoint", f"41:{rows[40]['digest'][:32]}", "--json")
    assert wrong.status == 1
    assert [(each["rule"], each["seq"]) for each in wrong.data["findings"]] == [("LOG-WITNESS", 41)]
    cut = "\n".join(json.dumps(row) for row in rows[:-3])
    assert nowhere("verify", "-", stdin=cut).status == 0, "nothing in the file tells that it was cut"
    assert nowhere("verify", "-", "--checkpoint", f"{len(rows) - 1}:{rows[-1]['digest']}", stdin=cut).status == 1
    assert not nowhere.db.exists()


def test_verify_reports_sealed_items_that_it_could_not_check(few: Door) -> None:
    report = few.well("verify", "-", "--json", stdin=few.exported("friday")).data
    assert any("sealed items that this file does not open" in item for item in report["unchecked"])


def test_games_lists_seats_and_options_of_each_game(no_door: Door) -> None:
    found = {each["game"]: each for each in no_door.well("games", "--json").data}
    assert found.keys() == registry().keys()
    told = no_door.well("games").out
    for slug, game in registry().items():
        assert found[slug]["seats"] == list(game.meta.seats)
        assert game.meta.title in told
        assert set(found[slug]["options"]) == set(game.options.__struct_fields__)
        assert all(f"option {name}: " in told for name in game.options.__struct_fields__)
        assert all(" ".join(says.split()) in " ".join(told.split()) for says in found[slug]["changes"].values())
        assert found[slug]["changes"].keys() == found[slug]["options"].keys()
        (alone,) = no_door.well("games", slug.upper(), "--json").data
        assert alone == found[slug]
        assert no_door.well("games", slug).out in told


@pytest.mark.parametrize("slug", registry())
def test_rules_lists_text_and_code_of_each_rule(no_door: Door, slug: str) -> None:
    rules = no_door.well("rules", slug, "--json").data
    assert {each["rule"]: each["says"] for each in rules} == dict(registry()[slug].meta.rulebook)
    reasons = bare_rules(slug)
    assert {each["rule"]: each["reason"] for each in rules if each["reason"]} == reasons
    assert all(each["code"] or each["reason"] for each in rules)
    in_checkout = (Path(projections.__file__).parents[1] / "pyproject.toml").is_file()
    assert any(each["tests"] for each in rules) is in_checkout
    told = no_door.well("rules", slug).out
    place = rules[0]["code"][0]
    assert f"{place['file']}:{place['line']}" in told
    assert all(each["rule"] in told for each in rules)
    assert told.count("no code: ") == len(reasons)
    options = set(re.findall(r"[a-z_]{4,}", " ".join(re.findall(r"^      option (.+)$", told, re.MULTILINE))))
    assert set(registry()[slug].options.__struct_fields__) - options <= {"layout", "territories"}
    assert not no_door.db.exists()


def test_the_docstring_of_the_package_names_every_module() -> None:
    folder = Path(webui.commands.__file__).parent
    listed = (one for some in COMMANDS.values() for one in some.values() if isinstance(one, Listed))
    others = {path.stem for path in folder.glob("*.py")} - {one.module for one in listed} - {"__init__"}
    _, is_none, named = (webui.commands.__doc__ or "").partition("- Declaration and input: ")
    assert is_none
    assert set(re.findall("`([a-z_]+)`", named)) - {"import"} == others


def test_erases_a_persons_texts_only_after_confirmation(few: Door, tmp_path: Path) -> None:
    few.well("note", "friday", "", "Ask Julie Smith")
    before = few.content()
    ran = few("people", "friday", "--words", "julie smith", stdin="n\n")
    assert (ran.status, "1 text: #" in ran.out, "nothing was erased" in ran.err) == (2, True, True)
    assert few("people", "friday", "--words", "julie smith").status == 130
    for words in (
        (), ("--words", "ab"), ("--erase", "nobody"), ("--erase", "black", "--from", "9", "--to", "2"),
        ("--erase", "black", "--name", "black=Kim"), ("--from", "0"),
    ):  # fmt: skip
        assert few("people", "friday", *words, "--yes").status == 2
    assert few.content() == before
    erased = few("people", "friday", "--words", "JULIE  smith", "--yes", "--json").data
    assert (erased["texts"], len(erased["lines"]), erased["was_named"]) == (1, 1, False)
    assert "erased: 0 texts" in few.well("people", "friday", "--words", "julie smith", "--yes").out
    assert "Julie" not in few.well("log", "friday").out
    file = tmp_path / "erased.jsonl"
    few.well("export", "friday", file)
    few.well("verify", file)


def test_does_not_remove_a_session_that_changed_meanwhile(
    few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_while_others_file(path: Path, blocks: Iterable[bytes]) -> int:
        size = write_file(path, blocks)
        with closing(SqliteStore(few.db)) as store:
            append(store, 1, store.row("friday").session)
        return size

    monkeypatch.setattr(export, "write_file", write_while_others_file)
    ran = few("remove", "friday", "-o", tmp_path / "friday.jsonl", "--yes")
    assert (ran.status, "Nothing was removed" in ran.err) == (2, True), ran.err
    with closing(SqliteStore(few.db)) as store:
        assert store.row("friday").alias == "friday"


def test_removes_an_exported_session(few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = few.content()
    ran = few("remove", "friday", stdin="n\n")
    assert (ran.status, "nothing was deleted" in ran.err) == (2, True)
    assert few("remove", "friday").status == 130
    assert (few.content(), list(tmp_path.glob("*.jsonl"))) == (before, [])
    for words in (("remove", "nothing"), ("remove", "friday", "-o", "-", "--yes")):
        assert few(*words).status == 2
    lines = len(few.log("friday"))
    told = few("remove", "friday", stdin="y\n")
    assert (told.status, f"friday.jsonl: {lines + 1} lines, with all secrets" in told.out) == (0, True)
    assert few("show", "friday").status == 2
    back = few.well("import", "friday.jsonl").out
    assert f"{lines} entries imported" in back
    assert f"the game has not ended. If the file was cut, entries after {lines}:" in back
    assert "exists already" in few("remove", back.split(":")[0], "-o", "friday.jsonl", "--yes").err


RISK = next(one.text for one in samples("risk") if one.name == "mistakes")


@pytest.fixture(scope="module")
def risk_recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("risk")
    (folder / "post.txt").write_text(RISK, "utf-8")
    assert run(["--db", str(folder / "bell.db"), "import", str(folder / "post.txt"), "--alias", "half-term"]) == 0
    return folder / "bell.db"


@pytest.fixture
def risk(risk_recorded: Path, no_door: Door) -> Door:
    copied(risk_recorded, no_door.db)
    return no_door


def test_a_what_if_lists_differences_and_keeps_the_original(risk: Door) -> None:
    record = risk.well("log", "half-term").out
    ran = risk("what-if", "half-term", "DUE 4.2", "KEEP rest", "--alias", "seven")
    assert (ran.status, "seven is a what-if of" in ran.out) == (1, True)
    assert "+ Black counts new Daleks. Black gets 7 new Daleks" in ran.out
    assert risk.well("log", "half-term").out == record
    listed, told = risk.well("list").out, risk.well("list", "--what-ifs").out
    assert not wrong(listed, "half-term", absent=["seven"])
    assert "what-if; " in told
    assert {each["alias"]: bool(each["branch"]) for each in risk.well("list", "--what-ifs", "--json").data}["seven"]
    again = risk("what-if", "seven")
    assert (again.status, again.out) == (1, ran.out)
    data = risk("what-if", "seven", "--json").data
    assert (data["left_at"], data["moves"][0]["address"]) == (344, "4.2")


def test_a_what_if_says_why_it_lists_no_legal_moves(no_door: Door) -> None:
    no_door.well("new", "keys", "--seats", "tenth,twelfth", "--option", "first=tenth", "--alias", "hidden")
    no_door.well("post", "hidden", "-", "--as", "tenth", stdin="D: ?")
    with closing(SqliteStore(no_door.db)) as store:
        session = Session.load(store, registry(), store.row("hidden").session)
        play = session.game.notation.spell(next(iter(session.game.rules.legal(session.position, "tenth"))), None)
    no_door("post", "hidden", "-", "--as", "tenth", stdin=play)
    ran = no_door("what-if", "hidden", "FIX 1.2: some key somewhere")
    assert (ran.status, "this view knows no legal moves here. Use --as SEAT" in ran.err) == (2, True), ran
    ran = no_door("what-if", "hidden", "FIX 1.2: some key somewhere", "--as", "tenth")
    assert ("this view knows" in ran.err, "  - Tenth " in ran.out) == (False, True), ran


def test_a_what_if_takes_plain_words(risk: Door) -> None:
    sessions = len(risk.well("list", "--what-ifs", "--json").data)
    ran = risk("what-if", "half-term", "INSERT 4.2: I like the bus", "KEEP rest")
    assert (ran.status, ran.err.startswith('cloisterbell: "I like the bus": no move was found')) == (2, True)
    assert "  - Black " in ran.out
    assert len(risk.well("list", "--what-ifs", "--json").data) == sessions
    asked = risk("what-if", "half-term", "INSERT 4.2: I like the bus", "--json")
    assert (asked.status, bool(asked.data["moves"])) == (2, True)
    plain = "FIX 4.11: I manoeuvre 1 from Southeast Asia to Indonesia"
    ran = risk("what-if", "half-term", plain, "KEEP rest", "--alias", "plain")
    assert (ran.status, "read as FIX 4.11: M: SEA>INO 1\n" in ran.out) == (1, True)
    assert "+ Black manoeuvres 1 Dalek from Southeast Asia to Indonesia." in ran.out


def test_a_what_if_up_to_a_move_can_be_continued(risk: Door) -> None:
    assert "- Orange lands the TARDIS" in risk("what-if", "half-term", "--at", "2.10", "--alias", "third").out
    risk.well("import", "-", "--to", "third", stdin="== T3 Orange ==\nT: CAM *\n== end ==\n")
    assert "+ Orange lands the TARDIS" in risk("what-if", "third").out
    assert "third" in risk.well("list", "--what-ifs").out


@pytest.mark.parametrize(("words", "says"), [
    ("what-if OMIT 99.9", "99.9 does not exist"), ("what-if hello", "not a correction"),
    ("what-if --at 99.9", "does not exist"), ("what-if --at #1", "after the set-up"), ("what-if OMIT 3.2", "--throw"),
    ("what-if --alias half-term", "half-term"), ("what-if --alias No!", "alias"), ("what-if --as nobody", "nobody"),
    ("what-if OMIT 3.2 --seed x", "seed"), ("correct OMIT 99.9", "99.9 does not exist"),
    ("correct hello", "not a correction"), ("correct OMIT 3.2|KEEP rest", "a ruling needs a reason"),
    ("correct OMIT 3.2 --as nobody", "is not a seat"),
    ("correct OMIT 3.2|KEEP 3.1 --check", "no longer fit or are open"),
    ("correct FIX 3.2: zebra", "zebra"), ("correct OMIT 3.2|KEEP rest --reason x --cite X-1", "is not a rule"),
    ("correct OMIT 3.2 --reason so", "DROP leaves the move out"),
])  # fmt: skip
@pytest.mark.sampled
def test_refuses_invalid_changes(risk: Door, words: str, says: str) -> None:
    """A change has words; a bar parts two changes."""
    command, _, rest = words.partition(" ")
    changes, *options = re.split(r" ?(?=--)", rest)
    given = [word for option in options for word in option.split()]
    risk.refused(command, "half-term", *filter(None, changes.split("|")), *given, says=says)


def test_checks_and_records_a_correction(risk: Door) -> None:
    before = risk.content()
    ran = risk("correct", "half-term", "OMIT 3.2", "--check")
    told = "3.3 no longer fits: the new Daleks of the turn must be counted first (RISK-TRN-01)"
    assert (ran.status, told in ran.out) == (1, True)
    data = risk("correct", "half-term", "OMIT 3.2", "KEEP rest", "--check", "--json").data
    assert ([one["fate"] for one in data["later"]].count("kept"), risk.content()) == (1, before)
    told = risk.well("correct", "half-term", "OMIT 3.2", "KEEP rest", "--reason", "it was never said").out
    assert not missing(told, "3.3 is accepted as played", "corrected; the log now has")


def test_a_note_is_written_shown_and_withdrawn(few: Door) -> None:
    output = few.well("note", "keys-mistakes", "7.2", "Here it turned.").out
    line = int(output.partition("entry ")[2].partition(",")[0])
    few.well("note", "keys-mistakes", "7.2", "Ask about this.", "--for", "judge")
    few.well("note", "keys-mistakes", "", "A fine game.", "--as", "Sixth", "--for", "alone")
    told = few.well("note", "keys-mistakes").out
    assert not wrong(told, "Here it turned.", "Ask about this.", "2 notes", absent=["fine game"])
    shown = few.well("show", "keys-mistakes", "--at", "7.2").out
    assert shown.rstrip().endswith("Notes\n  The moderator: Here it turned.")
    logged = few.log("keys-mistakes")
    assert [entry["event"]["text"] for entry in logged if entry["kind"] == "noted"] == ["Here it turned."]
    assert "fine game" not in few.exported("keys-mistakes", "--as", "moderator")
    few.well("note", "keys-mistakes", "--withdraw", str(line))
    assert [one["text"] for one in few.well("note", "keys-mistakes", "--json").data] == ["Ask about this."]


@pytest.mark.parametrize(("asked", "says"), [
    (("9.99", "Hm"), "9.99 does not exist"), (("7.2",), "TEXT is missing"), (("--as", "sixth"), "only on its own page"),
    (("7.2", "Hm", "--as", "nobody"), '"nobody" is not a seat'),
    (("7.2", "Hm", "--withdraw", "5"), "cannot add a note"),
])  # fmt: skip
def test_refuses_an_invalid_note_in_one_line(few: Door, asked: tuple[str, ...], says: str) -> None:
    few.refused("note", "keys-mistakes", *asked, says=says)


def test_exports_a_session_as_one_html_file(door: Door, tmp_path: Path) -> None:
    file = tmp_path / "friday.html"
    told = door.well("export", "keys-mistakes", file, "--at", "6.3").out
    found = OfflinePage(file.read_text("utf-8"))
    export = door.exported("keys-mistakes")
    assert told == f"{file}: {export.count(chr(10)) - 1} entries, {round(file.stat().st_size / 1000)} kB\n"
    assert (found.log, faults_of(found.log)) == (export, [])
    verified = door("verify", "-", "--json", stdin=found.log).data
    assert not [one for one in verified["findings"] if one["rule"].startswith("LOG-")]
    assert any("6.3" in words for words in found.shown_texts)
    assert door.well("export", "keys-mistakes", "-", "--format", "html", "--at", "6.3").out == file.read_text("utf-8")


HEADINGS = ("session", "title", "")
ROWS = [
    ("friday", "The long way round", "won"),
    ("k8", "時計の鐘 and a Doctor-of-very-many-syllables-indeed", "a turn of the eleventh seat"),
]


def test_table_columns_align_and_long_words_wrap() -> None:
    assert list(table_lines(HEADINGS, ROWS[:1], 0)) == ["session  title", "friday   The long way round  won"]
    assert list(table_lines(HEADINGS, [], 0)) == ["session  title"]
    heading, latin, wide = table_lines(HEADINGS, ROWS, 0)
    assert len({cell_len(latin[: latin.index("won")]), cell_len(wide[: wide.index("a turn")])}) == 1
    assert cell_len(heading[: heading.index("title")]) == cell_len(latin[: latin.index("The long")])
    assert list(table_lines(("what",), [("ab abcdefghijkl cd",)], 6)) == ["what", "ab", "abcdef", "ghijkl", "cd"]


@pytest.mark.parametrize("screen", [24, 40, 80, 200])
def test_tables_fit_the_screen_and_keep_every_word(screen: int) -> None:
    lines = list(table_lines(HEADINGS, ROWS, screen))
    assert max(map(cell_len, lines)) <= screen
    words = "".join("".join((*HEADINGS, *(cell for row in ROWS for cell in row))).split())
    assert sorted("".join("".join(lines).split())) == sorted(words)
