"""Turn a line of chat into a move: legal moves, filing, proposals, insertion, and phrases that are confirmed."""

import pytest
from imported import MODERATOR, PostTable, record_text
from keys_board import BEGUN, HEADER
from refusals import refuses

from events.errors import ConflictError, NotationError, RefusedError
from events.events import ALL, Move
from events.session_events import DisputeOpened, Posted, Redecided, Ruled, TakenBack
from events.store.memory import MemoryStore
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.corrections.takeback import take_back
from replay.posts import door, unread_lines as u
from replay.posts.approved_phrases import confirmed, forget
from replay.posts.choices import MOST_SHOWN
from replay.posts.door import FiledPost
from replay.posts.paste import Choice, Pasted, Poster

TENTH, TWELFTH = Poster("tenth", "tenth"), Poster("twelfth", "twelfth")
NEXT = "== T2 Twelfth ==\nD: ?\nP: Kg d7 open (open)\nM: >d7\n== end ==\n"
CHAT = Choice(chat=True)


class Table(PostTable):
    """A typed session of Keys, in which it is Twelfth's turn to draw; `seq` is the line of a post with chat."""

    seq = 0

    def __init__(self, text: str = BEGUN) -> None:
        store = MemoryStore()
        super().__init__(store, record_text(store, registry(), text).session)

    def line(self, number: int, seq: int, viewer: str = ALL) -> u.ChatLine:
        return u.chat_line(self.timeline(viewer), self.store, seq, number)

    def make(self, line: u.ChatLine, move: str, poster: Poster = TWELFTH) -> FiledPost:
        return self.sent(f"MEANT #{line.address}: {move}", poster)

    def sent(self, text: str, poster: Poster, key: str = "") -> FiledPost:
        request = door.Request(self.name, poster, Pasted(text=text, key=key), is_post=False)
        return door.submit(self.store, registry(), request)

    def insert(self, line: u.ChatLine, move: str, reason: str, poster: Poster = MODERATOR) -> FiledPost:
        return self.sent(f"RULING #{line.seq}: fix ; {reason} / MEANT #{line.address}: {move}", poster)

    def say(self, text: str, seat: str, settled: dict[int, str] | None = None) -> FiledPost:
        """File a post of a seat; `settled` are the lines that are moves, and "" for those that are chat."""
        choices = {number: Choice(take=line) if line else CHAT for number, line in (settled or {}).items()}
        return self.filed(text, seat=seat, choices=choices)

    def phrases(self, viewer: str = ALL) -> list[str]:
        return [one.words for one in confirmed(self.timeline(viewer), self.store)]

    def offers(self, text: str, seat: str) -> list[tuple[str, ...]]:
        return [line.choices for line in self.read(text, seat=seat).open]


def violations(table: Table) -> list[str]:
    findings = audit_session(table.store, registry(), table.name).findings
    return [finding.rule for finding in findings if finding.level == "violation"]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def chatty(table: Table) -> Table:
    """A post of Twelfth of which three lines are chat."""
    table.seq = table.last + 1
    text = "Hello all\nD: ?\nThe green key is for d7, a plain door.\nI stay out."
    table.filed(text, TWELFTH, choices={3: CHAT, 4: CHAT})
    return table


def test_lists_the_chat_lines_of_readable_posts(chatty: Table) -> None:
    found, seq = u.chat_lines(chatty.timeline(), chatty.store, chatty.seq), chatty.seq
    assert [(line.address, line.seat, line.at, line.became) for line in found] == [
        (f"{seq}.1", "twelfth", seq, 0), (f"{seq}.3", "twelfth", seq + 2, 0), (f"{seq}.4", "twelfth", seq + 2, 0),
    ]  # fmt: skip
    assert [line.later is None for line in found] == [False, True, True], "the draw came after the first"
    for number in (2, 9):
        refuses(RefusedError, "is not chat. Lines of chat: 1, 3, 4", chatty.line, number, chatty.seq)
    chatty.filed("P: Kg d7 open (open)\nthat was my last green one\nM: stay", TWELFTH)
    chatty.filed("D: SS\nthe Sonic is mine", TENTH)
    sealed = chatty.timeline().groups[-2].first
    assert [line.text for line in u.chat_lines(chatty.timeline("tenth"), chatty.store, sealed)] == ["the Sonic is mine"]
    for wrong in (0, 1, chatty.seq + 1, chatty.seq + 99, -1, sealed):
        refuses(RefusedError, "is not a post that you can read", u.chat_lines, chatty.timeline(), chatty.store, wrong)


def test_a_chat_line_becomes_a_move_that_names_its_source(chatty: Table) -> None:
    last = chatty.last
    done = chatty.make(chatty.line(3, chatty.seq), "P: Kg d7 open (open)")
    assert done.is_done
    posted = chatty.timeline().entries[last].event
    assert isinstance(posted, Posted)
    assert (posted.author, posted.text, posted.where) == ("twelfth", "P: Kg d7 open (open)", f"line 3 of #{chatty.seq}")
    assert isinstance(chatty.timeline().entries[last + 1].event, Move)
    line = chatty.line(3, chatty.seq)
    assert (line.became, line.meant) == (last + 2, "P: Kg d7 open (open)")
    following = chatty.line(4, chatty.seq)
    assert following.later is None, "it stood behind the line that is a move now"
    assert chatty.make(following, "M: stay").is_done
    assert violations(chatty) == []


def test_offers_the_likeliest_move_first_and_narrows_by_typing(chatty: Table) -> None:
    line, timeline = chatty.line(3, chatty.seq), chatty.timeline()
    assert u.legal_for(timeline, line).shown[0].line == "P: Kg d7 open (open)"
    assert u.legal_for(timeline, line, "green b1").shown[0].line == "P: Kg b1 open"
    whole = "P: Ky d1 open (teleport)"
    assert [one.line for one in u.legal_for(timeline, line, whole).shown] == [whole], "a whole line is that line"
    assert u.legal_for(timeline, line, "zebra").shown == ()
    assert len(u.legal_for(timeline, line, "green " * 20_000).shown) <= MOST_SHOWN
    chatty.make(line, "P: Kg d7 open (open)")
    stays = u.legal_for(chatty.timeline(), chatty.line(4, chatty.seq), "stay")
    assert [one.line for one in stays.shown] == ["M: stay"]
    assert stays.shown[0].text


def test_records_several_moves_of_one_chat_line_in_order(table: Table) -> None:
    seq = table.last + 1
    table.filed("I drew and opened d7 with green, plain.", TWELFTH, choices={1: CHAT})
    line = table.line(1, seq)
    assert table.make(line, "D: ? / P: Kg d7 open (open) / M: stay").number == 3
    assert table.timeline().status(table.last).awaited == ("tenth",)


def test_a_chat_line_becomes_a_move_only_once_unless_undone(chatty: Table) -> None:
    line = chatty.line(3, chatty.seq)
    chatty.make(line, "P: Kg b1 open (open)")
    last, move = chatty.last, chatty.line(3, chatty.seq).became
    refuses(
        ConflictError, "is already recorded as a move", chatty.make, chatty.line(3, chatty.seq), "P: Kg d7 open (open)"
    )
    assert chatty.make(line, "P: Kg b1 open (open)").seq == last, "the same form: the first answer"
    assert chatty.last == last
    take_back(chatty.session, move - 1, by="moderator")
    line = chatty.line(3, chatty.seq)
    assert (line.became, line.tries, line.where) == (0, 1, f"line 3 of #{chatty.seq} (2)")
    assert chatty.make(line, "P: Kg d7 open (open)").is_done
    assert chatty.line(3, chatty.seq).became > move


def test_asks_about_wrong_moves_and_refuses_another_seat(chatty: Table) -> None:
    last = chatty.last
    for move, status in (("P: Kg d7 opne", "question"), ("P: Kr d7 open (open)", "illegal")):
        done = chatty.make(chatty.line(3, chatty.seq), move)
        assert (done.is_done, done.lines[0].status) == (False, status)
    with pytest.raises(RefusedError, match="this line is for Twelfth, but you are posting as Tenth"):
        chatty.make(chatty.line(3, chatty.seq), "P: Kg d7 open (open)", TENTH)
    assert chatty.last == last
    assert chatty.make(chatty.line(3, chatty.seq), "P: Kg d7 open (open)", MODERATOR).is_done


def test_lists_the_chat_of_a_recorded_post() -> None:
    told = "Ha!\n== T1 Tenth ==\nD: ?\nI think c1\nP: Kr c1 open (open)\nM: >c1\n== end ==\nYour turn.\n"
    table = Table(f"{HEADER}--- tenth ---\n{told}")
    timeline = table.timeline()
    seq = next(entry.seq for entry in timeline.entries if isinstance(entry.event, Posted))
    lines = u.chat_lines(timeline, table.store, seq)
    assert [(line.number, line.text) for line in lines] == [(1, "Ha!"), (4, "I think c1"), (8, "Your turn.")]
    assert [timeline.addresses[line.later.first] for line in lines if line.later] == ["1.1", "1.2"]


@pytest.fixture
def passed() -> Table:
    """Tenth's post has a line of chat that was a move, and Twelfth has moved since."""
    told = f"== T1 Tenth ==\nD: ?\nand the red one opens c1, plain\nM: stay\n== end ==\n{NEXT}"
    table = Table(f"{HEADER}--- tenth ---\n{told}")
    table.seq = next(entry.seq for entry in table.timeline().entries if isinstance(entry.event, Posted))
    return table


def test_a_ruling_inserts_the_move_before_later_moves(passed: Table) -> None:
    line = passed.line(3, passed.seq)
    assert line.later is not None
    with pytest.raises(ConflictError, match=r"later moves are already recorded, from 1\.2 on"):
        passed.make(line, "P: Kr c1 open (open)", MODERATOR)
    found = u.insertion(passed.timeline(), line, "P: Kr c1 open (open)", MODERATOR)
    assert (len(found.plan.again), found.plan.dropped, found.plan.anew) == (4, (), 0)
    last = passed.last
    passed.insert(line, "P: Kr c1 open (open)", "the table agrees")
    timeline = passed.timeline()
    assert isinstance(timeline.entries[last].event, Posted)
    assert isinstance(timeline.entries[last + 1].event, Ruled)
    assert isinstance(timeline.entries[last + 2].event, TakenBack)
    assert isinstance(timeline.entries[last + 3].event, Move)
    assert sum(isinstance(entry.event, Redecided) for entry in timeline.entries[last:]) == 4
    assert passed.line(3, passed.seq).became == last + 4
    assert violations(passed) == []
    rightly = f"== T1 Tenth ==\nD: ?\nP: Kr c1 open (open)\nM: stay\n== end ==\n{NEXT}"
    assert passed.session.position == Table(f"{HEADER}{rightly}").session.position


@pytest.mark.parametrize("move", ["", "hello", "P: zz", "D: ? / P: Kr c1 open (open)", "P: Kr c1 open (open) nonsense"])
def test_refuses_malformed_insertions(passed: Table, move: str) -> None:
    refuses(
        (NotationError, RefusedError), "", u.insertion, passed.timeline(), passed.line(3, passed.seq), move, MODERATOR
    )


def test_a_proposal_hides_a_private_move(passed: Table) -> None:
    found = u.insertion(passed.timeline("tenth"), passed.line(3, passed.seq, "tenth"), "P: Kr c1 open (open)", TENTH)
    asked = u.propose(passed.session, passed.timeline("tenth"), found._replace(text="D: Kg", audience="tenth"), TENTH)
    event = passed.timeline().entries[asked - 1].event
    assert event == DisputeOpened("tenth", passed.seq, "line 3 was a move, before 1.2: which one, tenth alone may know")


PLAYED = "D: ?\nP: Kg d7 open (open)\nBumble along now."
ASKED = "D: ?\nP: Ky d1 open (open)\nI bumble!"


def test_a_confirmed_phrase_accepts_other_tiles_and_doors(table: Table) -> None:
    table.say("D: ?\nI zorp d7, plain inside!\nM: stay", "twelfth", {2: "P: SS d7 open (open)"})
    (one,) = confirmed(table.timeline(), table.store)
    assert (one.words, one.wording.line) == ("zorp", "P: SS {tile} open[ ({door})]")
    (offered,) = table.offers("D: ?\nI zorp b1, a dalek.", "tenth")
    assert offered[0] == "P: SS b1 open (dalek)"


def test_does_not_confirm_known_words_chat_or_unnamed_tiles() -> None:
    known = "D: ?\nThe green key opens d7, a plain door.\nI stay."
    choices = {line.number: line.choices[0] for line in Table().read(known, seat="twelfth").open}
    assert choices
    for text, settled in (
        (known, choices), ("D: ?\nP: Kg d7 open (open)\nBumble in.", {3: "M: >d7"}),
        ("Bumble along!\nD: ?\nP: Kg d7 open (open)\nM: stay", {1: ""}),
    ):  # fmt: skip
        table = Table()
        table.say(text, "twelfth", settled)
        assert table.phrases() == []


def test_a_chat_line_recorded_as_a_move_confirms_a_phrase(table: Table) -> None:
    seq = table.timeline().last + 1
    table.say(PLAYED, "twelfth", {3: ""})
    line = u.chat_line(table.timeline(), table.store, seq, 3)
    assert table.make(line, "M: stay", MODERATOR).is_done
    assert table.phrases() == ["bumble along"]


def test_forgets_a_phrase_until_it_is_confirmed_again(table: Table) -> None:
    table.say(PLAYED, "twelfth", {3: "M: stay"})
    assert table.offers(ASKED, "tenth") == [], "other words are other words"
    refuses(RefusedError, "", forget, table.session, table.timeline(), table.store, "along", "moderator")
    forget(table.session, table.timeline(), table.store, "bumble along", "moderator")
    assert table.phrases() == []
    assert table.timeline().sentence(table.timeline().last) == 'Moderator remarks: forget "bumble along"'
    assert table.offers(ASKED.replace("bumble", "bumble along"), "tenth") == []
    table.say(ASKED.replace("I bumble", "Bumble along"), "tenth", {3: "M: stay"})
    assert table.phrases() == ["bumble along"]


def test_forgets_undone_phrases_and_ignores_sealed_posts(table: Table) -> None:
    to = table.timeline().last
    table.say(PLAYED, "twelfth", {3: "M: stay"})
    take_back(table.session, to, by="moderator")
    assert table.phrases() == []
    table.say(PLAYED.replace("D: ?", "D: Kb"), "twelfth", {3: "M: stay"})
    post = next(entry.event for entry in table.timeline("twelfth").entries[::-1] if isinstance(entry.event, Posted))
    assert post.audience == "twelfth"
    assert [table.phrases(viewer) for viewer in (ALL, "tenth", "twelfth")] == [[], [], []]
