"""Words, phrases, numbers, claims, named results, slips and near misses of every notation."""

from typing import Any, ClassVar

import pytest
from msgspec.structs import replace
from refusals import refuses

from events.entry import Entry
from events.errors import NotationError
from events.events import Effect, Passed
from events.session_events import Skipped
from projections.contracts import Claim
from projections.notation.cursor import Cursor, SlipError
from projections.notation.recorded_chance import move_of
from projections.notation.spelling_hints import SpellingHints, every, near
from projections.notation.stated import NamedResults
from projections.notation.titles import TitleCursor
from projections.notation.vocabulary import RECEIPT, Spelling, readable, seat_code, without_comment
from projections.wording import clean, counted, folded_lines, joined, titled, with_article
from replay.reading.session_event_text import session_event_sentence

CARDS = Spelling(
    own=RECEIPT, ignored=frozenset(',.!\ufe0f"'), fillers=frozenset({"the", "a"}), numbers={"two": 2}, digits=3
)  # fmt: skip
HAND = CARDS.names([("time-lord", ("TL",)), ("time", ()), ("k9-mark-ii", ("K9",))])
SEATS = ("the-doctor", "k9")


class Words(Cursor):
    spelling = CARDS


class Names(TitleCursor):
    spelling = CARDS


def code(card: str) -> str:
    return {"time-lord": "TL", "k9-mark-ii": "K9"}.get(card, card)


class Lost(Effect, frozen=True, tag="cards-lost"):
    subject: ClassVar[tuple[str, ...]] = ("player",)
    player: str
    cards: tuple[str, ...]
    count: int
    face_up: bool = False
    paid: tuple[tuple[str, int], ...] = ()


RESULTS = NamedResults("cards", (Lost,), CARDS, lambda word: HAND.get(CARDS.plain(word), word), code)


def slip(line: str, reads: Any) -> SlipError:
    return refuses(SlipError, "", reads, Words(line))


@pytest.mark.parametrize("arrow", [">", "->", "=>", "-->", "\u2192", "\u2014>", "&gt;", "-&gt;"])
def test_reads_every_spelling_of_an_arrow(arrow: str) -> None:
    assert [word.text for word in Words(f"hand{arrow}pile").words] == ["hand", ">", "pile"]


def test_words_have_columns_and_a_comment_ends_the_line() -> None:
    words = Words('P: "Doctor\u2019s", K9!  @srv#12 ; and so on').words
    assert [word.text for word in words] == ["p", ":", "doctor's", "k9", "@srv#12"]
    assert [words[3].start, words[3].end] == [15, 17]
    assert without_comment("a &gt; b ; c") == "a &gt; b "
    assert readable(" a ; b", 5) == " a"
    for line in ("", " ; only a comment", "x" * 6):
        refuses(NotationError, "a line must have 1 to 5 characters", readable, line, 5)


@pytest.mark.parametrize(("line", "found", "left"), [
    ("TIME LORD plays", "time-lord", "plays"), ("time-lord", "time-lord", ""), ("time to go", "time", "to"),
    ("the K9 MARK II", "k9-mark-ii", ""), ("tl", "time-lord", ""), ("the end", None, "the"), ("", None, ""),
])  # fmt: skip
def test_reads_the_longest_matching_phrase(line: str, found: str | None, left: str) -> None:
    cursor = Words(line)
    assert (cursor.phrase(HAND), cursor.now) == (found, left)


def test_a_game_can_allow_fillers_within_a_phrase() -> None:
    class Loose(Cursor):
        spelling = Spelling(fillers=frozenset({"the"}), fillers_within=True)

    words = {"rust to d4": "rust"}
    assert Loose("rust to the d4").phrase(words) == "rust"
    assert Loose("rust to d4 the").phrase(words) == "rust"
    assert Words("rust to the d4").phrase(words) is None


def test_reads_phrases_numbers_receipts_values_and_spans() -> None:
    assert list(Words("I give K9 the time lord, in time").phrases(HAND)) == ["k9-mark-ii", "time-lord", "time"]
    assert [Words(text).number() for text in ("12", "two", "0", "1234", "x", "")] == [12, 2, 0, None, None, None]
    assert slip("x", lambda cursor: cursor.want_number("how many")).message == "how many"
    cursor = Words('@srv#12 "Key to Time" x/y')
    assert (cursor.receipt(), cursor.value(), cursor.value(), cursor.receipt()) == ("srv#12", "Key to Time", "x/y", "")
    assert cursor.span(1) == (9, 25)
    assert slip("", lambda cursor: cursor.value()).spans == ((0, 0),)


def test_reads_seats_with_hyphens_or_spaces() -> None:
    words = CARDS.seats(SEATS)
    for seat in SEATS:
        for spelling in (seat, seat.replace("-", " "), seat_code(seat), titled(seat)):
            assert Words(spelling).phrase(words) == seat
    assert seat_code("the-doctor") == "The-Doctor"


def test_board_statements_end_a_line() -> None:
    def claim(cursor: Words) -> Claim:
        return Claim(cursor.want("a seat", CARDS.seats(SEATS)), cursor.claimed_number())

    cursor = Words("=The Doctor:3 =k9:two")
    assert cursor.claims(lambda: claim(cursor)) == (Claim("the-doctor", "3"), Claim("k9", "2"))
    assert slip("=k9 3", lambda cursor: cursor.claims(lambda: claim(cursor))).words == {":": ":"}
    found = slip("=k9:x", lambda cursor: cursor.claims(lambda: claim(cursor)))
    assert found.message == "this board statement must have a number"
    assert "after a semicolon" in slip("=k9:1 and", lambda cursor: cursor.claims(lambda: claim(cursor))).message


@pytest.mark.parametrize("effect", [
    Lost("river", ("time-lord", "?"), 2), Lost("", (), -1, face_up=True), Lost("the doctor", ("time",), 0),
    Lost("river", (), 3, paid=(("red", 2), ("blue", 1))),
])  # fmt: skip
def test_any_effect_can_be_declared_by_name_and_read_back(effect: Lost) -> None:
    line = RESULTS.words(effect)
    assert RESULTS.read(Words(f"{line} {RESULTS.absent_words(Lost)}")) == ([effect], [Lost])


def test_reads_and_writes_named_results() -> None:
    assert slip("+lost k9 TL many", RESULTS.read).message == "count must be a number"
    assert slip("+lost k9 TL 1 maybe", RESULTS.read).spans[-1] == (14, 19)
    assert slip("+lost k9 TL 1 no red", RESULTS.read).message == "paid must be names with amounts, red:2/blue:1"
    assert slip("+found k9", RESULTS.read).words == {"lost": "lost"}
    assert (RESULTS.stands(Words("-lost")), RESULTS.stands(Words("- found"))) == (True, False)
    assert move_of([Entry(Passed("k9")), Entry(Lost("k9", (), 1))]) == (Passed("k9"), [Lost("k9", (), 1)])
    refuses(
        NotationError, "only a move can be written in notation, not cards-lost", move_of, [Entry(Lost("k9", (), 1))]
    )


def test_seen_cards_end_before_a_result() -> None:
    hand = Names("TL + K9 +lost k9 TL 1 no -")
    assert RESULTS.seen(hand, ("+", "and"), lambda: hand.phrase(HAND)) == ["time-lord", "k9-mark-ii"]
    assert RESULTS.read(hand)[0] == [Lost("k9-mark-ii", ("time-lord",), 1)]
    talk = Names("time and again")
    assert RESULTS.seen(talk, ("+", "and"), lambda: talk.phrase(HAND)) == ["time"]
    assert talk.now == "and"
    bare = Names("and again")
    refuses(SlipError, "say what was seen", RESULTS.seen, bare, ("+", "and"), lambda: bare.phrase(HAND))


def test_errors_name_similar_words() -> None:
    found = slip("play the tiem lrod now", lambda cursor: (cursor.skip("play"), cursor.want("a card", HAND)))
    assert found.spans == ((9, 18), (9, 13))
    assert slip("play. ", lambda cursor: (cursor.skip("play"), cursor.want("a card", HAND))).spans == ((4, 4),)
    assert Words("x:y z").unreadable("none", {}).spans == ((0, 3),)
    assert Words("").unreadable("none", {}).spans == ((0, 0),)
    assert near("tmie", HAND, most=3, cutoff=0.6)[0] == "time"
    assert near("lord", HAND, most=3, cutoff=0.9) == ()
    assert near("lord", HAND, most=3, cutoff=0.9, begun=3) == ("time-lord",)
    assert near("tl", HAND, most=3, cutoff=0.9, begun=3) == ("time-lord",)
    assert every(HAND) == ("time-lord", "time", "k9-mark-ii")


def misses(legal: tuple[str, ...]) -> SpellingHints:
    """Lines `play CARD to SEAT` with some legal ones."""
    seats = CARDS.seats(SEATS)

    def is_legal(line: str) -> bool:
        cursor = Words(line)
        cursor.skip("play")
        card = cursor.want("a card is expected", HAND)
        cursor.skip("to")
        return f"{card}>{cursor.want('a seat is expected', seats)}" in legal

    return SpellingHints(
        cursor=Words, is_legal=is_legal, near=lambda text, words: near(text, words, most=5, cutoff=0.6) if text
        else every(words), told=lambda _line: ("play time to k9",), moves=lambda _line: (),
        listed_as={"a card of the hand": set(HAND.values())},
    )  # fmt: skip


def first_slip(asked: SpellingHints, line: str) -> SlipError:
    return refuses(SlipError, "", asked.is_legal, line)


@pytest.mark.parametrize(("line", "legal", "choices"), [
    ("play tiem to k9", "time>k9", ("play time to k9",)),
    ("play time to docter", "time>the-doctor time>k9", ("play time to the-doctor",)),
    ("play tiem to docter", "time>the-doctor", ("play time to the-doctor",)),
    ("play time to", "time>the-doctor time>k9", ("play time to the-doctor", "play time to k9")),
    ("play zzzzzz", "", ("play time to k9",)),
])  # fmt: skip
def test_a_near_miss_is_asked_about(line: str, legal: str, choices: tuple[str, ...]) -> None:
    asked = misses(tuple(legal.split()))
    found = asked.ask(line, first_slip(asked, line))
    assert found.choices == choices
    assert found.question.endswith(". Which is meant?")
    assert ("the line ends" in found.question) == (line == "play time to")


def test_refuses_an_unknown_word_and_lists_allowed_words() -> None:
    asked, line = misses(()), "play time to zzz"
    error = refuses(NotationError, "", asked.ask, line, first_slip(asked, line))
    assert (error.column, error.read, error.allowed) == (14, "zzz", SEATS)
    early = "the line ends too early: a seat is expected"
    refuses(NotationError, early, asked.ask, "play time to", first_slip(asked, "play time to"))
    many = {f"card {number}": f"card-{number}" for number in range(40)}
    asked = replace(asked, near=lambda _text, _words: (), listed_as={"one of forty": set(many.values())})
    error = refuses(NotationError, "", asked.ask, line, SlipError("a card is expected", [(13, 16)], many))
    assert error.allowed == ("one of forty",)


def test_formats_names_counts_and_lists_for_people() -> None:
    assert [titled(word) for word in ("the-11th-doctor", "")] == ["The 11th Doctor", ""]
    assert session_event_sentence(Skipped("the-11th-doctor", "away")) == "The 11th Doctor is skipped: away"
    assert clean("a\x00b") == "a\ufffdb"
    assert [with_article("Ice Warrior"), with_article("Dalek"), with_article("")] == ["an Ice Warrior", "a Dalek", "a "]
    assert [counted(1, "card"), counted(2, "card"), counted(0, "foot", "feet")] == ["1 card", "2 cards", "0 feet"]
    assert [joined("abc"[:size]) for size in range(4)] == ["", "a", "a and b", "a, b and c"]
    long = folded_lines(["word " * 40, "short"]).split("\n")
    assert max(map(len, long)) <= 79
    assert long[1].startswith("    word")
