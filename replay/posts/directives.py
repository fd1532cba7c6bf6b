"""Parse and compose directives: lines that all games share. `acts` executes them.

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
    END resign ; reason                      END agree ; reason
    END close ; reason                       END reopen ; reason
    MEANT #58.3: line                        RULING #58: fix ; reason / MEANT #58.3: line / KEEP rest

A directive is a verb, a move or entry, an addressee, a text, and a reason after `;`. The clauses after ` / ` carry out
a ruling or an offer. In free text, ` / ` before such a clause is written ` // `.
"""

import re
from typing import Final

import msgspec

from events.errors import NotationError, RefusedError
from events.lazy_patterns import lazy_pattern
from replay.corrections.written_changes import ANSWERS, CHANGES, FORMS, split_changes

_WORDS: Final = rf"(?:{'|'.join((*CHANGES, *ANSWERS, 'UNDO', 'HOUSE', 'MEANT'))})\s"
_CLAUSE: Final = lazy_pattern(_WORDS, re.IGNORECASE)
_BETWEEN: Final = lazy_pattern(rf"\s{{1,9}}/\s{{1,9}}(?={_WORDS})", re.IGNORECASE)
_UNESCAPED: Final = lazy_pattern(rf"(?<=\s)/(?=/{{0,9}}\s{{1,9}}{_WORDS})", re.IGNORECASE)
_ESCAPED: Final = lazy_pattern(rf"(?<=\s)/(?=/{{1,9}}\s{{1,9}}{_WORDS})", re.IGNORECASE)
_DIRECTIVE: Final = lazy_pattern(
    r"(?P<verb>UNDO|FIX|INSERT|OMIT|DUE|SET|SKIP|LEARN|RULING|DISPUTE|NOTE(?=\s+#?\d[\d.]*(?:\s+for\s+[\w-]+)?\s*:)"
    r"|(?-i:AGREE|DECLINE|WITHDRAW|OFFER)(?=\s+#\d)|(?-i:ORDER)(?=\s+[\w-]+:)|(?-i:FINDING)(?=\s+[0-9a-f]{8}:)"
    r"|(?-i:MEANT)(?=\s+#\d+\.\d+:)|(?-i:END)(?=\s+(?:resign|agree|close|reopen)(?![\w-])))"
    r"(?:\s+(?P<rest>.+))?",
    re.IGNORECASE,
)
_SLIP: Final = lazy_pattern(
    r"NOTE\s{1,9}(?![\s:])|ORDER\s?:?\s|(?:AGREE|DECLINE|WITHDRAW|OFFER|FINDING|MEANT)\s{1,9}#?\d"
    r"|AGREE[.!]?\s{0,9}(?:;|$)"
    r"|END\s{1,9}(?:resign|agree|close|reopen)|(?i:end\s{1,9}(?:resign|reopen))"
    r"|(?i:note\s{1,9}(?:#?\d[\d.]{0,9}\s{1,9})?for\s{1,9}[\w-]{1,40}\s?:|order\s{1,9}[\w-]{1,40}\s?:)"
)
_TAKEBACK: Final = lazy_pattern(
    r"take[ -]?back\s{1,9}(?:move\s{1,9})?(?P<about>#\d{1,9}|\d{1,9}\.\d{1,9})(?P<whom>\s{1,9}for\s{1,9}[\w-]{1,40})?"
    r"(?:[^;]*(?P<why>;.*))?",
    re.IGNORECASE,
)
"""Words for a takeback, which is written with UNDO."""
_FORM: Final = {
    "NOTE": "NOTE #12 for judge: text", "ORDER": "ORDER seat: text", "AGREE": "AGREE #45", "DECLINE": "DECLINE #45",
    "WITHDRAW": "WITHDRAW #45", "OFFER": "OFFER #44: remedy", "FINDING": "FINDING 0f3a9c1d: waived ; reason",
    "MEANT": "MEANT #58.3: move", "END": "END resign ; reason",
}  # fmt: skip
_COLON: Final = frozenset({"RULING", "DISPUTE", "NOTE", "OFFER", "ORDER", "FINDING", "MEANT"})
"""Verbs whose move or entry number ends with a colon."""
_FREE: Final = frozenset({"DISPUTE", "NOTE", "ORDER", "MEANT"})
"""Verbs followed by one free text, which may contain `;` and ` / `."""
FOR_MODERATOR: Final = frozenset({"SET", "SKIP", "RULING"})
"""Verbs that no seat can use. Strict sessions accept them only in a moderator's block."""
_PLAIN: Final = frozenset({"SET", "SKIP", "LEARN"})  # verbs with all their arguments in one text
_CARRIED_OUT: Final = frozenset({"RULING", "OFFER", "MEANT"})
_LONGEST: Final = 40


class Directive(msgspec.Struct, frozen=True):
    """A parsed directive. `then` are the clauses that carry it out, or the further lines of a correction."""

    verb: str
    about: str = ""
    whom: str = ""
    says: str = ""
    reason: str = ""
    then: tuple[str, ...] = ()

    @property
    def agreed(self) -> list[str]:
        """The seats that agreed to a takeback."""
        return [word.lower().strip(",") for word in self.says.split() if word.lower() != "ok"]

    @property
    def changes(self) -> str:
        """The lines of the correction in this directive, separated by line breaks."""
        own = [f"{self.verb} {self.says}"] if self.verb in CHANGES else []
        return "\n".join([*own, *(line for line in self.then if _word(line) in (*CHANGES, *ANSWERS))])

    @property
    def is_moderators(self) -> bool:
        """Whether no seat can write the directive."""
        return self.verb in FOR_MODERATOR or (self.verb == "END" and self.about in ("close", "reopen"))

    @property
    def is_private(self) -> bool:
        """Whether only some readers may know the directive, so that it cannot be part of a post."""
        return self.verb == "ORDER" or (self.verb in ("NOTE", "DISPUTE") and self.whom not in ("", "all"))

    @property
    def meant(self) -> tuple[str, str] | None:
        """For MEANT: the address of the line of chat, such as `58.3`, and the move that it was."""
        if self.verb == "MEANT":
            return self.about.removeprefix("#"), self.says
        clause = next((line.partition(" ")[2] for line in self.then if _word(line) == "MEANT"), "")
        address, _, move = clause.strip().removeprefix("#").partition(":")
        return (address, move.strip()) if clause else None

    @property
    def stands_alone(self) -> bool:
        """Whether the directive cannot be part of a post, because it is private or is about a post itself."""
        return self.is_private or self.meant is not None


def read_directive(text: str) -> Directive | None:
    """Parse a directive; return None if the line belongs to the game."""
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
    written, _, reason = rest.partition(";")
    about, _, more = written.strip().partition(" ")
    first, _, after = more.strip().partition(" ")
    whom, _, says = after.strip().partition(" ") if first.lower() == "for" else ("", "", more)
    return Directive(verb, about, whom.lower(), says.strip(), reason.strip())


def directive_slip(text: str) -> str:
    """Return a question about a line that resembles a directive, "" for any other line.

    Without an answer the line is not posted, because its text could be meant for a few readers only.
    """
    if read_directive(text) is not None:
        return ""
    if undo := meant_directive(text):
        return f"a takeback is written as `{undo}`. Choose that line, or post this one as chat, which all can read"
    if _SLIP.match(text.strip()) is None:
        return ""
    verb = _word(text.strip()).rstrip(":;.!")
    return f"this line begins like {verb}. Write it as `{_FORM[verb]}`, or post it as chat, which all can read"


def is_command(text: str) -> bool:
    """Check whether a line is a directive or resembles one."""
    return read_directive(text) is not None or bool(directive_slip(text))


def meant_directive(text: str) -> str:
    """Return the directive that a line in other words means, such as UNDO for `TAKEBACK 1.1`, "" for any other line."""
    found = _TAKEBACK.match(text.strip())
    if found is None:
        return ""
    words = [f"UNDO {found['about']}{found['whom'] or ''}", *([found["why"]] if found["why"] else [])]
    return " ".join(words)


def _with_reason(line: Directive, text: str) -> Directive:
    if line.verb in _FREE:
        return msgspec.structs.replace(line, says=text.strip())
    says, _, reason = text.partition(";")
    reason = _ESCAPED.sub("", reason.strip()) if line.verb in _CARRIED_OUT else reason.strip()
    return msgspec.structs.replace(line, says=says.strip(), reason=reason)


def without_reason(line: str) -> str:
    """Remove a remark from a line of a correction. In a move, only a semicolon with a space before it begins one."""
    mark = " ; " if _word(line) in ("FIX", "INSERT", "PUT") else ";"
    return line.partition(mark)[0].strip()


def _word(line: str) -> str:
    return line.partition(" ")[0].upper()


def clauses(text: str) -> tuple[str, ...]:
    """Return the lines of a correction as clauses of a directive. Raises NotationError for other lines."""
    lines = split_changes(text)
    for line in lines:
        if not _CLAUSE.match(f"{line} "):
            raise NotationError("this is not a correction", column=1, read=line[:80], allowed=FORMS)
    return tuple(line.replace(" ; ", "; ") for line in lines)


def correction(text: str) -> Directive:
    """Combine the lines of a correction into one directive. Its first line must change a move."""
    lines = clauses(text)
    verb, _, says = (lines or ("",))[0].partition(" ")
    if verb.upper() not in CHANGES:
        raise RefusedError("the change is missing. Write one, such as OMIT 7.3")
    return Directive(verb.upper(), says=says.strip(), then=lines[1:])


def compose(line: Directive) -> str:
    """Write a directive in the notation that `read_directive` parses. Raises RefusedError if one line is not enough."""
    about = f" {line.about}{f' for {line.whom}' if line.whom else ''}" if line.about else ""
    says = f":{f' {line.says}' if line.says else ''}" if line.verb in _COLON else f" {line.says}" if line.says else ""
    reason = _UNESCAPED.sub("//", line.reason) if line.verb in _CARRIED_OUT else line.reason
    text = " / ".join([f"{line.verb}{about}{says}{f' ; {reason}' if reason else ''}", *line.then])
    if read_directive(text) != line:
        written = f"{line.about[:_LONGEST]} {line.says[:_LONGEST]}"
        raise RefusedError(f'"{written}" cannot be written on one {line.verb} line')
    return text


def house_clause(text: str) -> str:
    """Return the clause that makes the rule in `text` a house rule, to be added to a RULING line."""
    return f"HOUSE {_UNESCAPED.sub('//', text)}"


def house_rule(line: Directive) -> str:
    """Return the house rule that a ruling makes, "" for none."""
    found = (one for one in line.then if _word(one) == "HOUSE")
    return _ESCAPED.sub("", next(found, "").partition(" ")[2].strip())
