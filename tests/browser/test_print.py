"""The audit, a finding and the page for rulings on paper: no button, no navigation, black on white, nothing cut."""

from collections.abc import Callable
from typing import Final

import pytest
from flask import Flask
from recorded_pages import Recorded
from spectator import START_MS
from windows import Page, Windows

from events.store.accounts import JUDGE

pytestmark = pytest.mark.browser
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


@pytest.mark.parametrize("kind", ["audit", "finding", "ruling", "fix"])
def test_a_page_is_fit_for_paper(paper: Page, risk: Recorded, kind: str) -> None:
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
