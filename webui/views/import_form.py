"""The one form of an import: all open questions, filled in with what its posts say or what was typed before."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from projections.registry import Registry
from replay.importing.archive import NOBODY
from replay.importing.draft import DraftState
from replay.importing.suggestions import Found, Suggestion, suggest
from webui.views.option_fields import OptionField, option_fields

_NOTHING: Final = Found("")


class FormRow(NamedTuple):
    """A field of the form: its name, its label, its value, and what the posts say. `field` is an option of a game.

    `is_guess`: no post says the value, and the names of the authors suggest it.
    """

    name: str
    label: str
    value: str
    found: Found = _NOTHING
    field: OptionField | None = None
    is_guess: bool = False

    @property
    def key(self) -> str:
        """The name of the value in a header; for an author, the author's name."""
        return self.field.name if self.field else self.label if self.is_author else self.name

    @property
    def is_author(self) -> bool:
        """Whether the row asks for the seat of an author."""
        return self.name.startswith("seat-")

    @property
    def is_question(self) -> bool:
        """Whether the rulebook has no default for this option, or the option is set."""
        return self.field is None or not self.field.usual or self.value not in ("", self.field.usual)


class GameRows(NamedTuple):
    """A game of the form, with a row for each of its options."""

    slug: str
    title: str
    rows: Sequence[FormRow]


class ImportForm(NamedTuple):
    """The rows of the form. Without `games`, only the authors are asked for: the session is running."""

    game: FormRow
    seats: FormRow
    title: FormRow
    games: Sequence[GameRows]
    authors: Sequence[tuple[FormRow, int]]

    @property
    def posts(self) -> frozenset[int]:
        """The numbers of the posts in which values were found."""
        rows = [
            self.game,
            self.seats,
            *(row for row, _ in self.authors),
            *(row for each in self.games for row in each.rows),
        ]
        return frozenset(row.found.post for row in rows)

    @property
    def chosen(self) -> GameRows | None:
        """The rows of the chosen game."""
        return next((each for each in self.games if each.slug == self.game.value), None)


def import_form(state: DraftState, registry: Registry, given: Mapping[str, str] | None = None) -> ImportForm:
    """Return the form of a draft. `given` are values that were typed, but not stored yet, by the name of the field."""
    hints = suggest(state.archive, registry)

    def row(name: str, label: str, stored: str | None, found: Found, field: OptionField | None = None) -> FormRow:
        value = found.value if stored is None else stored
        usual = field.usual if field else ""
        return FormRow(name, label, value or usual if given is None else given.get(name, usual), found, field)

    def stored(name: str) -> str | None:
        return state.header.get(name)

    game = row("game", "Game", stored("game"), hints.game)
    games = [
        GameRows(slug, registry.meta(slug).title, [
            row(
                f"{slug}.{each.name}", each.label, stored(each.name) if game.value == slug else None,
                hints.options[slug].get(each.name, _NOTHING), each,
            )
            for each in option_fields(each_game)
        ])
        for slug, each_game in registry.working().items()
    ]  # fmt: skip
    seats = row("seats", "Seats, in turn order", stored("seats"), hints.seats)
    is_guess = bool(hints.seats.value) and not (hints.seats.post or "seats" in state.archive.header)
    return ImportForm(
        game, seats._replace(is_guess=is_guess),
        row("title", "Title", stored("title"), _NOTHING), () if state.session else games,
        [(_author(state, hints, at, given), each.posts) for at, each in enumerate(hints.authors, 1)],
    )  # fmt: skip


def _author(state: DraftState, hints: Suggestion, number: int, given: Mapping[str, str] | None) -> FormRow:
    author = hints.authors[number - 1].name
    found, name = hints.people.get(author, _NOTHING), f"seat-{number}"
    value = state.people.get(author, found.value) if given is None else given.get(name, "")
    return FormRow(name, author, "" if value == NOBODY else value, found, is_guess=found.value != "" and not found.post)
