"""The pocket program on damaged logs, and on files that are none: it tells, goes on where it can, and never fails."""

import json
import random
from pathlib import Path

import pytest
from dice_changes import a_roll
from pocket import NAME, Rows, loaded, opened, played, rechained, rewrite, run, said, written


def damaged(rows: Rows, at: int, what: str) -> None:
    """Give a line a body that says what no roll, shuffle or takeback can."""
    body = said(rows[at])
    match what:
        case "no JSON":
            rows[at]["body"] = "{"
        case "no object":
            rows[at]["body"] = "[]"
        case "key twice":
            rows[at]["body"] = f'{rows[at]["body"][:-1]},"faces":[6]}}'
        case "deep":
            rows[at]["body"] = f'{rows[at]["body"][:-1]},"more":{"[" * 100_000}{"]" * 100_000}}}'
        case "no key":
            rewrite(rows[at], receipt={"k": 3, "key": "no hex"})
        case "no number":
            rewrite(rows[at], receipt=body["receipt"] | {"k": "3"})
        case "going back":
            rows[at]["body"] = json.dumps({"kind": "taken-back", "to": -(10**15)})
        case "kinds":
            rewrite(rows[at], kind=["rolled"])
        case _:
            rewrite(rows[at], sides=json.loads(what))


@pytest.mark.parametrize("what", [
    "no JSON", "no object", "key twice", "deep", "no key", "no number", "going back", "kinds", "0", "1", "300", '"6"',
    "-6", "6.0", "1e400",
])  # fmt: skip
def test_damaged_lines_are_told_and_the_rest_is_checked(what: str, tmp_path: Path) -> None:
    header, rows = opened(played())
    at = a_roll(rows)
    damaged(rows, at, what)
    rechained(rows)
    path = tmp_path / "export.jsonl"
    path.write_text(written(header, rows), encoding="utf-8")
    status, told, trouble = run(path)
    assert (status, trouble) == (1, "")
    assert what == "kinds" or f"line {at + 1}: " in told
    assert "not open with" not in told or what == "kinds"
    assert all(len(line) < 200 for line in told.splitlines())


@pytest.mark.parametrize("text", [
    "", "\n\n", "dare yellow (4)\n", "[]\n[]\n", '{"session":"x"}\n{}\n', "\x00\x01",
    '{"format":"cloisterbell-1","session":"x"}\n', '{"format":"cloisterbell-9","session":"x"}\n{}\n',
])  # fmt: skip
def test_what_is_no_export_is_said_so(text: str, tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text(text, encoding="utf-8")
    status, told, trouble = run(path)
    assert (status, told) == (2, "")
    assert trouble.startswith(f"{path} is no export, which begins with a header of cloisterbell-1 and a line: ")
    assert trouble.count("\n") == 1


def test_files_that_cannot_be_read_are_said_so(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("none", "bytes", "."):
        status, told, trouble = run(tmp_path / name)
        assert (status, told, trouble.count("\n")) == (2, "", 1)


def test_no_character_of_a_line_can_be_changed() -> None:
    """One character of the lines becomes another, a thousand times; the program is loaded, not started, to be quick."""
    program = loaded()
    _, *lines = played().splitlines()
    chooser, missed = random.Random(7), list[tuple[int, int, str]]()
    assert program.Log(NAME, lines).faults == []
    for _ in range(1000):
        at = chooser.randrange(len(lines))
        column = chooser.randrange(len(lines[at]))
        other = chooser.choice([sign for sign in '0a9"}{,:\\ \té' if sign != lines[at][column]])
        changed = f"{lines[at][:column]}{other}{lines[at][column + 1 :]}"
        if not program.Log(NAME, [*lines[:at], changed, *lines[at + 1 :]]).faults:
            missed.append((at + 1, column, other))
    assert missed == []
