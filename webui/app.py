"""The Flask app: the blueprints of pages and API, template filters and globals, headers and refusals."""

import mimetypes
from collections.abc import Sequence
from typing import Final, cast

from flask import Flask, current_app, request
from werkzeug.routing import BaseConverter

from events.errors import StorageError
from events.store.accounts import Accounts
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import pace_text
from projections.registry import Registry
from projections.wording import titled
from replay.chance.clock import iso_moment, utc_moment
from webui.access.identity import prepare_identity
from webui.access.identity_badge import identity_badge
from webui.access.metrics import CountedStore, Figures
from webui.access.pending_links import make_tray
from webui.access.rate_limits import make_limiter
from webui.access.request_log import prepare_log
from webui.access.responses import asset_version, prepare_responses
from webui.access.view import EXTENSION, Context
from webui.api import routes
from webui.pages.people import people, secret_link
from webui.pages.rulings import fix, ruling, rulings, set_value, takeback, was_move
from webui.pages.server import dark_theme, home, imports, metrics, new
from webui.pages.session import (
    audit,
    dice,
    embed,
    export,
    feed,
    kit,
    move,
    notes,
    order,
    pictures,
    post,
    steps,
    turn,
    viewer,
    what_if,
    why,
    witnesses,
)
from webui.refusals import PagesApp, answer_refusals
from webui.views.base_address import check_origins
from webui.views.dates import day_text, zone_moment
from webui.views.export_formats import FORMATS

mimetypes.add_type("font/woff2", ".woff2")  # not every host knows it
LARGEST: Final = 1_048_576
"""Bytes that anybody may send at once."""
_CLOSED: Final = (
    "the server of the logs does not answer just now; what was filed before stands, and this can be sent again"
)


def make_app(
    store: EventStore,
    registry: Registry,
    accounts: Accounts,
    *,
    laptop: bool,
    base: str,
    frames: Sequence[str],
    first_look: bool,
    metrics_token: str = "",
    figures: Figures | None = None,
) -> Flask:
    """The app over a store, a shelf and the accounts beside the store.

    With `first_look` it opens on what to look at first in the samples. It sets no cookies for readers and asks no other
    host for anything.
    """
    app = PagesApp("webui")
    app.config.update(BASE=base, FRAMES=check_origins(frames), FIRST_LOOK=first_look, MAX_CONTENT_LENGTH=LARGEST)
    app.config["METRICS_TOKEN"] = metrics_token
    app.extensions["cloisterbell-limiter"] = make_limiter(accounts.tables)
    counted = figures or Figures()
    app.extensions[EXTENSION] = Context(cast("EventStore", CountedStore(store, counted)), registry)
    app.extensions["cloisterbell-tray"] = make_tray(accounts.tables)
    app.url_map.converters["seq"] = LineNumber
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.filters.update(iso_moment=iso_moment, utc_moment=utc_moment, zone_moment=zone_moment)
    app.jinja_env.filters.update(day_text=day_text, number="{:,}".format, pace=pace_text, titled=titled)
    app.jinja_env.globals.update(asset_version=asset_version(), identity_badge=identity_badge, is_served=is_served)
    app.jinja_env.globals.update(formats=FORMATS)
    for page in (
        home, viewer, audit, dice, export, feed, secret_link, move, order, post, kit, pictures, people, new,
        takeback, fix, ruling, set_value, was_move, imports, what_if, why,
        rulings, steps, dark_theme, embed, notes, turn, witnesses, metrics,
    ):  # fmt: skip
        app.register_blueprint(page.blueprint)
    app.register_blueprint(routes.blueprint)
    prepare_log(app, counted, store)
    prepare_identity(app, accounts, laptop=laptop, secure=base.startswith("https:"))
    prepare_responses(app)
    answer_refusals(app)
    return app


class _AwayDatabase:
    """The database of a house that cannot be opened, as the page of the figures asks for it."""

    def answers(self) -> bool:
        """Whether it takes a connection."""
        return False


class _ClosedStore(MemoryStore):
    """The store of a house that cannot be opened: nobody reads it."""

    database = _AwayDatabase()


def make_closed_app(
    registry: Registry, *, base: str = "", metrics_token: str = "", figures: Figures | None = None
) -> Flask:
    """The app of a house that cannot be opened for now: it has every address, and answers with 503 at each.

    What needs no database is answered as ever: what pages are drawn with, and the figures to whoever has their token.
    """
    app = make_app(
        _ClosedStore(), registry, Accounts.memory(), laptop=False, base=base, frames=(), first_look=False,
        metrics_token=metrics_token, figures=figures,
    )  # fmt: skip

    def refuse() -> None:
        if request.endpoint not in ("static", "metrics.page"):
            raise StorageError(_CLOSED)

    app.before_request_funcs[None].insert(1, refuse)  # behind the clock of the log, before who asks is looked for
    return app


class LineNumber(BaseConverter):
    """The URL converter of line numbers: no sign, no leading zero."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


def is_served(rule: str) -> bool:
    """Whether an address is served here, as the URL map writes it."""
    known = current_app.extensions.get("cloisterbell-rules")
    if known is None:
        known = current_app.extensions["cloisterbell-rules"] = {str(each) for each in current_app.url_map.iter_rules()}
    return rule in known
