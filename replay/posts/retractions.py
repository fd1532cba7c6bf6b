"""What a post takes back before it counts: words struck out, slips put right below, plans, somebody else's words.

Struck-out words are not there. Of the rest it is only said which lines it puts in doubt: whoever files decides.
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
"""What strikes out, and an empty line, which ends waves."""
_MOVE: Final = re.compile(r"[\s|*_`\-+\u2022\u2013\d.)]{0,40}(?:\[[a-z]{1,8}\]){0,4}[A-Za-z+]{1,12}\s{0,9}:")
"""What a line begins with that may say a move: signs about it, a verb and a colon."""
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
"""What takes something back."""
_LABEL: Final = re.compile(
    r"(?:[^\w\[]|\[/?\w{1,8}\]){0,9}(?:edit(?:ed)?|correction|corrected|erratum|oops|whoops|typo|update)\b"
    r"(?:\[/\w{1,8}\]|[*_]){0,3}\s{0,9}[:,.!\-\u2013]",
    re.IGNORECASE,
)
"""What a line begins with that is no move, but a word about the post."""
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
    """The lines with blanks in place of what is struck out, so that all else stands where it stood.

    A mark that is never closed strikes nothing. Waves (`~~`) strike only what they touch, or whole lines between lines
    of their own, and no further than an empty line: they may stand for something else.
    """
    struck = struck_out(lines)
    return [without_spans(line, struck.get(at, ())) for at, line in enumerate(lines)]


def struck_out(lines: Sequence[str]) -> dict[int, list[tuple[int, int]]]:
    """By its place each line of which something is struck out: where that begins and ends, with its marks."""
    begins = [0, *accumulate(len(line) + 1 for line in lines)]
    found: dict[int, list[tuple[int, int]]] = {}
    for start, end in _struck("\n".join(lines)):
        for at in range(bisect_right(begins, start) - 1, bisect_left(begins, end)):
            part = max(start - begins[at], 0), min(end - begins[at], len(lines[at]))
            found.setdefault(at, []).append(part)
    return found


def without_spans(line: str, spans: Sequence[tuple[int, int]]) -> str:
    """A line with blanks where something of it is struck out."""
    kept, at = list[str](), 0
    for start, end in spans:
        kept += [line[at:start], " " * (end - start)]
        at = end
    return "".join([*kept, line[at:]])


def unmarked(text: str) -> str:
    """Struck-out text without the marks that strike it out."""
    return _STRIKE.sub("", text)


def _struck(text: str) -> Iterator[tuple[int, int]]:
    """Where struck-out words begin and end, with their marks; one mark within another is part of it."""
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
    """Whether a mark may begin what is struck out."""
    return not (mark["bbend"] or mark["htmlend"]) and (not mark["wave"] or _touches(mark, mark.end()))


def _closes(mark: re.Match[str]) -> bool:
    """Whether a mark may end what is struck out."""
    return bool(mark["bbend"] or mark["htmlend"] or (mark["wave"] and _touches(mark, mark.start() - 1)))


def _touches(mark: re.Match[str], at: int) -> bool:
    """Whether waves stand at a word on the side that counts, or alone on their line."""
    text, (start, end) = mark.string, mark.span()
    alone = (not start or text[start - 1] == "\n") and text[end : end + 1] in ("", "\n")
    return alone or (0 <= at < len(text) and not text[at].isspace())


def doubts(lines: Sequence[str]) -> dict[int, str]:
    """By its place each line that may say a move and is put in doubt by words of the post: those words.

    What takes something back doubts the line it stands in, or the move before it, or all moves before it where it says
    so. What plans, and what somebody else wrote, doubts the moves below it up to an empty line.
    """
    search = _DoubtSearch()
    for at, line in enumerate(lines):
        search.take_in(at, line)
    if search.moves and (words := _plays_nothing(lines)):
        return dict.fromkeys(search.moves, f'"{words}"') | search.found
    return search.found


class _DoubtSearch:
    """Goes through the lines of a post: `moves` are lines that may say a move, `found` the doubts about them."""

    def __init__(self) -> None:
        self.found: dict[int, str] = {}
        self.moves: list[int] = []
        self._settled = 0
        self._planned = ""

    def take_in(self, at: int, line: str) -> None:
        """Look at one more line."""
        plain = line.strip()
        if not plain:
            self._planned = ""
        if not plain or plain.startswith(">") or _HEAD.match(line):
            return
        label = _LABEL.match(line)
        is_move = label is None and _MOVE.match(line) is not None
        if is_move:
            self._add_move(at, line)
        if (back := label or _BACK.search(line)) is not None:
            self._take_back(line, back)
        elif not is_move and (_PLAN.match(line) or _WROTE.fullmatch(line)):
            self._planned = f'"{plain[:60]}"'

    def _add_move(self, at: int, line: str) -> None:
        self.moves.append(at)
        left = next((mark[0] for mark in _STRIKE.finditer(line) if not mark["wave"] and _opens(mark)), "")
        if left or self._planned:
            self.found.setdefault(at, left or self._planned)

    def _take_back(self, line: str, back: re.Match[str]) -> None:
        meant = self.moves[self._settled :] if _ALL.search(line) else self.moves[-1:]
        self._settled = len(self.moves) if len(meant) > 1 else self._settled
        for move in meant:
            self.found.setdefault(move, f'"{_shown(line, back)}"')


def _plays_nothing(lines: Sequence[str]) -> str:
    return plays_nothing("\n".join(line for line in lines if not line.lstrip().startswith(">")))


def _shown(line: str, found: re.Match[str]) -> str:
    """The words about what was found."""
    return line[max(0, found.start() - 10) : found.end() + 30].strip()
