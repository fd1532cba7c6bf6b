"""The audits of many sessions as one report: findings by rule, game, play and dice, and what to look at first.

One session gives an `AuditedItem`, which is small, so that ten thousand fit; the report is made of these alone, and so
can be made again from those that were kept.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from replay.audit.findings import LOG_RULES, Exercised, Level, Report

_FIRST: Final = 20


class FoundOne(msgspec.Struct, frozen=True):
    """One finding of one session, as the report of many tells it.

    One that only follows from another has the id of that as its `root`. `triage` is what people made of it last.
    """

    id: str
    level: Level
    rule: str
    seq: int
    address: str
    seat: str
    condition: str
    kept: bool = False
    root: str = ""
    triage: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it stands for itself, and nobody kept it with a reason or said what to make of it."""
        return not (self.root or self.kept or self.triage)


class AuditedItem(msgspec.Struct, frozen=True):
    """One session, export or transcript: what was found, which rules it shows; or why not all of it could be read.

    `key` is a hash of what was read, so that it need not be read again. `dice` is whose dice and cards they are. `used`
    counts the lines that come from each rule, `asked` are the rules that some move was held against.
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
    asked: tuple[str, ...] = ()

    def count(self, level: Level, *, is_open: bool = False) -> int:
        """How many findings of a level, or those of them that are open."""
        return sum(one.level == level and (one.is_open or not is_open) for one in self.findings)

    @property
    def play(self) -> str:
        """The kind of play: by the tower, recorded as it stood on a table, or both; "" if it is not known."""
        towers = [part.removeprefix("dice ").removeprefix("cards ") == "tower" for part in self.dice.split(", ")]
        kinds = {True: "tower", False: "recorded"}
        return " and ".join(kinds[kind] for kind in (True, False) if kind in towers) if self.dice else ""

    @property
    def weight(self) -> tuple[int, int]:
        """The violations and doubts that make it worth a look."""
        return self.count("violation", is_open=True), self.count("doubt", is_open=True)


class RuleRow(msgspec.Struct, frozen=True):
    """How often a rule of a game was broken, in doubt or noted, in how many sessions; how many lines come from it.

    `asked` is in how many sessions some move was held against it, `text` what it says.
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
    """Findings against an earlier report: new ones, those that are gone, and how many are the same."""

    new: tuple[tuple[str, FoundOne], ...]
    gone: tuple[tuple[str, FoundOne], ...]
    same: int


class ManyReport(msgspec.Struct, frozen=True):
    """One report of many sessions: `first` are those worth a look first.

    `follow` counts the findings that only follow from another, `exercised` the rules of each game that a line comes
    from or a move was held against; `never` are the others.
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
        """The sessions that are worth a look first, the worst of them first."""
        items = {item.name: item for item in self.items}
        return [items[name] for name in self.first]


def audited(name: str, key: str, report: Report, used: Exercised) -> AuditedItem:
    """A report as an item of many; rules of the log itself are no lines' own."""
    found = tuple(
        FoundOne(
            one.id, one.level, one.rule, one.seq, one.address, one.seat, one.condition, one.kept, one.root, one.triage
        )
        for one in report.findings
    )
    dice = report.grade.partition(";")[0]
    return AuditedItem(
        name, key, report.game, report.title, report.lines, dice, found, report.unchecked,
        {rule: number for rule, number in sorted(used.lines.items()) if rule}, asked=tuple(sorted(used.asked)),
    )  # fmt: skip


def report_of(
    items: Sequence[AuditedItem], rulebooks: Mapping[str, Mapping[str, str]], before: ManyReport | None = None
) -> ManyReport:
    """The report of many audits; `rulebooks` are the rules of each game by their ids."""
    rules = _uses_of_rules(items)
    counts = Counter[str](one.level for item in items for one in item.findings)
    by_game, by_dice, by_play = (
        _counts_by([(getattr(item, name), item) for item in items]) for name in ("game", "dice", "play")
    )
    rows = [
        RuleRow(
            game, rule, told["violation"], told["doubt"], told["note"], told["sessions"], told["lines"], told["asked"],
            LOG_RULES.get(rule) or rulebooks.get(game, {}).get(rule, ""),
        )
        for (game, rule), told in rules.items()
    ]  # fmt: skip
    rows.sort(key=lambda row: (-row.violations, -row.doubts, -row.notes, row.game, row.rule))
    never = {
        game: tuple(rule for rule in ids if (game, rule) not in rules)
        for game, ids in sorted(rulebooks.items()) if game in by_game
    }  # fmt: skip
    worth = sorted(items, key=lambda item: (*(-number for number in item.weight), item.name))
    return ManyReport(
        len(items), sum(item.lines for item in items), dict(counts), tuple(rows), by_game, by_dice, never,
        tuple(item.name for item in worth if any(item.weight))[:_FIRST],
        {item.name: item.trouble for item in items if item.trouble}, tuple(items),
        _compared(items, before) if before is not None else None,
        sum(bool(one.root) for item in items for one in item.findings), by_play,
        {game: len(rulebooks[game]) - len(rules) for game, rules in never.items()},
    )  # fmt: skip


def _counts_by(items: Sequence[tuple[str, AuditedItem]]) -> dict[str, Counter[str]]:
    """The number of findings of each level, and of sessions, of the items under each name."""
    found = dict[str, Counter[str]]()
    for name, item in items:
        if name:
            counts = found.setdefault(name, Counter())
            counts.update(one.level for one in item.findings)
            counts["sessions"] += 1
    return found


def _uses_of_rules(items: Sequence[AuditedItem]) -> dict[tuple[str, str], Counter[str]]:
    """By game and rule how many lines and sessions it was used in, how often it was asked, and its findings."""
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
    """What is new and gone against an earlier report; the same finding of a session has the same id in every run."""
    now = {(item.name, one.id, one.level): one for item in items for one in item.findings}
    then = {(item.name, one.id, one.level): one for item in before.items for one in item.findings}
    return Compared(
        tuple((key[0], one) for key, one in now.items() if key not in then),
        tuple((key[0], one) for key, one in then.items() if key not in now),
        len(now.keys() & then.keys()),
    )
