"""The receipts of 100,000 rolls of one tower, without and with planted faults."""

import json
import random
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from long_runs import LONG
from pocket import run

from events.codec import Codec
from events.conduct import Begun, Pledged, Seated
from events.facts import Rolled, Started
from events.line import GENESIS, Entry, Head, Line
from replay.audit.chain import chain_faults, tower_faults
from replay.chance.tower import Tower, build, pledge
from replay.live.encoding import Deals, encode_lines

pytestmark = LONG

ROLLS: Final = 100_000
SESSION: Final = "hundredthous"
WORDS: Final = {"black": "fish-fingers", "yellow": "and-custard"}
ASKED: Final = (
    ("A1 A2 A3", 6, "attack"), ("D1 D2", 6, "defence"), ("B1 B2", 6, "battle"), ("T1", 20, "time"), ("S1", 7, "seven"),
)  # fmt: skip
"""The dice that are thrown in turn: names, sides, and the first word of the purpose."""
EACH: Final = 30
"""So many gaps, repeats, swaps and altered faces are planted."""


@cache
def rolls() -> Sequence[Rolled]:
    tower = Tower(build(b"\x11" * 32, b"\x12" * 32, ROLLS), SESSION, WORDS, 0, 0)
    asked = (ASKED[number % len(ASKED)] for number in range(ROLLS))
    return [tower.roll(names, sides, f"{what} {number % 42}") for number, (names, sides, what) in enumerate(asked)]


def log_of(thrown: Sequence[Rolled]) -> tuple[list[Entry], list[Line]]:
    anchor, shuffle = pledge(build(b"\x11" * 32, b"\x12" * 32, ROLLS))
    opening = [Started("toy", 1, tuple(WORDS)), Pledged(anchor, ROLLS, shuffle)]
    seated = [Seated(seat, word=word) for seat, word in WORDS.items()]
    entries = [Entry(fact) for fact in (*opening, *seated, Begun(), *thrown)]
    filed = encode_lines(
        Codec(), SESSION, Head(0, bytes.fromhex(GENESIS)), entries, 0, Deals(lambda _pile, _place: None)
    )
    return [msgspec.structs.replace(entry, seq=seq) for seq, entry in enumerate(entries, start=1)], filed.lines


def file_of(lines: Iterable[Line], path: Path) -> Path:
    rows: list[dict[str, Any]] = [{"format": "cloisterbell-1", "session": SESSION, "game": "toy"}]
    rows += [
        {"session": line.session, "seq": line.seq, "at_ms": line.at_ms, "by": line.by, "body": line.body,
         "digest": line.digest.hex(), "opened": {}}
        for line in lines
    ]  # fmt: skip
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_every_receipt_holds(tmp_path: Path) -> None:
    entries, lines = log_of(rolls())
    assert list(chain_faults(lines)) == []
    assert list(tower_faults(SESSION, entries)) == []
    status, told, trouble = run(file_of(lines, tmp_path / "export.jsonl"))
    assert (status, trouble) == (0, "")
    assert f"; rolls: {ROLLS}, shuffles: 0, orders: 0\n" in told


def planted() -> tuple[list[Rolled], set[int]]:
    """The rolls with changes among them, and the places in that list at which each is to be found."""
    chooser, thrown = random.Random(11), rolls()
    places = chooser.sample(range(0, ROLLS - 10, 10), 4 * EACH)
    plan = {at: ("gap", "repeat", "swap", "face")[number % 4] for number, at in enumerate(places)}
    found: list[Rolled] = []
    wrong: set[int] = set()
    at = 0
    while at < ROLLS:
        roll, here = thrown[at], len(found)
        match plan.get(at):
            case "gap":
                wrong.add(here)
            case "repeat":
                found += [roll, roll]
                wrong.add(here + 1)
            case "swap":
                found += [thrown[at + 1], roll]
                wrong |= {here, here + 1, here + 2}
                at += 1
            case "face":
                found.append(msgspec.structs.replace(roll, faces=(roll.faces[0] % roll.sides + 1, *roll.faces[1:])))
                wrong.add(here)
            case _:
                found.append(roll)
        at += 1
    return found, wrong


def test_gaps_repeats_swaps_and_altered_faces_are_found_where_they_stand(tmp_path: Path) -> None:
    thrown, wrong = planted()
    entries, lines = log_of(thrown)
    before = len(lines) - len(thrown) + 1
    due = {place + before for place in wrong}
    assert len(due) == 6 * EACH
    assert {fault.seq for fault in tower_faults(SESSION, entries)} == due
    status, told, trouble = run(file_of(lines, tmp_path / "export.jsonl"))
    assert (status, trouble) == (1, "")
    assert {int(line.split()[1].removesuffix(":")) for line in told.splitlines()} == due
