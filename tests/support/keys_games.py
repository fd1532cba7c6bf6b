"""Arbitrary moves and results in Keys to the TARDIS, and a check of a line's words without the notation."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from round_trip import Wild

from events.events import UNKNOWN, Event, Passed
from projections.games.keys import events as e
from projections.games.keys.state.position import Position


def words(position: Position, _seat: str) -> Mapping[str, Sequence[str]]:
    tiles = list(position.tiles)
    return {
        "tile": tiles, "other": tiles, "to": [*tiles, "out"], "origin": [""], "victim": position.seats,
        "colour": ["red", "blue"], "action": ["open", "close", "lift"], "card": ["sonic"],
    }  # fmt: skip


def unseen(event: Event) -> Event:
    if isinstance(event, e.TilesLaid):
        return msgspec.structs.replace(event, colours=(UNKNOWN,) * len(event.colours))
    return event


_NAMES = {
    "key-red": r"kr|red|key", "key-green": r"kg|green|key", "key-blue": r"kb|blue|key", "key-yellow": r"ky|yellow|key",
    "sonic": r"ss|sonic|screwdriver", "barrier": r"tb|barrier", "tunnel": r"tt|tunnel", "cookie": r"jc|cookie",
    "pandorica": r"pn|pandorica", "cyberman": r"ca|cyberm[ae]n|assault",
}  # fmt: skip
_CARD: dict[Any, str] = {
    e.PlaySonic: "sonic", e.PlayBarrier: "barrier", e.PlayTunnel: "tunnel", e.PlayCookie: "cookie",
    e.PlayPandorica: "pandorica", e.PlayCyberman: "cyberman",
}  # fmt: skip
_DOING = {
    "open": r"open", "close": r"clos|shut", "lift": r"[-\u2013\u2014\u2212]|lift|remove",
}  # fmt: skip


def says(text: str, move: Any, _position: Any) -> bool:
    sentence = text.partition(";")[0].casefold()
    sentence = re.split("=(?!>)", sentence)[0]
    verb = re.search(r"[a-z]", sentence)
    letters: dict[Any, str] = {
        e.DrawCard: "d", e.MovePawn: "m", e.LeaveGrid: "m", e.Stay: "m", e.UseKey: "b", Passed: "b",
    }  # fmt: skip
    if verb is None or verb[0] != letters.get(type(move), "p"):
        return False
    wanted = [getattr(move, name, None) for name in ("tile", "other", "to")]
    if not all(tile in sentence for tile in wanted if tile):
        return False
    card = f"key-{move.colour}" if isinstance(move, e.PlayKey) else getattr(move, "card", _CARD.get(type(move)))
    action = getattr(move, "action", "")
    throws = not isinstance(move, e.Discard) or re.search(r"\bx\b|discard", sentence)
    stays = not isinstance(move, e.Stay) or re.search(r"stay|none|no move|[-\u2013\u2014\u2212]", sentence)
    leaves = not isinstance(move, e.LeaveGrid) or re.search(r"exit|leave|off|out", sentence)
    return bool(
        (not card or re.search(_NAMES[card], sentence)) and (not action or re.search(_DOING[action], sentence))
        and throws and stays and leaves and (getattr(move, "victim", "").replace("-", "") in re.sub(r"\W", "",
                sentence))
    )  # fmt: skip


WILD = Wild(
    unlisted=(e.SkipDraw,), options=({"first": "nine"}, {}), seats=("nine", "the-doctor", "river", "k9"),
    words=words, unseen=unseen, says=says,
    rare=lambda seat, _other: (e.KindShown("b3", "dalek"), e.StepMissed(seat, "draw")),
    signs="abcdefgh0123456789:>-=/()?;.+ KSTBJCPNAMDBrgby\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511",
)  # fmt: skip
