"""The recipients of a session's notices: webhooks, and a confirmed mail address for each seat.

An address that a player enters on a page is unconfirmed until the link in a mail to it is opened. Before that, it gets
no notices. The host is trusted to enter addresses with `notices set`.
"""

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from typing import Final, get_args

from msgspec.structs import replace

from events.errors import RefusedError
from events.store.settings import Settings, Unconfirmed
from replay.sources.outgoing_mail import check_mail
from replay.turn_summaries.notices import Kind
from webui.notices.delivery import check_webhook

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_MOST: Final = 5
_LIFE_MS: Final = 24 * 3_600_000


def set_recipients(
    settings: Settings, seats: Collection[str], webhooks: Iterable[str] = (), mails: Iterable[tuple[str, str]] = (), *,
    forget: bool = False,
) -> Settings:  # fmt: skip
    """Return settings with more webhooks and with these mail addresses by seat. `forget` removes the earlier ones."""
    if forget:
        settings = replace(settings, webhooks=(), mail={}, unconfirmed={})
    found, waiting = dict(settings.mail), dict(settings.unconfirmed)
    for seat, address in mails:
        _require_seat(seat, seats)
        found[seat] = check_mail(address)
        waiting.pop(seat, None)
    urls = tuple(dict.fromkeys((*settings.webhooks, *map(check_webhook, webhooks))))
    if len(urls) > _MOST:
        raise RefusedError(f"a session can have at most {_MOST} webhooks")
    return replace(settings, webhooks=urls, mail=found, unconfirmed=waiting)


def choose_kinds(settings: Settings, seats: Collection[str], seat: str, kinds: Sequence[str]) -> Settings:
    """Return settings with which a seat gets only these kinds of notices by mail."""
    _require_seat(seat, seats)
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise RefusedError(f'"{unknown[0][:20]}" is not a kind of notice. Kinds: {", ".join(KINDS)}')
    muted = {**settings.muted, seat: tuple(kind for kind in KINDS if kind not in kinds)}
    return replace(settings, muted={held: kinds for held, kinds in muted.items() if kinds})


def await_confirmation(settings: Settings, seat: str, address: str, code: str, at_ms: int) -> Settings:
    """Return settings in which an address of a seat waits until the link with `code` is opened."""
    waiting = Unconfirmed(address, _hash(code), at_ms + _LIFE_MS)
    return replace(settings, unconfirmed={**settings.unconfirmed, seat: waiting})


def confirmed(settings: Settings, code: str, at_ms: int) -> tuple[str, str] | None:
    """Return the seat and the address that a code confirms, or None if it was used, replaced, or is too old."""
    asked = _hash(code)
    for seat, one in settings.unconfirmed.items():
        if one.code == asked and at_ms < one.until_ms:
            return seat, one.address
    return None


def stop_mail(settings: Settings, seats: Collection[str], seat: str) -> Settings:
    """Return settings without a mail address of a seat, confirmed or not."""
    _require_seat(seat, seats)
    kept = [{held: one for held, one in told.items() if held != seat} for told in (settings.mail, settings.unconfirmed)]
    return replace(settings, mail=kept[0], unconfirmed=kept[1])


def _require_seat(seat: str, seats: Collection[str]) -> None:
    if seat not in seats:
        raise RefusedError(f'"{seat[:60]}" is not a seat of this session. Seats: {", ".join(seats)}')


def _hash(code: str) -> str:
    return sha256(code.encode()).hexdigest()
