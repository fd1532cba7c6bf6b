"""The modules of the pages' scripts: which ones a page loads, and the same as one text."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

from webui.views.scripts import joined, modules

STATIC = Path(str(files("webui") / "static"))
NAMES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js"))


def imported(name: str) -> list[str]:
    """Return the paths that a script imports from when it starts, in any form of import."""
    text = (STATIC / name).read_text("utf-8")
    found = re.findall(r"""(?m)^import\b[^;]*?["']([^"']+)["'];""", text)
    return [(STATIC / name).parent.joinpath(path).resolve().relative_to(STATIC.resolve()).as_posix() for path in found]


@pytest.mark.parametrize("name", NAMES)
def test_lists_each_module_after_the_modules_that_it_imports(name: str) -> None:
    order = (*modules(name), name)
    assert len(set(order)) == len(order)
    for at, module in enumerate(order):
        assert set(imported(module)) <= set(order[:at]), module


def imported_later() -> list[str]:
    """The modules that the viewer imports on first use, or when the first step can be taken."""
    texts = [(STATIC / name).read_text("utf-8") for name in (*modules("viewer.js"), "viewer.js")]
    return re.findall(r'import\("\./([^"]+)"\)', "".join(texts))


def test_the_viewer_uses_every_module_of_its_folder() -> None:
    assert {name for name in NAMES if name.startswith("viewer/")} <= {*modules("viewer.js"), *imported_later()}


def test_the_first_step_waits_for_no_module_that_it_does_not_need() -> None:
    later = {"copy.js", "things.js", "zoom.js", "viewer/charts.js", "viewer/visits.js"}
    assert later <= {*imported_later()} - {*modules("viewer.js")}


def test_a_script_as_one_text_has_each_module_once() -> None:
    text, later = joined("viewer.js"), imported_later()
    assert text.count("Promise.resolve(module_") == len(later)
    for module in (*modules("viewer.js"), *later):
        exports = re.findall(r"(?m)^export (.*)", (STATIC / module).read_text("utf-8"))
        assert exports or module == "copy.js", module
        for line in exports:
            assert text.count(f"\n{line}\n") == 1, line
