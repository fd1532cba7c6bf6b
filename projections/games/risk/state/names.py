"""Display names: armies and their letters, territories, cards, Doctors."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from events.events import UNKNOWN
from projections.games.risk.components.world_map import CONTINENTS, TERRITORIES
from projections.games.risk.state.position import NEUTRALS, World
from projections.wording import clean, counted, joined, titled

DOCTORS: Final = (
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth", "Eleventh",
)  # fmt: skip
STEPS: Final[Mapping[str, str]] = {
    "neutral": "reinforcing a neutral army", "tardis": "landing the TARDIS", "count": "counting new Daleks",
    "counted": "counting new Daleks", "place": "placing Daleks", "attack": "attacking", "manoeuvre": "manoeuvring",
    "draw": "drawing a card",
}  # fmt: skip


_WITH_ARTICLE: Final = frozenset({"middle-east", "western-united-states", "eastern-united-states"})


def army_name(army: str) -> str:
    """Return the display name of an army, such as Black or Neutral 1."""
    return f"Neutral {army[1:]}" if army in NEUTRALS else titled(army) or "Nobody"


def span(offer: Sequence[int], noun: str, many: str) -> str:
    """Return a range of numbers with its noun as text: `1 die`, `2 to 3 dice`."""
    return f"{offer[0]} to {offer[-1]} {many}" if len(offer) > 1 else counted(sum(offer), noun, many)


def seat_name(_world: World, seat: str) -> str:
    """Return the display name of a seat: `black` is Black."""
    return army_name(seat)


def whose(army: str) -> str:
    """Return an army's name with a possessive 's."""
    return f"{army_name(army)}'s"


@lru_cache(maxsize=256)
def letters(seats: tuple[str, ...]) -> Mapping[str, str]:
    """Return the letter of each army: K for black, else its first free letter; `N1` to `N3` for neutral armies.

    Other letters follow if the name has no free letter, and `?` if no letter is free.
    """
    found: dict[str, str] = {army: army.upper() for army in NEUTRALS}
    for seat in sorted(seats, key=lambda seat: seat != "black"):
        name = "".join(sign for sign in seat.upper() if sign.isascii() and sign.isalnum())
        wanted = f"{'K' if seat == 'black' else ''}{name}ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        free = (letter for letter in wanted if letter.isalpha() and letter not in found.values())
        found[seat] = next(free, "?")
    return found


def territory_name(territory: str) -> str:
    """Return a territory's printed name."""
    land = TERRITORIES.get(territory)
    return land.name if land else titled(territory) or "nowhere"


def place(territory: str, *, first: bool = False) -> str:
    """Return a territory as a sentence names it: `the Middle East`; `first` at the start of a sentence."""
    name = territory_name(territory)
    article = "The" if first else "the"
    return f"{article} {name}" if territory in _WITH_ARTICLE else name


def code(territory: str) -> str:
    """Return the three-letter code of a territory."""
    land = TERRITORIES.get(territory)
    return land.code if land else clean(territory)[:3].upper()


def continent_name(continent: str) -> str:
    """Return a continent's printed name."""
    land = CONTINENTS.get(continent)
    return land.name if land else titled(continent)


def doctor_name(number: int) -> str:
    """Return the name of the Doctor on a space of Clara's track."""
    return f"{DOCTORS[number - 1]} Doctor" if 0 < number <= len(DOCTORS) else f"Doctor {number}"


def stars(world: World, card: str) -> str:
    """Return the stars of a Territory Card as asterisks."""
    face = world.cards.territory.get(card)
    return "*" * face.stars if face else ""


def card_name(world: World, card: str) -> str:
    """Return the title of a Power Card, the invader of a Mission Card, or a Territory Card's territory."""
    if card in world.cards.power:
        return clean(world.cards.power[card].name)
    if card in world.cards.mission:
        return f"{clean(world.cards.mission[card].invader)} mission"
    return "unknown card" if card == UNKNOWN else territory_name(card)


def quoted(world: World, card: str) -> str:
    """Return a Power Card as a sentence names it: its title in quotation marks."""
    return f'"{card_name(world, card)}"' if card in world.cards.power else "a Power Card"


def mission_words(world: World, card: str) -> str:
    """Return words for a Mission Card with its territory and reward."""
    face = world.cards.mission.get(card)
    if face is None:
        return card_name(world, card)
    return f"{clean(face.invader)} ({place(face.territory)}, pays {face.daleks})"


def card_row(world: World, cards: Iterable[str], noun: str) -> str:
    """Return cards as a list in words, with a number for unknown ones: `Peru, Japan and 2 Territory Cards`."""
    known = Counter(card_name(world, card) for card in cards if card != UNKNOWN)
    hidden = sum(card == UNKNOWN for card in cards)
    return joined([*known, *[counted(hidden, noun)] * bool(hidden)])


def known_row(world: World, cards: Iterable[str]) -> str:
    """Return a hand as a list in words: stars, territories and rewards, and a number for unknown cards: `2 unknown`."""
    known, hidden = [card for card in cards if card != UNKNOWN], sum(card == UNKNOWN for card in cards)
    words = [
        mission_words(world, card) if card in world.cards.mission else f"{card_name(world, card)}{stars(world, card)}"
        for card in known
    ]
    return ", ".join([*words, *[f"{hidden} unknown"] * bool(hidden)])


def pile_name(_world: World, pile: str) -> str:
    """Return the name of a pile, as a sentence uses it."""
    known = {"territory": "the deck", "mission": "the Mission Cards", "power": "the Power Cards"}
    return known.get(pile) or f"the pile {titled(pile)}"
