"""Arbitrary moves and results in Keys to the TARDIS, and a check of a line's words without the notation."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from round_trip import Wild

from events.events import UNKNOWN, Event, Passed
from projections.games.keys.events import effects as f, moves as m
from projections.games.keys.state.position import Position


def words(position: Position, _seat: str) -> Mapping[str, Sequence[str]]:
    tiles = list(position.tiles)
    return {
        "tile": tiles, "other": tiles, "to": [*tiles, "out"], "origin": [""], "victim": position.seats,
        "colour": ["red", "blue"], "action": ["open", "close", "lift"], "card": ["sonic"],
    }  # fmt: skip


def unseen(event: Event) -> Event:
    if isinstance(event, f.TilesLaid):
        return msgspec.structs.replace(event, colours=(UNKNOWN,) * len(event.colours))
    return event


_NAMES = {
    "key-red": r"kr|red|key", "key-green": r"kg|green|key", "key-blue": r"kb|blue|key", "key-yellow": r"ky|yellow|key",
    "sonic": r"ss|sonic|screwdriver", "barrier": r"tb|barrier", "tunnel": r"tt|tunnel", "cookie": r"jc|cookie",
    "pandorica": r"pn|pandorica", "cyberman": r"ca|cyberm[ae]n|assault",
}  # fmt: skip
_CARD: dict[Any, str] = {
    m.PlaySonic: "sonic", m.PlayBarrier: "barrier", m.PlayTunnel: "tunnel", m.PlayCookie: "cookie",
    m.PlayPandorica: "pandorica", m.PlayCyberman: "cyberman",
}  # fmt: skip
_DOING = {
    "open": r"open", "close": r"clos|shut", "lift": r"[-\u2013\u2014\u2212]|lift|remove",
}  # fmt: skip


def says(text: str, move: Any, _position: Any) -> bool:
    sentence = text.partition(";")[0].casefold()
    sentence = re.split("=(?!>)", sentence)[0]
    verb = re.search(r"[a-z]", sentence)
    letters: dict[Any, str] = {
        m.DrawCard: "d", m.MovePawn: "m", m.LeaveGrid: "m", m.Stay: "m", m.UseKey: "b", Passed: "b",
    }  # fmt: skip
    if verb is None or verb[0] != letters.get(type(move), "p"):
        return False
    wanted = [getattr(move, name, None) for name in ("tile", "other", "to")]
    if not all(tile in sentence for tile in wanted if tile):
        return False
    card = f"key-{move.colour}" if isinstance(move, m.PlayKey) else getattr(move, "card", _CARD.get(type(move)))
    action = getattr(move, "action", "")
    throws = not isinstance(move, m.Discard) or re.search(r"\bx\b|discard", sentence)
    stays = not isinstance(move, m.Stay) or re.search(r"stay|none|no move|[-\u2013\u2014\u2212]", sentence)
    leaves = not isinstance(move, m.LeaveGrid) or re.search(r"exit|leave|off|out", sentence)
    return bool(
        (not card or re.search(_NAMES[card], sentence)) and (not action or re.search(_DOING[action], sentence))
        and throws and stays and leaves and (getattr(move, "victim", "").replace("-", "") in re.sub(r"\W", "",
                sentence))
    )  # fmt: skip


WILD = Wild(
    unlisted=(m.SkipDraw,), options=({"first": "nine"}, {}), seats=("nine", "the-doctor", "river", "k9"),
    words=words, unseen=unseen, says=says,
    rare=lambda seat, _other: (f.KindShown("b3", "dalek"), f.StepMissed(seat, "draw")),
    signs="abcdefgh0123456789:>-=/()?;.+ KSTBJCPNAMDBrgby\u2192\u212a\u0130\u00df\u0661\ufe0f\x00\U0001f511",
)  # fmt: skip
