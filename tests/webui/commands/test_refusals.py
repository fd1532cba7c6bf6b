"""Bad use, bad input and closed folders: one line that says what is wrong, status 2, and nothing written."""

import builtins
import errno
import io
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from front_door import Door, changed, copied
from listed_commands import COMMAND_NAMES, every_command
from texts import wrong

from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.importing.samples import samples
from webui.cli import run

HEAD = "game: keys\nseats: tenth, twelfth\nfirst: tenth\ndice: typed\ncards: typed\n"
TYPED = f"{HEAD}\n--- Maud ---\n== T1 Tenth ==\nD: Kb\nP: Kr c1 open (red open)\nM: >c1\n== end ==\n"


@pytest.fixture(scope="module")
def wrong_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files that are not what a command asks for; copied for each test."""
    folder = tmp_path_factory.mktemp("wrong") / "files"
    folder.mkdir()
    (folder / "empty").write_bytes(b"")
    (folder / "blank").write_text(" \n\n", encoding="utf-8")
    (folder / "binary").write_bytes(bytes(range(256)))
    (folder / "nul").write_bytes(b"game: keys\0\n")
    (folder / "latin").write_bytes("game: keys\ntitle: caf\u00e9\n".encode("latin-1"))
    (folder / "prose").write_text("Hello there, shall we play?\n", encoding="utf-8")
    (folder / "post").write_text("== T1 Tenth ==\nD: Kb\n== end ==\n", encoding="utf-8")
    (folder / "typed.txt").write_text(TYPED, encoding="utf-8")
    (folder / "json").write_text('{"format": "something else"}\n', encoding="utf-8")
    (folder / "list").write_text("[]\n", encoding="utf-8")
    sqlite3.connect(folder / "foreign.db", isolation_level=None).execute("create table cats (name)").connection.close()
    SqliteStore(folder / "bell.db").close()
    return folder


@pytest.fixture
def files(wrong_files: Path, tmp_path: Path) -> Path:
    return shutil.copytree(wrong_files, tmp_path / "files")


@pytest.mark.parametrize("command", COMMAND_NAMES)
def test_the_help_of_every_command_shows_usage_and_examples(no_door: Door, command: str) -> None:
    for option in ("--help", "-h"):
        told = no_door.well(*command.split(), option).out
        assert f"Usage: cloisterbell {command}" in told
        assert f"\n  cloisterbell {command}" in told.partition("Examples:")[2]
    assert not no_door.db.exists()


def test_help_lists_every_command_with_a_whole_sentence(no_door: Door) -> None:
    told = no_door.well("--help").out
    assert told == no_door.well().out
    for group in ("db", "notices"):
        assert no_door.well(group, "--help").out == no_door.well(group).out
        told += no_door.well(group).out
    for command in COMMAND_NAMES:
        name = command.split()[-1]
        assert any(line.split()[:1] == [name] and line.endswith(".") for line in told.splitlines()), command
    assert "..." not in told.partition("Start:")[2].replace("[ARGS]...", "")


@pytest.mark.parametrize("command", COMMAND_NAMES)
@pytest.mark.sampled
def test_refuses_unknown_options_and_surplus_arguments(few: Door, command: str) -> None:
    few.refused(*command.split(), "--moon", says="no such option '--moon'")
    if command != "audit":  # which takes as many as there are
        few.refused(*command.split(), *["friday"] * 9, says=f"See cloisterbell {command} --help")


@pytest.mark.parametrize(("command", "says"), [
    ("moon", "no such command 'moon'. See"), ("audti", "Did you mean 'audit'? See"),
    ("db chek", "Did you mean 'check'?"), ("export friday x.gif --turn abc", "'abc' is not a valid whole number"),
    ("show", "missing argument 'SESSION'"), ("log", "missing argument 'SESSION'"),
    ("audit", "name a session or a file, or use --all"), ("audit --all friday", "--all cannot be combined"),
    ("audit --all --as moderator", "--all cannot be combined"), ("audit --all --jobs 0", "0 is not in the range"),
    ("show friday --format png", "'png' is not one of"), ("show friday --at 0", "0 does not exist in this session"),
    ("show friday --at 15", "15 does not exist in this session, which has entries 1 to"),
    ("show friday --at 9.9", "9.9 does not exist"), ("show friday --at -1", '"-1" is not a move number'),
    ("show friday --at soon", '"soon" is not a move number'),
    ("show friday --at 15 --as moderator", "15 does not exist"), ("show friday --as table", "Write moderator"),
    ("show friday --as eleventh", '"eleventh" is not a view of this session. Views: tenth, twelfth, moderator'),
    ("log friday --as auditor", '"auditor" is not a'), (f"log friday --find {'x' * 201}", "at most 200 characters"),
    ("export friday - --format txt --as nobody", '"nobody" is not a'),
    ("show keys-mistakes --as eleventh", '"eleventh" is not a'), ("show nothing", 'session "nothing" was not found'),
    ("log nothing", 'session "nothing" was not found. `cloisterbell list` shows the sessions'),
    ("audit nothing", 'session "nothing" was not found. `cloisterbell list` shows the sessions'),
    ("export nothing x.jsonl", 'session "nothing" was not found'),
    ("export nothing x.html", 'session "nothing" was not found'),
    ("correct nothing --chat 23.1", 'session "nothing" was not found'),
    ("export friday x.html --as nobody", '"nobody" is not a'), ("export friday x.html --at 99.9", "99.9"),
    ("export friday x.html --at x", "is not a move number"), ("export friday x.html --at 9999", "9999 does not exist"),
    ("export friday x.csv --at 1.1", "only an offline page"), ("export friday", "name a FILE"),
    ("export friday -", "- needs --format"), ("export friday x.doc", "x.doc has no known ending"),
    ("export friday x", "x has no known ending"), ("export friday x.html --format pdf", "'pdf' is not one of"),
    ("export --all x.csv", "must end in .sqlite"), ("export --all friday x.sqlite", "--all takes only FILE"),
    ("export --all x.sqlite --as moderator", "--all takes only FILE"), ("export --all -", "- needs --format"),
    ("export friday x.sqlite --with-private", "--with-private needs --all"), ("export", "missing argument"),
    ("export nothing x.txt --as moderator", 'session "nothing" was not found'),
    ("import - --to nothing", 'session "nothing" was not found. `cloisterbell list` shows the sessions'),
    ("rules chess", '"chess" is not a game. Games: ccg, daleks, keys'),
    ("new chess --seats a,b", '"chess" is not a game'), ("new keys", "missing option '--seats'"),
    ("new keys --seats a", "needs 2 to 4 seats, not 1"), ("new keys --seats a,b,c,d,e", "needs 2 to 4 seats, not 5"),
    ("new keys --seats a,a", "each seat must have its own name"),
    ("new keys --seats a,table", '"table" is the name of a role'),
    ("new keys --seats a,b!", '"b!" is not allowed'),
    ("new keys --seats a,b --option moon=full", '"moon" is not an option of keys. Options: '),
    ("new keys --seats a,b --option title=x", '"title" is not an option of keys'),
    ("new keys --seats a,b --option first", "must have the form NAME=VALUE"),
    ("new keys --seats a,b --option first=a --option first=b", 'the option "first" is given twice'),
    ("new keys --seats a,b --option discard_unused=maybe", "(discard_unused) must be no_target or always"),
    ("new keys --seats a,b --option first=zoe", "zoe"),
    ("new risk --seats black,yellow,orange --option turn_cap=soon", '"Last turn of the game" (turn_cap) must be'),
    ("new keys --seats a,b --dice loaded", 'dice: "loaded" is not allowed. Allowed: tower, typed, other:NAME'),
    ("new keys --seats a,b --host zoe", 'host: "zoe" is not a seat. Seats: a, b'),
    ("new keys --seats a,b --opens nobody", "'nobody' is not one of"),
    ("new keys --seats a,b --alias friday", 'a session named "friday" already exists'),
    ("new keys --seats a,b --alias Friday!", 'alias "Friday!" is not allowed'),
    ("import FILES/typed.txt --alias friday", 'a session named "friday" already exists'),
    ("import FILES/typed.txt --alias A", 'alias "A" is not allowed'),
    ("import FILES/typed.txt --to friday", "has a header"),
    ("import FILES/post --to friday --alias other", "--to cannot be combined"),
    ("import FILES/post --check", "does not name the game"),
    ("import FILES/prose", "line 1, column 1: this text contains no posts"),
    ("import FILES/prose --check", "line 1, column 1"), ("import FILES/blank --to friday", "the file is empty"),
    ("import FILES/empty", "empty: the file is empty"), ("import FILES/json", "json"), ("import FILES/list", "list"),
    ("verify FILES/prose", "prose is not an export"),
    ("verify FILES/json", "line 1 of the file is not a valid header"),
    ("verify FILES/json --checkpoint 4", '"4" is not a checkpoint. Write ENTRY:HEX'),
    ("verify FILES/json --checkpoint 4:abcd", "at least 32 hex digits"),
    ("verify FILES/json --checkpoint 0:" + "a" * 32, "Write ENTRY:HEX"),
    ("verify FILES/json --checkpoint 4:" + "g" * 32, "Write ENTRY:HEX"),
    ("export friday FILES --format txt", "is a directory"),
    ("export friday FILES/no/where.jsonl", "cannot write to"),
    ("export friday FILES/prose --format csv --as moderator", "exists already"),
    ("serve --port 99999", "99999 is not in the range"),
    ("serve --port 0 --frame *", '"*" is not an origin such as https://forum.example.org'),
    ("serve --port 0 --frame https://a.example --frame https://b.example/x", '"https://b.example/x" is not an origin'),
    ("serve --port 0 --host 300.1.1.1", "cannot serve on 300.1.1.1:0"),
    ("demo --port x", "'x' is not a valid whole number"),
])  # fmt: skip
def test_refuses_bad_arguments_in_one_line(few: Door, files: Path, command: str, says: str) -> None:
    few.refused(*(word.replace("FILES", str(files)) for word in command.split()), says=says)


@pytest.mark.parametrize("command", [
    "audit FILE", "verify FILE", "post friday FILE", "import FILE", "import FILE --check", "import FILE --to friday",
])  # fmt: skip
@pytest.mark.parametrize(("file", "says"), [
    ("missing", "cannot be read: no such file"), ("", "cannot be read: is a directory"),
    ("binary", "byte 129"), ("latin", "byte 22"),
    ("nul", "NUL"), ("bell.db", "is a database"),
])  # fmt: skip
def test_refuses_files_that_are_not_text(few: Door, files: Path, command: str, file: str, says: str) -> None:
    if (command, file) == ("audit FILE", ""):
        pytest.skip("audit takes folders")
    few.refused(*(word.replace("FILE", str(files / file)) for word in command.split()), says=says)


@pytest.mark.parametrize("command", ["audit -", "verify -", "import -", "import - --check", "import - --to friday"])
def test_refuses_standard_input_that_is_not_text(few: Door, command: str) -> None:
    few.refused(*command.split(), stdin=b"\xff\xfe\x00", says="standard input")


COMMANDS_ON_A_DATABASE = [
    "post friday -", "list", "show friday", "log friday", "audit friday", "audit --all", "export friday x.txt",
    "import - --to friday", "import",
]  # fmt: skip
MAKERS = ["demo --no-serve", "new keys --seats a,b", "import FILES/typed.txt", "serve --port 0"]


@pytest.mark.parametrize("command", COMMANDS_ON_A_DATABASE)
def test_commands_do_not_create_a_missing_database(no_door: Door, command: str) -> None:
    no_door.refused(*command.split(), stdin="== Tenth ==\nD:\n", says=f"database {no_door.db} does not exist")
    assert not no_door.db.exists()
    no_door.db.touch()
    no_door.refused(*command.split(), stdin="== Tenth ==\nD:\n", says=f"database {no_door.db} does not exist")
    assert no_door.db.read_bytes() == b""


@pytest.mark.parametrize("command", [*COMMANDS_ON_A_DATABASE, *MAKERS])
@pytest.mark.parametrize(("database", "says"), [
    ("prose", "is not a Cloister Bell database"), ("binary", "is not a Cloister Bell database"),
    ("foreign.db", "is a database of another program"), ("", "is not a file"), ("no/where.db", "no"),
])  # fmt: skip
def test_refuses_a_file_that_is_not_a_database(
    no_door: Door, files: Path, command: str, database: str, says: str
) -> None:
    path = files / database
    before = path.read_bytes() if path.is_file() else None
    ran = no_door("--db", path, *(word.replace("FILES", str(files)) for word in command.split()))
    assert (ran.status, says in ran.err.splitlines()[-1]) == (2, True)
    assert not wrong(ran.err, str(path), absent=["Traceback"])
    assert (path.read_bytes() if path.is_file() else None) == before
    assert sorted(entry.name for entry in files.iterdir() if "mark" in entry.name) == ["bell.db.mark"]


def test_a_bad_import_file_does_not_create_a_database(no_door: Door, files: Path) -> None:
    for name in ("prose", "empty", "binary"):
        no_door.refused("import", files / name, says="")
        assert not no_door.db.exists()
    no_door.refused("import", files / "json", says="")
    assert not no_door.db.exists()


@pytest.fixture
def export(few: Door) -> list[str]:
    return few.exported("keys-mistakes").splitlines()


def altered(rows: list[str], at: int, old: str, new: str) -> str:
    """An export in which a row says something else."""
    assert old in rows[at], rows[at]
    return "\n".join([*rows[:at], rows[at].replace(old, new, 1), *rows[at + 1 :]])


@pytest.mark.parametrize(("at", "old", "new", "says"), [
    (30, '"digest"', '"', "entry 30 of the log cannot be read"), (30, "{", "nonsense", "entry 30 of the log cannot"),
    (30, '"seq":', '"seq":"x', "entry 30 of the log cannot"), (30, '"seq"', '"moon"', "entry 30 of the log cannot"),
    (0, "bell-1", "bell-9", '"cloisterbell-9" is not a known format'),
])  # fmt: skip
@pytest.mark.parametrize("command", ["verify", "import"])
def test_refuses_exports_that_cannot_be_parsed(
    few: Door, export: list[str], command: str, at: int, old: str, new: str, says: str
) -> None:
    few.refused(command, "-", stdin=altered(export, at, old, new), says=says)
    ran = few("audit", "-", stdin=altered(export, at, old, new))
    assert (ran.status, says in ran.err) == (2, True)
    assert bool(at) is (says in ran.out), "the audit reads as far as the damage"


def test_only_the_log_of_an_export_of_an_unknown_game_is_checked(few: Door, export: list[str]) -> None:
    text = altered(export, 0, "keys", "chess")
    few.refused("import", "-", stdin=text, says='"chess" is not a game')
    assert few("audit", "-", stdin=text).status == 2
    ran = few("verify", "-", "--json", stdin=text)
    assert (ran.status, ran.data["findings"][0]["rule"]) == (1, "LOG-CHAIN")


@pytest.mark.parametrize("command", ["verify", "import", "audit"])
def test_refuses_exports_without_entries_or_header(few: Door, export: list[str], command: str) -> None:
    none = "the entries belong to another session" if command == "import" else "this export has no log entries"
    few.refused(command, "-", stdin=export[0], says=none)
    few.refused(command, "-", stdin="\n".join(export[1:]), says="line 1 of the file is not a valid header")


def test_refuses_an_export_of_another_session(few: Door, export: list[str], tmp_path: Path) -> None:
    ran = few("verify", "-", "--json", stdin=altered(export, 0, json.loads(export[0])["session"], "a" * 12))
    assert (ran.status, "LOG-CHAIN" in {each["rule"] for each in ran.data["findings"]}) == (1, True)
    other = Door(tmp_path / "other.db", few.capsys, few.monkeypatch)
    other.well("import", "-", stdin="\n".join(export[:60]))
    other.refused("import", "-", stdin="\n".join(export), says="is already on this server, up to entry 59")
    few.refused("import", "-", stdin=altered(export, 40, '"at_ms":', '"at_ms":1'), says="entry 40: ")
    few.refused("import", "-", "--alias", "keys-mistakes", stdin="\n".join(export), says="already on this server")


def test_an_unclear_line_is_shown_with_its_choices(no_door: Door) -> None:
    sample = next(sample for slug in registry() for sample in samples(slug) if "\n~ " in sample.text)
    text = "\n".join(line for line in sample.text.splitlines() if not line.startswith("~ "))
    wrong = sample.text.splitlines()[sample.text[: sample.text.index("\n~ ")].count("\n")]
    ran = no_door("import", "-", "--check", stdin=text)
    before, _, asked = ran.out.partition(wrong)
    assert (ran.status, before.split()[-1], "\n                 - " in asked) == (1, "question", True)
    assert not no_door.db.exists()


def test_control_characters_are_removed_from_terminal_output(no_door: Door) -> None:
    text = TYPED.replace("dice: typed", "title: \x1b[2J\u202egnp\ndice: typed").replace(
        "--- Maud ---", "--- M\x9bud ---\n\x1b]0;x\x07hi"
    )
    no_door.well("import", "-", "--alias", "odd", stdin=text)
    for command in ("list", "show odd", "log odd", "audit odd"):
        assert not set("\x1b\x9b\x07\u202e") & set(no_door(*command.split()).out), command
    assert json.loads(no_door.well("list", "--json").out)[0]["title"] == "\ufffd[2J\ufffdgnp"
    assert no_door.log("odd")[0]["event"]["title"] == "\ufffd[2J\ufffdgnp"
    assert "\x1b" not in no_door.refused("rules", "\x1b[31mred\nline", says="is not a game").err


def damage(db: Path, seq: int) -> None:
    session = "(select session from sessions where alias = 'keys-mistakes')"
    changed(db, f'update lines set body = \'{{"kind":"moon"}}\' where seq = ? and session = {session}', seq)  # noqa: S608  # its own words


def test_a_damaged_log_is_read_up_to_its_damage(few: Door) -> None:
    damage(few.db, 100)
    (listed,) = [each for each in few.well("list", "--json").data if each["alias"] == "keys-mistakes"]
    assert (listed["lines"], "entry 100" in listed["trouble"]) == (99, True)
    ran = few("show", "keys-mistakes")
    assert (ran.status, "entry 99 of 99" in ran.out, ran.err.count("\n")) == (0, True, 1)
    assert "this log can be read only up to entry 99" in ran.err
    assert len(few("log", "keys-mistakes").out.splitlines()) == 99
    beyond = few("show", "keys-mistakes", "--at", "100")
    assert (beyond.status, "100 does not exist" in beyond.err) == (2, True)
    few.refused("log", "keys-mistakes", "--as", "moderator", says="entry 100")
    report = few("audit", "keys-mistakes", "--json")
    assert report.status == 1
    assert {"LOG-BODY", "LOG-CHAIN"} & {finding["rule"] for finding in report.data["findings"] if finding["seq"] == 100}
    assert few("audit", "--all").status == 1


def test_reports_a_log_without_a_readable_entry(few: Door) -> None:
    damage(few.db, 1)
    few.refused("log", "keys-mistakes", says="no entry of keys-mistakes can be read")
    assert "keys-mistakes" in few.well("list").out
    assert few("audit", "keys-mistakes").status in (1, 2)


ASKS: dict[str, tuple[Callable[..., Any], ...]] = {
    "os": (os.stat, os.lstat, os.open, os.unlink, os.mkdir, os.scandir, os.listdir, os.rename, os.replace),
    "io": (io.open,),  # pathlib asks under this name
    "builtins": (open,),
}
"""What the commands ask the system about a path by. Root is refused nothing, so that a test refuses it here."""
DOORS = [
    "list --db CLOSED/x", "show friday --db CLOSED/x", "serve --port 0 --db CLOSED/x", "demo --no-serve --db CLOSED/x",
    "new keys --seats a,b --db CLOSED/x", "db check --db CLOSED/x", "db upgrade --db CLOSED/x", "db key --db CLOSED/x",
    "notices send --db CLOSED/x", "db backup copy.db --db CLOSED/x", "audit friday --db CLOSED/x",
    "audit --all --db CLOSED/x", "db transfer --to new.db --yes --db CLOSED/x", "db transfer --to CLOSED/x --yes",
    "db restore copy.db --check --db CLOSED/x", "export friday CLOSED/x.csv",
    "export friday --force CLOSED/x.jsonl", "export --all CLOSED/x.sqlite", "export friday CLOSED/x.gif --turn 1",
    "show friday --png CLOSED/x", "remove friday --yes -o CLOSED/x", "db backup CLOSED/x",
    "db check --save CLOSED/x", "db restore CLOSED/x --check", "db restore CLOSED/x --yes",
    "db restore copy.db --yes --db CLOSED/x", "import CLOSED/x",
    "post friday CLOSED/x --as tenth", "verify CLOSED/x", "verify session.jsonl --checkpoint CLOSED/x",
    "new keys --seats a,b --from CLOSED/x",
    "new risk --seats a,b --data CLOSED/x", "audit CLOSED/x", "audit CLOSED/x session.jsonl --jobs 1",
    "audit session.jsonl --keep CLOSED/x", "audit session.jsonl --html CLOSED/x", "audit session.jsonl --csv CLOSED/x",
    "audit session.jsonl --against CLOSED/x", "follow friday imaps://a@mail.example.org/Games --secret-file CLOSED/x",
]  # fmt: skip


def close(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def refusing(asked: Callable[..., Any]) -> Callable[..., Any]:
        def ask(path: Any = ".", *more: Any, **named: Any) -> Any:
            if not isinstance(path, int) and is_in(path):
                raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
            return asked(path, *more, **named)

        return ask

    def is_in(path: Any) -> bool:
        return os.path.abspath(os.fsdecode(path)).startswith(f"{folder}{os.sep}")  # noqa: PTH100  # asks nothing itself

    access = os.access
    for module, asked in ASKS.items():
        for one in asked:
            monkeypatch.setattr({"os": os, "io": io, "builtins": builtins}[module], one.__name__, refusing(one))
    monkeypatch.setattr(os, "access", lambda path, *more: not is_in(f"{path}{os.sep}") and access(path, *more))


@pytest.fixture
def closed(few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without access rights with a file in it, and a readable export and backup outside."""
    monkeypatch.chdir(tmp_path)
    few.well("export", "friday", "session.jsonl")
    copied(few.db, tmp_path / "copy.db")
    folder = tmp_path / "closed"
    folder.mkdir()
    shutil.copy("session.jsonl", folder / "x")
    close(folder, monkeypatch)
    return folder


@pytest.mark.parametrize("command", DOORS)
def test_reports_a_denied_file_in_one_line(few: Door, closed: Path, command: str) -> None:
    ran = few.refused(*command.replace("CLOSED", str(closed)).split(), says=str(closed / "x"))
    assert "permission denied" in ran.err.lower(), ran.err
    assert "report this" not in ran.err


def test_every_command_that_takes_a_file_has_a_denied_case(closed: Path) -> None:
    words = [(name, f"{param.metavar} {param.name}") for name, one in every_command().items() for param in one.params]
    takes = {name for name, text in words if "FILE" in text or "file" in text}
    called = {" ".join(command.split()[:2]) if command.startswith("db ") else command.split()[0] for command in DOORS}
    assert takes <= called | {"note"}


def test_names_the_folder_that_cannot_be_written_to(few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, access = tmp_path / "here", os.access
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(os, "access", lambda path, *more: path != here and access(path, *more))
    for command in ("export friday new.jsonl", "remove friday --yes"):
        ran = few(*command.split())
        assert (ran.status, ran.err) == (2, f"cloisterbell: cannot write to {here}: permission denied\n")


def test_reports_a_backup_that_cannot_be_copied_for_its_check(
    few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(few.db, tmp_path / "copy.db")
    mkdir = os.mkdir

    def refuse(path: Any, *more: Any) -> None:
        if ".restore-" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        mkdir(path, *more)

    monkeypatch.setattr(os, "mkdir", refuse)
    ran = few("db", "restore", tmp_path / "copy.db", "--check")
    assert ran.status == 2
    assert f"checked in a copy, which cannot be written to {tmp_path}: permission denied" in ran.err


def test_audit_leaves_out_an_unreadable_folder(
    few: Door, closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "all" / "inner").mkdir(parents=True)
    shutil.copy("session.jsonl", tmp_path / "all" / "session.jsonl")
    scandir = os.scandir

    def refuse(path: Any = ".") -> Any:
        if str(path).endswith("inner"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    ran = few("audit", "all")
    assert "1 session, " in ran.out
    assert ran.err == "cloisterbell: all/inner is left out: permission denied\n"


def test_audit_and_restore_check_work_without_a_database(
    closed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CLOISTERBELL_DB", raising=False)
    beside = closed.parent
    os.chdir(closed)
    assert run(["audit", str(beside / "session.jsonl")]) in (0, 1)
    assert run(["audit", str(beside / "session.jsonl"), str(beside / "session.jsonl")]) in (0, 1)
    assert (run(["db", "restore", str(beside / "copy.db"), "--check"]), capsys.readouterr().err) == (0, "")
    assert run(["list"]) == 2
    assert capsys.readouterr().err == "cloisterbell: cloisterbell.db cannot be opened: permission denied\n"


def test_reports_a_deleted_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CLOISTERBELL_DB", raising=False)
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run(["new", "keys", "--seats", "a,b"]) == 2
    told = capsys.readouterr().err
    assert told == "cloisterbell: the current folder cannot be used: no such file or directory\n"


@pytest.mark.parametrize(
    "command", ["db check --jobs 2", "audit --all --jobs 2", "audit session.jsonl copy.jsonl --jobs 2"]
)
def test_one_process_does_all_work_if_others_cannot_start(
    few: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    few.well("export", "keys-mistakes", "session.jsonl")
    shutil.copy("session.jsonl", "copy.jsonl")
    alone = few(*command.replace("--jobs 2", "--jobs 1").split())

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    ran = few(*command.split())
    assert (ran.status, ran.out) == (alone.status, alone.out)
    assert ran.err == ("cloisterbell: cannot start several processes, so one does all the work (permission denied)\n")
