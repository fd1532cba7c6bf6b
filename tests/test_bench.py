"""The benchmark: every budget has its row, verdicts are reckoned, each form is well-formed. Nothing is timed here."""

import argparse
import ast
import json
import shutil
import sys
from contextlib import closing
from pathlib import Path

import appending
import click
import growth
import listing
import peers
import pytest
import report
import starting
from budgets import BUDGETS, SLOW_FSYNC, Budget, writers_due
from measure import Row, play
from places import TESTS

from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.reading.timeline import Timeline
from webui.cli import commands

BENCH = TESTS / "bench"
DUE = {
    "append": ("x", 0.8, 0.4), "writers": ("x", None, None), "decide": ("us", 45, 35), "read running": ("x", 12, 8),
    "read finished": ("x", 18, 12), "rehydrate running": ("x", 4, 6), "rehydrate finished": ("x", 2.5, 4),
    "open": ("x", 12, 8), "audit": ("x", 40, 30), "archive": ("s", 80, 60), "http": ("x", 2.5, 1.7),
    "page": ("x", 40, 20), "start help": ("x", 2, 1.5), "start session": ("x", 3, 2.5), "start list": ("x", 3, 2.5),
    "disk": ("B", 240, 200), "list": ("ms", 50, 15), "step": ("us", 1, 0.5), "browser step": ("ms", 16, 8),
    "browser requests": ("", 0, 0), "post": ("ms", 300, 100), "png": ("ms", 400, 200),
}  # fmt: skip
"""Unit, what is accepted and what is aimed at, by the kind of row."""
ROWS = [
    Row("keys", "a position | over HTTP", 0.44, "ms", 0.2, "ms an empty view", 2.2, "http"),
    Row("keys", "  the whole page", 4.9, "ms", 0.2, "ms an empty view", 24.5, note="p95 7 ms"),
    Row("all", "chess", None, "", note="not installed"),
]


def test_budgets_have_the_agreed_values() -> None:
    assert {kind: (budget.unit, budget.accept, budget.aim) for kind, budget in BUDGETS.items()} == DUE
    assert {kind for kind, budget in BUDGETS.items() if budget.least} == {
        "writers",
        "rehydrate running",
        "rehydrate finished",
    }


@pytest.mark.parametrize("kind", BUDGETS)
def test_every_budget_has_a_row_that_names_it(kind: str) -> None:
    trees = {path.stem: ast.parse(path.read_text("utf-8")) for path in BENCH.glob("*.py") if path.stem != "budgets"}
    owners = [
        stem for stem, tree in trees.items()
        if any(isinstance(node, ast.Constant) and node.value == kind for node in ast.walk(tree))
    ]  # fmt: skip
    assert owners, f"no module measures {kind}"
    alone = BUDGETS[kind].how.rpartition("/")[2].removesuffix(".py")
    assert alone in ("bench", "bench --peers") or alone in owners


@pytest.mark.parametrize("line", [*starting.WITHOUT_A_GAME, *starting.ON_A_SESSION])
def test_every_measured_command_exists(line: str) -> None:
    context, words = click.Context(commands, info_name="cloisterbell"), line.split()
    while isinstance(context.command, click.Group) and words and not words[0].startswith("-"):
        name, command, words = context.command.resolve_command(context, words)
        assert command is not None
        context = click.Context(command, parent=context, info_name=name)
    context.command.make_parser(context).parse_args(words)  # raises an error for unknown options or arguments


def test_a_run_lists_budgets_that_it_did_not_measure() -> None:
    told = report.completed(ROWS)
    assert told[: len(ROWS)] == ROWS
    assert {row.kind for row in told[len(ROWS) :]} == set(BUDGETS) - {"http"}
    assert all(row.verdict == "" and BUDGETS[row.kind].how in row.note for row in told[len(ROWS) :])


@pytest.mark.parametrize(("kind", "value", "ratio", "verdict"), [
    ("http", 99.0, 2.5, "reached"), ("http", 0.1, 2.51, "missed"), ("http", 0.1, None, ""),
    ("png", 400.0, 99.0, "reached"), ("png", 400.1, 0.1, "missed"), ("png", None, None, ""),
    ("rehydrate running", 20.0, 4.0, "reached"), ("rehydrate running", 20.0, 3.9, "missed"),
    ("browser requests", 0.0, None, "reached"), ("browser requests", 0.1, None, "missed"), ("", 1.0, 1.0, ""),
])  # fmt: skip
def test_computes_verdicts_from_budgets(kind: str, value: float | None, ratio: float | None, verdict: str) -> None:
    assert Row("keys", "what", value, "ms", ratio=ratio, kind=kind).verdict == verdict


def test_computes_if_the_aim_of_a_budget_is_reached() -> None:
    assert [BUDGETS["http"].is_at_aim(ratio) for ratio in (1.7, 1.71)] == [True, False]
    assert [BUDGETS["rehydrate running"].is_at_aim(ratio) for ratio in (5.9, 6)] == [False, True]
    assert not Budget("anything", "x", 2, None).is_at_aim(0)


def test_the_budget_for_many_writers_depends_on_the_disk() -> None:
    assert writers_due(0.0005, 0.0005).accept == pytest.approx(1.8)
    assert writers_due(0.0005, 0.004).accept == pytest.approx(8.1)
    assert writers_due(0.0005, SLOW_FSYNC).accept == 3
    assert writers_due(0.01, SLOW_FSYNC).accept == pytest.approx(1.35)
    due = writers_due(0.0005, 0.0005)
    told = [Row("all", "writers", 1.0, "/s", ratio=ratio, kind="writers", due=due).verdict for ratio in (1.7, 1.9)]
    assert told == ["missed", "reached"]


def test_markdown_is_one_table() -> None:
    lines = report.markdown(report.completed(ROWS)).splitlines()
    assert len(lines) == 2 + len(ROWS) + len(BUDGETS) - 1
    assert {line.replace("\\|", "").count("|") for line in lines} == {len(report.HEADINGS) + 1}
    assert all(line.startswith("| ") and line.endswith(" |") for line in lines)
    assert lines[2] == (
        "| keys | a position \\| over HTTP | 0.44 ms | 0.2 ms an empty view | 2.2 x | 2.5 x (1.7) | reached |  |"
    )


def test_json_output_contains_only_json_with_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    report.tell(ROWS, argparse.Namespace(json=True, markdown=False))
    first, second, third = json.loads(capsys.readouterr().out)
    assert first["verdict"] == "reached"
    assert (first["value"], first["ratio"], first["accept"], first["aim"]) == (0.44, 2.2, 2.5, 1.7)
    assert first["is_at_aim"] is False
    assert (second["what"], second["verdict"], second["accept"]) == ("the whole page", None, None)
    assert (third["value"], third["note"]) == (None, "not installed")
    assert first.keys() == second.keys() == third.keys()


def test_a_terminal_shows_budgets_and_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    report.tell(ROWS, argparse.Namespace(json=False, markdown=False))
    told = capsys.readouterr().out
    assert "accept (aim)" in told
    assert "2.5 x (1.7)" in told
    assert "reached" in told


def test_reports_missing_peers_in_their_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("eventsourcing", "eventsourced")]:
        monkeypatch.delitem(sys.modules, name)
    for library in ("eventsourcing", "chess", "pokerkit"):
        monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    told = peers.rows(tmp_path, [play(SqliteStore(tmp_path / "sample.db"), "keys", 40)], quick=True)
    missing = {row.what.partition(":")[0]: row.note for row in told if row.value is None}
    modules = dict.fromkeys(("eventsourcing", "chess", "pokerkit"), "not installed: pip install -e '.[bench]'")
    assert missing == {**modules, "boardgame.io": "node is not installed"}
    measured = [row.what.partition(":")[0] for row in told if row.value is not None]
    assert measured == ["sqlite3", "sqlite3", "msgspec", "a legal move decided by all rules and folded in memory"]
    assert {row.kind for row in told} == {"", "decide", "rehydrate running"}


def test_another_missing_module_raises_an_error() -> None:
    def broken() -> list[Row]:
        raise ModuleNotFoundError("no module", name="something")

    with pytest.raises(ModuleNotFoundError):
        peers._asked("chess", "all", broken)


def test_growth_is_compared_with_the_smallest_size() -> None:
    costs = iter([(1, [growth.Cost("a thing", 2.0, "us")]), (4, [growth.Cost("a thing", 5.0, "us", "more")])])
    one, four = growth._table("keys", "reader", costs)
    assert (one.what, one.ratio) == ("a thing, at 1 reader", 1)
    assert (four.what, four.floor, four.ratio, four.note) == ("a thing, at 4 readers", 2.0, 2.5, "more")


def test_a_long_session_never_ends(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / "long.db")) as store:
        long = growth._Long(store, "keys")
        long.grow(80)
        before = long.session.table.seq
        long.go_back()
        assert long.undone > 0
        long.grow(before + 20)
        assert long.posts > 0
        assert long.session.status.outcome is None


def test_copied_sessions_can_be_opened_and_written_to(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    listing.make(path, 3, 1)
    growth._copy(path, 3, 8)
    growth._copy(path, 3, 11)
    with closing(SqliteStore(path)) as store:
        names = [row.session for row in store.sessions()]
        assert len(names) == len(set(names)) == 11
        lengths = {store.head(name).seq for name in names if name.startswith("s")}
        copies = [name for name in names if name.startswith("c")]
        assert {Timeline.read(store, registry(), name).last for name in copies} == lengths
        (made,) = appending.copied(store, names[-1], 1)
        assert appending.written_at_once(store, [made], 2).groups == 2
        assert [line.body for line in store.lines(made)][: store.head(names[-1]).seq] == [
            line.body for line in store.lines(names[-1])
        ]
