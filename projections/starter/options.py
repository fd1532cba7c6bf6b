"""What a group agrees on before a game."""

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a session: the score that wins."""

    goal: int = 100
