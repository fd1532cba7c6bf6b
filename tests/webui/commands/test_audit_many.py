"""`audit` of folders, patterns and sessions together: one report, kept, compared, as a page and a table; bad input."""

import csv
import json
from pathlib import Path

import pytest
from front_door import Door

from events.errors import RefusedError
from projections.shelf import shelf
from replay.posts.samples import samples
from webui.commands.audit_many import read_kept


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A folder of transcripts of two games, an export, a file that is none of them, and one beside."""
    folder = tmp_path / "archive"
    (folder / "club").mkdir(parents=True)
    for slug in ("keys", "risk"):
        for sample in samples(slug):
            if not sample.is_export:
                (folder / "club" / f"{slug}-{sample.name}.txt").write_text(sample.text, "utf-8")
    (folder / "broken.jsonl").write_text('{"format": "something else"}\n', "utf-8")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


def test_one_report_of_a_folder_a_pattern_and_a_session(door: Door, archive: Path) -> None:
    session = door.well("list", "--json").data[0]["session"]
    ran = door("audit", archive, f"{archive}/club/*.txt", session, "--json")
    report = ran.data
    names = [item["name"] for item in report["items"]]
    assert len(names) == len(set(names)) == report["sessions"]
    assert names[-1] == session
    assert not any(name.endswith(".png") for name in names)
    assert list(report["troubles"]) == [str(archive / "broken.jsonl")]
    found = [one for item in report["items"] for one in item["findings"]]
    assert sum(report["counts"].values()) == len(found)
    assert sum(row["violations"] for row in report["by_rule"]) == report["counts"]["violation"]
    assert report["by_game"]["risk"]["sessions"] >= 1
    assert set(report["never"]["keys"]) < set(shelf()["keys"].meta.rulebook)
    worst = max(report["items"], key=lambda item: sum(one["level"] == "violation" for one in item["findings"]))
    assert worst["name"] in report["first"]
    assert ran.status == 1


def test_findings_are_those_of_each_alone(no_door: Door, archive: Path) -> None:
    path = archive / "club" / "risk-mistakes.txt"
    alone = no_door("audit", path, "--json").data["findings"]
    (item,) = no_door("audit", f"{archive}/club/risk-mis*", "--json").data["items"]
    assert [(one["rule"], one["seq"], one["level"]) for one in item["findings"]] == [
        (one["rule"], one["seq"], one["level"]) for one in alone
    ]


def test_cut_off_it_goes_on_where_it_was(no_door: Door, archive: Path, tmp_path: Path) -> None:
    """What was kept is not read again unless its file changed; a line that was cut off is read anew."""
    kept = tmp_path / "kept.jsonl"
    whole = no_door("audit", archive, "--json", "--keep", kept).out
    rows = kept.read_text("utf-8").splitlines()
    kept.write_text("\n".join(rows[:2]) + "\n" + rows[2][:40], "utf-8")
    assert no_door("audit", archive, "--json", "--keep", kept).out == whole
    assert {item.name for item in read_kept(kept).values()} == {item["name"] for item in json.loads(whole)["items"]}
    path = archive / "club" / "risk-mistakes.txt"
    path.write_text("game: nothing\n", "utf-8")
    changed = no_door("audit", archive, "--json", "--keep", kept).data
    assert str(path) in changed["troubles"]


def test_against_an_earlier_report_only_new_violations_count(no_door: Door, archive: Path, tmp_path: Path) -> None:
    (archive / "broken.jsonl").unlink()
    path, old = archive / "club" / "risk-mistakes.txt", tmp_path / "old.json"
    text = path.read_text("utf-8")
    old.write_text(no_door("audit", archive, "--json").out, "utf-8")
    same = no_door("audit", archive, "--json", "--against", old)
    assert (same.status, same.data["against"]["new"], same.data["against"]["gone"]) == (0, [], [])
    path.unlink()
    gone = no_door("audit", archive, "--json", "--against", old)
    assert gone.status == 0
    assert gone.data["against"]["gone"]
    old.write_text(gone.out, "utf-8")
    path.write_text(text, "utf-8")
    back = no_door("audit", archive, "--against", old)
    assert back.status == 1
    assert "Against the earlier report:" in back.out


def test_as_a_page_and_as_a_table(no_door: Door, archive: Path, tmp_path: Path) -> None:
    page, table = tmp_path / "audits.html", tmp_path / "audits.csv"
    report = no_door("audit", archive, "--json", "--html", page, "--csv", table).data
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines(keepends=True)))
    assert len(rows) == sum(report["counts"].values())
    assert {row["rule"] for row in rows} <= {row["rule"] for row in report["by_rule"]}
    assert "<script" not in page.read_text("utf-8")
    assert all(row["rule"] in page.read_text("utf-8") for row in rows)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("{}/nothing*",), "holds no export"), (("{}", "--against", "{}/club/keys-nothing.txt"), "cannot be read"),
        (("{}", "--against", "{}/broken.jsonl"), "no report that audit --json wrote"),
        (("{}", "--html", "{}"), "is a directory"), (("{}", "--as", "black"), "--as is for one session"),
    ],
)  # fmt: skip
def test_bad_input_says_what_is_meant(no_door: Door, archive: Path, words: tuple[str, ...], says: str) -> None:
    no_door.refused("audit", *(word.replace("{}", str(archive)) for word in words), says=says)


def test_a_file_of_kept_audits_that_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_text("hello\nworld\n", "utf-8")
    with pytest.raises(RefusedError, match="line 1: this is no audit that was kept"):
        read_kept(path)


def test_another_reading_is_compared_session_by_session(door: Door, archive: Path) -> None:
    """A doubt that hangs on how a rule is read is gone where the table had agreed on the other reading."""
    names = [archive / "club" / "risk-mistakes.txt", archive / "club" / "keys-two-player.txt"]
    report = door("audit", *names, "--option", "tardis_blocks_path=no", "--json").data
    assert report["against"]["new"] == []
    ((name, gone),) = report["against"]["gone"]
    assert (name, gone["rule"], gone["level"]) == (str(names[0]), "RISK-TAR-06", "doubt")
    assert any("tardis_blocks_path=no" in one for one in report["items"][0]["unchecked"])
    same = door("audit", *names, "--option", "tardis_blocks_path=yes", "--json").data["against"]
    assert (same["new"], same["gone"]) == ([], [])
    turned = door("audit", names[0], "--option", "turn_cap=3")
    assert turned.status == 1
    assert "new" in turned.out


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("nope=1", "no game has an option"), ("xx", "NAME=VALUE is expected"), ("=1", "NAME=VALUE is expected"),
        ("tardis_blocks_path=maybe", "tardis_blocks_path"), ("turn_cap=zebra", "turn_cap"),
    ],
)  # fmt: skip
def test_an_option_that_no_game_has_is_refused(door: Door, archive: Path, option: str, says: str) -> None:
    door.refused("audit", archive / "club" / "risk-mistakes.txt", "--option", option, says=says)
