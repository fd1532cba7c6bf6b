"""The text to send with a secret link: who you are, in which game, with whom, and what to do with the link."""

from collections.abc import Mapping, Sequence
from typing import Final

from events.store.accounts import HOST, JUDGE, MODERATOR, SEAT, SPECTATOR, Link

_TAKE: Final = {SEAT: "Take the seat in this browser"}  # the labels of the button on the page of a link, by role
_USE: Final = "Use this link in this browser"
_ROLES: Final = {
    HOST: ("You can start sessions on this server.", "start sessions in your name"),
    SEAT: ("There you see your cards and make your moves.", "see your cards and move for you"),
    MODERATOR: ("There you can correct moves, settle disputes and manage the players.", "act in your place"),
    JUDGE: ("There you can settle disputes.", "act in your place"),
    SPECTATOR: ("There you can watch the game.", "watch the game"),
}
"""What a person with a link can do, and what a person who finds the link could do, by role."""


def invitation_text(
    link: Link, address: str, key: str = "", title: str = "", game: str = "", seats: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
) -> str:  # fmt: skip
    """Return the text to send with a link. `title`, `game` and `seats` are those of its session, if it has one.

    `names` are the names of the players by seat, `key` is the fingerprint of the key that signs the log.
    """
    role = JUDGE if link.role.startswith(JUDGE) else link.role
    can, could = _ROLES[role]
    about = _about(link, role, title, game, seats, names or {}) if title else ""
    return "\n".join([
        f"{f'{link.name}, this' if link.name else 'This'} is your invitation{about or '.'}",
        f"\nYour secret link:\n{address}",
        f'\nOpen it on the phone or computer that you will use, and press "{_TAKE.get(role, _USE)}". {can}',
        f"Keep the link for your other devices, and keep it to yourself: a person who has it can {could}.",
        *([f"\nThe log is signed with the server's key {key}. You can check any export with it."] if key else []),
    ])  # fmt: skip


def _about(link: Link, role: str, title: str, game: str, seats: Sequence[str], names: Mapping[str, str]) -> str:
    from projections.wording import joined, titled  # noqa: PLC0415  # links of hosts need no game

    named = {seat: titled(seat) + (f" ({names[seat]})" if names.get(seat) else "") for seat in seats}
    who = {SEAT: f" You play {titled(link.seat)}.", SPECTATOR: ""}.get(role, f" You are the {role}.")
    players = [name for seat, name in named.items() if seat != link.seat]
    verb = "player is" if len(players) == 1 else "players are"
    others = f" The {'other ' * (role == SEAT)}{verb} {joined(players)}." if players else ""
    return f' to "{title}", a game of {game}.{who}{others}'
