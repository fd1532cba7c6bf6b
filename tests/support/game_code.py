"""The code of a game as text, for questions about the rules that it names."""

from importlib.resources.abc import Traversable


def code_of(folder: Traversable, within: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= code_of(entry, f"{within}{entry.name}/")
        elif entry.name.endswith(".py"):
            found[f"{within}{entry.name}"] = entry.read_text(encoding="utf-8")
    return found


def deciding_code(folder: Traversable) -> str:
    code = code_of(folder)
    del code["state/reducer.py"]
    assert len(code) > 50
    return "\n".join(code.values())
