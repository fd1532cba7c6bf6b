"""A post names a hidden thing only beside a word that says so: a card that is played is not the card that was drawn."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

import pytest
from long_runs import LONG
from people_posts import Row, read_choices, rows, timeline_of, written_by

from events.events import UNKNOWN
from projections.registry import registry

DRAWS = ("draw", "I draw", "Drew", "I draw a card", "card drawn", "drew one", "Card")
JOINTS = (", ", ". ", " and ", ", then ", "; ", ".\n", " + ", " / ")
LONG_NAME = 6
"""The least number of letters of a name in the generated posts."""
MOST, MANY, FEW = 120, 60, 4
"""The numbers of generated posts of a game that are read, evenly spread: of a sweep, of the long runs, by default."""
WITHHELD = (
    "Not {}.",
    "This is no {}",
    "It wasn't {}!",
    "neither {} nor a thing",
    "I keep {} for later.",
    "I hold {}.",
    "saving {}",
    "{} stays in hand.",
    "I have {} in hand.",
)
"""Sentences that name a thing which no move uses."""
EVERY = 12
"""By default, one in this number of people's posts is read."""


class Play(NamedTuple):
    """A recorded move that plays a card directly after a draw, the lines before the draw, and the card's name."""

    row: Row
    before: tuple[str, ...]
    sentence: str
    due: str


@cache
def plays(game: str, every: int) -> list[Play]:
    """Return the moves that come directly after the draw of a hidden card, of one in `every` people rows."""
    found = dict[str, Play]()
    written = [row for row in rows(game, "later") if row.game == game and row.kind == "moves"]
    for row in written[::every]:
        moves = written_by(row, row.due)
        for at, (drawn, played) in enumerate(pairwise(moves)):
            if drawn.written.seen.cards and not played.written.seen.cards:
                view, position = registry()[game].view, played.before
                words = view.sentence(played.written.move, position, position)
                said = f"I {words.removeprefix(view.seat_name(position, row.seat)).strip()}"
                found[said] = Play(row, tuple(row.due[:at]), said, played.line)
    return list(found.values())


def posts(game: str, most: int, every: int) -> Iterator[tuple[Play, str]]:
    said = [(play, f"{draw}{joint}{play.sentence}") for play, draw, joint in product(plays(game, every), DRAWS, JOINTS)]
    yield from said[:: 2 * (len(said) // most // 2) + 1]


@pytest.mark.parametrize(
    ("most", "every"),
    [
        (FEW, EVERY),
        pytest.param(MANY, 1, marks=LONG),
        pytest.param(MOST, 1, marks=pytest.mark.sweep),
    ],
)
@pytest.mark.parametrize("game", sorted(registry()))
def test_a_played_card_is_never_read_as_the_drawn_one(game: str, most: int, every: int) -> None:
    wrong = list[str]()
    for play, post in posts(game, most, every):
        row = Row("", play.row.session, play.row.moves, play.row.seat, "", "moves", "\n".join([*play.before, post]), [])
        begun = sum(len(one.written.seen.cards) for one in written_by(row, play.before))
        for choice in read_choices(row):
            named = [card for one in written_by(row, choice) for card in one.written.seen.cards][begun:]
            wrong += [f"{post!r}: {choice}"] if {*named} - {UNKNOWN} else []
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("every", [EVERY, pytest.param(1, marks=LONG)])
@pytest.mark.parametrize("game", sorted(registry()))
def test_no_reading_names_another_drawn_card_than_the_post(game: str, every: int) -> None:
    wrong = list[str]()
    for row in list(rows(game))[::every]:
        if row.kind == "trap":
            continue
        meant = {card for lines in row.readings for one in written_by(row, lines) for card in one.written.seen.cards}
        for choice in read_choices(row):
            named = {card for one in written_by(row, choice) for card in one.written.seen.cards}
            wrong += [f"{row.id}: {choice}"] if named - meant - {UNKNOWN} else []
    assert not wrong, "\n".join(wrong)


def held(row: Row) -> dict[str, str]:
    """Return the names of the things that a seat can keep, as posts and as lines of notation write them."""
    wordings, timeline = registry()[row.game].wordings, timeline_of(row, row.seat)
    assert wordings is not None
    phrases = wordings.phrases(timeline.position(timeline.last), row.seat).senses
    return {
        name: sense.value for name, senses in sorted(phrases.items()) for sense in senses
        if sense.kind in wordings.lexicon.held and name.replace(" ", "").isalpha() and len(name) >= LONG_NAME
    }  # fmt: skip


@pytest.mark.parametrize("most", [FEW, pytest.param(MANY, marks=LONG), pytest.param(MOST, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("game", sorted(registry()))
def test_no_reading_uses_a_thing_that_the_post_denies_or_keeps(game: str, most: int) -> None:
    clear = [row for row in rows(game) if row.kind == "moves"]
    wrong = list[str]()
    for at, row in enumerate(clear[:: max(1, len(clear) // most)][:most]):
        used = "".join(line for choice in read_choices(row) for line in choice)
        names = [name for name, value in held(row).items() if value not in used]
        name = names[at * 7 % len(names)]
        said = WITHHELD[at % len(WITHHELD)].format(name)
        read = read_choices(Row("", row.session, row.moves, row.seat, "", "moves", f"{row.post}\n{said}", []))
        wrong += [f"{row.id} {said!r}: {choice}" for choice in read if held(row)[name] in "".join(choice)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("session", "moves", "seat", "post", "first"), [
    ("keys-1", 88, "nell", "draw, Time Barrier on b3, no move", "D: ? / P: TB b3 / M: stay"),
    ("keys-1", 106, "nell", "I draw and shut b2 with a green key", "D: ? / P: Kg b2 close"),
    ("keys-1", 103, "osman", "Card drawn: yellow key. With it I close f7.", "D: Ky / P: Ky f7 close"),
    ("keys-1", 88, "nell", "Draw - TB - c5 - no move", "D: ? / P: TB c5 / M: stay"),
    ("ccg-3", 17, "piotr", "Present. Draw. Then War Machine.", 'ZONE: Pr / DRAW: / PLAY: "War Machine"'),
    ("keys-1", 46, "nell", "drew, opened e4 with red. Not a Dalek! I stay.", "D: ? / P: Kr e4 open / M: stay"),
    ("risk-1", 51, "osman", "I hold Doctor-Donna, I might use her. Pass.", "D: pass"),
    ("ccg-1", 24, "osman", "I pass, keeping Chancellery Guard", "PASS"),
    ("ccg-1", 17, "nell", "Drew a card - not Staser, alas. K9 down.", 'DRAW: / PLAY: "K9"'),
    ("ccg-3", 17, "piotr", "Present, drew K9, War Machine down", 'ZONE: Pr / DRAW: "K9" / PLAY: "War Machine"'),
])  # fmt: skip
def test_a_draw_is_unknown_unless_the_post_names_the_card(
    session: str, moves: int, seat: str, post: str, first: str
) -> None:
    assert read_choices(Row("", session, moves, seat, "", "moves", post, []))[0] == [first]
