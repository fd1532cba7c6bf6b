"""Correction policies: which seats must agree to a takeback at each level of disclosure.

The session's `Started` event names the policy, so all players know it in advance. The policies follow common practice.
Under every policy, a moderator can rule alone, with a reason.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from events.errors import RefusedError
from events.events import Started
from projections.wording import joined, titled
from replay.reading.disclosure import Classification
from replay.reading.trust import TRUST

MODERATOR: Final = "moderator"

Who = Literal["nobody", "decided", "seats", "moderator", "ruling"]
"""Who must agree. `decided`: seats that decided since; `seats`: all others; `ruling`: no consent helps."""


class Policy(msgspec.Struct, frozen=True):
    """The consent that a takeback needs if nothing was learned (`free`), others decided, secrets or dice were seen."""

    name: str
    says: str
    free: Who
    decided: Who
    seen: Who
    dice: Who


class Consent(msgspec.Struct, frozen=True):
    """The seats or moderator that must agree to a takeback. `barred` is why it is not possible at all, else ""."""

    needed: tuple[str, ...] = ()
    barred: str = ""


POLICIES: Final[Mapping[str, Policy]] = {
    policy.name: policy
    for policy in (
        Policy(
            "friendly",
            "A seat can take back its move alone if nothing was learned since. Seats that decided since must agree. "
            "If dice or secrets were seen, the moderator must agree.",
            "nobody", "decided", "moderator", "moderator",
        ),
        Policy(
            "agreement",
            "As friendly, but if dice or secrets were seen, all other seats must agree instead of the moderator.",
            "nobody", "decided", "seats", "seats",
        ),
        Policy(
            "dice-seal",
            "Nothing before a roll of dice can be taken back. If only secrets were seen, all other seats must agree. "
            "Seats that decided since must agree.",
            "nobody", "decided", "seats", "ruling",
        ),
        Policy(
            "strict",
            "A move can be taken back only if no other seat has acted and nothing was seen since.",
            "nobody", "ruling", "ruling", "ruling",
        ),
        Policy(
            "moderator",
            "The moderator must agree to every takeback.",
            "moderator", "moderator", "moderator", "moderator",
        ),
    )
}  # fmt: skip
"""The policies; the default is first."""
_STANDS: Final = "under the policy {!r} only a moderator's ruling can undo this move. Since then: {}"


RESIGNATIONS: Final = ("play on", "end")  # after a seat resigns, if the game allows the others to play on
DISPUTES: Final = ("go on", "wait")  # whether play continues while a dispute is open, or waits for the ruling


def check_policy(name: str) -> str:
    """Return the name of a policy. Raises RefusedError if it does not exist."""
    if name not in POLICIES:
        raise RefusedError(f'corrections: "{name[:40]}" is not a policy. Policies: {", ".join(POLICIES)}')
    return name


def check_resignation(policy: str) -> str:
    """Return what happens after a seat resigns. Raises RefusedError if it is not one of `RESIGNATIONS`."""
    if policy not in RESIGNATIONS:
        raise RefusedError(f'resignation: "{policy[:40]}" is not allowed. Allowed: {", ".join(RESIGNATIONS)}')
    return policy


def check_trust(policy: str) -> str:
    """Return how posts in plain words are recorded. Raises RefusedError if it is not one of `TRUST`."""
    if policy not in TRUST:
        raise RefusedError(f'trust: "{policy[:40]}" is not allowed. Allowed: {", ".join(TRUST)}')
    return policy


def policy_of(started: Started) -> Policy:
    """Return the takeback policy of a session, or `moderator` if the policy is unknown."""
    return POLICIES.get(started.corrections) or POLICIES[MODERATOR]


def consent_to(found: Classification, started: Started, left: Sequence[str], author: str) -> Consent:
    """Return the consent needed for a takeback that `author` proposes. `left` are the seats that have not resigned.

    Under every policy, authors may refuse a reading that was recorded without asking them, as long as nothing was
    learned and nobody else decided.
    """
    policy = policy_of(started)
    seen = policy.dice if found.dice else policy.seen
    if found.is_refusal:
        return Consent()
    level = {"FREE": policy.free, "COURTESY": policy.decided}.get(found.level, seen)
    if level == "ruling":
        return Consent(barred=_STANDS.format(policy.name, exposure_text(found)))
    others = (seat for seat in left if seat != author)
    people = {"seats": (*others, *found.decided), "decided": found.decided, "moderator": (MODERATOR,)}.get(level, ())
    needed = (name if name in started.seats else MODERATOR for name in people)
    return Consent(tuple(name for name in dict.fromkeys(needed) if name in (MODERATOR, *left)))


def require_consent(
    found: Classification, started: Started, left: Sequence[str], author: str, agreed: Sequence[str]
) -> None:
    """Raise RefusedError for a seat's takeback without the required consent."""
    if author not in started.seats:
        return
    consent = consent_to(found, started, left, author)
    if consent.barred:
        raise RefusedError(consent.barred)
    missing = [name for name in consent.needed if name not in agreed]
    if not missing:
        return
    names = ", ".join("the moderator" if name == MODERATOR else titled(name) for name in missing)
    if found.level == "REVEALED":
        raise RefusedError(f"{names} must agree to this takeback. Since then: {exposure_text(found)}")
    if found.level == "COURTESY" and missing == list(found.decided):
        raise RefusedError(f"{names} must agree to this takeback, because they decided since")
    raise RefusedError(f"{names} must agree to this takeback")


def exposure_text(found: Classification) -> str:
    """Describe in one line what was learned and decided since the entry to return to."""
    known = [f"{item.what} (entry {item.seq})" for item in found.learnt]
    if not known and found.decided:
        known = [f"{joined(list(map(titled, found.decided)))} decided"]
    return "; ".join(known) or "nothing was learned"
