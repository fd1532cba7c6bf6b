"""How each line of a post reads, one after the other, from one reader's position; nothing is written, no die is asked.

A line is *ok*, *fix* (a rule speaks against it), *ask* (it may mean several things) or *chat*. Behind what only chance
or an answer can tell, a line is read for its words alone. Where posts are recorded as they stand, every line waits for
the ones before it to be filed, and what is no move is chat, whatever it may have meant.

A game says with which verbs a seat may answer in another's block: `J FLASH: ...` in a block of Steve's is Julie's.
Whoever holds a seat cannot speak for another in this way.
"""

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from events.errors import BellError, IllegalMoveError, NotationError, RefusedError
from events.events import UNKNOWN, Passed
from projections.notation.prose.clauses import sentences
from projections.notation.prose.guards import is_no_deed
from projections.notation.prose.walk import MOST_TRIED
from projections.notation.prose_match import Offers
from projections.notation.recorded_chance import require_unclaimed
from projections.terms import Ask, Written
from replay.posts.acts import IN_MODERATORS_BLOCK, keep_to_its_readers, preview_directive, require_may
from replay.posts.blocks import BlockLine
from replay.posts.directives import Directive, read_directive
from replay.posts.paste import Choice, Poster
from replay.posts.prose import JOINT, ProseReader, ProseReading, parts_of
from replay.posts.simulate import AgainstError, LookAhead
from replay.reading.claims import ClaimComparison, compare
from replay.reading.timeline import Timeline
from replay.session.auto_pass import implied_moves

Status = Literal["ok", "fix", "ask", "chat"]
_VERB: Final = re.compile(r"[A-Za-z+]{1,12}\s*:")
_MARK: Final = re.compile(r"^(?:</?\w{1,6}>|\[/?\w{1,6}\])+")
"""Markup that a line begins with."""
_SHORT: Final = 2
"""A line of so many words may be notation without a colon."""
_PATIENCE: Final = 20
"""So many lines of one post are looked at that do not read; the others wait."""
_CHATTY: Final = 60
"""So many lines of chat are looked at for what they may mean."""
_INTERJECTED: Final = re.compile(r"(?P<who>[A-Za-z0-9][A-Za-z0-9-]*)\s+(?P<text>(?P<verb>[A-Za-z]+)\b.*)")
_SHARED_BEHIND: Final = re.compile(r";\s*(?:UNDO|FIX|INSERT|OMIT|DUE|SET|SKIP|LEARN|RULING|DISPUTE|NOTE)\s+\S*\d")
"""A line that all games share, where a remark would stand."""
_NOT_LOOKED_AT: Final = "not looked at before the lines above are settled"


_NOT_KNOWN_HERE: Final = "it is filed: whether it is legal cannot be told by what you know"
NOT_TO_KEEP: Final = "a seat keeps a move of its own in its own turn; outside it the moderator can"


class ReadLine(msgspec.Struct, frozen=True):
    """How one line was read. `column` is where the matter lies in the posted line, 0 where in none.

    `rule` is the rule that speaks against it, `law` that rule's text, `choices` whole lines that read, or would be
    legal. `may_keep` says that it may be filed all the same, with a reason. `taken` is the line read in its place,
    `kept` the reason it is kept for. `says` tells what it does, `claims` what it claims. `filed` is the address it is
    filed under; `waits` what has to be known before it is decided. `is_likely` says that its first choice is the one
    clear reading of its prose, which whoever files confirms.
    """

    number: int
    text: str
    status: Status
    seat: str = ""
    message: str = ""
    column: int = 0
    rule: str = ""
    law: str = ""
    choices: tuple[str, ...] = ()
    may_keep: bool = False
    taken: str = ""
    kept: str = ""
    says: tuple[str, ...] = ()
    claims: tuple[ClaimComparison, ...] = ()
    filed: str = ""
    waits: str = ""
    is_likely: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether nothing of it has to be asked."""
        return self.status in ("ok", "chat")


class SpokenLine(NamedTuple):
    """A line of a block, which may be another seat's: whose it is, its text, and the name or letter before it."""

    seat: str
    text: str
    before: str = ""


def spoken_by(line: str, seat: str, seats: Sequence[str], verbs: AbstractSet[str]) -> SpokenLine:
    """A line in a seat's block: another's, where it begins with that one's name or first letter and such a verb."""
    found = _INTERJECTED.fullmatch(line)
    if found is None or seat not in seats or found["verb"].upper() not in verbs:
        return SpokenLine(seat, line)
    who = found["who"].casefold()
    named = [other for other in seats if other == who] or [other for other in seats if other[:1] == who]
    if len(named) != 1 or named[0] == seat:
        return SpokenLine(seat, line)
    return SpokenLine(named[0], found["text"], line[: found.start("text")])


def begins_with_verb(line: str) -> bool:
    """Whether a line begins as a line of notation does."""
    return _VERB.match(line) is not None


def _require_no_shared_line(line: str) -> None:
    """Refuse a line behind whose semicolon one of those stands that all games share."""
    found = _SHARED_BEHIND.search(line)
    if found is not None:
        raise NotationError(
            "this needs a line of its own", column=found.start() + 2, read=found[0].removeprefix(";").strip()
        )


class HeardLine(NamedTuple):
    """What the words of a seat's line mean at one position. They are read again only at another position."""

    text: str
    position: Any
    seat: str
    meaning: Written | Ask | tuple[Written, ...] | None


NOT_HEARD: Final = HeardLine("", None, "", None)


class LineReader:
    """Reads lines one after the other; `ahead` is where they have led so far, `moves` what the last one said.

    Unless it `looks`, whether a move stands is left to its filing. `heard` is the line whose words were read last.
    """

    def __init__(self, timeline: Timeline, poster: Poster, *, looks: bool = True, heard: HeardLine = NOT_HEARD) -> None:
        self.timeline, self.poster, self.game, self.looks = timeline, poster, timeline.game, looks
        self.ahead = LookAhead(timeline, unsaid=poster.records)
        self.history: list[tuple[str, Any]] = []
        self.moves: tuple[Written, ...] = ()
        self._unread, self._looked, self._chat, self._is_open = 0, 0, 0, False
        self._offered: Offers | None = None
        self._patience = MOST_TRIED
        self.heard = heard

    @property
    def waits(self) -> str:
        """What has to be known before the next line can be decided."""
        return self.ahead.waits

    def listen(self, block_line: BlockLine, seat: str) -> ReadLine:
        """Leave a line for when it is its turn; who may know what it says is heard by its words already."""
        shared, secrecy, position = read_directive(block_line.meant), self.ahead.secrecy, self.ahead.position
        if shared is not None:
            keep_to_its_readers(self.timeline, position, shared, secrecy)
        else:
            spoken = self._whose(block_line.meant, seat)
            with suppress(NotationError):  # what does not read now says nothing that is sealed before it is filed
                read = self.game.notation.read(spoken.text, position, spoken.seat)
                self.heard = HeardLine(spoken.text, position, spoken.seat, read)
                for written in () if isinstance(read, Ask) else (read,) if isinstance(read, Written) else read:
                    secrecy.take_in_words(written)
        return ReadLine(block_line.number, block_line.text, "ok", seat)

    def _whose(self, meant: str, seat: str) -> SpokenLine:
        return spoken_by(meant, seat, self.ahead.started.seats, self.game.interjections)

    def read(self, block_line: BlockLine, seat: str, choice: Choice) -> ReadLine:
        """Read one line and go on from what it leads to."""
        meant, self.moves = (choice.take or block_line.meant).strip(), ()
        spoken = self._whose(meant, seat)
        block_line = replace(block_line, column=block_line.column + len(spoken.before))
        line = ReadLine(block_line.number, block_line.text, "ok", spoken.seat, taken=choice.take)
        if choice.chat:
            return replace(line, status="chat", message="left as chat", taken="")
        if self._unread >= _PATIENCE:
            return replace(line, status="ask", message=_NOT_LOOKED_AT)
        found = self._spoken(line, block_line, spoken, choice.keep or block_line.keep)
        if not found.is_settled:
            self._unread += 1
        if found.status == "ask":
            self.ahead.waits = self.waits or f"line {block_line.number} is settled"
            self._is_open = True
        self.history.append((f"line {block_line.number}", self.ahead.position))
        return found

    def prose(self, texts: Sequence[str], seat: str) -> ProseReading | None:
        """What lines of prose may mean together, from where the lines before them have led."""
        if self.poster.asks_nobody or not self._patience:
            return None
        reader = ProseReader(self.game, self.ahead, seat, self._patience)
        found = reader.read(texts)
        self._patience = reader.patience
        return found

    def is_notation(self, meant: str, seat: str) -> bool:
        """Whether a line reads as it stands, or is one that all games share."""
        spoken = self._whose(meant.strip(), seat)
        if read_directive(spoken.text) is not None:
            return True
        spoken = spoken._replace(text=_MARK.sub("", spoken.text))
        if not begins_with_verb(spoken.text) and len(spoken.text.split()) > _SHORT:
            return False
        if ";" in spoken.text and begins_with_verb(spoken.text):  # what stands behind it is asked about with it
            return True
        position = self.ahead.position
        moves = self.game.notation.exact(spoken.text, position, spoken.seat)
        self.heard = HeardLine(spoken.text, position, spoken.seat, moves)
        return moves is not None

    def ask_about(self, block_line: BlockLine, seat: str, found: ProseReading) -> ReadLine:
        """Ask about lines of prose that may mean moves."""
        self._unread += 1
        self.ahead.waits = self.waits or f"line {block_line.number} is settled"
        self._is_open = True
        self.history.append((f"line {block_line.number}", self.ahead.position))
        return ReadLine(
            block_line.number, block_line.text, "ask", seat, message=found.message, choices=found.choices,
            is_likely=found.is_clear,
        )  # fmt: skip

    def _spoken(self, line: ReadLine, block_line: BlockLine, spoken: SpokenLine, keep: str) -> ReadLine:
        """A line of the block's own seat or of another's, for whom nobody else who holds a seat can speak."""
        if spoken.before and self.poster.seat not in ("", spoken.seat):
            return replace(line, status="fix", message=f"this line is {spoken.seat}'s, and you hold {self.poster.seat}")
        found = self._read(line, block_line, spoken.text, keep)
        return replace(found, choices=tuple(f"{spoken.before}{choice}" for choice in found.choices))

    def _read(self, line: ReadLine, block_line: BlockLine, meant: str, keep: str) -> ReadLine:
        parts = parts_of(meant) if line.taken else [meant]
        if len(parts) == 1:
            return self._read_one(line, block_line, meant, keep)
        moves, read = list[Written](), line
        for at, part in enumerate(parts):
            one = self._read_one(line, block_line, part, keep)
            moves += self.moves
            whole = tuple(JOINT.join((*parts[:at], choice, *parts[at + 1 :])) for choice in one.choices)
            read = replace(one, says=(*read.says, *one.says), claims=(*read.claims, *one.claims), choices=whole)
            if not one.is_settled:
                break
        self.moves = tuple(moves)
        return read

    def _read_one(self, line: ReadLine, block_line: BlockLine, meant: str, keep: str) -> ReadLine:
        shared = read_directive(meant)
        if shared is not None:
            return self._shared(line, shared)
        if (passed := self._passed(line, is_verb=begins_with_verb(meant) or bool(line.taken))) is not None:
            return passed
        try:
            _require_no_shared_line(meant)
            written = self._written(meant, line.seat)
            if isinstance(written, Ask) and written.stands and self._takes_what_stands:
                written = self._written(written.stands, line.seat)
        except NotationError as error:
            return self._no_move(line, block_line, meant, error)
        if block_line.doubt and not (isinstance(written, Ask) or line.taken or block_line.answer or keep):
            written = Ask(f"the post says {block_line.doubt}: does this line stand?", (meant,))
        if isinstance(written, Ask):
            return self._asked(line, written.question, written.choices)
        return self._moves(line, (written,) if isinstance(written, Written) else written, keep, meant)

    @property
    def _takes_what_stands(self) -> bool:
        """Whether what a question is about is taken as it was written: nobody is asked, and no rule refuses."""
        return self.poster.asks_nobody and not self.ahead.is_strict

    def _written(self, meant: str, seat: str) -> Written | Ask | tuple[Written, ...]:
        """What a line says; one that was looked at just now is not read again."""
        text, position, speaker, meaning = self.heard
        if meaning is not None and text == meant and position is self.ahead.position and speaker == seat:
            return meaning
        return self.game.notation.read(meant, self.ahead.position, seat)

    def _passed(self, line: ReadLine, *, is_verb: bool) -> ReadLine | None:
        """A line that is not looked at now; None where it is.

        Behind a line that is to be settled it is read anew when that is done.
        """
        if self._is_open and is_verb:
            return self._waiting(line)
        self._looked += self._is_open
        if self._looked > _PATIENCE:
            return replace(line, status="chat")
        if self._chat > _CHATTY and not is_verb and not self.poster.records:
            return replace(line, status="chat", message="not looked at: there is too much chat above it")
        return None

    # What does not read

    def _no_move(self, line: ReadLine, block_line: BlockLine, meant: str, error: NotationError) -> ReadLine:
        """A line that is no move: chat, unless it begins like one or says one in so many words."""
        records = self.poster.asks_nobody
        verb = bool(
            begins_with_verb(meant) or line.taken or (records and block_line.answer) or self._opens(meant, line.seat)
        )
        self._chat += not verb
        if self.waits:
            begins = verb or error.column > 1  # what comes first was understood: what is drawn may name the rest
            return self._waiting(line) if begins else replace(line, status="chat")
        if records:
            error.line = block_line.number
            asked = replace(line, status="ask", message=str(error), choices=error.allowed)
            return asked if verb else replace(line, status="chat")
        is_told = verb or any(not is_no_deed(sentence) for _, sentence in sentences([meant]))
        choices = self._offers(line.seat).meant(meant) if is_told else ()
        if not verb:
            return self._asked(line, "is this a move?", choices) if choices else replace(line, status="chat")
        column = block_line.column + max(error.column, 1) - 1 if not line.taken else 0
        error.line = 0
        return replace(line, status="ask", message=str(error), column=column, choices=choices)

    def _opens(self, meant: str, seat: str) -> bool:
        """Whether the seat that is awaited opens a line like a move, without a colon."""
        position = self.ahead.position
        return seat in self.game.rules.status(position).awaited and self.game.notation.opens(meant, position, seat)

    def _asked(self, line: ReadLine, question: str, choices: Sequence[str]) -> ReadLine:
        if self.waits:
            return self._waiting(line)
        return replace(line, status="ask", message=question, choices=tuple(choices))

    def _waiting(self, line: ReadLine) -> ReadLine:
        return replace(line, waits=self.waits, message=f"is read when {self.waits}")

    # What reads

    def _moves(self, line: ReadLine, moves: Sequence[Written], keep: str, meant: str) -> ReadLine:
        if self.poster.records and not self.waits and moves and all(map(self._is_unasked, moves)):
            return replace(line, status="chat", message=f"nobody asked {line.seat} anything: nothing follows from it")
        self.moves = tuple(moves)
        if claimed := self._claimed(moves):
            return replace(line, status="fix", message=claimed, choices=self._unclaimed(meant, line.seat))
        if not self.looks:
            return replace(line, kept=keep)
        before, told, claims = self.ahead.position, list[str](), list[ClaimComparison]()
        against: AgainstError | None = None
        waited, stood = self.waits, self.poster.records and not self.ahead.is_strict
        for written in moves:
            try:
                says, found = self._gone_on(written, lenient=stood)
            except NotationError as error:
                return replace(line, status="ask", message=error.reason)
            against = against or found
            if found is not None and not found.may_keep:
                against = found
                break
            told, waited = [*told, *says], waited if says else self.waits
            waited = waited or (_NOT_KNOWN_HERE if self.ahead.is_doubtful else "")
            claims += self._claims(written)
        line = replace(line, says=tuple(told), claims=tuple(claims), waits=waited)
        if against is not None:
            return self._against(line, against, Offers(self.game, before, line.seat), keep)
        return replace(line, message=f"is decided when {waited}" if waited else "")

    def _gone_on(self, written: Written, *, lenient: bool) -> tuple[list[str], AgainstError | None]:
        """What a move does, and what speaks against it; of one that cannot be kept nothing is told."""
        against: AgainstError | None = None
        for kept in (lenient, True):
            try:
                return self.ahead.go_on(written, lenient=kept), against
            except AgainstError as found:
                against = found
            except NotationError:
                raise
            except BellError as error:
                against = AgainstError(str(error), may_keep=False)
            if not against.may_keep:
                break
        return [], against

    def _is_unasked(self, written: Written) -> bool:
        """Whether a line only lets go by what nobody asked its seat."""
        move, game, position = written.move, self.game, self.ahead.position
        return (
            isinstance(move, Passed) and written == Written(move)
            and move.player not in game.rules.status(position).awaited
            and not implied_moves(game, position, move, strict=self.ahead.is_strict)
        )  # fmt: skip

    def _against(self, line: ReadLine, found: AgainstError, offers: Offers, keep: str) -> ReadLine:
        law = self.game.meta.rulebook.get(found.rule, "")
        may_keep = found.may_keep and self.poster.may_keep(line.seat, self.game.rules.status(offers.position))
        line = replace(line, message=found.message, rule=found.rule, law=law, may_keep=may_keep)
        if keep and may_keep:
            return replace(line, kept=keep)
        if keep and found.may_keep:
            line = replace(line, message=f"{line.message}; {NOT_TO_KEEP}")
        return replace(line, status="fix", choices=offers.near(found.move) if found.move is not None else ())

    def _claimed(self, moves: Iterable[Written]) -> str:
        """What to write in place of chance that is claimed of the tower; "" where none is."""
        started = self.ahead.started
        try:
            for written in moves:
                require_unclaimed(written.seen, started.dice, started.cards)
        except IllegalMoveError as error:
            return str(error)
        return ""

    def _unclaimed(self, meant: str, seat: str) -> tuple[str, ...]:
        """The line that asks the tower for what this one claims: up to the first claim, for all behind hangs on it."""
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

    def _claims(self, written: Written) -> Iterable[ClaimComparison]:
        if self.waits:
            return [ClaimComparison(claim.place, claim.value) for claim in written.claims]
        position = self.ahead.position
        return [compare(self.game, position, claim, self.history, self.timeline) for claim in written.claims]

    # Lines that every game shares

    def _shared(self, line: ReadLine, shared: Directive) -> ReadLine:
        poster, ahead, after = self.poster, self.ahead, self.ahead.position
        is_moderators = line.seat == (poster.by or "moderator")
        try:
            if shared.stands_alone:
                why = "it is not for all" if shared.is_private else "it is about a post"
                raise RefusedError(f"{why}: send this line by itself")
            if shared.verb in IN_MODERATORS_BLOCK and (poster.seat or (ahead.is_strict and not is_moderators)):
                raise RefusedError(f"{shared.verb} is for a moderator's block, which is headed == moderator ==")
            require_may(shared, poster)
            if not self.waits:
                after = None if poster.records else preview_directive(self.timeline, after, shared, poster)
            keep_to_its_readers(self.timeline, ahead.position, shared, ahead.secrecy)
        except NotationError as error:
            return replace(line, status="ask", message=str(error))
        except BellError as error:
            return replace(line, status="fix", message=str(error), rule=getattr(error, "rule", ""))
        if after is None:
            ahead.waits = self.waits or f"line {line.number} is filed"
        else:
            ahead.position = after
        return line
