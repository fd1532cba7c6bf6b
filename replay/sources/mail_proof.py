"""Who sent a mail, and whether a trusted mail server has checked that.

The check follows RFC 8601 (May 2019), sections 2.2 (form of the header `Authentication-Results`), 2.7 (`dkim`) and 5
(whom to trust). A sender can write such a header, so only the topmost one counts, and only if it names the server that
receives the mails of this mailbox. The meaning of `dmarc` and `header.from` is that of RFC 7489, section 11.2.
"""

import re
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)  # fmt: skip
from email.message import Message
from typing import Final, NamedTuple

from events.lazy_patterns import lazy_pattern
from replay.sources.source import Proof

_ADDRESS: Final = r"([A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,20})"
_WORDS: Final = r"(?:[^\"<>\\]|\"(?:[^\"\\]|\\.)*\")*"
_FROM: Final = lazy_pattern(rf" ?{_ADDRESS} ?|{_WORDS}<{_ADDRESS}> ?")
_SERVER: Final = lazy_pattern(r" ?(\"(?:[^\"\\]|\\.)*\"|[^ \"=]+)(?: 1)? ?")
_METHOD: Final = lazy_pattern(r" ?([A-Za-z0-9-]+)(?: ?/ ?[0-9]+)? ?= ?([A-Za-z0-9-]+)")
_PROPERTY: Final = lazy_pattern(r" (?:([A-Za-z0-9-]+) ?\. ?)?([A-Za-z0-9-]+) ?= ?((?:\"(?:[^\"\\]|\\.)*\"|[^ \"])+)")
_TOKEN: Final = lazy_pattern(r"\"(?:[^\"\\]|\\.)*\"|\s+|[;,]|[^\"()\\\s;,]+", re.DOTALL)
_COMMENT: Final = lazy_pattern(r"[^()\\]+|\\.|[()]", re.DOTALL)
_ESCAPED: Final = lazy_pattern(r"\\(.)")
_DEFECTS: Final = (
    FirstHeaderLineIsContinuationDefect, MisplacedEnvelopeHeaderDefect, MissingHeaderBodySeparatorDefect,
)  # fmt: skip
"""Faults after which programs disagree about what the headers of a mail are."""
_LONGEST: Final = 10_000  # the most characters of a header


class _Result(NamedTuple):
    """One statement of an `Authentication-Results` header, such as `dkim=pass header.d=example.org`."""

    method: str
    result: str
    properties: dict[str, str]


def sender_of(mail: Message) -> str:
    """Return the address of the sender in lower case; "" if the mail does not name exactly one clear address."""
    found = _values(mail, "from")
    parts = _split(found[0], ",") if len(found) == 1 else None
    match = _FROM.fullmatch(parts[0]) if parts is not None and len(parts) == 1 else None
    address = (match[1] or match[2]) if match else ""
    return "" if "=?" in address else address.lower()


def proof_of(mail: Message, server: str) -> Proof:
    """Return how the mail server `server` of this mailbox has proved the sender; `none` if it has not."""
    sender, found = sender_of(mail), _values(mail, "authentication-results")
    if not (server and sender and found) or any(isinstance(defect, _DEFECTS) for defect in mail.defects):
        return "none"
    domain, results = sender.rpartition("@")[2], _results(found[0], server)
    dmarc = {(one.result, one.properties.get("header.from")) for one in results if one.method == "dmarc"}
    if dmarc == {("pass", domain)}:
        return "dmarc"
    if {result for result, _ in dmarc} & {"pass", "fail"}:
        return "none"  # the server checked another sender, or refuses this one
    signers = {one.properties.get("header.d") for one in results if (one.method, one.result) == ("dkim", "pass")}
    return "dkim" if domain in signers else "none"  # the owner of a parent such as co.uk may be another one


def _values(mail: Message, name: str) -> list[str]:
    return [str(value) for key, value in mail.items() if key.lower() == name]


def _results(header: str, server: str) -> list[_Result]:
    """Parse a header. Return nothing if another server wrote it, or if any part of it has another form."""
    parts = _split(header, ";") or [""]
    named = _SERVER.fullmatch(parts[0])
    if not named or _unquoted(named[1]).lower() != server.lower():
        return []
    found = [_result(part) for part in parts[1:] if part.strip() not in ("", "none")]
    return [one for one in found if one] if all(found) else []


def _result(statement: str) -> _Result | None:
    head = _METHOD.match(statement)
    if not head:
        return None
    properties, at = dict[str, str](), head.end()
    while match := _PROPERTY.match(statement, at):
        name = f"{match[1]}.{match[2]}".lower() if match[1] else match[2].lower()
        if name in properties:
            return None
        properties[name], at = _unquoted(match[3]).lower(), match.end()
    return _Result(head[1].lower(), head[2].lower(), properties) if not statement[at:].strip() else None


def _unquoted(text: str) -> str:
    return _ESCAPED.sub(r"\1", text[1:-1]) if text.startswith('"') and text.endswith('"') else text


def _split(header: str, separator: str) -> list[str] | None:
    """Split a header outside of quotations. Comments and spaces become one space. None if the header is malformed."""
    parts, at = [list[str]()], 0
    while at < len(header) <= _LONGEST:
        match = _TOKEN.match(header, at)
        at = match.end() if match else _after_comment(header, at)
        shown = match[0] if match and not match[0].isspace() else " "
        if shown == separator:
            parts.append([])
        elif shown != " " or parts[-1][-1:] != [" "]:
            parts[-1].append(shown)
        if not at:
            return None
    return ["".join(part) for part in parts] if at == len(header) else None


def _after_comment(header: str, at: int) -> int:
    """Return the end of the comment that begins at `at`, or 0 if no complete comment begins there."""
    depth = 0
    for match in _COMMENT.finditer(header, at):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if depth <= 0:
            return match.end() if match[0] == ")" else 0
    return 0
