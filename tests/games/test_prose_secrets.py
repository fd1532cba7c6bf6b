"""What prose may mean follows from what the filer may know: in two worlds that look alike the offers are the same.

Their text, their order, their number and which of them is clear; what is told of is partly what lies hidden.
"""

import random

import pytest
from long_runs import some_short
from worlds import World, pairs, pool_of, world

from projections.shelf import shelf
from replay.posts.lines import ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline

NAMES = 9
"""So many names of things are told of."""
OWN = 5
CASES = some_short(sorted(shelf()), lambda slug: slug == "keys")


@pytest.mark.parametrize("slug", CASES)
def test_offers_tell_no_worlds_apart(slug: str) -> None:
    first, offered = world(slug, 2, 1), 0
    filer = first.session.status.awaited[0]
    for _, _, second in pairs(slug, 2, filer, 1):
        for text in told(first, second, filer):
            ours, theirs = read(first, text, filer), read(second, text, filer)
            assert ours == theirs, text
            offered += sum(len(line.choices) for line in ours)
    assert offered


def told(first: World, second: World, filer: str) -> list[str]:
    """Sentences of moves that are legal in one of two worlds, in both or in none, and of what is named in each."""
    game, chooser = first.session.game, random.Random(1)
    position = first.session.view(filer).position
    own = list(game.rules.legal(position, filer))
    moves = [*pool_of(first, second, chooser).moves, *chooser.sample(own, min(OWN, len(own)))]
    sentences = [game.view.tell(move, position, position) for move in moves]
    wordings = game.wordings
    assert wordings is not None
    names = [
        name
        for of in (first, second)
        for kind, words in (*wordings.box_names(of.session.position), *wordings.names(of.session.position, filer))
        if kind not in ("seat", "turn")
        for name in words
    ]  # fmt: skip
    verbs = ("I play {}.", "I drew {} and go there.", "{} it is, {} too.")
    told_of = chooser.sample(sorted(set(names)), NAMES)
    return [*sentences, *(chooser.choice(verbs).replace("{}", name) for name in told_of)]


def read(of: World, text: str, filer: str) -> tuple[ReadLine, ...]:
    """How a post reads to the filer."""
    session = of.session
    timeline = Timeline(session.row, session.view(filer))
    return read_post(timeline, session.store, Pasted(text=text, seat=filer), Poster(filer, filer)).lines
