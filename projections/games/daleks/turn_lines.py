"""Lines of a turn beside the Adventure: the Doctor, Prepare, Travel, cards, costs, the end, the Daleks."""

from events.facts import UNKNOWN
from projections.cursor import QuestionError
from projections.game import Seen
from projections.games.daleks import moves as m
from projections.games.daleks.adventure_effects import AdventureEnded
from projections.games.daleks.challenge import is_met
from projections.games.daleks.dice import lying, pool_of
from projections.games.daleks.dice_words import read_faces
from projections.games.daleks.drawing import latest, zones
from projections.games.daleks.icons import on_console
from projections.games.daleks.names import zone_face
from projections.games.daleks.naming import place_named, thing_named, zone_named, zone_words, zoned
from projections.games.daleks.position import Position
from projections.games.daleks.saying import Tale
from projections.games.daleks.spelling import COLOUR_WORDS, Cursor, plain, seat_words
from projections.games.daleks.timey import pool_played_on

__all__ = [
    "read_card_paid", "read_charge", "read_companion_paid", "read_daleks", "read_die", "read_discard", "read_dismiss",
    "read_doctor", "read_enter", "read_finish", "read_flip", "read_go", "read_install", "read_new", "read_option",
    "read_play", "read_resolved", "read_search", "read_stay", "read_tokens_paid", "read_uninstall", "read_use",
    "rerolled_by_card",
]  # fmt: skip

_FACES = 6
"""The faces of the TARDIS die."""


def read_doctor(cursor: Cursor, tale: Tale) -> None:
    """`DOCTOR: "Eleventh Doctor"`."""
    tale.say(m.ChooseDoctor(tale.seat, thing_named(cursor, tale.now, "a Doctor is expected", "doctor")))


# Prepare


def read_charge(_cursor: Cursor, tale: Tale) -> None:
    """`charge +2 = 4`."""
    tale.say(m.Charge(tale.seat), counts=f"tokens {tale.seat}")


def read_install(cursor: Cursor, tale: Tale) -> None:
    """`install "Fez" -1 = 3`."""
    held = tale.now.hands.get(tale.seat, ())
    card = thing_named(cursor, tale.now, "Equipment of the hand is expected", "timey", held=held)
    tale.say(m.Install(tale.seat, card), counts=f"tokens {tale.seat}")


def read_uninstall(cursor: Cursor, tale: Tale) -> None:
    """`uninstall "Fez"`."""
    held = tale.now.console(tale.seat).equipment
    tale.say(m.Uninstall(tale.seat, thing_named(cursor, tale.now, "Equipment is expected", "timey", held=held)))


def read_dismiss(cursor: Cursor, tale: Tale) -> None:
    """`dismiss "Rory Williams"`."""
    tale.say(m.Dismiss(tale.seat, _aboard(cursor, tale)))


def _aboard(cursor: Cursor, tale: Tale) -> str:
    held = [one.companion for one in tale.now.console(tale.seat).companions]
    return thing_named(cursor, tale.now, "a Companion aboard is expected", "companion", held=held)


def read_use(cursor: Cursor, tale: Tale) -> None:
    """`USE: "First Doctor"`: what a Doctor or Companion can do beside dice."""
    held = on_console(tale.now, tale.seat)
    card = thing_named(
        cursor, tale.now, "a Doctor or Companion of yours is expected", "doctor", "companion", "timey", held=held
    )
    tale.say(m.UseAbility(tale.seat, card))


# Travel


def read_stay(cursor: Cursor, tale: Tale) -> None:
    """`stay "The Capitol"`, `stay zone 2`; where only one zone may be meant `stay` alone."""
    number = tale.now.at.get(tale.seat, (0, 0))[0]
    tale.say(m.Stay(tale.seat, zone_named(cursor, tale.now, number)))


def read_die(cursor: Cursor, tale: Tale) -> None:
    """`die choice`, `die decides`, `die 2`; `die` alone where it is still to be rolled."""
    rolled = tale.say(m.RollTardis(tale.seat))
    faces = tale.before.box.setting.choose_faces
    if faces > 0 and cursor.skip("choice", "choose", "chooses"):
        rolled.sees(Seen(faces=((1,),)))
    elif faces < _FACES and cursor.skip("decides", "decide"):
        rolled.sees(Seen(faces=((faces + 1,),)))
    elif (face := cursor.number()) is not None:
        rolled.sees(Seen(faces=((face,),)))
    else:
        cursor.skip("roll", "rolls")


def read_go(cursor: Cursor, tale: Tale) -> None:
    """`go "Earth" "Past"`; a zone whose name no other in play bears needs no Location."""
    zone = cursor.title(_zones_in_play(tale.now))
    if zone is not None:
        where, _, at = zone.partition(" ")
        tale.say(m.Travel(tale.seat, int(where), int(at)))
        return
    number = place_named(cursor, tale.now)
    tale.say(m.Travel(tale.seat, number, zone_named(cursor, tale.now, number)))


def _zones_in_play(position: Position) -> dict[str, str]:
    """The zones whose names are those of no other, and of no Location."""
    names: dict[str, list[str]] = {}
    for place in position.places:
        for zone in range(zones(position, place.n)):
            if (face := zone_face(position, place.n, zone)) is not None:
                for name in {plain(face.name), plain(face.name).removeprefix("the ")}:
                    names.setdefault(name, []).append(f"{place.n} {zone}")
    locations = {plain(location.name) for location in position.box.location.values()}
    return {name: found[0] for name, found in names.items() if len(found) == 1 and name not in locations}


def read_search(_cursor: Cursor, tale: Tale) -> None:
    """`search`, and what it turned up: draw two Locations."""
    tale.say(m.Explore(tale.seat))


def read_new(cursor: Cursor, tale: Tale) -> None:
    """`new "Trenzalore" (drop "Karn")`: draw two and keep this one; the one that the TARDIS has decided on.

    What was drawn already is only kept; behind `die decides` it says what the die has turned up.
    """
    at = cursor.at
    location = thing_named(cursor, tale.now, "a Location is expected", "location", held=tale.now.found)
    tale.zone = " ".join(word.text for word in cursor.words[at : cursor.at])
    last = tale.last
    if last is not None and isinstance(last.move, m.RollTardis | m.UseAbility) and not last.seen.items:
        choose = tale.before.box.setting.choose_faces
        if isinstance(last.move, m.UseAbility) or (last.seen.faces and last.seen.faces[0][0] > choose):
            tale.sees(Seen(items=(location,)))
            return
    dropped = ""
    if cursor.skip("drop", "drops", "not"):
        dropped = thing_named(cursor, tale.now, "the other Location is expected", "location", held=tale.now.found)
    if dropped and not tale.now.found and tale.now.step != "over":
        tale.say(m.Explore(tale.seat)).sees(Seen(items=(location, dropped)))
    elif dropped and dropped not in tale.now.found:
        cursor.at -= 1
        names = {name: name for name in tale.now.found if name != location}
        raise cursor.slip("this Location was not drawn", names)
    tale.say(m.KeepLocation(tale.seat, location))


def read_flip(cursor: Cursor, tale: Tale) -> None:
    """`flip "Sutekh"`: the Dilemma of the zone, which is that by whose name a new Location was called."""
    at, last = cursor.at - 1, tale.last
    dilemma = UNKNOWN if cursor.skip("?") else thing_named(cursor, tale.now, "a Dilemma is expected", "dilemma")
    if tale.now.step != "enter":
        if last is None:
            cursor.at = at
            raise cursor.slip("where the Doctor goes is expected before that", {})
        last.sees(Seen(items=(dilemma,)))
        return
    number = latest(tale.now)
    words = zone_words(tale.now, number)
    zone = words.get(tale.zone) or words.get(tale.zone.removeprefix("the "))
    if zone is None:
        start = cursor.stretch(at)[0]
        choices = [
            f"{cursor.line[:start]}enter {zoned(tale.now, number, one)} {cursor.line[start:]}"
            for one in range(zones(tale.now, number))
        ]
        raise QuestionError("which zone does the Doctor go to?", choices)
    tale.say(m.EnterZone(tale.seat, int(zone))).sees(Seen(items=(dilemma,)))


def read_enter(cursor: Cursor, tale: Tale) -> None:
    """`enter "The Tomb"`, `enter zone 2`."""
    tale.say(m.EnterZone(tale.seat, zone_named(cursor, tale.now, latest(tale.now))))


# Cards that are played


def read_play(cursor: Cursor, tale: Tale) -> None:
    """`PLAY: "Fish Fingers & Custard" as red pool J -> (St Ta)`; `to S`, `for "Fez"` where a card asks for it."""
    now, seat = tale.now, tale.seat
    held = (*now.hands.get(seat, ()), *now.console(seat).equipment)
    card = thing_named(cursor, now, "a Timey-Wimey card is expected", "timey", held=held)
    fields = dict.fromkeys(("to", "pool", "colour", "wanted"), "")
    while True:
        if not fields["colour"] and cursor.skip("as"):
            fields["colour"] = cursor.want("a colour of dice is expected", COLOUR_WORDS)
        elif not fields["pool"] and cursor.skip("pool"):
            fields["pool"] = cursor.want("a player is expected", seat_words(now.seats))
        elif not fields["wanted"] and cursor.skip("for"):
            fields["wanted"] = thing_named(cursor, now, "Equipment is expected", "timey")
        elif not fields["to"] and (cursor.skip("to") or _is_given(cursor, now)):
            fields["to"] = cursor.want("a player is expected", seat_words(now.seats))
        else:
            break
    move = m.PlayTimey(seat, card, **fields)
    played = tale.say(move)
    dice = rerolled_by_card(now, move)
    if dice and cursor.skip(">"):
        played.sees(Seen(faces=(read_faces(cursor, now, dice),)))


def _is_given(cursor: Cursor, position: Position) -> bool:
    """Go past a `>` with a player behind it."""
    found = cursor.is_at(">") and cursor.after in seat_words(position.seats)
    cursor.at += found
    return found


def rerolled_by_card(position: Position, move: m.PlayTimey) -> tuple[str, ...]:
    """The dice that a card re-rolls: all of a colour in a pool."""
    card, now = position.box.timey.get(move.card), position.adventure
    if card is None or now is None:
        return ()
    icon = next((icon for icon in card.icons if icon.does == "reroll"), None)
    if icon is None:
        return ()
    colour = move.colour if len(icon.colours) > 1 else icon.colours[0]
    pool = pool_of(now, pool_played_on(position, move))
    return tuple(die.name for die in lying(pool) if die.colour == colour)


# Costs


def read_option(cursor: Cursor, tale: Tale) -> None:
    """`COST: option 2`."""
    tale.say(m.ChooseCost(tale.seat, cursor.want_number("the number of a printed cost is expected", 3)))


def read_card_paid(cursor: Cursor, tale: Tale) -> None:
    """`COST: card "Fez"`."""
    held = tale.now.hands.get(tale.seat, ())
    tale.say(m.PayCard(tale.seat, thing_named(cursor, tale.now, "a card of the hand is expected", "timey", held=held)))


def read_tokens_paid(_cursor: Cursor, tale: Tale) -> None:
    """`COST: tokens`."""
    tale.say(m.PayTokens(tale.seat), counts=f"tokens {tale.seat}")


def read_companion_paid(cursor: Cursor, tale: Tale) -> None:
    """`COST: companion "Rory Williams"`."""
    tale.say(m.PayCompanion(tale.seat, _aboard(cursor, tale)))


# The end


def read_resolved(tale: Tale, said: str) -> None:
    """`END: win`, `END: fail`, `END: resolve`: resolved as the dice lie, and whether that is a success."""
    now = tale.now.adventure
    resolved = tale.say(m.Resolve(tale.seat))
    if said and now is not None and is_met(now) != (said == "win"):
        resolved.states(AdventureEnded(said == "win"))


def read_discard(cursor: Cursor, tale: Tale) -> None:
    """`END: discard "Fez"` of a hand that is too large."""
    held = tale.now.hands.get(tale.seat, ())
    card = thing_named(cursor, tale.now, "a card of the hand is expected", "timey", held=held)
    tale.say(m.DiscardTimey(tale.seat, card))


def read_finish(_cursor: Cursor, tale: Tale) -> None:
    """`END`: the turn is over."""
    tale.say(m.Finish(tale.seat))


def read_daleks(_cursor: Cursor, tale: Tale) -> None:
    """`DALEKS: ship VIII>IX, anomaly "Into the Dalek"`."""
    tale.say(m.DaleksMove(tale.seat))
