"""Lines of an Adventure up to the roll: recruiting, the challenge, the pool, help."""

from collections import Counter
from itertools import islice, product

from projections.cursor import QuestionError, SlipError
from projections.game import Seen
from projections.games.daleks import moves as m
from projections.games.daleks.adventuring import split_icons
from projections.games.daleks.box import Icon
from projections.games.daleks.claims import claimed, codes_row, read_symbols
from projections.games.daleks.dice import pool_of
from projections.games.daleks.dice_words import counts_words, die_named, read_counts
from projections.games.daleks.icon_lines import bearer_named, icon_meant
from projections.games.daleks.icons import icons_of, on_console
from projections.games.daleks.limits import owed_dice
from projections.games.daleks.naming import stands_named, thing_named
from projections.games.daleks.position import Pool, Position
from projections.games.daleks.prices import SONIC
from projections.games.daleks.recruiting import decks_here, linked
from projections.games.daleks.results import RESULTS
from projections.games.daleks.saying import Tale
from projections.games.daleks.spelling import AND, COLOUR_WORDS, Cursor, seat_words
from projections.spelling import Vocabulary

__all__ = [
    "price_stands", "read_afar", "read_call", "read_counted", "read_drop", "read_exterminate", "read_focus",
    "read_gather", "read_here", "read_need", "read_recruit",
]  # fmt: skip

_DECKS: Vocabulary = {"earth": "earth", "alien": "alien", "earth deck": "earth", "alien deck": "alien"}
_DONE = {word: word for word in ("gather", "focus", "drop", "exterminate", "ready", "play", "call")}
_WAYS = 4096
"""So many choices of colours are looked through for the one that makes a pool of these counts."""


# Prices


def price_stands(cursor: Cursor) -> bool:
    """Whether a price stands here: `-token`, `-card "Fez"`, `-"Fez"`."""
    return cursor.is_at("-") and not RESULTS.stands(cursor) and bool(cursor.after)


def _price(cursor: Cursor, position: Position, seat: str) -> str:
    """The price that stands here, "" where none does."""
    if not price_stands(cursor):
        return ""
    cursor.at += 1
    if cursor.skip("1"):
        pass
    if cursor.skip(SONIC, "charge", "tokens"):
        return SONIC
    cursor.skip("card")
    held = position.hands.get(seat, ())
    message = "a token, or a card of the hand, is expected"
    return thing_named(cursor, position, message, "timey", held=held)


# Recruiting


def read_recruit(cursor: Cursor, tale: Tale) -> None:
    """`RECRUIT: -card "Timescoop", Alien ~"Captain Jack"`; `link "Rory"` searches for him."""
    now, seat = tale.now, tale.seat
    price = _price(cursor, now, seat)
    deck = cursor.phrase(_DECKS)
    by_link, at = cursor.skip("link", "links"), cursor.at
    cursor.skip("~")
    companion = ""
    if by_link or cursor.quoted or stands_named(cursor, now, "companion"):
        companion = thing_named(cursor, now, "a Companion is expected", "companion")
    elif cursor.skip("?"):
        pass
    if companion and not by_link and now.adventure and companion in linked(now, now.adventure):
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


def read_need(cursor: Cursor, tale: Tale) -> None:
    """`NEED: Cu Di Ta Ta`: no move; what is to be met, which is checked."""
    now, at = tale.now.adventure, cursor.at
    said = read_symbols(cursor)
    if now is None:
        raise cursor.slip("no challenge is to be met now", {})
    if codes_row(said) != codes_row(now.symbols) and "?" not in now.symbols:
        stretch = cursor.stretch(at) if said else (cursor.ending(), cursor.ending())
        row = codes_row(now.symbols)
        raise SlipError(f"the challenge is {row}", [stretch], {row.lower(): row})


# The pool


def read_counted(cursor: Cursor, tale: Tale) -> None:
    """`POOL: 5B 2U 1G 1R`: gathers the starting pool, and claims of which dice it is."""
    at, now, seat = cursor.at, tale.now, tale.seat
    counts = read_counts(cursor)
    if not counts:
        raise cursor.word_slip("dice are expected, such as 5B, or what is done", _DONE)
    if now.adventure and pool_of(now.adventure, seat).gathered:
        if counts_words(counts) != claimed(f"pool {seat}", now):
            there = claimed(f"pool {seat}", now) or "0"
            raise SlipError(f"the pool is {there}", [cursor.stretch(at)], {there.lower(): there})
        return
    colours = _colours(cursor)
    said = tale.say(m.Gather(seat, colours if colours is not None else _fitting(now, seat, counts)))
    said.claims_that(f"pool {seat}", counts_words(counts))


def read_gather(cursor: Cursor, tale: Tale) -> None:
    """`gather`, `gather as green, blue` where icons leave a choice."""
    colours = _colours(cursor)
    split = split_icons(tale.now, tale.seat)
    if colours is None and split:
        raise cursor.slip("say the colours of split icons, as green", {"as": "as"})
    tale.say(m.Gather(tale.seat, colours or ()), counts=f"dice {tale.seat}")


def _colours(cursor: Cursor) -> tuple[str, ...] | None:
    """`as green, blue`: the colours chosen for split icons; None where none are said."""
    if not cursor.skip("as"):
        return None
    found = [cursor.want("a colour of dice is expected", COLOUR_WORDS)]
    while cursor.is_at(*COLOUR_WORDS) or (cursor.is_at(*AND) and cursor.after in COLOUR_WORDS):
        cursor.skip(*AND)
        found.append(cursor.want("a colour of dice is expected", COLOUR_WORDS))
    return tuple(found)


def _fitting(position: Position, seat: str, counts: dict[str, int]) -> tuple[str, ...]:
    """The colours of split icons that make a pool of these counts; the first choice where none does."""
    split = split_icons(position, seat)
    if not split:
        return ()
    adding = [icon for card in on_console(position, seat) for icon in icons_of(position, card) if icon.does == "add"]
    fixed = Counter({icon.colours[0]: 0 for icon in adding})
    for icon in adding:
        if len(icon.colours) == 1:
            fixed[icon.colours[0]] += icon.amount
    ways = islice(product(*(icon.colours for icon in split)), _WAYS)
    wanted = Counter(counts)
    every = list(ways)
    return next((way for way in every if fixed + _added(split, way) == wanted), every[0])


def _added(split: tuple[Icon, ...], way: tuple[str, ...]) -> Counter[str]:
    added = Counter[str]()
    for icon, colour in zip(split, way, strict=True):
        added[colour] += icon.amount
    return added


def read_focus(cursor: Cursor, tale: Tale) -> None:
    """`focus "Rory Williams" B>U, "Captain Jack" B>R`."""
    more = True
    while more:
        _focused(cursor, tale)
        at = cursor.at
        more = bool(cursor.quoted or stands_named(cursor, tale.now, "doctor", "companion", "timey"))
        cursor.at = at


def _focused(cursor: Cursor, tale: Tale) -> None:
    now, seat, at = tale.now, tale.seat, cursor.at
    bearer = bearer_named(cursor, now, seat, "focus")
    cursor.skip("b", "black")
    if not cursor.skip(">", "to"):
        raise cursor.slip("B> and the colour of the new die is expected", {">": ">"})
    colour = cursor.want("a colour of dice is expected", COLOUR_WORDS)
    number = icon_meant(cursor, now, seat, bearer, "focus", lambda icon: colour in icon.colours, at)
    tale.say(m.Focus(seat, bearer[0], number, colour), counts=f"dice {seat}")


def read_drop(cursor: Cursor, tale: Tale) -> None:
    """`drop B = 8`, `drop B1 U`."""
    if cursor.skip("none", "nothing", "0"):
        return
    more = True
    while more:
        now = tale.now.adventure
        own = pool_of(now, tale.seat) if now else Pool(tale.seat)
        every = [own, *(pool for pool in (now.pools if now else ()) if pool.seat != tale.seat)]
        tale.say(m.CutDie(tale.seat, _one(cursor, own, every)), counts=f"dice {tale.seat}")
        _skip_and(cursor)
        more = cursor.is_at(*COLOUR_WORDS) or _is_named(cursor, every)


def _skip_and(cursor: Cursor) -> None:
    """Go past a sign between two dice, which is not that of a result."""
    if not RESULTS.stands(cursor):
        cursor.skip(*AND)


def _one(cursor: Cursor, own: Pool, every: list[Pool]) -> str:
    """A die of the own pool, or one of another pool by its name."""
    return die_named(cursor, every if _is_named(cursor, every) else (own,))


def _is_named(cursor: Cursor, pools: list[Pool]) -> bool:
    return not cursor.quoted and any(die.name.lower() == cursor.now for pool in pools for die in pool.dice)


def read_exterminate(cursor: Cursor, tale: Tale) -> None:
    """`exterminate B`, `exterminate B2 U1`; `exterminate 0` where no Dalek marker takes a die, which is checked."""
    at = cursor.at
    if cursor.skip("none", "nothing", "0"):
        now = tale.now.adventure
        owed = owed_dice(tale.now, now) if now else 0
        if owed:
            cursor.at = at
            raise cursor.slip(f"Dalek markers take {owed} here", {})
        return
    more = True
    while more:
        pools = tale.now.adventure.pools if tale.now.adventure else ()
        tale.say(m.Exterminate(tale.seat, die_named(cursor, pools)), counts=f"dice {tale.seat}")
        _skip_and(cursor)
        more = cursor.is_at(*COLOUR_WORDS) or _is_named(cursor, list(pools))


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
