"""A battle: roll and compare dice until it is called off, the territory is conquered or no attacker is left."""

from collections.abc import Iterator
from typing import Final

from events.events import Rolled
from projections.draft import Draft
from projections.games.risk import events as e
from projections.games.risk.rules import conquest, turns
from projections.games.risk.state.names import army_name, place, span
from projections.games.risk.state.position import NEUTRALS, Battle, World
from projections.move_rule import MoveRule, MoveRules
from projections.rule_conflicts import RuleConflict
from projections.window import Window, WindowClosed
from projections.wording import counted

MOST_ATTACK, MOST_DEFENCE = 3, 2
"""The maximum number of dice of each side (RISK-DIC-02, RISK-DIC-03)."""
_NO_BATTLE: Final = RuleConflict("RISK-ATT-10", "this move can only be made in a battle", "no battle is under way")


def _no_battle(world: World) -> RuleConflict:
    return turns.over_conflict(world) or _NO_BATTLE


def _roll_alone(draft: Draft[World], **dice: int) -> None:
    for name, count in dice.items():
        if count:
            draft.roll(name, count, purpose=f"{name} in no battle")


def attackers_left(world: World, battle: Battle) -> int:
    """Return how many Daleks can still attack: the survivors of a group, or all but the guard (RISK-ATT-11)."""
    if world.options.attack_style == "group":
        return battle.group
    return max(0, world.lands[battle.source].daleks - battle.guard)


def dice_on_offer(world: World, battle: Battle) -> range:
    """Return the numbers of Daleks with which the attacker may roll now.

    Rules:
        RISK-DIC-02: one die for each Dalek, three at most. RISK-DIC-05: at most as many as are left. RISK-DIC-06:
        chosen again for each roll. RISK-ATT-08: later rolls may have fewer. The first roll has the declared number,
        unless an Ark added Daleks (RISK-POW-12). A group always fights as a whole.
    """
    left = min(MOST_ATTACK, attackers_left(world, battle))
    if not left:
        return range(0)
    if world.options.attack_style == "group":
        return range(left, left + 1)
    ark = battle.attack.card and world.cards.power[battle.attack.card].effect == "genesis-ark"
    if battle.rolls or ark:
        return range(1, left + 1)
    first = min(battle.daleks, left)
    return range(first, first + 1)


def most_defence(world: World, battle: Battle) -> int:
    """Return the maximum number of defending dice (RISK-ATT-09, RISK-DIC-03). A card can reduce it at first."""
    most = min(MOST_DEFENCE, world.lands[battle.target].daleks)
    return max(1, most - battle.defence.fewer) if not battle.rolls else most


def must_choose_defence(world: World, battle: Battle) -> bool:
    """Return whether the defender must choose the number of dice (A19, option `defence_dice`)."""
    chosen = world.options.defence_dice == "chosen" and battle.defender not in NEUTRALS
    open_still = not (battle.dice or battle.taken or battle.waiting)
    return chosen and open_still and most_defence(world, battle) > 1


def _busy(world: World, battle: Battle | None, seat: str) -> RuleConflict | None:
    """Return a rule conflict unless the seat is the attacker and need not wait for a conquest, card or re-roll."""
    if battle is None:
        return _no_battle(world)
    if seat != battle.attacker:
        attacker = f"the attacker is {army_name(battle.attacker)}"
        return RuleConflict("RISK-SET-03", "only the attacker can make this move", attacker)
    if battle.taken:
        into = f"the attacker must first move Daleks into {place(battle.target)}"
        return RuleConflict("RISK-ATT-16", into, f"{place(battle.target)} has just been conquered")
    if isinstance(world.stack[-1], Window):
        return RuleConflict("RISK-POW-15", f"{army_name(battle.defender)} must first play a Power Card or pass")
    if battle.waiting:
        return RuleConflict("RISK-POW-11", "the 1s must first be re-rolled or kept")
    return None


def defence_due(world: World, battle: Battle) -> int:
    """Return the number of dice in the next defence roll: the chosen number, else the maximum."""
    return battle.dice or most_defence(world, battle)


def _roll_dice_must(draft: Draft[World], move: e.RollDice) -> None:
    draft.must("RISK-DIC-02", 0 < move.daleks <= MOST_ATTACK, "the attacker must roll 1 to 3 dice")
    draft.must("RISK-DIC-03", 0 <= move.defence <= MOST_DEFENCE, "the defender must roll 1 or 2 dice")


def rolling_conflicts(world: World, move: e.RollDice) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of a roll with this number of dice for either side (RISK-DIC-05, RISK-DIC-03)."""
    battle = world.battle
    busy = _busy(world, battle, move.player)
    if busy:
        yield busy
    if battle is None:
        return
    if not world.lands[battle.target].daleks:
        if not busy:
            none = f"{place(battle.target)} has no defender"
            yield RuleConflict("RISK-CMB-07", "dice can only be rolled against defenders", none)
        return
    due = defence_due(world, battle)
    if not busy and must_choose_defence(world, battle):
        yield RuleConflict("RISK-DIC-03", f"{army_name(battle.defender)} must first choose how many dice defend")
    elif move.defence not in (0, due):
        wanted = f"{place(battle.target)} must be defended with {counted(due, 'die', 'dice')}, not {move.defence}"
        yield RuleConflict("RISK-DIC-03", wanted, have=move.defence, need=due, limit=due)
    offer = dice_on_offer(world, battle)
    if not offer:
        yield RuleConflict("RISK-DIC-05", "only attackers can roll dice", "no attacker is left")
    elif move.daleks not in offer:
        wanted = f"the attacker must roll {span(offer, 'die', 'dice')}, not {move.daleks}"
        yield RuleConflict("RISK-DIC-05", wanted, have=move.daleks, need=offer[0], limit=offer[-1])


def roll_dice(draft: Draft[World], move: e.RollDice) -> None:
    """Roll for both sides (RISK-DIC-01, RISK-DIC-04), also for a neutral army (RISK-TWO-19), and compare."""
    battle = draft.before.battle
    if battle is None or not draft.before.lands[battle.target].daleks:
        _roll_alone(draft, attack=move.daleks, defence=move.defence)
        return
    if isinstance(draft.now.stack[-1], Window):
        draft.add(WindowClosed(name="defence"), "RISK-POW-15")
    draft.write_surplus(e.DiceDue)
    defence = move.defence or defence_due(draft.now, battle)
    draft.roll("A", move.daleks, purpose=f"attack {battle.source}>{battle.target}")
    draft.roll("D", defence, purpose=f"defence {battle.target}")
    _offer_re_roll(draft, "attack")


def _ones(battle: Battle, side: str) -> int:
    return battle.faces[side == "defence"].count(1)


def _offer_re_roll(draft: Draft[World], side: str) -> None:
    """Offer a re-roll of 1s to a side with such a card, the attacker first (RISK-POW-10), or compare the dice."""
    battle = draft.now.battle
    assert battle is not None
    for name, player in (("attack", battle.attacker), ("defence", battle.defender)):
        may = battle.attack.reroll if name == "attack" else battle.defence.reroll
        if may and _ones(battle, name) and side in (name, "attack"):
            draft.add(e.ReRollOffered(player=player, side=name, dice=_ones(battle, name)), "RISK-POW-11")
            return
    _compare(draft)


def _re_roll_must(draft: Draft[World], move: e.ReRoll) -> None:
    draft.must("RISK-POW-11", 0 <= move.dice <= MOST_ATTACK, "only 0 to 3 dice can be re-rolled")


def re_roll_conflicts(world: World, move: e.ReRoll) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of re-rolling this number of 1s: only the seat's own ones, or none (RISK-POW-11)."""
    battle = world.battle
    if battle is None:
        yield _no_battle(world)
        return
    if not battle.waiting:
        only = "1s can only be re-rolled if a Power Card allows the re-roll"
        yield RuleConflict("RISK-POW-11", only, "no re-roll is allowed by a Power Card")
        return
    whose, ones = battle.attacker if battle.waiting == "attack" else battle.defender, _ones(battle, battle.waiting)
    if move.player != whose:
        yield RuleConflict("RISK-SET-03", f"only {army_name(whose)} can re-roll 1s now")
    elif move.dice > ones:
        few = f"there {'is' if ones == 1 else 'are'} {ones}"
        yield RuleConflict("RISK-POW-11", "only dice that show 1 can be re-rolled", few, have=move.dice, limit=ones)


def re_roll(draft: Draft[World], move: e.ReRoll) -> None:
    """Re-roll some of the 1s. Each die is re-rolled once, unless an option allows more (A23, option `reroll_ones`)."""
    battle = draft.before.battle
    if battle is None or not battle.waiting:
        _roll_alone(draft, ones=move.dice)
        return
    side = battle.waiting
    if move.dice:
        faces, letter = battle.faces[side == "defence"], side[0].upper()
        names = [letter if len(faces) == 1 else f"{letter}{at + 1}" for at, face in enumerate(faces) if face == 1]
        draft.roll(" ".join(names[: move.dice]), purpose=f"re-roll {side} {battle.source}>{battle.target}")
    _offer_again(draft, side, again=bool(move.dice) and draft.now.options.reroll_ones == "until_not_one")


def _offer_again(draft: Draft[World], side: str, *, again: bool) -> None:
    """Offer a re-roll of 1s to the same side (if `again`), else to the defender. If neither may, compare the dice."""
    battle = draft.now.battle
    assert battle is not None
    if again and _ones(battle, side):
        _offer_re_roll(draft, side)
    elif side == "attack" and battle.defence.reroll:
        _offer_re_roll(draft, "defence")
    else:
        _compare(draft)


def casualties(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, int]:
    """Return two numbers: the Daleks that the attacker loses and those that the defender loses.

    Rules:
        RISK-CMB-01: highest against highest, then next against next. RISK-CMB-02 and RISK-CMB-03: the defender wins
        ties. RISK-CMB-04 and RISK-CMB-05: dice without a partner are ignored. RISK-CMB-06: one Dalek for each pair.
        RISK-POW-09: 7 beats 6.
    """
    pairs = list(zip(sorted(ours, reverse=True), sorted(theirs, reverse=True), strict=False))
    lost = sum(attack <= defence for attack, defence in pairs)
    return lost, len(pairs) - lost


def _compare(draft: Draft[World]) -> None:
    """Compare the dice and remove the losses (RISK-CMB-09). The battle may end or be won (RISK-ATT-10)."""
    battle = draft.now.battle
    assert battle is not None
    ours, theirs = ([face + side.plus for face in faces] for side, faces in zip(
        (battle.attack, battle.defence), battle.faces, strict=True
    ))  # fmt: skip
    ours_lost, theirs_lost = casualties(tuple(ours), tuple(theirs))
    if ours_lost:
        draft.add(e.DaleksLost(territory=battle.source, daleks=ours_lost), "RISK-CMB-03")
    if theirs_lost:
        draft.add(e.DaleksLost(territory=battle.target, daleks=theirs_lost), "RISK-CMB-02")
    if not draft.now.lands[battle.target].daleks:
        conquest.conquer(draft)
    else:
        end_if_beaten(draft)


def end_if_beaten(draft: Draft[World]) -> bool:
    """End a battle in which no attacker is left. Return whether the battle is over.

    Rules:
        RISK-ATT-14: no further attack in this turn, or none from there (A17, option `beaten_attacker`). RISK-POW-14:
        also if a card destroyed the only attacker.
    """
    world, battle = draft.now, draft.now.battle
    if battle is None or attackers_left(world, battle):
        return battle is None
    ends = world.options.beaten_attacker == "ends_step"
    draft.add(e.BattleEnded(how="beaten", bars="step" if ends else battle.source), "RISK-ATT-14")
    if ends and draft.now.step == "attack" and battle.attacker == draft.now.player:
        draft.add(e.StepReached(step="manoeuvre"), "RISK-ATT-14")
    return True


def leaving_conflicts(world: World, move: e.LeaveBattle) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of calling the battle off, which is possible between rolls (RISK-ATT-12)."""
    battle = world.battle
    if busy := _busy(world, battle, move.player):
        yield busy
    elif battle and not battle.rolls and not battle.faces[0] and attackers_left(world, battle):
        early = "a battle can only be called off after its first roll"
        yield RuleConflict("RISK-ATT-12", early, "this battle has no roll yet")


def leave_battle(draft: Draft[World], _move: e.LeaveBattle) -> None:
    """Call the battle off; the attackers return to their origin (RISK-ATT-12)."""
    if draft.now.battle is not None:
        draft.add(e.BattleEnded(how="withdrawal"), "RISK-ATT-12")


def _choose_defence_must(draft: Draft[World], move: e.Defend) -> None:
    draft.must("RISK-DIC-03", 0 < move.dice <= MOST_DEFENCE, "the defender must roll 1 or 2 dice")


def defence_conflicts(world: World, move: e.Defend) -> Iterator[RuleConflict]:
    """Yield the rule conflicts of choosing the number of defence dice now (RISK-DIC-03; A19, N14)."""
    battle = world.battle
    if battle is None:
        yield _no_battle(world)
    elif move.player != battle.defender:
        defender = f"the defender is {army_name(battle.defender)}"
        yield RuleConflict("RISK-SET-03", "only the defender can choose how many dice defend", defender)
    elif isinstance(world.stack[-1], Window) and world.options.defence_dice == "chosen":
        yield RuleConflict("RISK-POW-15", "the defender must first play a Power Card or pass")
    elif not must_choose_defence(world, battle):
        fixed = "the number of dice is one for each Dalek, at most 2"
        yield RuleConflict("RISK-DIC-03", "the defender cannot choose the number of dice here", fixed)


def choose_defence(_draft: Draft[World], _move: e.Defend) -> None:
    """Choose how many dice defend in the next roll; the choice has no other result."""


def thrower(world: World, rolled: Rolled) -> str:
    """Return the seat that rolls these dice in the battle under way, "" for dice of the seat that moves."""
    fight, letters = world.battle, {name[0] for name in rolled.die.split()}
    if fight is None:
        return ""
    return {"A": fight.attacker, "D": fight.defender}.get("".join(letters), "")


BATTLE_MOVES: Final[MoveRules[World]] = {
    e.Defend: MoveRule(defence_conflicts, choose_defence, _choose_defence_must),
    e.RollDice: MoveRule(rolling_conflicts, roll_dice, _roll_dice_must),
    e.ReRoll: MoveRule(re_roll_conflicts, re_roll, _re_roll_must),
    e.LeaveBattle: MoveRule(leaving_conflicts, leave_battle),
}
