"""One report of many audits: findings by rule, game, kind of play and dice, and which sessions to look at first."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from replay.audit.findings import LOG_RULES, Finding, Level, Report, summary_of

_FIRST: Final = 20


class UnreadLine(msgspec.Struct, frozen=True):
    """A line of a transcript that could not be read, and why."""

    number: int
    text: str
    why: str


class AuditedItem(msgspec.Struct, frozen=True):
    """The audit of one session, export or transcript.

    `report` is None if nothing could be read. `trouble` says what could not be read, `unread` has those lines. `used`
    is the number of entries that come from each rule, `asked` the rules that a move was checked against. `key` is a
    hash of the file.
    """

    name: str
    key: str = ""
    report: Report | None = None
    used: Mapping[str, int] = {}
    asked: tuple[str, ...] = ()
    trouble: str = ""
    unread: tuple[UnreadLine, ...] = ()

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings of the report."""
        return self.report.findings if self.report else ()

    @property
    def game(self) -> str:
        """The game of the session, "" if nothing could be read."""
        return self.report.game if self.report else ""

    @property
    def lines(self) -> int:
        """The number of entries that were audited."""
        return self.report.lines if self.report else 0

    @property
    def dice(self) -> str:
        """Where the dice and cards come from, "" if nothing could be read."""
        return self.report.grade.partition(";")[0] if self.report else ""

    @property
    def play(self) -> str:
        """The kind of play: `tower` (the built-in dice roller), `recorded`, or both. "" if it is not known."""
        towers = [part.removeprefix("dice ").removeprefix("cards ") == "tower" for part in self.dice.split(", ")]
        kinds = {True: "tower", False: "recorded"}
        return " and ".join(kinds[kind] for kind in (True, False) if kind in towers) if self.dice else ""

    @property
    def weight(self) -> tuple[int, int]:
        """The number of violations and of doubts that are open."""
        levels: tuple[Level, Level] = ("violation", "doubt")
        first, second = (sum(one.level == level and one.is_open for one in self.findings) for level in levels)
        return first, second

    @property
    def beginning(self) -> str:
        """The entry and the rule of the first open violation or doubt, "" without one."""
        found = (f"line {one.seq} {one.rule}" for one in self.findings if one.is_open and one.level != "note")
        return next(found, "")


class RuleRow(msgspec.Struct, frozen=True):
    """The findings against one rule of a game, in how many sessions, and how many entries come from the rule.

    `asked` is the number of sessions in which a move was checked against the rule, `text` is the rule.
    """

    game: str
    rule: str
    violations: int
    doubts: int
    notes: int
    sessions: int
    lines: int
    asked: int = 0
    text: str = ""


class Compared(msgspec.Struct, frozen=True):
    """The difference to an earlier report: new findings, findings that are gone, and the number of the others."""

    new: tuple[tuple[str, Finding], ...]
    gone: tuple[tuple[str, Finding], ...]
    same: int


class ManyReport(msgspec.Struct, frozen=True):
    """One report of many sessions.

    `first` names the sessions to look at first. `follow` is the number of findings that only follow from another one.
    `exercised` is the number of rules of each game that an entry comes from or a move was checked against, `never` are
    the others.
    """

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
    follow: int = 0
    by_play: Mapping[str, Mapping[str, int]] = {}
    exercised: Mapping[str, int] = {}

    @property
    def worth(self) -> Sequence[AuditedItem]:
        """The sessions to look at first, the worst one first."""
        items = {item.name: item for item in self.items}
        return [items[name] for name in self.first]

    @property
    def summary(self) -> str:
        """The number of findings in words."""
        return summary_of(self.counts, self.follow)

    @property
    def tables(self) -> Sequence[tuple[str, Mapping[str, Mapping[str, int]]]]:
        """The tables of sessions and findings, each with its heading."""
        return (("game", self.by_game), ("kind of play", self.by_play), ("dice and cards", self.by_dice))


def report_of(
    items: Sequence[AuditedItem], rulebooks: Mapping[str, Mapping[str, str]], before: ManyReport | None = None
) -> ManyReport:
    """The report of many audits. `rulebooks` has the rules of each game by their ids."""
    findings = [one for item in items for one in item.findings]
    rules = _uses_of_rules(items)
    games = sorted({item.game for item in items} & rulebooks.keys())
    never = {game: tuple(rule for rule in rulebooks[game] if (game, rule) not in rules) for game in games}
    worth = sorted((item for item in items if any(item.weight)), key=by_weight)
    return ManyReport(
        sessions=len(items), lines=sum(item.lines for item in items),
        counts=Counter(one.level for one in findings), by_rule=_rule_rows(rules, rulebooks),
        by_game=_counts_by((item.game, item) for item in items),
        by_dice=_counts_by((item.dice, item) for item in items),
        by_play=_counts_by((item.play, item) for item in items),
        never=never, exercised={game: len(rulebooks[game]) - len(unused) for game, unused in never.items()},
        first=tuple(item.name for item in worth[:_FIRST]), follow=sum(bool(one.root) for one in findings),
        troubles={item.name: item.trouble for item in items if item.trouble}, items=tuple(items),
        against=_compared(items, before) if before is not None else None,
    )  # fmt: skip


def by_weight(item: AuditedItem) -> tuple[int, int, str]:
    """The sort key that puts the session with most open violations first."""
    violations, doubts = item.weight
    return -violations, -doubts, item.name


def _rule_rows(
    rules: Mapping[tuple[str, str], Counter[str]], rulebooks: Mapping[str, Mapping[str, str]]
) -> tuple[RuleRow, ...]:  # fmt: skip
    rows = [
        RuleRow(
            game, rule, uses["violation"], uses["doubt"], uses["note"], uses["sessions"], uses["lines"], uses["asked"],
            LOG_RULES.get(rule) or rulebooks.get(game, {}).get(rule, ""),
        )
        for (game, rule), uses in rules.items()
    ]  # fmt: skip
    return tuple(sorted(rows, key=lambda row: (-row.violations, -row.doubts, -row.notes, row.game, row.rule)))


def _counts_by(items: Iterable[tuple[str, AuditedItem]]) -> dict[str, Counter[str]]:
    """The number of findings of each level, and of sessions, under each name."""
    found = defaultdict[str, Counter[str]](Counter)
    for name, item in items:
        if name:
            found[name].update([*(one.level for one in item.findings), "sessions"])
    return dict(found)


def _uses_of_rules(items: Sequence[AuditedItem]) -> dict[tuple[str, str], Counter[str]]:
    """By game and rule: entries, sessions, sessions that asked for it, and findings of each level."""
    found = defaultdict[tuple[str, str], Counter[str]](Counter)
    for item in items:
        for rule, number in item.used.items():
            found[item.game, rule]["lines"] += number
        for rule in item.asked:
            found[item.game, rule]["asked"] += 1
        for one in item.findings:
            found[item.game, one.rule][one.level] += 1
        for rule in {one.rule for one in item.findings}:
            found[item.game, rule]["sessions"] += 1
    return dict(found)


def _compared(items: Sequence[AuditedItem], before: ManyReport) -> Compared:
    """The same finding of a session has the same id in every run."""
    now, then = (
        {(item.name, one.id, one.level): one for item in some for one in item.findings}
        for some in (items, before.items)
    )
    return Compared(
        tuple((key[0], one) for key, one in now.items() if key not in then),
        tuple((key[0], one) for key, one in then.items() if key not in now),
        len(now.keys() & then.keys()),
    )
