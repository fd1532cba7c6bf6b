"""The processor time of each command beside an interpreter that imports click and msgspec.

    python tests/bench/starting.py [--quick] [command ...]

User and system time of a process of its own, the best of several rounds in which command and floor take turns: other
work on the machine only ever adds to it. What is imported was compiled before, as where the program is installed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from measure import Row, print_rows

PROGRAM: Final = (sys.executable, "-c", "from webui.cli import main; main()")
FLOOR: Final = (sys.executable, "-c", "import click, msgspec")
WITHOUT_A_GAME: Final = (
    "--help", "--version", "games", "rules keys", "rules risk", "rules ccg", "rules daleks",
    "backup copy.db", "invite", "invite --list", "invite whole", "notify whole", "tick",
)  # fmt: skip
ON_A_SESSION: Final = (
    "list", "show whole", "log whole", "audit whole", "kit whole", "people whole", "export whole", "verify whole.jsonl",
    "post whole chat.txt --check", "record whole.txt --check",
)  # fmt: skip
README: Final = Path(__file__).resolve().parents[2] / "README.md"
BUDGET: Final = "2.0 x"


def rows(*, quick: bool, asked: Sequence[str] = ()) -> list[Row]:
    """The rows of this part: each command, or those that are asked for."""
    with tempfile.TemporaryDirectory() as folder:
        environment = _ready(Path(folder))
        helps = [f"{name} --help" for name in _names(folder, environment)]
        return [
            _row(command, folder, environment, budget, 5 if quick else 15)
            for commands, budget in ((WITHOUT_A_GAME, BUDGET), (helps, BUDGET), (ON_A_SESSION, ""))
            for command in commands
            if not asked or command in asked
        ]


def _ready(folder: Path) -> Mapping[str, str]:
    """A folder with the session of the README recorded in it, and the environment that commands run in."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "CLOISTERBELL_DB": "bell.db"}
    example = re.search(r"```text\n(game: .*?)```", README.read_text("utf-8"), re.DOTALL)
    assert example is not None
    (folder / "whole.txt").write_text(example[1], "utf-8")
    (folder / "chat.txt").write_text("Well played, all of you!\n", "utf-8")
    for command in ("record whole.txt --alias whole", "export whole -o whole.jsonl"):
        subprocess.run([*PROGRAM, *command.split()], cwd=folder, env=environment, check=True, capture_output=True)
    return environment


def _names(folder: str, environment: Mapping[str, str]) -> list[str]:
    """The commands, as help lists them."""
    told = subprocess.run([*PROGRAM, "--help"], cwd=folder, env=environment, check=True, capture_output=True, text=True)
    return re.findall(r"(?m)^  ([a-z]+) ", told.stdout.partition("Commands:")[2].partition("Examples:")[0])


def _row(command: str, folder: str, environment: Mapping[str, str], budget: str, rounds: int) -> Row:
    took, floor = list[float](), list[float]()
    for _ in range(rounds + 1):
        Path(folder, "copy.db").unlink(missing_ok=True)
        floor.append(_seconds(FLOOR, folder, environment))
        took.append(_seconds((*PROGRAM, *command.split()), folder, environment))
    best, least = min(took[1:]), min(floor[1:])  # the first of each compiles
    return Row("all", command, f"{best * 1e3:.0f} ms", f"{least * 1e3:.0f} ms", f"{best / least:.1f} x", budget)


def _seconds(command: Sequence[str], folder: str, environment: Mapping[str, str]) -> float:
    """User and system time of a process that ends well, or with a violation that it found."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 1), command
    return used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(prog="python tests/bench/starting.py", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: figures are coarser")
    parser.add_argument("commands", nargs="*", metavar="command", help="lines of the table; all if none is named")
    asked = parser.parse_args()
    print_rows(rows(quick=asked.quick, asked=asked.commands))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
