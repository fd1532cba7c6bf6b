"""The rulebook's examples of the card game, posts with answers of the other player, and audits."""

from collections.abc import Callable

import pytest
from ccg_tables import JULIE, SEATS, STEVE, card, play, strength, table
from imported import go_on, record_text
from players import GAMES
from recordings import SAMPLES, recording

from events.events import OMNISCIENT, Move, Passed, Started
from events.session_events import Claimed, TakenBack
from events.store.memory import MemoryStore
from events.store.protocol import EventStore
from projections.contracts import Written
from projections.games.ccg.events import combat_effects as c, effects as f, moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.rules.interpretation import proposed_ruling
from projections.games.ccg.state.position import Position
from projections.notation.prose_match import Offers
from projections.registry import registry
from replay.audit.audit import audit_session
from replay.audit.findings import Report, report_text
from replay.chance.tower import build
from replay.posts.create_session import begin_from, description, options_in, read_description, started_with
from replay.posts.door import file_post
from replay.posts.lines import SpokenLine, spoken_by
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.reading.timeline import Timeline
from replay.session.session import Session
from replay.session.submission import Request, submit

EVENING, DAMAGE, SUPPORT = (recording(f"ccg-rulebook-{name}") for name in ("game", "damage", "support"))
BLOCKS = SAMPLES["ccg-mistakes"].text.split("== T11 Dev ==")[0] + "== T11 Dev ==\n"
RAISE = 'S SIDE: "Force Field" > "Dulciens" Sub+2'


def values(now: Position, face: str, side: str = "") -> tuple[int, int, int]:
    lying = card(now, face, side)
    return lying.energy, lying.substance, lying.support


def test_rulebook_game_gives_the_printed_positions() -> None:
    """T-CCG-28."""
    begun = EVENING.before_event(f.TurnBegan(player="julie", turn=1, round=1))
    assert (begun.bonus_zone("julie"), begun.bonus_zone("steve")) == ("future", "present")
    for seat in ("julie", "steve"):
        piles = (begun.lists, begun.hands, begun.decks, begun.times, begun.discards)
        assert [len(pile.get(seat, ())) for pile in piles] == [60, 7, 44, 6, 0]
    assert [(lying.zone, lying.side) for lying in begun.play] == [
        (zone, seat) for seat in ("julie", "steve") for zone in ("past", "present", "future")
    ]
    ended = c.CombatEnded(how="draw", loser=0)
    now = EVENING.before_event(ended)
    assert (values(now, "watcher-present", "julie"), values(now, "yeti")) == ((1, 2, 1), (2, 2, 0))
    assert now.discards["julie"] == ("brain-transformer",)
    assert (EVENING.events(c.CombatEnded), EVENING.events(f.CardDiscarded)) == ([ended], [])
    assert EVENING.events(f.CardStood) == [f.CardStood(card(EVENING.end, "unit-corporal").n)]


def test_rulebook_damage_gives_the_printed_values() -> None:
    """T-CCG-01, T-CCG-03, T-CCG-05, T-CCG-02, T-CCG-04: in moves that were taken back."""
    (used, answer) = DAMAGE.events(m.UseSpecial)
    assert (used.targets, used.value) == (answer.targets, "substance")
    (end,) = DAMAGE.events(m.EndTurn)
    assert values(DAMAGE.before_event(end), "dulciens") == (0, 2, 1)
    assert values(DAMAGE.end, "dulciens") == (0, 1, 1)
    timeline = DAMAGE.timeline
    undone = [entry for entry in timeline.entries if entry.seq in timeline.undone]
    (gone,) = [entry for entry in undone if isinstance(entry.event, f.CardDiscarded)]
    assert timeline.position(gone.seq).discards["steve"] == ("dulciens",)
    (used,) = [entry for entry in undone if isinstance(entry.event, m.UseSpecial) and entry.event.value == "energy"]
    after = max(entry.seq for entry in undone if entry.seq > used.seq)
    assert values(timeline.position(after), "dulciens") == (0, 1, 1)
    assert len(DAMAGE.events(TakenBack)) == 3


@pytest.mark.parametrize(("number", "attacker", "defender", "how", "loser", "is_undone"), [
    (0, ("ice-warrior", "julie", 2, 4, 2), ("ice-warrior", "steve", 1, 3, 1), "attacker", 2, True),
    (1, ("ice-warrior", "julie", 2, 4, 2), ("ice-warrior", "steve", 4, 3, 1), "draw", 0, False),
    (2, ("ice-warrior", "steve", 1, 3, 1), ("the-mara", "julie", 0, 2, 1), "attacker", 2, False),
])  # fmt: skip
def test_rulebook_fights_with_support_end_as_printed(
    number: int, attacker: tuple[str, str, int, int, int], defender: tuple[str, str, int, int, int], how: str,
    loser: int, *, is_undone: bool,
) -> None:  # fmt: skip
    """T-CCG-10, T-CCG-11, T-CCG-14, T-CCG-15."""
    timeline = SUPPORT.timeline
    ends = [entry for entry in timeline.entries if isinstance(entry.event, c.CombatEnded)]
    end, now = ends[number], timeline.position(ends[number].seq - 1)
    for face, side, *expected in (attacker, defender):
        assert values(now, face, side) == tuple(expected)
    lost = card(now, *defender[:2]).n if loser else 0
    assert (end.event, end.seq in timeline.undone) == (c.CombatEnded(how=how, loser=lost), is_undone)
    assert len(ends) == 3


def after(*text: str) -> Timeline:
    """The second evening up to Ruth's attack, and lines of Dev's who is asked."""
    store = MemoryStore()
    result = record_text(store, registry(), BLOCKS + "\n".join(text) + "\n")
    assert result.whole, result.lines[-1]
    return Timeline.read(store, registry(), result.session, OMNISCIENT)


def test_asked_seats_pass_only_when_the_next_turn_begins() -> None:
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', 'SIDE: "Quark" > "Zoe Heriot" Sub+1')
    assert timeline.status(timeline.last).awaited == ("ruth", "dev")
    (attack,) = [entry.seq for entry in timeline.entries if isinstance(entry.event, m.Attack)]
    assert not [entry for entry in timeline.entries[attack:] if isinstance(entry.event, Passed)]
    helpers = ("Menoptera", "Quark", "Space Marine", "Draconian")
    timeline = after(*(f'SIDE: "{name}" > "Zoe Heriot" E+1' for name in helpers))
    assert (timeline.status(timeline.last).turn, timeline.position(timeline.last).step) == (11, "fight")
    timeline = after('SIDE: "Menoptera" > "Zoe Heriot" Sub+1', "== end ==", "== T12 Dev ==", "ZONE: Pa!")
    status = timeline.status(timeline.last)
    assert (status.turn, status.seat, timeline.position(timeline.last).zone) == (12, "dev", "past")
    assert GAME.rules.implied_pass(timeline.position(timeline.last), "dev") == m.DrawCard("dev")


Clock = Callable[[], int]
SESSION = "by-forum"
BEGUN = """\
game: ccg
title: One evening
seats: julie, steve
first_player: steve
dice: typed
cards: typed

--- Gwen, Mon, post 1 ---
== julie ==
DECK: "Five Rounds Rapid"
== end ==
== steve ==
DECK: "Iron and Silver" shows Pr Fu
== end ==
"""
TURN = """\
== T1 Steve ==
STAND: -
ZONE: Fu!
DRAW: ?
PLAY: -
EPISODE: - ; SOLVE: -
COMBAT: announce
J READY
{more}COMBAT: none
BONUS: draw ? =hand S:9
== end ==
"""
MODERATOR = Poster("moderator")


def read(store: EventStore, text: str, poster: Poster, **more: Choice) -> ReadPaste:
    choices = {int(number.removeprefix("line")): choice for number, choice in more.items()}
    timeline = Timeline.read(store, registry(), SESSION, poster.viewer)
    return read_post(timeline, store, Pasted(text=text, choices=choices), poster)


def made(store: EventStore) -> list[Move]:
    return [
        entry.event for entry in Session.load(store, registry(), SESSION).table.entries if isinstance(entry.event, Move)
    ]


EXPECTED = [
    m.StandCards("steve"), m.ChooseZone("steve", "future"), m.DrawCard("steve"), m.AnnounceCombat("steve"),
    Passed("julie"), m.DrawBonus("steve"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "choice"), [
    ("play force feeld", 'PLAY: "Force Field"'), ("i play the fource field", 'PLAY: "Force Field"'),
    ("Play well, all!", ""), ("pay me a visit", ""),
])  # fmt: skip
def test_suggests_the_move_for_a_misspelt_card_name(line: str, choice: str) -> None:
    """CCG-PREP-09."""
    position = table(hands={"julie": "force-field yeti"})
    assert Offers(GAME, position, "julie").meant(line) == ((choice,) if choice else ())


@pytest.mark.parametrize(("line", "passes"), [("i pass", True), ("done", True), ("no answer", True), ("pasta", False)])
def test_understands_a_sentence_as_a_pass(line: str, passes: bool) -> None:  # noqa: FBT001  # a column
    """CCG-COM-03."""
    position = play(table("steve present force-field", hands={"steve": "yeti"}), m.AnnounceCombat("julie"))
    assert Offers(GAME, position, "steve").meant(line) == (("READY",) if passes else ())


def test_an_answer_in_a_block_belongs_to_the_named_seat(store: EventStore, clock: Clock) -> None:
    assert record_text(store, registry(), BEGUN, alias=SESSION, clock=clock).whole
    paste = read(store, TURN.format(more=""), Poster("steve", "steve"))
    (line,) = paste.open
    assert (line.text, line.status) == ("J READY", "illegal")
    assert line.message == "this line is for Julie, but you are posting as Steve"
    assert not paste.is_settled
    text = (
        TURN.format(more='Julie DEFEND: "The Wacher"\n').replace("J READY\n", "").replace("announce", '"The Watcher"')
    )
    (line, *_) = read(store, text, MODERATOR).open
    assert (line.status, line.seat) == ("question", "julie")
    assert line.choices == ('Julie DEFEND: "The Watcher (Future)"',)
    settled = read(store, text, MODERATOR, line8=Choice(take=line.choices[0]))
    assert (settled.lines[6].status, settled.lines[6].seat) == ("ok", "julie"), settled.lines
    text = TURN.format(more="")
    paste = read(store, text, MODERATOR)
    assert [(line.status, line.seat) for line in paste.lines if line.text == "J READY"] == [("ok", "julie")]
    assert paste.is_settled, paste.lines
    file_post(store, registry(), SESSION, Pasted(text=text), MODERATOR)
    assert made(store)[2:] == EXPECTED
    entries = Session.load(store, registry(), SESSION).table.entries
    assert [entry.event for entry in entries if isinstance(entry.event, Claimed)] == [
        Claimed("steve", "hand steve", "9")
    ]


def test_a_poster_cannot_answer_for_the_other_seat(store: EventStore, clock: Clock) -> None:
    started = Started("ccg", GAME.meta.rules_number, ("julie", "steve"), {"first_player": "steve"})
    tower = build(b"\1" * 32, b"\2" * 32, 1024)
    session = Session.create(store, registry(), started, session=SESSION, tower=tower, clock=clock)
    for seat in started.seats:
        starter = next(iter(session.position.cards.starter.values()))
        assert submit(session, seat, [Request(Written(m.SubmitDeck(seat, starter.row)))]).done
    text = "== T1 steve ==\nZONE: Fu\nDRAW: ?\nCOMBAT: announce\nJ READY\n"
    steve, head = Poster("steve", "steve"), store.head(SESSION)
    done = file_post(store, registry(), SESSION, Pasted(text=text), steve)
    assert [line.status for line in done.lines] == ["ok", "ok", "ok", "illegal"]
    assert "this line is for Julie, but you are posting as Steve" in done.lines[-1].message
    assert (done.is_done, store.head(SESSION)) == (False, head), "it is settled first"
    assert file_post(store, registry(), SESSION, Pasted(text=text.replace("J READY\n", "")), steve).is_done
    assert made(store)[-1] == m.AnnounceCombat("steve")
    assert go_on(store, registry(), SESSION, "== T1 steve ==\nJ READY\n").whole
    assert made(store)[-1] == Passed("julie")


@pytest.mark.parametrize(("line", "spoken"), [
    ("J PASS", SpokenLine("julie", "PASS", "J ")), ('julie FLASH: "X"', SpokenLine("julie", 'FLASH: "X"', "julie ")),
    ("Steve PASS", SpokenLine("steve", "Steve PASS")), ("J ZONE: Pr", SpokenLine("steve", "J ZONE: Pr")),
    ("K PASS", SpokenLine("steve", "K PASS")), ("PASS", SpokenLine("steve", "PASS")),
    ("Julie, pass the salt", SpokenLine("steve", "Julie, pass the salt")),
])  # fmt: skip
def test_finds_the_seat_that_a_line_names(line: str, spoken: SpokenLine) -> None:
    assert spoken_by(line, "steve", ("julie", "steve"), GAME.interjections) == spoken


def test_an_initial_shared_by_two_seats_names_neither() -> None:
    assert spoken_by("J PASS", "jack", ("jack", "julie"), GAME.interjections) == SpokenLine("jack", "J PASS")
    assert spoken_by("J PASS", "moderator", ("jack", "kate"), GAME.interjections) == SpokenLine("moderator", "J PASS")
    assert spoken_by("J PASS", "kate", ("jack", "kate"), frozenset()) == SpokenLine("kate", "J PASS")


def begun(now: Position) -> Session:
    store = MemoryStore()
    lines = read_description(description(GAME, now))
    fields = {"game": "ccg", "seats": ", ".join(SEATS), "dice": "typed", "cards": "typed"}
    started = started_with(GAMES, {**fields, **options_in(GAME, lines)})
    return Session.load(store, GAMES, begin_from(store, GAMES, started, lines, reason="as it was").session, lambda: 1)


def audited(now: Position, *moves: Move, keep: str = "") -> Report:
    session = begun(now)
    for move in moves:
        answer = submit(session, move.player, [Request(Written(move), keep=keep)])
        assert answer.done, answer
    return audit_session(session.store, GAMES, session.row.session, OMNISCIENT)


def test_the_audit_lists_a_rule_that_a_card_sets_aside() -> None:
    reports = []
    for age in (" fresh", ""):
        now = table(f"julie present raston-warrior-robot{age}, steve present yeti", "attack")
        reports.append(audited(now, m.Attack(JULIE, card(now, "raston-warrior-robot").n, card(now, "yeti").n)))
    assert [report.findings for report in reports] == [(), ()]
    (aside,) = reports[0].waived
    assert aside.startswith("CCG-COM-08 at entry ")
    assert aside.endswith(": Raston Warrior Robot")
    assert f"Rules that a card suspended:\n  - {aside}" in report_text(reports[0])
    assert reports[1].waived == ()


def test_the_audit_proposes_a_ruling_on_an_ambiguous_card() -> None:
    now = table("julie present force-field, steve past yeti", hands={JULIE: "bok"})
    move = m.UseSpecial(JULIE, card(now, "force-field").n, targets=(card(now, "yeti").n,))
    (finding,) = [found for found in audited(now, move, keep="we read it so").findings if found.level == "violation"]
    assert finding.rule == "CCG-ABI-07"
    suggests = "if the text of Force Field is unclear, read it in favour of the player who used it (CCG-GEN-03)"
    assert finding.remedy == f"accepted as played: we read it so; suggested ruling: {suggests}"
    now = table("julie present force-field, steve present yeti", hands={STEVE: "brain-transformer"})
    flash = m.PlayFlash(STEVE, "brain-transformer", targets=(2,))
    assert proposed_ruling(now, flash, "CCG-GLO-05").endswith("(CCG-GEN-03)")
    assert [proposed_ruling(now, flash, rule) for rule in ("CCG-WIN-01", "CCG-FLA-01", "CCG-ABI-04")] == ["", "", ""]
    assert proposed_ruling(now, m.EndTurn(JULIE), "CCG-GEN-01") == ""
    episode = table("julie present the-web-of-fear of-steve, steve present yeti")
    assert proposed_ruling(episode, m.SolveEpisode(JULIE, 1, (2,)), "CCG-GEN-05").endswith(
        "read it against the Solver (CCG-GEN-05)"
    )


@pytest.mark.parametrize(("texts", "values", "found"), [
    ((RAISE, 'SPECIAL: #2 > S."Dulciens" Sub-1', 'S PASS ="Dulciens" 0/0/1'), None, []),
    ((f"{RAISE} = Sub 3", 'S PASS ="Dulciens" 0/2/1'), (0, 2, 1), []),
    ((f"{RAISE} = Sub 4", 'S PASS ="Dulciens" 0/2/1'), (0, 2, 1), ["LOG-CLAIM"]),
])  # fmt: skip
def test_the_last_announcement_takes_effect_before_claims_are_checked(
    texts: tuple[str, ...], values: tuple[int, int, int] | None, found: list[str]
) -> None:
    lying = "julie present daemons, julie present daemons, steve present dulciens, steve present force-field"
    session = begun(table(lying))
    text = "\n".join(("== T7 Julie ==", 'SPECIAL: #1 > S."Dulciens" Sub-1', *texts, "== end ==", ""))
    assert go_on(session.store, GAMES, session.row.session, text).whole
    timeline = Timeline.read(session.store, GAMES, session.row.session, OMNISCIENT)
    assert strength(timeline.position(timeline.last), 3) == values
    report = audit_session(session.store, GAMES, session.row.session)
    assert [finding.rule for finding in report.findings] == found
    assert not [line for line in report.unchecked if "claim" in line]
