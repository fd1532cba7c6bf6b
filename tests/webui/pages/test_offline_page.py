"""The offline page: it holds what its viewer may know and the log byte for byte, and only its own scripts run in it."""

import re
from base64 import b64encode
from hashlib import sha256

import msgspec
import pytest
from flask import Flask
from long_runs import some_short
from offline_pages import OfflinePage
from people import Recorded, Table, disputed_keys
from pocket import faults_of
from spectator import SEATS, links, opened, read
from texts import missing, wrong

from events.session_events import DisputeOpened, Posted
from events.store.accounts import MODERATOR, SEAT
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.registry import Registry, registry
from replay.importing.samples import samples, take_in
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app
from webui.views.inlined import closed, script, style

NASTY = "</script><script>alert(1)</script><!-- ]]> ' \" & </pre></style> \u2028\u2029 \\u003c {{ 1 }}"
"""Text that breaks out of carelessly built markup."""


@pytest.fixture(scope="module")
def disputed() -> Recorded:
    return disputed_keys(f"That is not so {NASTY}", f"The book says so {NASTY}")


@pytest.fixture(scope="module")
def contested(disputed: Recorded) -> OfflinePage:
    return page_of(disputed.app, disputed.name)


def page_of(app: Flask, session: str, asked: str = "") -> OfflinePage:
    return OfflinePage(read(app.test_client(), f"/s/{session}/export.html{asked}"))


def test_the_offline_page_contains_the_export_and_the_steps(app: Flask, over: Session, disputed: Recorded) -> None:
    for found, name in ((app, "finished"), (disputed.app, disputed.name)):
        exported = read(found.test_client(), f"/s/{name}/export.jsonl")
        offline = page_of(found, name)
        assert (offline.log, faults_of(offline.log)) == (exported, [])
    client, offline = app.test_client(), page_of(app, "finished")
    assert list(offline.steps) == ["outline.json", "base.json", "1.json"]
    for name, found in offline.steps.items():
        assert found == msgspec.json.decode(read(client, f"/s/finished/steps/{name}"))


def test_the_offline_page_shows_the_same_session_properties(app: Flask, over: Session) -> None:
    shown = [
        re.findall(r"<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>", text.partition('id="keep-about"')[2])
        for text in (page_of(app, "finished").text, read(app.test_client(), f"/s/finished/{over.head.seq}"))
    ]
    assert shown[0] == [row for row in shown[1] if row[0] != "Feed"] != []


def test_only_scripts_and_styles_of_the_page_itself_can_run(contested: OfflinePage) -> None:
    """Each has its digest in the policy, which allows nothing else. The file asks no server for anything."""
    offline = contested
    policy = next(found["content"] for tag, found in offline.elements if found.get("http-equiv"))
    allowed = re.findall(r"'sha256-([^']+)'", policy)
    acting = re.findall(r'<script type="module">(.*?)</script>|<style[^>]*>(.*?)</style>', offline.text, re.DOTALL)
    assert [b64encode(sha256("".join(text).encode()).digest()).decode() for text in acting] == [
        *allowed[3:], *allowed[:3]
    ]  # fmt: skip
    assert {part.split()[0]: part.split()[1:] for part in policy.split(";") if "sha256" not in part} == {
        "default-src": ["'none'"], "font-src": ["data:"], "img-src": ["data:"], "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }  # fmt: skip
    assert "unsafe" not in policy
    for tag, found in offline.elements:
        for name in ("src", "href", "action", "data", "srcset", "poster", "formaction"):
            assert found.get(name, "#").startswith(("#", "data:")), (tag, found)
        assert not [name for name in found if name.startswith("on")], (tag, found)
        assert "style" not in found, (tag, found)
    without_names = offline.unfolded.replace("http://www.w3.org/", "")
    assert not re.search(r"https?://|url\((?!\"data:|#)|@import|\bimport\b[^;]*from", without_names)


def test_typed_text_is_escaped_in_the_offline_page(
    store: EventStore, games: Registry, app: Flask, contested: OfflinePage
) -> None:
    shown = []
    for name, words in (("nasty", NASTY), ("tame", "Well.\nWell.")):
        session = opened(store, games, "toy", SEATS, session=name, title=words.partition("\u2028")[0])
        seat = session.status.awaited[0]
        move = next(iter(session.game.rules.legal(session.position, seat)))
        submit(session, seat, [Request(Written(move))], notes=(Posted(seat, words, where="here"),))
        offline = page_of(app, name)
        assert offline.steps["outline.json"]["posts"]
        shown.append(offline)
    nasty, tame = shown
    assert [tag for tag, _ in nasty.elements] == [tag for tag, _ in tame.elements]
    for offline in (nasty, contested):
        scripts = [found.get("type") for tag, found in offline.elements if tag == "script"]
        assert scripts == ["module", "module", "module", "text/plain"]
        assert re.fullmatch("[A-Za-z0-9+/=]+", offline.texts["steps"].strip())
        assert "</script><script>alert(1)" in "".join(offline.shown_texts)
        assert "alert(1)" not in "".join(re.findall(r"<script[^>]*>(.*?)</script>", offline.text, re.DOTALL))
    assert [NASTY, 0] in nasty.steps["outline.json"]["posts"].values()


def test_the_offline_page_contains_disputes_and_findings(disputed: Recorded, contested: OfflinePage) -> None:
    timeline = Timeline.read(disputed.store, registry(), disputed.name)
    (line,) = [entry.event.line for entry in timeline.entries if isinstance(entry.event, DisputeOpened)]
    group = timeline.group_at(line)
    page = read(disputed.app.test_client(), f"/s/{disputed.name}/export.html?at={group.last}")
    part = page.partition('<section class="contested"')[2].partition("</section>")[0]
    assert 'data-open="line-' in part
    assert "contains no findings" not in part
    first = part.partition("<li ")[2].partition("</li>")[0]
    assert not missing(first, "Dispute", "That is not so", "ruled: correct", "KEY-MOV-03")
    compared = re.findall(r'<a class="button" href="#(\d+)">([^<]+)</a>', first)
    assert compared[:2] == [(str(group.first - 1), "Before"), (str(group.last), "As played")]
    assert compared[2][1] == "As corrected"
    assert int(compared[2][0]) > group.last
    about = {found["id"] for _, found in contested.elements if found.get("id", "").startswith("about-")}
    assert about >= {f"about-{finding.id}" for finding in disputed.report.findings}
    leads = {found["href"][1:] for tag, found in contested.elements if tag == "a" and "#about" in found.get("href", "")}
    assert leads
    assert leads <= about


def test_steps_and_pages_link_into_the_offline_page(app: Flask, over: Session) -> None:
    offline = page_of(app, "finished")
    ids = {found["id"] for _, found in offline.elements if "id" in found}
    ends = {str(group[1]) for group in offline.steps["outline.json"]["groups"]}
    assert ends <= ids
    assert {link for link in links(offline.text, r"#\d+") if link[1:] in ends}
    assert len(ids) == len([1 for _, found in offline.elements if "id" in found]), "an id stands twice"
    recorded = Recorded("keys")
    finding = (recorded.app, recorded.page("KEY-MOV-03"))
    for found, path in ((app, "/s/finished/5"), (app, "/s/finished/5/ruling"), finding):
        (link,) = links(read(found.test_client(), path), ".*/export.html.*")
        assert f'data-seq="{link.partition("at=")[2]}"' in read(found.test_client(), link)


def salts(log: str) -> set[str]:
    return set(re.findall(r'"salt":"([0-9a-f]{32})"', log))


def test_the_offline_page_contains_only_what_its_viewer_knows(games: Registry) -> None:
    table = Table(games, "running", 4)
    path, stranger, moderator = "/s/running/export.html", table.browser(), table.browser(MODERATOR)
    yellow = table.browser(SEAT, "yellow")
    for reader, views in ((stranger, ("yellow", "table")), (moderator, ("yellow",)), (yellow, ("black",))):
        for view in views:
            reader.read(f"{path}?as={view}", 403)
    public, own = OfflinePage(stranger.read(path)), OfflinePage(yellow.read(f"{path}?as=yellow"))
    assert faults_of(public.log) == []
    assert "contains no findings" in public.text
    hidden = salts(own.log) - salts(public.log)
    assert len(salts(own.log)) > len(salts(public.log))
    assert not [salt for salt in hidden if salt in public.unfolded]
    table.again().look("yellow")
    told = table.last
    table.again().note(Posted("black", "Later."), by="black")
    looked = OfflinePage(moderator.read(f"{path}?as=yellow"))
    assert looked.log.count("\n") - 1 == looked.steps["outline.json"]["last"] == told, "a look ends at its entry"
    assert OfflinePage(stranger.read(path)).log.count("\n") - 1 == told + 1
    assert (looked.log, "Later." in looked.unfolded) == (moderator.read("/s/running/export.jsonl?as=yellow"), False)
    table.accounts.change("running", visibility="private")
    answer = moderator.client.get(path)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert not re.search("csrf|You are|k-[a-z2-7]{26}", answer.text)


def test_the_offline_page_opens_at_the_requested_entry(app: Flask, over: Session) -> None:
    timeline = Timeline(over.row, over.view("all"))
    address, line = next((row, first) for first, row in timeline.addresses.items() if first > 9)
    last, end = timeline.ends["move"][-1], timeline.group_at(line).last
    for asked, seq in (("", last), ("?at=12", 12), ("?at=%2312", 12), (f"?at={address}", end)):
        assert f'data-seq="{seq}"' in page_of(app, "finished", asked).text
    assert app.test_client().get("/s/finished/export.html?at=%23%239").status_code == 422
    answer = app.test_client().get("/s/finished/export.html?as=yellow")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="finished.html"'
    assert answer.mimetype == "text/html"
    offline = OfflinePage(answer.text)
    assert not wrong(offline.text, "Yellow knows it", absent=["As seen by"])
    assert not [found for _, found in offline.elements if found.get("class") in ("acts", "looks", "me")]


@pytest.mark.parametrize("slug", some_short(registry(), {"keys"}.__contains__))
def test_the_offline_page_is_small(slug: str) -> None:
    sample = max(samples(slug), key=lambda one: len(one.text))
    store = MemoryStore()
    offline = page_of(create_app(store, registry()), take_in(store, registry(), sample, alias="sample"))
    lines = offline.log.count("\n") - 1
    assert len(offline.text.encode()) < 1_000_000 * max(1, lines / 600), lines


def test_shipped_scripts_and_styles_can_be_embedded_in_a_page() -> None:
    for name in ("times.js", "offline.js", "viewer.js"):
        assert "import {" not in script(name)
        assert not re.search("(?m)^export ", script(name))
    assert style("bell.css").count("data:font/woff2;base64,") == 2
    assert style("bell.css", accents=True).count("data:font/woff2;base64,") == 4
    for bad in ("a</script>", "<!-- b", "</STYLE >"):
        with pytest.raises(ValueError, match="must not contain"):
            closed(bad)
