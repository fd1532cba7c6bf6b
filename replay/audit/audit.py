"""Audit a log: decide every group again with its recorded chance, compare, and list what was not checked.

Each group is decided on the *recorded* position. The walk then continues from the stored events, so that one mistake
gives one finding.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, Final

import msgspec

from events.codec import Codec
from events.entry import Line, Secret
from events.events import ALL, OMNISCIENT, UNKNOWN, Drawn, Effect, Event, Move, Revealed, Rolled
from events.lazy_patterns import lazy_pattern
from events.session_events import (
    Claimed,
    HouseRuled,
    IllegalMoveAccepted,
    ItemRevealed,
    RecordedUnasked,
    Redecided,
    Ruled,
    Triaged,
)
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.game import Game
from projections.registry import Registry
from projections.rule_conflicts import RuleConflict
from projections.wording import capitalised, counted, effect_in_past, joined, past_tense, titled, without_explanation
from replay.audit.findings import LOG_RULES, Exercised, Finding, Level, Report, or_fallback
from replay.audit.heads import Signed, check_signatures
from replay.audit.log_checks import Fault, chain_faults, log_faults
from replay.audit.log_roots import Check, Key, LogRoots
from replay.audit.redecide import Redecider, Redecision, StatedDifference
from replay.audit.rollers import roller_findings
from replay.audit.roots import Located, Root, Roots
from replay.reading.audience import knows
from replay.reading.chance_trust import trust_in_words, unpledged
from replay.reading.claims import agreed_until, due_value
from replay.reading.ending import closing
from replay.reading.reading import Group, Reading, first_origin
from replay.reading.session_event_text import verdict_words
from replay.reading.timeline import Timeline
from replay.reading.trust import moves_unasked
from replay.session.encoding import fingerprint

_AS_PLAYED: Final[Mapping[str, str]] = {}
_UNDONE: Final = "This was taken back later."
_HALVES: Final = lazy_pattern("; |: ")
"""The separator between the recorded and the required number in a game's sentence about a wrong number."""
_HANGS: Final = 3  # maximum number of entries named as the reason why a finding is unverified
_PROVEN: Final = frozenset(
    {
        "LOG-CHAIN", "LOG-BODY", "LOG-ROLL", "LOG-SHUFFLE", "LOG-SEAL", "LOG-ORDER", "LOG-SOURCE", "LOG-LINE",
        "LOG-CHANCE", "LOG-SIGN", "LOG-KEY", "LOG-WITNESS",
    }
)  # fmt: skip
"""Ids of rules that remain broken even if a takeback undoes the entry."""
_PROVES: Final[Mapping[Level, int]] = {"note": 0, "unverified": 1, "violation": 2}
"""Rank of each level. An unverified finding must not hide a violation of the same entry."""


def audit_session(
    store: EventStore, registry: Registry, session: str, viewer: str = OMNISCIENT, *, used: Exercised | None = None,
    options: Mapping[str, str] = _AS_PLAYED,
) -> Report:  # fmt: skip
    """Audit a stored session for a viewer. Raises UnknownSessionError if no session has this id or alias.

    `used` collects the rules that entries come from or moves are checked against. `options` replace the agreed options
    of the same names; names that the game does not have are ignored.
    """
    row = store.row(session)
    game, codec = registry.stored(row.game, row.package), registry.codec(row.game)
    return audit_stored(store, game, codec, row, viewer, used=used, options=options)


def audit_stored(
    store: EventStore, game: Game[Any, Any], codec: Codec, row: SessionRow, viewer: str, *,
    used: Exercised | None = None, options: Mapping[str, str] = _AS_PLAYED,
) -> Report:  # fmt: skip
    """Audit a stored session of a known game for a viewer; see `audit_session`."""
    return audit(
        game, codec, row, store.lines(row.session), store.secrets(row.session), viewer,
        prints=store.fingerprints(row.session), data=lambda pin: store.data(pin).encode(),
        has_tower=store.tower(row.session) is not None, complete=row.origin == "here", used=used,
        options=options, signed=Signed(store.signatures(row.session), ends=row.origin != "here"),
    )  # fmt: skip


def audit(
    game: Game[Any, Any], codec: Codec, row: SessionRow, lines: Sequence[Line], secrets: Sequence[Secret], viewer: str,
    *, prints: Mapping[int, tuple[int, bytes]] | None = None, data: Callable[[str], bytes], has_tower: bool = False,
    known_faults: Sequence[Fault] = (), complete: bool = False, used: Exercised | None = None,
    options: Mapping[str, str] = _AS_PLAYED, signed: Signed = Signed(),
) -> Report:  # fmt: skip
    """Audit a log for a viewer: a seat, `all`, `auditor` or `table`.

    `prints` are the stored state hashes. `known_faults` were found when the log was imported. A `complete` log was
    recorded on this server from its first entry, so that all its secrets must be stored. `used` collects the rules that
    entries come from or moves are checked against. `signed` holds the signatures and keys that come with the log.
    """

    def walked(lines: Sequence[Line], secrets: Sequence[Secret], faults: Sequence[Fault], *, complete: bool) -> _Walk:
        reading: Reading[Any] = Reading(game, codec, viewer, data, now=True, options=options)
        reading.feed(lines, secrets)
        known = [
            secret
            for secret in secrets  # OMNISCIENT also checks the seals of private notes, without reading them
            if viewer == OMNISCIENT
            or knows(viewer, secret.audience, reading.opened_to(secret.seq), reading.started.seats)
        ]
        walk = _Walk(Timeline(row, reading), known, len(secrets) - len(known))
        whole = complete and not walk.closed
        walk.faults([*faults, *log_faults(codec, reading, known, row.session, complete=whole)])
        walk.groups()
        return walk

    walk = walked(lines, secrets, [*known_faults, *chain_faults(lines, codec)], complete=complete)
    reading = walk.reading
    if used is not None:
        used.lines.update(entry.rule for entry in reading.entries)
        used.asked.update(walk.judge.asked)
    faults, walk.signed = check_signatures(row.session, lines, reading.entries, signed)
    walk.faults(faults)
    walk.roots()
    for one in roller_findings(reading.entries_of(Rolled), walk.timeline.groups):
        walk.add(one.level, "LOG-ROLLER", one.seq, one.seat, one.what, one.evidence)
    if len(lines) == reading.seq:
        walk.log_roots(lambda lines, secrets: walked(lines, secrets, (), complete=False).keys())
    walk.claims()
    if options:  # then no stored position can be compared
        read = ", ".join(f"{name}={value}" for name, value in options.items())
        walk.unchecked[f"the options of the session, because this audit uses {read} instead"] += 1
        return walk.report(lines, has_tower=has_tower)
    everything = viewer == OMNISCIENT or reading.unsealed in (ALL, viewer)
    walk.prints(prints or {}, _as_then(reading, lines, secrets) if everything else ())
    played = reading.started.rules
    if reading.entries and played not in game.meta.rules_versions:
        what = f"this server does not have rules version {played}; this audit uses {game.meta.rules_number}"
        walk.add("note", "LOG-RULES", 1, "", what, (1,))
    return walk.report(lines, has_tower=has_tower)


def _as_then(reading: Reading[Any], lines: Sequence[Line], secrets: Sequence[Secret]) -> Sequence[Any]:
    """Return the positions as known when their state hashes were stored, without values that were revealed later."""
    if not reading.entries_of(ItemRevealed):
        return reading.positions
    then: Reading[Any] = Reading(reading.game, reading.codec, OMNISCIENT, reading.data)
    then.feed(lines, secrets)
    return then.positions


class _Walk:
    """Collects the findings of one log. `known` are secrets that the viewer may open, `closed` counts other secrets."""

    def __init__(self, timeline: Timeline, known: Sequence[Secret], closed: int) -> None:
        self.timeline, self.reading, self.game = timeline, timeline.reading, timeline.game
        self.known, self.closed, self.judge = known, closed, Redecider(timeline.game, timeline.reading)
        self.rulebook = {**self.game.meta.rulebook, **LOG_RULES}
        self.found: dict[str, Finding] = {}
        self.unverified: dict[tuple[str, str], list[tuple[int, RuleConflict]]] = {}
        self.unchecked: Counter[str] = Counter()
        self.waived: list[str] = []
        self.signed = ""
        self.implied: dict[str, list[int]] = {}
        self.located: list[Located] = []
        self.copied = self.reading.started.left_at
        if self.copied:
            record = self.reading.started.branch.partition("#")[0]
            self.unchecked[f"entries 1 to {self.copied}, which this what-if copied from {record}"] = 1
        marks = self.reading.entries_of(RecordedUnasked)
        self.unasked = {move: mark.seq for mark in marks for move in moves_unasked(self.reading, mark)}
        self.corrected = bool(self.reading.entries_of(Redecided))
        self.rulings: dict[int, list[Ruled]] = {}
        for _, ruled in self.reading.events_of(Ruled):
            self.rulings.setdefault(self._origin(ruled.line), []).append(ruled)
        self.triaged = {triaged.finding: triaged for _, triaged in self.reading.events_of(Triaged)}

    @cached_property
    def addresses(self) -> Mapping[int, str]:
        return or_fallback({}, lambda: self.timeline.addresses)

    def _origin(self, seq: int) -> int:
        """Return the number of the entry that entry `seq` repeats, so that a correction does not change finding ids.

        An entry that repeats none is its own origin.
        """
        entries = self.timeline.entries
        return first_origin(entries, seq) if self.corrected and 0 < seq <= len(entries) else seq

    def faults(self, faults: Sequence[Fault]) -> None:
        for fault in faults:
            self.add(self._level(fault), fault.rule, fault.seq, "", fault.what, (fault.seq,))

    def _level(self, fault: Fault) -> Level:
        """Return the level of a fault: "note" for an undone entry, unless a takeback does not repair its rule."""
        if fault.seq in self.reading.undone and fault.rule not in _PROVEN:
            return "note"
        return "unverified" if fault.is_unverified else "violation"

    def add(
        self, level: Level, rule: str, seq: int, seat: str, condition: str, evidence: tuple[int, ...] = (),
        effect: str = "", *, kept: str | None = None, proposed: str = "", did: str = "",
        conflicts: tuple[RuleConflict, ...] = (),
    ) -> None:  # fmt: skip
        """Add a finding. Of several with one rule, entry and seat, keep the first of those at the highest level."""
        ident = sha256(f"{rule}\n{self._origin(seq)}\n{seat}".encode()).hexdigest()[:8]  # the same in every run
        is_told = ident in self.found and _PROVES[level] <= _PROVES[self.found[ident].level]
        if is_told or seq <= self.copied:
            return
        rulings = [
            f"{'settlement' if ruled.agreed else 'ruling'}{self._other_place(at, seq)}"
            f" ({verdict_words(ruled.verdict)}): {ruled.reason}"
            for at in (seq, *evidence)
            for ruled in self.rulings.get(self._origin(at), ())
        ]
        proposals = [f"accepted as played: {kept}" if kept else "", proposed]
        remedy = "; ".join(dict.fromkeys(rulings) or filter(None, proposals))
        criteria = self.rulebook.get(rule, "")
        first = self.timeline.group_at(seq).first if self.timeline.entries else 0
        answer, condition = self.triaged.get(ident), _sentence(condition)
        self.found[ident] = Finding(
            ident, level, rule, criteria, seq, self.addresses.get(first, ""), seat, condition, evidence, effect, remedy,
            kept is not None, triage=f"{answer.status} by {titled(answer.author)}: {answer.reason}" if answer else "",
            did=did, conflicts=conflicts, unasked=self.unasked.get(first, 0),
        )  # fmt: skip

    def _other_place(self, at: int, seq: int) -> str:
        """Return ` on 9.2` if entry `at` is part of another move than entry `seq`, "" if not."""
        group = self.timeline.group_at(at)
        if group == self.timeline.group_at(seq):
            return ""
        return f" on {self.addresses.get(group.first) or f'entry {at}'}"

    def groups(self) -> None:
        """Decide every move again. A mistake in an undone move gives a note, unless another move has the same one."""
        undone: list[tuple[Group, Redecision]] = []
        flagged: list[IllegalMoveAccepted] = []
        for group in self.timeline.groups:
            if isinstance(group.head.event, IllegalMoveAccepted):
                flagged.append(group.head.event)
                continue
            verdict = self.judge.verdict(group)
            if group.undone:
                undone.append((group, verdict))
            elif any(verdict) or group.head.implied:
                self._take(group, verdict, flagged)
            flagged = []
        for group, verdict in undone:
            self._take_undone(group, verdict)

    def keys(self) -> Sequence[Key]:
        return [(one.rule, one.seq, one.seat) for one in self.found.values()]

    def roots(self) -> None:
        """Put each finding that is a consequence under the earlier finding that caused it."""
        if len(self.found) > 1:
            roots = Roots(self.game, self.reading, self.timeline.groups)
            self._put_under(roots.follow(self.located), roots.unwalked)

    def log_roots(self, check: Check) -> None:
        """Put each finding that a wrong log entry caused under the finding for that entry."""
        found = [one for one in self._in_order() if not one.root and one.level == "violation"]
        if len(found) > 1:
            roots = LogRoots(self.reading, self.timeline.groups, self.known, check)
            self._put_under(roots.follow(found), roots.unwalked)

    def _in_order(self) -> list[Finding]:
        return sorted(self.found.values(), key=lambda finding: (finding.seq, finding.rule))

    def _put_under(self, follows: Mapping[str, Root], unwalked: int) -> None:
        """Put each finding in `follows`, and the findings already under it, under the finding that caused it."""
        for ident, root in follows.items():
            first = self.found[root.finding]
            ways = list(dict.fromkeys([*filter(None, first.corrected.split(" or ")), root.corrected]))
            self.found[first.id] = msgspec.structs.replace(first, corrected=" or ".join(ways))
            for one in [self.found[ident], *(one for one in self.found.values() if one.root == ident)]:
                self.found[one.id] = msgspec.structs.replace(one, root=first.id, corrected="")
        if unwalked:
            self.unchecked[f"the consequences of {counted(unwalked, 'finding')}, because there are too many"] += 1

    def _take_undone(self, group: Group, verdict: Redecision) -> None:
        """Add the mistakes of an undone move as notes. Faults that a takeback does not repair remain violations."""
        seat = str(getattr(group.head.event, "player", ""))
        for fault in verdict.faults:
            self.add(self._level(fault), fault.rule, fault.seq, seat, fault.what, (group.first, group.last))
        for fault in verdict.mismatches:
            self.add("note", fault.rule, fault.seq, seat, f"{_UNDONE} {fault.what}", (group.first, group.last))
        for conflict in verdict.broken_rules:
            if not conflict.is_unverified:
                did, past = self._in_the_past(group.first), conflict.in_tense("past")
                told = f"{_UNDONE} {did} {_sentence(past.message)}"
                self.add("note", conflict.rule, group.first, seat, told, did=did, conflicts=(past,))
        for one in verdict.divergences:
            if not one.is_unverified:
                told, did = f"{_UNDONE} {self._difference(one)}", self._in_the_past(group.first)
                self.add("note", one.rule, one.seq, seat, told, did=did, conflicts=(self._conflict(one),))

    def _take(self, group: Group, verdict: Redecision, flagged: Sequence[IllegalMoveAccepted]) -> None:
        before, reasons = len(self.found), {flag.rule_id: flag.reason for flag in reversed(flagged)}
        seat = str(getattr(group.head.event, "player", ""))
        for rule, card in verdict.waived.items():
            address = self.addresses.get(group.first, "")
            self.waived.append(f"{rule} at entry {group.first}{f' ({address})' if address else ''}: {card}")
        for reason in verdict.unchecked:
            self.unchecked[reason] += 1
        if step := self._unwritten_step(group):
            self.implied.setdefault(step, []).append(group.first)
        for fault in (*verdict.faults, *verdict.mismatches):
            self.add("violation", fault.rule, fault.seq, seat, fault.what, (group.first, group.last))
        self._take_broken_rules(group, verdict, reasons, seat)
        differing: dict[str, list[StatedDifference]] = {}
        for found in verdict.divergences:
            if not found.is_unverified:
                differing.setdefault(found.rule, []).append(found)
            elif not self._is_sealed(found.due, found.stated):
                self.unchecked[f"a declared result that depends on hidden information ({found.rule})"] += 1
        for rule, rows in differing.items():
            told = list(dict.fromkeys(map(self._difference, rows)))
            did = self._in_the_past(group.first)
            condition = " ".join(told if all(map(self._numbers_differ, rows)) else [did, *told])
            evidence = tuple(dict.fromkeys([group.first, *(row.seq for row in rows)]))
            self.add(
                "unverified" if all(row.reading for row in rows) else "violation", rule, rows[0].seq, seat, condition,
                evidence, self._consequences(group), kept=reasons.get(rule), did=did,
                conflicts=tuple(dict.fromkeys(map(self._conflict, rows))),
            )  # fmt: skip
        if new := sorted(list(self.found.values())[before:], key=lambda finding: finding.seq):
            rules = {one.id: one.rule for one in new if one.level != "note"}
            breaks = any(not one.is_unverified for one in verdict.broken_rules)
            self.located.append(Located(group, rules, bool(differing), breaks))

    def _take_broken_rules(self, group: Group, verdict: Redecision, reasons: Mapping[str, str], seat: str) -> None:
        """Add one finding for each rule that a group's move broke, with all its conflicts with that rule."""
        broken: dict[tuple[str, str], dict[RuleConflict, None]] = {}
        for conflict in verdict.broken_rules:
            if conflict.is_unverified:
                self.unverified.setdefault((conflict.rule, seat), []).append((group.first, conflict.in_tense("past")))
            else:
                broken.setdefault((conflict.rule, conflict.reading), {})[conflict.in_tense("past")] = None
        did = self._in_the_past(group.first) if broken else ""
        for (rule, reading), conflicts in broken.items():
            facts = [
                did,
                *([self._as_read(reading)] if reading else ()),
                *(_sentence(one.message) for one in conflicts),
            ]
            self.add(
                "unverified" if reading else "violation", rule, group.first, seat, " ".join(facts),
                tuple(entry.seq for entry in group.entries), self._consequences(group),
                kept=reasons.get(rule, verdict.kept or None), proposed=self._proposed_ruling(group, rule),
                did=did, conflicts=tuple(conflicts),
            )  # fmt: skip

    def _as_read(self, reading: str) -> str:
        """Return in words how this session answers an open rules question `A6 (option tardis_blocks_path)`."""
        question, option = reading.removesuffix(")").split(" (option ")
        value = getattr(msgspec.convert(self.reading.started.options, self.game.options), option)
        told = ("yes" if value else "no") if isinstance(value, bool) else value
        who = "audit" if option in self.reading.options else "session"
        return f"The rulebook is unclear here (question {question}). This {who} uses `{option}={told}`."

    def _numbers_differ(self, found: StatedDifference) -> str:
        """Return the game's own sentence about a wrong number, "" if the game has none."""
        wanted, logged = found.due, found.stated
        if wanted is None or logged is None or found.reading:
            return ""
        before = self.timeline.position(found.seq - 1)
        return or_fallback("", lambda: self.game.view.explain_difference(wanted, logged, before))

    def _difference(self, found: StatedDifference) -> str:
        if told := self._numbers_differ(found):
            return told
        wanted, logged = found.due, found.stated
        due, stated = (effect_in_past(self._effect_in_words(one, found.seq)) for one in (wanted, logged))
        read = f"{self._as_read(found.reading)} " if found.reading else ""
        if due == stated:  # the sentences do not show the difference
            return (
                f"{read}{due.rstrip('.')}: {_recorded(logged, wanted)}, but by the rules {_required(wanted, logged)}."
            )
        if logged is None:
            return f"{read}Missing from the log: {due}"
        if wanted is None:
            return f"{read}In the log, but not by the rules: {stated}"
        return f"{read}In the log: {stated} By the rules: {due}"

    def _conflict(self, found: StatedDifference) -> RuleConflict:
        """Return a difference as data: the result by the rules, the recorded result, and their numbers."""
        wanted, logged = found.due, found.stated
        due, stated = (self._effect_in_words(one, found.seq).rstrip(".") for one in (wanted, logged))
        if told := self._numbers_differ(found):
            recorded, due = _HALVES.split(told.rstrip("."), maxsplit=1)
        elif due == stated:
            recorded, due = _recorded(logged, wanted), _required(wanted, logged)
        elif logged is None:
            recorded = "this was missing from the log"
        else:
            recorded, due = effect_in_past(stated), due if wanted else "no rule has this result"
        have, need = _numbers(logged, wanted) if told else (None, None)
        return RuleConflict(found.rule, due, recorded, reading=found.reading, have=have, need=need, limit=need)

    def _unwritten_step(self, group: Group) -> str:
        """Return the sentence of a group that is a compulsory step which no post wrote, "" for any other group."""
        move = group.head.event
        if not (group.head.implied and isinstance(move, Move)):
            return ""
        before = self.timeline.position(group.first - 1)
        unsaid = or_fallback(None, lambda: self.game.rules.implied_move(before, move.player))
        return "" if unsaid != move else self._line(group.first).rstrip(".")

    def _not_known(self, seat: str, seq: int) -> list[int]:
        """Return the numbers of the last entries before `seq` that drew or revealed unknown items.

        If entries of `seat` are among them, only these are returned. If there are none at all, the list holds `seq`
        itself if that entry names unknown items.
        """
        unknown = f'"{UNKNOWN}"'.encode()
        drawn = [one for one in self.reading.live() if one.seq < seq and isinstance(one.event, Drawn | Revealed)]
        hidden = [one for one in drawn if unknown in msgspec.json.encode(one.event)]
        own = [one for one in hidden if getattr(one.event, "player", "") == seat]
        found = [one.seq for one in (own or hidden)[-_HANGS:]]
        return found or [seq] * (unknown in msgspec.json.encode(self.timeline.entries[seq - 1].event))

    def _is_sealed(self, due: Event | None, stated: Event | None) -> bool:
        """Return whether the required and the recorded effect differ only in sealed fields, counted as closed items."""
        if due is None or type(due) is not type(stated) or not self.closed:
            return False
        differing = {name for name in due.__struct_fields__ if getattr(due, name) != getattr(stated, name)}
        return differing <= self.reading.codec.twins[type(due)].sealed.keys()

    def _proposed_ruling(self, group: Group, rule: str) -> str:
        move, before = group.head.event, self.timeline.position(group.first - 1)
        return (
            or_fallback("", lambda: self.game.rules.default_ruling(before, move, rule))
            if isinstance(move, Move)
            else ""
        )

    def _line(self, seq: int) -> str:
        return or_fallback(f"Entry {seq} cannot be described.", lambda: self.timeline.sentence(seq))

    def _in_the_past(self, seq: int) -> str:
        seat = str(getattr(self.timeline.entries[seq - 1].event, "player", ""))
        name = or_fallback("", lambda: self.game.view.seat_name(self.timeline.position(seq - 1), seat)) if seat else ""
        line = without_explanation(self._line(seq))
        return past_tense(line, name) if name else effect_in_past(line)

    def _consequences(self, group: Group) -> str:
        told = [effect_in_past(self._line(entry.seq)) for entry in group.entries[1:]]
        return " ".join(told) if told else "It had no effect."

    def _effect_in_words(self, effect: Effect | None, seq: int) -> str:
        if effect is None:
            return "nothing."
        before = self.timeline.position(seq - 1)
        return or_fallback(
            f"something that is not possible on this board: {_fields(effect, None)}.",
            lambda: self.game.view.sentence(effect, before, self.game.rules.reducer(before, effect)),
        )

    def claims(self) -> None:
        """Compare each statement of a post about the board, such as a total, with the position at that entry."""
        words, differing = self.game.view.claim_words, 0
        undone = self.reading.undone
        claims = [(entry.seq, claim) for entry, claim in self.reading.events_of(Claimed) if entry.seq not in undone]
        for seq, claim in [one for one in claims if one[1].value != UNKNOWN]:
            true = self._due_at(claim, seq)
            if true is None or UNKNOWN in true:
                self.unchecked["a board statement about hidden information"] += 1
            elif true != claim.value:
                differing += 1
                position, place = self.timeline.position(seq), claim.place
                name, declared = or_fallback((place, claim.value), partial(words, position, place, claim.value))
                _, stands = or_fallback((place, true), partial(words, position, place, true))
                what = f"{name} was declared as {declared}, but on the board it was {stands}."
                if differing == 1:
                    since = or_fallback("", partial(agreed_until, self.timeline, place, claim.value, seq))
                    what = f"{what} This is the first statement that differs: {since}."
                self.add("note", "LOG-CLAIM", seq, claim.author, what, (seq,))

    def _due_at(self, event: Claimed, seq: int) -> str | None:
        """Return a claimed field's value at an entry (its last one if the move before removed it), None without one."""
        first = next((group.first for group in reversed(self.timeline.groups) if group.last < seq), seq)
        for at in range(seq, first - 1, -1):
            position = self.timeline.position(at)
            true = or_fallback(None, partial(due_value, self.game, position, event.place, event.value))
            if true is not None:
                return true
        return None

    def prints(self, prints: Mapping[int, tuple[int, bytes]], positions: Sequence[Any]) -> None:
        """Compare the stored state hashes with positions computed now, up to the first that differs."""
        if not prints or not positions:
            why = "they include hidden information" if prints else "none are stored with this log"
            self.unchecked[f"the state hashes, because {why}"] += 1
            return
        for seq, (shape, value) in sorted(prints.items()):
            if shape != (now := self.game.meta.shape):
                self.unchecked[f"state hashes of another version ({shape}; the current version is {now})"] += 1
            elif seq <= len(positions) and fingerprint(positions[seq - 1]) != value:
                what = f"the position after entry {seq} does not match the state hash that was stored with it"
                self.add("violation", "LOG-PRINT", seq, "", what, (seq,))
                return

    def report(self, lines: Sequence[Line], *, has_tower: bool) -> Report:
        for (rule, seat), places in self.unverified.items():
            seqs = tuple(seq for seq, _ in places)
            more = len(places) - 1
            hangs = self._not_known(seat, seqs[0])
            did, first = self._in_the_past(seqs[0]), places[0][1]
            words = [did, f"This could not be verified. {_sentence(first.message)}"]
            words += [f"The same is true of {counted(more, 'later move')}."] * bool(more)
            on = f"entr{'ies' if len(hangs) > 1 else 'y'} {joined(list(map(str, hangs)))}"
            words += [f"It depends on hidden information in {on}."] * bool(hangs)
            evidence = tuple(dict.fromkeys([*seqs, *hangs]))
            self.add("unverified", rule, seqs[0], seat, " ".join(words), evidence, did=did, conflicts=(first,))
        reading, row = self.reading, self.timeline.row
        unchecked = [f"{what}, {times} times" if times > 1 else what for what, times in self.unchecked.items()]
        for step, lines_of in self.implied.items():
            where = f"entr{'ies' if len(lines_of) > 1 else 'y'} {', '.join(map(str, lines_of))}"
            unchecked.append(f"a compulsory step that no post mentions, assumed as made: {step} ({where})")
        if marks := sorted(set(self.unasked.values())):
            where = f"entr{'ies' if len(marks) > 1 else 'y'} {', '.join(map(str, marks))}"
            posts = counted(len(marks), "post in plain words", "posts in plain words")
            unchecked.append(f"the meaning of {posts} that was recorded without a question ({where})")
        if self.closed:
            unchecked.append(f"{counted(self.closed, 'hidden value')} not open to this viewer")
        if unread := len(lines) - reading.seq:
            damaged = counted(unread, "damaged entry", "damaged entries")
            unchecked.append(f"{damaged} from entry {reading.seq + 1} on")
        unchecked += unpledged(reading)
        findings = tuple(self._in_order())
        head = lines[-1] if lines else None
        house = tuple(f"{event.text} (entry {entry.seq})" for entry, event in reading.events_of(HouseRuled))
        return Report(
            row.session, row.game, row.title, reading.viewer, reading.started.rules, self.game.meta.rules_number,
            len(lines), head.seq if head else 0, head.digest.hex() if head else "",
            trust_in_words(reading, row, has_tower=has_tower), findings, tuple(unchecked),
            dict(Counter(finding.level for finding in findings)), tuple(self.waived), house, self.signed,
            or_fallback("", lambda: _ended(self.timeline)), reading.rules_changes(),
        )  # fmt: skip


def _ended(timeline: Timeline) -> str:
    """Return how people closed the session, "" if they did not."""
    closed = closing(timeline.reading)
    if closed is None:
        return ""
    reason = getattr(closed.event, "reason", "")
    return f"{timeline.closed(timeline.last)} (entry {closed.seq}){f': {reason}' if reason else ''}"


def _fields(effect: Effect | None, other: Effect | None) -> str:
    """Return in words the name and value of each field of `effect` that differs from the same field of `other`."""
    told = msgspec.structs.asdict(effect) if effect else {}
    differing = {name: value for name, value in told.items() if getattr(other, name, None) != value}
    return joined([f"{name.replace('_', ' ')} {_plainly(value)}" for name, value in differing.items()])


def _recorded(logged: Effect | None, wanted: Effect | None) -> str:
    return f"{_fields(logged, wanted)} was recorded"


def _required(wanted: Effect | None, logged: Effect | None) -> str:
    return f"it should be {_fields(wanted, logged)}"


def _numbers(logged: Effect | None, wanted: Effect | None) -> tuple[int | None, int | None]:
    """Return the recorded and the required number: the totals, or the only numbers that differ, else (None, None)."""
    pairs = [(getattr(logged, name, None), getattr(wanted, name, None)) for name in _number_fields(logged)]
    differing = [(have, need) for have, need in pairs if have != need]
    return differing[0] if len(differing) == 1 else (None, None)


def _number_fields(effect: Effect | None) -> Sequence[str]:
    if effect is None or hasattr(effect, "total"):
        return ["total"]
    return [name for name in effect.__struct_fields__ if isinstance(getattr(effect, name), int)]


def _plainly(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return joined(list(map(_plainly, value))) or "none"
    return (titled(value) or "none") if isinstance(value, str) else str(value)


def _sentence(text: str) -> str:
    return f"{capitalised(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"
