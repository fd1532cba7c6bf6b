"""All commands of the command line by full name, such as `db check`."""

from typing import Final

import click

from webui.cli import COMMANDS, Listed

_LISTED: Final = {
    f"{name} {sub}".rstrip(): found
    for some in COMMANDS.values()
    for name, one in some.items()
    for sub, found in ({"": one} if isinstance(one, Listed) else one).items()
}
COMMAND_NAMES: Final = tuple(_LISTED)


def every_command() -> dict[str, click.Command]:
    return {name: one.load() for name, one in _LISTED.items()}
