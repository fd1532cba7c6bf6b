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


def test_the_viewer_uses_every_module_of_its_folder() -> None:
    assert {name for name in NAMES if name.startswith("viewer/")} <= set(modules("viewer.js"))


def test_a_script_as_one_text_has_each_module_once() -> None:
    text = joined("viewer.js")
    later = re.findall(r'import\("\./([^"]+)"\)', (STATIC / "tip.js").read_text("utf-8"))
    assert later
    assert text.count("Promise.resolve(module_") == len(later)
    for module in (*modules("viewer.js"), *later):
        exports = re.findall(r"(?m)^export (.*)", (STATIC / module).read_text("utf-8"))
        assert exports, module
        for line in exports:
            assert text.count(f"\n{line}\n") == 1, line
