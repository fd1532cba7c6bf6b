"""Prove that an installed wheel works: help of each command, the demo, one page of each kind, all package data.

Run it with the Python of the environment that has the wheel, in an empty folder. The argument is the source tree.
"""

import re
import sys
from contextlib import closing
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import events
import projections
import replay
import webui
from events.store.sqlite import SqliteStore
from projections.registry import registry
from webui import create_app
from webui.cli import COMMANDS, Listed, run

PACKAGES = (events, projections, replay, webui)
NOT_INSTALLED = {"projections/ruff.toml"}
FIRST_PAGES = (
    "/", "/new", "/import", "/rulings", "/s/risk-mistakes", "/s/risk-mistakes/9.svg", "/s/friday",
    "/s/friday/post", "/s/risk-mistakes/9/embed", "/api/v1/openapi.json", "/api/v1/sessions/risk-mistakes",
)  # fmt: skip
"""Start pages: they link to the other pages, or few pages link to them."""
NEW = "--db demo.db new keys --seats tenth,twelfth --alias friday"
LEAST_KINDS = 30
LINK = re.compile(r'(?:href|src)="(/[^"]*)"')


def missing_files(source: Path) -> list[str]:
    """Return the files of the source tree that the installed packages do not hold, byte for byte."""
    found = []
    for package in PACKAGES:
        name, installed = package.__name__, Path(str(package.__file__)).parent
        if installed.is_relative_to(source):
            found.append(f"{name} was imported from the source tree")
        for path in (source / name).rglob("*"):
            inner = path.relative_to(source / name)
            if (
                path.is_dir()
                or {"__pycache__", ".ruff_cache"} & {*inner.parts}
                or f"{name}/{inner.as_posix()}" in NOT_INSTALLED
            ):
                continue
            copy = installed / inner
            if not copy.is_file() or copy.read_bytes() != path.read_bytes():
                found.append(f"{name}/{inner} is not installed as it is in the source tree")
    return found


def failed_commands() -> list[str]:
    """Return the command lines that fail among the helps and the demo."""
    listed = [(name, one) for some in COMMANDS.values() for name, one in some.items()]
    names = [f"{name} {sub}" for name, one in listed for sub in ([""] if isinstance(one, Listed) else ["", *one])]
    lines = ["--help", *(f"{name} --help" for name in names), "--db demo.db demo --no-serve", NEW]
    return [f"cloisterbell {line} fails" for line in lines if run(line.split())]


def failed_pages() -> list[str]:
    """Follow links, request the first linked page of each kind, and return the pages that fail."""
    found, kinds, waiting = list[str](), set[str](), list(FIRST_PAGES)
    with closing(SqliteStore(Path("demo.db"))) as store, closing(store.open_accounts()) as accounts:
        app = create_app(store, registry(), accounts, laptop=True)
        client, addresses = app.test_client(), app.url_map.bind("127.0.0.1")
        for page in waiting:  # it grows
            kind, _ = addresses.match(urlsplit(page).path)
            if kind in kinds and kind != "static" and page not in FIRST_PAGES:
                continue
            kinds.add(kind)
            response = client.get(page, base_url="http://127.0.0.1")
            if response.status_code >= 400:
                found.append(f"{page}: {response.status}")
            if response.mimetype == "text/html":
                links = map(unescape, LINK.findall(response.text))
                waiting += [link for link in dict.fromkeys(links) if link not in waiting]
    return found if len(kinds) >= LEAST_KINDS else [*found, f"only {len(kinds)} kinds of pages were reached"]


def main() -> int:
    """Run all checks and print what fails."""
    wrong = [*missing_files(Path(sys.argv[1]).resolve()), *failed_commands(), *failed_pages()]
    print("\n".join([*wrong, f"{len(wrong)} problems"]))  # noqa: T201
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
