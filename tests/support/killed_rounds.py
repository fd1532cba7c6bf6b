"""Rounds in which a process that writes is killed, and the house is opened again and looked at.

A round makes its process by forking this one, which has everything imported and nothing open; so it costs some ten
milliseconds and thousands are feasible. The process is killed by SIGKILL at a random moment, in one of twelve rounds
even before it has opened the house.
"""

import json
import os
import random
import select
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from house_writes import KINDS, House, Write
from killed_servers import SERVERS

from events.store.opening import BESIDE, is_server

_EARLY: Final = 12
_SEEN: Final = 25
_LONGEST_S: Final = 60
_WEIGHTS: Final[Mapping[str, int]] = {
    "a post": 24, "a correction": 12, "a founding or a removal": 18, "an erasure": 9, "an import": 9,
    "a signature": 9, "links, settings, desks, marks": 7, "a backup": 4, "a migration": 5, "a move": 3,
    "a server that is posted to": 1, "two servers on one database": 1,
}  # fmt: skip


class Fault(msgspec.Struct, frozen=True):
    """A round after which something did not hold."""

    kind: str
    seed: int
    round: int
    what: str


class Rounds(msgspec.Struct, frozen=True):
    """What became of rounds: of each kind how many, and in how many the process was killed amid a write."""

    rounds: dict[str, int]
    amid: dict[str, int]
    faults: list[Fault]
    seconds: float

    def with_more(self, other: "Rounds") -> "Rounds":
        return Rounds(
            dict(Counter(self.rounds) + Counter(other.rounds)), dict(Counter(self.amid) + Counter(other.amid)),
            [*self.faults, *other.faults], max(self.seconds, other.seconds),
        )  # fmt: skip


def kinds_for(place: str) -> list[type[Write]]:
    return [kind for kind in (*KINDS, *SERVERS) if not (kind.for_files_alone and is_server(place))]


def run_rounds(
    place: str, folder: Path, rounds: int, seed: int, *, spare: str = "", until: float = float("inf"),
    only: Sequence[str] = (),
) -> Rounds:  # fmt: skip
    """So many rounds, of all kinds in turn, as long as the monotonic clock is before `until`."""
    os.environ[BESIDE] = str(folder / "beside")
    chance, start = random.Random(seed), time.monotonic()
    house = House(place, folder, chance, spare)
    kinds = [kind for kind in kinds_for(place) if not only or kind.name in only]
    writes = {kind.name: kind(house) for kind in kinds}
    done, amid, faults = Counter[str](), Counter[str](), list[Fault]()
    for number in range(rounds):
        if time.monotonic() > until or len(faults) >= _SEEN:
            break
        name = chance.choices(list(writes), [_WEIGHTS[each] for each in writes])[0]
        try:
            amid[name] += _round(writes[name], chance)
        except Exception:  # noqa: BLE001  # whatever it is, it is found
            faults.append(Fault(name, seed, number, traceback.format_exc(limit=-6)))
            writes[name] = type(writes[name])(house)
        done[name] += 1
    return Rounds(dict(done), dict(amid), faults, time.monotonic() - start)


def _round(write: Write, chance: random.Random) -> bool:
    write.before()
    said = write.killed(chance) if hasattr(write, "killed") else killed(write.run, chance, write.span_s)
    if wrong := [rest for what, *rest in said if what == "wrong"]:
        raise AssertionError(f"the process itself: {wrong[0][0]}")
    write.after(said)
    return not said or said[-1][0] != "over"


def killed(write: Callable[[Callable[..., None]], None], chance: random.Random, span_s: float) -> list[list[Any]]:
    reading, writing = os.pipe()
    seed, early = chance.getrandbits(48), chance.randrange(_EARLY) == 0
    process = os.fork()
    if process == 0:
        os.close(reading)
        _write_until_killed(write, writing, seed)
    os.close(writing)
    try:
        heard = b"" if early else _heard(reading, b"", _LONGEST_S, 1)
        heard = _heard(reading, heard, chance.uniform(0, span_s))
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    with os.fdopen(reading, "rb") as rest:
        heard += rest.read()
    return [json.loads(line) for line in heard.splitlines(keepends=True) if line.endswith(b"\n")]


def _heard(reading: int, heard: bytes, seconds: float, lines: int = sys.maxsize) -> bytes:
    until = time.monotonic() + seconds
    while heard.count(b"\n") < lines:
        left = until - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return heard
        more = os.read(reading, 65_536)
        if not more:
            return heard
        heard += more
    return heard


def _write_until_killed(write: Callable[[Callable[..., None]], None], writing: int, seed: int) -> None:

    def say(*words: Any) -> None:
        os.write(writing, json.dumps(words).encode() + b"\n")

    try:
        random.seed(seed)
        write(say)
    except BaseException:  # noqa: BLE001  # it is told to whoever kills it
        say("wrong", traceback.format_exc(limit=-6)[-2_000:])
    finally:
        os._exit(0)
