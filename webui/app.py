"""The app: every screen, what each answer carries, and what a refusal looks like."""

from typing import Final

from flask import Flask

from events.store.accounts import Desk
from events.store.protocol import EventStore
from events.store.settings import written_pace
from projections.shelf import Shelf
from projections.wording import titled
from webui.access.asset_version import stamp
from webui.access.converters import Seq, leads
from webui.access.identity import prepare_doors
from webui.access.identity_badge import me
from webui.access.link_tray import make_tray
from webui.access.rate_limits import make_limiter
from webui.access.responses import prepare
from webui.access.view import NAME, House
from webui.api import routes
from webui.desk.dates import in_zone, spoken, spoken_day, stamped
from webui.pages import (
    archive,
    audit,
    correction,
    dice,
    export,
    feed,
    home,
    kit,
    links,
    move,
    new_session,
    orders,
    people,
    pictures,
    post,
    ruling,
    set_value,
    takeback,
    viewer,
)
from webui.refusals import Pages, answer_refusals

__all__ = ["make_app"]

LARGEST: Final = 1_048_576
"""Bytes that anybody may send at once."""


def make_app(store: EventStore, shelf: Shelf, desk: Desk, *, laptop: bool, base: str) -> Flask:
    """The app over one store, one shelf and one desk.

    It sets no cookies for readers and asks no other host for anything.
    """
    app = Pages("webui")
    app.config.update(BASE=base, MAX_CONTENT_LENGTH=LARGEST)
    app.extensions["cloisterbell-limiter"] = make_limiter()
    app.extensions[NAME] = House(store, shelf)
    app.extensions["cloisterbell-tray"] = make_tray()
    app.url_map.converters["seq"] = Seq
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.filters.update(moment=stamped, spoken=spoken, in_zone=in_zone, day=spoken_day)
    app.jinja_env.filters.update(number="{:,}".format, pace=written_pace, titled=titled)
    app.jinja_env.globals.update(stamp=stamp(), me=me, leads=leads)
    for page in (
        home, viewer, audit, dice, export, feed, links, move, orders, post, kit, pictures, people, new_session,
        takeback, correction, ruling, set_value, archive,
    ):  # fmt: skip
        app.register_blueprint(page.screen)
    app.register_blueprint(routes.screen)
    prepare_doors(app, desk, laptop=laptop, secure=base.startswith("https:"))
    prepare(app)
    answer_refusals(app)
    return app
