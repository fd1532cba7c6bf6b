"""The words of the Collectible Card Game: moves as a player says them, and what the table makes of them.

`moves` are the ones, `effects` and, in combat, `combat_effects` the others. No rule is decided here.

A face is a card's id in the card file (`yeti`); a card in a zone has a number of its own, in the order of entering.
"""

from events.events import Effect, Event
from projections.described import DESCRIBED
from projections.games.ccg.events import combat_effects as c
from projections.games.ccg.events import effects as f
from projections.games.ccg.events.moves import MOVES
from projections.window import WINDOWS

__all__ = ["ALL_EFFECTS", "DESCRIBED", "MOVES", "VOCABULARY"]

ALL_EFFECTS: tuple[type[Effect], ...] = (
    f.TurnBegan, f.StepReached, f.StepMissed, f.ZoneChosen, f.CardEntered, f.CardSided, f.CardStood, f.CardLocked,
    f.CardMoved, f.CardCloned, f.CardBanished, f.CardDiscarded, f.CardReturned, f.FlashUsed, f.EpisodeSolved,
    f.ChangeBegan, f.ChangeEnded, f.ValuesSet, f.SupportCounted, f.ZoneBarred, f.PlaysGranted, f.TurnGranted,
    f.BonusDue, f.TurnEnded, f.GameEnded, c.Announced, c.AnnouncementEnded, c.Doomed, c.KeepGranted, c.CardKept,
    c.AttackBegun, c.CombatantNamed, c.CombatEnded, c.HitDue, c.HitShielded, c.HitPrevented, c.TimeCardLost,
    c.HitsOver,
)  # fmt: skip
"""Every effect of this game, but those of windows."""
VOCABULARY: tuple[type[Event], ...] = (*MOVES, *ALL_EFFECTS, *WINDOWS, *DESCRIBED)
"""All that a log of this game may say beside what every game shares."""
