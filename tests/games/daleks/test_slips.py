"""Slips of Prepare, Travel and recruiting, recorded as they stood: the audit finds each once, by its rule."""

import pytest

from events.store.memory import MemoryStore
from projections.shelf import shelf
from replay.audit.audit import audit_session
from replay.posts.record import record_text

TABLE = """\
game: daleks
seats: neil, ruth
doctors: neil=eleventh, ruth=twelfth
table: described

== moderator ==
SET turn = neil T5 round 3 ; his
SET step = prepare ; after the tokens
SET place 2 = location mars, zone silence open, zone none, daleks 0 ; Mars
SET place 3 = location karn, zone none, zone none, daleks 1 ; Karn
SET at neil = {place} 0 ; there
SET tokens neil = {tokens} ; so many
SET companions neil = {aboard} ; aboard
SET hand neil = fez, stetson, psychic-paper, cup-of-tea, geronimo ; these
== end ==

== T5 Neil ==
{lines}
"""
HERE = 'TRAVEL: stay "Mars Past"\n'


def found(lines: str, *, place: int = 2, tokens: int = 5, aboard: str = "amy") -> list[str]:
    """The rules that an audit finds broken by these lines."""
    store = MemoryStore()
    text = TABLE.format(place=place, tokens=tokens, aboard=aboard, lines=lines)
    done = record_text(store, shelf(), text)
    assert done.whole, done.lines[-1]
    return [finding.rule for finding in audit_session(store, shelf(), done.session).findings]


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ('PREP: install "Fez"; install "Stetson"', []),
        ("PREP: charge", ["TOD-PREP-01"]),
        ('PREP: install "Fez"; install "Stetson"; install "Psychic Paper"', ["TOD-PREP-04"]),
        ('PLAY: "Geronimo!"', ["TOD-CARD-04"]),
        (f'{HERE}PLAY: "Cup of Tea"', ["TOD-CARD-03"]),
        ('TRAVEL: go "Karn" "The Castle"', ["TOD-TRAV-06"]),
        ('TRAVEL: go "Mars Past" shows "The Silence"', ["TOD-TRAV-03"]),
        ('TRAVEL: die decides, go Earth Past shows "The Autons"', ["TOD-TRAV-13"]),
        (f'{HERE}RECRUIT: -token, Alien ~"Leela"', []),
        (f'{HERE}RECRUIT: -token, Earth ~"Ace"', ["TOD-RECR-05"]),
        (f'{HERE}RECRUIT: -token, Alien ~"Leela"\nRECRUIT: -token, Alien ~"Strax"', ["TOD-RECR-01"]),
    ],
)
def test_each_slip_is_found_by_its_rule(line: str, rules: list[str]) -> None:
    assert found(line) == rules


def test_slips_that_hang_on_where_the_doctor_is_and_what_there_is() -> None:
    recruit = f'{HERE}RECRUIT: -token, Alien ~"Leela"'
    assert found('TRAVEL: stay "The Temple"', place=3) == ["TOD-TRAV-02"]
    assert found('PREP: install "Fez"', tokens=0) == ["TOD-PREP-05"]
    assert found(recruit, tokens=0) == ["TOD-RECR-03"]
    assert found(recruit, aboard="amy, ace, bill") == ["TOD-RECR-01"]
    assert found('PREP: use "Wilfred Mott"; use "Wilfred Mott"', aboard="wilfred") == ["TOD-CARD-06"]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("card +5?", "2 cards are drawn here, not 5"), ('card +3 "Run!"', "2 cards are drawn here, not 3"),
        ('card +1 "Run!" "K-9"', "2 cards are named here"), ("card +2?", ""), ('card +2 "Run!"', ""), ("draws ?", ""),
    ],
)  # fmt: skip
def test_cards_that_were_not_drawn_are_asked_about(said: str, message: str) -> None:
    lines = f'PLAY: "Hypercube" {said}\n{HERE}'
    text = TABLE.replace("geronimo", "hypercube").format(place=2, tokens=5, aboard="amy", lines=lines)
    done = record_text(MemoryStore(), shelf(), text)
    assert (done.whole, message in done.lines[-1].message) == (not message, True)
