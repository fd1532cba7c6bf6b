"""The forms of the card game's notation: every way to write a move."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from events.events import Move, Passed
from projections.games.ccg.events import moves as m
from projections.games.ccg.events.effects import CardEntered, CardStood, EpisodeSolved, ZoneChosen
from projections.games.ccg.notation import fights, hits, uses
from projections.games.ccg.notation.claims import ABOUT, about_card
from projections.games.ccg.notation.vocabulary import NONE, Said
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import STOPS, Position
from projections.games.ccg.state.values import face_of
from projections.notation.form import LinePattern

_NOBODY: Final = "?|-|anybody|anyone|any|choice|your choice"
_VERSUS: Final = "(x|v|vs|versus|>|against|attacks|\u00d7)"
_AT: Final = f"({'|'.join(uses.AIMED)})"
_PAY: Final = "(pay|pays|paying|paid|side|siding|sacrifice)"
_AIMS: Final = f"[ {_AT} {{targets}}] & [ {{value:changed}}] & [ {_PAY}[ with] {{paid}}] & [ (to|into) {{zone}}]"
_CARD: Final = "{card:hand}[ {values}][ {zone}]"
_LOST: Final = "{lost:zone}[ > {shown}][ {again}]"
_HIT_NOTES: Final[Mapping[str, Any]] = {"lost": hits.states_lost, "again": hits.states_again}


def _left_out(verb: str) -> LinePattern[Position]:
    """Return the form of a line such as `VERB: -`, which says that an optional step is skipped and gives no move."""
    return LinePattern(Passed, f"{verb}: ({NONE})[ !]", make=lambda _said: (), writes=None)


# Phase 1


def _stood(said: Said) -> tuple[int, ...] | None:
    """Return the numbers of the cards that Stood if they are those that Stand by the rules, else None."""
    numbers = tuple(event.card for event in said.events if isinstance(event, CardStood))
    return numbers if sorted(numbers) == _due_to_stand(said) else None


def _due_to_stand(said: Said) -> Sequence[int]:
    """Return the numbers of the moving seat's cards that Stand in step 1a by the rules."""
    return sorted(card.n for card in said.position.lying(side=said.seat) if card.sided and not card.locked)


def _stands_none(said: Said) -> Sequence[Move]:
    """Return the move of a line in which no card Stands: the Stand move, or a skipped step if a card should Stand."""
    return (m.SkipStep(said.seat, "stand") if _due_to_stand(said) else m.StandCards(said.seat),)


def _skips(step: str) -> Callable[[Said], bool]:
    return lambda said: getattr(said.move, "step", "") == step


def _states_stood(said: Said, numbers: Sequence[int]) -> None:
    if sorted(numbers) != _due_to_stand(said):
        said.states(*(CardStood(number) for number in numbers))
        said.lacks(CardStood)


def _chosen(said: Said) -> Mapping[str, Any]:
    assert isinstance(said.move, m.ChooseZone)
    zone = said.move.zone
    told = ZoneChosen(zone, bonus=True)
    if told not in said.events or zone not in CODES:
        return {"zone": zone}
    return {"zone": zone, "bonus": said.position.bonus_zone(said.seat) == zone or told}


def _claims_of_card(what: str) -> Any:
    """Return a function that adds a board statement on the property `what` of the card that the line plays."""

    def claim(said: Said, value: str) -> None:
        place = about_card(said.position, said.values[ABOUT], what, said.values["card"])
        said.claims_that(place, CODES.get(value, value))

    return claim


# Episodes and combat


def _laid(said: Said) -> Mapping[str, Any]:
    side = next((event.side for event in said.events if isinstance(event, CardEntered)), said.position.rival(said.seat))
    return {**msgspec.structs.asdict(said.move), "side": side}


def _states_side(said: Said, side: str) -> None:
    """Record that the line puts an Episode on the moving seat's own side, if `side` is that seat."""
    if side == said.seat:
        card, zone = said.values["card"], said.values["zone"]
        said.states(CardEntered(said.position.count + 1, card, said.seat, side, zone))


def _solved(said: Said) -> Mapping[str, Any]:
    assert isinstance(said.move, m.SolveEpisode)
    number = said.move.episode
    episode = said.position.at(number)
    found = [event for event in said.events if isinstance(event, EpisodeSolved)]
    told = episode is not None and len(found) == 1 and found[0].card == number and found[0].support >= 0
    return {**msgspec.structs.asdict(said.move), "sum": found[0] if told else None}


def _attacked(said: Said) -> Mapping[str, Any]:
    assert isinstance(said.move, m.Attack)
    return {"attacker": said.move.attacker, "defender": said.move.defender or None}


def _is_ready(said: Said) -> bool:
    """Return whether a pass means that the defender is ready for combat."""
    return hits.lost_zone(said) is None and said.position.window is not None and said.position.window.name == "combat"


# Use of cards


def _gives_support(verb: str) -> LinePattern[Position]:
    """Return the pattern of a line that gives Support: `SIDE:` for a Creature, `SUPPORT:` for any other card."""
    own = verb == "SIDE"

    def writes(said: Said) -> bool:
        card = said.position.at(getattr(said.move, "card", 0))
        return own == (card is not None and face_of(said.position, card).type == "creature")

    return LinePattern(
        m.GiveSupport, f"{verb}: {{card:user}} {_AT} {{target:supported}} {{value:raised}}[{{amount}}]",
        also=(f"{{card:user}} {_AT} {{target:supported}}[ (+)][ {{amount:count}}] {{value:raised}}",),
        does="give Support" if own else "", words=("sides",) if own else ("supports",), parts=uses.support_parts,
        when=uses.supports if own else lambda _said: True, notes={"amount": uses.states_amount}, writes=writes,
    )  # fmt: skip


def _uses_special(verb: str) -> LinePattern[Position]:
    """Return the pattern of a line that uses a Special ability; with `SIDE:`, uses that are not Support."""
    own = verb == "SPECIAL"
    return LinePattern(
        m.UseSpecial, f"{verb}: {{card:user}}{'' if own else '{special}'}[ {{ability}}]{_AIMS}", parts=uses.use_parts,
        notes={"value": uses.states_change},
        does="use a Special ability" if own else "", words=("specials", "ability") if own else (),
        writes=(lambda _said: True) if own else None,
    )  # fmt: skip


FORMS: Final[Sequence[LinePattern[Position]]] = (
    LinePattern(m.SubmitDeck, "DECK: {cards:deck}", does="submit a deck", words=("submit", "decks")),
    LinePattern(
        m.SetStops, "STOPS: {stops*}", does="choose when to be asked", words=("stop", "ask me at"),
        writes=lambda said: bool(getattr(said.move, "stops", ())),
    ),
    LinePattern(
        m.SetStops, f"STOPS: ({NONE})", make=lambda said: (m.SetStops(said.seat, ()),),
        writes=lambda said: not getattr(said.move, "stops", ()),
    ),
    LinePattern(
        m.SetStops, "STOPS: (all|every|everything)", make=lambda said: (m.SetStops(said.seat, STOPS),), writes=None
    ),
    LinePattern(
        m.StandCards, "STAND: {cards:stood}", does="Stand cards", words=("stands",), notes={"cards": _states_stood},
        parts=lambda said: {"cards": _stood(said)}, writes=lambda said: bool(_stood(said)),
    ),
    LinePattern(m.StandCards, f"STAND: (-|{NONE})", make=_stands_none, writes=lambda said: _stood(said) == ()),
    LinePattern(m.SkipStep, "STAND: (none)", make=_stands_none, writes=_skips("stand")),
    LinePattern(m.StandCards, "STAND:[ (all|every|everything)]", writes=lambda said: _stood(said) is None),
    LinePattern(
        m.ChooseZone, "ZONE: {zone:chosen}[{bonus}]", does="choose a zone", parts=_chosen,
        words=("chooses", "choose", "time zone"),
    ),
    LinePattern(
        m.DrawCard, "DRAW:[ {drawn}]", does="draw a card", words=("draws",),
        writes=lambda said: not hits.takes_hit(said),
    ),
    LinePattern(
        m.SkipStep, f"DRAW: ({NONE}|no card|no draw)", make=lambda said: (m.SkipStep(said.seat, "draw"),),
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
        m.AnnounceCombat, "COMBAT: (announce|fights.announces|announced|yes)", also=("",),
        does="announce combat, attack", words=("attack", "attacks"),
    ),
    LinePattern(m.AnnounceCombat, f"COMBAT: ({NONE})[ !]", make=fights.announces, writes=None),
    LinePattern(
        m.SkipStep, "COMBAT: (not announced|unannounced)", make=lambda said: (m.SkipStep(said.seat, "combat"),),
        writes=_skips("combat"),
    ),
    LinePattern(
        m.Attack, f"COMBAT: {{attacker}}[ {_VERSUS} {{defender}}]", also=(f"{{attacker}} {_VERSUS} ({_NOBODY})",),
        parts=_attacked, before=fights.announces,
    ),
    LinePattern(m.NameCombatant, "DEFEND: {card:named}", does="name a main combatant",
        words=("defends", "block", "blocks")),
    LinePattern(m.DeclineCombat, f"DEFEND: ({NONE})"),
    LinePattern(Passed, "READY[ ok]", writes=_is_ready),
    LinePattern(
        Passed, "PASS[ ok]", does="pass", words=("passes", "passed"),
        writes=lambda said: hits.lost_zone(said) is None and not _is_ready(said),
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
        parts=hits.hit_parts, writes=lambda said: hits.lost_zone(said) is not None,
    ),
    LinePattern(Passed, "LOSE: {combatant}", make=fights.loses, writes=None),
    LinePattern(
        Passed, "RESULT: {how}[ {compared*}][ (side|sides|sided) {sided:beaten}]", does="say how combat ends",
        words=("outcome",), make=fights.results, writes=None,
    ),
    LinePattern(m.DrawBonus, "BONUS: (draw|draws|drew|+)[ {drawn}]", also=("[{drawn}]",), does="draw the bonus card"),
    LinePattern(m.EndTurn, f"BONUS: ({NONE})", writes=None),
    LinePattern(m.EndTurn, "END[ turn]", does="end the turn", words=("end turn", "ends")),
)  # fmt: skip
