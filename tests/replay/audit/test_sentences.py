"""What a finding says: names and numbers, no raw struct, no id in place of a name, no rule turned into its opposite."""

import random
import re
from itertools import islice

import pytest
from long_runs import some_short
from mutations import mutations, play

from projections.shelf import shelf
from replay.audit.findings import LOG_RULES

RAW = re.compile(
    r"None|\w=['\"(\w]|[(\[{]['\"]|0x[0-9a-f]|\b[a-z]+-[a-z]+-[a-z]+\b|, \)"
    r"|\b1 (?:cards|Daleks|dice|tokens)\b|\b([A-Za-z]+) \1\b"
)
RULES = {rule: text for slug in shelf() for rule, text in shelf()[slug].meta.rulebook.items()} | dict(LOG_RULES)


@pytest.mark.parametrize("seed", some_short(range(40, 48), lambda seed: seed == 40))
def test_every_sentence_of_a_finding_is_for_people(seed: int) -> None:
    """Of faulty sessions of all games: what was logged, what was due, what followed, how it was put right."""
    read = 0
    for slip in islice(mutations(random.Random(seed)), 12 if seed == 40 else 60):
        for one in play(slip.text).report.findings:
            read += 1
            for said in (one.condition, one.effect, one.remedy, one.corrected):
                found = RAW.search(said)
                assert found is None, (slip.file.name, slip.at, one.rule, found, said)
            assert one.condition[0].isupper() or one.condition[0].isdigit()
            assert one.condition.endswith((".", "!", ")")), one.condition
            assert one.criteria == RULES[one.rule]
    assert read
