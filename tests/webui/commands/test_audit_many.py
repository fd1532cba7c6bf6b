"""`audit` of folders, patterns and sessions together: one report, kept, compared, as a page and a table; bad input."""

import csv
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from front_door import Door
from places import ROOT
from texts import missing, wrong

from events.errors import RefusedError
from projections.registry import registry
from projections.rule_conflicts import RuleConflict
from replay.audit.findings import Finding
from replay.audit.many import AuditedItem, Compared, ManyReport, RuleRow, UnreadLine
from replay.importing.samples import samples
from webui.commands.audit import read_kept

AUDIT = ("audit", "--jobs", 1)
"""Audits in one process; two tests share the work of many files."""
SHORT = {("keys", "mistakes"), ("risk", "mistakes"), ("risk", "rulebook-battle")}


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A folder with transcripts of two games, an export, another file, and a file outside."""
    folder = tmp_path / "archive"
    (folder / "club").mkdir(parents=True)
    for slug in ("keys", "risk"):
        for sample in samples(slug):
            if (slug, sample.name) in SHORT:
                (folder / "club" / f"{slug}-{sample.name}.txt").write_text(sample.text, "utf-8")
    (folder / "broken.jsonl").write_text('{"format": "something else"}\n', "utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


def findings_of(item: dict[str, Any]) -> list[dict[str, Any]]:
    return item["report"]["findings"] if item["report"] else []


def without_session(report: dict[str, Any]) -> dict[str, Any]:
    """Return a report without ids and digests, which differ each time a transcript is recorded."""
    for item in report["items"]:
        if item["report"]:
            del item["report"]["session"], item["report"]["head"]
    return report


def test_audits_a_folder_a_pattern_and_a_session_in_one_report(few: Door, archive: Path) -> None:
    session = few.well("list", "--json").data[0]["session"]
    ran = few("audit", archive, f"{archive}/club/*.txt", session, "--json")
    report = ran.data
    names = [item["name"] for item in report["items"]]
    assert len(names) == len(set(names)) == report["sessions"]
    assert names[-1] == session
    assert not any(name.endswith(".png") for name in names)
    assert list(report["troubles"]) == [str(archive / "broken.jsonl")]
    assert sum(report["counts"].values()) == len([one for item in report["items"] for one in findings_of(item)])
    assert sum(row["violations"] for row in report["by_rule"]) == report["counts"]["violation"]
    assert report["by_game"]["risk"]["sessions"] >= 1
    assert set(report["never"]["keys"]) < set(registry()["keys"].meta.rulebook)
    worst = max(report["items"], key=lambda item: sum(one["level"] == "violation" for one in findings_of(item)))
    assert worst["name"] in report["first"]
    assert ran.status == 1


def test_an_interrupted_audit_continues_from_its_kept_results(no_door: Door, archive: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    whole = without_session(no_door(*AUDIT, archive, "--json", "--keep", kept).data)
    rows = kept.read_text("utf-8").splitlines()
    kept.write_text("\n".join(rows[:2]) + "\n" + rows[2][:40], "utf-8")
    assert without_session(no_door(*AUDIT, archive, "--json", "--keep", kept).data) == whole
    assert {item.name for item in read_kept(kept).values()} == {item["name"] for item in whole["items"]}
    path = archive / "club" / "risk-mistakes.txt"
    path.write_text("game: nothing\n", "utf-8")
    assert str(path) in no_door(*AUDIT, archive, "--json", "--keep", kept).data["troubles"]


def test_only_violations_new_since_an_earlier_report_count(no_door: Door, archive: Path, tmp_path: Path) -> None:
    for name in ("broken.jsonl", "club/risk-mistakes.txt"):
        (archive / name).unlink()
    path, old = archive / "club" / "keys-mistakes.txt", tmp_path / "old.json"
    text = path.read_text("utf-8")
    old.write_text(no_door(*AUDIT, archive, "--json").out, "utf-8")
    same = no_door(*AUDIT, archive, "--json", "--against", old)
    assert (same.status, same.data["against"]["new"], same.data["against"]["gone"]) == (0, [], [])
    path.unlink()
    gone = no_door(*AUDIT, archive, "--json", "--against", old)
    assert gone.status == 0
    assert gone.data["against"]["gone"]
    old.write_text(gone.out, "utf-8")
    path.write_text(text, "utf-8")
    back = no_door(*AUDIT, archive, "--against", old)
    assert (back.status, "Compared with the earlier findings:" in back.out) == (1, True)


def test_writes_the_report_as_json_html_and_csv(no_door: Door, archive: Path, tmp_path: Path) -> None:
    page, table = tmp_path / "audits.html", tmp_path / "audits.csv"
    report = no_door(*AUDIT, archive, "--json", "--html", page, "--csv", table).data
    rows, text = list(csv.DictReader(table.read_text("utf-8").splitlines(keepends=True))), page.read_text("utf-8")
    assert len(rows) == sum(report["counts"].values()) + len(report["troubles"])
    assert {row["rule"] for row in rows if row["rule"]} <= {row["rule"] for row in report["by_rule"]}
    assert not wrong(text, *(row["rule"] for row in rows), absent=["<script"])
    (row,) = [row for row in rows if row["session"] == str(archive / "broken.jsonl")]
    assert (row["rule"], row["id"], row["trouble"].startswith("line 1 of the file")) == ("", "", True)
    assert {row["play"] for row in rows if row["rule"]} == {"recorded"}
    alone = no_door(*AUDIT, archive / "club" / "risk-mistakes.txt", "--json").data["findings"]
    (item,) = [item for item in report["items"] if item["name"].endswith("risk-mistakes.txt")]
    assert [(one["rule"], one["seq"], one["level"]) for one in findings_of(item)] == [
        (one["rule"], one["seq"], one["level"]) for one in alone
    ]


OPTIONS = {
    "nope=1": "no game has an option", "xx": "must have the form NAME=VALUE", "=1": "must have the form NAME=VALUE",
    "tardis_blocks_path=maybe": "tardis_blocks_path", "turn_cap=zebra": "turn_cap",
}  # fmt: skip


@pytest.mark.parametrize(("words", "says"), [
    (("{}/nothing*",), "contains no exports"), (("{}", "--against", "{}/club/keys-nothing.txt"), "cannot be read"),
    (("{}", "--against", "{}/broken.jsonl"), "is not a report that audit --json wrote"),
    (("{}", "--html", "{}"), "is a directory"), (("{}", "--as", "black"), "--as works only with a single session"),
    (("{}", "--format", "text"), "--format works only with a single session"),
    (("{}/club/risk-mistakes.txt", "--finding", "0f3a9c1d"), "--finding needs --format"),
    (("{}/club/risk-mistakes.txt", "--format", "text", "--json"), "cannot be combined with --json"),
    (("{}/club/risk-mistakes.txt", "--format", "html"), "'html' is not one of"),
    *((("{}/club/risk-mistakes.txt", "--option", option), says) for option, says in OPTIONS.items()),
])  # fmt: skip
def test_bad_input_is_refused_with_an_explanation(
    no_door: Door, archive: Path, words: tuple[str, ...], says: str
) -> None:
    no_door.refused("audit", *(word.replace("{}", str(archive)) for word in words), says=says)


def test_writes_a_report_and_a_finding_to_post(few: Door, archive: Path) -> None:
    for what, quoted in (("risk-mistakes", True), (archive / "club" / "risk-mistakes.txt", False)):
        ident = few("audit", what, "--json").data["findings"][0]["id"]
        ran = few("audit", what, "--format", "bbcode")
        assert (ran.status, ran.out.count("\n") <= 10, "(post: " in ran.out) == (1, True, quoted)
        one = few("audit", what, "--format", "markdown", "--finding", ident)
        assert (one.status, "\n> " in one.out, "The rule: " in one.out) == (1, quoted, True)
        assert "was not found in this audit" in few("audit", what, "--format", "text", "--finding", "zebra").err


def test_refuses_a_file_that_does_not_contain_kept_audits(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text("hello\nworld\n", "utf-8")
    with pytest.raises(RefusedError, match="line 1: this is not an audit that --keep wrote"):
        read_kept(path)


@pytest.mark.long
def test_compares_another_rule_option_session_by_session(few: Door, archive: Path) -> None:
    names = [archive / "club" / "risk-mistakes.txt", archive / "club" / "keys-mistakes.txt"]
    report = few(*AUDIT, *names, "--option", "tardis_blocks_path=no", "--json").data
    assert report["against"]["new"] == []
    ((name, gone),) = report["against"]["gone"]
    assert (name, gone["rule"], gone["level"]) == (str(names[0]), "RISK-TAR-06", "unverified")
    assert any("tardis_blocks_path=no" in one for one in report["items"][0]["report"]["unchecked"])
    same = few(*AUDIT, *names, "--option", "tardis_blocks_path=yes", "--json").data["against"]
    assert (same["new"], same["gone"]) == ([], [])
    turned = few(*AUDIT, names[0], "--option", "turn_cap=3")
    assert (turned.status, "new" in turned.out) == (1, True)


def test_the_report_counts_kinds_of_play_and_exercised_rules(no_door: Door, archive: Path) -> None:
    (export,) = [sample for sample in samples("risk") if sample.name == "two-player"]
    (archive / "tower.jsonl").write_text(export.text, "utf-8")
    report = no_door(*AUDIT, archive, "--json").data
    assert sum(row["sessions"] for row in report["by_play"].values()) == report["sessions"] - len(report["troubles"])
    assert report["by_play"]["tower"]["sessions"] == 1
    told = no_door(*AUDIT, archive).out
    assert not missing(told, "the built-in dice roller", "entered by hand")
    assert re.search(r"^(?:other:)?(?:tower|typed)\b", told, re.MULTILINE) is None
    for game, never in report["never"].items():
        rules = {row["rule"] for row in report["by_rule"] if row["game"] == game and not row["rule"].startswith("LOG-")}
        assert not rules & set(never)
        assert report["exercised"][game] + len(never) == len(registry()[game].meta.rulebook)
        assert any(row["asked"] and not row["lines"] for row in report["by_rule"] if row["game"] == game)
    assert all({row["rule"]: row["text"] for row in report["by_rule"] if row["violations"]}.values())


def test_a_cut_log_is_audited_up_to_its_last_complete_move(no_door: Door, tmp_path: Path) -> None:
    (export,) = [sample for sample in samples("risk") if sample.name == "two-player"]
    rows = export.text.split("\n")
    for at in (300, 303, 306):
        path = tmp_path / f"cut-{at}.jsonl"
        path.write_text("\n".join(rows[:at]) + "\n" + rows[at][:70], "utf-8")
    report = no_door(*AUDIT, tmp_path, "--json").data
    assert report["counts"] == {}
    for item in report["items"]:
        at = int(item["name"].rpartition("-")[2].removesuffix(".jsonl"))
        assert 280 < item["report"]["lines"] < at
        assert item["trouble"].endswith(f"audited up to entry {item['report']['lines']}")
        assert item["trouble"].startswith(f"entry {at} of the log cannot be read")
    assert no_door(*AUDIT, tmp_path).status == 2


def test_consequences_are_listed_under_their_root(no_door: Door, tmp_path: Path) -> None:
    (two,) = [sample for sample in samples("keys") if sample.name == "two-player"]
    lines = two.text.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("P: SS e7 open"))
    lines[at : at + 2] = lines[at + 1], lines[at]
    path, page = tmp_path / "swapped.txt", tmp_path / "page.html"
    path.write_text("\n".join(lines), "utf-8")
    report = no_door(*AUDIT, f"{tmp_path}/*.txt", "--json", "--html", page).data
    (item,) = report["items"]
    assert len([one for one in findings_of(item) if not one["root"]]) == 1
    assert report["follow"] == len(findings_of(item)) - 1 == 3
    assert page.read_text("utf-8").count('<ul><li class="violation"') == 2
    output = no_door(*AUDIT, f"{tmp_path}/*.txt").out
    assert not missing(output, "4 violations (3 are consequences), nothing unverified, no notes", "look at first")


def test_reports_files_without_content(no_door: Door, tmp_path: Path) -> None:
    for name, raw in (("empty.txt", b""), ("blank.jsonl", b"\n \n"), ("bytes.txt", b"\xc5\x00\xff")):
        (tmp_path / name).write_bytes(raw)
    ran = no_door(*AUDIT, tmp_path)
    assert (ran.status, f"{tmp_path / 'empty.txt'}: the file is empty" in ran.err) == (2, True)
    assert f"{tmp_path / 'blank.jsonl'}: the file is empty" in ran.err
    assert f"{tmp_path / 'bytes.txt'} is not UTF-8 text" in ran.err
    assert (
        "3 sessions, 0 entries: no violations, nothing unverified, no notes; 3 could not be read to the end" in ran.out
    )


@pytest.mark.parametrize(
    "kind",
    [ManyReport, RuleRow, AuditedItem, UnreadLine, Finding, RuleConflict, Compared],
    ids=lambda kind: kind.__name__,
)
def test_every_field_of_the_data_is_described(kind: type[msgspec.Struct]) -> None:
    page = (ROOT / "docs" / "reference" / "audit-data.md").read_text("utf-8")
    plain = {"game", "rule"}  # what a row of rules is told by, in words
    assert [name for name in kind.__struct_fields__ if f"`{name}`" not in page and name not in plain] == []


PROGRAM = """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from webui.commands.database import work_for_parent

if __name__ == "__main__":
    with ProcessPoolExecutor(2, get_context("spawn"), work_for_parent) as pool:
        print(*pool.map(len, ["one", "two"]), flush=True)
        input()
"""


@pytest.mark.long
def test_worker_processes_end_if_the_first_process_is_killed() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "3 3\n"
        process.kill()
        assert process.communicate(timeout=60)[0] == ""
    assert process.returncode < 0
