"""What the tower makes nobody claims, and nobody keeps a move of a turn that is another's: asked at every door."""

from pathlib import Path
from typing import Any

import pytest
from front_door import Door
from people import Table
from texts import missing, wrong

from events.entry import Entry
from events.events import Move
from events.session_events import IllegalMoveAccepted
from events.store.accounts import MODERATOR, SEAT, SPECTATOR
from projections.registry import Registry
from replay.posts.lines import NOT_TO_KEEP
from replay.reading.session_event_text import session_event_sentence

ROLLS = "the tower rolls; write (roll)"
WHY = "they agreed by mail"


class Doors(Table):
    """A session in which Black has dared Yellow."""

    def __init__(self, games: Registry) -> None:
        super().__init__(games, "doors")
        assert self.sent(SEAT, "black", "dare yellow")["done"]

    def sent(self, role: str, seat: str, text: str, *, whose: str = "", keep: str = "", wanted: int = 200) -> Any:
        choices = {"choices": {"1": {"keep": keep}}} if keep else {}
        answer = self.app.test_client().post(
            "/api/v1/sessions/doors/posts", json={"text": text, **({"seat": whose} if whose else {}), **choices},
            headers={"Authorization": f"Bearer {self.token(role, seat)}"},
        )  # fmt: skip
        assert answer.status_code == wanted, answer.text
        return answer.json

    def typed(self, role: str, holds: str, /, **words: str) -> str:
        return self.browser(role, holds).refused("/s/doors/post", "/s/doors/post", "", do="file", **words)

    def lines(self) -> list[Entry]:
        return self.again().table.entries


@pytest.fixture
def doors(games: Registry) -> Doors:
    return Doors(games)


@pytest.mark.parametrize(("role", "seat"), [(SEAT, "yellow"), (MODERATOR, "")])
@pytest.mark.parametrize("keep", ["", WHY])
def test_no_program_claims_a_die(doors: Doors, role: str, seat: str, keep: str) -> None:
    before = doors.lines()
    told = doors.sent(role, seat, "pass (6)", whose="yellow", keep=keep)
    assert not told["done"]
    assert [(line["status"], line["message"], line["choices"]) for line in told["lines"]] == [("fix", ROLLS, ["pass"])]
    assert not told["lines"][0]["may_keep"]
    assert doors.lines() == before


def test_no_page_takes_a_claimed_die(doors: Doors) -> None:
    before = doors.lines()
    page = doors.typed(SEAT, "yellow", text="pass (6)")
    assert not wrong(page, ROLLS.capitalize(), 'value="=pass"', absent=["Keep it, flagged"])
    assert ROLLS.capitalize() in doors.typed(MODERATOR, "", text="pass (6)", seat="yellow", **{"line-1": "keep"})
    assert doors.lines() == before


def test_no_command_claims_a_card(no_door: Door, tmp_path: Path) -> None:
    no_door.well("new", "risk", "--seats", "black,yellow,red", "--alias", "war", "--option", "first_player=black")
    before = no_door.content()
    post = tmp_path / "post.txt"
    post.write_text("== T1 Black ==\nT: RUS\n== end ==\n")
    for way in (
        ["post", "war", post],
        ["post", "war", post, "--keep", f"2={WHY}"],
        ["import", post, "--to", "war", "--yes", "--check"],
    ):
        ran = no_door(*way)
        assert ran.status == (1 if "import" in way else 2)
        assert "the tower deals; leave out what was drawn" in ran.out + ran.err
        assert no_door.content() == before
    assert no_door("post", "war", post, "--check", "--json").data["lines"][0]["choices"] == ["T: (roll)"]
    no_door.well("post", "war", post, "--read", "2=T: (roll)")


def test_a_seat_that_is_not_awaited_asks_the_moderator(games: Registry) -> None:
    doors = Doors(games)
    doors.sent(SEAT, "yellow", "pass")
    doors.sent(SEAT, "yellow", "dare black")
    doors.sent(SEAT, "black", "pass")  # now it is Black's turn again
    before = doors.lines()
    told = doors.sent(SEAT, "yellow", "dare black", keep=WHY)["lines"][0]
    assert (told["status"], told["rule"], told["may_keep"]) == ("fix", "TOY-DAR-01", False)
    assert told["message"].endswith(NOT_TO_KEEP)
    assert NOT_TO_KEEP in doors.typed(SEAT, "yellow", text="dare black", **{"line-1": "keep", "keep-1": WHY})
    assert "Keep it, flagged" not in doors.typed(SEAT, "yellow", text="dare black")
    assert doors.lines() == before
    assert doors.sent(MODERATOR, "", "dare black", whose="yellow", keep=WHY)["done"]
    flagged = next(entry for entry in doors.lines()[len(before) :] if isinstance(entry.event, IllegalMoveAccepted))
    assert (flagged.event, flagged.by) == (IllegalMoveAccepted("moderator", "TOY-DAR-01", WHY), "moderator")
    assert not missing(
        session_event_sentence(IllegalMoveAccepted("moderator", "TOY-DAR-01", WHY)), "Moderator", "TOY-DAR-01", WHY
    )


def test_a_seat_keeps_its_own_move_in_its_own_turn(games: Registry) -> None:
    doors = Doors(games)  # Yellow is asked for an answer, and Black's dare stands
    assert "Keep it, flagged" in doors.typed(SEAT, "yellow", text="dare yellow")
    before = len(doors.lines())
    assert doors.sent(SEAT, "yellow", "dare yellow", keep=WHY)["done"]
    events = [entry.event for entry in doors.lines()[before:]]
    assert IllegalMoveAccepted("yellow", "TOY-DAR-01", WHY) in events
    assert any(isinstance(event, Move) for event in events)


@pytest.mark.parametrize(("role", "seat"), [(SPECTATOR, ""), (SEAT, "black")])
def test_only_the_seat_or_the_moderator_keeps_a_move(doors: Doors, role: str, seat: str) -> None:
    before = doors.lines()
    doors.sent(role, seat, "pass", whose="yellow", keep=WHY, wanted=403 if role == SPECTATOR else 422)
    assert doors.lines() == before
