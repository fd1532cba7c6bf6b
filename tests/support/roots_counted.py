"""How many roots a slip brings: `python tests/support/roots_counted.py transcripts|lines|pairs SEED COUNT`.

`transcripts` are slips of the shipped transcripts; `lines` changes of recorded logs, chained anew; `pairs` two slips
in one transcript, each of which is found alone: `COUNT` pairs that can stand together. Printed are the findings and
roots a slip, what was told in another way, and the slips that brought more than two roots. `SEED COUNT` may be
followed by how many processes do the work.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations, count, islice
from typing import Any, Final, NamedTuple

from faults import LATER, UNDETECTABLE, Copy, Planted, forged_fields, forged_seals, forged_shapes
from mutations import Mutation, mutations, original, play
from players import eventful, founded, play_on, tables

from events.facts import TABLE
from events.store.memory import MemoryStore
from replay.audit.audit import audit
from replay.audit.findings import Report

_MOVES: Final = 30
_LISTED: Final = ("SILENT", "elsewhere", "one is not told", "both told, one under the other")
"""What is listed case by case."""
Place = tuple[str, str, str]
"""A rule, an address and a seat."""


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


class Single(NamedTuple):
    """A slip that is found alone, and where: rules, addresses and seats of what its original has not."""

    slip: Mutation
    told: Counter[Place]


def places(report: Report) -> Counter[Place]:
    """Where violations are: rule, address and seat."""
    return Counter((one.rule, one.address, one.seat) for one in report.findings if one.level == "violation")


def of_single(slip: Mutation) -> Single | None:
    """A slip that leaves the number of lines as it is, with what is found of it; None where nothing is."""
    if slip.kind in ("drop", "double"):
        return None
    done, report, _ = play(slip.text)
    told = places(report) - places(original(slip.file).report)
    return Single(slip, told) if done.whole and told else None


def couples(singles: Sequence[Single], chance: random.Random) -> Iterator[tuple[Single, Single]]:
    """Every two of the slips of one transcript, at different lines, in any order."""
    every = [
        (one, other)
        for one, other in combinations(singles, 2)
        if one.slip.file == other.slip.file and one.slip.text != other.slip.text
    ]
    chance.shuffle(every)
    yield from every


def of_pair(pair: tuple[Single, Single]) -> Told:
    """Two slips, each of which alone is found: whether each is told of beside the other."""
    one, other = (single.slip for single in pair)
    name = f"{one.file.parts[-3]}/{one.file.stem}:{one.at} {one.kind}, {other.at} {other.kind}"
    both = merged(one, other)
    if both is None:
        return Told("touch", name=name)
    done, report, _ = play(both)
    if not done.whole:
        return Told("stopped", name=name)
    was = original(one.file).report
    found, first = places(report) - places(was), rules(report, roots=True) - rules(was, roots=True)
    found_rules, alone = rules(report) - rules(was), [_rules(single.told) for single in pair]
    missed = [single.slip.at for single, rule in zip(pair, alone, strict=True) if not found_rules & rule]
    same_place = all(found & single.told for single in pair)
    came = "one is not told" if missed else "both told" if same_place else "both told, one at another address"
    if not missed and first.total() == 1:
        came = "both told, one under the other"
    return Told(came, found.total(), first.total(), f"{name} {missed} {[dict(each) for each in alone]}")


def _rules(told: Counter[Place]) -> Counter[str]:
    found = Counter[str]()
    for (rule, _, _), number in told.items():
        found[rule] += number
    return found


def pairs(chance: random.Random, number: int, pool: Callable[..., Iterator[Any]]) -> list[Told]:
    """So many pairs of slips that both are found alone and that can stand in one transcript."""
    told, singles = list[Told](), list[Single]()
    slips = mutations(chance)
    while len(singles) < number // 2:
        singles += filter(None, pool(of_single, list(islice(slips, 100)), chunksize=4))
    every = couples(singles, chance)
    while sum(bool(one.findings) for one in told) < number and (some := list(islice(every, 50))):
        told += pool(of_pair, some, chunksize=4)
    return told


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
    here = [one for one in report.findings if one.seq in planted.at or planted.name in LATER]
    came = "found at its line"
    if planted.name in UNDETECTABLE:
        came = "excused" if not found else "excused, and found"
    elif not report.findings:
        came = "SILENT"
    elif not here:
        came = "elsewhere"
    elif all(one.level != "violation" for one in here):
        came = "noted at its line, which was struck since" if planted.at & session.table.struck else "noted at its line"
    return Told(came, found.total(), first.total(), name)


def logs(seed: int, number: int, pool: Callable[..., Iterator[list[Told]]]) -> list[Told]:
    """At least so many changed log lines, of every table of the shelf in turn; progress goes to stderr."""
    told, every = list[Told](), [(slug, seats, plain) for slug, seats in tables() for plain in (True, False)]
    for more in count():
        for some in pool(partial(of_log, seed + more, 0.12), every):
            told += some
            many = sum(one.roots > 2 for one in told)
            sys.stderr.write(f"{len(told)} changed lines, {many} of more than two roots\n")
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
    names = Counter(f"{one.came}: {one.name}" for one in told if one.came in _LISTED)
    return "\n".join([*lines, *(f"{number} {name}" for name, number in sorted(names.items()))]) + "\n"


def main(what: str, seed: str, number: str, processes: str = "1") -> None:
    """Print the figures of so many slips of a kind."""
    chance = random.Random(int(seed))
    with ProcessPoolExecutor(int(processes)) as pool:
        if what == "lines":
            told = logs(int(seed), int(number), pool.map)
        elif what == "pairs":
            told = pairs(chance, int(number), pool.map)
        else:
            told = list(pool.map(of_slip, islice(mutations(chance), int(number)), chunksize=4))
    sys.stdout.write(shown(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
