"""Lines of a turn beside combat and the use of cards: decks, stops, Standing, the zone, cards, Episodes, the end."""

from typing import Final

from events.facts import Move
from projections.games.ccg.components.cards import time_card
from projections.games.ccg.facts import moves as m
from projections.games.ccg.facts.combat_effects import HitDue, TimeCardLost
from projections.games.ccg.facts.effects import CardStood, EpisodeSolved, ZoneChosen
from projections.games.ccg.notation.claims import about_card, values_claimed
from projections.games.ccg.notation.reach import AND, Reach, card_named, cards_named, face_named
from projections.games.ccg.notation.read_chance import read_drawn, read_row, zone_shown
from projections.games.ccg.notation.sentence import Sentence
from projections.games.ccg.notation.stated import RESULTS
from projections.games.ccg.notation.vocabulary import NONE, ZONE_WORDS, Cursor, plain, seat_spelt, seat_words
from projections.games.ccg.rules.windows import could_answer
from projections.games.ccg.state.names import CODES
from projections.games.ccg.state.position import STOPS, Position
from projections.games.ccg.state.values import face_of
from projections.notation.cursor import QuestionError, SlipError
from projections.notation.vocabulary import Vocabulary
from projections.terms import Claim, Seen

_STOPS: Final[Vocabulary] = {stop: stop for stop in STOPS}
_ALL: Final = ("all", "every", "everything")
_ENDS: Final = ("", "=", "only", "draws", "drew", "shows", "turns", "rolls", "rolled", "shuffled")


def _goes_on(cursor: Cursor) -> bool:
    """Whether a `+` here goes on with a list, and does not begin a result."""
    return not RESULTS.stands(cursor)


def _nothing(cursor: Cursor) -> bool:
    """Whether the line says here that a step is left out."""
    return not RESULTS.stands(cursor) and cursor.stands(NONE)


# Before the first turn


def read_deck(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`DECK: "The first deck"`, `DECK: ?60`, `DECK: 4 "Yeti" + 2 "Bok"`."""
    starters: dict[str, str] = {}
    for name, starter in position.cards.starter.items():
        starters |= {plain(spelling): name for spelling in (starter.name, name, name.replace("-", " "))}
    at = cursor.at
    cards = titled = cursor.title(starters)
    if titled is None or (cursor.now in (*AND, "?") and _goes_on(cursor)):
        cursor.at = at
        if cursor.now.isdigit() or cursor.now == "?" or not starters or _is_card(cursor, position):
            row = read_row(cursor, position, seat)
            return [Sentence(m.SubmitDeck(seat, row))]
        offers = [(plain(starter.name), f'"{starter.name}"') for starter in position.cards.starter.values()]
        raise cursor.misnamed('a deck is expected: a starter deck, ?60, or 4 "Card" + ...', offers)
    return [Sentence(m.SubmitDeck(seat, position.cards.starter[str(cards)].row))]


def _is_card(cursor: Cursor, position: Position) -> bool:
    at = cursor.at
    try:
        face_named(cursor, position, (), "")
    except SlipError:
        return False
    finally:
        cursor.at = at
    return True


def read_stops(cursor: Cursor, _position: Position, seat: str) -> list[Sentence]:
    """`STOPS: combat attack hit`, `STOPS: none`, `STOPS: all`."""
    if _nothing(cursor):
        return [Sentence(m.SetStops(seat, ()))]
    if cursor.skip(*_ALL):
        return [Sentence(m.SetStops(seat, STOPS))]
    stops = [cursor.want("a stop is expected", _STOPS)]
    while not cursor.is_at(*_ENDS) and not RESULTS.stands(cursor):
        cursor.skip(*AND)
        stops.append(cursor.want("a stop is expected", _STOPS))
    return [Sentence(m.SetStops(seat, tuple(stops)))]


# Phase 1


def to_stand(position: Position, seat: str) -> tuple[int, ...]:
    """The cards of a seat that Stand in 1a."""
    return tuple(card.n for card in position.lying(side=seat) if card.sided and not card.locked)


def read_stand(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`STAND: "Yeti" + "Bok"` says all that Stand, `STAND: -` that nothing does; `STAND` leaves it to the table."""
    stand = Sentence(m.StandCards(seat))
    if cursor.skip(*_ALL) or cursor.is_at(*_ENDS) or RESULTS.stands(cursor):
        return [stand]
    numbers: tuple[int, ...] = ()
    if not _nothing(cursor):
        reach = Reach(position, seat, sided=True)
        numbers = cards_named(cursor, reach, lambda: _goes_on(cursor), "a card that Stands is expected, or -")
    if sorted(numbers) != sorted(to_stand(position, seat)):
        stand.states(*(CardStood(number) for number in numbers), instead_of=CardStood)
    return [stand]


def read_zone(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`ZONE: Pr`, and `ZONE: Pr!` where it is the bonus zone."""
    zone = cursor.phrase(ZONE_WORDS)
    if zone is None:
        return [Sentence(m.ChooseZone(seat, cursor.zone()))]
    chosen = Sentence(m.ChooseZone(seat, zone))
    if (cursor.skip("!") or cursor.skip("bonus")) and position.bonus_zone(seat) != zone:
        chosen.states(ZoneChosen(zone, bonus=True))
    return [chosen]


def read_draw(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`DRAW: ?`, `DRAW: "Bok"`; `DRAW: hit Fu > Pr` where the draw deck is empty."""
    drawn = Sentence(m.DrawCard(seat))
    if cursor.skip("hit"):
        if position.decks.get(seat):
            drawn.states(HitDue(seat))
        time_lost(cursor, position, seat, drawn, "DRAW: hit")
    elif cursor.is_at(*_ENDS) or RESULTS.stands(cursor):
        return [drawn]
    elif (card := read_drawn(cursor, position, seat)) is not None:
        drawn.sees(Seen(cards=(card,)))
    else:
        raise cursor.slip('? or the card drawn is expected, or "hit"', {"?": "?", "hit": "hit"})
    return [drawn]


def may_answer(position: Position, seat: str, move: Move) -> bool:
    """Whether a seat is asked before the Hit of a move takes effect; not behind its word that nobody defends."""
    fight = position.fight
    if isinstance(move, m.MakeHit) and fight is not None and fight.declined and not fight.hits:
        return False
    return "hit" in position.stops_of(seat) and could_answer(position, seat)


def time_lost(cursor: Cursor, position: Position, loser: str, hit: Sentence, alone: str) -> bool:
    """`Fu > Pr`: the Time card that a seat loses, and the one turned up. Returns whether that stands here.

    Where the loser is asked first, nothing is lost yet: `alone` is the line that says the Hit alone.

    Raises:
        QuestionError: it says what a Hit costs that may still be answered.
    """
    at, lost = cursor.at, cursor.phrase(ZONE_WORDS)
    if lost is None:
        return False
    if alone and may_answer(position, loser, hit.move):
        cost, short = cursor.line[cursor.words[at].start :].strip(), seat_spelt(position.seats, loser)
        raise QuestionError(
            f'{short} may answer this Hit first, and says in a line of {short} what it cost: "LOSE: {cost}"', (alone,)
        )
    cursor.skip("!")
    if position.times.get(loser, ())[:1] != (time_card(lost),):
        hit.states(TimeCardLost(loser, time_card(lost)))
    if cursor.skip(">"):
        shown = zone_shown(cursor)
        if shown is None:
            raise cursor.slip("the Time card turned up is expected", {"?": "?", **CODES})
        hit.sees(Seen(items=(shown,)))
    return True


def read_play(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`PLAY: "Bok" 1/1/1 Pr`, several with `+` between them; `PLAY: -` says nothing."""
    if _nothing(cursor):
        return []
    found: list[Sentence] = []
    while not found or (cursor.now in AND and _goes_on(cursor)):
        if found:
            cursor.at += 1
        face = face_named(cursor, position, position.hands.get(seat, ()), "a card of the hand is expected")
        number = position.count + 1 + len(found)
        values = values_claimed(cursor, about_card(position, number, "values", face))
        zone = cursor.phrase(ZONE_WORDS)
        cursor.skip("!")
        place = about_card(position, number, "zone", face)
        claims = (*values, *((Claim(place, CODES[zone]),) if zone else ()))
        found.append(Sentence(m.PlayCard(seat, face), claims=claims, about=number))
    return found


# Phase 2


def read_episode(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`EPISODE: "Name" J.Fu`, on the opponent's side of a zone; `EPISODE: -` says nothing."""
    if _nothing(cursor):
        return []
    face = face_named(cursor, position, position.hands.get(seat, ()), "an Episode of the hand is expected")
    cursor.skip(">", "to")
    at = cursor.at
    side = cursor.phrase(seat_words(position.seats))
    if side not in (None, position.rival(seat)):
        cursor.at = at
        rival = position.rival(seat)
        raise cursor.slip("an Episode lies on the opponent's side", {rival: rival})
    return [Sentence(m.PlayEpisode(seat, face, cursor.zone()))]


def read_solve(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`SOLVE: "Name" by "A" + "B" 3>=3`: the Support Sided, and the solve number; `SOLVE: -` says nothing."""
    if _nothing(cursor):
        return []
    number = card_named(cursor, Reach(position, seat), "an Episode on your side is expected")
    if not cursor.skip("by", "with", ":"):
        raise cursor.slip("by, and the Creatures that are Sided, is expected", {"by": "by"})
    reach = solvers(position, seat, number)
    sided: tuple[int, ...] = ()
    if not _nothing(cursor):
        sided = cards_named(cursor, reach, lambda: _goes_on(cursor), "a Creature that is Sided is expected")
    solved = Sentence(m.SolveEpisode(seat, number, sided), about=number)
    if cursor.now.isdecimal():
        _sum(cursor, position, number, solved)
    return [solved]


def solvers(position: Position, seat: str, number: int) -> Reach:
    """Where the Creatures are looked for that solve an Episode: in its zone, Standing."""
    episode = position.at(number)
    return Reach(position, seat, episode.zone if episode else "", sided=False)


def _sum(cursor: Cursor, position: Position, number: int, solved: Sentence) -> None:
    """`3>=3`: the Support that was Sided for an Episode, not less than its solve number."""
    support = cursor.want_number("the Support that was Sided is expected")
    cursor.skip(">")
    cursor.skip("=")
    episode = position.at(number)
    due = face_of(position, episode).solve if episode else 0
    at = cursor.at
    if cursor.number() != due:
        cursor.at = at
        raise cursor.slip(f"the solve number of this Episode is {due}", {str(due): str(due)})
    solved.states(EpisodeSolved(number, support))


# Phase 4


def read_bonus(cursor: Cursor, position: Position, seat: str) -> list[Sentence]:
    """`BONUS: draw ?`, `BONUS: draw "Bok"`; `BONUS: -` ends the turn without a card."""
    if _nothing(cursor):
        return [Sentence(m.EndTurn(seat))]
    bonus = Sentence(m.DrawBonus(seat))
    cursor.skip("draw", "draws", "drew", "+")
    card = None if cursor.is_at(*_ENDS) or RESULTS.stands(cursor) else read_drawn(cursor, position, seat)
    if card is not None:
        bonus.sees(Seen(cards=(card,)))
    return [bonus]


def read_end(cursor: Cursor, _position: Position, seat: str) -> list[Sentence]:
    """`END`: the turn is over."""
    cursor.skip("turn")
    return [Sentence(m.EndTurn(seat))]
