"""The last part of stage D: faces of dice are changed."""

from collections.abc import Iterator
from typing import Final

from projections.draft import Draft
from projections.games.daleks.components.box import SYMBOLS
from projections.games.daleks.events.adventure_effects import FaceChanged
from projections.games.daleks.events.effects import Used
from projections.games.daleks.events.moves import ChangeByTokens, ChangeFace
from projections.games.daleks.rules.icons import icon_at, icon_objections, must_know_card
from projections.games.daleks.rules.pool import die_objections, must_know_die
from projections.games.daleks.rules.prices import pay_tokens_of, tokens_objection
from projections.games.daleks.rules.stages import CHANGES, go_to_stage, stage_objections, unmet_objections
from projections.games.daleks.rules.windows import close_window
from projections.games.daleks.state.position import Position
from projections.games.daleks.state.tray import die_named
from projections.objections import Objection, require_all

CHANGE_PRICE: Final = 3
"""Tokens that turn any one die to any symbol (TOD-FACE-03)."""


def _now_objections(position: Position, seat: str, die: str) -> Iterator[Objection]:
    """What speaks against changing a face at all: the stage, a Time Lock (TOD-COND-05), another's die."""
    yield from stage_objections(position, seat, *CHANGES) or unmet_objections(position)
    now = position.adventure
    if now is not None and "time-locked" in now.conditions:
        yield Objection("TOD-COND-05", False, "no face is changed where a challenge is Time Locked: this one is")
    yield from die_objections(now, seat, die)


def change_face_objections(position: Position, move: ChangeFace) -> list[Objection]:
    """What speaks against changing a face by an icon."""
    return list(_change_face_objections(position, move))


def _change_face_objections(position: Position, move: ChangeFace) -> Iterator[Objection]:
    yield from _now_objections(position, move.player, move.die)
    yield from icon_objections(position, move.player, move.card, move.icon, "change")
    now, icon = position.adventure, icon_at(position, move.card, move.icon, "change")
    found = die_named(now.pools, move.die) if now else None
    if icon is not None and found is not None and found[1].colour not in icon.colours:
        yield Objection(
            "TOD-FACE-02",
            False,
            f"this icon changes a {' or '.join(icon.colours)} die: {move.die} is {found[1].colour}",
        )


def change_face(draft: Draft[Position], move: ChangeFace) -> None:
    """Turn a die of one's own pool to the symbol of an icon.

    Rules:
        TOD-FACE-01 after re-rolling; TOD-FACE-02 a die of the icon's colour, each icon once; TOD-COND-04 at a Fixed
        Point too; TOD-COND-05 not under Time Lock; TOD-HELP-23 only own cards on own dice.
    """
    must_know_card(draft, move.card)
    must_know_die(draft, move.die)
    require_all(draft, *change_face_objections(draft.now, move))
    draft.add(move)
    icon = icon_at(draft.now, move.card, move.icon, "change")
    if draft.now.adventure is None or icon is None:
        return
    close_window(draft)
    draft.add(Used(seat=move.player, card=move.card, icon=move.icon), "TOD-FACE-02")
    pay_tokens_of(draft, move.player, icon.price, "TOD-CARD-01")
    _turn(draft, move.die, icon.symbol, move.card, "TOD-FACE-02")


def change_by_tokens_objections(position: Position, move: ChangeByTokens) -> list[Objection]:
    """What speaks against changing a face for tokens."""
    return [
        *_now_objections(position, move.player, move.die),
        *tokens_objection(position, move.player, CHANGE_PRICE, "TOD-FACE-03"),
    ]


def change_by_tokens(draft: Draft[Position], move: ChangeByTokens) -> None:
    """Turn a die of one's own pool to any symbol for three tokens, as often as tokens last.

    Rules:
        TOD-FACE-03 three tokens, any one die; TOD-FACE-04 also to a symbol that the die has not; TOD-COND-05 not under
        Time Lock; TOD-HELP-28 a helper pays with own tokens.
    """
    must_know_die(draft, move.die)
    draft.must("TOD-FACE-03", move.symbol in SYMBOLS, f"{move.symbol[:20]!a} is no symbol: {', '.join(SYMBOLS)}")
    require_all(draft, *change_by_tokens_objections(draft.now, move))
    draft.add(move)
    if draft.now.adventure is None:
        return
    close_window(draft)
    pay_tokens_of(draft, move.player, CHANGE_PRICE, "TOD-FACE-03")
    _turn(draft, move.die, move.symbol, "tokens", "TOD-FACE-03")


def _turn(draft: Draft[Position], die: str, symbol: str, by: str, rule: str) -> None:
    """A die shows another symbol; from here on faces are changed (TOD-FACE-01)."""
    now = draft.now.adventure
    if now is not None and now.stage == "reroll":
        go_to_stage(draft, "change", "TOD-FACE-01")
    draft.add(FaceChanged(die=die, symbol=symbol, by=by), rule)
