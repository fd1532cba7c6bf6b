"""The command line, `cloisterbell`: how every command ends, and what its mistakes look like."""

import errno
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import click

from events.errors import BellError
from webui.commands.output import warn
from webui.usage.commands import commands

_INTERRUPTED: Final = 130
_UNWRITTEN: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG, errno.EIO})
"""Why nothing more is written, where the program is not to blame."""


def _usage_mistake(error: click.ClickException) -> str:
    """A mistake in using the program, in one line."""
    said = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    return f"{said[:1].lower()}{said[1:]}; see {context.command_path if context else 'cloisterbell'} --help"


def _system_words(error: BaseException) -> str:
    """What the system refused, of which file or folder, and why; "" where it was a fault of ours."""
    if not isinstance(error, OSError):
        return ""
    why = (error.strerror or str(error)).lower()
    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    if error.errno in _UNWRITTEN:
        return f"{f'{name}: ' if name else ''}not all was written: {why}; what was filed before that stands"
    if name:
        return f"{name}: {why}"
    try:
        os.getcwd()  # noqa: PTH109  # of the help nothing should wait for pathlib
    except OSError as gone:
        return f"the folder that this was called in: {(gone.strerror or str(gone)).lower()}"
    return ""


def run(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line (without the program's name) and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    try:
        status = commands.main(arguments, prog_name="cloisterbell", standalone_mode=False)
    except click.ClickException as error:
        warn(_usage_mistake(error))
        return 2
    except BellError as error:
        warn(str(error))
        return 2
    except (click.Abort, KeyboardInterrupt):
        return _INTERRUPTED
    except Exception as error:
        if told := _system_words(error):
            warn(told)
            return 2
        if os.environ.get("CLOISTERBELL_DEBUG"):
            raise
        warn(f"something went wrong in here: {type(error).__name__}: {error}")
        warn("please report it with what you did, and with what is printed when CLOISTERBELL_DEBUG=1 is set")
        return 2
    return status if isinstance(status, int) else 0


def main() -> NoReturn:
    """The program."""
    sys.exit(run())
