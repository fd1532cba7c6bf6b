"""The way of a line through the house: how many files a command enters, and how often it crosses from one to another.

    python tests/support/trip.py

reads the transcript of the README, reads its second post where only the first is recorded, shows the board and audits
the log. A file is entered when a function of it is called; a crossing is a call out of one file of the project into
another, whatever lies between. What is imported on the way is not counted: each command runs once before.
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

from places import ROOT

import webui.cli

HOUSE: Final = Path(webui.cli.__file__).parent.parent
WINGS: Final = tuple(f"{HOUSE / wing}{os.sep}" for wing in ("events", "projections", "replay", "webui"))
"""Nothing else in the checkout is ours: tests, an environment."""
COMMANDS: Final = {
    "record": ("record", "whole.txt", "--check"),
    "post": ("post", "begun", "second.txt", "--as", "twelfth", "--check"),
    "show": ("show", "whole"),
    "audit": ("audit", "whole"),
}
"""Each of them writes nothing."""


class Trip(NamedTuple):
    """What one command entered: the files, and the calls that crossed from one into another."""

    files: frozenset[str]
    crossings: int


class _Watch:
    """Counts while it is set as the profiler."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.crossings = 0

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and (file := _ours(frame)) and (caller := _ours_above(frame)) is not None:
            self.files.add(file)
            self.crossings += caller != file


def _ours(frame: FrameType) -> str:
    """The file of the project that a frame runs in, "" where it is none or is just being imported."""
    file = frame.f_code.co_filename
    inside = file.startswith(WINGS) and frame.f_code.co_name != "<module>"
    return file[len(str(HOUSE)) + 1 :] if inside else ""


def _ours_above(frame: FrameType) -> str | None:
    outer = frame.f_back
    while outer is not None:
        if file := _ours(outer):
            return file
        outer = outer.f_back
    return ""


@contextmanager
def _elsewhere() -> Iterator[None]:
    """An empty folder with the session of the README, whole and begun, recorded in it."""
    before, example = (
        Path.cwd(),
        re.search(r"```text\n(game: .*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL),
    )
    assert example is not None
    begun, separator, second = example[1].rpartition("\n--- ")
    texts = {"whole": example[1], "begun": begun, "second": f"{separator.strip()} {second}"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for name, text in texts.items():
                Path(f"{name}.txt").write_text(text, "utf-8")
            for name in ("whole", "begun"):
                _run(("record", f"{name}.txt", "--alias", name))
            yield
        finally:
            os.chdir(before)


def _run(command: Sequence[str]) -> None:
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as refused:
        webui.cli.run(command)
    assert "something went wrong" not in refused.getvalue(), refused.getvalue()


def trips() -> dict[str, Trip]:
    found = {}
    with _elsewhere():
        for name, command in COMMANDS.items():
            _run(command)
            watch = _Watch()
            sys.setprofile(watch)
            try:
                _run(command)
            finally:
                sys.setprofile(None)
            found[name] = Trip(frozenset(watch.files), watch.crossings)
    return found


if __name__ == "__main__":
    for each, trip in trips().items():
        sys.stdout.write(f"{each:<6} {len(trip.files):>4} files {trip.crossings:>6,} crossings\n")
