"""The recipients of a session's notices, as `notices set` sets them."""

from typing import Final

import msgspec

from events.errors import RefusedError
from events.store.protocol import EventStore
from events.store.settings import Settings
from replay.reading.started import seats_of
from webui.notices.delivery import check_mail, check_webhook

_MOST: Final = 5


def with_recipients(
    store: EventStore, session: str, settings: Settings, webhooks: tuple[str, ...], mails: tuple[str, ...], *,
    forget: bool,
) -> Settings:  # fmt: skip
    """Settings with further ways for notices, each checked.

    Raises:
        RefusedError: one of them is none.
    """
    if forget:
        settings = msgspec.structs.replace(settings, webhooks=(), mail={})
    found, seats = dict(settings.mail), seats_of(store, session)
    for text in mails:
        seat, equals, address = text.partition("=")
        if not equals or seat not in seats:
            raise RefusedError(f'--mail: "{text[:60]}" is no SEAT=ADDRESS; the seats are {", ".join(seats)}')
        found[seat] = check_mail(address)
    urls = tuple(dict.fromkeys((*settings.webhooks, *map(check_webhook, webhooks))))
    if len(urls) > _MOST:
        raise RefusedError(f"a session has at most {_MOST} webhooks")
    return msgspec.structs.replace(settings, webhooks=urls, mail=found)
