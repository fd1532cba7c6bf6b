"""Find the tests that reach each planted fault: run them in a copy with a probe in each changed function."""

import ast
import dataclasses
import itertools
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from mutant_rows import ROOT, Fault

HERE = Path(__file__).parent
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", ".mutants", ".mypy_cache", ".ruff_cache", ".hypothesis", "__pycache__"
)


@dataclasses.dataclass
class Notes:
    seconds: dict[str, float] = dataclasses.field(default_factory=dict)
    """Duration of each test that passed."""
    reaching: dict[str, set[str]] = dataclasses.field(default_factory=lambda: defaultdict(set))
    """Tests that reach each fault, by the fault's name."""


def copied(place: Path) -> Path:
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    return place


def environment(copy: Path, **more: str) -> dict[str, str]:
    """Return an environment in which Python imports the program from the copy."""
    return {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1", **more}


def run_with_probes(faults: Sequence[Fault], notes: Path, place: Path, selection: str) -> int:
    """Run the selected tests once and write notes; return the exit status of pytest."""
    shutil.rmtree(notes, ignore_errors=True)
    notes.mkdir(parents=True)
    copy = copied(place / "reach")
    for script in ("mutant_probe.py", "mutant_plugin.py"):
        shutil.copy(HERE / script, copy)
    for module in {fault.module for fault in faults}:
        here = [fault for fault in faults if fault.module == module and (copy / module).exists()]
        if here:
            source = (copy / module).read_text()
            (copy / module).write_text(with_probes(source, here))
    words = [sys.executable, "-m", "pytest", "-q", "-p", "mutant_plugin", "-m", selection]
    return subprocess.run(words, cwd=copy, env=environment(copy, MUTANTS_REACHED=str(notes)), check=False).returncode


def with_probes(source: str, faults: Iterable[Fault]) -> str:
    """Return the source of a module with a probe before the statement of each fault.

    A fault outside a function gets a probe at the start of every function of the module.
    """
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    probes: list[tuple[list[ast.stmt], ast.stmt, ast.stmt]] = []
    for fault in faults:
        if source.count(fault.old) != 1:
            continue
        pairs = zip(fault.old, fault.new, strict=False)
        same = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
        line = source[: source.index(fault.old) + min(same, len(fault.old) - 1)].count("\n") + 1
        blocks = [block for function in functions for block in _blocks(function)]
        within = [block for block in blocks if any(node.lineno <= line <= (node.end_lineno or 0) for node in block)]
        for block in within[-1:] or [function.body for function in functions]:
            before = next((node for node in block if node.lineno <= line <= (node.end_lineno or 0)), block[-1])
            probes.append((block, before, ast.parse(f"__import__('mutant_probe').hit({fault.name!r})").body[0]))
    for block, before, probe in probes:
        block.insert(block.index(before), probe)
    return ast.unparse(ast.fix_missing_locations(tree))


def _blocks(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[list[ast.stmt]]:
    """Return the lists of statements in a function, outer ones first."""
    return [
        block
        for node in ast.walk(function)
        for field in ("body", "orelse", "finalbody")
        if isinstance(block := getattr(node, field, None), list) and block and isinstance(block[0], ast.stmt)
    ]


def read_notes(notes: Path, faults: Sequence[Fault]) -> Notes:
    """Read the records of all processes of a run with probes."""
    found, users, failed = Notes(), defaultdict(set), set()
    for file in notes.glob("durations-*.tsv"):
        for line in file.read_text().splitlines():
            test, seconds, outcome, *fixtures = line.split("\t")
            found.seconds[test] = found.seconds.get(test, 0) + float(seconds)
            if outcome != "passed":
                failed.add(test)
            for fixture in fixtures:
                users[f"fixture:{fixture}"].add(test)
    for test in failed:
        del found.seconds[test]
    names = {fault.name for fault in faults}
    for file in notes.glob("reached-*.tsv"):
        for line in file.read_text().splitlines():
            name, test = line.split("\t")
            if name in names:
                found.reaching[name] |= users.get(test, {test}) & found.seconds.keys()
    return found
