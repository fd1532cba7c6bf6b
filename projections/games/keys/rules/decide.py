"""Pass each move to the function that decides it."""

from typing import assert_never

from events.events import Passed
from projections.draft import Draft
from projections.games.keys import events as e
from projections.games.keys.rules.assault import play_cyberman
from projections.games.keys.rules.bonus import decline_bonus, use_key
from projections.games.keys.rules.card_uses import discard
from projections.games.keys.rules.doors import play_key, play_sonic
from projections.games.keys.rules.laid_cards import play_barrier, play_cookie, play_pandorica, play_tunnel
from projections.games.keys.rules.movement import leave_grid, move_pawn, stay
from projections.games.keys.rules.play import draw_card, skip_draw
from projections.games.keys.state.position import Position

AnyMove = e.KeysMove | Passed
"""Every move of this game."""


def decide(draft: Draft[Position], move: AnyMove) -> None:  # noqa: C901, PLR0912  # one case for each move
    """Decide one move: check it against the rules and record it with its effects."""
    draft.must("KEY-SET-04", move.player in draft.now.pawns, f'there is no pawn of "{move.player}"')
    draft.must("KEY-SET-08", draft.now.turn > 0, "the game has not begun")
    match move:
        case e.DrawCard():
            draw_card(draft, move)
        case e.SkipDraw():
            skip_draw(draft, move)
        case e.PlayKey():
            play_key(draft, move)
        case e.PlaySonic():
            play_sonic(draft, move)
        case e.PlayBarrier():
            play_barrier(draft, move)
        case e.PlayTunnel():
            play_tunnel(draft, move)
        case e.PlayCookie():
            play_cookie(draft, move)
        case e.PlayPandorica():
            play_pandorica(draft, move)
        case e.PlayCyberman():
            play_cyberman(draft, move)
        case e.Discard():
            discard(draft, move)
        case e.MovePawn():
            move_pawn(draft, move)
        case e.LeaveGrid():
            leave_grid(draft, move)
        case e.Stay():
            stay(draft, move)
        case e.UseKey():
            use_key(draft, move)
        case Passed():
            decline_bonus(draft, move)
        case _:
            assert_never(move)
