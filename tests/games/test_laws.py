"""The laws of `games --check`: the games obey them, and each planted fault is found."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from front_door import Door
from game_packages import Changes, SitePackages
from long_runs import some_short
from places import DOCS, ROOT
from players import GAMES

from events.errors import MissingGameError, NotationError
from events.events import Started
from projections.contracts import Written
from projections.registry import registry
from replay.laws.laws import END, LAWS, GameCheck, Played, breaches, check_of, sessions_of


def python_in(page: str) -> list[str]:
    """Return the Python code on a page, block by block."""
    text = (DOCS / f"{page}.md").read_text("utf-8")
    return [dedent(block) for block in re.findall(r"(?ms)^ *```python\n(.+?)^ *```", text)]


FIX = python_in("howto/change-a-rule")
RULES = "rules/decide.py"
TOTAL = (
    "reducer.total = getattr(reducer, 'total', 0) + points\n            return position.replace(points=reducer.total)"
)
LUCK = "roll.luck = 1 - getattr(roll, 'luck', 0)\n        draft.add(e.PointsAdded(face + roll.luck), "
PEEK = 'order = draft.shuffle("pile", ("2", "3", "4"))\n        draft.add(e.PointsAdded(int(order[0])), '
WIDE = 'f"{titled(seat):>90}: {score}"'
OFFER = "LEGAL = lambda position, seat: [e.Roll(seat), e.Hold(seat)]"
LIMIT = 'if len(started.seats) > 3:\n        raise ValueError("too many")\n    '
INITIAL = "return Position(started.seats"
VERSION_1 = '''class PositionInVersion1(Position, frozen=True, omit_defaults=True):
    """A position of a session under version 1 of the rules."""

    rules: ClassVar[int] = 1


VERSIONS = {1: PositionInVersion1, 2: Position}


FIELDS'''
LAST_FIELD = "of=Key(lambda position: position.seats)),"
NO_SENTENCE = ('        e.PointsKept: "{player} keeps {points} points.",\n', "")
IMPORT_RESULTS = "from projections.notation.stated import"
IMPORT = "\nfrom cloisterbell_pig.rules.versions import points_to_hold"
CHANGED = """
| version | rule | what changed |
| --- | --- | --- |
| 2 | PIG-HLD-01 | A player needs 5 points to hold. In version 1, one point is enough. |
"""
FIXED: dict[str, list[tuple[str, str]]] = {
    "__init__.py": [('"rules_number": 1', '"rules_number": 2')],
    "state/position.py": [
        ("import Mapping\n", "import Mapping\nfrom typing import ClassVar\n"),
        ("    seats: tuple", "    rules: ClassVar[int] = 2\n    seats: tuple"), ("FIELDS", VERSION_1),
        (LAST_FIELD, f"{LAST_FIELD}\n    field.rules_version(VERSIONS),"),
    ],
    RULES: [
        ("import Position", "import VERSIONS, Position"),
        (INITIAL, "kind = VERSIONS.get(started.rules, Position)\n    return kind(started.seats"),
        ("if not position.points:", "if position.points < points_to_hold(position):"),
        ("\n\n\ndef initial", f"{IMPORT}\n\n\ndef initial"),
    ],
    "rules/versions.py": [("", FIX[2])],
    "RULES.md": [("\n| option", f"{CHANGED}\n| option")],
}  # fmt: skip
"""The fix that `docs/howto/change-a-rule.md` describes."""


def fixed(file: str, old: str, new: str) -> Changes:
    """Return the changes for a fix with a fault in one file."""
    return {**FIXED, file: [*FIXED[file], (old, new)]}


FAULTS: dict[str, tuple[str, str, Changes]] = {
    "a number of seats fails": ("set-up", "too many", {RULES: (INITIAL, f"{LIMIT}{INITIAL}")}),
    "a version is missing": ("versions", "played by version 2", {"__init__.py": FIXED["__init__.py"]}),
    "a version cannot be set": (
        "versions", "Add `field.rules_version(VERSIONS)`",
        fixed("state/position.py", "    field.rules_version(VERSIONS),", ""),
    ),
    "a version is not chosen": (
        "versions", "take the type of the position from VERSIONS",
        fixed(RULES, "VERSIONS.get(started.rules, Position)", "Position"),
    ),
    "a version is not declared": (
        "versions", "`rules_number` in META is 1", fixed("__init__.py", '"rules_number": 2', '"rules_number": 1'),
    ),
    "a version is not explained": ("versions", "what version 2 changed", fixed("RULES.md", CHANGED, "")),
    "a refused move is offered": (
        "play", "a legal move is refused", {RULES: ("LEGAL = moves_without_choice(MOVES)", OFFER)},
    ),
    "an old version fails": ("play", "has no attribute", fixed("rules/versions.py", "else 1", "else position.least")),
    "an event is not declared": (
        "events", "PointsKept is not in", {"events/__init__.py": ("PointsKept, TurnBegan,", "TurnBegan,")},
    ),
    "an effect names an unknown rule": (
        "rules", "PIG-DIE-09", {RULES: ('PointsAdded(face), "PIG-DIE-01"', 'PointsAdded(face), "PIG-DIE-09"')},
    ),
    "a conflict names an unknown rule": ("rules", "names PIG-HLD-09", {RULES: ("PIG-HLD-01", "PIG-HLD-09")}),
    "a rule is not used": ("rules", "no code names PIG-WIN-01", {RULES: (" (PIG-WIN-01)", "")}),
    "a rule is repeated": ("rules", "PIG-WIN-01 more than once", {"RULES.md": ("PIG-WIN-02", "PIG-WIN-01")}),
    "the reducer remembers": (
        "reducer", "", {"state/reducer.py": ("return position.replace(points=position.points + points)", TOTAL)},
    ),
    "a line omits the die": ("lines", 'line "ROLL" for the move', {"notation/table.py": (", chance=(die(),)", "")}),
    "a result is not certain": ("audit", "", {RULES: ("draft.add(e.PointsAdded(face), ", LUCK)}),
    "a hidden card is shown": ("hidden", "", {RULES: ("draft.add(e.PointsAdded(face), ", PEEK)}),
    "the board is not XML": (
        "board", "", {"board/draw.py": ("parts.append(svg.el(", 'parts.append("<g>" + svg.el(')},
    ),
    "the text is too wide": ("text", "80 columns", {"board/draw.py": ('f"{titled(seat)}: {score}"', WIDE)}),
    "an event has no sentence": (
        "text", "PointsKept has no sentence", {"prose/sentences.py": NO_SENTENCE},
    ),
    "a function has no sentence": (
        "text", "PointsKept has no sentence",
        {"prose/sentences.py": NO_SENTENCE, "game.py": ("sentence=SENTENCES", "sentence=lambda *a: SENTENCES(*a)")},
    ),
    "no one wins": (END, "no session ended", {RULES: ("score >= position.options.goal", "score >= 10**9")}),
}  # fmt: skip


ONE = 'draft.roll("die", purpose=f"turn {draft.now.turn}")[0]) > 1'
TWO = 'sum(draft.roll("die", 2, purpose="two"))) > 2'
AGAIN = 'sum(draft.roll("die", purpose=name)[0] for name in ("first", "second"))) > 2'
MIXED = 'sum((*draft.roll("die", 2, purpose="two"), *draft.roll("die", purpose="one")))) > 3'
DICE: dict[str, tuple[str, str, str]] = {
    "two dice": (TWO, "die(2)", "ROLL 5 4"), "two rolls": (AGAIN, "die(rolls=2)", "ROLL 5 4"),
    "two dice and one": (MIXED, "die(2), die()", "ROLL 5 4 3"),
}  # fmt: skip


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SitePackages]:
    found = SitePackages(tmp_path, monkeypatch)
    yield found
    found.uninstall()


def checked(site: SitePackages, changes: Changes) -> GameCheck:
    site.install("pig", changes)
    game = registry()["pig"]
    return check_of(game, [of for of in sessions_of(game) if of.seed == 1])


@pytest.mark.sampled
@pytest.mark.parametrize(("law", "says", "changes"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_found(site: SitePackages, law: str, says: str, changes: Changes) -> None:
    broken = checked(site, changes).broken
    assert [one.found for one in broken if one.law == law and says in one.found], broken


def test_each_law_has_a_planted_fault() -> None:
    assert list(dict.fromkeys(law for law, *_ in FAULTS.values())) == [*LAWS, END]


def test_a_fix_of_the_rules_obeys_all_laws_in_both_versions(site: SitePackages) -> None:
    found = checked(site, FIXED)
    assert (found.broken, found.versions, found.sessions) == ((), 2, 6)


def test_the_page_about_a_fix_has_its_code_and_a_test_that_passes(site: SitePackages) -> None:
    *shown, test = FIX
    code = {line.strip() for path in site.install("pig", FIXED).rglob("*.py") for line in path.read_text().splitlines()}
    assert [line for block in shown for line in block.splitlines() if line.strip() not in code] == []
    page = (DOCS / "howto" / "change-a-rule.md").read_text("utf-8")
    assert CHANGED.strip() in page.replace("\n   ", "\n")
    names: dict[str, Any] = {}
    exec(test, names)  # noqa: S102  # the test of the page
    next(each for name, each in names.items() if name.startswith("test_"))()


def test_the_page_about_a_new_game_has_its_code() -> None:
    (block,) = python_in("howto/add-a-game")
    code = (ROOT / "projections" / "starter" / RULES).read_text("utf-8")
    assert [line for line in block.splitlines() if line not in code.splitlines()] == []


@pytest.mark.parametrize(
    "versions",
    [
        '{"1": PositionInVersion1, "2": Position}', "(PositionInVersion1, Position)",
        "{1: Position, 2: PositionInVersion1}", "{2: Position}",
    ],
)  # fmt: skip
def test_wrong_versions_are_reported_when_the_game_is_loaded(site: SitePackages, versions: str) -> None:
    site.install("pig", fixed("state/position.py", "{1: PositionInVersion1, 2: Position}", versions))
    with pytest.raises(MissingGameError, match="VERSIONS must be like"):
        registry()["pig"]


def test_a_fault_in_one_version_names_it(site: SitePackages, no_door: Door) -> None:
    found = checked(site, FAULTS["an old version fails"][2])
    assert {(one.law, one.version) for one in found.broken} == {("play", 1)}
    assert "   rules version 1: AttributeError" in no_door("games", "--check", "pig").out


def test_laws_after_a_needed_one_are_not_checked(site: SitePackages, no_door: Door) -> None:
    found = checked(site, FAULTS["a number of seats fails"][2])
    assert {*found.unchecked.values()} == {(4,)}
    ran = no_door("games", "--check", "pig").out
    assert f"  ok           {'lines: ' + LAWS['lines'].says} (not checked with 4 seats)" in ran
    assert "4 seats: ValueError: too many" in ran


def test_laws_that_no_session_reached_are_not_called_ok(site: SitePackages, no_door: Door) -> None:
    site.install("pig", FAULTS["a refused move is offered"][2])
    ran = no_door("games", "--check", "pig").out
    assert ran.count("  not checked  ") == len(LAWS) - 2


def test_the_reference_shows_a_move_with_a_choice_and_two_dice(site: SitePackages) -> None:
    page = (DOCS / "reference" / "adding-a-game.md").read_text("utf-8")
    choice, dice = python_in("reference/adding-a-game")
    move, conflicts, must, legal = choice.split("\n\n\n")
    pattern, slots, row = (
        re.findall(rf"`({begins}.+?)`", page)[0]
        for begins in (r"LinePattern\(e.Give", r"\{\"rival\"", "e.Give: MoveRule")
    )  # fmt: skip
    roll, two = dice.strip().split("\n")
    hold = 'LinePattern(e.Hold, "HOLD", does="keep the points of the turn", words=("holds", "held"))'
    changes: Changes = {
        "events/__init__.py": [("class PointsAdded", f"{move}\n\n\nclass PointsAdded"), ("(Roll,", "(Roll, Give,")],
        RULES: [
            ("MOVES: ", f"{conflicts}\n\n\n{must}\n\n\ngive = hold\nMOVES: "), ("{e.Roll:", f"{{{row}, e.Roll:"),
            ("moves_without_choice", "is_allowed"), ("LEGAL = moves_without_choice(MOVES)", legal),
            (ONE, f"sum({roll.partition(' = ')[2]})) > 2"),
        ],
        "notation/table.py": [
            (hold, f"{hold}, {pattern}"), ("    stated=", f"    slots={slots}, stated="),
            (two.replace("dice", "die").replace("die(2)", "die()"), two),
            (IMPORT_RESULTS, f"from projections.notation.argument_type import ArgumentType\n{IMPORT_RESULTS}"),
        ],
        "prose/sentences.py": ("e.Hold:", 'e.Give: "{player} gives the points to {rival}.",\n        e.Hold:'),
        "game.py": [("import LEGAL, MOVES", "import MOVES, legal"), ("legal=LEGAL", "legal=legal")],
        "RULES.md": ("| PIG-WIN-01", "| PIG-GIV-01 | A player can give the points. | hold |\n| PIG-WIN-01"),
    }  # fmt: skip
    assert checked(site, changes).broken == ()


@pytest.mark.parametrize(("roll", "chance", "line"), DICE.values(), ids=DICE)
def test_a_line_has_several_dice(site: SitePackages, roll: str, chance: str, line: str) -> None:
    assert checked(site, {RULES: (ONE, roll), "notation/table.py": ("die(),", f"{chance},")}).broken == ()
    game = registry()["pig"]
    position = game.set_up(Started("pig", 1, ("ann", "bob")))
    read = game.notation.read(line, position, "ann")
    assert isinstance(read, Written)
    assert " ".join(str(face) for faces in read.seen.faces for face in faces) == line.removeprefix("ROLL ")
    with pytest.raises(NotationError):
        game.notation.read(f"{line} 2", position, "ann")


def test_a_sound_game_obeys_all_laws(site: SitePackages, no_door: Door) -> None:
    site.install("pig")
    ran = no_door.well("games", "--check", "pig")
    assert "BROKEN" not in ran.out
    assert ran.out.count("  ok  ") == len(LAWS) + 1
    found = no_door.well("games", "--check", "pig", "--json").data
    assert (found["broken"], found["sessions"], found["package"]) == ([], 6, "cloisterbell-pig 1.0")
    assert found["moves"] > 300


def test_a_broken_law_is_reported_with_exit_status_1(site: SitePackages, no_door: Door) -> None:
    site.install("pig", FAULTS["a line omits the die"][2])
    ran = no_door("games", "--check", "pig")
    assert ran.status == 1
    assert "  BROKEN       lines: " in ran.out
    assert no_door("games", "--check", "pig", "--json").data["broken"][0]["law"] == "lines"
    no_door.refused("games", "--check", "cow", says='"cow" is not a game')
    no_door.refused("games", "--check", "pig", "--new", "cow", says="cannot be combined")


QUICK = [("pig", 2), ("pig", 3), ("toy", 2), ("toy", 3), ("keys", 2), ("risk", 2)]


@pytest.mark.parametrize(
    ("slug", "seed"), some_short(((slug, seed) for slug in GAMES for seed in (2, 3)), QUICK.__contains__)
)
def test_every_game_obeys_the_laws(slug: str, seed: int) -> None:
    game = GAMES[slug]
    for version in game.meta.rules_versions:
        assert breaches(Played(game, game.meta.seats[seed % 2], seed, version)) == ([], [])
