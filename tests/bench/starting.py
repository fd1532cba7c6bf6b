"""The processor time of each command, compared with an interpreter that imports click and msgspec.

    python tests/bench/starting.py [--quick] [command ...]

Measures the user and system time of a separate process. Command and floor alternate for several rounds, and the best
counts, because other work on the machine only adds time. The program is used as installed from its wheel, or from this
environment if no wheel can be built. All modules are already compiled.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import listing
from measure import Row
from report import add_forms, tell

PROGRAM: Final = (sys.executable, "-c", "from webui.cli import main; main()")
FLOOR: Final = (sys.executable, "-c", "import click, msgspec")
WITHOUT_A_GAME: Final = (
    "--help", "--version", "games", "rules keys", "rules risk", "rules ccg", "rules daleks",
    "db backup copy.db", "invite", "invite --list", "invite whole", "notices set whole", "notices send",
)  # fmt: skip
ON_A_SESSION: Final = (
    "list", "show whole", "log whole", "audit whole", "summary whole", "people whole", "export whole - --format jsonl",
    "verify whole.jsonl", "post whole chat.txt --check", "import whole.txt --check",
)  # fmt: skip
LISTED: Final = 23
ROOT: Final = Path(__file__).resolve().parents[2]


def rows(*, quick: bool, asked: Sequence[str] = ()) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environment = _ready(Path(folder))
        told = subprocess.run(
            [*PROGRAM, "--help"], cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
        names = re.findall(r"(?m)^  ([a-z]+) ", told.stdout.partition("Commands:")[2].partition("Examples:")[0])
        helps = [f"{name} --help" for name in names]
        return [
            _row(command, folder, environment, "start list" if command == "list" else kind, 5 if quick else 15)
            for commands, kind in (
                (WITHOUT_A_GAME, "start help"),
                (helps, "start help"),
                (ON_A_SESSION, "start session"),
            )
            for command in commands
            if not asked or command in asked
        ]


def _ready(folder: Path) -> Mapping[str, str]:
    """Record the session of the README and others in a folder; return the environment for commands."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {
        **kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "CLOISTERBELL_DB": "bell.db",
        "PYTHONPATH": os.pathsep.join(filter(None, (_unpacked(folder), kept.get("PYTHONPATH", "")))),
    }  # fmt: skip
    example = re.search(r"```text\n(game: .*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert example is not None
    (folder / "whole.txt").write_text(example[1], "utf-8")
    (folder / "chat.txt").write_text("Well played, all of you!\n", "utf-8")
    for command in ("import whole.txt --alias whole", "export whole whole.jsonl"):
        subprocess.run([*PROGRAM, *command.split()], cwd=folder, env=environment, check=True, capture_output=True)
    listing.make(folder / "bell.db", LISTED, 6)
    return environment


def _unpacked(folder: Path) -> str:
    """Build the wheel of this checkout and unpack it; return the folder, or "" if the build fails."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder / "built")]
    if subprocess.run(build, cwd=ROOT, check=False, capture_output=True).returncode:
        return ""
    (wheel,) = (folder / "built").iterdir()
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    return str(folder / "installed")


def _row(command: str, folder: str, environment: Mapping[str, str], kind: str, rounds: int) -> Row:
    took, bare = list[float](), list[float]()
    for _ in range(rounds + 1):
        Path(folder, "copy.db").unlink(missing_ok=True)
        bare.append(_seconds(FLOOR, folder, environment))
        took.append(_seconds((*PROGRAM, *command.split()), folder, environment))
    best, least = min(took[1:]), min(bare[1:])  # the first round compiles
    what = f"list of {LISTED}" if command == "list" else command
    where = "" if environment["PYTHONPATH"].startswith(folder) else "not from a wheel: none could be built"
    floor = "ms click and msgspec imported"
    return Row("all", what, best * 1e3, "ms", least * 1e3, floor, best / least, kind, note=where)


def _seconds(command: Sequence[str], folder: str, environment: Mapping[str, str]) -> float:
    """Return the user and system time of a process that ends with status 0 or 1."""
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (0, 1), command
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/bench/starting.py", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: figures are coarser")
    parser.add_argument("commands", nargs="*", metavar="command", help="lines of the table; all if none is named")
    add_forms(parser)
    asked = parser.parse_args()
    tell(rows(quick=asked.quick, asked=asked.commands), asked)


if __name__ == "__main__":
    main()
