"""Check the dice and the shuffles of an exported log with nothing but this file and Python.

    python3 check_dice.py export.jsonl [LINE:DIGEST ...]

It prints a line for each fault and ends with 1, or says what was checked and ends with 0; a file that is no export
ends with 2. LINE:DIGEST is a witness: a line's number and 32 (or all 64) hex digits of its digest, as it was posted.
What the checks mean stands in dice.md, the formulas in log-format.md.
"""

import hmac
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

Row = dict[str, Any]
FORMAT = "cloisterbell-1"
BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def read(text: str) -> Row:
    """A JSON object; one that gives a key twice is none."""
    return {**json.loads(text, object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else 0)}


def stream(key: bytes, message: str) -> Iterator[bytes]:
    """What a roll or a shuffle is made from: 32 bytes at a time, without end."""
    seed = hmac.digest(key, message.encode(), "sha256")
    return (sha256(seed + block.to_bytes(4, "big")).digest() for block in count())


def ordered(secret: bytes, message: str, cards: list[str]) -> list[str]:
    """The order of a shuffle: the cards sorted, then Fisher-Yates from the last index down."""
    order = sorted(cards)
    words = (int.from_bytes(block[at : at + 4], "big") for block in stream(secret, message) for at in range(0, 32, 4))
    for last in range(len(order) - 1, 0, -1):
        other = next(word for word in words if word < 2**32 - 2**32 % (last + 1)) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


class Log:
    """A log, walked through as lines, then as what they say. `faults` tell what is wrong with it."""

    def __init__(self, session: str, texts: list[str]) -> None:
        self.session, self.prev, self.key, self.words, self.secret = session, "0" * 64, "", "", b""
        self.k, self.j, self.orders, self.start = 0, 0, 0, Row(seats=[], dice="tower", cards="tower")
        self.faults, self.struck, self.rows = list[str](), set[int](), [Row(kind="", text=text) for text in texts]
        every = range(1, len(texts) + 1)
        for check, seqs in ((self.line, every), (self.opening, every[:1]), (self.fact, every)):
            for self.seq in seqs:
                try:
                    check(self.rows[self.seq - 1])
                except BROKEN as error:
                    self.faults.append(f"line {self.seq}: it cannot be read: {error!r:.80}")

    def expect(self, holds: object, fault: str) -> None:
        if not holds:
            self.faults.append(f"line {self.seq}: {fault}")

    def line(self, body: Row) -> None:
        """Number and digest of a line, and the seals of what is opened."""
        row, prev = read(body["text"]), self.prev
        self.prev = row["digest"]
        said = (prev, row["session"], f"{row['seq']:d}", f"{row['at_ms']:d}", row["by"], row["body"])
        self.expect(row["seq"] == self.seq and row["session"] == self.session, f"it is numbered {row['seq']}")
        self.expect(sha256("\n".join(said).encode()).hexdigest() == row["digest"], "its digest does not follow")
        body |= {**read(row["body"]), "@opened": row["opened"], "@digest": row["digest"]}
        for field, items in row["opened"].items():
            seals = [body[field]["sealed"]] if isinstance(body[field]["sealed"], str) else body[field]["sealed"]
            for item, due in zip(items, seals, strict=False):
                seal = item and sha256(f"{item['salt']}\n{item['value']}".encode()).hexdigest()
                self.expect(seal in (None, due), f"what is opened of {field!r} does not match its seal")

    def opening(self, start: Row) -> None:
        """The pledge stands before the words of the players, both before any chance, and the secret after all of it."""
        self.start |= start
        kinds, tower = [row["kind"] for row in self.rows], "tower" in (self.start["dice"], self.start["cards"])
        due = ["started", *["pledged"] * tower, *["seated"] * len(self.start["seats"]), "begun"]
        self.expect(kinds[: len(due)] == due, f"the log does not open with {', '.join(due)}")
        words = {row["seat"]: row.get("word") for row in self.rows[: len(due)] if row["kind"] == "seated"}
        self.words = ";".join(f"{seat}={word}" for seat, word in sorted(words.items()) if word)
        self.end = [*kinds, "unsealed"].index("unsealed")
        told = [row["shuffle_secret"] for row in self.rows[self.end :] if row.get("shuffle_secret")]
        self.key, self.secret = self.rows[1]["anchor"] if tower else "", bytes.fromhex(told[0] if told else "")
        right = not told or sha256(self.secret).hexdigest() == self.rows[1].get("shuffle")
        self.expect(right, "the secret that was opened is not the pledged one")

    def fact(self, row: Row) -> None:
        if row["kind"] == "taken-back":
            self.struck |= {self.rows[at - 1].get("of") or at for at in range(row["to"] + 1, self.seq)}
        elif row["kind"] in ("rolled", "shuffled"):
            self.expect(self.seq <= self.end or not self.key, "it comes after the secret was opened")
            (self.rolled if row["kind"] == "rolled" else self.shuffled)(row, row["source"])

    def rolled(self, row: Row, source: str) -> None:
        """Number, key and faces of one roll; or that a struck roll, used again, is the same, and used once."""
        receipt, purpose, sides = row.get("receipt"), row["purpose"], row["sides"]
        self.expect(source in (self.start["dice"], "replayed"), f"its source is {source!r:.40}")
        self.expect((source == "tower") == bool(receipt), "a roll of the tower has a receipt, and no other has")
        if source == "replayed":
            same = all(self.rows[row["of"] - 1].get(name) == row[name] for name in ("die", "sides", "faces", "purpose"))
            self.expect(same and row["of"] in self.struck, f"it is not the struck roll of line {row['of']!r}")
            self.struck.discard(row["of"])
        if receipt:
            k, key = receipt["k"], bytes.fromhex(receipt["key"])
            self.expect(k == self.k + 1, f"roll {k!r} stands where roll {self.k + 1} is due")
            self.expect(sha256(key).hexdigest() == self.key, f"the key of roll {k} does not follow from the one before")
            self.k, self.key = k, key.hex()
            self.expect(1 < sides < 257 and purpose.isascii() and purpose.isprintable(), "no such dice or purpose")
            blocks = stream(key, f"{self.session}\n{k}\n{self.words}\n{purpose}")
            fair = (byte % sides + 1 for block in blocks for byte in block if byte < max(1, 256 - 256 % sides))
            thrown = str([next(fair) for _ in row["die"].split()])
            self.expect(str(row["faces"]) == thrown, f"the faces of roll {k} are not those of its key")

    def shuffled(self, row: Row, source: str) -> None:
        """Number of one shuffle; its order too where the secret and all cards are open."""
        due, pile = self.j + 1 if source == "tower" else 0, row["pile"]
        self.expect(source == self.start["cards"], f"its source is {source!r:.40}")
        self.expect(row["j"] == due, f"shuffle {row['j']!r} stands where shuffle {due} is due")
        self.j = row["j"] or self.j
        cards = [json.loads(item["value"]) if item else "?" for item in row["@opened"].get("order", [])]
        if due and self.secret and "?" not in cards and len(cards) == len(row["order"]["sealed"]):
            self.orders += 1
            message = f"{self.session}\nshuffle\n{self.j}\n{self.words}\n{pile}"
            self.expect(cards == ordered(self.secret, message, cards), f"{pile!r} is not in the order of its shuffle")


def main(name: str = "export.jsonl", *witnesses: str) -> int:
    """Check a file: 0 where it is clean, 1 where it is not, 2 where it is no export."""
    try:
        header, first, *rest = filter(str.strip, Path(name).read_text(encoding="utf-8").split("\n"))
        log = Log({FORMAT: read(header)["session"]}[read(header)["format"]], [first, *rest])
    except (OSError, *BROKEN) as error:
        print(f"{name} is no export, which begins with a header of {FORMAT} and a line: {error}", file=sys.stderr)
        return 2
    heads = {f"{seq}:{row.get('@digest', '?')[:n]}" for seq, row in enumerate(log.rows, 1) for n in (32, 64)}
    log.faults += [f"witness {one}: no line of this log" for one in witnesses if one.lower() not in heads]
    said = f"No fault up to {len(log.rows)}:{log.prev[:32]}; rolls: {log.k}, shuffles: {log.j}, orders: {log.orders}"
    words = f"Words of the players: {log.words!r}" if log.words else "No word was brought: the host could pick the dice"
    print("\n".join(log.faults or [said, words]))
    return 1 if log.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
