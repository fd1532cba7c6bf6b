"""A checker of exported logs that knows nothing but `docs/log-format.md`, with no code of ours."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]
RAW = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def sha256(text: str | bytes) -> bytes:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).digest()


def hmac_sha256(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), hashlib.sha256).digest()


def faults(text: str) -> list[tuple[int, str]]:
    """What is wrong with an export: (line of the log, part of the format), in order."""
    header, *rows = [json.loads(row) for row in text.split("\n")[:-1]]
    found = [(0, "header")] if header["format"] not in ("cloisterbell-1", "cloisterbell-2") else []
    found += [*chain(header["session"], rows)]
    bodies = [body for body in (once(row["body"]) for row in rows) if body is not None]
    if len(bodies) < len(rows):
        return sorted({*found, *((row["seq"], "body") for row in rows if once(row["body"]) is None)})
    stands = standing(bodies)
    words = spoken(bodies)
    parts = (data(header, bodies), seals(rows, bodies), dealt(bodies, stands), replayed(bodies, stands),
             rolls(header["session"], bodies, words), shuffles(header["session"], rows, bodies, words))  # fmt: skip
    return sorted({*found, *(fault for part in parts for fault in part)})


def once(body: str) -> Row | None:
    """A body as an object, None where it is none, repeats a key or is not one clean line."""

    def pairs(items: list[tuple[str, Any]]) -> Row:
        if len(dict(items)) < len(items):
            raise ValueError
        return dict(items)

    try:
        parsed = json.loads(body, object_pairs_hook=pairs)
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) and not RAW.search(body) else None


def chain(session: str, rows: list[Row]) -> Iterator[tuple[int, str]]:
    prev = "0" * 64
    for seq, row in enumerate(rows, start=1):
        columns = (prev, row["session"], str(row["seq"]), str(row["at_ms"]), row["by"], row["body"])
        prev = row["digest"]
        if row["seq"] != seq or row["session"] != session or sha256("\n".join(columns)).hex() != prev:
            yield seq, "chain"


def data(header: Row, bodies: list[Row]) -> Iterator[tuple[int, str]]:
    for pin in bodies[0].get("data", {}).values():
        text = json.dumps(header["data"].get(pin), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        if sha256(text).hex() != pin:
            yield 1, "data"


def sealed(field: Any) -> list[str]:
    hashes = field["sealed"]
    return [hashes] if isinstance(hashes, str) else hashes


def seals(rows: list[Row], bodies: list[Row]) -> Iterator[tuple[int, str]]:
    for seq, (row, body) in enumerate(zip(rows, bodies, strict=True), start=1):
        for field, items in row["opened"].items():
            for at, item in enumerate(items):
                if item and sha256(item["salt"] + "\n" + item["value"]).hex() != sealed(body[field])[at]:
                    yield seq, "seal"


def standing(bodies: list[Row]) -> list[bool]:
    stands = [True] * len(bodies)
    for at, body in enumerate(bodies):
        if body["kind"] == "taken-back":
            stands[body["to"] : at] = [False] * (at - body["to"])
    return stands


def spoken(bodies: list[Row]) -> str:
    begun = next((at for at, body in enumerate(bodies) if body["kind"] == "begun"), 0)
    seated = {body["seat"]: body.get("word", "") for body in bodies[:begun] if body["kind"] == "seated"}
    return ";".join(f"{seat}={word}" for seat, word in sorted(seated.items()) if word)


def dealt(bodies: list[Row], stands: list[bool]) -> Iterator[tuple[int, str]]:
    orders: dict[str, list[str]] = {}
    taken: dict[str, int] = {}
    for seq, body in enumerate(bodies, start=1):
        if body.get("source") != "tower" or not stands[seq - 1]:
            continue
        if body["kind"] == "shuffled":
            orders[body["pile"]], taken[body["pile"]] = sealed(body["order"]), 0
        elif body["kind"] == "drawn":
            carried, first = sealed(body["cards"]), taken[body["pile"]]
            taken[body["pile"]] += len(carried)
            if orders[body["pile"]][first : first + len(carried)] != carried:
                yield seq, "deal"
        elif (
            body["kind"] == "revealed" and body["pile"] in orders
        ):  # the next one is gone from its pile, others lay out
            at = taken[body["pile"]]
            taken[body["pile"]] += orders[body["pile"]][at : at + 1] == sealed(body["item"])


def replayed(bodies: list[Row], stands: list[bool]) -> Iterator[tuple[int, str]]:
    before, stood = 0, dict[int, int]()
    same = ("die", "sides", "faces", "purpose")
    for seq, body in enumerate(bodies, start=1):
        if body["kind"] == "rolled" and body["source"] == "replayed":
            old = bodies[body["of"] - 1]
            if body.get("receipt") or stands[body["of"] - 1] or any(old.get(name) != body[name] for name in same):
                yield seq, "replayed"
            last: int = stood[body["of"]] if body["of"] in stood else body["of"]
            if last <= before:
                yield seq, "replayed"
            before, stood[body["of"]] = last, seq
        elif body["kind"] == "taken-back":
            before = 0


def stream(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from sha256(seed + counter.to_bytes(4, "big"))
        counter += 1


def rolls(session: str, bodies: list[Row], words: str) -> Iterator[tuple[int, str]]:
    pledged = next((body for body in bodies if body["kind"] == "pledged"), None)
    before, k = (pledged or {}).get("anchor", ""), 0
    for seq, body in enumerate(bodies, start=1):
        if body["kind"] != "rolled" or body["source"] != "tower":
            continue
        k += 1
        key, sides = bytes.fromhex(body["receipt"]["key"]), body["sides"]
        if body["receipt"]["k"] != k or sha256(key).hex() != before:
            yield seq, "roll"
        before = key.hex()
        dice = stream(hmac_sha256(key, f"{session}\n{k}\n{words}\n{body['purpose']}"))
        fair = (byte % sides + 1 for byte in dice if byte < 256 - 256 % sides)
        if [next(fair) for _ in body["die"].split(" ")] != body["faces"]:
            yield seq, "roll"


def shuffles(session: str, rows: list[Row], bodies: list[Row], words: str) -> Iterator[tuple[int, str]]:
    pledge = next((body["shuffle"] for body in bodies if body["kind"] == "pledged"), "")
    told = [body.get("shuffle_secret", "") for body in bodies if body["kind"] == "unsealed"]
    secret = bytes.fromhex(next(filter(None, told), ""))
    if secret and sha256(secret).hex() != pledge:
        yield 0, "shuffle"
    j = 0
    for seq, (row, body) in enumerate(zip(rows, bodies, strict=True), start=1):
        if body["kind"] != "shuffled" or body["source"] != "tower":
            continue
        j += 1
        items = row["opened"].get("order", [None])
        due = body["j"] == j
        if secret and due and None not in items:
            order = [json.loads(item["value"]) for item in items]
            due = order == shuffled(secret, f"{session}\nshuffle\n{j}\n{words}\n{body['pile']}", order)
        if not due:
            yield seq, "shuffle"


def shuffled(secret: bytes, message: str, cards: list[str]) -> list[str]:
    order, bytes_ = sorted(cards), stream(hmac_sha256(secret, message))
    for last in range(len(order) - 1, 0, -1):
        word = 2**32
        while word >= 2**32 - 2**32 % (last + 1):
            word = int.from_bytes([next(bytes_) for _ in range(4)], "big")
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order
