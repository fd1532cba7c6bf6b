"""Hidden hands, decks and face-down tiles do not show in any output."""

import random
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

import pytest
import worlds
from daleks_games import begin
from daleks_tables import JULIE, KIM, STEVE, place, table
from long_runs import LONG
from players import awaited_moves
from round_trip import as_known
from worlds import ACCEPTED, Rigged, Swap, World, begun, computed, fated, pool_of, twins

from events.entry import Entry
from events.events import ALL, Move
from projections.contracts import Marks, Written
from projections.games.daleks.events import moves as m
from projections.games.daleks.game import GAME
from projections.games.daleks.state.position import Adventure, Position
from replay.chance.random_source import SeededChance
from replay.corrections.correction import correct
from replay.corrections.moderation import skip
from replay.corrections.plan import OMIT, Change, Correction
from replay.corrections.takeback import take_back
from replay.reading.reading import groups_of
from replay.session.session import Session
from replay.session.submission import Request, submit


def test_a_face_down_dilemma_links_no_companion() -> None:
    """TOD-LINK-07."""
    box = GAME.set_up(begin("two")).box
    linking, kinds = next((name, set(printed.links)) for name, printed in box.dilemma.items() if printed.links)
    members = {name for name, one in box.companion.items() if {name, *one.groups} & kinds}
    for face, links in (("~", False), ("", True)):
        now = table(
            "adventure", hands={JULIE: "fez"}, places=(place(2, "mars", f"{face}{linking}", ""),), at={JULIE: (2, 0)}
        )
        now = now.replace(stack=(Adventure(JULIE, 2, 0, ("running",)),))
        found = [move for move in GAME.rules.legal(now, JULIE) if isinstance(move, m.Recruit) and move.companion]
        own = [move for move in found if move.companion not in members]
        assert (found != own) is links


@pytest.mark.parametrize("first", ["moment", "run"])
def test_a_swapped_card_is_known_to_two_seats(first: str) -> None:
    """CT-08."""
    worlds_of: dict[str, tuple[Position, list[Entry], Position]] = {}
    for seed in range(40):
        start = table(seats=3, hands={JULIE: "tune-up fez", STEVE: "moment run", KIM: "k-9"})
        entries, now = GAME.play(start, m.PlayTimey(JULIE, "tune-up", STEVE), SeededChance(seed))
        worlds_of.setdefault(next(card for card in now.hands[JULIE] if card != "fez"), (start, entries, now))
    assert worlds_of.keys() == {"moment", "run"}
    start, entries, now = worlds_of[first]
    assert set(now.hands[STEVE]) == {"tune-up", "moment", "run"} - {first}
    told = {}
    for viewer in (JULIE, STEVE, KIM, ALL):
        for name, (_, events, _) in worlds_of.items():
            seen = start.replace(
                hands={seat: row if seat == viewer else ("?",) * len(row) for seat, row in start.hands.items()}
            )
            line = GAME.notation.write([Entry(as_known(one.event, viewer)) for one in events], seen)
            words = []
            for entry in events:
                event = as_known(entry.event, viewer)
                after = GAME.rules.reducer(seen, event)
                words.append(GAME.view.sentence(event, seen, after))
                seen = after
            told[viewer, name] = line, words, seen.hands, seen.seen, GAME.view.text(seen), GAME.board(seen, Marks())
    for viewer in (KIM, ALL):
        assert told[viewer, "moment"] == told[viewer, "run"]
    for viewer in (JULIE, STEVE):
        assert told[viewer, first][2][viewer] == now.hands[viewer]
        assert told[viewer, "moment"] != told[viewer, "run"]


def _is_far_from_over(now: Position) -> bool:
    """Whether no next move ends the game, which opens everything to all."""
    return now.daleks < 4 and now.ship < 12


MOMENTS: Final[Mapping[str, Callable[[Position], bool]]] = {
    "others may play a card": lambda now: now.window is not None,
    "a cost is owed": lambda now: now.debt is not None and _is_far_from_over(now),
    "dice are changed": lambda now: (
        now.adventure is not None and now.adventure.stage in ("reroll", "change") and _is_far_from_over(now)
    ),
    "Locations were drawn": lambda now: bool(now.found), "a hand is too large": lambda now: now.step == "discard",
}  # fmt: skip
LEAST, MOST, TRIES = 14, 120, 8
LEAN: Final = {"Finish": 2.0, "Resolve": 2.0, "CallHelp": 3.0, "Install": 0.2, "PlayTimey": 0.3, "Recruit": 0.3}


def reached(moment: str, seed: int) -> World | None:
    """A session of random moves of two seats up to such a moment, if there is one."""
    session, chance, moves = begun("daleks", 2), random.Random(f"{moment} {seed}"), list[Any]()
    while len(moves) < MOST and not session.status.outcome:
        if len(moves) >= LEAST and MOMENTS[moment](session.position):
            return World(session, tuple(moves))
        kinds: dict[str, list[Any]] = {}
        for move in awaited_moves(session.game, session.position):
            kinds.setdefault(type(move).__name__, []).append(move)
        (kind,) = chance.choices(list(kinds), [LEAN.get(kind, 1.0) for kind in kinds])
        moves.append(chance.choice(kinds[kind]))
        assert submit(session, moves[-1].player, [Request(Written(moves[-1]))]).done
    return None


@LONG
@pytest.mark.parametrize("moment", MOMENTS)
def test_output_does_not_depend_on_hidden_cards_at_key_steps(moment: str) -> None:
    first = next(world for world in (reached(moment, seed) for seed in range(40)) if world is not None)
    assert compared_with(first, moment) > 300


def compared_with(first: World, seed: str) -> int:
    """How many outputs are the same in this world and in some that differ in what their viewer never learns."""
    compared = 0
    for viewer in (ALL, "yellow"):
        for pile, swap, second in islice(twins(first, viewer, random.Random(seed), TRIES), 2):
            pool = pool_of(first, second, random.Random(seed))
            ours, theirs = dict(computed(first, viewer, pool)), dict(computed(second, viewer, pool))
            assert ours.keys() == theirs.keys()
            for name, text in ours.items():
                if ACCEPTED not in (text, theirs[name]) or text == theirs[name]:
                    assert text == theirs[name], f"{name}: {viewer} {pile} {swap}"
                    compared += 1
    return compared


def followed(session: Session, number: int) -> None:
    """Let the moderator take back some moves, leave one out or skip a turn after this move."""
    groups = [group for group in groups_of(session.table.entries, session.table.undone) if not group.undone]
    moves = [group for group in groups if isinstance(group.head.event, Move)]
    if number % 6 == 0:
        take_back(session, moves[-3].first - 1, by="moderator", reason="a slip")
    elif number % 8 == 0:
        correct(session, Correction([Change(moves[-2], None)], others=OMIT), by="moderator")
    elif number == 15:
        skip(session, session.status.seat, "away")


@LONG
def test_output_does_not_depend_on_hidden_cards_after_takebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    session, chance, moves = begun("daleks", 2), random.Random(2), list[Any]()

    def done(where: Session, move: Any, number: int) -> bool:
        if submit(where, move.player, [Request(Written(move))]).refused:
            return False
        followed(where, number)
        return not where.table.unsealed

    for number in range(1, 24):
        moves.append(chance.choice(awaited_moves(session.game, session.position)))
        assert done(session, moves[-1], number)

    def again(first: World, swap: Swap) -> World | None:
        with fated(Rigged, swaps=(swap,)):
            other = begun("daleks", 2)
            if not all(done(other, move, number) for number, move in enumerate(first.moves, 1)):
                return None
        return World(other, first.moves) if other.head.seq == first.session.head.seq else None

    def leads_to(first: World, swap: Swap) -> Any:
        second = again(first, swap)
        return second and second.session.position

    monkeypatch.setattr(worlds, "second_world", again)
    monkeypatch.setattr(worlds, "position_in", leads_to)
    assert len(session.table.undone) > 20
    assert compared_with(World(session, tuple(moves)), "back") > 300
