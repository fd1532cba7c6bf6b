"""Cleaning the text of a mail: lines that were broken for sending, a signature, the quoted mail it answers."""

import re
from collections.abc import Iterator
from typing import Final

_DEPTH: Final = re.compile(r"(?P<marks>>[> ]*)? ?(?P<text>.*)", re.DOTALL)
_WROTE: Final = re.compile(
    r".*\b(?:wrote|writes|said|schrieb|schreibt|\u00e9crit|escribi\u00f3|scrive|ha scritto|schreef)\b.*[:\uff1a]\s*"
)
_ORIGINAL: Final = re.compile(r"\s*(?:-{3,} ?(?:Original|Forwarded|Urspr\u00fcngliche)[^-]{0,40}-{3,}|_{10,})\s*")
_FIELD: Final = re.compile(r"\s*\**(?:From|Sent|Date|Von|Gesendet|To|Subject)\**:.*", re.IGNORECASE)
_LONGEST: Final = 400
"""Nobody's `On ... wrote:` is longer."""
_ATTRIBUTION: Final = 3
"""Over how many lines somebody's `On ... wrote:` may run."""


def unflowed(text: str, *, joined: bool = False) -> str:
    """The text of a mail whose long lines were broken for sending (`format=flowed`, RFC 3676), whole again.

    `joined` leaves out the blank at which a line was broken.
    """
    return "\n".join(_whole_lines(text.replace("\r\n", "\n").split("\n"), joined=joined))


def _whole_lines(lines: list[str], *, joined: bool) -> Iterator[str]:
    held, depth = "", -1
    for line in lines:
        marks, words = _marks(line)
        level = marks.count(">")
        if depth >= 0 and level != depth:
            yield held
            held = ""
        soft = words.endswith(" ") and words != "-- "
        whole = held + words if held and level == depth else (f"{'>' * level} {words}" if level else words)
        held, depth = (whole[:-1] if joined else whole, level) if soft else ("", -1)
        if not soft:
            yield whole
    if depth >= 0:
        yield held


def _marks(line: str) -> tuple[str, str]:
    """The quote marks before a line, and the line without them and without the blank that was put before it."""
    found = _DEPTH.fullmatch(line)
    return ((found["marks"] or "").replace(" ", ""), found["text"]) if found else ("", line)


def without_tail(text: str) -> str:
    """A mail without its signature and without the mail that it quotes behind its last own words.

    What it quotes between its own words stays; so does a mail that says nothing of its own.
    """
    own = _without_quote(without_signature(_without_quote(text)))
    return own or text


def _attribution(lines: list[str]) -> int:
    """Over how many of the last lines somebody's `On ... wrote:` runs: up to the one that says when; 0 for none."""
    if not lines or len(lines[-1]) > _LONGEST or not _WROTE.fullmatch(lines[-1]):
        return 0
    ends = range(1, min(_ATTRIBUTION, len(lines)) + 1)
    return next((size for size in ends if any(map(str.isdecimal, "".join(lines[-size:])))), 1)


def without_signature(text: str) -> str:
    """A mail without what stands below `--`, unless something is quoted there."""
    lines = text.split("\n")
    at = next((at for at, line in enumerate(lines) if line in ("--", "-- ")), len(lines))
    behind = lines[at:]
    return text if any(line.startswith(">") for line in behind) else "\n".join(lines[:at]).rstrip()


def _without_quote(text: str) -> str:
    lines = text.split("\n")
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith(">")):
        end -= 1
    if end < len(lines) and any(line.strip() for line in lines[end:]):
        lines = lines[: end - _attribution(lines[:end])]
    for at, line in enumerate(lines[:-1]):
        if _ORIGINAL.fullmatch(line) and _FIELD.fullmatch(lines[at + 1]):
            lines = lines[:at]
            break
    return "\n".join(lines).rstrip()
