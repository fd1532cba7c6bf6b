"""The web pages, the JSON API and the command line of Cloister Bell.

`app` is the Flask app, `refusals` what it answers to mistakes, `serve` the server, `workers` several processes of it,
`cli` the command line. `pages` are the pages (their text in `webui/templates`, styles and scripts in `webui/static`),
`api` is what programs ask, `commands` are the commands, `access` is who is asking, `views` is what pages,
commands and API show, and `notices` sends notices. Nothing here decides a move or folds a log.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

    from events.store.accounts import Accounts
    from events.store.protocol import EventStore
    from projections.registry import Registry
    from webui.access.metrics import Figures

__all__ = ["__version__", "create_app"]

__version__ = "0.1.0"


def create_app(
    store: "EventStore",
    registry: "Registry",
    accounts: "Accounts | None" = None,
    *,
    laptop: bool = False,
    base: str = "",
    frames: "Sequence[str]" = (),
    first_look: bool = False,
    metrics_token: str = "",
    figures: "Figures | None" = None,
) -> "Flask":
    """The app over one store and one shelf; `accounts` knows people and links (one that is forgotten unless given).

    With `laptop` whoever reaches this machine's own address is the moderator. `base` is the address under which others
    reach these pages, `frames` the origins whose pages may frame positions; with `first_look` they open on what to look
    at first in the sample sessions. Whoever sends `metrics_token` reads all figures; `figures` are those of several
    processes that count together. It sets no cookies for readers and asks no other host for anything.
    """
    from events.store.accounts import Accounts  # noqa: PLC0415  # commands that serve no pages do not wait for Flask
    from webui.app import make_app  # noqa: PLC0415  # as above

    return make_app(
        store, registry, accounts or Accounts.memory(), laptop=laptop, base=base, frames=frames, first_look=first_look,
        metrics_token=metrics_token, figures=figures,
    )  # fmt: skip
