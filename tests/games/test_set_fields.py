"""Every field that can be set has a sentence in plain words, without ids."""

import re
from importlib import import_module
from typing import Any

import pytest
from ccg_tables import CROWD as CCG_CROWD
from game_texts import TABLES

from projections.described import CardsSet, PlaceSet
from projections.field import Field
from projections.registry import registry

every_game = pytest.mark.parametrize("slug", registry())
VIEWS = {**TABLES, "ccg": {**TABLES["ccg"], "crowd": CCG_CROWD}}


def settable(slug: str) -> list[Field[Any]]:
    """Return the fields that are set by the shared effects, and not by effects of the game."""
    fields, editor = registry()[slug].editor.fields, import_module(f"projections.games.{slug}.editor.moderation")
    assert fields is not None
    return [row for row in fields.rows if row.read is not None and row.name not in editor._FOLLOWS]


@every_game
def test_every_public_field_has_a_sentence_of_its_own(slug: str) -> None:
    sentences = import_module(f"projections.games.{slug}.prose.set_fields").FIELDS
    fields = registry()[slug].editor.fields
    assert fields is not None
    assert (
        {row.name for row in settable(slug) if row.knows is None} <= {*sentences} <= {row.name for row in fields.rows}
    )


@every_game
def test_the_sentence_of_a_field_has_names_instead_of_ids(slug: str) -> None:
    game, found = registry()[slug], set[str]()
    for position in VIEWS[slug].values():
        for row in settable(slug):
            for key in row.of.there(position):
                values = row.show(position, key) or ()
                for held in (values, ()):
                    event = (
                        CardsSet(row.place(key), row.knows(key), held) if row.knows else PlaceSet(row.place(key), held)
                    )
                    after = registry()[slug].rules.reducer(position, event)
                    found.add(game.view.sentence(event, position, after))
    assert len(found) > 15
    assert [text for text in found if not re.fullmatch(r"[A-Z0-9][^_]*\.", text)] == []
    assert [text for text in found if "The field" in text or re.search(r"\b[a-z]+-[a-z]+-[a-z]+\b", text)] == []


def test_a_card_is_not_taken_for_a_player_of_the_same_name() -> None:
    position = TABLES["daleks"]["usual"]
    named = position.replace(seats=("amy", "rory"))
    view = registry()["daleks"].view
    assert view.field_value(named, "companions rory", "amy, rory part-time") == "Amy Pond, Rory Williams part-time"
    assert view.field_value(named, "order", "amy, rory") == "Amy, Rory"
