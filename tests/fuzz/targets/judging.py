"""A target of the fuzzer, and the verdict on one input: accepted, properly refused, or a finding."""

import resource
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final, NamedTuple

import archive_files
import card_files
import export_files
import http_requests
import told_moves
from places import ROOT

from events.errors import BellError

SECONDS: Final = 6.0
SECONDS_A_BYTE: Final = 0.001
KIBIBYTES: Final = 64 * 1024
KIBIBYTES_A_BYTE: Final = 16
PACKAGES: Final = ("events", "projections", "replay", "webui")


class Target(NamedTuple):
    """A fuzz target. `read` takes an input and may raise an error; `seeds` yields initial inputs.

    An input may be refused with an error of the project that blames the input: with a status below 500, or with any
    status if an input `may_be_damaged`, as a log may. `longest` is the maximum length of generated inputs.
    """

    name: str
    read: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    longest: int = 4096
    may_be_damaged: bool = False


class Finding(NamedTuple):
    what: str
    where: str
    trace: str = ""

    @property
    def key(self) -> str:
        return f"{self.what.partition(':')[0]} at {self.where}"


class TooSlowError(BaseException):
    """An input takes longer than its length allows. It is a `BaseException`, so the project does not catch it."""


@contextmanager
def _limited(seconds: float) -> Iterator[None]:

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlowError(f"more than {seconds:.0f} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def judged(target: Target, raw: bytes) -> Finding | None:
    try:
        target.read(raw)
    except BellError as error:
        if error.status < 500 or target.may_be_damaged:
            return None
        return _finding(error)
    except (Exception, TooSlowError) as error:  # noqa: BLE001  # every other error is a finding
        return _finding(error)
    return None


def judged_in_bounds(target: Target, raw: bytes) -> Finding | None:
    """Judge an input. Too much time or memory for its length is a finding too."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with _limited(SECONDS + SECONDS_A_BYTE * len(raw)):
        found = judged(target, raw)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if found is None and grown > KIBIBYTES + KIBIBYTES_A_BYTE * len(raw):
        return Finding(f"memory: {grown // 1024} MiB for {len(raw)} bytes", target.name)
    return found


def _finding(error: BaseException) -> Finding:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if any(Path(frame.filename).is_relative_to(ROOT / name) for name in PACKAGES)]
    where = f"{Path(own[-1].filename).relative_to(ROOT)}, {own[-1].name}" if own else "outside the project"
    return Finding(f"{type(error).__name__}: {error}"[:400], where, "".join(traceback.format_exception(error)))


TARGETS: Final = {
    target.name: target
    for target in (
        Target("notation", told_moves.read_line, told_moves.lines, longest=600),
        Target("prose", told_moves.read_prose, told_moves.posts, longest=1500),
        Target("transcripts", told_moves.record, told_moves.beginnings),
        Target("archives", archive_files.read, archive_files.seeds),
        Target("cards", card_files.read, card_files.seeds, longest=2000),
        Target("exports", export_files.read, export_files.seeds, longest=60_000, may_be_damaged=True),
        Target("http", http_requests.read, http_requests.seeds, longest=3000),
    )
}
