"""Decide each move, by the module of its step of a turn or of the use of cards."""

from typing import assert_never

from events.events import Passed
from projections.draft import Draft
from projections.games.ccg.events import moves as m
from projections.games.ccg.rules.answers import decide_pass
from projections.games.ccg.rules.bonus import draw_bonus, end_turn
from projections.games.ccg.rules.card_use import play_flash, use_special
from projections.games.ccg.rules.combat import announce_combat, attack, decline_combat, make_hit, name_combatant
from projections.games.ccg.rules.decks import submit_deck
from projections.games.ccg.rules.episodes import play_episode, solve_episode
from projections.games.ccg.rules.left_out import skip_step
from projections.games.ccg.rules.preparation import choose_zone, draw_card, play_card, stand_cards
from projections.games.ccg.rules.support import give_support
from projections.games.ccg.rules.windows import set_stops
from projections.games.ccg.state.position import Position


def decide(draft: Draft[Position], move: m.AnyMove) -> None:
    """Decide one move: check the move against the rules, write the move, and write its effects.

    Rules:
        CCG-OBJ-01: two players. CCG-STR-03: both decks must be submitted before anything is played.
    """
    draft.must("CCG-OBJ-01", move.player in draft.now.seats, f'no seat is called "{move.player[:40]}"')
    match move:
        case m.SubmitDeck():
            submit_deck(draft, move)
        case m.SetStops():
            set_stops(draft, move)
        case _:
            draft.must("CCG-STR-03", draft.now.turn > 0, "both players must submit a deck first")
            _in_turn(draft, move)


def _in_turn(draft: Draft[Position], move: m.TurnMove) -> None:  # noqa: C901, PLR0912  # one case for each move
    match move:
        case m.StandCards():
            stand_cards(draft, move)
        case m.ChooseZone():
            choose_zone(draft, move)
        case m.DrawCard():
            draw_card(draft, move)
        case m.PlayCard():
            play_card(draft, move)
        case m.PlayEpisode():
            play_episode(draft, move)
        case m.SolveEpisode():
            solve_episode(draft, move)
        case m.AnnounceCombat():
            announce_combat(draft, move)
        case m.Attack():
            attack(draft, move)
        case m.NameCombatant():
            name_combatant(draft, move)
        case m.DeclineCombat():
            decline_combat(draft, move)
        case m.MakeHit():
            make_hit(draft, move)
        case m.GiveSupport():
            give_support(draft, move)
        case m.UseSpecial():
            use_special(draft, move)
        case m.PlayFlash():
            play_flash(draft, move)
        case m.DrawBonus():
            draw_bonus(draft, move)
        case m.EndTurn():
            end_turn(draft, move)
        case m.SkipStep():
            skip_step(draft, move)
        case Passed():
            decide_pass(draft, move)
        case _:
            assert_never(move)
