"""Sentences of findings: names and numbers, no raw structs or ids, and everything that a report contains."""

import random
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from imported import record_text
from long_runs import is_short_sample, some_short
from mutations import KINDS, Mutation, mutations, original, play, short_mutations, transcripts
from players import START_MS, awaited_moves, choose, quick
from recordings import SAMPLES
from round_trip import made_up_move, wild
from told_sentences import SEATS, printed_names

from events.errors import BellError
from events.events import OMNISCIENT, Effect, Move, Started
from events.store.memory import MemoryStore
from projections.draft import DeclaredResults, Draft, run
from projections.game import Game
from projections.games.daleks.events import adventure_effects as adventure, effects as daleks
from projections.games.risk import events as risk
from projections.registry import registry
from projections.rule_conflicts import RuleConflict
from replay.audit.audit import audit_session
from replay.audit.findings import LOG_RULES, Report
from replay.audit.redecide import Redecider, Redecision
from replay.chance.random_source import SeededChance
from replay.reading.reading import Group
from replay.session.session import Session

MOVES: Final = 70
_SLIPS: Final = 0.08


def faulty_report(slug: str, seed: int, moves: int = MOVES) -> Report:
    game, chance = registry()[slug], random.Random(seed)
    seats = SEATS[: chance.choice([count for count in game.meta.seat_counts if count in (2, 3)])]
    options = chance.choice(wild(slug).options) if slug != "keys" else {}
    told = {name: value for name, value in options.items() if value not in wild(slug).seats}
    start = Started(slug, game.meta.rules_number, seats, told, dice="typed", cards="typed")
    store = MemoryStore()
    fate, name = SeededChance(seed), "faultyfaulty"
    session = Session.create(store, registry(), start, session=name, fate=fate, clock=lambda: START_MS)
    for draft in _play(game, session, chance, SeededChance(seed + 1), moves):
        with session.writing():
            session.append(draft.entries, draft.now)
    return audit_session(store, registry(), session.row.session, OMNISCIENT)


def _play(
    game: Game[Any, Any], session: Session, chance: random.Random, fate: SeededChance, moves: int
) -> Iterator[Draft[Any]]:
    for _ in range(moves):
        position = session.position
        status = game.rules.status(position)
        if status.outcome:
            return
        if not awaited_moves(game, position, status):
            return
        move = choose(game, position, chance, status)
        slip = chance.random()
        if slip < _SLIPS:
            move = made_up_move(game.meta.slug, position, chance)
        try:
            stated = (
                _misstated(game, position, move, chance) if status.seat and 1 - slip < _SLIPS else DeclaredResults()
            )
            yield run(game.rules, position, move, fate, strict=False, stated=stated)
        except BellError:  # it names what is not there
            continue


def _misstated(game: Game[Any, Any], position: Any, move: Move, chance: random.Random) -> DeclaredResults:
    """The results of a move with one of them left out, or with one value of it changed."""
    entries = run(game.rules, position, move, SeededChance(chance.randrange(999)), strict=False).entries
    due = [entry.event for entry in entries if isinstance(entry.event, Effect)]
    if not due:
        return DeclaredResults()
    effect = chance.choice(due)
    if chance.random() < 0.3:
        return DeclaredResults(absent=(type(effect),))
    changes = list(_changes(effect, position.seats))
    return (
        DeclaredResults((msgspec.structs.replace(effect, **chance.choice(changes)),)) if changes else DeclaredResults()
    )


def _changes(effect: Effect, seats: Sequence[str]) -> Iterator[dict[str, Any]]:
    for name, value in msgspec.structs.asdict(effect).items():
        if name in effect.subject:
            continue
        if isinstance(value, bool):
            yield {name: not value}
        elif isinstance(value, int):
            yield {name: value + 1}
            yield {name: max(0, value - 1)} if value else {name: 2}
        elif value in seats:
            yield from ({name: seat} for seat in seats if seat != value)
        elif isinstance(value, tuple) and len(value) > 1:
            yield {name: value[1:]}


RULES = {rule: text for slug in registry() for rule, text in registry()[slug].meta.rulebook.items()} | dict(LOG_RULES)
UNSAYABLE: Final = {
    "a form of Python": re.compile(
        r"\b(?:None|True|False)\b|\w=['\"(\w]|[(\[{]['\"]|['\"][)\]}]|, \)|0x[0-9a-f]|frozenset|[{}<>]|\b\w+Error\b"
    ),
    "a name in snakes": re.compile(r"\b[a-z]+_[a-z_]+\b"),
    "a name in humps": re.compile(r"\b(?!Mc|Mac)[A-Z][a-z]+[A-Z]\w+\b"),
    "a number in place of a card": re.compile(r"(?:\bcard |\bat |\bnumber )#\d|^#\d|\ba card \d"),
    "one of many": re.compile(
        r"(?<![\w.,'])1 (?:new |more |other |later )?"
        r"(?:cards|dice|Daleks|tokens|stars|moves|lines|turns|rolls|shuffles|territories|Creatures|markers|items)\b"
    ),
    "a word twice": re.compile(r"\b([A-Za-z]+) \1\b(?! Who)"), "two stops": re.compile(r"[.!?:;,] ?[.;,:]|\s[.,;:]|  "),
    "nothing in brackets": re.compile(r"\(\s*\)|\[\s*\]|\"\"|''"),
    "a hole": re.compile(r": *$|:\s*\.|\bof \.|\bis \.|\bin \."),
}  # fmt: skip
HYPHENED: Final = re.compile(
    r"cease-fire|re-roll(?:s|ed|ing)?|[a-g]\d-[a-g]\d|part-time|full-time|face-(?:up|down)|Timey-Wimey|what-if"
)
IDS: Final = re.compile(r"(?<![\w-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w-])")
TERRITORY_CODES: Final = re.compile(r"(?<![\w-])(?![IVX]+\b)[A-Z]{3}(?::| is | =)")
NOT_YET_A_NAME: Final = re.compile(r"[a-g][1-7] ")
"""A tile may begin a sentence."""
CALLED_OUT: Final = re.compile(r"\b(Geronimo|Run)!")

AS_READ: Final = re.compile(r"`[a-z_]+=[a-z0-9_]+`\.")
"""The option that answers an unclear rule, as a header writes it."""


def slips_of(text: str) -> Iterator[str]:
    """Yield words that a reader would not understand."""
    text = AS_READ.sub("an answer.", CALLED_OUT.sub(r"\1", text))
    for what, pattern in UNSAYABLE.items():
        if found := pattern.search(text):
            yield f"{what}: {found[0]!r}"
    yield from (f"an id: {word!r}" for word in IDS.findall(text) if HYPHENED.fullmatch(word) is None)
    yield from (f"a seat: {seat!r}" for seat in SEATS if seat in text)
    if found := TERRITORY_CODES.search(text):
        yield f"a code: {found[0]!r}"
    for sentence in re.split(r"(?<=[.!?]) ", text):
        if not (
            sentence[:1].isupper() or sentence[:1].isdigit() or sentence[:1] == '"' or NOT_YET_A_NAME.match(sentence)
        ):
            yield f"no capital: {sentence[:30]!r}"


def ids_named(slug: str, text: str) -> Iterator[str]:
    names = printed_names(slug)
    for word in re.findall(r"(?<![\w-])[a-z][a-z0-9]+(?![\w-])", text):
        if word in names and names[word].lower() != word:
            yield f"an id of the box: {word!r}"


def faults(report: Report) -> list[str]:
    """List unclear words in a report, with their rules."""
    found = []
    for one in report.findings:
        assert one.condition
        assert one.criteria == RULES[one.rule]
        for text in filter(None, (one.condition, one.effect)):
            found += [f"{one.rule} {slip} in {text}" for slip in (*slips_of(text), *ids_named(report.game, text))]
            if not text.endswith((".", "!", ")")):
                found.append(f"{one.rule} no end: {text}")
        for phrase in filter(None, (one.remedy, one.corrected, *report.unchecked, *report.waived)):
            found += [f"{one.rule} {slip} in {phrase}" for slip in slips_of(f"It is {phrase}.")]
    return found


def one_of_each_kind(chance: random.Random) -> Iterator[Mutation]:
    taken = set[str]()
    for slip in short_mutations(chance):
        if slip.kind not in taken:
            taken.add(slip.kind)
            yield slip


@pytest.mark.parametrize("seed", some_short((27, *range(41, 48)), lambda seed: seed == 27))
def test_the_report_of_every_mistake_is_readable(seed: int) -> None:
    """Each consequence is listed below its root, and no changed die or card is read as before."""
    read, followed, slips = 0, 0, one_of_each_kind if seed == 27 else mutations
    for slip in islice(slips(random.Random(seed)), len(KINDS) if seed == 27 else 60):
        was, now, where = original(slip.file), play(slip.text), (slip.file.name, slip.at, slip.kind)
        assert faults(now.report)[:5] == [], where
        is_answered = slip.text.splitlines()[slip.at].startswith("~ ")  # the answer says what the line means
        changed = slip.kind in ("die", "card", "count") and not is_answered
        assert not changed or not now.done.whole or now.events != was.events, where
        found = {one.id: one for one in now.report.findings}
        for one in (one for one in found.values() if one.root):
            root = found[one.root]
            assert not root.root
            assert root.corrected
            assert root.seq <= one.seq
            followed += 1
        read += len(found)
    assert read
    assert followed


@pytest.mark.parametrize(
    "file",
    some_short(transcripts(), lambda file: is_short_sample((file.parts[-3], file.stem)) or file.stem == "mistakes"),
    ids=lambda file: file.stem,
)
@pytest.mark.sampled
def test_every_sentence_about_the_samples_is_readable(file: Path) -> None:
    assert faults(original(file).report)[:5] == []


@pytest.mark.parametrize("slug", registry())
@pytest.mark.parametrize("seed", some_short((1, *range(1000, 5100, 1000)), lambda seed: seed == 1))
def test_every_sentence_about_random_mistakes_is_readable(slug: str, seed: int) -> None:
    read = 0
    for number in range(seed, seed + (3 if seed == 1 else 26)):
        report = faulty_report(slug, number)
        assert faults(report)[:5] == [], number
        read += len(report.findings)
    assert read


@pytest.mark.parametrize("slug", registry())
def test_names_every_field_of_a_board_statement(slug: str) -> None:
    game = registry()[slug]
    fields, told = game.editor.fields, set[tuple[str, str]]()
    assert fields is not None
    for _, position in quick(slug, 2, 3, 60):
        for row in fields.rows:
            for key in row.of.there(position) if row.claim else ():
                place = row.place(key)
                value = game.notation.claim(place, position)
                if value in (None, "?", "") or (place, value) in told:
                    continue
                told.add((place, value))
                words = game.view.claim_words(position, place, value)
                text = f"{words[0]} was declared as {words[1]}."
                assert [*slips_of(text), *ids_named(slug, text)] == [], (place, value)
    assert told


DIFFERING: Final = {
    "risk": [
        (
            risk.Reinforced("black", 3, continents=(("australia", 2),)), risk.Reinforced("black", 3),
            "Black counted 3 new Daleks; it should be 5: 3 for the turn and 2 for Australia. Missing: 2 for Australia.",
        ),
        (
            risk.Reinforced("black", 3), risk.Reinforced("black", 3, stars=2),
            "Black counted 5 new Daleks (2 for stars); it should be 3.",
        ),
        (risk.DaleksPlaced("peru", 1), risk.DaleksPlaced("peru", 2), "2 Daleks were placed in Peru; it should be 1."),
        (risk.DaleksMoved("peru", "brazil", 2), risk.DaleksMoved("brazil", "peru", 2), ""),
    ],
    "daleks": [
        (daleks.TokensGained("black", 1), daleks.TokensGained("black", 6), "Black gained 6 tokens; it should be 1."),
        (
            daleks.ShipMoved(1), daleks.ShipMoved(2),
            "The Dalek Ship moved 2 forward, to space II; it should be 1 forward, to space I.",
        ),
        (
            adventure.DiceGathered("black", "first", ("B1", "B2")), adventure.DiceGathered("black", "first", ("B2",)),
            "Black B1 was missing: the First Doctor adds black B1 and B2 to Black's pool.",
        ),
    ],
}  # fmt: skip


@pytest.mark.parametrize("slug", DIFFERING)
def test_explains_a_difference_between_numbers(slug: str) -> None:
    position = [after for _, after in quick(slug, 2, 3, 0)][-1]
    for due, stated, text in DIFFERING[slug]:
        assert registry()[slug].view.explain_difference(due, stated, position) == text


def test_four_breaches_of_a_rule_in_a_move_are_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    store, judged = MemoryStore(), Redecider.verdict
    session = record_text(store, registry(), SAMPLES["keys-mistakes"].text).session
    pawns = ["Tenth", "Eleventh", "Twelfth", "Thirteenth"]
    broken: list[int] = []

    def verdict(judge: Redecider, group: Group) -> Redecision:
        found = judged(judge, group)
        if not broken and isinstance(group.head.event, Move):
            broken.append(group.first)
            return found._replace(
                broken_rules=[RuleConflict("KEY-MOV-03", f"{pawn} stands elsewhere") for pawn in pawns]
            )
        return found

    monkeypatch.setattr(Redecider, "verdict", verdict)
    found = [one for one in audit_session(store, registry(), session).findings if one.seq == broken[0]]
    (one,) = [each for each in found if each.rule == "KEY-MOV-03"]
    assert all(f"{pawn} stands elsewhere" in one.condition for pawn in pawns)
