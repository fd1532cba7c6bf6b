"""The scripts of the pages: each is one text with its modules inside."""

import re
from importlib.resources import files
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webui.access.responses import asset_version
from webui.views.scripts import joined, names

STATIC = Path(str(files("webui") / "static"))
NAMES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))
MODULE = re.compile(r"(?m)^const module_(\w+) = ")


def imported(name: str) -> list[str]:
    """Return the paths that a script imports from when it starts, in any form of import."""
    text = (STATIC / name).read_text("utf-8")
    found = re.findall(r"""(?m)^import\b[^;]*?["']([^"']+)["'];""", text)
    return [(STATIC / name).parent.joinpath(path).resolve().relative_to(STATIC.resolve()).as_posix() for path in found]


def constants(modules: list[str]) -> set[str]:
    """The names of modules as a joined text writes them."""
    return {re.sub(r"\W", "_", name.removesuffix(".js")) for name in modules}


def imported_later(name: str) -> list[str]:
    """The scripts that a script imports on first use, or when the first step can be taken."""
    return re.findall(r'import\("\./([^"]+)"\)', joined(name))


@pytest.mark.parametrize("name", NAMES)
def test_has_each_module_once_after_the_modules_that_it_imports(name: str) -> None:
    text = joined(name)
    order = MODULE.findall(text)
    assert len(set(order)) == len(order)
    assert constants(imported(name)) <= set(order)
    for module in (one for one in NAMES if constants([one]) & set(order)):
        (own,) = constants([module])
        assert constants(imported(module)) <= set(order[: order.index(own)]), module
        for line in re.findall(r"(?m)^export (.*)", (STATIC / module).read_text("utf-8")):
            assert text.count(f"\n{line}\n") == 1, line
    assert not re.search(r"(?m)^import ", text)


def test_the_viewer_uses_every_module_of_its_folder() -> None:
    assert constants([name for name in NAMES if "/" in name]) <= set(MODULE.findall(joined("viewer.js")))


@pytest.mark.parametrize("name", sorted(names()))
def test_only_the_viewer_contains_modules_that_keep_state(name: str) -> None:
    """A script that is loaded later has modules of its own, so it must not contain one of the viewer's folder."""
    assert any(module.startswith("viewer_") for module in MODULE.findall(joined(name))) is (name == "viewer.js")
    assert {*imported_later(name)} <= names()


def test_the_first_step_waits_for_no_script_that_it_does_not_need() -> None:
    later = {"copy.js", "things.js", "zoom.js"}
    assert later <= {*imported_later("viewer.js")}
    assert not constants([*later]) & set(MODULE.findall(joined("viewer.js")))


def test_a_script_for_an_offline_page_also_has_what_it_loads_later() -> None:
    text = joined("viewer.js", whole=True)
    assert constants(imported_later("viewer.js")) <= set(MODULE.findall(text))
    assert text.count("Promise.resolve(module_") == len(imported_later("viewer.js"))


def test_a_script_is_sent_in_one_file(client: FlaskClient) -> None:
    for place in (f"/static/{asset_version()}", "/static"):
        answer = client.get(f"{place}/viewer.js", buffered=True)
        assert (answer.text, answer.mimetype) == (joined("viewer.js"), "text/javascript")
        held = {"If-None-Match": answer.headers["ETag"]}
        assert client.get(f"{place}/viewer.js", headers=held, buffered=True).status_code == 304
    assert client.get("/static/no.js", buffered=True).status_code == 404
