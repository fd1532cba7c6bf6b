"""Correct the sample of the card game in which a draw was forgotten ten turns earlier."""

from functools import cache

import pytest
from recordings import corrected, looked_at, recorded, report_of, timeline_of

from events.conduct import Again
from events.errors import BellError, UnplayableError
from events.facts import ALL, TABLE, UNKNOWN, Drawn
from projections.shelf import shelf
from replay.corrections.branch import change_branch, compare, make_branch
from replay.corrections.plan import NeedsAnswerError
from replay.corrections.remedies import remedies
from replay.corrections.ruling import rule
from replay.live.session import Session
from replay.posts.samples import samples

DRAWN = 'DRAW: "War Machine"'
SHIFT = "CARDS deck-gus: shift"
GUS = ["dalek", "raston-warrior-robot", "war-machine", "quark", "vorum-gas", "osiran-mummy", "kamelion", "sidrat"]


@cache
def text(until: str = "") -> str:
    told = next(one.text for one in samples("ccg") if one.name == "forgotten-draw")
    return told[: told.index(until)] if until else told


def nasty(until: str = "") -> Session:
    return recorded(text(until))


def drawn(session: Session) -> list[str]:
    facts = [entry.fact for entry in session.table.entries if entry.seq not in session.table.struck]
    own = [fact for fact in facts if isinstance(fact, Drawn) and fact.pile == "deck-gus" and len(fact.cards) == 1]
    return [fact.cards[0] for fact in own]


def violations(session: Session) -> dict[str, str]:
    return {one.rule: one.address for one in report_of(session).findings if one.level == "violation"}


def test_corrects_the_draw_and_the_flash_and_tries_it_in_a_branch() -> None:
    session = nasty()
    assert violations(session) == {"CCG-PREP-06": "5.3", "CCG-FLA-01": "7.8"}
    assert any(entry.implied for entry in session.table.entries), "answers were passed in silence"
    corrected(session, "FIX 5.3: DRAW: ?\nOMIT 7.8\nKEEP rest")
    assert violations(session) == {}
    session = nasty()
    record, last = timeline_of(session), session.head
    branch = make_branch(session.store, shelf(), record)
    change_branch(branch, f"FIX 5.3: {DRAWN}\n{SHIFT}")
    found = compare(record, timeline_of(branch))
    assert {"5.3", "7.3", "9.3", "11.3", "15.7"} <= {one.address for one in found.differing}
    assert session.head == last


@pytest.mark.parametrize("viewer", [TABLE, ALL, "gus", "pilar"])
@pytest.mark.parametrize("change", ["FIX 5.3: DRAW: ?", f"FIX 5.3: DRAW: ?\n{SHIFT}"])
def test_every_reader_sees_the_same_later_moves(viewer: str, change: str) -> None:
    plan = looked_at(nasty("== T16"), change, viewer)
    assert not plan.falls
    assert len(plan.again) == len(plan.later) > 90


@pytest.mark.parametrize("until", ["== T16", ""])
def test_by_name_each_later_draw_keeps_its_card(until: str) -> None:
    session = nasty(until)
    before = drawn(session)
    corrected(session, "FIX 5.3: DRAW: ?")
    assert drawn(session) == [*before[:2], UNKNOWN, *before[2:]]
    assert violations(session) == {"CCG-FLA-01": "7.19"}


@pytest.mark.parametrize("until", ["== T16", ""])
@pytest.mark.parametrize("change", ["FIX 5.3: DRAW: ?", f"FIX 5.3: {DRAWN}", "INSERT 5.3: DRAW: ?\nOMIT 5.3"])
def test_moved_up_each_later_draw_has_the_next_card(until: str, change: str) -> None:
    session = nasty(until)
    before = drawn(session)
    assert before[: len(GUS)] == GUS
    corrected(session, f"{change}\n{SHIFT}")
    assert drawn(session) == [*before, UNKNOWN]
    assert violations(session) == {"CCG-FLA-01": "7.19"}


@pytest.mark.parametrize(("change", "says"), [
    (f'FIX 5.3: DRAW: "Cyberman"\n{SHIFT}', "the one that was drawn next is drawn here"),
    ("FIX 5.3: DRAW: ?\nCARDS decks: shift", "cards are drawn from deck-gus, deck-pilar"),
])  # fmt: skip
def test_refuses_another_card_or_an_unknown_pile(change: str, says: str) -> None:
    session = nasty()
    last = session.head.seq
    with pytest.raises(BellError, match=says):
        corrected(session, change)
    assert session.head.seq == last


def test_a_draw_that_is_left_out_leaves_its_card_to_the_next() -> None:
    session, change = nasty(), "OMIT 3.3\nKEEP rest"
    last = session.head
    with pytest.raises(NeedsAnswerError, match="first draw the card of this turn"):
        corrected(session, "OMIT 3.3")
    with pytest.raises(UnplayableError, match="no card is there that its deck did not have"):
        looked_at(session, f"{change}\n{SHIFT}")
    with pytest.raises(BellError):
        corrected(session, f"{change}\n{SHIFT}")
    assert session.head == last
    corrected(session, change)
    assert drawn(session)[:2] == ["dalek", "war-machine"]


@pytest.mark.parametrize("card", ["Sutekh", "Romana", "War Machine"])
def test_a_card_that_is_somewhere_else_cannot_have_been_drawn(card: str) -> None:
    session = nasty("== T16")
    last = session.head
    with pytest.raises(UnplayableError, match="no card is there that its deck did not have"):
        looked_at(session, f'FIX 5.3: DRAW: "{card}"')
    with pytest.raises(BellError, match="not known to you"):  # a moderator sees what a spectator sees
        corrected(session, f'FIX 5.3: DRAW: "{card}"')
    branch = make_branch(session.store, shelf(), timeline_of(session))
    left = branch.head
    with pytest.raises(UnplayableError, match="no card is there that its deck did not have"):
        change_branch(branch, f'FIX 5.3: DRAW: "{card}"', throws=True, seed=1)
    assert (session.head, branch.head) == (last, left)


@pytest.mark.parametrize("change", ['INSERT 8.3: PLAY: "Temporal Grace"', 'INSERT 1.3: PLAY: "Dalek Saucer"'])
def test_a_card_that_came_into_play_is_that_card_whatever_its_number(change: str) -> None:
    session = nasty()
    plan = looked_at(session, change)
    assert [one for one in plan.later if one.fate == "changes"] == []
    assert len(plan.falls) < 3
    told = attacks(session)
    corrected(session, f"{change}\nDROP rest")
    assert attacks(session) == told
    assert len(told) > 8


def attacks(session: Session) -> list[str]:
    timeline = timeline_of(session)
    standing = [timeline.tell(entry.seq) for entry in timeline.entries if entry.seq not in timeline.struck]
    return [told for told in standing if " attacks " in told]


def test_a_move_of_a_card_that_never_came_no_longer_fits() -> None:
    session = nasty()
    assert looked_at(session, "OMIT 2.3").falls[0].why == "Pilar's Tharil did not come into play"
    corrected(session, "OMIT 2.3\nKEEP rest")
    assert not [one for one in report_of(session).findings if one.rule.startswith("LOG")]
    assert any(isinstance(entry.fact, Again) and entry.fact.kept for entry in session.table.entries)


def test_offers_the_forgotten_draw_or_a_ruling() -> None:
    session = nasty()
    timeline = timeline_of(session, ALL)
    group = timeline.find("5.3")
    (fix,) = [one for one in remedies(timeline, group, by="moderator", viewer=ALL) if one.way == "fix"]
    assert fix.line == "FIX 5.3: DRAW: ?"
    assert fix.plan is not None
    assert not fix.plan.falls
    rule(session, group, "stand", "nobody lost by it", ["CCG-PREP-06"], by="moderator")
    (found,) = [one for one in report_of(session).findings if one.rule == "CCG-PREP-06"]
    assert found.remedy == "ruled stand: nobody lost by it"
