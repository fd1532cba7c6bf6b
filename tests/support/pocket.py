"""The standalone checker of `docs/` run on exported logs, changes of such logs, and the reports of both programs."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from places import ROOT
from players import GAMES, founded, play_on, tower

from events.events import ALL
from events.store.memory import MemoryStore
from replay.chance.tower import Tower, rolled_faces
from replay.session.session import Session
from replay.transfer.bundle import export_lines

PROGRAM: Final = ROOT / "docs" / "reference" / "check_dice.py"
NAME: Final = "pocketpocket"
Row = dict[str, Any]
Rows = list[Row]


def run(path: Path, *checkpoints: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-I", "-S", PROGRAM, path, *checkpoints],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=path.parent,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@cache
def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("check_dice", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    return program


def faults_of(text: str, pin: str = "") -> list[str]:
    header, *lines = text.splitlines()
    head = json.loads(header)
    faults: list[str] = loaded().Log(head["session"], lines, head.get("signatures", []), pin).faults
    return faults


def exported(session: Session, viewer: str = ALL) -> str:
    return "".join(f"{line}\n" for line in export_lines(session.store, GAMES, session.row.session, viewer))


@cache
def played() -> str:
    session = play_on(founded(MemoryStore(), "toy", 2, session=NAME, options={"points": 4}), seed=3)
    assert session.table.unsealed
    return exported(session)


def opened(text: str) -> tuple[Row, Rows]:
    header, *rows = [json.loads(line) for line in text.splitlines()]
    return header, rows


def body_of(row: Row) -> Row:
    body: Row = json.loads(row["body"])
    return body


def rewrite(row: Row, **fields: Any) -> None:
    body = {name: value for name, value in (body_of(row) | fields).items() if value is not None}
    row["body"] = json.dumps(body, separators=(",", ":"))


def places(rows: Rows, kind: str) -> list[int]:
    return [at for at, row in enumerate(rows) if body_of(row)["kind"] == kind]


def rechained(rows: Rows) -> None:
    prev = "0" * 64
    for seq, row in enumerate(rows, start=1):
        row["seq"] = seq
        columns = (prev, row["session"], str(seq), str(row["at_ms"]), row["by"], row["body"])
        prev = row["digest"] = sha256("\n".join(columns).encode()).hexdigest()


def written(header: Row, rows: Rows) -> str:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in (header, *rows))


WORDS: Final = "black=fish-fingers"
SALT: Final = "22" * 16


def a_roll(rows: Rows) -> int:
    return places(rows, "rolled")[2]


def two_faces(rows: Rows, at: int) -> tuple[int, ...]:
    body = body_of(rows[at])
    key, number = bytes.fromhex(body["receipt"]["key"]), body["receipt"]["k"]
    return rolled_faces(key, NAME, number, WORDS, body["purpose"], body["sides"], 2)


def _swapped(rows: Rows, at: int) -> None:
    after = places(rows, "rolled")[3]
    rows[at]["body"], rows[after]["body"] = rows[after]["body"], rows[at]["body"]


def _key_before(rows: Rows, at: int) -> None:
    rewrite(rows[at], receipt={"k": 3, "key": body_of(rows[places(rows, "rolled")[1]])["receipt"]["key"]})


def _used_again(rows: Rows, at: int) -> None:
    before = places(rows, "rolled")[1]
    rewrite(rows[at], **{**body_of(rows[before]), "source": "replayed", "receipt": None, "of": before + 1})


def _another_die(rows: Rows, at: int) -> None:
    first, second = two_faces(rows, at)
    rewrite(rows[at], die="dare dare", faces=[first, second % 6 + 1])


def _after_the_end(rows: Rows, at: int) -> None:
    roll = Tower(tower(), NAME, dict([WORDS.split("=")]), len(places(rows, "rolled")), 1).roll("dare", 6, "one more")
    assert roll.receipt is not None
    rows.append(deepcopy(rows[a_roll(rows)]))
    receipt = {"k": roll.receipt.k, "key": roll.receipt.key}
    rewrite(rows[at], faces=list(roll.faces), purpose=roll.purpose, receipt=receipt)


def _other_order(rows: Rows, at: int) -> None:
    seals = body_of(rows[at])["order"]["sealed"]
    for cards in (seals, rows[at]["opened"]["order"]):
        cards[0], cards[1] = cards[1], cards[0]
    rewrite(rows[at], order={"sealed": seals})


def _opened_as(**fields: str) -> "Plant":
    return lambda rows, at: rows[at]["opened"]["cards"][0].update(fields)


def _sealed_anew(field: str, item: int, value: Callable[[Row], str]) -> "Plant":
    def plant(rows: Rows, at: int) -> None:
        seals, new = body_of(rows[at])[field]["sealed"], value(rows[at])
        rows[at]["opened"][field][item] = {"salt": SALT, "value": new}
        seals[item] = sha256(f"{SALT}\n{new}".encode()).hexdigest()
        rewrite(rows[at], **{field: {"sealed": seals}})

    return plant


def _with(**fields: Any) -> "Plant":
    """Replace fields; a value may be a function of the entry's body."""
    return lambda rows, at: rewrite(
        rows[at], **{name: value(body_of(rows[at])) if callable(value) else value for name, value in fields.items()}
    )


def _first(kind: str) -> "At":
    return lambda rows: places(rows, kind)[0]


Plant = Callable[[Rows, int], object]
At = Callable[[Rows], int]


class Change(NamedTuple):
    """A change of an entry, the rule and a word of the two reports, and the entry that both report."""

    plant: Plant
    rule: str
    says: str
    at: At = a_roll
    told_at: At | None = None

    def __call__(self, rows: Rows) -> int:
        """Change the entries; return the number of the reported entry."""
        at, told_at = self.at(rows), (self.told_at or self.at)(rows)
        self.plant(rows, at)
        return told_at + 1


other_face: Final = _with(faces=lambda body: [body["faces"][0] % 6 + 1])
_PILE, _DRAWN, _ROLL, _START = _first("shuffled"), _first("drawn"), _first("rolled"), _first("started")
CHANGES: Final = {
    "lost": Change(
        lambda rows, at: rows.pop(at), "LOG-ROLL", "roll 4 ", told_at=lambda rows: places(rows, "rolled")[3] - 1
    ),
    "repeated": Change(
        lambda rows, at: rows.insert(at, deepcopy(rows[at - 1])), "LOG-ROLL", "roll 3 ", lambda rows: a_roll(rows) + 1
    ),
    "swapped": Change(_swapped, "LOG-ROLL", "roll 4 "),
    "other_face": Change(other_face, "LOG-ROLL", "faces of roll 3 "),
    "other_key": Change(_with(receipt={"k": 3, "key": "00" * 32}), "LOG-ROLL", "key of roll 3 "),
    "key_before": Change(_key_before, "LOG-ROLL", "key of roll 3 "),
    "other_number": Change(_with(receipt=lambda body: body["receipt"] | {"k": 33}), "LOG-ROLL", "roll 33 "),
    "other_purpose": Change(_with(purpose="dare somebody else"), "LOG-ROLL", "faces of roll 3 "),
    "other_sides": Change(
        _with(sides=3),
        "LOG-ROLL",
        "faces of roll ",
        lambda rows: next(at for at in places(rows, "rolled") if body_of(rows[at])["faces"][0] > 3),
    ),
    "another_die": Change(_another_die, "LOG-ROLL", "faces of roll 3 "),
    "typed_roll": Change(_with(source="typed", receipt=None, faces=[6]), "LOG-SOURCE", "'typed'"),
    "no_receipt": Change(_with(receipt=None, faces=[6]), "LOG-ROLL", "receipt"),
    "used_again": Change(_used_again, "LOG-REPLAY", "struck roll"),
    "after_the_end": Change(_after_the_end, "LOG-ORDER", "secret", len),
    "other_word": Change(_with(word="another"), "LOG-ROLL", "faces of roll 1 ", _first("seated"), _ROLL),
    "other_anchor": Change(_with(anchor="11" * 32), "LOG-ROLL", "key of roll 1 ", _first("pledged"), _ROLL),
    "pledged_late": Change(
        lambda rows, _: rows.insert(1, rows.pop(2)), "LOG-ORDER", "started, pledged, seated, seated, begun", _START
    ),
    "other_pledge": Change(_with(shuffle="11" * 32), "LOG-SHUFFLE", "secret", _first("pledged"), _START),
    "other_secret": Change(
        _with(shuffle_secret="11" * 32), "LOG-SHUFFLE", "secret", lambda rows: len(rows) - 1, _START
    ),
    "other_order": Change(_other_order, "LOG-SHUFFLE", "'pile'", _PILE),
    "other_card": Change(
        _sealed_anew("order", 2, lambda row: str(row["opened"]["order"][3]["value"])), "LOG-SHUFFLE", "'pile'", _PILE
    ),
    "other_shuffle": Change(_with(j=2), "LOG-SHUFFLE", "shuffle 2 ", _PILE),
    "typed_shuffle": Change(_with(j=0, source="typed"), "LOG-SOURCE", "'typed'", _PILE),
    "other_value": Change(_opened_as(value='"9"'), "LOG-SEAL", "'cards'", _DRAWN),
    "other_salt": Change(_opened_as(salt=SALT), "LOG-SEAL", "'cards'", _DRAWN),
    "drawn_card": Change(_sealed_anew("cards", 0, lambda _row: '"9"'), "LOG-CHANCE", "'pile'", _DRAWN),
}
