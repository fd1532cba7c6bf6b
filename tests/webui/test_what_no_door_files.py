"""No entry point accepts a claimed result of the dice roller, or an illegal move in another seat's turn."""

from pathlib import Path
from typing import Any

import pytest
from front_door import Door
from people import Table
from texts import missing

from events.entry import Entry
from events.events import Move
from events.session_events import IllegalMoveAccepted
from events.store.accounts import MODERATOR, SEAT, SPECTATOR
from projections.registry import Registry
from replay.posts.lines import NOT_TO_KEEP
from replay.reading.session_event_text import session_event_sentence

WHY = "they agreed by mail"


class Doors(Table):
    def __init__(self, games: Registry) -> None:
        super().__init__(games, "doors")
        assert self.sent(SEAT, "black", "dare yellow")["done"]

    def sent(self, role: str, seat: str, text: str, *, whose: str = "", keep: str = "", wanted: int = 200) -> Any:
        choices = {"choices": {"1": {"accept": keep}}} if keep else {}
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


def test_commands_refuse_a_claimed_card(no_door: Door, tmp_path: Path) -> None:
    no_door.well("new", "risk", "--seats", "black,yellow,red", "--alias", "war", "--option", "first_player=black")
    before = no_door.content()
    post = tmp_path / "post.txt"
    post.write_text("== T1 Black ==\nT: RUS\n== end ==\n")
    for way in (
        ["post", "war", post],
        ["post", "war", post, "--accept", f"2={WHY}"],
        ["import", post, "--to", "war", "--yes", "--check"],
    ):
        ran = no_door(*way)
        assert ran.status == (1 if "import" in way else 2)
        assert "the dice roller deals these cards. Leave out what was drawn" in ran.out + ran.err
        assert no_door.content() == before
    assert no_door("post", "war", post, "--check", "--json").data["lines"][0]["choices"] == ["T: (roll)"]
    no_door.well("post", "war", post, "--read", "2=T: (roll)")


def test_only_the_moderator_accepts_an_illegal_move_out_of_turn(games: Registry) -> None:
    doors = Doors(games)
    doors.sent(SEAT, "yellow", "pass")
    doors.sent(SEAT, "yellow", "dare black")
    doors.sent(SEAT, "black", "pass")  # now it is Black's turn again
    before = doors.lines()
    told = doors.sent(SEAT, "yellow", "dare black", keep=WHY)["lines"][0]
    assert (told["status"], told["rule"], told["may_accept"]) == ("illegal", "TOY-DAR-01", False)
    assert told["message"].endswith(NOT_TO_KEEP)
    assert NOT_TO_KEEP in doors.typed(SEAT, "yellow", text="dare black", **{"line-1": "accept", "accept-1": WHY})
    assert "Accept as played" not in doors.typed(SEAT, "yellow", text="dare black")
    assert doors.lines() == before
    assert doors.sent(MODERATOR, "", "dare black", whose="yellow", keep=WHY)["done"]
    flagged = next(entry for entry in doors.lines()[len(before) :] if isinstance(entry.event, IllegalMoveAccepted))
    assert (flagged.event, flagged.by) == (IllegalMoveAccepted("moderator", "TOY-DAR-01", WHY), "moderator")
    assert not missing(
        session_event_sentence(IllegalMoveAccepted("moderator", "TOY-DAR-01", WHY)), "Moderator", "TOY-DAR-01", WHY
    )


def test_a_seat_can_accept_its_own_illegal_move_in_its_turn(games: Registry) -> None:
    doors = Doors(games)  # Yellow must answer, because Black's dare still counts
    assert "Accept as played" in doors.typed(SEAT, "yellow", text="dare yellow")
    before = len(doors.lines())
    assert doors.sent(SEAT, "yellow", "dare yellow", keep=WHY)["done"]
    events = [entry.event for entry in doors.lines()[before:]]
    assert IllegalMoveAccepted("yellow", "TOY-DAR-01", WHY) in events
    assert any(isinstance(event, Move) for event in events)


@pytest.mark.parametrize(("role", "seat"), [(SPECTATOR, ""), (SEAT, "black")])
def test_other_roles_cannot_accept_an_illegal_move_of_a_seat(games: Registry, role: str, seat: str) -> None:
    doors = Doors(games)
    before = doors.lines()
    doors.sent(role, seat, "pass", whose="yellow", keep=WHY, wanted=403 if role == SPECTATOR else 422)
    assert doors.lines() == before
