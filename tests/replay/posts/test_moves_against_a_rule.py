"""An illegal move in prose is offered first, with its rule."""

import pytest
from people_posts import table

from projections.shelf import shelf
from replay.posts.offers import offers
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline

WALKS_TOO_FAR = ("keys-2", 129, "priya", "Drew a Time Tunnel. My pawn walks from d6 to d3.")
ATTACKS_AFAR = ("risk-5", 9, "karim", "I attack from Brazil into Alaska with three armies.")


def read(session: str, moves: int, seat: str, post: str, choices: dict[int, Choice] | None = None) -> ReadPaste:
    store, name = table(session, moves)
    timeline = Timeline.read(store, shelf(), name, seat)
    return read_post(timeline, store, Pasted(text=post, seat=seat, choices=choices or {}), Poster(seat, seat))


@pytest.mark.parametrize(("told", "line", "rule"), [
    (WALKS_TOO_FAR, "D: TT / M: d6>d3", "KEY-MOV-01"), (ATTACKS_AFAR, "A: BRA>ALA 3", "RISK-ATT-02"),
])  # fmt: skip
def test_offers_an_illegal_move_first_with_its_rule(told: tuple[str, int, str, str], line: str, rule: str) -> None:
    paste = read(*told)
    (asked,) = [one for one in paste.lines if not one.is_settled]
    assert asked.choices[0] == line
    assert not asked.is_likely, "one key must not confirm it"
    assert "A rule speaks against the first." in asked.message
    first, *others = offers(paste, asked)
    assert rule in first.against
    assert not any(other.against for other in others)
    (taken,) = [one for one in read(*told, {asked.number: Choice(take=line)}).lines if one.taken]
    assert (taken.status, taken.may_keep) == ("fix", True)


@pytest.mark.parametrize("post", [
    "Drew a Time Tunnel. Did my pawn walk from d6 to d3?", "Drew a Time Tunnel. My pawn would walk from d6 to d3.",
    "Drew a Time Tunnel. Nobody walks from d6 to d3.", "Drew a Time Tunnel. Tobias walks from d6 to d3.",
])  # fmt: skip
def test_does_not_offer_questions_wishes_denials_or_moves_of_others(post: str) -> None:
    lines = read("keys-2", 129, "priya", post).lines
    assert [choice for line in lines for choice in line.choices if "d3" in choice] == []
    assert read("keys-2", 129, "tobias", "My pawn walks from d6 to d3.").is_settled
