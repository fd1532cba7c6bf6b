"""Stored facts of every kind stay readable, and so does the shape of every position."""

import json

import pytest
from golden import FOLDER, Golden, codecs, golden, kinds, pins, plain, shape_of

from events.entry import Entry, Line
from events.events import UNKNOWN
from events.store.checks import check_body
from projections.registry import registry

CODECS = codecs()
LINES = [(name, line) for name in CODECS for line in golden(name)]
every_line = pytest.mark.parametrize(("name", "line"), LINES, ids=[f"{name}-{line.kind}" for name, line in LINES])


def read(name: str, line: Golden, *, opened: bool = True) -> Entry:
    opening = {(field, item): (pair[0], pair[1]) for field, row in line.opened.items() for item, pair in enumerate(row)}
    stored = Line("goldengolden", 9, 1_795_219_200_000, line.line["by"], line.body, bytes(32))
    return CODECS[name].decode(stored, opening if opened else {})


@pytest.mark.parametrize("name", CODECS)
def test_every_kind_of_event_has_a_golden_line(name: str) -> None:
    there = [line.kind for line in golden(name)]
    assert {str(kind.__struct_config__.tag) for kind in kinds(name)} - set(there) == set()


@pytest.mark.parametrize("name", CODECS)
def test_knows_every_kind_of_event(name: str) -> None:
    assert {line.kind for line in golden(name)} <= CODECS[name].by_tag.keys()


@pytest.mark.parametrize("name", CODECS)
def test_every_field_is_in_a_golden_line(name: str) -> None:
    for tag, twin in CODECS[name].by_tag.items():
        lines = [line for line in golden(name) if line.kind == tag]
        if lines:
            seen = {field for line in lines for field in json.loads(line.body)}
            assert set(twin.fields) <= seen, tag


@every_line
def test_a_golden_line_says_what_it_said(name: str, line: Golden) -> None:
    check_body(line.body)
    entry = read(name, line)
    assert plain(entry.event) == line.fact
    assert {"by": entry.by, "rule": entry.rule, "cause": entry.cause, "implied": entry.implied} == line.line


@every_line
def test_a_golden_line_is_written_as_it_was(name: str, line: Golden) -> None:
    salts = {(field, item): pair[0] for field, row in line.opened.items() for item, pair in enumerate(row)}
    body, secrets = CODECS[name].encode(read(name, line), 9, lambda _event, field, item, _text: salts[field, item])
    assert body == line.body
    assert [[secret.salt, secret.value] for secret in secrets] == [pair for row in line.opened.values() for pair in row]


@every_line
def test_a_closed_golden_line_says_nothing_sealed(name: str, line: Golden) -> None:
    event = plain(read(name, line, opened=False).event)
    for field, value in line.fact.items():
        if field in line.opened:
            assert event[field] == (UNKNOWN if isinstance(value, str) else [UNKNOWN] * len(value))
            assert all(pair[1] not in line.body for pair in line.opened[field])
        else:
            assert event[field] == value


@pytest.mark.parametrize("slug", registry())
def test_a_changed_position_has_a_new_number(slug: str) -> None:
    game = registry()[slug]
    assert pins()[slug][str(game.meta.shape)] == shape_of(game)


def test_the_folder_holds_nothing_else() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*(f"{name}.jsonl" for name in CODECS), "shapes.json"}
    assert sum(len(golden(name)) for name in CODECS) == len(LINES)


def test_an_altered_golden_line_is_noticed() -> None:
    name, line = next((name, line) for name, line in LINES if "player" in line.fact)
    other = line._replace(body=line.body.replace('"player":"', '"player":"x'))
    assert plain(read(name, other).event) != line.fact
