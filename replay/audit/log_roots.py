"""Find root causes among faults of the log: repair one group and check the whole log again.

One entry that was changed, lost or inserted causes many faults, such as cards that no longer match a shuffle. For each
finding, every way to repair the entries of its group is tried. Findings that disappear are its consequences.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from events.entry import Entry, Line, Secret
from events.events import OMNISCIENT, Chance, Drawn, Effect, Move, Revealed, Rolled, Shuffled
from events.seal import seal
from events.session_events import Adjusted, Begun, Remarked
from projections.draft import Draft
from projections.notation.recorded_chance import Recorded
from replay.audit.findings import Finding, or_fallback
from replay.audit.log_checks import seals_of
from replay.audit.roots import Root
from replay.reading.reading import GAME_ERRORS, Group, Reading
from replay.session.encoding import HEAD

_CHECKS: Final = 60  # maximum number of repaired logs to check
_SINGLE: Final = frozenset(
    {"LOG-CHAIN", "LOG-BODY", "LOG-CHANCE", "LOG-CLAIM", "LOG-RULES", "LOG-PRINT", "LOG-SIGN", "LOG-KEY"}
)
"""Log rules that are not followed here: each concerns a single entry, or `roots` follows it."""

Key = tuple[str, int, str]  # identifies a finding in any log: rule, entry, seat
Check = Callable[[Sequence[Line], Sequence[Secret]], Sequence[Key]]


class _Mended(NamedTuple):
    """A log with one repaired group: the repair in words, the entries, and the secrets with their new entry numbers."""

    words: str
    lines: Sequence[Line]
    secrets: Sequence[Secret]


class LogRoots:
    """Finds the root causes in one log. `unwalked` is the number of findings whose causes were not sought."""

    def __init__(self, reading: Reading[Any], groups: Sequence[Group], secrets: Sequence[Secret], check: Check) -> None:
        self.codec, self.reading, self.groups, self.secrets, self.check = reading.codec, reading, groups, secrets, check
        self.unwalked = 0
        self._left = _CHECKS

    def follow(self, found: Sequence[Finding]) -> dict[str, Root]:
        """Return, by finding id, the root cause of each finding that another one caused. `found` is in log order."""
        follows: dict[str, Root] = {}
        for at, finding in enumerate(found):
            later = [one for one in found[at + 1 :] if one.id not in follows]
            rules = {one.rule for one in (finding, *later) if one.rule.startswith("LOG-")}
            if finding.id in follows or not later or rules <= _SINGLE:
                continue
            if self._left <= 0:
                self.unwalked += 1
                continue
            words, gone = or_fallback(("", list[str]()), partial(self._best, finding, later))
            follows.update({ident: Root(finding.id, words) for ident in gone})
        return follows

    def _best(self, finding: Finding, later: Sequence[Finding]) -> tuple[str, list[str]]:
        """Return the repair of the finding's group that removes most later findings, and the ids that it removes."""
        words, gone = "", list[str]()
        group = next(one for one in self.groups if one.first <= finding.seq <= one.last)
        for mended in self._ways(group, finding, later):
            self._left -= 1
            vanished = self._vanished(group, mended, finding, later)
            if len(vanished) > len(gone):
                words, gone = mended.words, vanished
            if len(gone) == len(later) or self._left <= 0:
                break
        return words, gone

    def _vanished(self, group: Group, mended: _Mended, finding: Finding, later: Sequence[Finding]) -> list[str]:
        """Return the ids of later findings that a repair removes; none if the repaired finding itself remains."""
        more = len(mended.lines) - len(self.reading.lines)

        def place(seq: int, last: int) -> int:
            return min(seq, group.first) if seq <= last else seq - last + group.last

        left = {(rule, place(seq, group.last + more), seat) for rule, seq, seat in self.check(*mended[1:])}
        there = {one.id for one in (finding, *later) if (one.rule, place(one.seq, group.last), one.seat) in left}
        return [] if finding.id in there else [one.id for one in later if one.id not in there]

    def _ways(self, group: Group, finding: Finding, later: Sequence[Finding]) -> Iterator[_Mended]:
        lines = {one.seq for one in (finding, *later) if group.first <= one.seq <= group.last}
        for entry in group.entries:
            if isinstance(entry.event, Shuffled | Drawn | Revealed) and entry.seq in lines:
                yield from self._unopened(entry)
            if isinstance(entry.event, Shuffled):
                yield from self._as_drawn(entry)
            if isinstance(entry.event, Drawn | Revealed):
                yield from self._as_lay(entry)
            if isinstance(entry.event, Chance):
                yield from self._from_its_source(entry)
        yield from self._as_its_move_writes(group)
        for entry in group.entries[1:]:
            if entry.seq in lines:
                yield self._spliced("left out", entry.seq, entry.seq, ())
        yield self._with_a_line_more(group)

    def _unopened(self, entry: Entry) -> Iterator[_Mended]:
        row = seals_of(self.codec, self.reading.lines[entry.seq - 1])
        kept = [one for one in self.secrets if one.seq != entry.seq or _matches(one, row.get(one.field, ()))]
        if len(kept) < len(self.secrets):
            yield _Mended("read without the values that do not match their seals", self.reading.lines, kept)

    def _as_drawn(self, entry: Entry) -> Iterator[_Mended]:
        pile = getattr(entry.event, "pile", "")
        taken: list[tuple[int, str, int]] = []
        for later in self.reading.entries[entry.seq :]:
            event = later.event
            if isinstance(event, Shuffled) and event.pile == pile:
                break
            if isinstance(event, Drawn) and event.pile == pile and later.seq not in self.reading.undone:
                taken += [(later.seq, "cards", item) for item in range(len(event.cards))]
        goals = [(entry.seq, "order", item) for item in range(len(taken))]
        if taken:
            yield from self._with_items("given the order of the later draws", dict(zip(goals, taken, strict=True)))

    def _as_lay(self, entry: Entry) -> Iterator[_Mended]:
        """Yield the log, repaired so that a draw or reveal shows the items that the pile's last shuffle put there."""
        event, spot = entry.event, self.reading.game.rules.pile_index
        assert isinstance(event, Drawn | Revealed)
        upto = self.reading.entries[: entry.seq - 1]
        shuffles = [one.seq for one in upto if isinstance(one.event, Shuffled) and one.event.pile == event.pile]
        if not shuffles:
            return
        taken = [one.event for one in self.reading.live(shuffles[-1]) if one.seq < entry.seq]
        gone = sum(len(one.cards) for one in taken if isinstance(one, Drawn) and one.pile == event.pile)
        turned = [one for one in taken if isinstance(one, Revealed) and one.pile == event.pile]
        gone += sum(spot(one.pile, one.place) is None for one in turned)
        field, count = ("cards", len(event.cards)) if isinstance(event, Drawn) else ("item", 1)
        fixed = spot(event.pile, event.place) if isinstance(event, Revealed) else None
        at = gone if fixed is None else fixed
        items = {(entry.seq, field, item): (shuffles[-1], "order", at + item) for item in range(count)}
        yield from self._with_items("given the items that were there", items)

    def _with_items(self, words: str, items: Mapping[tuple[int, str, int], tuple[int, str, int]]) -> Iterator[_Mended]:
        """Yield the log with sealed items copied from other places, with their seals and secrets."""
        known = {(one.seq, one.field, one.item): one for one in self.secrets}
        lines, secrets = list(self.reading.lines), dict(known)
        for goal, source in items.items():
            row = seals_of(self.codec, lines[source[0] - 1]).get(source[1], ())
            body = json.loads(lines[goal[0] - 1].body)
            sealed = body.get(goal[1])
            seals = sealed.get("sealed") if isinstance(sealed, dict) else None
            if source[2] >= len(row) or seals is None:
                return
            if isinstance(seals, list):
                if goal[2] >= len(seals):
                    return
                seals[goal[2]] = row[source[2]]
            else:
                sealed["sealed"] = row[source[2]]
            lines[goal[0] - 1] = replace(lines[goal[0] - 1], body=_text(body))
            mine, theirs = known.get(goal), known.get(source)
            if mine is not None:
                secrets.pop(goal, None)
                if theirs is not None:
                    secrets[goal] = replace(mine, salt=theirs.salt, value=theirs.value)
        yield _Mended(words, lines, list(secrets.values()))

    def _from_its_source(self, entry: Entry) -> Iterator[_Mended]:
        started = self.reading.started
        due = started.dice if isinstance(entry.event, Rolled) else started.cards
        line = self.reading.lines[entry.seq - 1]
        body = json.loads(line.body)
        if body.get("source") != due and getattr(entry.event, "of", None) is None:
            mended = replace(line, by="tower" if due == "tower" else OMNISCIENT, body=_text({**body, "source": due}))
            lines = [*self.reading.lines[: entry.seq - 1], mended, *self.reading.lines[entry.seq :]]
            yield _Mended("given the source that entry 1 names", lines, self.secrets)

    def _as_its_move_writes(self, group: Group) -> Iterator[_Mended]:
        """Yield the log with a group replaced by what its move would write with the recorded rolls and cards."""
        try:
            due = self._due(group)
        except GAME_ERRORS:
            return
        recorded = {id(entry.event): entry for entry in group.entries}
        new, secrets = list[Line](), list[Secret]()
        for entry in due:
            old = recorded.get(id(entry.event))
            seq, head = group.first + 1 + len(new), self.reading.lines[group.first - 1]
            if old is not None and old.rule == entry.rule and (isinstance(entry.event, Chance) or not old.cause):
                new.append(replace(self.reading.lines[old.seq - 1], seq=seq))
                secrets += [replace(one, seq=seq) for one in self.secrets if one.seq == old.seq]
                continue
            if isinstance(entry.event, Chance):
                return
            cause = group.first if entry.cause == HEAD else 0
            body, opened = self.codec.encode(replace(entry, cause=cause), seq)
            new.append(Line(head.session, seq, head.at_ms, OMNISCIENT, body, b""))
            secrets += opened
        yield self._spliced("written as its move requires", group.first + 1, group.last, new, secrets)

    def _due(self, group: Group) -> Sequence[Entry]:
        """Return the rolls, cards and effects that, by the rules, follow from the first entry (the move) of a group."""
        game, head = self.reading.game, group.head.event
        before = self.reading.positions[group.first - 2]
        if isinstance(head, Adjusted):
            return [Entry(effect, cause=HEAD) for effect in game.editor.edit(before, head.place, head.value)]
        draft = Draft(game.rules, before, Recorded(group.chance, lenient=True, untold=True), strict=False)
        if isinstance(head, Move):
            draft.decide(head)
        elif isinstance(head, Begun):
            game.rules.setup(draft, self.reading.started)
        return [entry for entry in draft.entries if isinstance(entry.event, Chance | Effect)]

    def _with_a_line_more(self, group: Group) -> _Mended:
        """Return the log with an extra entry after a group, so that later numbers fit after a lost entry."""
        head = self.reading.lines[group.last - 1]
        body, opened = self.codec.encode(Entry(Remarked(OMNISCIENT, ""), "moderator"), group.last + 1)
        more = Line(head.session, group.last + 1, head.at_ms, "moderator", body, b"")
        return self._spliced("followed by the missing entry", group.last + 1, group.last, [more], opened)

    def _spliced(
        self, words: str, first: int, last: int, new: Sequence[Line], opened: Sequence[Secret] = ()
    ) -> _Mended:
        """Return the log with entries `first` to `last` replaced and all later entries renumbered."""
        more = len(new) - (last - first + 1)
        behind = [replace(line, seq=line.seq + more) for line in self.reading.lines[last:]]
        secrets = [one for one in self.secrets if one.seq < first]
        secrets += [*opened, *(replace(one, seq=one.seq + more) for one in self.secrets if one.seq > last)]
        return _Mended(words, [*self.reading.lines[: first - 1], *new, *behind], secrets)


def _matches(secret: Secret, row: Sequence[str]) -> bool:
    """Return whether a secret opens its seal in `row`, the seals of its field. An erased secret counts as matching."""
    if not 0 <= secret.item < len(row) or (secret.salt is None) != (secret.value is None):
        return False
    return secret.salt is None or row[secret.item] == seal(secret.salt, secret.value or "")


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)
