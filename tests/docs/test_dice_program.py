"""The checker of one file: exports are clean, and it finds what our audit finds, and damaged lines."""

import ast
import json
import random
import re
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path

import pocket
import pytest
import toy
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from places import ROOT
from players import GAMES, SEATS, eventful, founded, play_on, started, tower

from events.events import ALL, OMNISCIENT, Passed, Rolled
from events.store.memory import MemoryStore
from projections.contracts import ObservedChance, Written
from replay.audit.audit import audit_session
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import import_bundle, read_bundle
from replay.transfer.verify import verify

GRADES = (ROOT / "docs" / "explanation" / "dice.md").read_text(encoding="utf-8")
BY_HAND = (ROOT / "docs" / "howto" / "check-dice.md").read_text(encoding="utf-8")
Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "export.jsonl"


@pytest.fixture
def check(path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Check a text as an export; the program is loaded, not started, to be quick."""

    def checked(text: str, *checkpoints: str) -> tuple[int, str, str]:
        path.write_text(text, encoding="utf-8")
        return (pocket.loaded().main(str(path), *checkpoints), *capsys.readouterr())

    return checked


@cache
def busy(slug: str, seed: int, *, over: bool) -> Session:
    """A session with talk, takebacks and corrections in it."""
    options = {"points": 40} if slug == "toy" else {}
    session = eventful(founded(MemoryStore(), slug, 2, session=pocket.NAME, options=options), 40, seed=seed)
    if over:
        session.end()
    return session


@pytest.mark.parametrize("viewer", [ALL, OMNISCIENT, SEATS[0]])
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("slug", ["keys", "toy"])
@pytest.mark.sampled
def test_real_exports_are_clean(slug: str, viewer: str, path: Path, check: Check, *, over: bool) -> None:
    session = busy(slug, 2, over=over)
    found = check(pocket.exported(session, viewer))
    clean = f"No fault up to {session.head.seq}:{session.head.hex[:32]}"
    counts = f"rolls: {session.k}, shuffles: {session.j}, orders: {session.j if over else 0}"
    assert found == (0, f"{clean}; {counts}\nPlayer seeds: 'black=fish-fingers'\n", "")
    assert viewer != ALL or pocket.run(path) == found
    assert session.j > 1 or slug == "toy"
    assert session.k > 5 or slug == "keys"


def test_warns_if_no_seat_gave_a_player_seed(check: Check) -> None:
    session = Session.create(MemoryStore(), GAMES, started("toy", 2), session=pocket.NAME, tower=tower())
    status, told, _ = check(pocket.exported(play_on(session)))
    assert (status, told.splitlines()[1]) == (0, "No player seeds: the log does not prove random rolls")


@pytest.mark.parametrize(("dice", "cards"), [("typed", "typed"), ("other:roller", "typed"), ("typed", "tower")])
def test_counts_only_rolls_of_the_dice_roller(dice: str, cards: str, check: Check) -> None:
    seen = ObservedChance(orders=(toy.CARDS,), cards=toy.CARDS[:2]) if cards == "typed" else ObservedChance()
    how = started("toy", 2, dice=dice, cards=cards)
    session = Session.create(MemoryStore(), GAMES, how, session=pocket.NAME, tower=tower(), seen=seen)
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    submit(session, "yellow", [Request(Written(Passed("yellow"), ObservedChance(faces=((4,),))))])
    assert any(isinstance(entry.event, Rolled) for entry in session.table.entries)
    text = pocket.exported(session)
    assert audited(text) == set()
    status, told, _ = check(text)
    assert (status, told.splitlines()[0].partition("; ")[2]) == (0, f"rolls: 0, shuffles: {session.j}, orders: 0")


def audited(text: str) -> set[str]:
    report = verify(read_bundle(text, GAMES, strict=False), GAMES)
    return {finding.rule for finding in report.findings if finding.level == "violation"}


@pytest.mark.parametrize("forged", [False, True])
@pytest.mark.parametrize("change", pocket.CHANGES.values(), ids=pocket.CHANGES)
@pytest.mark.sampled
def test_checker_and_audit_find_planted_changes(change: pocket.Change, check: Check, *, forged: bool) -> None:
    """With the old digests, and with digests that follow from the changed lines."""
    header, rows = pocket.opened(pocket.played())
    at = change(rows)
    if forged:
        pocket.rechained(rows)
    text = pocket.written(header, rows)
    status, told, trouble = check(text)
    assert (status, trouble) == (1, "")
    assert any(line.startswith(f"line {at}: ") and change.says in line for line in told.splitlines())
    chained = forged or change.rule == "LOG-SEAL"  # the chain answers for seals, not for what opens them
    assert ("its digest does not follow" in told) is not chained
    assert (change.rule if chained else "LOG-CHAIN") in audited(text)


def test_only_the_audit_finds_an_additional_die(check: Check) -> None:
    header, rows = pocket.opened(pocket.played())
    at = pocket.a_roll(rows)
    pocket.rewrite(rows[at], die="dare dare", faces=list(pocket.two_faces(rows, at)))
    pocket.rechained(rows)
    text = pocket.written(header, rows)
    assert check(text)[0] == 0
    assert audited(text) == {"LOG-CHANCE"}


def test_a_roll_used_twice_is_found(check: Check) -> None:
    header, rows = pocket.opened(pocket.exported(busy("toy", 5, over=True)))
    reused = [at for at in pocket.places(rows, "rolled") if pocket.body_of(rows[at])["source"] == "replayed"]
    rows.insert(reused[0] + 1, deepcopy(rows[reused[0]]))
    pocket.rechained(rows)
    assert f"line {reused[0] + 2}: it is not the struck roll of line" in check(pocket.written(header, rows))[1]


def test_a_cut_tail_is_found_by_a_checkpoint(check: Check) -> None:
    lines = pocket.played().splitlines()
    seq, digest = len(lines) - 1, json.loads(lines[-1])["digest"]
    assert check(pocket.played(), f"{seq}:{digest[:32]}", f"{seq}:{digest.upper()}")[0] == 0
    assert check(pocket.played(), f"{seq - 1}:{digest[:32]}")[0] == 1
    assert check(pocket.played(), f"{seq}:{digest[:12]}")[0] == 1
    cut = "\n".join(lines[:-4])
    assert check(cut)[0] == 0
    assert check(cut, f"{seq}:{digest[:32]}")[:2] == (1, f"checkpoint {seq}:{digest[:32]}: no line of this log\n")


def damaged(rows: pocket.Rows, at: int, what: str) -> None:
    """Give a line a body that no roll, shuffle or takeback has."""
    receipt, begun = pocket.body_of(rows[at])["receipt"], rows[at]["body"][:-1]
    bodies = {
        "no JSON": "{", "no object": "[]", "key twice": f'{begun},"faces":[6]}}',
        "deep": f'{begun},"more":{"[" * 100_000}{"]" * 100_000}}}',
        "going back": json.dumps({"kind": "taken-back", "to": -(10**15)}),
    }  # fmt: skip
    fields = {
        "no key": {"receipt": {"k": 3, "key": "no hex"}}, "no number": {"receipt": receipt | {"k": "3"}},
        "kinds": {"kind": ["rolled"]},
    }  # fmt: skip
    if what in bodies:
        rows[at]["body"] = bodies[what]
    else:
        pocket.rewrite(rows[at], **fields.get(what) or {"sides": json.loads(what)})


@pytest.mark.parametrize("what", [
    "no JSON", "no object", "key twice", "deep", "no key", "no number", "going back", "kinds", "0", "1", "300", '"6"',
    "-6", "6.0", "1e400",
])  # fmt: skip
def test_reports_damaged_lines_and_checks_the_rest(what: str, check: Check) -> None:
    header, rows = pocket.opened(pocket.played())
    at = pocket.a_roll(rows)
    damaged(rows, at, what)
    pocket.rechained(rows)
    status, told, trouble = check(pocket.written(header, rows))
    assert (status, trouble) == (1, "")
    assert what == "kinds" or f"line {at + 1}: " in told
    assert "not open with" not in told or what == "kinds"
    assert all(len(line) < 200 for line in told.splitlines())


@pytest.mark.parametrize("text", [
    "", "\n\n", "dare yellow (4)\n", "[]\n[]\n", '{"session":"x"}\n{}\n', "\x00\x01",
    '{"format":"cloisterbell-1","session":"x"}\n', '{"format":"cloisterbell-9","session":"x"}\n{}\n',
])  # fmt: skip
def test_refuses_a_text_that_is_not_an_export(text: str, path: Path, check: Check) -> None:
    status, told, trouble = check(text)
    assert (status, told, trouble.count("\n")) == (2, "", 1)
    assert trouble.startswith(f"{path} is no export, which begins with a header of cloisterbell-1 and a line: ")


def test_refuses_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("none", "bytes", "."):
        status, told, trouble = pocket.run(tmp_path / name)
        assert (status, told, trouble.count("\n")) == (2, "", 1)


def test_finds_every_changed_character() -> None:
    program, lines = pocket.loaded(), pocket.played().splitlines()[1:]
    chooser, missed = random.Random(7), list[tuple[int, int, str]]()
    assert program.Log(pocket.NAME, lines).faults == []
    for _ in range(500):
        at = chooser.randrange(len(lines))
        column = chooser.randrange(len(lines[at]))
        other = chooser.choice([sign for sign in '0a9"}{,:\\ \té' if sign != lines[at][column]])
        changed = f"{lines[at][:column]}{other}{lines[at][column + 1 :]}"
        if not program.Log(pocket.NAME, [*lines[:at], changed, *lines[at + 1 :]]).faults:
            missed.append((at + 1, column, other))
    assert missed == []


def test_the_checker_is_short_and_uses_only_the_standard_library() -> None:
    source = pocket.PROGRAM.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 254
    nodes = list(ast.walk(ast.parse(source)))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names
    assert imported


@pytest.mark.skipif(not (ROOT / "replay").is_dir(), reason="there is no checkout here to build from")
def test_the_checker_ships_with_the_source_but_not_the_wheel() -> None:
    source = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    wheel = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {"docs/reference/check_dice.py", "docs/explanation/dice.md", "docs/reference/log-format.md"} <= source
    assert not any("check_dice" in path for path in wheel)


def test_the_page_checks_one_roll_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    _, rows = pocket.opened(pocket.played())
    before, body = (pocket.body_of(rows[at]) for at in pocket.places(rows, "rolled")[1:3])
    (snippet,) = re.findall(r"```python\n(.*?)```", BY_HAND, re.DOTALL)
    for name, value in {
        "KEY": body["receipt"]["key"], "SESSION": pocket.NAME, "NUMBER": "3", "PURPOSE": body["purpose"],
        "black=word;yellow=word": "black=fish-fingers",
    }.items():  # fmt: skip
        assert snippet.count(name) == 1
        snippet = snippet.replace(name, value)
    exec(snippet, {})  # noqa: S102  # the page's own lines
    key, faces = capsys.readouterr().out.splitlines()
    assert key == before["receipt"]["key"]
    assert json.loads(faces)[: len(body["faces"])] == body["faces"]


@pytest.mark.parametrize(("host", "words", "origin"), [
    ("", {"black": "fish"}, "here"), ("black", {}, "here"), ("", {}, "imported"),
])  # fmt: skip
def test_the_page_explains_each_grade(host: str, words: dict[str, str], origin: str) -> None:
    store = MemoryStore()
    session = Session.create(store, GAMES, started("toy", 2, host=host), session=pocket.NAME, words=words)
    if origin == "imported":
        store = MemoryStore()
        import_bundle(store, read_bundle(pocket.exported(session), GAMES))
    whose, *parts = audit_session(store, GAMES, pocket.NAME).grade.split("; ")
    assert whose == "tower"
    assert len(parts) == 1 + bool(host) + (origin == "imported")
    for part in parts:
        assert f"`{part}`" in GRADES
