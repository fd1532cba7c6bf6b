"""The events of Risk: The Dalek Invasion of Earth: moves of the players, and the effects of moves.

`moves` has the moves, `effects` the effects, and `battle_effects` the effects of battles. No rule is decided here.

Territories have the ids of the map data (`northwest-territory`). An army is a seat, or `n1` to `n3` for the neutral
armies of the two-player game. A Territory Card has the id of its territory. Mission and Power Cards have their own ids.
"""

from events.events import Effect, Event
from projections.described import DESCRIBED
from projections.games.risk.events.battle_effects import (
    ArmyDefeated,
    BattleBegun,
    BattleEnded,
    CardsPassed,
    DaleksLost,
    DaleksMoved,
    DiceDue,
    ReRollOffered,
    TerritoryTaken,
)
from projections.games.risk.events.effects import (
    CardPlayed,
    CardReturned,
    ClaraAdvanced,
    DaleksAdded,
    DaleksPlaced,
    DeckRenewed,
    GameEnded,
    IncomeCut,
    MissionPaid,
    PoolSet,
    Reinforced,
    RemovalDue,
    StarsTraded,
    StepMissed,
    StepReached,
    TardisLanded,
    TerritoriesDealt,
    TerritorySet,
    TurnBegan,
)
from projections.games.risk.events.moves import (
    MOVES,
    Attack,
    ClaimMission,
    CountDaleks,
    Defend,
    DrawTerritoryCard,
    EndTurn,
    HoldPosition,
    LandTardis,
    LeaveBattle,
    Manoeuvre,
    MoveIn,
    MoveTardis,
    Place,
    PlaceNeutral,
    PlayPower,
    RemoveDalek,
    ReRoll,
    RiskMove,
    RollDice,
    SkipStep,
    StopAttacking,
    TradeStars,
)
from projections.window import WINDOWS

__all__ = [
    "ALL_EFFECTS",
    "CARDED",
    "DESCRIBED",
    "FOUGHT",
    "MOVES",
    "TURNED",
    "VOCABULARY",
    "ArmyDefeated",
    "Attack",
    "BattleBegun",
    "BattleEnded",
    "CardPlayed",
    "CardReturned",
    "CardsPassed",
    "ClaimMission",
    "ClaraAdvanced",
    "CountDaleks",
    "DaleksAdded",
    "DaleksLost",
    "DaleksMoved",
    "DaleksPlaced",
    "DeckRenewed",
    "Defend",
    "DiceDue",
    "DrawTerritoryCard",
    "EndTurn",
    "GameEnded",
    "HoldPosition",
    "IncomeCut",
    "LandTardis",
    "LeaveBattle",
    "Manoeuvre",
    "MissionPaid",
    "MoveIn",
    "MoveTardis",
    "Place",
    "PlaceNeutral",
    "PlayPower",
    "PoolSet",
    "ReRoll",
    "ReRollOffered",
    "Reinforced",
    "RemovalDue",
    "RemoveDalek",
    "RiskMove",
    "RollDice",
    "SkipStep",
    "StarsTraded",
    "StepMissed",
    "StepReached",
    "StopAttacking",
    "TardisLanded",
    "TerritoriesDealt",
    "TerritorySet",
    "TerritoryTaken",
    "TradeStars",
    "TurnBegan",
]


ALL_EFFECTS: tuple[type[Effect], ...] = (
    TerritoriesDealt, TurnBegan, StepReached, StepMissed, TardisLanded, ClaraAdvanced, Reinforced, MissionPaid,
    StarsTraded, IncomeCut, RemovalDue, CardPlayed, DaleksPlaced, DaleksAdded, DaleksLost, BattleBegun, DiceDue,
    ReRollOffered, TerritoryTaken, DaleksMoved, BattleEnded, ArmyDefeated, CardsPassed, CardReturned, DeckRenewed,
    GameEnded, TerritorySet, PoolSet,
)  # fmt: skip
"""All effects of this game, except those that ask seats for an answer (windows)."""
FOUGHT: tuple[type[Event], ...] = (
    DaleksLost, DaleksMoved, BattleBegun, DiceDue, Defend, ReRollOffered, ReRoll, TerritoryTaken, BattleEnded,
)  # fmt: skip
"""Events that change a battle."""
CARDED: tuple[type[Event], ...] = (MissionPaid, StarsTraded, CardPlayed, CardsPassed, CardReturned, DeckRenewed)
"""Effects that move cards."""
TURNED: tuple[type[Event], ...] = (
    TurnBegan, StepReached, StepMissed, TardisLanded, ClaraAdvanced, ArmyDefeated, GameEnded,
)  # fmt: skip
"""Effects that change the turn."""
VOCABULARY: tuple[type[Event], ...] = (*MOVES, *ALL_EFFECTS, *WINDOWS, *DESCRIBED)
"""All events of this game's logs, except those that every game shares."""
