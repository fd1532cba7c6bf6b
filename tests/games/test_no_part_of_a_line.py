"""Lines with changed words: each reads as all that it says or is asked about, never as a part of it."""

import os
import random
from collections import Counter
from itertools import islice

import pytest
from long_runs import LONG
from mixed_lines import Place, dropped, mixed, places, told, vocabulary

from projections.shelf import shelf

MANY = int(os.environ.get("CLOISTERBELL_MIXED", "3000"))
"""Changed lines of each game in the long run; 20,000 of each take two minutes in all."""
EACH = 6
"""Changed lines for each line of play."""
RECENT = 12


def outcomes(slug: str, lines: int, seed: int) -> tuple[Counter[str], list[tuple[str, list[str]]]]:
    """Count how changed lines read, and list the lines that were read without some of their words."""
    chance, words, exact = random.Random(seed), vocabulary(slug), shelf()[slug].notation.exact
    found, lost, recent = Counter[str](), list[tuple[str, list[str]]](), ["PASS"]
    for place in places(slug, seed, 150):
        if found.total() >= lines:
            break
        before = exact(place.text, place.position, place.seat)
        assert before is not None, place.text
        recent = [*recent[1 - RECENT :], place.text]
        for _ in range(EACH):
            changed = place._replace(text=mixed(chance, place.text, chance.choice(recent), words))
            said = exact(changed.text, place.position, place.seat)
            found["asked" if said is None else "the same" if said == before else "what it says"] += 1
            if said is not None and (left := dropped(chance, slug, changed, said)):
                lost.append((changed.text, left))
    return found, lost


@pytest.mark.parametrize("slug", shelf())
def test_no_changed_line_is_read_as_a_part_of_it(slug: str) -> None:
    found, lost = outcomes(slug, 300, 1)
    assert not lost
    assert found.keys() == {"asked", "the same", "what it says"}


@LONG
@pytest.mark.parametrize("slug", shelf())
def test_no_changed_line_of_many_is_read_as_a_part_of_it(slug: str) -> None:
    assert not outcomes(slug, MANY, 1000)[1]


@pytest.mark.parametrize("slug", shelf())
def test_a_changed_line_in_a_post_reads_as_it_does_alone(slug: str) -> None:
    chance, words, exact = random.Random(5), vocabulary(slug), shelf()[slug].notation.exact
    kinds = Counter[bool]()
    for place in islice(places(slug, 5, 30), 30):
        line = Place(place.position, place.seat, mixed(chance, place.text, place.text, words))
        in_a_post = told(slug, line)
        assert in_a_post == exact(line.text, line.position, line.seat), line.text
        kinds[in_a_post is None] += 1
    assert len(kinds) == 2
