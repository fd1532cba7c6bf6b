"""Find what a post withdraws: struck-out words, corrections of slips, plans, and quotations of others.

Struck-out words are removed. Other lines are only marked as doubtful; the poster decides.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from projections.notation.prose.guards import plays_nothing

_STRIKE: Final = re.compile(
    r"(?P<wave>(?<!~)~~(?!~))|\[(?P<bbend>/?)(?P<bb>s|strike|del)\]"
    r"|<(?P<htmlend>/?)(?P<html>s|strike|del)(?: [^<>]{0,200})?>|(?P<gap>\n[^\S\n]*(?=\n))",
    re.IGNORECASE,
)
"""Pattern of marks that strike out text, and of an empty line, which ends `~~`."""
_MOVE: Final = re.compile(r"[\s|*_`\-+\u2022\u2013\d.)]{0,40}(?:\[[a-z]{1,8}\]){0,4}[A-Za-z+]{1,12}\s{0,9}:")
"""The beginning of a line that may be a move: bullets or markup, a verb and a colon."""
_HEAD: Final = re.compile(r"[\s>|*_`]{0,40}==")
_BACK: Final = re.compile(
    r"\b(?:i (?:really |actually )?meant|(?:should|ought to) (?:have (?:been|said|read)|read|say)|make that"
    r"|(?:scratch|strike|ignore|forget) (?:that|this|the|my|all|what|everything)|disregard|never ?mind|nvm|no,? wait"
    r"|wait,? no|pardon|je me trompe|i (?:hereby |must |do )?(?:withdraw|retract|revoke|rescind)|withdrawn"
    r"|(?:sent|posted|said|written) (?:that |it |this )?in error"
    r"|hold on|changed? my mind|tak(?:e|ing) (?:that|it|this) back|i take .{1,20} back|misread|mis-?typed|my mistake"
    r"|wrong (?:door|card|territory|tile|line|seat|one)|on second thou?ghts?|instead of|rather than that)\b"
    r"|\bsorry,? (?:i mean|that should|that was meant|not|make|should|no|wrong)\b",
    re.IGNORECASE,
)
"""Pattern of phrases with which an author withdraws something."""
_LABEL: Final = re.compile(
    r"(?:[^\w\[]|\[/?\w{1,8}\]){0,9}(?:edit(?:ed)?|correction|corrected|erratum|oops|whoops|typo|update)\b"
    r"(?:\[/\w{1,8}\]|[*_]){0,3}\s{0,9}[:,.!\-\u2013]",
    re.IGNORECASE,
)
"""The beginning of a line that is a remark about the post, such as "Edit:"."""
_ALL: Final = re.compile(
    r"\b(?:above|foregoing|everything|all of (?:it|that)|whole (?:post|turn|thing)|all that)\b", re.IGNORECASE
)
_PLAN: Final = re.compile(
    r"^[^\w]{0,6}.{0,80}\b(?:next turn|later|tomorrow|plan(?:s|ned|ning)?|if|would|might|could|may|thinking of"
    r"|considering|going to|want to|hop(?:e|ing) to|maybe|perhaps|draft|for example|e\.g\.|had i|as in|suppose)\b"
    r".{0,80}[:\u2026]\W{0,6}$",
    re.IGNORECASE,
)
_WROTE: Final = re.compile(
    r"\W{0,6}\S.{0,60}\b(?:wrote|writes|said|says|posted)(?: (?:on|at|in) .{1,60})?:\W{0,6}", re.IGNORECASE
)


def without_struck(lines: Sequence[str]) -> list[str]:
    """Replace struck-out text by spaces, so that columns stay the same.

    A mark that is never closed strikes out nothing. `~~` must touch a word or be alone on its line, and ends at an
    empty line, because it can have other meanings.
    """
    struck = struck_out(lines)
    return [without_spans(line, struck.get(at, ())) for at, line in enumerate(lines)]


def struck_out(lines: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
    """Return the struck-out spans (start, end) of columns, marks included, by line index."""
    begins = [0, *accumulate(len(line) + 1 for line in lines)]
    found: dict[int, list[tuple[int, int]]] = {}
    for start, end in _struck("\n".join(lines)):
        for at in range(bisect_right(begins, start) - 1, bisect_left(begins, end)):
            part = max(start - begins[at], 0), min(end - begins[at], len(lines[at]))
            found.setdefault(at, []).append(part)
    return found


def without_spans(line: str, spans: Sequence[tuple[int, int]]) -> str:
    """Replace spans of a line by spaces."""
    kept, at = list[str](), 0
    for start, end in spans:
        kept += [line[at:start], " " * (end - start)]
        at = end
    return "".join([*kept, line[at:]])


def unmarked(text: str) -> str:
    """Remove the marks from struck-out text."""
    return _STRIKE.sub("", text)


def _struck(text: str) -> Iterator[tuple[int, int]]:
    opened: tuple[str, int] | None = None
    for mark in _STRIKE.finditer(text):
        kind = "~~" if mark["wave"] else f"{mark['bb'] or ''}{mark['html'] or ''}{mark[0][:1]}".lower()
        if mark["gap"] is not None:
            opened = None if opened and opened[0] == "~~" else opened
        elif opened is None:
            opened = (kind, mark.start()) if _opens(mark) else None
        elif opened[0] == kind and _closes(mark):
            yield opened[1], mark.end()
            opened = None


def _opens(mark: re.Match[str]) -> bool:
    return not (mark["bbend"] or mark["htmlend"]) and (not mark["wave"] or _touches(mark, mark.end()))


def _closes(mark: re.Match[str]) -> bool:
    return bool(mark["bbend"] or mark["htmlend"] or (mark["wave"] and _touches(mark, mark.start() - 1)))


def _touches(mark: re.Match[str], at: int) -> bool:
    """Check whether `~~` touches a word on its inner side, or is alone on its line."""
    text, (start, end) = mark.string, mark.span()
    alone = (not start or text[start - 1] == "\n") and text[end : end + 1] in ("", "\n")
    return alone or (0 <= at < len(text) and not text[at].isspace())


def doubts(lines: Sequence[str]) -> dict[int, str]:
    """Return the lines that may be moves but are doubtful, by index, each with the phrase that causes the doubt.

    A withdrawal applies to its own line or the move before it, or to all moves before it if its words say so. A plan or
    a quotation applies to the moves after it, up to an empty line.
    """
    found: dict[int, str] = {}
    moves: list[int] = []
    settled, planned = 0, ""
    for at, line in enumerate(lines):
        plain = line.strip()
        planned = planned if plain else ""
        if not plain or plain.startswith(">") or _HEAD.match(line):
            continue
        label = _LABEL.match(line)
        is_move = label is None and _MOVE.match(line) is not None
        if is_move:
            moves.append(at)
            if doubt := _unclosed(line) or planned:
                found.setdefault(at, doubt)
        if (back := label or _BACK.search(line)) is not None:
            meant = moves[settled:] if _ALL.search(line) else moves[-1:]
            settled = len(moves) if len(meant) > 1 else settled
            begin = line.rfind(" ", 0, max(0, back.start() - 10)) + 1
            shown = line[begin : back.end() + 30].strip()
            for move in meant:
                found.setdefault(move, f'"{shown}"')
        elif not is_move and (_PLAN.match(line) or _WROTE.fullmatch(line)):
            planned = f'"{plain[:60]}"'
    if moves and (words := plays_nothing("\n".join(line for line in lines if not line.lstrip().startswith(">")))):
        return dict.fromkeys(moves, f'"{words}"') | found
    return found


def _unclosed(line: str) -> str:
    return next((mark[0] for mark in _STRIKE.finditer(line) if not mark["wave"] and _opens(mark)), "")
