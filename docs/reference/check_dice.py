"""Check the chain, the dice, the deals and the signatures of an exported log with nothing but this file and Python.

    python3 check_dice.py export.jsonl [LINE:DIGEST ...] [key:HEX]

It prints a line for each fault and ends with 1, or says what was checked and ends with 0; a file that is no export
ends with 2. LINE:DIGEST is a checkpoint: a line's number and 32 (or all 64) hex digits of its digest, as it was posted.
HEX is the host's key, or 32 digits of it, as you know it from elsewhere: one that only the file names proves nothing.
What the checks mean stands in dice.md, the formulas in log-format.md.
"""

import hmac
import json
import sys
from collections.abc import Iterator
from hashlib import sha256, sha512
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

Row = dict[str, Any]
HEADER, RAW = {"format", "session", "game", "title", "data"}, {*map(chr, (*range(32), *range(127, 160), 8232, 8233))}
FORMATS = {"cloisterbell-1": HEADER, "cloisterbell-2": {*HEADER, "signatures"}}
LINE, LATEST_MS = {"session", "seq", "at_ms", "by", "body", "digest", "opened"}, 253402300800000
BROKEN = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def read(text: str) -> Row:
    """A JSON object; one that gives a key twice is none."""
    return {**json.loads(text, object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else 0)}


def stream(key: bytes, message: str) -> Iterator[bytes]:
    """What a roll or a shuffle is made from: 32 bytes at a time, without end."""
    return (sha256(hmac.digest(key, message.encode(), "sha256") + at.to_bytes(4, "big")).digest() for at in count())


def ordered(secret: bytes, message: str, cards: list[str]) -> list[str]:
    """The order of a shuffle: the cards sorted, then Fisher-Yates from the last index down."""
    order = sorted(cards)
    words = (int.from_bytes(block[at : at + 4], "big") for block in stream(secret, message) for at in range(0, 32, 4))
    for last in range(len(order) - 1, 0, -1):
        other = next(word for word in words if word < 2**32 - 2**32 % (last + 1)) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


Point = tuple[int, int, int, int]
P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, ROOT = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)


def add(one: Point, two: Point) -> Point:
    """The sum of two points of Ed25519 (RFC 8032): (X, Y, Z, T) with x = X/Z, y = Y/Z and xy = T/Z."""
    a, b = (one[1] - one[0]) * (two[1] - two[0]), (one[1] + one[0]) * (two[1] + two[0])
    c, d = 2 * one[3] * two[3] * D, 2 * one[2] * two[2]
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """A multiple of a point, bit by bit."""
    found = (0, 1, 1, 0)
    for bit in f"{number:b}":
        found = add(add(found, found), point if bit == "1" else (0, 1, 1, 0))
    return found


def point(text: bytes) -> Point:
    """The point of 32 bytes, which stand for it in the one canonical way."""
    sign, y = divmod(int.from_bytes(text, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * ROOT % P
    if len(text) != 32 or y >= P or x * x % P != square or (not x and sign):
        raise ValueError("no point")
    x = x if x % 2 == sign else P - x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a key signed a message: S below the order, no key of small order, and the equation without cofactor."""
    try:
        whose, start, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    except ValueError:
        return False
    if len(signature) != 64 or s >= ORDER or not times(8, whose)[0]:
        return False
    h = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), add(start, times(h, whose))
    return not ((left[0] * right[2] - right[0] * left[2]) % P or (left[1] * right[2] - right[1] * left[2]) % P)


class Log:
    """A log, walked through as lines, then as what they say. `faults` tell what is wrong with it."""

    def __init__(self, session: str, texts: list[str], signatures: Any = (), pin: str = "") -> None:
        self.session, self.prev, self.key, self.words, self.secrets = session, "0" * 64, "", "", dict[int, str]()
        self.k, self.j, self.orders, self.start = 0, 0, 0, Row(seats=[], dice="tower", cards="tower")
        self.faults, self.undone, self.rows = list[str](), set[int](), [Row(kind="", text=text) for text in texts]
        self.piles, self.before = dict[str, tuple[list[str], int]](), dict[int, dict[str, tuple[list[str], int]]]()
        self.given, self.pin, self.signer, self.heads, self.open = signatures, pin.lower(), "", set[int](), False
        for at, one in enumerate((self.line, self.opening, self.event, self.signatures)):
            for self.seq in range(1, 2 if at % 2 else len(texts) + 1):
                try:
                    one(self.rows[self.seq - 1])
                except BROKEN as error:
                    self.faults.append(f"line {self.seq}: it cannot be read: {error!r:.80}")

    def expect(self, holds: object, fault: str) -> None:
        if not holds:
            self.faults.append(f"line {self.seq}: {fault}")

    def line(self, body: Row) -> None:
        """Number and digest of a line, and the seals of what is opened."""
        row, prev = read(body["text"]), self.prev
        self.prev = row["digest"]
        parts = (prev, row["session"], repr(row["seq"]), repr(row["at_ms"]), row["by"], row["body"])
        self.expect(row["seq"] == self.seq and row["session"] == self.session, f"it is numbered {row['seq']}")
        self.expect(sha256("\n".join(parts).encode()).hexdigest() == row["digest"], "its digest does not follow")
        self.expect(row.keys() <= LINE and not RAW & {*row["by"], *row["body"]}, "it holds what no line may")
        self.expect(0 <= row["at_ms"] < LATEST_MS, "it was filed at no time of any calendar")
        body |= {**read(row["body"]), "@opened": row.get("opened", {}), "@digest": row["digest"]}
        for field, items in body["@opened"].items():
            seals = [body[field]["sealed"]] if isinstance(body[field]["sealed"], str) else body[field]["sealed"]
            for item, due in zip_longest(items, seals):
                seal = item and sha256("\n".join((item["salt"], item["value"])).encode()).hexdigest()
                self.expect(due and seal in (None, due), f"what is opened of {field!r} does not match its seal")

    def opening(self, start: Row) -> None:
        """The pledge stands before the words of the players, both before any chance, and the secret after all of it."""
        self.start |= start
        kinds, tower = [row["kind"] for row in self.rows], "tower" in (self.start["dice"], self.start["cards"])
        agreed = ["resignation-policy"] * (kinds[1:2] == ["resignation-policy"])
        due = ["started", *agreed, *["pledged"] * tower, *["seated"] * len(self.start["seats"]), "begun"]
        self.expect(kinds[: len(due)] == due, f"the log does not open with {', '.join(due)}")
        words = {row["seat"]: row.get("word") for row in self.rows[: len(due)] if row["kind"] == "seated"}
        self.words = ";".join(f"{seat}={word}" for seat, word in sorted(words.items()) if word)
        self.key, secret = self.rows[due.index("pledged")]["anchor"] if tower else "", ""
        for at, row in reversed([*enumerate(self.rows, 1)]):  # a reopening may pledge another secret
            secret = self.secrets[at] = row.get("shuffle_secret") or secret
            if pledge := row.get("shuffle"):
                told, secret = sha256(bytes.fromhex(secret)).hexdigest() if secret else pledge, ""
                self.expect(told == pledge, "the secret that was opened is not the pledged one")

    def event(self, row: Row) -> None:
        self.before[self.seq - 1] = self.piles
        self.open = row["kind"] == "unsealed" or (self.open and row["kind"] != "reopened")
        if row["kind"] == "taken-back":
            self.piles = self.before[row["to"]]
            self.undone |= {self.rows[at - 1].get("of") or at for at in range(row["to"] + 1, self.seq)}
        elif row["kind"] in ("drawn", "revealed") and row["source"] == "tower":
            self.taken(row["pile"], row["cards" if row["kind"] == "drawn" else "item"]["sealed"])
        elif row["kind"] in ("rolled", "shuffled"):
            self.expect(not self.open or not self.key, "it comes after the secret was opened")
            (self.rolled if row["kind"] == "rolled" else self.shuffled)(row, row["source"])

    def signatures(self, start: Row) -> None:
        """Every signature, whose key signs where, and that nothing stands behind the last head that counts."""
        names = [row for row in self.rows if row["kind"] == "host-key" or (row is start and row.get("signs"))]
        first, keys = [self.rows.index(row) + 1 for row in names], [row.get("key") or row["signs"] for row in names]
        known = [at for at, key in enumerate(keys) if key.startswith(self.pin)]
        handed, by, last = set[int](), dict[int, int](), known[0] if known and self.pin else len(keys) - 1
        for row in self.given:
            self.seq, key = row["seq"], row["key"]
            parts = ("cloisterbell-head-1", self.session, repr(self.seq), self.rows[self.seq - 1]["@digest"])
            text = "\n".join((*parts, repr(row["signed_ms"]), key))
            holds = self.seq > 0 and signed(bytes.fromhex(key), text.encode(), bytes.fromhex(row["signature"]))
            self.expect(holds and key == key.lower(), "its signature is none of the key that stands there")
            spans = enumerate(zip(keys, first, [*first[1:], len(self.rows)], strict=True)) if keys else ()
            at = next((at for at, (one, start, end) in spans if one == key and start <= self.seq <= end), -1)
            self.expect(at >= 0, f"the key {key[:8]} does not sign there")
            good, gone = (names[at + 1].get("good"), first[at + 1]) if at + 1 < len(keys) else (0, 0)
            if holds and at >= 0 and (not good or self.seq <= good or self.seq == gone):
                by[self.seq], handed = max(at, by.get(self.seq, 0)), handed | ({at} if self.seq == gone else set())
        while last in handed:
            last += 1
        self.seq, self.heads = 1, {seq for seq, at in by.items() if at <= last}
        self.expect(len({(row["seq"], row["key"]) for row in self.given}) == len(self.given), "a line is signed twice")
        self.expect(not self.pin or (known and len(self.pin) > 31), f"it is not signed with the key {self.pin[:8]}")
        self.signer, self.seq = keys[last] if keys else "", max(self.heads, default=0) + 1
        left = any(row["kind"] != "held" for row in self.rows[self.seq - 1 :])
        self.expect(not keys or (self.heads and not left), "it stands behind the last signed head")

    def taken(self, pile: str, seals: list[str] | str) -> None:
        """Cards drawn have the seals of their shuffle; those that were put back behind it have their own."""
        order, at = self.piles.get(pile, ([], 0))
        row = seals if isinstance(seals, list) else [seals] if order[at : at + 1] == [seals] else []  # or it lay out
        due = order[at : at + len(row)]
        self.expect(due == row[: len(due)], f"what came from {pile!r} does not carry the seal that it had there")
        self.piles = {**self.piles, pile: (order, at + len(row))}

    def rolled(self, row: Row, source: str) -> None:
        """Number, key and faces of one roll; or that a struck roll, used again, is the same, and used once."""
        receipt, purpose, sides = row.get("receipt"), row["purpose"], row["sides"]
        self.expect(source in (self.start["dice"], "replayed"), f"its source is {source!r:.40}")
        self.expect((source == "tower") == bool(receipt), "a roll of the tower has a receipt, and no other has")
        if source == "replayed":
            same = all(self.rows[row["of"] - 1].get(name) == row[name] for name in ("die", "sides", "faces", "purpose"))
            self.expect(same and row["of"] in self.undone, f"it is not the struck roll of line {row['of']!r}")
            self.undone.discard(row["of"])
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
        self.piles = {**self.piles, pile: (row["order"]["sealed"] if due else [], 0)}
        cards = [json.loads(item["value"]) if item else "?" for item in row["@opened"].get("order", [])]
        secret = bytes.fromhex(self.secrets.get(self.seq, ""))
        if due and secret and "?" not in cards and len(cards) == len(row["order"]["sealed"]):
            self.orders += 1
            message = f"{self.session}\nshuffle\n{self.j}\n{self.words}\n{pile}"
            self.expect(cards == ordered(secret, message, cards), f"{pile!r} is not in the order of its shuffle")


def main(name: str = "export.jsonl", *checkpoints: str) -> int:
    """Check a file: 0 where it is clean, 1 where it is not, 2 where it is no export."""
    pin = "".join(one[4:] for one in checkpoints if one.startswith("key:"))
    try:
        header, first, *rest = filter(str.strip, Path(name).read_bytes().decode("utf-8-sig").split("\n"))
        head, known = read(header), FORMATS[read(header)["format"]]
        log = Log(head["session"], [first, *rest], head.get("signatures", []), pin)
        title = "".join(a if a.isprintable() else "\ufffd" for a in " ".join(log.start.get("title", "").split()))[:200]
        odd = head.keys() - known or log.start.get("game") != head["game"] or title not in ("", head.get("title"))
    except (OSError, *BROKEN) as error:
        print(f"{name} is no export, which begins with a header of {min(FORMATS)} and a line: {error}", file=sys.stderr)
        return 2
    heads = {f"{seq}:{row.get('@digest', '?')[:n]}" for seq, row in enumerate(log.rows, 1) for n in (32, 64)}
    asked = {one.lower() for one in checkpoints} - {f"key:{pin.lower()}", *heads}
    log.faults += ["line 1: the header holds more, or another game or title"] * bool(odd)
    log.faults += [f"checkpoint {one}: no line of this log" for one in sorted(asked)]
    report = f"No fault up to {len(log.rows)}:{log.prev[:32]}; rolls: {log.k}, shuffles: {log.j}, orders: {log.orders}"
    words = f"Player seeds: {log.words!r}" if log.words else "No player seeds: the log does not prove random rolls"
    whose = f"Signed by {log.signer[:32]}, {'the key you gave' if pin else 'which only this file vouches for'}"
    print("\n".join(log.faults or [report, words, *[f"{whose}; heads: {len(log.heads)}"] * bool(log.signer)]))
    return 1 if log.faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
