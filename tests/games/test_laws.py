"""The laws of `games --check`: the games obey them, and each planted fault is found."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from front_door import Door
from game_packages import Changes, SitePackages
from players import GAMES

from events.errors import NotationError
from events.events import Started
from projections.contracts import Written
from projections.registry import registry
from replay.laws.laws import END, LAWS, Played, breaches, check_of, sessions_of

RULES = "rules/decide.py"
TOTAL = (
    "reducer.total = getattr(reducer, 'total', 0) + points\n            return position.replace(points=reducer.total)"
)
LUCK = "roll.luck = 1 - getattr(roll, 'luck', 0)\n        draft.add(e.PointsAdded(face + roll.luck), "
PEEK = 'order = draft.shuffle("pile", ("2", "3", "4"))\n        draft.add(e.PointsAdded(int(order[0])), '
WIDE = 'f"{titled(seat):>90}: {score}"'
OFFER = "LEGAL = lambda position, seat: [e.Roll(seat), e.Hold(seat)]"
LIMIT = 'if len(started.seats) > 3:\n        raise ValueError("too many")\n    '
FAULTS: dict[str, tuple[str, Changes]] = {
    "a number of seats fails": ("set-up", {RULES: ("return Position(", f"{LIMIT}return Position(")}),
    "a refused move is offered": ("play", {RULES: ("LEGAL = moves_without_choice(MOVES)", OFFER)}),
    "a rule is unknown": ("rules", {RULES: ('PointsAdded(face), "PIG-DIE-01"', 'PointsAdded(face), "PIG-DIE-09"')}),
    "the reducer remembers": (
        "reducer", {"state/reducer.py": ("return position.replace(points=position.points + points)", TOTAL)},
    ),
    "a line omits the die": ("lines", {"notation/table.py": (", chance=(die(),)", "")}),
    "a result is not certain": ("audit", {RULES: ("draft.add(e.PointsAdded(face), ", LUCK)}),
    "a hidden card is shown": ("hidden", {RULES: ("draft.add(e.PointsAdded(face), ", PEEK)}),
    "the board is not XML": ("board", {"board/draw.py": ("parts.append(svg.text(", 'parts.append("<g>" + svg.text(')}),
    "the text is too wide": ("text", {"board/draw.py": ('f"{titled(seat)}: {score}"', WIDE)}),
    "no one wins": (END, {RULES: ("score >= position.options.goal", "score >= 10**9")}),
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


@pytest.mark.parametrize(("law", "changes"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_found(site: SitePackages, law: str, changes: Changes) -> None:
    site.install("pig", changes)
    game = registry()["pig"]
    assert law in {one.law for one in check_of(game, sessions_of(game)).broken}


def test_each_law_has_a_planted_fault() -> None:
    assert [law for law, _ in FAULTS.values()] == [*LAWS, END]


@pytest.mark.parametrize(("roll", "chance", "line"), DICE.values(), ids=DICE)
def test_a_line_has_several_dice(site: SitePackages, roll: str, chance: str, line: str) -> None:
    site.install("pig", {RULES: (ONE, roll), "notation/table.py": ("die(),", f"{chance},")})
    game = registry()["pig"]
    assert check_of(game, sessions_of(game)).broken == ()
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
    site.install("pig", FAULTS["a line omits the die"][1])
    ran = no_door("games", "--check", "pig")
    assert ran.status == 1
    assert "  BROKEN  lines: " in ran.out
    assert no_door("games", "--check", "pig", "--json").data["broken"][0]["law"] == "lines"
    no_door.refused("games", "--check", "cow", says='"cow" is not a game')
    no_door.refused("games", "--check", "pig", "--new", "cow", says="cannot be combined")


@pytest.mark.parametrize("seed", [2, 3])
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_obeys_the_laws(slug: str, seed: int) -> None:
    game = GAMES[slug]
    assert breaches(Played(game, game.meta.seats[seed % 2], seed)) == []
