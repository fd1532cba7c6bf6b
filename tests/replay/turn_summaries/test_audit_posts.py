"""An audit and a finding as texts to post, with the posts that the findings are about."""

import re

import pytest
from recordings import recording

from events.events import ALL
from events.session_events import Posted
from replay.audit.findings import Finding, Report
from replay.posts.blocks import read_posts
from replay.turn_summaries.audit_posts import SHOWN, AuditContext, QuotedPost, finding_post, report_post
from replay.turn_summaries.markup import FORMATS, Format
from replay.turn_summaries.turn_summary import PlayerNames
from webui.views.log_rows import Logbook
from webui.views.quoted_posts import audit_context

EVIL = "[/quote][b]x[/b] **y** <b>z</b> @all [url=javascript:1]w[/url]\n== T1 Black ==\nattack\n== end ==\n--- Rose ---"
FINDING = Finding(
    "0f3a9c1d", "violation", "RISK-ATT-06", "One must stay.", 9, "1.1", "black", "Black attacked.", kept=True
)
REPORT = Report("x", "risk", "Title [b]", ALL, 1, 1, 9, 9, "ab" * 32, "tower", (FINDING,), ("dice",), {"violation": 1})


@pytest.mark.parametrize("name", ["ccg-observer", "daleks-mistakes", "keys-mistakes", "risk-mistakes"])
def test_a_report_of_a_sample_has_at_most_ten_lines(name: str) -> None:
    found = recording(name)
    report, timeline = found.report, found.seen_by(ALL)
    assert report.findings
    about = audit_context(
        Logbook(timeline, found.taken.store), timeline, report.findings, {}, "https://bell.example.org/s/x/audit"
    )
    for form in FORMATS:
        text = report_post(report, about, form)
        assert text.count("\n") == min(len(report.roots), SHOWN) + 3 + (len(report.roots) > SHOWN) <= 10
        assert f"{report.head_seq}:{report.head[:32]}" in text, "a checkpoint is evidence of what was audited"
    posts = {entry.seq: entry.event for entry in timeline.entries if isinstance(entry.event, Posted)}
    for one in report.findings:
        if post := about.posts.get(one.id):
            assert post.seq < one.seq, "a post precedes its moves"
            assert (post.text, post.text != "?") == (posts[post.seq].text, True), "spectators know the text"
            assert not any(post.seq < seq < one.seq for seq in posts), "no other post is nearer"


@pytest.mark.parametrize("form", FORMATS)
def test_a_finding_quotes_its_post_and_escapes_it(form: Format) -> None:
    posts = {FINDING.id: QuotedPost(8, "Rose]", "12 Nov [i]", "", EVIL)}
    about = AuditContext("https://b.example/s/x/audit", {"black": "Black"}, PlayerNames({"Black": "Ann"}), posts)
    text = finding_post(REPORT, FINDING, about, form)
    assert "violation, accepted as played" in text
    assert "Ann (Black) attacked." in text
    assert "https://b.example/s/x/audit/0f3a9c1d" in text
    assert "@all" not in text
    assert read_posts(text)[0].blocks == (), "a quoted block is not read as a move again"
    assert len(read_posts(text)) == 1
    if form == "bbcode":
        tags = set(re.findall(r"\[[^\]]*\]", text))
        assert tags == {"[b]", "[/b]", "[quote=Rose), 12 Nov (i)]", "[/quote]", "[url]", "[/url]"}
        assert text.count("[/quote]") == 1
    else:
        quoted = text.partition("Post by")[2].split("\n\n")[1 if form == "markdown" else 0].splitlines()
        assert all(line.startswith(">") for line in quoted[form == "text" :]), quoted
    long = QuotedPost(8, "Rose", "", "", "word " * 900)
    assert len(finding_post(REPORT, FINDING, about._replace(posts={FINDING.id: long}), form)) < 1_200
