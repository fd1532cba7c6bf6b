"""Forgeries of a signed export, as an outsider, a player or a host would try them: the rows of `docs/trust.md`.

Each takes the file apart, changes it, and writes it anew. The host signs with HOST, whoever forges with keys of their
own, or with the host's where the host does it.
"""

import json
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

from pocket import Row, Rows, opened, rechained, said, written

from events.line import Head
from events.signature import SigningKey

HOST: Final = SigningKey(b"h" * 32)
NEXT: Final = SigningKey(b"n" * 32)
FORGER: Final = SigningKey(b"f" * 32)
NOW: Final = 1_795_219_200_000
ORDER: Final = 2**252 + 27742317777372353535851937790883648493


class Export(NamedTuple):
    """An export taken apart, with the line of its earlier signed head."""

    header: Row
    rows: Rows
    early: int

    @property
    def session(self) -> str:
        return str(self.header["session"])

    def signed(self, key: SigningKey, seq: int, at_ms: int = NOW) -> Row:
        """A signature of a line as it stands."""
        one = key.sign(self.session, Head(seq, bytes.fromhex(self.rows[seq - 1]["digest"])), at_ms)
        return {"seq": seq, "signed_ms": at_ms, "key": one.key.hex(), "signature": one.signature.hex()}

    def sign(self, key: SigningKey, *seqs: int) -> None:
        """Put signatures of these lines in place of all others; of the last one, where none is named."""
        self.header["signatures"] = [self.signed(key, seq) for seq in seqs or (len(self.rows),)]

    def cut(self, seq: int) -> None:
        """Leave off what stands behind a line."""
        del self.rows[seq:]
        self.header["signatures"] = [one for one in self.header["signatures"] if one["seq"] <= seq]

    def chain(self) -> None:
        """Compute all digests anew."""
        rechained(self.rows)

    def add(self, by: str, **body: Any) -> None:
        """A line behind the last, in the chain."""
        last = self.rows[-1]
        text = json.dumps(body, separators=(",", ":"))
        self.rows.append({**deepcopy(last), "by": by, "body": text, "opened": {}})
        self.chain()

    @property
    def text(self) -> str:
        return written(self.header, self.rows)


def split_in_the_middle(text: str) -> Export:
    """An export taken apart, with a line in the middle behind which a post stands: no move is cut in two there."""
    header, rows = opened(text)
    middle = next(at for at in range(len(rows) // 2, len(rows)) if said(rows[at])["kind"] == "posted")
    return Export(header, rows, middle)


def signed_twice(text: str) -> Export:
    """An export that the host signed in the middle too: it had been asked for then."""
    made = split_in_the_middle(text)
    made.sign(HOST, made.early, len(made.rows))
    return made


def later(one: Export) -> None:
    """The end is written anew: every line behind the earlier signed head was filed a second later."""
    for row in one.rows[one.early :]:
        row["at_ms"] += 1000
    one.chain()


# What an outsider does


def rewritten(one: Export) -> str:
    later(one)
    return one.text


def rewritten_and_signed(one: Export) -> str:
    later(one)
    first = one.header["signatures"][0]
    one.header["signatures"] = [first, one.signed(FORGER, len(one.rows))]
    return one.text


def renamed(one: Export, key: SigningKey | None) -> None:
    """Line 1 names another key, or none."""
    body = said(one.rows[0])
    body.pop("signs", None)
    if key:
        body["signs"] = key.public.hex()
    one.rows[0]["body"] = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    one.chain()


def signed_as_his_own(one: Export) -> str:
    later(one)
    renamed(one, FORGER)
    one.sign(FORGER)
    return one.text


def named_by_none(one: Export) -> str:
    later(one)
    renamed(one, None)
    one.header["format"] = "cloisterbell-1"
    del one.header["signatures"]
    return one.text


def stripped(one: Export) -> str:
    one.header["signatures"] = []
    return one.text


def stripped_to_format_1(one: Export) -> str:
    one.header["format"] = "cloisterbell-1"
    del one.header["signatures"]
    return one.text


def cut_at_a_head(one: Export) -> str:
    one.cut(one.early)
    return one.text


def cut_between(one: Export) -> str:
    one.cut(one.early + 1)
    return one.text


def cut_before(one: Export) -> str:
    one.cut(one.early - 1)
    return one.text


def cut_and_handed_over(one: Export) -> str:
    one.cut(one.early)
    one.add("host", kind="host-key", key=FORGER.public.hex())
    one.header["signatures"].append(one.signed(FORGER, len(one.rows)))
    return one.text


def handed_over_with_an_old_signature(one: Export) -> str:
    """The host's signature of the line before, told as one of the line that hands over."""
    one.cut(one.early)
    one.add("host", kind="host-key", key=FORGER.public.hex())
    old = {**one.header["signatures"][0], "seq": len(one.rows)}
    one.header["signatures"] += [old, one.signed(FORGER, len(one.rows))]
    return one.text


def retitled(one: Export) -> str:
    one.header["title"] = "The great final"
    return one.text


def of_another_game(one: Export) -> str:
    one.header["game"] = "keys" if one.header["game"] != "keys" else "risk"
    return one.text


def of_another_session(one: Export) -> str:
    one.header["session"] = "othersession"
    return one.text


def author_swapped(one: Export) -> str:
    """A move stands as another's; the chain is as it was."""
    row = one.rows[a_move(one)]
    row["by"] = next(seat for seat in said(one.rows[0])["seats"] if seat != row["by"])
    return one.text


def author_swapped_and_chained(one: Export) -> str:
    author_swapped(one)
    one.chain()
    return one.text


def a_move(one: Export) -> int:
    """The place of a move, or of what it led to."""
    kinds = [said(row)["kind"] for row in one.rows]
    return next(at for at, kind in enumerate(kinds) if at > kinds.index("begun") and len(said(one.rows[at])) > 2)


# Two readers who see different things


def doubled(text: str, field: str, value: str) -> str:
    """A JSON object with a field given twice, first otherwise."""
    return text.replace("{", f'{{"{field}":{value},', 1)


def key_twice_in_header(one: Export) -> str:
    header, *rows = one.text.splitlines()
    return "\n".join([doubled(header, "title", '"The great final"'), *rows, ""])


def signatures_twice(one: Export) -> str:
    header, *rows = one.text.splitlines()
    return "\n".join([doubled(header, "signatures", "[]"), *rows, ""])


def key_twice_in_line(one: Export) -> str:
    header, *rows = one.text.splitlines()
    return "\n".join([header, *rows[:2], doubled(rows[2], "by", '"moderator"'), *rows[3:], ""])


def key_twice_in_opened(one: Export) -> str:
    header, *rows = one.text.splitlines()
    at = next(at for at, row in enumerate(one.rows) if any(any(items) for items in row["opened"].values()))
    rows[at] = rows[at].replace('{"salt": ', '{"value": "\\"forged\\"", "salt": ', 1)
    return "\n".join([header, *rows, ""])


def body_twice(one: Export) -> str:
    """As below, and the host's key named no more."""
    renamed(one, None)
    one.header["format"] = "cloisterbell-1"
    del one.header["signatures"]
    return field_twice(one)


def field_twice(one: Export) -> str:
    """A field of a body given twice, the chain computed anew."""
    at = a_move(one)
    field = next(name for name in said(one.rows[at]) if name != "kind")
    one.rows[at]["body"] = f"{one.rows[at]['body'][:-1]},{json.dumps(field)}:{json.dumps(said(one.rows[at])[field])}}}"
    one.chain()
    return one.text


def in_a_body(one: Export, more: str) -> str:
    """Something more in a body, the chain computed anew."""
    row = one.rows[a_move(one)]
    row["body"] = f"{row['body'][:-1]},{more}}}"
    one.chain()
    return one.text


def by_another(one: Export, by: str) -> str:
    """A line by somebody who writes none, the chain computed anew."""
    one.rows[a_move(one)]["by"] = by
    one.chain()
    return one.text


def control_character(one: Export) -> str:
    row = one.rows[a_move(one)]
    row["body"] = row["body"].replace('"kind":"', '"kind":"\x7f', 1)
    one.chain()
    return one.text


def unknown_kind(one: Export) -> str:
    row = one.rows[a_move(one)]
    row["body"] = re.sub('"kind":"[^"]*"', '"kind":"nothing-known"', row["body"])
    one.chain()
    return one.text


def opened_more_of_nothing(one: Export) -> str:
    row = next(row for row in one.rows if any(any(items) for items in row["opened"].values()))
    for items in row["opened"].values():
        items.append(None)
    return one.text


def signatures_of_format_1(one: Export) -> str:
    one.header["signatures"] = []
    return one.text


# The same said in other bytes


def spaced(one: Export) -> str:
    """White space between the parts of each row, which no digest covers."""
    return "".join(f"{json.dumps(row, indent=None, separators=(' , ', ' : '))}\n" for row in (one.header, *one.rows))


def escaped(one: Export) -> str:
    """Every character of the bodies as an escape, in the row; the text is the same."""
    rows = []
    for row in one.rows:
        text = json.dumps(row)
        body = "".join(f"\\u{ord(sign):04x}" for sign in row["body"])
        rows.append(text.replace(json.dumps(row["body"]), f'"{body}"'))
    return "\n".join([json.dumps(one.header), *rows, ""])


def crlf(one: Export) -> str:
    return one.text.replace("\n", "\r\n")


def blank_lines(one: Export) -> str:
    return one.text.replace("\n", "\n\n \n")


def body_spaced(one: Export) -> str:
    at = a_move(one)
    one.rows[at]["body"] = one.rows[at]["body"].replace(":", ": ", 1)
    return one.text


def body_escaped(one: Export) -> str:
    at = a_move(one)
    one.rows[at]["body"] = one.rows[at]["body"].replace("k", "\\u006b", 1)
    return one.text


def field_as(one: Export, field: str, change: Callable[[Any], Any]) -> str:
    row = one.rows[2]
    row[field] = change(row[field])
    return one.text


def raw_number(one: Export, field: str, change: Callable[[str], str]) -> str:
    """A number of a row in another form."""
    header, *rows = one.text.splitlines()
    rows[2] = re.sub(rf'("{field}": )(-?\d+)', lambda found: found[1] + change(found[2]), rows[2], count=1)
    return "\n".join([header, *rows, ""])


def denormalised(one: Export) -> str:
    """A letter with its accent apart, in a title: the same to look at."""
    one.header["title"] = "e\u0301" + one.header["title"][1:]
    return one.text


# Signatures


def doubled_signature(one: Export) -> str:
    one.header["signatures"].append(dict(one.header["signatures"][-1]))
    return one.text


def signatures_out_of_order(one: Export) -> str:
    one.header["signatures"].reverse()
    return one.text


def signature_of_another_session(one: Export) -> str:
    head = Head(len(one.rows), bytes.fromhex(one.rows[-1]["digest"]))
    made = HOST.sign("othersession", head, NOW)
    one.header["signatures"][-1] = {
        "seq": made.seq, "signed_ms": NOW, "key": made.key.hex(), "signature": made.signature.hex()
    }  # fmt: skip
    return one.text


def signed_later_than_now(one: Export) -> str:
    """The host's own, dated a thousand years on."""
    one.header["signatures"][-1] = one.signed(HOST, len(one.rows), 33_000_000_000_000)
    return one.text


def redated(one: Export) -> str:
    one.header["signatures"][-1]["signed_ms"] += 1
    return one.text


def s_beyond_the_order(one: Export) -> str:
    """S + L: the same number to a checker that does not look, and another signature."""
    last = one.header["signatures"][-1]
    s = int.from_bytes(bytes.fromhex(last["signature"][64:]), "little") + ORDER
    last["signature"] = last["signature"][:64] + s.to_bytes(32, "little").hex()
    return one.text


def small_order_key(one: Export) -> str:
    """A key of small order, for which a signature of nobody holds: R and S of nothing."""
    body = said(one.rows[0])
    body["signs"] = "01" + "00" * 31
    one.rows[0]["body"] = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    one.chain()
    one.header["signatures"] = [
        {"seq": len(one.rows), "signed_ms": NOW, "key": body["signs"], "signature": "01" + "00" * 63}
    ]
    return one.text


def key_in_capitals(one: Export) -> str:
    for row in one.header["signatures"]:
        row["key"] = row["key"].upper()
    return one.text


# What a dishonest host does


def host_writes_anew(one: Export) -> str:
    """With the right key under it."""
    later(one)
    one.sign(HOST, one.early, len(one.rows))
    return one.text


def host_cuts_and_signs(one: Export) -> str:
    one.cut(max(at for at, row in enumerate(one.rows) if said(row)["kind"] == "posted"))
    one.header["signatures"] = [one.signed(HOST, one.early), one.signed(HOST, len(one.rows))]
    return one.text


def held_behind_the_head(one: Export) -> str:
    """What an honest host's restored backup looks like."""
    one.cut(one.early)
    one.add("table", kind="held", reason={"sealed": "00" * 32})
    return one.text


def struck_by_a_stolen_key(one: Export) -> str:
    """A line that calls the host's key stolen since line 3, so that its later heads would not count."""
    one.add("host", kind="host-key", key=FORGER.public.hex(), good=3)
    one.header["signatures"].append(one.signed(FORGER, len(one.rows)))
    return one.text


def handed_over_by_the_host(one: Export) -> str:
    """A key that the one before vouches for, with both signatures."""
    one.add("host", kind="host-key", key=NEXT.public.hex())
    last = len(one.rows)
    one.header["signatures"] += [one.signed(HOST, last), one.signed(NEXT, last)]
    return one.text


def field_as_first(one: Export, field: str, value: object) -> str:
    one.rows[0][field] = value
    return one.text


def field_added(one: Export, row: Row) -> str:
    row["more"] = "words that nothing covers"
    return one.text


def opened_more(one: Export) -> str:
    row = next(row for row in one.rows if any(any(items) for items in row["opened"].values()))
    for items in row["opened"].values():
        items.append({"salt": "00" * 16, "value": '"forged"'})
    return one.text


def without_opened(one: Export) -> str:
    del next(row for row in one.rows if not row["opened"])["opened"]
    return one.text


def as_it_is(one: Export) -> str:
    return one.text


def cut_unsigned(one: Export) -> str:
    del one.rows[one.early :]
    return one.text


OLD: Final[Mapping[str, Callable[[Export], str]]] = {
    "an old log, nothing changed": as_it_is,
    "an old log, its end written anew": rewritten,
    "an old log, cut off": cut_unsigned,
    "an old log, retitled": retitled,
    "an old log with a row of no signatures": signatures_of_format_1,
    "an old log, a control character in a body, chained": control_character,
    "an old log, a line end in an author, chained": lambda one: by_another(one, "black\n"),
    "an old log, a field twice in a body, chained": field_twice,
}
"""What is done to a file of format 1, which names no key."""
RULES: Final[Mapping[str, Callable[[Export], str]]] = {
    "a line by somebody who holds no seat": lambda one: by_another(one, "pink"),
    "a line by whoever only reads": lambda one: by_another(one, "all"),
    "a line of a kind that no game has": unknown_kind,
    "a field that its kind has not": lambda one: in_a_body(one, '"forged":1'),
    "`NaN` in such a field": lambda one: in_a_body(one, '"forged":NaN'),
    "half a character in such a field": lambda one: in_a_body(one, '"forged":"\\ud800"'),
    "40 levels in such a field": lambda one: in_a_body(one, f'"forged":{"[" * 40}{"]" * 40}'),
}
"""What is done to a file of format 1 that only whoever knows the game, or who writes what, can find."""
FORGERIES: Final[Mapping[str, Callable[[Export], str]]] = {
    "nothing": as_it_is,
    "the end written anew, all digests computed": rewritten,
    "the same, signed with the forger's key": rewritten_and_signed,
    "the same, and line 1 names the forger's key": signed_as_his_own,
    "the same, and line 1 names no key": named_by_none,
    "signatures left out": stripped,
    "signatures left out, as format 1": stripped_to_format_1,
    "cut at a signed head": cut_at_a_head,
    "cut behind a signed head": cut_between,
    "cut before every signed head": cut_before,
    "cut and handed over to the forger": cut_and_handed_over,
    "the same, with an old signature under it": handed_over_with_an_old_signature,
    "the host's key called stolen, and handed over to the forger": struck_by_a_stolen_key,
    "another title in the header": retitled,
    "another game in the header": of_another_game,
    "another session in the header": of_another_session,
    "another author of a move": author_swapped,
    "another author of a move, chained": author_swapped_and_chained,
    "a title twice in the header": key_twice_in_header,
    "signatures twice in the header": signatures_twice,
    "an author twice in a line": key_twice_in_line,
    "a value twice in what is opened": key_twice_in_opened,
    "a field twice in a body, chained": body_twice,
    "a closed item more than is sealed": opened_more_of_nothing,
    "a mark of the byte order at its start": lambda one: f"\ufeff{one.text}",
    "a CR between the parts of a row": lambda one: one.text.replace(', "by"', ',\r"by"', 1),
    "CR for line ends": lambda one: one.text.replace("\n", "\r"),
    "white space between the parts of a row": spaced,
    "escapes for all letters of a body, in its row": escaped,
    "CRLF for line ends": crlf,
    "blank lines": blank_lines,
    "white space in a body": body_spaced,
    "an escape in a body": body_escaped,
    "`1.0` for a number": lambda one: raw_number(one, "at_ms", lambda number: f"{number}.0"),
    "`1e0` for a number": lambda one: raw_number(one, "seq", lambda number: f"{number}e0"),
    "a number in quotes": lambda one: raw_number(one, "at_ms", lambda number: f'"{number}"'),
    "`true` for a number": lambda one: field_as_first(one, "seq", True),
    "`-0` for a number": lambda one: raw_number(one, "at_ms", lambda number: f"-{number}"),
    "a digest in capitals": lambda one: field_as(one, "digest", str.upper),
    "a digest with white space": lambda one: field_as(one, "digest", lambda text: f"{text[:32]} {text[32:]}"),
    "a field that is none in a line": lambda one: field_added(one, one.rows[2]),
    "a field that is none in the header": lambda one: field_added(one, one.header),
    "more opened than is sealed": opened_more,
    "no `opened` in a line": without_opened,
    "an accent apart in the title": denormalised,
    "a signature twice": doubled_signature,
    "signatures out of order": signatures_out_of_order,
    "a signature of another session": signature_of_another_session,
    "signed later than now": signed_later_than_now,
    "a signature dated otherwise": redated,
    "S beyond the order of the group": s_beyond_the_order,
    "a key of small order": small_order_key,
    "a key in capitals": key_in_capitals,
    "the host writes the end anew and signs it": host_writes_anew,
    "the host cuts the end off and signs the rest": host_cuts_and_signs,
    "`held` behind an earlier signed head": held_behind_the_head,
    "handed over by the host, both keys sign": handed_over_by_the_host,
}
