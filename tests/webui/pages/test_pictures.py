"""Pictures and frames: who may embed them, under which address, and what previews show."""

import re

import pytest
from flask import Flask
from freezegun import freeze_time
from parsed_picture import sides
from people import Browser, Table
from spectator import addresses, links, read
from texts import missing

from events.errors import RefusedError
from events.store.accounts import SEAT, Accounts
from events.store.protocol import EventStore
from events.store.settings import Settings, Visibility
from projections.shelf import Shelf
from replay.live.session import Session
from webui import create_app
from webui.access.responses import asset_version
from webui.desk import png as raster
from webui.desk.base_address import check_base, check_origins
from webui.desk.png import png
from webui.desk.urls import picture_code, position_links, renew_picture_code, session_of_picture_code

BASE = "https://bell.example.org"
PUBLIC, PRIVATE = "public, max-age=300", "private, no-cache"
LASTING = "public, max-age=31536000, immutable"


class Club(Table):
    """A running session and the browser of a stranger."""

    def __init__(self, games: Shelf) -> None:
        super().__init__(games, "running", 4, base=BASE)
        self.client = self.app.test_client()

    def set(self, visibility: str = "public") -> None:
        self.accounts.put_settings("running", Settings(visibility=visibility))  # type: ignore[arg-type]  # one of three

    def picture(self, seq: int = 9) -> str:
        """The address of a picture as it stands in a post, without its host."""
        return position_links("", self.accounts, self.session.row, seq).picture or position_links(
            BASE, self.accounts, self.session.row, seq
        ).picture.removeprefix(BASE)


@pytest.fixture
def club(games: Shelf) -> Club:
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


def test_it_shows_what_the_drawing_shows(club: Club) -> None:
    timeline = club.timeline()
    assert club.client.get("/s/running/9.png?size=600").data == png(timeline.svg(9), 600)
    assert club.client.get("/s/running/9.chart-1.png").data == png(timeline.chart(9, 0))
    assert sides(club.client.get("/s/running/9.png").data) == (1200, 600)
    assert re.fullmatch(r"/s/running/[0-9]+\.png", club.client.get("/s/running/2.1.png").headers["Location"])


def test_under_its_digest_it_is_kept_for_ever(club: Club) -> None:
    digest = club.session.table.lines[8].digest.hex()[:32]
    path = f"/s/running/9.png?d={digest}&v={asset_version()}&size=240"
    assert club.client.get(path).headers["Cache-Control"] == LASTING
    assert f"9.png?d={digest}&amp;v={asset_version()}" in read(club.client, "/s/running/9")
    club.set("private")
    assert club.client.get(path).status_code == 404


@pytest.mark.parametrize(("path", "status"), [
    ("9.png?size=9999", 422), ("9.png?size=x", 422), ("9.png?size=-1", 422), ("999.png", 404), ("0.png", 404),
    ("9.chart-2.png", 404), ("9.png?as=black", 403), ("9.png?as=table", 403), ("9.png?known=now", 403),
    ("9.99.png", 404),
])  # fmt: skip
def test_what_is_no_picture_is_refused_plainly(club: Club, path: str, status: int) -> None:
    answer = club.client.get(f"/s/running/{path}")
    assert answer.status_code == status
    assert answer.text.startswith(f"{status} ")
    assert "<" not in answer.text


def test_without_the_extra_the_drawing_is_served(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_what_is_not_public_has_its_pictures_under_a_code(club: Club, visibility: str) -> None:
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


def test_a_replaced_code_opens_nothing(club: Club) -> None:
    club.set("private")
    old = club.picture()
    assert club.client.get(old).status_code == 200
    renew_picture_code(club.accounts, "running")
    assert club.picture() != old
    assert (club.client.get(old).status_code, club.client.get(club.picture()).status_code) == (404, 200)


def test_codes_say_nothing_of_each_other(club: Club) -> None:
    codes = [picture_code(club.accounts, session) for session in ("one", "two")]
    assert [session_of_picture_code(club.accounts, code) for code in codes] == ["one", "two"]
    assert codes == [picture_code(club.accounts, session) for session in ("one", "two")]
    assert len(set(codes)) == 2
    assert session_of_picture_code(club.accounts, "ü" * 26) == session_of_picture_code(club.accounts, "") == ""
    assert picture_code(Accounts.memory(), "one") != codes[0]


@freeze_time("2040-01-01 12:00:00")
def test_guesses_are_limited_and_reveal_nothing(club: Club) -> None:
    answers = [club.client.get(f"/p/{'a' * 26}/{seq}.png") for seq in (1, 9, 10_000)]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text for answer in answers}) == 1
    assert [club.client.get("/p/x/1.png").status_code for _ in range(30)][-1] == 429
    club.set("private")
    assert club.client.get(club.picture()).status_code == 200
    assert club.client.get(club.picture(10_000)).status_code == 404


@pytest.mark.parametrize(
    "base", ["", "bell.example.org", "ftp://x", "https://x]y", "https://x/ [b]", "https://x?y", "https://x\n"]
)
def test_an_address_that_could_set_marks_is_none(base: str) -> None:
    with pytest.raises(RefusedError, match="is no address like"):
        check_base(base)
    for good in ("https://bell.example.org", "http://127.0.0.1:8000/", "https://club.example/bell/"):
        assert check_base(good) == good.rstrip("/")


def test_a_public_page_tells_previews_what_it_shows(club: Club) -> None:
    page = read(club.client, "/s/running/9")
    found = dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))
    assert (found["url"], found["image"]) == (f"{BASE}/s/running/9", f"{BASE}/s/running/9.png")
    assert club.client.get(found["image"].removeprefix(BASE)).mimetype == found["image:type"] == "image/png"
    assert found["title"].startswith("A Toy, ")
    assert found["description"].startswith("A Toy. Next: ")


FORUM = "https://forum.example.org"


@pytest.fixture
def framing(store: EventStore, games: Shelf, accounts: Accounts) -> Flask:
    return create_app(store, games, accounts, base=BASE, frames=(FORUM, "https://*.games.example:8443"))


def test_a_frame_shows_board_words_and_steps_and_nothing_that_acts(framing: Flask, running: Session) -> None:
    page = read(framing.test_client(), "/s/running/9/embed")
    assert (page.count("<svg"), "Next: Turn" in page) == (1, True)
    steps = links(page, r"/s/running/\d+/embed")
    assert (steps[0], steps[-1], len(steps)) == ("/s/running/1/embed", f"/s/running/{running.head.seq}/embed", 4)
    assert '<a class="whole" href="/s/running/9" target="_blank" rel="noopener">' in page
    assert not re.search("<script|<form|<input|csrf|/k/|/post", page)
    assert 'aria-disabled="true" aria-label="To the last line"' in read(
        framing.test_client(), f"/s/running/{running.head.seq}/embed"
    )


def test_who_may_frame_a_page(framing: Flask, store: EventStore, games: Shelf, over: Session, running: Session) -> None:
    client = framing.test_client()
    answer = client.get("/s/running/9/embed")
    ancestors = answer.headers["Content-Security-Policy"].rpartition("; ")[2]
    assert ancestors == f"frame-ancestors {FORUM} https://*.games.example:8443"
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    held = client.get("/s/running/9/embed", headers={"If-None-Match": answer.headers["ETag"]})
    assert (held.status_code, held.headers["Content-Security-Policy"]) == (
        304,
        answer.headers["Content-Security-Policy"],
    )
    unnamed = create_app(store, games).test_client()
    assert unnamed.get("/s/running/9/embed").status_code == 200
    assert "iframe" not in read(unnamed, "/s/running/9")
    assert unnamed.get("/s/running/9/embed").headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert unnamed.get("/s/running/9/embed").headers["X-Frame-Options"] == "DENY"
    missing = ["/s/running/999/embed", "/s/nobody/1/embed"]
    for rule in framing.url_map.iter_rules():
        for path in addresses(rule, "running", 9) if rule.endpoint != "embed.page" else missing:
            other = client.get(path, buffered=True)
            assert other.headers["X-Frame-Options"] == "DENY", path
            assert other.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'"), path


def test_the_frame_does_not_depend_on_its_reader(framing: Flask, accounts: Accounts, running: Session) -> None:
    seat = Browser(framing, accounts.issue("running", SEAT, 1, seat="black", name="Julie")[1])
    stranger = framing.test_client().get("/s/running/9/embed")
    own = seat.client.get("/s/running/9/embed?as=black&known=now")
    assert (own.text, own.headers["ETag"]) == (stranger.text, stranger.headers["ETag"])
    assert (own.headers["Cache-Control"], "Set-Cookie" in own.headers) == ("public, max-age=300", False)
    assert "Cookie" not in own.headers.get("Vary", "")


@pytest.mark.parametrize("hidden", ["unlisted", "private"])
def test_frames_no_hidden_session(framing: Flask, accounts: Accounts, running: Session, hidden: Visibility) -> None:
    accounts.put_settings("running", Settings(hidden))
    seat = Browser(framing, accounts.issue("running", SEAT, 1, seat="black")[1])
    for client in (seat.client, framing.test_client()):
        found, none = client.get("/s/running/9/embed"), client.get("/s/nobody/9/embed")
        assert found.status_code == none.status_code == 404
    assert "iframe" not in seat.read("/s/running/9")


@pytest.mark.parametrize("line", ["0", "-1", "999", "x", "1.1", "007", "%00"])
def test_addresses_of_nothing(framing: Flask, running: Session, line: str) -> None:
    assert framing.test_client().get(f"/s/running/{line}/embed").status_code == 404


def test_the_viewer_offers_code_for_a_frame(framing: Flask, store: EventStore, games: Shelf, over: Session) -> None:
    page = read(framing.test_client(), "/s/finished/9")
    assert f"&lt;iframe src=&#34;{BASE}/s/finished/9/embed&#34; title=&#34;Dares &amp;amp; more&#34;" in page
    assert not missing(page, f"{BASE}/s/finished/{{seq}}/embed", f"for pages of {FORUM}")
    assert "iframe" not in read(framing.test_client(), "/s/finished/9?as=black")
    assert "iframe" not in read(create_app(store, games, frames=[FORUM]).test_client(), "/s/finished/9")


@pytest.mark.parametrize("origin", [
    "*", "https:", "https://*", "https://*.org", "'self'", "'none'", "data:", "forum.example.org", "",
    "https://forum.example.org/t/17", "https://forum.example.org; script-src *", "https://a.example https://b.example",
    "https://a.example,https://b.example", "https://*.*.example.org", "https://forum.*.org",
    "https://\u00e9lan.example", "ftp://forum.example.org", "https://user@forum.example.org",
    "https://forum.example.org:0", "https://-a.example", "https://forum.example.org\r\nX: y", "https://[::1]",
    "https://" + "a." * 40 + "org",
])  # fmt: skip
def test_what_is_no_origin_is_refused_by_name(origin: str) -> None:
    with pytest.raises(RefusedError) as told:
        check_origins([FORUM, origin])
    assert f'--frame: "{origin.lower().rstrip("/")[:80]}" is no origin like {FORUM}' in str(told.value)


def test_origins_as_people_write_them() -> None:
    assert check_origins(["https://Forum.Example.org/", FORUM, "http://localhost:8080"]) == (
        FORUM,
        "http://localhost:8080",
    )
    with pytest.raises(RefusedError, match="41 origins; at most 40"):
        check_origins(f"https://f{number}.example" for number in range(41))
