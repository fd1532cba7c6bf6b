"""Pictures as they are served: who may embed them, under which address, and what previews are told."""

import re

import pytest
from freezegun import freeze_time
from people import Table
from png_sides import sides
from spectator import read

from events.errors import RefusedError
from events.store.accounts import Accounts
from events.store.settings import Settings
from projections.shelf import Shelf
from webui.access.responses import asset_version
from webui.desk import png as raster
from webui.desk.base_address import check_base
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
        assert answer.headers["Cache-Control"] == PUBLIC
        assert "Set-Cookie" not in answer.headers
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


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("9.png?size=9999", 422), ("9.png?size=x", 422), ("9.png?size=-1", 422), ("999.png", 404), ("0.png", 404),
        ("9.chart-2.png", 404), ("9.png?as=black", 403), ("9.png?as=table", 403), ("9.png?known=now", 403),
        ("9.99.png", 404),
    ],
)  # fmt: skip
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


# Addresses that nobody guesses


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_what_is_not_public_has_its_pictures_under_a_code(club: Club, visibility: str) -> None:
    assert club.picture() == "/s/running/9.png"
    club.set(visibility)
    path = club.picture()
    assert re.fullmatch("/p/[a-z2-7]{26}/9.png", path)
    answer = club.client.get(path)
    assert answer.status_code == 200
    assert answer.data == png(club.timeline().svg(9))
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in answer.headers
    beside = club.client.get("/s/running/9.png")
    assert beside.status_code == (404 if visibility == "private" else 200)
    assert beside.headers["Cache-Control"] == PRIVATE
    assert beside.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "og:" not in club.client.get("/s/running/9").text


def test_a_replaced_code_opens_nothing(club: Club) -> None:
    club.set("private")
    old = club.picture()
    assert club.client.get(old).status_code == 200
    renew_picture_code(club.accounts, "running")
    assert club.picture() != old
    assert club.client.get(old).status_code == 404
    assert club.client.get(club.picture()).status_code == 200


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


# Previews


def test_a_public_page_tells_previews_what_it_shows(club: Club) -> None:
    page = read(club.client, "/s/running/9")
    found = dict(re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)">', page))
    assert found["url"] == f"{BASE}/s/running/9"
    assert found["image"] == f"{BASE}/s/running/9.png"
    assert club.client.get(found["image"].removeprefix(BASE)).mimetype == found["image:type"] == "image/png"
    assert found["title"].startswith("A Toy, ")
    assert found["description"].startswith("A Toy. Next: ")
