"""The forms of Time of the Daleks: every way in which a line gives a move.

`POOL: focus "Rory Williams" B>U, drop B = 8` gives two moves. Chance results, declared results and board statements
follow each move. The form at the end of the table parses the Dalek Ship's space after any move.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from events.events import UNKNOWN, Move, Passed
from projections.contracts import ObservedChance
from projections.games.daleks.events import adventure_effects as a, effects as f, moves as m
from projections.games.daleks.notation import chance, icons, results
from projections.games.daleks.notation.places import read_flip, read_new
from projections.games.daleks.notation.pool import counted, gathered, gathers
from projections.games.daleks.notation.vocabulary import Context
from projections.games.daleks.rules import adventure, challenge, companions
from projections.games.daleks.rules.icons import icon_at
from projections.games.daleks.rules.pool import excess_dice, owed_dice
from projections.games.daleks.state.position import Die, Position
from projections.games.daleks.state.tray import dice_left
from projections.notation.line_pattern import LinePattern

_NONE: Final = "none|no|-|nothing|nobody|no one"
_AND: Final = "[ (+|&|and)]"
_TOKENS: Final = "(tokens|token|charge)"
_SWAP: Final = "(B|black|1b|b1|b2|b3|b4|b5|b6|b7|b8|b9|)(>|to|){colour:swap}"


def _nothing(_context: Context) -> Sequence[Move]:
    return ()


def _left_out(*verbs: str) -> Sequence[LinePattern[Position]]:
    """Return the forms (line patterns) by which a line says that an optional step is skipped. They give no move."""
    return [LinePattern(Passed, f"{verb}: ({_NONE})", make=_nothing, writes=None) for verb in verbs]


def _not_charged(context: Context) -> Sequence[Move]:
    context.lacks(f.TokensGained)
    return (m.Charge(context.seat),)


def _not_sailed(context: Context) -> Sequence[Move]:
    context.lacks(f.ShipMoved)
    return (m.DaleksMove(context.seat),)


def _not_travelled(context: Context) -> Sequence[Move]:
    return (m.Stay(context.seat, context.position.at.get(context.seat, (0, 0))[1]),)


def _refused(context: Context) -> Sequence[Move]:
    """Return a pass if the line's seat is called but refuses to help; no move if the seat itself calls no helper."""
    now = context.position.adventure
    called = now is not None and now.helper == context.seat and not now.manner
    return (Passed(context.seat),) if called else ()


def _pays(context: Context, tokens: int) -> None:
    if tokens:
        context.states(f.TokensPaid(context.seat, tokens))


def _gains(context: Context, tokens: int) -> None:
    context.states(f.TokensGained(context.seat, tokens))


def _sails(context: Context, space: int) -> None:
    context.claims_that("ship", str(space))


def _focused(context: Context) -> Sequence[Move]:
    return (m.Focus(context.seat, *icons.icon_meant(context, "focus"), context.values["colour"]),)


def _rolled_again(context: Context) -> Sequence[Move]:
    return (m.ReRoll(context.seat, *icons.icon_meant(context, "reroll"), context.values.get("dice", ())),)


def _changed(context: Context) -> Sequence[Move]:
    """Return the move that turns a die. If the icon has another symbol, the line's symbol is a declared result."""
    die, symbol = context.values["die"], context.values.get("symbol", "")
    card, number = icons.icon_meant(context, "change")
    icon = icon_at(context.position, card, number, "change")
    if symbol and (icon is None or icon.symbol != symbol):
        context.states(a.FaceChanged(die, symbol, card))
    return (m.ChangeFace(context.seat, card, number, die),)


def _travelled(context: Context) -> Sequence[Move]:
    return (m.Travel(context.seat, *context.values["spot"]),)


def _went(context: Context) -> Sequence[Move]:
    return (context.values["spot"],)


def _spot(context: Context) -> Mapping[str, Any]:
    assert isinstance(context.move, m.Travel)
    return {"spot": (context.move.place, context.move.zone)}


def _recruited(context: Context) -> Sequence[Move]:
    """Return the Recruit move. Its deck is the named deck, else the Companion's deck, else the only possible deck."""
    values, now = context.values, context.position.adventure
    companion = values.get("companion", "")
    found = context.position.box.companion.get(companion or values.get("shown", ""))
    here = companions.decks_here(context.position, now) if now else ()
    deck = values.get("deck") or (found.deck if found else here[0] if len(here) == 1 else "")
    if not deck:
        raise context.cursor.slip("a deck is expected: Earth or Alien", {"earth": "Earth", "alien": "Alien"})
    if "shown" in values:
        context.sees(ObservedChance(items=(values["shown"],)))
    return (m.Recruit(context.seat, values.get("price", ""), deck, companion),)


def _rolled(context: Context) -> Sequence[Move]:
    """Return the moves that a roll implies (gather, cut, lose dice to Dalek markers), then the roll.

    If the dice are rolled only after other players were asked, a second roll move follows: the first only declares the
    pool ready.
    """
    roll, position, rolled = m.RollDice(context.seat), context.position, context.values.get("rolled", ())
    gathers = not set(rolled).isdisjoint(adventure.starting_dice(position, context.seat))
    before: list[Move] = [m.Gather(context.seat)] if gathers else []
    if gathers:
        context.position = context.beside(before[0]).led or position
    left_out = [die.name for die in _dice(context) if rolled and die.name not in rolled]
    before += [*_taken_out(context, left_out)]
    beyond = tuple(name for name in rolled if all(die.name != name for die in _dice(context)))
    if beyond:
        context.states(a.DiceGathered(context.seat, UNKNOWN, beyond))
    seen = bool(context.seen.faces and context.position.adventure)
    asked = seen and not left_out and context.beside(roll).led is not None
    context.position = position
    return (*before, roll, roll) if asked else (*before, roll)


def _dice(context: Context) -> Sequence[Die]:
    return dice_left(*context.position.adventure.pools) if context.position.adventure else ()


def _taken_out(context: Context, dice: Sequence[str]) -> Sequence[Move]:
    """Return the moves by which these dice left the seat's pool before the roll: lost to Dalek markers, or cut."""
    now = context.position.adventure
    excess = excess_dice(context.position, now, context.seat) if now else 0
    owed = owed_dice(context.position, now) if now else 0
    return [
        m.Exterminate(context.seat, die) if 0 <= at - max(0, excess) < owed else m.CutDie(context.seat, die)
        for at, die in enumerate(dice)
    ]  # fmt: skip


def _ready(context: Context) -> Sequence[Move]:
    """Return the move that declares the pool ready; for a helper it is a pass."""
    now = context.position.adventure
    own = now is not None and now.seat == context.seat and context.position.window is None
    return (m.RollDice(context.seat) if own else Passed(context.seat),)


def _each_die(context: Context) -> Sequence[Move]:
    return [m.CutDie(context.seat, die) for die in context.values["die"]]


def _each_lost(context: Context) -> Sequence[Move]:
    return [m.Exterminate(context.seat, die) for die in context.values["die"]]


def _one_die(context: Context) -> Mapping[str, Any]:
    assert isinstance(context.move, m.CutDie | m.Exterminate)
    return {"die": (context.move.die,)}


def _paid(context: Context) -> Sequence[Move]:
    thing, seat = context.values["card"], context.seat
    return (m.PayCompanion(seat, thing) if thing in context.position.box.companion else m.PayCard(seat, thing),)


def _resolved(context: Context) -> Sequence[Move]:
    """Return the Resolve move, or no move if the line already has one: further words describe the same move."""
    last = context.earlier[-1] if context.earlier else None
    if last is None or not isinstance(last.move, m.Resolve):
        return (m.Resolve(context.seat),)
    last.states(*(value for value in context.values.values() if isinstance(value, a.AdventureEnded)))
    return ()


def _outcome(context: Context) -> Mapping[str, Any]:
    """Return `won` for a line: whether the Adventure succeeded, or the declared result if the dice show otherwise."""
    now = context.position.adventure
    ended = [event for event in context.events if isinstance(event, a.AdventureEnded)]
    if now is None:
        return {}
    met = challenge.is_met(now)
    return {"won": met if len(ended) != 1 or ended[0].won is met else ended[0]}


def _under(verb: str, form: LinePattern[Position], before: str = "") -> LinePattern[Position]:
    """Return a copy of a form for another verb, with the words `before` in front."""
    body = form.template.partition(": ")[2]
    return replace(form, template=f"{verb}: {before}{body}", does="", words=(), follows=(), each=True, writes=None)


_PLAY: Final = LinePattern[Position](
    m.PlayTimey,
    "PLAY: {card:timey}[ {colour}] & [ pool {pool:seat}] & [ (to|>|on|for|) {to:seat}] & [ for {wanted}]",
    does="play a card", words=("plays",), each=True, chance=(chance.ROW,),
)  # fmt: skip
_USE: Final = LinePattern[Position](m.UseAbility, "USE: {card:ability}", does="use an ability", words=("uses",))
_END: Final[Sequence[LinePattern[Position]]] = (
    LinePattern(
        m.Resolve, "END: {won:outcome}", also=("resolve[ {won:outcome}]",), does="win, fail, discard, end the turn",
        words=("ends", "finish"), each=True, make=_resolved, parts=_outcome,
    ),
    LinePattern(
        m.DiscardTimey, "END: (discard|discards|discarded) {card:hand}", behind=f"{_AND}{{card:more}}",
        follows=(m.DiscardTimey,), each=True,
    ),
    LinePattern(m.ChooseCost, "END: (option|cost) {option}[ (option|cost)]", each=True, writes=None),
    LinePattern(m.PayCard, "END: pay card {card:hand}", each=True, writes=None),
    LinePattern(m.PayTokens, "END: pay tokens", each=True, writes=None),
    LinePattern(m.PayCompanion, "END: pay companion {companion:aboard}", each=True, writes=None),
)  # fmt: skip
"""The forms that resolve an Adventure, pay for it, or end a turn."""

PATTERNS: Final[Sequence[LinePattern[Position]]] = (
    LinePattern(
        m.ChooseDoctor, "DOCTOR: {doctor}[ doctor]", does="take a Doctor", words=("doctors", "plays as"),
    ),
    LinePattern(
        m.Charge, "PREP: (charge|charges|charged|sonic charge)[ {gained:tokens}][ (tokens|token)]",
        does="charge, install, dismiss", words=("prepare", "prepares"), each=True, notes={"gained": _gains},
        chance=(chance.TOKENS_LEFT,),
    ),
    LinePattern(
        m.Charge, "PREP: (no|without) (charge|charges|tokens|token)", also=("(charge|charges) (none|nothing|no)",),
        each=True, make=_not_charged, writes=None,
    ),
    LinePattern(
        m.Install,
        "PREP: (install|installs|installed|equip|equips) {card:equipment}[ for {paid:tokens}][ (tokens|token)]",
        each=True, notes={"paid": _pays},
    ),
    LinePattern(
        m.Uninstall, "PREP: (uninstall|uninstalls|remove|removes|take off|takes off) {card:installed}", each=True,
    ),
    LinePattern(
        m.Dismiss, "PREP: (dismiss|dismisses|dismissed) {companion:aboard}", behind=f"{_AND}{{companion:further}}",
        follows=(m.Dismiss,), each=True,
    ),
    LinePattern(
        m.Stay, "TRAVEL: (stay|stays|remain|remains)[ (here|put)] {zone:stayed}", words=("travels",), each=True,
        does="stay, die, go, new, enter",
    ),
    LinePattern(m.Stay, f"TRAVEL: ({_NONE})", make=_not_travelled, writes=None),
    LinePattern(
        m.RollTardis,
        "TRAVEL: (die|tardis die|tardis|roll tardis die|roll tardis|roll die|roll)[ {tardis}]", each=True,
    ),
    LinePattern(
        m.Travel, "TRAVEL: (go|to|goes|move|moves|fly|flies|visit|visits)[ to] {spot}", each=True, make=_travelled,
        parts=_spot,
    ),
    LinePattern(m.Explore, "TRAVEL: (search|explore|explores|draw|searches)[ {found}]", each=True),
    LinePattern(m.KeepLocation, "TRAVEL: (new|keep|keeps) {location}", each=True, read=read_new),
    LinePattern(m.EnterZone, "TRAVEL: (enter|zone|enters) {zone:entered}", each=True),
    LinePattern(m.EnterZone, "TRAVEL: (flip|flips|dilemma|reveal|reveals)", each=True, read=read_flip, writes=None),
    LinePattern(m.Travel, "TRAVEL: {spot:whither}", each=True, make=_went, writes=None),
    LinePattern(
        m.Recruit, "RECRUIT:[ {price}] & [ {deck}][ (link|links|linked) {companion:linked}]",
        also=(
            "[{price}] & [{deck}][ (by|via|with)] (link|links|linked)[ ~] {companion:linked}",
            "[{price}] & [{deck}][ {shown}]", "[{price}] & [{deck}][ ~] ?",
        ),
        does="recruit a Companion", words=("recruits",), make=_recruited,
    ),
    LinePattern(
        m.Gather, "NEED: {symbols:challenge}", does="the challenge", words=("needs", "challenge"), make=_nothing,
        writes=None,
    ),
    LinePattern(
        m.Gather, "POOL: {pool:counts}[ as {colours:split*}]",
        also=(
            "(gather|gathers|gathered)[ as {colours:split*}]",
            "(gather|gathers|gathered) {pool:counts}[ as {colours:split*}]",
        ),
        does="gather, focus, drop, exterminate", words=("pools",), each=True, make=gathers, parts=gathered,
        notes={"pool": counted},
    ),
    LinePattern(
        m.Focus, f"POOL: (focus|focuses|focused) {{icon:focus}} {_SWAP}",
        also=(f"{{icon:focused}} {_SWAP}",), behind=f"{_AND}{{icon:focused}} {_SWAP}",
        follows=(m.Focus,), each=True, make=_focused, parts=icons.with_icon,
    ),
    LinePattern(
        m.CutDie, "POOL: (drop|cut|cuts|drops|dropped|discard|discards|remove|removes) {die:cut}",
        behind=f"{_AND}{{die:cut}}", follows=(m.CutDie,), each=True, make=_each_die, parts=_one_die,
    ),
    LinePattern(
        m.CutDie, "POOL: (drop|cut|cuts|drops|dropped|discard|discards|remove|removes) (none|nothing|0)", each=True,
        make=_nothing, writes=None,
    ),
    LinePattern(
        m.Exterminate, "POOL: (exterminate|exterminates|exterminated) {die:exterminated}",
        behind=f"{_AND}{{die:exterminated}}", follows=(m.Exterminate,), each=True, make=_each_lost, parts=_one_die,
    ),
    LinePattern(
        m.Exterminate, "POOL: (exterminate|exterminates|exterminated) (none|nothing|0)", each=True, make=_nothing,
        writes=None,
    ),
    LinePattern(m.RollDice, "POOL: ready[ (to|for)][ (roll|go)]", each=True, make=_ready, writes=None),
    LinePattern(
        m.CallHelp, "HELP: (call|calls|ask|asks) {helper:seat}[ {price}]", does="call for help, help",
        words=("helps",), each=True,
    ),
    LinePattern(m.CallHelp, "HELP: {helper:seat}[ {price}]", writes=None),
    LinePattern(m.GiveHelp, "HELP: {manner}[ {price}]", each=True),
    LinePattern(m.CallHelp, "POOL: (call|calls) {helper:seat}[ {price}]", each=True, writes=None),
    LinePattern(m.RollDice, "ROLL:[ {faces}]", does="roll the dice", words=("rolls", "rolled"), make=_rolled),
    LinePattern(m.SkipAdventure, "ROLL: (none|nothing|no dice)", also=("no adventure",)),
    LinePattern(
        m.ReRoll, "AGAIN: {icon:reroll} {dice}", also=("{icon:reroll}",), does="re-roll",
        words=("re - roll", "reroll", "re - rolls", "rerolls"), each=True, make=_rolled_again, parts=icons.with_icon,
        chance=(chance.ROW,),
    ),
    LinePattern(
        m.ReRollByTokens, f"AGAIN: {_TOKENS}[ :] {{die}}", also=(f"[-] {{price:tokens}} {_TOKENS}[ :] {{die}}",),
        each=True, notes={"price": _pays}, chance=(chance.ROW,),
    ),
    LinePattern(m.SpendBlack, "AGAIN: (spend|spends|discard) {die}", each=True, chance=(chance.ROW,)),
    LinePattern(
        m.ChangeFace, "FACE: {icon:change}[ (changes|turns)] {die}[ (->|to|:|=) {symbol}]", does="change a face",
        words=("faces", "change", "changes", "change face"), each=True, make=_changed, parts=icons.with_icon,
    ),
    LinePattern(
        m.ChangeByTokens, f"FACE: {_TOKENS}[ :] {{die}} (->|to|:|=) {{symbol}}",
        also=(f"[-] {{price:tokens}} {_TOKENS}[ :] {{die}} (->|to|:|=) {{symbol}}",), each=True, notes={"price": _pays},
    ),
    _PLAY, _under("PREP", _PLAY, "(play|plays) "), _under("POOL", _PLAY, "(play|plays) "),
    _USE, _under("PREP", _USE, "(use|uses) "), _under("TRAVEL", _USE, "(use|uses) "),
    LinePattern(m.RollDice, "READY:[ (to|for)][ (roll|go)]", make=_ready, writes=None),
    LinePattern(Passed, "PASS[ ok]", does="let it go by", words=("passes", "passed")),
    LinePattern(
        m.ChooseCost, "COST: (option|cost|choose|chooses)[ #] {option}[ (option|cost)]", each=True, does="pay a cost",
        words=("pay", "pays", "costs"),
    ),
    LinePattern(m.ChooseCost, "COST:[ (pay|pays)] {option}[ (option|cost)]", writes=None),
    LinePattern(m.PayCard, "COST: (card|cards) {card:hand}", each=True),
    LinePattern(m.PayTokens, "COST: (tokens|token)", each=True),
    LinePattern(m.PayTokens, f"COST:[ (pay|pays)][ -] {{paid:tokens}} {_TOKENS}", notes={"paid": _pays}, writes=None),
    LinePattern(m.PayCompanion, "COST: companion {companion:aboard}", each=True),
    LinePattern(Passed, f"COST: ({_NONE})", writes=None),
    LinePattern(
        m.PayCard, "COST: (discard|discards|dismiss|dismisses) {card:payable}", each=True, make=_paid, writes=None,
    ),
    LinePattern(m.PayCard, "COST:[ (pay|pays)] {card:named}", make=_paid, writes=None),
    *_END,
    LinePattern(m.Finish, "END[ (finish|turn|done)][ (of|turn|done)][ turn]", each=True),
    LinePattern(m.Resolve, "RESOLVE:", words=("resolves", "resolved"), writes=None),
    *(_under("RESOLVE", form) for form in _END),
    LinePattern(m.Finish, "RESOLVE: (finish|turn|done)[ (of|turn|done)][ turn]", each=True, writes=None),
    LinePattern(
        m.DaleksMove, "DALEKS:[ (move|moves)][ (ship|dalek ship|) {ship}]",
        does="the Daleks' turn", words=("dalek turn", "dalek"),
        parts=results.ship_moved, notes={"ship": _sails},
    ),
    LinePattern(m.DaleksMove, f"DALEKS: ({_NONE}|no move)", make=_not_sailed, writes=None),
    LinePattern(Passed, f"HELP: ({_NONE})", make=_refused, writes=None),
    *_left_out("PREP", "RECRUIT", "AGAIN", "FACE", "PLAY", "USE"),
    LinePattern(
        Passed, "", behind="(ship|dalek ship) {ship}", follows=(*m.MOVES, Passed),
        when=results.is_unclaimed, make=results.sailed, writes=None,
    ),
)  # fmt: skip
