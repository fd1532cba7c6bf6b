"""The pages of an archive desk: begun by upload, read post by post, shared by a link, recorded; refused to others."""

import io
import re
from collections.abc import Iterator

import pytest
from logs import KEPT_BESIDE, opened_accounts
from old_threads import THREADS, WALKED, meant_of
from people import Browser, visible
from places import TESTS
from texts import missing

from events.session_events import Posted
from events.store.accounts import EVERYWHERE, HOST, MODERATOR, Accounts
from events.store.memory import MemoryStore
from projections.shelf import Shelf
from replay.audit.audit import audit_session
from replay.reading.timeline import Timeline
from webui import create_app

NOW = 1_795_219_200_000
THREAD = (TESTS / "replay/importing/threads/keys-prose-thread.txt").read_bytes()
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
TOLD = {
    "do": "tell", "game": "keys", "seats": "tenth, thirteenth", "title": "Autumn",
    "options": f"edges = tenth=S, thirteenth=N\nlayout = {LAYOUT}\nfirst = tenth", "author-1": "Nadia",
    "seat-1": "thirteenth", "author-2": "Tomasz", "seat-2": "tenth", "author-3": "Bev", "seat-3": "",
}  # fmt: skip
AT = "/desk/autumn"
FIRST = "=D: ? / P: Kb b1 open (open) / M: >b1"


@pytest.fixture(params=KEPT_BESIDE)
def accounts(request: pytest.FixtureRequest) -> Iterator[Accounts]:
    with opened_accounts(request.param) as found:
        yield found


@pytest.fixture
def begun(laptop: Browser) -> Browser:
    where = laptop.done("/archive", "/desk", desk="Autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    assert where == "/desk/autumn"
    laptop.done(AT, AT, **TOLD)
    return laptop


def test_a_desk_asks_first_what_the_thread_suggests(laptop: Browser) -> None:
    laptop.done("/archive", "/desk", desk="Autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    page = laptop.read("/desk/autumn")
    assert not missing(page, '<option value="keys" selected>', 'value="nadia, tomasz"', 'name="seat-1" value="nadia"')
    refused = laptop.send(AT, AT, **{**TOLD, "seats": "tenth"})
    assert (refused.status_code, "takes 2 to 4 seats" in refused.text) == (422, True)


def test_a_post_is_shown_read_corrected_and_taken_back(begun: Browser) -> None:
    page = begun.read(AT)
    seen = visible(page)
    assert not missing(seen, "Post 4: Tomasz", "3 read", "The board before this post")
    assert f'value="{FIRST.replace(">", "&gt;")}" checked' in page
    assert "Tenth opens b1 with a blue Key" in seen
    take = {"do": "take", "post": "4", "line-1": FIRST}
    assert (begun.done(AT, AT, **take), "Post 5: Nadia" in visible(begun.read(AT))) == ("/desk/autumn#open", True)
    begun.done(AT, AT, do="chat", post="5")
    assert "Post 8: Tomasz" in visible(begun.read(AT))
    begun.done(AT, AT, do="undo")
    assert "Post 5: Nadia" in visible(begun.read(AT))
    assert "Answered before by host" in visible(begun.read("/desk/autumn?post=4"))
    begun.done(AT, AT, do="unknown", post="4", **{"line-1": FIRST})
    assert "Post 5: Nadia" in visible(begun.read(AT))


def test_a_move_is_added_and_the_desk_forgotten(begun: Browser) -> None:
    assert "Type what it was" in visible(begun.send(AT, AT, do="find-1", post="4", **{"find-1": "draw"}).text)
    begun.done(AT, AT, do="take", post="4", behind="D: Kr", **{"line-1": FIRST})
    assert "Post 4" in visible(begun.read("/desk/autumn?post=4"))
    begun.read("/desk/spring", 404)
    begun.read("/desk/autumn?post=900", 422)
    assert begun.done(AT, AT, do="drop") == "/desk"
    begun.read("/desk/autumn", 404)
    assert "There is none yet" in visible(begun.read("/desk"))


def test_in_the_end_it_is_recorded_with_every_post(begun: Browser, store: MemoryStore, games: Shelf) -> None:
    for _ in range(30):
        seen = begun.read(AT)
        if "Record and audit it" in seen:
            break
        number = visible(seen).partition("Post ")[2].partition(":")[0]
        settled = {"do": "take", "line-1": FIRST} if number == "4" else {"do": "chat"}
        begun.done(AT, AT, post=number, **settled)
    where = begun.done(AT, AT, do="record", visibility="unlisted")
    session = store.sessions()[0].session
    assert where == f"/s/{session}/audit"
    begun.read(where)
    entries = Timeline.read(store, games, session).entries
    assert sum(isinstance(entry.fact, Posted) for entry in entries) == 25
    assert "recorded" in visible(begun.read("/desk"))


@pytest.mark.parametrize(("path", "sent", "says", "status"), [
    ("/desk/autumn", {"do": "take", "post": "77"}, '"77" is no post', 422),
    ("/desk/autumn", {"do": "take", "post": "x"}, '"x" is no post', 422),
    ("/desk/autumn", {"do": "take", "post": "9"}, "not asked about any more", 422),
    ("/desk/autumn", {"do": "explode", "post": "4"}, "say what the post means", 422),
    ("/desk/autumn", {"do": "take"}, "and which post", 422),
    ("/desk/autumn", {"do": "undo"}, "nothing to take back", 422),
    ("/desk/autumn", {"do": "record", "visibility": "public"}, "no move was read", 422),
    ("/desk/autumn", {"do": "bring", "text": ""}, "the archive is empty", 422),
    ("/desk", {"desk": "", "text": "x"}, "give the desk a name", 422),
    ("/desk", {"desk": "autumn", "text": "--- Nadia ---\nhello"}, "there is a desk autumn already", 409),
    ("/desk", {"desk": "a!", "text": "--- Nadia ---\nhello"}, "desk", 422),
    ("/desk", {"desk": "c", "text": "--- Nadia ---\nhello", "game": "keys", "options": "x"}, "place = value", 422),
    ("/desk", {"desk": "b", "text": "nobody wrote this"}, "no line of this text says who wrote", 422),
])  # fmt: skip
def test_refuses_bad_input(begun: Browser, path: str, sent: dict[str, str], says: str, status: int) -> None:
    answer = begun.send("/archive", path, **sent)
    assert (answer.status_code, says.casefold() in visible(answer.text).casefold()) == (status, True)
    begun.read("/desk/c", 404)
    assert "Answered before" not in begun.read("/desk/autumn?post=4"), "nothing of it is kept"


def test_a_helper_comes_by_a_link_and_others_do_not(store: MemoryStore, games: Shelf, accounts: Accounts) -> None:
    app = create_app(store, games, accounts, laptop=False)
    host = Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1])
    host.done("/archive", "/desk", desk="autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    host.done(AT, AT, **TOLD)
    host.done(AT, AT, do="share", **{"for": "Kim"})
    token = host.read("/desk/autumn").partition("/k/")[2][:28]
    helper = Browser(app)
    assert helper.enter(token) == "/desk/autumn"
    helper.done(AT, AT, do="take", post="4", **{"line-1": FIRST})
    assert "Answered before by Kim" in visible(host.read("/desk/autumn?post=4"))
    for sent in ({"do": "record", "visibility": "public"}, {"do": "share"}, {"do": "drop"}):
        assert helper.send(AT, AT, **sent).status_code == 403
    helper.read("/desk", 403)
    stranger = Browser(app)
    stranger.read("/desk/autumn", 403)
    stranger.read("/desk/spring", 403)
    stranger.read("/desk", 403)


@pytest.mark.parametrize("path", ["/desk", "/desk/autumn", "/archive"])
def test_a_secret_link_in_a_thread_is_replaced(begun: Browser, accounts: Accounts, path: str) -> None:
    token = accounts.issue("a-session", MODERATOR, NOW)[1]
    told = THREAD + f"\nPost by Nadia \u00bb Fri Oct 30, 2026 8:51 am\n\nlook: /k/{token}\n".encode()
    sent = {"do": "bring", "desk": "other", "text": "", "file": (io.BytesIO(told), "x.txt")}
    assert "secret link" in visible(begun.send("/archive", path, **sent).text)
    assert not accounts.live_tokens(token)
    begun.read("/desk/other", 404)
    begun.read("/desk/autumn?post=26", 422)


@pytest.mark.long
@pytest.mark.parametrize("name", WALKED)
def test_a_thread_is_brought_in_page_by_page(laptop: Browser, store: MemoryStore, games: Shelf, name: str) -> None:
    told = WALKED[name]
    rest = [f"{key} = {value}" for key, value in told["header"].items() if key not in ("game", "seats")]
    who = {f"author-{at}": author for at, author in enumerate(told["people"])}
    seats = {f"seat-{at}": seat for at, seat in enumerate(told["people"].values())}
    laptop.done("/archive", "/desk", desk="old", text="", file=(io.BytesIO((THREADS / name).read_bytes()), name))
    header = {"game": told["header"]["game"], "seats": told["header"]["seats"], "options": "\n".join(rest)}
    laptop.done("/desk/old", "/desk/old", do="tell", **header, **who, **seats)
    left = dict[str, list[str]]()
    while "Record and audit it" not in (page := laptop.read("/desk/old")):
        assert len(page) < 160_000
        number = page.partition('name="post" value="')[2].partition('"')[0]
        if not number:  # it reads on
            continue
        said = left.setdefault(number, meant_of(name, int(number))).pop(0)
        laptop.done("/desk/old", "/desk/old", post=number, **_form(page, said))
    laptop.read(laptop.done("/desk/old", "/desk/old", do="record", visibility="unlisted"))
    found = audit_session(store, games, store.sessions()[0].session).findings
    assert {one.rule for one in found if one.level == "violation"} == set(told["planted"])


def _form(page: str, said: str) -> dict[str, str]:
    boxes = dict(re.findall(r'<textarea id="(before|behind)"[^>]*>([^<]*)<', page))
    open_line = re.search(r'<li class="(?:ask|fix)[^"]*" id="(line-[0-9]+)"', page)
    if said == "cc" or (said == "c" and open_line is None):
        return {"do": "chat"}
    if said[0] == "<" or open_line is None:
        box = "before" if said[0] == "<" else "behind"
        return {"do": "take", **boxes, box: said.removeprefix("< ").replace(" / ", "\n")}
    return {"do": "take", **boxes, open_line[1]: "chat" if said == "c" else f"={said}"}
