"""The patterns of lines: `ROLL 5` and `HOLD`."""

from projections.notation.die import die
from projections.notation.line_pattern import LinePattern, PatternTable
from projections.notation.stated import NamedResults
from projections.starter import events as e
from projections.starter.state.position import Position

TABLE: PatternTable[Position] = PatternTable(
    patterns=(
        LinePattern(e.Roll, "ROLL", does="roll the die", words=("rolls", "rolled"), chance=(die(),)),
        LinePattern(e.Hold, "HOLD", does="keep the points of the turn", words=("holds", "held")),
    ),
    stated=NamedResults.of("pig", e.VOCABULARY),
)
