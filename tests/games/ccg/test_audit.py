"""Audits of the card game: rules that a card sets aside, ambiguous cards, answers to answers."""

import pytest
from ccg_tables import JULIE, SEATS, STEVE, card, strength, table
from players import GAMES

from events.facts import TABLE, Move
from events.store.memory import MemoryStore
from projections.games.ccg.facts import moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.interpretation import proposed_ruling
from projections.games.ccg.state.position import Position
from projections.terms import Written
from replay.audit.audit import audit_session
from replay.audit.findings import Report, report_text
from replay.live.session import Session
from replay.live.submission import Request, submit
from replay.posts.position_file import begin_from, description, options_in, read_description
from replay.posts.record import go_on
from replay.posts.transcript import started_with
from replay.reading.timeline import Timeline


def begun(now: Position) -> Session:
    """A session typed in from this position on."""
    store = MemoryStore()
    lines = read_description(description(GAME, now))
    fields = {"game": "ccg", "seats": ", ".join(SEATS), "dice": "typed", "cards": "typed"}
    started = started_with(GAMES, {**fields, **options_in(GAME, lines)})
    return Session.load(store, GAMES, begin_from(store, GAMES, started, lines, reason="as it was").session, lambda: 1)


def audited(now: Position, *moves: Move, keep: str = "") -> Report:
    """The audit of a session with these moves."""
    session = begun(now)
    for move in moves:
        answer = submit(session, move.player, [Request(Written(move), keep=keep)])
        assert answer.done, answer
    return audit_session(session.store, GAMES, session.row.session, TABLE)


def test_the_audit_lists_a_rule_that_a_card_sets_aside() -> None:
    reports = []
    for age in (" fresh", ""):
        now = table(f"julie present raston-warrior-robot{age}, steve present yeti", "attack")
        attack = m.Attack(JULIE, card(now, "raston-warrior-robot").n, card(now, "yeti").n)
        reports.append(audited(now, attack))
    assert [report.findings for report in reports] == [(), ()]
    (aside,) = reports[0].waived
    assert aside.startswith("CCG-COM-08 at line ")
    assert aside.endswith(": Raston Warrior Robot")
    assert f"Set aside by a card:\n  - {aside}" in report_text(reports[0])
    assert reports[1].waived == ()


def test_the_audit_proposes_a_ruling_on_an_ambiguous_card() -> None:
    now = table("julie present force-field, steve past yeti", hands={JULIE: "bok"})
    move = m.UseSpecial(JULIE, card(now, "force-field").n, targets=(card(now, "yeti").n,))
    report = audited(now, move, keep="we read it so")
    (finding,) = [found for found in report.findings if found.level == "violation"]
    assert finding.rule == "CCG-ABI-07"
    assert finding.remedy == (
        "kept: we read it so; "
        "proposed: where Force Field can be read in two ways, in favour of who played it (CCG-GEN-03)"
    )


def test_proposes_a_ruling_only_about_the_words_of_a_card() -> None:
    now = table("julie present force-field, steve present yeti", hands={STEVE: "brain-transformer"})
    flash = m.PlayFlash(STEVE, "brain-transformer", targets=(2,))
    assert proposed_ruling(now, flash, "CCG-GLO-05").endswith("(CCG-GEN-03)")
    assert proposed_ruling(now, flash, "CCG-WIN-01") == ""
    assert proposed_ruling(now, m.EndTurn(JULIE), "CCG-GEN-01") == ""
    episode = table("julie present the-web-of-fear of-steve, steve present yeti")
    assert proposed_ruling(episode, m.SolveEpisode(JULIE, 1, (2,)), "CCG-GEN-05").endswith("Solver's harm (CCG-GEN-05)")


DAMAGE = 'SPECIAL: #1 > S."Dulciens" Sub-1'
RAISE = 'S SIDE: "Force Field" > "Dulciens" Sub+2'


@pytest.mark.parametrize(("said", "values", "found"), [
    ((RAISE, 'SPECIAL: #2 > S."Dulciens" Sub-1', 'S PASS ="Dulciens" 0/0/1'), None, []),
    ((f"{RAISE} = Sub 3", 'S PASS ="Dulciens" 0/2/1'), (0, 2, 1), []),
    ((f"{RAISE} = Sub 4", 'S PASS ="Dulciens" 0/2/1'), (0, 2, 1), ["LOG-CLAIM"]),
])  # fmt: skip
def test_the_last_announcement_takes_effect_before_claims_are_checked(
    said: tuple[str, ...], values: tuple[int, int, int] | None, found: list[str]
) -> None:
    lying = "julie present daemons, julie present daemons, steve present dulciens, steve present force-field"
    session = begun(table(lying))
    text = "\n".join(("== T7 Julie ==", DAMAGE, *said, "== end ==", ""))
    assert go_on(session.store, GAMES, session.row.session, text).whole
    timeline = Timeline.read(session.store, GAMES, session.row.session, TABLE)
    assert strength(timeline.position(timeline.last), 3) == values
    report = audit_session(session.store, GAMES, session.row.session)
    assert [finding.rule for finding in report.findings] == found
    assert not [line for line in report.unchecked if "claim" in line]
