"""The audit: walk a log once, decide every group again with the chance it recorded, compare, say what was not checked.

Each group is decided on the *recorded* position, and the walk goes on from the stored events: one mistake, one finding.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final

import msgspec

from events.codec import Codec
from events.entry import Line, Secret
from events.events import ALL, OMNISCIENT, UNKNOWN, Drawn, Effect, Event, Move, Revealed, Rolled
from events.session_events import Claimed, HouseRuled, IllegalMoveAccepted, ItemRevealed, Redecided, Ruled, Triaged
from events.store.protocol import EventStore
from events.store.rows import SessionRow
from projections.game import Game
from projections.registry import Registry
from projections.wording import capitalised, counted, joined, titled
from replay.audit.chain import (
    PROVEN_BY_THE_TOWER,
    Fault,
    chain_faults,
    dealt_faults,
    learned_faults,
    seal_faults,
    tower_faults,
)
from replay.audit.findings import LOG_RULES, Exercised, Finding, Level, Report, finding_id, or_fallback
from replay.audit.log_roots import Check, Key, LogRoots
from replay.audit.log_shape import line_faults, opening_faults
from replay.audit.redecide import Redecider, Redecision, StatedDifference
from replay.audit.rollers import roller_findings
from replay.audit.roots import Located, Root, Roots
from replay.audit.signatures import SignatureCheck, Signed, check_signatures
from replay.reading.chance_trust import trust_in_words, unpledged
from replay.reading.claims import agreed_until, due_value
from replay.reading.reading import Group, Reading, first_origin, knows
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint

_AS_PLAYED: Final[Mapping[str, str]] = {}


def audit_session(
    store: EventStore, registry: Registry, session: str, viewer: str = OMNISCIENT, *, used: Exercised | None = None,
    options: Mapping[str, str] = _AS_PLAYED,
) -> Report:  # fmt: skip
    """Audit a stored session for a viewer; `used` takes in which rules it shows.

    With `options` it is read otherwise than its table had agreed, as far as its game has options of these names.

    Raises:
        UnknownSessionError: there is none of this id or alias.
    """
    row = store.row(session)
    return audit(
        registry[row.game], registry.codec(row.game), row, store.lines(row.session), store.secrets(row.session), viewer,
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

    `prints` are the stored fingerprints, if any; `known_faults` is what was found at the log's way in. A `complete` log
    was kept here from its first line, so that all its secrets should be here. `used` takes in which rules it shows.
    `signed` is what comes with the log to show whose it is.
    """

    def checked(
        lines: Sequence[Line], secrets: Sequence[Secret], known_faults: Sequence[Fault], *, complete: bool
    ) -> tuple[_Walk, Sequence[Secret], set[str]]:
        """A walk over a log, what its viewer may open, and the rules that moves were held against."""
        reading: Reading[Any] = Reading(game, codec, viewer, data, now=True, options=options)
        reading.feed(lines, secrets)
        known = [
            secret
            for secret in secrets  # of the table's audit the seals of the most private note are part, not its words
            if viewer == OMNISCIENT or knows(viewer, secret.audience, reading.unsealed, reading.started.seats)
        ]
        walk = _Walk(Timeline(row, reading), len(secrets) - len(known))
        walk.faults(known_faults)
        if reading.damage:
            walk.faults([Fault("LOG-BODY", reading.damage.seq, str(reading.damage))])
        walk.faults(seal_faults(codec, reading, known, complete=complete and len(known) == len(secrets)))
        walk.faults(learned_faults(codec, reading, known))
        walk.faults(opening_faults(reading.entries))
        walk.faults(line_faults(reading.entries))
        walk.faults(tower_faults(row.session, reading.entries_of(*PROVEN_BY_THE_TOWER)))
        walk.faults(dealt_faults(codec, reading, game.rules.spot))
        return walk, known, walk.groups()

    walk, known, asked = checked(lines, secrets, [*known_faults, *chain_faults(lines, codec)], complete=complete)
    reading = walk.reading
    if used is not None:
        used.lines.update(entry.rule for entry in reading.entries)
        used.asked.update(asked)
    walk.signatures(check_signatures(row.session, lines, reading.entries, signed))
    walk.roots()
    walk.rollers()
    if len(lines) == reading.seq:
        walk.log_roots(codec, known, lambda lines, secrets: checked(lines, secrets, (), complete=False)[0].keys())
    walk.claims()
    everything = viewer == OMNISCIENT or reading.unsealed in (ALL, viewer)
    if options:
        walk.read_otherwise(options)
        return walk.report(lines, has_tower=has_tower)
    walk.prints(prints or {}, _as_then(reading, lines, secrets) if everything else ())
    walk.rules_number()
    return walk.report(lines, has_tower=has_tower)


def _as_then(reading: Reading[Any], lines: Sequence[Line], secrets: Sequence[Secret]) -> Sequence[Any]:
    """The table's positions as known then, which fingerprints are of: what was learnt later is not read back."""
    if not reading.entries_of(ItemRevealed):
        return reading.positions
    then: Reading[Any] = Reading(reading.game, reading.codec, OMNISCIENT, reading.data)
    then.feed(lines, secrets)
    return then.positions


class _Walk:
    """The findings that one walk over a log collects. `closed` counts the sealed items that its viewer may not open."""

    def __init__(self, timeline: Timeline, closed: int) -> None:
        self.timeline, self.reading, self.game = timeline, timeline.reading, timeline.game
        self.closed = closed
        self.rulebook = {**self.game.meta.rulebook, **LOG_RULES}
        self.found: dict[str, Finding] = {}
        self.doubts: dict[tuple[str, str], list[tuple[int, str]]] = {}
        self.unchecked: Counter[str] = Counter()
        self.waived: list[str] = []
        self.signed = ""
        self.implied: dict[str, list[int]] = {}
        self.located: list[Located] = []
        self.copied = self.reading.started.left_at
        if self.copied:
            record = self.reading.started.branch.partition("#")[0]
            self.unchecked[f"lines 1 to {self.copied}: this is a what-if, and they are those of {record}"] = 1
        self.corrected = bool(self.reading.entries_of(Redecided))
        self.rulings: dict[int, list[Ruled]] = {}
        self.triaged: dict[str, Triaged] = {}
        for entry in self.reading.entries_of(Triaged, Ruled):
            if isinstance(entry.event, Triaged):
                self.triaged[entry.event.finding] = entry.event
            if isinstance(entry.event, Ruled):
                self.rulings.setdefault(self._origin(entry.event.line), []).append(entry.event)

    @cached_property
    def addresses(self) -> Mapping[int, str]:
        """Where each move stands; of a log that was tampered with none, where no turns can be told."""
        return or_fallback({}, lambda: self.timeline.addresses)

    def _origin(self, seq: int) -> int:
        """The line that a line repeats, so that a correction renames no finding behind it."""
        entries = self.timeline.entries
        return first_origin(entries, seq) if self.corrected and 0 < seq <= len(entries) else seq

    def faults(self, faults: Any) -> None:
        """Take in what the checks of the bare log found."""
        for fault in faults:
            self.add(self._level(fault), fault.rule, fault.seq, "", fault.what, (fault.seq,))

    def _level(self, fault: Fault) -> Level:
        """What is struck gives notes only, but for what no takeback mends."""
        if fault.seq in self.reading.undone and fault.rule not in _PROVEN:
            return "note"
        return "doubt" if fault.is_doubt else "violation"

    def add(
        self, level: Level, rule: str, seq: int, seat: str, condition: str, evidence: tuple[int, ...] = (),
        effect: str = "", *, kept: bool = False, flag: str = "", proposed: str = "",
    ) -> None:  # fmt: skip
        """Take in a finding; the same rule, line and seat is one finding: the first that proves most."""
        ident = finding_id(rule, self._origin(seq), seat)
        is_told = ident in self.found and _PROVES[level] <= _PROVES[self.found[ident].level]
        if is_told or seq <= self.copied:
            return
        rulings = [
            f"{'settled' if ruled.agreed else 'ruled'} {ruled.verdict}: {ruled.reason}"
            for at in (seq, *evidence)
            for ruled in self.rulings.get(self._origin(at), ())
        ]
        remedy = "; ".join(dict.fromkeys(rulings)) or "; ".join(
            [f"kept: {flag}"] * bool(flag) + [proposed] * bool(proposed)
        )
        criteria = self.rulebook.get(rule, "")
        address = self.addresses.get(self.timeline.group_at(seq).first, "") if self.timeline.entries else ""
        said, condition = self.triaged.get(ident), _sentence(condition)
        self.found[ident] = Finding(
            ident, level, rule, criteria, seq, address, seat, condition, evidence, effect, remedy, kept,
            triage=f"{said.status} by {titled(said.author)}: {said.reason}" if said else "",
        )  # fmt: skip

    def signatures(self, check: SignatureCheck) -> None:
        """Take in what signed heads show, and by whom the log is signed."""
        self.faults(check.faults)
        for doubt in check.doubts:
            self.add("doubt", doubt.rule, doubt.seq, "", doubt.what, (doubt.seq,))
        self.signed = check.told

    def groups(self) -> set[str]:
        """Decide every group again; what was struck gives notes, unless it stands again as it was.

        Returns the rules that moves were held against.
        """
        undone: list[tuple[Group, Redecision]] = []
        judge = Redecider(self.game, self.reading)
        flagged: list[IllegalMoveAccepted] = []
        for group in self.timeline.groups:
            if isinstance(group.head.event, IllegalMoveAccepted):
                flagged.append(group.head.event)
                continue
            verdict = judge.verdict(group)
            if not any(verdict) and not group.head.implied:
                flagged = []
                continue
            if group.undone:
                undone.append((group, verdict))
            else:
                known = len(self.found)
                self._take(group, verdict, flagged)
                if len(self.found) > known:
                    new = sorted(list(self.found.values())[known:], key=lambda finding: finding.seq)
                    rules = {one.id: one.rule for one in new if one.level != "note"}
                    differs = any(not one.doubt for one in verdict.divergences)
                    breaks = any(not one.doubt for one in verdict.breaches)
                    self.located.append(Located(group, rules, differs, breaks))
            flagged = []
        for group, verdict in undone:
            self._take_undone(group, verdict)
        return judge.asked

    def roots(self) -> None:
        """Put each finding that only follows from an earlier one under it."""
        if len(self.found) < 2:
            return
        roots = Roots(self.game, self.reading, self.timeline.groups)
        self._put_under(roots.follow(self.located))
        if roots.unwalked:
            self.unchecked[f"what only follows from {counted(roots.unwalked, 'finding')} of so many"] += 1

    def keys(self) -> Sequence[Key]:
        """The rule, line and seat of each finding."""
        return [(one.rule, one.seq, one.seat) for one in self.found.values()]

    def log_roots(self, codec: Codec, secrets: Sequence[Secret], check: Check) -> None:
        """Put each finding that only follows from a line of the log that is not right under what tells of that."""
        rows = sorted(self.found.values(), key=lambda finding: (finding.seq, finding.rule))
        found = [one for one in rows if not one.root and one.level == "violation"]
        if len(found) < 2:
            return
        roots = LogRoots(codec, self.reading, self.timeline.groups, secrets, check)
        self._put_under(roots.follow(found))
        if roots.unwalked:
            self.unchecked[f"what only follows from {counted(roots.unwalked, 'finding')} of so many"] += 1

    def _put_under(self, follows: Mapping[str, Root]) -> None:
        """Put findings, with what stands under them already, under their roots."""
        for ident, root in follows.items():
            first = self.found[root.finding]
            ways = list(dict.fromkeys([*filter(None, first.corrected.split(" or ")), root.corrected]))
            self.found[first.id] = msgspec.structs.replace(first, corrected=" or ".join(ways))
            for one in [self.found[ident], *(one for one in self.found.values() if one.root == ident)]:
                self.found[one.id] = msgspec.structs.replace(one, root=first.id, corrected="")

    def rollers(self) -> None:
        """Note what the receipts of outside rollers show."""
        if not any(isinstance(entry.event, Rolled) and entry.event.ticket for entry in self.reading.entries_of(Rolled)):
            return
        for one in roller_findings(self.timeline.groups):
            self.add(one.level, "LOG-ROLLER", one.seq, one.seat, one.what, one.evidence)

    def _take_undone(self, group: Group, verdict: Redecision) -> None:
        """A mistake that was taken back is a note; chance that nobody asked for stays one that nobody asked for."""
        seat = str(getattr(group.head.event, "player", ""))
        for fault in verdict.faults:
            self.add(self._level(fault), fault.rule, fault.seq, seat, fault.what, (group.first, group.last))
        for fault in verdict.mismatches:
            self.add("note", fault.rule, fault.seq, seat, f"Taken back. {fault.what}", (group.first, group.last))
        for breach in verdict.breaches:
            if not breach.doubt:
                told = f"Taken back: {self._group_in_words(group)} What spoke against it: {breach.message}."
                self.add("note", breach.rule, group.first, seat, told)
        for one in verdict.divergences:
            if not one.doubt:
                self.add("note", one.rule, one.seq, seat, f"Taken back. {self._difference(one)}")

    def _take(self, group: Group, verdict: Redecision, flagged: Sequence[IllegalMoveAccepted]) -> None:
        seat = str(getattr(group.head.event, "player", ""))
        for rule, card in verdict.waived.items():
            self.waived.append(f"{rule} at line {group.first} ({self.addresses.get(group.first, '')}): {card}")
        for reason in verdict.unchecked:
            self.unchecked[reason] += 1
        if step := self._unwritten_step(group):
            self.implied.setdefault(step, []).append(group.first)
        for fault in (*verdict.faults, *verdict.mismatches):
            self.add("violation", fault.rule, fault.seq, seat, fault.what, (group.first, group.last))
        self._take_breaches(group, verdict, flagged, seat)
        differing: dict[str, list[StatedDifference]] = {}
        for found in verdict.divergences:
            if not found.doubt:
                differing.setdefault(found.rule, []).append(found)
            elif not self._is_sealed(found.due, found.stated):
                self.unchecked[f"a stated result that hangs on something unknown ({found.rule})"] += 1
        for rule, rows in differing.items():
            condition = " ".join(dict.fromkeys(map(self._difference, rows)))
            kept = next((flag.reason for flag in flagged if flag.rule_id == rule), None)
            self.add(
                "doubt" if all(row.reading for row in rows) else "violation",
                rule, rows[0].seq, seat, condition, tuple(dict.fromkeys([group.first, *(row.seq for row in rows)])),
                f"{self._group_in_words(group)} {self._consequences(group)}", kept=kept is not None, flag=kept or "",
            )  # fmt: skip

    def _take_breaches(
        self, group: Group, verdict: Redecision, flagged: Sequence[IllegalMoveAccepted], seat: str
    ) -> None:
        """Take in what speaks against a move: a finding for each rule, with all that it names."""
        broken: dict[tuple[str, str], list[str]] = {}
        for breach in verdict.breaches:
            if breach.doubt:
                self.doubts.setdefault((breach.rule, seat), []).append((group.first, breach.message))
            else:
                broken.setdefault((breach.rule, breach.reading), []).append(breach.message)
        for (rule, reading), messages in broken.items():
            kept = next((flag.reason for flag in flagged if flag.rule_id == rule), verdict.kept or None)
            speaks = f", {_AS_READ.format(reading)}" if reading else ""
            self.add(
                "doubt" if reading else "violation", rule, group.first, seat,
                f"{self._group_in_words(group)} What speaks against it{speaks}: {'; '.join(dict.fromkeys(messages))}.",
                tuple(entry.seq for entry in group.entries), self._consequences(group),
                kept=kept is not None, flag=kept or "", proposed=self._proposed_ruling(group, rule),
            )  # fmt: skip

    def _difference(self, found: StatedDifference) -> str:
        if sums := self._difference_of_sums(found):
            return sums
        due, stated = self._effect_in_words(found.due, found.seq), self._effect_in_words(found.stated, found.seq)
        read = f" ({_AS_READ.format(found.reading)})" if found.reading else ""
        if due == stated:  # in what no sentence tells
            logged, wanted = _fields(found.stated, found.due), _fields(found.due, found.stated)
            return f"{due.rstrip('.')}, but in the log with {logged}; due by the rules{read} is {wanted}."
        if found.stated is None:
            return f"Due, and not in the log{read}: {due}"
        if found.due is None:
            return f"In the log, and not due{read}: {stated}"
        return f"In the log: {stated} Due by the rules{read}: {due}"

    def _difference_of_sums(self, found: StatedDifference) -> str:
        """What differs, in the game's own sentence: of numbers, and of what sums parts; "" where it has none."""
        due, stated = found.due, found.stated
        if due is None or stated is None or found.reading:
            return ""
        before = self.timeline.position(found.seq - 1)
        return or_fallback("", lambda: self.game.view.differ(due, stated, before))

    def _unwritten_step(self, group: Group) -> str:
        """The compulsory step that a group supplies, where nobody wrote it; "" where it is none."""
        move = group.head.event
        if not (group.head.implied and isinstance(move, Move)):
            return ""
        before = self.timeline.position(group.first - 1)
        unsaid = or_fallback(None, lambda: self.game.rules.unsaid(before, move.player))
        return "" if unsaid != move else self._group_in_words(group).rstrip(".")

    def _not_known(self, seat: str, seq: int) -> list[int]:
        """The last lines before one that hold what is not known: of the seat's own cards, else of anybody's."""
        unknown = f'"{UNKNOWN}"'.encode()
        lines = [
            (entry.seq, getattr(entry.event, "player", ""))
            for entry in self.timeline.entries[: seq - 1]
            if isinstance(entry.event, Drawn | Revealed) and entry.seq not in self.reading.undone
            and unknown in msgspec.json.encode(entry.event)
        ]  # fmt: skip
        own = [at for at, whose in lines if whose == seat]
        return sorted((own or [at for at, _ in lines])[-_HANGS:])

    def _is_sealed(self, due: Event | None, stated: Event | None) -> bool:
        """Whether only sealed fields hang on what is unknown, and on items that are counted as closed already."""
        if due is None or type(due) is not type(stated) or not self.closed:
            return False
        differing = {name for name in due.__struct_fields__ if getattr(due, name) != getattr(stated, name)}
        return differing <= self.reading.codec.twins[type(due)].sealed.keys()

    def _proposed_ruling(self, group: Group, rule: str) -> str:
        """The ruling that the rulebook asks for by default, of a move that does not keep a rule."""
        move, before = group.head.event, self.timeline.position(group.first - 1)
        return or_fallback("", lambda: self.game.rules.proposes(before, move, rule)) if isinstance(move, Move) else ""

    def _group_in_words(self, group: Group) -> str:
        return self._line(group.first)

    def _line(self, seq: int) -> str:
        return or_fallback(f"Line {seq} cannot be told.", lambda: self.timeline.tell(seq))

    def _consequences(self, group: Group) -> str:
        told = [self._line(entry.seq) for entry in group.entries[1:]]
        return " ".join(told) if told else "Nothing followed from it."

    def _effect_in_words(self, effect: Effect | None, seq: int) -> str:
        """The sentence that an effect has at a line."""
        if effect is None:
            return "nothing."
        before = self.timeline.position(seq - 1)
        return or_fallback(
            f"something that this table cannot have had: {_fields(effect, None)}.",
            lambda: self.game.view.tell(effect, before, self.game.rules.reducer(before, effect)),
        )

    def claims(self) -> None:
        """Compare what posts claim with the position at that line."""
        differing = 0
        for entry in self.reading.entries_of(Claimed):
            event = entry.event
            if isinstance(event, Claimed) and entry.seq not in self.reading.undone and event.value != UNKNOWN:
                true = self._due_at(event, entry.seq)
                if true is None or UNKNOWN in true:
                    self.unchecked["a claim about something unknown"] += 1
                elif true != event.value:
                    differing += 1
                    what = self._claim_in_words(event, entry.seq, true)
                    since = or_fallback("", partial(agreed_until, self.timeline, event.place, event.value, entry.seq))
                    first = f" (the first claim that differs; {since})" if differing == 1 else ""
                    self.add("note", "LOG-CLAIM", entry.seq, event.author, f"{what}{first}.", (entry.seq,))

    def _claim_in_words(self, event: Claimed, seq: int, true: str) -> str:
        """A claim that differs, with what stands there, as the game puts it."""
        position, words = self.timeline.position(seq), self.game.view.claim_words
        place, claimed = or_fallback((event.place, event.value), lambda: words(position, event.place, event.value))
        stands = or_fallback(true, lambda: words(position, event.place, true)[1])
        return f"{place} is claimed to be {claimed}; on the board it is {stands}"

    def _due_at(self, event: Claimed, seq: int) -> str | None:
        """What stands at a claimed place at a line; of what the move before it took away, how it was last."""
        first = next((group.first for group in reversed(self.timeline.groups) if group.last < seq), seq)
        for at in range(seq, first - 1, -1):
            position = self.timeline.position(at)
            true = or_fallback(None, partial(due_value, self.game, position, event.place, event.value))
            if true is not None:
                return true
        return None

    def prints(self, prints: Mapping[int, tuple[int, bytes]], positions: Sequence[Any]) -> None:
        """Compare stored fingerprints with today's fold, as far as this viewer may; the first that differs counts."""
        if not prints:
            self.unchecked["fingerprints: none are stored with this log"] += 1
            return
        if not positions:
            self.unchecked["fingerprints: they are of the table's position, which is not open to this viewer"] += 1
            return
        for seq, (shape, value) in sorted(prints.items()):
            if shape != self.game.meta.shape:
                self.unchecked[
                    f"positions of another shape ({shape}; today's is {self.game.meta.shape}) are unverified"
                ] += 1
            elif seq <= len(positions) and fingerprint(positions[seq - 1]) != value:
                self.add("violation", "LOG-PRINT", seq, "", f"diverged at line {seq}", (seq,))
                return

    def read_otherwise(self, options: Mapping[str, str]) -> None:
        """Say that the table had agreed on something else, so that no stored position can be compared."""
        read = ", ".join(f"{name}={value}" for name, value in options.items())
        self.unchecked[f"what the table had agreed on: it is read with {read}"] += 1

    def rules_number(self) -> None:
        """Say where a session was played under another rules number."""
        played = self.reading.started.rules
        if self.reading.entries and played != self.game.meta.rules_number:
            self.add(
                "note",
                "LOG-RULES",
                1,
                "",
                f"played under rules number {played}; today's is {self.game.meta.rules_number}",
                (1,),
            )

    def report(self, lines: Sequence[Line], *, has_tower: bool) -> Report:
        """The report of the walk."""
        for (rule, seat), places in self.doubts.items():
            seqs = tuple(seq for seq, _ in places)
            more = len(places) - 1
            hangs = self._not_known(seat, seqs[0])
            words = [self._line(seqs[0]), f"Whether that was right cannot be told: {places[0][1]}."]
            words += [f"It is the same with {counted(more, 'later move')}."] * bool(more)
            on = f"line{'s' * (len(hangs) > 1)} {joined(list(map(str, hangs)))}"
            words += [f"It hangs on what is not known of {on}."] * bool(hangs)
            self.add("doubt", rule, seqs[0], seat, " ".join(words), tuple(dict.fromkeys([*seqs, *hangs])))
        reading, row = self.reading, self.timeline.row
        unchecked = [f"{what}, {times} times" if times > 1 else what for what, times in self.unchecked.items()]
        for step, lines_of in self.implied.items():
            where = f"line{'s' if len(lines_of) > 1 else ''} {', '.join(map(str, lines_of))}"
            unchecked.append(f"a compulsory step that nobody wrote, taken as made: {step} ({where})")
        if self.closed:
            unchecked.append(f"{counted(self.closed, 'sealed item')} that this viewer may not open")
        if unread := len(lines) - reading.seq:
            cannot = "it" if unread == 1 else "they"
            unchecked.append(f"{counted(unread, 'line')} from line {reading.seq + 1} on: {cannot} cannot be read")
        unchecked += unpledged(reading)
        findings = tuple(sorted(self.found.values(), key=lambda finding: (finding.seq, finding.rule)))
        head = lines[-1] if lines else None
        ruled = [
            (entry.seq, entry.event) for entry in reading.entries_of(HouseRuled) if isinstance(entry.event, HouseRuled)
        ]
        house = tuple(f"{event.text} (line {seq})" for seq, event in ruled)
        return Report(
            row.session, row.game, row.title, reading.viewer, reading.started.rules, self.game.meta.rules_number,
            len(lines), head.seq if head else 0, head.digest.hex() if head else "",
            trust_in_words(reading, row, has_tower=has_tower), findings, tuple(unchecked),
            dict(Counter(finding.level for finding in findings)),
            tuple(self.waived), house, self.signed,
        )  # fmt: skip


def _fields(effect: Effect | None, other: Effect | None) -> str:
    """The fields of an effect that another of its kind has otherwise, by their names, with their values in words."""
    told = msgspec.structs.asdict(effect) if effect else {}
    differing = {name: value for name, value in told.items() if getattr(other, name, None) != value}
    return joined([f"{name.replace('_', ' ')} {_plainly(value)}" for name, value in differing.items()])


def _plainly(value: Any) -> str:
    """A value as people write it: a name for an id, a list for a row."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return joined(list(map(_plainly, value))) or "none"
    return (titled(value) or "none") if isinstance(value, str) else str(value)


_AS_READ: Final = "where the rulebook leaves it open and is read as in {}"
"""Of what only a declared reading asks for: its number, and the option that reads it otherwise."""


def _sentence(text: str) -> str:
    return f"{capitalised(text)}{'' if text.endswith(('.', '!', '?')) else '.'}"


_HANGS: Final = 3
"""So many lines are named on which a doubt hangs, the last ones before it."""
_PROVEN: Final = frozenset(
    {
        "LOG-CHAIN", "LOG-BODY", "LOG-ROLL", "LOG-SHUFFLE", "LOG-SEAL", "LOG-ORDER", "LOG-SOURCE", "LOG-LINE",
        "LOG-CHANCE", "LOG-SIGN", "LOG-KEY", "LOG-WITNESS",
    }
)  # fmt: skip
"""What stays proven though the line is struck."""
_PROVES: Final[Mapping[Level, int]] = {"note": 0, "doubt": 1, "violation": 2}
"""How much a finding proves: a doubt hides no violation of the same line."""
