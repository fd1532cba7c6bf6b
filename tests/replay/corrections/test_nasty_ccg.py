"""A Collectible Card Game in which a mandatory draw was forgotten, ten turns and many hidden cards back.

Since then there were bonus draws, Flashes, passes in silence and a shuffle. It is put right in every way.
"""

from functools import cache

import pytest
from corrected_sessions import corrected, recorded, report_of, timeline_of

from events.conduct import Again
from events.facts import ALL, TABLE
from replay.corrections.correction import preview
from replay.corrections.remedies import remedies
from replay.corrections.ruling import rule
from replay.corrections.written_changes import read_changes
from replay.live.preview import ReadOnlySession
from replay.live.session import Session
from replay.posts.samples import samples

DRAWN = 'DRAW: "War Machine"'


@cache
def told() -> str:
    return next(one.text for one in samples("ccg") if one.name == "unit-machines")


def nasty() -> Session:
    assert told().count(DRAWN) == 1
    return recorded(told().replace(DRAWN, "DRAW: none"))


def test_the_forgotten_draw_is_the_root_of_all_that_the_audit_finds() -> None:
    report = report_of(nasty())
    (root,) = [one for one in report.roots if one.level == "violation"]
    assert (root.rule, root.address) == ("CCG-PREP-06", "5.3")
    assert root.corrected == "replaced by the step that is compulsory there"
    assert len([one for one in report.follow(root) if one.rule == "LOG-CHANCE"]) > 5
    assert {one.rule for one in report.follow(root)} == {"CCG-GEN-08", "LOG-CHANCE"}


@pytest.mark.parametrize("viewer", [TABLE, ALL, "osman", "nell"])
def test_all_that_still_fits_stands_for_every_reader(viewer: str) -> None:
    """What a preview says hangs on nothing that its reader does not know: the same counts for everybody."""
    session = nasty()
    seen = timeline_of(session, viewer)
    for change in ("FIX 5.3: DRAW: ?", "FIX 5.3: DRAW: ?\nCARDS deck-osman: shift"):
        meant = read_changes(seen, change)
        plan = preview(
            ReadOnlySession(seen.reading), meant.changes, by="moderator", viewer=viewer, keepings=meant.keepings
        )
        assert not plan.falls
        assert len(plan.again) == len(plan.later) > 400


@pytest.mark.parametrize("change", [f"FIX 5.3: {DRAWN}", f"FIX 5.3: {DRAWN}\nCARDS deck-osman: shift"])
def test_corrected_it_is_as_recorded_rightly_from_the_start(change: str) -> None:
    session = nasty()
    corrected(session, change)
    if "shift" not in change:  # moved up, each later draw has the card of the one before
        assert session.position == recorded(told()).position
    found = [one for one in report_of(session).findings if one.level == "violation"]
    assert not [one for one in found if one.rule == "CCG-PREP-06"]
    if "shift" not in change:
        assert found == []


def test_an_unknown_card_is_learnt_from_what_was_played_and_nothing_falls() -> None:
    session = nasty()
    corrected(session, "FIX 5.3: DRAW: ?\nKEEP rest")
    assert not [one for one in report_of(session).findings if one.level == "violation" and one.rule == "CCG-PREP-06"]
    assert not any(isinstance(entry.fact, Again) and entry.fact.kept for entry in session.table.entries)


def test_it_stands_and_the_ruling_stands_beside_it() -> None:
    session = nasty()
    rule(session, timeline_of(session, ALL).find("5.3"), "stand", "nobody lost by it", ["CCG-PREP-06"], by="moderator")
    (root,) = [one for one in report_of(session).roots if one.level == "violation"]
    assert root.remedy == "ruled stand: nobody lost by it"


def test_the_way_out_is_named_with_its_outcome() -> None:
    session = nasty()
    timeline = timeline_of(session, ALL)
    (fix,) = [one for one in remedies(timeline, timeline.find("5.3"), by="moderator", viewer=ALL) if one.way == "fix"]
    assert fix.line == "FIX 5.3: DRAW: ?"
    assert fix.plan is not None
    assert not fix.plan.falls
