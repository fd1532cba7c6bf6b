"""The app: every page that has routes is served by it."""

from importlib import import_module
from pathlib import Path

from flask import Blueprint

import webui.pages
from events.store.memory import MemoryStore
from projections.shelf import shelf
from webui import create_app

NO_PAGES = {"first_look", "moment", "session_facts", "viewer_scene"}


def test_every_module_of_pages_is_registered_under_its_name() -> None:
    served = create_app(MemoryStore(), shelf()).blueprints
    for path in sorted(Path(webui.pages.__file__).parent.glob("*.py")):
        if path.stem == "__init__":
            continue
        found = [each for each in vars(import_module(f"webui.pages.{path.stem}")).values() if type(each) is Blueprint]
        assert [blueprint.name for blueprint in found] == [path.stem] * (path.stem not in NO_PAGES)
        assert all(served.get(path.stem) is blueprint for blueprint in found), f"webui.app does not list {path.stem}"
