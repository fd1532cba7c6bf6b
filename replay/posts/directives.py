"""The lines that every game shares, taken apart and composed. `acts` carries them out.

    UNDO 7.3 ok Tenth Fourth ; reason        UNDO 7.3 for tenth ; reason
    FIX 7.3: line / KEEP rest                INSERT 7.3 june: line      OMIT 7.3      DUE 7.3
    SET d5 = is dalek ; reason               SKIP tenth ; reason        LEARN #12 cards 1 = sonic
    NOTE 7.3: text                           NOTE #0 for judge: text    WITHDRAW #45
    DISPUTE 7.3: claim                       DISPUTE 7.3 for judge: claim
    RULING 7.3: stand, RULE-02, #41, settles #44 ; reason / HOUSE text
    RULING 7.3: fix ; reason / FIX 7.3: line / KEEP rest
    RULING 7.3: rewind ; reason / UNDO 7.3 / CARDS draw: stay
    OFFER #44: compensate black: +2 Southeast Asia, next turn ; reason
    AGREE #45        DECLINE #45 for tenth ; reason
    ORDER tenth: pass at roll                FINDING 0f3a9c1d: waived ; reason
    MEANT #58.3: line                        RULING #58: fix ; reason / MEANT #58.3: line / KEEP rest

A line is a verb, what it is about, for whom it is, what it says, and a reason after `;`. After ` / ` stand the lines
that carry out a ruling or an offer. In a free text, ` / ` before such a word is written ` // `.
"""

import re
from typing import Final

import msgspec

from events.errors import NotationError, RefusedError
from replay.corrections.written_changes import ANSWERS, CHANGES, FORMS, split_changes

_WORDS: Final = rf"(?:{'|'.join((*CHANGES, *ANSWERS, 'UNDO', 'HOUSE', 'MEANT'))})\s"
_CLAUSE: Final = re.compile(_WORDS, re.IGNORECASE)
_BETWEEN: Final = re.compile(rf"\s{{1,9}}/\s{{1,9}}(?={_WORDS})", re.IGNORECASE)
_UNESCAPED: Final = re.compile(rf"(?<=\s)/(?=/{{0,9}}\s{{1,9}}{_WORDS})", re.IGNORECASE)
_ESCAPED: Final = re.compile(rf"(?<=\s)/(?=/{{1,9}}\s{{1,9}}{_WORDS})", re.IGNORECASE)
_DIRECTIVE: Final = re.compile(
    r"(?P<verb>UNDO|FIX|INSERT|OMIT|DUE|SET|SKIP|LEARN|RULING|DISPUTE|NOTE(?=\s+#?\d[\d.]*(?:\s+for\s+[\w-]+)?\s*:)"
    r"|(?-i:AGREE|DECLINE|WITHDRAW|OFFER)(?=\s+#\d)|(?-i:ORDER)(?=\s+[\w-]+:)|(?-i:FINDING)(?=\s+[0-9a-f]{8}:)"
    r"|(?-i:MEANT)(?=\s+#\d+\.\d+:))"
    r"(?:\s+(?P<rest>.+))?",
    re.IGNORECASE,
)
_COLON: Final = frozenset({"RULING", "DISPUTE", "NOTE", "OFFER", "ORDER", "FINDING", "MEANT"})
"""Verbs whose address ends with a colon."""
_FREE: Final = frozenset({"DISPUTE", "NOTE", "ORDER", "MEANT"})
"""Verbs whose words are one text, whatever stands in it."""
_PLAIN: Final = frozenset({"SET", "SKIP", "LEARN"})
"""Verbs that say what they are about in their own words."""
_CARRIED_OUT: Final = frozenset({"RULING", "OFFER", "MEANT"})
_LONGEST: Final = 40


class Directive(msgspec.Struct, frozen=True):
    """One such line, taken apart. `then` are the lines that carry it out, or that a correction has besides."""

    verb: str
    about: str = ""
    whom: str = ""
    says: str = ""
    reason: str = ""
    then: tuple[str, ...] = ()

    @property
    def agreed(self) -> list[str]:
        """Who agreed to going back."""
        return [word.lower().strip(",") for word in self.says.split() if word.lower() != "ok"]

    @property
    def changes(self) -> str:
        """The correction that it makes, a line each."""
        own = [f"{self.verb} {self.says}"] if self.verb in CHANGES else []
        return "\n".join([*own, *(line for line in self.then if _word(line) in (*CHANGES, *ANSWERS))])

    @property
    def is_private(self) -> bool:
        """Whether others than those it is for may not read it, so that it is no part of a post."""
        return self.verb == "ORDER" or (self.verb in ("NOTE", "DISPUTE") and self.whom not in ("", "all"))

    @property
    def meant(self) -> tuple[str, str] | None:
        """The line of chat that was a move, as in `58.3`, and that move, if the line makes it one."""
        if self.verb == "MEANT":
            return self.about.removeprefix("#"), self.says
        clause = next((line.partition(" ")[2] for line in self.then if _word(line) == "MEANT"), "")
        address, _, move = clause.strip().removeprefix("#").partition(":")
        return (address, move.strip()) if clause else None

    @property
    def stands_alone(self) -> bool:
        """Whether it is no part of a post: it is not for all, or is about a post itself."""
        return self.is_private or self.meant is not None


def read_directive(text: str) -> Directive | None:
    """Take a line apart; None if it is a game's own."""
    found = _DIRECTIVE.fullmatch(text.strip())
    if found is None:
        return None
    verb, rest = found["verb"].upper(), found["rest"] or ""
    if verb in CHANGES:
        first, *then = [without_reason(line) for line in split_changes(f"{verb} {rest}")]
        return Directive(verb, says=first.removeprefix(verb).strip(), then=tuple(then))
    then = []
    if verb in _CARRIED_OUT:
        rest, *then = _BETWEEN.split(rest)
        then = [line.strip() for line in then]
    if verb in _COLON:
        head, _, says = rest.partition(":")
        about, _, whom = " ".join(head.split()).partition(" for ")
        return _with_reason(Directive(verb, about, whom.lower(), then=tuple(then)), says)
    if verb in _PLAIN:
        return _with_reason(Directive(verb), rest)
    about, _, more = rest.partition(";")[0].strip().partition(" ")
    _, _, reason = rest.partition(";")
    first, _, after = more.strip().partition(" ")
    whom, _, says = after.strip().partition(" ") if first.lower() == "for" else ("", "", more)
    return Directive(verb, about, whom.lower(), says.strip(), reason.strip())


def _with_reason(line: Directive, text: str) -> Directive:
    if line.verb in _FREE:
        return msgspec.structs.replace(line, says=text.strip())
    says, _, reason = text.partition(";")
    reason = _ESCAPED.sub("", reason.strip()) if line.verb in _CARRIED_OUT else reason.strip()
    return msgspec.structs.replace(line, says=says.strip(), reason=reason)


def without_reason(line: str) -> str:
    """A line of a correction without a remark: a move may hold a semicolon, but no blank before it."""
    mark = " ; " if _word(line) in ("FIX", "INSERT", "PUT") else ";"
    return line.partition(mark)[0].strip()


def _word(line: str) -> str:
    return line.partition(" ")[0].upper()


def clauses(text: str) -> tuple[str, ...]:
    """The lines of a correction as clauses of one line.

    Raises:
        NotationError: one does not begin as such a line does.
    """
    lines = split_changes(text)
    for line in lines:
        if not _CLAUSE.match(f"{line} "):
            raise NotationError("a correction is written so", column=1, read=line[:80], allowed=FORMS)
    return tuple(line.replace(" ; ", "; ") for line in lines)


def correction(text: str) -> Directive:
    """The lines of a correction as one.

    Raises:
        NotationError: one does not begin as such a line does.
        RefusedError: there are none, or nothing is changed.
    """
    lines = clauses(text)
    verb, _, says = (lines or ("",))[0].partition(" ")
    if verb.upper() not in CHANGES:
        raise RefusedError("say what is to be changed")
    return Directive(verb.upper(), says=says.strip(), then=lines[1:])


def compose(line: Directive) -> str:
    """Write a line as it is read back.

    Raises:
        RefusedError: something in it cannot be written on one line.
    """
    about = f" {line.about}{f' for {line.whom}' if line.whom else ''}" if line.about else ""
    says = f":{f' {line.says}' if line.says else ''}" if line.verb in _COLON else f" {line.says}" if line.says else ""
    reason = _UNESCAPED.sub("//", line.reason) if line.verb in _CARRIED_OUT else line.reason
    text = " / ".join([f"{line.verb}{about}{says}{f' ; {reason}' if reason else ''}", *line.then])
    if read_directive(text) != line:
        raise RefusedError(
            f'"{line.about[:_LONGEST]} {line.says[:_LONGEST]}" cannot be written in a line of {line.verb}'
        )
    return text


def house_clause(text: str) -> str:
    """The clause of a ruling that makes a house rule."""
    return f"HOUSE {_UNESCAPED.sub('//', text)}"


def house_rule(line: Directive) -> str:
    """The house rule that a ruling makes, "" for none."""
    found = (one for one in line.then if _word(one) == "HOUSE")
    return _ESCAPED.sub("", next(found, "").partition(" ")[2].strip())
