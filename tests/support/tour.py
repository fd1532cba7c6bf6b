"""The guided tour of the documentation, played in Chromium on a real server.

`python tests/support/tour.py` takes the pictures in `docs/tutorial/pictures` again, and stores a digest of each
page's text in `pages.json`. A test plays the same tour and fails if a text differs.
"""

import io
import json
import logging
import re
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, closing, redirect_stdout
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest.mock import patch

from places import DOCS
from recordings import stored
from windows import CHROMIUM, QUIET, listening

from events.store.accounts import EVERYWHERE, HOST, TOKEN, Accounts
from events.store.protocol import EventStore
from events.store.sqlite import SqliteStore
from projections.registry import registry
from webui import create_app
from webui.cli import run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page

FOLDER: Final = DOCS / "tutorial" / "pictures"
NOTES: Final = FOLDER / "pages.json"
LARGEST: Final = 120_000
BASE: Final = "http://bell.example.org"
EVENING_MS: Final = 1_795_203_000_000
LAYOUT: Final = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
JACK: Final = (
    "Allons-y! Drew a Time Barrier. The blue key is for b1, a plain door, and I walk in. Next turn I would like b2."
)
CLARA: Final = (
    "== T2 Twelfth ==\nD: none\nP: Kr a7 open (open)\nM: >a7\n== end ==\nShort one tonight, I am on the train."
)
_TIMES: Final = re.compile(
    r"\d{1,2} \w{3} \d{4}(?:, | )?\d{2}:\d{2}(?: UTC)?|\b\d{2}:\d{2}\b(?: UTC)?|just now|\d+ (?:minutes?|hours?) ago"
)
_DIGESTS: Final = re.compile(r"\b[0-9a-f]{8,64}\b|(?<=/s/)[a-z0-9]{12}\b")


class Shot(NamedTuple):
    """A page of the tour: its text, and its picture if one was taken."""

    says: str
    png: bytes = b""

    @property
    def digest(self) -> str:
        return sha256(normal(self.says).encode()).hexdigest()[:16]


def normal(text: str) -> str:
    """Return a text without parts that differ from run to run (times, digests, secrets), with single spaces."""
    return " ".join(_DIGESTS.sub("DIGEST", _TIMES.sub("TIME", TOKEN.sub("SECRET", text))).split())


class Camera:
    """Takes pictures of pages, or only records their texts."""

    def __init__(self, *, takes: bool) -> None:
        self.takes, self.shots = takes, dict[str, Shot]()

    def take(self, name: str, page: "Page", height: int) -> None:
        """Record the text of a page's content and forms, and take a picture of its top `height` pixels."""
        page.wait_for_load_state()
        page.evaluate("document.fonts.ready.then(() => true)")
        typed = page.locator("main :is(textarea, input:not([type]))").evaluate_all("all => all.map((one) => one.value)")
        says = " ".join((page.locator("main").inner_text(), *typed))
        self.shots[name] = Shot(says, self._picture(page, height) if self.takes else b"")

    @staticmethod
    def _picture(page: "Page", height: int) -> bytes:
        page.evaluate(_BEFORE_A_PICTURE)
        width = page.evaluate("innerWidth")
        clip: FloatRect = {"x": 0, "y": 0, "width": width, "height": height}
        from PIL import Image  # noqa: PLC0415  # needed for pictures only

        found, png = io.BytesIO(), page.screenshot(full_page=True, clip=clip, animations="disabled")
        with Image.open(io.BytesIO(png)) as image:
            image.convert("RGB").quantize(255, dither=Image.Dither.NONE).save(found, "PNG", optimize=True)
        return found.getvalue()


_BEFORE_A_PICTURE: Final = r"""() => {
    const hidden = (text) => text.replace(/k-[a-z2-7]{26}/g, "k-…");
    for (const one of document.querySelectorAll("input, textarea")) one.value = hidden(one.value);
    document.activeElement.blur();
    scrollTo(0, 0);
}"""


class Evening:
    def __init__(self, base: str, browser: "Browser", camera: Camera, accounts: Accounts) -> None:
        self.base, self.browser, self.camera, self.accounts = base, browser, camera, accounts
        self.pages: dict[str, Page] = {}
        self.session = ""

    def sits_down(self, who: str) -> "Page":
        self.pages[who] = page_of(self.browser, 1280)
        return self.pages[who]

    def goes(self, who: str, path: str) -> "Page":
        self.pages[who].goto(f"{self.base}/s/{self.session}{path}")
        return self.pages[who]

    def walk(self) -> None:
        links = self.begins()
        for who, seat in (("jack", "Tenth"), ("clara", "Twelfth")):
            self.sits_down(who).goto(links[seat])
            self.pages[who].locator("main button").click()
            self.pages[who].wait_for_selector(".scene[data-whole]")  # the visit is noted when the log is complete
        self.plays()
        self.disputes()
        self.rules()
        self.hands_on()

    def begins(self) -> Mapping[str, str]:
        """Let Rose begin the session; return the link of each seat."""
        rose = self.sits_down("rose")
        rose.goto(f"{self.base}/k/{self.accounts.issue(EVERYWHERE, HOST, EVENING_MS)[1]}")
        rose.locator("main button").click()
        rose.get_by_role("link", name="Start your first session").click()
        rose.get_by_role("radio", name="Keys to the TARDIS").first.check()
        for number, (seat, name) in enumerate((("tenth", "Jack"), ("twelfth", "Clara")), 1):
            rose.locator(f'[name="seat-keys-{number}"]').fill(seat)
            rose.locator(f'[name="name-keys-{number}"]').fill(name)
        rose.get_by_text("Rule options of Keys to the TARDIS").click()
        for option, value in (("edges", "tenth: S\ntwelfth: N"), ("first", "tenth"), ("layout", LAYOUT)):
            rose.locator(f'[name="keys.{option}"]').fill(value)
        rose.get_by_label("Title").fill("Two in an evening")
        rose.get_by_label("Short name").fill("evening")
        rose.get_by_text("Who rolls dice and deals cards", exact=True).click()
        rose.locator('[name="dice"][value="typed"]').check()
        rose.locator('[name="cards"][value="typed"]').check()
        rose.get_by_text("Rule options of Keys to the TARDIS").click()
        self.camera.take("begin", rose, 760)
        rose.get_by_role("button", name="Start session", exact=True).click()
        rose.wait_for_url("**/links")
        self.session = rose.url.split("/")[-2]
        fields = {seat: rose.locator(f'[aria-label*="Link for {seat}" i]') for seat in ("Tenth", "Twelfth")}
        links = {seat: field.input_value().replace(BASE, self.base) for seat, field in fields.items()}
        self.camera.take("invite", rose, 640)
        rose.get_by_role("button", name="Hide the secret links").click()
        return links

    def plays(self) -> None:
        rose = self.goes("rose", "/post")
        _reads(rose, JACK, "tenth")
        self.camera.take("read", rose, 980)
        _files(rose)
        _reads(rose, CLARA)
        line = rose.locator(".reading li.illegal")
        line.get_by_text("Accept as played").click()
        line.get_by_placeholder("reason (the audit still reports it)").fill("so she posted it")
        self.camera.take("mistake", rose, 1010)
        _files(rose)
        jack = self.goes("jack", "?as=tenth")
        jack.get_by_role("status").filter(has_text="since your last visit").wait_for()
        self.camera.take("step", jack, 900)

    def disputes(self) -> None:
        jack = self.goes("jack", "/audit")
        self.camera.take("audit", jack, 900)
        jack.locator("article.finding h3 a").first.click()
        self.camera.take("finding", jack, 1200)
        jack.get_by_role("link", name="Dispute this move").click()
        jack.get_by_label("What is wrong with this move?").fill("Everybody draws first. Clara has one card too few.")
        self.camera.take("dispute", jack, 740)
        jack.get_by_role("button", name="Open dispute").click()

    def rules(self) -> None:
        rose = self.pages["rose"]
        rose.goto(self.base)
        rose.get_by_role("link", name="Rule on").first.click()
        rose.locator('[name="verdict"][value="fix"]').check()
        rose.get_by_label("Reason").first.fill("The draw is compulsory.")
        self.camera.take("rule", rose, 1080)
        rose.get_by_role("button", name="Record ruling").click()
        rose.wait_for_load_state()

    def hands_on(self) -> None:
        self.camera.take("summary", self.goes("rose", "/summary"), 860)
        answer = self.goes("jack", "/audit").request.get(f"{self.base}/s/{self.session}/export.jsonl")
        self.camera.shots["ruled"] = Shot(self.pages["jack"].locator("main").inner_text())
        with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as output:
            (Path(folder) / "evening.jsonl").write_bytes(answer.body())
            run(["verify", str(Path(folder) / "evening.jsonl")])
        self.camera.shots["verify"] = Shot(output.getvalue())


def _reads(page: "Page", post: str, seat: str = "") -> None:
    page.get_by_label("Post, as copied from the thread").fill(post)
    if seat:
        page.get_by_label("Seat that the post is from", exact=True).select_option(seat)
    page.get_by_role("button", name="Preview", exact=True).first.click()
    page.wait_for_load_state()


def _files(page: "Page") -> None:
    page.get_by_role("button", name=re.compile("^(Confirm and submit|Submit)$")).first.click()
    page.locator(".filed").wait_for()


def page_of(browser: "Browser", width: int) -> "Page":
    context = browser.new_context(
        viewport={"width": width, "height": 900}, timezone_id="UTC", locale="en-GB", reduced_motion="reduce"
    )
    context.clock.set_fixed_time("2026-11-20T19:30:00Z")
    return context.new_page()


def served(store: EventStore, accounts: Accounts, *, laptop: bool) -> AbstractContextManager[str]:
    """Serve the pages of a store at a local address. All browsers must be closed before this ends."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    return listening(
        create_app(store, registry(), accounts, laptop=laptop, base="" if laptop else BASE, first_look=laptop)
    )


def jobs(base: str, browser: "Browser", camera: Camera) -> None:
    """Do the three tasks that the README shows, each from the first page of `demo`."""
    page = page_of(browser, 1000)
    for name, role, words, height in (
        ("record", "button", "Preview it", 1040), ("settle", "link", "Rule on", 1040),
        ("found", "link", "RISK-CON-01", 1040),
    ):  # fmt: skip
        page.goto(base)
        page.get_by_role(role, name=words).click()  # type: ignore[arg-type]  # both are roles
        camera.take(name, page, height)
    page.context.close()


def walked(browser: "Browser", *, takes: bool = False) -> Mapping[str, Shot]:
    camera = Camera(takes=takes)
    stands = SimpleNamespace(
        time=lambda: EVENING_MS / 1000, gmtime=time.gmtime, strftime=time.strftime, perf_counter=time.perf_counter
    )
    with TemporaryDirectory() as folder, patch("replay.chance.clock.time", stands):
        path = Path(folder) / "evening.db"
        with (
            closing(SqliteStore(path)) as store, closing(Accounts(path)) as accounts,
            served(store, accounts, laptop=False) as base,
        ):  # fmt: skip
            evening = Evening(base, browser, camera, accounts)
            evening.walk()
            for page in evening.pages.values():
                page.context.close()
        with closing(Accounts.memory()) as accounts, served(stored(), accounts, laptop=True) as base:
            jobs(base, browser, camera)
    return camera.shots


def write() -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # optional dependency

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        shots = walked(browser, takes=True)
        browser.close()
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    pictured = {name: shot for name, shot in shots.items() if shot.png}
    for name, shot in pictured.items():
        (FOLDER / f"{name}.png").write_bytes(shot.png)
    noted = {name: shot.digest for name, shot in sorted(pictured.items())}
    NOTES.write_text(json.dumps(noted, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    write()
