"""Findings and reports of an audit, shared by text, JSON and pages."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeVar, get_args

import msgspec

from events.events import ALL, OMNISCIENT
from projections.rule_conflicts import RuleConflict
from projections.wording import counted, rules_in_words, titled
from replay.reading.chance_trust import grade_text

T = TypeVar("T")
Level = Literal["violation", "unverified", "note"]

LOG_RULES: Final[Mapping[str, str]] = {
    "LOG-CHAIN": "The digest of an entry must follow from its own text and the digest of the entry before it.",
    "LOG-BODY": "An entry must be one well-formed JSON object of this game that fits the entries before it.",
    "LOG-ORDER": "A log must begin with its start, the dice roller's commitment (if it is used), the seats, the"
    " beginning of play and the deal. Secrets are opened once, to the audience that entry 1 names. After that, no"
    " dice are rolled and no cards shuffled.",
    "LOG-ROLL": "Roll k of the dice roller must reveal the key that belongs to the key before it, and show its faces.",
    "LOG-ROLLER": "An external dice roller numbers its receipts. Each roll has its own number, and none is missing.",
    "LOG-SHUFFLE": "Shuffle j of the dice roller must give the order that follows from its committed secret.",
    "LOG-SEAL": "An opened value must match its seal. A drawn card must have the seal that it had in the shuffle.",
    "LOG-CHANCE": "A move must have exactly the rolls, draws and shuffles that it needs: no more, no fewer, unchanged.",
    "LOG-SOURCE": "Dice and cards must come from the source that entry 1 names.",
    "LOG-TAKEBACK": "A takeback must go to the end of a move. Piles with cards seen since then are shuffled again,"
    " unless their order may be kept.",
    "LOG-REPLAY": "A reused roll must equal an undone one in dice, sides, faces and purpose. Rolls are reused in order,"
    " each once.",
    "LOG-MEND": "A value set by the moderator must have exactly the effects of setting it.",
    "LOG-RULE": "An effect must name the rule that it comes from.",
    "LOG-LINE": "The author, the cause and the place of an entry must be as its move requires.",
    "LOG-PRINT": "The position computed now must have the state hash that was stored with the entry.",
    "LOG-DECIDE": "It must be possible to decide a recorded move again.",
    "LOG-CLAIM": "A board statement in a post must equal the value on the board.",
    "LOG-WITNESS": "A checkpoint must have the digest of its entry in this log.",
    "LOG-SIGN": "If a log names a key, an exported log must end with an entry that this key signed. All signatures must"
    " be valid.",
    "LOG-KEY": "The signing key must be the one that you know, or a key that this one vouches for.",
    "LOG-RULES": "An audit decides by the rules version of the session. If this server does not have it, the audit uses"
    " the newest version.",
}
"""The rules of the log itself, which every game shares."""


class Finding(msgspec.Struct, frozen=True):
    """One finding: the logged fact, the rule, the evidence, the effect and the remedy.

    `seq` is its entry, `address` the move number, `evidence` entry numbers. `kept` marks an illegal move that was
    accepted as played. A consequence has the id of its root finding in `root`. The root's `corrected` says which repair
    removed the consequences ("left out"). `triage` is the last assessment, by whom and why. `unasked` is the entry
    which says that the post of the move was recorded without a question, 0 for none.

    If a move broke the rule, or its recorded result is wrong, `did` is the sentence of the move, and `conflicts` say
    what the rule requires and what did not fit. Both are in the past tense.
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
    did: str = ""
    conflicts: tuple[RuleConflict, ...] = ()
    unasked: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the finding is a root that was neither accepted nor assessed."""
        return not (self.root or self.kept or self.triage)


class Exercised(msgspec.Struct):
    """The rules that matter in a log: the number of entries by rule, and the rules that a move was checked against."""

    lines: Counter[str] = msgspec.field(default_factory=Counter)
    asked: set[str] = msgspec.field(default_factory=set)


class Report(msgspec.Struct, frozen=True):
    """An audit of one session for one viewer.

    `unchecked` lists what could not be checked, `waived` the rules that a card set aside, `house` the group's house
    rules. `signed` says whose key signed the log, and up to which entry. `ended` says how people closed the session.
    `rules_played` is the rules version at the start, `rules_now` the newest one. `rules_changes` are the entries that
    changed the version, each with the new version.
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
    ended: str = ""
    rules_changes: tuple[tuple[int, int], ...] = ()

    @property
    def rules(self) -> str:
        """The rules versions of the session in words."""
        return rules_in_words(self.rules_played, self.rules_changes, self.rules_now)

    @property
    def clean(self) -> bool:
        """Whether the audit found no violation."""
        return not self.counts.get("violation")

    @property
    def summary(self) -> str:
        """The result in one line."""
        return summary_of(self.counts, sum(bool(finding.root) for finding in self.findings))

    @property
    def roots(self) -> tuple[Finding, ...]:
        """The findings that are not consequences of another one."""
        return tuple(finding for finding in self.findings if not finding.root)

    def follow(self, root: Finding) -> tuple[Finding, ...]:
        """Return the findings that are consequences of `root` and disappear if it is corrected."""
        return tuple(finding for finding in self.findings if finding.root == root.id)


def summary_of(counts: Mapping[str, int], follow: int) -> str:
    """Return in words the number of findings of each level. `follow` is how many are consequences of other findings."""
    violations, unverified, notes = (counts.get(level, 0) for level in get_args(Level))
    follows = f" ({follow} {'is a consequence' if follow == 1 else 'are consequences'})" if follow else ""
    parts = (
        f"{counted(violations, 'violation') if violations else 'no violations'}{follows * (not unverified)}",
        f"{unverified or 'nothing'} unverified{follows * bool(unverified)}",
        counted(notes, "note") if notes else "no notes",
    )
    return ", ".join(parts)


def report_text(report: Report) -> str:
    """Return a report as plain text."""
    viewer = {ALL: "a spectator", OMNISCIENT: "the moderator"}.get(report.viewer, report.viewer)
    out = [
        f"Audit of {report.title or report.session}: {report.summary}",
        f"  {report.game}, {report.rules}, {counted(report.lines, 'entry', 'entries')}, as seen by {viewer}",
        f"  last entry #{report.head_seq} {report.head[:32]}",
        f"  dice and cards: {grade_text(report.grade)}",
        *([f"  {report.signed}"] if report.signed else []),
        *([f"  {report.ended}"] if report.ended else []),
    ]
    for finding in report.roots:
        out += ["", *_finding_lines(finding)]
        if follow := report.follow(finding):
            gone = f"{counted(len(follow), 'consequence')}, which disappear{'s' * (len(follow) == 1)}"
            out.append(f"  {gone} if this is {finding.corrected}:")
            out += [f"    {line}" for one in follow for line in _finding_lines(one)]
    if report.waived:
        out += ["", "Rules that a card suspended:", *(f"  - {item}" for item in report.waived)]
    if report.house:
        out += ["", "House rules:", *(f"  - {item}" for item in report.house)]
    out += ["", "Not checked:"]
    out += [f"  - {item}" for item in report.unchecked] or ["  - nothing (the whole log was checked)"]
    return "\n".join(out) + "\n"


def _finding_lines(finding: Finding) -> Sequence[str]:
    place = f"entry {finding.seq}" + (f" ({finding.address})" if finding.address else "")
    seat = f", {titled(finding.seat)}" if finding.seat else ""
    kept = ", accepted as played" if finding.kept else ""
    rows = {
        "what": finding.condition, "rule": finding.criteria, "entries": ", ".join(map(str, finding.evidence)),
        "post": f"recorded without a question (entry {finding.unasked})" if finding.unasked else "",
        "effect": finding.effect, "remedy": finding.remedy, "assessed": finding.triage,
    }  # fmt: skip
    head = f"[{finding.level}{kept}] {finding.rule} at {place}{seat}; finding {finding.id}"
    return [head, *(f"  {name + ':':<10}{text}" for name, text in rows.items() if text)]


def or_fallback(fallback: T, make: Callable[[], T]) -> T:
    """Return the result of `make`, or `fallback` if a game's function fails in it, as it may on a tampered log."""
    try:
        return make()
    except Exception:  # noqa: BLE001  # the audit reports, it does not raise
        return fallback
