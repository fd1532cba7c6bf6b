"""Run the tests against each planted fault, the quickest first, and stop at the first failure."""

import dataclasses
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from mutant_reach import Notes, environment
from mutant_rows import Fault

FIRST = 25
"""Number of the quickest tests that run alone first."""
PATIENCE = 5
"""A run that takes this many times its known duration counts as hanging."""
PATIENCE_S = 60.0
NOT_FOUND = re.compile(r"not found: (\S.*?)(?: \(|$)", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Outcome:
    fault: str
    found: bool
    how: str
    """The failed test, or the reason why no test failed."""
    seconds: float


def tried(fault: Fault, copy: Path, notes: Notes, limit: float) -> Outcome:
    """Plant a fault in a copy, run the tests that reach it, and restore the copy."""
    began = time.monotonic()

    def outcome(found: bool, how: str) -> Outcome:  # noqa: FBT001
        return Outcome(fault.name, found, how, round(time.monotonic() - began, 1))

    try:
        before = fault.plant(copy)
    except ValueError as error:
        return outcome(found=False, how=f"does not apply: {error}")
    how = "no test reaches it"
    try:
        for tests in stages(fault, notes, is_import="def " not in before):
            if failure := _failure(tests, copy, notes, limit - (time.monotonic() - began)):
                return outcome(found=True, how=failure)
            how = "no test failed"
            if time.monotonic() - began >= limit:
                return outcome(found=False, how="no test failed within the limit")
        return outcome(found=False, how=how)
    finally:
        (copy / fault.module).write_text(before)


def stages(fault: Fault, notes: Notes, *, is_import: bool) -> Iterator[list[str]]:
    """Yield tests in the order of trying: the quickest that reach the fault, the others, the rest of their modules.

    A fault in a module without functions changes imported values, so each test can reach it.
    """
    known = notes.seconds if is_import else notes.reaching[fault.name]
    reaching = sorted(known, key=lambda test: (notes.seconds[test], test))
    modules = {test.partition("::")[0] for test in reaching}
    rest = [test for test in notes.seconds if test.partition("::")[0] in modules and test not in known]
    for tests in (reaching[:FIRST], reaching[FIRST:], rest):
        if tests:
            yield tests


def _failure(tests: Sequence[str], copy: Path, notes: Notes, limit: float) -> str:
    """Run tests in one process; return the first that failed, or an empty text."""
    asked = copy / "asked.txt"
    known = sum(notes.seconds[test] for test in tests)
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", "-m", "", f"@{asked}"]
    wanted = list(tests)
    while wanted:
        asked.write_text("\n".join(wanted) + "\n")
        hangs = PATIENCE_S + PATIENCE * known
        try:
            done = subprocess.run(
                words, cwd=copy, env=environment(copy), check=False, capture_output=True, text=True,
                timeout=min(limit, hangs),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "a test hangs" if hangs < limit else ""
        if done.returncode in (0, 5):
            return ""
        gone = {Path(name).name if "::" not in name else name for name in NOT_FOUND.findall(done.stdout + done.stderr)}
        kept = [test for test in wanted if not any(name.endswith(test) for name in gone)]
        if done.returncode != 4 or len(kept) == len(wanted):  # 4: a named test does not exist
            lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
            return lines[0][:200] if lines else f"pytest ended with status {done.returncode}"
        wanted = kept
    return ""
