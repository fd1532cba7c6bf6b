"""Pictures and frames: fonts, sizes, caches, addresses, and which sites may embed them."""

import re
import struct
import threading
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from flask import Flask
from freezegun import freeze_time
from front_door import Door
from long_runs import some_short
from parsed_picture import sides, widths
from people import Browser, Table
from players import GAMES, founded, play_on, tables
from spectator import addresses, links, read
from texts import missing
from werkzeug.exceptions import ServiceUnavailable

import webui
from events.errors import RefusedError
from events.events import ALL, OMNISCIENT
from events.store.accounts import SEAT, Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import Settings, Visibility
from projections.drawing.chart import chart_svg
from projections.drawing.palette import DARK, GROUND, LIGHT
from projections.drawing.svg import document, text
from projections.registry import Registry, registry
from replay.importing.samples import Sample, samples, take_in
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui import create_app
from webui.access.responses import asset_version
from webui.pages.session.embed import PictureCache
from webui.views import png as raster
from webui.views.base_address import check_base, check_origins
from webui.views.png import SIZES, png
from webui.views.urls import picture_code, position_links, renew_picture_code, session_of_picture_code

FONTS = sorted((Path(webui.__file__).parent / "fonts").glob("*.ttf"))
BASE = "https://bell.example.org"
PUBLIC, PRIVATE = "public, max-age=300", "private, no-cache"
LASTING = "public, max-age=31536000, immutable"


def drawn(slug: str, seats: int = 2, moves: int = 30, viewer: str = ALL) -> str:
    session = play_on(founded(MemoryStore(), slug, seats), moves)
    timeline = Timeline(session.row, session.view(viewer))
    return timeline.svg(timeline.last)


@pytest.mark.sampled
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("size", SIZES[:2])
def test_the_longer_side_has_the_requested_length(slug: str, size: int) -> None:
    svg = drawn(slug)
    found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    assert found
    wide, high = float(found[1]), float(found[2])
    width, height = sides(png(svg, size))
    assert width / height == pytest.approx(wide / high, rel=0.02), (width, height)
    assert max(width, height) == size


@pytest.mark.parametrize(
    ("slug", "seats", "moves"),
    some_short(((*table, moves) for moves in (20, 60) for table in tables()), lambda _: False),
)
def test_the_fonts_contain_every_drawn_character(slug: str, seats: int, moves: int) -> None:
    session = play_on(founded(MemoryStore(), slug, seats), moves)
    signs = set[str]()
    for viewer in (ALL, OMNISCIENT, *session.started.seats):
        timeline = Timeline(session.row, session.view(viewer))
        for seq in range(1, timeline.last + 1, 9):
            signs |= written(timeline.svg(seq))
        for chart in timeline.game.view.charts:
            signs |= written(chart_svg(chart, list(timeline.by_turn(timeline.last).items())))
    assert len(signs) > 10
    for font in FONTS:
        assert signs <= widths(font).keys(), font.name


@pytest.mark.parametrize("order", [min, pytest.param(max, marks=pytest.mark.long)])
@pytest.mark.parametrize("slug", some_short(registry(), {"keys", "risk"}.__contains__))
def test_a_picture_is_small_and_has_the_colours_of_its_drawing(slug: str, order: Callable[..., Sample]) -> None:
    store, sample = MemoryStore(), order(samples(slug), key=lambda each: len(each.text))
    timeline = Timeline.read(store, registry(), take_in(store, registry(), sample), OMNISCIENT)
    made = png(timeline.svg(timeline.last))
    assert len(made) <= 125_000
    start = made.index(b"PLTE")
    (long,) = struct.unpack(">I", made[start - 4 : start])
    colours = [made[at : at + 3].hex() for at in range(start + 4, start + 4 + long, 3)]
    assert len(colours) <= 64
    assert {ink.removeprefix("#") for ink in (GROUND, LIGHT, DARK)} <= set(colours)


def written(svg: str) -> set[str]:
    return set(unescape("".join(re.findall(r">([^<]+)</(?:text|tspan)>", svg)))) - {"\n"}


@pytest.mark.long
def test_both_weights_are_shipped_and_drawn() -> None:
    assert [path.stem.partition("-")[2] for path in FONTS] == ["Bold", "Regular"]
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS[0].parent / "OFL.txt").read_text("utf-8")
    assert {*"★→✓●é…"} <= widths(FONTS[0]).keys()

    def line(weight: str, words: str) -> bytes:
        shown = text(words, x=5, y=30, font_family="Atkinson Hyperlegible Next", font_weight=weight)
        return png(document(200, 40, "", "", [shown]), 240)

    pictures = [line("normal", "Dalek"), line("bold", "Dalek"), line("normal", ""), line("normal", "Пятница")]
    assert all(one != other for one, other in pairwise(sorted(pictures)))


@pytest.mark.parametrize("slug", GAMES)
def test_a_drawing_does_not_need_other_files(slug: str) -> None:
    svg = drawn(slug, viewer=OMNISCIENT)
    assert not re.search(r"<(?:image|style|script|foreignObject|link)\b|\sclass=|\sstyle=|url\((?!#)", svg)
    assert not re.search(r'href="(?!#)', svg)


def test_pictures_are_drawn_once_and_the_cache_is_limited() -> None:
    made = list[str]()

    def make(svg: str, size: int) -> bytes:
        made.append(f"{svg} {size}")
        return b"x" * 40

    kept = PictureCache(most=100, make=make)
    for svg in ("a", "b", "a", "c", "a", "b"):
        assert kept.png(svg, 240) == b"x" * 40
    assert made == ["a 240", "b 240", "c 240", "b 240"]
    kept.png("a", 600)
    assert (made[-1], PictureCache(most=10, make=make).png("a", 240)) == ("a 600", b"x" * 40)


def test_parallel_requests_share_a_picture_up_to_a_limit() -> None:
    begun, go_on, made = threading.Event(), threading.Event(), list[str]()

    def make(svg: str, _size: int) -> bytes:
        made.append(svg)
        begun.set()
        assert go_on.wait(10)
        return svg.encode()

    kept, answers = PictureCache(waiting=2, make=make), list[bytes]()
    threads = [threading.Thread(target=lambda: answers.append(kept.png("a", 240))) for _ in range(2)]
    threads[0].start()
    assert begun.wait(10)
    threads[1].start()
    refused = None
    while refused is None:  # the second thread takes its place at its own time
        if kept._places.acquire(blocking=False):
            kept._places.release()
            continue
        with pytest.raises(ServiceUnavailable) as refused:
            kept.png("b", 240)
    assert refused.value.retry_after == 2
    go_on.set()
    for thread in threads:
        thread.join(10)
    assert (answers, made) == ([b"a", b"a"], ["a"])
    assert kept.png("b", 240) == b"b"


def test_a_failed_picture_frees_its_place_in_the_queue() -> None:
    def make(_svg: str, _size: int) -> bytes:
        raise ValueError("no drawing")

    kept = PictureCache(waiting=1, make=make)
    for _ in range(3):
        with pytest.raises(ValueError, match="no drawing"):
            kept.png("a", 240)


def test_the_show_command_writes_a_picture_file(few: Door, tmp_path: Path) -> None:
    path = tmp_path / "friday.png"
    ran = few.well("show", "friday", "--png", path, "--size", "600")
    assert (ran.out, max(sides(path.read_bytes()))) == (f"{path}: {path.stat().st_size:,} bytes\n", 600)
    few.refused("show", "friday", "--png", path, says="exists already. Overwrite it with --force")
    few.well("show", "friday", "--png", path, "--force")
    assert max(sides(path.read_bytes())) == 1200
    few.refused("show", "friday", "--png", tmp_path, says="is a directory")
    few.refused("show", "friday", "--png", path, "--force", "--size", "601", says="'601' is not one of")


class Club(Table):
    def __init__(self, games: Registry) -> None:
        super().__init__(games, "running", 4, base=BASE)
        self.client = self.app.test_client()

    def set(self, visibility: str = "public") -> None:
        self.accounts.put_settings("running", Settings(visibility=visibility))  # type: ignore[arg-type]  # one of three

    def picture(self, seq: int = 9) -> str:
        return position_links("", self.accounts, self.session.row, seq).picture or position_links(
            BASE, self.accounts, self.session.row, seq
        ).picture.removeprefix(BASE)


@pytest.fixture
def club(games: Registry) -> Club:
    return Club(games)


def test_a_public_picture_may_be_embedded_anywhere(club: Club) -> None:
    for path in ("/s/running/9.png?size=240", "/s/running/9.chart-1.png?size=240"):
        answer = club.client.get(path)
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert (answer.headers["Cache-Control"], "Set-Cookie" in answer.headers) == (PUBLIC, False)
        again = club.client.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert club.client.get("/s/running/9").headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_picture_shows_the_drawing_and_is_cached_by_digest(club: Club) -> None:
    timeline = club.timeline()
    assert club.client.get("/s/running/9.png?size=600").data == png(timeline.svg(9), 600)
    assert club.client.get("/s/running/9.chart-1.png").data == png(timeline.chart(9, 0))
    assert sides(club.client.get("/s/running/9.png").data) == (1200, 600)
    assert re.fullmatch(r"/s/running/[0-9]+\.png", club.client.get("/s/running/2.1.png").headers["Location"])
    digest = club.session.table.lines[8].digest.hex()[:32]
    path = f"/s/running/9.png?d={digest}&v={asset_version()}&size=240"
    assert club.client.get(path).headers["Cache-Control"] == LASTING
    assert f"9.png?d={digest}&amp;v={asset_version()}" in read(club.client, "/s/running/9")
    club.set("private")
    assert club.client.get(path).status_code == 404


def test_serves_the_svg_if_the_png_extra_is_not_installed(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda _name: None)
    raster.has_png.cache_clear()
    try:
        answer = club.client.get("/s/running/9.png")
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert answer.data == club.client.get("/s/running/9.svg").data
        with pytest.raises(RefusedError, match=r"pip install 'cloisterbell\[png\]'"):
            png("<svg/>")
    finally:
        raster.has_png.cache_clear()


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_pictures_of_hidden_sessions_have_a_secret_address(club: Club, visibility: str) -> None:
    assert club.picture() == "/s/running/9.png"
    club.set(visibility)
    path = club.picture()
    assert re.fullmatch("/p/[a-z2-7]{26}/9.png", path)
    answer = club.client.get(path)
    assert (answer.status_code, answer.data) == (200, png(club.timeline().svg(9)))
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert (answer.headers["X-Robots-Tag"], "Set-Cookie" in answer.headers) == ("noindex", False)
    beside = club.client.get("/s/running/9.png")
    assert beside.status_code == (404 if visibility == "private" else 200)
    assert (beside.headers["Cache-Control"], beside.headers["Cross-Origin-Resource-Policy"]) == (PRIVATE, "same-origin")
    assert "og:" not in club.client.get("/s/running/9").text


def test_codes_are_secret_and_replaceable(club: Club) -> None:
    codes = [picture_code(club.accounts, session) for session in ("one", "two")]
    assert [session_of_picture_code(club.accounts, code) for code in codes] == ["one", "two"]
    assert (codes, len(set(codes))) == ([picture_code(club.accounts, session) for session in ("one", "two")], 2)
    assert session_of_picture_code(club.accounts, "ü" * 26) == session_of_picture_code(club.accounts, "") == ""
    assert picture_code(Accounts.memory(), "one") != codes[0]
    club.set("private")
    old = club.picture()
    assert club.client.get(old).status_code == 200
    renew_picture_code(club.accounts, "running")
    assert club.picture() != old
    assert (club.client.get(old).status_code, club.client.get(club.picture()).status_code) == (404, 200)


@freeze_time("2040-01-01 12:00:00")
def test_guesses_are_limited_and_reveal_nothing(club: Club) -> None:
    answers = [club.client.get(f"/p/{'a' * 26}/{seq}.png") for seq in (1, 9, 10_000)]
    assert ({answer.status_code for answer in answers}, len({answer.text for answer in answers})) == ({404}, 1)
    assert [club.client.get("/p/x/1.png").status_code for _ in range(30)][-1] == 429
    club.set("private")
    assert club.client.get(club.picture()).status_code == 200
    assert club.client.get(club.picture(10_000)).status_code == 404


@pytest.mark.parametrize(
    "base", ["", "bell.example.org", "ftp://x", "https://x]y", "https://x/ [b]", "https://x?y", "https://x\n"]
)
def test_refuses_a_base_address_that_is_not_a_web_address(base: str) -> None:
    with pytest.raises(RefusedError, match="is not a web address such as"):
        check_base(base)
    for good in ("https://bell.example.org", "http://127.0.0.1:8000/", "https://club.example/bell/"):
        assert check_base(good) == good.rstrip("/")


def test_a_public_page_has_metadata_for_link_previews(club: Club) -> None:
    page = read(club.client, "/s/running/9")
    found = dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))
    assert (found["url"], found["image"]) == (f"{BASE}/s/running/9", f"{BASE}/s/running/9.png")
    assert club.client.get(found["image"].removeprefix(BASE)).mimetype == found["image:type"] == "image/png"
    assert found["title"].startswith("A Toy, ")
    assert found["description"].startswith("A Toy. Next: ")


FORUM = "https://forum.example.org"


@pytest.fixture
def framing(store: EventStore, games: Registry, accounts: Accounts) -> Flask:
    return create_app(store, games, accounts, base=BASE, frames=(FORUM, "https://*.games.example:8443"))


def test_a_frame_shows_the_board_and_links_to_the_page(
    framing: Flask, running: Session, store: EventStore, games: Registry, over: Session
) -> None:
    page = read(framing.test_client(), "/s/running/9/embed")
    assert (page.count("data-panel="), "Next: Turn" in page) == (1, True)
    steps = links(page, r"/s/running/\d+/embed")
    assert (steps[0], steps[-1], len(steps)) == ("/s/running/1/embed", f"/s/running/{running.head.seq}/embed", 4)
    assert '<a class="whole" href="/s/running/9" target="_blank" rel="noopener">' in page
    assert not re.search("<script|<form|<input|csrf|/k/|/post", page)
    assert 'aria-disabled="true" aria-label="To the last entry"' in read(
        framing.test_client(), f"/s/running/{running.head.seq}/embed"
    )
    page = read(framing.test_client(), "/s/finished/9")
    assert f"&lt;iframe src=&#34;{BASE}/s/finished/9/embed&#34; title=&#34;Dares &amp;amp; more&#34;" in page
    assert not missing(page, f"{BASE}/s/finished/{{seq}}/embed", f"in pages of {FORUM}")
    assert "iframe" not in read(framing.test_client(), "/s/finished/9?as=black")
    assert "iframe" not in read(create_app(store, games, frames=[FORUM]).test_client(), "/s/finished/9")


def test_only_named_sites_may_frame_a_page(
    framing: Flask, store: EventStore, games: Registry, over: Session, running: Session
) -> None:
    client = framing.test_client()
    answer = client.get("/s/running/9/embed")
    ancestors = answer.headers["Content-Security-Policy"].rpartition("; ")[2]
    assert ancestors == f"frame-ancestors {FORUM} https://*.games.example:8443"
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    held = client.get("/s/running/9/embed", headers={"If-None-Match": answer.headers["ETag"]})
    assert (held.status_code, held.headers["Content-Security-Policy"]) == (
        304, answer.headers["Content-Security-Policy"],
    )  # fmt: skip
    unnamed = create_app(store, games).test_client()
    assert unnamed.get("/s/running/9/embed").status_code == 200
    assert "iframe" not in read(unnamed, "/s/running/9")
    assert unnamed.get("/s/running/9/embed").headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert unnamed.get("/s/running/9/embed").headers["X-Frame-Options"] == "DENY"
    missing = ["/s/running/999/embed", "/s/nobody/1/embed"]
    for rule in framing.url_map.iter_rules():
        for path in addresses(rule, "running", 9) if rule.endpoint != "embed.page" else missing:
            other = client.get(path, buffered=True)
            if other.mimetype in ("text/css", "text/javascript"):
                continue  # a part of a page, which cannot be framed
            assert other.headers["X-Frame-Options"] == "DENY", path
            assert other.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'"), path


def test_the_frame_does_not_depend_on_the_viewer(framing: Flask, accounts: Accounts, running: Session) -> None:
    seat = Browser(framing, accounts.issue("running", SEAT, 1, seat="black", name="Julie")[1])
    stranger = framing.test_client().get("/s/running/9/embed")
    own = seat.client.get("/s/running/9/embed?as=black&known=now")
    assert (own.text, own.headers["ETag"]) == (stranger.text, stranger.headers["ETag"])
    assert (own.headers["Cache-Control"], "Set-Cookie" in own.headers) == ("public, max-age=300", False)
    assert "Cookie" not in own.headers.get("Vary", "")


@pytest.mark.parametrize("hidden", ["unlisted", "private"])
def test_does_not_frame_a_hidden_session(
    framing: Flask, accounts: Accounts, running: Session, hidden: Visibility
) -> None:
    accounts.put_settings("running", Settings(hidden))
    seat = Browser(framing, accounts.issue("running", SEAT, 1, seat="black")[1])
    for client in (seat.client, framing.test_client()):
        found, none = client.get("/s/running/9/embed"), client.get("/s/nobody/9/embed")
        assert found.status_code == none.status_code == 404
    assert "iframe" not in seat.read("/s/running/9")


@pytest.mark.parametrize("origin", [
    "*", "https:", "https://*", "https://*.org", "'self'", "'none'", "data:", "forum.example.org", "",
    "https://forum.example.org/t/17", "https://forum.example.org; script-src *", "https://a.example https://b.example",
    "https://a.example,https://b.example", "https://*.*.example.org", "https://forum.*.org",
    "https://\u00e9lan.example", "ftp://forum.example.org", "https://user@forum.example.org",
    "https://forum.example.org:0", "https://-a.example", "https://forum.example.org\r\nX: y", "https://[::1]",
    "https://" + "a." * 40 + "org",
])  # fmt: skip
def test_refuses_a_frame_option_that_is_not_an_origin(origin: str) -> None:
    with pytest.raises(RefusedError) as told:
        check_origins([FORUM, origin])
    assert f'--frame: "{origin.lower().rstrip("/")[:80]}" is not an origin such as {FORUM}' in str(told.value)


def test_accepts_origins_as_people_write_them() -> None:
    assert check_origins(["https://Forum.Example.org/", FORUM, "http://localhost:8080"]) == (
        FORUM, "http://localhost:8080",
    )  # fmt: skip
    with pytest.raises(RefusedError, match="at most 40 origins"):
        check_origins(f"https://f{number}.example" for number in range(41))
