"""Posts of Time of the Daleks as three people type them: what is read of them, what is asked, what stays chat."""

from collections.abc import Callable

import pytest

from events.store.protocol import EventStore
from projections.shelf import shelf
from replay.posts.paste import Choice, Pasted, Poster
from replay.posts.read import ReadPaste, read_post
from replay.posts.record import record_text
from replay.reading.timeline import Timeline

SESSION = "by-mail"
BEGUN = """\
game: daleks
title: A wet Saturday
seats: ruth, tom
doctors: ruth=twelfth, tom=fourth
table: described
dice: typed
cards: typed

--- Gita, Sat, post 1 ---
== moderator ==
SET order = tom, ruth ; four before twelve
SET turn = ruth T5 round 2 ; hers
SET step = travel ; her charges are in
SET place 1 = location earth, zone ?, zone ?, zone ?, daleks 0 0 0 ; nobody is there
SET companions ruth = clara ; as always
SET companions tom = sarah-jane ; as always
SET tokens ruth = 3 ; hers
SET hand ruth = tardis-key ; hers
SET deck location = 20? ; the rest
SET deck dilemma = 20? ; the rest
== end ==
"""
RUTH = Poster("ruth")
PHONE = """\
Evening all! Sorry for the delay, the boiler died and I spent Tuesday on the
phone to a man called Keith.

> Tom wrote:
> charge! and then on to Earth, I should think
> END

Right. I can't let the Silence have the Past as well.

== T5 Ruth ==
travel: die decides: Mars Past / Mars Future; enter zone 1; flip the Silence
recruit: -
pool: 4b 1g 1r ; as the console gives
help: call Tom for a card tardis key
== end ==

Over to you, Tom. I'd rather you came in person but afar will do :)

--
Ruth
Sent from my phone
"""
FORUM = """\
[b]My go[/b]
[code]
== T5 Ruth ==
- TRAVEL: die 5, new \u201cMars Past / Mars Future\u201d
- TRAVEL: \u201cMars Past\u201d, flip \u201cThe Silence\u201d
- RECRUIT: none
- POOL: 4B 1G 1R
- HELP: call T, 1 card (TARDIS Key)
== end ==
[/code]
"""
PROSE = """\
Hullo hullo,

So, I'll roll the TARDIS die please. Fingers crossed for Gallifrey.
Charge! Pass the salt. Ready when you are, and help yourselves to cake.
Focus, Ruth, focus. I'd drop everything for a cup of tea.
Then I stay up all night, to the end. Play fair!

Cheers
Ruth
"""


@pytest.fixture
def typed(store: EventStore, clock: Callable[[], int]) -> EventStore:
    done = record_text(store, shelf(), BEGUN, alias=SESSION, clock=clock)
    assert done.whole, done.lines
    return store


def read(store: EventStore, text: str, choices: dict[int, Choice] | None = None) -> ReadPaste:
    timeline = Timeline.read(store, shelf(), SESSION, RUTH.viewer)
    return read_post(timeline, store, Pasted(text=text, choices=choices or {}), RUTH)


def statuses(read_in: ReadPaste) -> list[str]:
    """How each line of a post is read."""
    return [line.status for post in read_in.posts for line in post.lines]


@pytest.mark.parametrize("text", [PHONE, FORUM])
def test_a_block_in_a_post_is_read_and_the_rest_is_not(typed: EventStore, text: str) -> None:
    found = read(typed, text)
    assert (found.waits, found.trouble) == ("", "")
    assert set(statuses(found)) == {"ok"}


def test_prose_is_asked_about_and_never_taken_for_moves(typed: EventStore) -> None:
    found = read(typed, PROSE)
    assert "ok" not in statuses(found)
    asked = [line for post in found.posts for line in post.lines if line.status == "ask"]
    assert asked[0].choices == ("TRAVEL: die",)
    chat = {line.number: Choice(chat=True) for post in found.posts for line in post.lines if line.status == "ask"}
    assert "ok" not in statuses(read(typed, PROSE, chat))


def test_lines_in_chat_style_are_offered_one_after_the_other(typed: EventStore) -> None:
    post = "== Ruth ==\nTRAVEL: roll tardis die decides, Mars\nenter Mars Past\nstill raining here\n== end ==\n"
    found = read(typed, post)
    assert statuses(found) == ["ok", "ask", "chat"]
    assert found.posts[0].lines[1].choices == ('TRAVEL: enter "Mars Past"',)
