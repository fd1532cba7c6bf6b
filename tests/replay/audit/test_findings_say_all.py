"""A finding names all that speaks against a move by one rule; a step that nobody wrote is told with its lines."""

import pytest

from events.facts import Move
from events.store.memory import MemoryStore
from projections.draft import Breach
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.audit.redecide import Redecider, Redecision
from replay.posts.record import record_text
from replay.posts.samples import samples
from replay.reading.reading import Group

KEYS = next(sample.text for sample in samples("keys") if not sample.is_export)


def test_a_rule_that_is_broken_four_times_in_one_move_is_one_finding_of_four(monkeypatch: pytest.MonkeyPatch) -> None:
    store, judged = MemoryStore(), Redecider.verdict
    session = record_text(store, shelf(), KEYS).session
    pawns = ["Tenth", "Eleventh", "Twelfth", "Thirteenth"]
    broken: list[int] = []

    def verdict(judge: Redecider, group: Group) -> Redecision:
        found = judged(judge, group)
        if not broken and isinstance(group.head.fact, Move):
            broken.append(group.first)
            return found._replace(breaches=[Breach("KEY-MOV-03", f"{pawn} stands elsewhere") for pawn in pawns])
        return found

    monkeypatch.setattr(Redecider, "verdict", verdict)
    found = [one for one in audit_session(store, shelf(), session).findings if one.seq == broken[0]]
    (one,) = [each for each in found if each.rule == "KEY-MOV-03"]
    assert all(f"{pawn} stands elsewhere" in one.condition for pawn in pawns)
