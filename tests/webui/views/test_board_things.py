"""The things on a board that moves can name."""

from events.events import Move
from projections.drawing.board import Panel
from projections.games.daleks.events.moves import Travel
from webui.views.board_things import panel_of_step, things_on


def panel(name: str, *arguments: str) -> Panel:
    parts = [f'<g data-arg="{one}"><title>A thing</title></g>' for one in arguments]
    return Panel(name, name, "", (520, 100), parts)


def test_things_with_equal_arguments_are_listed_once() -> None:
    board = [panel("track", "amy", "bob"), panel("consoles", "amy")]
    assert [(one.arguments, one.panel) for one in things_on(board)] == [("amy", "track"), ("bob", "track")]


def test_the_panel_of_the_step_has_the_most_things_that_moves_name() -> None:
    board = [panel("track", "amy"), panel("locations", "place=2,zone=1", "place=3,zone=0"), panel("deck", "timey")]
    moves: list[Move] = [Travel("amy", 2, 1), Travel("amy", 3)]
    assert panel_of_step(board, moves) == "locations"
    assert panel_of_step(board, moves[:0]) == ""
