"""The pages of an import: begun by upload, read post by post, shared by a link, recorded; refused to others."""

import io
import re
from collections.abc import Iterator
from html import unescape

import pytest
from imported import import_posts
from logs import KEPT_BESIDE, opened_accounts
from markupsafe import escape
from old_threads import ARCHIVES, CASES, PEOPLE, header
from people import Browser, visible
from places import TESTS
from texts import missing

from events.events import Started
from events.session_events import Posted
from events.store.accounts import EVERYWHERE, HOST, JUDGE, MODERATOR, SEAT, SPECTATOR, Accounts
from events.store.drafts import ImportDrafts
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.registry import Registry, registry
from replay.importing.archive import archive_authors
from replay.importing.kinds import read_archive
from replay.importing.posts import Target
from replay.reading.timeline import Timeline
from replay.session.encoding import fingerprint
from replay.session.session import Session
from replay.session.submission import Request, submit
from webui import create_app

NOW = 1_795_219_200_000
THREAD = (TESTS / "replay/importing/threads/keys-prose-thread.txt").read_bytes()
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
TOLD = {
    "do": "tell", "game": "keys", "seats": "tenth, thirteenth", "title": "Autumn",
    "keys.edges": "tenth=S, thirteenth=N", "keys.layout": LAYOUT, "keys.first": "tenth", "author-1": "Nadia",
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


def test_the_form_has_each_option_with_its_label(laptop: Browser) -> None:
    laptop.done("/import", "/import", draft="Winter", text="", file=(io.BytesIO(THREAD), "x.txt"))
    page = laptop.read("/import/winter")
    for slug in registry():
        texts = registry().meta(slug).option_texts
        assert not missing(
            page, *(f'<label for="o-{slug}.{name}">{escape(text.label)}<' for name, text in texts.items())
        )


def test_an_import_into_an_unknown_session_links_to_the_list(laptop: Browser) -> None:
    page = laptop.send("/import", "/import", text="--- Nadia ---\nhello", to="nowhere").text
    assert 'was not found. <a href="/">All sessions</a>' in page


def test_the_form_is_filled_in_from_the_posts_and_says_where(laptop: Browser) -> None:
    laptop.done("/import", "/import", draft="Autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    page = laptop.read("/import/autumn")
    assert not missing(
        page, 'value="keys" checked', 'value="thirteenth, tenth"', 'name="seat-1" value="thirteenth"',
        'name="seat-2" value="tenth"', ">tenth=south, thirteenth=north<", f">{LAYOUT}<",
        'name="keys.first" value="tenth"',
        'Found in <a href="#post-3">post 3</a>: <q>who goes first? you do, [roll]1d2[/roll] (1) says.</q>',
    )  # fmt: skip
    laptop.done("/import", "/import", draft="Other", text="--- A ---\nhello\n--- B ---\nhi")
    page = laptop.read("/import/other")
    assert ('name="game" value="keys" checked' in page, "Not found in the posts" in page) == (False, True)
    assert "Guessed from the authors" in page
    assert "Enter <code>moderator</code> for the moderator." in page


def test_the_author_who_begins_becomes_the_seat_of_the_author(begun: Browser) -> None:
    begun.done(AT, AT, **{**TOLD, "keys.first": "Tomasz"})
    assert 'name="keys.first" value="tenth"' in begun.read(f"{AT}?form=1")
    refused = begun.send(AT, AT, **{**TOLD, "keys.first": "Bev"})
    assert (refused.status_code, 'name="keys.first" value="Bev"' in refused.text) == (422, True)


def test_the_form_keeps_what_was_typed_on_every_way(begun: Browser) -> None:
    begun.done(AT, AT, do="take", post="4", **{"line-1": FIRST})
    wrong = {**TOLD, "seats": "tenth", "title": "Winter", "keys.edges": "tenth=up"}
    refused = begun.send(AT, AT, **wrong)
    assert (refused.status_code, "needs 2 to 4 seats" in refused.text) == (422, True)
    for page in (refused.text, begun.read(AT), begun.read(f"{AT}?form=1")):
        assert not missing(page, 'name="seats" value="tenth"', 'value="Winter"', ">tenth=up<", "Find the moves")
    begun.done(AT, AT, **{**TOLD, "keys.layout": ""})
    words = visible(begun.read(AT))
    assert not missing(words, "Import: Autumn", "post 5 of ", "Mark cards and dice as unknown")
    assert re.search(r"So far: [0-9]+ moves?, [0-9]+ chat posts?, 1 answered post, turn [0-9]+ ", words)
    assert not missing(begun.read(AT), "Post 5 by", '<a href="/import/autumn?form=1">Game, seats and options</a>')
    assert f">{LAYOUT}<" not in begun.read(f"{AT}?form=1"), "an emptied field stays empty"
    refused = begun.send(AT, AT, **{**TOLD, "title": "x" * 90, "keys.first": "thirteenth"})
    assert (refused.status_code, 'name="keys.first" value="thirteenth"' in refused.text) == (422, True)
    begun.send(AT, AT, **{**TOLD, "game": "risk", "risk.first_player": "tenth"})
    page = begun.read(f"{AT}?form=1")
    assert not missing(page, 'value="risk" checked', 'name="risk.first_player" value="tenth"')


def test_a_seat_without_an_author_is_asked_about(begun: Browser) -> None:
    without = {**TOLD, "seat-1": ""}
    refused = begun.send(AT, AT, **without)
    assert refused.status_code == 422
    assert "No author plays Thirteenth, so no move of Thirteenth can be found" in visible(refused.text)
    assert "No author plays Thirteenth." in visible(begun.read(AT))
    assert begun.send(AT, AT, **without, unposted="tenth").status_code == 422
    begun.done(AT, AT, **without, unposted="thirteenth")
    begun.done(AT, AT, **TOLD)
    assert "No author plays" not in begun.read(AT)


def test_a_question_leads_to_the_earlier_post_that_was_misread(begun: Browser) -> None:
    begun.done(AT, AT, do="chat", post="4")
    page = begun.read(AT)
    assert not missing(page, "Was an earlier post read wrongly?", '<a href="/import/autumn?post=4#open">4</a>')
    page = begun.read("/import/autumn?post=4")
    assert f'value="{FIRST.replace(">", "&gt;")}"' in page, "the readings of an answered post are offered again"
    begun.done(AT, AT, do="take", post="4", **{"line-1": FIRST})
    begun.done(AT, AT, do="take", post="5", **{"line-4": "=D: Kr / P: Kr a7 open (open) / M: >a7"})
    begun.done(AT, AT, do="take", post="4", **{"line-1": "=D: ? / P: Kb b1 open (open) / M: stay"})
    assert "Post 8 by Tomasz" in visible(begun.read(AT)), "post 5 is read again with its answer"


def test_a_draft_asks_for_the_seats_of_authors_of_plain_words(laptop: Browser) -> None:
    laptop.done("/import", "/import", draft="Autumn", text=(ARCHIVES / "keys-plain-words.txt").read_text("utf-8"))
    assert "The seat of Nina is not known" in visible(laptop.read(AT)).replace("the seat", "The seat")
    seats = {"author-1": "Nina", "seat-1": "tenth", "author-2": "Omar", "seat-2": "twelfth"}
    laptop.done(AT, AT, do="tell", **seats)
    assert "Post 1 by Nina" in visible(laptop.read(AT))
    laptop.done(AT, AT, do="tell", unposted="tenth,twelfth", **{**seats, "seat-1": "", "seat-2": ""})
    assert "No move found in any post" in visible(laptop.read(AT))


def test_a_draft_without_a_name_gets_the_name_of_its_file(laptop: Browser) -> None:
    for where in ("/import/autumn-game", "/import/autumn-game-2"):
        assert (
            laptop.done("/import", "/import", draft="", text="", file=(io.BytesIO(THREAD), "Autumn game.txt")) == where
        )
    assert laptop.done("/import", "/import", draft="", text=THREAD.decode()) == "/import/thread"


def test_a_post_is_not_accepted_while_something_is_unclear(begun: Browser) -> None:
    refused = begun.send(AT, AT, do="take", post="4")
    assert (refused.status_code, "No answer was chosen for line 1. Choose what it means" in refused.text) == (422, True)
    assert "Post 4 by Tomasz" in visible(refused.text)


def test_a_post_is_accepted_marked_as_chat_and_undone(begun: Browser) -> None:
    page = begun.read(AT)
    seen = visible(page)
    assert not missing(seen, "Post 4 by Tomasz", "post 4 of ", "The board before this post")
    assert f'value="{FIRST.replace(">", "&gt;")}" checked' in page
    assert "Tenth opens b1 with a blue Key" in seen
    take = {"do": "take", "post": "4", "line-1": FIRST}
    assert (begun.done(AT, AT, **take), "Post 5 by Nadia" in visible(begun.read(AT))) == ("/import/autumn#open", True)
    begun.done(AT, AT, do="chat", post="5")
    assert "Post 8 by Tomasz" in visible(begun.read(AT))
    begun.done(AT, AT, do="undo")
    assert "Post 5 by Nadia" in visible(begun.read(AT))
    assert "You answered this before" in visible(begun.read("/import/autumn?post=4"))
    begun.done(AT, AT, do="unknown", post="4", **{"line-1": FIRST})
    assert "Post 5 by Nadia" in visible(begun.read(AT))


@pytest.mark.parametrize("box", ["before", "behind"])
def test_a_move_is_added_and_the_draft_deleted(begun: Browser, box: str) -> None:
    assert "Search in the legal moves" in visible(begun.send(AT, AT, do="find-1", post="4", **{"find-1": "draw"}).text)
    begun.done(AT, AT, do="take", post="4", **{box: "D: Kr", "line-1": FIRST})
    page = begun.read("/import/autumn?post=4")
    assert "Post 4" in visible(page)
    assert re.findall(r'<textarea id="(\w+)"[^>]*>D: Kr<', page) == [box]
    begun.read("/import/spring", 404)
    begun.read("/import/autumn?post=900", 422)
    assert begun.done(AT, AT, do="drop") == "/import"
    begun.read("/import/autumn", 404)
    assert "No unfinished imports." in visible(begun.read("/import"))


def test_a_finished_draft_is_recorded_with_every_post(begun: Browser, store: MemoryStore, games: Registry) -> None:
    for _ in range(30):
        seen = begun.read(AT)
        if "Record and audit the session" in seen:
            break
        number = visible(seen).partition("Post ")[2].partition(" by ")[0]
        settled = {"do": "take", "line-1": FIRST} if number == "4" else {"do": "chat"}
        if number == "23":
            name, value = re.findall(r'name="(line-\d+)" value="(=[^"]*)"', seen)[0]
            settled = {"do": "take", name: unescape(value)}
        begun.done(AT, AT, post=number, **settled)
    seen = begun.read(AT)
    assert not missing(seen, '?post=23#open">Post 23</a>: not used: play green key', "; its turn is not finished</li>")
    where = begun.done(AT, AT, do="record", visibility="unlisted")
    session = store.sessions()[0].session
    assert where == f"/s/{session}/audit"
    begun.read(where)
    entries = Timeline.read(store, games, session).entries
    assert sum(isinstance(entry.event, Posted) for entry in entries) == 25
    assert "recorded" in visible(begun.read("/import"))


BAD_INPUT: list[tuple[str, dict[str, str], str, int]] = [
    ("/import/autumn", {"do": "take", "post": "x"}, 'post "x" does not exist', 422),
    ("/import/autumn", {"do": "take", "post": "9"}, "is no longer open", 422),
    ("/import/autumn", {"do": "explode", "post": "4"}, "no answer was chosen", 422),
    ("/import/autumn", {"do": "undo"}, "no answer can be undone", 422),
    ("/import/autumn", {"do": "record", "visibility": "public"}, "no move was found", 422),
    ("/import/autumn", {"do": "bring", "text": ""}, "the file is empty", 422),
    ("/import", {"draft": "", "text": "x"}, "this text contains no posts", 422),
    ("/import", {"draft": "autumn", "text": "--- Nadia ---\nhello"}, "draft autumn already exists", 409),
    ("/import", {"draft": "a!", "text": "--- Nadia ---\nhello"}, "draft", 422),
    ("/import", {"draft": "d", "text": "--- Nadia ---\nhello", "to": "nowhere"}, "was not found", 404),
    ("/import/autumn", {"do": "take", "post": "4", "line-1": FIRST, "other-1": "M: stay"}, "has a typed move", 422),
    ("/import/autumn", {"do": "take", "post": "4", "line-1": "other", "other-1": " "}, "write the move that", 422),
    ("/import/autumn", {"do": "chat-x", "post": "4"}, "no answer was chosen", 422),
    ("/import/autumn", {"do": "tell", "game": "whist", "seats": "a, b"}, "whist", 422),
    ("/import/autumn", {"do": "tell", "game": "keys", "seats": ""}, "does not name the seats", 422),
    ("/import/autumn", {"do": "tell", "game": "", "seats": "a, b"}, "does not name the game", 422),
]  # fmt: skip


def test_refuses_bad_input(begun: Browser) -> None:
    for path, sent, says, status in BAD_INPUT:
        answer = begun.send("/import", path, **sent)
        assert (answer.status_code, says.casefold() in visible(answer.text).casefold()) == (status, True), sent
        begun.read("/import/c", 404)
    assert "Answered before" not in begun.read("/import/autumn?post=4"), "nothing of it is kept"


def test_a_helper_joins_an_import_by_link_and_others_cannot(
    store: MemoryStore, games: Registry, accounts: Accounts
) -> None:
    app = create_app(store, games, accounts, laptop=False)
    host = Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1])
    host.done("/import", "/import", draft="autumn", text="", file=(io.BytesIO(THREAD), "x.txt"))
    host.done(AT, AT, **TOLD)
    host.done(AT, AT, do="share", **{"for": "Kim"})
    token = host.read("/import/autumn").partition("/k/")[2][:28]
    helper = Browser(app)
    assert helper.enter(token) == "/import/autumn"
    helper.done(AT, AT, do="take", post="4", **{"line-1": FIRST})
    assert "Kim answered this before" in visible(host.read("/import/autumn?post=4"))
    for sent in ({"do": "record", "visibility": "public"}, {"do": "share"}, {"do": "drop"}):
        assert helper.send(AT, AT, **sent).status_code == 403
    helper.read("/import", 403)
    stranger = Browser(app)
    stranger.read("/import/autumn", 403)
    stranger.read("/import/spring", 403)
    stranger.read("/import", 403)


@pytest.mark.parametrize("path", ["/import", "/import/autumn"])
def test_a_thread_with_a_secret_link_is_refused_and_revokes_it(begun: Browser, accounts: Accounts, path: str) -> None:
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
    options = {f"{fields['game']}.{key}": value for key, value in fields.items() if key not in usual}
    told = {"game": fields["game"], "seats": fields["seats"], **options}
    laptop.done("/import", "/import", draft="old", text="", file=(io.BytesIO(raw), "x.bin"))
    who: dict[str, str] = {}
    seats = tuple(part.strip() for part in fields["seats"].split(","))
    for number, author in enumerate(archive_authors(read_archive(raw), seats, PEOPLE[name]), 1):
        who |= {f"author-{number}": author.name, f"seat-{number}": author.seat or "-"}
    laptop.done("/import/old", "/import/old", do="tell", **told, **who)
    assert "Record and audit the session" in laptop.read("/import/old")
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


def test_a_line_without_a_meaning_says_so_and_offers_legal_moves(laptop: Browser) -> None:
    text = BEGUN.replace("M: >c1", "M: c1 exit")
    where = laptop.done("/import", "/import", draft="old", text=text)
    page = laptop.read(where)
    assert not missing(visible(page), "No meaning was found for this line. Choose its move, or write it")
    assert "Allowed:" not in page
    assert not missing(page, 'name="find-4"', 'name="line-4" value="=M: &gt;c1"')
    assert not re.search(r'name="line-4"[^>]*checked', page)
    refused = laptop.send(where, where, do="take", post="1")
    assert (refused.status_code, "No answer was chosen for line 4" in refused.text) == (422, True)


def test_later_posts_wait_in_the_inbox_until_their_seat_answers(
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
    assert "Post 2 by twelfth" in visible(seen)
    assert "SECRET PLAN" not in seen
    for act in ("undo", "bring", "tell", "share", "drop", "record"):
        assert twelfth.send(where, where, do=act).status_code == 403
    head = store.head(session)
    for place in ("before", "behind"):
        of_another = {place: "== tenth ==\nM: stay\n== end ==", "line-1": READING}
        assert twelfth.send(where, where, do="take", post="2", **of_another).status_code == 403
    assert store.head(session) == head
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
    assert "Post 2 by tenth" in visible(host.read(where))
    assert store.head(session) == head, "to look at it files nothing"


def test_an_opened_page_records_no_post_that_has_become_clear(
    store: MemoryStore, games: Registry, accounts: Accounts
) -> None:
    started = Started("keys", 1, ("tenth", "twelfth"), {"first": "tenth"})
    session = Session.create(store, games, started).row.session
    host = Browser(create_app(store, games, accounts, laptop=False), accounts.issue(EVERYWHERE, HOST, NOW)[1])
    thread = (
        "--- tenth, Monday ---\n== Tenth ==\nD:\n--- twelfth, Tuesday ---\n== Twelfth ==\nD:\n"
        "--- tenth, Friday ---\nHi\n"
    )
    where = host.done("/import", "/import", draft="", to=session, text=thread, rolls="yes")
    assert "Post 2 by twelfth" in visible(host.read(where)), "it is not the turn of Twelfth"
    opened = Session.load(store, games, session)
    while "tenth" in opened.status.awaited:
        moves = opened.game.rules.legal(opened.view("tenth").position, "tenth")
        assert submit(opened, "tenth", [Request(Written(next(iter(moves))))]).done
    before, last = store.head(session), ImportDrafts(accounts).last(session)
    for page in (where, f"{where}?post=2", f"{where}?post=3", f"{where}?form=1", f"{where}?post=1"):
        host.read(page)
        assert store.head(session) == before, page
    assert host.send(where, where, do="find-3", post="3").status_code == 200
    assert (store.head(session), ImportDrafts(accounts).last(session)) == (before, last)
    host.done(where, where, do="take", post="2", **{"line-2": "=D:"})
    assert store.head(session) != before, "an answer records the posts"


def test_the_question_of_an_inbox_is_shown_to_the_people_who_must_answer(
    store: MemoryStore, games: Registry, accounts: Accounts
) -> None:
    session = import_posts(store, games, read_archive(BEGUN.encode()), Target()).session.row.session
    app = create_app(store, games, accounts, laptop=False)
    people = {role: Browser(app, accounts.issue(session, role, NOW)[1]) for role in (MODERATOR, JUDGE, SPECTATOR)}
    people |= {
        seat: Browser(app, accounts.issue(session, SEAT, NOW, seat=seat)[1]) for seat in ("tenth", "twelfth")
    } | {HOST: Browser(app, accounts.issue(EVERYWHERE, HOST, NOW)[1]), "nobody": Browser(app)}  # fmt: skip
    asked = "Answer the question about post 2 of the import"

    paths = (f"/s/{session}/5", "/", f"/s/{session}/audit")

    def told() -> dict[str, set[bool]]:
        return {who: {asked in one.read(path) for path in paths} for who, one in people.items()}

    assert told() == {who: {False} for who in people}
    where = people[HOST].done("/import", "/import", draft="", to=session, text=LATER)
    shown = {HOST, MODERATOR, "twelfth"}
    assert told() == {who: {who in shown} for who in people}
    pages = [one.read(path) for one in people.values() for path in paths]
    assert not any(words in page for page in pages for words in ("green key", "SECRET"))
    assert f'href="{where}#open"' in people["twelfth"].read("/")
    for who in (MODERATOR, "twelfth"):
        assert "Waiting for you" in people[who].read("/?state=waiting"), who
    assert session in people[HOST].read("/?state=waiting")
    laptop = Browser(create_app(store, games, accounts, laptop=True))
    assert asked in laptop.read("/?state=waiting")
    assert "Post 2 by twelfth" in visible(people[MODERATOR].read(where))
    for act in ("share", "drop", "record"):
        assert people[MODERATOR].send(where, where, do=act).status_code == 403
    people[JUDGE].read(where, 403)
    people[MODERATOR].done(where, where, do="take", post="2", **{"line-1": READING})
    assert told() == {who: {False} for who in people}, "all posts are recorded"
    assert session not in people[HOST].read("/?state=waiting")


def test_a_thread_of_unknown_authors_waits_for_the_moderator(
    store: MemoryStore, games: Registry, accounts: Accounts
) -> None:
    session = import_posts(store, games, read_archive(BEGUN.encode()), Target()).session.row.session
    app = create_app(store, games, accounts, laptop=False)
    host, twelfth = (
        Browser(app, token)
        for token in (
            accounts.issue(EVERYWHERE, HOST, NOW)[1], accounts.issue(session, SEAT, NOW, seat="twelfth")[1],
        )
    )  # fmt: skip
    text = "Post by Nadia \u00bb Fri Oct 30, 2026 8:51 am\n\nI drew a card. The green key is for d7. I stay outside.\n"
    where = host.done("/import", "/import", draft="", to=session, text=text)
    asked = "Answer the question about post 1 of the import"
    assert (asked in host.read("/"), asked in twelfth.read("/")) == (True, False)
    host.done(where, where, do="drop")
    assert "Answer the question" not in host.read("/")


def test_refuses_a_thread_that_is_too_large(laptop: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.pages.server.imports.LARGEST", 2_000)
    answer = laptop.send("/import", "/import", draft="big", text="", file=(io.BytesIO(b"--- a ---\n" * 900), "x.txt"))
    assert (answer.status_code, "for larger files" in visible(answer.text)) == (422, True)
    laptop.read("/import/big", 404)
