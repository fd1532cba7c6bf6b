"""What is drawn of Risk over the turns."""

from risk_views import HIDDEN, SEATS, field

from projections.games.risk.board.armies import PAINTS
from projections.games.risk.board.charts import CHARTS


def test_charts_count_territories_and_daleks_in_the_colours_of_the_board() -> None:
    territories, daleks = CHARTS
    assert (territories.title, daleks.title) == ("Territories", "Daleks")
    assert territories.series(HIDDEN) == {"Black": 14, "Yellow": 14, "Orange": 14}
    assert daleks.series(HIDDEN) == {"Black": 53, "Yellow": 67, "Orange": 81}
    assert daleks.inks
    assert daleks.inks(HIDDEN) == {name.title(): PAINTS[name].fill for name in SEATS}
    two = field("russia K4, peru n1 3", seats=("black", "yellow"), armies=("black", "yellow", "n1", "n2", "n3"))
    assert territories.series(two) == {"Black": 1, "Yellow": 0, "Neutral 1": 1, "Neutral 2": 0, "Neutral 3": 0}
