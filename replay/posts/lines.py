"""Read the lines of a post one after the other. Nothing is saved and no dice are rolled.

A line is *ok*, *fix* (illegal), *ask* (several meanings) or *chat*. After a line that depends on dice or on an answer,
the next lines are only parsed. If posts are recorded from a transcript, each line waits until the lines before it are
recorded. There, a line that is not a move is chat.

A game names the verbs with which a seat may answer in another seat's block: `J FLASH: ...` in Steve's block is Julie's
move. A player cannot speak for another seat in this way.
"""

from collections.abc import Callable, Iterable, Sequence, Set as AbstractSet
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from events.errors import BellError, IllegalMoveError, NotationError, RefusedError
from events.events import UNKNOWN, Passed
from events.lazy_patterns import lazy_pattern
from events.store.protocol import EventStore
from projections.contracts import Ask, Claim, Written
from projections.notation.prose.cut import sentences
from projections.notation.prose.guards import is_no_deed, put_off
from projections.notation.prose.reading import JOINT, parts_of
from projections.notation.prose.search import MOST_TRIED
from projections.notation.prose_match import Offers
from projections.notation.recorded_chance import DiceError, require_unclaimed
from projections.rule_conflicts import RuleConflict
from projections.wording import joined, titled
from replay.posts.acts import Foreseen, keep_to_its_readers, preview_directive, require_may
from replay.posts.blocks import BlockLine
from replay.posts.directives import (
    FOR_MODERATOR,
    Directive,
    compose,
    directive_slip,
    meant_directive,
    read_directive,
)
from replay.posts.paste import Choice, Poster
from replay.posts.prose import ProseReader
from replay.posts.resignation import resigns, without_resignation
from replay.posts.simulate import CHANCE_WORDS, MOST_STEPS, AgainstError, LookAhead
from replay.posts.suggestions import ProseReading
from replay.reading.claims import ClaimComparison, compare
from replay.reading.ending import closing
from replay.reading.timeline import Timeline
from replay.session.auto_pass import implied_moves

Status = Literal["ok", "illegal", "question", "chat"]
_VERB: Final = lazy_pattern(r"[A-Za-z+]{1,12}\s*:")
_MARK: Final = lazy_pattern(r"^(?:</?\w{1,6}>|\[/?\w{1,6}\])+")  # markup at the beginning of a line
_SHORT: Final = 2  # a line with at most this number of words can be notation without a colon
_PATIENCE: Final = 20  # the number of unsettled lines of a post that are examined; later ones must wait
_CHATTY: Final = 60  # the number of chat lines that are searched for moves
_INTERJECTED: Final = lazy_pattern(r"(?P<who>[A-Za-z0-9][A-Za-z0-9-]*)\s+(?P<text>(?P<verb>[A-Za-z]+)\b.*)")
_SHARED_BEHIND: Final = lazy_pattern(r";\s*(?:UNDO|FIX|INSERT|OMIT|DUE|SET|SKIP|LEARN|RULING|DISPUTE|NOTE)\s+\S*\d")
"""A directive in the place of a remark."""
_LEFT_OUT: Final = "not read as a move, although it has words of moves"
_NOT_LOOKED_AT: Final = "this line is read after the lines above are settled"
_NOT_KNOWN_HERE: Final = "it is recorded, because the rules depend on something hidden from you"
_RESIGN: Final = Directive("END", "resign")
_ALSO_RESIGNS: Final = (
    f" The text also says that you resign. To do so, write `{compose(_RESIGN)}` on a line of its own."
)
NOT_TO_KEEP: Final = "only the moderator can accept this move as played, or its own seat in its own turn"


class ReadLine(msgspec.Struct, frozen=True):
    """One line of a post after reading: its status, and its move or question."""

    number: int
    text: str
    status: Status
    seat: str = ""
    message: str = ""
    column: int = 0  # the position of the problem in the posted line, 0 for none
    rule: str = ""  # the rule that the line breaks
    law: str = ""  # the text of this rule
    choices: tuple[str, ...] = ()  # corrected lines to choose from
    may_accept: bool = False  # the line can be accepted as played, with a reason (`kept`)
    taken: str = ""  # the line that was read instead
    kept: str = ""
    says: tuple[str, ...] = ()  # the sentences of its moves
    claims: tuple[ClaimComparison, ...] = ()  # the board statements of the line
    filed: str = ""  # its move number, if recorded
    waits: str = ""  # what must be known before it can be decided
    is_likely: bool = False  # the first choice is the only clear reading of prose
    conflict: RuleConflict | None = None
    comment: str = ""  # the text after a semicolon, if it resembles a move in plain words; it is not read

    @property
    def is_settled(self) -> bool:
        """Whether the line needs no answer from the author."""
        return self.status in ("ok", "chat")


class SpokenLine(NamedTuple):
    """A line and the seat whose move it is. `before` is the text in front that named another seat, "" without one."""

    seat: str
    text: str
    before: str = ""


def spoken_by(line: str, seat: str, seats: Sequence[str], verbs: AbstractSet[str]) -> SpokenLine:
    """Split off the name or first letter of another seat at the start of a line, if one of `verbs` follows it."""
    found = _INTERJECTED.fullmatch(line)
    if found is None or seat not in seats or found["verb"].upper() not in verbs:
        return SpokenLine(seat, line)
    who = found["who"].casefold()
    named = [other for other in seats if other == who] or [other for other in seats if other[:1] == who]
    if len(named) != 1 or named[0] == seat:
        return SpokenLine(seat, line)
    return SpokenLine(named[0], found["text"], line[: found.start("text")])


def begins_with_verb(line: str) -> bool:
    """Check whether a line begins with a verb and a colon, like notation."""
    return _VERB.match(line) is not None


def _require_no_shared_line(line: str) -> None:
    if found := _SHARED_BEHIND.search(line):
        read = found[0].removeprefix(";").strip()
        raise NotationError("this must be on a line of its own", column=found.start() + 2, read=read)


def _decided_after(waits: str) -> str:
    chance = CHANCE_WORDS.get(waits)
    return f"this depends on {chance}. It is checked after you submit" if chance else f"this is decided after {waits}"


def _deeds(text: str) -> str:
    """Return the sentences of a text that can be moves now."""
    deeds = [] if put_off(text) else [sentence for _, sentence in sentences([text]) if not is_no_deed(sentence)]
    return " ".join(deeds)


class _Played(msgspec.Struct):
    """What the moves of a line did in the simulation: sentences, board comparisons, implied moves, and an error."""

    waits: str  # what must be known before the line can be decided
    says: list[str] = []
    claims: list[ClaimComparison] = []
    implied: list[str] = []
    against: AgainstError | None = None


class HeardLine(NamedTuple):
    """A cache of the last parsed line, valid only at the same position."""

    text: str
    position: Any
    seat: str
    meaning: Written | Ask | tuple[Written, ...] | None


NOT_HEARD: Final = HeardLine("", None, "", None)


class LineReader:
    """Reads lines in order. `ahead` is the position so far, `moves` the moves of the last line, `heard` its parse.

    Without `looks`, legality is checked only when a move is recorded. With a `store`, the ids of findings are checked.
    """

    def __init__(
        self, timeline: Timeline, poster: Poster, *, store: EventStore | None = None, looks: bool = True,
        heard: HeardLine = NOT_HEARD,
    ) -> None:  # fmt: skip
        self._store = store
        self.timeline, self.poster, self.game, self.looks = timeline, poster, timeline.game, looks
        self.ahead = LookAhead(timeline, unsaid=poster.records)
        self.history: list[tuple[str, Any]] = []
        self.moves: tuple[Written, ...] = ()
        self._unread, self._looked, self._chat, self._is_open, self._has_moves = 0, 0, 0, False, False
        self._offered: Offers | None = None
        self._patience = MOST_TRIED
        self.heard = heard
        self.unread = ""  # the moves of the last line that can be read only when its other moves are recorded

    @property
    def waits(self) -> str:
        """In words, what must happen before the next line can be decided; "" if it can be decided now."""
        return self.ahead.waits

    def listen(self, block_line: BlockLine, seat: str) -> ReadLine:
        """Return a line unread, because it depends on lines before it. The audience of its words is collected."""
        shared, secrecy, position = read_directive(block_line.meant), self.ahead.secrecy, self.ahead.position
        if shared is not None:
            keep_to_its_readers(self.timeline, position, shared, secrecy)
        else:
            spoken = self._whose(block_line.meant, seat)
            with suppress(NotationError):  # a line that cannot be parsed yet reveals nothing hidden
                read = self.game.notation.read(spoken.text, position, spoken.seat)
                self.heard = HeardLine(spoken.text, position, spoken.seat, read)
                for written in () if isinstance(read, Ask) else (read,) if isinstance(read, Written) else read:
                    secrecy.take_in_words(written)
        return ReadLine(block_line.number, block_line.text, "ok", seat)

    def _whose(self, meant: str, seat: str) -> SpokenLine:
        return spoken_by(meant, seat, self.ahead.started.seats, self.game.interjections)

    def read(self, block_line: BlockLine, seat: str, choice: Choice) -> ReadLine:
        """Read one line and continue from the position after it."""
        meant, self.moves, self.unread = (choice.take or block_line.meant).strip(), (), ""
        spoken = self._whose(meant, seat)
        block_line = replace(block_line, column=block_line.column + len(spoken.before))
        line = ReadLine(block_line.number, block_line.text, "ok", spoken.seat, taken=choice.take)
        if choice.chat:
            return replace(line, status="chat", message="treated as chat", taken="")
        if block_line.is_imagined and not (self.poster.records or choice.take or choice.accept or block_line.answer):
            return replace(line, status="chat", message=f"not read as a move, because the post says {block_line.doubt}")
        if self._unread >= _PATIENCE:
            return replace(line, status="question", message=_NOT_LOOKED_AT)
        if spoken.before and self.poster.seat not in ("", spoken.seat):
            message = f"this line is for {titled(spoken.seat)}, but you are posting as {titled(self.poster.seat)}"
            return self._noted(replace(line, status="illegal", message=message))
        found = self._read(line, block_line, spoken.text, choice.accept or block_line.accept)
        return self._noted(replace(found, choices=tuple(f"{spoken.before}{one}" for one in found.choices)))

    def _noted(self, line: ReadLine) -> ReadLine:
        self._unread += not line.is_settled
        if line.status == "question":
            self.ahead.waits, self._is_open = self.waits or f"line {line.number} is settled", True
        self.history.append((f"line {line.number}", self.ahead.position))
        return line

    def prose(self, texts: Sequence[str], seat: str, before: str = "") -> ProseReading | None:
        """Read several lines of prose together, from the position after the lines before them."""
        if self.poster.asks_nobody or not self._patience:
            return None
        reader = ProseReader(self.game, self.ahead, seat, self._patience)
        found = reader.read(texts, before)
        self._patience = reader.patience
        return found

    def is_notation(self, meant: str, seat: str) -> bool:
        """Check whether a line is valid notation or a directive."""
        spoken = self._whose(meant.strip(), seat)
        if read_directive(spoken.text) is not None or directive_slip(spoken.text):
            return True
        spoken = spoken._replace(text=_MARK.sub("", spoken.text))
        if not begins_with_verb(spoken.text) and len(spoken.text.split()) > _SHORT:
            return False
        if ";" in spoken.text and begins_with_verb(spoken.text):  # the text after `;` is examined with its line
            return True
        position = self.ahead.position
        moves = self.game.notation.exact(spoken.text, position, spoken.seat)
        self.heard = HeardLine(spoken.text, position, spoken.seat, moves)
        return moves is not None

    def ask_about(self, block_line: BlockLine, seat: str, found: ProseReading, text: str) -> ReadLine:
        """Return the question whether lines of prose with this `text` are moves."""
        also = resigns(text) and self._resigning(seat) is not None
        line = ReadLine(block_line.number, block_line.text, "question", seat, found.message + _ALSO_RESIGNS * also)
        return self._noted(replace(line, choices=found.choices, is_likely=found.is_clear and not also))

    def is_resignation(self, meant: str, seat: str) -> bool:
        """Return whether a line says that its seat resigns, which the seat can do now, and holds no move."""
        if self.poster.records or not resigns(meant) or self._resigning(seat) is None:
            return False
        rest, opens = without_resignation(meant), self.game.notation.opens
        if begins_with_verb(meant) or any(opens(text, self.ahead.position, seat) for text in (meant, rest) if text):
            return False
        return not rest or self.prose([rest], seat) is None

    def _resigning(self, seat: str) -> Foreseen | None:
        """Return what a resignation of a seat would do; None if the seat cannot resign."""
        if self.poster.seat not in ("", seat) or closing(self.timeline.reading) is not None:
            return None
        try:
            return preview_directive(self.timeline, self.ahead.position, _RESIGN, Poster(seat))
        except BellError:
            return None

    def _resigned(self, line: ReadLine) -> ReadLine:
        """Return the question whether a line is a resignation. Only the seat itself is asked."""
        who, resigning = titled(line.seat), self._resigning(line.seat)
        if not self.poster.seat or resigning is None:
            said = f"this may mean that {who} resigns. Only {who} can record that, with `{compose(_RESIGN)}`"
            return replace(line, status="chat", message=said)
        said, says = f"does this mean that {who} resigns?", (f"{who} resigns.", *resigning.says)
        return replace(line, status="question", message=said, choices=(compose(_RESIGN),), says=says)

    def _read(self, line: ReadLine, block_line: BlockLine, meant: str, accept: str) -> ReadLine:
        parts = parts_of(meant) if line.taken or self._is_row(meant, line.seat) else [meant]
        if len(parts) == 1:
            return self._read_one(line, block_line, meant, accept)
        moves, read = list[Written](), line
        for at, part in enumerate(parts):
            one, meant_here = self._read_part(line, block_line, part, accept)
            if at and one.waits and not meant_here and read_directive(part) is None:
                self.unread, read = JOINT.join(parts[at:]), replace(read, waits=one.waits, message=one.message)
                break
            moves += meant_here
            whole = tuple(JOINT.join((*parts[:at], choice, *parts[at + 1 :])) for choice in one.choices)
            read = replace(
                one, says=(*read.says, *one.says), claims=(*read.claims, *one.claims), choices=whole,
                comment=read.comment or one.comment,
            )  # fmt: skip
            if not one.is_settled:
                break
        self.moves = tuple(moves)
        return read

    def _read_part(
        self, line: ReadLine, block_line: BlockLine, part: str, accept: str
    ) -> tuple[ReadLine, Sequence[Written]]:  # fmt: skip
        self.moves = ()
        return self._read_one(line, block_line, part, accept), self.moves

    def _is_row(self, meant: str, seat: str) -> bool:
        """Check whether a line is several lines of notation in one: `D: ? / P: SS c7 / M: >c7`."""
        parts = parts_of(meant)
        if self.poster.records or ";" in meant or len(parts) == 1 or not all(map(begins_with_verb, parts)):
            return False
        return self.game.notation.exact(meant, self.ahead.position, seat) is None

    def _read_one(self, line: ReadLine, block_line: BlockLine, meant: str, accept: str) -> ReadLine:
        shared = read_directive(meant)
        if shared is not None:
            return self._shared(line, shared)
        if (asked := self._asked_first(line, meant)) is not None:
            return asked
        if (passed := self._passed(line, is_verb=begins_with_verb(meant) or bool(line.taken))) is not None:
            return passed
        try:
            _require_no_shared_line(meant)
            written = self._written(meant, line.seat)
            if isinstance(written, Ask) and written.stands and self.poster.asks_nobody and not self.ahead.is_strict:
                written = self._written(written.stands, line.seat)
        except NotationError as error:
            return self._no_move(line, block_line, meant, error)
        if block_line.doubt and not (isinstance(written, Ask) or line.taken or block_line.answer or accept):
            written = Ask(f"the post says {block_line.doubt}. Is this line still meant as a move?", (meant,))
        if isinstance(written, Ask):
            return self._asked(line, written.question, self._playable(written.choices, line.seat))
        return self._moves(line, (written,) if isinstance(written, Written) else written, accept, meant)

    def _asked_first(self, line: ReadLine, meant: str) -> ReadLine | None:
        """Return a line that must be settled before it is read further: it could be private, or a resignation."""
        if not self.poster.asks_nobody and (slip := directive_slip(meant)):
            undo = meant_directive(meant)
            return replace(line, status="question", message=slip, choices=(undo,) if undo else ())
        return self._resigned(line) if not line.taken and self.is_resignation(meant, line.seat) else None

    def _written(self, meant: str, seat: str) -> Written | Ask | tuple[Written, ...]:
        text, position, speaker, meaning = self.heard
        if meaning is not None and text == meant and position is self.ahead.position and speaker == seat:
            return meaning
        return self.game.notation.read(meant, self.ahead.position, seat)

    def _passed(self, line: ReadLine, *, is_verb: bool) -> ReadLine | None:
        """Return the line if it is not read now, else None. A line after an open question is read after the answer."""
        if self._is_open and is_verb:
            return self._waiting(line)
        self._looked += self._is_open
        if self._looked > _PATIENCE:
            return replace(line, status="chat")
        if self._chat > _CHATTY and not is_verb and not self.poster.records:
            return replace(line, status="chat", message="not read, because there is too much chat above it")
        return None

    def _no_move(self, line: ReadLine, block_line: BlockLine, meant: str, error: NotationError) -> ReadLine:
        """Classify a line that could not be parsed: chat, or a question if it resembles a move."""
        error = self._about_dice(meant, line.seat, error)
        records, verb = self.poster.asks_nobody, self._is_verb(line, block_line, meant)
        self._chat += not verb
        if self.waits:
            begins = verb or error.column > 1  # a drawn card may complete the rest
            return self._waiting(line) if begins else replace(line, status="chat")
        if records:
            error.line = block_line.number
            asked = replace(line, status="question", message=str(error), choices=error.allowed)
            return asked if verb else replace(line, status="chat")
        said = meant if verb else _deeds(meant)
        choices = self._offers(line.seat).meant(said) if said else ()
        if not verb and choices:
            return self._asked(line, "is this a move?", choices)
        if not verb:
            return replace(line, status="chat", message=_LEFT_OUT if self._is_left_out(meant, line.seat) else "")
        column = block_line.column + max(error.column, 1) - 1 if not line.taken else 0
        error.line = 0
        return replace(line, status="question", message=str(error), column=column, choices=choices)

    def _about_dice(self, meant: str, seat: str, error: NotationError) -> NotationError:
        """Return an error about the dice if numbers follow a move that needs dice and are not written as dice."""
        if error.column > 1 and error.read[:1].isdecimal():
            ahead = self.ahead.tried(tells=False)
            try:
                for written in self.game.notation.exact(meant[: error.column - 1], ahead.position, seat) or ():
                    ahead.go_on(written)
            except DiceError as found:
                return DiceError(found.reason, column=error.column)
            except (AgainstError, BellError):
                return error
        return error

    def _is_verb(self, line: ReadLine, block_line: BlockLine, meant: str) -> bool:
        """Return whether a line is meant as notation: it begins like a move, or its author chose it as a move."""
        if begins_with_verb(meant) or line.taken or (self.poster.asks_nobody and block_line.answer):
            return True
        position = self.ahead.position
        is_awaited = line.seat in self.game.rules.status(position).awaited
        return is_awaited and self.game.notation.opens(meant, position, line.seat)

    def _is_left_out(self, meant: str, seat: str) -> bool:
        """Return whether a line of chat has words of moves, in a post of which other lines were read as moves."""
        if not self._has_moves or put_off(meant) or all(is_no_deed(sentence) for _, sentence in sentences([meant])):
            return False
        return ProseReader(self.game, self.ahead, seat).speaks_of_moves([meant])

    def _asked(self, line: ReadLine, question: str, choices: Sequence[str]) -> ReadLine:
        asked = replace(line, status="question", message=question, choices=tuple(choices))
        return self._waiting(line) if self.waits else asked

    def _playable(self, choices: Sequence[str], seat: str) -> tuple[str, ...]:
        """Return the choices that are legal, now or after compulsory steps, which are added.

        If none of them is legal, return these steps, or else the choices whose territories, cards and units can be the
        seat's.
        """
        if self.poster.records or self.waits:
            return tuple(choices)
        now = [one for one in choices if self.ahead.tried(tells=False).step(one, seat)]
        if now or not choices:
            return tuple(now)
        steps, later = self._after_steps(
            self.ahead, seat, lambda ahead: any(ahead.tried(tells=False).step(one, seat) for one in choices)
        )
        then = [JOINT.join((*steps, one)) for one in choices if steps and later.tried(tells=False).step(one, seat)]
        if not then and (steps := self.ahead.compulsory_steps(seat)[0]):
            return (JOINT.join(steps),)
        return tuple(then or (one for one in choices if self.ahead.owns(self.ahead.parsed(one, seat)[0] or ())))

    def _waiting(self, line: ReadLine) -> ReadLine:
        return replace(line, waits=self.waits, message=f"this line is read after {self.waits}")

    def _moves(self, line: ReadLine, moves: Sequence[Written], accept: str, meant: str) -> ReadLine:
        if self.poster.records and not self.waits and moves and all(map(self._is_unasked, moves)):
            idle = f"{titled(line.seat)} had nothing to answer here, so nothing changes"
            return replace(line, status="chat", message=idle)
        self.moves, self._has_moves = tuple(moves), True
        if claimed := self._claimed(moves):
            return replace(line, status="illegal", message=claimed, choices=self._unclaimed(meant, line.seat))
        if not self.looks:
            return replace(line, kept=accept)
        before, begun = self.ahead.position, self.ahead.tried(tells=False)
        try:
            played = self._played(moves)
        except NotationError as error:
            return replace(line, status="question", message=error.reason)
        comment = self._comment(meant, before, line.seat)
        says, claims = tuple(played.says), tuple(played.claims)
        line = replace(line, says=says, claims=claims, waits=played.waits, comment=comment)
        if played.against is not None:
            early = None if accept else self._early(line, begun, moves, meant)
            line = early or self._against(line, played.against, Offers(self.game, before, line.seat), accept)
            steps = () if early or self.poster.records else begun.compulsory_steps(line.seat)[0]
            return replace(line, choices=(JOINT.join(steps),)) if steps and line.choices else line
        implied = [] if self.poster.records else played.implied
        notes = [f"added before this line: {', '.join(implied)}"] if implied else []
        notes += [_decided_after(played.waits)] if played.waits else []
        return replace(line, message="; ".join(notes))

    def _played(self, moves: Sequence[Written]) -> _Played:
        """Apply moves to the simulation, up to one that cannot be accepted. Raises NotationError for missing dice."""
        played, is_lenient = _Played(self.waits), self.poster.records and not self.ahead.is_strict
        for written in moves:
            says, found = self._gone_on(written, lenient=is_lenient)
            played.implied += (one for one, _ in self.ahead.implied)
            played.against = played.against or found
            if found is not None and not found.may_accept:
                played.against = found
                break
            played.says += says
            waits = played.waits if says else self.waits
            played.waits = waits or (_NOT_KNOWN_HERE if self.ahead.is_doubtful else "")
            played.claims += map(self._compared, written.claims)
        return played

    def _compared(self, claim: Claim) -> ClaimComparison:
        if self.waits:
            return ClaimComparison(claim.place, claim.value)
        return compare(self.game, self.ahead.position, claim, self.history, self.timeline)

    def _comment(self, meant: str, before: Any, seat: str) -> str:
        """Return the text after semicolons if it resembles a move in plain words, else ""."""
        if self.poster.records or ";" not in meant:
            return ""
        remarks = (word for word in self.game.notation.words(meant, before, seat) if word.kind == "remark")
        said = "; ".join(meant[word.start : word.end] for word in remarks)
        if not said:
            return ""
        reader = ProseReader(self.game, self.ahead, seat, self._patience)
        is_move = resigns(said) or reader.speaks_of_moves([said])
        is_move = is_move or (self._patience > 0 and reader.read_here([said]) is not None)
        self._patience = reader.patience
        return said if is_move else ""

    def _early(self, line: ReadLine, begun: LookAhead, moves: Sequence[Written], meant: str) -> ReadLine | None:
        """Return the question whether compulsory steps are added, if a move is legal after them and not before."""
        if self.poster.records:
            return None
        steps, _ = self._after_steps(begun, line.seat, lambda ahead: ahead.goes(moves))
        if not steps:
            return None
        step, needs = ("step", "needs") if len(steps) == 1 else ("steps", "need")
        message = f"{joined(list(steps))} must come first, and {needs} no choice. Add the missing {step}?"
        return replace(
            line, status="question", message=message, choices=(JOINT.join((*steps, meant)),), is_likely=True
        )  # fmt: skip

    def _after_steps(
        self, begun: LookAhead, seat: str, fits: Callable[[LookAhead], bool]
    ) -> tuple[tuple[str, ...], LookAhead]:  # fmt: skip
        """Return the fewest compulsory steps after which something `fits`, and the simulation after them."""
        for most in range(1, MOST_STEPS + 1):
            steps, ahead = begun.compulsory_steps(seat, most=most)
            if len(steps) == most and fits(ahead.tried(tells=False)):
                return steps, ahead
        return (), begun

    def _gone_on(self, written: Written, *, lenient: bool) -> tuple[list[str], AgainstError | None]:
        """Simulate a move; return its sentences (none if it cannot be accepted as played), and its rule conflict."""
        against: AgainstError | None = None
        for kept in (lenient, True):
            try:
                return self.ahead.go_on(written, lenient=kept), against
            except NotationError:
                raise
            except (AgainstError, BellError) as error:
                found = error if isinstance(error, AgainstError) else AgainstError(str(error), may_accept=False)
                if against is not None:  # the rule that it breaks says more than why it cannot be accepted
                    against.may_accept, against.not_kept = found.may_accept, found.message
                against = against or found
            if not against.may_accept:
                break
        return [], against

    def _is_unasked(self, written: Written) -> bool:
        """Check whether a line is only a pass, although its seat was not asked for an answer."""
        move, game, position = written.move, self.game, self.ahead.position
        return (
            isinstance(move, Passed) and written == Written(move)
            and move.player not in game.rules.status(position).awaited
            and not implied_moves(game, position, move, strict=self.ahead.is_strict)
        )  # fmt: skip

    def _against(self, line: ReadLine, found: AgainstError, offers: Offers, accept: str) -> ReadLine:
        law = self.game.meta.rulebook.get(found.rule, "")
        may_accept = found.may_accept and self.poster.may_accept(line.seat, self.game.rules.status(offers.position))
        line = replace(
            line, message=found.message, rule=found.rule, law=law, may_accept=may_accept, conflict=found.conflict
        )
        if accept and may_accept:
            return replace(line, kept=accept)
        if accept and (why := NOT_TO_KEEP if found.may_accept else found.not_kept):
            line = replace(line, message=f"{line.message}; {why}")
        return replace(line, status="illegal", choices=offers.near(found.move) if found.move is not None else ())

    def _claimed(self, moves: Iterable[Written]) -> str:
        started = self.ahead.started
        try:
            for written in moves:
                require_unclaimed(written.seen, started.dice, started.cards)
        except IllegalMoveError as error:
            return str(error)
        return ""

    def _unclaimed(self, meant: str, seat: str) -> tuple[str, ...]:
        """Return the start of a line before its first stated result, so that the dice roller makes the roll."""
        notation, position = self.game.notation, self.ahead.position
        claims = [word.start for word in notation.words(meant, position, seat) if word.kind == "chance"]
        for end in ("(roll)", "", UNKNOWN) if claims else ():
            asked = (meant[: claims[0]].rstrip(' ("->[') + " " + end).strip()
            moves = notation.exact(asked, position, seat)
            if moves and not self._claimed(moves):
                return (asked,)
        return ()

    def _offers(self, seat: str) -> Offers:
        known = self._offered
        if known is None or known.seat != seat or known.position is not self.ahead.position:
            known = self._offered = Offers(self.game, self.ahead.position, seat)
        return known

    def _shared(self, line: ReadLine, shared: Directive) -> ReadLine:
        poster, ahead, after = self.poster, self.ahead, self.ahead.position
        is_moderators = line.seat == (poster.by or "moderator")
        try:
            if shared.stands_alone:
                why = "private" if shared.is_private else "about a post"
                raise RefusedError(f"this line is {why}, so it must be sent by itself")
            if shared.verb in FOR_MODERATOR and (poster.seat or (ahead.is_strict and not is_moderators)):
                raise RefusedError(f"{shared.verb} must be in a moderator's block, with the header == moderator ==")
            require_may(shared, poster)
            if not self.waits:
                found = Foreseen(None)
                if not poster.records:
                    found = preview_directive(self.timeline, after, shared, poster, self._store)
                after, line = found.position, replace(line, says=found.says)
            keep_to_its_readers(self.timeline, ahead.position, shared, ahead.secrecy)
        except NotationError as error:
            return replace(line, status="question", message=str(error))
        except BellError as error:
            return replace(line, status="illegal", message=str(error), rule=getattr(error, "rule", ""))
        if after is None:
            ahead.waits = self.waits or f"line {line.number} is recorded"
        else:
            ahead.position = after
        return line
