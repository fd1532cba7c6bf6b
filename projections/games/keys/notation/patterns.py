"""The forms of Keys to the TARDIS: every way to write a move."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from events.events import Move, Passed
from projections.games.keys.events import moves as m
from projections.games.keys.notation import offers, results
from projections.games.keys.notation.chance import SHOWN, SHUFFLED, Context
from projections.games.keys.state.position import OUT, Position
from projections.notation.line_pattern import LinePattern

_GOES: Final = "(>|to|-)"
_OUT: Final = "(out|off)"
_LEAVES: Final = "(exit|exits|leave|leaves|off|out)"
_ENTERS: Final = "(>|in|enter|enters|out >|in >|in at)"
_THROWS: Final = "(discard|discards|x)"
_TURNED: Final = (results.STAYS_SHUT, results.STAYS_OPEN)
_LANDINGS: Final = (results.WINS, results.TELEPORT, results.KEY, results.EXTRA)


def _plays(move: type[Move], card: str, *ways: str, **how: Any) -> LinePattern[Position]:
    """Return the form (line pattern) for playing a card. `ways` are the templates for the line after the card."""
    first, *others = (f"{{card:{card}}} {way}" for way in ways)
    return LinePattern(move, f"P: {first}", also=others, parts=lambda context: _parts(context, card), **how)


def _parts(context: Context, card: str) -> Mapping[str, Any]:
    move = context.move
    card = f"key-{move.colour}" if isinstance(move, m.PlayKey) else card
    origin = _stood(context, move.victim) if isinstance(move, m.PlayCyberman) else ""
    return {**msgspec.structs.asdict(move), "card": card, "origin": origin or OUT}


def _key(context: Context) -> Sequence[Move]:
    values = context.values
    return (m.PlayKey(context.seat, values["card"].removeprefix("key-"), values["tile"], values["action"]),)


def _stood(context: Context, pawn: str) -> str:
    """Return the tile of a pawn before its move, from the move or else from the log; "" is outside the grid."""
    origin: str = getattr(context.move, "origin", "")
    return "" if origin == OUT else origin or offers.place_of(context, pawn)


def _steps(context: Context) -> Mapping[str, Any]:
    return {**msgspec.structs.asdict(context.move), "origin": _stood(context, context.move.player)}


def _elsewhere(context: Context) -> bool:
    return bool(getattr(context.move, "origin", ""))


def _origin(context: Context, pawn: str, given: str) -> dict[str, str]:
    """Return the field `origin` for a move if the line gives an origin that contradicts the log, or else no field."""
    return {"origin": given} if given not in ("", offers.place_of(context, pawn) or OUT) else {}


def _leaves(context: Context) -> Sequence[Move]:
    return (m.LeaveGrid(context.seat, **_origin(context, context.seat, context.values.get("origin", ""))),)


def _assaults(context: Context) -> Sequence[Move]:
    victim, given = context.values["victim"], context.values.get("origin", "")
    return (m.PlayCyberman(context.seat, victim, context.values["to"], **_origin(context, victim, given)),)


def _check_own(context: Context, given: str) -> None:
    offers.check_place(context, context.seat, given)


PATTERNS: Final[Sequence[LinePattern[Position]]] = (
    LinePattern(m.DrawCard, "D: {drawn}", does="draw", words=("draw", "draws"), chance=(SHUFFLED,)),
    LinePattern(m.SkipDraw, "D: (none|no card|nothing|no draw)"),
    LinePattern(
        m.Discard, f"P: {_THROWS} {{card:any-card}}", also=(f"{{card:any-card}} {_THROWS}",), does="play",
        words=("play", "plays"),
    ),
    _plays(m.PlayKey, "key", "{tile} {action}", "{action} {tile}", make=_key, chance=(SHOWN,), heard=_TURNED),
    _plays(
        m.PlaySonic, "sonic", "{tile} {action:sonic-action}", "{action:sonic-action} {tile}", chance=(SHOWN,),
        heard=(*_TURNED, results.STAYS_BARRED),
    ),
    _plays(m.PlayBarrier, "barrier", "{tile}"),
    _plays(m.PlayTunnel, "tunnel", "{tile}(/|-|>|+|to|and){other:tile}", "{tile} {other:tile}"),
    _plays(m.PlayCookie, "cookie", "{tile}"),
    _plays(m.PlayPandorica, "pandorica", "{victim:seat}[ until {turn}]", heard=(results.HELD,)),
    _plays(
        m.PlayCyberman, "cyberman", f"{{victim:seat}}[ (from|to)] {{origin:place}}{_GOES}{{to:place}}",
        "{victim:seat}[ (from|to)] {to:place}", make=_assaults,
        notes={"origin": lambda context, given: offers.check_place(context, context.values["victim"], given)},
        results=(results.WINS, results.TELEPORT), doubted=_elsewhere,
    ),
    LinePattern(
        m.MovePawn, f"M:[ (from|to)] {{origin:place}}{_GOES}{{to:tile}}", also=("[ (from|to)] {to:tile}",),
        does="move", words=("move", "moves"),
        make=lambda context: (
            m.MovePawn(
                context.seat, context.values["to"], **_origin(context, context.seat, context.values.get("origin", ""))
            ),
        ),
        parts=_steps, writes=lambda context: bool(_stood(context, context.move.player)),
        notes={"origin": _check_own}, results=_LANDINGS, doubted=_elsewhere,
    ),
    LinePattern(
        m.MovePawn, f"M: {_ENTERS}{{to:tile}}",
        make=lambda context: (m.MovePawn(context.seat, context.values["to"], **_origin(context, context.seat, OUT)),),
        notes={"to": lambda context, _to: offers.check_place(context, context.seat, OUT)}, results=_LANDINGS,
        doubted=_elsewhere,
    ),
    LinePattern(
        m.LeaveGrid, f"M: {_LEAVES}[ {{origin:tile}}]",
        also=(f"[ (from|to)] {{origin:place}}{_GOES}{_OUT}", f"[ (from|to)] {_OUT}"), make=_leaves, parts=_steps,
        notes={"origin": _check_own}, doubted=_elsewhere,
    ),
    LinePattern(m.Stay, "M: (stay|stays|stay put|stays put|-|none|no move)"),
    LinePattern(
        m.UseKey, "B: {tile} {action}", also=("{action} {tile}",), does="bonus", words=("bonus",), chance=(SHOWN,),
        heard=_TURNED,
    ),
    LinePattern(Passed, "B: (none|-|no|pass|passes|decline|declines)"),
)  # fmt: skip
