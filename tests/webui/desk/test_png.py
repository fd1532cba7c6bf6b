"""Boards as PNG: what they show, in which fonts, and how they are kept."""

import re
import struct
import threading
from collections.abc import Callable
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest
from font_tables import mapped
from front_door import Door
from long_runs import some_short
from parsed_picture import sides
from players import GAMES, founded, play_on, tables
from werkzeug.exceptions import ServiceUnavailable

import webui
from events.facts import ALL, TABLE
from events.store.memory import MemoryStore
from projections.drawing.chart import chart_svg
from projections.drawing.palette import DARK, GROUND, LIGHT
from projections.drawing.svg import document, text
from projections.shelf import shelf
from replay.posts.samples import Sample, samples, take_in
from replay.reading.timeline import Timeline
from webui.desk.png import SIZES, png
from webui.pages.pictures import PictureCache

FONTS = sorted((Path(webui.__file__).parent / "fonts").glob("*.ttf"))
BASE = "https://bell.example.org"
PUBLIC, PRIVATE = "public, max-age=300", "private, no-cache"
LASTING = "public, max-age=31536000, immutable"


def drawn(slug: str, seats: int = 2, moves: int = 30, viewer: str = ALL) -> str:
    session = play_on(founded(MemoryStore(), slug, seats), moves)
    timeline = Timeline(session.row, session.view(viewer))
    return timeline.svg(timeline.last)


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


@pytest.mark.parametrize(("slug", "seats"), some_short(tables(), lambda case: case[1] == 2))
def test_every_sign_that_is_drawn_is_in_the_fonts(slug: str, seats: int) -> None:
    session = play_on(founded(MemoryStore(), slug, seats), 60)
    signs = set[str]()
    for viewer in (ALL, TABLE, *session.started.seats):
        timeline = Timeline(session.row, session.view(viewer))
        for seq in range(1, timeline.last + 1, 9):
            signs |= written(timeline.svg(seq))
        for chart in timeline.game.view.charts:
            signs |= written(chart_svg(chart, list(timeline.by_turn(timeline.last).items())))
    assert len(signs) > 20
    for font in FONTS:
        known = mapped(font.read_bytes())
        assert not {sign for sign in signs if ord(sign) not in known}, font.name


@pytest.mark.parametrize("order", [min, pytest.param(max, marks=pytest.mark.long)])
@pytest.mark.parametrize("slug", shelf())
def test_a_picture_is_small_and_has_the_inks_of_its_drawing(slug: str, order: Callable[..., Sample]) -> None:
    store, sample = MemoryStore(), order(samples(slug), key=lambda each: len(each.text))
    timeline = Timeline.read(store, shelf(), take_in(store, shelf(), sample), TABLE)
    made = png(timeline.svg(timeline.last))
    assert len(made) <= 120_000
    start = made.index(b"PLTE")
    (long,) = struct.unpack(">I", made[start - 4 : start])
    colours = [made[at : at + 3].hex() for at in range(start + 4, start + 4 + long, 3)]
    assert len(colours) <= 64
    assert {ink.removeprefix("#") for ink in (GROUND, LIGHT, DARK)} <= set(colours)


def written(svg: str) -> set[str]:
    return set(unescape("".join(re.findall(r">([^<]+)</(?:text|tspan)>", svg)))) - {"\n"}


def test_both_weights_are_shipped_with_their_licence() -> None:
    assert [path.stem.partition("-")[2] for path in FONTS] == ["Bold", "Regular"]
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS[0].parent / "OFL.txt").read_text("utf-8")
    assert {ord(sign) for sign in "★→✓●é…"} <= mapped(FONTS[0].read_bytes()).keys()


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


def test_pictures_are_made_once_and_kept_within_bounds() -> None:
    made = list[str]()

    def make(svg: str, size: int) -> bytes:
        made.append(f"{svg} {size}")
        return b"x" * 40

    kept = PictureCache(most=100, make=make)
    for svg in ("a", "b", "a", "c", "a", "b"):
        assert kept.png(svg, 240) == b"x" * 40
    assert made == ["a 240", "b 240", "c 240", "b 240"]
    kept.png("a", 600)
    assert made[-1] == "a 600"
    assert PictureCache(most=10, make=make).png("a", 240) == b"x" * 40


def test_one_that_several_wait_for_is_made_once_and_too_many_are_sent_away() -> None:
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


def test_one_that_fails_leaves_its_place() -> None:
    def make(_svg: str, _size: int) -> bytes:
        raise ValueError("no drawing")

    kept = PictureCache(waiting=1, make=make)
    for _ in range(3):
        with pytest.raises(ValueError, match="no drawing"):
            kept.png("a", 240)


def test_a_picture_from_the_command_line(few: Door, tmp_path: Path) -> None:
    path = tmp_path / "friday.png"
    ran = few.well("show", "friday", "--png", path, "--size", "600")
    assert ran.out == f"{path}: {path.stat().st_size:,} bytes\n"
    assert max(sides(path.read_bytes())) == 600
    few.refused("show", "friday", "--png", path, says="is there already; --force writes over it")
    few.well("show", "friday", "--png", path, "--force")
    assert max(sides(path.read_bytes())) == 1200
    few.refused("show", "friday", "--png", tmp_path, says="is a directory")
    few.refused("show", "friday", "--png", path, "--force", "--size", "601", says="'601' is not one of")
