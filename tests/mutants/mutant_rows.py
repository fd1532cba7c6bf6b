"""Read planted faults from tables and apply them to a copy of the sources."""

import dataclasses
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = Path(__file__).with_name("faults")


@dataclasses.dataclass(frozen=True)
class Fault:
    """One planted fault: a row of a table in `faults`."""

    name: str
    """Table and line number, for example `ccg:7`."""
    module: str
    """Path of the changed module from the project's root."""
    old: str
    """Text that occurs exactly once in the module."""
    new: str
    """Text that replaces it."""
    behaviour: str
    """The behaviour that breaks, in one sentence."""

    def text(self, root: Path) -> str:
        """Return the text of the module below `root`.

        Raises:
            ValueError: If the module does not exist or does not contain the old text exactly once.
        """
        path = root / self.module
        text = path.read_text() if path.exists() else ""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.module} contains the old text {text.count(self.old)} times, not once")
        return text

    def plant(self, root: Path) -> str:
        """Change the module below `root`, and return its previous text.

        Raises:
            ValueError: If the fault does not apply.
        """
        text = self.text(root)
        (root / self.module).write_text(text.replace(self.old, self.new))
        return text


def faults(tables: Path = TABLES) -> list[Fault]:
    """Read the rows of all tables, in the order of their names."""
    return [
        Fault(f"{table.stem}:{number}", *map(_plain, line.split("\t")))
        for table in sorted(tables.glob("*.tsv"))
        for number, line in enumerate(table.read_text().splitlines(), 1)
    ]


def written(module: str, old: str, new: str, behaviour: str) -> str:
    """Return one row of a table, without the end of the line."""
    return "\t".join(map(_escaped, (module, old, new, behaviour)))


def _escaped(field: str) -> str:
    return field.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _plain(field: str) -> str:
    return field.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace("\0", "\\")
