"""The pages for rulings, findings, what-ifs, reasons of a value, and earlier rulings."""

import re
from html import unescape
from typing import Final
from urllib.parse import unquote

import pytest
from long_runs import some_short
from people import MISTAKES, Browser, Recorded, Table, visible
from spectator import links
from texts import missing, present, wrong

from events.events import ALL, OMNISCIENT, UNKNOWN, Move
from events.session_events import Compensated
from events.store.accounts import JUDGE, MODERATOR, SEAT
from events.store.settings import Settings
from projections.registry import Registry, registry
from replay.audit.audit import audit_session
from replay.audit.findings import report_text
from replay.corrections.branch import make_branch
from replay.corrections.remedies import due_position
from replay.importing.samples import samples
from replay.posts.door import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.turn_summaries.markup import FORMATS

RAW: Final = re.compile(r"\bNone\b|ValueRead|Difference\(|=\(|0x[0-9a-f]{6}")

QUESTIONS: Final = r"<details><summary>(\d+ questions? [^<]*)</summary>(.*?)</details>"


@pytest.fixture(scope="module")
def risk() -> Recorded:
    return Recorded()


def at(table: Recorded, address: str) -> str:
    return f"/s/{table.name}/{Timeline.read(table.store, registry(), table.name).find(address).last}/ruling"


def table_end(table: Recorded) -> int:
    return Timeline.read(table.store, registry(), table.name).last


def file(table: Recorded, browser: Browser, page: str, to: str = "", /, **data: str) -> None:
    browser.done(page, page.replace("ruling", to) if to else page, after=str(table_end(table)), **data)


def test_the_ruling_page_shows_rule_options_cards_and_amounts(risk: Recorded) -> None:
    words = unescape(visible(risk.browser().read(at(risk, "6.5"))))
    assert "How far does the cease-fire reach?" in words
    against = "a manoeuvre cannot pass the TARDIS: the TARDIS was on every path from Scandinavia to India."
    assert f"Yes (used in this game): illegal: {against}" in words
    assert "No : the move is legal." in words
    words = unescape(visible(risk.browser().read(at(risk, "7.4"))))
    assert "Ace, Give Me Some Of That Nitro-9 You're Not Carrying" in words
    assert "When you declare an attack: each of your dice counts 1 more until the attack ends." in words
    words = visible(risk.browser(JUDGE).read(at(risk, "4.2")))
    assert re.search(r"Black Territories -1 \(16 now, 15 then\) ?, Daleks -8 \(54 now, 46 then\)", words)
    assert not missing(words, "changes to make on your physical board", "Southeast Asia")
    assert "the game is decided, so a change of numbers has no effect" in words


@pytest.mark.parametrize(("role", "has_form"), [(SEAT, False), (JUDGE, True)])
def test_a_judge_but_not_a_seat_can_correct_a_finished_session(risk: Recorded, role: str, *, has_form: bool) -> None:
    page = risk.browser(role, "black" if role == SEAT else "").read(at(risk, "6.5").replace("ruling", "fix"))
    assert ('<form method="get" class="form" id="look"' in page) is has_form


@pytest.mark.parametrize("slug", MISTAKES)
def test_card_texts_name_only_cards_that_the_viewer_knows(slug: str) -> None:
    table, told = Recorded(slug), set[str]()
    for viewer in (ALL, OMNISCIENT):
        timeline = Timeline.read(table.store, registry(), table.name, viewer)
        for entry in timeline.entries[1:]:
            if isinstance(entry.event, Move):
                cards = list(timeline.game.view.cards(timeline.position(entry.seq - 1), entry.event))
                assert all(name and does and UNKNOWN not in name + does for name, does in cards)
                told.update(name for name, _ in cards)
    assert told or slug == "keys", "Keys are named by their colours, in what comes of the move"


def test_a_question_with_an_unverified_answer_may_matter(games: Registry) -> None:
    table = Table(games, "unseen", 12, slug="keys")
    timeline, reader = table.timeline(), table.browser()
    pages = [reader.read(f"/s/unseen/{seq}/ruling") for seq in (timeline.find(at).last for at in ("1.2", "2.2", "3.2"))]
    parts = [part for page in pages for part in re.findall(QUESTIONS, page, re.DOTALL)]
    assert {("may matter" in title, "unverified, it depends" in text) for title, text in parts} == {(True, True)}


@pytest.mark.parametrize("slug", some_short(MISTAKES, {"keys", "risk", "ccg"}.__contains__))
def test_each_option_shows_its_outcome_for_every_kind_of_move(slug: str) -> None:
    table = Recorded(slug)
    timeline = Timeline.read(table.store, registry(), table.name)
    first = {type(group.head.event): group for group in reversed(timeline.groups) if isinstance(group.head.event, Move)}
    judge = table.browser(JUDGE)
    for group in first.values():
        words = visible(judge.read(f"/s/{table.name}/{group.last}/ruling"))
        assert not RAW.search(words), words
        assert "The move stays as recorded." in words
        ends = "The game ends before the move" if timeline.over else "The game goes back to the board before the move"
        assert ends in words or "there is nothing to take back" in words


def test_a_judge_can_record_the_proposed_correction() -> None:
    table = Recorded()
    judge, path = table.browser(JUDGE), at(table, "4.2")
    text = judge.read(path)
    proposed = unescape(re.search(r'<textarea id="line"[^>]*>([^<]*)', text)[1])  # type: ignore[index]  # it is there
    assert proposed == "DUE 4.2\nKEEP rest"
    sent = {"verdict": "fix", "line": "DUE 4.2", "reason": "two were due", "house": "Count twice."}
    last = table_end(table)
    page = unescape(judge.send(path, path, do="preview", after=str(last), **sent).text)
    assert not missing(page, ">DUE 4.2</textarea>", 'value="two were due"', 'value="Count twice."', "No longer fits:")
    assert not missing(visible(page), "What this would change", "on a new line of the field above")
    answer = judge.send(path, path, do="preview", after=str(last), verdict="stand", line="")
    assert (answer.status_code, "Enter the correct move" in answer.text) == (422, True)
    assert table_end(table) == last, "a preview records nothing"
    file(table, judge, path, verdict="fix", line=proposed, reason="two were due", settles="0")
    assert "RISK-CON-01" not in {one.rule for one in table.report.findings if not one.kept and one.level == "violation"}


def test_a_compensation_accepts_the_printed_names_it_proposes() -> None:
    text = MISTAKES["risk"]
    table = Recorded(text=text[: text.index("== T7")])
    judge, path = table.browser(JUDGE), at(table, "4.2")
    page = unescape(judge.read(path))
    assert 'name="give-change" value="+2"' in page
    assert 'name="give-place" value="the new Daleks left to place"' in page
    assert '<option value="Southeast Asia">' in page
    file(
        table, judge, path, verdict="compensate", reason="two were forgotten", settles="0",
        **{"give-seat": "black", "give-change": "+2", "give-place": "Southeast Asia", "give-when": "now"},
    )  # fmt: skip
    session = Session.load(table.store, registry(), table.name)
    (line,) = [entry for entry in session.table.entries if isinstance(entry.event, Compensated)]
    timeline = Timeline(session.row, session.view(ALL))
    assert timeline.sentence(line.seq).endswith("Black gets +2 to Southeast Asia, now.")
    assert "The moderator sets Southeast Asia to Black 8" in timeline.sentence(line.seq + 1)


def test_a_correction_settles_the_dispute_and_shows_its_claim() -> None:
    table = Recorded()
    yellow, judge, path = table.browser(SEAT, "yellow"), table.browser(JUDGE), at(table, "4.2")
    file(table, yellow, path, "dispute", claim="Two were forgotten.", private="1")
    assert "Two were forgotten." not in visible(table.browser().read(path))
    fix = path.replace("ruling", "fix")
    assert "The correction settles the dispute." in visible(judge.read(f"{fix}?how=due"))
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
    assert "One card a battle." in visible(reader.read(f"/s/{table.name}/audit"))
    assert f'href="/s/{table.name}/' in reader.read("/rulings?rule=risk-pow-05&game=risk&q=two+cards")
    for asked in ("rule=RISK-CON-01", "game=keys", "q=zebra"):
        assert "None of the 1 rulings matches." in visible(reader.read(f"/rulings?{asked}"))
    make_branch(table.store, registry(), Timeline.read(table.store, registry(), table.name))
    assert visible(reader.read("/rulings")).count("Two attacks, two cards.") == 1, "a what-if is no record"
    table.accounts.put_settings(table.name, Settings("private"))
    assert "No rulings in the sessions" in visible(reader.read("/rulings"))
    assert "Two attacks" in visible(table.browser(MODERATOR).read("/rulings"))


VIOLATIONS = {"ccg": 6, "daleks": 8, "keys": 5, "risk": 5}
"""The violations in the sample `mistakes` of each game."""


def test_a_wrong_count_shows_the_expected_value_and_consequences(risk: Recorded) -> None:
    text = risk.browser().read(risk.page("RISK-CON-01"))
    words = visible(text)
    assert (
        "Black counted 5 new Daleks; it should be 7: 3 for the turn, 2 for 15 territories and 2 for Australia." in words
    )
    assert [unescape(one) for one in re.findall(r"<figcaption>([^<]+)", text)] == [
        "Before (entry 139)", "As recorded (entry 142)", "By the rules",
    ]  # fmt: skip
    assert "would change these later moves. Moves that no longer fit" in words
    assert re.search(r"The correction to the result by the rules \(\s?DUE 4\.2\s?\)", words)
    assert not missing(words, "new Daleks must be placed first: 2 new Daleks would be left", "58 later moves still fit")
    assert ". 2 no longer fit and would be accepted as played. No dice are rolled" in words
    judge = risk.browser(JUDGE)
    (correction,) = links(judge.read(risk.page("RISK-CON-01")), ".*/fix[?].*")
    assert "The board after the correction" in judge.read(unescape(correction))


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
        shown = visible(re.sub(r"<(textarea|blockquote)[^>]*>.*?</\1>", "", text, flags=re.DOTALL))
        assert not re.search(r"None|\w+=\w|[({]'|0x", re.sub(r"uses `\w+=\w+`", "", shown)), words
        if finding.level == "violation":
            seen += 1
            assert text.count("<figure") >= 2
            assert all(way in words for way in ("Let it stand", "Correct", "Rewind", "Compensate"))
    assert seen == violations


def test_a_move_accepted_as_played_is_called_so_once(games: Registry) -> None:
    table = Table(games, "room")
    accepted = Pasted(text="dare black", choices={1: Choice(accept="house rule")})
    assert file_post(table.store, games, "room", accepted, Poster("black", "black")).is_done
    finding = next(one for one in audit_session(table.store, games, "room").findings if one.kept)
    words = visible(table.browser().read(f"/s/room/audit/{finding.id}"))
    assert "Accepted as played. House rule" in words
    assert words.count("Accepted as played") == 1


def test_a_skipped_draw_shows_the_board_after_the_draw() -> None:
    drawn = 'DRAW: "War Machine"'
    text = next(one.text for one in samples("ccg") if one.name == "unit-machines")
    table = Recorded(text=text.partition("== T7 ")[0].replace(drawn, "DRAW: none"))
    root = table.found("CCG-PREP-06")
    words = visible(table.browser().read(f"/s/{table.name}/audit/{root.id}"))
    assert re.search(r"The correction to the compulsory step \(\s?FIX 5\.3: DRAW: \?\s?\)", words)
    timeline = Timeline.read(table.store, registry(), table.name)
    group = timeline.find("5.3")
    due = due_position(timeline, group)
    assert due is not None
    (hand,) = [chart.series for chart in timeline.game.view.charts if chart.title == "Cards in hand"]
    assert hand(due)["Osman"] == hand(timeline.position(group.last))["Osman"] + 1


def test_shows_consequences_up_to_the_next_missing_roll() -> None:
    table = Recorded("daleks")
    words = visible(table.browser().read(table.page("TOD-HELP-07")))
    followed = words.partition("Consequences of this finding")[2].partition("What can be done about")[0]
    assert "ends at the first move that needs other dice, cards or a choice" in followed
    says = "22.6 Bea rolls the dice. The move now needs other dice or cards than the recorded ones."
    assert f"Open from here: {says}" in followed
    assert not wrong(followed, "moves after it are open.", absent=["22.9"])


def test_the_moderator_or_a_judge_assesses_a_finding() -> None:
    table = Recorded()
    page, finding = table.page("RISK-POW-05"), table.found("RISK-POW-05")
    assert "Assess" not in visible(table.browser(SEAT, "black").read(page))
    table.browser(JUDGE).refused(page, page, "needs a reason", status="waived", reason=" ")
    sent = {"status": "waived", "reason": "We all let it pass.", "after": table.store.head(table.name).seq}
    table.browser(MODERATOR).done(page, page, **sent)
    head = table.store.head(table.name)
    table.browser(MODERATOR).done(page, page, **sent)
    assert table.store.head(table.name) == head, "sent twice, it is said once"
    assert table.found("RISK-POW-05").triage == "waived by Moderator: We all let it pass."
    assert "Assessment. Waived by Moderator: We all let it pass." in visible(table.browser().read(page))
    assert "assessed: waived by Moderator" in report_text(table.report)
    table.browser(JUDGE).done(page, page, status="false positive", reason="There were two attacks.")
    assert table.found("RISK-POW-05").triage.startswith("false positive by Judge: There")
    assert table.found("RISK-POW-05").id == finding.id
    lines = [line.body for line in table.store.lines(table.name)[-2:]]
    assert all('"kind":"triaged"' in line for line in lines)


def test_the_report_has_filters_and_links_to_findings_and_values(risk: Recorded) -> None:
    reader, base = risk.browser(), f"/s/{risk.name}/audit"
    marks = re.findall(r'<rect class="tick (\w+)', reader.read(base))
    assert marks == sorted((one.level for one in risk.report.findings), key=["note", "unverified", "violation"].index)
    assert "Short marks" not in reader.read(base)
    assert reader.read(f"{base}?level=unverified").count('class="finding ') == 1
    assert reader.read(f"{base}?rule=RISK-CON-01").count('class="finding ') == 1
    compared = visible(reader.read(f"{base}?since=200"))
    early = [one for one in risk.report.findings if one.seq <= 200]
    assert f"{len(risk.report.findings) - len(early)} new, 0 gone, {len(early)} unchanged." in compared
    for ident in ("00000000", "zebra", "%3Cb%3E"):
        assert "was not found in the audit" in risk.browser().read(f"/s/{risk.name}/audit/{ident}", 404)
    reader = risk.browser()
    words = visible(reader.read(f"/s/{risk.name}/why?at=4.3&place=SEA"))
    assert words.count("Why Southeast Asia has the value Black 8") == 1
    assert "Southeast Asia now has 8 Daleks (5 placed)." in words
    by_name = visible(reader.read(f"/s/{risk.name}/why?place=yellow's+territory+cards"))
    assert not wrong(by_name, "Why Yellow's Territory Cards has the value 2 unknown cards", absent=["hand yellow"])
    text = reader.read(f"/s/{risk.name}/why?at=147")
    assert (text.count('class="values"'), f'href="/s/{risk.name}/why?at=147&amp;place=SEA"' in text) == (1, True)
    assert f'data-key="w" href="/s/{risk.name}/why?at=147"' in reader.read(f"/s/{risk.name}/147")


def test_a_finding_quotes_its_post_and_leads_to_its_correction(risk: Recorded) -> None:
    finding, base = risk.found("RISK-CON-01"), f"/s/{risk.name}"
    group = Timeline.read(risk.store, registry(), risk.name).group_at(finding.seq)
    source = "Idris, Tue 27 Oct 2026 16:12, post 5"
    for path, kind in ((f"{base}/audit", "report"), (f"{base}/audit/{finding.id}", "finding")):
        for reader, may in ((risk.browser(), False), (risk.browser(MODERATOR), True), (risk.browser(JUDGE), True)):
            page = reader.read(path)
            assert "All to the coast, and India had better look out." in page.partition(f"<small>{source}")[0]
            assert (f'href="{base}/{group.last}/fix">Misread? Correct this move' in page) == may
            assert (">Check the post before this move</a>" in page) == may
            assert all(source in page.partition(f'<textarea id="{kind}-{form}"')[2] for form in FORMATS)


def test_consequences_are_listed_under_their_root() -> None:
    lines = next(one.text for one in samples("keys") if one.name == "two-player").split("\n")
    at = lines.index("P: SS e7 open")
    lines[at : at + 2] = lines[at + 1], lines[at]
    table = Recorded(text="\n".join(lines))
    (root,) = table.report.roots
    text = table.browser().read(f"/s/{table.name}/audit")
    assert text.count('class="finding violation"') == 1
    assert "3 other findings disappear if this finding is made after the next move" in visible(text)
    page = visible(table.browser().read(f"/s/{table.name}/audit/{table.report.follow(root)[0].id}"))
    assert "This is a consequence. It disappears if KEY-TRN-03 at 20.2 is made after the next move." in page


@pytest.fixture
def table() -> Recorded:
    return Recorded()


def what_if(table: Recorded) -> str:
    return f"/s/{table.name}/141/what-if"


def made(table: Recorded, browser: Browser, **sent: str) -> str:
    return browser.done(what_if(table), what_if(table), **sent)


def test_a_judge_creates_a_what_if_and_compares_it_with_the_game(table: Recorded) -> None:
    judge, before = table.browser(JUDGE), table.store.head(table.name)
    where = made(table, judge, takes="all", changes="DUE 4.2\nKEEP rest")
    words = visible(table.browser().read(where))
    assert "What if: this is not the game as it was played" in table.browser().read(where).replace(
        "<strong>", ""
    ).replace("</strong>", "")
    assert not missing(words, "Black gets 7 new Daleks", "starts after entry 344")
    assert table.store.head(table.name) == before
    branch = where.rpartition("/")[0]
    reader = table.browser()
    for page in (str(before.seq), "100", "audit", "summary", "dice", "why", "compare", f"{before.seq}/takeback"):
        assert 'class="due branch"' in reader.read(f"{branch}/{page}")
    for end in ("svg", "txt"):
        assert "What if: this is not the game" in reader.read(f"{branch}/{before.seq}.{end}")
        assert "What if" not in reader.read(f"/s/{table.name}/{before.seq}.{end}")
    for page in (f"{branch}/feed.atom", f"{branch}/export.jsonl", f"{branch}/summary"):
        assert "What if: " in reader.read(page)
    told = reader.client.get(f"/api/v1/sessions/{branch.rpartition('/')[2]}").json
    assert told is not None
    assert told["branch"] == f"{table.name}#{before.seq}"
    assert not present(reader.read("/"), branch, branch.rpartition("/")[2])


def test_a_what_if_takes_plain_words_and_offers_moves_for_unclear_ones(table: Recorded) -> None:
    judge, before = table.browser(JUDGE), len(list(table.store.sessions()))
    plain = "FIX 4.11: I manoeuvre 1 from Southeast Asia to Indonesia\nKEEP rest"
    where = made(table, judge, takes="all", changes=plain)
    told = "Black manoeuvres 1 Dalek from Southeast Asia to Indonesia."
    assert not missing(visible(table.browser().read(where)), told)
    answer = judge.send(what_if(table), what_if(table), takes="all", changes="FIX 4.2: I like the bus\nKEEP rest")
    assert (answer.status_code, len(list(table.store.sessions()))) == (422, before + 1)
    offered = re.findall(r'/what-if\?changes=([^"&]+)', answer.text)
    assert "FIX 4.2: +:\nKEEP rest" in [unquote(one) for one in offered]
    filled = judge.read(f"{what_if(table)}?changes={offered[0]}")
    assert f">{unquote(offered[0])}</textarea>" in filled


def branches(table: Recorded) -> list[str]:
    """A what-if of the record and one of that what-if."""
    judge = table.browser(JUDGE)
    first = made(table, judge, takes="all", changes="OMIT 4.2\nKEEP rest").rpartition("/")[0]
    form = f"{first}/141/what-if"
    return [first, judge.done(form, form, takes="before", changes="").rpartition("/")[0]]


def opened_pages(table: Recorded, branch: str, reader: Browser) -> list[str]:
    name = branch.rpartition("/")[2]
    ends = (
        "", "/100", "/compare", "/100.svg", "/100.png", "/100/embed", "/export.jsonl", "/export.csv", "/export.html",
        "/feed.atom", "/summary", "/audit",
    )  # fmt: skip
    pages = [*(f"{branch}{end}" for end in ends), f"/api/v1/sessions/{name}", f"/api/v1/sessions/{name}/log"]
    found = {page: reader.client.get(page) for page in pages}
    assert all(table.name not in visible(answer.text) for answer in found.values() if answer.status_code == 404)
    return [page.removeprefix(branch) for page, answer in found.items() if answer.status_code < 400]


@pytest.mark.long
def test_a_what_if_is_as_private_as_its_original_game(table: Recorded) -> None:
    reader = table.browser()
    found = branches(table)
    for branch in found:
        assert len(opened_pages(table, branch, reader)) >= 9
        table.accounts.change(branch.rpartition("/")[2], visibility="public")
    table.accounts.change(table.name, visibility="private")
    for branch in found:
        assert opened_pages(table, branch, reader) == []
    for branch in found:  # what-ifs without a known record, which were created before or imported
        table.accounts.change(branch.rpartition("/")[2], record="")
        assert opened_pages(table, branch, reader) == []


def test_a_what_if_stays_private_after_its_game_is_removed(table: Recorded) -> None:
    found = branches(table)
    table.accounts.change(table.name, visibility="private")
    moderator = table.browser(MODERATOR)
    title = table.store.row(table.name).title or table.name
    moderator.done(f"/s/{table.name}/people", f"/s/{table.name}/people/remove", name=title)
    for branch in found:
        assert opened_pages(table, branch, table.browser()) == []


def test_a_what_if_does_not_reveal_private_notes(table: Recorded) -> None:
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


def test_the_creator_of_a_what_if_can_continue_and_reopen_it(table: Recorded) -> None:
    moderator = table.browser(MODERATOR)
    where = made(table, moderator, takes="before", changes="")
    branch = where.rpartition("/")[0]
    assert "entry 139" in visible(moderator.read(where))
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
    ({"changes": "hello"}, "line is not a correction"),
    ({"changes": "OMIT 4.2"}, "Or choose to roll missing dice"),
    ({"changes": "OMIT 99.9"}, "99.9 does not exist"),
    ({"changes": "DUE 4.2", "seed": "x"}, "a number of at most nine"),
])  # fmt: skip
def test_a_refused_what_if_does_not_create_a_session(table: Recorded, sent: dict[str, str], says: str) -> None:
    judge, before = table.browser(JUDGE), {row.session for row in table.store.sessions()}
    answer = judge.send(what_if(table), what_if(table), takes="all", **sent)
    assert answer.status_code in (400, 422)
    assert says in visible(answer.text)
    assert {row.session for row in table.store.sessions()} == before
