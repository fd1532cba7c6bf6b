"""Notes at entries: written, shown to their readers, withdrawn. Others see nothing of a private note."""

from collections.abc import Sequence

import msgspec
import pytest
from offline_pages import OfflinePage
from people import Browser, Table, visible
from texts import missing, wrong

from events.events import ALL, OMNISCIENT
from events.session_events import Noted
from events.store.accounts import JUDGE, MODERATOR, SEAT, SPECTATOR
from projections.registry import Registry
from replay.corrections.takeback import take_back
from replay.exporting.transcript import transcript_of
from replay.reading.timeline import Timeline
from replay.session.notes import WHOM
from replay.transfer.bundle import export_lines

NOTES = "/s/noted/notes"
BLUFF = "Yellow bluffs with an empty hand"


class NoteTable(Table):
    def __init__(self, games: Registry, opens: str = ALL) -> None:
        super().__init__(games, "noted", 4, title="Noted", opens=opens)

    def written(self, browser: Browser, at: str, text: str, whom: str = "all") -> str:
        return browser.done(NOTES, NOTES, at=at, text=text, whom=whom)


@pytest.fixture
def table(games: Registry) -> NoteTable:
    return NoteTable(games)


def outline(reader: Browser, query: str = "") -> dict[str, object]:
    found = reader.client.get(f"/s/noted/steps/outline.json{query}").json
    assert isinstance(found, dict)
    return found


def test_a_public_note_is_shown_at_its_entry(table: NoteTable) -> None:
    black, stranger = table.browser(SEAT, "black"), table.browser()
    move = table.session.table.seq
    address = Timeline(table.session.row, table.session.table).group_at(move).last
    assert table.written(black, f"#{move}", "  A bold\n dare <b> ") == f"/s/noted/{move}?as=black#notes"
    page = stranger.read(f"/s/noted/{move}")
    assert "<bdi>A bold dare &lt;b&gt;</bdi>" in page
    assert f'href="/s/noted/{address}"' in stranger.read(NOTES)
    assert "1 note</small>" in page
    assert stranger.read(f"/s/noted/{move}.txt").endswith("\n\nNotes\n  Black: A bold dare <b>")
    before = Timeline(table.session.row, table.session.table).group_at(move).first - 1
    assert "bold" not in stranger.read(f"/s/noted/{before}.txt")
    found = outline(stranger)
    assert found["moments"]["notes"] == [move]  # type: ignore[index]  # a mapping
    assert [one[:5] for one in found["notes"]] == [  # type: ignore[attr-defined]  # a list
        [move, found["notes"][0][1], move + 1, "Black", "A bold dare <b>"]  # type: ignore[index]  # as above
    ]
    assert f"Black notes at entry {move}: A bold dare" in visible(stranger.read(f"/s/noted/{move + 1}"))


def test_only_the_author_withdraws_a_note_and_its_entry_remains(table: NoteTable) -> None:
    black, yellow = table.browser(SEAT, "black"), table.browser(SEAT, "yellow")
    table.written(black, "#9", "Look here")
    line = table.last
    yellow.refused(
        "/s/noted/9?as=yellow", f"{NOTES}/{line}/withdraw", f"entry {line} is not a note that you can withdraw"
    )
    assert black.done(NOTES, f"{NOTES}/{line}/withdraw") == f"{NOTES}?as=black"
    assert "<bdi>Look here" not in black.read(NOTES)
    assert "<bdi>Look here" not in black.read("/s/noted/9")
    assert f"Black withdraws the note of entry {line}." in visible(black.read(f"/s/noted/{line + 1}"))
    black.refused(NOTES, f"{NOTES}/{line}/withdraw", "not a note that you can withdraw")
    assert outline(black)["notes"] == []


def test_a_moderator_withdraws_a_public_note(table: NoteTable) -> None:
    black, moderator = table.browser(SEAT, "black"), table.browser(MODERATOR)
    table.written(black, "", "Rude words")
    line = table.last
    moderator.done(NOTES, f"{NOTES}/{line}/withdraw")
    assert "Rude" not in visible(table.browser().read(NOTES))
    table.written(black, "#9", BLUFF, "alone")
    line = table.last
    moderator.refused(NOTES, f"{NOTES}/{line}/withdraw", "not a note that you can withdraw")


@pytest.mark.parametrize("whom", ["all", "alone", "judge", "after"])
def test_an_offline_page_does_not_contain_private_notes(table: NoteTable, whom: str) -> None:
    black = table.browser(SEAT, "black")
    table.written(black, "#9", BLUFF, whom)
    for seat, query in ((black, "?as=black&at=9"), (black, "?at=9"), (table.browser(MODERATOR), "?at=9")):
        offline = OfflinePage(seat.read(f"/s/noted/export.html{query}"))
        may = whom == "all"
        assert (BLUFF in " ".join(offline.shown_texts)) is may
        assert (BLUFF in offline.log) is may
        assert (BLUFF in str(offline.steps["outline.json"])) is may


@pytest.mark.parametrize("whom", ["alone", "judge", "after"])
def test_only_the_chosen_audience_sees_a_private_note(table: NoteTable, whom: str) -> None:
    black = table.browser(SEAT, "black")
    table.written(black, "#9", BLUFF, whom)
    line = table.last
    assert BLUFF in black.read("/s/noted/9?as=black")
    assert BLUFF in black.read(f"{NOTES}?as=black")
    assert BLUFF in black.read("/s/noted/9.txt?as=black")
    assert BLUFF in black.read("/s/noted/export.jsonl?as=black")
    assert BLUFF in str(outline(black, "?as=black")["notes"])
    for role, seat in (("", ""), (SEAT, "yellow"), (SPECTATOR, ""), (MODERATOR, "")):
        reader, may = table.browser(role, seat), whom == "judge" and role == MODERATOR
        shown = [reader.read(path) for path in every_page(line)]
        assert any(BLUFF in page for page in shown) is may
        assert ("notes" in outline(reader)["moments"]) is may  # type: ignore[operator]  # a mapping
        if not may:
            assert "note" not in outline(reader)["texts"].get(str(line), "")  # type: ignore[attr-defined]  # a mapping
            assert f'id="l{line}"' not in reader.read(f"/s/noted/{line}"), "the log has no row of it"
            assert visible(reader.read(f"/s/noted/{line}")).count("private note") == 0


@pytest.mark.parametrize("whom", ["alone", "after"])
@pytest.mark.parametrize("view", ["black", "table"])
def test_a_private_view_as_the_author_hides_private_notes(table: NoteTable, whom: str, view: str) -> None:
    moderator = table.browser(MODERATOR)
    table.written(table.browser(SEAT, "black"), "#9", BLUFF, whom)
    moderator.done("/s/noted/people", "/s/noted/look", view=view)
    line = table.last - 1
    pages = (*every_page(line), "9", "9.txt", f"export.html?at=9&as={view}")
    for page in pages:
        told = moderator.read(f"/s/noted/{page.removeprefix('/s/noted/')}{'&' if '?' in page else '?'}as={view}")
        assert BLUFF not in told, page


def test_notes_opened_to_the_seats_are_hidden_from_others(games: Registry) -> None:
    table = NoteTable(games, opens="seats")
    table.written(table.browser(SEAT, "black"), "#9", BLUFF, "after")
    table.again().end()
    moderator = table.browser(MODERATOR)
    moderator.done("/s/noted/people", "/s/noted/look", view="table")
    for page in ("9", "9.txt", "notes", "export.jsonl", "steps/outline.json", "export.html"):
        assert BLUFF not in moderator.read(f"/s/noted/{page}?as=table"), page
    assert BLUFF in table.browser(SEAT, "yellow").read("/s/noted/export.jsonl?as=yellow")
    assert BLUFF not in table.browser().read("/s/noted/export.jsonl")


def test_no_page_reveals_the_entry_of_a_private_note(table: NoteTable) -> None:
    black, stranger = table.browser(SEAT, "black"), table.browser()
    before = table.last
    table.written(black, "#9", BLUFF, "alone")
    hidden = table.last
    assert hidden == before + 1
    for path in (f"{hidden}/embed", f"9?vs=%23{hidden}", f"{hidden}?vs=9", f"{hidden}", f"{hidden}.txt"):
        assert "private note" not in visible(stranger.read(f"/s/noted/{path}")), path
    table.written(black, f"#{hidden}", "For all, here")
    for path in (f"{hidden}", f"{before}", f"{hidden}.txt", "notes"):
        assert "For all, here" in stranger.read(f"/s/noted/{path}"), path


def test_a_note_to_a_log_that_is_damaged_is_refused(table: NoteTable) -> None:
    black = table.browser(SEAT, "black")
    table.written(black, "#9", "Before")
    line = table.last
    log = table.store._logs["noted"]  # what no door of a store does: damage
    log.lines[20] = msgspec.structs.replace(log.lines[20], body=log.lines[20].body.replace("kind", "kin"))
    for path, sent in ((NOTES, {"at": "#9", "text": "More", "whom": "all"}), (f"{NOTES}/{line}/withdraw", {})):
        assert "Not saved. Entry 21 cannot be read: " in visible(black.send("/s/noted/9", path, **sent).text)
    assert len(log.lines) == line


def every_page(line: int) -> Sequence[str]:
    lines = ("9", "9.txt", str(line), f"{line}.txt")
    return [
        f"/s/noted/{page}" for page in (*lines, "notes", "export.jsonl", "steps/outline.json", "steps/1.json", "audit")
    ]


def test_the_end_reveals_only_notes_meant_for_after_the_end(table: NoteTable) -> None:
    black, judge, moderator = table.browser(SEAT, "black"), table.browser(f"{JUDGE}1"), table.browser(MODERATOR)
    for whom in WHOM:
        table.written(black, "#9", f"black {whom}", whom)
        table.written(judge, "#8", f"judge {whom}", whom)
    assert [f"{who} {whom}" for who in ("judge", "black") for whom in WHOM if f"{who} {whom}" in judge.read(NOTES)] == [
        "judge all", "judge alone", "judge judge", "judge after", "black all", "black judge",
    ]  # fmt: skip
    table.again().end()
    stranger = table.browser()
    for query in ("", "?as=black", "?as=yellow", "?as=table", "?known=now"):
        pages = ("8", "9", "8.txt", "9.txt", "notes", "export.jsonl", "steps/outline.json")
        told = [stranger.read(f"/s/noted/{page}{query}") for page in pages]
        assert not any(
            f"{who} {whom}" in page for page in told for who in ("black", "judge") for whom in ("alone", "judge")
        )
    assert not missing(visible(stranger.read(f"{NOTES}?known=now")), "black after", "judge after")
    assert "black alone" in black.read(f"{NOTES}?as=black")
    assert "black alone" not in black.read(f"{NOTES}?as=yellow")
    assert "black judge" in moderator.read(NOTES)
    export = "\n".join(export_lines(table.store, table.games, "noted", OMNISCIENT))
    assert not wrong(export, "black after", absent=["black alone"])
    assert "black alone" in "\n".join(export_lines(table.store, table.games, "noted", OMNISCIENT, whole=True))


def test_public_notes_are_in_the_transcript(table: NoteTable) -> None:
    move = next(reversed(Timeline(table.session.row, table.session.table).addresses.items()))
    black = table.browser(SEAT, "black")
    table.written(black, move[1], "Well dared")
    sent = {"at": move[1], "text": BLUFF, "whom": "alone", "after": table.last}
    for _ in range(2):
        black.done(NOTES, NOTES, **sent)
    assert len(table.events(Noted)) == 2, "sent twice, a private note is written once"
    assert not wrong(transcript_of(table.timeline()), f"NOTE {move[1]}: Well dared", absent=["private"])
    black.done(NOTES, f"{NOTES}/{table.last - 1}/withdraw")
    assert "Well dared" not in transcript_of(table.timeline())


@pytest.mark.parametrize(("sent", "says"), [
    ({"text": " \n "}, "a note must contain text"), ({"text": "?"}, "a note must contain text"),
    ({"text": "x" * 1001}, "at most 1,000 characters"), ({"text": "be\x00ll"}, "without control characters"),
    ({"text": "turn \u202e round"}, "without control characters"), ({"at": "#999"}, "#999 does not exist"),
    ({"at": "9.9"}, "9.9 does not exist"), ({"at": "0"}, "0 does not exist"), ({"at": "-1"}, "is not a move number"),
    ({"at": "'; drop"}, "is not a move number"), ({"whom": "yellow"}, '"yellow" cannot be the audience'),
    ({"whom": ""}, '"" cannot be the audience'),
])  # fmt: skip
def test_refuses_an_invalid_note(table: NoteTable, sent: dict[str, str], says: str) -> None:
    black, before = table.browser(SEAT, "black"), table.last
    given = {"at": "#9", "text": "A note", "whom": "all", **sent}
    assert "Not saved." in black.refused(NOTES, NOTES, says, 422, **given)
    assert table.last == before


def test_a_spectator_cannot_write_a_note(table: NoteTable) -> None:
    for reader in (table.browser(), table.browser(SPECTATOR)):
        assert "<textarea" not in reader.read(NOTES)
        assert "Write a note" not in reader.read("/s/noted/9")
    table.browser().read(f"{NOTES}?as=black", 403)


def test_notes_are_allowed_at_undone_moves_and_after_the_end(table: NoteTable) -> None:
    session = table.again()
    move = next(group for group in reversed(Timeline(session.row, session.table).groups) if not group.undone)
    take_back(session, move.first - 1, by="moderator", reason="a slip")
    black = table.browser(SEAT, "black")
    table.written(black, f"#{move.first}", "This was fine")
    assert "This was fine" in visible(table.browser().read(f"/s/noted/{move.first}"))
    table.again().end()
    table.written(black, f"#{move.first}", "I still think so")
    table.written(black, "#9", "Mine", "alone")
    assert "I still think so" in visible(table.browser().read(f"/s/noted/{move.first}"))
    assert "Mine" in visible(black.read("/s/noted/9?as=black"))
