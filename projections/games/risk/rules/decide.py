"""Select the function that decides each move."""

from typing import assert_never

from events.events import Passed
from projections.draft import Draft
from projections.games.risk.events import moves as m
from projections.games.risk.events.moves import RiskMove
from projections.games.risk.rules.attack import attack, stop_attacking
from projections.games.risk.rules.battle import choose_defence, leave_battle, re_roll, roll_dice
from projections.games.risk.rules.conquest import move_in
from projections.games.risk.rules.ending import draw_territory_card, end_turn
from projections.games.risk.rules.manoeuvre import hold_position, manoeuvre
from projections.games.risk.rules.neutral_armies import place_neutral
from projections.games.risk.rules.placement import place, remove_dalek
from projections.games.risk.rules.power_cards import move_tardis, pass_defence, play_power
from projections.games.risk.rules.reinforcements import claim_mission, count_daleks, trade_stars
from projections.games.risk.rules.tardis import land_tardis
from projections.games.risk.rules.turns import skip_step
from projections.games.risk.state.position import World

AnyMove = RiskMove | Passed
"""Any move of a seat in this game."""


def decide(draft: Draft[World], move: AnyMove) -> None:
    """Decide one move: check the rules, record it, and add its consequences."""
    draft.must("RISK-SET-01", move.player in draft.now.seats, f'"{move.player[:40]}" is not a seat of this game')
    draft.must("RISK-SET-02", draft.now.turn > 0, "the game has not begun")
    if isinstance(move, m.BattleMove | Passed):
        _in_battle(draft, move)
    else:
        _in_turn(draft, move)


def _in_turn(draft: Draft[World], move: m.TurnMove) -> None:  # noqa: C901, PLR0912  # one case per move
    match move:
        case m.PlaceNeutral():
            place_neutral(draft, move)
        case m.LandTardis():
            land_tardis(draft, move)
        case m.SkipStep():
            skip_step(draft, move)
        case m.CountDaleks():
            count_daleks(draft, move)
        case m.ClaimMission():
            claim_mission(draft, move)
        case m.TradeStars():
            trade_stars(draft, move)
        case m.PlayPower():
            play_power(draft, move)
        case m.MoveTardis():
            move_tardis(draft, move)
        case m.Place():
            place(draft, move)
        case m.RemoveDalek():
            remove_dalek(draft, move)
        case m.StopAttacking():
            stop_attacking(draft, move)
        case m.Manoeuvre():
            manoeuvre(draft, move)
        case m.HoldPosition():
            hold_position(draft, move)
        case m.DrawTerritoryCard():
            draw_territory_card(draft, move)
        case m.EndTurn():
            end_turn(draft, move)
        case _:
            assert_never(move)


def _in_battle(draft: Draft[World], move: m.BattleMove | Passed) -> None:
    match move:
        case m.Attack():
            attack(draft, move)
        case m.Defend():
            choose_defence(draft, move)
        case m.RollDice():
            roll_dice(draft, move)
        case m.ReRoll():
            re_roll(draft, move)
        case m.LeaveBattle():
            leave_battle(draft, move)
        case m.MoveIn():
            move_in(draft, move)
        case Passed():
            pass_defence(draft, move)
        case _:
            assert_never(move)
