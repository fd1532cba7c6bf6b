"""The web pages, the JSON API and the command line of Cloister Bell.

- `app` is the Flask app, `refusals` its error responses.
- `serve` runs it in one process, `workers` in several.
- `cli` is the command line, `commands` holds its commands.
- `collector` sets how often the garbage collector runs.
- `pages` holds the pages, `api` the JSON API.
- `access` identifies the user of a request and what they can see.
- `views` prepares what pages, commands and the API show.
- `notices` sends notices.

No module here decides a move or replays a log. Templates, styles and scripts are in `webui/templates` and
`webui/static`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webui.app import create_app

__all__ = ["__version__", "create_app"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import `create_app` at its first use: commands that serve no pages need not load Flask."""
    if name != "create_app":
        raise AttributeError(name)
    from webui.app import create_app  # noqa: PLC0415  # see above

    return create_app
