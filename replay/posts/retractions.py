"""Find what a post withdraws: struck-out words, corrections of slips, plans, and quotations of others.

Struck-out words are removed. Other lines are only marked: the poster decides about doubtful lines, and imagined lines
are chat.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from events.lazy_patterns import lazy_pattern
from projections.notation.prose.guards import (
    announces,
    is_no_deed,
    plays_nothing,
    rejects,
    sentences_of,
    taken_back,
    takes_back,
)

_STRIKE: Final = lazy_pattern(
    r"(?P<wave>(?<!~)~~(?!~))|\[(?P<bbend>/?)(?P<bb>s|strike|del)\]"
    r"|<(?P<htmlend>/?)(?P<html>s|strike|del)(?: [^<>]{0,200})?>|(?P<gap>\n[^\S\n]*(?=\n))",
    re.IGNORECASE,
)
"""Pattern of marks that strike out text, and of an empty line, which ends `~~`."""
_SPOILER: Final = lazy_pattern(r"\[(?:(?P<end>/spoiler)|spoiler(?P<title>[= ][^\]]{0,60})?)\]", re.IGNORECASE)
_ABOVE: Final = 60  # the most characters before a spoiler that can say what it is
_MOVE: Final = lazy_pattern(
    r"[\s|*_`\-+\u2022\u2013\d.)]{0,40}(?:\[[a-z]{1,8}\]){0,4}(?:[A-Za-z+]{1,12}\s{0,9}:|[A-Z]{3,9}\W{0,9}$)"
)
"""The beginning of a line that may be a move: bullets or markup, a verb and a colon; or only a verb in capitals."""
_HEAD: Final = lazy_pattern(r"[\s>|*_`]{0,40}==")
_BEGIN: Final = lazy_pattern(r"[\s|*_`]{0,40}==+\s*(?!end\b)\w", re.IGNORECASE)
_ALL: Final = lazy_pattern(
    r"\b(?:above|foregoing|everything|all of (?:it|that)|whole (?:post|turn|thing)|all that)\b", re.IGNORECASE
)
_LAST: Final = lazy_pattern(
    r"\blast (?:little )?(?:bit|part|line|move|step|one|thing|order|action|attack|sentence)\b",
    re.IGNORECASE,
)
"""Words for the last thing that a post said."""
_BELOW: Final = lazy_pattern(r"\b(?:this|these|below|following|next|coming)\b|:[^\w:]*$", re.IGNORECASE)
"""Words of a line that speaks about the moves below it."""
_CARD: Final = lazy_pattern(r'"[^"]*"')
_FOLLOWED: Final = lazy_pattern(r"(?:[:,\u2026\u2013\u2014-]|\.\.\.)\W{0,6}$")
"""The end of a line that announces the next lines."""
_OPEN: Final = lazy_pattern(
    r"\b(?:play|write|do|go|be|post|say|type|put|(?:have|had|has) \w+|wrote|said|posted|did|was|were|is|like this"
    r"|example)$",
    re.IGNORECASE,
)
"""The end of a line whose sentence goes on with the next line."""
_GOES_ON: Final = lazy_pattern(r"(?:would|could|might|should|was|were|if|unless)\b")
"""The beginning of a line that goes on with the sentence of the line before."""
_HAS_ITS_OWN: Final = lazy_pattern(r"(?:if|unless)\b")
"""The beginning of a line below a finished block that is a sentence of its own."""
_TAIL: Final = lazy_pattern(r"[\s>|*_`]{0,40}==+\s*end\b", re.IGNORECASE)
_SHOWS: Final = lazy_pattern(r"\b(?:here(?:'s| is| are| goes| we)?|sorry|now|finally|anyway)\b", re.IGNORECASE)
"""Words that show that the moves below could be meant, although the line also speaks of a plan."""
_WROTE: Final = lazy_pattern(
    r"\W{0,6}\S.{0,60}\b(?:wrote|writes|said|says|posted)(?: (?:on|at|in) .{1,60})?:\W{0,6}", re.IGNORECASE
)


class Doubt(NamedTuple):
    """The words of a post which say that a move may not be meant, or that it is only imagined."""

    words: str
    is_imagined: bool


_SHOWN: Final = 60  # the most characters of a line that is quoted


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
    text = "\n".join(lines)
    for start, end in sorted({*_struck(text), *_rejected(text)}):
        for at in range(bisect_right(begins, start) - 1, bisect_left(begins, end)):
            part = max(start - begins[at], 0), min(end - begins[at], len(lines[at]))
            found.setdefault(at, []).append(part)
    return found


def without_spans(line: str, spans: Sequence[tuple[int, int]]) -> str:
    """Replace spans of a line by spaces."""
    kept, at = list[str](), 0
    for start, end in spans:
        kept += [line[at:start], " " * (end - max(at, start))]
        at = max(at, end)
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


def _rejected(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spoilers with moves that were not chosen."""
    begin, end, is_rejected = 0, 0, False
    for mark in _SPOILER.finditer(text):
        if mark["end"] and is_rejected:
            yield begin, mark.end()
        if not mark["end"]:
            before = text[max(end, mark.start() - _ABOVE) : mark.start()].rstrip().splitlines()[-1:]
            begin, is_rejected = mark.start(), rejects(" ".join([*before, mark["title"] or ""]))
        else:
            is_rejected = False
        end = mark.end()


def _opens(mark: re.Match[str]) -> bool:
    return not (mark["bbend"] or mark["htmlend"]) and (not mark["wave"] or _touches(mark, mark.end()))


def _closes(mark: re.Match[str]) -> bool:
    return bool(mark["bbend"] or mark["htmlend"] or (mark["wave"] and _touches(mark, mark.start() - 1)))


def _touches(mark: re.Match[str], at: int) -> bool:
    """Check whether `~~` touches a word on its inner side, or is alone on its line."""
    text, (start, end) = mark.string, mark.span()
    alone = (not start or text[start - 1] == "\n") and text[end : end + 1] in ("", "\n")
    return alone or (0 <= at < len(text) and not text[at].isspace())


def doubts(lines: Sequence[str]) -> dict[int, Doubt]:
    """Return the lines that may be moves but are doubtful, by index, each with the words that cause the doubt.

    - A withdrawal applies to all moves before it, or to the moves below it if it says so.
    - A correction applies to its own line or the move before it, or to all moves before it if it says so.
    - A plan or a quotation applies to the moves after it, up to an empty line.
    """
    post = _Doubts()
    for at, line in enumerate(lines):
        post.read(at, line)
    if post.moves and (words := plays_nothing("\n".join(line for line in lines if not line.lstrip().startswith(">")))):
        return dict.fromkeys(post.moves, Doubt(f'"{words}"', is_imagined=True)) | post.found
    return post.found


class _Doubts:
    """The doubts about the lines of a post so far. `frame` is what was said before the moves that come next."""

    def __init__(self) -> None:
        self.found: dict[int, Doubt] = {}
        self.moves: list[int] = []
        self._settled, self._begun = 0, 0
        self._frame: Doubt | None = None
        self._is_finished = False  # the last line was the end of a block
        self._is_quoting = False  # the frame is about the words of another person

    def read(self, at: int, line: str) -> None:
        plain = line.strip()
        if not plain:
            is_kept = self._begun == len(self.moves) and not self._is_quoting
            self._frame = self._frame if is_kept else None
        elif plain.startswith(">"):
            self._frame = None
        elif _BEGIN.match(line):  # a withdrawal concerns the last block only
            self._settled, self._is_finished = len(self.moves), False
        elif _HEAD.match(line):
            self._is_finished = self._is_finished or _TAIL.match(line) is not None
        elif _is_move(line):
            self._move(at, line)
        else:
            self._words(at, plain)

    def _move(self, at: int, line: str) -> None:
        self.moves.append(at)
        if mark := _unclosed(line):
            self._doubt([at], Doubt(mark, is_imagined=False))
        elif words := takes_back(_CARD.sub("", line)):
            self._doubt([at], Doubt(f'"{words}"', is_imagined=False))
        elif self._frame:
            self._doubt([at], self._frame)

    def _words(self, at: int, line: str) -> None:
        found = taken_back(line)
        for one in found:
            is_last = (one.is_last or _LAST.search(one.text) is not None) and not _ALL.search(line)
            meant = self.moves[-1:] if is_last else self.moves[self._settled :]
            self._settled = self._settled if is_last else len(self.moves)
            self._doubt(meant, Doubt(f'"{one.text}"', is_imagined=False))
        if self._goes_on(line):
            self._doubt(self.moves[self._begun :], Doubt(f'"{line[:_SHOWN]}"', is_imagined=True))
        self._begun = len(self.moves)
        is_below = found and not (self.moves or found[0].is_last)
        if is_below and (found[0].is_staged or _BELOW.search(line)):
            self._frame = Doubt(f'"{found[0].text}"', is_imagined=False)
        else:
            self._frame, self._is_quoting = _frame(line), _WROTE.fullmatch(line) is not None
            if self._frame and _MOVE.match(line):
                self._doubt([at], self._frame)

    def _goes_on(self, line: str) -> bool:
        """Return whether a line goes on with the moves before it as the sentence of something imagined."""
        is_apart = self._is_finished and _HAS_ITS_OWN.match(line)
        return is_no_deed(line) and _GOES_ON.match(line) is not None and not is_apart

    def _doubt(self, moves: Iterable[int], doubt: Doubt) -> None:
        for move in moves:
            self.found.setdefault(move, doubt)


def _is_move(line: str) -> bool:
    found = _MOVE.match(line)
    return found is not None and not (takes_back(found[0]) or is_no_deed(found[0]))


def _frame(line: str) -> Doubt | None:
    """Return the doubt about the moves below a line that announces a plan or a quotation; None for other lines."""
    last = sentences_of(line)[-1]
    is_planned = is_no_deed(last) or announces(last)
    is_imagined = is_planned and not _SHOWS.search(last)
    if _WROTE.fullmatch(line) or (is_planned and (_FOLLOWED.search(line) or (is_imagined and _OPEN.search(line)))):
        return Doubt(f'"{line[:_SHOWN]}"', is_imagined=is_imagined or not is_planned)
    return None


def _unclosed(line: str) -> str:
    return next((mark[0] for mark in _STRIKE.finditer(line) if not mark["wave"] and _opens(mark)), "")
