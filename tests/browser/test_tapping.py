"""Things on the board that are tapped: what each is, the legal moves that name it, and moves made by tapping."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from flask import Flask
from people import Recorded, Table
from picked_turns import PLANS, quoted
from spectator import played
from windows import SIDEWAYS, Locator, Page, Windows

from events.events import Move
from events.store.accounts import SEAT
from projections.games.ccg.events.moves import PlayCard
from projections.games.risk.events import Place
from projections.move_choices import line_of, listed, moves_with
from projections.registry import registry
from webui.views.board_things import things_on

pytestmark = pytest.mark.browser
Served = Callable[[Flask], str]
BEGUN = {"daleks": 24, "keys": 31, "risk": 4, "ccg": 60}
"""The number of random moves before each game is shown."""
FOCUSED = "() => document.activeElement.querySelector(':scope > title')?.textContent ?? null"


class Board(NamedTuple):
    """A browser that shows the board of a game to one of its people."""

    page: Page
    table: Table
    seat: str
    at: str

    def thing(self, arguments: str) -> Locator:
        return self.page.locator(f"#part-board [data-arg={quoted(arguments)}]:visible").last

    def tap(self, arguments: str) -> None:
        """Tap the middle of a thing, as a finger or a mouse does."""
        if self.page.locator("[data-zoom-to=all]:visible").count():
            self.page.locator("[data-zoom-to=all]").click()
        self.page.wait_for_load_state("networkidle")
        self.thing(arguments).evaluate("(one) => one.scrollIntoView({ block: 'center' })")  # not below the bar of steps
        spot = self.spot(arguments)
        assert spot, f"{arguments} is covered"
        self.page.mouse.click(*spot)

    def spot(self, arguments: str) -> list[float] | None:
        """Return a point of the window at which a tap meets this thing, and not something that lies on it."""
        found: list[float] | None = self.thing(arguments).evaluate(
            """(thing) => {
            const { x, y, width, height } = thing.getBoundingClientRect();
            const parts = [0.5, 0.2, 0.8, 0.1, 0.9, 0.03];
            return parts.flatMap((a) => parts.map((b) => [x + a * width, y + b * height])).find((spot) =>
                document.elementFromPoint(...spot)?.closest("[data-arg]:has(> title)") === thing) ?? null;
        }"""
        )
        return found

    @property
    def tip(self) -> Locator:
        return self.page.locator("#tip")

    @property
    def facts(self) -> str:
        """The text of the tip."""
        self.tip.locator(".fact").first.wait_for()
        return self.tip.inner_text()

    @property
    def moves(self) -> list[str]:
        """The lines of the moves that the tip shows."""
        self.tip.locator(".picks, .none, .primary").first.wait_for()
        lines = self.tip.locator("[name=move]")
        return [line for one in lines.all() if (line := one.get_attribute("value"))]

    def legal(self) -> tuple[list[Move], Any]:
        session = self.table.again()
        position = session.view(self.seat).position
        return list(session.game.rules.legal(position, self.seat)), position

    def opened(self) -> None:
        self.page.goto(self.at)
        self.page.wait_for_selector(".scene[data-whole]")


def seated(
    serve: Served, window: Windows, slug: str, width: int = 390, *, has: Callable[[Board], Any] = bool, **how: Any
) -> Board:
    """Return the page of the seat to move, after some moves, and at a position that has what the test needs."""
    table = Table(registry(), "tapped", BEGUN[slug], slug=slug, seats=PLANS[slug].seats)
    base, page = serve(table.app), window(width, 844, **how)
    while not has(board := Board(page, table, seat := table.again().status.awaited[0], f"{base}/s/tapped")):
        played(table.again(), 1)
    board.page.goto(f"{base}/k/{table.token(SEAT, seat)}")
    board.page.get_by_role("button", name="Take the seat").click()
    board.page.wait_for_url(f"**as={seat}")
    if how.get("java_script_enabled", True):
        board.page.wait_for_selector(".scene[data-whole]")
    return board


def pairs(board: Board) -> Iterator[tuple[Sequence[str], str]]:
    """Yield a pair of things on the board with the line of a move that names both."""
    timeline = board.table.timeline(board.seat)
    moves, position = board.legal()
    names = [one.arguments for one in things_on(timeline.panels(timeline.last)) if board.seat not in one.arguments]
    for first in names:
        for second in names:
            for move in moves_with(moves, [first, second])[:1] if first != second else ():
                yield (first, second), line_of(board.table.session.game, move, position)


def has_pair(board: Board) -> bool:
    """Return whether a legal move names two things on the board, apart from the player."""
    return next(pairs(board), None) is not None


def amounts(board: Board) -> Iterator[str]:
    """Yield the territories in which an amount of Daleks can be placed."""
    for entry in listed(board.legal()[0]):
        if entry.span and isinstance(entry.move, Place):
            yield entry.move.territory


def single_cards(board: Board) -> Iterator[tuple[str, Move]]:
    """Yield the things on the board that a single legal move names, with this move."""
    timeline = board.table.timeline(board.seat)
    moves, _ = board.legal()
    for one in things_on(timeline.panels(timeline.last)):
        if len(found := moves_with(moves, [one.arguments])) == 1 and isinstance(found[0], PlayCard):
            yield one.arguments, found[0]


@pytest.mark.parametrize(
    ("slug", "width"), [("keys", 390), ("risk", 390), ("daleks", 390), ("keys", 1280), ("risk", 1280)]
)
def test_two_taps_and_a_button_make_a_move(serve: Served, window: Windows, slug: str, width: int) -> None:
    board = seated(serve, window, slug, width, has=has_pair)
    things: Sequence[str] = ()
    line, wide = "", 0
    for things, line in pairs(board):  # noqa: B007  # the loop ends at a pair that can be tapped
        board.thing(things[0]).scroll_into_view_if_needed()
        if board.spot(things[0]):
            board.tap(things[0])
            wide = len(board.moves)
            if board.spot(things[1]):
                break
            board.page.keyboard.press("Escape")
    board.tap(things[1])
    board.page.wait_for_function("() => document.querySelectorAll('#tip .fact').length === 2")
    assert [board.thing(one).get_attribute("data-tapped") for one in things] == ["1", "2"]
    board.page.wait_for_load_state("networkidle")
    assert len(board.moves) <= wide
    assert board.page.evaluate(SIDEWAYS) <= 0
    record(board, line)


def record(board: Board, line: str) -> None:
    """Press the buttons in the tip that record a move; the page then shows the board after it."""
    before = board.table.last
    button = board.tip.locator(f"button[name=move][value={quoted(line)}]")
    is_sure = button.count() and button.get_attribute("form") == "tip-record"
    if button.count():
        button.click()
    if not is_sure:
        board.tip.get_by_role("button", name="Record move").click()
    board.page.wait_for_function("(seq) => Number(document.querySelector('.scene')?.dataset.seq) > seq", arg=before)
    made = board.table.again().table.entries[before:]
    moves = [entry.event for entry in made if isinstance(entry.event, Move)]
    assert [
        line_of(board.table.session.game, move, board.table.again().table.positions[before - 1]) for move in moves[:1]
    ] == [line]
    assert board.page.url.endswith(f"?as={board.seat}")


def test_a_card_of_the_hand_is_played_by_a_tap_and_a_confirmation(serve: Served, window: Windows) -> None:
    board = seated(serve, window, "ccg", has=lambda board: next(single_cards(board), None))
    name, move = next(single_cards(board))
    line = line_of(board.table.session.game, move, board.legal()[1])
    board.tap(name)
    board.tip.locator(".primary, .picks").first.wait_for()
    assert board.moves == [line]
    record(board, line)


def test_a_thing_is_unselected_by_another_tap_or_escape(serve: Served, window: Windows) -> None:
    board = seated(serve, window, "keys", 1280, has=has_pair)
    things, _ = next(pairs(board))
    for by_key in (False, True):
        board.tap(things[0])
        assert board.moves
        assert board.thing(things[0]).get_attribute("aria-pressed") == "true"
        if by_key:
            board.page.keyboard.press("Escape")
        else:
            board.tap(things[0])
        board.tip.wait_for(state="hidden")
        assert board.page.locator("[data-tapped], [class|=tap]").count() == 0
    board.tap("a7")
    board.page.keyboard.press("ArrowLeft")  # a click leaves this key to the steps
    board.page.wait_for_function(
        "(seq) => Number(document.querySelector('.scene').dataset.seq) < seq", arg=board.table.last
    )
    assert board.tip.is_hidden()
    assert board.page.locator("[class|=tap]").count() == 0


def test_things_without_a_common_move_begin_a_new_selection(serve: Served, window: Windows) -> None:
    board = seated(serve, window, "keys")
    board.tap("a7")
    assert board.moves
    board.tap("tenth")
    board.page.wait_for_function("() => document.querySelector('[data-tapped]')?.dataset.arg === 'tenth'")
    assert board.page.locator("[data-tapped]").count() == 1


def test_a_move_is_made_by_keyboard(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "keys", 1280, has=has_pair)), one.page
    page.locator(".heading").evaluate("(heading) => { heading.tabIndex = -1; heading.focus(); }")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.panels') !== null"):
            break
    page.wait_for_function("() => document.activeElement.matches('.panels [data-place]')")
    things, line = next(pairs(board))
    titles = [board.thing(one).locator("title").text_content() for one in things]
    for title, count in zip(titles, (1, 2), strict=True):
        walk(page, str(title))
        assert page.get_by_role("button", name=str(title), exact=True).first.is_visible()
        page.keyboard.press("Enter")
        page.wait_for_function("(n) => document.querySelectorAll('[data-tapped]').length === n", arg=count)
        assert board.moves
        assert page.evaluate(FOCUSED) == title, "the focus remains on the thing"
    page.wait_for_load_state("networkidle")
    assert page.locator("#live").inner_text()
    assert board.tip.get_attribute("role") == "dialog"
    page.keyboard.press("Tab")
    wanted = """(line) => document.activeElement.textContent === "Record move"
        || (document.activeElement.name === "move" && document.activeElement.value === line)"""
    while not page.evaluate(wanted, line):
        assert page.evaluate("document.activeElement.closest('#tip') !== null")
        page.keyboard.press("Tab")
    before = board.table.last
    if not board.tip.get_by_role("button", name="Record move").count():
        page.keyboard.press("Enter")
    confirm = board.tip.get_by_role("button", name="Record move")
    confirm.wait_for()
    confirm.press("Enter")
    page.wait_for_function("(seq) => Number(document.querySelector('.scene')?.dataset.seq) > seq", arg=before)
    assert board.table.last > before


def walk(page: Page, title: str) -> None:
    """Go to a thing with arrow keys: one that brings the focus nearer, as long as there is one."""
    way = """(title) => {
        const to = [...document.querySelectorAll("#part-board :has(> title)")]
            .find((one) => one.querySelector(":scope > title").textContent === title).getBoundingClientRect();
        const from = document.activeElement.getBoundingClientRect();
        const x = to.x + to.width / 2 - from.x - from.width / 2, y = to.y + to.height / 2 - from.y - from.height / 2;
        if (Math.abs(x) < 2 && Math.abs(y) < 2) return "";
        return Math.abs(x) > Math.abs(y) ? (x > 0 ? "ArrowRight" : "ArrowLeft") : (y > 0 ? "ArrowDown" : "ArrowUp");
    }"""
    for _ in range(40):
        key = page.evaluate(way, title)
        if not key or page.evaluate(FOCUSED) == title:
            break
        page.keyboard.press(key)
    assert page.evaluate(FOCUSED) == title


FOUND_AND_BACK = """(n) => {
    const one = document.activeElement;
    if (!found.includes(one)) found.push(one);
    found[n].focus();
    return found.length;
}"""
"""Notes the focused thing if it is new, goes back to thing `n`, and returns the number of things."""


@pytest.mark.parametrize("slug", list(BEGUN))
def test_keys_reach_every_thing(serve: Served, window: Windows, slug: str) -> None:
    board, page = (one := seated(serve, window, slug, 1280)), one.page
    page.locator("#part-board .panels").focus()
    page.wait_for_function("() => document.activeElement.matches('[data-arg], [data-place]')")
    page.evaluate("window.found = [document.activeElement]")
    reached, count = 0, 1
    while reached < count:
        page.evaluate("(n) => found[n].focus()", reached)
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "PageDown"):
            page.keyboard.press(key)
            count = page.evaluate(FOUND_AND_BACK, reached)
        reached += 1
    missing = page.evaluate("""() => {
        const title = (one) => one.querySelector(":scope > title").textContent;
        const name = (one) => [one.dataset.arg, one.dataset.place, title(one)].join();
        const seen = new Set(found.map(name));
        return [...document.querySelectorAll("#part-board :is([data-arg], [data-place]):has(> title)")]
            .filter((one) => one.getClientRects().length && !seen.has(name(one))).map(name);
    }""")
    assert missing == []
    assert reached > 10
    assert board.table.last == page.evaluate("Number(document.querySelector('.scene').dataset.seq)")


def test_escape_leaves_the_board(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "keys", 1280)), one.page
    page.locator("#part-board .panels").focus()
    page.wait_for_function("() => document.activeElement.matches('[data-arg], [data-place]')")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    assert board.tip.is_hidden()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("(seq) => Number(document.querySelector('.scene').dataset.seq) < seq", arg=board.table.last)


def test_without_scripts_the_list_of_things_leads_to_a_move(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "keys", has=has_pair, java_script_enabled=False)), one.page
    page.goto(f"{board.at}/move")
    (first, second), line = next(pairs(board))
    for name in (first, second):
        if page.locator(".things:not([open])").count():
            page.locator(".things summary").click()
        words = board.thing(name).locator("title").text_content()
        link = page.locator(".things li > a:first-child", has_text=str(words)).first
        found = link.bounding_box()
        assert found
        assert found["height"] >= 44
        link.click()
        page.wait_for_load_state()
    assert page.locator(".selected li").count() == 2
    before = board.table.last
    if (button := page.locator(f"#picks button[name=move][value={quoted(line)}]")).count():
        button.click()
        page.wait_for_load_state()
    if (confirm := page.get_by_role("button", name="Record move")).count():
        confirm.click()
        page.wait_for_load_state()
    assert board.table.last > before


def test_a_spectator_gets_facts_and_no_moves(serve: Served, window: Windows) -> None:
    board = seated(serve, window, "keys")
    page, asked = window(390, 844), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    spectator = board._replace(page=page)
    spectator.opened()
    spectator.tap("a7")
    assert "a7: " in spectator.facts
    assert spectator.tip.get_by_role("link", name="Explain this value").count() == 1
    assert spectator.tip.locator("button:not(.close)").count() == 0
    assert not [url for url in asked if "/move" in url]


def test_an_older_board_says_so_instead_of_moves(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "keys")), one.page
    page.locator("[data-step=move-back]").click()
    page.wait_for_function("(seq) => Number(document.querySelector('.scene').dataset.seq) < seq", arg=board.table.last)
    board.tap("a7")
    assert "You look at an earlier board" in board.facts
    board.tip.get_by_role("link", name="Board now").click()
    page.wait_for_selector(".scene[data-whole]")
    board.tap("a7")
    assert board.moves


def test_news_of_others_are_told_instead_of_moves(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "keys")), one.page
    played(board.table.again(), 1)
    while board.seat not in board.table.again().status.awaited:
        played(board.table.again(), 1)
    page.wait_for_function(
        """() => {
        dispatchEvent(new Event("focus"));  // as if the user came back to the page
        return document.querySelector("#turn .news");
    }"""
    )
    board.tap("a7")
    assert "Others have moved since" in board.facts


def test_a_refusal_is_shown_in_place(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "risk", has=lambda board: next(amounts(board), None))), one.page
    line = add_amount(board)
    played(board.table.again(), 1)
    before = board.table.last
    board.tip.get_by_role("button", name="Record move").click()
    board.tip.locator("[role=alert]").wait_for()
    assert board.table.last == before, line
    assert "newer entries follow" in board.tip.inner_text()
    assert "/move" not in page.url


def add_amount(board: Board) -> str:
    """Select a territory, and go on with an amount of Daleks; return the line of the move."""
    board.tap(next(amounts(board)))
    board.tip.locator(".amount [type=number]").fill("1")
    board.tip.locator(".amount").get_by_role("button").click()
    board.tip.get_by_role("button", name="Record move").wait_for()
    return str(board.tip.locator("[name=move][type=hidden]").get_attribute("value"))


def test_a_line_is_added_to_the_post(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "risk", has=lambda board: next(amounts(board), None))), one.page
    lines = []
    for _ in range(2):
        lines.append(add_amount(board))
        board.tip.get_by_role("button", name="Add to post").click()
        page.wait_for_function(
            "(n) => document.getElementById('own-post').value.split('\\n').length === n + 1", arg=len(lines)
        )
        board.tip.get_by_role("button", name="Close").click()
    field = page.get_by_label("Your post")
    assert field.input_value().split("\n") == [*lines, ""]
    assert field.is_visible()
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**/post")
    assert page.locator("#line-1").count() == 1


def test_write_a_post_opens_the_field_below_the_board(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "keys")), one.page
    field = page.get_by_label("Your post")
    assert not field.is_visible()
    page.locator("#turn").get_by_role("link", name="Write a post").click()
    assert field.is_visible()
    assert page.evaluate("document.activeElement.id") == "own-post"
    assert page.url.endswith(f"?as={board.seat}")


def test_a_phone_opens_at_the_panel_of_the_step(serve: Served, window: Windows) -> None:
    board, page = (one := seated(serve, window, "ccg", has=lambda board: next(single_cards(board), None))), one.page
    board.opened()
    panel = page.locator(f"[data-panel={page.locator('#part-board').get_attribute('data-about')}]").bounding_box()
    assert panel
    top, bottom = page.locator("#turn section").first.bounding_box(), page.locator(".steps").bounding_box()
    assert top
    assert bottom
    assert panel["y"] + panel["height"] <= bottom["y"] or panel["y"] <= top["y"] + top["height"] + 16
    where = page.evaluate("scrollY")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("(seq) => Number(document.querySelector('.scene').dataset.seq) < seq", arg=board.table.last)
    assert page.evaluate("scrollY") == where


@pytest.mark.parametrize("slug", list(BEGUN))
def test_axe_finds_nothing_in_the_tip(
    serve: Served, window: Windows, axe: Callable[[Page], list[Any]], slug: str
) -> None:
    board = seated(serve, window, slug)
    things = board.page.locator("#part-board [data-arg]:visible").all()
    board.tap(str(things[-1].get_attribute("data-arg")))
    board.tip.wait_for()
    board.page.wait_for_load_state("networkidle")
    assert axe(board.page) == []


def test_a_module_that_comes_late_leaves_the_focus_alone(window: Windows, site: Any) -> None:
    page, held = window(1280, 800), list[Any]()
    page.route("**/things.js", lambda route: held.append(route))  # noqa: PLW0108  # Playwright inspects the function
    page.goto(site.url("keysgame", 60))
    page.wait_for_selector(".scene[data-ready]")
    with page.expect_request("**/things.js") as asked:
        page.locator("#part-board .panels").focus()
    page.keyboard.press("Tab")
    here = "document.activeElement.outerHTML"
    focused = page.evaluate(here)
    held[0].continue_()
    page.evaluate("(url) => import(url).then(() => new Promise(requestAnimationFrame))", asked.value.url)
    assert page.evaluate(here) == focused


def test_the_text_of_a_card_links_the_rule_that_it_overrides(serve: Served, window: Windows) -> None:
    recorded, page = Recorded("ccg"), window(1280, 800)
    base = serve(recorded.app)
    page.goto(f"{base}/s/{recorded.name}/120")
    page.wait_for_selector(".scene[data-ready]")
    card = (
        page.locator("#part-board [data-arg]:visible").filter(has=page.locator("title", has_text="(CCG-CRE-13)")).last
    )
    assert "CCG-" not in " ".join(card.locator("text").all_text_contents())
    card.locator("text").first.click()
    link = page.locator("#tip .fact").get_by_role("link", name="CCG-CRE-13")
    link.click()
    page.wait_for_url("**/rules/ccg#CCG-CRE-13")
    assert page.locator("#CCG-CRE-13").count() == 1
