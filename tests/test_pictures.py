"""Boards as PNG: what they show, who may keep them, and where threads find them."""

import re
import struct
import threading
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
import toy
from flask import Flask
from flask.testing import FlaskClient
from freezegun import freeze_time
from front_door import Door
from players import GAMES, founded, play_on, tables
from spectator import SEATS, opened, played, read
from werkzeug.exceptions import ServiceUnavailable

import webui
from events.desk import Desk, Settings
from events.errors import RefusedError
from events.facts import ALL, TABLE
from events.memory import MemoryStore
from projections.chart_svg import chart_svg
from projections.shelf import Shelf
from projections.svg import document, text
from replay.session import Session
from replay.timeline import Timeline
from webui import create_app, raster
from webui.addresses import check_base, code_of, place_of, renew_code, session_of
from webui.pictures import Pictures
from webui.raster import SIZES, png
from webui.stamp import stamp

FONTS = sorted((Path(webui.__file__).parent / "fonts").glob("*.ttf"))
BASE = "https://bell.example.org"
PUBLIC, PRIVATE = "public, max-age=300", "private, no-cache"
LASTING = "public, max-age=31536000, immutable"


class Club:
    """A running session behind these pages, its desk, and a browser of nobody in particular."""

    def __init__(self, games: Shelf, **settings: str) -> None:
        self.store, self.desk = MemoryStore(), Desk.memory()
        self.session = played(opened(self.store, games, "toy", SEATS, session="running", options={"points": 9}), 4)
        self.set(**settings)
        self.app = create_app(self.store, games, self.desk, base=BASE)
        self.client = self.app.test_client()

    def set(self, visibility: str = "public") -> None:
        self.desk.put_settings("running", Settings(visibility=visibility))  # type: ignore[arg-type]  # one of three

    def picture(self, seq: int = 9) -> str:
        """The address of a picture as it stands in a post, without its host."""
        return place_of("", self.desk, self.session.row, seq).picture or place_of(
            BASE, self.desk, self.session.row, seq
        ).picture.removeprefix(BASE)


@pytest.fixture
def club(games: Shelf) -> Club:
    return Club(games)


def sides(made: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", made[16:24])
    return int(width), int(height)


def drawn(slug: str, seats: int = 2, moves: int = 30, viewer: str = ALL) -> str:
    session = play_on(founded(MemoryStore(), slug, seats), moves)
    timeline = Timeline(session.row, session.view(viewer))
    return timeline.svg(timeline.last)


# Drawing


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("size", SIZES[:2])
def test_the_longer_side_is_as_long_as_asked(slug: str, size: int) -> None:
    svg = drawn(slug)
    found = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    assert found
    wide, high = float(found[1]), float(found[2])
    width, height = sides(png(svg, size))
    assert max(width, height) == size
    assert width / height == pytest.approx(wide / high, rel=0.02)


@pytest.mark.parametrize(("slug", "seats"), tables())
def test_every_sign_that_is_drawn_is_in_the_fonts(slug: str, seats: int) -> None:
    """Pictures do not hang on what fonts a machine has: for all that any viewer may see."""
    session = play_on(founded(MemoryStore(), slug, seats), 60)
    signs = set[str]()
    for viewer in (ALL, TABLE, *session.started.seats):
        timeline = Timeline(session.row, session.view(viewer))
        for seq in range(1, timeline.last + 1, 5):
            signs |= written(timeline.svg(seq))
        for chart in timeline.game.charts:
            signs |= written(chart_svg(chart, list(timeline.by_turn(timeline.last).items())))
    assert len(signs) > 20
    for font in FONTS:
        assert not {sign for sign in signs if ord(sign) not in mapped(font.read_bytes())}, font.name


def written(svg: str) -> set[str]:
    return set(unescape("".join(re.findall(r">([^<]+)</(?:text|tspan)>", svg)))) - {"\n"}


def mapped(font: bytes) -> set[int]:
    """The signs that a font has, by its table of them (format 4)."""
    tables = {
        font[at : at + 4]: struct.unpack(">II", font[at + 8 : at + 16])
        for at in range(12, 12 + 16 * struct.unpack(">H", font[4:6])[0], 16)
    }
    start = tables[b"cmap"][0]
    count = struct.unpack(">H", font[start + 2 : start + 4])[0]
    found = set[int]()
    for entry in range(count):
        offset = start + struct.unpack(">I", font[start + 8 + 8 * entry : start + 12 + 8 * entry])[0]
        if struct.unpack(">H", font[offset : offset + 2])[0] == 4:
            segments = struct.unpack(">H", font[offset + 6 : offset + 8])[0] // 2
            ends = struct.unpack(f">{segments}H", font[offset + 14 : offset + 14 + 2 * segments])
            begins = offset + 16 + 2 * segments
            starts = struct.unpack(f">{segments}H", font[begins : begins + 2 * segments])
            found |= {code for low, high in zip(starts, ends, strict=True) for code in range(low, high + 1)}
    return found


def test_both_weights_are_shipped_with_their_licence() -> None:
    assert [path.stem.partition("-")[2] for path in FONTS] == ["Bold", "Regular"]
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS[0].parent / "OFL.txt").read_text("utf-8")
    assert {ord(sign) for sign in "★→✓●é…"} <= mapped(FONTS[0].read_bytes())


def test_bold_and_regular_differ_and_text_is_drawn() -> None:
    def line(weight: str, words: str) -> bytes:
        shown = text(words, x=5, y=30, font_family="Atkinson Hyperlegible Next", font_weight=weight)
        return png(document(200, 40, "", "", [shown]), 240)

    pictures = [line("normal", "Dalek"), line("bold", "Dalek"), line("normal", ""), line("normal", "Пятница")]
    assert all(one != other for one, other in pairwise(sorted(pictures)))


@pytest.mark.parametrize("slug", GAMES)
def test_a_drawing_needs_nothing_beside_it(slug: str) -> None:
    svg = drawn(slug, viewer=TABLE)
    assert not re.search(r"<(?:image|style|script|foreignObject|link)\b|\sclass=|\sstyle=|url\((?!#)", svg)
    assert not re.search(r'href="(?!#)', svg)


# Keeping


def test_pictures_are_made_once_and_kept_within_bounds() -> None:
    made = list[str]()

    def make(svg: str, size: int) -> bytes:
        made.append(f"{svg} {size}")
        return b"x" * 40

    kept = Pictures(most=100, make=make)
    for svg in ("a", "b", "a", "c", "a", "b"):
        assert kept.png(svg, 240) == b"x" * 40
    assert made == ["a 240", "b 240", "c 240", "b 240"]
    kept.png("a", 600)
    assert made[-1] == "a 600"
    assert Pictures(most=10, make=make).png("a", 240) == b"x" * 40


def test_one_that_several_wait_for_is_made_once_and_too_many_are_sent_away() -> None:
    begun, go_on, made = threading.Event(), threading.Event(), list[str]()

    def make(svg: str, _size: int) -> bytes:
        made.append(svg)
        begun.set()
        assert go_on.wait(10)
        return svg.encode()

    kept, answers = Pictures(waiting=2, make=make), list[bytes]()
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


def test_one_that_fails_leaves_its_place() -> None:
    def make(_svg: str, _size: int) -> bytes:
        raise ValueError("no drawing")

    kept = Pictures(waiting=1, make=make)
    for _ in range(3):
        with pytest.raises(ValueError, match="no drawing"):
            kept.png("a", 240)


# Serving


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
    timeline = Timeline(club.session.row, club.session.view(ALL))
    assert club.client.get("/s/running/9.png?size=600").data == png(timeline.svg(9), 600)
    assert club.client.get("/s/running/9.chart-1.png").data == png(timeline.chart(9, 0))
    assert sides(club.client.get("/s/running/9.png").data) == (1200, 600)


def test_under_its_digest_it_is_kept_for_ever(club: Club) -> None:
    digest = club.session.table.lines[8].digest.hex()[:32]
    path = f"/s/running/9.png?d={digest}&v={stamp()}&size=240"
    assert club.client.get(path).headers["Cache-Control"] == LASTING
    assert f"9.png?d={digest}&amp;v={stamp()}" in read(club.client, "/s/running/9")
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


def test_turn_and_step_lead_to_a_picture(club: Club) -> None:
    found = club.client.get("/s/running/2.1.png")
    assert re.fullmatch(r"/s/running/[0-9]+\.png", found.headers["Location"])


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
    assert answer.data == png(Timeline(club.session.row, club.session.view(ALL)).svg(9))
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in answer.headers
    beside = club.client.get("/s/running/9.png")
    assert beside.status_code == (404 if visibility == "private" else 200)
    assert beside.headers["Cache-Control"] == PRIVATE
    assert beside.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_replaced_code_opens_nothing(club: Club) -> None:
    club.set("private")
    old = club.picture()
    assert club.client.get(old).status_code == 200
    renew_code(club.desk, "running")
    assert club.picture() != old
    assert club.client.get(old).status_code == 404
    assert club.client.get(club.picture()).status_code == 200


def test_codes_say_nothing_of_each_other(club: Club) -> None:
    codes = [code_of(club.desk, session) for session in ("one", "two")]
    assert [session_of(club.desk, code) for code in codes] == ["one", "two"]
    assert codes == [code_of(club.desk, session) for session in ("one", "two")]
    assert len(set(codes)) == 2
    assert session_of(club.desk, "ü" * 26) == session_of(club.desk, "") == ""
    assert code_of(Desk.memory(), "one") != codes[0]


@freeze_time("2040-01-01 12:00:00")
def test_guesses_are_slowed_down_and_told_nothing(club: Club) -> None:
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
    assert found["title"].startswith("running, ")
    assert found["description"].startswith("A Toy. Next: ")


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_others_tell_previews_nothing(club: Club, visibility: str) -> None:
    club.set(visibility)
    assert "og:" not in club.client.get("/s/running/9").text


def test_no_preview_takes_the_name_that_a_request_gives(app: Flask, running: Session) -> None:
    page = app.test_client().get("/s/running/9", headers={"Host": "evil.example"})
    assert "evil.example" not in page.text


# The command line


def test_a_picture_from_the_command_line(friday: Door, tmp_path: Path) -> None:
    path = tmp_path / "friday.png"
    ran = friday.well("show", "friday", "--png", path, "--size", "600")
    assert ran.out == f"{path}: {path.stat().st_size:,} bytes\n"
    assert max(sides(path.read_bytes())) == 600
    friday.refused("show", "friday", "--png", path, says="is there already; --force writes over it")
    friday.well("show", "friday", "--png", path, "--force")
    assert max(sides(path.read_bytes())) == 1200
    friday.refused("show", "friday", "--png", tmp_path, says="is a directory")
    friday.refused("show", "friday", "--png", path, "--force", "--size", "601", says="'601' is not one of")


def test_the_toy_is_drawn_like_any_game(games: Shelf) -> None:
    client: FlaskClient = Club(games).client
    assert toy.GAME.slug == "toy"
    assert sides(client.get("/s/running/1.png?size=240").data) == (240, 120)
