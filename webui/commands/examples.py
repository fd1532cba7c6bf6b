"""Commands whose help ends with examples, as they are typed."""

from collections.abc import Callable
from typing import Any

import click


class CommandWithExamples(click.Command):
    """A command that shows its epilog line by line."""

    def format_epilog(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they stand."""
        if self.epilog:
            with formatter.section("Examples"):
                for line in self.epilog.splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


def command(name: str, *examples: str) -> Callable[[Callable[..., Any]], CommandWithExamples]:
    """Make a function a command of this name; examples are what one types behind `cloisterbell`."""
    return click.command(
        name, cls=CommandWithExamples, epilog="\n".join(f"cloisterbell {example}" for example in examples)
    )
