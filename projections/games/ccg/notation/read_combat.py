"""Lines of combat: it is announced, attacked and defended, Hits are made, its result is told, windows go by."""

from typing import Final

from events.facts import Passed
from projections.games.ccg.facts import moves as m
from projections.games.ccg.facts.combat_effects import CombatEnded, HitsOver
from projections.games.ccg.notation.claims import about_card, values_claimed
from projections.games.ccg.notation.reach import Reach, card_named
from projections.games.ccg.notation.read_turn import time_lost
from projections.games.ccg.notation.sentence import Sentence
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.vocabulary import NONE, VALUE_WORDS, ZONE_WORDS, Cursor, seat_spelt, seat_words
from projections.games.ccg.rules.combat_end import stronger
from projections.games.ccg.state.position import STEPS, Fight, Hit, Position
from projections.notation.vocabulary import Vocabulary
from projections.terms import Claim
from projections.window import Window

_ANNOUNCES: Final = ("announce", "announces", "announced", "yes")
_OTHERS: Final = ("announce", "none")
_AT: Final = ("x", "v", "vs", "versus", ">", "against", "attacks", "\u00d7")
_ANYBODY: Final[Vocabulary] = dict.fromkeys(("?", "-", "anybody", "anyone", "any", "choice", "your choice"), "-")
_AGAIN: Final[Vocabulary] = {
    "again": "again", **dict.fromkeys(("no more", "not again", "no further", "no again"), "over"),
}  # fmt: skip
_OUTCOMES: Final[Vocabulary] = {
    **dict.fromkeys(("draw", "drawn", "stalemate", "a draw"), "draw"),
    **dict.fromkeys(("attacker", "attacker wins", "the attacker wins"), "attacker"),
    **dict.fromkeys(("defender", "defender wins", "the defender wins"), "defender"),
    **dict.fromkeys(("no outcome", "no - outcome"), "no-outcome"),
}  # fmt: skip


def is_unannounced(position: Position, seat: str) -> bool:
    """Whether a seat that attacks announces combat with the same words: in its turn, before it did."""
    return position.player == seat and STEPS.index("deck") < _at(position) < STEPS.index("combat")


def _at(position: Position) -> int:
    return STEPS.index(position.step) if position.step in STEPS else 0


def read_combat(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`COMBAT: "Yeti" x J."Bok"`, `COMBAT: "Yeti"`; `COMBAT: announce`, `COMBAT: none`."""
    if not RESULTS.stands(cursor) and cursor.stands(NONE):
        return [Sentence(m.AnnounceCombat(seat))] if is_unannounced(position, seat) else []
    if cursor.now in ("", "=") or RESULTS.stands(cursor) or cursor.skip(*_ANNOUNCES):
        return [Sentence(m.AnnounceCombat(seat))]
    attacker = card_named(cursor, Reach(position, seat, sided=False), "the Creature that attacks is expected", _OTHERS)
    claims = list(values_claimed(cursor, about_card(position, attacker, "values")))
    defender = 0
    if cursor.skip(*_AT) and not cursor.stands(_ANYBODY):
        defender = card_named(cursor, opposite(position, seat), "the Creature attacked is expected")
        claims += values_claimed(cursor, about_card(position, defender, "values"))
    return [Sentence(m.Attack(seat, attacker, defender), claims=tuple(claims), about=defender or attacker)]


def opposite(position: Position, seat: str) -> Reach:
    """Where the Creature is looked for that a seat attacks: on the other side, Standing."""
    return Reach(position, position.rival(seat), sided=False, writer=seat)


def read_defence(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`DEFEND: "Bok"`, `DEFEND: none`."""
    if not RESULTS.stands(cursor) and cursor.stands(NONE):
        return [Sentence(m.DeclineCombat(seat))]
    number = card_named(
        cursor, Reach(position, seat, sided=False), "a Creature of yours is expected, or none", ("none",)
    )
    claims = values_claimed(cursor, about_card(position, number, "values"))
    return [Sentence(m.NameCombatant(seat, number), claims=claims, about=number)]


def read_pass(cursor: Cursor, _position: Position, seat: str) -> list[Sentence]:
    """`READY` of the defender who has prepared, `PASS` of anybody who is asked."""
    cursor.skip("ok")
    return [Sentence(Passed(seat))]


# Hits


def read_hit(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`HIT: J`, and where nobody could answer `HIT J Fu > Pr again`: the Time card lost, the one turned up."""
    rival, start = position.rival(seat), cursor.at
    named = cursor.phrase(seat_words(position.seats))
    if named not in (None, rival):
        cursor.at = start
        raise cursor.slip("a Hit is made against the opponent", {rival: seat_spelt(position.seats, rival)})
    hit = Sentence(m.MakeHit(seat))
    short = seat_spelt(position.seats, rival)
    if time_lost(cursor, position, rival, hit, f"HIT: {short}"):
        _again(cursor, position, rival, hit)
    return [hit]


def _again(cursor: Cursor, position: Position, loser: str, hit: Sentence) -> None:
    """`again` where another Hit may follow: the new Time card shows the zone of the one lost."""
    found = cursor.phrase(_AGAIN)
    if not found:
        return
    lost = position.times.get(loser, ())[:1]
    if bool(lost and hit.seen.items == lost) != (found == "again"):
        hit.states(HitsOver(again=found == "again"))


def read_lose(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`LOSE: Fu > Pr` of a seat that lets a Hit take effect; `LOSE: "Zarbi"` of a combat that costs this card."""
    if cursor.phrase(seat_words((seat,))) and cursor.now not in ZONE_WORDS:
        cursor.at -= 1
    if cursor.now in ZONE_WORDS and not cursor.quoted:
        window = position.window
        due = any(isinstance(thing, Hit) and thing.player == seat for thing in position.stack)
        if window is None or seat not in window.awaited or not due:
            raise cursor.slip("no Hit against you waits to be answered", {})
        hit = Sentence(Passed(seat))
        time_lost(cursor, position, seat, hit, "")
        _again(cursor, position, seat, hit)
        return [hit]
    fight = _fight(cursor, position)
    at = cursor.at
    number = card_named(cursor, Reach(position, seat), "a main combatant is expected")
    if number not in (fight.attacker, fight.defender):
        cursor.at = at
        raise cursor.slip("this is no main combatant", {})
    return _ended(cursor, position, seat, "defender" if number == fight.attacker else "attacker", at)


# The result of combat


def read_result(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`RESULT: draw (Sub 2:2), side "Yeti"`: nobody plays any more, and that is how it ends."""
    fight, at = _fight(cursor, position), cursor.at
    how = cursor.want("how combat ends is expected", _OUTCOMES)
    found = _ended(cursor, position, seat, how, at)
    claims = tuple(_compared(cursor, position, fight))
    if cursor.skip("side", "sides", "sided"):
        start = cursor.at
        if card_named(cursor, Reach(position, seat), "the attacker is expected") != fight.attacker:
            cursor.at = start
            raise cursor.slip("only the attacker is Sided", {})
    for sentence in found:
        sentence.claims = claims
    return found


def _fight(cursor: Cursor, position: Position) -> Fight:
    fight = position.fight
    if fight is None or fight.state != "fight":
        raise cursor.slip("no combat waits for its result", {})
    return fight


def _ended(cursor: Cursor, position: Position, seat: str, how: str, at: int) -> list[Sentence]:
    """Combat as a line says that it ends, `at` this word: the seat passes, if it is asked.

    Whoever passes last may state what the values do not say; before that only what they say can be meant.
    """
    fight, window = position.fight, position.window
    assert fight is not None
    cards = position.at(fight.attacker), position.at(fight.defender)
    due = stronger(cards[0], cards[1]) if cards[0] and cards[1] else how
    awaited = window.awaited if isinstance(window, Window) and window.name == "fight" else ()
    passed = [Sentence(Passed(seat))] if seat in awaited else []
    if due == how:
        return passed
    if set(awaited) != {seat}:
        cursor.at = at
        raise cursor.slip("by the present values it ends otherwise", {due: due})
    loser = {"attacker": fight.defender, "defender": fight.attacker}.get(how, 0)
    return [passed[0].states(CombatEnded(how, loser))]


def _compared(cursor: Cursor, position: Position, fight: Fight) -> list[Claim]:
    """`Sub 2:2`: a value of both, the attacker's first."""
    found: list[Claim] = []
    while cursor.now in VALUE_WORDS:
        value = cursor.want("a value is expected", VALUE_WORDS)
        ours = cursor.want_number("the attacker's value is expected")
        cursor.skip(":", "/", "-", "against", "v", "vs")
        theirs = cursor.want_number("the defender's value is expected")
        pairs = ((fight.attacker, ours), (fight.defender, theirs))
        found += [Claim(about_card(position, number, value), str(amount)) for number, amount in pairs]
    return found
