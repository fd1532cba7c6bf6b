"""Moves by form and standing orders: chosen or left, filed once, and refused in words."""

import random
import re
from html import unescape
from types import SimpleNamespace

import pytest
from people import Browser, Table, visible
from players import AGREED, choose
from spectator import FIRST, SEATS, Dealt, played
from toy import Dare

from events.events import Passed, Rolled, Started
from events.session_events import Ordered
from events.store.accounts import MODERATOR, SEAT
from projections.contracts import Order, Written
from projections.games.risk.events import CountDaleks, Place
from projections.move_choices import line_of
from projections.registry import Registry, registry
from projections.standing_orders import ONLY
from replay.audit.audit import audit_session
from replay.chance.random_source import SeededChance
from replay.posts.door import file_post
from replay.posts.paste import Pasted, Poster
from replay.session.submission import Request, submit
from webui.pages.session.move import MoveForm, expected_results

PATH = "/s/moving/move"


@pytest.fixture
def table(games: Registry) -> Table:
    return Table(games, "moving")


def fields(page: str) -> dict[str, str]:
    form = page[page.index('method="post"') :]
    return {name: unescape(value) for name, value in re.findall(r'name="([a-z]+)" value="([^"]*)"', form)}


def chosen(browser: Browser, line: str, **seat: str) -> dict[str, str]:
    return fields(browser.client.get(PATH, query_string={"move": line, **seat}).text)


def record_fields(page: str) -> dict[str, str]:
    """Return the fields of the form that records the shown move."""
    form = page[page.index('id="record"') :]
    return fields(f'method="post"{form}')


def sent(browser: Browser, fields: dict[str, str], status: int = 303) -> str:
    answer = browser.client.post(PATH, data=fields)
    assert answer.status_code == status, answer.text
    return answer.headers["Location"] if status == 303 else unescape(answer.text)


DARE = "dare yellow"


def test_a_seat_chooses_and_submits_a_move_once(table: Table) -> None:
    black, before = table.browser(SEAT, "black"), table.last
    assert DARE in re.findall(r'name="move" value="([^"]*)"', black.read(PATH))
    form = chosen(black, DARE)
    assert sent(black, form) == "/s/moving?as=black"
    line = table.again().table.entries[before]
    assert (line.event, line.by) == (Dare("black", "yellow"), "black")
    assert sent(black, form) == "/s/moving?as=black"
    assert table.events(Dare) == [Dare("black", "yellow")], "sent twice, it is filed once"
    sent(black, {**form, "move": "answer 5"}, 409)  # the key goes with one request


def test_a_chosen_move_shows_no_post(table: Table) -> None:
    black = table.browser(SEAT, "black")
    black.done("/s/moving/post", "/s/moving/post", text="Good evening.", do="chat")
    sent(black, chosen(black, DARE))
    move = table.timeline().find("1.1").first
    assert " post by Black" not in black.read(f"/s/moving/{move}")
    assert "This was a move" in black.read(f"/s/moving/{move - 1}?as=black"), "no move came from the post"


def test_the_page_stays_while_the_seat_is_to_move(games: Registry) -> None:
    table = Table(games, "moving", slug="risk", seats=("black", "yellow", "orange"))
    seat = table.session.status.seat
    browser, before = table.browser(SEAT, seat), table.last
    form = chosen(browser, "T: ?")
    stays = sent(browser, form)
    assert stays == f"{PATH}?done={before}"
    page = browser.read(stays)
    assert f'href="/s/moving/{before + 1}/takeback"' in page
    assert table.timeline().sentence(before + 1) in unescape(page)
    assert sent(browser, form) == stays, "a double tap records one move"
    other = next(other for other in table.session.started.seats if other != seat)
    assert " picked" not in table.browser(SEAT, other).read(stays), "this is not the other's move"
    moderator = table.browser(MODERATOR)
    assert sent(moderator, chosen(moderator, "+:", seat=seat)).startswith(f"{PATH}?seat={seat}&done=")


@pytest.mark.parametrize("done", ["0", "-1", "x", "99999", "\u0663", "9" * 30, str(2**40)])
def test_an_unknown_entry_shows_nothing_recorded(table: Table, done: str) -> None:
    page = table.browser(SEAT, "black").client.get(PATH, query_string={"done": done})
    assert (page.status_code, " picked" in page.text) == (200, False)


def test_a_tap_records_only_what_is_known_before(games: Registry) -> None:
    risk = Table(games, "moving", slug="risk", seats=("black", "yellow", "orange"))
    keys = Table(games, "moving", slug="keys", seats=("nine", "ten"))
    for name, table, is_direct in (
        ("a draw", keys, False), ("a card of the hand", keys, False), ("a step", keys, True),
        ("the landing", risk, False), ("the count", risk, True),
    ):  # fmt: skip
        page = table.browser(SEAT, table.session.status.seat).read(PATH)
        assert ('<button form="record" name="move"' in page) == is_direct, name
        assert is_direct or "Record move" in page or '<button form="look" name="move"' in page, name
        played(table.session, 1)


def test_a_move_is_refused_if_newer_entries_follow(table: Table) -> None:
    slow, fast = table.browser(SEAT, "black"), table.browser(MODERATOR)
    form = chosen(slow, DARE)
    sent(fast, chosen(fast, DARE, seat="black"))
    before = table.last
    assert "newer entries follow" in sent(slow, form, 409)
    assert table.last == before


def test_the_log_shows_that_the_moderator_moved_for_a_seat(table: Table) -> None:
    moderator, before = table.browser(MODERATOR), table.last
    assert "hidden from you" in moderator.read(PATH)
    sent(moderator, chosen(moderator, DARE, seat="black"))
    assert table.again().table.entries[before].by == "moderator"


@pytest.mark.parametrize(("wrong", "says"), [
    ({"move": ""}, "not recorded"), ({"move": "{"}, "verb"), ({"move": "sing"}, "verb"),
    ({"move": "[" * 3000}, "not recorded"), ({"move": "dare black"}, "dare a rival"),
    ({"move": "pass"}, "nobody dared you"), ({"move": "x" * 5000}, "at most 4000 characters"),
    ({"move": "dare nobody"}, "nobody"),
    ({"after": "x"}, "after:"), ({"after": "\u00b2"}, "after:"), ({"after": "\u0663"}, "after:"),
    ({"after": "1_0"}, "after:"), ({"after": ""}, "after:"), ({"after": "99999"}, "entry 99999 does not exist"),
    ({"after": "9" * 30}, "after:"),
])  # fmt: skip
def test_bad_input_is_refused_with_a_message(table: Table, wrong: dict[str, str], says: str) -> None:
    black, before = table.browser(SEAT, "black"), table.last
    answer = black.client.post(PATH, data={**chosen(black, DARE), **wrong})
    assert answer.status_code in (409, 422)
    assert says in unescape(answer.text).lower()
    assert "Traceback" not in answer.text
    assert table.last == before


@pytest.mark.parametrize(
    "query",
    ["move={", "move=NOTE+1.1:+so", "kind=nothing", "move=%00", "seat=nobody", "kind=toy-dare&rival=x", "kind=%ff"],
)
def test_a_bad_query_gets_a_readable_page(table: Table, query: str) -> None:
    answer = table.browser(SEAT, "black").client.get(f"{PATH}?{query}")
    assert answer.status_code in (200, 422)
    assert "<h1>" in answer.text
    assert answer.status_code == 200 or DARE in answer.text, "the page begins again"


def test_typed_dice_are_recorded_with_the_move(games: Registry) -> None:
    table = Table(games, "moving", dice="typed", cards="typed", tower=None, fate=Dealt(FIRST))
    moderator = table.browser(MODERATOR)
    sent(moderator, chosen(moderator, DARE, seat="black"))
    form = chosen(moderator, "pass", seat="yellow")
    page = moderator.client.get(PATH, query_string={"move": "pass", "seat": "yellow"}).text
    assert "One tap records" not in page
    said = re.search(r'<small id="dice-help">Enter 1 die from 1 to 6 \(.+\)\. Example: <code>([1-6])</code>', page)
    assert said is not None
    sent(moderator, {**form, "dice": f"{said[1]} {said[1]}"}, 422)
    for dice, says in (("", "needs 1 die"), ("(x)", "enter 1 die"), ("(7)", "enter 1 die")):
        assert says in sent(moderator, {**form, "dice": dice}, 422).lower(), dice
    before = table.last
    sent(moderator, {**form, "dice": " 4 "})
    assert [roll.faces for roll in table.events(Rolled, after=before)] == [(4,)]


def test_a_move_is_added_to_a_post_with_its_results(games: Registry) -> None:
    table = Table(games, "moving", dice="typed", cards="typed", tower=None, fate=Dealt(FIRST))
    moderator = table.browser(MODERATOR)
    sent(moderator, chosen(moderator, DARE, seat="black"))
    form, before = {**chosen(moderator, "pass", seat="yellow"), "add": ""}, table.last
    for dice, line in (("4", "pass (4)"), ("", "pass")):
        page = sent(moderator, {**form, "dice": dice}, 200)
        assert re.search(r"<textarea[^>]*>\s*(.*?)</textarea>", page, re.DOTALL)[1].strip() == line  # type: ignore[index]
        assert '<option value="yellow" selected>' in page
    assert "Enter 1 die from 1 to 6" in sent(moderator, {**form, "dice": "x"}, 422)
    assert table.last == before


@pytest.mark.parametrize("slug", registry())
def test_the_example_of_results_has_the_form_that_the_page_accepts(slug: str) -> None:
    game, chooser, fate, examples = registry()[slug], random.Random(3), SeededChance(3), list[str]()
    started = Started(slug, game.meta.rules_number, ("ann", "bob"), options={**AGREED.get((slug, 2), {})})
    position = game.begin(started, fate)[1]
    for _ in range(80):
        move = choose(game, position, chooser)
        if line := line_of(game, move, position):
            form = MoveForm(SimpleNamespace(seats=position.seats), move.player, position.seats, position, True, game)  # type: ignore[arg-type]  # it needs the seats of the session only
            expected = expected_results(form, line)
            assert expected is not None
            assert bool(expected.words) or not expected.example
            examples += [expected.example] * bool(expected.words)
        position = game.play(position, move, fate)[1]
        if game.rules.status(position).outcome is not None:
            break
    assert len([example for example in examples if example]) > 3
    assert examples.count("") <= 2, "the deck of each seat in the Card Game: several results of several kinds"
    assert any(":" in example for example in examples) == (slug == "risk")


def test_a_move_without_dice_has_no_field_for_results(games: Registry) -> None:
    table = Table(games, "moving", dice="typed", cards="typed", tower=None, fate=Dealt(FIRST))
    moderator = table.browser(MODERATOR)
    assert 'name="dice"' not in moderator.client.get(PATH, query_string={"move": DARE, "seat": "black"}).text


def test_a_finished_session_refuses_moves(table: Table) -> None:
    table.session.end()
    assert "accepts no more moves" in table.browser(SEAT, "black").read(PATH)


def test_a_seat_out_of_turn_is_offered_moves_legal_at_any_time(games: Registry) -> None:
    table = Table(games, "moving", slug="ccg", seats=SEATS)
    session = table.session
    submit(session, "black", [Request(Written(next(iter(session.game.rules.legal(session.position, "black")))))])
    assert list(session.status.awaited) == ["yellow"]
    black = table.browser(SEAT, "black")
    page = black.read(PATH)
    assert "It is not " in page
    found = [unescape(line) for line in re.findall(r'name="move" value="([^"]*)"', page)]
    moves = list(session.game.rules.any_time_moves(session.position, "black"))
    assert found == [line_of(session.game, move, session.position) for move in moves]
    sent(black, chosen(black, found[-1]))
    assert table.events()[-1] == moves[-1]


ORDER = "/s/ordered/order"


@pytest.fixture
def ordered(games: Registry) -> Table:
    return Table(games, "ordered")


def leave(browser: Browser, order: str, **seat: str) -> None:
    assert browser.done(ORDER, ORDER, order=order, **seat) == ORDER


def test_a_standing_order_is_saved_executed_and_withdrawn(ordered: Table) -> None:
    yellow = ordered.browser(SEAT, "yellow")
    leave(yellow, " never ")
    assert "<q>never</q>" in yellow.read(ORDER)
    session = ordered.again()
    assert session.orders == {"yellow": "never"}
    submit(session, "black", [Request(Written(Dare("black", "yellow")))])
    passed = next(entry for entry in session.table.entries if isinstance(entry.event, Passed))
    assert (passed.event, passed.by) == (Passed("yellow"), "order")
    leave(yellow, "")
    assert ordered.again().orders == {"yellow": ""}


def test_an_order_answers_an_open_decision_at_once_and_only_once(ordered: Table) -> None:
    submit(ordered.session, "black", [Request(Written(Dare("black", "yellow")))])
    yellow = ordered.browser(SEAT, "yellow")
    for _ in range(2):
        leave(yellow, "never")
    assert (ordered.events(Passed), len(ordered.events(Ordered))) == ([Passed("yellow")], 1)


def test_only_its_own_seat_can_read_a_standing_order(ordered: Table) -> None:
    leave(ordered.browser(SEAT, "yellow"), "never")
    for other in (ordered.browser(SEAT, "black"), ordered.browser(MODERATOR)):
        assert "<q>" not in other.read(ORDER)
    assert "never" not in ordered.browser().read("/s/ordered/export.jsonl")


def test_the_log_shows_an_order_of_the_moderator_for_a_seat(ordered: Table) -> None:
    moderator = ordered.browser(MODERATOR)
    leave(moderator, "never", seat="yellow")
    last = ordered.again().table.entries[-1]
    assert (last.by, last.event) == ("moderator", Ordered("yellow", "never"))
    assert ordered.again().orders == {"yellow": "never"}
    moderator.refused(ORDER, ORDER, "is not a seat", order="never", seat="nobody")


@pytest.mark.parametrize("order", ["perhaps", "never\u202e", "n" * 401, "<b>never</b>"])
def test_an_unreadable_order_is_not_saved(ordered: Table, order: str) -> None:
    yellow, before = ordered.browser(SEAT, "yellow"), ordered.last
    page = yellow.send(ORDER, ORDER, order=order)
    assert (page.status_code, "Not saved" in page.text) == (422, True)
    assert "<b>never" not in page.text
    assert ordered.last == before


def test_a_finished_session_refuses_orders(ordered: Table) -> None:
    yellow = ordered.browser(SEAT, "yellow")
    ordered.session.end()
    assert yellow.send(ORDER, ORDER, order="never").status_code == 409


def test_a_game_without_out_of_turn_decisions_refuses_orders() -> None:
    table = Table(registry(), "ordered", slug="keys", seats=("nine", "ten"))
    assert "has no decisions out of turn" in table.browser(SEAT, "nine").read(ORDER)


RISK = ("black", "yellow", "orange")


def test_what_can_only_be_done_happens_by_itself(games: Registry) -> None:
    table = Table(games, "ordered", slug="risk", seats=RISK)
    seat = table.session.status.seat
    browser = table.browser(SEAT, seat)

    def press() -> str:
        page = browser.read(ORDER)
        order = re.search(r'type="hidden" name="order" value="([^"]*)"', page)
        assert order, page
        leave(browser, order[1])
        return table.again().orders[seat]

    leave(browser, "never")
    assert [press(), press(), press()] == [f"never; {ONLY}", "never", f"never; {ONLY}"]
    session = table.again()
    played(session, 1)
    move = next(entry for entry in table.again().table.entries if isinstance(entry.event, CountDaleks))
    assert (move.by, table.again().status.step) == ("order", "place")
    assert f"by a standing order of {seat.title()}" in unescape(browser.read(f"/s/ordered/{move.seq}"))
    assert ONLY not in table.browser().read("/s/ordered/export.jsonl")
    assert audit_session(table.store, games, "ordered").findings == ()


def test_a_post_may_contain_the_moves_that_would_happen_by_themselves(games: Registry) -> None:
    table = Table(games, "ordered", slug="risk", seats=RISK)
    seat = table.session.status.seat
    leave(table.browser(SEAT, seat), ONLY)
    pasted = Pasted(text="T: ?\n+:", seat=seat, after=table.last)
    done = file_post(table.store, games, "ordered", pasted, Poster(seat, seat))
    assert (done.is_done, done.number) == (True, 2)
    assert [entry.by for entry in table.again().table.entries if isinstance(entry.event, CountDaleks)] == [seat]


def test_a_game_that_cannot_tell_refuses_to_move_by_itself(ordered: Table) -> None:
    yellow, before = ordered.browser(SEAT, "yellow"), ordered.last
    assert "Do what can only" not in yellow.read(ORDER)
    yellow.refused(ORDER, ORDER, "does not have the standing order", order=f"never; {ONLY}")
    assert ordered.last == before


WORLD = Table(registry(), "ordered", slug="risk", seats=("black", "yellow", "orange")).session


def test_risk_accepts_valid_orders_and_refuses_others() -> None:
    position, orders = WORLD.view("all").position, WORLD.game.orders
    for text in (
        *orders.examples, "never the Doctor Donna; otherwise dug in", "dug in when attacked by two or more",
        "dug in when attacked by yellow in EGY", "defend with two dice", "the Doctor Donna when attacked by 3.",
    ):  # fmt: skip
        assert orders.refusal(Order("black", text), position) == "", text
    for text in (
        "", ";", "never mind", "the Master", "dug in when attacked by nobody", "dug in when attacked in Gallifrey",
        "defend with four", "dug in when the moon is full", "dug in when attacked or more",
    ):  # fmt: skip
        assert orders.refusal(Order("black", text), position), text


def moves_on(page: str) -> list[str]:
    picks = page.partition('id="picks"')[2].partition('class="of-post things"')[0]
    return [unescape(line) for line in re.findall(r'name="move" value="([^"]*)"', picks)]


def other_things(page: str) -> list[str]:
    rest = page.partition('class="of-post things"')[2].partition("</details>")[0]
    return [unescape(href) for href in re.findall(r'<li><a href="([^"]*)"', rest)]


def in_steps(slug: str, seats: tuple[str, ...], moves: int, seed: int = 0) -> tuple[Table, str]:
    """Return a game after some moves, and the seat to move."""
    table = Table(registry(), "moving", moves, slug=slug, seats=seats)
    return table, table.again().status.awaited[0]


def test_selected_things_narrow_the_moves_step_by_step() -> None:
    table, seat = in_steps("keys", ("tenth", "rose"), 31)
    browser = table.browser(SEAT, seat)
    every = other_things(browser.read(PATH))
    assert len(every) > 20
    for address in every[::9]:
        page = browser.read(address)
        found = moves_on(page)
        assert found
        assert len(found) <= 12
        narrower = other_things(page)
        for further in narrower[::7]:
            both = moves_on(browser.read(further))
            assert both
            assert len(both) < len(found) or len(both) == 12 or set(both) == set(found)


def test_a_thing_shows_its_value_and_a_link_that_explains_it() -> None:
    table, seat = in_steps("keys", ("tenth", "rose"), 31)
    browser = table.browser(SEAT, seat)
    page = browser.read(f"{PATH}?with=a7")
    selected = page.partition('class="selected"')[2].partition("</ul>")[0]
    assert "a7: green door, closed" in selected
    address = re.search(r'href="([^"]*/why[^"]*)"', selected)
    assert address
    assert f"as={seat}&amp;at={table.last}&amp;place=a7" in address[1]
    assert browser.read(unescape(address[1]))
    assert f'href="{PATH}"' in selected, "the thing can be removed"


def test_a_list_of_moves_says_how_many_more_there_are() -> None:
    table, seat = in_steps("risk", ("black", "yellow", "orange"), 4)
    browser = table.browser(SEAT, seat)
    page = browser.read(f"{PATH}?with={seat}")
    count = int(re.findall(r"<legend>(\d+) legal moves", page)[0])
    assert count > 12 == len(moves_on(page))
    assert f"{count - 12} more." in page
    steps = browser.read(unescape(re.findall(r'href="([^"]*steps=1)"', page)[0]))
    assert f'name="with" value="{seat}"' in steps
    assert 'name="kind" value="risk-place"' in steps


def test_an_amount_is_chosen_in_the_list() -> None:
    table, seat = in_steps("risk", ("black", "yellow", "orange"), 3)
    browser = table.browser(SEAT, seat)
    page = browser.read(f"{PATH}?with=northwest-territory")
    form = page.partition('class="amount"')[2].partition("</form>")[0]
    fields = {
        name: unescape(value) for name, value in re.findall(r'type="hidden" name="([a-z]+)" value="([^"]*)"', form)
    }
    low, high = map(int, re.findall(r'min="(\d+)" max="(\d+)"', form)[0])
    assert low < high
    answer = browser.client.get(PATH, query_string={**fields, "daleks": low + 1})
    assert "Record this move?" in answer.text
    before = table.last
    sent(browser, record_fields(answer.text))
    assert table.events(Place, after=before) == [Place(seat, "northwest-territory", low + 1)]


@pytest.mark.parametrize(
    "query",
    [
        "with=nothing", "with=", "with=%00", "with=%ff", "with=a7&with=nowhere", "with=" + "a" * 201,
        "&".join(f"with=a{n}" for n in range(1, 8)), "with=<b>", "with=tile=", "with=%20",
    ],
)  # fmt: skip
def test_a_bad_thing_gets_a_readable_page_with_all_moves(query: str) -> None:
    table, seat = in_steps("keys", ("tenth", "rose"), 31)
    browser = table.browser(SEAT, seat)
    answer = browser.client.get(f"{PATH}?{query}")
    assert answer.status_code == 422
    assert "with:" in visible(answer.text).lower()
    assert "<b>" not in answer.text.partition('role="alert"')[2].partition("</p>")[0].replace("<strong>", "")
    assert other_things(answer.text) == other_things(browser.read(PATH)), "the page begins again"


def test_a_thing_without_moves_is_not_an_error() -> None:
    table, seat = in_steps("keys", ("tenth", "rose"), 31)
    answer = table.browser(SEAT, seat).client.get(PATH, query_string=[("with", "tenth"), ("with", "a7")])
    assert (answer.status_code, moves_on(answer.text)) == (200, [])
    assert "No legal move" in visible(answer.text)


def test_only_a_player_sees_moves_with_things() -> None:
    table, seat = in_steps("keys", ("tenth", "rose"), 31)
    other = next(one for one in table.session.started.seats if one != seat)
    assert table.browser().client.get(f"{PATH}?with=a7").status_code == 403
    assert moves_on(table.browser(SEAT, other).read(f"{PATH}?with=a7")) == []
    assert "own-post" not in table.browser().read(f"/s/moving/{table.last}")
    assert "own-post" not in table.browser(SEAT, other).read(f"/s/moving/{table.last}?as={other}")
    assert "own-post" in table.browser(SEAT, seat).read(f"/s/moving/{table.last}?as={seat}")


def test_moves_with_a_hidden_card_are_shown_only_to_its_owner() -> None:
    table, seat = in_steps("keys", ("tenth", "rose"), 31)
    card = {"with": "pandorica keys-play-pandorica", "seat": seat}
    own = table.browser(SEAT, seat).client.get(PATH, query_string=card)
    assert moves_on(own.text) == ["P: PN Tenth"]
    moderator = table.browser(MODERATOR).client.get(PATH, query_string=card)
    assert (moderator.status_code, moves_on(moderator.text)) == (422, [])


def test_the_page_of_a_player_names_the_panel_of_the_step() -> None:
    table, seat = in_steps("keys", ("tenth", "rose"), 31)
    page = table.browser(SEAT, seat).read(f"/s/moving/{table.last}?as={seat}")
    assert 'data-about="board"' in page
    assert 'data-panel="board"' in page
    assert "data-about" not in table.browser(SEAT, seat).read(f"/s/moving/{table.last - 1}?as={seat}")
    assert "data-about" not in table.browser().read(f"/s/moving/{table.last}")
