"""Stepping in the browser: `python tests/bench/stepping.py FOLDER [--slow 4] [--quick] [--of GAME=DATABASE ...]`.

Makes one session of random legal play for each game in FOLDER. `--of` names databases whose longest session is used
instead. Chromium opens each session in the middle, with a slowed processor if asked, and steps and jumps. A step lasts
from the key press to the end of layout. The table has the first position, steps, jumps, requests per step, and the
bytes transferred: all before the first step, the other positions of the session, and some kinds of files. Older
checkouts that send each step separately can be measured too, because the script waits until the page shows the entry.
"""

import argparse
import statistics
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from measure import Row, p95, sessions
from report import add_forms, tell

from events.store.sqlite import SqliteStore
from projections.registry import registry
from webui import create_app
from webui.serve import listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_STEPS: Final = 60
_STEP: Final = """async ([key, shift]) => {
  const frame = () => new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)));
  await frame();
  const at = document.querySelector('.scene').dataset.seq, began = performance.now();
  const stands = () => document.querySelector('.scene').dataset.seq !== at;
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key, shiftKey: shift, bubbles: true}));
  for (let turn = 0; turn < 9 && !stands(); turn += 1) await null;
  while (!stands() && performance.now() - began < 8000)
    await new Promise((on) => { const ports = new MessageChannel();
      ports.port1.onmessage = on; ports.port2.postMessage(0); });
  document.body.offsetHeight;
  return performance.now() - began; }"""


_READY: Final = """new MutationObserver(() => {
  if (document.querySelector(".scene[data-ready]")) window.ready ??= performance.now();
}).observe(document, {attributes: true, childList: true, subtree: true})"""
_LATE: Final = """() => performance.getEntriesByType("resource")
  .filter((one) => one.responseEnd > window.ready && one.startTime > window.ready - 3).map((one) => one.name)"""
"""The files that were requested after the first step could be taken. A request can start just before it is noted."""


class Wire:
    """Network traffic of a page: requests, and bytes by resource type and by address."""

    def __init__(self, page: "Page") -> None:
        self.requests, self.bytes, self.sizes = 0, dict[str, int](), dict[str, int]()
        self._kinds = dict[str, tuple[str, str]]()
        client = page.context.new_cdp_session(page)
        client.send("Network.enable")
        client.on("Network.responseReceived", self._answered)
        client.on("Network.loadingFinished", self._finished)

    def _answered(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self._kinds[event["requestId"]] = event["type"], event["response"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        kind, url = self._kinds.get(event["requestId"], ("Other", ""))
        self.bytes[kind] = self.bytes.get(kind, 0) + int(event["encodedDataLength"])
        self.sizes[url] = int(event["encodedDataLength"])


def longest(database: str) -> tuple[SqliteStore, str, int]:
    store = SqliteStore(database)
    lines, session = max((store.head(row.session).seq, row.session) for row in store.sessions())
    return store, session, lines


def made(folder: Path, slug: str, *, quick: bool) -> tuple[SqliteStore, str, int]:
    _, sample = sessions(folder, slug, quick=quick)
    return sample.store, sample.session, sample.lines


def rows(browser: "Browser", slug: str, sample: tuple[SqliteStore, str, int], slow: float) -> Iterator[Row]:
    store, session, lines = sample
    server, port = listen(create_app(store, registry()), "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    wire = Wire(page)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slow})
    url = f"http://127.0.0.1:{port}/s/{session}/{lines // 2}"
    page.add_init_script(_READY)
    page.goto(url)
    paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    page.wait_for_function(f"{paint} > 0")
    first = page.evaluate(paint)
    page.wait_for_load_state("networkidle")
    opened, loaded, all_sizes = wire.requests, dict(wire.bytes), dict(wire.sizes)
    late = {name: all_sizes[name] for name in page.evaluate(_LATE)}
    others = sum(size for name, size in late.items() if "/steps/" in name)
    steps = [page.evaluate(_STEP, ["ArrowRight" if n % 4 else "ArrowLeft", False]) for n in range(_STEPS)]
    page.wait_for_load_state("networkidle")
    asked = (wire.requests - opened) / _STEPS
    jumps = [page.evaluate(_STEP, [key, False]) for key in ("Home", "End") * 10]
    scripts, styles = loaded.get("Script", 0), loaded.get("Stylesheet", 0)
    name = f"{lines} lines, processor slowed {slow:g} times"
    yield Row(slug, f"first position, {name}", first, "ms")
    middle, worst, jump = statistics.median(steps), p95(steps), p95(jumps)
    yield Row(slug, "  a step, median", middle / slow, "ms", middle, "ms slowed")
    yield Row(slug, "  a step, p95", worst / slow, "ms", worst, "ms slowed", kind="browser step")
    yield Row(slug, "  a jump, p95", jump / slow, "ms", jump, "ms slowed")
    yield Row(slug, "  requests a step", asked, "", kind="browser requests")
    for what, weight in (
        ("before the first step", sum(all_sizes.values()) - sum(late.values())), ("the other positions", others),
        ("the page", loaded.get("Document", 0)), ("the session", loaded.get("Fetch", 0)), ("styles", styles),
        ("scripts", scripts), ("fonts", loaded.get("Font", 0)),
    ):  # fmt: skip
        yield Row(slug, f"  {what} over the wire", weight / 1e3, "kB")
    page.context.close()
    server.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/bench/stepping.py", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--slow", type=float, default=4)
    parser.add_argument("--quick", action="store_true", help="sessions of 600 lines")
    parser.add_argument("--chromium", default="/usr/bin/chromium-headless-shell")
    parser.add_argument("--of", nargs="*", default=[], metavar="GAME=DATABASE")
    add_forms(parser)
    asked = parser.parse_args()
    there = dict(one.split("=", 1) for one in asked.of)
    asked.folder.mkdir(parents=True, exist_ok=True)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # optional dependency

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=asked.chromium, args=["--no-sandbox"])
        samples = {
            slug: longest(there[slug]) if slug in there else made(asked.folder, slug, quick=asked.quick)
            for slug in (there or registry())
        }
        tell([row for slug, sample in samples.items() for row in rows(browser, slug, sample, asked.slow)], asked)
        browser.close()


if __name__ == "__main__":
    main()
