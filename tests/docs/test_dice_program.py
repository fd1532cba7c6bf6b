"""The pocket program beside `docs/dice.md`: clean on what we export, and never fooled where our audit is not."""

import ast
import json
import re
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest
import toy
from dice_changes import CHANGES, Change, a_roll, two_faces
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from places import ROOT
from players import GAMES, SEATS, eventful, founded, play_on, started, tower
from pocket import NAME, PROGRAM, exported, opened, places, played, rechained, rewrite, run, said, written

from events.facts import ALL, TABLE, Passed, Rolled
from events.store.memory import MemoryStore
from projections.terms import Seen, Written
from replay.audit.audit import audit_session
from replay.exchange.bundle import import_bundle, read_bundle
from replay.exchange.verify import verify
from replay.live.session import Session
from replay.live.submission import Request, submit

PAGE = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")


@cache
def busy(slug: str, seed: int, *, over: bool) -> Session:
    """A session with talk, takebacks and corrections in it."""
    options = {"points": 40} if slug == "toy" else {}
    session = eventful(founded(MemoryStore(), slug, 2, session=NAME, options=options), 40, seed=seed)
    if over:
        session.end()
    else:
        assert not session.table.unsealed
    return session


# What we export


@pytest.mark.parametrize("viewer", [ALL, TABLE, SEATS[0]])
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("slug", ["keys", "toy"])
def test_real_exports_are_clean(slug: str, viewer: str, tmp_path: Path, *, over: bool) -> None:
    session = busy(slug, 2, over=over)
    path = tmp_path / "export.jsonl"
    path.write_text(exported(session, viewer), encoding="utf-8")
    orders = session.j if over else 0
    clean = f"No fault up to {session.head.seq}:{session.head.hex[:32]}"
    counts = f"rolls: {session.k}, shuffles: {session.j}, orders: {orders}"
    assert run(path) == (0, f"{clean}; {counts}\nWords of the players: 'black=fish-fingers'\n", "")
    assert session.j > 1 or slug == "toy"
    assert session.k > 5 or slug == "keys"


def test_rolls_that_are_used_again_are_clean(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    reused = 0
    for seed in range(4, 8):
        text = exported(busy("toy", seed, over=True))
        path.write_text(text, encoding="utf-8")
        assert run(path)[0] == 0
        reused += text.count('\\"source\\":\\"replayed\\"')
    assert reused > 5


def test_words_that_nobody_brought_are_missed(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    session = Session.create(MemoryStore(), GAMES, started("toy", 2), session=NAME, tower=tower())
    path.write_text(exported(play_on(session)), encoding="utf-8")
    status, told, _ = run(path)
    assert (status, told.splitlines()[1]) == (0, "No word was brought: the host could pick the dice")


@pytest.mark.parametrize(("dice", "cards"), [("typed", "typed"), ("other:roller", "typed"), ("typed", "tower")])
def test_what_the_tower_did_not_throw_has_no_receipt_to_check(dice: str, cards: str, tmp_path: Path) -> None:
    """It says how many rolls of the tower there are: none."""
    seen = Seen(orders=(toy.CARDS,), cards=toy.CARDS[:2]) if cards == "typed" else Seen()
    how = started("toy", 2, dice=dice, cards=cards)
    session = Session.create(MemoryStore(), GAMES, how, session=NAME, tower=tower(), seen=seen)
    submit(session, "black", [Request(Written(toy.Dare("black", "yellow")))])
    submit(session, "yellow", [Request(Written(Passed("yellow"), Seen(faces=((4,),))))])
    assert any(isinstance(entry.fact, Rolled) for entry in session.table.entries)
    path, text = tmp_path / "export.jsonl", exported(session)
    path.write_text(text, encoding="utf-8")
    assert audited(text) == set()
    status, told, _ = run(path)
    assert (status, told.splitlines()[0].partition("; ")[2]) == (0, f"rolls: 0, shuffles: {session.j}, orders: 0")


# What is planted


def audited(text: str) -> set[str]:
    """The rules that our audit finds broken."""
    report = verify(read_bundle(text, GAMES, strict=False), GAMES)
    return {finding.rule for finding in report.findings if finding.level == "violation"}


@pytest.mark.parametrize("forged", [False, True])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_planted_changes_are_found_by_both(change: Change, tmp_path: Path, *, forged: bool) -> None:
    """As they are, and with the chain computed anew behind them."""
    header, rows = opened(played())
    at = change(rows)
    if forged:
        rechained(rows)
    path, text = tmp_path / "export.jsonl", written(header, rows)
    path.write_text(text, encoding="utf-8")

    status, told, trouble = run(path)
    assert (status, trouble) == (1, "")
    assert any(line.startswith(f"line {at}: ") and change.says in line for line in told.splitlines())
    chained = forged or change.rule == "LOG-SEAL"  # the chain answers for seals, not for what opens them
    assert ("its digest does not follow" in told) is not chained
    assert (change.rule if chained else "LOG-CHAIN") in audited(text)


def test_how_many_dice_a_move_asks_for_is_the_rulebooks_to_tell(tmp_path: Path) -> None:
    """A receipt answers for the faces in their order, not for their number: our audit finds the die too many."""
    header, rows = opened(played())
    at = a_roll(rows)
    rewrite(rows[at], die="dare dare", faces=list(two_faces(rows, at)))
    rechained(rows)
    path, text = tmp_path / "export.jsonl", written(header, rows)
    path.write_text(text, encoding="utf-8")
    assert run(path)[0] == 0
    assert audited(text) == {"LOG-CHANCE"}


def test_a_roll_used_twice_is_found(tmp_path: Path) -> None:
    """The struck roll of an honest correction stands in for a second one."""
    header, rows = opened(exported(busy("toy", 5, over=True)))
    reused = [at for at in places(rows, "rolled") if said(rows[at])["source"] == "replayed"]
    rows.insert(reused[0] + 1, deepcopy(rows[reused[0]]))
    rechained(rows)
    path = tmp_path / "export.jsonl"
    path.write_text(written(header, rows), encoding="utf-8")
    assert f"line {reused[0] + 2}: it is not the struck roll of line" in run(path)[1]


def test_a_cut_tail_is_found_by_a_witness(tmp_path: Path) -> None:
    """Rolls that were dropped from the end leave a whole log, unless somebody holds a line that stood there."""
    path, lines = tmp_path / "export.jsonl", played().splitlines()
    seq, digest = len(lines) - 1, json.loads(lines[-1])["digest"]
    path.write_text(played(), encoding="utf-8")
    assert run(path, f"{seq}:{digest[:32]}", f"{seq}:{digest.upper()}")[0] == 0
    assert run(path, f"{seq - 1}:{digest[:32]}")[0] == 1
    assert run(path, f"{seq}:{digest[:12]}")[0] == 1
    path.write_text("\n".join(lines[:-4]), encoding="utf-8")
    assert run(path)[0] == 0
    assert run(path, f"{seq}:{digest[:32]}")[:2] == (1, f"witness {seq}:{digest[:32]}: no line of this log\n")


# The program itself


def test_it_fits_a_pocket_and_imports_nothing_of_ours() -> None:
    source = PROGRAM.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 250
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom)
            else []
        )
    }  # fmt: skip
    assert imported <= sys.stdlib_module_names
    assert imported


@pytest.mark.skipif(not (ROOT / "replay").is_dir(), reason="there is no checkout here to build from")
def test_it_ships_with_the_source_and_its_page() -> None:
    source = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    wheel = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {"docs/check_dice.py", "docs/dice.md", "docs/log-format.md"} <= source
    assert not any("check_dice" in path for path in wheel)


# The page


def test_the_page_checks_one_roll_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """Its lines of Python, with the values of a real roll put in."""
    _, rows = opened(played())
    before, body = (said(rows[at]) for at in places(rows, "rolled")[1:3])
    (snippet,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    for name, value in {
        "KEY": body["receipt"]["key"], "SESSION": NAME, "NUMBER": "3", "PURPOSE": body["purpose"],
        "black=word;yellow=word": "black=fish-fingers",
    }.items():  # fmt: skip
        assert snippet.count(name) == 1
        snippet = snippet.replace(name, value)
    exec(snippet, {})  # noqa: S102  # the page's own lines
    key, faces = capsys.readouterr().out.splitlines()
    assert key == before["receipt"]["key"]
    assert json.loads(faces)[: len(body["faces"])] == body["faces"]


@pytest.mark.parametrize(
    ("host", "words", "origin"), [("", {"black": "fish"}, "here"), ("black", {}, "here"), ("", {}, "imported")]
)
def test_the_page_says_what_each_grade_means(host: str, words: dict[str, str], origin: str) -> None:
    store = MemoryStore()
    session = Session.create(store, GAMES, started("toy", 2, host=host), session=NAME, words=words)
    if origin == "imported":
        store = MemoryStore()
        import_bundle(store, read_bundle(exported(session), GAMES))
    whose, *parts = audit_session(store, GAMES, NAME).grade.split("; ")
    assert whose == "tower"
    assert len(parts) == 1 + bool(host) + (origin == "imported")
    for part in parts:
        assert f"`{part.partition(': no player')[0]}`" in PAGE
