"""A battle: roll the dice, compare them, go on or call it off, until the territory falls or the attackers do."""

from collections.abc import Sequence

from events.events import Rolled
from projections.draft import Draft
from projections.games.risk.events.battle_effects import BattleEnded, DaleksLost, DiceDue, ReRollOffered
from projections.games.risk.events.effects import StepReached
from projections.games.risk.events.moves import BattleMove, Defend, LeaveBattle, ReRoll, RollDice
from projections.games.risk.rules.conquest import conquer
from projections.games.risk.rules.turns import over_objection
from projections.games.risk.state.names import army_name, place
from projections.games.risk.state.position import NEUTRALS, Battle, World
from projections.objections import Objection, require_all
from projections.window import Window, WindowClosed
from projections.wording import counted

MOST_ATTACK, MOST_DEFENCE = 3, 2
"""The dice of either side (RISK-DIC-02, RISK-DIC-03)."""


def _no_battle(world: World) -> Objection:
    return over_objection(world) or Objection("RISK-ATT-10", False, "there is no battle under way")


def _write_alone(draft: Draft[World], move: BattleMove, objection: Objection) -> None:
    """Write a move of a battle that is not there, with the dice that fell; nothing follows from it."""
    require_all(draft, objection)
    draft.add(move)
    thrown = {"attack": move.daleks, "defence": move.defence} if isinstance(move, RollDice) else {}
    thrown = {"ones": move.dice} if isinstance(move, ReRoll) else thrown
    for name, dice in thrown.items():
        if dice:
            draft.roll(name, dice, purpose=f"{name} in no battle")


def attackers_left(world: World, battle: Battle) -> int:
    """The Daleks that can still attack: a group's survivors, or all but the guard of the origin (RISK-ATT-11)."""
    if world.options.attack_style == "group":
        return battle.group
    return max(0, world.lands[battle.source].daleks - battle.guard)


def dice_on_offer(world: World, battle: Battle) -> range:
    """With how many Daleks the attacker may roll now.

    Rules:
        RISK-DIC-02 one die a Dalek, three at most; RISK-DIC-05 as many as are left; RISK-DIC-06 anew each time;
        RISK-ATT-08 fewer in a later roll of a stack. The first roll is with the declared number, unless an Ark has
        brought more (RISK-POW-12); a group fights whole.
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
    """The most dice the defender may roll (RISK-ATT-09, RISK-DIC-03), fewer in the first roll by a card."""
    most = min(MOST_DEFENCE, world.lands[battle.target].daleks)
    return max(1, most - battle.defence.fewer) if not battle.rolls else most


def must_choose_defence(world: World, battle: Battle) -> bool:
    """Whether the defender has to say how many dice defend (A19, option `defence_dice`)."""
    chosen = world.options.defence_dice == "chosen" and battle.defender not in NEUTRALS
    open_still = not (battle.dice or battle.taken or battle.waiting)
    return chosen and open_still and most_defence(world, battle) > 1


def _busy(world: World, battle: Battle, seat: str) -> list[Objection | None]:
    """What has to happen before the attacker goes on with a battle."""
    if seat != battle.attacker:
        return [Objection("RISK-SET-03", False, f"this is the battle of {army_name(battle.attacker)}")]
    if battle.taken:
        return [Objection("RISK-ATT-16", False, f"{place(battle.target)} has fallen: move in")]
    if isinstance(world.stack[-1], Window):
        return [Objection("RISK-POW-15", False, f"{army_name(battle.defender)} may still play a Power Card")]
    if battle.waiting:
        return [Objection("RISK-POW-11", False, "first the 1s are rolled again, or let stand")]
    return []


def defence_due(world: World, battle: Battle) -> int:
    """How many dice defend in the next roll: as many as were chosen, else the most."""
    return battle.dice or most_defence(world, battle)


def rolling_objections(world: World, battle: Battle, move: RollDice) -> list[Objection | None]:
    """What speaks against this roll: a battle has more or fewer dice, for either side (RISK-DIC-05, RISK-DIC-03)."""
    found = _busy(world, battle, move.player)
    due = defence_due(world, battle)
    if not found and must_choose_defence(world, battle):
        found.append(
            Objection("RISK-DIC-03", False, f"{army_name(battle.defender)} chooses the dice of the defence first")
        )
    elif move.defence not in (0, due):
        dice = "one die defends" if due == 1 else f"{due} dice defend"
        found.append(Objection("RISK-DIC-03", False, f"{dice} {place(battle.target)}, not {move.defence}"))
    offer = dice_on_offer(world, battle)
    if move.daleks not in offer:
        found.append(Objection("RISK-DIC-05", False, f"{_dice(move.daleks)} cannot be rolled here: {_offered(offer)}"))
    return found


def _dice(number: int) -> str:
    return counted(number, "die", "dice")


def _offered(offer: Sequence[int]) -> str:
    return f"{' or '.join(map(str, offer))} can" if offer else "no attacker is left"


def roll_dice(draft: Draft[World], move: RollDice) -> None:
    """Roll for both sides and compare.

    Rules:
        RISK-DIC-01 black dice attack, red dice defend; RISK-DIC-04 at the same time; RISK-TWO-19 the opponent throws
        for a neutral army.
    """
    draft.must("RISK-DIC-02", 0 < move.daleks <= MOST_ATTACK, "roll one die to three")
    draft.must("RISK-DIC-03", 0 <= move.defence <= MOST_DEFENCE, "defend with one die or two")
    battle = draft.now.battle
    if battle is None:
        _write_alone(draft, move, _no_battle(draft.now))
        return
    if not draft.now.lands[battle.target].daleks:
        fallen = Objection("RISK-CMB-07", False, f"nobody defends {place(battle.target)}")
        _write_alone(draft, move, next(iter(_busy(draft.now, battle, move.player)), None) or fallen)
        return
    require_all(draft, *rolling_objections(draft.now, battle, move))
    draft.add(move)
    if isinstance(draft.now.stack[-1], Window):
        draft.add(WindowClosed(name="defence"), "RISK-POW-15")
    draft.write_surplus(DiceDue)
    defence = move.defence or defence_due(draft.now, battle)
    draft.roll("A", move.daleks, purpose=f"attack {battle.source}>{battle.target}")
    draft.roll("D", defence, purpose=f"defence {battle.target}")
    _offer_re_roll(draft, "attack")


def _ones(battle: Battle, side: str) -> int:
    return battle.faces[side == "defence"].count(1)


def _offer_re_roll(draft: Draft[World], side: str) -> None:
    """Let a side re-roll its 1s where a card allows it, the attacker first; else compare the dice (RISK-POW-10)."""
    battle = draft.now.battle
    assert battle is not None
    for name, player in (("attack", battle.attacker), ("defence", battle.defender)):
        may = battle.attack.reroll if name == "attack" else battle.defence.reroll
        if may and _ones(battle, name) and side in (name, "attack"):
            draft.add(ReRollOffered(player=player, side=name, dice=_ones(battle, name)), "RISK-POW-11")
            return
    _compare(draft)


def re_roll_objections(battle: Battle, seat: str, dice: int) -> list[Objection | None]:
    """What speaks against re-rolling so many 1s: only the own ones that show, or none (RISK-POW-11)."""
    whose = battle.attacker if battle.waiting == "attack" else battle.defender
    if seat != whose:
        return [Objection("RISK-SET-03", False, f"it is for {army_name(whose)} to re-roll now")]
    ones = _ones(battle, battle.waiting)
    return (
        [Objection("RISK-POW-11", False, f"only 1s are rolled again: {counted(ones, 'die shows', 'dice show')} one")]
        if dice > ones
        else []
    )


def re_roll(draft: Draft[World], move: ReRoll) -> None:
    """Re-roll some of the 1s; each die once a roll, unless the table lets them go on (A23, option `reroll_ones`)."""
    draft.must("RISK-POW-11", 0 <= move.dice <= MOST_ATTACK, "re-roll some dice, or none")
    battle = draft.now.battle
    if battle is None or not battle.waiting:
        nothing = Objection("RISK-POW-11", False, "there is nothing to re-roll")
        _write_alone(draft, move, nothing if battle else _no_battle(draft.now))
        return
    require_all(draft, *re_roll_objections(battle, move.player, move.dice))
    side = battle.waiting
    draft.add(move)
    if move.dice:
        faces, letter = battle.faces[side == "defence"], side[0].upper()
        names = [letter if len(faces) == 1 else f"{letter}{at + 1}" for at, face in enumerate(faces) if face == 1]
        draft.roll(" ".join(names[: move.dice]), purpose=f"re-roll {side} {battle.source}>{battle.target}")
    _offer_again(draft, side, again=bool(move.dice) and draft.now.options.reroll_ones == "until_not_one")


def _offer_again(draft: Draft[World], side: str, *, again: bool) -> None:
    """Let the same side go on, else the defender behind the attacker; when nobody may, compare the dice."""
    battle = draft.now.battle
    assert battle is not None
    if again and _ones(battle, side):
        _offer_re_roll(draft, side)
    elif side == "attack" and battle.defence.reroll:
        _offer_re_roll(draft, "defence")
    else:
        _compare(draft)


def casualties(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[int, int]:
    """How many Daleks the attacker and the defender lose.

    Rules:
        RISK-CMB-01 highest against highest, then next against next; RISK-CMB-02 and RISK-CMB-03 the defender wins ties;
        RISK-CMB-04 and RISK-CMB-05 dice without a partner are ignored; RISK-CMB-06 one Dalek a pair; RISK-POW-09 7
        beats 6.
    """
    pairs = list(zip(sorted(ours, reverse=True), sorted(theirs, reverse=True), strict=False))
    lost = sum(attack <= defence for attack, defence in pairs)
    return lost, len(pairs) - lost


def _compare(draft: Draft[World]) -> None:
    """Remove the losers of this roll; conquer, be beaten, or let the attacker decide.

    Rules:
        RISK-CMB-02 and RISK-CMB-03; RISK-CMB-09 removed Daleks are back in their owner's pile; RISK-ATT-10 the three
        ways a battle ends.
    """
    battle = draft.now.battle
    assert battle is not None
    ours, theirs = ([face + side.plus for face in faces] for side, faces in zip(
        (battle.attack, battle.defence), battle.faces, strict=True
    ))  # fmt: skip
    ours_lost, theirs_lost = casualties(tuple(ours), tuple(theirs))
    if ours_lost:
        draft.add(DaleksLost(territory=battle.source, daleks=ours_lost), "RISK-CMB-03")
    if theirs_lost:
        draft.add(DaleksLost(territory=battle.target, daleks=theirs_lost), "RISK-CMB-02")
    if not draft.now.lands[battle.target].daleks:
        conquer(draft)
    else:
        end_if_beaten(draft)


def end_if_beaten(draft: Draft[World]) -> bool:
    """End a battle in which no attacker is left.

    Rules:
        RISK-ATT-14 no further attack in this turn, or none from there (A17, option `beaten_attacker`); RISK-POW-14 so
        it is if a card destroyed the only attacker. Returns whether the battle is over.
    """
    world, battle = draft.now, draft.now.battle
    if battle is None or attackers_left(world, battle):
        return battle is None
    ends = world.options.beaten_attacker == "ends_step"
    draft.add(BattleEnded(how="beaten", bars="step" if ends else battle.source), "RISK-ATT-14")
    if ends and draft.now.step == "attack" and battle.attacker == draft.now.player:
        draft.add(StepReached(step="manoeuvre"), "RISK-ATT-14")
    return True


def leaving_objections(world: World, battle: Battle, seat: str) -> list[Objection | None]:
    """What speaks against calling the battle off: it is done between rolls (RISK-ATT-12)."""
    found = _busy(world, battle, seat)
    if not found and not battle.rolls and not battle.faces[0] and attackers_left(world, battle):
        found.append(
            Objection("RISK-ATT-12", False, "a battle is called off between rolls: in this one there was none yet")
        )
    return found


def leave_battle(draft: Draft[World], move: LeaveBattle) -> None:
    """Call the battle off; attackers go back to their origin (RISK-ATT-12)."""
    battle = draft.now.battle
    if battle is None:
        _write_alone(draft, move, _no_battle(draft.now))
        return
    require_all(draft, *leaving_objections(draft.now, battle, move.player))
    draft.add(move)
    draft.add(BattleEnded(how="withdrawal"), "RISK-ATT-12")


def defence_objections(world: World, battle: Battle, seat: str) -> list[Objection | None]:
    """What speaks against choosing the dice of the defence now, one or two (RISK-DIC-03; A19, N14)."""
    found: list[Objection | None] = []
    if seat != battle.defender:
        found.append(
            Objection(
                "RISK-SET-03", False, f"only the defender says how many dice defend: {army_name(battle.defender)}"
            )
        )
    elif isinstance(world.stack[-1], Window) and world.options.defence_dice == "chosen":
        found.append(Objection("RISK-POW-15", False, "first say whether a Power Card is played"))
    elif not must_choose_defence(world, battle):
        found.append(
            Objection("RISK-DIC-03", False, "how many dice defend is not chosen here: one a Dalek, two at most")
        )
    return found


def choose_defence(draft: Draft[World], move: Defend) -> None:
    """Say how many dice defend in the next roll."""
    draft.must("RISK-DIC-03", 0 < move.dice <= MOST_DEFENCE, "defend with one die or two")
    battle = draft.now.battle
    if battle is None:
        _write_alone(draft, move, _no_battle(draft.now))
        return
    require_all(draft, *defence_objections(draft.now, battle, move.player))
    draft.add(move)


def thrower(world: World, rolled: Rolled) -> str:
    """The army whose dice these are in the battle under way; "" for all others, which are the mover's."""
    fight, letters = world.battle, {name[0] for name in rolled.die.split()}
    if fight is None:
        return ""
    return {"A": fight.attacker, "D": fight.defender}.get("".join(letters), "")
