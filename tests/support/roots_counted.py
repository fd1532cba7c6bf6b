"""How many roots a slip brings: `python tests/support/roots_counted.py transcripts|lines|pairs SEED COUNT`.

`transcripts` are slips of the shipped transcripts; `lines` changes of recorded logs, chained anew; `pairs` two slips
in one transcript, each of which is found alone. Printed are the findings and roots a slip, what was told in another
way, and the slips that brought more than two roots. `SEED COUNT` may be followed by how many processes do the work.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice
from typing import Final, NamedTuple

from faults import UNDETECTABLE, Copy, Planted, forged_fields, forged_seals, forged_shapes
from mutations import Mutation, mutations, original, play
from players import eventful, founded, play_on, tables

from events.facts import TABLE
from events.store.memory import MemoryStore
from replay.audit.audit import audit
from replay.audit.findings import Report

_MOVES: Final = 30


class Told(NamedTuple):
    """What one slip came to: how, with how many findings and roots, and the words that name it."""

    came: str
    findings: int = 0
    roots: int = 0
    name: str = ""


def rules(report: Report, *, roots: bool = False) -> Counter[str]:
    """The rules of the violations, or of those that are roots alone."""
    return Counter(one.rule for one in report.findings if one.level == "violation" and not (roots and one.root))


def of_slip(slip: Mutation) -> Told:
    """A slip of a transcript: what is found that its original has not."""
    (done, report, _), was = play(slip.text), original(slip.file).report
    name = f"{slip.file.parts[-3]}/{slip.file.stem}:{slip.at} {slip.kind}"
    fresh = rules(report) - rules(was)
    if not done.whole:
        return Told("stopped", name=name)
    if not fresh:
        return Told("legal, the same or not checked", name=name)
    first = rules(report, roots=True) - rules(was, roots=True)
    return Told("found", fresh.total(), max(1, first.total()), f"{name} {dict(first)}")


def merged(one: Mutation, other: Mutation) -> str | None:
    """Both slips in one transcript, None where they touch or change how many lines there are."""
    was = one.file.read_text("utf-8").split("\n")
    first, second = one.text.split("\n"), other.text.split("\n")
    if not len(was) == len(first) == len(second):
        return None
    changed = [{at for at, line in enumerate(was) if text[at] != line} for text in (first, second)]
    if changed[0] & changed[1]:
        return None
    return "\n".join(first[at] if at in changed[0] else second[at] for at in range(len(was)))


def pairs(chance: random.Random) -> Iterator[tuple[Mutation, Mutation]]:
    """Two slips of one transcript, without end."""
    waiting = dict[str, Mutation]()
    for slip in mutations(chance):
        if slip.kind in ("drop", "double"):
            continue
        one = waiting.pop(slip.file.name, None)
        if one is None:
            waiting[slip.file.name] = slip
        else:
            yield one, slip


def of_pair(slips: tuple[Mutation, Mutation]) -> Told:
    """Two slips, each of which alone is found: whether a rule that tells of each alone tells of it beside the other."""
    one, other = slips
    name = f"{one.file.parts[-3]}/{one.file.stem}:{one.at} {one.kind}, {other.at} {other.kind}"
    both = merged(one, other)
    if both is None or not (done := play(both)).done.whole:
        return Told("touch, or stopped", name=name)
    base = rules(original(one.file).report)
    alone = [rules(play(slip.text).report) - base for slip in slips]
    if not all(alone):
        return Told("one of them is no fault", name=name)
    found, first = rules(done.report) - base, rules(done.report, roots=True)
    missed = [slip.at for slip, rule in zip(slips, alone, strict=True) if not found & rule]
    return Told("one is not told" if missed else "both told", found.total(), first.total(), f"{name} {missed} {alone}")


def of_log(seed: int, share: float, table: tuple[str, int, bool]) -> list[Told]:
    """The changes of one recorded session: fields, seals and shapes."""
    slug, seats, plain = table
    session = founded(MemoryStore(), slug, seats, session="rootscounted")
    (play_on if plain else eventful)(session, _MOVES, seed=seed)
    session.end()
    copy, told = Copy(session, random.Random(seed)), list[Told]()
    for source in (forged_fields, forged_seals, forged_shapes):
        told += [_of_plant(copy, planted) for planted in source(copy, share)]
    return told


def _of_plant(copy: Copy, planted: Planted) -> Told:
    session = copy.session
    report = audit(
        session.game, session.codec, session.row, planted.lines, planted.secrets, TABLE,
        data=lambda _pin: b"", has_tower=True, complete=True,
    )  # fmt: skip
    found, first = rules(report), rules(report, roots=True)
    name = f"{session.started.game} {planted.name} at {sorted(planted.at)[:3]} {dict(first)}"
    if not found:
        told = any(one.level != "violation" for one in report.findings)
        excused = planted.name in UNDETECTABLE
        return Told("doubt or note" if told else "excused" if excused else "SILENT", name=name)
    return Told("found", found.total(), first.total(), name)


def logs(seed: int, number: int, pool: Callable[..., Iterator[list[Told]]]) -> list[Told]:
    """So many changed log lines of every table of the shelf, session after session."""
    told, every = list[Told](), [(slug, seats, plain) for slug, seats in tables() for plain in (True, False)]
    for more in count():
        for some in pool(partial(of_log, seed + more, 0.12), every):
            told += some
        if len(told) >= number:
            return told
    raise AssertionError


def shown(told: Sequence[Told]) -> str:
    """The figures."""
    lines = [f"{number:>6}  {came}" for came, number in Counter(one.came for one in told).most_common()]
    found = [one for one in told if one.roots]
    for name in ("findings", "roots"):
        numbers = sorted(getattr(one, name) for one in found) or [0]
        median, most = numbers[len(numbers) // 2], numbers[-1]
        lines.append(f"{name} a slip: median {median}, p95 {numbers[int(len(numbers) * 0.95)]}, max {most}")
    lines += sorted(f"{one.roots:>4} roots of {one.findings}: {one.name}" for one in found if one.roots > 2)
    names = Counter(f"{one.came}: {one.name}" for one in told if one.came in ("SILENT", "excused", "one is not told"))
    return "\n".join([*lines, *(f"{number} {name}" for name, number in sorted(names.items()))]) + "\n"


def main(what: str, seed: str, number: str, processes: str = "1") -> None:
    """Print the figures of so many slips of a kind."""
    chance = random.Random(int(seed))
    with ProcessPoolExecutor(int(processes)) as pool:
        if what == "lines":
            told = logs(int(seed), int(number), pool.map)
        elif what == "pairs":
            told = list(pool.map(of_pair, islice(pairs(chance), int(number)), chunksize=4))
        else:
            told = list(pool.map(of_slip, islice(mutations(chance), int(number)), chunksize=4))
    sys.stdout.write(shown(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
