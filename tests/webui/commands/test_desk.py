"""The command `desk`: an old thread read post by post at the screen or by options, taken back, recorded, refused."""

import json

import pytest
from front_door import Door
from old_threads import WALKED, walked
from places import TESTS
from texts import missing

from projections.shelf import shelf
from replay.archives.suggestions import suggest

THREADS = TESTS / "replay/archives/threads"
LAYOUT = "rgbyrgb/yrgbyrg/byrgbyr/gby.rgb/yrgbyrg/byrgbyr/gbyrgby"
TOLD = (
    "--game", "keys", "--seats", "tenth,thirteenth", "--author", "Tomasz=tenth", "--author", "Nadia=thirteenth",
    "--option", "edges=tenth=S,thirteenth=N", "--option", f"layout={LAYOUT}", "--option", "first=tenth",
)  # fmt: skip
MAILS = THREADS / "thread.mbox"


def test_desk_reads_a_thread_by_options(few: Door) -> None:
    ran = few("desk", "autumn", MAILS, *TOLD)
    assert (ran.status, "post 4 of 60: Tomasz" in ran.out) == (1, True)
    assert not missing(ran.out, "D: ? / P: Kb b1 open (open) / M: >b1", "3 of 60 posts passed")
    assert "post 4 is asked about" in ran.err
    ran = few("desk", "autumn", "--read", "4=D: ? / P: Kb b1 open (open) / M: >b1", "--chat", "5", "--json")
    assert ran.status == 1
    told = json.loads(ran.out)
    assert (told["passed"], told["open"]["post"], told["moves"]) == (7, 8, 3)
    ran = few("desk", "autumn", "--undo", "--json")
    assert json.loads(ran.out)["open"]["post"] == 5


def test_keys_at_the_screen(few: Door) -> None:
    """Enter takes the likely one, a number another, `=` a line, `u` takes back, `q` leaves; nothing is lost."""
    few("desk", "autumn", MAILS, *TOLD)
    ran = few("desk", "autumn", "--ask", stdin="\nh\nb\n? b1\n\n1\nu\n1\n=\n= P: Ky b2 open (dalek) / M: stay\nq\n")
    assert (ran.status, "post 4 (Tomasz): 3 moves" in ran.out) == (1, True)
    assert "post 5 (Nadia): 3 moves" in ran.out
    assert (ran.out.count("post 8 of 60"), "take the likely reading" in ran.out) == (2, True)
    assert "GRID, north at the top" in ran.out
    assert '"=" is no answer here' in ran.err
    assert "goes on at post 9" in ran.out
    assert json.loads(few("desk", "autumn", "--json").out)["answered"] == 3


def test_desk_records_and_forgets_a_thread(few: Door) -> None:
    few("desk", "autumn", MAILS, *TOLD)
    few("desk", "autumn", "--read", "4=D: ? / P: Kb b1 open (open) / M: >b1")
    ran = few("desk", "autumn", "--record")
    assert (ran.status, "recorded as" in ran.out) == (0, True)
    assert "the audit has" in ran.out
    assert "autumn" in few.well("list").out
    told = json.loads(few.well("desk", "--json").out)
    assert [(one["desk"], one["posts"], one["recorded"]) for one in told] == [("autumn", 60, 4)]
    assert "60 posts, 1 answered; 4 recorded as" in few.well("desk").out
    assert "is gone" in few.well("desk", "autumn", "--drop").out
    assert "no desk yet" in few.well("desk").out
    few.refused("desk", "autumn", "--drop", says="there is no desk")


def test_who_is_who_is_asked_at_the_screen(few: Door) -> None:
    told = "keys\ntenth, thirteenth\nnobody\n\n\n\n\nfirst\nfirst=tenth\nq\n"
    ran = few("desk", "autumn", MAILS, "--ask", stdin=told)
    assert not missing(ran.err, "'nobody' is not one of", '"first" is no option')
    assert (ran.status, "goes on at post" in ran.out) == (1, True)


@pytest.mark.parametrize(("words", "says"), [
    (("spring",), "there is no desk"), (("autumn", "nowhere.txt"), "nowhere.txt cannot be read"),
    (("Autumn!", MAILS, *TOLD), "desk"), (("autumn", MAILS, *TOLD, "--author", "Nemo=tenth"), "has written nothing"),
    (("autumn", MAILS), "which game?"), (("autumn", MAILS, "--option", "first=tenth"), "--option belongs to a game"),
    (("autumn", MAILS, "--game", "chess", "--seats", "a,b"), "no game"),
])  # fmt: skip
def test_refuses_to_begin_a_desk(few: Door, words: tuple[object, ...], says: str) -> None:
    few.refused("desk", *words, says=says)
    assert "autumn" not in few("desk").out


def test_a_desk_refuses_answers(few: Door) -> None:
    few("desk", "autumn", MAILS, *TOLD)
    for words, says in (
        ("--read 4", "says nothing of a post"), ("--read 99=M:", "is no post"), ("--read 9=M:", "is not reached yet"),
        ("--read 4.88=M:", "has no line 88"), ("--chat x", "is no post"), ("--undo", "nothing to take back"),
        ("--record", "no move was read"), (f"{THREADS}/../keys-list.mbox", "another thread"),
        ("--seats one", "takes 2 to 4 seats"),
    ):  # fmt: skip
        few.refused("desk", "autumn", *words.split(), says=says)


@pytest.mark.parametrize(
    "name", [name if name.startswith("keys") else pytest.param(name, marks=pytest.mark.long) for name in WALKED]
)
def test_a_thread_is_brought_in_by_its_keys(few: Door, name: str) -> None:
    done, told = walked(name), WALKED[name]
    fields = {"game": told["header"]["game"], "seats": told["header"]["seats"]}
    options = [f"--option={key}={value}" for key, value in told["header"].items() if key not in fields]
    people = [f"--author={author}={seat}" for author, seat in told["people"].items()]
    keys = "".join(f"{text}\n" for _, text in done.typed)
    arguments = (f"--game={fields['game']}", f"--seats={fields['seats']}", *people, *options)
    others = "\n" * (len(done.work.walk.authors) - len(people) if done.work.walk else 0)
    hints = suggest(done.work.desk.archive, shelf()).options.keys() - told["header"].keys()
    declined = "n\n" * len(hints)
    ran = few("desk", "old", THREADS / name, *arguments, "--ask", stdin=f"{others}{declined}{keys}\n")
    assert ran.status == 0, ran.err
    assert not missing(ran.out, "all 60 of 60 posts passed", f"the audit has {len(done.findings)} finding")
