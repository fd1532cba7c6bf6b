"""The words of Time of the Daleks: moves as a player says them, and what the table makes of them.

`moves` are the ones, `effects` and, in an Adventure, `adventure_effects` the others. No rule is decided here.

Cards, Companions and tiles go by their ids in the box file; a Location in play by its number, Earth is 1.
"""

from events.events import Effect, Event
from projections.described import DESCRIBED
from projections.games.daleks.events import adventure_effects as a
from projections.games.daleks.events import effects as f
from projections.games.daleks.events.moves import MOVES
from projections.window import WINDOWS

__all__ = ["ALL_EFFECTS", "DESCRIBED", "MOVES", "VOCABULARY"]

ALL_EFFECTS: tuple[type[Effect], ...] = (
    f.DoctorTaken, f.TurnBegan, f.StepReached, f.StepMissed, f.TokensGained, f.TokensPaid, f.TimeyDiscarded,
    f.TimeyHanded, f.TimeySwapped, f.EquipmentInstalled, f.EquipmentLeft, f.EquipmentTraded, f.ConsolesSwapped,
    f.CompanionJoined, f.CompanionLeft, f.CompanionsKept, f.TardisAnswered, f.LocationsSearched, f.LocationKept,
    f.LocationLaid, f.LocationGone, f.DilemmaLaid, f.DilemmaGone, f.DoctorMoved, f.DalekPlaced, f.DalekRemoved,
    f.ShipMoved, f.TardisMoved, f.MarkerTaken, f.AnomalyTaken, f.TaskDone, f.AnomalyGone, f.CostDue, f.CostChosen,
    f.CostMet, f.Used, f.GameEnded, a.AdventureBegan, a.AdventureStage, a.DiceGathered, a.DieSwapped, a.DieGone,
    a.DiceOwed, a.PoolDone, a.FaceChanged, a.HelpCalled, a.HelpGiven, a.AdventureEnded,
)  # fmt: skip
"""Every effect of this game, but those of windows."""
VOCABULARY: tuple[type[Event], ...] = (*MOVES, *ALL_EFFECTS, *WINDOWS, *DESCRIBED)
"""All that a log of this game may say beside what every game shares."""
