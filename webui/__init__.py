"""Who looks at the log: the pages of Cloister Bell, and its command line."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from events.store import EventStore
    from projections.shelf import Shelf

__all__ = ["create_app"]


def create_app(store: "EventStore", shelf: "Shelf") -> "Flask":
    """The app over one store and one shelf.

    It sets no cookies, asks no other host for anything, and shows what a spectator may know.
    """
    from webui.app import make_app  # noqa: PLC0415  # commands that serve no pages do not wait for Flask

    return make_app(store, shelf)
