"""The audits of many sessions as one report: findings by rule, game and source of dice, what to look at first.

One session gives an `AuditedItem`, which is small, so that ten thousand fit; the report is made of these alone, and so
can be made again from those that were kept.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from replay.audit.findings import Level, Report


class FoundOne(msgspec.Struct, frozen=True):
    """One finding of one session, as the report of many tells it."""

    id: str
    level: Level
    rule: str
    seq: int
    address: str
    seat: str
    condition: str
    kept: bool = False


class AuditedItem(msgspec.Struct, frozen=True):
    """One session, export or transcript: what was found, which rules its lines come from; or why there is no report.

    `key` is a hash of what was read, so that it need not be read again. `dice` is whose dice and cards they are.
    """

    name: str
    key: str
    game: str = ""
    title: str = ""
    lines: int = 0
    dice: str = ""
    findings: tuple[FoundOne, ...] = ()
    unchecked: tuple[str, ...] = ()
    used: Mapping[str, int] = {}
    trouble: str = ""

    def count(self, level: Level) -> int:
        """How many findings of a level."""
        return sum(one.level == level for one in self.findings)


class RuleRow(msgspec.Struct, frozen=True):
    """How often a rule of a game was broken, in doubt or noted, in how many sessions; how many lines come from it."""

    game: str
    rule: str
    violations: int
    doubts: int
    notes: int
    sessions: int
    lines: int


class Compared(msgspec.Struct, frozen=True):
    """Findings against an earlier report: new ones, those that are gone, and how many are the same."""

    new: tuple[tuple[str, FoundOne], ...]
    gone: tuple[tuple[str, FoundOne], ...]
    same: int


class ManyReport(msgspec.Struct, frozen=True):
    """One report of many sessions: `first` are those worth a look first, `never` the rules that no line shows."""

    sessions: int
    lines: int
    counts: Mapping[str, int]
    by_rule: tuple[RuleRow, ...]
    by_game: Mapping[str, Mapping[str, int]]
    by_dice: Mapping[str, Mapping[str, int]]
    never: Mapping[str, tuple[str, ...]]
    first: tuple[str, ...]
    troubles: Mapping[str, str]
    items: tuple[AuditedItem, ...]
    against: Compared | None = None


def audited(name: str, key: str, report: Report, used: Mapping[str, int]) -> AuditedItem:
    """A report as an item of many; rules of the log itself are no lines' own."""
    found = tuple(
        FoundOne(one.id, one.level, one.rule, one.seq, one.address, one.seat, one.condition, one.kept)
        for one in report.findings
    )
    dice = report.grade.partition(";")[0]
    return AuditedItem(
        name, key, report.game, report.title, report.lines, dice, found, report.unchecked,
        {rule: number for rule, number in sorted(used.items()) if rule},
    )  # fmt: skip


def report_of(
    items: Sequence[AuditedItem], rulebooks: Mapping[str, Sequence[str]], before: ManyReport | None = None
) -> ManyReport:
    """The report of many audits; `rulebooks` are the ids of each game's rules."""
    counts: Counter[str] = Counter()
    rules: dict[tuple[str, str], Counter[str]] = {}
    by_game: dict[str, Counter[str]] = {}
    by_dice: dict[str, Counter[str]] = {}
    for item in items:
        for table, name in ((by_game, item.game), (by_dice, item.dice)):
            if name:
                table.setdefault(name, Counter())["sessions"] += 1
        for rule, number in item.used.items():
            rules.setdefault((item.game, rule), Counter())["lines"] += number
        for one in item.findings:
            counts[one.level] += 1
            rules.setdefault((item.game, one.rule), Counter())[one.level] += 1
            by_game[item.game][one.level] += 1
            by_dice[item.dice][one.level] += 1
        for rule in {one.rule for one in item.findings}:
            rules[item.game, rule]["sessions"] += 1
    rows = [
        RuleRow(game, rule, told["violation"], told["doubt"], told["note"], told["sessions"], told["lines"])
        for (game, rule), told in rules.items()
    ]
    rows.sort(key=lambda row: (-row.violations, -row.doubts, -row.notes, row.game, row.rule))
    never = {
        game: tuple(rule for rule in ids if (game, rule) not in rules)
        for game, ids in rulebooks.items() if game in by_game
    }  # fmt: skip
    worth = sorted(items, key=lambda item: (-item.count("violation"), -item.count("doubt"), item.name))
    return ManyReport(
        len(items), sum(item.lines for item in items), dict(counts), tuple(rows), by_game, by_dice, never,
        tuple(item.name for item in worth if item.count("violation") or item.count("doubt"))[:20],
        {item.name: item.trouble for item in items if item.trouble}, tuple(items),
        _compared(items, before) if before is not None else None,
    )  # fmt: skip


def _compared(items: Sequence[AuditedItem], before: ManyReport) -> Compared:
    """What is new and gone against an earlier report; the same finding of a session has the same id in every run."""
    now = {(item.name, one.id, one.level): one for item in items for one in item.findings}
    then = {(item.name, one.id, one.level): one for item in before.items for one in item.findings}
    return Compared(
        tuple((key[0], one) for key, one in now.items() if key not in then),
        tuple((key[0], one) for key, one in then.items() if key not in now),
        len(now.keys() & then.keys()),
    )
