"""What an audit says of a card that sets a rule aside, and of a card that people read differently."""

from ccg_tables import JULIE, SEATS, STEVE, card, table
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
from replay.posts.transcript import started_with


def audited(now: Position, *moves: Move, keep: str = "") -> Report:
    """The audit of a session typed in from this table on, in which these moves were made."""
    store = MemoryStore()
    lines = read_description(description(GAME, now))
    fields = {"game": "ccg", "seats": ", ".join(SEATS), "dice": "typed", "cards": "typed"}
    started = started_with(GAMES, {**fields, **options_in(GAME, lines)})
    middle = begin_from(store, GAMES, started, lines, reason="so it stood")
    session = Session.load(store, GAMES, middle.session, lambda: 1)
    for move in moves:
        answer = submit(session, move.player, [Request(Written(move), keep=keep)])
        assert answer.done, answer
    return audit_session(store, GAMES, middle.session, TABLE)


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
