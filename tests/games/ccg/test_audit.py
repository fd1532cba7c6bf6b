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


def test_a_rule_that_a_card_sets_aside_is_listed_with_the_card() -> None:
    now = table("julie present raston-warrior-robot fresh, steve present yeti", "attack")
    report = audited(now, m.Attack(JULIE, card(now, "raston-warrior-robot").n, card(now, "yeti").n))
    assert report.findings == ()
    (aside,) = report.waived
    assert aside.startswith("CCG-COM-08 at line ")
    assert aside.endswith(": Raston Warrior Robot")
    assert f"Set aside by a card:\n  - {aside}" in report_text(report)


def test_nothing_is_listed_where_the_rule_is_kept() -> None:
    now = table("julie present raston-warrior-robot, steve present yeti", "attack")
    report = audited(now, m.Attack(JULIE, card(now, "raston-warrior-robot").n, card(now, "yeti").n))
    assert report.findings == ()
    assert report.waived == ()


def test_the_audit_proposes_what_the_rulebook_says_of_cards_that_are_read_differently() -> None:
    now = table("julie present force-field, steve past yeti", hands={JULIE: "bok"})
    move = m.UseSpecial(JULIE, card(now, "force-field").n, targets=(card(now, "yeti").n,))
    report = audited(now, move, keep="we read it so")
    (finding,) = [found for found in report.findings if found.level == "violation"]
    assert finding.rule == "CCG-ABI-07"
    assert finding.remedy == (
        "kept: we read it so; "
        "proposed: where Force Field can be read in two ways, in favour of who played it (CCG-GEN-03)"
    )


def test_a_ruling_is_proposed_for_how_a_card_is_read_and_for_nothing_else() -> None:
    now = table("julie present force-field, steve present yeti", hands={STEVE: "brain-transformer"})
    flash = m.PlayFlash(STEVE, "brain-transformer", targets=(2,))
    assert proposed_ruling(now, flash, "CCG-GLO-05").endswith("(CCG-GEN-03)")
    assert proposed_ruling(now, flash, "CCG-WIN-01") == ""
    assert proposed_ruling(now, m.EndTurn(JULIE), "CCG-GEN-01") == ""
    episode = table("julie present the-web-of-fear of-steve, steve present yeti")
    assert proposed_ruling(episode, m.SolveEpisode(JULIE, 1, (2,)), "CCG-GEN-05").endswith("Solver's harm (CCG-GEN-05)")
