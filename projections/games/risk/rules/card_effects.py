"""The effects of Power Cards, one function for each kind of effect in a card file."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from projections.draft import Draft
from projections.games.risk.events import DaleksAdded, DaleksLost, DiceDue, IncomeCut, Reinforced, RemovalDue
from projections.games.risk.rules.battle import attackers_left
from projections.games.risk.rules.ending import continents_of
from projections.games.risk.state.position import Land, World


class Played(NamedTuple):
    """A played card: the seat that played it, its amount, the rule of its effect, and the rival whom it names."""

    seat: str
    amount: int
    rule: str
    rival: str = ""


def apply_card(draft: Draft[World], seat: str, card: str, rule: str, rival: str = "") -> None:
    """Apply the effect of a played card. A battle card has no effect without a battle."""
    power = draft.now.cards.power[card]
    if power.timing not in ("place", "tardis") and draft.now.battle is None:
        return
    if power.effect in _WORKS:
        _WORKS[power.effect](draft, Played(seat, power.amount, rule, rival))


def _side(draft: Draft[World], seat: str) -> str:
    battle = draft.now.battle
    return "attack" if battle and seat == battle.attacker else "defence"


def _plus(draft: Draft[World], played: Played) -> None:
    """Add the amount to each of the side's dice in the whole battle, also beyond 6 (RISK-POW-08, RISK-POW-09, A22)."""
    draft.add(DiceDue(side=_side(draft, played.seat), plus=played.amount), played.rule)


def _re_roll(draft: Draft[World], played: Played) -> None:
    """Allow re-rolls of the side's 1s in the whole battle (RISK-POW-10)."""
    draft.add(DiceDue(side=_side(draft, played.seat), reroll=True), played.rule)


def _ark(draft: Draft[World], played: Played) -> None:
    """Roll a die and add that number of Daleks to the origin (RISK-POW-12). A committed group does not grow."""
    battle = draft.now.battle
    assert battle is not None
    face = draft.roll("ark", purpose=f"the Genesis Ark in {battle.source}")[0]
    draft.add(DaleksAdded(territory=battle.source, daleks=face), played.rule)


def _strike(draft: Draft[World], played: Played) -> None:
    """Destroy defending Daleks before the first roll, but never the last one."""
    battle = draft.now.battle
    assert battle is not None
    lost = min(played.amount, draft.now.lands[battle.target].daleks - 1)
    if lost > 0:
        draft.add(DaleksLost(territory=battle.target, daleks=lost), played.rule)


def _donna(draft: Draft[World], played: Played) -> None:
    """Destroy attacking Daleks and add Daleks to the defence (RISK-POW-13). The guard's Dalek is safe (A24)."""
    battle = draft.now.battle
    assert battle is not None
    if lost := min(played.amount, attackers_left(draft.now, battle)):
        draft.add(DaleksLost(territory=battle.source, daleks=lost), played.rule)
    draft.add(DaleksAdded(territory=battle.target, daleks=played.amount), played.rule)


def _reserves(draft: Draft[World], played: Played) -> None:
    """Roll a die and add a share of its number, rounded up, to the Daleks of the defending territory."""
    battle = draft.now.battle
    assert battle is not None
    face = draft.roll("reserves", purpose=f"reserves in {battle.target}")[0]
    draft.add(DaleksAdded(territory=battle.target, daleks=-(-face // played.amount)), played.rule)


def _tribute(draft: Draft[World], played: Played) -> None:
    """Add new Daleks for each continent that the seat holds completely, as for one continent if there is none."""
    held = max(1, len(continents_of(draft.now, played.seat)))
    draft.add(Reinforced(player=played.seat, cards=held * played.amount), played.rule)


def spare_daleks(lands: Mapping[str, Land], army: str) -> int:
    """Return how many Daleks an army could lose without leaving one of its territories empty."""
    return sum(land.daleks - 1 for land in lands.values() if land.army == army and land.daleks)


def _rust(draft: Draft[World], played: Played) -> None:
    """Oblige a rival to remove Daleks of its choice, but never the last one of a territory."""
    if due := min(played.amount, spare_daleks(draft.now.lands, played.rival)):
        draft.add(RemovalDue(player=played.rival, daleks=due), played.rule)


_WORKS: Final[Mapping[str, Callable[[Draft[World], Played], None]]] = {
    "attack-plus": _plus,
    "reroll-ones": _re_roll,
    "genesis-ark": _ark,
    "defence-fewer": lambda draft, played: draft.add(DiceDue(side="defence", fewer=played.amount), played.rule),
    "strike-first": _strike,
    "doctor-donna": _donna,
    "defence-plus": _plus,
    "defence-reroll": _re_roll,
    "defence-reinforced": _reserves,
    "more-daleks": lambda draft, played: draft.add(Reinforced(player=played.seat, cards=played.amount), played.rule),
    "continent-bonus": _tribute,
    "rival-fewer": lambda draft, played: draft.add(IncomeCut(rival=played.rival, daleks=played.amount), played.rule),
    "rival-no-continents": lambda draft, played: draft.add(IncomeCut(rival=played.rival, continent=True), played.rule),
    "rival-removes": _rust,
}
