"""Each page in each game: for axe in both sizes, by the keyboard alone, very narrow, and on paper."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pytest
from flask import Flask
from people import Recorded
from players import START_MS
from windows import SIDEWAYS, Page, Windows

from events.store.accounts import EVERYWHERE, HOST, JUDGE, Accounts
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.importing.samples import samples, take_in
from webui import create_app

pytestmark = pytest.mark.browser
SHOWN: Final = {"keys": "mistakes", "risk": "mistakes", "ccg": "mistakes", "daleks": "mistakes"}
"""The sample of each game whose pages are looked at."""
LINE: Final = 100
DESK: Final = (1280, 800)
PHONE: Final = (390, 844)


class House(NamedTuple):
    """A server with samples, the host's link, and the addresses of the pages of each game."""

    base: str
    link: str
    pages: dict[str, list[str]]


def addresses(app: Flask, sessions: dict[str, str]) -> dict[str, list[str]]:
    """The addresses of the pages of the server ("") and of each session."""
    client = app.test_client()
    reports = {slug: client.get(f"/s/{name}/audit.json").json for slug, name in sessions.items()}
    found: dict[str, list[str]] = {slug: [] for slug in ("", *sessions)}
    for rule in app.url_map.iter_rules():
        if (
            "GET" not in (rule.methods or ())
            or str(rule).startswith(("/static", "/k/", "/m/", "/f/", "/api/", "/metrics"))
            or str(rule).endswith(("/head", ":kind>"))  # the bar of a page, and moving pictures
        ):
            continue
        for slug, session in ((slug, name) for slug, name in {"": "", **sessions}.items()):
            if ("session" in rule.arguments) != bool(slug):
                continue
            report = reports.get(slug)
            finding = report["findings"][0]["id"] if report else ""
            values = {
                "session": session, "seq": LINE, "address": "2.1", "finding": finding, "number": 1, "n": 1, "turn": 2,
                "game": "keys", "name": session, "code": "none", "form": "svg", "ending": "md",
            }  # fmt: skip
            with app.test_request_context():
                path = app.url_map.bind("localhost").build(rule.endpoint, {key: values[key] for key in rule.arguments})
            answer = client.get(path)
            is_page = answer.mimetype == "text/html" and answer.status_code != 302  # a host sees more than this client
            if is_page and "Content-Disposition" not in answer.headers:
                found[slug].append(f"{path}?place=turn" if path.endswith("/why") else path)
    return found


@pytest.fixture(scope="module")
def house(serve: Any) -> Iterator[House]:
    accounts, store = Accounts.memory(), MemoryStore()
    sessions = {}
    for slug, name in SHOWN.items():
        sample = next(one for one in samples(slug) if one.name == name)
        take_in(store, registry(), sample, alias=f"{slug}-{name}")
        sessions[slug] = f"{slug}-{name}"
    app = create_app(store, registry(), accounts)
    pages = addresses(create_app(store, registry()), sessions)
    yield House(serve(app), accounts.issue(EVERYWHERE, HOST, 1)[1], pages)
    accounts.close()


def host(window: Windows, house: House, *size: int, **how: Any) -> Page:
    page = window(*size, **how)
    page.goto(f"{house.base}/k/{house.link}")
    page.locator("main button").click()
    return page


def opened(page: Page, house: House, slug: str) -> Iterator[str]:
    assert len(house.pages[slug]) > 3
    for path in house.pages[slug]:
        page.goto(f"{house.base}{path}")
        if page.locator(".scene").count():
            page.wait_for_selector(".scene[data-whole]")
        yield path


STOPS: Final = """() => [...document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex]')].filter((one) => one.tabIndex >= 0 && !one.disabled
    && one.type !== 'hidden' && one.checkVisibility({visibilityProperty: true}) && !one.closest('[inert]')
    && !(one.type === 'radio' && !one.checked && document.querySelector(`[name="${one.name}"]:checked`))).length"""
HERE: Final = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let left = 300; left && document.activeElement.matches('.panels'); left -= 1) await frame();
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const style = getComputedStyle(one), isSeen = () => { const box = one.getBoundingClientRect();
        return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth; };
    for (let left = 300; left && !isSeen(); left -= 1) await frame();
    one.dataset.walked = (Number(one.dataset.walked) || 0) + 1;
    return { times: Number(one.dataset.walked), told: one.outerHTML.slice(0, 120), seen: isSeen(),
        ringed: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1
            || one.matches('.panels g') && document.querySelector('.tap-focus') !== null }; }"""
"""The focused element. A thing on a board has a ring that is drawn around it.

A module that is loaded then passes the focus from a board to its first thing, and a browser scrolls to an element a
moment after it has the focus: both are waited for.
"""


THUMB: Final = """() => [...document.querySelectorAll(".primary, .steps a, .picks button, .zoom button, .sends button")]
    .filter((one) => one.checkVisibility({visibilityProperty: true}))
    .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
    .map((one) => one.outerHTML.slice(0, 90))"""
"""The main controls of a page that are smaller than a thumb."""


def walk(page: Page, path: str) -> None:
    """Go through a page by the keyboard alone: each stop is in the window and has a visible outline."""
    stops, walked = page.evaluate(STOPS), 0
    assert stops > 0
    for _ in range(stops + 20):
        page.keyboard.press("Tab")
        here = page.evaluate(HERE)
        if here is None or here["times"] > 1:
            break
        walked += 1
        assert here["seen"], (path, here["told"])
        assert here["ringed"], (path, here["told"])
    assert walked >= stops, (path, walked, stops)


@pytest.mark.parametrize("slug", ["", *SHOWN])
def test_every_page_works_with_axe_keyboard_and_narrow_windows(
    window: Windows, house: House, axe: Callable[..., list[Any]], slug: str
) -> None:
    """Axe finds nothing, the keyboard reaches all, and at 400 % only a board or a table in its own frame is wider."""
    page, faults = host(window, house, *DESK), list[Any]()
    for path in opened(page, house, slug):
        faults += axe(page)
        page.emulate_media(forced_colors="active")
        walk(page, path)
        page.emulate_media(forced_colors="none")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        faults += axe(page, layout=True) + [(path, "small for a thumb", one) for one in page.evaluate(THUMB)]
        page.set_viewport_size({"width": DESK[0] // 4, "height": 512})
        faults += [(path, "wider than its window")] * (page.evaluate(SIDEWAYS) > 0)
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert faults == []


A4: Final = (672, 1001)
"""The space between the margins of 16 mm, in CSS pixels."""
CHROME: Final = "header nav, .trail, .me, button, .button, select, textarea, input[type=text], .filters"
CUT: Final = """() => [...document.querySelectorAll("main *")].filter((one) => one.checkVisibility()
    && !one.closest("svg svg, svg *") && !one.classList.contains("unseen")
    && (one.getBoundingClientRect().right > innerWidth + 1 || one.getBoundingClientRect().left < -1))
    .map((one) => one.outerHTML.slice(0, 90))"""
GROUND: Final = """() => [document.documentElement, document.body]
    .map((one) => getComputedStyle(one).backgroundColor)"""
SPLIT: Final = """() => [...document.querySelectorAll(".finding, .way, .way-out, .board, .since, tr")]
    .filter((one) => getComputedStyle(one).breakInside !== "avoid").length"""


@pytest.fixture(scope="module")
def risk() -> Recorded:
    return Recorded()


@pytest.fixture(params=["light", "dark"])
def paper(risk: Recorded, serve: Callable[[Flask], str], window: Windows, request: pytest.FixtureRequest) -> Page:
    """The browser of a judge that shows pages as they are printed."""
    page = window(*A4, base_url=serve(risk.app))
    page.goto(f"/k/{risk.accounts.issue(risk.name, JUDGE, START_MS)[1]}")
    page.locator("main button").click()
    page.wait_for_load_state()
    page.emulate_media(media="print", color_scheme=request.param)
    return page


COLUMNS: Final = """() => new Set([...document.querySelectorAll(".columns svg[data-panel]")]
    .filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().left))).size"""
WHOLE: Final = """() => [...document.querySelectorAll("svg[data-panel]")].filter((one) => one.checkVisibility())
    .every((one) => { const { bottom, width, height } = one.getBoundingClientRect();
        return width > 100 && height < 1001 && one.closest(".board").getBoundingClientRect().bottom >= bottom; })"""
"""Whether each panel fits on a sheet and is inside the board."""


@pytest.mark.parametrize("kind", ["position", "turn"])
def test_a_board_is_printed_whole_in_columns(paper: Page, risk: Recorded, kind: str) -> None:
    paper.emulate_media(media="screen")
    paper.goto(f"/s/{risk.name}/{'100' if kind == 'position' else 'turn/2'}")
    paper.get_by_role("button", name="Zoom in").press("Enter")
    paper.wait_for_selector("[data-near]")
    paper.emulate_media(media="print")
    paper.wait_for_selector("[data-zoom]:not([data-near])")
    assert paper.evaluate(COLUMNS) == 2
    assert paper.evaluate(CUT) == []
    assert paper.evaluate(WHOLE)
    assert paper.locator(CHROME).filter(visible=True).count() == 0
    assert "Half term at Gwen's" in paper.locator("main").inner_text()
    paper.emulate_media(media="screen")
    paper.wait_for_selector("[data-near]")  # the map is zoomed as before


@pytest.mark.parametrize("kind", ["audit", "finding", "ruling", "fix"])
def test_a_page_prints_on_white_paper_without_controls(paper: Page, risk: Recorded, kind: str) -> None:
    found = risk.found("RISK-CON-01")
    path = {
        "audit": "audit", "finding": f"audit/{found.id}", "ruling": f"{found.seq}/ruling",
        "fix": f"{found.seq}/fix?how=due",
    }[kind]  # fmt: skip
    paper.goto(f"/s/{risk.name}/{path}")
    assert paper.locator(CHROME).filter(visible=True).count() == 0
    assert set(paper.evaluate(GROUND)) <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}, "white paper, in a dark room too"
    assert paper.evaluate(CUT) == []
    assert paper.evaluate(SPLIT) == 0
    assert "Half term at Gwen's" in paper.locator("main").inner_text(), "the sheet says which session it is of"
    assert paper.pdf(format="A4").startswith(b"%PDF")
