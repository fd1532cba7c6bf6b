"""Record which tests reach a planted fault. This module is copied into the program and imported by its probes."""

import os
from pathlib import Path

_SEEN: set[tuple[str, str]] = set()


def hit(fault: str) -> None:
    """Record once that the current test, or the fixture built for it, reaches a fault."""
    place = os.environ.get("MUTANTS_REACHED")
    reached = fault, os.environ.get("MUTANTS_FIXTURE") or os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if place and reached not in _SEEN:
        _SEEN.add(reached)
        with Path(place, f"reached-{os.getpid()}.tsv").open("a") as notes:
            notes.write("\t".join(reached) + "\n")
