"""Stored facts of every kind stay readable, and so does the shape of every position."""

import json
from collections import defaultdict
from typing import Annotated

import pytest
from golden import FOLDER, Golden, codecs, golden, kinds, pins, plain, shape_of

from events.codec import Codec
from events.entry import Entry, Line
from events.events import UNKNOWN, Effect, KnownTo
from events.store.checks import check_body
from projections.registry import registry

CODECS = codecs()
LINES = [(name, line) for name in CODECS for line in golden(name)]


def read(name: str, line: Golden, *, opened: bool = True) -> Entry:
    opening = {(field, item): (pair[0], pair[1]) for field, row in line.opened.items() for item, pair in enumerate(row)}
    stored = Line("goldengolden", 9, 1_795_219_200_000, line.line["by"], line.body, bytes(32))
    return CODECS[name].decode(stored, opening if opened else {})


@pytest.mark.parametrize("name", CODECS)
def test_every_kind_of_event_and_field_has_a_golden_line(name: str) -> None:
    fields = defaultdict[str, set[str]](set)
    for line in golden(name):
        fields[line.kind] |= json.loads(line.body).keys()
    assert {str(kind.__struct_config__.tag) for kind in kinds(name)} <= fields.keys() <= CODECS[name].by_tag.keys()
    assert [tag for tag, seen in fields.items() if not set(CODECS[name].by_tag[tag].fields) <= seen] == []


@pytest.mark.parametrize(("name", "line"), LINES, ids=[f"{name}-{line.kind}" for name, line in LINES])
def test_a_golden_line_is_decoded_encoded_and_hidden(name: str, line: Golden) -> None:
    check_body(line.body)
    entry = read(name, line)
    assert plain(entry.event) == line.fact
    assert {"by": entry.by, "rule": entry.rule, "cause": entry.cause, "implied": entry.implied} == line.line

    salts = {(field, item): pair[0] for field, row in line.opened.items() for item, pair in enumerate(row)}
    body, secrets = CODECS[name].encode(entry, 9, lambda _event, field, item, _text: salts[field, item])
    assert body == line.body
    assert [[secret.salt, secret.value] for secret in secrets] == [pair for row in line.opened.values() for pair in row]

    event = plain(read(name, line, opened=False).event)
    for field, value in line.fact.items():
        if field in line.opened:
            assert event[field] == (UNKNOWN if isinstance(value, str) else [UNKNOWN] * len(value))
            assert all(pair[1] not in line.body for pair in line.opened[field])
        else:
            assert event[field] == value


@pytest.mark.parametrize("slug", registry())
def test_a_changed_position_struct_needs_a_new_shape_number(slug: str) -> None:
    game = registry()[slug]
    assert pins()[slug][str(game.meta.shape)] == shape_of(game)


def test_the_golden_folder_contains_only_expected_files() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*(f"{name}.jsonl" for name in CODECS), "shapes.json"}
    assert sum(len(golden(name)) for name in CODECS) == len(LINES)


def test_an_altered_golden_line_is_noticed() -> None:
    name, line = next((name, line) for name, line in LINES if "player" in line.fact)
    other = line._replace(body=line.body.replace('"player":"', '"player":"x'))
    assert plain(read(name, other).event) != line.fact


class _Late(Effect, frozen=True, tag="late-test"):
    note: str = ""
    cards: Annotated[tuple[str, ...], KnownTo("player")] = ()
    player: str = ""


def test_a_sealed_field_after_a_default_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match=r"_Late\.cards: a sealed field must come before those with a default"):
        Codec([_Late])
