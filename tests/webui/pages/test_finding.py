"""The page of one finding: boards, what followed, each way out; what is made of it; and the audit's own strip."""

import re
from html import unescape

import pytest
from long_runs import some_short
from people import visible
from recorded_pages import Recorded

from events.store.accounts import JUDGE, MODERATOR, SEAT
from projections.shelf import shelf
from replay.audit.findings import report_text
from replay.corrections.remedies import due_position
from replay.posts.samples import samples
from replay.reading.timeline import Timeline

VIOLATIONS = {"ccg": 6, "daleks": 8, "keys": 5, "risk": 5}
"""The violations in the sample `mistakes` of each game."""


@pytest.fixture(scope="module")
def risk() -> Recorded:
    return Recorded()


def test_a_wrong_count_shows_what_was_due_and_what_followed(risk: Recorded) -> None:
    text = risk.browser().read(risk.page("RISK-CON-01"))
    words = visible(text)
    assert "Black counted 5; 3 for the turn, 2 for 15 territories and 2 for Australia were due: 7." in words
    assert [unescape(one) for one in re.findall(r"<figcaption>([^<]+)", text)] == [
        "Before, line 139", "As recorded, line 142", "As the rules have it",
    ]  # fmt: skip
    assert "these later moves would not be as they are. One that fits no more" in words
    assert re.search(r"Put right by its due result \(\s?DUE 4\.2\s?\)", words)
    assert "First place the 2 Daleks still left" in words
    assert "58 later moves stand" in words
    assert "; 2 fit no more, and would stay as the table had them. No die is thrown" in words


@pytest.mark.parametrize(
    ("slug", "violations"), some_short(VIOLATIONS.items(), lambda case: case[0] in ("keys", "risk"))
)
def test_each_finding_of_each_sample_has_a_page(slug: str, violations: int) -> None:
    table = Recorded(slug)
    reader, seen = table.browser(), 0
    for finding in table.report.findings:
        text = reader.read(f"/s/{table.name}/audit/{finding.id}")
        words = visible(text)
        assert finding.condition in words
        assert not re.search(r"None|\w+=\w|[({]'|0x", words), words
        if finding.level == "violation":
            seen += 1
            assert text.count("<figure") >= 2
            assert all(way in words for way in ("Stand", "Correct", "Rewind", "Compensate"))
    assert seen == violations


def test_a_skipped_draw_shows_the_board_after_the_draw() -> None:
    drawn = 'DRAW: "War Machine"'
    text = next(one.text for one in samples("ccg") if one.name == "unit-machines")
    table = Recorded(text=text.replace(drawn, "DRAW: none"))
    root = table.found("CCG-PREP-06")
    words = visible(table.browser().read(f"/s/{table.name}/audit/{root.id}"))
    assert re.search(
        r"Put right by the step that is compulsory there, in its place \(\s?FIX 5\.3: DRAW: \?\s?\)", words
    )
    timeline = Timeline.read(table.store, shelf(), table.name)
    group = timeline.find("5.3")
    due = due_position(timeline, group)
    assert due is not None
    (hand,) = [chart.series for chart in timeline.game.view.charts if chart.title == "Cards in hand"]
    assert hand(due)["Osman"] == hand(timeline.position(group.last))["Osman"] + 1


def test_shows_consequences_up_to_the_next_missing_roll() -> None:
    table = Recorded("daleks")
    words = visible(table.browser().read(table.page("TOD-HELP-07")))
    followed = words.partition("What followed")[2].partition("Ways out")[0]
    assert "up to where other dice, cards or a choice are needed" in followed
    assert "Open from here: 22.6 Bea rolls the dice. Other dice or cards are needed than those that fell." in followed
    assert "moves behind it would have been is open." in followed
    assert "22.9" not in followed


def test_an_unknown_finding_is_not_found(risk: Recorded) -> None:
    for ident in ("00000000", "zebra", "%3Cb%3E"):
        assert "There is no finding" in risk.browser().read(f"/s/{risk.name}/audit/{ident}", 404)


def test_the_moderator_or_a_judge_says_what_is_made_of_it() -> None:
    table = Recorded()
    page, finding = table.page("RISK-POW-05"), table.found("RISK-POW-05")
    table.browser(MODERATOR).done(page, page, status="waived", reason="We all let it pass.")
    head = table.store.head(table.name)
    table.browser(MODERATOR).done(page, page, status="waived", reason="We all let it pass.")
    assert table.store.head(table.name) == head, "sent twice, it is said once"
    assert table.found("RISK-POW-05").triage == "waived by Moderator: We all let it pass."
    assert "What is made of it. Waived by Moderator: We all let it pass." in visible(table.browser().read(page))
    assert "said:     waived by Moderator" in report_text(table.report)
    table.browser(JUDGE).done(page, page, status="false positive", reason="There were two attacks.")
    assert table.found("RISK-POW-05").triage.startswith("false positive by Judge: There")
    assert table.found("RISK-POW-05").id == finding.id
    lines = [line.body for line in table.store.lines(table.name)[-2:]]
    assert all('"kind":"triaged"' in line for line in lines)


def test_refuses_a_status_without_a_reason_and_an_unknown_status() -> None:
    table = Recorded()
    page, last, judge = table.page("RISK-POW-05"), table.store.head(table.name), table.browser(JUDGE)
    assert "What is made of it" not in visible(table.browser(SEAT, "black").read(page))
    table.browser(SEAT, "black").refused(f"/s/{table.name}/post", page, "", 403, status="waived", reason="x")
    judge.refused(page, page, "say why", status="waived", reason=" ")
    judge.refused(page, page, "accepted, waived or false positive", status="right", reason="so")
    assert table.store.head(table.name) == last


def test_the_report_is_narrowed_and_compared(risk: Recorded) -> None:
    reader, base = risk.browser(), f"/s/{risk.name}/audit"
    assert reader.read(base).count('<rect class="tick') == len(risk.report.findings)
    assert reader.read(f"{base}?level=doubt").count('class="finding ') == 1
    assert reader.read(f"{base}?rule=RISK-CON-01").count('class="finding ') == 1
    compared = visible(reader.read(f"{base}?since=200"))
    early = [one for one in risk.report.findings if one.seq <= 200]
    assert f"{len(risk.report.findings) - len(early)} new, 0 gone, {len(early)} the same." in compared
    for asked in ("x", "0", "99999", "-1"):
        assert "is not allowed: a line from 1 to" in reader.read(f"{base}?since={asked}", 422)


def test_consequences_are_listed_under_their_root() -> None:
    lines = next(one.text for one in samples("keys") if one.name == "two-player").split("\n")
    at = lines.index("P: SS e7 open")
    lines[at : at + 2] = lines[at + 1], lines[at]
    table = Recorded(text="\n".join(lines))
    (root,) = table.report.roots
    text = table.browser().read(f"/s/{table.name}/audit")
    assert text.count('class="finding violation"') == 1
    assert "3 findings, gone where this is made after the next move" in visible(text)
    page = visible(table.browser().read(f"/s/{table.name}/audit/{table.report.follow(root)[0].id}"))
    assert "This only follows. It is gone where KEY-TRN-03 at 20.2 is made after the next move." in page


def test_the_due_result_is_filed_from_the_page_of_the_finding() -> None:
    table = Recorded()
    moderator = table.browser(MODERATOR)
    page = f"/s/{table.name}/{table.found('RISK-CON-01').seq}/fix"
    assert "58 later moves stand" in visible(moderator.read(f"{page}?how=due&rest=keep"))
    last = table.store.head(table.name).seq
    sent = {"how": "due", "rest": "keep", "reason": "Australia was forgotten.", "after": last}
    moderator.done(f"{page}?how=due&rest=keep", page, **sent)
    found = [one for one in table.report.findings if one.level == "violation"]
    assert "RISK-CON-01" not in {one.rule for one in found}
    assert [one for one in found if one.kept]
