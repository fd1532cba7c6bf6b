"""Plant faults in a copy of the program and report which of them the tests find.

Run `reach` first, then `run`. Both work on copies of the project and write to the folder `.mutants`.
"""

import concurrent.futures
import json
import queue
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import click
from mutant_drawing import drawn
from mutant_reach import copied, read_notes, run_with_probes
from mutant_rows import ROOT, Fault, faults
from mutant_runs import Outcome, tried
from rich.console import Console
from rich.progress import track

NOTES = ROOT / ".mutants"
SHORT = "not long and not browser"
SAY = Console(stderr=True)


def memory() -> str | None:
    """Return a folder in memory if there is one, for the copies."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108


@click.group(help=__doc__, context_settings={"max_content_width": 100})
def main() -> None:
    """Group the commands."""


@main.command()
def check() -> None:
    """Check that the old text of each row occurs exactly once; exit with 1 if not."""
    wrong = list[str]()
    for fault in faults():
        try:
            fault.text(ROOT)
        except ValueError as error:
            wrong.append(str(error))
    click.echo("\n".join([*wrong, f"{len(faults())} rows, {len(wrong)} do not apply"]))
    sys.exit(bool(wrong))


@main.command()
@click.option("--count", default=100, show_default=True, help="Number of faults, each on another line.")
@click.option("--seed", default=32, show_default=True, help="Seed of the draw.")
def draw(count: int, seed: int) -> None:
    """Print rows of random faults in executable lines."""
    click.echo("\n".join(drawn(count, seed)))


@main.command()
@click.option("--notes", type=click.Path(path_type=Path), default=NOTES, help="Folder for what is recorded.")
@click.option("--selection", default=SHORT, show_default=True, help="Marks of the tests that run, as pytest's -m.")
def reach(notes: Path, selection: str) -> None:
    """Run the tests once, and record which tests run the line of each fault and how long they take."""
    with tempfile.TemporaryDirectory(dir=memory()) as place:
        sys.exit(run_with_probes(faults(), notes.resolve(), Path(place), selection))


@main.command()
@click.option("--notes", type=click.Path(path_type=Path), default=NOTES, help="Folder of what `reach` recorded.")
@click.option("--jobs", default=2, show_default=True, help="Number of faults that are tried at once.")
@click.option(
    "--limit",
    default=600.0,
    show_default=True,
    help="Seconds for the tests of one fault; after them it counts as not found.",
)
@click.option("--only", multiple=True, help="Names of faults or tables, for example ccg or drawn:7.")
def run(notes: Path, jobs: int, limit: float, only: tuple[str, ...]) -> None:
    """Try each fault, write one line of JSON for each to results.jsonl, and print how many were found.

    A fault that results.jsonl already holds is not tried again.
    """
    results = notes / "results.jsonl"
    known = {row["fault"]: row for row in map(json.loads, results.read_text().splitlines())} if results.exists() else {}
    recorded = read_notes(notes, faults())
    faulty = [fault for fault in faults() if fault.name not in known]
    chosen = [one for one in faulty if not only or {one.name, one.name.partition(":")[0]} & {*only}]
    with tempfile.TemporaryDirectory(dir=memory()) as place, concurrent.futures.ThreadPoolExecutor(jobs) as workers:
        copies: queue.Queue[Path] = queue.Queue()
        for number in range(jobs):
            copies.put(copied(Path(place) / str(number)))

        def attempt(fault: Fault) -> Outcome:
            copy = copies.get()
            try:
                return tried(fault, copy, recorded, limit)
            finally:
                copies.put(copy)

        done = concurrent.futures.as_completed([workers.submit(attempt, fault) for fault in chosen])
        for future in track(done, "Faults", total=len(chosen), console=SAY):
            row = vars(future.result())
            known[row["fault"]] = row
            with results.open("a") as file:
                file.write(json.dumps(row) + "\n")
    click.echo(table(known))


def table(results: dict[str, Any]) -> str:
    """Return the number of faults found, for each table of rows, and the names of those not found."""
    rows = [fault.name for fault in faults() if fault.name in results]
    total, found = Counter(name.partition(":")[0] for name in rows), Counter[str]()
    for name in rows:
        found[name.partition(":")[0]] += results[name]["found"]
    lines = [f"{name:8} {found[name]:4} of {total[name]:4}" for name in total]
    lost = [f"  {name}: {results[name]['how']}" for name in rows if not results[name]["found"]]
    return "\n".join([*lines, f"{'all':8} {found.total():4} of {total.total():4}", *lost])


if __name__ == "__main__":
    main()
