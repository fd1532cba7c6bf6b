"""The properties of a session that its pages show: game and rules, whose dice, who could foresee them, its head."""

from typing import Final, NamedTuple

from events.signature import FINGERPRINT
from replay.reading.chance_trust import UNWITNESSED
from replay.session.consent import policy_of
from replay.session.signing import keys_of
from webui.access.view import SessionView
from webui.views.headline import why_held

TRUST: Final = ("Dice and cards", "Host", "Origin")
"""The properties that say how far dice can be trusted."""


class NamedProperty(NamedTuple):
    """A property with its name. A warning stands out."""

    name: str
    value: str
    is_warning: bool = False


def properties_of(view: SessionView) -> tuple[NamedProperty, ...]:
    """The properties of a session, for anybody."""
    timeline = view.public.timeline
    started = timeline.reading.started
    book, policy = view.public.book, policy_of(started)
    found = [
        NamedProperty("Game", f"{timeline.game.meta.title}, rules number {started.rules}"),
        NamedProperty("Seats", ", ".join(book.seat_name(seat, timeline.last) for seat in started.seats)),
        NamedProperty("Dice and cards", _dice_trust(view)),
        NamedProperty(
            "Options", ", ".join(f"{name}: {_plain_text(value)}" for name, value in started.options.items()) or "none"
        ),
        NamedProperty("Corrections", f"{policy.name}: {policy.says}"),
        NamedProperty("Session", f"{view.row.session}{f' ({view.row.alias})' if view.row.alias else ''}"),
        NamedProperty("Head", f"line {timeline.last}, {timeline.lines[-1].digest.hex()[:32]}"),
    ]
    if keys := keys_of(timeline.reading):
        found.append(NamedProperty("Signed with", f"the key {keys[-1].key[:FINGERPRINT]}"))
    if reason := why_held(timeline):
        found.append(NamedProperty("Held", reason, is_warning=True))
    if started.host:
        host = book.seat_name(started.host, timeline.last)
        found.append(
            NamedProperty("Host", f"{host} runs the server, and could foresee dice and deals", is_warning=True)
        )
    if view.row.origin != "here":
        found.append(NamedProperty("Origin", "imported: its dice tower is not here", is_warning=True))
    return tuple(found)


def _dice_trust(view: SessionView) -> str:
    reading = view.public.timeline.reading
    started = reading.started
    sources = dict.fromkeys((started.dice, started.cards))
    names = {"tower": "from the dice tower", "typed": "typed, as thrown and drawn at a table"}
    said = [names.get(source, f"from {source.removeprefix('other:')}") for source in sources]
    if "tower" in sources and not any(reading.seat_words().values()):
        said.append(UNWITNESSED)
    return ", ".join(said)


def _plain_text(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{key} {_plain_text(item)}" for key, item in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(_plain_text(item) for item in value) or "none"
    return str(value) if value != "" else "none"
