"""Pass each move to the function that decides it."""

from typing import assert_never

from events.events import Passed
from projections.draft import Draft
from projections.games.daleks.events import moves as m
from projections.games.daleks.rules.adventure import gather
from projections.games.daleks.rules.companions import recruit
from projections.games.daleks.rules.cost_parts import goes_by_itself
from projections.games.daleks.rules.costs import choose_cost, pay_card, pay_companion, pay_tokens, resolve_costs
from projections.games.daleks.rules.finish import daleks_move, discard_timey, finish
from projections.games.daleks.rules.help import call_help, give_help
from projections.games.daleks.rules.passing import decide_pass
from projections.games.daleks.rules.pool import cut_die, exterminate, focus
from projections.games.daleks.rules.prepare import charge, dismiss, install, uninstall, use_ability
from projections.games.daleks.rules.resolve import resolve, skip_adventure
from projections.games.daleks.rules.roll import (
    change_by_tokens,
    change_face,
    re_roll,
    re_roll_by_tokens,
    roll_dice,
    spend_black,
)
from projections.games.daleks.rules.setup import choose_doctor
from projections.games.daleks.rules.timey_wimey import play_timey
from projections.games.daleks.rules.travel import enter_zone, explore, keep_location, roll_tardis, stay, travel
from projections.games.daleks.rules.turns import must_have_begun
from projections.games.daleks.state.position import Position


def decide(draft: Draft[Position], move: m.AnyMove) -> None:
    """Decide one move: check it against the rules and record it with its effects.

    Rules:
        TOD-ROUND-04: a turn has four steps. TOD-ADV-01: an Adventure has stages. TOD-SETUP-08: every player needs a
        Doctor first. TOD-FAIL-05: a cost without any choice left, after an accepted illegal move or a manual change, is
        carried out after the next move.
    """
    draft.must("TOD-ROUND-01", move.player in draft.now.seats, f'"{move.player[:40]}" is not a seat')
    if not isinstance(move, m.ChooseDoctor):
        must_have_begun(draft)
    left = draft.now.stack if goes_by_itself(draft.now) else ()
    _decide(draft, move)
    if left and draft.now.stack == left:
        resolve_costs(draft)


def _decide(draft: Draft[Position], move: m.AnyMove) -> None:
    match move:
        case m.ChooseDoctor():
            choose_doctor(draft, move)
        case m.RollTardis() | m.Stay() | m.Travel() | m.Explore() | m.KeepLocation() | m.EnterZone():
            _travel(draft, move)
        case m.Charge() | m.Install() | m.Uninstall() | m.Dismiss() | m.UseAbility() | m.PlayTimey():
            _prepare(draft, move)
        case m.Recruit() | m.Gather() | m.Focus() | m.CallHelp() | m.GiveHelp() | m.CutDie() | m.Exterminate():
            _build_pool(draft, move)
        case m.RollDice() | m.ReRoll() | m.ReRollByTokens() | m.SpendBlack() | m.ChangeFace() | m.ChangeByTokens():
            _roll(draft, move)
        case m.SkipAdventure():
            skip_adventure(draft, move)
        case _:
            _finish(draft, move)


def _prepare(
    draft: Draft[Position], move: m.Charge | m.Install | m.Uninstall | m.Dismiss | m.UseAbility | m.PlayTimey
) -> None:
    """Decide a move of the Prepare step, or a card that is played at any time (TOD-PREP-08, TOD-CARD-02)."""
    match move:
        case m.Charge():
            charge(draft, move)
        case m.Install():
            install(draft, move)
        case m.Uninstall():
            uninstall(draft, move)
        case m.Dismiss():
            dismiss(draft, move)
        case m.UseAbility():
            use_ability(draft, move)
        case m.PlayTimey():
            play_timey(draft, move)
        case _:
            assert_never(move)


def _travel(
    draft: Draft[Position], move: m.RollTardis | m.Stay | m.Travel | m.Explore | m.KeepLocation | m.EnterZone
) -> None:
    """Decide a move of the Travel step (TOD-TRAV-01)."""
    match move:
        case m.RollTardis():
            roll_tardis(draft, move)
        case m.Stay():
            stay(draft, move)
        case m.Travel():
            travel(draft, move)
        case m.Explore():
            explore(draft, move)
        case m.KeepLocation():
            keep_location(draft, move)
        case m.EnterZone():
            enter_zone(draft, move)
        case _:
            assert_never(move)


def _build_pool(
    draft: Draft[Position],
    move: m.Recruit | m.Gather | m.Focus | m.CallHelp | m.GiveHelp | m.CutDie | m.Exterminate,
) -> None:
    """Decide a move of stages A to C of an Adventure (TOD-ADV-01)."""
    match move:
        case m.Recruit():
            recruit(draft, move)
        case m.Gather():
            gather(draft, move)
        case m.Focus():
            focus(draft, move)
        case m.CallHelp():
            call_help(draft, move)
        case m.GiveHelp():
            give_help(draft, move)
        case m.CutDie():
            cut_die(draft, move)
        case m.Exterminate():
            exterminate(draft, move)
        case _:
            assert_never(move)


def _roll(
    draft: Draft[Position],
    move: m.RollDice | m.ReRoll | m.ReRollByTokens | m.SpendBlack | m.ChangeFace | m.ChangeByTokens,
) -> None:
    """Decide a move of stage D of an Adventure (TOD-ADV-02)."""
    match move:
        case m.RollDice():
            roll_dice(draft, move)
        case m.ReRoll():
            re_roll(draft, move)
        case m.ReRollByTokens():
            re_roll_by_tokens(draft, move)
        case m.SpendBlack():
            spend_black(draft, move)
        case m.ChangeFace():
            change_face(draft, move)
        case m.ChangeByTokens():
            change_by_tokens(draft, move)
        case _:
            assert_never(move)


def _finish(
    draft: Draft[Position],
    move: m.Resolve | m.ChooseCost | m.PayCard | m.PayTokens | m.PayCompanion | m.Finish | m.DiscardTimey
    | m.DaleksMove | Passed,
) -> None:  # fmt: skip
    """Decide stage E, a payment, the end of a turn or the Daleks' turn (TOD-ADV-01, TOD-FAIL-05, TOD-ROUND-02)."""
    match move:
        case m.Resolve():
            resolve(draft, move)
        case m.ChooseCost():
            choose_cost(draft, move)
        case m.PayCard():
            pay_card(draft, move)
        case m.PayTokens():
            pay_tokens(draft, move)
        case m.PayCompanion():
            pay_companion(draft, move)
        case m.Finish():
            finish(draft, move)
        case m.DiscardTimey():
            discard_timey(draft, move)
        case m.DaleksMove():
            daleks_move(draft, move)
        case Passed():
            decide_pass(draft, move)
        case _:
            assert_never(move)
