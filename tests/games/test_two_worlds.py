"""No output differs between two worlds that differ in what its viewer never learns, for every game and viewer.

The second world exchanges two hidden items (see `worlds`), and the same moves are legal in both. The tests compare the
pages of the URL map, the commands of the command line, and everything that is computed for a reader.
"""

import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import worlds as w
from front_door import Door
from listed_commands import COMMAND_NAMES
from long_runs import LONG, some_short
from offline_pages import unfolded
from players import GAMES, SEATS, tables
from spectator import spectator_outputs, without_hashes

from events.entry import Entry
from events.events import ALL, OMNISCIENT, Shuffled
from events.store.sqlite import SqliteStore
from projections.registry import registry
from replay.posts.lines import ReadLine
from replay.posts.paste import Pasted, Poster
from replay.posts.read import read_post
from replay.reading.timeline import Timeline
from replay.transfer.bundle import stage
from webui import create_app
from webui.commands.options import VIEWS

SEEDS = (1,)
CASES = [(slug, seats, viewer) for slug, seats in tables() for viewer in (ALL, *SEATS[:seats])]
SHORT = ("toy", 2)
"""The game and number of seats that is compared in the default run. The others are long tests."""
ON_SHELF = [case for case in CASES if case[0] in registry() and (case[1] == 2 or case[2] == ALL)]
"""The command line knows the shelf as it is shipped; with two seats every viewer, else a spectator."""
LINKED = some_short(
    ((slug, 2, viewer) for slug in GAMES for viewer in (ALL, "yellow")), lambda case: case == (*SHORT, "yellow")
)
every_viewer = pytest.mark.parametrize(("slug", "seats", "viewer"), some_short(CASES, lambda case: case[:2] == SHORT))
every_table = pytest.mark.parametrize(("slug", "seats"), some_short(tables(), lambda case: case[:2] == SHORT))


@every_viewer
def test_paired_sessions_differ_in_hidden_cards(slug: str, seats: int, viewer: str) -> None:
    """Every pile has something that the viewer never learns; for all but the seat that moves, it matters now.

    A game without piles hides nothing.
    """
    for seed in SEEDS:
        first, found = w.world(slug, seats, seed), w.pairs(slug, seats, viewer, seed)
        events = [entry.event for entry in first.session.table.entries]
        piles = {event.pile for event in events if isinstance(event, Shuffled)}
        assert {pile for pile, _, _ in found} == piles
        told = any(w.probes(first, second) for _, _, second in found)
        assert told or not piles or viewer in first.session.status.awaited
        for _, _, second in found:
            assert second.session.position != first.session.position
            assert second.session.head.seq == first.session.head.seq


@every_viewer
def test_computed_output_does_not_depend_on_hidden_cards(slug: str, seats: int, viewer: str) -> None:
    for seed in SEEDS:
        first = w.world(slug, seats, seed)
        for pile, swap, second in w.pairs(slug, seats, viewer, seed):
            pool = w.pool_of(first, second, random.Random(seed))
            ours, theirs = dict(w.computed(first, viewer, pool)), dict(w.computed(second, viewer, pool))
            assert ours.keys() == theirs.keys()
            kinds = Counter[str]()
            for name, text in ours.items():
                if w.ACCEPTED not in (text, theirs[name]) or text == theirs[name]:
                    assert text == theirs[name], f"{name}: {pile} {swap}"
                    kinds[name.split()[0]] += 1
            assert kinds.keys() >= KINDS
            assert kinds["refused"] >= len(pool.moves) // 3


KINDS = {
    "position", "line", "export", "audit", "dice", "legal", "order", "conflicts", "look",
    "refused", "correction", "takeback", "missed", "summary", "reading",
}  # fmt: skip


@pytest.mark.usefixtures("pictures_made_here")
@every_table
def test_pages_do_not_depend_on_hidden_cards(slug: str, seats: int) -> None:
    """Every route of the URL map; one without a case fails."""
    first = w.world(slug, seats, 1)
    last = first.session.head.seq
    seqs = range(1, last + 1, 1 if slug == "toy" else 9)
    ours = pages(first, last, seqs)
    assert len(ours) > len(seqs)
    for swaps, second in w.joined_pairs(slug, seats, ALL, 1):
        assert pages(second, last, seqs) == ours, swaps


def pages(of: w.World, last: int, seqs: range) -> dict[str, str]:
    """Return each page by its address; pages of single entries only for these entries."""

    def is_wanted(path: str) -> bool:
        number = path.split("?", maxsplit=1)[0].removeprefix(f"/s/{w.NAME}/").partition(".")[0]
        return not number.isdigit() or number.startswith("0") or int(number) in seqs or int(number) > last

    return {
        path: without_hashes(re.sub("(?m)^(Date|Expires): .*$", "", f"{head}\n").encode() + body)
        for path, head, body in spectator_outputs(create_app(of.session.store, GAMES), w.NAME, last, is_wanted)
    }


def test_every_form_has_a_case() -> None:
    """Every route that takes something; one without a case fails."""
    rules = create_app(w.world("toy", 2, 1).session.store, GAMES).url_map.iter_rules()
    forms = {rule.endpoint for rule in rules if "POST" in (rule.methods or ()) and rule.endpoint not in w.PROGRAMS}
    assert forms == w.FORMS.keys() | w.NOT_OF_A_SESSION


@pytest.mark.usefixtures("pictures_made_here")
@pytest.mark.parametrize(("slug", "seats", "viewer"), LINKED)
def test_answers_to_a_link_do_not_depend_on_hidden_cards(slug: str, seats: int, viewer: str) -> None:
    """A seat, or the moderator in a spectator's place: all pages, all forms, a program; right guesses among them."""
    first = w.world(slug, seats, 1)
    for swaps, second in w.joined_pairs(slug, seats, viewer, 1):
        pool = w.pool_of(first, second, random.Random(1))
        asked = w.guesses_of(first, second, [*pool.moves[:3], *pool.moves[-2:], pool.common])
        ours, theirs = (dict(w.linked_outputs(of, viewer, asked)) for of in (first, second))
        assert ours.keys() == theirs.keys()
        same = 0
        for request, answer in ours.items():
            if w.ACCEPTED not in (answer, theirs[request]):
                assert answer == theirs[request], f"{request}: {swaps}"
                same += 1
        assert same > len(ours) * 2 // 3


Case = Callable[[str, str, str], list[list[str]]]
NO_SESSION: list[list[str]] = []
COMMAND_CASES: dict[str, Case] = {
    "demo": lambda *_: NO_SESSION,  # its own sessions
    "serve": lambda *_: NO_SESSION,  # the pages are compared above
    "new": lambda *_: NO_SESSION,  # begins another session
    "invite": lambda *_: [["invite", w.NAME], ["invite", w.NAME, "--list", "--json"]],  # what it makes is random
    "games": lambda *_: [["games"]],
    "rules": lambda *_: [["rules", "keys"]],
    "db key": lambda *_: [["db", "key"], ["db", "key", "--json"]],
    "db backup": lambda *_: [["db", "backup", "copy.db"]],
    # holds all that the database holds; what it says is compared
    "db restore": lambda *_: NO_SESSION,  # for another database, and shown only to its owner
    "db check": lambda *_: [["db", "check"], ["db", "check", "--json"]],
    "db transfer": lambda *_: NO_SESSION,  # takes all that the database holds elsewhere, and is another database's then
    "db upgrade": lambda *_: [["db", "upgrade"], ["db", "upgrade", "--json"]],
    "notices set": lambda *_: [
        ["notices", "set", w.NAME, "--webhook", "https://chat.example.org/hook", "--mail", "black=julie@example.org"],
        ["notices", "set", w.NAME, "--json"],
    ],
    "notices send": lambda *_: [
        ["people", w.NAME, "--pace", "1h"], ["notices", "send", "--dry-run"],
        ["notices", "send", "--dry-run", "--json", "--base", "https://bell.example.org"],
    ],
    "import": lambda _viewer, _file, post: [["import", post, "--to", w.NAME, "--check"]],
    "follow": lambda *_: [["follow", w.NAME, "thread", "--seat", "anna=black"], ["follow", w.NAME]],
    "sync": lambda *_: [["sync", w.NAME, "--check"], ["sync", w.NAME, "--check", "--json"]],
    "verify": lambda _viewer, file, _post: [["verify", file], ["verify", file, "--json"]],
    "list": lambda *_: [["list"], ["list", "--json"]],
    "show": lambda viewer, *_: [
        ["show", w.NAME, "--as", viewer, "--at", str(at), "--format", form]
        for at in (1, 9, 20, 40)
        for form in ("text", "svg", "json")
    ] + [["show", w.NAME, "--as", viewer, "--at", str(at), "--describe"] for at in (40, 60)],
    "summary": lambda viewer, *_: [
        ["summary", w.NAME, "--as", viewer], ["summary", w.NAME, "--as", viewer, "--from", "1", "--base",
        "https://bell.example.org"],
        ["summary", w.NAME, "--as", viewer, "--json"],
    ],
    "log": lambda viewer, *_: [["log", w.NAME, "--as", viewer], ["log", w.NAME, "--as", viewer, "--json"]],
    "why": lambda viewer, *_: [
        ["why", w.NAME, place, "--as", viewer, *way]
        for place in ("turn", "step", "hand black", "hand steve", "deck steve", "SCA", "d4", "card 1", "tokens nell")
        for way in ([], ["--json"], ["--at", "20"])
    ],
    "note": lambda *_: [
        ["note", w.NAME, "#9", "Hm.", "--for", "judge"], ["note", w.NAME],  # as JSON it has the time of this very test
        ["note", w.NAME, "--withdraw", "9"],
    ],
    "audit": lambda viewer, file, _post: [
        ["audit", w.NAME, "--as", viewer], ["audit", w.NAME, "--as", viewer, "--format", "text"],
        ["audit", w.NAME, "--as", viewer, "--json"], ["audit", "--all"],
        ["audit", file],
    ],
    "export": lambda viewer, file, _post: [
        ["export", w.NAME, file, "--as", viewer, "--force"],
        ["export", w.NAME, "session.sqlite", "--as", viewer, "--force"],
        ["export", "--all", "all.sqlite", "--with-private", "--force"],
        ["export", w.NAME, "turn.gif", "--as", viewer, "--force"],
        *(["export", w.NAME, "-", "--as", viewer, "--format", form] for form in ("jsonl", "txt", "csv", "html")),
    ],
    "post": lambda _viewer, _file, post: [
        ["post", w.NAME, post, "--check"], ["post", w.NAME, post, "--check", "--json"],
        ["post", w.NAME, post, "--as", "black", "--check"], ["post", w.NAME, post, "--after", "9"],
    ],
    "correct": lambda viewer, *_: [
        ["correct", w.NAME, change, "--check", *way, *(["--as", viewer] if viewer != ALL else [])]
        for change in ("OMIT 1.1", "OMIT 2.1", "KEEP rest / OMIT 1.1", "FIX 2.1: pass")
        for way in ([], ["--json"])
    ] + [
        ["correct", w.NAME, "--chat", line, *way]
        for line in ("2", "2.1", "9.2")
        for way in ([], ["--json"], ["--find", "card"], *([["--as", viewer]] if viewer != ALL else []))
    ],
    "what-if": lambda viewer, *_: [
        ["what-if", w.NAME, *way, "--as", viewer, "--alias", f"branch-{number}-{viewer}", "--json"]
        for number, way in enumerate((["--at", "1.1"], ["OMIT 1.1", "KEEP rest"], ["OMIT 2.1", "DROP rest"]))
    ],
    "people": lambda *_: [
        ["people", w.NAME], ["people", w.NAME, "--json"],
        ["people", w.NAME, "--words", "no such words", "--yes"], ["people", w.NAME, "--erase", "black", "--yes"],
    ],
    "remove": lambda *_: [["remove", w.NAME, "-o", "removed.jsonl", "--force", "--yes"]],  # the last: nothing is left
}  # fmt: skip
"""What is asked of every command, given a viewer, an export and a post."""


def test_every_command_has_a_case() -> None:
    assert COMMAND_CASES.keys() == set(COMMAND_NAMES)


@LONG
@pytest.mark.parametrize(("slug", "seats", "viewer"), ON_SHELF)
def test_commands_do_not_depend_on_hidden_cards(
    slug: str, seats: int, viewer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The command line on a database of its own, as the viewer; a look as a seat is itself in the log of both."""
    first = w.world(slug, seats, 1)
    post = tmp_path / "post.txt"
    game, position = first.session.game, first.session.view(ALL).position
    moves = w.pool_of(first, first, random.Random(1)).moves[:3]
    written = [(move.player, game.notation.write([Entry(move)], position)) for move in moves]
    lines = [f"== T1 {seat} ==\n{line}\n== end ==\n" for seat, line in written]
    post.write_text("\n".join(lines))
    (tmp_path / "thread").mkdir()
    (tmp_path / "thread/1-anna.txt").write_text(f"Date: 2026-11-09 19:21\n\n{written[0][1]}\n")
    monkeypatch.chdir(tmp_path)
    ours = commanded(first, viewer, tmp_path / "one.db", capsys, monkeypatch)
    assert {status for status, _ in ours.values()} <= {0, 1, 2}
    assert "still waiting for" in ours["notices send --dry-run --json --base https://bell.example.org"][1]
    for number, (swaps, second) in enumerate(w.joined_pairs(slug, seats, viewer, 1)):
        theirs = commanded(second, viewer, tmp_path / f"{number}.db", capsys, monkeypatch)
        for asked, answer in ours.items():
            assert answer == theirs[asked], f"{asked}: {swaps}"


def commanded(
    of: w.World, viewer: str, db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> dict[str, tuple[int, str]]:
    store = SqliteStore(db)
    stage(of.session.store, store, w.NAME)
    store.close()
    still = SimpleNamespace(
        time=lambda: 1.8e9, gmtime=time.gmtime, strftime=time.strftime, perf_counter=time.perf_counter
    )
    monkeypatch.setattr("replay.chance.clock.time", still)  # both worlds write in the same second
    last_ms = of.session.table.lines[-1].at_ms
    monkeypatch.setattr("webui.commands.notices_due.now_ms", lambda: last_ms + 3_000_000)
    Path("copy.db").unlink(missing_ok=True)
    door, found = Door(db, capsys, monkeypatch), dict[str, tuple[int, str]]()
    order = ["export", *(name for name in COMMAND_CASES if name != "export")]
    for name in order:
        for arguments in COMMAND_CASES[name](viewer, "session.jsonl", "post.txt"):
            ran = door(*(VIEWS.get(word, word) for word in arguments))
            out = unfolded(ran.out) if "html" in arguments and not ran.status else ran.out
            told = f"{out}\n{ran.err}".replace(db.name, "bell.db")
            found[" ".join(arguments)] = ran.status, without_hashes(told.encode())
    for file in ("session.sqlite", "all.sqlite", "turn.gif"):
        found[file] = 0, Path(file).read_bytes().hex()
    return found


@every_table
def test_the_comparison_would_detect_a_leak(slug: str, seats: int) -> None:
    """The table sees a difference between two worlds that look alike to a spectator."""
    first = w.world(slug, seats, 1)
    differing = set[str]()
    for _, _, second in w.pairs(slug, seats, ALL, 1):
        pool = w.pool_of(first, second, random.Random(1))
        ours, theirs = dict(w.computed(first, OMNISCIENT, pool)), dict(w.computed(second, OMNISCIENT, pool))
        found = {name for name, text in ours.items() if text != theirs[name]}
        differing |= {name.split()[0] for name in found} | found & {"export sqlite"}
    hidden = any(isinstance(entry.event, Shuffled) for entry in first.session.table.entries)
    due = {"position", "export", "export sqlite", "legal", "conflicts", "refused", "correction"}
    assert differing >= due or not hidden


NAMES = 9
"""The number of names that are compared."""
OWN = 5


@pytest.mark.long
@pytest.mark.parametrize("slug", some_short(sorted(registry()), lambda slug: slug == "keys"))
def test_offered_choices_do_not_depend_on_hidden_cards(slug: str) -> None:
    first, offered = w.world(slug, 2, 1), 0
    filer = first.session.status.awaited[0]
    for _, _, second in w.pairs(slug, 2, filer, 1):
        for text in told(first, second, filer):
            ours, theirs = read(first, text, filer), read(second, text, filer)
            assert ours == theirs, text
            offered += sum(len(line.choices) for line in ours)
    assert offered


def told(first: w.World, second: w.World, filer: str) -> list[str]:
    """Sentences of moves that are legal in one of two worlds, in both or in none, and of what is named in each."""
    game, chooser = first.session.game, random.Random(1)
    position = first.session.view(filer).position
    own = list(game.rules.legal(position, filer))
    moves = [*w.pool_of(first, second, chooser).moves, *chooser.sample(own, min(OWN, len(own)))]
    sentences = [game.view.sentence(move, position, position) for move in moves]
    wordings = game.wordings
    assert wordings is not None
    names = [
        name
        for of in (first, second)
        for kind, words in (*wordings.box_names(of.session.position), *wordings.names(of.session.position, filer))
        if kind not in ("seat", "turn")
        for name in words
    ]  # fmt: skip
    verbs = ("I play {}.", "I drew {} and go there.", "{} it is, {} too.")
    told_of = chooser.sample(sorted(set(names)), NAMES)
    return [*sentences, *(chooser.choice(verbs).replace("{}", name) for name in told_of)]


def read(of: w.World, text: str, filer: str) -> tuple[ReadLine, ...]:
    session = of.session
    timeline = Timeline(session.row, session.view(filer))
    return read_post(timeline, session.store, Pasted(text=text, seat=filer), Poster(filer, filer)).lines
