"""What answers and combat bring about: announcements, destruction, main combatants, Hits."""

from typing import ClassVar

from events.events import Effect


class Announced(Effect, frozen=True, tag="ccg-announced"):
    """The use of a card waits to be answered: its place in the stack counts from 1. Fields as in the move.

    `card` is 0 for a Flash, `ability` counts from 1.
    """

    subject: ClassVar[tuple[str, ...]] = ("place",)
    rule = "CCG-GEN-04"
    place: int
    player: str
    face: str
    card: int = 0
    ability: int = 1
    targets: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    value: str = ""
    zone: str = ""


class AnnouncementEnded(Effect, frozen=True, tag="ccg-announcement-ended"):
    """The announcement at a place of the stack is done with: it took effect, or was `countered`, or found no aim."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    rule = "CCG-GEN-04"
    place: int
    how: str = "resolved"


class Doomed(Effect, frozen=True, tag="ccg-doomed"):
    """Cards are about to be destroyed unless somebody keeps them; `how` as in `CardDiscarded`.

    `outright` are those that a card destroys whatever their values; the others have neither Energy nor Substance left.
    """

    rule = "CCG-CRE-10"
    cards: tuple[int, ...]
    how: str = "destroyed"
    outright: tuple[int, ...] = ()


class KeepGranted(Effect, frozen=True, tag="ccg-keep-granted"):
    """A card will not be destroyed this turn (`save`), or stays in play when it is (`regenerate`)."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GLO-14"
    card: int
    how: str


class CardKept(Effect, frozen=True, tag="ccg-card-kept"):
    """A card that was about to be destroyed stays in play, by `save` or `regenerate`."""

    subject: ClassVar[tuple[str, ...]] = ("card",)
    rule = "CCG-GLO-14"
    card: int
    how: str


class AttackBegun(Effect, frozen=True, tag="ccg-attack-begun"):
    """An attack is announced; `defender` 0 where the defender is to name one or cannot."""

    rule = "CCG-COM-07"
    attacker: int
    defender: int = 0


class CombatantNamed(Effect, frozen=True, tag="ccg-combatant-named"):
    """The defender's main combatant, or 0 for none: then the attacker may make a Hit."""

    rule = "CCG-COM-12"
    card: int


class CombatEnded(Effect, frozen=True, tag="ccg-combat-ended"):
    """How combat ended: `attacker`, `defender`, `draw`, `no-outcome`; `loser` is the number of the lost card, or 0."""

    rule = "CCG-COM-21"
    how: str
    loser: int = 0


class HitDue(Effect, frozen=True, tag="ccg-hit-due"):
    """A seat is about to lose its top Time card, by the `attack` of this turn or otherwise."""

    rule = "CCG-COM-16"
    player: str
    attack: bool = False


class HitShielded(Effect, frozen=True, tag="ccg-hit-shielded"):
    """The next Hit against a seat this turn will be prevented."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "CCG-GEN-01"
    player: str


class HitPrevented(Effect, frozen=True, tag="ccg-hit-prevented"):
    """A Hit against a seat was prevented."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "CCG-GEN-01"
    player: str


class TimeCardLost(Effect, frozen=True, tag="ccg-time-card-lost"):
    """The top Time card of a seat went to its discard pile."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "CCG-COM-16"
    player: str
    card: str


class HitsOver(Effect, frozen=True, tag="ccg-hits-over"):
    """Whether the attacker may make another Hit: the new Time card shows the zone of the one just lost."""

    rule = "CCG-COM-18"
    again: bool
