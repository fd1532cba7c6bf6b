"""Sessions that begin with a described position."""

import random
from functools import cache

import msgspec
import pytest
from imported import record_text
from long_runs import some_short
from players import GAMES, founded, play_on, tables
from refusals import refuses

from events.errors import NotationError, RefusedError
from events.events import ALL, OMNISCIENT, Move, Started
from events.session_events import Adjusted
from events.store.memory import MemoryStore
from projections.registry import Registry
from replay.audit.audit import audit_session
from replay.corrections.moderation import adjust
from replay.exporting.transcript import transcript_of
from replay.importing.samples import samples, take_in
from replay.posts import create_session as cs
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.transfer.bundle import export_lines, import_bundle, read_bundle

DESCRIBED = [(slug, seats) for slug, seats in tables() if GAMES[slug].editor.fields]
TABLES = some_short(DESCRIBED, lambda case: case[1] == 2 or case == ("daleks", 1))
SEEDS = some_short(range(2), lambda seed: seed == 0)
MOVES = 150
PLACES = 5


@cache
def played(slug: str, seats: int, seed: int) -> Session:
    return play_on(founded(MemoryStore(), slug, seats, session=f"{slug}-{seats}-{seed}"), MOVES, seed=seed)


def begun(
    slug: str, seats: tuple[str, ...], text: str, store: MemoryStore | None = None, reason: str = "so"
) -> cs.DescribedStart:
    lines = cs.read_description(text)
    fields = {"game": slug, "seats": ", ".join(seats), "dice": "typed", "cards": "typed"}
    started = cs.started_with(GAMES, {**fields, **cs.options_in(GAMES[slug], lines)})
    return cs.begin_from(store or MemoryStore(), GAMES, started, lines, reason=reason)


def between_moves(session: Session, chooser: random.Random) -> list[int]:
    ends = [entry.seq - 1 for entry in session.table.entries if isinstance(entry.event, Move)]
    return chooser.sample(ends, min(PLACES, len(ends)))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_description_restores_the_same_position(slug: str, seats: int, seed: int) -> None:
    session, game = played(slug, seats, seed), GAMES[slug]
    seen = session.view(ALL).positions
    for at in between_moves(session, random.Random(seed)):
        position = seen[at - 1]
        middle = begun(slug, session.started.seats, cs.description(game, position))
        again = middle.staged.view(ALL).position
        assert game.view.text(again) == game.view.text(position)
        assert msgspec.structs.replace(again, options=position.options) == position
        assert game.rules.status(again) == game.rules.status(position)
        assert middle.warnings == ()
        assert cs.description(game, again) == cs.description(game, position)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_audits_and_exports_a_session_with_a_described_start(slug: str, seats: int) -> None:
    store, session = MemoryStore(), played(slug, seats, 0)
    at = between_moves(session, random.Random(9))[0]
    text = cs.description(GAMES[slug], session.view(ALL).positions[at - 1])
    middle = begun(slug, session.started.seats, text, store, reason="as it stood on Friday")
    timeline = Timeline.read(store, GAMES, middle.session)
    for viewer in (OMNISCIENT, ALL, session.started.seats[0]):
        assert audit_session(store, GAMES, middle.session, viewer).findings == ()
    events = [entry.event for entry in timeline.entries]
    reasons = {event.reason for event in events if isinstance(event, Adjusted)}
    assert reasons == {"as it stood on Friday"}
    for seq in range(timeline.last, timeline.last - 12, -3):
        assert timeline.svg(seq)
        assert timeline.sentence(seq)
    export = "".join(f"{line}\n" for line in export_lines(store, GAMES, middle.session))
    there = MemoryStore()
    import_bundle(there, read_bundle(export, GAMES))
    assert Timeline.read(there, GAMES, middle.session).reading.position == timeline.reading.position


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_the_order_of_the_lines_does_not_matter(slug: str, seats: int) -> None:
    session, game = played(slug, seats, 0), GAMES[slug]
    position = session.view(ALL).positions[between_moves(session, random.Random(3))[0] - 1]
    lines = cs.description(game, position).splitlines()
    for chooser in (random.Random(1), random.Random(2)):
        chooser.shuffle(lines)
        middle = begun(slug, session.started.seats, "\n".join(lines))
        again = cs.description(game, middle.staged.view(ALL).position).splitlines()
        assert sorted(again) == sorted(lines)


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_a_transcript_of_a_described_start_can_be_imported(slug: str, seats: int) -> None:
    store, session = MemoryStore(), played(slug, seats, 0)
    at = between_moves(session, random.Random(7))[0]
    text = cs.description(GAMES[slug], session.view(session.started.seats[0]).positions[at - 1])
    middle = begun(slug, session.started.seats, text, store)
    for viewer in (ALL, OMNISCIENT):
        timeline = Timeline.read(store, GAMES, middle.session, viewer)
        again = record_text(store, GAMES, transcript_of(timeline))
        assert again.whole
        there = Timeline.read(store, GAMES, again.session, OMNISCIENT)
        assert cs.description(GAMES[slug], there.reading.position) == cs.description(
            GAMES[slug], timeline.reading.position
        )


@pytest.mark.parametrize("header", ["table: laid", "table: described\ndice: tower\ncards: tower"])
def test_refuses_an_unknown_or_contradictory_table_header(header: str) -> None:
    text = (
        f"game: keys\nseats: tenth, ninth\nfirst: tenth\n{header}\n\n== moderator ==\nSET c2 = open ; so\n== end ==\n"
    )
    refuses(NotationError, "line 4, column 1: table: ", record_text, MemoryStore(), GAMES, text)


KEYS = """\
# the second evening
first = tenth
turn = twelfth T6 round 3   ; her turn
step = play
pawn tenth = c2
c2 = open, is key, barrier
hand tenth = Kb SS ?
hand twelfth = 4
discards = TB JC kr
"""


def test_only_the_owner_knows_a_described_hand() -> None:
    store = MemoryStore()
    middle = begun("keys", ("tenth", "twelfth"), KEYS, store)
    views = {viewer: Timeline.read(store, GAMES, middle.session, viewer) for viewer in (ALL, "tenth", "twelfth")}
    hands = {viewer: view.reading.position.hands["tenth"] for viewer, view in views.items()}
    assert hands == {"tenth": ("key-blue", "sonic", "?"), "twelfth": ("?", "?", "?"), ALL: ("?", "?", "?")}
    events = [entry.event for entry in views[ALL].entries]
    values = {event.place: event.value for event in events if isinstance(event, Adjusted)}
    assert (values["hand tenth"], values["hand twelfth"], values["discards"]) == ("3", "4", "TB JC kr")
    public = "".join(line.body for line in store.lines(middle.session))
    assert not any(word in public for word in ("Kb SS", "key-blue", "sonic"))
    assert "Kb SS" not in "".join(map(str, export_lines(store, GAMES, middle.session)))


def test_warns_about_an_inconsistent_position() -> None:
    middle = begun("keys", ("tenth", "twelfth"), KEYS)
    assert "the 68 cards are all there (KEY-CMP-01)" in middle.warnings
    whole = begun("keys", ("tenth", "twelfth"), KEYS.replace("Kb SS ?", "Kb SS ?") + "draw = 57\n")
    assert whole.warnings == ()
    inside = begun("keys", ("tenth", "twelfth"), "first=tenth\npawn tenth=a1")
    assert "pawns stand on open doors (KEY-MOV-04)" in inside.warnings
    risk = begun("risk", ("black", "yellow", "red"), "first_player = black\nRUS = black 4\n")
    assert "one army in each of 42 territories (RISK-OBJ-02)" in risk.warnings
    middle = begun("keys", ("tenth", "twelfth"), "first = tenth\nc2 = barrier\nheld tenth = 2\n")
    position = middle.staged.position
    assert (len(position.draw), position.tiles["c2"].barrier, position.held) == (60, True, {"tenth": 2})
    assert middle.warnings == ()
    adjust(middle.staged, "c2", "no barrier", "not there")
    assert middle.staged.position.discards == ("barrier",)


@pytest.mark.parametrize(("text", "says"), [
    ("", "the description is empty"), ("# only a word\n", "the description is empty"),
    ("first = tenth\nc2", "line 2, column 1: a line of a description must be a field and its value"),
    ("first = tenth\nc2 =", "line 2, column 1"),
    ("c2 = open\n\nC2 = closed", "line 3, column 1: C2 is already on line 1"),
    ("first = tenth\nh9 = open", 'line 2, column 1: "h9" cannot be set. Fields: a door a1 to g7'),
    ("first = tenth\nc2 = ajar", 'line 2, column 1: c2 cannot be "ajar": open, closed'),
    ("first = tenth\nhand tenth = Kb Kx",
     r'line 2, column 1: hand tenth: "Kx" is not a card\. Cards \(\? for unknown\): key-red'),
    ("first = tenth\nhand tenth = 401", "at most 400 cards"), ("first = tenth\nhand nemo = 3", "cannot be set"),
    ("first = tenth\nturn = nemo T3", "can have the turn: tenth"),
    ("first = tenth\nstep = nap", "draw, play, move, bonus"),
    ("first = tenth\ntunnel a1/a2 = yes", "touch at a corner"), ("first = tenth\ntunnel a1/b2 = si", "yes or no"),
    ("first = tenth\nused = tenth z1", r"a seat \(tenth, twelfth\) and a tile"),
    ("first = tenth\nextra turn = nemo", 'extra turn cannot be "nemo". Allowed: tenth, twelfth'),
    ("first = nemo\nc2 = open", r'\(first\): no seat "nemo"'), ("c2 = open", "first player"),
    ("x = y\n" * 1 + "\n".join(f"p{n} = 1" for n in range(1001)), "at most 1000 lines"),
    ("x" * 100_001, "at most 100000 characters"),
])  # fmt: skip
def test_refuses_malformed_descriptions_and_names_the_line(text: str, says: str) -> None:
    store = MemoryStore()
    refuses((NotationError, RefusedError), says, begun, "keys", ("tenth", "twelfth"), text, store)
    assert store.sessions() == []


@pytest.mark.parametrize(("line", "says"), [
    ("MOON = black 3", r"cannot be set\. Fields: a territory"),
    ("RUS = mauve 3", "not an army"), ("RUS = black x", "0 to 999"),
    ("hand black = XYZ", "is not a card"), ("missions black = egypt", "is not a card"),
    ("defeated = mauve", "black, yellow"),
    ("battle = source RUS", "missing fields: attacker, defender, target, daleks"),
    ("battle = attacker black, attacker black", "given twice"), ("battle = moon 3", "is not allowed"),
    ("cut black = 1, 2", "a number of Daleks"), ("no attack = perhaps", "yes or no"), ("trades = many", "0 to 999"),
    ("barred = moon", "a territory, or none"), ("window defence = mauve", "black, yellow, red"),
    ("turn = black T0", "can have the turn"), ("step = neutral", "tardis, count"), ("missed = nap", "neutral, tardis"),
])  # fmt: skip
def test_refuses_malformed_descriptions_of_risk(line: str, says: str) -> None:
    raised = refuses(NotationError, says, begun, "risk", ("black", "yellow", "red"), f"first_player = black\n{line}\n")
    assert raised.line == 2


def test_reads_a_described_battle_in_progress() -> None:
    text = """first_player = black
RUS = black 4
SCA = yellow 2
step = attack
battle = attacker black, defender yellow, source Russia, target sca, daleks 3, rolls 1, faces 6 5 : 4, waiting attack
"""
    middle = begun("risk", ("black", "yellow", "red"), f"{text}window defence = yellow\n")
    world = middle.staged.view(ALL).position
    assert (world.battle.source, world.battle.faces, world.battle.waiting) == ("russia", ((6, 5), (4,)), "attack")
    assert GAMES["risk"].rules.status(world).awaited == ("yellow",)
    assert "Dice on the table: attack 6 5, defence 4." in GAMES["risk"].view.text(world)


def test_some_positions_cannot_be_described(games: Registry) -> None:
    session = Session.create(MemoryStore(), games, Started("toy", 1, ("black", "yellow"), {"points": 9}))
    refuses(RefusedError, "cannot describe its positions", cs.description, games["toy"], session.position)
    sample = next(sample for sample in samples("keys") if sample.name == "two-player")
    over = Session.load(store := MemoryStore(), GAMES, take_in(store, GAMES, sample))
    refuses(RefusedError, "this game is over", cs.description, over.game, over.position)
