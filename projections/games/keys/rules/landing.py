"""The effect of a tile on a pawn that lands on it: Teleport, the far edge, TARDIS Key, Extra Turn."""

from collections.abc import Iterator

from events.errors import CannotTellError
from projections.draft import Draft
from projections.games.keys.events import effects as f
from projections.games.keys.rules.paths import is_busy_control, is_goal, is_unknown
from projections.games.keys.state.position import Position
from projections.rule_conflicts import RuleConflict
from projections.wording import titled


def set_pawn(draft: Draft[Position], seat: str, to: str, rule: str) -> None:
    """Place a seat's pawn. If a Pandorica should have held it, the Pandorica goes to the discards."""
    draft.add(f.PawnMoved(player=seat, to=to), rule)
    if seat in draft.now.held:
        draft.add(f.PawnReleased(player=seat), "KEY-CPA-04")


def land(draft: Draft[Position], seat: str, tile: str, *, wins: bool = True, reading: str = "") -> None:
    """Apply the immediate effect of a tile to the pawn that moved there.

    Rules:
        KEY-TTE-01 a Teleport tile puts it on Control, also at the far edge (B10); KEY-WIN-01 any other tile of the far
        edge wins at once, of every kind (B09) and in every column (KEY-WIN-02). If the kind of the tile is unknown, the
        result declared in the post decides.
    """
    unknown = is_unknown(draft.now.tiles[tile])
    if _is(draft.now, tile, "teleport") or (unknown and draft.states(f.PawnTeleported)):
        if draft.now.options.teleport_busy == "shut" or not is_busy_control(draft.now, seat):
            draft.add(f.PawnTeleported(player=seat), "KEY-TTE-01")
    elif wins and is_goal(draft.now, seat, tile) and not draft.now.winner:
        draft.add(f.GameWon(player=seat, tile=tile), "KEY-WIN-01", reading)


def grant_bonus(draft: Draft[Position], seat: str, tile: str) -> None:
    """Grant the bonus of a tile on which a player landed with their own pawn in their own turn.

    Rules:
        KEY-TKE-01 and KEY-TEX-01 for landing; KEY-TKE-03 and KEY-TEX-03 for nothing else; KEY-TKE-04 and KEY-TEX-04
        once for each player and tile (B15, B35); KEY-TKE-05 other players still can.
    """
    now = draft.now
    if now.is_over or now.pawns[seat] != tile:
        return
    if draft.states(f.BonusOffered) or (_is(now, tile, "key") and (seat, tile) not in now.used):
        draft.add(f.BonusOffered(player=seat, tile=tile), "KEY-TKE-01")
    elif draft.states(f.ExtraTurnEarned) or (_is(now, tile, "extra") and (seat, tile) not in now.earned):
        draft.add(f.ExtraTurnEarned(player=seat, tile=tile), "KEY-TEX-01")


def stated_bonus_conflicts(draft: Draft[Position], seat: str, tile: str) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a bonus that the post declares for this landing, which is granted as played."""
    before = draft.before
    if is_unknown(before.tiles[tile]) or _is(before, tile, "teleport") or is_goal(before, seat, tile):
        return
    if draft.states(f.BonusOffered):
        if not _is(before, tile, "key"):
            no_key = f"{tile} is not a TARDIS Key tile"
            yield RuleConflict("KEY-TKE-01", "only a TARDIS Key tile gives a bonus", no_key)
        elif (seat, tile) in before.used:
            used = f"{titled(seat)} has already used the TARDIS Key on {tile}"
            yield RuleConflict("KEY-TKE-04", "a seat can use the TARDIS Key of a tile only once in a game", used)
    if draft.states(f.ExtraTurnEarned):
        if not _is(before, tile, "extra"):
            no_extra = f"{tile} is not an Extra Turn tile"
            yield RuleConflict("KEY-TEX-01", "only an Extra Turn tile gives another turn", no_extra)
        elif (seat, tile) in before.earned:
            earned = f"{titled(seat)} has already earned the Extra Turn on {tile}"
            yield RuleConflict("KEY-TEX-04", "a seat can earn the Extra Turn of a tile only once in a game", earned)


def _is(position: Position, tile: str, kind: str) -> bool:
    return position.tiles[tile].open and position.tiles[tile].kind == kind


def refuse_unknown_tile(draft: Draft[Position], tile: str) -> None:
    """Raise CannotTellError, after everything is written, if the tile is open and its kind is unknown."""
    if is_unknown(draft.now.tiles[tile]):
        raise CannotTellError(f"this log does not show the kind of {tile}")
