"""The rests of recorded posts in the address of a page, so that they survive a reload.

A rest is the text of a post that was not recorded together with its moves. Each line of it is one parameter: the entry
of the post, the line and the column where the text begins (`15.2.17`). A line that the post does not contain, such as
the remaining moves of a chosen reading, is written out (`15=M: stay`). The parameter of a comment that resembles a move
is like that of a line.
"""

from collections.abc import Sequence
from typing import Final

from events.entry import Entry
from events.errors import RefusedError
from events.lazy_patterns import lazy_pattern
from events.session_events import Posted
from replay.posts.blocks import head_of
from replay.posts.paste import MOST_LINES, Pasted
from replay.posts.read import REST
from replay.posts.revisions import speaker
from replay.reading.timeline import Timeline

_LINE: Final = lazy_pattern(
    r"(?P<seq>[1-9][0-9]{0,8})(?:\.(?P<line>[1-9][0-9]{0,5})\.(?P<column>[1-9][0-9]{0,5})|=(?P<text>[^\n]*))"
)


def rest_parameters(timeline: Timeline, rests: Sequence[Pasted]) -> list[str]:
    """Return the parameters for the lines of some rests, in order."""
    return [parameter for rest in rests for parameter in _parameters(timeline, rest)]


def _parameters(timeline: Timeline, rest: Pasted) -> list[str]:
    seq = int(rest.where.removeprefix(f"{REST} #"))
    entry = timeline.entries[seq - 1]
    posted = entry.event.text.split("\n") if isinstance(entry.event, Posted) else []
    lines = rest.text.split("\n")
    if rest.seat != speaker(entry, timeline.reading.started.seats) and head_of(lines[0]) is None:
        lines = [f"== {rest.seat} ==", *lines]
    return [_parameter(seq, posted, line) for line in lines]


def _parameter(seq: int, posted: Sequence[str], line: str) -> str:
    number = next((number for number, text in enumerate(posted, 1) if line and text.endswith(line)), 0)
    return f"{seq}.{number}.{len(posted[number - 1]) - len(line) + 1}" if number else f"{seq}={line}"


def rests_of(timeline: Timeline, parameters: Sequence[str]) -> tuple[Pasted, ...]:
    """Return the rests that an address names, as new posts. Raises RefusedError for an impossible parameter."""
    if len(parameters) > MOST_LINES:
        raise RefusedError(f"rest: a rest can have at most {MOST_LINES} lines")
    lines = dict[int, list[str]]()
    for parameter in parameters:
        seq, text = _named_text(timeline, "rest", parameter)
        lines.setdefault(seq, []).append(text)
    return tuple(_rest(timeline, seq, said) for seq, said in lines.items())


def _rest(timeline: Timeline, seq: int, lines: Sequence[str]) -> Pasted:
    entry = timeline.entries[seq - 1]
    assert isinstance(entry.event, Posted)
    return Pasted(
        text="\n".join(lines), seat=speaker(entry, timeline.reading.started.seats), author=entry.event.author,
        when=entry.event.when, where=f"{REST} #{seq}",
    )  # fmt: skip


def comment_parameters(entries: Sequence[Entry], comments: Sequence[str]) -> list[str]:
    """Return the parameters for these comments of lines, as far as the posts among the entries contain them."""
    return [
        f"{entry.seq}.{number}.{line.rindex(first) + 1}"
        for entry in entries if isinstance(entry.event, Posted)
        for number, line in enumerate(entry.event.text.split("\n"), 1)
        for first in {comment.partition("; ")[0] for comment in comments} if first in line.partition(";")[2]
    ]  # fmt: skip


def comments_of(timeline: Timeline, parameters: Sequence[str]) -> tuple[str, ...]:
    """Return the comments that an address names. Raises RefusedError for an impossible parameter."""
    return tuple(_named_text(timeline, "comment", parameter)[1] for parameter in parameters[:MOST_LINES])


def _named_text(timeline: Timeline, name: str, parameter: str) -> tuple[int, str]:
    """Return the entry and the text that a parameter names. Only a rest can be written out."""
    found = _LINE.fullmatch(parameter)
    event = timeline.entries[int(found["seq"]) - 1].event if found and int(found["seq"]) <= timeline.last else None
    posted = event.text.split("\n") if isinstance(event, Posted) else []
    is_written = found is not None and found["line"] is None
    if found is None or not posted or int(found["line"] or 1) > len(posted) or (is_written and name != "rest"):
        raise RefusedError(f'{name}="{parameter[:40]}" does not name a line of a post in this session')
    text = found["text"] if is_written else posted[int(found["line"]) - 1][int(found["column"]) - 1 :]
    return int(found["seq"]), text
