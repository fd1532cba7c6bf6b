"""Companions who leave: discarded, or dismissed into their deck."""

from collections.abc import Sequence

from projections.draft import Draft
from projections.games.daleks.facts.effects import CompanionLeft
from projections.games.daleks.rules.recruiting import in_deck
from projections.games.daleks.state.consoles import deck_name
from projections.games.daleks.state.piles import cards_of, deck
from projections.games.daleks.state.position import Position

__all__ = ["dismiss_part_timers", "send_off", "shuffle_companions"]


def send_off(draft: Draft[Position], seat: str, companions: Sequence[str], how: str, rule: str = "") -> None:
    """Let Companions leave a console.

    Rules:
        TOD-COMPN-01 `discarded`: to the discard pile; TOD-COMPN-02 `dismissed`: back into their decks, which are
        shuffled.
    """
    due = rule or ("TOD-COMPN-01" if how == "discarded" else "TOD-COMPN-02")
    for companion in companions:
        draft.add(CompanionLeft(seat=seat, companion=companion, how=how), due)
    if how == "dismissed":
        for pile in dict.fromkeys(deck_name(draft.now, companion) for companion in companions):
            shuffle_companions(draft, pile)


def dismiss_part_timers(draft: Draft[Position], seat: str) -> None:
    """Dismiss all part-time Companions of a seat (TOD-FAIL-02)."""
    leaving = [one.companion for one in draft.now.console(seat).companions if one.part_time]
    send_off(draft, seat, leaving, "dismissed", "TOD-FAIL-02")


def shuffle_companions(draft: Draft[Position], pile: str) -> None:
    """Shuffle a Companion deck, after a search or when somebody was dismissed into it (TOD-COMPN-02, TOD-LINK-02).

    Rules:
        TOD-COMP-15 and TC-17: whoever is dismissed into an empty deck can be recruited from it again.
    """
    if row := deck(draft.now, pile):
        left = tuple(name for name in cards_of(draft.now.box, pile) if in_deck(draft.now, name))
        draft.shuffle(pile, left if len(left) == len(row) else row)
