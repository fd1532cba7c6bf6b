"""The pages for rulings: readings, cards, each way out with its outcome; values and earlier rulings."""

import re
from html import unescape
from typing import Final

import pytest
from flask.testing import FlaskClient
from long_runs import some_short
from people import Browser, visible
from recorded_pages import MISTAKES, Recorded

from events.conduct import Compensated, Ruled
from events.facts import ALL, TABLE, UNKNOWN, Move
from events.store.accounts import JUDGE, MODERATOR, SEAT
from events.store.settings import Settings
from projections.shelf import shelf
from replay.audit.readings import readings_of
from replay.corrections.branch import make_branch
from replay.live.session import Session
from replay.reading.timeline import Timeline

RAW: Final = re.compile(r"\bNone\b|ValueRead|Difference\(|=\(|0x[0-9a-f]{6}")


@pytest.fixture(scope="module")
def risk() -> Recorded:
    return Recorded()


def at(table: Recorded, address: str) -> str:
    return f"/s/{table.name}/{Timeline.read(table.store, shelf(), table.name).find(address).last}/ruling"


def file(table: Recorded, browser: Browser, page: str, to: str = "", /, **data: str) -> None:
    """Send the form of a page, having seen the whole log."""
    last = Timeline.read(table.store, shelf(), table.name).last
    browser.done(page, page.replace("ruling", to) if to else page, after=str(last), **data)


def test_a_move_against_a_reading_keeps_the_rules_under_the_other(risk: Recorded) -> None:
    words = unescape(visible(risk.browser().read(at(risk, "6.5"))))
    assert "How far does the cease-fire reach?" in words
    against = "every way from Scandinavia to India leads through the cease-fire."
    assert f"Yes , as this table has it: not by the rules: {against}" in words
    assert "No : the move keeps the rules." in words


def test_the_other_value_is_decided_as_an_audit_with_that_option_does(risk: Recorded) -> None:
    timeline = Timeline.read(risk.store, shelf(), risk.name, ALL)
    (found,) = [one for one in readings_of(timeline.reading, timeline.find("6.5")) if one.matters]
    assert (found.doubt, found.option) == ("A6", "tardis_blocks_path")
    assert [(one.value, one.is_agreed, bool(one.against)) for one in found.values] == [
        ("yes", True, True), ("no", False, False),
    ]  # fmt: skip
    assert readings_of(timeline.reading, timeline.group_at(1)) == (), "what is no move hangs on no reading"


def test_shows_the_effects_of_the_cards_of_a_move(risk: Recorded) -> None:
    words = unescape(visible(risk.browser().read(at(risk, "7.4"))))
    assert "Ace, Give Me Some Of That Nitro-9 You're Not Carrying" in words
    assert "With the declaration of an attack: 1 more on each of its player's dice until that attack ends." in words


@pytest.mark.parametrize("slug", MISTAKES)
def test_the_cards_of_every_line_are_those_that_its_reader_knows(slug: str) -> None:
    table, told = Recorded(slug), set[str]()
    for viewer in (ALL, TABLE):
        timeline = Timeline.read(table.store, shelf(), table.name, viewer)
        for entry in timeline.entries[1:]:
            if isinstance(entry.fact, Move):
                cards = list(timeline.game.view.cards(timeline.position(entry.seq - 1), entry.fact))
                assert all(name and does and UNKNOWN not in name + does for name, does in cards)
                told.update(name for name, _ in cards)
    assert told or slug == "keys", "Keys are named by their colours, in what comes of the move"


@pytest.mark.parametrize("slug", some_short(MISTAKES, {"keys", "risk", "ccg"}.__contains__))
def test_each_way_out_tells_its_outcome_at_every_kind_of_move(slug: str) -> None:
    table = Recorded(slug)
    timeline = Timeline.read(table.store, shelf(), table.name)
    first = {type(group.head.fact): group for group in reversed(timeline.groups) if isinstance(group.head.fact, Move)}
    judge = table.browser(JUDGE)
    for group in first.values():
        words = visible(judge.read(f"/s/{table.name}/{group.last}/ruling"))
        assert not RAW.search(words), words
        assert "It stays as it is recorded." in words
        ends = "The record ends before it" if timeline.over else "Play goes back to the board before it"
        assert ends in words or "there is nothing to take back" in words


def test_shows_gains_by_seat_and_places_by_printed_name(risk: Recorded) -> None:
    words = visible(risk.browser(JUDGE).read(at(risk, "4.2")))
    assert re.search(r"Black Territories -1 \(16, then 15\) ?, Daleks -8 \(54, then 46\)", words)
    assert "places would lie otherwise" in words
    assert "Southeast Asia" in words
    assert "the game is decided, and no number changes that any more" in words


def test_a_judge_signs_the_correction_that_the_page_proposes() -> None:
    table = Recorded()
    judge, path = table.browser(JUDGE), at(table, "4.2")
    text = judge.read(path)
    proposed = unescape(re.search(r'<textarea id="line"[^>]*>([^<]*)', text)[1])  # type: ignore[index]  # it is there
    assert proposed == "DUE 4.2\nKEEP rest"
    file(table, judge, path, verdict="fix", line=proposed, reason="two were due", settles="0")
    assert "RISK-CON-01" not in {one.rule for one in table.report.findings if not one.kept and one.level == "violation"}


def test_a_judge_rewinds_a_finished_session() -> None:
    table = Recorded()
    judge = table.browser(JUDGE)
    before = Timeline.read(table.store, shelf(), table.name)
    assert before.over
    file(table, judge, at(table, "4.2"), verdict="rewind", reason="all anew", settles="0")
    after = Timeline.read(table.store, shelf(), table.name)
    assert not after.over
    assert isinstance(next(entry.fact for entry in reversed(after.entries) if isinstance(entry.fact, Ruled)), Ruled)
    assert "Play goes back" in visible(table.browser().read(f"/s/{table.name}/{after.last}"))


def test_a_compensation_is_proposed_by_its_printed_name_and_taken_so() -> None:
    text = MISTAKES["risk"]
    table = Recorded(text=text[: text.index("== T7")])
    judge, path = table.browser(JUDGE), at(table, "4.2")
    page = unescape(judge.read(path))
    assert 'name="give-change" value="+2"' in page
    assert 'name="give-place" value="the new Daleks still to be placed"' in page
    assert '<option value="Southeast Asia">' in page
    file(
        table, judge, path, verdict="compensate", reason="two were forgotten", settles="0",
        **{"give-seat": "black", "give-change": "+2", "give-place": "Southeast Asia", "give-when": "now"},
    )  # fmt: skip
    session = Session.load(table.store, shelf(), table.name)
    (line,) = [entry for entry in session.table.entries if isinstance(entry.fact, Compensated)]
    timeline = Timeline(session.row, session.view(ALL))
    assert timeline.tell(line.seq).endswith("Black gets +2 to Southeast Asia, now.")
    assert "A moderator sets Southeast Asia to Black 8" in timeline.tell(line.seq + 1)


def test_a_correction_on_its_own_page_settles_the_dispute_and_reads_its_claim_to_all() -> None:
    table = Recorded()
    yellow, judge, path = table.browser(SEAT, "yellow"), table.browser(JUDGE), at(table, "4.2")
    file(table, yellow, path, "dispute", claim="Two were forgotten.", private="1")
    assert "Two were forgotten." not in visible(table.browser().read(path))
    fix = path.replace("ruling", "fix")
    assert "The correction settles it." in visible(judge.read(f"{fix}?how=due"))
    file(table, judge, fix, how="due", rest="keep", reason="two were due")
    words = visible(table.browser().read(path))
    assert "Two were forgotten." in words
    assert "Ruled: correct" in words


def test_each_value_leads_to_the_lines_that_made_it(risk: Recorded) -> None:
    reader = risk.browser()
    words = visible(reader.read(f"/s/{risk.name}/why?at=4.3&place=SEA"))
    assert words.count("Why Southeast Asia is Black 8") == 1
    assert "5 Daleks are placed in Southeast Asia, now 8." in words
    by_name = visible(reader.read(f"/s/{risk.name}/why?place=yellow's+territory+cards"))
    assert "Why Yellow's Territory Cards is 2 unknown cards" in by_name
    assert "hand yellow" not in by_name
    text = reader.read(f"/s/{risk.name}/why?at=147")
    assert text.count('class="values"') == 1
    assert f'href="/s/{risk.name}/why?at=147&amp;place=SEA"' in text
    assert f'data-key="w" href="/s/{risk.name}/why?at=147"' in reader.read(f"/s/{risk.name}/147")


@pytest.mark.parametrize("asked", ["at=x", "at=0", "at=99999", "at=99.9", "at=147&place=zebra", "place=%00"])
def test_refuses_an_unknown_entry_or_place(risk: Recorded, asked: str) -> None:
    answer = risk.browser().client.get(f"/s/{risk.name}/why?{asked}")
    assert answer.status_code == 422
    assert "raceback" not in answer.text


def test_a_reader_asks_only_of_what_it_knows(client: FlaskClient, running: Session) -> None:
    assert client.get("/s/running/why?as=black").status_code == 403
    assert client.get("/s/running/why").status_code == 200


def test_rulings_are_found_by_rule_game_and_words() -> None:
    table = Recorded()
    page = f"/s/{table.name}/{table.found('RISK-POW-05').seq}/ruling"
    sent = {
        "verdict": "stand", "reason": "Two attacks, two cards.", "cite": "RISK-POW-05", "house": "One card a battle.",
        "after": table.store.head(table.name).seq,
    }  # fmt: skip
    table.browser(MODERATOR).done(page, page, **sent)
    reader = table.browser()
    words = visible(reader.read("/rulings"))
    assert "Two attacks, two cards." in words
    assert "House rule: One card a battle." in words
    assert f'href="/s/{table.name}/' in reader.read("/rulings?rule=risk-pow-05&game=risk&q=two+cards")
    for asked in ("rule=RISK-CON-01", "game=keys", "q=zebra"):
        assert "None of the 1 rulings fits." in visible(reader.read(f"/rulings?{asked}"))
    make_branch(table.store, shelf(), Timeline.read(table.store, shelf(), table.name))
    assert visible(reader.read("/rulings")).count("Two attacks, two cards.") == 1, "a what-if is no record"
    table.accounts.put_settings(table.name, Settings("private"))
    assert "Nothing was ruled" in visible(reader.read("/rulings"))
    assert "Two attacks" in visible(table.browser(MODERATOR).read("/rulings"))
