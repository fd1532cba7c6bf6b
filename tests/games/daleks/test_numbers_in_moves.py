"""What the numbers in a move of Time of the Daleks are the names of."""

import pytest
from daleks_tables import JULIE, place, table

from projections.games.daleks.components.printed_costs import printed_cost
from projections.games.daleks.facts.moves import MOVES
from projections.games.daleks.prose.tell_moves import numbered
from projections.games.daleks.state.position import Debt

NOW = table("travel", places=(place(2, "mars", "silence", ""),), at={JULIE: (2, 0)})


@pytest.mark.parametrize(
    ("field", "number", "says"),
    [
        ("place", 1, "Earth"), ("place", 2, "Mars"), ("zone", 0, "zone 1: Past, Mars Past"),
        ("zone", 2, "zone 3: Future"), ("icon", 3, "icon 3"), ("option", 2, "cost 2"),
    ],
)  # fmt: skip
def test_a_number_is_the_name_of_something(field: str, number: int, says: str) -> None:
    assert says in numbered(NOW, field, number)


def test_the_zones_and_costs_have_names() -> None:
    assert numbered(NOW.replace(step="enter"), "zone", 1) == "Mars Future"
    choices = [name for name, one in NOW.box.dilemma.items() if len(one.fail) > 1]
    for name in choices:
        now = NOW.replace(stack=(Debt(JULIE, "dilemma", name, printed_cost(NOW.box, "dilemma", name)),))
        words = [numbered(now, "option", number) for number in (1, 2)]
        assert len(set(words)) == 2
        assert "cost" not in words[0]
    assert choices


def test_every_number_of_a_move_is_a_name() -> None:
    for move in MOVES:
        numbers = {name for name, kind in move.__annotations__.items() if kind is int}
        assert numbers <= set(getattr(move, "names", ()))
