"""What each verb of a line says: its parts by their words, and all the words that players have for them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from events.facts import Passed
from projections.games.daleks.notation import read_end as end
from projections.games.daleks.notation import read_pool as pool
from projections.games.daleks.notation import read_recruit as coming
from projections.games.daleks.notation import read_travel as travel
from projections.games.daleks.notation import read_turn as turn
from projections.games.daleks.notation.naming import LOCATIONS
from projections.games.daleks.notation.read_icon import KINDS
from projections.games.daleks.notation.read_roll import read_again, read_face, read_ready, read_roll
from projections.games.daleks.notation.sentence import Tale
from projections.games.daleks.notation.vocabulary import Cursor
from projections.notation.vocabulary import Vocabulary

__all__ = ["BEHIND", "PARTS", "READERS", "VERBS", "Verb"]

Reader = Callable[[Cursor, Tale], None]


class Verb(NamedTuple):
    """What a verb says: parts by their words, and what stands without one; whether that may be said again and again.

    `also` are further words for the parts. `optional` is a step that a line may leave out. What is called by a name
    alone, without a word for the part, is a thing of the kinds in `names`.
    """

    parts: Mapping[str, Reader] = MappingProxyType({})
    plain: Reader | None = None
    also: Vocabulary = MappingProxyType({})
    again: bool = False
    optional: bool = False
    names: Sequence[str] = ()

    @property
    def words(self) -> Vocabulary:
        """The spellings of the parts."""
        return {**{word: word for word in self.parts}, **self.also}


def _resolved(said: str) -> Reader:
    return lambda _cursor, tale: end.read_resolved(tale, said)


def _passed(cursor: Cursor, tale: Tale) -> None:
    cursor.skip("ok")
    tale.say(Passed(tale.seat))


_COSTS: Final[Mapping[str, Reader]] = {
    "option": end.read_option, "card": end.read_card_paid, "tokens": end.read_tokens_paid,
    "companion": end.read_companion_paid, "discard": end.read_paid,
}  # fmt: skip
_ENDS: Final[Mapping[str, Reader]] = {
    "win": _resolved("win"), "fail": _resolved("fail"), "resolve": _resolved(""), "discard": end.read_discard,
    "finish": end.read_finish, "option": end.read_option, "pay card": end.read_card_paid,
    "pay tokens": end.read_tokens_paid, "pay companion": end.read_companion_paid,
}  # fmt: skip
_ENDED: Final[Vocabulary] = {
    **dict.fromkeys(("wins", "won", "success", "succeed", "succeeds"), "win"),
    **dict.fromkeys(("fails", "failed", "failure", "lost", "loses"), "fail"),
    **dict.fromkeys(("discards", "discarded"), "discard"), "turn": "finish", "done": "finish", "cost": "option",
}  # fmt: skip
READERS: Final[Mapping[str, Verb]] = {
    "DOCTOR": Verb(plain=turn.read_doctor),
    "PREP": Verb({
        "charge": turn.read_charge, "install": turn.read_install, "uninstall": turn.read_uninstall,
        "dismiss": turn.read_dismiss, "play": turn.read_play, "use": turn.read_use,
    }, also={
        **dict.fromkeys(("charges", "charged", "sonic charge"), "charge"),
        **dict.fromkeys(("installs", "installed", "equip", "equips"), "install"),
        **dict.fromkeys(("uninstalls", "remove", "removes", "take off", "takes off"), "uninstall"),
        **dict.fromkeys(("dismisses", "dismissed"), "dismiss"), "plays": "play", "uses": "use",
    }, optional=True),
    "TRAVEL": Verb({
        "stay": travel.read_stay, "die": travel.read_die, "go": travel.read_go, "search": travel.read_search,
        "new": travel.read_new, "enter": travel.read_enter, "flip": travel.read_flip, "use": turn.read_use,
    }, plain=travel.read_whither, also={
        **dict.fromkeys(("stays", "remain", "remains"), "stay"),
        **dict.fromkeys(("to", "goes", "move", "moves", "fly", "flies", "visit", "visits"), "go"),
        **dict.fromkeys(("tardis die", "tardis", "roll tardis die", "roll tardis", "roll die", "roll"), "die"),
        **dict.fromkeys(("explore", "explores", "draw", "searches"), "search"),
        **dict.fromkeys(("keep", "keeps"), "new"), **dict.fromkeys(("zone", "enters"), "enter"),
        **dict.fromkeys(("flips", "dilemma", "reveal", "reveals"), "flip"), "uses": "use",
    }, names=LOCATIONS),
    "RECRUIT": Verb(plain=coming.read_recruit, optional=True),
    "NEED": Verb(plain=pool.read_need),
    "POOL": Verb({
        "gather": pool.read_gather, "focus": pool.read_focus, "drop": pool.read_drop,
        "exterminate": pool.read_exterminate, "ready": read_ready, "play": turn.read_play, "call": coming.read_call,
    }, plain=pool.read_counted, also={
        **dict.fromkeys(("gathers", "gathered"), "gather"), **dict.fromkeys(("focuses", "focused"), "focus"),
        **dict.fromkeys(("cut", "cuts", "drops", "dropped", "discard", "discards", "remove", "removes"), "drop"),
        **dict.fromkeys(("exterminates", "exterminated"), "exterminate"), "plays": "play", "calls": "call",
    }),
    "HELP": Verb({
        "call": coming.read_call, "afar": coming.read_afar, "here": coming.read_here,
    }, plain=coming.read_call, also={
        **dict.fromkeys(("calls", "ask", "asks"), "call"), "from afar": "afar",
        **dict.fromkeys(("location", "in person", "comes", "come"), "here"),
    }, optional=True),
    "ROLL": Verb(plain=read_roll),
    "AGAIN": Verb(plain=read_again, again=True, optional=True, names=KINDS),
    "FACE": Verb(plain=read_face, again=True, optional=True, names=KINDS),
    "PLAY": Verb(plain=turn.read_play, again=True, optional=True, names=KINDS),
    "USE": Verb(plain=turn.read_use, optional=True),
    "READY": Verb(plain=read_ready),
    "PASS": Verb(plain=_passed),
    "COST": Verb(_COSTS, plain=end.read_cost, also={
        **dict.fromkeys(("cost", "choose", "chooses"), "option"), "cards": "card", "token": "tokens",
        **dict.fromkeys(("discards", "dismiss", "dismisses"), "discard"),
    }),
    "RESOLVE": Verb(_ENDS, plain=_resolved(""), also=_ENDED, names=KINDS),
    "END": Verb(_ENDS, plain=end.read_finish, also=_ENDED, names=KINDS),
    "DALEKS": Verb(plain=turn.read_daleks),
}  # fmt: skip
PARTS: Final[Vocabulary] = {
    word: verb
    for verb, words in {
        "PREP": ("charge", "install", "installs", "uninstall", "equip", "dismiss", "dismisses"),
        "TRAVEL": ("stay", "stays", "go", "goes", "search", "explore", "enter", "enters", "fly", "visit"),
        "POOL": ("gather", "gathers", "focus", "focuses", "drop", "drops", "cut", "exterminate", "exterminates"),
        "HELP": ("call", "calls"), "END": ("discard", "discards"), "DALEKS": ("ship",),
    }.items()
    for word in words
}  # fmt: skip
"""Parts that belong to one verb, for a line that leaves it out."""
BEHIND: Final = (
    "tardis", "ship", "dalek ship", "anomaly", "time anomaly", "card", "cards", "charge", "draw", "draws", "drew",
    "shows", "turns", "rolls", "rolled", "shuffled", "drop",
)  # fmt: skip
"""What stands behind a move and is none, by its first word."""
VERBS: Final[Vocabulary] = {
    **{verb.lower(): verb for verb in READERS},
    **dict.fromkeys(("doctors", "plays as"), "DOCTOR"), **dict.fromkeys(("prepare", "prepares"), "PREP"),
    **dict.fromkeys(("travels",), "TRAVEL"), **dict.fromkeys(("recruits",), "RECRUIT"),
    **dict.fromkeys(("needs", "challenge"), "NEED"), **dict.fromkeys(("pools",), "POOL"),
    **dict.fromkeys(("helps",), "HELP"), **dict.fromkeys(("rolls", "rolled"), "ROLL"),
    **dict.fromkeys(("re - roll", "reroll", "re - rolls", "rerolls"), "AGAIN"),
    **dict.fromkeys(("faces", "change", "changes", "change face"), "FACE"), **dict.fromkeys(("plays",), "PLAY"),
    **dict.fromkeys(("uses",), "USE"), **dict.fromkeys(("passes", "passed"), "PASS"),
    **dict.fromkeys(("pay", "pays", "costs"), "COST"), **dict.fromkeys(("ends", "finish"), "END"),
    **dict.fromkeys(("resolves", "resolved"), "RESOLVE"), **dict.fromkeys(("dalek turn", "dalek"), "DALEKS"),
}  # fmt: skip
