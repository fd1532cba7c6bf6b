"""Effects of answers and combat: announcements, destruction, main combatants, Hits."""

from typing import ClassVar

from events.events import Effect


class Announced(Effect, frozen=True, tag="ccg-announced"):
    """The use of a card is announced and can be answered.

    `place` counts announcements from 1 at the bottom of the stack. `card` is 0 for a Flash; `ability` counts from 1.
    The other fields are as in the move.
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
    """An announcement is finished: it took effect, was `countered`, or has no valid target left."""

    subject: ClassVar[tuple[str, ...]] = ("place",)
    rule = "CCG-GEN-04"
    place: int
    how: str = "resolved"


class Doomed(Effect, frozen=True, tag="ccg-doomed"):
    """Cards are about to be destroyed unless a player prevents it. `how` is as in `CardDiscarded`.

    `outright` are the cards that are destroyed regardless of their values. The others have lost all Energy and
    Substance.
    """

    rule = "CCG-CRE-10"
    cards: tuple[int, ...]
    how: str = "destroyed"
    outright: tuple[int, ...] = ()


class KeepGranted(Effect, frozen=True, tag="ccg-keep-granted"):
    """A card cannot be destroyed this turn (`save`), or stays in play if it is destroyed (`regenerate`)."""

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
    """An attack is announced. `defender` is 0 if the defender is to name a Creature or has none."""

    rule = "CCG-COM-07"
    attacker: int
    defender: int = 0


class CombatantNamed(Effect, frozen=True, tag="ccg-combatant-named"):
    """The defender's main combatant, or 0 for none. With 0 the attacker may make a Hit."""

    rule = "CCG-COM-12"
    card: int


class CombatEnded(Effect, frozen=True, tag="ccg-combat-ended"):
    """Combat ended: won by `attacker` or `defender`, `draw`, `no-outcome`. `loser` is the lost card's number, or 0."""

    rule = "CCG-COM-21"
    how: str
    loser: int = 0


class HitDue(Effect, frozen=True, tag="ccg-hit-due"):
    """A seat is about to lose its top Time card. `attack` says whether this turn's attack is the cause."""

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
    """The top Time card of a seat was discarded."""

    subject: ClassVar[tuple[str, ...]] = ("player",)
    rule = "CCG-COM-16"
    player: str
    card: str


class HitsOver(Effect, frozen=True, tag="ccg-hits-over"):
    """After a Hit: whether another may follow (`again`). The lost and the new Time card must show the same zone."""

    rule = "CCG-COM-18"
    again: bool
