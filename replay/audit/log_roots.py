"""Roots among the faults of a log: the log as it would stand had one line been right is checked once more.

One line that was changed, lost or brought in shows in many places: what was dealt does not match a shuffle, numbers of
lines do not fit any more. Behind a finding each way to mend the lines of its group is tried, with all that the audit
checks; what is not found there any more only follows from it.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from events.codec import Codec
from events.entry import Entry, Line, Secret
from events.errors import BellError
from events.events import OMNISCIENT, Chance, Drawn, Effect, Move, Revealed, Rolled, Shuffled
from events.seal import seal
from events.session_events import Adjusted, Begun, Remarked
from projections.draft import Draft, Stated
from projections.notation.recorded_chance import Recorded
from replay.audit.chain import seals_of
from replay.audit.findings import Finding, or_fallback
from replay.audit.roots import Root
from replay.reading.reading import Group, Reading
from replay.session.encoding import HEAD

_CHECKS: Final = 60
"""How many mended logs are checked, at most."""
_SINGLE: Final = frozenset(
    {"LOG-CHAIN", "LOG-BODY", "LOG-CHANCE", "LOG-CLAIM", "LOG-RULES", "LOG-PRINT", "LOG-SIGN", "LOG-KEY"}
)
"""Rules of the log whose breach is not looked into here: each is of one line, or `roots` follows it."""
_UNFIT: Final = (BellError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

Key = tuple[str, int, str]
"""A finding in any log: its rule, its line and its seat."""
Check = Callable[[Sequence[Line], Sequence[Secret]], Sequence[Key]]


class _Mended(NamedTuple):
    """A log put right in one group: in which words, its lines, and its secrets by their new lines."""

    words: str
    lines: Sequence[Line]
    secrets: Sequence[Secret]


class LogRoots:
    """Finds the roots among the findings of one log. `unwalked` counts findings that were not followed."""

    def __init__(
        self, codec: Codec, reading: Reading[Any], groups: Sequence[Group], secrets: Sequence[Secret], check: Check
    ) -> None:
        self.codec, self.reading, self.groups, self.secrets, self.check = codec, reading, groups, secrets, check
        self.unwalked = 0
        self._left = _CHECKS

    def follow(self, found: Sequence[Finding]) -> dict[str, Root]:
        """The findings that only follow from an earlier one, each with its root; `found` is in the log's order."""
        follows: dict[str, Root] = {}
        for at, finding in enumerate(found):
            later = [one for one in found[at + 1 :] if one.id not in follows]
            if finding.id in follows or not later or not any(_is_of_log(one) for one in (finding, *later)):
                continue
            if self._left <= 0:
                self.unwalked += 1
                continue
            nothing: tuple[str, Sequence[str]] = ("", ())
            words, gone = or_fallback(nothing, partial(self._best, finding, later))
            follows.update({ident: Root(finding.id, words) for ident in gone})
        return follows

    def _best(self, finding: Finding, later: Sequence[Finding]) -> tuple[str, Sequence[str]]:
        """The way to mend the group of a finding behind which most of what was found is gone."""
        group = next((one for one in self.groups if one.first <= finding.seq <= one.last), None)
        words: str = ""
        gone: Sequence[str] = ()
        if group is None:
            return words, gone
        for mended in self._ways(group, finding, later):
            self._left -= 1
            vanished = self._vanished(group, mended, finding, later)
            if len(vanished) > len(gone):
                words, gone = mended.words, vanished
            if len(gone) == len(later) or self._left <= 0:
                break
        return words, gone

    def _vanished(
        self, group: Group, mended: _Mended, finding: Finding, later: Sequence[Finding]
    ) -> Sequence[str]:  # fmt: skip
        """The later findings that are gone in a mended log; none where the first one is not."""
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
        """Without the items of a line that do not match their seals, which are evidence of nothing."""
        row = seals_of(self.codec, self.reading.lines[entry.seq - 1])
        kept = [one for one in self.secrets if one.seq != entry.seq or _matches(one, row.get(one.field, ()))]
        if len(kept) < len(self.secrets):
            yield _Mended("taken without what does not match its seal", self.reading.lines, kept)

    def _as_drawn(self, entry: Entry) -> Iterator[_Mended]:
        """A shuffle in the order in which its pile was drawn behind it."""
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
            yield from self._with_items("given the order in which it was drawn", dict(zip(goals, taken, strict=True)))

    def _as_lay(self, entry: Entry) -> Iterator[_Mended]:
        """A draw or a look with the items that lay there by the last shuffle of the pile."""
        event, upto = entry.event, self.reading.entries[: entry.seq - 1]
        assert isinstance(event, Drawn | Revealed)
        start = next(
            (one.seq for one in reversed(upto) if isinstance(one.event, Shuffled) and one.event.pile == event.pile), 0
        )
        if not start:
            return
        field, count = ("cards", len(event.cards)) if isinstance(event, Drawn) else ("item", 1)
        spot = self.reading.game.rules.spot(event.pile, event.place) if isinstance(event, Revealed) else None
        gone = sum(
            len(one.event.cards) if isinstance(one.event, Drawn) else 1
            for one in upto[start:]
            if isinstance(one.event, Drawn | Revealed) and one.event.pile == event.pile
            and one.seq not in self.reading.undone
            and (isinstance(one.event, Drawn) or self.reading.game.rules.spot(one.event.pile, one.event.place) is None)
        )  # fmt: skip
        at = gone if spot is None else spot
        items = {(entry.seq, field, item): (start, "order", at + item) for item in range(count)}
        yield from self._with_items("given what lay there", items)

    def _with_items(self, words: str, items: Mapping[tuple[int, str, int], tuple[int, str, int]]) -> Iterator[_Mended]:
        """Sealed items in place of others, with their seals and what opens them."""
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
        """Chance from where the session said that it would come, written by whoever writes that."""
        started = self.reading.started
        due = started.dice if isinstance(entry.event, Rolled) else started.cards
        line = self.reading.lines[entry.seq - 1]
        body = json.loads(line.body)
        if body.get("source") != due and getattr(entry.event, "of", None) is None:
            mended = replace(line, by="tower" if due == "tower" else OMNISCIENT, body=_text({**body, "source": due}))
            lines = [*self.reading.lines[: entry.seq - 1], mended, *self.reading.lines[entry.seq :]]
            yield _Mended("given the source that line 1 says", lines, self.secrets)

    def _as_its_move_writes(self, group: Group) -> Iterator[_Mended]:
        """A group as its move writes it with the chance that it has."""
        try:
            due = self._due(group)
        except _UNFIT:
            return
        recorded = {id(entry.event): entry for entry in group.entries}
        known, new, secrets = {entry.seq for entry in group.entries}, list[Line](), list[Secret]()
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
        if known:
            yield self._spliced("written as its move gives it", group.first + 1, group.last, new, secrets)

    def _due(self, group: Group) -> Sequence[Entry]:
        """What follows from the head of a group, by the rules and by its chance.

        Raises:
            BellError: that cannot be told.
        """
        game, head = self.reading.game, group.head.event
        before = self.reading.positions[group.first - 2]
        if isinstance(head, Adjusted):
            return [Entry(effect, cause=HEAD) for effect in game.editor.mend(before, head.place, head.value)]
        chance = [entry.event for entry in group.entries if isinstance(entry.event, Chance)]
        draft = Draft(game.rules, before, Recorded(chance, lenient=True, untold=True), strict=False, stated=Stated())
        if isinstance(head, Move):
            draft.decide(head)
        elif isinstance(head, Begun):
            game.rules.deal(draft, self.reading.started)
        return [entry for entry in draft.entries if isinstance(entry.event, Chance | Effect)]

    def _with_a_line_more(self, group: Group) -> _Mended:
        """With a line that was lost behind a group, so that the numbers of lines fit again that stand behind it."""
        head = self.reading.lines[group.last - 1]
        body, opened = self.codec.encode(Entry(Remarked(OMNISCIENT, ""), "moderator"), group.last + 1)
        more = Line(head.session, group.last + 1, head.at_ms, "moderator", body, b"")
        return self._spliced("given the line that was lost", group.last + 1, group.last, [more], opened)

    def _spliced(
        self, words: str, first: int, last: int, new: Sequence[Line], opened: Sequence[Secret] = ()
    ) -> _Mended:  # fmt: skip
        """The log with other lines in place of those from one number to another, and all numbers behind set right."""
        more = len(new) - (last - first + 1)
        behind = [replace(line, seq=line.seq + more) for line in self.reading.lines[last:]]
        secrets = [one for one in self.secrets if one.seq < first]
        secrets += [*opened, *(replace(one, seq=one.seq + more) for one in self.secrets if one.seq > last)]
        return _Mended(words, [*self.reading.lines[: first - 1], *new, *behind], secrets)


def _is_of_log(finding: Finding) -> bool:
    return finding.rule.startswith("LOG-") and finding.rule not in _SINGLE


def _matches(secret: Secret, row: Sequence[str]) -> bool:
    """Whether a secret is whole, and opens its seal."""
    if not 0 <= secret.item < len(row) or (secret.salt is None) != (secret.value is None):
        return False
    return secret.salt is None or row[secret.item] == seal(secret.salt, secret.value or "")


def _text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)
