"""The app: every screen, what each answer carries, and what a refusal looks like."""

from flask import Flask

from events.desk import Desk
from events.store import EventStore
from projections.shelf import Shelf
from webui import audit, dice, export, feed, kit, links, moving, pictures, sessions, viewer
from webui.answers import prepare
from webui.asking import NAME, House
from webui.dates import in_zone, spoken, stamped
from webui.doors import Seq
from webui.limits import make_limiter
from webui.refusals import answer_refusals
from webui.stamp import stamp
from webui.who import prepare_doors

__all__ = ["make_app"]


def make_app(store: EventStore, shelf: Shelf, desk: Desk, *, laptop: bool, base: str) -> Flask:
    """The app over one store, one shelf and one desk.

    It sets no cookies for readers and asks no other host for anything.
    """
    app = Flask("webui")
    app.config["BASE"] = base
    app.extensions["cloisterbell-limiter"] = make_limiter()
    app.extensions[NAME] = House(store, shelf)
    app.url_map.converters["seq"] = Seq
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.filters.update(moment=stamped, spoken=spoken, in_zone=in_zone, number="{:,}".format)
    app.jinja_env.globals.update(stamp=stamp())
    for screen in (sessions, viewer, audit, dice, export, feed, links, moving, kit, pictures):
        app.register_blueprint(screen.screen)
    prepare_doors(app, desk, laptop=laptop, secure=base.startswith("https:"))
    prepare(app)
    answer_refusals(app)
    return app
