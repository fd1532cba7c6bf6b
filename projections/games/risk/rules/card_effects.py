"""What Power Cards do, one function for each kind of effect that a card file can name."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from projections.draft import Draft
from projections.games.risk.events.battle_effects import DaleksLost, DiceDue
from projections.games.risk.events.effects import DaleksAdded, IncomeCut, Reinforced, RemovalDue
from projections.games.risk.rules.battle import attackers_left
from projections.games.risk.rules.ending import continents_of
from projections.games.risk.state.position import Land, World


class Played(NamedTuple):
    """A card that has been played: by whom, how much it does, under which rule, and at whom."""

    seat: str
    amount: int
    rule: str
    rival: str = ""


def apply_card(draft: Draft[World], seat: str, card: str, rule: str, rival: str = "") -> None:
    """Let a card that has been played do what it says; without a battle a card for battles does nothing."""
    power = draft.now.cards.power[card]
    if power.timing not in ("place", "tardis") and draft.now.battle is None:
        return
    if power.effect in _WORKS:
        _WORKS[power.effect](draft, Played(seat, power.amount, rule, rival))


def _side(draft: Draft[World], seat: str) -> str:
    battle = draft.now.battle
    return "attack" if battle and seat == battle.attacker else "defence"


def _plus(draft: Draft[World], played: Played) -> None:
    """Add to each own die, for the whole battle and beyond 6 too (RISK-POW-08, RISK-POW-09, A22)."""
    draft.add(DiceDue(side=_side(draft, played.seat), plus=played.amount), played.rule)


def _re_roll(draft: Draft[World], played: Played) -> None:
    """Own 1s may be re-rolled, for the whole battle (RISK-POW-10)."""
    draft.add(DiceDue(side=_side(draft, played.seat), reroll=True), played.rule)


def _fewer(draft: Draft[World], played: Played) -> None:
    """The defender rolls fewer dice in the first roll."""
    draft.add(DiceDue(side="defence", fewer=played.amount), played.rule)


def _ark(draft: Draft[World], played: Played) -> None:
    """Roll a die and add that many Daleks to the attacking territory; no committed group grows by it (RISK-POW-12)."""
    battle = draft.now.battle
    assert battle is not None
    face = draft.roll("ark", purpose=f"the Genesis Ark in {battle.source}")[0]
    draft.add(DaleksAdded(territory=battle.source, daleks=face), played.rule)


def _strike(draft: Draft[World], played: Played) -> None:
    """Destroy defending Daleks before the first roll, never the last one."""
    battle = draft.now.battle
    assert battle is not None
    lost = min(played.amount, draft.now.lands[battle.target].daleks - 1)
    if lost > 0:
        draft.add(DaleksLost(territory=battle.target, daleks=lost), played.rule)


def _donna(draft: Draft[World], played: Played) -> None:
    """Destroy one attacking Dalek and add one to the defending territory (RISK-POW-13); the guard stays (A24)."""
    battle = draft.now.battle
    assert battle is not None
    if lost := min(played.amount, attackers_left(draft.now, battle)):
        draft.add(DaleksLost(territory=battle.source, daleks=lost), played.rule)
    draft.add(DaleksAdded(territory=battle.target, daleks=played.amount), played.rule)


def _reserves(draft: Draft[World], played: Played) -> None:
    """Roll a die and add a share of it, rounded up, to the defending territory."""
    battle = draft.now.battle
    assert battle is not None
    face = draft.roll("reserves", purpose=f"reserves in {battle.target}")[0]
    draft.add(DaleksAdded(territory=battle.target, daleks=-(-face // played.amount)), played.rule)


def _more(draft: Draft[World], played: Played) -> None:
    """So many new Daleks more."""
    draft.add(Reinforced(player=played.seat, cards=played.amount), played.rule)


def _tribute(draft: Draft[World], played: Played) -> None:
    """New Daleks for each continent held whole now, as if there were one at least."""
    held = max(1, len(continents_of(draft.now, played.seat)))
    draft.add(Reinforced(player=played.seat, cards=held * played.amount), played.rule)


def _sabotage(draft: Draft[World], played: Played) -> None:
    """A rival gets fewer new Daleks at the next count, never below 0."""
    draft.add(IncomeCut(rival=played.rival, daleks=played.amount), played.rule)


def _cut_off(draft: Draft[World], played: Played) -> None:
    """Continents pay a rival nothing at the next count."""
    draft.add(IncomeCut(rival=played.rival, continent=True), played.rule)


def spare_daleks(lands: Mapping[str, Land], army: str) -> int:
    """How many Daleks an army could lose without leaving a territory empty."""
    return sum(land.daleks - 1 for land in lands.values() if land.army == army and land.daleks)


def _rust(draft: Draft[World], played: Played) -> None:
    """A rival removes Daleks of its choice, never the last one of a territory."""
    if due := min(played.amount, spare_daleks(draft.now.lands, played.rival)):
        draft.add(RemovalDue(player=played.rival, daleks=due), played.rule)


_WORKS: Final[Mapping[str, Callable[[Draft[World], Played], None]]] = {
    "attack-plus": _plus,
    "reroll-ones": _re_roll,
    "genesis-ark": _ark,
    "defence-fewer": _fewer,
    "strike-first": _strike,
    "doctor-donna": _donna,
    "defence-plus": _plus,
    "defence-reroll": _re_roll,
    "defence-reinforced": _reserves,
    "more-daleks": _more,
    "continent-bonus": _tribute,
    "rival-fewer": _sabotage,
    "rival-no-continents": _cut_off,
    "rival-removes": _rust,
}
