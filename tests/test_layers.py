"""The layers of the code: allowed imports, the modules that read input, and the folder of each module."""

import ast
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

import projections
from projections.registry import registry

HOUSE = Path(projections.__file__).parent.parent
LAYERS = ("events", "projections", "replay", "webui")
"""Each knows only those before it."""
MODULES = sorted(path.relative_to(HOUSE) for layer in LAYERS for path in (HOUSE / layer).rglob("*.py"))
DOORS = {
    "random": {"replay/chance/random_source.py"},
    "secrets": {
        "events/seal.py", "events/store/accounts.py", "replay/chance/tower.py",
        "replay/session/session.py", "webui/access/identity.py",
    },
    "time": {"events/store/connection.py", "replay/chance/clock.py"},
    "datetime": {"replay/importing/archive.py", "replay/session/deadline.py", "webui/views/dates.py"},
    "sqlite3": {
        f"events/store/{name}.py"
        for name in (
            "backup", "connection", "group_commit", "recovery", "schema", "sqlite", "sqlite_transfer",
            "tables", "watermark",
        )
    },
    "sqlite_utils": {"events/store/schema.py", "replay/exporting/database.py"},
}  # fmt: skip
"""What comes from outside, and the only files it comes in by."""
PAGES = ("PIL", "click", "flask", "jinja2", "limits", "resvg_py", "rich", "waitress", "werkzeug")
"""Known to `webui` alone."""
ORDERS = {
    Path("replay"): (frozenset({"chance"}), frozenset({"reading"}), frozenset({"session"}), frozenset({"audit"}),
                     frozenset({"corrections", "transfer"}), frozenset({"posts", "turn_summaries"}),
                     frozenset({"importing", "exporting", "laws"}), frozenset({"sources"}),
                     frozenset({"following"})),
    Path("webui"): (frozenset({"views", "collector"}), frozenset({"notices"}), frozenset({"access"}),
                    frozenset({"pages", "api", "refusals"}),
                    frozenset({"app", "serve", "workers"}), frozenset({"commands"}), frozenset({"cli"})),
}  # fmt: skip
"""The folders of a wing in order: each knows only itself and those before it."""
GAME_ORDER = tuple(
    frozenset(names)
    for names in (
        ("options", "events", "components"), ("state",), ("rules",), ("prose",), ("notation",), ("editor",), ("odds",),
        ("board",), ("game",),
    )
)  # fmt: skip
"""The same inside each game; not every game needs every folder."""
every_game_folder = pytest.mark.parametrize(
    "folder", [*(Path("projections", "games", slug) for slug in registry()), Path("projections", "starter")], ids=str
)
VAGUE = re.compile("util|helper|common|manager|handler|service|misc")


@cache
def imported(module: Path) -> Sequence[tuple[str, int]]:
    found = list[tuple[str, int]]()
    for node in ast.walk(ast.parse((HOUSE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(name.name, node.lineno) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: say where it stands, from the top"
            found += [(f"{node.module}.{name.name}", node.lineno) for name in node.names]
    return found


def test_checks_the_modules_of_every_layer() -> None:
    assert {module.parts[0] for module in MODULES} == set(LAYERS)
    assert len(MODULES) > 60


def test_a_module_does_not_import_from_later_layers() -> None:
    for module in MODULES:
        below = LAYERS[LAYERS.index(module.parts[0]) + 1 :]
        for name, line in imported(module):
            assert name.split(".")[0] not in below, f"{module}:{line} imports {name}"


def rank(module: Path, below: Path, order: tuple[frozenset[str], ...]) -> int | None:
    """Return the place of a module in the order of folders, or None if its folder is not in the order."""
    part = module.relative_to(below).parts[0].removesuffix(".py")
    return next((place for place, names in enumerate(order) if part in names), None)


def upward(below: Path, order: tuple[frozenset[str], ...]) -> list[str]:
    """The imports of a wing that run up, and the modules that have no place in its order."""
    prefix = ".".join(below.parts) + "."
    found = []
    for module in MODULES:
        if module.is_relative_to(below) and module != below / "__init__.py":
            mine = rank(module, below, order)
            if mine is None:
                found.append(f"{module} has no place")
                continue
            for name, line in imported(module):
                if name.startswith(prefix):
                    target = rank(below / name.removeprefix(prefix).split(".")[0], below, order)
                    if target is not None and target > mine:
                        found.append(f"{module}:{line} imports {name}")
    return found


@pytest.mark.parametrize(("below", "order"), ORDERS.items(), ids=map(str, ORDERS))
def test_imports_inside_a_layer_follow_its_order(below: Path, order: tuple[frozenset[str], ...]) -> None:
    folders = {
        module.relative_to(below).parts[0].removesuffix(".py") for module in MODULES if module.is_relative_to(below)
    }
    assert frozenset().union(*order) == folders - {"__init__"}
    assert upward(below, order) == []


@every_game_folder
def test_imports_inside_a_game_follow_its_order(folder: Path) -> None:
    assert upward(folder, GAME_ORDER) == []


def test_finds_an_import_against_the_order() -> None:
    assert upward(Path("replay"), tuple(reversed(ORDERS[Path("replay")]))) != []


def test_there_are_no_circular_imports() -> None:
    names = {".".join(module.with_suffix("").parts).removesuffix(".__init__"): module for module in MODULES}
    graph: dict[str, set[str]] = {}
    for name, module in names.items():
        found = {full if full in names else full.rpartition(".")[0] for full, _ in imported(module)}
        graph[name] = {each for each in found if each in names and not name.startswith(f"{each}.")} - {name}
    left = dict(graph)
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}, "these import each other, or what does"


FOLDERS = sorted({module.parent for module in MODULES})
INDEXED = [folder for folder in FOLDERS if folder.parent != Path("projections", "games")]
"""The folders whose `__init__` is an index. A game's own says what the game is."""


def docstring(folder: Path) -> str:
    return ast.get_docstring(ast.parse((HOUSE / folder / "__init__.py").read_text(encoding="utf-8"))) or ""


@pytest.mark.parametrize("folder", INDEXED, ids=str)
def test_docstring_of_a_folder_names_its_modules(folder: Path) -> None:
    """Each word in backticks that could be a module is one."""
    living = {module.stem for module in MODULES if module.parent == folder} - {"__init__"}
    named = set(re.findall(r"`([a-z][a-z_]*)`", docstring(folder)))
    assert living - named == set()
    if folder.name not in ("events", "commands"):  # these name pieces of the board too, and commands
        assert named - living - {other.name for other in FOLDERS} - {"cloisterbell"} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_docstring_of_a_folder_says_what_it_is(folder: Path) -> None:
    assert len(docstring(folder).split()) >= 5


def test_init_files_of_folders_import_nothing() -> None:
    for folder in FOLDERS:
        if len(folder.parts) > 1 and folder.name != "events":  # its package is the vocabulary
            assert imported(folder / "__init__.py") == [], folder


def test_only_listed_modules_import_restricted_libraries() -> None:
    for module in MODULES:
        for name, line in imported(module):
            top = name.split(".")[0]
            if top in DOORS:
                assert module.as_posix() in DOORS[top], f"{module}:{line} imports {name}"
            if top in PAGES:
                assert module.parts[0] == "webui", f"{module}:{line} imports {name}"


def test_every_listed_import_is_used() -> None:
    names = [(name.split(".")[0], module.as_posix()) for module in MODULES for name, _ in imported(module)]
    used = {(name, module) for name, module in names if name in DOORS}
    assert used == {(name, module) for name, modules in DOORS.items() for module in modules}


@every_game_folder
def test_a_game_imports_only_events_and_the_kernel(folder: Path) -> None:
    """No other game, no storage, no session; a game is one folder."""
    log = r"events\.(events|entry|errors|session_events)\b"
    own = re.escape(".".join(folder.parts))
    kernel = re.compile(rf"projections\.(?!games\.|starter\.)|{own}\b|{log}")
    standard = sys.stdlib_module_names | {"msgspec"}
    mine = [module for module in MODULES if module.is_relative_to(folder)]
    assert mine
    for module in mine:
        for name, line in imported(module):
            assert kernel.match(name) or name.split(".")[0] in standard, f"{module}:{line} imports {name}"


@pytest.mark.parametrize("slug", registry())
def test_no_game_is_named_outside_its_folder(slug: str) -> None:
    """By its slug as a word of code or of an example, its title, a rule of its own, or an alias made from its slug."""
    game = registry()[slug]
    prefixes = "|".join(sorted({rule.partition("-")[0] for rule in game.meta.rulebook}))
    anywhere = re.compile(rf"{re.escape(game.meta.title)}|\b(?:{prefixes})-[A-Z]{{3}}-[0-9]")
    code = re.compile(rf"[\"'`]{slug}[\"'`]|[\"'`/ ]{slug}-[a-z]|games\.{slug}\b|--game {slug}\b")
    own = HOUSE / "projections" / "games"
    for layer in LAYERS:
        for path in sorted((HOUSE / layer).rglob("*")):
            if path.suffix in (".py", ".html", ".js", ".css", ".toml") and not path.is_relative_to(own):
                text = path.read_text(encoding="utf-8")
                found = anywhere.findall(text) + (code.findall(text) if path.suffix == ".py" else [])
                assert found == [], path.relative_to(HOUSE)


def test_modules_have_clear_names_and_docstrings() -> None:
    assert [str(module) for module in MODULES if VAGUE.search(module.stem)] == []
    texts = {module: (HOUSE / module).read_text(encoding="utf-8") for module in MODULES}
    assert [str(module) for module, text in texts.items() if not ast.get_docstring(ast.parse(text))] == []
