"""Whatever happens at a table is written and read back; and nothing is read that the words do not say."""

import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest
from risk_lines import NOTATION

from events.errors import NotationError, UnplayableError
from events.facts import UNKNOWN, Chance, Drawn, Effect, Fact, Move, Passed, Revealed, Shuffled, Started
from events.line import Entry
from projections.draft import Stated, run
from projections.game import Ask, Written
from projections.games.risk import GAME
from projections.games.risk import events as e
from projections.games.risk.position import World
from projections.games.risk.world_map import TERRITORIES
from projections.window import WindowOpened, WindowPassed
from replay.fate import Seeded, Typed

MANY = int(os.environ.get("CLOISTERBELL_LINES", "20000"))
"""Groups of legal play that are written and read back, over all numbers of seats and options; 100,000 now and then."""
OPTIONS: Sequence[dict[str, Any]] = (
    {},
    {"attack_style": "group", "defence_dice": "chosen"},
    {"reroll_ones": "until_not_one", "reroll_ones_side": "either", "beaten_attacker": "blocks_origin"},
    {"end_mode": "domination", "neutrals_are_opponents": True, "turn_cap": 60},
)
_MOVES: Sequence[type[Move]] = (*e.MOVES, Passed)
ARMIES = ("black", "yellow", "the-orange", "blue", "n4")


class Group(NamedTuple):
    before: World
    entries: list[Entry]


def as_typed(fact: Fact) -> Fact:
    """A fact as a person would have typed it: no receipt, no number of a shuffle."""
    return msgspec.structs.replace(fact, source="typed") if isinstance(fact, Chance) else fact


def groups_of(seats: int, seed: int, options: dict[str, Any], most: int = 1200) -> Iterator[Group]:
    """Random legal play, group by group."""
    chance, fate = random.Random(seed), Seeded(seed)
    _, position = GAME.begin(Started("risk", 1, ARMIES[:seats], options), fate)
    for _ in range(most):
        status = GAME.status(position)
        if status.outcome:
            return
        offered = [move for seat in status.awaited for move in GAME.legal(position, seat)]
        entries, after = GAME.play(position, chance.choice(offered), fate)
        yield Group(position, entries)
        position = after


def must_come_back(group: Group, *, ordered: bool = True) -> str:
    """Write a group, read it, decide what was read: the same move, chance and effects. Returns the line.

    Who does not know the card under the TARDIS takes a stated advance of Clara's for the due one.
    """
    move: Any = group.entries[0].fact
    line = NOTATION.write(group.entries, group.before)
    written = NOTATION.read(line, group.before, move.player)
    assert isinstance(written, Written), (line, written)
    assert written.move == move, line
    draft = run(
        GAME, group.before, written.move, Typed(written.seen), strict=False,
        stated=Stated(written.stated, written.absent),
    )  # fmt: skip
    again, once = [entry.fact for entry in draft.entries], [as_typed(entry.fact) for entry in group.entries]
    assert again == once if ordered else Counter(map(repr, again)) == Counter(map(repr, once)), line
    return line


def come_back(most: int) -> Counter[str]:
    """So many groups of random sessions, each written and read back; counted by the kind of move."""
    told: Counter[str] = Counter()
    seed = 0
    while told.total() < most:
        for group in groups_of(2 + seed % 4, seed, OPTIONS[seed // 4 % len(OPTIONS)]):
            must_come_back(group)
            told[str(group.entries[0].fact.__struct_config__.tag)] += 1
            if told.total() == most:
                break
        seed += 1
    return told


def test_every_group_of_random_sessions_comes_back() -> None:
    told = come_back(MANY)
    assert told.total() == MANY
    assert set(told) == {str(kind.__struct_config__.tag) for kind in _MOVES}


# What stood, whatever it was


def blind(fact: Fact, viewer: str) -> Fact:
    """A fact as a viewer may know it."""
    replace = msgspec.structs.replace
    match fact:
        case Drawn(player=player, cards=cards) if viewer not in ("table", player):
            return replace(fact, cards=(UNKNOWN,) * len(cards))
        case Shuffled(order=order) if viewer != "table":
            return replace(fact, order=(UNKNOWN,) * len(order))
        case Revealed() if viewer == "nobody":
            return replace(fact, item=UNKNOWN)
        case e.CardsPassed(loser=loser, taker=taker) if viewer not in ("table", loser, taker):
            hidden = {name: (UNKNOWN,) * len(getattr(fact, name)) for name in ("territories", "missions", "powers")}
            return replace(fact, **hidden)
        case _:
            return fact


def wild_session(seats: int, seed: int) -> tuple[Started, list[list[Entry]]]:
    """A session in which anybody does anything now and then, with results of any kind."""
    chance, fate = random.Random(seed), Seeded(seed)
    started = Started("risk", 1, ARMIES[:seats], OPTIONS[seed % len(OPTIONS)])
    entries, position = GAME.begin(started, fate)
    groups = [entries]
    for _ in range(250):
        status = GAME.status(position)
        if status.outcome:
            break
        offered = [move for seat in status.awaited for move in GAME.legal(position, seat)]
        wrong = chance.random() < 0.3 or not offered
        move = wild_move(chance, position) if wrong else chance.choice(offered)
        stated = wild_results(chance, position) if chance.random() < 0.2 else Stated()
        try:
            draft = run(GAME, position, move, fate, strict=False, stated=stated)
        except UnplayableError:
            continue
        groups.append(draft.entries)
        position = draft.now
    return started, groups


def wild_move(chance: random.Random, world: World) -> Any:
    one, other = chance.choices(list(TERRITORIES), k=2)
    seat, rival = chance.choices(world.seats, k=2)
    card, number = chance.choice(list(world.cards.power)), chance.randint(1, 3)
    return chance.choice(
        [
            e.Attack(seat, one, other, number), e.Attack(seat, one, other, number, card), e.Place(seat, one, number),
            e.Manoeuvre(seat, one, other, number), e.RollDice(seat, number), e.MoveIn(seat, number), Passed(seat),
            e.LeaveBattle(seat), e.StopAttacking(seat), e.HoldPosition(seat), e.EndTurn(seat),
            e.DrawTerritoryCard(seat), e.LandTardis(seat), e.CountDaleks(seat),
            e.ClaimMission(seat, chance.choice(list(world.cards.mission))),
            e.TradeStars(seat, (one, other)), e.TradeStars(seat, (UNKNOWN, one)), e.PlayPower(seat, card, rival=rival),
            e.MoveTardis(seat, "console", one), e.RemoveDalek(seat, one), e.ReRoll(seat, number - 1),
            e.Defend(seat, min(2, number)), e.PlaceNeutral(seat, one, number),
        ]
    )  # fmt: skip


def wild_results(chance: random.Random, world: World) -> Stated:
    one, other = chance.choices(list(TERRITORIES), k=2)
    seat, rival = chance.choices(world.seats, k=2)
    effects: list[Effect] = [
        e.DaleksLost(one, 2), e.DaleksPlaced(one, 1), e.DaleksAdded(one, 3), e.ClaraAdvanced(7), e.IncomeCut(rival, 2),
        e.Reinforced(seat, 3, 1, (("asia", 7), ("europe", 4)), cards=-2), e.TerritoryTaken(one, seat, 1),
        e.BattleEnded("withdrawal", one), e.TardisLanded(one), e.StepReached("draw"), e.DiceDue("attack", 1, True),
        e.StarsTraded(seat, (one, "?"), 3), e.CardPlayed(seat, "rust"), e.MissionPaid(seat, "vampires"),
        e.CardsPassed(seat, rival, (one,), (), ("?",)), WindowOpened("defence", (seat, rival)), e.ArmyDefeated(rival),
        e.DaleksMoved(one, other, 2), e.DeckRenewed(4), e.StepMissed("count"), e.CardReturned(one),
    ]  # fmt: skip
    kinds: list[type[Effect]] = [
        e.DaleksLost, e.StepReached, e.Reinforced, e.TerritoryTaken, e.BattleEnded, e.DaleksMoved, e.ClaraAdvanced,
        e.CardPlayed, e.TurnBegan, WindowPassed, e.TardisLanded, e.BattleBegun,
    ]  # fmt: skip
    return Stated(chance.sample(effects, chance.randint(0, 2)), chance.sample(kinds, chance.randint(0, 2)))


def seen_by(viewer: str, started: Started, groups: Sequence[Sequence[Entry]]) -> Iterator[Group]:
    position = GAME.set_up(started)
    for entries in groups:
        known = [msgspec.structs.replace(entry, fact=blind(entry.fact, viewer)) for entry in entries]
        yield Group(position, known)
        for entry in known:
            position = GAME.reducer(position, entry.fact)


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("viewer", ["table", "all", "black", "nobody"])
def test_what_stood_comes_back_whatever_it_was(seats: int, viewer: str) -> None:
    groups = 0
    for seed in range(6):
        for group in list(seen_by(viewer, *wild_session(seats, seed)))[1:]:
            must_come_back(group, ordered=viewer != "nobody")
            groups += 1
    assert groups > 800


# Nothing is accepted that the words do not say

_SIGNS = 'ABCDEFGRUSIN0123456789:>-=/()[]?;.+ vx*#@"\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511'
_CODES = {name: rf"\b{land.code}(?![a-z])|{land.name}|{name}" for name, land in TERRITORIES.items()}
_CODES |= {"russia": _CODES["russia"] + "|ukraine", "eastern-canada": _CODES["eastern-canada"] + "|quebec"}
_VERBS: dict[Any, str] = {
    e.PlaceNeutral: "n", e.LandTardis: "t|land", e.CountDaleks: r"\+|count|reinf|new",
    e.ClaimMission: r"\+|count|reinf|new", e.TradeStars: "s|t", e.PlayPower: "a|c|d|r", e.MoveTardis: "c", e.Place: "p",
    e.RemoveDalek: "l|r", e.Attack: "a", e.Defend: "d", e.RollDice: "a|r", e.ReRoll: "a|r|d", e.LeaveBattle: "[a-z]",
    e.MoveIn: "in|m|a|r", e.StopAttacking: "a",
    e.Manoeuvre: "m", e.HoldPosition: "m", e.DrawTerritoryCard: "c", e.EndTurn: "c|e", Passed: "d",
}  # fmt: skip


def says(text: str, move: Any, world: World) -> bool:
    """Whether a line says what a move is, told by looking for its words, not by reading it."""
    said = re.split("=(?!>) *[a-z]", text.partition(";")[0].casefold())[0]
    verb = re.search(r"[a-z+]", said)
    if verb is None or not re.match(_VERBS[type(move)], said[verb.start() :]):
        return False
    battle = world.battle
    known = (battle.source, battle.target) if battle else ()
    places = [getattr(move, name, "") for name in ("territory", "source", "target")]
    named = all(re.search(_CODES[place].casefold(), said) for place in places if place and place not in known)
    number = getattr(move, "daleks", None)
    counted = number is None or re.search(
        rf"{number}|{('', 'one', 'two', 'three')[number] if number < 4 else number}|all", said
    )
    free = isinstance(move, e.RemoveDalek | e.RollDice)
    card = getattr(move, "card", "")
    mission = world.cards.mission.get(card)
    spelt = (
        not card
        or mission
        or any(word in said for word in re.findall("[a-z]{4,}", world.cards.power[card].name.casefold()))
    )
    return bool(named and (counted or free) and spelt)


def mutated(chance: random.Random, line: str, lines: Sequence[str]) -> str:
    signs = list(line)
    for _ in range(chance.randint(1, 3)):
        at, kind = chance.randrange(len(signs) + 1), chance.random()
        if kind < 0.3:
            del signs[at : at + 1]
        elif kind < 0.6:
            signs.insert(at, chance.choice(_SIGNS))
        elif kind < 0.8:
            signs[at : at + 1] = chance.choice(_SIGNS)
        elif kind < 0.9:
            signs[at : at + 2] = reversed(signs[at : at + 2])
        else:
            signs[at:at] = chance.choice(lines)
    return "".join(signs)


def some_groups(seeds: int, most: int) -> list[Group]:
    return [group for seed in range(seeds) for group in groups_of(2 + seed % 4, seed, OPTIONS[seed % 4], most)]


def test_mutated_lines_are_never_misread() -> None:
    """4,000 lines: read as what they say, asked about, or refused with a column; nothing else, and nothing guessed."""
    chance, groups = random.Random(11), some_groups(8, 150)
    lines = [NOTATION.write(group.entries, group.before) for group in groups]
    told: Counter[str] = Counter()
    for _ in range(4_000):
        at = chance.randrange(len(groups))
        seat = str(getattr(groups[at].entries[0].fact, "player", ""))
        line = mutated(chance, lines[at], lines)
        try:
            written = NOTATION.read(line, groups[at].before, seat)
        except NotationError as error:
            told["refused" if 1 <= error.column <= len(line) + 1 else f"no column: {line}"] += 1
            continue
        told["Ask" if isinstance(written, Ask) else "Written"] += 1
        for each in () if isinstance(written, Ask) else (written,) if isinstance(written, Written) else written:
            assert each.move.player == seat
            assert says(line, each.move, groups[at].before), (line, each)
    assert set(told) == {"refused", "Ask", "Written"}
    assert min(told.values()) > 200, told


def test_each_choice_is_a_whole_line_that_reads() -> None:
    chance, groups = random.Random(12), some_groups(4, 120)
    lines = [NOTATION.write(group.entries, group.before) for group in groups]
    asked = 0
    for group, line in zip(groups, lines, strict=True):
        seat = str(getattr(group.entries[0].fact, "player", ""))
        try:
            found = NOTATION.read(mutated(chance, line, lines), group.before, seat)
        except NotationError:
            continue
        if isinstance(found, Ask):
            asked += 1
            for choice in found.choices:
                assert not isinstance(NOTATION.read(choice, group.before, seat), Ask)
    assert asked > 20
