"""The pages for rulings, findings, what-ifs, reasons of a value, and earlier rulings."""

import re
from html import unescape
from typing import Final

import pytest
from long_runs import some_short
from people import MISTAKES, Browser, Recorded, visible
from texts import missing, present, wrong

from events.events import ALL, OMNISCIENT, UNKNOWN, Move
from events.session_events import Compensated
from events.store.accounts import JUDGE, MODERATOR, SEAT
from events.store.settings import Settings
from projections.registry import registry
from replay.audit.findings import report_text
from replay.corrections.branch import make_branch
from replay.corrections.remedies import due_position
from replay.importing.samples import samples
from replay.reading.timeline import Timeline
from replay.session.session import Session

RAW: Final = re.compile(r"\bNone\b|ValueRead|Difference\(|=\(|0x[0-9a-f]{6}")


@pytest.fixture(scope="module")
def risk() -> Recorded:
    return Recorded()


def at(table: Recorded, address: str) -> str:
    return f"/s/{table.name}/{Timeline.read(table.store, registry(), table.name).find(address).last}/ruling"


def file(table: Recorded, browser: Browser, page: str, to: str = "", /, **data: str) -> None:
    last = Timeline.read(table.store, registry(), table.name).last
    browser.done(page, page.replace("ruling", to) if to else page, after=str(last), **data)


def test_shows_readings_cards_gains_and_places(risk: Recorded) -> None:
    words = unescape(visible(risk.browser().read(at(risk, "6.5"))))
    assert "How far does the cease-fire reach?" in words
    against = "every way from Scandinavia to India leads through the cease-fire."
    assert f"Yes , as this table has it: not by the rules: {against}" in words
    assert "No : the move keeps the rules." in words
    words = unescape(visible(risk.browser().read(at(risk, "7.4"))))
    assert "Ace, Give Me Some Of That Nitro-9 You're Not Carrying" in words
    assert "With the declaration of an attack: 1 more on each of its player's dice until that attack ends." in words
    words = visible(risk.browser(JUDGE).read(at(risk, "4.2")))
    assert re.search(r"Black Territories -1 \(16, then 15\) ?, Daleks -8 \(54, then 46\)", words)
    assert not missing(words, "places would lie otherwise", "Southeast Asia")
    assert "the game is decided, and no number changes that any more" in words


@pytest.mark.parametrize(("role", "has_form"), [(SEAT, False), (JUDGE, True)])
def test_only_who_may_rule_corrects_a_session_that_is_over(risk: Recorded, role: str, *, has_form: bool) -> None:
    page = risk.browser(role, "black" if role == SEAT else "").read(at(risk, "6.5").replace("ruling", "fix"))
    assert ('<form method="get" class="form" id="look"' in page) is has_form


@pytest.mark.parametrize("slug", MISTAKES)
def test_the_cards_of_every_line_are_those_that_its_reader_knows(slug: str) -> None:
    table, told = Recorded(slug), set[str]()
    for viewer in (ALL, OMNISCIENT):
        timeline = Timeline.read(table.store, registry(), table.name, viewer)
        for entry in timeline.entries[1:]:
            if isinstance(entry.event, Move):
                cards = list(timeline.game.view.cards(timeline.position(entry.seq - 1), entry.event))
                assert all(name and does and UNKNOWN not in name + does for name, does in cards)
                told.update(name for name, _ in cards)
    assert told or slug == "keys", "Keys are named by their colours, in what comes of the move"


@pytest.mark.parametrize("slug", some_short(MISTAKES, {"keys", "risk", "ccg"}.__contains__))
def test_each_way_out_tells_its_outcome_at_every_kind_of_move(slug: str) -> None:
    table = Recorded(slug)
    timeline = Timeline.read(table.store, registry(), table.name)
    first = {type(group.head.event): group for group in reversed(timeline.groups) if isinstance(group.head.event, Move)}
    judge = table.browser(JUDGE)
    for group in first.values():
        words = visible(judge.read(f"/s/{table.name}/{group.last}/ruling"))
        assert not RAW.search(words), words
        assert "It stays as it is recorded." in words
        ends = "The record ends before it" if timeline.over else "Play goes back to the board before it"
        assert ends in words or "there is nothing to take back" in words


def test_a_judge_signs_the_correction_that_the_page_proposes() -> None:
    table = Recorded()
    judge, path = table.browser(JUDGE), at(table, "4.2")
    text = judge.read(path)
    proposed = unescape(re.search(r'<textarea id="line"[^>]*>([^<]*)', text)[1])  # type: ignore[index]  # it is there
    assert proposed == "DUE 4.2\nKEEP rest"
    file(table, judge, path, verdict="fix", line=proposed, reason="two were due", settles="0")
    assert "RISK-CON-01" not in {one.rule for one in table.report.findings if not one.kept and one.level == "violation"}


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
    session = Session.load(table.store, registry(), table.name)
    (line,) = [entry for entry in session.table.entries if isinstance(entry.event, Compensated)]
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
    assert not missing(visible(table.browser().read(path)), "Two were forgotten.", "Ruled: correct")


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
    assert not missing(words, "Two attacks, two cards.", "House rule: One card a battle.")
    assert f'href="/s/{table.name}/' in reader.read("/rulings?rule=risk-pow-05&game=risk&q=two+cards")
    for asked in ("rule=RISK-CON-01", "game=keys", "q=zebra"):
        assert "None of the 1 rulings fits." in visible(reader.read(f"/rulings?{asked}"))
    make_branch(table.store, registry(), Timeline.read(table.store, registry(), table.name))
    assert visible(reader.read("/rulings")).count("Two attacks, two cards.") == 1, "a what-if is no record"
    table.accounts.put_settings(table.name, Settings("private"))
    assert "Nothing was ruled" in visible(reader.read("/rulings"))
    assert "Two attacks" in visible(table.browser(MODERATOR).read("/rulings"))


VIOLATIONS = {"ccg": 6, "daleks": 8, "keys": 5, "risk": 5}
"""The violations in the sample `mistakes` of each game."""


def test_a_wrong_count_shows_what_was_due_and_what_followed(risk: Recorded) -> None:
    text = risk.browser().read(risk.page("RISK-CON-01"))
    words = visible(text)
    assert "Black counted 5; 3 for the turn, 2 for 15 territories and 2 for Australia were due: 7." in words
    assert [unescape(one) for one in re.findall(r"<figcaption>([^<]+)", text)] == [
        "Before, line 139", "As recorded, line 142", "As the rules have it",
    ]  # fmt: skip
    assert "these later moves would not be as they are. One that fits no more" in words
    assert re.search(r"Put right by its due result \(\s?DUE 4\.2\s?\)", words)
    assert not missing(words, "First place the 2 Daleks still left", "58 later moves stand")
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
    timeline = Timeline.read(table.store, registry(), table.name)
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
    assert not wrong(followed, "moves behind it would have been is open.", absent=["22.9"])


def test_the_moderator_or_a_judge_says_what_is_made_of_it() -> None:
    table = Recorded()
    page, finding = table.page("RISK-POW-05"), table.found("RISK-POW-05")
    sent = {"status": "waived", "reason": "We all let it pass.", "after": table.store.head(table.name).seq}
    table.browser(MODERATOR).done(page, page, **sent)
    head = table.store.head(table.name)
    table.browser(MODERATOR).done(page, page, **sent)
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
    judge.refused(page, page, "say why", status="waived", reason=" ")
    judge.refused(page, page, "accepted, waived or false positive", status="right", reason="so")
    assert table.store.head(table.name) == last


def test_the_report_is_narrowed_and_leads_to_findings_and_values(risk: Recorded) -> None:
    reader, base = risk.browser(), f"/s/{risk.name}/audit"
    assert reader.read(base).count('<rect class="tick') == len(risk.report.findings)
    assert reader.read(f"{base}?level=doubt").count('class="finding ') == 1
    assert reader.read(f"{base}?rule=RISK-CON-01").count('class="finding ') == 1
    compared = visible(reader.read(f"{base}?since=200"))
    early = [one for one in risk.report.findings if one.seq <= 200]
    assert f"{len(risk.report.findings) - len(early)} new, 0 gone, {len(early)} the same." in compared
    for ident in ("00000000", "zebra", "%3Cb%3E"):
        assert "There is no finding" in risk.browser().read(f"/s/{risk.name}/audit/{ident}", 404)
    reader = risk.browser()
    words = visible(reader.read(f"/s/{risk.name}/why?at=4.3&place=SEA"))
    assert words.count("Why Southeast Asia is Black 8") == 1
    assert "5 Daleks are placed in Southeast Asia, now 8." in words
    by_name = visible(reader.read(f"/s/{risk.name}/why?place=yellow's+territory+cards"))
    assert not wrong(by_name, "Why Yellow's Territory Cards is 2 unknown cards", absent=["hand yellow"])
    text = reader.read(f"/s/{risk.name}/why?at=147")
    assert (text.count('class="values"'), f'href="/s/{risk.name}/why?at=147&amp;place=SEA"' in text) == (1, True)
    assert f'data-key="w" href="/s/{risk.name}/why?at=147"' in reader.read(f"/s/{risk.name}/147")


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


@pytest.fixture
def table() -> Recorded:
    return Recorded()


def what_if(table: Recorded) -> str:
    return f"/s/{table.name}/141/what-if"


def made(table: Recorded, browser: Browser, **sent: str) -> str:
    return browser.done(what_if(table), what_if(table), **sent)


def test_a_judge_makes_a_branch_and_sees_it_beside_the_record(table: Recorded) -> None:
    judge, before = table.browser(JUDGE), table.store.head(table.name)
    where = made(table, judge, takes="all", changes="DUE 4.2\nKEEP rest")
    words = visible(table.browser().read(where))
    assert "What if: this is not the record of what was played" in table.browser().read(where).replace(
        "<strong>", ""
    ).replace("</strong>", "")
    assert not missing(words, "Black counts 7 new Daleks", "which it leaves behind line 344")
    assert table.store.head(table.name) == before
    branch = where.rpartition("/")[0]
    reader = table.browser()
    for page in (str(before.seq), "100", "audit", "kit", "dice", "why", "compare", f"{before.seq}/takeback"):
        assert 'class="due branch"' in reader.read(f"{branch}/{page}")
    for end in ("svg", "txt"):
        assert "What if: this is not the record" in reader.read(f"{branch}/{before.seq}.{end}")
        assert "What if" not in reader.read(f"/s/{table.name}/{before.seq}.{end}")
    for page in (f"{branch}/feed.atom", f"{branch}/export.jsonl", f"{branch}/kit"):
        assert "What if: " in reader.read(page)
    told = reader.client.get(f"/api/v1/sessions/{branch.rpartition('/')[2]}").json
    assert told is not None
    assert told["branch"] == f"{table.name}#{before.seq}"
    assert not present(reader.read("/"), branch, branch.rpartition("/")[2])


def branches(table: Recorded) -> list[str]:
    """A what-if of the record and one of that what-if."""
    judge = table.browser(JUDGE)
    first = made(table, judge, takes="all", changes="OMIT 4.2\nKEEP rest").rpartition("/")[0]
    form = f"{first}/141/what-if"
    return [first, judge.done(form, form, takes="before", changes="").rpartition("/")[0]]


def opened_pages(table: Recorded, branch: str, reader: Browser) -> list[str]:
    """The addresses of a branch that a stranger can open."""
    name = branch.rpartition("/")[2]
    ends = (
        "", "/100", "/compare", "/100.svg", "/100.png", "/100/embed", "/export.jsonl", "/export.csv", "/export.html",
        "/feed.atom", "/kit", "/audit",
    )  # fmt: skip
    pages = [*(f"{branch}{end}" for end in ends), f"/api/v1/sessions/{name}", f"/api/v1/sessions/{name}/log"]
    found = {page: reader.client.get(page) for page in pages}
    assert all(table.name not in visible(answer.text) for answer in found.values() if answer.status_code == 404)
    return [page.removeprefix(branch) for page, answer in found.items() if answer.status_code < 400]


def test_a_branch_is_as_private_as_its_record_is_by_now(table: Recorded) -> None:
    reader = table.browser()
    found = branches(table)
    for branch in found:
        assert len(opened_pages(table, branch, reader)) >= 9
        table.accounts.change(branch.rpartition("/")[2], visibility="public")
    table.accounts.change(table.name, visibility="private")
    for branch in found:
        assert opened_pages(table, branch, reader) == []
    for branch in found:  # made before what-ifs knew their record beside the log, or brought in from elsewhere
        table.accounts.change(branch.rpartition("/")[2], record="")
        assert opened_pages(table, branch, reader) == []


def test_a_branch_stays_as_hidden_when_its_record_is_removed(table: Recorded) -> None:
    found = branches(table)
    table.accounts.change(table.name, visibility="private")
    moderator = table.browser(MODERATOR)
    title = table.store.row(table.name).title or table.name
    moderator.done(f"/s/{table.name}/people", f"/s/{table.name}/people/remove", name=title)
    for branch in found:
        assert opened_pages(table, branch, table.browser()) == []


def test_a_branch_tells_nothing_of_notes_that_are_closed(table: Recorded) -> None:
    black, judge, stranger = table.browser(SEAT, "black"), table.browser(JUDGE), table.browser()
    notes = f"/s/{table.name}/notes"
    for whom in ("alone", "judge"):
        black.done(notes, notes, at="#141", text="a bluff", whom=whom)
    last = table.store.head(table.name).seq
    branch = made(table, judge, takes="all", changes="").rpartition("/")[0]
    for seq in (last, last - 1):
        told = visible(stranger.read(f"{branch}/{seq}")).lower()
        at = told.find("noted")
        assert at < 0, told[max(0, at - 150) : at + 100]
        assert f'id="l{seq}"' not in stranger.read(f"{branch}/{seq}")
    outline = stranger.client.get(f"{branch}/steps/outline.json").json
    assert outline is not None
    assert not {last, last - 1} & {*outline["moments"]["notes"]}
    assert not {str(last), str(last - 1)} & outline["texts"].keys()


def test_the_maker_of_a_what_if_plays_on_and_keeps_it(table: Recorded) -> None:
    moderator = table.browser(MODERATOR)
    where = made(table, moderator, takes="before", changes="")
    branch = where.rpartition("/")[0]
    assert "line 139" in visible(moderator.read(where))
    assert "Post" in visible(moderator.read(f"{branch}/post"))
    assert table.browser().client.get(f"{branch}/post").status_code == 403
    judge = table.browser(JUDGE)
    branch = made(table, judge, takes="all", changes="OMIT 4.2\nKEEP rest").rpartition("/")[0]
    table.accounts.change(table.name, visibility="private")
    assert "What if" in judge.read(f"{branch}/100")
    assert "public" not in judge.client.get(f"{branch}/100.png").headers["Cache-Control"]
    form = f"{branch}/141/what-if"
    second = judge.done(form, form, takes="before", changes="").rpartition("/")[0]
    assert opened_pages(table, second, table.browser()) == [], "a what-if of a private what-if is private"


@pytest.mark.parametrize(("sent", "says"), [
    ({"changes": "hello"}, "correction is written so"), ({"changes": "OMIT 4.2"}, "what is missing be thrown"),
    ({"changes": "OMIT 99.9"}, "here is no 99.9"), ({"changes": "DUE 4.2", "seed": "x"}, "a number of at most nine"),
])  # fmt: skip
def test_what_cannot_be_is_refused_and_nothing_is_left(table: Recorded, sent: dict[str, str], says: str) -> None:
    judge, before = table.browser(JUDGE), {row.session for row in table.store.sessions()}
    answer = judge.send(what_if(table), what_if(table), takes="all", **sent)
    assert answer.status_code in (400, 422)
    assert says in visible(answer.text)
    assert {row.session for row in table.store.sessions()} == before
