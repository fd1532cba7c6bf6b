"""How commands are called agrees with what they do: each option reaches its work, each choice is one that is taken."""

import inspect
from functools import partial
from importlib import import_module

import click
import pytest

from events.store.settings import VISIBILITIES
from replay.live.consent import POLICIES
from replay.replies.markup import FORMATS
from webui.desk.png import SIZE, SIZES
from webui.usage.commands import commands


def declared(name: str) -> click.Command:
    return commands.commands[name]


@pytest.mark.parametrize("name", commands.commands)
def test_what_a_command_does_takes_what_its_options_say(name: str) -> None:
    callback = declared(name).callback
    assert isinstance(callback, partial)
    module, work = callback.args
    taken = inspect.signature(getattr(import_module(module), work)).parameters
    given = {str(param.name) for param in declared(name).params if param.expose_value}
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


def test_a_picture_has_its_usual_size() -> None:
    (param,) = (param for param in declared("show").params if param.name == "size")
    assert param.default == str(SIZE)
