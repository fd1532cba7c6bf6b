"""Correction policies: who must consent to a takeback at each level. Named in `Started`, so that all know beforehand.

They are rules found in the wild. Whatever the policy, a moderator may rule alone, with a reason.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from events.errors import RefusedError
from events.events import Started
from projections.wording import titled
from replay.reading.disclosure import Classification

MODERATOR: Final = "moderator"

Who = Literal["nobody", "decided", "seats", "moderator", "ruling"]
"""Who must consent: nobody, those who decided since, all other seats, the moderator; or no consent will do."""


class Policy(msgspec.Struct, frozen=True):
    """Who must consent where nothing was learnt (`free`), others decided, something hidden was seen, dice were seen."""

    name: str
    says: str
    free: Who
    decided: Who
    seen: Who
    dice: Who


class Consent(msgspec.Struct, frozen=True):
    """Who must consent to one takeback; `barred` says why no consent will do, "" where it will."""

    needed: tuple[str, ...] = ()
    barred: str = ""


POLICIES: Final[Mapping[str, Policy]] = {
    policy.name: policy
    for policy in (
        Policy(
            "friendly",
            "Where nothing was learnt since, whoever asks goes back alone. Where others decided since, they are asked. "
            "Where dice or secrets were seen, the moderator is.",
            "nobody", "decided", "moderator", "moderator",
        ),
        Policy(
            "agreement",
            "As friendly, but where dice or secrets were seen, all other seats are asked: whoever did not err chooses.",
            "nobody", "decided", "seats", "seats",
        ),
        Policy(
            "dice-seal",
            "Dice seal everything before them. Where only secrets were seen, all other seats are asked; where others "
            "decided, they are.",
            "nobody", "decided", "seats", "ruling",
        ),
        Policy(
            "strict",
            "An error is put right before anybody else acts and before anything is seen, or it stands.",
            "nobody", "ruling", "ruling", "ruling",
        ),
        Policy(
            "moderator",
            "What was filed stands; every takeback takes the moderator.",
            "moderator", "moderator", "moderator", "moderator",
        ),
    )
}  # fmt: skip
"""The presets, the usual one first."""
_STANDS: Final = "under the policy {!r} it stands unless a moderator rules: {}"


DISPUTES: Final = ("go on", "wait")
"""Whether play goes on while a dispute is open, or waits for the ruling."""


def check_policy(name: str) -> str:
    """Return the name of a policy, or say which there are.

    Raises:
        RefusedError: there is none of this name.
    """
    if name not in POLICIES:
        raise RefusedError(f'corrections: "{name[:40]}" is not allowed: {", ".join(POLICIES)}')
    return name


def policy_of(started: Started) -> Policy:
    """The policy of a session; one that this version does not know takes the moderator for everything."""
    return POLICIES.get(started.corrections) or POLICIES[MODERATOR]


def consent_to(found: Classification, started: Started, author: str) -> Consent:
    """Who must consent to a takeback of this kind that `author` proposes."""
    policy = policy_of(started)
    level = {"FREE": policy.free, "COURTESY": policy.decided}.get(
        found.level, policy.dice if found.dice else policy.seen
    )
    if level == "ruling":
        return Consent(barred=_STANDS.format(policy.name, exposure_text(found)))
    people = _people(level, found, [seat for seat in started.seats if seat != author])
    return Consent(tuple(dict.fromkeys(name if name in started.seats else MODERATOR for name in people)))


def _people(level: Who, found: Classification, others: Sequence[str]) -> tuple[str, ...]:
    match level:
        case "seats":
            return (*others, *found.decided)
        case "decided":
            return found.decided
        case "moderator":
            return (MODERATOR,)
        case _:
            return ()


def require_consent(found: Classification, started: Started, author: str, agreed: Sequence[str]) -> None:
    """Refuse a seat's takeback that lacks a consent.

    Raises:
        RefusedError: and says what was learnt since, and who must agree.
    """
    if author not in started.seats:
        return
    consent = consent_to(found, started, author)
    if consent.barred:
        raise RefusedError(consent.barred)
    missing = [name for name in consent.needed if name not in agreed]
    if not missing:
        return
    names = ", ".join("the moderator" if name == MODERATOR else titled(name) for name in missing)
    if found.level == "SEALED":
        raise RefusedError(f"this takeback needs the word of {names}: {exposure_text(found)}")
    if found.level == "COURTESY" and missing == list(found.decided):
        raise RefusedError(f"{names} decided since and must agree")
    raise RefusedError(f"this takeback needs the word of {names}")


def exposure_text(found: Classification) -> str:
    """What was learnt and decided since, in a line."""
    known = [f"line {item.seq}: {item.what}" for item in found.learnt]
    return "; ".join(known) or f"{', '.join(found.decided) or 'nobody'} decided since"
