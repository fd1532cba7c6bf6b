"""The command `was-move`, which makes a line of chat the move that it was."""

import re
from collections.abc import Sequence
from typing import Any, Final

import click

from events.errors import NotationError, RefusedError
from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.corrections.plan import KEEP, OMIT, CorrectionPlan
from replay.corrections.ruling import open_disputes
from replay.posts.paste import Poster
from replay.posts.unread_lines import (
    ChatLine,
    chat_line,
    chat_lines,
    file_as_move,
    insert,
    insertion,
    legal_for,
    propose,
    read_as_move,
    require_own,
)
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui.commands.correct import plan_as_data, say_plan
from webui.commands.database import open_database
from webui.commands.options import as_seat, command, database_option, json_option
from webui.commands.output import plural, say, warn, write_json
from webui.commands.post import exit_status, result_as_data, say_legal_lines, say_lines

_LINE: Final = re.compile("#?(?P<seq>[1-9][0-9]{0,8})(?:[.](?P<number>[1-9][0-9]{0,5}))?")
_MODERATOR: Final = "moderator"


@command(
    "was-move", "was-move friday 58", "was-move friday 58.3", "was-move friday 58.3 --find 'green d7'",
    "was-move friday 58.3 --read 'P: Kg d7 open' --as tenth",
    "was-move friday 58.3 --read 'P: Kg d7 open' --reason 'the table agrees'",
)  # fmt: skip
@click.argument("session")
@click.argument("line", metavar="LINE")
@click.option("--as", "seat", metavar="SEAT", type=as_seat, help="Whose line it was; without it you are the moderator.")
@click.option("--find", "words", metavar="WORDS", default="", help="Only list the moves that these words fit.")
@click.option("--read", "move", metavar="MOVE", help="The move that it was, in the notation of the game: file it.")
@click.option("--reason", default="", help="Why it is inserted where later moves stand already; the moderator says it.")
@click.option("--rest", type=click.Choice(["keep", "drop"]), help="Keep or leave out all later moves that then fall.")
@click.option("--check", is_flag=True, help="Only say what filing MOVE would do; nothing is written.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="The last line that you saw of the log.")
@json_option
@database_option
def was_move(
    session: str, line: str, words: str, seat: str | None, move: str | None, reason: str,
    rest: str | None, *, check: bool, after: int | None, as_json: bool,
) -> int:  # fmt: skip
    """Make a line of chat the move that it was.

    LINE is a post's line in the log, which shows its chat; with a dot and the number of a line of that post, as in
    58.3, the moves that were legal there are listed, the likeliest first. With --read one is filed, as any post is.
    Where later moves stand already a seat only proposes to insert it; the moderator inserts it, with a
    reason, and the later moves are decided again. What it says is what a spectator may know.
    """
    found = _LINE.fullmatch(line.strip())
    if found is None:
        raise RefusedError(f'"{line[:40]}" is no line of a post: write 58, or 58.3 for the third line of that post')
    if move is not None and (words or not found["number"]):
        raise RefusedError("--read says which move one line was: name the line as in 58.3, and no words")
    with open_database() as store:
        timeline = Timeline.read(store, shelf(), store.row(session).session)
        seats = timeline.reading.started.seats
        if seat is not None and seat not in (*seats, _MODERATOR):
            raise RefusedError(f'no seat "{seat[:40]}" in this session; there are {", ".join(seats)}')
        if not found["number"]:
            return _say_chat(timeline, chat_lines(timeline, store, int(found["seq"])), as_json=as_json)
        meant = chat_line(timeline, store, int(found["seq"]), int(found["number"]))
        poster = Poster(seat or _MODERATOR)
        require_own(meant, poster)
        if move is None:
            return _say_legal(timeline, meant, words, as_json=as_json)
        chosen = _ChosenMove(store, timeline, meant, move, poster, as_json=as_json)
        return (
            chosen.put_at_end(after, check=check)
            if meant.later is None
            else chosen.put_before(reason, rest, after, check=check)
        )


def _say_chat(timeline: Timeline, lines: Sequence[ChatLine], *, as_json: bool) -> int:
    """The chat of a post, line by line."""
    if as_json:
        write_json([_as_data(line) for line in lines])
        return 0
    for line in lines:
        became = f"  ({timeline.addresses.get(line.became, f'#{line.became}')})" if line.became else ""
        say(f"{line.address:>9}  {line.text}{became}")
    say(f"{plural(len(lines), 'line')} of chat")
    return 0


def _as_data(line: ChatLine) -> dict[str, Any]:
    """A line of chat as data."""
    return {
        "line": line.address, "text": line.text, "seat": line.seat, "became": line.became,
        "before": line.later.first if line.later else 0,
    }  # fmt: skip


def _say_legal(timeline: Timeline, line: ChatLine, typed: str, *, as_json: bool) -> int:
    """What a line of chat may have been."""
    if not as_json:
        say(f"{line.address:>9}  {line.text}")
    legal = legal_for(timeline, line, typed)
    return say_legal_lines(legal, typed, as_json=as_json, **_as_data(line))


class _ChosenMove:
    """A move that was chosen for a line of chat, before it is filed."""

    def __init__(
        self, store: EventStore, timeline: Timeline, line: ChatLine, move: str, poster: Poster, *, as_json: bool
    ) -> None:  # fmt: skip
        self.store, self.timeline, self.line, self.move, self.poster = store, timeline, line, move, poster
        self.as_json = as_json

    def put_at_end(self, after: int | None, *, check: bool) -> int:
        """File the move as any post is filed."""
        store, timeline, line, poster = self.store, self.timeline, self.line, self.poster
        if check:
            paste = read_as_move(timeline, store, line, self.move, poster)
            if self.as_json:
                write_json({"settled": paste.is_settled, "lines": paste.lines})
            else:
                say_lines(paste, paste.lines)
            return 0 if paste.is_settled else 2
        done = file_as_move(store, shelf(), timeline, line, self.move, poster, after=after)
        if self.as_json:
            write_json(result_as_data(done))
        else:
            say_lines(done.paste, done.lines)
        return exit_status(done)

    def put_before(self, reason: str, rest: str | None, after: int | None, *, check: bool) -> int:
        """Propose to insert the move before the later ones, or insert it."""
        timeline, poster = self.timeline, self.poster
        try:
            found = insertion(timeline, self.line, self.move, poster)
        except NotationError as error:
            warn(f"{error}; nothing was written")
            return 2
        if check:
            return self._say_plan(found.plan, "nothing was written")
        session = Session.load(self.store, shelf(), timeline.row.session)
        if poster.seat:
            seq = propose(session, timeline, found, poster)
            return self._say_plan(found.plan, f"proposed in line {seq}: the moderator or a judge decides", seq)
        asked = [one.seq for one in open_disputes(timeline.reading) if one.line == self.line.seq]
        settles = asked[0] if asked else 0
        others = {"keep": KEEP, "drop": OMIT}.get(rest or "")
        insert(session, timeline, found, reason, by=poster.by, after=after, settles=settles, others=others)
        return self._say_plan(found.plan, "inserted", session.head.seq)

    def _say_plan(self, plan: CorrectionPlan, then: str, seq: int = 0) -> int:
        """What becomes of the later moves."""
        if self.as_json:
            write_json({"seq": seq, **plan_as_data(plan), "then": then})
            return 0
        say_plan(plan, self.timeline)
        say(then)
        return 0
