"""A move that a rule speaks against, told in a sentence: it is offered first, flagged."""

from dataclasses import dataclass

import pytest
from people_posts import table

from projections.shelf import shelf
from replay.posts.offers import offers
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline


@dataclass(frozen=True)
class Told:
    """A post of a seat, so many moves into a transcript."""

    session: str
    moves: int
    seat: str
    post: str


WALKS_TOO_FAR = Told("keys-2", 129, "priya", "Drew a Time Tunnel. My pawn walks from d6 to d3.")
ATTACKS_AFAR = Told("risk-5", 9, "karim", "I attack from Brazil into Alaska with three armies.")


def read(told: Told) -> ReadPaste:
    store, session = table(told.session, told.moves)
    timeline = Timeline.read(store, shelf(), session, told.seat)
    return read_post(timeline, store, Pasted(text=told.post, seat=told.seat), Poster(told.seat, told.seat))


@pytest.mark.parametrize(
    ("told", "line", "rule"),
    [(WALKS_TOO_FAR, "D: TT / M: d6>d3", "KEY-MOV-01"), (ATTACKS_AFAR, "A: BRA>ALA 3", "RISK-ATT-02")],
)
def test_it_is_offered_first_and_says_which_rule_speaks_against_it(told: Told, line: str, rule: str) -> None:
    paste = read(told)
    (asked,) = [one for one in paste.lines if not one.is_settled]
    assert asked.choices[0] == line
    assert not asked.is_likely, "nobody confirms it with one key"
    assert "A rule speaks against the first." in asked.message
    first, *others = offers(paste, asked)
    assert rule in first.against
    assert not any(other.against for other in others)


@pytest.mark.parametrize(
    "post",
    [
        "Drew a Time Tunnel. Did my pawn walk from d6 to d3?",
        "Drew a Time Tunnel. My pawn would walk from d6 to d3.",
        "Drew a Time Tunnel. Nobody walks from d6 to d3.",
        "Drew a Time Tunnel. Tobias walks from d6 to d3.",
    ],
)
def test_what_is_asked_wished_denied_or_done_by_others_is_not_offered(post: str) -> None:
    lines = read(Told("keys-2", 129, "priya", post)).lines
    assert [choice for line in lines for choice in line.choices if "d3" in choice] == []


def test_who_is_not_awaited_is_not_asked_about_it() -> None:
    assert read(Told("keys-2", 129, "tobias", "My pawn walks from d6 to d3.")).is_settled


def test_the_one_that_is_taken_is_filed_as_any_move_against_a_rule() -> None:
    paste = read(WALKS_TOO_FAR)
    (asked,) = [one for one in paste.lines if not one.is_settled]
    store, session = table(WALKS_TOO_FAR.session, WALKS_TOO_FAR.moves)
    timeline = Timeline.read(store, shelf(), session, "priya")
    pasted = Pasted(text=WALKS_TOO_FAR.post, seat="priya", choices={asked.number: Choice(take=asked.choices[0])})
    (taken,) = [one for one in read_post(timeline, store, pasted, Poster("priya", "priya")).lines if one.taken]
    assert taken.status == "fix"
    assert taken.may_keep
