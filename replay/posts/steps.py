"""Play lines of notation for one seat in copies of a simulation. Nothing is saved and no dice are rolled."""

from collections.abc import Iterator, Sequence
from typing import Final

from events.errors import BellError
from events.events import Move
from projections.contracts import Written
from projections.notation.prose.reading import Reading, parts_of, words_in
from replay.posts.simulate import AgainstError, LookAhead

_MOST_TRIED: Final = 2000  # the number of lines that are tried in the search for additions to a reading
_MEANINGS: Final = 8  # the number of meanings of an ambiguous line that are tried


class Steps:
    """Plays lines of notation for a seat, and remembers where they lead. `begin` is the simulation before the post."""

    def __init__(self, begin: LookAhead, seat: str) -> None:
        self.begin, self.seat, self.game = begin, seat, begin.game
        self._led: dict[tuple[int, Sequence[Written], bool], LookAhead | None] = {}
        self._patience = _MOST_TRIED

    def is_awaited(self, ahead: LookAhead) -> bool:
        """Return whether the seat can move next."""
        return not ahead.waits and self.seat in self.game.rules.status(ahead.position).awaited

    def after(self, ahead: LookAhead, line: str, *, accepts: bool = False) -> LookAhead | None:
        """Return the simulation after lines of notation, or None. If it `accepts` them, a line may break a rule."""
        if ahead.waits:
            return None
        for part in parts_of(line):
            moves = self.moves(ahead, part)
            key = (id(ahead), moves or (), accepts)
            if key not in self._led:  # the same moves lead to the same position
                self._led[key] = self._after(ahead, moves, accepts=accepts) if moves else None
            there = self._led[key]
            if there is None:
                return None
            ahead = there
        return ahead

    def after_one_fault(self, ahead: LookAhead, line: str) -> LookAhead | None:
        """Return the simulation after lines of notation, None if more than one of them is illegal."""
        return self.after(ahead, line) or (None if ahead.against else self.after(ahead, line, accepts=True))

    def along(self, lines: Sequence[str]) -> Iterator[LookAhead]:
        """Yield the simulation before the first line and after each line, up to the first illegal one."""
        ahead: LookAhead | None = self.begin
        for line in (None, *lines):
            ahead = ahead if line is None or ahead is None else self.after(ahead, line)
            if ahead is not None and ahead.position is not None:
                yield ahead

    def moves(self, ahead: LookAhead, line: str) -> tuple[Written, ...] | None:
        """Return the moves of a line of notation; None if it has not one meaning."""
        return ahead.parsed(line, self.seat)[0]

    def choices(self, ahead: LookAhead, line: str) -> Sequence[str]:
        """Return the meanings of an ambiguous line."""
        return () if ahead.waits or len(parts_of(line)) > 1 else ahead.parsed(line, self.seat)[1][:_MEANINGS]

    def meant(self, ahead: LookAhead, line: str) -> Sequence[str]:
        """Return versions of a line in which a thing that was described by its place has its name instead."""
        wordings = self.game.wordings
        return () if ahead.waits or wordings is None else wordings.meant(line, ahead.position, self.seat)

    def adds(self, line: str, best: Reading, way: Sequence[LookAhead]) -> bool:
        """Return whether a line could be added to a reading or replace one of its lines.

        `way` are the simulations along the lines of the reading. True if this takes too long.
        """
        words = set(words_in(line))
        for at, ahead in enumerate(way):
            if self._patience < 0:
                return True
            rest = best.lines[at:]
            rests = [rest, rest[1:]] if rest and words > set(words_in(rest[0])) else [rest]
            for one in self.meant(ahead, line) or (line,):
                begun = None if one in best.lines else self.after(ahead, one)
                self._patience -= 1 + len(rests) * len(rest) * (begun is not None)
                if begun is not None and any(self._leads_elsewhere(begun, lines, best) for lines in rests):
                    return True
        return False

    def _leads_elsewhere(self, ahead: LookAhead, lines: Sequence[str], best: Reading) -> bool:
        for line in lines:
            after = self.after(ahead, line)
            if after is None:
                return False
            ahead = after
        return bool(ahead.path != best.position.path)

    def _after(self, ahead: LookAhead, moves: Sequence[Written], *, accepts: bool) -> LookAhead | None:
        ahead = ahead.tried(tells=False)
        try:
            for written in moves:
                if self._is_over(ahead, written.move) or not self._goes_on(ahead, written, accepts=accepts):
                    return None
        except (BellError, AgainstError):
            return None
        ahead.path = (*ahead.path, *(written.move for written in moves))
        return ahead

    def _goes_on(self, ahead: LookAhead, written: Written, *, accepts: bool) -> bool:
        """Play a move; return whether it can be played, and what its line says about the board is right."""
        try:
            ahead.go_on(written)
        except AgainstError as error:
            if not (accepts and error.may_accept and error.rule):
                return False
            ahead.is_foreign = ahead.is_foreign or not ahead.owns([written])
            ahead.go_on(written, lenient=True)
            ahead.against = (*ahead.against, error.rule)
        if ahead.waits:
            return ahead.owns([written])
        claim_of = self.game.notation.claim
        return all(claim_of(claim.place, ahead.position) in (None, claim.value) for claim in written.claims)

    def _is_over(self, ahead: LookAhead, move: Move) -> bool:
        """Return whether the turn in which a reading began has ended, so that its seat cannot go on."""
        now = self.game.rules.status(ahead.position) if not ahead.waits else None
        begun = self.game.rules.status(self.begin.position).turn
        return now is not None and now.turn != begun and move.player not in now.awaited
