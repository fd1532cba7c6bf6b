"""The app: every screen, what each answer carries, and what a refusal looks like."""

from flask import Flask

from events.store import EventStore
from projections.shelf import Shelf
from webui import audit, dice, export, sessions, viewer
from webui.answers import prepare
from webui.asking import NAME, House
from webui.dates import spoken, stamped
from webui.doors import Seq
from webui.refusals import answer_refusals
from webui.stamp import stamp

__all__ = ["make_app"]


def make_app(store: EventStore, shelf: Shelf) -> Flask:
    """The app over one store and one shelf.

    It sets no cookies, asks no other host for anything, and shows what a spectator may know.
    """
    app = Flask("webui")
    app.extensions[NAME] = House(store, shelf)
    app.url_map.converters["seq"] = Seq
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.filters.update(moment=stamped, spoken=spoken, number="{:,}".format)
    app.jinja_env.globals.update(stamp=stamp())
    for screen in (sessions, viewer, audit, dice, export):
        app.register_blueprint(screen.screen)
    prepare(app)
    answer_refusals(app)
    return app
