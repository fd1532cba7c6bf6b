"""The command `games`: the supported games with their options and data files, a new game, and the laws of games."""

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_origin

import msgspec
from click import UsageError, argument, option

from events.errors import RefusedError
from projections.meta import Meta
from projections.registry import registry
from projections.wording import joined
from webui.commands.options import command
from webui.commands.output import plural, say, warn, with_progress, write_json, write_text

if TYPE_CHECKING:
    from replay.laws.laws import Breach

_SHOWN: Final = 5  # broken laws shown for each law


def options_of(options: type[msgspec.Struct]) -> dict[str, str]:
    """Return the options of a game with their possible values."""
    return {field.name: _allowed_values(field.type) for field in msgspec.structs.fields(options)}


def _allowed_values(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " or ".join(map(str, get_args(kind)))
    if get_origin(kind) is dict:
        return "seat=value, seat=value"
    return {str: "text", int: "a number", bool: "true or false"}.get(kind, "a value")


@command(
    "games", "games", "games risk", "games --json", "games --data GAME > cards.toml", "games --new SLUG",
    "games --check risk", database=False,
)  # fmt: skip
@argument("game", required=False)
@option("--data", "shipped", metavar="GAME", help="Print the data file of a game.")
@option("--new", "new", metavar="SLUG", help="Write a small working game into the new folder SLUG.")
@option(
    "--check", "checked", metavar="GAME", help="Play a game at random, and check the laws that every game must obey."
)
def games(game: str | None, shipped: str | None, new: str | None, checked: str | None, *, as_json: bool) -> int:
    """List the supported games and their options.

    Name a GAME by its slug, the short name in the list, to see only that game. The cards of some games are in a data
    file. For your own card list, print that file with --data, change it, and start a session with `new --data`. If a
    game has several files, write GAME.NAME.

    --new writes a game that you can change into your own, as a Python package. Install it with `pip install -e SLUG`.
    Games of other packages are listed too, with the package.

    Exit status 1: --check found that the game breaks a law.
    """
    if sum(one is not None for one in (game, shipped, new, checked)) > 1:
        raise UsageError("GAME, --data, --new and --check cannot be combined")
    if new is not None:
        _write(new, as_json=as_json)
    elif checked is not None:
        return _check(checked.lower(), as_json=as_json)
    elif shipped is not None:
        slug, _, name = shipped.lower().partition(".")
        write_text(_shipped_data(registry().meta(slug), name))
    else:
        _list(game, as_json=as_json)
    return 0


def _list(game: str | None, *, as_json: bool) -> None:
    broken = registry().unusable()
    slugs = [*registry()] if game is None else [game.lower()]
    metas = [(slug, registry().meta(slug), options_of(registry().options(slug))) for slug in slugs]
    for one in broken:
        warn(str(one))
    if as_json:
        found = [
            {
                "game": slug, "title": meta.title, "seats": meta.seats, "rules_number": meta.rules_number,
                "rules": len(meta.rulebook), "options": options, "package": meta.source,
                "changes": {name: text.says for name, text in meta.option_texts.items()}, "data": dict(meta.data),
            }
            for slug, meta, options in metas
        ]  # fmt: skip
        write_json(found)
        return
    for slug, meta, options in metas:
        say(f"{slug}: {meta.title}, {meta.seats_said}{f', from {meta.source}' if meta.source else ''}")
        say(f"  rules version {meta.rules_number}, {len(meta.rulebook)} rules: cloisterbell rules {slug}")
        texts = meta.option_texts
        for name, allowed in options.items():
            say(f"  option {name}: {allowed}")
            if text := texts.get(name):
                say(f"      {text.label}")
                say(fill(text.says, 118, initial_indent=" " * 6, subsequent_indent=" " * 6))
        for name in meta.data:
            asked = f"{slug}.{name}" if len(meta.data) > 1 else slug
            say(f"  data {name}: can be customized; to print the original: cloisterbell games --data {asked}")


def _write(slug: str, *, as_json: bool) -> None:
    from pathlib import Path  # noqa: PLC0415  # a list writes no game

    from webui.commands.new_game import write_game  # noqa: PLC0415  # as above

    paths = [str(path) for path in write_game(slug, Path.cwd())]
    if as_json:
        write_json(paths)
        return
    say("\n".join(paths))
    say(f"\nInstall the game with: pip install -e ./{slug}")


def _check(slug: str, *, as_json: bool) -> int:
    from replay.laws.laws import check_of, sessions_of  # noqa: PLC0415  # a list of games plays none

    played, seat_counts = sessions_of(registry()[slug]), registry().meta(slug).seat_counts
    found = check_of(registry()[slug], with_progress(played, "Playing", len(played)))
    if as_json:
        write_json(found)
        return int(not found.is_sound)
    say(f"{slug}: {plural(found.sessions, 'session')}, {plural(found.moves, 'move')} of random play")
    for name, says in found.laws.items():
        broken = [one for one in found.broken if one.law == name]
        unchecked = found.unchecked.get(name, ())
        is_open = len(unchecked) == len(seat_counts)
        state = "BROKEN" if broken else "not checked" if is_open else "ok"
        partly = f" (not checked with {joined([*map(str, unchecked)])} seats)" if unchecked and not is_open else ""
        say(f"  {state:<11}  {name}: {says}{partly}")
        texts = [*dict.fromkeys(one.found for one in broken)]
        for text in texts[:_SHOWN]:
            ones = [one for one in broken if one.found == text]
            say(f"{'':>15}{_where(ones, len(seat_counts), found.versions)}{text}")
        if len(texts) > _SHOWN:
            say(f"{'':>15}and {len(texts) - _SHOWN} more")
    return int(not found.is_sound)


def _where(ones: "Sequence[Breach]", all_seats: int, all_versions: int) -> str:
    """Return in words with which rules versions and numbers of seats a law is broken, "" if with all."""
    versions, seats = sorted({one.version for one in ones}), sorted({one.seats for one in ones})
    if not any(seats):
        return ""
    where = [f"rules version {joined([*map(str, versions)])}"] if len(versions) < all_versions else []
    where += [f"{joined([*map(str, seats)])} seat{'s' * (seats != [1])}"] if len(seats) < all_seats else []
    return f"{', '.join(where)}: " if where else ""


def _shipped_data(meta: Meta, name: str) -> str:
    if not meta.data:
        raise RefusedError(f"{meta.slug} has no data file")
    name = name or (min(meta.data) if len(meta.data) == 1 else "")
    if name not in meta.data:
        choices = ", ".join(f"--data {meta.slug}.{each}" for each in meta.data)
        raise RefusedError(f"name a data file of {meta.slug}: {choices}")
    return meta.folder.joinpath(meta.data[name]).read_text(encoding="utf-8")
