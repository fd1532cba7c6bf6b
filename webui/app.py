"""The app: every screen, what each answer carries, and what a refusal looks like."""

from typing import Final

from flask import Flask

from events.desk import Desk
from events.settings import written_pace
from events.store import EventStore
from projections.shelf import Shelf
from projections.words import titled
from webui import (
    archived,
    audit,
    dice,
    export,
    feed,
    fixing,
    kit,
    links,
    moving,
    ordering,
    people,
    pictures,
    posting,
    rulings,
    sessions,
    setting,
    starting,
    takebacks,
    viewer,
)
from webui.answers import prepare
from webui.api import routes
from webui.asking import NAME, House
from webui.dates import in_zone, spoken, spoken_day, stamped
from webui.doors import Seq, leads
from webui.limits import make_limiter
from webui.me import me
from webui.refusals import Pages, answer_refusals
from webui.stamp import stamp
from webui.tray import make_tray
from webui.who import prepare_doors

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
    for screen in (
        sessions, viewer, audit, dice, export, feed, links, moving, ordering, posting, kit, pictures, people, starting,
        takebacks, fixing, rulings, setting, archived,
    ):  # fmt: skip
        app.register_blueprint(screen.screen)
    app.register_blueprint(routes.screen)
    prepare_doors(app, desk, laptop=laptop, secure=base.startswith("https:"))
    prepare(app)
    answer_refusals(app)
    return app
