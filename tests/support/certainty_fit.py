"""Fit the weights of `replay/posts/certainty.toml`, and write the reliability table of `prose-accuracy.md`.

`python tests/support/certainty_fit.py` reads all posts of `tests/replay/posts/people` except `sealed.jsonl`, and posts
that are made from recorded moves in four fixed wordings. It stores the evidence of each reading in `evidence.jsonl`,
fits a logistic model, tests it by cross-validation, and writes the results. With `--stored` it reads no post, and uses
the stored evidence. A writer is never in both parts of a cross-validation; each wording counts as a writer.
"""

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import groupby
from math import exp, log
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from people_posts import FOLDER, Row, forced_moves, moves_of, rows, table
from places import ROOT

from events.events import OMNISCIENT, Chance, Move
from projections.registry import registry
from projections.wording import past_tense
from replay.posts.certainty import Evidence, may_be_sure
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.posts.unasked import says_nothing_else
from replay.reading.reading import Group
from replay.reading.timeline import Timeline

MODEL: Final = ROOT / "replay/posts/certainty.toml"
REPORT: Final = ROOT / "docs/reports/prose-accuracy.md"
STORED: Final = FOLDER / "evidence.jsonl"
BEGIN, END = "<!-- reliability: begin -->", "<!-- reliability: end -->"
FOLDS: Final = 5
HALVINGS: Final = 5  # how often the writers are divided into halves at random
_RIDGE: Final = 1.0  # the weight of the squared coefficients, against coefficients that fit a few posts
_LEAST: Final = log(0.95 / 0.05)  # the odds of a reading that is right in 19 of 20 cases
_MARGIN: Final = 0.75  # by how much the odds of a sure reading exceed those of every wrong one
_MAY_RAISE: Final = ("lead", "explained")
"""The evidence that may raise the probability. All other evidence has a weight of at most 0."""
_EACH: Final = 120  # the number of made posts for each wording and game
_BAR: Final = 20


class Example(msgspec.Struct, frozen=True):
    """One reading of a post: its writer, its evidence, and whether its first choice is what the post means."""

    hand: str
    game: str
    evidence: tuple[float, ...]
    right: bool
    made: bool = False
    plain: bool = True  # the post contains only its moves and neutral words

    @property
    def may_be_sure(self) -> bool:
        return self.plain and may_be_sure(Evidence(*self.evidence))


class Model(NamedTuple):
    """The base and the weights of a logistic model."""

    base: float
    weights: tuple[float, ...]

    def odds(self, evidence: Sequence[float]) -> float:
        """Return the logarithm of the odds that a reading is right."""
        return self.base + sum(weight * value for weight, value in zip(self.weights, evidence, strict=True))

    def chance(self, evidence: Sequence[float]) -> float:
        return 1 / (1 + exp(-max(-30.0, min(30.0, self.odds(evidence)))))


# Examples
def names() -> list[str]:
    """Return the names of the files with posts of people, without the sealed ones."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl") if path.stem not in ("sealed", STORED.stem))


def examples() -> Iterator[Example]:
    for row in sorted(rows(*names()), key=lambda row: (row.session, row.moves)):
        yield from _example(row, made=False)
    for row in made_rows():
        yield from _example(row, made=True)


def _example(row: Row, *, made: bool) -> Iterator[Example]:
    """Yield the example of a post whose plain words have one reading."""
    store, name = table(row.session, row.moves, ends=row.ends)
    timeline = Timeline.read(store, registry(), name, row.seat)
    read = read_post(timeline, store, Pasted(text=row.post, seat=row.seat), Poster(row.seat, row.seat))
    own = [line for line in read.lines if line.seat == row.seat and line.status != "chat"]
    asked = [line for line in own if not line.is_settled]
    found = read.prose.get(asked[0].number) if len(asked) == 1 else None
    if found is None or found.evidence is None or any(line.waits for line in own if line.is_settled):
        return
    told = [asked[0].choices[0] if line is asked[0] else line.taken or line.text for line in own]
    wanted, forced = row.readings[0] if row.kind != "ask" else [], forced_moves(row)
    is_right = (
        row.kind != "ask"
        and not row.takes_back
        and (Counter(moves_of(row, told)) - forced == Counter(moves_of(row, wanted)) - forced and bool(wanted))
    )
    yield Example(
        row.hand, row.game, tuple(round(one, 4) for one in found.evidence), is_right, made, says_nothing_else(read)
    )


Wording = Callable[[Timeline, Sequence[Group], str], str]


def _sentences(timeline: Timeline, groups: Sequence[Group], _seat: str) -> str:
    return " ".join(timeline.sentence(entry.seq) for group in groups for entry in _told(group))


def _in_first_person(timeline: Timeline, groups: Sequence[Group], seat: str) -> str:
    return " ".join(_mine(timeline, entry.seq, seat) for group in groups for entry in _told(group))


def _in_one_sentence(timeline: Timeline, groups: Sequence[Group], seat: str) -> str:
    said = [_mine(timeline, entry.seq, seat).rstrip(".") for group in groups for entry in _told(group)]
    return ", then ".join(said) + "."


def _recap(timeline: Timeline, groups: Sequence[Group], _seat: str) -> str:
    entries = [entry for group in groups for entry in group.entries]
    steps = [(entry.event, timeline.position(entry.seq - 1), timeline.position(entry.seq)) for entry in entries]
    return " ".join(timeline.game.view.summarize(steps) or ())


WORDINGS: Final[Mapping[str, Wording]] = {
    "made: the sentences of the log": _sentences, "made: in the first person": _in_first_person,
    "made: in one sentence": _in_one_sentence, "made: the summary of a turn": _recap,
}  # fmt: skip


def _told(group: Group) -> list[Any]:
    return [entry for entry in group.entries if isinstance(entry.event, Move | Chance)]


def _mine(timeline: Timeline, seq: int, seat: str) -> str:
    name, sentence = timeline.game.view.seat_name(timeline.position(seq - 1), seat), timeline.sentence(seq)
    told = past_tense(sentence, name) if sentence.startswith(name) else sentence
    return re.sub(rf"\b{re.escape(name)}'s\b", "my", re.sub(rf"\b{re.escape(name)}\b(?!')", "I", told))


def made_rows() -> Iterator[Row]:
    """Yield posts about recorded turns, in each of the fixed wordings."""
    for slug in registry():
        turns = [turn for path in sorted(FOLDER.glob(f"{slug}-*.txt")) for turn in _turns(path)]
        for number, (hand, wording) in enumerate(WORDINGS.items()):
            chosen = random.Random(number).sample(turns, min(_EACH, len(turns)))
            for session, moves, timeline, groups in sorted(chosen, key=lambda turn: turn[:2]):
                seat = str(getattr(groups[0].head.event, "player", ""))
                due = [timeline.game.notation.write(one.entries, timeline.position(one.first - 1)) for one in groups]
                post, (store, name) = wording(timeline, groups, seat), table(session, moves, ends=True)
                if post and store.head(name).seq == groups[0].first - 1:
                    yield Row(f"{session}-{moves}", session, moves, seat, hand, "moves", post, due, ends=True)


def _turns(path: Path) -> Iterator[tuple[str, int, Timeline, Sequence[Group]]]:
    """Yield the moves of each block of a transcript, with the number of moves before it."""
    session, whole = path.stem, 10**6
    store, name = table(session, whole)
    timeline = Timeline.read(store, registry(), name, OMNISCIENT)
    groups = [group for group in timeline.groups if isinstance(group.head.event, Move) and not group.head.implied]
    before = 0
    for _, turn in groupby(groups, key=lambda one: (timeline.status(one.first - 1).turn, one.head.by)):
        found = list(turn)
        if before:
            yield session, before, timeline, found
        before += len(found)


# The model
def fit(known: Sequence[Example]) -> Model:
    """Return the logistic model with the greatest likelihood, with a ridge penalty and no weight that is too high.

    A weight that would be greater than 0 although its evidence may not raise the probability becomes 0.
    """
    fixed = frozenset[int]()
    while True:
        model = _fit(known, fixed)
        raising = {
            at for at, (name, weight) in enumerate(zip(Evidence._fields, model.weights, strict=True))
            if weight > 0 and name not in _MAY_RAISE
        }  # fmt: skip
        if not raising:
            return model
        fixed |= raising


def _fit(known: Sequence[Example], fixed: AbstractSet[int]) -> Model:
    """Return the likeliest model by Newton's method; the weights of the evidence with the indexes `fixed` are 0."""
    size = len(Evidence._fields) + 1
    weights = [0.0] * size
    for _ in range(30):
        slope = [-_RIDGE * weight * (at > 0) for at, weight in enumerate(weights)]
        bend = [[_RIDGE * (at == other > 0) + 1e-9 * (at == other) for other in range(size)] for at in range(size)]
        for one in known:
            values = [(at, value) for at, value in enumerate((1.0, *one.evidence)) if value and at - 1 not in fixed]
            chance = Model(weights[0], tuple(weights[1:])).chance(one.evidence)
            spread = chance * (1 - chance)
            for at, value in values:
                slope[at] += (one.right - chance) * value
                row, part = bend[at], spread * value
                for other, its in values:
                    if other > at:
                        break
                    row[other] += part * its
        step = _solved(bend, slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-9:
            break
    return Model(weights[0], tuple(weights[1:]))


def _solved(lower: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solve a symmetric system of equations, of which the lower half is given, by Gaussian elimination."""
    size = len(right)
    rows = [[*(lower[max(at, other)][min(at, other)] for other in range(size)), right[at]] for at in range(size)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for other in range(size):
            if other != at:
                factor = rows[other][at] / rows[at][at]
                rows[other] = [mine - factor * theirs for mine, theirs in zip(rows[other], rows[at], strict=True)]
    return [row[size] / row[at] for at, row in enumerate(rows)]


def sure_odds(found: Iterable[tuple[Example, float]]) -> float:
    """Return the least odds of a sure reading, greater than those of every wrong reading in the held-out parts."""
    wrong = [odds + _MARGIN for one, odds in found if one.may_be_sure and not one.right]
    return max([_LEAST, *wrong])


def folds(known: Sequence[Example], count: int, seed: int = 0) -> list[set[str]]:
    """Return the writers in `count` groups of about the same number of posts."""
    sizes = Counter(one.hand for one in known)
    hands = sorted(sizes)
    random.Random(seed).shuffle(hands)
    found: list[set[str]] = [set() for _ in range(count)]
    for hand in sorted(hands, key=lambda one: -sizes[one]):
        min(found, key=lambda group: sum(sizes[one] for one in group)).add(hand)
    return found


def held_out(known: Sequence[Example]) -> list[tuple[Example, float]]:
    """Return each example with its odds by the model that was fitted without its writer."""
    found = list[tuple[Example, float]]()
    for hands in folds(known, FOLDS):
        model = fit([one for one in known if one.hand not in hands])
        found += [(one, model.odds(one.evidence)) for one in known if one.hand in hands]
    return found


class Halving(NamedTuple):
    """The sure readings in the half of the writers that the model and its point were not fitted on."""

    sure: int
    wrong: int
    readings: int


def halvings(known: Sequence[Example]) -> Iterator[Halving]:
    for seed in range(HALVINGS):
        for hands in folds(known, 2, seed):
            own = [one for one in known if one.hand not in hands]
            model, least = fit(own), sure_odds(held_out(own))
            others = [one for one in known if one.hand in hands]
            sure = [one for one in others if one.may_be_sure and model.odds(one.evidence) >= least]
            yield Halving(len(sure), sum(not one.right for one in sure), len(others))


# The results
def reliability(found: Sequence[tuple[Example, float]], least: float) -> Iterator[str]:
    """Yield the reliability table: the calculated and the actual share of right readings, for each tenth of them."""
    ordered = sorted(found, key=lambda one: one[1])
    yield "| readings | calculated | right | |"
    yield "| --- | --- | --- | --- |"
    for tenth in range(10):
        part = ordered[tenth * len(ordered) // 10 : (tenth + 1) * len(ordered) // 10]
        chances = [1 / (1 + exp(-odds)) for _, odds in part]
        mean, right = sum(chances) / len(part), sum(one.right for one, _ in part) / len(part)
        bar = "\u2588" * round(_BAR * right) + "\u2591" * (_BAR - round(_BAR * right))
        yield f"| {len(part)} | {mean:.1%} ({min(chances):.1%} to {max(chances):.1%}) | {right:.1%} | `{bar}` |"
    sure = [one for one, odds in found if one.may_be_sure and odds >= least]
    yield f"\nOf {len(found)} readings, {len(sure)} are recorded without a question, and"
    yield f"{sum(not one.right for one in sure)} of these are wrong."


def report(known: Sequence[Example]) -> str:
    found, halves = held_out(known), list(halvings(known))
    people = [one for one in known if not one.made]
    writers, made = len({one.hand for one in people}), len(known) - len(people)
    sure, wrong, readings = (sum(getattr(one, name) for one in halves) for name in Halving._fields)
    lines = [
        BEGIN,
        f"{len(known)} readings: {len(people)} of posts by {writers} writers, and {made} of posts that are made from",
        f"recorded moves. {sum(one.right for one in known)} of them are right.",
        "",
        *reliability(found, sure_odds(found)),
        "",
        f"In {len(halves)} tests, the calculation was made from the posts of one half of the writers and tested on",
        f"the other half. Of {readings} readings, {sure} would be recorded without a question.",
        f"{wrong} of these were wrong.",
        END,
    ]
    return "\n".join(lines)


def written(model: Model, least: float) -> str:
    """Return `certainty.toml` with the weights of a model."""
    text = MODEL.read_text("utf-8")
    text = re.sub(r"(?m)^base = .*$", f"base = {model.base:.4f}", text)
    text = re.sub(r"(?m)^sure = .*$", f"sure = {1 / (1 + exp(-least)):.4f}", text)
    for name, weight in zip(Evidence._fields, model.weights, strict=True):
        pattern = rf"(\[evidence\.{name}\]\n(?:[^\[\n]*\n)*?weight = )\S+"
        text, count = re.subn(pattern, rf"\g<1>{weight:.4f}", text)
        assert count == 1, name
    return text


def stored() -> list[Example]:
    return [msgspec.json.decode(line, type=Example) for line in STORED.read_text("utf-8").splitlines()]


def main(*words: str) -> None:
    if "--stored" not in words:
        found = list(examples())
        STORED.write_text("".join(f"{json.dumps(msgspec.to_builtins(one), ensure_ascii=False)}\n" for one in found))
    known = stored()
    MODEL.write_text(written(fit(known), sure_odds(held_out(known))), "utf-8")
    text = REPORT.read_text("utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    REPORT.write_text(f"{before}{report(known)}{after}", "utf-8")
    sys.stdout.write(report(known) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
