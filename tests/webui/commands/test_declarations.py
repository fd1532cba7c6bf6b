"""Each command takes the options that it declares, and offers the values that are taken."""

import inspect

import click
import pytest

from events.store.settings import VISIBILITIES
from replay.live.consent import POLICIES
from replay.replies.markup import FORMATS
from webui.cli import COMMANDS, every_command
from webui.desk.png import SIZE, SIZES


def declared(name: str) -> click.Command:
    return every_command()[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_takes_its_options_and_is_listed_with_its_first_line(name: str) -> None:
    command, (_, _, does) = declared(name), COMMANDS[name]
    assert command.name == name
    assert str(command.help).partition("\n")[0] == does
    assert command.callback
    taken = inspect.signature(command.callback).parameters
    given = {str(param.name) for param in command.params if param.expose_value}
    named = {name for name, one in taken.items() if one.kind is not inspect.Parameter.VAR_KEYWORD}
    assert named <= given
    assert named == given or any(one.kind is inspect.Parameter.VAR_KEYWORD for one in taken.values())


@pytest.mark.parametrize(("name", "option", "values"), [
    ("new", "visibility", VISIBILITIES), ("people", "visibility", VISIBILITIES), ("new", "corrections", POLICIES),
    ("kit", "form", FORMATS), ("show", "size", map(str, SIZES)),
])  # fmt: skip
def test_the_choices_are_those_that_are_taken(name: str, option: str, values: tuple[str, ...]) -> None:
    (param,) = (param for param in declared(name).params if param.name == option)
    assert isinstance(param.type, click.Choice)
    assert tuple(param.type.choices) == tuple(values)
    assert option != "size" or param.default == str(SIZE)
