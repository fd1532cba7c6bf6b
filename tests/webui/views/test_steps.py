"""The steps and boards that a page holds: they lead to each board and text, and hold no more."""

import html
import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from flask.testing import FlaskClient
from long_runs import some_short
from players import founded, play_on
from recordings import recording
from spectator import POST, read

from events.events import ALL, OMNISCIENT
from events.store.memory import MemoryStore
from projections.drawing.board import definitions
from projections.registry import registry
from replay.reading.timeline import Timeline
from replay.session.session import Session
from webui.views.deltas import Part, change, changed_lines, shared
from webui.views.panels import board_markup, panels_markup, without_status
from webui.views.shared_boards import SharedBoards
from webui.views.steps import around, base, chunk, chunks

IDENT = re.compile(r' id="([^"]+)"')
REFERENCE = re.compile(r'(?:href="|url\()#([\w-]+)')
SHORT = [
    ("keys-two-player", 45), ("risk-rulebook-battle", 30), ("daleks-observer", 60), ("ccg-rulebook-damage", 70),
]  # fmt: skip
LONG = [
    ("keys-two-player", None), ("risk-rulebook-battle", None), ("ccg-rulebook-damage", None), ("risk-mistakes", None),
    ("daleks-rulebook-help", None), ("ccg-rulebook-game", None),
]  # fmt: skip


def escaped(words: str) -> str:
    return html.escape(words)


def mended(old: Any, found: Any) -> Any:
    """Apply a change to a tree, as the page's script does."""
    if found is None:
        return old
    if not isinstance(found, dict):
        return found
    kids = old[1:] if isinstance(old, list) else []
    opening = old[0] if isinstance(old, list) else old[: old.index(">") + 1]
    for name, value in found.get("a", {}).items():
        opening = with_attribute(opening, name, value)
    if isinstance(old, list):
        return [opening, *followed(kids, found.get("c", []))]
    text = old[old.index(">") + 1 : old.rindex("<")] if "</" in old else ""
    end = old[old.rindex("<") :] if "</" in old else ""
    return opening + (escaped(respelled(html.unescape(text), found["t"])) if "t" in found else text) + end


def respelled(old: str, found: Any) -> str:
    return found if isinstance(found, str) else old[: found[0]] + found[2] + old[len(old) - found[1] :]


def with_attribute(opening: str, name: str, value: str | None) -> str:
    start = opening.find(f' {name}="')
    head, rest = (opening[:start], opening[opening.index('"', start + len(name) + 3) + 1 :]) if start >= 0 else ("", "")
    told = "" if value is None else f' {name}="{escaped(value)}"'
    if start >= 0:
        return f"{head}{told}{rest}"
    close = "/>" if opening.endswith("/>") else ">"
    return f"{opening.removesuffix(close)}{told}{close}"


def told_whole(found: Any, trees: list[Any]) -> Any:
    if isinstance(found, str) and found.startswith("#"):
        return told_whole(trees[int(found[1:])], trees)
    if isinstance(found, list):
        return [told_whole(one, trees) for one in found]
    return {**found, "c": told_whole(found["c"], trees)} if isinstance(found, dict) and "c" in found else found


def followed(old: list[Any], script: list[Any]) -> list[Any]:
    new, at = list[Any](), 0
    for step in script:
        if isinstance(step, int):
            new += old[at : at + max(step, 0)]
            at += abs(step)
        elif isinstance(step, dict):
            new.append(mended(old[at], step))
            at += 1
        else:
            new.append(step)
    return [*new, *old[at:]]


def normal(tree: Any) -> Any:
    if isinstance(tree, list):
        return list(map(normal, tree))
    opening, rest = tree[: tree.index(">") + 1], tree[tree.index(">") + 1 :]
    return opening.split(" ")[0].rstrip("/>"), sorted(re.findall(r' ([\w-]+="[^"]*")', opening)), rest


@pytest.mark.parametrize(("name", "upto"), some_short([*SHORT, *LONG], lambda case: case in SHORT[:2]))
def test_the_steps_reproduce_every_board_and_text(name: str, upto: int | None) -> None:
    timeline = recording(name).seen_by(ALL, upto)
    numbers = range(1, chunks(timeline) + 1)
    seen = [seq for number in numbers for seq in reproduced(timeline, chunk(timeline, number))]
    assert seen == [*range(1, timeline.last + 1)]
    for seq in range(1, timeline.last + 1, 23):
        back = timeline.step(seq, "move", -1)
        steps = {back, back and timeline.group_at(back).first, seq, timeline.step(seq, "move", 1)} - {None}
        assert steps <= {*reproduced(timeline, around(timeline, seq))}


def reproduced(timeline: Timeline, chunk: dict[str, Any]) -> Iterator[int]:
    """Yield the entries of a chunk, after a check that its changes lead to their boards and texts."""
    found, first = msgspec.json.decode(msgspec.json.encode(chunk)), base(timeline)
    board, words = first["board"], first["words"]
    defined = {*IDENT.findall("".join((*definitions(timeline.panels(1)), *found["defs"])))}
    for at, seq in enumerate(range(found["first"], found["first"] + len(found["board"]))):
        board = mended(board, told_whole(found["board"][at], found["trees"]))
        words = words if found["words"][at] is None else followed(words, found["words"][at]["c"])
        assert normal(board) == normal(Part(panels_markup(without_status(timeline.panels(seq)))).tree()), seq
        assert words == timeline.text(seq).split("\n")
        assert {*REFERENCE.findall(str(board))} <= defined
        yield seq


def test_unchanged_parts_are_not_sent_again() -> None:
    timeline = recording("keys-two-player").seen_by(ALL)
    found = chunk(timeline, 1)
    whole = sum(len(panels_markup(timeline.panels(seq))) for seq in range(1, timeline.last + 1))
    assert len(msgspec.json.encode(found)) < whole / 20


@pytest.mark.parametrize(("old", "new", "told"), [
    ("Liz Shaw, 0/1/3, new this turn.", "Liz Shaw, 0/1/3.", (15, 1, "")),
    ("aaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaa", (20, 0, "a")), ("Deck 46", "Deck 45", "Deck 45"),
    ("", "A card of some length", "A card of some length"),
    ("A face of some length \U0001f600.", "A face of some length.", "A face of some length."),
])  # fmt: skip
def test_only_the_changed_part_of_a_text_is_sent(old: str, new: str, told: object) -> None:
    found = change(Part(f"<text>{old}</text>"), Part(f"<text>{new}</text>"))
    assert found in ({"t": told}, f"<text>{told}</text>")
    assert respelled(old, told) == new


def test_a_repeated_tree_is_sent_once() -> None:
    card = ["<g>", '<rect x="1"/>', '<text y="2">Card</text>']
    same = {"a": {"transform": "translate(10 20)"}, "c": [{"t": [3, 4, "between"]}, card]}
    changes: list[Any] = [
        {"c": [1, card]}, {"c": [3, same]}, same, None, {"c": [{"t": "#0"}, -1, card, '<rect x="1"/>']},
        ["<g a='1'>", card], '<rect x="9"/>',
    ]  # fmt: skip
    trees, told = shared(changes)
    told_once = {"a": {"transform": "translate(10 20)"}, "c": [{"t": [3, 4, "between"]}, "#1"]}
    assert trees == ['<rect x="1"/>', ["<g>", "#0", '<text y="2">Card</text>'], told_once]
    assert told == [
        {"c": [1, "#1"]}, {"c": [3, "#2"]}, "#2", None, {"c": [{"t": "#0"}, -1, "#1", "#0"]}, ["<g a='1'>", "#1"],
        '<rect x="9"/>',
    ]  # fmt: skip
    assert [told_whole(one, trees) for one in told] == changes


def test_applying_a_change_gives_the_new_part() -> None:
    old = Part('<g a="1"><text x="1">A &lt; B</text><rect/><rect b="2"/></g>')
    new = Part('<g a="1"><text x="2">A &lt; C</text><rect b="2"/><path d="M0 0"/></g>')
    assert change(old, old) is None
    assert normal(mended(old.tree(), change(old, new))) == normal(new.tree())
    assert change(old, Part("<rect/>")) == "<rect/>"
    assert changed_lines(["a", "b", "c"], ["a", "d", "c"]) == {"c": [1, -1, "d"]}
    assert changed_lines(["a"], ["a"]) is None
    old = Part('<g><g a="1"><rect/><path d="M0"/></g></g>')
    for parts in ('<rect/></g><g a="2"><path d="M0"/>', '<rect/><text>x</text><path d="M0"/>'):
        raw = f'<g><g a="1">{parts}</g></g>'
        assert old.followed_by(raw).tree() == Part(raw).tree()
    old, new = Part("<g><text>a <b>c</b> d</text></g>"), Part("<g><text>a <b>c</b> e</text></g>")
    assert old.tree() == ["<g>", "<text>a <b>c</b> d</text>"]
    assert "e</text>" in str(mended(old.tree(), change(old, new)))
    assert old.followed_by(new.raw).tree() == new.tree()


def test_chunks_do_not_contain_the_text_of_posts(client: FlaskClient, running: Session) -> None:
    assert POST.split()[0] in read(client, "/s/running/steps/outline.json")
    for path in ("base", "1"):
        assert POST.split()[0] not in read(client, f"/s/running/steps/{path}.json")


def test_a_chunk_with_its_last_digest_is_cached_for_ever(client: FlaskClient, over: Session) -> None:
    outline = msgspec.json.decode(read(client, "/s/finished/steps/outline.json"))
    version = read(client, "/s/finished/9").partition('data-version="')[2].partition('"')[0]
    asked = f"/s/finished/steps/1.json?d={outline['heads'][1]}&v={version}"
    assert client.get(asked).headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get("/s/finished/steps/1.json").headers["Cache-Control"] == "private, no-cache"
    assert client.get(f"/s/finished/steps/1.json?d={'0' * 32}&v={version}").status_code == 404
    assert client.get("/s/finished/steps/2.json").status_code == 404
    assert client.get("/s/finished/steps/0.json").status_code == 404
    assert client.get("/s/finished/steps/outline.json").headers["Cache-Control"] == "private, no-cache"


def test_the_outline_lists_where_moves_turns_and_rounds_end(
    client: FlaskClient, over: Session, store: Any, games: Any
) -> None:
    timeline = Timeline.read(store, games, "finished")
    outline = msgspec.json.decode(read(client, "/s/finished/steps/outline.json"))
    assert outline["ends"] == {grain: timeline.ends[grain] for grain in ("move", "turn", "round")}
    assert [one[:2] for one in outline["groups"]] == [[group.first, group.last] for group in timeline.groups]
    at = 0
    for line, more in zip(timeline.lines, outline["filed"], strict=True):
        at += more
        assert at == line.at_ms // 1000


@pytest.fixture(scope="module", params=["keys", "risk", "daleks", "ccg"])
def boards(request: pytest.FixtureRequest) -> list[str]:
    store = MemoryStore()
    session = play_on(founded(store, request.param, 2, games=registry()), 30)
    timeline = Timeline.read(store, registry(), session.row.session, OMNISCIENT)
    return [board_markup(timeline.panels(seq)) for seq in range(timeline.last - 20, timeline.last, 4)]


def drawn(page: list[str]) -> Iterator[bytes]:
    """The content of each board with its references resolved, and all definitions."""
    whole = ET.fromstring(f"<page>{''.join(page)}</page>")
    parts = {each.attrib.pop("id"): each for each in whole.iter() if each.get("id", "").startswith("part-")}
    defined = set[bytes]()
    for board in whole:
        for inner in board.iter("defs"):
            defined |= set(map(ET.tostring, inner))
            inner[:] = []
        for group in board.iter():
            for at, part in enumerate(group):
                group[at] = parts.get(part.get("href", "").removeprefix("#"), part)
        yield ET.tostring(board)
    yield from sorted(defined)


def test_boards_with_shared_parts_look_the_same_and_are_shorter(boards: list[str]) -> None:
    shared = SharedBoards(boards[0])
    assert list(drawn([shared.first, *map(shared.further, boards[1:])])) == list(drawn(boards))
    shared = SharedBoards(boards[0])
    assert len(shared.first) < 1.1 * len(boards[0])
    assert sum(len(shared.further(board)) for board in boards[1:]) < 0.5 * sum(map(len, boards[1:]))
