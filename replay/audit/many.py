"""One report of many audits: findings by rule, game, kind of play and dice, and the sessions to look at first."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from replay.audit.findings import LOG_RULES, Finding, Level, Report, summary_of
from replay.reading.chance_trust import grade_text

_FIRST: Final = 20


class UnreadLine(msgspec.Struct, frozen=True):
    """A line of a transcript that could not be read, and why."""

    number: int
    text: str
    why: str


class AuditedItem(msgspec.Struct, frozen=True):
    """The audit of one session, export or transcript.

    `report` is None if nothing could be read. `trouble` says what could not be read, `unread` has those lines. `used`
    is the number of entries from each rule, `asked` are the rules that a move was checked against. `key` is a hash of
    the file.
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
        """The declared sources of dice and cards, "" if nothing could be read."""
        return self.report.grade.partition(";")[0] if self.report else ""

    @property
    def play(self) -> str:
        """The kind of play: `tower` (the built-in dice roller), `recorded`, or both. "" if the kind is not known."""
        sources = [part.removeprefix("dice ").removeprefix("cards ") for part in self.dice.split(", ") if part]
        kinds = {"tower" if source == "tower" else "recorded" for source in sources}
        return " and ".join(sorted(kinds, reverse=True))

    @property
    def weight(self) -> tuple[int, int]:
        """The number of open violations and of open unverified findings."""
        levels: tuple[Level, Level] = ("violation", "unverified")
        first, second = (sum(one.level == level and one.is_open for one in self.findings) for level in levels)
        return first, second

    @property
    def beginning(self) -> str:
        """The entry and the rule of the first open finding that is not a note, "" without one."""
        found = (f"entry {one.seq} {one.rule}" for one in self.findings if one.is_open and one.level != "note")
        return next(found, "")


class RuleRow(msgspec.Struct, frozen=True):
    """The number of findings against one rule of a game.

    `sessions` counts the sessions with such findings, `lines` the entries that come from the rule, and `asked` the
    sessions in which a move was checked against it.
    """

    game: str
    rule: str
    violations: int
    unverified: int
    notes: int
    sessions: int
    lines: int
    asked: int = 0
    text: str = ""


class Compared(msgspec.Struct, frozen=True):
    """The difference to an earlier report: new findings, findings that are gone, and the number of unchanged ones."""

    new: tuple[tuple[str, Finding], ...]
    gone: tuple[tuple[str, Finding], ...]
    same: int


class ManyReport(msgspec.Struct, frozen=True):
    """One report of many sessions.

    `first` names the sessions to look at first. `follow` is the number of findings that are consequences of others.
    `exercised` is the number of rules of each game that an entry comes from or a move was checked against, and `never`
    lists the other rules.
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
        """The sessions or files to look at first, the one with most open violations first."""
        items = {item.name: item for item in self.items}
        return [items[name] for name in self.first]

    @property
    def summary(self) -> str:
        """The number of findings in words."""
        return summary_of(self.counts, self.follow)

    @property
    def tables(self) -> Sequence[tuple[str, Mapping[str, Mapping[str, int]]]]:
        """The tables of the report of many sessions: sessions and findings, each with its heading."""
        play = _in_words(self.by_play, lambda name: name.replace("tower", "the built-in dice roller"))
        return (("game", self.by_game), ("kind of play", play), ("dice and cards", _in_words(self.by_dice, grade_text)))


def _in_words(table: Mapping[str, Mapping[str, int]], words: Callable[[str], str]) -> Mapping[str, Mapping[str, int]]:
    """Return a table with the names of its rows in words. Rows with the same words are added up."""
    found = defaultdict[str, Counter[str]](Counter)
    for name, row in table.items():
        found[words(name)].update(row)
    return found


def report_of(
    items: Sequence[AuditedItem], rulebooks: Mapping[str, Mapping[str, str]], before: ManyReport | None = None
) -> ManyReport:
    """Return the report of many audits. `rulebooks` has the rules of each game by their ids."""
    findings = [one for item in items for one in item.findings]
    rules = _uses_of_rules(items)
    games = sorted({item.game for item in items} & rulebooks.keys())
    never = {game: tuple(rule for rule in rulebooks[game] if (game, rule) not in rules) for game in games}
    worth = sorted((item for item in items if any(item.weight)), key=by_weight)
    return ManyReport(
        sessions=len(items), lines=sum(item.lines for item in items),
        counts=Counter(one.level for one in findings), by_rule=_rule_rows(rules, rulebooks),
        by_game=_counts_by("game", items), by_dice=_counts_by("dice", items), by_play=_counts_by("play", items),
        never=never, exercised={game: len(rulebooks[game]) - len(unused) for game, unused in never.items()},
        first=tuple(item.name for item in worth[:_FIRST]), follow=sum(bool(one.root) for one in findings),
        troubles={item.name: item.trouble for item in items if item.trouble}, items=tuple(items),
        against=_compared(items, before) if before is not None else None,
    )  # fmt: skip


def by_weight(item: AuditedItem) -> tuple[int, int, str]:
    """Return the sort key that puts the session with most open violations first."""
    violations, unverified = item.weight
    return -violations, -unverified, item.name


def _rule_rows(
    rules: Mapping[tuple[str, str], Counter[str]], rulebooks: Mapping[str, Mapping[str, str]]
) -> tuple[RuleRow, ...]:
    rows = [
        RuleRow(
            game, rule, uses["violation"], uses["unverified"], uses["note"], uses["sessions"], uses["lines"],
            uses["asked"], LOG_RULES.get(rule) or rulebooks.get(game, {}).get(rule, ""),
        )
        for (game, rule), uses in rules.items()
    ]  # fmt: skip
    return tuple(sorted(rows, key=lambda row: (-row.violations, -row.unverified, -row.notes, row.game, row.rule)))


def _counts_by(kind: Literal["game", "dice", "play"], items: Sequence[AuditedItem]) -> dict[str, Counter[str]]:
    found = defaultdict[str, Counter[str]](Counter)
    for item in items:
        if name := getattr(item, kind):
            found[name].update([*(one.level for one in item.findings), "sessions"])
    return dict(found)


def _uses_of_rules(items: Sequence[AuditedItem]) -> dict[tuple[str, str], Counter[str]]:
    """Return counts by (game, rule): entries, sessions with findings, sessions with checks, findings of each level."""
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
    now, then = (
        {(item.name, one.id, one.level): one for item in some for one in item.findings}
        for some in (items, before.items)
    )
    return Compared(
        tuple((key[0], one) for key, one in now.items() if key not in then),
        tuple((key[0], one) for key, one in then.items() if key not in now),
        len(now.keys() & then.keys()),
    )
