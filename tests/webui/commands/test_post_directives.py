"""Directives on the command line: their checks, what a ruling would do, who writes them, and who must answer."""

import pytest
from front_door import Door
from keys_board import BEGUN
from texts import missing, wrong

TOLD = "Nothing was saved"
TURN = "D: ?\nP: SS d7 open (dalek)\nM: stay"


@pytest.fixture
def disputed(no_door: Door) -> Door:
    """A session in which Twelfth disputes move 1.2. The dispute is the last entry."""
    no_door.well("import", "-", "--alias", "typed", stdin=BEGUN)
    no_door.well("post", "typed", "-", "--as", "twelfth", stdin="DISPUTE 1.2: that door was shut\n")
    return no_door


def last(door: Door) -> int:
    return len(door.log("typed"))


def checked(door: Door, text: str, *words: str) -> str:
    return door.well("post", "typed", "-", "--check", *words, stdin=text).out


def objection(door: Door, text: str, *words: str) -> str:
    return door.refused("post", "typed", "-", "--check", *words, says=TOLD, stdin=text).out


def test_list_shows_a_dispute_and_the_entry_that_it_is_about(disputed: Door) -> None:
    told = disputed.well("list", "--disputes").out.split("\n")
    (found,) = disputed.well("list", "--disputes", "--json").data
    (dispute,) = found["disputes"]
    assert told[0].split()[3:] == ["dispute", "about", "by", "claim"]
    assert f"{last(disputed)}       {dispute['line']}     twelfth" in told[1]
    assert f"; dispute #{last(disputed)} about 1.2 waits for the moderator" in disputed.well("list").out


REFUSED_BY_CHECK = [
    ("tenth", "OFFER #1: stand ; so", "entry 1 is not an open dispute. Open disputes: #{}"),
    ("tenth", "OFFER #{}: keep ; so", "is not an option"), ("tenth", "OFFER #{}: stand", "needs a reason"),
    ("tenth", "OFFER #{}: fix ; so / FIX 9.9: M: stay", "9.9 does not exist"),
    ("tenth", "AGREE #{}", "is not an open proposal. No proposal is open. Open disputes: #{}"),
    ("tenth", "DECLINE #900", "entry 900 is not an open proposal"), ("tenth", "WITHDRAW #{}", "is not a note"),
    ("tenth", "DISPUTE 1.2:", "must say what is wrong"),
    ("tenth", "TAKEBACK 1.2 ; sorry", "a takeback is written as `UNDO 1.2 ; sorry`"),
    ("moderator", "RULING #{}: stand ; so", "Rule on that instead: RULING 1.2: stand, settles #{} ; so"),
    ("moderator", "RULING 1.2: stand, settles #1 ; so", "entry 1 is not an open dispute. Open disputes: #{}"),
    ("moderator", "RULING 1.2: stand, key-trn-9 ; so", "Similar rules: KEY-TRN-0"),
    ("moderator", "RULING 1.2: stand, #1 ; so", "#1 is not a ruling"), ("moderator", "RULING", "is not a verdict"),
    ("moderator", "RULING 1.2: maybe ; so", "Verdicts: stand, fix, rewind, compensate"),
    ("moderator", "SET", "reason"), ("moderator", "SKIP", "it is Twelfth's turn. Write SKIP twelfth"),
    ("moderator", "UNDO", "a move number is missing"),
    ("moderator", "RULING 1.2: stand twelfth: +1 deck ; so", "is not a verdict"),
    ("moderator", "RULING 1.2: compensate twelfth: +1 ; so", "this is not a compensation"),
    ("moderator", "RULING 1.2: stand", "a ruling needs a reason"), ("moderator", "RULING 9.9: stand ; so", "9.9"),
    ("moderator", "RULING 1.2: compensate ninth: +1 deck, now ; so", '"ninth" is not a seat'),
    ("moderator", "RULING 1.2: fix ; so / FIX 1.2: P: Kr c1 open (dalek)", "later move no longer fits"),
    ("moderator", "FIX 1.2: P: Kr c1 open (dalek)", "later move no longer fits"),
    ("moderator", "FINDING 0f3a9c1d: waived ; so", '"0f3a9c1d" is not a finding in the audit of this session'),
    ("moderator", "FINDING 0f3a9c1d: waived", "an assessment needs a reason"),
    ("moderator", "FINDING 0f3a9c1d: fine ; so", '"fine" is not an assessment'),
]  # fmt: skip


def test_check_finds_a_directive_that_would_be_refused(disputed: Door) -> None:
    written, number = disputed.content(), str(last(disputed))
    for seat, text, says in REFUSED_BY_CHECK:
        assert says.replace("{}", number) in objection(disputed, text.replace("{}", number), "--as", seat)
        assert disputed.content() == written


@pytest.mark.parametrize(("seat", "text", "says"), [
    ("moderator", "RULING #{}: rewind ; so / UNDO #{}", "Rule on that instead: RULING 1.2: rewind ; so / UNDO 1.2"),
    ("moderator", "RULING #{}: stand", "Rule on that instead: RULING 1.2: stand ; the reason"),
    ("twelfth", "DISPUTE #{}: a slip", "Dispute that instead: DISPUTE 1.2: a slip"),
])  # fmt: skip
def test_a_proposed_takeback_is_not_ruled_on_or_disputed(disputed: Door, seat: str, text: str, says: str) -> None:
    disputed.well("post", "typed", "-", "--as", "twelfth", stdin=TURN)
    disputed.well("post", "typed", "-", "--as", "tenth", stdin="UNDO 1.2 ; sorry")
    asked, line = last(disputed), text.replace("{}", str(last(disputed)))
    assert f"entry {asked} is about move 1.2. {says}" in objection(disputed, line, "--as", seat)
    disputed.refused("post", "typed", "-", "--as", seat, says="Nothing was saved", stdin=line)
    disputed.well("post", "typed", "-", stdin=f"AGREE #{asked}")
    assert f"entry {last(disputed) - 1} is about move 1.2. " in objection(
        disputed, text.replace("{}", str(last(disputed) - 1)), "--as", seat
    )


def test_a_dispute_is_about_a_move_or_ruling_and_not_about_another_dispute(disputed: Door) -> None:
    opened = last(disputed)
    says = f"entry {opened} is about move 1.2. Dispute that instead: DISPUTE 1.2"
    assert f"{says}: no" in objection(disputed, f"DISPUTE #{opened}: no", "--as", "tenth")
    private = f"DISPUTE #{opened} for judge: no"
    disputed.refused("post", "typed", "-", "--as", "tenth", says=f"{says} for judge: no", stdin=private)
    disputed.well("post", "typed", "-", stdin="RULING 1.2: stand ; it was open")
    disputed.well("post", "typed", "-", "--as", "tenth", stdin=f"DISPUTE #{last(disputed)}: nobody asked me")
    assert "dispute-opened" in [line["kind"] for line in disputed.log("typed")[-2:]]


def test_check_accepts_what_is_then_recorded(disputed: Door) -> None:
    offer = f"OFFER #{last(disputed)}: stand ; it was open"
    assert "ok " in checked(disputed, offer, "--as", "tenth")
    told = disputed.well("post", "typed", "-", "--as", "tenth", stdin=offer).out
    agree = f"AGREE #{last(disputed)}"
    assert f"waiting for: twelfth ({agree})\n" in told
    assert "only Twelfth can answer this" in objection(disputed, agree, "--as", "tenth")
    assert "ok " in checked(disputed, agree, "--as", "twelfth")
    disputed.well("post", "typed", "-", "--as", "twelfth", stdin=agree)
    assert "is no longer open. No dispute is open" in objection(disputed, agree, "--as", "tenth")


@pytest.mark.parametrize(("text", "says"), [
    ("RULING 1.2: stand ; it was open / HOUSE Doors stay open", ["No move changes", "A house rule applies"]),
    ("RULING 1.2: fix ; so / FIX 1.2: P: Kr c1 open (dalek) / KEEP rest", ["1.2 changes; was: ", "1.3 is accepted"]),
    ("RULING 1.2: rewind ; so / UNDO 1.2", ["Play returns to the position before 1.2. This undoes 2 moves."]),
    ("RULING 1.2: rewind ; so", ["No move is undone. To go back before 1.2, add / UNDO 1.2"]),
])  # fmt: skip
def test_check_says_what_a_ruling_would_do(disputed: Door, text: str, says: list[str]) -> None:
    told = checked(disputed, text)
    settled = f"> The dispute of entry {last(disputed)} is settled."
    assert not wrong(told, settled, *says, absent=["not part of a move", "remark: "])


def test_correct_reads_plain_words_and_names_what_could_not_stay(disputed: Door) -> None:
    words = "FIX 1.2: I open g1 with a red key, a plain open door"
    told = disputed.well("correct", "typed", words, "DROP rest", "--reason", "it was g1").out
    assert not missing(told, "read as FIX 1.2: P: Kr g1 open (open)\n", "1 later move could not stay: 1.3\n")
    asked = disputed.refused("correct", "typed", "INSERT 1.1: I sing", says="no move was found in these words. Nothing")
    assert "- Tenth draws a card. The card stays hidden.\n             D: ?\n" in asked.out


def test_a_directive_without_a_header_is_the_moderators_if_no_seat_can_write_it(disputed: Door) -> None:
    told = disputed.well("post", "typed", "-", stdin="I looked.\nRULING 1.2: stand ; it was open").out
    assert not missing(told, "chat      I looked.", "ok        RULING 1.2: stand ; it was open  (#")
    assert [one["event"]["author"] for one in disputed.log("typed")[-2:]] == ["moderator"] * 2
    disputed.refused("post", "typed", "-", says="--chat, by the moderator. Nothing", stdin="END reopen ; it was closed")
    disputed.refused("post", "typed", "-", says="--as twelfth to post it as Twelfth, or --for mod", stdin="UNDO 1.3")
    disputed.refused("post", "typed", "-", says="--for twelfth to read it as Twelfth's post", stdin="D: ?\nUNDO 1.3")


def test_a_takeback_says_who_must_agree(disputed: Door) -> None:
    disputed.well("post", "typed", "-", "--as", "twelfth", stdin=TURN)
    told = disputed.well("post", "typed", "-", "--as", "tenth", stdin="UNDO 1.2 ; sorry").out
    agree = f"AGREE #{last(disputed)}"
    assert f"waiting for: moderator ({agree})\n" in told
    assert "only Moderator can answer this, not Twelfth" in objection(disputed, agree, "--as", "twelfth")
    assert "already proposed a takeback" in objection(disputed, "UNDO 1.3", "--as", "twelfth")
    assert "Play returns to the position after" in disputed.well("post", "typed", "-", stdin=agree).out


def test_undo_of_a_corrected_move_names_its_new_number(disputed: Door) -> None:
    disputed.well("post", "typed", "-", stdin="RULING 1.2: fix ; so / FIX 1.2: P: Kr c1 open (dalek) / KEEP rest")
    assert "1.3 was corrected; it is now 1.5" in objection(disputed, "UNDO 1.3", "--as", "tenth")
    disputed.well("post", "typed", "-", "--for", "moderator", stdin="UNDO 1.5")
    assert "1.3 is already undone" in objection(disputed, "UNDO 1.3", "--as", "tenth")


def test_log_says_why_a_post_is_hidden(disputed: Door) -> None:
    disputed.well("post", "typed", "-", "--as", "twelfth", stdin=TURN.replace("?", "SS"))
    assert "Twelfth writes a post (hidden: it names a hidden card)." in disputed.well("log", "typed").out
