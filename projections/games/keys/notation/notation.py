"""What players write: one action a line, read and written. `docs/notation.md` is the page for people.

A line is `verb: body results =claims ; comment`. What a writer did not see is `?`; a result is stated only where it is
worth saying or was not the due one.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from events.facts import UNKNOWN, Drawn, Effect, Fact, Move, Revealed, Shuffled
from events.line import Entry
from projections.game import Game
from projections.games.keys import facts as e
from projections.games.keys.notation.claims import read_claims
from projections.games.keys.notation.questions import Asking
from projections.games.keys.notation.sentence import VERBS, ElsewhereError, sentence
from projections.games.keys.notation.stated import absent_words, read_results, split_results, stated_words
from projections.games.keys.notation.vocabulary import Cursor, card_code, spell
from projections.games.keys.state.fields import FIELDS
from projections.games.keys.state.position import Position
from projections.notation.cursor import SlipError
from projections.notation.recorded_chance import differences, move_of, twins
from projections.notation.vocabulary import readable
from projections.terms import Ask, Written

_LONGEST: Final = 400
_LANDINGS: Final = (e.GameWon, e.PawnTeleported, e.BonusOffered, e.ExtraTurnEarned)
"""What is always said of a move, so that it can be read without the board."""


class Lines:
    """The notation of Keys to the TARDIS. `game` gives the rulebook, which tells stated results from due ones."""

    def __init__(self, game: Callable[[], Game[Position, Any]]) -> None:
        self._game = game

    def read(self, line: str, position: Position, seat: str, /) -> Written | Ask:
        """Read one line of a seat's block.

        Raises:
            NotationError: with the column, what was read, and what would be legal there.
        """
        line = readable(line, _LONGEST)
        asking = Asking(position, seat, lambda other: _exact(other, position, seat))
        try:
            if Cursor(line).phrase(VERBS) is None:
                return asking.verbless(line)
            return _exact(line, position, seat)
        except SlipError as slip:
            return asking.slip(line, slip)
        except ElsewhereError as found:
            return asking.elsewhere(line, found)

    def write(self, entries: Sequence[Entry], before: Position, /) -> str:
        """Write a move's group so that `read` gives it back; what these entries do not know is `?`."""
        move, facts = move_of(entries)
        effects = [fact for fact in facts if isinstance(fact, Effect)]
        stated, absent = self._stated(move, facts, before)
        always = [fact for fact in effects if isinstance(fact, _LANDINGS) and fact not in stated]
        words = [stated_words(effect, move, before) for effect in (*always, *stated)]
        both = {type(effect) for effect in stated}
        words += [absent_words(kind, move, before, named=kind in both) for kind in absent]
        return " ".join((_spoken(move, facts, before), *words))

    def _stated(self, move: Move, facts: Sequence[Fact], before: Position) -> tuple[list[Effect], list[type[Effect]]]:
        """The effects that the rules do not make of a move by themselves, and the kinds they would and did not."""
        effects = [fact for fact in facts if isinstance(fact, Effect)]
        found = differences(self._game(), move, facts, before)
        stated = [each.stated for each in found if each.stated is not None]
        absent = list(dict.fromkeys(type(each.due) for each in found if each.stated is None and each.due))
        again = [effect for effect in effects if isinstance(effect, tuple(absent)) and effect not in stated]
        again += [effect for effect in twins(found, facts) if not isinstance(effect, tuple(absent))]
        return [*again, *stated], absent

    def claim(self, place: str, position: Position, /) -> str | None:
        """The value of a place as a claim writes it, or None where no such place can be claimed."""
        return FIELDS.claim(place, position)


def _exact(line: str, position: Position, seat: str) -> Written:
    """Read a line word by word.

    Raises:
        SlipError: a word does not read where it stands.
        ElsewhereError: a pawn is not where the line says.
    """
    cursor = Cursor(line)
    verb = cursor.want("a line begins with its verb", VERBS)
    cursor.skip(":")
    said = sentence(verb, cursor, position, seat)
    stated, absent = split_results(read_results(cursor, said.move, position))
    return Written(said.move, said.seen, stated, absent, read_claims(cursor, position))


def _spoken(move: Move, facts: Sequence[Fact], before: Position) -> str:
    """A move with what was seen of its chance."""
    line = spell(move, before)
    for fact in facts:
        match fact:
            case Drawn(cards=(card,)):
                line = f"D: {card_code(card)}"
            case Revealed(place=place, item=item) if item != UNKNOWN:
                colour, _, kind = item.partition("-")
                known = place in before.tiles and before.tiles[place].colour == colour
                line += f" ({kind})" if known or colour == UNKNOWN else f" ({colour} {kind})"
            case _:
                pass
    orders = [fact.order for fact in facts if isinstance(fact, Shuffled)]
    for order in orders:
        known = any(card != UNKNOWN for card in order)
        line += f" shuffled {' '.join(map(card_code, order))}" if known else " shuffled"
    return line
