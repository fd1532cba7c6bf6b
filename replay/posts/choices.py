"""What a line may mean, in words: each reading on offer in the sentences of the log, and where it leads."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from events.errors import BellError
from replay.posts.lines import ReadLine, spoken_by
from replay.posts.prose import parts_of
from replay.posts.read import ReadPaste
from replay.posts.simulate import AgainstError, LookAhead


class Step(NamedTuple):
    """One line of a reading: its notation, what it tells, and whether the reader supplied it."""

    line: str
    says: tuple[str, ...]
    is_supplied: bool = False


class Offer(NamedTuple):
    """A reading on offer: its lines, one by one, the position they lead to, what speaks against it.

    Without a position nothing of it can be told; `waits` says what has to be known before it leads any further.
    """

    line: str
    steps: tuple[Step, ...]
    position: Any = None
    waits: str = ""
    against: str = ""

    @property
    def text(self) -> str:
        """All of it in sentences."""
        return " ".join(sentence for step in self.steps for sentence in step.says)

    def apart(self, first: "Offer") -> tuple[tuple[bool, Step], ...]:
        """What sets it apart from the first reading: its own steps, and those of the first that it lacks (false).

        Nothing does where that would be longer than the reading itself.
        """
        found = SequenceMatcher(None, first.steps, self.steps, autojunk=False).get_opcodes()
        apart = tuple(
            (is_own, step)
            for what, *(begin, end, start, stop) in found
            if what != "equal"
            for is_own, steps in ((False, first.steps[begin:end]), (True, self.steps[start:stop]))
            for step in steps
        )
        return apart if len(apart) <= len(self.steps) else ()


def offers(paste: ReadPaste, line: ReadLine, *more: str) -> tuple[Offer, ...]:
    """What a line of a post may mean, in words, the likeliest first, behind `more` that is meant already."""
    place, found = paste.places.get(line.number), paste.prose.get(line.number)
    lines = dict.fromkeys((*more, *line.choices))
    if place is None or place.ahead.waits:
        return tuple(Offer(each, ()) for each in lines)
    supplied = dict(zip(found.choices, found.supplied, strict=True)) if found else {}
    return tuple(offer(place.ahead, place.seat, each, supplied.get(each, ())) for each in lines)


def offer(ahead: LookAhead, seat: str, line: str, supplied: Sequence[str] = ()) -> Offer:
    """A line that may be meant, told from where those before it have led; nothing is written, and no die is asked."""
    there, steps, against = ahead.tried(), list[Step](), ""
    for part in parts_of(line):
        spoken = spoken_by(part, seat, there.started.seats, there.game.interjections)
        says = list[str]()
        for written in there.game.notation.exact(spoken.text, there.position, spoken.seat) or ():
            try:
                there.go_on(written)
                says += there.brief
            except (BellError, AgainstError) as error:
                says.append(there.game.view.tell(written.move, there.position, there.position))
                against = str(error)
                break
        steps.append(Step(part, tuple(says), part in supplied))
        if against:
            break
    if not any(step.says for step in steps):
        return Offer(line, ())
    return Offer(line, tuple(steps), there.position, there.waits, against)
