"""The forms of the card game's notation: every way to write a move."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from events.events import Move, Passed
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.effects import CardEntered, CardStood, EpisodeSolved, ZoneChosen
from projections.games.ccg.notation import claims, hits, uses
from projections.games.ccg.notation.vocabulary import NONE, Context
from projections.games.ccg.state import names, values
from projections.games.ccg.state.position import STOPS, Position
from projections.notation.line_pattern import LinePattern

_NOBODY: Final = "?|-|anybody|anyone|any|choice|your choice"
_VERSUS: Final = "(x|v|vs|versus|>|against|attacks|\u00d7)"
_AT: Final = f"({'|'.join(uses.AIMED)})"
_PAY: Final = "(pay|pays|paying|paid|side|siding|sacrifice)"
_AIMS: Final = f"[ {_AT} {{targets}}] & [ {{value:changed}}] & [ {_PAY}[ with] {{paid}}] & [ (to|into) {{zone}}]"
_CARD: Final = "{card:hand}[ {values}][ {zone}]"
_LOST: Final = "{lost:zone}[ > {shown}][ {again}]"
_HIT_NOTES: Final[Mapping[str, Any]] = {"lost": hits.states_lost, "again": hits.states_again}


def _left_out(verb: str) -> LinePattern[Position]:
    return LinePattern(Passed, f"{verb}: ({NONE})[ !]", make=lambda _context: (), writes=None)


def _stood(context: Context) -> tuple[int, ...] | None:
    """Return the numbers of the cards that Stood if they are those that Stand by the rules, else None."""
    numbers = tuple(event.card for event in context.events if isinstance(event, CardStood))
    return numbers if sorted(numbers) == _due_to_stand(context) else None


def _due_to_stand(context: Context) -> Sequence[int]:
    return sorted(card.n for card in context.position.lying(side=context.seat) if card.sided and not card.locked)


def _stands_none(context: Context) -> Sequence[Move]:
    """Return the move of a line in which no card Stands: the Stand move, or a skipped step if a card should Stand."""
    return (m.SkipStep(context.seat, "stand") if _due_to_stand(context) else m.StandCards(context.seat),)


def _skips(step: str) -> Callable[[Context], bool]:
    return lambda context: getattr(context.move, "step", "") == step


def _states_stood(context: Context, numbers: Sequence[int]) -> None:
    if sorted(numbers) != _due_to_stand(context):
        context.states(*(CardStood(number) for number in numbers))
        context.lacks(CardStood)


def _chosen(context: Context) -> Mapping[str, Any]:
    assert isinstance(context.move, m.ChooseZone)
    zone = context.move.zone
    told = ZoneChosen(zone, bonus=True)
    if told not in context.events or zone not in names.CODES:
        return {"zone": zone}
    return {"zone": zone, "bonus": context.position.bonus_zone(context.seat) == zone or told}


def _claims_of_card(what: str) -> Any:
    def claim(context: Context, value: str) -> None:
        place = claims.about_card(context.position, context.values[claims.ABOUT], what, context.values["card"])
        context.claims_that(place, names.CODES.get(value, value))

    return claim


def _laid(context: Context) -> Mapping[str, Any]:
    entered = (event.side for event in context.events if isinstance(event, CardEntered))
    side = next(entered, context.position.rival(context.seat))
    return {**msgspec.structs.asdict(context.move), "side": side}


def _states_side(context: Context, side: str) -> None:
    """Record that the line puts an Episode on the moving seat's own side, if `side` is that seat."""
    if side == context.seat:
        card, zone = context.values["card"], context.values["zone"]
        context.states(CardEntered(context.position.count + 1, card, context.seat, side, zone))


def _solved(context: Context) -> Mapping[str, Any]:
    assert isinstance(context.move, m.SolveEpisode)
    number = context.move.episode
    episode = context.position.at(number)
    found = [event for event in context.events if isinstance(event, EpisodeSolved)]
    told = episode is not None and len(found) == 1 and found[0].card == number and found[0].support >= 0
    return {**msgspec.structs.asdict(context.move), "sum": found[0] if told else None}


def _attacked(context: Context) -> Mapping[str, Any]:
    assert isinstance(context.move, m.Attack)
    return {"attacker": context.move.attacker, "defender": context.move.defender or None}


def _is_ready(context: Context) -> bool:
    window = context.position.window
    return hits.lost_zone(context) is None and window is not None and window.name == "combat"


def _gives_support(verb: str) -> LinePattern[Position]:
    """Return the pattern of a line that gives Support: `SIDE:` for a Creature, `SUPPORT:` for any other card."""
    own = verb == "SIDE"

    def writes(context: Context) -> bool:
        card = context.position.at(getattr(context.move, "card", 0))
        return own == (card is not None and values.face_of(context.position, card).type == "creature")

    return LinePattern(
        m.GiveSupport, f"{verb}: {{card:user}} {_AT} {{target:supported}} {{value:raised}}[{{amount}}]",
        also=(f"{{card:user}} {_AT} {{target:supported}}[ (+)][ {{amount:count}}] {{value:raised}}",),
        does="give Support" if own else "", words=("sides",) if own else ("supports",), parts=uses.support_parts,
        when=uses.supports if own else lambda _context: True, notes={"amount": uses.states_amount}, writes=writes,
    )  # fmt: skip


def _uses_special(verb: str) -> LinePattern[Position]:
    """Return the pattern of a line that uses a Special ability; with `SIDE:`, uses that are not Support."""
    own = verb == "SPECIAL"
    return LinePattern(
        m.UseSpecial, f"{verb}: {{card:user}}{'' if own else '{special}'}[ {{ability}}]{_AIMS}", parts=uses.use_parts,
        notes={"value": uses.states_change},
        does="use a Special ability" if own else "", words=("specials", "ability") if own else (),
        writes=(lambda _context: True) if own else None,
    )  # fmt: skip


PATTERNS: Final[Sequence[LinePattern[Position]]] = (
    LinePattern(m.SubmitDeck, "DECK: {cards:deck}", does="submit a deck", words=("submit", "decks")),
    LinePattern(
        m.SetStops, "STOPS: {stops*}", does="choose when to be asked", words=("stop", "ask me at"),
        writes=lambda context: bool(getattr(context.move, "stops", ())),
    ),
    LinePattern(
        m.SetStops, f"STOPS: ({NONE})", make=lambda context: (m.SetStops(context.seat, ()),),
        writes=lambda context: not getattr(context.move, "stops", ()),
    ),
    LinePattern(
        m.SetStops, "STOPS: (all|every|everything)", make=lambda context: (m.SetStops(context.seat, STOPS),),
        writes=None
    ),
    LinePattern(
        m.StandCards, "STAND: {cards:stood}", does="Stand cards", words=("stands",), notes={"cards": _states_stood},
        parts=lambda context: {"cards": _stood(context)}, writes=lambda context: bool(_stood(context)),
    ),
    LinePattern(m.StandCards, f"STAND: (-|{NONE})", make=_stands_none, writes=lambda context: _stood(context) == ()),
    LinePattern(m.SkipStep, "STAND: (none)", make=_stands_none, writes=_skips("stand")),
    LinePattern(m.StandCards, "STAND:[ (all|every|everything)]", writes=lambda context: _stood(context) is None),
    LinePattern(
        m.ChooseZone, "ZONE: {zone:chosen}[{bonus}]", does="choose a zone", parts=_chosen,
        words=("chooses", "choose", "time zone"),
    ),
    LinePattern(
        m.DrawCard, "DRAW:[ {drawn}]", does="draw a card", words=("draws",),
        writes=lambda context: not hits.takes_hit(context),
    ),
    LinePattern(
        m.SkipStep, f"DRAW: ({NONE}|no card|no draw)", make=lambda context: (m.SkipStep(context.seat, "draw"),),
        writes=_skips("draw"),
    ),
    LinePattern(
        m.DrawCard, f"DRAW: hit[ {_LOST}]", make=hits.draws_hit, notes=_HIT_NOTES, parts=hits.hit_parts,
        writes=hits.takes_hit,
    ),
    LinePattern(
        m.PlayCard, f"PLAY: {_CARD}", does="play a card", words=("plays",), behind=f"(+|&|and) {_CARD}",
        follows=(m.PlayCard,),
        notes={"values": _claims_of_card("values"), "zone": _claims_of_card("zone")},
    ),
    _left_out("PLAY"),
    LinePattern(
        m.PlayEpisode, "EPISODE: {card:episode}[ (>|to)][ {side}.]{zone}", does="play an Episode",
        words=("episodes",), parts=_laid, notes={"side": _states_side},
    ),
    _left_out("EPISODE"),
    LinePattern(
        m.SolveEpisode, "SOLVE: {episode:solved} (by|with|:) {sided:solvers}[ {sum}]", does="solve an Episode",
        words=("solves",), parts=_solved,
    ),
    _left_out("SOLVE"),
    LinePattern(
        m.AnnounceCombat, "COMBAT: (announce|hits.announces|announced|yes)", also=("",),
        does="announce combat, attack", words=("attack", "attacks"),
    ),
    LinePattern(m.AnnounceCombat, f"COMBAT: ({NONE})[ !]", make=hits.announces, writes=None),
    LinePattern(
        m.SkipStep, "COMBAT: (not announced|unannounced)", make=lambda context: (m.SkipStep(context.seat, "combat"),),
        writes=_skips("combat"),
    ),
    LinePattern(
        m.Attack, f"COMBAT: {{attacker}}[ {_VERSUS} {{defender}}]", also=(f"{{attacker}} {_VERSUS} ({_NOBODY})",),
        parts=_attacked, before=hits.announces,
    ),
    LinePattern(m.NameCombatant, "DEFEND: {card:named}", does="name a main combatant",
        words=("defends", "block", "blocks")),
    LinePattern(m.DeclineCombat, f"DEFEND: ({NONE})"),
    LinePattern(Passed, "READY[ ok]", writes=_is_ready),
    LinePattern(
        Passed, "PASS[ ok]", does="pass", words=("passes", "passed"),
        writes=lambda context: hits.lost_zone(context) is None and not _is_ready(context),
    ),
    LinePattern(
        m.PlayFlash, f"FLASH: {{card:flash}}{_AIMS}", does="play a Flash", parts=uses.use_parts,
        notes={"value": uses.states_change},
    ),
    _gives_support("SIDE"),
    _gives_support("SUPPORT"),
    _uses_special("SPECIAL"),
    _uses_special("SIDE"),
    LinePattern(
        m.UseSpecial, "DAMAGE: {target:damaged} {value:raised}[{amount}][ (by|with|from) {by:caused}]",
        words=("damages",), make=uses.damages, writes=None,
    ),
    LinePattern(
        m.MakeHit, f"HIT:[ {{rival}}][ {_LOST}]", does="make a Hit", words=("hits",), notes=_HIT_NOTES,
        parts=hits.hit_parts,
    ),
    LinePattern(
        Passed, f"LOSE:[ {{own}}] {_LOST}", words=("loses", "lost"), make=hits.lets_hit, notes=_HIT_NOTES,
        parts=hits.hit_parts, writes=lambda context: hits.lost_zone(context) is not None,
    ),
    LinePattern(Passed, "LOSE: {combatant}", make=hits.loses, writes=None),
    LinePattern(
        Passed, "RESULT: {how}[ {compared*}][ (side|sides|sided) {sided:beaten}]", does="say how combat ends",
        words=("outcome",), make=hits.results, writes=None,
    ),
    LinePattern(m.DrawBonus, "BONUS: (draw|draws|drew|+)[ {drawn}]", also=("[{drawn}]",), does="draw the bonus card"),
    LinePattern(m.EndTurn, f"BONUS: ({NONE})", writes=None),
    LinePattern(m.EndTurn, "END[ turn]", does="end the turn", words=("end turn", "ends")),
)  # fmt: skip
