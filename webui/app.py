"""The Flask app: blueprints of pages and API, template filters and globals, headers and error responses."""

import mimetypes
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final, cast

from flask import Blueprint, Flask, current_app, request
from werkzeug.routing import BaseConverter

from events.errors import StorageError
from events.store.accounts import Accounts
from events.store.connection import SEND_AGAIN
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from events.store.settings import pace_text
from projections.registry import Registry
from projections.wording import titled
from webui import pages
from webui.access.identity import prepare_identity
from webui.access.metrics import CountedStore, Figures
from webui.access.pending_links import make_pending_links
from webui.access.rate_limits import make_limiter
from webui.access.request_log import prepare_log
from webui.access.responses import asset_version, entity_tag, prepare_responses, script, static_file
from webui.access.view import EXTENSION, Context, identity_badge
from webui.api import routes
from webui.refusals import PagesApp, answer_refusals
from webui.views.base_address import check_origins
from webui.views.dates import day_text, time_element, zone_moment
from webui.views.export_formats import FORMATS

mimetypes.add_type("font/woff2", ".woff2")  # unknown on some hosts
LARGEST: Final = 1_048_576  # maximum size of a request body in bytes, except for uploads of a thread import
_CLOSED: Final = f"the database cannot be opened at present. {SEND_AGAIN}"


def create_app(
    store: EventStore, registry: Registry, accounts: Accounts | None = None, *, laptop: bool = False, base: str = "",
    frames: Sequence[str] = (), first_look: bool = False, metrics_token: str = "", figures: Figures | None = None,
) -> Flask:  # fmt: skip
    """Return the Flask app (the web pages) for one store and the supported games.

    - `accounts`: people and links (default: in memory).
    - `laptop`: every request to this machine's own address acts as the moderator.
    - `base`: the public address of these pages.
    - `frames`: origins whose pages may frame positions.
    - `first_look`: start with the welcome page of the sample sessions.
    - `metrics_token`: the token that shows all metrics.
    - `figures`: metrics that several processes share.

    Spectators get no cookies, and pages load nothing from other hosts.
    """
    accounts = accounts or Accounts.memory()
    app = PagesApp("webui")
    app.config.update(BASE=base, FRAMES=check_origins(frames), FIRST_LOOK=first_look, MAX_CONTENT_LENGTH=LARGEST)
    app.config["METRICS_TOKEN"] = metrics_token
    app.extensions["cloisterbell-limiter"] = make_limiter(accounts.tables)
    counted = figures or Figures()
    app.extensions[EXTENSION] = Context(cast("EventStore", CountedStore(store, counted)), registry)
    app.extensions["cloisterbell-pending-links"] = make_pending_links(accounts.tables)
    app.url_map.converters.update(seq=_LineNumber, version=_Version)
    app.add_url_rule("/static/<version:version>/<path:filename>", endpoint="static")
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.filters.update(time_element=time_element, zone_moment=zone_moment, day_text=day_text)
    app.jinja_env.filters.update(number="{:,}".format, pace=pace_text, titled=titled)
    app.jinja_env.globals.update(asset_version=asset_version(), static_file=static_file, script=script)
    app.jinja_env.globals.update(identity_badge=identity_badge, is_served=is_served)
    app.jinja_env.globals.update(formats=FORMATS, entity_tag=entity_tag)
    for blueprint in (*_page_blueprints(), routes.blueprint):
        app.register_blueprint(blueprint)
    prepare_log(app, counted, store)
    prepare_identity(app, accounts, laptop=laptop, secure=base.startswith("https:"))
    prepare_responses(app)
    answer_refusals(app)
    return app


@cache
def _page_blueprints() -> tuple[Blueprint, ...]:
    modules = [import_module(name) for _, name, _ in walk_packages(pages.__path__, "webui.pages.")]
    return tuple(found for module in modules for found in vars(module).values() if isinstance(found, Blueprint))


class _AwayDatabase:
    def answers(self) -> bool:
        """Return False: the database never answers."""
        return False


class _ClosedStore(MemoryStore):
    database = _AwayDatabase()


def make_closed_app(registry: Registry, **given: Any) -> Flask:
    """Return the app for a server whose database cannot be opened.

    The app answers 503, except for static files and the metrics page.
    """
    app = create_app(_ClosedStore(), registry, **given)

    def refuse() -> None:
        if request.endpoint not in ("static", "metrics.page"):
            raise StorageError(_CLOSED)

    app.before_request_funcs[None].insert(1, refuse)  # after the request timer starts, before the user is identified
    return app


class _LineNumber(BaseConverter):
    """URL converter for entry numbers: digits without a sign and without a leading zero."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)


class _Version(BaseConverter):
    """URL converter for the version of the static files."""

    regex = "[0-9a-f]{8}"


def is_served(rule: str) -> bool:
    """Return whether the app has a route with this URL pattern."""
    known = current_app.extensions.get("cloisterbell-rules")
    if known is None:
        known = current_app.extensions["cloisterbell-rules"] = {str(each) for each in current_app.url_map.iter_rules()}
    return rule in known
