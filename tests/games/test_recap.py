"""Texts about a turn in all games: its recap, the totals that people compare, a seat's own cards, and the charts."""

import re
from typing import Any

import pytest
from ccg_tables import CROWD as CCG
from ccg_tables import SPARE
from daleks_tables import CROWD as DALEKS
from game_texts import TOTALS, VIEWS, recap, turn_texts
from golden_texts import texts_of
from players import quick

from projections.drawing.chart import chart_svg
from projections.registry import registry


@pytest.mark.parametrize(("key", "said"), turn_texts().items(), ids=turn_texts())
def test_texts_of_a_turn_are_the_noted_ones(key: str, said: list[str]) -> None:
    assert said == texts_of("turns", key)


@pytest.mark.parametrize(("slug", "now"), TOTALS.values(), ids=TOTALS)
def test_totals_do_not_depend_on_hidden_cards(slug: str, now: Any) -> None:
    hidden = {
        name: {seat: ("?",) * len(row) for seat, row in getattr(now, name).items()}
        for name in ("hands", "missions", "powers")
        if hasattr(now, name)
    }
    view = registry()[slug].view
    assert list(view.totals(now.replace(**hidden))) == list(view.totals(now))


@pytest.mark.parametrize("slug", registry())
def test_recap_of_a_random_game_is_sentences(slug: str) -> None:
    (_, now), *groups = quick(slug, 2, 5)
    said = list[str]()
    for entries, after in groups:
        said.append(" ".join(recap(slug, now, [entry.event for entry in entries]) or ()))
        now = after
    assert any(said)
    assert all(re.fullmatch(r"(\w.*\.)?", sentence) for sentence in said)
    assert slug != "ccg" or "The game is over" in said[-1]


@pytest.mark.parametrize("slug", registry())
def test_impossible_positions_have_totals_hands_and_charts(slug: str) -> None:
    view = registry()[slug].view
    for now in (VIEWS[slug].NOBODY, VIEWS[slug].ODD):
        totals = list(view.totals(now))
        assert len(totals) >= len(getattr(now, "armies", ()) or now.seats)
        assert all(said.isprintable() for said in totals)
        for seat in (*now.seats, "nobody"):
            kinds = [getattr(now, name, {}).get(seat) for name in ("hands", "missions", "powers")]
            hand = list(view.hand(now, seat))
            assert bool(hand) == any(kinds)
            assert all(said.isprintable() for said in hand)
        for chart in view.charts:
            assert chart_svg(chart, [(1, now)])
            assert chart.inks is None or set(chart.series(now)) <= set(chart.inks(now))


def test_charts_count_what_people_compare() -> None:
    series = [chart.series(CCG) for chart in registry()["ccg"].view.charts]
    assert series == [{"Julie": 6, "Steve": 5}, {"Julie": 7, "Steve": 6}, {"Julie": 20, "Steve": 20}]
    for chart in registry()["ccg"].view.charts:
        assert chart_svg(chart, [(1, SPARE), (2, CCG)]).startswith("<svg")
    race = registry()["daleks"].view.charts[0]
    assert race.series(DALEKS) == {"Julie": 9, "Steve": 9, "Kim": 4, "Lee": 4, "Dalek Ship": 9}
    assert race.inks is not None
