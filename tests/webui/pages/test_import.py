"""The pages of an import: begun by upload, read post by post, shared by a link, recorded; refused to others."""

import io
import re
from collections.abc import Iterator

import pytest
from logs import KEPT_BESIDE, opened_accounts
from old_threads import ARCHIVES, CASES, PEOPLE, THREADS, WALKED, header, meant_of
from people import Browser, visible
from places import TESTS
from texts import missing

from events.events import Started
from events.session_events import Posted
from events.store.accounts import EVERYWHERE, HOST, MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.importing.authors import archive_authors
from replay.importing.kinds import read_archive
from replay.importing.posts import Target, import_posts
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint
from replay.session.session import Session
from webui import create_app

NOW = 1_795_219_200_000
THREAD = (TESTS / "replay/importing/threads/keys-prose-thread.txt").read_bytes()
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
TOLD = {
    "do": "tell", "game": "keys", "seats": "tenth, thirteenth", "title": "Autumn",
    "options": f"edges = tenth=S, thirteenth=N\nlayout = {LAYOUT}\nfirst = tenth", "author-1": "Nadia",
    "seat-1": "thirteenth", "author-2": "Tomasz", "seat-2": "tenth", "author-3": "Bev", "seat-3": "",
}  # fmt: skip
AT = "/import/autumn"
FIRST = "=D: ? / P: Kb b1 open (open) / M: >b1"


@pytest.fixture(params=KEPT_BESIDE)
def accounts(request: pytest.FixtureRequest) -> Iterator[Accounts]:
    with opened_accounts(request.param) as found:
        yield found


@pytest.fixture
def begun(laptop: Browser) -> Browser:
    where = laptop.done("/import", "/import", draft="Autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    assert where == "/import/autumn"
    laptop.done(AT, AT, **TOLD)
    return laptop


def test_a_draft_asks_first_what_the_thread_suggests(laptop: Browser) -> None:
    laptop.done("/import", "/import", draft="Autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    page = laptop.read("/import/autumn")
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
    assert (begun.done(AT, AT, **take), "Post 5: Nadia" in visible(begun.read(AT))) == ("/import/autumn#open", True)
    begun.done(AT, AT, do="chat", post="5")
    assert "Post 8: Tomasz" in visible(begun.read(AT))
    begun.done(AT, AT, do="undo")
    assert "Post 5: Nadia" in visible(begun.read(AT))
    assert "Answered before by host" in visible(begun.read("/import/autumn?post=4"))
    begun.done(AT, AT, do="unknown", post="4", **{"line-1": FIRST})
    assert "Post 5: Nadia" in visible(begun.read(AT))


def test_a_move_is_added_and_the_draft_deleted(begun: Browser) -> None:
    assert "Type what it was" in visible(begun.send(AT, AT, do="find-1", post="4", **{"find-1": "draw"}).text)
    begun.done(AT, AT, do="take", post="4", behind="D: Kr", **{"line-1": FIRST})
    assert "Post 4" in visible(begun.read("/import/autumn?post=4"))
    begun.read("/import/spring", 404)
    begun.read("/import/autumn?post=900", 422)
    assert begun.done(AT, AT, do="drop") == "/import"
    begun.read("/import/autumn", 404)
    assert "No drafts." in visible(begun.read("/import"))


def test_in_the_end_it_is_recorded_with_every_post(begun: Browser, store: MemoryStore, games: Registry) -> None:
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
    assert sum(isinstance(entry.event, Posted) for entry in entries) == 25
    assert "recorded" in visible(begun.read("/import"))


@pytest.mark.parametrize(("path", "sent", "says", "status"), [
    ("/import/autumn", {"do": "take", "post": "77"}, '"77" is no post', 422),
    ("/import/autumn", {"do": "take", "post": "x"}, '"x" is no post', 422),
    ("/import/autumn", {"do": "take", "post": "9"}, "not asked about any more", 422),
    ("/import/autumn", {"do": "explode", "post": "4"}, "say what the post means", 422),
    ("/import/autumn", {"do": "take"}, "and which post", 422),
    ("/import/autumn", {"do": "undo"}, "no answer to take back", 422),
    ("/import/autumn", {"do": "record", "visibility": "public"}, "no move was read", 422),
    ("/import/autumn", {"do": "bring", "text": ""}, "the file is empty", 422),
    ("/import", {"draft": "", "text": "x"}, "give the draft a name", 422),
    ("/import", {"draft": "autumn", "text": "--- Nadia ---\nhello"}, "draft autumn exists already", 409),
    ("/import", {"draft": "a!", "text": "--- Nadia ---\nhello"}, "draft", 422),
    ("/import", {"draft": "d", "text": "--- Nadia ---\nhello", "to": "nowhere"}, "no session", 404),
    ("/import", {"draft": "c", "text": "--- Nadia ---\nhello", "game": "keys", "options": "x"}, "place = value", 422),
    ("/import", {"draft": "b", "text": "nobody wrote this"}, "no line of this text says who wrote", 422),
])  # fmt: skip
def test_refuses_bad_input(begun: Browser, path: str, sent: dict[str, str], says: str, status: int) -> None:
    answer = begun.send("/import", path, **sent)
    assert (answer.status_code, says.casefold() in visible(answer.text).casefold()) == (status, True)
    begun.read("/import/c", 404)
    assert "Answered before" not in begun.read("/import/autumn?post=4"), "nothing of it is kept"


def test_a_helper_comes_by_a_link_and_others_do_not(store: MemoryStore, games: Registry, accounts: Accounts) -> None:
    app = create_app(store, games, accounts, laptop=False)
    host = Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1])
    host.done("/import", "/import", draft="autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    host.done(AT, AT, **TOLD)
    host.done(AT, AT, do="share", **{"for": "Kim"})
    token = host.read("/import/autumn").partition("/k/")[2][:28]
    helper = Browser(app)
    assert helper.enter(token) == "/import/autumn"
    helper.done(AT, AT, do="take", post="4", **{"line-1": FIRST})
    assert "Answered before by Kim" in visible(host.read("/import/autumn?post=4"))
    for sent in ({"do": "record", "visibility": "public"}, {"do": "share"}, {"do": "drop"}):
        assert helper.send(AT, AT, **sent).status_code == 403
    helper.read("/import", 403)
    stranger = Browser(app)
    stranger.read("/import/autumn", 403)
    stranger.read("/import/spring", 403)
    stranger.read("/import", 403)


@pytest.mark.parametrize("path", ["/import", "/import/autumn"])
def test_a_secret_link_in_a_thread_is_replaced(begun: Browser, accounts: Accounts, path: str) -> None:
    token = accounts.issue("a-session", MODERATOR, NOW)[1]
    told = THREAD + f"\nPost by Nadia \u00bb Fri Oct 30, 2026 8:51 am\n\nlook: /k/{token}\n".encode()
    sent = {"do": "bring", "draft": "other", "text": "", "file": (io.BytesIO(told), "x.txt")}
    assert "secret link" in visible(begun.send("/import", path, **sent).text)
    assert not accounts.live_tokens(token)
    begun.read("/import/other", 404)
    begun.read("/import/autumn?post=26", 422)


@pytest.mark.parametrize("name", CASES)
def test_a_clear_thread_is_recorded_from_its_draft(
    laptop: Browser, store: MemoryStore, games: Registry, name: str
) -> None:
    raw, fields = (ARCHIVES / name).read_bytes(), header(name)
    usual = ("game", "seats", "title", "dice", "cards", "writer", "date")
    options = "\n".join(f"{key} = {value}" for key, value in fields.items() if key not in usual)
    told = {"game": fields["game"], "seats": fields["seats"], "options": options}
    laptop.done("/import", "/import", draft="old", text="", file=(io.BytesIO(raw), "x.bin"), **told)
    who: dict[str, str] = {}
    seats = tuple(part.strip() for part in fields["seats"].split(","))
    for number, author in enumerate(archive_authors(read_archive(raw), seats, PEOPLE[name]), 1):
        who |= {f"author-{number}": author.name, f"seat-{number}": author.seat or "-"}
    laptop.done("/import/old", "/import/old", do="tell", **told, **who)
    assert "Record and audit it" in laptop.read("/import/old")
    assert store.sessions() == []
    laptop.done("/import/old", "/import/old", do="record", visibility="public")
    (row,) = store.sessions()
    there = MemoryStore()
    straight = import_posts(there, games, read_archive(raw), Target(header=fields), PEOPLE[name])
    ours = Timeline.read(store, games, row.session, "table")
    theirs = Timeline.read(there, games, straight.session.row.session, "table")
    assert fingerprint(ours.reading.position) == fingerprint(theirs.reading.position)
    posts = [[event for event in (e.event for e in one.entries) if isinstance(event, Posted)] for one in (ours, theirs)]
    assert [(p.author, p.when, p.where) for p in posts[0]] == [(p.author, p.when, p.where) for p in posts[1]]


BEGUN = (
    "game: keys\nseats: tenth, twelfth\nedges: tenth=S, twelfth=N\nfirst: tenth\n"
    "layout: grrgbbb/rybbygg/gyrbgyr/rgy.yby/rbgbbgg/yrbrbyy/rgrygyr\n\n"
    "--- tenth, Monday ---\n== T1 Tenth ==\nD: ?\nP: Kr c1 open (open)\nM: >c1\n== end ==\n"
)
LATER = (
    "--- tenth, Monday evening ---\nEnjoy!\n"
    "--- twelfth, Tuesday ---\nI drew a card. The green key is for d7, a plain door. I stay outside.\n"
    "--- tenth, Wednesday ---\nSECRET PLAN of tenth\n== T3 Tenth ==\nD: ?\nP: Kr b7 open (open)\nM: stay\n== end ==\n"
)
READING = "=D: ? / P: Kg d7 open (open) / M: stay"


def test_later_posts_wait_in_the_inbox_and_each_seat_answers_its_own(
    store: MemoryStore, games: Registry, accounts: Accounts
) -> None:
    session = import_posts(store, games, read_archive(BEGUN.encode()), Target()).session.row.session
    app = create_app(store, games, accounts, laptop=False)
    host = Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1])
    where = host.done("/import", "/import", draft="", to=session, text=LATER)
    posted = [entry.event for entry in Timeline.read(store, games, session).entries if isinstance(entry.event, Posted)]
    assert (where, [event.when for event in posted]) == (f"/import/{session}", ["Monday", "Monday evening"])
    tenth, twelfth = (
        Browser(app, accounts.issue(session, SEAT, NOW, seat=seat)[1]) for seat in ("tenth", "twelfth")
    )  # fmt: skip
    seen = tenth.read(where)
    assert "2 posts wait" in visible(seen)
    assert not any(words in seen for words in ("green key", "twelfth, Tuesday", "Kg d7"))
    assert tenth.send(f"/s/{session}/post", where, do="take", post="2", **{"line-1": READING}).status_code == 403
    seen = twelfth.read(where)
    assert "Post 2: twelfth" in visible(seen)
    assert "SECRET PLAN" not in seen
    for act in ("undo", "bring", "tell", "share", "drop", "record"):
        assert twelfth.send(where, where, do=act).status_code == 403
    twelfth.done(where, where, do="take", post="2", **{"line-1": READING})
    posted = [entry.event for entry in Timeline.read(store, games, session).entries if isinstance(entry.event, Posted)]
    assert [event.author for event in posted] == ["tenth", "tenth", "twelfth", "tenth"]
    assert "No posts wait" in visible(twelfth.read(where))
    Browser(app).read(where, 403)


def test_the_page_asks_before_it_rolls(store: MemoryStore, games: Registry, accounts: Accounts) -> None:
    started = Started("keys", 1, ("tenth", "twelfth"), {"first": "tenth"})
    session = Session.create(store, games, started).row.session
    host = Browser(create_app(store, games, accounts, laptop=False), accounts.issue(EVERYWHERE, HOST, NOW)[1])
    thread = "--- tenth, Monday ---\n== Tenth ==\nD:\n--- tenth, Tuesday ---\n== Tenth ==\nM: stya\n"
    head = store.head(session)
    assert host.send("/import", "/import", draft="", to=session, text=thread).status_code == 422
    assert store.head(session) == head
    where = host.done("/import", "/import", draft="", to=session, text=thread, rolls="yes")
    head = store.head(session)
    assert "Post 2: tenth" in visible(host.read(where))
    assert store.head(session) == head, "to look at it files nothing"


def test_what_is_too_large_is_refused(laptop: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.pages.server.imports.LARGEST", 2_000)
    answer = laptop.send("/import", "/import", draft="big", text="", file=(io.BytesIO(b"--- a ---\n" * 900), "x.txt"))
    assert (answer.status_code, "reads larger files" in visible(answer.text)) == (422, True)
    laptop.read("/import/big", 404)


@pytest.mark.long
@pytest.mark.parametrize("name", WALKED)
def test_a_thread_is_brought_in_page_by_page(laptop: Browser, store: MemoryStore, games: Registry, name: str) -> None:
    told = WALKED[name]
    rest = [f"{key} = {value}" for key, value in told["header"].items() if key not in ("game", "seats")]
    who = {f"author-{at}": author for at, author in enumerate(told["people"])}
    seats = {f"seat-{at}": seat for at, seat in enumerate(told["people"].values())}
    laptop.done("/import", "/import", draft="old", text="", file=(io.BytesIO((THREADS / name).read_bytes()), name))
    fields = {"game": told["header"]["game"], "seats": told["header"]["seats"], "options": "\n".join(rest)}
    laptop.done("/import/old", "/import/old", do="tell", **fields, **who, **seats)
    left = dict[str, list[str]]()
    while "Record and audit it" not in (page := laptop.read("/import/old")):
        assert len(page) < 160_000
        number = page.partition('name="post" value="')[2].partition('"')[0]
        if not number:  # it reads on
            continue
        said = left.setdefault(number, meant_of(name, int(number))).pop(0)
        laptop.done("/import/old", "/import/old", post=number, **_form(page, said))
    laptop.read(laptop.done("/import/old", "/import/old", do="record", visibility="unlisted"))
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
