"""Lines of those who come along in an Adventure, and for what price: recruits, helpers."""

from projections.games.daleks.facts import moves as m
from projections.games.daleks.notation.naming import stands_named, thing_named
from projections.games.daleks.notation.read_end import TOKENS
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.stated import RESULTS
from projections.games.daleks.notation.vocabulary import Cursor, seat_words
from projections.games.daleks.rules.companions import decks_here, linked_companions
from projections.games.daleks.rules.prices import SONIC
from projections.games.daleks.state.position import Position
from projections.notation.cursor import QuestionError
from projections.notation.vocabulary import Vocabulary
from projections.terms import Seen

__all__ = ["price_stands", "read_afar", "read_call", "read_here", "read_recruit"]

_DECKS: Vocabulary = {
    f"{word}{more}": deck
    for word, deck in (("earth", "earth"), ("alien", "alien"), ("aliens", "alien"))
    for more in ("", " deck", " companion", " :")
}


# Prices


_LINK = ("link", "links", "linked")
_FOR = ("for", "pay", "pays", "with")


def price_stands(cursor: Cursor) -> bool:
    """Whether a price stands here: `-token`, `-card "Fez"`, `-"Fez"`."""
    return cursor.is_at("-") and not RESULTS.stands(cursor) and bool(cursor.after)


def _price(cursor: Cursor, position: Position, seat: str) -> str:
    """The price that stands here, "" where none does: `-token`, `1 token`, `for a token`, `-card "Fez"`."""
    said = price_stands(cursor)
    cursor.at += said
    said = said or cursor.skip(*_FOR)
    cursor.at += cursor.is_at("1", "one", "a") and cursor.after in (*TOKENS, "card")
    if cursor.skip("token", "tokens") or (said and cursor.skip(*TOKENS)):
        return SONIC
    if not (cursor.skip("card") or said):
        return ""
    held = position.hands.get(seat, ())
    message = "a token, or a card of the hand, is expected"
    return thing_named(cursor, position, message, "timey", held=held)


# Recruiting


def read_recruit(cursor: Cursor, tale: Tale) -> None:
    """`RECRUIT: -card "Timescoop", Alien ~"Captain Jack"`; `link "Rory"` searches for him."""
    now, seat = tale.now, tale.seat
    price = _price(cursor, now, seat)
    deck = cursor.phrase(_DECKS)
    price = price or _price(cursor, now, seat)
    if cursor.after in _LINK:
        cursor.skip("by", "via", "with")
    by_link, at = cursor.skip(*_LINK), cursor.at
    cursor.skip("~")
    companion = ""
    if by_link or cursor.quoted or stands_named(cursor, now, "companion"):
        companion = thing_named(cursor, now, "a Companion is expected", "companion")
    elif cursor.skip("?"):
        pass
    if companion and not by_link and now.adventure and companion in linked_companions(now, now.adventure):
        _ask_how(cursor, at)
    found = now.box.companion.get(companion)
    deck = deck or (found.deck if found else _only_deck(cursor, now))
    recruited = tale.say(m.Recruit(seat, price, deck, companion if by_link else ""))
    if companion and not by_link:
        recruited.sees(Seen(items=(companion,)))


def _ask_how(cursor: Cursor, at: int) -> None:
    start = cursor.stretch(at)[0]
    before, rest = cursor.line[:start].rstrip("~ "), cursor.line[start:]
    choices = [f"{before} link {rest.lstrip('~ ')}", f"{before} shows {rest.lstrip('~ ')}"]
    raise QuestionError("was this Companion searched for by a Link, or drawn?", choices)


def _only_deck(cursor: Cursor, position: Position) -> str:
    """The one deck that a recruit comes from here."""
    here = decks_here(position, position.adventure) if position.adventure else ()
    if len(here) != 1:
        raise cursor.slip("a deck is expected: Earth or Alien", {"earth": "Earth", "alien": "Alien"})
    return here[0]


# Help


def read_call(cursor: Cursor, tale: Tale) -> None:
    """`HELP: call Steve -token`."""
    helper = cursor.want("a player is expected", seat_words(tale.now.seats))
    tale.say(m.CallHelp(tale.seat, helper, _price(cursor, tale.now, tale.seat)))


def read_afar(cursor: Cursor, tale: Tale) -> None:
    """`HELP: afar`."""
    tale.say(m.GiveHelp(tale.seat, "afar", _price(cursor, tale.now, tale.seat)))


def read_here(cursor: Cursor, tale: Tale) -> None:
    """`HELP: here -card "Fez"`."""
    tale.say(m.GiveHelp(tale.seat, "here", _price(cursor, tale.now, tale.seat)))
