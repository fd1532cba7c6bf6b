"""The laws of corrections over many sessions: `python tests/support/laws_counted.py PROCESSES STEP [GAME ...]`.

Tried are the samples that ship, the sessions of people, transcripts with slips, and random sessions of the tower in
which people go back and correct: every move with a `STEP` of 1, every third with one of 3. Printed are each failure
as it comes, and for each game and law how many moves were tried and how many failed.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

import laws
from laws import UNTRIED, moves_of, recorded
from mutations import Mutation, mutations, original, play
from people_posts import FOLDER
from players import eventful, founded, tables

from events.errors import BellError
from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.live.session import Session
from replay.posts.samples import samples, take_in

LAWS: Final[Mapping[str, Callable[[Session, int], str]]] = {
    "1 looked at": laws.looked_at_in_place_of_itself,
    "1 filed": laws.put_in_place_of_itself,
    "2": laws.left_out_and_inserted_again,
    "3": laws.changed_and_changed_back,
}
_IN_A_ROW: Final = 3
"""How many trials one recording serves: the second and third are of a session that was corrected before."""
_SLIPS: Final = 6
"""Transcripts with slips, of each game."""
_MENDED: Final = 120
"""Slips that are put right for the fourth law, of each game."""
_PART: Final = 30
_MOVES: Final = 40


class Trial(NamedTuple):
    """Some moves of one session: its game, what made it, and which moves."""

    slug: str
    source: str
    moves: range


class Tried(NamedTuple):
    """What came of a law at one move."""

    slug: str
    law: str
    failed: str = ""


def session_of(slug: str, source: str) -> Session:
    """A session as it was made: recorded, imported or played anew."""
    kind, _, name = source.partition(" ")
    if kind == "sample":
        sample = next(one for one in samples(slug) if one.name == name)
        store = MemoryStore()
        return Session.load(store, shelf(), take_in(store, shelf(), sample))
    if kind == "people":
        return recorded((FOLDER / f"{name}.txt").read_text("utf-8"))
    if kind == "tower":
        seats = int(name)
        return eventful(founded(MemoryStore(), slug, seats, session="lawscounted"), _MOVES, seed=seats)
    return recorded(name)


def _trials(slug: str, slips: list[Mutation], step: int) -> Iterator[Trial]:
    sources = [f"sample {sample.name}" for sample in samples(slug)]
    sources += [f"people {slug}-{number}" for number in range(1, 6)]
    sources += [f"tower {seats}" for game, seats in tables() if game == slug]
    sources += [f"slip {slip.text}" for slip in slips]
    for source in sources:
        number = len(moves_of(session_of(slug, source)))
        every = range(number)[::step]
        yield from (Trial(slug, source, every[start : start + _PART]) for start in range(0, len(every), _PART))


def _faulty(slug: str, chance: random.Random) -> list[Mutation]:
    """Transcripts with a slip that an audit finds, that read to their end."""
    found: list[Mutation] = []
    for slip in mutations(chance):
        if slip.file.parts[-3] == slug:
            done, report, _ = play(slip.text)
            if done.whole and report.counts.get("violation", 0) > original(slip.file).report.counts.get("violation", 0):
                found.append(slip)
                if len(found) == _SLIPS:
                    break
    return found


def of_trial(trial: Trial) -> list[Tried]:
    """Each law at each of some moves."""
    told: list[Tried] = []
    for law, holds in LAWS.items():
        session, used = session_of(trial.slug, trial.source), 0
        for at in trial.moves:
            if used == _IN_A_ROW:
                session, used = session_of(trial.slug, trial.source), 0
            came = _came(partial(holds, session, at))
            used = _IN_A_ROW if came not in ("", UNTRIED) else used + (law != "1 looked at")
            name = trial.source.split("\n")[0][:40]
            if came != UNTRIED:
                told.append(Tried(trial.slug, law, f"{name} move {at}: {came}" if came else ""))
            else:
                told.append(Tried(trial.slug, f"{law} {UNTRIED}"))
    return told


def of_slip(slip: Mutation) -> list[Tried]:
    """The fourth law with one slip."""
    text, slug = slip.file.read_text("utf-8"), slip.file.parts[-3]
    if not play(slip.text).done.whole:
        return []
    came = _came(partial(laws.corrected_as_recorded_rightly, slip.text, text))
    name = f"{slip.file.stem}:{slip.at} {slip.kind}: "
    return [Tried(slug, f"4 {UNTRIED}") if came == UNTRIED else Tried(slug, "4", name + came if came else "")]


def _came(trial: Callable[[], str]) -> str:
    try:
        return trial()
    except BellError as error:
        return f"{type(error).__name__}: {error}"


def shown(told: list[Tried]) -> str:
    """The figures."""
    tried = Counter((one.slug, one.law) for one in told)
    failed = Counter((one.slug, one.law) for one in told if one.failed)
    rows = (
        f"{slug:<7} law {law:<22} {number:>6} tried {failed[slug, law]:>4} failed"
        for (slug, law), number in sorted(tried.items())
    )
    return "\n".join(rows) + "\n"


def main(processes: str = "1", step: str = "1", *games: str) -> None:
    """Print what came of each law."""
    chance, told = random.Random(14), list[Tried]()
    with ProcessPoolExecutor(int(processes)) as pool:
        for slug in games or sorted(shelf()):
            slips = (slip for slip in mutations(chance) if slip.file.parts[-3] == slug)
            for some in chain(
                pool.map(of_trial, list(_trials(slug, _faulty(slug, chance), int(step)))),
                pool.map(of_slip, [next(slips) for _ in range(_MENDED)], chunksize=4),
            ):
                told += some
                for one in some:
                    if one.failed:
                        sys.stdout.write(f"{one.slug} law {one.law}: {one.failed}\n")
                sys.stdout.flush()
            sys.stdout.write(shown([one for one in told if one.slug == slug]))


if __name__ == "__main__":
    main(*sys.argv[1:])
