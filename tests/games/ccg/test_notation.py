"""Written lines: every form of the reference, near misses, and what a line never says by itself."""

import re
from typing import Any

import msgspec
import pytest
from ccg_tables import cards_with, table
from places import lines_on_pages
from round_trip import Group, must_come_back
from table_play import LineReader

from events.entry import Entry
from events.errors import NotationError
from events.events import UNKNOWN, Drawn, Move, Passed, Revealed
from projections.contracts import Claim, ObservedChance
from projections.draft import run
from projections.games.ccg.components.cards import Ability, Card
from projections.games.ccg.events import combat_effects as c, effects as f, moves as m
from projections.games.ccg.game import GAME
from projections.games.ccg.state.position import STOPS, Fight, Hit, Position
from projections.notation.recorded_chance import Typed
from projections.window import Window

LAID = (
    "steve past watcher-past, steve present watcher-present, steve future watcher-future, "
    "julie past watcher-past, julie present watcher-present, julie future watcher-future, "
    "steve present yeti, steve present sidrat, steve present bok, julie future zarbi, julie present unit-corporal, "
    "julie present dulciens, steve present daemons, steve past zarbi sided, steve future the-ark-in-space, "
    "steve future unit-corporal, steve future ace, julie present bok, steve past bok sided"
)
"""1 to 3 and 4 to 6 are the Watchers of Steve and Julie; 7 the Yeti, 8 SIDRAT, 9 Bok, 10 Zarbi, 11 the Corporal, 12
Dulciens, 13 the Daemons, 14 a Sided Zarbi, 15 an Episode, 16 and 17 its solvers, 18 Julie's Bok, 19 a Sided Bok."""
HANDS = {"steve": "brain-transformer bok menoptera ice-warrior the-green-death", "julie": "brain-transformer ? ?"}


def at(step: str = "attack", **more: Any) -> Position:
    """Steve's seventh turn at a step."""
    return table(LAID, step, **{"player": "steve", "first": "steve", "hands": HANDS, **more})


TABLE = at()
LINES = LineReader(GAME, TABLE, "steve")
read, moves, ask, refused = LINES.read, LINES.moves, LINES.ask, LINES.refused
FIGHT = TABLE.replace(step="fight", stack=(Fight(7, 5, "fight"), Window("fight", ("steve", "julie"))))
LAST = FIGHT.replace(stack=(Fight(7, 5, "fight"), Window("fight", ("steve",))))
HITTING = TABLE.replace(step="hit", stack=(Fight(7, 0, "hit"),))
ALONE = HITTING.replace(stops={"julie": ()})
"""Nobody is asked before a Hit."""
BEING_HIT = HITTING.replace(
    player="julie", stack=(Fight(11, 0, "hit"), Hit("steve", attack=True), Window("hit", ("steve",)))
)
DECK = at("deck", turn=0)


def moves_alone(line: str, position: Position = TABLE, seat: str = "steve") -> list[Move]:
    """The moves of a line without what was seen or stated."""
    return [written.move for written in moves(line, position, seat)]


@pytest.mark.parametrize(("spellings", "move"), [
    ("DECK: ?60", m.SubmitDeck("steve", ("?",) * 60)), ("DECK: ?", m.SubmitDeck("steve", ("?",) * 55)),
    ('DECK: 2 "Yeti" + 1 "Bok" + "Zarbi"', m.SubmitDeck("steve", ("yeti", "yeti", "bok", "zarbi"))),
    ("DECK: 2 yetis, bok, 3 ?", m.SubmitDeck("steve", ("yeti", "yeti", "bok", "?", "?", "?"))),
    ("STOPS: combat attack", m.SetStops("steve", ("combat", "attack"))),
    ("STOPS: combat, hit", m.SetStops("steve", ("combat", "hit"))), ("STOPS: -", m.SetStops("steve", ())),
    ("STOPS: all", m.SetStops("steve", STOPS)), ("STAND: none", m.SkipStep("steve", "stand")),
    ("COMBAT: not announced", m.SkipStep("steve", "combat")), ("STAND", m.StandCards("steve")),
    ("zone future!", m.ChooseZone("steve", "future")), ("ZONE: the Past", m.ChooseZone("steve", "past")),
    ("DRAW | DRAW: hit", m.DrawCard("steve")), ('**PLAY:** "Bok" [1/1/1] [Pr]', m.PlayCard("steve", "bok")),
    ("plays ICE WARRIORS", m.PlayCard("steve", "ice-warrior")),
    ('EPISODE: "The Green Death" J.Fu', m.PlayEpisode("steve", "the-green-death", "future")),
    ("EPISODE: green death, Past", m.PlayEpisode("steve", "the-green-death", "past")),
    ('SOLVE "The Ark in Space" by "Corporal"+"Ace" 3>=3', m.SolveEpisode("steve", 15, (16, 17))),
    ('SOLVE: "Ark in Space" by #16', m.SolveEpisode("steve", 15, (16,))),
    ('COMBAT: "Yeti" x "The Watcher"', m.Attack("steve", 7, 5)),
    ("attack: yeti vs julie's dulciens", m.Attack("steve", 7, 12)),
    ('COMBAT: "Yeti" | COMBAT: "Yeti" x ?', m.Attack("steve", 7)),
    ('COMBAT: #9 x #18 | COMBAT: Steve."Bok" #9 x Julie."Bok" #18', m.Attack("steve", 9, 18)),
    ('DEFEND: "Yeti"', m.NameCombatant("steve", 7)), ("DEFEND: none", m.DeclineCombat("steve")),
    ("Pass.", Passed("steve")),
    ('FLASH: "Brain Transformer" > "The Watcher" Sup+1', m.PlayFlash("steve", "brain-transformer", (2,))),
    ('FLASH: "Brain Transformer" > J."The Watcher"', m.PlayFlash("steve", "brain-transformer", (5,))),
    ('SIDE: "Bok" > "Yeti" Sub+1', m.GiveSupport("steve", 9, 7, "substance")),
    ('SIDE: "Bok" > "Yeti" +1 E | SUPPORT: "Bok" > "Yeti" E', m.GiveSupport("steve", 9, 7, "energy")),
    ('SPECIAL: "Daemons" > J."Dulciens" Sub-1 | DAMAGE J."Dulciens" Sub-1 | DAMAGE J."Dulciens" Sub-1 by "Daemons"',
     m.UseSpecial("steve", 13, 1, (12,), (), "substance")),
    ('SIDE: "Daemon" > J."Dulciens" E-1', m.UseSpecial("steve", 13, 1, (12,), (), "energy")),
    ('SPECIAL: "SIDRAT" pay "Yeti" to Fu', m.UseSpecial("steve", 8, 1, (), (7,), "", "future")),
    ('SIDE: "SIDRAT" to Past pay "Yeti"', m.UseSpecial("steve", 8, 1, (), (7,), "", "past")),
    ("HIT | HIT: Julie", m.MakeHit("steve")), ('BONUS: "Bok"', m.DrawBonus("steve")),
    ("BONUS: - | End turn! | S END | Steve: END", m.EndTurn("steve")),
])  # fmt: skip
def test_reads_a_line_as_a_move(spellings: str, move: Move) -> None:
    for line in spellings.split(" | "):
        assert moves_alone(line) == [move], line


def test_reads_decks_and_cards_by_name() -> None:
    for name, starter in TABLE.cards.starter.items():
        assert moves_alone(f'DECK: "{starter.name}"', DECK) == moves_alone(f"DECK: {name}", DECK)
        assert moves_alone(f'DECK: "{starter.name}"', DECK) == [m.SubmitDeck("steve", starter.row)]
    for face, card in TABLE.cards.card.items():
        other = card.name[:-1] if card.name.casefold().endswith("s") else f"{card.name}s"
        several = [f'"{other}"'] * card.name[-1].isalpha()
        for spelling in (f'"{card.name}"', f'"{face}"', card.name.upper(), *several):
            assert moves_alone(f"PLAY: {spelling}", TABLE.replace(hands={})) == [m.PlayCard("steve", face)], spelling


@pytest.mark.parametrize("line", ["PLAY: -", "EPISODE: none", "SOLVE: -", "EPISODE: - ; SOLVE: -", "COMBAT: none"])
def test_a_skipped_step_is_not_a_move(line: str) -> None:
    assert moves(line) == ()


def test_a_line_may_be_several_moves() -> None:
    early = at("play")
    attack = m.Attack("steve", 7, 5)
    assert moves_alone('COMBAT: "Yeti" x J."The Watcher"', early) == [m.AnnounceCombat("steve"), attack]
    assert moves_alone('COMBAT: "Yeti" x J."The Watcher" only', early) == [attack]
    assert moves_alone("COMBAT: none", early) == [m.AnnounceCombat("steve")]
    assert moves_alone('COMBAT: "Bok" x S."Yeti"', early, "julie") == [m.Attack("julie", 18, 7)]
    menoptera, warrior = moves('PLAY: "Menoptera" 1/1/1 Fu + "Ice Warrior"')
    assert (menoptera.move, warrior.move) == (m.PlayCard("steve", "menoptera"), m.PlayCard("steve", "ice-warrior"))
    assert menoptera.claims == (Claim("Menoptera #20 values", "1/1/1"), Claim("Menoptera #20 zone", "Fu"))


def test_cards_are_identified_by_name_or_number() -> None:
    assert moves_alone('DEFEND: "Watcher"') == [m.NameCombatant("steve", 2)]
    assert moves_alone('DEFEND: "Watcher"', seat="julie") == [m.NameCombatant("julie", 5)]
    assert moves_alone('DEFEND: "Watcher"', TABLE.replace(zone="past")) == [m.NameCombatant("steve", 1)]
    assert moves_alone('DEFEND: "The Watcher (Future)"') == [m.NameCombatant("steve", 3)]
    assert moves_alone('FLASH: "Brain Transformer" > "Dulciens"') == [m.PlayFlash("steve", "brain-transformer", (12,))]
    twins = table("steve present yeti, steve present yeti, julie present bok", "attack", player="steve")
    assert ask('COMBAT: "Yeti" x J."Bok"', twins) == ('COMBAT: "Yeti" #1 x J."Bok"', 'COMBAT: "Yeti" #2 x J."Bok"')
    tired = table("steve present yeti sided, steve present yeti", "attack", player="steve")
    assert moves_alone('COMBAT: "Yeti"', tired) == [m.Attack("steve", 2)]
    assert moves_alone('COMBAT: "Yeti" #1', tired) == [m.Attack("steve", 1)]
    theirs = table("julie present yeti, julie present yeti, steve present bok", "attack", player="steve")
    assert ask('COMBAT: "Bok" x "Yeti"', theirs) == ('COMBAT: "Bok" x J."Yeti" #1', 'COMBAT: "Bok" x J."Yeti" #2')
    twins = table(
        "steve present yeti, steve present yeti, julie present bok, julie present bok", "attack", player="steve"
    )
    assert len(ask('COMBAT: "Yeti" x J."Bok"', twins)) == 4
    assert ask('COMBAT: "Yeti" #9') == ('COMBAT: "Yeti"',)
    assert moves_alone("COMBAT: #99") == [m.Attack("steve", 99)]


def test_asks_which_ability_or_card_is_used() -> None:
    several = next(
        (face, card) for face, card in TABLE.cards.card.items()
        if card.type in ("creature", "resource") and sum(ability.when == "special" for ability in card.does) > 1
    )  # fmt: skip
    now = table(f"steve present {several[0]}, julie present bok", "attack", player="steve")
    question = GAME.notation.read(f'SPECIAL: "{several[1].name}" > J."Bok"', now, "steve")
    assert getattr(question, "choices", ())
    assert all(re.search(r"\([12]\)", choice) for choice in getattr(question, "choices", ()))
    now = table("steve present daemons, steve present daemons, julie present bok", "attack", player="steve")
    assert ask('DAMAGE: J."Bok" E-1', now) == (
        'SPECIAL: "Daemons" #1 > J."Bok" E-1', 'SPECIAL: "Daemons" #2 > J."Bok" E-1',
    )  # fmt: skip


def test_reads_results_as_observed_or_declared() -> None:
    assert (read('DRAW: "Bok"').seen, read("DRAW: ?").seen) == (
        ObservedChance(cards=("bok",)),
        ObservedChance(cards=("?",)),
    )
    assert (read("DRAW").seen, read('BONUS: draw "Yeti"').seen) == (ObservedChance(), ObservedChance(cards=("yeti",)))
    assert read('PASS draws "Bok" ? shows Pr').seen == ObservedChance(cards=("bok", "?"), items=("time-present",))
    assert read('DECK: ?60 rolls 2 shuffled "Bok" + 2 ?', DECK).seen == ObservedChance(
        faces=((2,),), orders=(("bok", "?", "?"),)
    )
    assert read('STAND: "Zarbi" + "Bok"', at("stand")).stated == ()
    assert (read("ZONE: Pa!", at("zone")).stated, read('SIDE: "Bok" > "Yeti" Sub+1').stated) == ((), ())
    stood = read('STAND: "Zarbi"', at("stand"))
    assert (stood.stated, stood.absent) == ((f.CardStood(14),), (f.CardStood,))
    assert read("ZONE: Fu!", at("zone")).stated == (f.ZoneChosen("future", bonus=True),)
    assert read('SIDE: "Bok" > "Yeti" Sub+2').stated == (f.ChangeBegan(7, "substance", 2, "bok", 9),)
    assert read('SOLVE: "Ark in Space" by #16 + #17 4>=3').stated == (f.EpisodeSolved(15, 4),)
    (played,) = read('EPISODE: "The Green Death" S.Fu', at("play")).stated
    told = msgspec.structs.asdict(played)
    assert (told["face"], told["side"], told["zone"]) == ("the-green-death", "steve", "future")
    more = read('FLASH: "Brain Transformer" > "Yeti" Sup+2')
    assert more.stated == (f.ChangeBegan(7, "support", 2, "brain-transformer"),)
    assert read("DRAW: hit").stated == (c.HitDue("steve"),)
    written = read("END +card-sided 7 steve +doomed 7/9 destroyed 7 -turn-began")
    assert written.stated == (f.CardSided(7, "steve"), c.Doomed((7, 9), "destroyed", (7,)))
    assert written.absent == (f.TurnBegan,)
    assert read("STAND: - +doomed - lost -").stated == (c.Doomed((), "lost"),)


@pytest.mark.parametrize(("line", "claim", "true"), [
    ('COMBAT: "Yeti" 2/2/0', Claim("Yeti #7 values", "2/2/0"), "2/2/0"),
    ('COMBAT: "Yeti" x J."Watcher" 1/1/0', Claim("The Watcher (Present) #5 values", "1/1/0"), "1/1/0"),
    ('SIDE: "Bok" > "Yeti" Sub+1 = Sub 3', Claim("Yeti #7 substance", "3"), "2"),
    ('SIDE: "Bok" > "Yeti" Sub+1 = 2/3/0 (support)', Claim("Yeti #7 values", "2/3/0"), "2/2/0"),
    ('END ="Bok" Sup 1', Claim("Bok #9 support", "1"), "1"),
    ('END =J."Dulciens":0/1/1', Claim("Dulciens #12 values", "0/1/1"), "0/1/1"),
    ('END ="Bok" E:2', Claim("Bok #9 energy", "2"), "1"), ('END ="Bok" Past', Claim("Bok #9 zone", "Pa"), "Pr"),
    ('END ="Bok" #19 sided', Claim("Bok #19 state", "sided"), "sided"),
    ('END ="Yeti" standing', Claim("Yeti #7 state", "standing"), "standing"),
    ("END =hand Julie:3", Claim("hand julie", "3"), "3"), ("END =deck S:2", Claim("deck steve", "2"), "2"),
    ("END =discards julie:0", Claim("discards julie", "0"), "0"), ("END =time Julie:6", Claim("time julie", "6"), "3"),
    ("END =lost Julie:0", Claim("lost julie", "0"), "0"), ("END =bonus Julie:Pa", Claim("bonus julie", "Pa"), "Pa"),
    ("END =zone:Pr", Claim("zone", "Pr"), "Pr"),
])  # fmt: skip
def test_reads_and_evaluates_board_statements(line: str, claim: Claim, true: str) -> None:
    assert read(line).claims == (claim,)
    assert GAME.notation.claim(claim.place, TABLE) == true


def test_other_board_statements_cannot_be_evaluated() -> None:
    for place in ("Yeti #99 values", "Yeti #7 colour", "hand nobody", "weather", ""):
        assert GAME.notation.claim(place, TABLE) is None
    hidden = TABLE.replace(times={"julie": ("?",)}, play=(TABLE.play[0].replace(face=UNKNOWN),))
    assert GAME.notation.claim("bonus julie", hidden) == "?"
    assert GAME.notation.claim("a card #1 values", hidden) == "?"


def test_reads_hits_and_lost_time_cards() -> None:
    hit = read("HIT J Pa > Fu", ALONE)
    assert (hit.move, hit.seen, hit.stated) == (m.MakeHit("steve"), ObservedChance(items=("time-future",)), ())
    assert read("HIT J Fu > Pr", ALONE).stated == (c.TimeCardLost("julie", "time-future"),)
    assert read("HIT J Pa > Pa again", ALONE).stated == ()
    assert read("HIT J Pa > Pr again", ALONE).stated == (c.HitsOver(again=True),)
    assert read("HIT J Pa > Pa no more", ALONE).stated == (c.HitsOver(again=False),)
    assert read("HIT: Julie Pa > ?", ALONE).seen == ObservedChance(items=("?",))
    declined = HITTING.replace(stack=(Fight(7, 0, "hit", declined=True),))
    hit = read("HIT J Pa > Pa again", declined)
    assert (hit.move, hit.seen) == (m.MakeHit("steve"), ObservedChance(items=("time-past",)))
    assert written(m.MakeHit("steve"), declined, items=("time-past",)) == "HIT: J Pa > Pa again"
    assert ask("HIT J Pa > Pa", HITTING.replace(stack=(Fight(7, 0, "hit", hits=1, declined=True),))) == ("HIT: J",)
    assert ask("HIT J Pr > Pr again", HITTING) == ("HIT: J",)
    lost = read("LOSE: Pa > Pr", BEING_HIT)
    assert (lost.move, lost.seen) == (Passed("steve"), ObservedChance(items=("time-present",)))
    assert "there is no Hit that you can answer" in str(refused("LOSE: Pa > Pr", HITTING))


def test_reads_results_of_combat() -> None:
    assert moves_alone("RESULT: attacker", FIGHT) == moves_alone('LOSE J."Watcher"', FIGHT) == [Passed("steve")]
    assert read("RESULT: attacker (Sub 2:1)", FIGHT).claims == (
        Claim("Yeti #7 substance", "2"), Claim("The Watcher (Present) #5 substance", "1"),
    )  # fmt: skip
    assert "give another result" in str(refused("RESULT: draw", FIGHT))
    assert read("RESULT: draw", LAST).stated == (c.CombatEnded("draw"),)
    assert read('LOSE: "Yeti"', LAST).stated == (c.CombatEnded("defender", 7),)
    assert read('LOSE: J."Watcher" =S."Bok" #9 sided', FIGHT).claims == (Claim("Bok #9 state", "sided"),)
    assert moves("RESULT: attacker", FIGHT.replace(stack=(Fight(7, 5, "fight"), Window("fight", ("julie",))))) == ()
    assert "no fight" in str(refused("RESULT: draw"))
    assert "not a main combatant" in str(refused('LOSE: "Bok"', FIGHT))
    assert "only the attacker" in str(refused('RESULT: attacker, side "Bok"', FIGHT))


@pytest.mark.parametrize(("line", "choice"), [
    ('COMBAT: "Yetti" x J."The Watcher"', 'COMBAT: "Yeti" x J."The Watcher"'),
    ('COMBAT: "Yeti" x J."The Wacher"', 'COMBAT: "Yeti" x J."The Watcher (Present)"'),
    ('COMBAT "Yeti" x J."Bokk"', 'COMBAT "Yeti" x J."Bok"'), ('COMABT: "Yeti"', 'COMBAT: "Yeti"'),
    ('"Yeti" x J."Bok"', 'COMBAT: "Yeti" x J."Bok"'),
    ('FLASH: "Brain Transfromer" > "Yeti" Sup+1', 'FLASH: "Brain Transformer" > "Yeti" Sup+1'),
    ('SPECIAL: "SIDRAT" pay "Yeti" to Ftuure', 'SPECIAL: "SIDRAT" pay "Yeti" to Fu'),
])  # fmt: skip
def test_near_misses_are_asked_about(line: str, choice: str) -> None:
    assert choice in ask(line)


@pytest.mark.parametrize(("line", "column", "was_read", "allowed"), [
    ("ZONE: Px", 7, "Px", "Pr"), ("ZONE:", 6, "", "Fu"), ("STOPS: combat lunch", 15, "lunch", "hit"),
    ("STOPS:", 7, "", "attack"), ("DECK: 500 ?", 11, "?", ""),
    ('DECK: "A deck of my own"', 7, "A deck of my own", '"Iron and Silver"'),
    ('PLAY: "Rassilon\'s Harp"', 7, "Rassilon's Harp", '"Bok"'), ('EPISODE: "The Green Death"', 27, "", "Pa"),
    ('SOLVE: "Ark in Space" using "Bok"', 23, "using", "by"), ('SOLVE: "Ark in Space" by #16 3>=5', 33, "5", "3"),
    ('COMBAT: "Davros the Second"', 9, "Davros the Second", '"Yeti"'),
    ('COMBAT: "Yeti" x J."Nobody at all"', 18, 'J."Nobody at all', 'J."Bok"'), ("COMBAT: #", 10, "", ""),
    ("HIT: Steve", 6, "Steve", "J"), ('SIDE: "Bok" > "Yeti"', 21, "", "Sub"), ('SUPPORT: "Bok"', 15, "", ">"),
    ('SPECIAL: "Daemons" > J."Bok" Sup-1', 30, "Sup", "Sub"),
    ('FLASH: "Brain Transformer" > J."Watcher" Sup+2', 46, "2", "1"),
    ('FLASH: "Brain Transformer" > "Yeti" Sub+1', 37, "Sub", "Sup"),
    ('SPECIAL: "Daemons" > J."Dulciens" Sub-2', 39, "2", "1"), ('DAMAGE: J."Bok" Sub-7', 17, "Sub", ""),
    ("BONUS: draw ? draw", 15, "draw", ""), ("PLAY: - and more", 9, "and", ""),
    ("END =weather:fine", 6, "weather", '"Yeti"'), ('END ="Yeti" xyz', 13, "xyz", "Sub"),
    ("END +rhubarb 3", 6, "rhubarb", ""), ("END +card-sided Bok steve", 17, "Bok", ""),
    ('J FLASH: "Brain Transformer"', 1, "J", "S"), ("Rhubarb", 1, "Rhubarb", "ZONE: choose a zone"), ("", 1, "", ""),
    ("; only a comment", 1, "", ""), ("END" + " " * 1500 + "x", 1, "END", ""),
    ("DECK: " + " " * 12_000 + "?60", 1, "DECK", ""),
    ("PASS shuffled ? shuffled ? shuffled ? shuffled ? shuffled ?", 59, "?", ""),
])  # fmt: skip
def test_an_unreadable_line_is_refused_with_its_column(line: str, column: int, was_read: str, allowed: str) -> None:
    error = refused(line)
    assert (error.column, error.read[: len(was_read)]) == (column, was_read)
    assert not allowed or allowed in error.allowed


def written(move: Move, position: Position = TABLE, *seen: str, items: tuple[str, ...] = ()) -> str:
    """A move with what came of it, as its line."""
    draft = run(GAME.rules, position, move, Typed(ObservedChance(cards=seen, items=items)), strict=False)
    return GAME.notation.write(draft.entries, position)


ODD = {
    "semicolon": "All; Nothing", "quotation": 'The "Real" Yeti', "twin-one": "Twin", "twin-two": "Twin", "e": "E",
    "false-bok": "Bok", "bok-false": "Zarbi", "only-human": "Only Human", "draw-the-line": "Draw the Line", "x": "X",
    "none": "None but the Brave", "hit-and-run": "Hit and Run", "two-daleks": "2 Daleks", "dash": "- and -",
    "pass": "Pass", "shows": "Shows Past", "bracket": "(Somebody)", "dotted": "W.O.T.A.N.", "half": "J. Smith",
    "signs": "!?", "arrow": "Yeti > Bok", "the-no": "The No", "plus": "Bok + Yeti", "hash": "#7", "value": "Value Sub",
    "nine": "Nitro-9", "long": "One of the many who were there before any of us had come to be at all here",
}  # fmt: skip
"""Names that a table's own card file may give, and that look like something else in a line."""


def test_custom_cards_with_confusing_names_round_trip() -> None:
    hurts = Ability(when="special", what="damage", value="either", amount=1, target="creature")
    odd = {face: Card(name=name, type="creature", energy=1, support=2, does=(hurts,)) for face, name in ODD.items()}
    faces, cards = list(odd), cards_with(**odd)
    laid = ", ".join(f"{side} present {face}" for face in faces for side in ("steve", "julie"))
    held = {"steve": " ".join(faces)}
    now = table(laid, "attack", player="steve", cards=cards, hands=held, decks=held)
    for number, face in enumerate(faces):
        own, theirs, next_ = 2 * number + 1, 2 * number + 2, 2 * ((number + 1) % len(faces)) + 1
        for move in (
            m.PlayCard("steve", face), m.Attack("steve", own, theirs), m.Attack("steve", own), m.DrawCard("steve"),
            m.NameCombatant("steve", own), m.GiveSupport("steve", own, next_, "energy"),
            m.SubmitDeck("steve", (face, face, "bok")), m.SolveEpisode("steve", own, (next_, own)),
            m.UseSpecial("steve", own, 1, (theirs, next_), (own,), "energy", "past"),
            m.PlayEpisode("steve", face, "past"),
        ):  # fmt: skip
            draft = run(GAME.rules, now, move, Typed(ObservedChance(cards=(face,))), strict=False)
            must_come_back("ccg", Group(now, draft.entries))
    human = 2 * faces.index("only-human") + 1
    announced = moves_alone('COMBAT: "Only Human" x J."Twin" #6', now.replace(step="play"))
    assert announced == [m.AnnounceCombat("steve"), m.Attack("steve", human, 6)]


def test_writes_moves_as_players_write_them() -> None:
    with pytest.raises(NotationError):
        GAME.notation.write([Entry(f.CardStood(1))], TABLE)
    starter = next(iter(TABLE.cards.starter.values()))
    assert written(m.SubmitDeck("steve", starter.row), at("deck", turn=0, lists={})) == f'DECK: "{starter.name}"'
    assert written(m.SubmitDeck("steve", ("?",) * 60), at("deck", turn=0, lists={})) == "DECK: ?60"
    assert written(m.StandCards("steve"), at("stand")) == 'STAND: "Zarbi" + "Bok"'
    assert written(m.ChooseZone("steve", "past"), at("zone")) == "ZONE: Pa!"
    assert written(m.ChooseZone("steve", "future"), at("zone")) == "ZONE: Fu"
    assert written(m.DrawCard("steve"), at("draw"), "bok") == 'DRAW: "Bok"'
    assert written(m.PlayCard("steve", "bok"), at("play")) == 'PLAY: "Bok"'
    assert written(m.SolveEpisode("steve", 15, (16, 17)), at("play")) == (
        'SOLVE: "The Ark in Space" by "U.N.I.T. Corporal" + "Ace" 3>=3'
    )
    assert written(m.Attack("steve", 7, 5)) == 'COMBAT: "Yeti" x J."The Watcher (Present)"'
    assert written(m.GiveSupport("steve", 9, 2, "energy")).startswith('SIDE: "Bok" > "The Watcher (Present)" E+1')
    assert written(m.UseSpecial("steve", 13, 1, (12,), (), "energy")) == 'SPECIAL: "Daemons" > J."Dulciens" E-1'
    assert written(m.UseSpecial("steve", 8, 1, (), (7,), "", "future")) == 'SPECIAL: "SIDRAT" pay "Yeti" to Fu'
    assert (
        written(m.PlayFlash("steve", "brain-transformer", (12,))) == 'FLASH: "Brain Transformer" > J."Dulciens" Sup+1'
    )
    assert written(m.MakeHit("steve"), HITTING) == "HIT: J"
    assert written(m.MakeHit("steve"), ALONE, items=("time-present",)) == "HIT: J Pa > Pr"
    assert written(Passed("steve"), BEING_HIT, items=("time-past",)) == "LOSE: Pa > Pa again"
    entries = [Entry(m.DrawCard("steve")), Entry(Drawn("steve", "deck-steve", "typed", ("?",)))]
    assert GAME.notation.write(entries, at("draw")).startswith("DRAW: ?")
    entries = [Entry(Passed("steve")), Entry(Revealed("time-steve", "2", "typed", "?"))]
    assert "shows" not in GAME.notation.write(entries, TABLE)


def test_reads_every_line_of_the_documentation() -> None:
    lines = lines_on_pages("ccg", r"`([A-Z]{3,7}(?::[^`]*)?|END [^`]*)`")
    assert len(lines) > 47
    where = {"DECK": DECK, "HIT": ALONE, "RESULT": LAST}
    for line in [line for line in lines if not line.endswith(("...", "SUPPORT:"))]:
        position = where.get(line.partition(":")[0], TABLE)
        if line.startswith("LOSE"):
            position = BEING_HIT if ">" in line else LAST.replace(stack=(Fight(14, 5, "fight"), LAST.stack[1]))
        moves(line.replace('by "Zarbi" + "Bok"', 'by "Corporal" + "Ace"'), position)
