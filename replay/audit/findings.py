"""Findings and reports of an audit, the same for text, JSON and pages."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple, Self, TypeVar, get_args

import msgspec

from projections.wording import titled

T = TypeVar("T")
Level = Literal["violation", "doubt", "note"]

LOG_RULES: Final[Mapping[str, str]] = {
    "LOG-CHAIN": "Each line's digest follows from its own text and the digest of the line before.",
    "LOG-BODY": "Each line is one clean JSON object of this game's vocabulary, and can be folded.",
    "LOG-ORDER": "A log begins with Started, Pledged if there is a tower, one Seated a seat, Begun, the deal; it is"
    " opened once, to whom Started says, and no new chance of a tower follows that.",
    "LOG-ROLL": "Roll k of the tower reveals the key whose hash is the key before, and shows the faces of that key.",
    "LOG-ROLLER": "The receipts of a roller elsewhere run on: each throw has a number of its own, none is left out.",
    "LOG-SHUFFLE": "Shuffle j of the tower gives the order that the pledged secret gives.",
    "LOG-SEAL": "What is opened matches its seal; a card drawn carries the seal that it had in the shuffle.",
    "LOG-CHANCE": "A move has just the chance it asks for: nothing missing, extra or altered.",
    "LOG-SOURCE": "Chance comes from where the session said it would.",
    "LOG-TAKEBACK": "A takeback goes to the end of a move; piles that were seen into are shuffled anew unless kept.",
    "LOG-REPLAY": "A roll used again equals a struck roll in dice, sides, faces and purpose, in its order, once.",
    "LOG-MEND": "A moderator's correction has just the effects that the named value asks for.",
    "LOG-RULE": "An effect is filed under the rule that it comes from.",
    "LOG-LINE": "A line's author, cause and place within its group are as deciding its move writes them.",
    "LOG-PRINT": "The position folded today has the fingerprint that was stored with its line.",
    "LOG-DECIDE": "A recorded move can be decided again.",
    "LOG-CLAIM": "A value that a post claims is the value on the board.",
    "LOG-WITNESS": "A witness names a line of this log by its digest.",
    "LOG-SIGN": "Where a log names a key, what leaves the house ends at a head that this key signed, and each signature"
    " holds.",
    "LOG-KEY": "The key that signs is the one that a reader knows, or one that it handed over to.",
    "LOG-RULES": "An audit decides by the rules of today: a session of another rules number may differ for that alone.",
}
"""The rules of the log itself, which every game shares."""


class Finding(msgspec.Struct, frozen=True):
    """One finding, to stand alone: what was logged, which rule, the evidence, what it changed, what can be done.

    `seq` is the line it is found at, `address` its turn and step, `evidence` line numbers. `kept` marks what a post or
    moderator kept with a reason. A finding that only follows from an earlier one has the id of that as its `root`; that
    one says in `corrected` how its move was made right, so that the others are gone ("given its due result"). `triage`
    is what people made of it last: accepted, waived or a false positive, by whom and why.
    """

    id: str
    level: Level
    rule: str
    criteria: str
    seq: int
    address: str
    seat: str
    condition: str
    evidence: tuple[int, ...] = ()
    effect: str = ""
    remedy: str = ""
    kept: bool = False
    root: str = ""
    corrected: str = ""
    triage: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it follows from no other finding, and nobody accepted or judged it."""
        return not (self.root or self.kept or self.triage)


class Exercised(NamedTuple):
    """The rules that a log shows: how many lines come from each, and which a move was held against."""

    lines: Counter[str]
    asked: set[str]

    @classmethod
    def none(cls) -> Self:
        """Nothing yet."""
        return cls(Counter(), set())


class Report(msgspec.Struct, frozen=True):
    """An audit of one session for one viewer. `unchecked` lists what could not be checked, never empty by silence.

    `waived` says where a card set a rule aside, so that nothing was found; `house` are the table's own rules. `signed`
    says by whom the log is signed, and up to where.
    """

    session: str
    game: str
    title: str
    viewer: str
    rules_played: int
    rules_now: int
    lines: int
    head_seq: int
    head: str
    grade: str
    findings: tuple[Finding, ...]
    unchecked: tuple[str, ...]
    counts: dict[str, int]
    waived: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    signed: str = ""

    @property
    def clean(self) -> bool:
        """Whether no violation was found."""
        return not self.counts.get("violation")

    @property
    def summary(self) -> str:
        """The answer in one line."""
        return summary_of(self.counts, sum(bool(finding.root) for finding in self.findings))

    @property
    def roots(self) -> tuple[Finding, ...]:
        """The findings that do not only follow from an earlier one."""
        return tuple(finding for finding in self.findings if not finding.root)

    def follow(self, root: Finding) -> tuple[Finding, ...]:
        """The findings that are gone when a root is put right."""
        return tuple(finding for finding in self.findings if finding.root == root.id)


def summary_of(counts: Mapping[str, int], follow: int) -> str:
    """The number of findings of each level in words; `follow` of them only follow from another one."""
    parts = (f"{counts.get(level) or 'no'} {level}{'s' * (counts.get(level) != 1)}" for level in get_args(Level))
    return ", ".join(parts) + (f"; {follow} of these only follow{'s' * (follow == 1)}" if follow else "")


def finding_id(rule: str, seq: int, seat: str) -> str:
    """The same finding has the same id in every run: 8 hex digits over rule, line and seat."""
    return sha256(f"{rule}\n{seq}\n{seat}".encode()).hexdigest()[:8]


def report_text(report: Report) -> str:
    """A report as plain text."""
    rules = f"rules {report.rules_played}"
    if report.rules_now != report.rules_played:
        rules += f" (today's are {report.rules_now})"
    out = [
        f"Audit of {report.title or report.session}: {report.summary}",
        f"  {report.game}, {rules}, {report.lines} lines, seen by {report.viewer}",
        f"  head #{report.head_seq} {report.head[:32]}",
        f"  chance: {report.grade}",
        *([f"  {report.signed}"] if report.signed else []),
    ]
    for finding in report.roots:
        out += ["", *_finding_lines(finding)]
        if follow := report.follow(finding):
            out.append(f"  followed by {len(follow)}, gone where this is {finding.corrected}:")
            out += [f"    {line}" for one in follow for line in _finding_lines(one)]
    if report.waived:
        out += ["", "Set aside by a card:", *(f"  - {item}" for item in report.waived)]
    if report.house:
        out += ["", "House rules:", *(f"  - {item}" for item in report.house)]
    out += ["", "Not checked:"]
    out += [f"  - {item}" for item in report.unchecked] or ["  - nothing: all of the log was checked"]
    return "\n".join(out) + "\n"


def _finding_lines(finding: Finding) -> Sequence[str]:
    place = f"line {finding.seq}" + (f" ({finding.address})" if finding.address else "")
    seat = f", {titled(finding.seat)}" if finding.seat else ""
    kept = ", kept" if finding.kept else ""
    lines = [
        f"[{finding.level}{kept}] {finding.rule} at {place}{seat}; finding {finding.id}",
        f"  what:     {finding.condition}",
    ]
    lines.append(f"  rule:     {finding.criteria}")
    if finding.evidence:
        many = "lines" if len(finding.evidence) > 1 else "line"
        lines.append(f"  evidence: {many} {', '.join(map(str, finding.evidence))}")
    if finding.effect:
        lines.append(f"  effect:   {finding.effect}")
    if finding.remedy:
        lines.append(f"  remedy:   {finding.remedy}")
    if finding.triage:
        lines.append(f"  said:     {finding.triage}")
    return lines


def or_fallback(fallback: T, make: Callable[[], T]) -> T:
    """The result of a game's function, or a fallback where it fails, as it may on a log that was tampered with."""
    try:
        return make()
    except Exception:  # noqa: BLE001  # the audit reports, it does not raise
        return fallback
