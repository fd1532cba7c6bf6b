"""Whatever happens at a table is written and read back; and nothing is read that the words do not say."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest
from keys_lines import NOTATION, read

from events.errors import NotationError
from events.facts import UNKNOWN, Drawn, Effect, Fact, Move, Passed, Revealed, Shuffled, Started
from events.line import Entry
from projections.draft import Stated, run
from projections.game import Ask, Seen, Written
from projections.games.keys import GAME
from projections.games.keys import events as e
from projections.games.keys.position import Position
from replay.fate import Seeded, Typed


class Group(NamedTuple):
    before: Position
    entries: list[Entry]


def blind(fact: Fact, viewer: str) -> Fact:
    """A fact as a viewer may know it; `nobody` did not even see what doors showed."""
    replace = msgspec.structs.replace
    match fact:
        case Drawn(player=player, cards=cards) if viewer not in ("table", player):
            return replace(fact, cards=(UNKNOWN,) * len(cards))
        case Shuffled(order=order) if viewer != "table":
            return replace(fact, order=(UNKNOWN,) * len(order))
        case Revealed() if viewer == "nobody":
            return replace(fact, item=UNKNOWN)
        case e.TilesLaid(colours=colours) if viewer == "nobody":
            return replace(fact, colours=(UNKNOWN,) * len(colours))
        case _:
            return fact


def seen_by(viewer: str, started: Started, groups: Sequence[Sequence[Entry]]) -> Iterator[Group]:
    position = GAME.set_up(started)
    for entries in groups:
        known = [msgspec.structs.replace(entry, fact=blind(entry.fact, viewer)) for entry in entries]
        yield Group(position, known)
        for entry in known:
            position = GAME.reducer(position, entry.fact)


def random_session(seats: int, seed: int, *, mistakes: bool = False) -> tuple[Started, list[list[Entry]]]:
    """A session of random legal play; with `mistakes`, of anything at all, and results of any kind."""
    chance, fate = random.Random(seed), Seeded(seed)
    started = Started("keys", 1, ("nine", "the-doctor", "river", "k9")[:seats])
    entries, position = GAME.begin(started, fate)
    groups = [entries]
    while not position.winner and len(groups) < 300:
        moves: list[Any] = list(GAME.legal(position, position.player))
        wrong = mistakes and chance.random() < 0.3
        move = wild_move(chance, position) if wrong or not moves else chance.choice(moves)
        stated = wild_results(chance, position) if mistakes and chance.random() < 0.2 else Stated()
        draft = run(GAME, position, move, fate, strict=not mistakes, stated=stated)
        groups.append(draft.entries)
        position = draft.now
    return started, groups


def wild_move(chance: random.Random, position: Position) -> Move:
    tile, other = chance.choices(list(position.tiles), k=2)
    seat, victim = chance.choices(position.seats, k=2)
    return chance.choice(
        [
            e.MovePawn(seat, tile), e.PlayKey(seat, "red", tile, "open"), e.PlayKey(seat, "blue", tile, "close"),
            e.PlaySonic(seat, tile, chance.choice(["open", "close", "lift"])), e.PlayTunnel(seat, tile, other),
            e.PlayCookie(seat, tile), e.UseKey(seat, tile, "open"), e.PlayPandorica(seat, victim), e.Stay(seat),
            e.PlayCyberman(seat, victim, chance.choice([tile, "out"])), e.LeaveGrid(seat), e.Discard(seat, "sonic"),
            Passed(seat),
        ]
    )  # fmt: skip


def wild_results(chance: random.Random, position: Position) -> Stated:
    tile, seat, turn = chance.choice(list(position.tiles)), chance.choice(position.seats), position.turn + 1
    effects: list[Effect] = [
        e.PawnMoved(seat, tile), e.PawnHeld(seat, 1), e.DoorOpened(tile), e.BonusOffered(seat, tile),
        e.TurnBegan(seat, turn, 3, bonus=True), e.CardPlayed(seat, "sonic", laid=True), e.ExtraTurnEarned(seat, tile),
        e.StepMissed(seat, "draw"), e.PawnTeleported(seat), e.KindShown(tile, "dalek"), e.TunnelLaid("a1", "b2"),
    ]  # fmt: skip
    kinds: list[type[Effect]] = [
        e.PawnMoved, e.DoorOpened, e.TurnBegan, e.CardPlayed, e.PawnReleased, e.HoldCounted, e.StepMissed,
    ]  # fmt: skip
    return Stated(chance.sample(effects, chance.randint(0, 2)), chance.sample(kinds, chance.randint(0, 2)))


def must_come_back(group: Group, *, ordered: bool = True) -> str:
    """Write a group, read it, decide what was read: the same move, chance and effects. Returns the line.

    Who does not know a door takes a stated landing for the due one, and writes it in its place, not last.
    """
    move: Any = group.entries[0].fact
    line = NOTATION.write(group.entries, group.before)
    written = read(line, group.before, move.player)
    draft = run(
        GAME, group.before, written.move, Typed(written.seen), strict=False,
        stated=Stated(written.stated, written.absent),
    )  # fmt: skip
    again, once = [entry.fact for entry in draft.entries], [entry.fact for entry in group.entries]
    assert again == once if ordered else Counter(map(repr, again)) == Counter(map(repr, once)), line
    return line


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("viewer", ["table", "all", "nine", "nobody"])
def test_every_group_of_random_sessions_comes_back(seats: int, viewer: str) -> None:
    lines: Counter[str] = Counter()
    for seed in range(3):
        started, groups = random_session(seats, seed)
        deal, *moves = seen_by(viewer, started, groups)
        assert isinstance(deal.entries[0].fact, Shuffled)
        lines.update(must_come_back(group)[:1] for group in moves)
    assert set(lines) >= {"D", "P", "M"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("viewer", ["table", "all", "nobody"])
def test_what_stood_comes_back_whatever_it_was(seats: int, viewer: str) -> None:
    groups = 0
    for seed in range(30):
        for group in list(seen_by(viewer, *random_session(seats, seed, mistakes=True)))[1:]:
            must_come_back(group, ordered=viewer != "nobody")
            groups += 1
    assert groups > 500


# Nothing is accepted that the words do not say

_NAMES = {
    "key-red": r"kr|red|key", "key-green": r"kg|green|key", "key-blue": r"kb|blue|key", "key-yellow": r"ky|yellow|key",
    "sonic": r"ss|sonic|screwdriver", "barrier": r"tb|barrier", "tunnel": r"tt|tunnel", "cookie": r"jc|cookie",
    "pandorica": r"pn|pandorica", "cyberman": r"ca|cyberm[ae]n|assault",
}  # fmt: skip
_CARD: dict[Any, str] = {
    e.PlaySonic: "sonic", e.PlayBarrier: "barrier", e.PlayTunnel: "tunnel", e.PlayCookie: "cookie",
    e.PlayPandorica: "pandorica", e.PlayCyberman: "cyberman",
}  # fmt: skip
_DOING = {
    "open": r"open", "close": r"clos|shut", "lift": r"[-\u2013\u2014\u2212]|lift|remove",
}  # fmt: skip
_SIGNS = "abcdefgh0123456789:>-=/()?;.+ KSTBJCPNAMDBrgby\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511"


def says(text: str, move: Any) -> bool:
    """Whether a line says what a move is, told by looking for its words, not by reading it."""
    said = text.partition(";")[0].casefold()
    said = re.split("=(?!>)", said)[0]
    verb = re.search(r"[a-z]", said)
    letter: dict[Any, str] = {
        e.DrawCard: "d",
        e.MovePawn: "m",
        e.LeaveGrid: "m",
        e.Stay: "m",
        e.UseKey: "b",
        Passed: "b",
    }
    if verb is None or verb[0] != letter.get(type(move), "p"):
        return False
    wanted = [getattr(move, name, None) for name in ("tile", "other", "to")]
    if not all(tile in said for tile in wanted if tile):
        return False
    card = f"key-{move.colour}" if isinstance(move, e.PlayKey) else getattr(move, "card", _CARD.get(type(move)))
    action = getattr(move, "action", "")
    throws = not isinstance(move, e.Discard) or re.search(r"\bx\b|discard", said)
    stays = not isinstance(move, e.Stay) or re.search(r"stay|none|no move|[-\u2013\u2014\u2212]", said)
    leaves = not isinstance(move, e.LeaveGrid) or re.search(r"exit|leave|off|out", said)
    return bool(
        (not card or re.search(_NAMES[card], said)) and (not action or re.search(_DOING[action], said))
        and throws and stays and leaves and (getattr(move, "victim", "").replace("-", "") in re.sub(r"\W", "", said))
    )  # fmt: skip


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


def test_mutated_lines_are_never_misread() -> None:
    """20,000 lines: read as what they say, asked about, or refused with a column; nothing else, and nothing guessed."""
    chance, groups = random.Random(11), []
    for seed in range(4):
        groups += list(seen_by("all", *random_session(4, seed)))[1:200]
    lines = [NOTATION.write(group.entries, group.before) for group in groups]
    told: Counter[str] = Counter()
    for number in range(20_000):
        at = number % len(groups)
        seat = str(getattr(groups[at].entries[0].fact, "player", ""))
        line = mutated(chance, lines[at], lines)
        try:
            written = NOTATION.read(line, groups[at].before, seat)
        except NotationError as error:
            told["refused" if 1 <= error.column <= len(line) + 1 else f"no column: {line}"] += 1
            continue
        told[type(written).__name__] += 1
        if isinstance(written, Written):
            assert written.move.player == seat
            assert says(line, written.move), (line, written)
    assert set(told) == {"refused", "Ask", "Written"}
    assert min(told.values()) > 1000, told


def test_each_choice_is_a_whole_line_that_reads() -> None:
    chance = random.Random(12)
    groups = list(seen_by("all", *random_session(3, 8)))[1:]
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
                read(choice, group.before, seat)
    assert asked > 50


_WORDS = """D: P: M: B: Kb SS TB TT JC PN CA c2 d4 e5 f4 open close -TB > / ( ) dalek extra tele d4 wins no until T5
    Nine Ten stay exit x = : hand draw 3 + - pawn-held released next for 1 turn ? shuffled"""


@pytest.mark.parametrize("seat", ["nine", "moderator", ""])
def test_words_in_any_order_where_nothing_is_known(seat: str) -> None:
    """Before the deal, without colours and hands, and from whoever has no seat: read, asked about or refused."""
    started = Started("keys", 1, ("nine", "ten"), {"first": "nine"})
    _, dealt = GAME.begin(started, Typed(Seen()))
    words = re.findall(r"\S+", _WORDS)
    chance, told = random.Random(13), Counter[str]()
    for position in (GAME.set_up(started), dealt):
        for _ in range(1500):
            line = " ".join(chance.choices(words, k=chance.randint(1, 7)))
            try:
                told[type(NOTATION.read(line, position, seat)).__name__] += 1
            except NotationError:
                told["refused"] += 1
    assert told["refused"] > told["Written"] > 0
