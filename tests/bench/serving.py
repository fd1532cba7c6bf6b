"""A page of the viewer compared with an empty view, and its picture."""

import statistics
from functools import partial
from pathlib import Path

from flask import Flask
from measure import Row, Sample, interleaved, p95, ratio, timed

from projections.registry import registry
from webui import create_app
from webui.views.png import has_png


def rows(_folder: Path, short: Sample, long: Sample, *, quick: bool) -> list[Row]:
    rounds = 15 if quick else 101
    return [*_pages(short, rounds), *_pages(long, rounds), *_pictures(short, 3 if quick else 9)]


def _pages(sample: Sample, rounds: int) -> list[Row]:
    empty = Flask("empty")
    empty.add_url_rule("/", "nothing", lambda: "")
    bare, ours = empty.test_client(), create_app(sample.store, registry()).test_client()
    at = sample.lines // 2
    page = f"/s/{sample.session}/{at}"
    new = (f"/s/{sample.session}/{at + number}" for number in range(1, rounds + 1))
    assert ours.get(page).status_code == 200
    nothing, stepped, drawn, opened, shown = interleaved([
        lambda: timed(lambda: bare.get("/")),
        lambda: timed(lambda: ours.get(f"{page}.json")),
        lambda: timed(lambda: ours.get(f"{page}.svg")),
        lambda: timed(partial(ours.get, next(new))),
        lambda: timed(lambda: ours.get(page)),
    ], rounds)  # fmt: skip
    floor = statistics.median(nothing) * 1e3
    return [
        Row(
            sample.game, what, statistics.median(took) * 1e3, "ms", floor, "ms an empty view", ratio(took, nothing),
            kind, note=f"p95 {p95(took) * 1e3:.2f} ms",
        )
        for what, took, kind in (
            (f"a position over HTTP against an empty view, of {sample.lines} lines", stepped, "http"),
            ("  its board, drawn anew", drawn, ""),
            ("  the whole page, of a new position", opened, "page"),
            ("  the same page again", shown, ""),
        )
    ]  # fmt: skip


def _pictures(sample: Sample, rounds: int) -> list[Row]:
    """Measure the first PNG of a position and a cached one, compared with the drawing; empty without the extra."""
    if not has_png():
        return []
    ours = create_app(sample.store, registry()).test_client()
    ours.get(f"/s/{sample.session}/1.png")  # loads the log
    first, kept, drawn = list[float](), list[float](), list[float]()
    for at in range(2, 2 + rounds):
        page = f"/s/{sample.session}/{sample.lines * at // (rounds + 2)}"
        first.append(timed(lambda page=page: ours.get(f"{page}.png")))  # type: ignore[misc]  # bound at once
        kept.append(timed(lambda page=page: ours.get(f"{page}.png")))  # type: ignore[misc]  # as above
        drawn.append(timed(lambda page=page: ours.get(f"{page}.svg")))  # type: ignore[misc]  # as above
    floor = statistics.median(drawn) * 1e3
    return [
        Row(sample.game, what, statistics.median(took) * 1e3, "ms", floor, "ms as SVG", ratio(took, drawn), kind)
        for what, took, kind in (
            ("a board as PNG of 1,200 dots, the first time", first, "png"), ("  the same again", kept, ""),
        )
    ]  # fmt: skip
