"""Facts of Keys to the TARDIS, and the sentence for each."""

from keys_board import board

from events.facts import Drawn, Passed, Revealed, Rolled, Shuffled
from projections.described import CardsSet, PlaceSet
from projections.games.keys import facts as e
from projections.games.keys.state.position import KeyBonus, Tile

NOW = board(
    seats="nine ten", open_doors="c1 c2 e5", kinds={"b3": "key", "e2": "closed extra", "f6": "teleport"},
    pawns={"nine": "c1", "ten": "e5"}, tunnels=(("c1", "d2"),),
)  # fmt: skip
"""Nine is on c1 and Ten on e5; b3 is a TARDIS Key, f6 a Teleport, e2 a closed Extra Turn that this reader knows."""
UNSEEN = NOW.replace(
    tiles={name: Tile(tile.colour, tile.kind if tile.open else "?", tile.open) for name, tile in NOW.tiles.items()}
)
DEALING = NOW.replace(step="set-up")
OFFERED = NOW.replace(stack=(KeyBonus("nine", "b3"),), step="bonus")

SAID = (
    (e.DrawCard(player="nine"), "Nine takes the top card of the draw pile."),
    (e.SkipDraw(player="nine"), "Nine draws no card."),
    (e.PlayKey(player="nine", colour="blue", tile="e2", action="open"),
     "Nine opens e2 with a blue Key: an Extra Turn tile."),
    (e.PlayKey(player="nine", colour="blue", tile="c2", action="close"), "Nine closes c2 with a blue Key."),
    (e.PlaySonic(player="nine", tile="c2", action="close"), "Nine closes the blue door c2 with a Sonic Screwdriver."),
    (e.PlaySonic(player="nine", tile="c2", action="lift"),
     "Nine lifts the Time Barrier from c2 with a Sonic Screwdriver."),
    (e.PlayBarrier(player="nine", tile="c2"), "Nine plays a Time Barrier on c2."),
    (e.PlayTunnel(player="nine", tile="e5", other="f4"), "Nine plays a Time Tunnel between e5 and f4."),
    (e.PlayCookie(player="nine", tile="f5"), "Nine plays a Jam Cookie on f5."),
    (e.PlayPandorica(player="nine", victim="ten"), "Nine plays a Pandorica under Ten's pawn."),
    (e.PlayCyberman(player="nine", victim="ten", to="e4"),
     "Nine plays a Cyberman Assault: Ten's pawn is sent from e5 to e4."),
    (e.Discard(player="nine", card="cookie"), "Nine discards a Jam Cookie without effect."),
    (e.MovePawn(player="nine", to="c2"), "Nine moves from c1 to c2."),
    (e.MovePawn(player="nine", to="b3"), "Nine moves from c1 to b3, a TARDIS Key tile."),
    (e.MovePawn(player="nine", to="d2"), "Nine moves from c1 to d2 through the Time Tunnel."),
    (e.LeaveGrid(player="nine"), "Nine leaves the grid from c1 at the south edge."),
    (e.Stay(player="nine"), "Nine stays on c1."),
    (e.UseKey(player="nine", tile="c2", action="close"),
     "Nine closes the blue door c2 with the bonus of the TARDIS Key."),
    (Passed(player="nine"), "Nine passes."),
    (e.TilesLaid(colours=(*"rrgb",)), "4 doors lie closed: 2 red, 1 green and 1 blue."),
    (e.PawnSet(player="nine", edge="S"), "Nine's pawn waits outside the south edge; its goal is the north edge."),
    (e.TurnBegan(player="ten", turn=6, round=3), "Turn 6, round 3: Ten's turn begins."),
    (e.TurnBegan(player="ten", turn=6, round=3, bonus=True), "Turn 6, round 3: Ten's extra turn begins."),
    (e.CardPlayed(player="nine", card="key-blue"), "Nine's blue Key goes to the discards."),
    (e.CardPlayed(player="nine", card="barrier", laid=True), "Nine's Time Barrier is laid on the board."),
    (e.DrawPileRenewed(count=10), "The draw pile is empty: 10 discards become the new one."),
    (e.DoorOpened(tile="c2"), "c2 lies open: an Open Door."),
    (e.DoorClosed(tile="c2"), "c2 lies closed."),
    (e.BarrierLaid(tile="c2"), "A Time Barrier blocks c2."),
    (e.BarrierLifted(tile="c2"), "The Time Barrier from c2 goes to the discards."),
    (e.TunnelLaid(tile="e5", other="f4"), "A Time Tunnel joins e5 and f4."),
    (e.CookieLaid(tile="f5"), "A Jam Cookie keeps the Dalek Door on f5 open for good."),
    (e.PawnHeld(player="ten", turns=2), "A Pandorica holds Ten's pawn for 2 turns of its player."),
    (e.HoldCounted(player="ten", left=1), "Ten's pawn stays held for 1 more turn of its player."),
    (e.PawnReleased(player="ten"), "Ten's pawn is free again; the Pandorica goes to the discards."),
    (e.PawnMoved(player="nine", to="c2"), "Nine's pawn now stands on c2."),
    (e.PawnMoved(player="nine", to="out"), "Nine's pawn now stands outside the grid."),
    (e.PawnTeleported(player="nine"), "Nine's pawn is teleported to the TARDIS Control tile, d4."),
    (e.BonusOffered(player="nine", tile="b3"),
     "Nine may open or close another door: the bonus of the TARDIS Key on b3."),
    (e.KeyUsed(player="nine", tile="b3"), "Nine has used up the TARDIS Key on b3."),
    (e.BonusClosed(player="nine"), "Nine's bonus action is over."),
    (e.ExtraTurnEarned(player="nine", tile="e2"), "Nine earns an extra turn on e2."),
    (e.StepMissed(player="nine", step="draw"), "Nine did not draw a card; it can still be made good."),
    (e.DiscardTaken(card="cookie"), "The discards give up a Jam Cookie."),
    (e.KindShown(tile="c2", shows="extra"), "c2 is set down as an Extra Turn tile."),
    (e.KindShown(tile="c2", shows="?"), "What c2 shows is not written down."),
    (PlaceSet("used", ("nine b3", "ten d2")), "Used is set down: nine b3 and ten d2."),
    (PlaceSet("bonus", ()), "Bonus is set down: none."),
    (CardsSet("hand nine", "nine", ("sonic", "?", "?")),
     "Hand nine is set down: a Sonic Screwdriver and 2 unknown cards."),
    (CardsSet("discards", "all", ()), "Discards is set down: no cards."),
    (e.GameWon(player="nine", tile="d7"), "Nine reaches d7 at the far edge and wins."),
    (Shuffled("tiles", 1, "tower", ("?",) * 48), "The 48 doors are shuffled and laid out closed."),
    (Shuffled("draw", 2, "tower", ("sonic",) * 68), "The draw pile is shuffled: 68 cards."),
    (Drawn("nine", "draw", "tower", ("sonic",)), "Nine draws a Sonic Screwdriver."),
    (Revealed("tiles", "c2", "tower", "blue-dalek"), "c2 turns out to be a blue Dalek Door."),
    (Rolled("pick", 2, (2,), "first player", "tower"), "Chance picks Ten as the first player: 2 of 2."),
    (Rolled("D", 6, (3, 4), "a wager", "typed"), "Chance decides (a wager): 3, 4."),
)  # fmt: skip


IN_CONTEXT = (
    (Drawn("nine", "draw", "tower", ("sonic", "key-red", "sonic")), DEALING,
     "Nine is dealt 2 Sonic Screwdrivers and a red Key."),
    (Drawn("nine", "draw", "tower", ("?",) * 3), DEALING, "Nine is dealt 3 cards."),
    (Passed(player="nine"), OFFERED, "Nine lets the bonus of the TARDIS Key go by."),
    (e.MovePawn(player="nine", to="c1"), NOW.replace(pawns={"nine": "out"}), "Nine enters the grid at c1."),
    (e.Stay(player="nine"), NOW.replace(pawns={"nine": "out"}), "Nine stays outside."),
)  # fmt: skip

IN_THE_DARK = (
    (Drawn("nine", "draw", "tower", ("?",)), "Nine draws a card."),
    (Drawn("nine", "draw", "tower", ("?", "?")), "Nine draws 2 cards."),
    (e.PlayKey(player="nine", colour="blue", tile="e2", action="open"), "Nine opens e2 with a blue Key."),
    (e.PlaySonic(player="nine", tile="e2", action="open"), "Nine opens the blue door e2 with a Sonic Screwdriver."),
    (e.DoorOpened(tile="e2"), "e2 lies open."),
    (e.CardPlayed(player="nine", card="?"), "Nine's unknown card goes to the discards."),
    (Revealed("tiles", "e2", "typed", "?"), "e2 is turned up; what it shows is not written down."),
    (e.MovePawn(player="nine", to="e2"), "Nine moves from c1 to e2."),
)  # fmt: skip
