"""Lines of the dice: the roll, re-rolls, faces that are changed."""

from events.facts import Passed
from projections.games.daleks.facts import moves as m
from projections.games.daleks.facts.adventure_effects import FaceChanged
from projections.games.daleks.facts.effects import TokensPaid
from projections.games.daleks.notation.dice_words import dice_named, die_named, read_faces, symbol_named
from projections.games.daleks.notation.read_end import TOKENS
from projections.games.daleks.notation.read_icon import bearer_named, icon_meant
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.vocabulary import COLOUR_WORDS, SYMBOL_WORDS, Cursor
from projections.games.daleks.rules.icons import icon_at
from projections.games.daleks.state.position import Pool, Position
from projections.games.daleks.state.tray import colour_of, dice_left, pool_of
from projections.terms import Seen

__all__ = ["pool_now", "read_again", "read_face", "read_ready", "read_roll", "rolled_names"]

_SPENDS = ("spend", "spends", "discard")


def pool_now(position: Position, seat: str) -> Pool:
    """A seat's pool in the Adventure under way, an empty one where there is none."""
    now = position.adventure
    return pool_of(now, seat) if now else Pool(seat)


def rolled_names(position: Position) -> tuple[str, ...]:
    """The dice that a roll rolls: those of both pools."""
    now = position.adventure
    return tuple(die.name for die in dice_left(*now.pools)) if now else ()


def read_roll(cursor: Cursor, tale: Tale) -> None:
    """`ROLL: B(Ru St) U(Sc Sc Sc) G(Ru)`; `ROLL` alone where they are still to fall, or the pool is only ready.

    Dice that fall only when others were asked have fallen: the pool is ready, nobody plays a card, and they are rolled.
    """
    rolled, names = tale.say(m.RollDice(tale.seat)), rolled_names(tale.before)
    while cursor.skip("roll", "the", "all", "both", "pools", "dice", "please", "to"):
        pass
    if names and _shows(cursor):
        raise cursor.slip("the colour of the dice stands before what they show, such as B(Ru St)", {})
    if names and not cursor.quoted and (cursor.now in COLOUR_WORDS or cursor.now.upper() in names):
        faces = Seen(faces=(read_faces(cursor, tale.before, names),))
        if tale.led is not None:
            rolled = tale.say(m.RollDice(tale.seat))
        rolled.sees(faces)


def _shows(cursor: Cursor) -> bool:
    return not cursor.quoted and cursor.now in SYMBOL_WORDS


def read_ready(cursor: Cursor, tale: Tale) -> None:
    """`READY`: the own pool is ready to be rolled; of a helper the same as to pass."""
    if cursor.is_at("to", "for") and cursor.after in ("roll", "go"):
        cursor.at += 2
    now = tale.now.adventure
    if now is not None and now.seat == tale.seat and tale.now.window is None:
        tale.say(m.RollDice(tale.seat))
    else:
        tale.say(Passed(tale.seat))


# Re-rolls


def read_again(cursor: Cursor, tale: Tale) -> None:
    """`"Bow Tie" B* -> (Cu Ru)`, `tokens B1 -> (Ru)`, `spend B -> U(Sc Sc) G(Ru)`."""
    own = pool_now(tale.now, tale.seat)
    price = _tokens_said(cursor)
    if price is not None:
        die = _die(cursor, tale, own)
        _fell(cursor, tale, m.ReRollByTokens(tale.seat, die), (die,), *_paid(tale.seat, price))
    elif cursor.skip(*_SPENDS):
        die = _die(cursor, tale, own)
        left = tuple(one.name for one in dice_left(own) if one.name != die)
        _fell(cursor, tale, m.SpendBlack(tale.seat, die), left)
    else:
        _by_icon(cursor, tale, own)


def _die(cursor: Cursor, tale: Tale, own: Pool) -> str:
    """A die of the own pool, or of the other one by its name."""
    now = tale.now.adventure
    others = [pool for pool in (now.pools if now else ()) if pool.seat != own.seat]
    named = not cursor.quoted and any(die.name.lower() == cursor.now for pool in others for die in pool.dice)
    return die_named(cursor, (own, *others) if named else (own,))


def _by_icon(cursor: Cursor, tale: Tale, own: Pool) -> None:
    now, at = tale.now, cursor.at
    bearer = bearer_named(cursor, now, tale.seat, "reroll")
    dice: tuple[str, ...] = ()
    if not cursor.skip("none") and not cursor.is_at("", ">"):
        every = (*own.dice, *(die for pool in _pools(now) if pool.seat != own.seat for die in pool.dice))
        dice = dice_named(cursor, Pool(own.seat, every) if _is_others(cursor, now, own) else own)
    colours = {colour_of(name) for name in dice}
    number = icon_meant(cursor, now, tale.seat, bearer, "reroll", lambda icon: colours <= set(icon.colours), at)
    _fell(cursor, tale, m.ReRoll(tale.seat, bearer[0], number, dice), tuple(dict.fromkeys(dice)))


def _pools(position: Position) -> tuple[Pool, ...]:
    return position.adventure.pools if position.adventure else ()


def _is_others(cursor: Cursor, position: Position, own: Pool) -> bool:
    """Whether any die of another pool is named from here on."""
    others = {die.name.lower() for pool in _pools(position) if pool.seat != own.seat for die in pool.dice}
    return any(word.text in others for word in cursor.words[cursor.at :])


def _tokens_said(cursor: Cursor) -> int | None:
    """How many tokens are spent, 0 where that is not said: `tokens`, `2 tokens`, `-2 tokens`; None for none."""
    at = cursor.at
    signed = cursor.is_at("-") and cursor.after.isdecimal()
    cursor.at += signed
    number = cursor.number()
    if cursor.skip(*TOKENS):
        cursor.skip(":")
        return number or 0
    cursor.at = at
    return None


def _is_shown(cursor: Cursor) -> bool:
    """Whether a `:` or a `=` stands here with a symbol behind it, which is no claim."""
    return cursor.is_at(":", "=") and cursor.after in SYMBOL_WORDS


def _skip_sign(cursor: Cursor) -> bool:
    found = _is_shown(cursor)
    cursor.at += found
    return found


def _paid(seat: str, tokens: int) -> tuple[TokensPaid, ...]:
    return (TokensPaid(seat, tokens),) if tokens else ()


def _fell(
    cursor: Cursor, tale: Tale, move: m.TodMove, names: tuple[str, ...], *stated: TokensPaid
) -> None:  # fmt: skip
    """Say a re-roll, with the faces behind its `->` where they are told."""
    position = tale.now
    said = tale.say(move)
    said.states(*stated)
    if cursor.skip(">") or _skip_sign(cursor):
        cursor.skip("roll")
        if cursor.now not in ("", "="):
            said.sees(Seen(faces=(read_faces(cursor, position, names),)))


# Faces


def read_face(cursor: Cursor, tale: Tale) -> None:
    """`"Amy Pond" G -> Di`, `tokens B1 -> Di`."""
    own, at = pool_now(tale.now, tale.seat), cursor.at
    price = _tokens_said(cursor)
    if price is not None:
        die = _die(cursor, tale, own)
        tale.say(m.ChangeByTokens(tale.seat, die, _turned(cursor))).states(*_paid(tale.seat, price))
        return
    now = tale.now
    bearer = bearer_named(cursor, now, tale.seat, "change")
    cursor.skip("changes", "turns")
    die = _die(cursor, tale, own)
    symbol = _turned(cursor) if cursor.is_at(">", "to") or _is_shown(cursor) else ""
    number = icon_meant(
        cursor, now, tale.seat, bearer, "change",
        lambda icon: colour_of(die) in icon.colours and symbol in ("", icon.symbol), at,
    )  # fmt: skip
    changed = tale.say(m.ChangeFace(tale.seat, bearer[0], number, die))
    icon = icon_at(now, bearer[0], number, "change")
    if symbol and (icon is None or icon.symbol != symbol):
        changed.states(FaceChanged(die, symbol, bearer[0]))


def _turned(cursor: Cursor) -> str:
    """`-> Di`: the symbol to which a die is turned."""
    if not (cursor.skip(">", "to") or _skip_sign(cursor)):
        raise cursor.slip("-> and the symbol is expected", {">": ">"})
    return symbol_named(cursor, "a symbol is expected")
