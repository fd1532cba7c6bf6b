"""What a post says of Keys to the TARDIS: its turn, its sums, a seat's own cards."""

from keys_board import board, lines
from keys_views import NOBODY, ODD

from events.facts import Fact
from events.line import Entry
from projections.games.keys import facts as e
from projections.games.keys.game import GAME
from projections.games.keys.state.position import Position

NOW = board("draw", open_doors="c1", pawns={"nine": "c1", "ten": "e5"}, hands={"nine": "key-blue sonic sonic"})


def steps(position: Position, *entries: Entry) -> list[tuple[Fact, Position, Position]]:
    found = []
    for entry in entries:
        after = GAME.rules.reducer(position, entry.fact)
        found.append((entry.fact, position, after))
        position = after
    return found


def test_it_tells_the_moves_that_change_the_board() -> None:
    drawn, after = lines(NOW, e.DrawCard(player="nine"))
    opened, later = lines(after, e.PlayKey(player="nine", colour="blue", tile="c2", action="open"))
    moved, _ = lines(later, e.MovePawn(player="nine", to="c2"))
    assert GAME.view.recap(steps(NOW, *drawn, *opened, *moved)) == [
        "Nine opens c2 with a blue Key: an Open Door.", "c2 turns out to be a blue Open Door.",
        "Nine moves from c1 to c2.",
    ]  # fmt: skip
    assert GAME.view.recap(steps(NOW, *drawn)) == []


def test_it_tells_what_nobody_asked_for() -> None:
    before = board("move", open_doors="c6", kinds={"c7": "open"}, pawns={"nine": "c6"})
    moved, _ = lines(before, e.MovePawn(player="nine", to="c7"))
    assert GAME.view.recap(steps(before, *moved)) == [
        "Nine moves from c6 to c7.", "Nine reaches c7 at the far edge and wins.",
    ]  # fmt: skip


def test_totals_are_what_everybody_sees() -> None:
    told = ["Nine on c1, 3 cards", "Ten on e5, 3 cards", "draw pile 9", "discards 0"]
    assert list(GAME.view.totals(NOW)) == told
    held = NOW.replace(held={"ten": 2}, pawns={"nine": "out", "ten": "e5"})
    assert GAME.view.totals(held)[:2] == [
        "Nine outside at the south edge, 3 cards",
        "Ten on e5, held for 2 more turns, 3 cards",
    ]
    unseen = NOW.replace(hands=dict.fromkeys(NOW.seats, ("?",) * 3), draw=("?",) * 9)
    assert list(GAME.view.totals(unseen)) == told


def test_a_hand_is_told_card_by_card() -> None:
    assert GAME.view.hand(NOW, "nine") == ["Cards: a blue Key and 2 Sonic Screwdrivers"]
    assert GAME.view.hand(NOW.replace(hands={}), "nine") == []


def test_the_oddest_position_has_its_totals() -> None:
    for position in (NOBODY, ODD):
        assert len(GAME.view.totals(position)) == len(position.seats) + 2
        for seat in (*position.seats, "nobody"):
            assert len(GAME.view.hand(position, seat)) == bool(position.hands.get(seat))
