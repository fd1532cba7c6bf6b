"""The help pages: `/help` for everybody, `/help/<game>` on how to write moves, and `/rules/<game>`.

`/dark/<game>.css` recolours the boards of a game for dark mode. Drawings use light colours.
"""

import tomllib
from functools import cache
from pkgutil import get_data
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from projections.drawing.palette import dark_mode_css
from projections.meta import Meta
from projections.notation.lines import PatternNotation
from projections.notation.verb_table import verb_rows
from projections.rulebook import interpretations_of, rule_changes
from webui.access.responses import asset_version, immutable, revalidated
from webui.access.view import current_context

blueprint = Blueprint("help_pages", __name__)


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A post in plain words, and the lines of notation that say the same."""

    post: str
    lines: tuple[str, ...]


class GameHelp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of a game's help page: how to write names, dice and cards, what to leave out, and example posts."""

    names: tuple[str, ...] = ()
    omit: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    example: tuple[Example, ...] = ()


@cache
def game_help(package: str) -> GameHelp:
    """Return the texts of HELP.toml in a game's package, or empty texts if it has none."""
    try:
        text = (get_data(package, "HELP.toml") or b"").decode()
    except FileNotFoundError:
        text = ""
    return msgspec.convert(tomllib.loads(text), GameHelp)


def _meta(game: str) -> Meta:
    metas = current_context().registry.metas
    if game not in metas:
        raise NotFound(f'"{game[:40]}" is not a supported game. Games: {", ".join(metas)}.')
    return metas[game]


def _page(template: str, *tag: str, **shown: Any) -> Response:
    return revalidated((template, *tag, asset_version()), lambda: render_template(template, **shown))


@blueprint.get("/help")
def page() -> Response:
    """Explain links, roles, what the moderator can see, and privacy."""
    return _page("help.html", games=current_context().registry.metas.values())


@blueprint.get("/help/<game>")
def game(game: str) -> Response:
    """Explain how to write the moves of a game."""
    meta = _meta(game)
    notation = current_context().registry[meta.slug].notation
    verbs = list(verb_rows(notation.table)) if isinstance(notation, PatternNotation) else []
    return _page("help_game.html", game, meta=meta, verbs=verbs, help=game_help(meta.package))


@blueprint.get("/rules/<game>")
def rules(game: str) -> Response:
    """List the rules of a game by id, its rules versions, its open rules questions and its options."""
    meta = _meta(game)
    questions, changes = interpretations_of(meta.package), rule_changes(meta.package)
    return _page("rules.html", game, meta=meta, questions=questions, changes=changes)


@blueprint.get("/dark/<game>.css")
def dark_colours(game: str) -> Response:
    """Return the dark colours of a game, or an empty stylesheet if its boards remain light."""
    inks = current_context().registry[_meta(game).slug].view.dark_palette
    respond = immutable if request.args.get("v") == asset_version() else revalidated
    return respond(("dark", game), lambda: "" if inks is None else dark_mode_css(inks), "text/css")
