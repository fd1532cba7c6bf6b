"""What a tile does to the pawn that lands on it: Teleport, the far edge, TARDIS Key, Extra Turn."""

from events.errors import CannotTellError
from projections.draft import Draft
from projections.games.keys.events import (
    BonusOffered,
    ExtraTurnEarned,
    GameWon,
    PawnMoved,
    PawnReleased,
    PawnTeleported,
)
from projections.games.keys.rules.paths import is_busy_control, is_goal, is_unknown
from projections.games.keys.state.position import Position
from projections.objections import Objection
from projections.wording import titled


def set_pawn(draft: Draft[Position], seat: str, to: str, rule: str) -> None:
    """Set a pawn down; a Pandorica that it should not have left goes to the discards (KEY-CPA-04)."""
    draft.add(PawnMoved(player=seat, to=to), rule)
    if seat in draft.now.held:
        draft.add(PawnReleased(player=seat), "KEY-CPA-04")


def land(draft: Draft[Position], seat: str, tile: str, *, wins: bool = True, reading: str = "") -> None:
    """What a tile does at once to the pawn that has come to it.

    Rules:
        KEY-TTE-01 a Teleport tile puts it on Control, also at the far edge (B10); KEY-WIN-01 any other tile of the far
        edge wins at once, whatever its kind (B09), for any column of it (KEY-WIN-02). Where nobody knows what the tile
        shows, what the writer states of the landing tells.
    """
    unknown = is_unknown(draft.now.tiles[tile])
    if _is(draft.now, tile, "teleport") or (unknown and draft.states(PawnTeleported)):
        if draft.now.options.teleport_busy == "shut" or not is_busy_control(draft.now, seat):
            draft.add(PawnTeleported(player=seat), "KEY-TTE-01")
    elif wins and is_goal(draft.now, seat, tile) and not draft.now.winner:
        draft.add(GameWon(player=seat, tile=tile), "KEY-WIN-01", reading)


def grant_bonus(draft: Draft[Position], seat: str, tile: str) -> None:
    """The bonus of a tile that a player moved the own pawn onto, in its own turn.

    Rules:
        KEY-TKE-01 and KEY-TEX-01 for landing; KEY-TKE-03 and KEY-TEX-03 for nothing else; KEY-TKE-04 and KEY-TEX-04
        once a player and tile (B15, B35), KEY-TKE-05 others still can.
    """
    now = draft.now
    if now.is_over or now.pawns[seat] != tile:
        return
    if draft.states(BonusOffered) or (_is(now, tile, "key") and (seat, tile) not in now.used):
        draft.add(BonusOffered(player=seat, tile=tile), "KEY-TKE-01")
    elif draft.states(ExtraTurnEarned) or (_is(now, tile, "extra") and (seat, tile) not in now.earned):
        draft.add(ExtraTurnEarned(player=seat, tile=tile), "KEY-TEX-01")


def stated_bonus_objections(draft: Draft[Position], seat: str, tile: str) -> list[Objection | None]:
    """What speaks against a bonus that the writer states of this landing; it stood, so it is given all the same.

    Rules:
        KEY-TKE-01 and KEY-TEX-01 no such tile; KEY-TKE-04 and KEY-TEX-04 spent.
    """
    now = draft.now
    if is_unknown(now.tiles[tile]) or _is(now, tile, "teleport") or is_goal(now, seat, tile):
        return []
    found: list[Objection | None] = []
    if draft.states(BonusOffered):
        if not _is(now, tile, "key"):
            found.append(Objection("KEY-TKE-01", False, f"have the bonus of a TARDIS Key tile: {tile} is none"))
        elif (seat, tile) in now.used:
            found.append(
                Objection(
                    "KEY-TKE-04",
                    False,
                    f"use the TARDIS Key of a tile once: {titled(seat)} has used that of {tile}",
                )
            )
    if draft.states(ExtraTurnEarned):
        if not _is(now, tile, "extra"):
            found.append(Objection("KEY-TEX-01", False, f"have the turn of an Extra Turn tile: {tile} is none"))
        elif (seat, tile) in now.earned:
            found.append(
                Objection(
                    "KEY-TEX-04",
                    False,
                    f"have the Extra Turn of a tile once: {titled(seat)} has had that of {tile}",
                )
            )
    return found


def _is(position: Position, tile: str, kind: str) -> bool:
    """Whether a tile is open and of a kind."""
    return position.tiles[tile].open and position.tiles[tile].kind == kind


def refuse_unknown_tile(draft: Draft[Position], tile: str) -> None:
    """Say, once all is written, that the landing could not be checked.

    Raises:
        CannotTellError: the tile is open and of a kind that is not known.
    """
    if is_unknown(draft.now.tiles[tile]):
        raise CannotTellError(f"what {tile} shows is not known")
