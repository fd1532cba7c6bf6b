"""Read a post line by line as ok, fix, ask or chat: every word counts, and nothing is saved or rolled."""

import pytest
from imported import MODERATOR, PostTable, record_text
from keys_board import BEGUN
from spectator import opened

from events.errors import ConflictError
from events.events import Rolled
from events.session_events import Claimed, Posted
from events.store.protocol import EventStore
from projections.notation.prose_match import Offers
from projections.registry import Registry, registry
from replay.audit.audit import audit_session
from replay.audit.findings import Finding
from replay.posts.choices import stretches
from replay.posts.door import file_post
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline
from replay.session.session import Session

TWELFTH = Poster("twelfth", "twelfth")
KEYS = BEGUN.replace("\n== T1", "\n--- Maud, Mon, post 1 ---\n== T1")


@pytest.fixture
def keys(store: EventStore) -> PostTable:
    done = record_text(store, registry(), KEYS, alias="friday")
    assert done.whole
    return PostTable(store, done.session)


def statuses(paste: ReadPaste) -> list[str]:
    return [line.status for line in paste.lines]


def test_asks_about_near_misses_and_keeps_every_line(keys: PostTable) -> None:
    post = "Hello!\n== T2 Twelfth ==\nD: ?\nP: SS d7 open (dalek)\nlovely weather\nM: stay\n== end ==\nBye."
    paste = keys.read(post)
    assert [(line.number, line.status, line.text) for line in paste.lines] == [
        (3, "ok", "D: ?"), (4, "ok", "P: SS d7 open (dalek)"), (5, "chat", "lovely weather"), (6, "ok", "M: stay"),
    ]  # fmt: skip
    assert paste.lines[1].says[0] == "Twelfth opens the green door d7 with a Sonic Screwdriver."
    assert paste.is_settled
    paste = keys.read("== T2 Twelfth ==\nD: ?\n- P: SS d77 opne\nM: stay\n")
    line = paste.lines[1]
    assert (line.status, line.column > 0 or bool(line.choices)) == ("question", True)
    assert paste.lines[2].waits == "line 3 is settled"
    told = keys.read("== T2 Twelfth ==\nD: ?\n  - P: SS zz open\n")
    assert told.lines[1].column == 11


def test_an_illegal_line_names_its_rule_and_legal_moves(keys: PostTable) -> None:
    paste = keys.read("== T2 Twelfth ==\nD: ?\nP: Ky d7 open\n")
    line = paste.lines[1]
    assert (line.status, line.rule, line.may_accept) == ("illegal", "KEY-CKE-01", True)
    assert line.law == registry()["keys"].meta.rulebook["KEY-CKE-01"]
    assert line.choices[0] == "P: Kg d7 open"
    assert not paste.is_settled
    chosen = keys.read("== T2 Twelfth ==\nD: ?\nP: Ky d7 open\n", choices={3: Choice(take=line.choices[0])})
    assert (chosen.lines[1].status, chosen.lines[1].taken) == ("ok", "P: Kg d7 open")
    kept = keys.read("== T2 Twelfth ==\nD: ?\nP: Ky d7 open\n", choices={3: Choice(accept="we agreed")})
    assert (kept.lines[1].status, kept.lines[1].kept, kept.lines[1].rule) == ("ok", "we agreed", "KEY-CKE-01")
    assert kept.is_settled


@pytest.mark.parametrize(("lines", "found"), [
    ("P: Ky d7 open (open)\nM: >d7", ["ok", "illegal", "ok"]),
    ("P: SS d7 open (open)\nI stay put.\nWhat a lovely day that was!", ["ok", "ok", "question", "chat"]),
    ("P: SS d7 open (dalek)\nM: stay next Twelfth", ["ok", "ok", "illegal"]),
])  # fmt: skip
def test_reads_on_after_a_wrong_line_or_result(keys: PostTable, lines: str, found: list[str]) -> None:
    post = f"== T2 Twelfth ==\nD: ?\n{lines}\n"
    paste = keys.read(post)
    assert statuses(paste) == found
    if "question" in found:
        assert paste.lines[2].choices == ("M: stay",)
    if found[2] == "illegal":
        assert "the post says" in paste.lines[2].message
        assert keys.read(post, choices={4: Choice(accept="so it was played")}).is_settled


def test_locates_the_first_wrong_board_statement(keys: PostTable) -> None:
    paste = keys.read("== T2 Twelfth ==\nD: ? =Tenth:c1\nP: SS d7 open (dalek) =Tenth:out =d7:closed\nM: stay\n")
    assert [[claim.differs for claim in line.claims] for line in paste.lines] == [[False], [True, True], []]
    assert paste.differing is not None
    line, claim = paste.differing
    assert (line.number, claim.place, claim.value, claim.due) == (3, "tenth", "out", "c1")
    assert claim.since == "the declared value was true up to #19 (1.2)"
    assert paste.lines[1].claims[1].since == "the declared value was true up to line 2"
    assert paste.is_settled, "a claim decides nothing"


@pytest.mark.parametrize(("head", "says", "choice"), [
    ("== G31 T2 Twelfth ==", 'names the session "G31"', "== friday T2 twelfth =="),
    ("== friday T7 Twelfth ==", "says turn 7, but this is turn 2", "== friday T2 twelfth =="),
    ("== friday T2 Twelfth after #900 ==", "says after #900", "== friday T2 twelfth =="),
    ("== friday T2 Twelth ==", '"twelth" is not a seat', "== friday T2 twelfth =="),
])  # fmt: skip
def test_asks_about_a_block_header_that_does_not_fit(keys: PostTable, head: str, says: str, choice: str) -> None:
    paste = keys.read(f"{head}\nD: ?\n")
    assert (paste.lines[0].status, paste.lines[0].choices[0]) == ("question", choice)
    assert says in paste.lines[0].message
    settled = keys.read(f"{head}\nD: ?\n", choices={1: Choice(take=choice)})
    assert statuses(settled) == ["ok"]
    assert settled.is_settled
    left = keys.read(f"{head}\nD: ?\n", choices={1: Choice(chat=True)})
    assert statuses(left) == ["chat"]


@pytest.mark.parametrize("name", ["friday", "FRIDAY", "G31"])
def test_accepts_a_session_name_that_was_confirmed_before(keys: PostTable, name: str) -> None:
    agreed = Pasted(text="== G31 T2 Twelfth ==\nD: ?\n", choices={1: Choice(take="== friday T2 twelfth ==")})
    assert file_post(keys.store, registry(), keys.name, agreed, MODERATOR).is_done
    assert statuses(keys.read(f"== {name} T2 Twelfth ==\nP: SS d7 open (dalek)\n")) == ["ok"]


def test_ignores_recorded_quotations_and_refuses_other_seats(keys: PostTable) -> None:
    paste = keys.read("> == T1 Tenth ==\n> D: ?\n> == end ==\n== T2 Twelfth ==\nD: ?\n")
    assert [(line.status, line.message) for line in paste.lines] == [
        ("chat", "this is a quotation of a block that is already recorded"), ("ok", ""),
    ]  # fmt: skip
    paste = keys.read("== T2 Twelfth ==\nD: ?\n", Poster("tenth", "tenth"))
    assert statuses(paste) == ["illegal"]
    assert "you are posting as Tenth" in paste.lines[0].message
    assert not paste.lines[0].choices


@pytest.mark.parametrize(("line", "says"), [
    ("SET c1 = closed ; mended", "moderator's block"), ("SKIP tenth ; late", "moderator's block"),
    ("RULING 1.2: stand ; so be it", "moderator's block"), ("UNDO 9.9", "9.9 does not exist"),
    ("UNDO x", "not a move number"),
    ("FIX 1.2: P: zz", ""), ("LEARN #12 x", "this is not a LEARN line"), ("DISPUTE 9.9: no", "9.9 does not exist"),
    ("NOTE 9.9: no", "9.9 does not exist"), (f"NOTE 1.2: {'x' * 1001}", "at most 1,000"),
    ("LEARN #900 cards 1 = tb", "entry 900 does not exist"), ("LEARN #15 cards 1 = tb", "is hidden from Twelfth"),
])  # fmt: skip
def test_checks_the_directives_of_a_post(keys: PostTable, line: str, says: str) -> None:
    paste = keys.read(line, TWELFTH)
    assert paste.lines[0].status in ("illegal", "question")
    assert says in paste.lines[0].message
    paste = keys.read("== moderator ==\nSET c1 = closed ; mended\nUNDO 1.3 ok ; slip\nSET c1 = closed\n== end ==\n")
    assert statuses(paste) == ["ok", "ok", "illegal"]


def test_a_preview_reveals_nothing_from_the_dice_roller(store: EventStore) -> None:
    session = opened(store, registry(), "risk", ("black", "yellow", "blue"), options={"first_player": "black"})
    war = PostTable(store, session.row.session)
    war.filed("T:\n+:", seat="black")
    position, black = war.timeline().position(war.last), Poster("black", "black")
    land = next(iter(position.lands_of("black")))
    (asked,) = war.read(f"I put 3 in {land}", seat="black").lines
    assert (asked.status, len(asked.choices)) == ("question", 1)
    place = f"P: {land} {position.pool}\n"
    offers = Offers(registry()["risk"], war.read(place, black).position, "black")
    attack = next(offers.line(move) for move in offers.moves if type(move).__name__ == "Attack")
    paste = war.read(f"{place}{attack} (roll)\nA: none\nhello\n", black)
    assert statuses(paste) == ["ok", "ok", "ok", "chat"]
    assert paste.lines[1].says
    assert paste.lines[2].waits in ("the dice before it are rolled", "Yellow has answered", "Blue has answered")
    assert not any(isinstance(entry.event, Rolled) for entry in war.timeline("table").entries)


def test_lists_moves_that_a_post_missed(keys: PostTable) -> None:
    paste = keys.read("== T2 Twelfth after #13 ==\nD: ?\n")
    assert [(missed.address, missed.told[0]) for missed in paste.crossing] == [
        ("1.1", "Tenth draws a card."), ("1.2", "Tenth opens c1 with a red Key."),
        ("1.3", "Tenth enters the grid at c1."),
    ]  # fmt: skip
    assert not paste.is_settled
    last = keys.last
    assert keys.read("== T2 Twelfth after #13 ==\nD: ?\n", crossing=last).is_settled
    assert keys.read(f"== T2 Twelfth after #{last} ==\nD: ?\n").is_settled
    assert keys.read("== T2 Twelfth after #13 ==\nnothing but chat\n", chat_only=True).is_settled


def test_allows_crossing_remarks_and_refuses_unknown_entries(keys: PostTable) -> None:
    last = keys.last
    keys.session.note(Posted("tenth", "hello"), Claimed("tenth", "c1", "open"))
    assert keys.read("D: ?", seat="twelfth", after=last).is_settled
    with pytest.raises(ConflictError, match="The log ends at entry"):
        keys.read("D: ?", seat="twelfth", after=999)
    paste = keys.read("== T2 Twelfth and then some\nD: ?\n")
    assert "looks like a block header" in paste.trouble
    assert not paste.is_settled


def test_reads_simple_prose_of_a_game_without_a_lexicon(store: EventStore, games: Registry) -> None:
    session = opened(store, games, "toy", ("black", "yellow", "red"))
    timeline = Timeline(session.row, session.view("black"))
    paste = read_post(timeline, store, Pasted(text="I dare Yellow!\nSee you tomorrow"), Poster("black", "black"))
    assert [(line.status, line.choices) for line in paste.lines] == [("question", ("dare yellow",)), ("chat", ())]


def test_stops_reading_a_long_post_of_chat_or_errors(keys: PostTable) -> None:
    paste = keys.read("\n".join(f"P: SS zz{number} open" for number in range(200)), seat="twelfth")
    assert set(statuses(paste)) <= {"question", "ok"}
    assert "question" in statuses(paste)
    assert len(paste.lines) == 200
    paste = keys.read("\n".join(f"Once upon a time, part {number}" for number in range(100)), seat="twelfth")
    assert set(statuses(paste)) == {"chat"}
    assert paste.lines[-1].message == "not read, because there is too much chat above it"
    assert statuses(keys.read("la la la\n" * 100 + "D: ?", seat="twelfth"))[-1] == "ok"


@pytest.mark.parametrize(("text", "likely"), [("Drew a tunnel.", True), ("Tunnels, tunnels everywhere.", False)])
def test_a_card_named_in_passing_is_not_a_likely_move(keys: PostTable, text: str, *, likely: bool) -> None:
    paste = keys.read(text, TWELFTH, seat="twelfth")
    assert any(line.is_likely for line in paste.lines) is likely


def test_reads_prose_about_several_moves_or_cards(keys: PostTable) -> None:
    told = "Extra turn: drew a Time Barrier, red key on b7 (open door), b7 is where I move to."
    first = next(line for line in keys.read(told, TWELFTH, seat="twelfth").lines if line.choices)
    assert first.choices[0] == "D: TB / P: Kr b7 open (open) / M: b7"
    told = "A Time Barrier, a Time Tunnel, a Pandorica and a Jammie Dodger lie around d4, d5 and d6."
    (asked,) = keys.read(told, TWELFTH, seat="twelfth").lines
    assert asked.status == "question"
    assert asked.message.startswith("no move matches this text. What is meant? It names ")
    assert "pandorica" in asked.message
    assert not asked.is_likely
    assert statuses(keys.read(told.replace(".", "?"), TWELFTH, seat="twelfth")) == ["chat"]
    assert statuses(keys.read(told, Poster("tenth", "tenth"), seat="tenth")) == ["chat"]


THREE_TURNS = """\
game: keys
seats: tenth, twelfth
edges: tenth=S, twelfth=N
first: tenth
layout: rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby

--- Ada, Sun ---
== T1 Tenth ==
D: ?; P: Kb b1 open (open); M: >b1 ; in at last
== end ==

--- Bert, Sun ---
== T2 Twelfth ==
D: ? ; what else
P: Kr a7 open (open); and M: >a7
== end ==

--- Ada, Mon ---
== T3 Tenth ==
D: ?
P: Ky g1 open; (open) ; a long way off
== end ==
"""


def described(game: str, settings: str, posts: str) -> str:
    """A transcript that begins with a described position, and posts of seats: `seat: line / line`."""
    header = f"game: {game}\nseats: julie, steve\ntable: described\ndice: typed\ncards: typed\n\n"
    lines = "".join(f"SET {line} ; midway\n" for line in settings.strip().splitlines())
    blocks = (post.partition(": ") for post in posts.splitlines())
    told = [f"--- {seat} ---\n== {seat} ==\n{text.replace(' / ', chr(10))}\n== end ==\n" for seat, _, text in blocks]
    return "\n".join([f"{header}--- Gita ---\n== moderator ==\n{lines}== end ==\n", *told])


CCG = described("ccg", """
turn = julie T5 round 3
step = play
first = julie
zone = present
drawn = yes
card 1 = face daemons, side julie, zone present, turn 1, values 2/3/0
hand julie = 9
hand steve = 7
deck julie = 41
deck steve = 42
time julie = present 5?
time steve = future 5?
""", 'Steve: PASS\nJulie: PLAY: "Bok" / END')  # fmt: skip
DALEKS = [
    described("daleks", f"""
turn = julie T5 round 3
step = {step}
doctor julie = eleventh
doctor steve = twelfth
tokens julie = 2
tokens steve = 2
order = julie, steve
place 2 = location mars, zone silence open, zone ?, daleks 1
deck timey = 20?
deck dilemma = 15?
deck location = 12?
""", "Steve: PASS")
    for step in ("charge", "prepare", "travel", "finish")
]  # fmt: skip


def told(store: EventStore, text: str) -> list[tuple[str, str]]:
    done = record_text(store, registry(), text, alias="told")
    assert done.whole, [line for line in done.lines if not line.is_settled]
    return [(line.status, line.text) for line in done.lines]


def moves(store: EventStore) -> list[str]:
    session = Session.load(store, registry(), "told")
    kinds = {"DrawCard", "PlayKey", "MovePawn", "Stay", "AnnounceCombat", "PlayCard", "Passed", "EndTurn", "Finish"}
    found = [(entry.implied, type(entry.event).__name__) for entry in session.table.entries]
    return [f"{'~' * implied}{kind}" for implied, kind in found if kind in kinds]


def violations(store: EventStore) -> list[Finding]:
    return [finding for finding in audit_session(store, registry(), "told").findings if finding.level == "violation"]


def test_records_actions_after_semicolons_and_keeps_remarks(store: EventStore) -> None:
    told(store, THREE_TURNS)
    assert moves(store) == ["DrawCard", "PlayKey", "MovePawn"] * 2 + ["DrawCard", "PlayKey", "~Stay"]
    assert violations(store) == []
    entries = Timeline.read(store, registry(), "told", "table").entries
    posts = [entry.event.text for entry in entries if isinstance(entry.event, Posted)]
    assert "M: >b1 ; in at last" in posts[0]
    assert "; what else" in posts[1]


@pytest.mark.parametrize("text", [CCG, *DALEKS])
def test_an_unrequested_pass_is_chat(store: EventStore, text: str) -> None:
    lines = told(store, text)
    assert ("chat", "PASS") in lines
    assert "Passed" not in moves(store)
    assert not [name for name in moves(store)[: moves(store).index("PlayCard") if text is CCG else None] if "~" in name]
    assert violations(store) == []


def test_a_pass_that_was_asked_for_is_a_move(store: EventStore) -> None:
    flash = 'FLASH: "Brain Transformer" > J."Daemons" Sup+1'
    told(store, CCG.replace("PASS", f"{flash}\n== end ==\n\n--- Julie ---\n== Julie ==\nPASS"))
    assert "Passed" in moves(store)


@pytest.fixture
def begun(store: EventStore) -> PostTable:
    return PostTable(store, record_text(store, registry(), THREE_TURNS.partition("--- Bert")[0]).session)


HOST = Poster("moderator", "table")


def read_line(begun: PostTable, line: str) -> tuple[str, tuple[str, ...]]:
    last = begun.read(f"== Twelfth ==\nD: Kr\n{line}\n== end ==\n", HOST).lines[-1]
    return last.status, last.choices


@pytest.mark.parametrize(("line", "choice"), [
    ("P: Kr a7 opne; M: >a7", "P: Kr a7 open; M: >a7"), ("P: Kr a7 open; M: >a77", "P: Kr a7 open; M: >a7"),
    ("P: Kr a7 open; >a7", "P: Kr a7 open; M: >a7"), ("P: Kr a7 open; so happy, M: >a7", "P: Kr a7 open; M: >a7"),
    ("P: Kr a7 open; not yet M: >a7", "P: Kr a7 open"), ("P Kr a7 opne", "P: Kr a7 open"),
    ("P: Kr a7 open; UNDO 1.1", ""), ("P Kz q7 ajar", ""), ("play that blue thing on a7 =c2:open", ""),
    ("P: Kr a7 open; J: >a7", "P: Kr a7 open; M: >a7"),
])  # fmt: skip
def test_asks_about_words_that_could_be_a_move(begun: PostTable, line: str, choice: str) -> None:
    status, choices = read_line(begun, line)
    assert status == "question"
    assert not choice or choice in choices


@pytest.mark.parametrize(("line", "status"), [
    ("P: Kr a7 open; nice, and red at last", "ok"), ("P: Kr a7 open ; bonus of the house", "ok"),
    ("P: Kr a7 open; move it, people", "ok"), ("P: Kr a7 open;; ;", "ok"),
    ("P: Kr a7 open; draw your own conclusions", "ok"), ("Play nice, everyone", "chat"), ("Move it!", "chat"),
    ("Bonus time", "chat"), ("Draws are for the weak", "chat"),
])  # fmt: skip
def test_does_not_ask_about_remarks(begun: PostTable, line: str, status: str) -> None:
    assert read_line(begun, line) == (status, ())


def test_classifies_each_word_of_a_line(begun: PostTable) -> None:
    text = "== Twelfth ==\nD: Kr ; at last\nP: Kr a7 opne\n== end ==\n"
    words = stretches(begun.read(text, HOST))
    assert [(word.text, word.kind) for word in words[2] if word.kind] == [
        ("D:", "carried"), ("Kr", "carried"), ("at last", "remark")
    ]  # fmt: skip
    assert [word.what for word in words[2] if word.kind] == ["verb", "dice or cards", "remark"]
    assert [(word.text, word.kind) for word in words[3] if word.kind] == [("P:", "carried"), ("Kr a7 opne", "left")]
    assert ["".join(word.text for word in words[number]) for number in (2, 3)] == text.splitlines()[1:3]
