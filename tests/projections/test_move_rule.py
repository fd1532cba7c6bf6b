"""A move is decided by its row in the table of the game: checked, added, and then carried out."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
import pytest

from events.errors import IllegalMoveError, UnplayableError
from events.events import Effect, Event, Move
from projections.draft import Draft, find_conflicts, run
from projections.move_rule import MoveRule, MoveRules, decide_move, is_allowed
from projections.rule_conflicts import RuleConflict
from replay.chance.random_source import NoChance


class Step(Move, frozen=True, tag="walk-step"):
    steps: int


class Walked(Effect, frozen=True, tag="walk-walked"):
    start: int
    end: int


class Place(msgspec.Struct, frozen=True):
    at: int = 0
    moves: int = 0


def too_far(place: Place, move: Step) -> Iterator[RuleConflict]:
    if place.at + move.steps > 9:
        yield RuleConflict("WALK-END-01", "a walk must end at 9", have=place.at + move.steps, limit=9)
    if move.steps > 6:
        yield RuleConflict("WALK-LEN-01", "a step has at most 6", verdict=None)


def exists(draft: Draft[Place], move: Step) -> None:
    draft.must("WALK-BACK-01", move.steps >= 0, "there is no way back")


def walk(draft: Draft[Place], move: Step) -> None:
    assert (draft.before.moves, draft.now.moves) == (draft.before.moves, draft.before.moves + 1)
    draft.add(Walked(draft.before.at, draft.before.at + move.steps), "WALK-LEN-01")


class Walk:
    """The rules of a walk: a step moves a walker forward."""

    moves: Final[MoveRules[Place]] = {Step: MoveRule(too_far, walk, exists)}
    decide = staticmethod(decide_move)

    def reducer(self, place: Place, event: Event) -> Place:
        return Place(event.end, place.moves) if isinstance(event, Walked) else Place(place.at, place.moves + 1)

    def pile_cards(self, _place: Place, _name: str) -> None:
        return None

    def waived_rules(self, _place: Place, _move: Any) -> Mapping[str, str]:
        return {}


def test_move_is_added_before_its_results() -> None:
    draft = run(Walk(), Place(4), Step("ace", 5), NoChance())
    assert [entry.event for entry in draft.entries] == [Step("ace", 5), Walked(4, 9)]
    assert draft.now == Place(9, 1)


def test_strict_draft_refuses_the_first_conflict_and_adds_nothing() -> None:
    draft = Draft(Walk(), Place(4), NoChance())
    with pytest.raises(IllegalMoveError) as refused:
        draft.decide(Step("ace", 7))
    assert (refused.value.rule, draft.entries) == ("WALK-END-01", [])


def test_lenient_draft_notes_every_conflict_and_goes_on() -> None:
    draft = run(Walk(), Place(4), Step("ace", 7), NoChance(), strict=False)
    assert [conflict.rule for conflict in draft.broken_rules] == ["WALK-END-01", "WALK-LEN-01"]
    assert draft.now == Place(11, 1)


@pytest.mark.parametrize("strict", [True, False])
def test_move_that_names_nothing_is_refused_also_by_a_lenient_draft(*, strict: bool) -> None:
    with pytest.raises(UnplayableError, match="no way back"):
        run(Walk(), Place(4), Step("ace", -1), NoChance(), strict=strict)


@pytest.mark.parametrize(("at", "steps", "allowed"), [(4, 5, True), (4, 6, False), (0, 7, None), (4, 7, False)])
def test_listing_and_checking_use_the_same_row(at: int, steps: int, *, allowed: bool | None) -> None:
    move = Step("ace", steps)
    assert is_allowed(Walk.moves, Place(at), move) is allowed
    assert (find_conflicts(Walk(), Place(at), move) == []) is (allowed is True)
