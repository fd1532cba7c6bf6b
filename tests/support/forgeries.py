"""Forgeries of a signed export by an outsider, a player or a host: the rows of the page on trust."""

import json
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import partial
from typing import Any, Final, NamedTuple, Self

from pocket import Row, Rows, body_of, opened, rechained, written

from events.entry import Head
from events.signature import SigningKey

HOST: Final = SigningKey(b"h" * 32)
NEXT: Final = SigningKey(b"n" * 32)
FORGER: Final = SigningKey(b"f" * 32)
NOW: Final = 1_795_219_200_000
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
SMALL: Final = "01" + "00" * 31
compact: Final = partial(json.dumps, separators=(",", ":"), ensure_ascii=False)


class Export(NamedTuple):
    """The header and entries of an export, and the number of the first signed entry."""

    header: Row
    rows: Rows
    early: int

    @property
    def text(self) -> str:
        return written(self.header, self.rows)

    @property
    def session(self) -> str:
        return str(self.header["session"])

    @property
    def move(self) -> Row:
        kinds = [body_of(row)["kind"] for row in self.rows]
        return next(row for row in self.rows[kinds.index("begun") + 1 :] if len(body_of(row)) > 2)

    @property
    def sealed(self) -> Row:
        return next(row for row in self.rows if any(any(items) for items in row["opened"].values()))

    def forged(self, change: "Change") -> str:
        changed = change(Export(deepcopy(self.header), deepcopy(self.rows), self.early))
        return changed if isinstance(changed, str) else changed.text

    def signed(self, key: SigningKey, seq: int = 0, at_ms: int = NOW, session: str = "") -> Row:
        seq = seq or len(self.rows)
        one = key.sign(session or self.session, Head(seq, bytes.fromhex(self.rows[seq - 1]["digest"])), at_ms)
        return {"seq": seq, "signed_ms": at_ms, "key": one.key.hex(), "signature": one.signature.hex()}

    def with_signatures(self, *signatures: Row) -> Self:
        self.header["signatures"] = [*signatures]
        return self

    def sign(self, key: SigningKey, *seqs: int) -> Self:
        return self.with_signatures(*(self.signed(key, seq) for seq in seqs or (len(self.rows),)))

    def with_last_signature(self, **fields: Any) -> Self:
        self.header["signatures"][-1] |= fields
        return self

    def cut(self, seq: int) -> Self:
        del self.rows[seq:]
        return self.with_signatures(*(one for one in self.header["signatures"] if one["seq"] <= seq))

    def chain(self) -> Self:
        rechained(self.rows)
        return self

    def add(self, by: str, **body: Any) -> Self:
        self.rows.append({**deepcopy(self.rows[-1]), "by": by, "body": compact(body), "opened": {}})
        return self.chain()

    def hand_over(self, *signatures: tuple[SigningKey, int], **fields: Any) -> Self:
        """Append a change from the host's key to the forger's, with the forger's signature."""
        self.add("host", kind="host-key", key=FORGER.public.hex(), **fields)
        self.header["signatures"] += [{**self.signed(key, seq), "seq": len(self.rows)} for key, seq in signatures]
        self.header["signatures"].append(self.signed(FORGER))
        return self

    def later(self) -> Self:
        for row in self.rows[self.early :]:
            row["at_ms"] += 1000
        return self.chain()

    def name_key(self, key: str) -> Self:
        body = {**body_of(self.rows[0]), "signs": key}
        self.rows[0]["body"] = compact({name: value for name, value in body.items() if name != "signs" or key})
        return self.chain()

    def as_format_1(self) -> Self:
        self.header["format"] = "cloisterbell-1"
        del self.header["signatures"]
        return self

    def with_header(self, **fields: Any) -> Self:
        self.header.update(fields)
        return self

    def with_body(self, change: Callable[[str], str]) -> Self:
        self.move["body"] = change(self.move["body"])
        return self

    def with_row(self, **fields: Any) -> Self:
        self.rows[2].update(fields)
        return self

    def with_author(self, by: str = "") -> Self:
        self.move["by"] = by or next(seat for seat in body_of(self.rows[0])["seats"] if seat != self.move["by"])
        return self

    def with_line(self, at: int, change: Callable[[str], str]) -> str:
        lines = self.text.split("\n")
        return "\n".join([*lines[:at], change(lines[at]), *lines[at + 1 :]])

    def with_number(self, field: str, change: str) -> str:
        number = re.compile(rf'("{field}": )(\d+)')
        return self.with_line(3, lambda row: number.sub(lambda found: found[1] + change.format(found[2]), row, count=1))

    def with_more_opened(self, item: Any) -> Self:
        for items in self.sealed["opened"].values():
            items.append(item)
        return self


Change = Callable[[Export], Export | str]
Changes = Mapping[str, Change]


def split_in_the_middle(text: str) -> Export:
    """Parse an export. Its early entry precedes a post in the middle, so that no move is split."""
    header, rows = opened(text)
    middle = next(at for at in range(len(rows) // 2, len(rows)) if body_of(rows[at])["kind"] == "posted")
    return Export(header, rows, middle)


def signed_twice(text: str) -> Export:
    made = split_in_the_middle(text)
    return made.sign(HOST, made.early, len(made.rows))


def _twice(field: str, value: str) -> Callable[[str], str]:
    return lambda text: text.replace("{", f'{{"{field}":{value},', 1)


def _field_twice(one: Export) -> Export:
    field, value = next(pair for pair in body_of(one.move).items() if pair[0] != "kind")
    return one.with_body(lambda body: f"{body[:-1]},{json.dumps(field)}:{json.dumps(value)}}}").chain()


def _in_a_body(more: str) -> Change:
    return lambda one: one.with_body(lambda body: f"{body[:-1]},{more}}}").chain()


def _escaped(one: Export) -> str:
    """Write every character of the bodies as an escape; the parsed text is the same."""
    rows = []
    for row in one.rows:
        body = "".join(f"\\u{ord(sign):04x}" for sign in row["body"])
        rows.append(json.dumps(row).replace(json.dumps(row["body"]), f'"{body}"'))
    return "\n".join([json.dumps(one.header), *rows, ""])


def _s_beyond_the_order(one: Export) -> Export:
    signature = one.header["signatures"][-1]["signature"]
    s = int.from_bytes(bytes.fromhex(signature[64:]), "little") + ORDER
    return one.with_last_signature(signature=signature[:64] + s.to_bytes(32, "little").hex())


def _without_opened(one: Export) -> Export:
    del next(row for row in one.rows if not row["opened"])["opened"]
    return one


OLD: Final[Changes] = {
    "an old log, nothing changed": lambda one: one, "an old log, its end rewritten": Export.later,
    "an old log, cut off": lambda one: one._replace(rows=one.rows[: one.early]),
    "an old log, retitled": lambda one: one.with_header(title="The great final"),
    "an old log with a row of no signatures": Export.with_signatures,
    "an old log, a control character in a body, chained": lambda one: one.with_body(
        lambda body: body.replace('"kind":"', '"kind":"\x7f', 1)
    ).chain(),
    "an old log, a line end in an author, chained": lambda one: one.with_author("black\n").chain(),
    "an old log, a field twice in a body, chained": _field_twice,
}  # fmt: skip
"""Changes of a file in format 1, which names no key."""
RULES: Final[Changes] = {
    "a line by a person without a seat": lambda one: one.with_author("pink").chain(),
    "a line by a spectator": lambda one: one.with_author("all").chain(),
    "a line of a kind that no game has": lambda one: one.with_body(
        lambda body: re.sub('"kind":"[^"]*"', '"kind":"nothing-known"', body)
    ).chain(),
    "a field that its kind lacks": _in_a_body('"forged":1'), "`NaN` in such a field": _in_a_body('"forged":NaN'),
    "half a character in such a field": _in_a_body('"forged":"\\ud800"'),
    "40 levels in such a field": _in_a_body(f'"forged":{"[" * 40}{"]" * 40}'),
}  # fmt: skip
"""Changes of a file in format 1 that can be found only with knowledge of the game and the seats."""
FORGERIES: Final[Changes] = {
    "nothing": lambda one: one, "the end rewritten, all digests computed": Export.later,
    "the end rewritten and signed by the forger": lambda one: one.later().with_signatures(
        one.header["signatures"][0], one.signed(FORGER)
    ),
    "the end rewritten, and entry 1 names the forger's key": lambda one: (
        one.later().name_key(FORGER.public.hex()).sign(FORGER)
    ),
    "the end rewritten, and entry 1 names no key": lambda one: one.later().name_key("").as_format_1(),
    "signatures left out": Export.with_signatures, "signatures left out, as format 1": Export.as_format_1,
    "cut at a signed head": lambda one: one.cut(one.early),
    "cut after a signed head": lambda one: one.cut(one.early + 1),
    "cut before every signed head": lambda one: one.cut(one.early - 1),
    "cut and handed over to the forger": lambda one: one.cut(one.early).hand_over(),
    "cut and handed over to the forger, with an old signature": lambda one: (
        one.cut(one.early).hand_over((HOST, one.early))
    ),
    "the host's key called stolen, and handed over to the forger": lambda one: one.hand_over(good=3),
    "another title in the header": lambda one: one.with_header(title="The great final"),
    "another game in the header": lambda one: one.with_header(game="risk" if one.header["game"] == "keys" else "keys"),
    "another session in the header": lambda one: one.with_header(session="othersession"),
    "another author of a move": Export.with_author,
    "another author of a move, chained": lambda one: one.with_author().chain(),
    "a title twice in the header": lambda one: one.with_line(0, _twice("title", '"The great final"')),
    "signatures twice in the header": lambda one: one.with_line(0, _twice("signatures", "[]")),
    "an author twice in a line": lambda one: one.with_line(3, _twice("by", '"moderator"')),
    "a value twice in what is opened": lambda one: one.with_line(
        one.rows.index(one.sealed) + 1, lambda row: row.replace('{"salt": ', '{"value": "\\"forged\\"", "salt": ', 1)
    ),
    "a field twice in a body, chained": lambda one: _field_twice(one.name_key("").as_format_1()),
    "a closed item more than is sealed": lambda one: one.with_more_opened(None),
    "a mark of the byte order at its start": lambda one: f"\ufeff{one.text}",
    "a CR between the parts of a row": lambda one: one.text.replace(', "by"', ',\r"by"', 1),
    "CR for line ends": lambda one: one.text.replace("\n", "\r"),
    "white space between the parts of a row": lambda one: "".join(
        f"{json.dumps(row, separators=(' , ', ' : '))}\n" for row in (one.header, *one.rows)
    ),
    "escapes for all letters of a body, in its row": _escaped,
    "CRLF for line ends": lambda one: one.text.replace("\n", "\r\n"),
    "blank lines": lambda one: one.text.replace("\n", "\n\n \n"),
    "white space in a body": lambda one: one.with_body(lambda body: body.replace(":", ": ", 1)),
    "an escape in a body": lambda one: one.with_body(lambda body: body.replace("k", "\\u006b", 1)),
    "`1.0` for a number": lambda one: one.with_number("at_ms", "{}.0"),
    "`1e0` for a number": lambda one: one.with_number("seq", "{}e0"),
    "a number in quotes": lambda one: one.with_number("at_ms", '"{}"'),
    "`true` for a number": lambda one: one.with_line(1, lambda row: row.replace('"seq": 1,', '"seq": true,', 1)),
    "`-0` for a number": lambda one: one.with_number("at_ms", "-{}"),
    "a digest in capitals": lambda one: one.with_row(digest=one.rows[2]["digest"].upper()),
    "a digest with white space": lambda one: one.with_row(
        digest=f"{one.rows[2]['digest'][:32]} {one.rows[2]['digest'][32:]}"
    ),
    "an unknown field in a line": lambda one: one.with_row(more="words that nothing covers"),
    "an unknown field in the header": lambda one: one.with_header(more="words that nothing covers"),
    "more opened than is sealed": lambda one: one.with_more_opened({"salt": "00" * 16, "value": '"forged"'}),
    "no `opened` in a line": _without_opened,
    "an accent apart in the title": lambda one: one.with_header(title=f"e\u0301{one.header['title'][1:]}"),
    "a signature twice": lambda one: one.with_signatures(*one.header["signatures"], one.header["signatures"][-1]),
    "signatures out of order": lambda one: one.with_signatures(*reversed(one.header["signatures"])),
    "a signature of another session": lambda one: one.with_last_signature(**one.signed(HOST, session="othersession")),
    "signed later than now": lambda one: one.with_last_signature(**one.signed(HOST, 0, 33_000_000_000_000)),
    "a signature dated otherwise": lambda one: one.with_last_signature(signed_ms=NOW + 1),
    "S beyond the order of the group": _s_beyond_the_order,
    "a key of small order": lambda one: one.name_key(SMALL).with_signatures(
        {**one.signed(HOST), "key": SMALL, "signature": "01" + "00" * 63}
    ),
    "a key in capitals": lambda one: one.with_signatures(
        *({**row, "key": row["key"].upper()} for row in one.header["signatures"])
    ),
    "the host rewrites the end and signs it": lambda one: one.later().sign(HOST, one.early, len(one.rows)),
    "the host cuts the end off and signs the rest": lambda one: one.cut(
        max(at for at, row in enumerate(one.rows) if body_of(row)["kind"] == "posted")
    ).sign(HOST, one.early, len(one.rows)),
    "`held` after an earlier signed head": lambda one: one.cut(one.early).add(
        "table", kind="held", reason={"sealed": "00" * 32}
    ),
    "handed over by the host, both keys sign": lambda one: one.add(
        "host", kind="host-key", key=NEXT.public.hex()
    ).with_signatures(*one.header["signatures"], one.signed(HOST), one.signed(NEXT)),
}  # fmt: skip

SAME_IN_ALL_COLUMNS: Final = {
    "refused": (
        "a title twice in the header", "signatures twice in the header", "an author twice in a line",
        "a value twice in what is opened", "CR for line ends", "`1.0` for a number", "`1e0` for a number",
        "a number in quotes", "`true` for a number", "`-0` for a number", "a digest in capitals",
        "a digest with white space", "an unknown field in a line", "an unknown field in the header",
        "a key in capitals",
    ),
    "violation": (
        "a field twice in a body, chained", "a closed item more than is sealed", "white space in a body",
        "an escape in a body", "more opened than is sealed", "an accent apart in the title", "a signature twice",
        "a signature of another session", "a signature dated otherwise", "S beyond the order of the group",
        "a key of small order",
    ),
    "nothing found": (
        "a mark of the byte order at its start", "a CR between the parts of a row",
        "white space between the parts of a row", "escapes for all letters of a body, in its row",
        "CRLF for line ends", "blank lines", "no `opened` in a line", "signatures out of order",
    ),
}  # fmt: skip
"""Changes of spelling and signatures that the page only sums up, by their verdict in all columns."""
