"""A line is read as what it says, or asked about; never as a part of it. Shown by lines in which words are changed."""

import os
import random
from collections import Counter

import pytest
from long_runs import LONG
from mixed_lines import Place, dropped, mixed, places, told, vocabulary

from projections.shelf import shelf

MANY = int(os.environ.get("CLOISTERBELL_MIXED", "3000"))
"""Lines of each game that the long run changes; 20,000 of each take two minutes in all."""
FEW = 300
EACH = 6
"""So many lines are made of one of play."""
LATELY = 12


def outcomes(slug: str, lines: int, seed: int) -> tuple[Counter[str], list[tuple[str, list[str]]]]:
    """How changed lines of a game read, and those of which words were dropped."""
    chance, words, exact = random.Random(seed), vocabulary(slug), shelf()[slug].notation.exact
    found, lost, lately = Counter[str](), list[tuple[str, list[str]]](), ["PASS"]
    for place in places(slug, seed, 150):
        if found.total() >= lines:
            break
        before = exact(place.text, place.position, place.seat)
        assert before is not None, place.text
        lately = [*lately[1 - LATELY :], place.text]
        for _ in range(EACH):
            changed = place._replace(text=mixed(chance, place.text, chance.choice(lately), words))
            said = exact(changed.text, place.position, place.seat)
            found["asked" if said is None else "the same" if said == before else "what it says"] += 1
            if said is not None and (left := dropped(chance, slug, changed, said)):
                lost.append((changed.text, left))
    return found, lost


@pytest.mark.parametrize("slug", shelf())
def test_no_changed_line_is_read_as_a_part_of_it(slug: str) -> None:
    found, lost = outcomes(slug, FEW, 1)
    assert not lost
    assert min(found.values()) > 0
    assert len(found) == 3


@LONG
@pytest.mark.parametrize("slug", shelf())
def test_no_changed_line_of_many_is_read_as_a_part_of_it(slug: str) -> None:
    assert not outcomes(slug, MANY, 1000)[1]


@pytest.mark.parametrize("slug", shelf())
def test_whoever_files_a_changed_line_reads_the_same(slug: str) -> None:
    """What reads as it stands is filed so, and all else is asked about or refused."""
    chance, words, exact = random.Random(5), vocabulary(slug), shelf()[slug].notation.exact
    kinds = Counter[bool]()
    for place, _ in zip(places(slug, 5, 60), range(60), strict=False):
        line = Place(place.position, place.seat, mixed(chance, place.text, place.text, words))
        said = told(slug, line)
        assert said == exact(line.text, line.position, line.seat), line.text
        kinds[said is None] += 1
    assert len(kinds) == 2
