"""A sentence for each event."""

from projections.sentence_table import SentenceTable
from projections.starter import events as e

SENTENCES = SentenceTable(
    {
        e.Roll: "{player} rolls the die.",
        e.Hold: "{player} holds.",
        e.PointsAdded: "{points} points are added to the turn.",
        e.PointsKept: "{player} keeps {points} points.",
        e.TurnBegan: "Turn {turn} begins: {player}.",
    }
)
