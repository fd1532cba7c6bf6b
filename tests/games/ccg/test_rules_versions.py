"""Rules versions: one log decided under version 1 and 2, the change by the moderator, and versions that do not exist.

In version 1, Steve's answer to Julie's use happens at once. From version 2 on, Julie is asked about it (CCG-GEN-04).
"""

from typing import Any, Final

import msgspec
import pytest
from ccg_tables import JULIE, SEATS, STEVE, play, table
from flask import Flask
from front_door import Door
from imported import go_on, record_text
from msgspec.structs import replace
from people import Browser, visible
from players import GAMES, START_MS
from refusals import refuses

from events.entry import Entry
from events.errors import BellError, RefusedError
from events.events import ALL, OMNISCIENT, Move, Passed, Started
from events.store.accounts import MODERATOR, SEAT, Accounts
from events.store.memory import MemoryStore
from projections.contracts import Written
from projections.field import RULES_VERSION
from projections.games.ccg.events.moves import UseSpecial
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.status import awaited
from projections.games.ccg.state.position import VERSIONS, Position
from projections.registry import registry
from projections.rulebook import rule_changes
from replay.audit.audit import audit_session
from replay.audit.findings import Report, report_text
from replay.corrections.branch import make_branch
from replay.corrections.moderation import adjust
from replay.corrections.takeback import take_back
from replay.exporting.transcript import transcript_of
from replay.posts.create_session import begin_from, description, options_in, read_description, started_with
from replay.posts.door import Request as SentText, submit as submit_text
from replay.posts.paste import Pasted, Poster
from replay.reading.timeline import Timeline
from replay.session.compensation import read_compensation
from replay.session.encoding import fingerprint
from replay.session.session import Session
from replay.session.submission import Request, submit
from replay.transfer.bundle import export_lines
from webui import create_app

TABLE: Final = (
    "julie present daemons, steve present dulciens, steve present force-field, julie present daemons, "
    "steve present force-field"
)
FIRST: Final = (UseSpecial(JULIE, 1, targets=(2,), value="substance"), UseSpecial(STEVE, 3, targets=(2,)))
SECOND: Final = (UseSpecial(JULIE, 4, targets=(2,), value="substance"), UseSpecial(STEVE, 5, targets=(2,)))
ROOM: Final = "versions"


def position() -> Position:
    return table(TABLE, hands={JULIE: "zarbi", STEVE: "zarbi"})


def begun(rules: str = "") -> Session:
    store, lines = MemoryStore(), read_description(description(GAME, position()))
    fields = {"game": "ccg", "seats": ", ".join(SEATS), "dice": "typed", "cards": "typed"}
    fields |= {"rules": rules} if rules else {}
    started = started_with(GAMES, {**fields, **options_in(GAME, lines)})
    begin_from(store, GAMES, started, lines, reason="as it was", session=ROOM)
    return Session.load(store, GAMES, ROOM, lambda: START_MS)


def played(session: Session, *moves: Move) -> Session:
    for move in moves:
        answer = submit(session, move.player, [Request(Written(move))])
        assert answer.done, answer
    return session


def changed(session: Session, version: int | str = 2) -> int:
    """Set the rules version, and return the entry that changes it."""
    adjust(session, RULES_VERSION, str(version), "we agreed to it")
    return session.head.seq


def audited(session: Session) -> Report:
    return audit_session(session.store, GAMES, session.row.session, OMNISCIENT)


def in_version(session: Session, version: int) -> Session:
    """Return the same log with another rules version in its first entry."""
    (first, *rest), store = session.table.entries, MemoryStore()
    assert isinstance(first.event, Started)
    other = Session(store, GAMES, session.row, session.clock)
    with other.writing(store.create_with_entries(session.row, None)):
        other.append([Entry(replace(first.event, rules=version)), *rest])
    return other


def passes(session: Session) -> list[Passed]:
    return [entry.event for entry in session.table.entries if isinstance(entry.event, Passed)]


def version(session: Session) -> int:
    return GAME.rules_version(session.position)


def test_version_2_asks_about_an_answer_to_a_use() -> None:
    old = VERSIONS[1](**{name: getattr(position(), name) for name in Position.__struct_fields__})
    asked = {each.rules: awaited(play(each, *FIRST)) for each in (old, position())}
    assert asked == {1: (STEVE,), 2: (JULIE,)}
    assert fingerprint(old) == fingerprint(position())


def test_one_log_has_other_findings_under_the_other_version() -> None:
    logs = {1: played(begun("1"), *FIRST, Passed(STEVE)), 2: played(begun("2"), *FIRST, Passed(JULIE), Passed(STEVE))}
    for rules, session in logs.items():
        assert audited(session).findings == ()
        other = audited(in_version(session, 3 - rules))
        assert {(one.level, one.address) for one in other.roots} == {("violation", "7.2")}
    assert (version(begun()), begun().started.rules) == (2, 2)


def test_each_move_is_decided_by_the_version_at_its_entry() -> None:
    session = played(begun("1"), *FIRST, Passed(STEVE))
    seq = changed(session)
    played(session, *SECOND, Passed(JULIE), Passed(STEVE))
    report = audited(session)
    assert (report.findings, report.rules_played, report.rules_changes) == ((), 1, ((seq, 2),))
    assert f"rules version 1, from entry {seq} on version 2," in report_text(report)
    assert passes(session) == [Passed(STEVE), Passed(JULIE), Passed(STEVE)]
    findings = audited(in_version(session, 2)).findings
    assert {one.address for one in findings if one.rule.startswith("CCG")} == {"7.2"}
    assert {one.seq < seq for one in findings} == {True}
    session = played(begun("2"), *FIRST, Passed(JULIE), Passed(STEVE))
    seq = changed(session, 1)
    played(session, *SECOND, Passed(STEVE))
    assert passes(session) == [Passed(JULIE), Passed(STEVE), Passed(STEVE)]
    assert audited(session).findings == ()
    assert audited(session).rules == f"rules version 2, from entry {seq} on version 1 (newest: 2)"


def test_a_what_if_has_the_version_of_its_entry_and_a_takeback_restores_it() -> None:
    session = played(begun("1"), *FIRST, Passed(STEVE))
    before = session.head.seq
    changed(session)
    timeline = Timeline.read(session.store, GAMES, ROOM, OMNISCIENT)
    for seq, rules in ((before, 1), (session.head.seq, 2)):
        branch = make_branch(session.store, GAMES, timeline, seq)
        assert (branch.started.rules, version(branch)) == (1, rules)
        assert audited(branch).findings == ()
    take_back(session, before, by="moderator")
    assert version(session) == 1
    assert played(session, *SECOND).status.awaited == (STEVE,)
    assert audited(session).findings == ()


def test_an_exported_transcript_is_imported_under_the_same_version() -> None:
    for rules, header in (("1", False), ("2", True)):
        text = transcript_of(Timeline(begun(rules).row, begun(rules).table))
        assert ("\nrules: 2\n" in text, "rules: 1" in text) == (header, False)
        store = MemoryStore()
        assert Session.load(store, GAMES, record_text(store, GAMES, text).session).started.rules == int(rules)


def test_a_change_of_the_version_is_imported_from_a_transcript() -> None:
    session = played(begun("1"), *FIRST, Passed(STEVE))
    changed(session)
    played(session, *SECOND, Passed(JULIE), Passed(STEVE))
    text = transcript_of(Timeline(session.row, session.table))
    assert f"SET {RULES_VERSION} = 2 ; we agreed to it" in text
    store = MemoryStore()
    again = Session.load(store, GAMES, record_text(store, GAMES, text).session)
    assert (again.started.rules, version(again), audited(again).findings) == (1, 2, ())
    lone = "game: ccg\nseats: julie, steve\nfirst_player: julie\ndice: typed\ncards: typed\n\n"
    store = MemoryStore()
    new = Session.load(store, GAMES, record_text(store, GAMES, lone).session)
    changed(new)
    assert "table:" not in transcript_of(Timeline(new.row, new.table))


@pytest.mark.parametrize("text", ["0", "3", "-1", "two", "1.0", "\u0662", "9" * 60])
def test_an_unknown_version_is_refused_everywhere(text: str, no_door: Door) -> None:
    known = "Doctor Who: The Collectible Card Game has versions 1 and 2"
    assert known in str(refuses(BellError, "is not available", begun, text))
    header = f"game: ccg\nrules: {text}\nseats: julie, steve\nfirst_player: julie\n\n"
    no_door.refused("import", "-", stdin=header, says=known)
    told = str(refuses(RefusedError, "cannot be", changed, begun("1"), text))
    assert told.endswith("Allowed: 1, 2")
    session = begun("1")
    line = f"== moderator ==\nSET {RULES_VERSION} = {text} ; we agreed\n== end ==\n"
    (read,) = [one for one in go_on(session.store, GAMES, ROOM, line).lines if one.status != "chat"]
    assert (read.status, "Allowed: 1, 2" in read.message) == ("illegal", True)
    assert session.store.head(ROOM) == session.head


def test_a_game_with_one_version_names_it() -> None:
    fields = {"game": "keys", "seats": "tenth, twelfth", "rules": "2"}
    refuses(RefusedError, "Keys to the TARDIS has version 1$", started_with, GAMES, fields)


def test_a_log_of_an_unknown_version_is_audited_and_takes_no_moves() -> None:
    session = in_version(played(begun("2"), *FIRST, Passed(JULIE)), 7)
    (note,) = audited(session).findings
    assert (note.level, note.rule) == ("note", "LOG-RULES")
    assert "does not have rules version 7; this audit uses 2" in note.condition
    before = session.head
    refuses(RefusedError, "rules version 7 is not available", changed, session)
    refuses(RefusedError, "rules version 7 is not available", played, session, Passed(STEVE))
    assert session.store.head(ROOM) == before
    started = replace(session.started, signs="")
    refuses(RefusedError, "rules version 7 is not available", Session.create, MemoryStore(), GAMES, started)


def test_only_the_moderator_changes_the_version() -> None:
    session = begun("1")
    line = f"SET {RULES_VERSION} = 2"
    for poster, text, says in (
        (Poster(JULIE, JULIE), f"{line} ; for me", "moderator"), (Poster("moderator"), line, "needs a reason"),
    ):  # fmt: skip
        refuses(
            BellError, says, submit_text, session.store, GAMES, SentText(ROOM, poster, Pasted(text=text), is_post=False)
        )
    refuses(RefusedError, "cannot change the rules version", read_compensation, session, f"julie: +1 {RULES_VERSION}")
    assert session.store.head(ROOM) == session.head
    submit_text(
        session.store, GAMES, SentText(ROOM, Poster("moderator"), Pasted(text=f"{line} ; we agreed"), is_post=False)
    )
    assert version(Session.load(session.store, GAMES, ROOM)) == 2


@pytest.fixture
def served() -> tuple[Session, Flask, Accounts]:
    session, accounts = begun("1"), Accounts.memory()
    return session, create_app(session.store, registry(), accounts), accounts


def browser(served: tuple[Session, Flask, Accounts], role: str = "", seat: str = "") -> Browser:
    _, app, accounts = served
    return Browser(app, *([accounts.issue(ROOM, role, START_MS, seat=seat)[1]] * bool(role)))


def test_pages_name_the_version_and_offer_the_newer_one(served: tuple[Session, Flask, Accounts]) -> None:
    session, where = served[0], f"/s/{ROOM}/set"
    moderator, (change,) = browser(served, MODERATOR), rule_changes(GAME.meta.package)
    page = visible(moderator.read(where))
    assert "This session uses rules version 1." in page
    assert change.difference in page
    form: dict[str, Any] = {"place": RULES_VERSION, "reason": "we agreed", "after": str(session.head.seq), "do": "file"}
    for value, says in (("3", "Allowed: 1, 2"), ("", "Name the field"), ("1", "is already the case")):
        answer = moderator.send(where, where, **form, value=value)
        assert (answer.status_code, says in visible(answer.text)) == (422, True)
    assert browser(served, SEAT, JULIE).send(f"/s/{ROOM}/post", where, **form, value="2").status_code == 403
    assert visible(moderator.read("/")).count("rules version 1") == 1
    assert moderator.done(where, where, **form, value="2") == f"/s/{ROOM}"
    seq = session.store.head(ROOM).seq - 1
    told = f"rules version 1, from entry {seq + 1} on version 2"
    assert told in visible(moderator.read(f"/s/{ROOM}/audit"))
    assert "rules version 2" in visible(moderator.read("/"))
    assert "A newer version of the rules" not in visible(moderator.read(where))
    rules = visible(moderator.read("/rules/ccg"))
    assert ("Rules version 2" in rules, change.difference in rules) == (True, True)


def test_commands_name_the_version(no_door: Door, tmp_path: Any) -> None:
    session = played(begun("1"), *FIRST, Passed(STEVE))
    changed(session)
    path = tmp_path / "versions.jsonl"
    lines = export_lines(session.store, GAMES, ROOM, ALL)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    no_door.well("import", path)
    (entry,) = no_door.well("list", "--json").data
    assert entry["rules"] == 2
    assert no_door.well("list").out.split("\n")[0].split()[3] == "rules"
    report = no_door.well("audit", ROOM, "--json").data
    assert (report["rules_played"], report["rules_now"]) == (1, 2)
    assert [now for _, now in report["rules_changes"]] == [2]
    assert "on version 2," in no_door.well("audit", ROOM).out
    (change,) = rule_changes(GAME.meta.package)
    told = no_door.well("rules", "ccg").out
    assert told.startswith("Doctor Who: The Collectible Card Game, rules version 2\n      version 2: CCG-GEN-04")
    (fixed,) = [each for each in no_door.well("rules", "ccg", "--json").data if each["versions"]]
    assert (fixed["rule"], fixed["versions"]) == ("CCG-GEN-04", {"2": change.difference})


def test_a_program_sets_the_version_with_a_line(served: tuple[Session, Flask, Accounts]) -> None:
    session, app, accounts = served
    token = accounts.issue(ROOM, MODERATOR, START_MS)[1]
    client, headers = app.test_client(), {"Authorization": f"Bearer {token}"}
    address = f"/api/v1/sessions/{ROOM}"

    def version_now() -> Any:
        return msgspec.json.decode(client.get(address, headers=headers).data)["rules"]

    def sent(value: str) -> Any:
        post = {"text": f"SET {RULES_VERSION} = {value} ; we agreed", "seat": "moderator", "after": session.head.seq}
        answer = client.post(f"{address}/posts", json=post, headers=headers)
        assert answer.status_code == 200
        return msgspec.json.decode(answer.data)

    answer = sent("3")
    (line,) = answer["lines"]
    assert (answer["done"], line["status"], "Allowed: 1, 2" in line["message"]) == (False, "illegal", True)
    assert version_now() == 1
    assert sent("2")["done"]
    assert version_now() == 2


@pytest.mark.parametrize("slug", registry())
def test_the_page_of_the_rules_says_what_each_version_changed(slug: str) -> None:
    game = registry()[slug]
    changes, versions = rule_changes(game.meta.package), game.meta.rules_versions
    assert {change.version for change in changes} == {*versions[1:]}
    assert {change.rule for change in changes} <= game.meta.rulebook.keys()
    seats = ("north", "south")
    for number in versions:
        assert game.rules_version(game.set_up(Started(slug, number, seats))) == number
    fields = game.editor.fields
    assert fields is not None
    assert [row.name for row in fields.rows if row.name == RULES_VERSION] == [RULES_VERSION] * (len(versions) > 1)
