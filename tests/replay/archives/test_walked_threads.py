"""Old threads in people's own words, one of each game, brought in to the end; the audit lists what was planted."""

import pytest
from long_runs import some_short
from walked_threads import WALKED, walked

from events.conduct import Posted
from events.facts import TABLE
from projections.shelf import shelf
from replay.reading.timeline import Timeline


@pytest.mark.parametrize("name", some_short(WALKED, lambda name: name.startswith("keys")))
def test_a_thread_of_sixty_posts_comes_in_and_its_audit_lists_what_was_planted(name: str) -> None:
    done = walked(name)
    rules = {one.rule for one in done.findings if one.level == "violation"}
    assert rules == set(WALKED[name]["planted"])
    others = [one for one in done.findings if one.level != "violation"]
    assert all("annot be told" in one.condition for one in others)  # cards that nobody has seen
    timeline = Timeline.read(done.store, shelf(), done.session, TABLE)
    posted = [entry.fact.text for entry in timeline.entries if isinstance(entry.fact, Posted)]
    assert posted == [post.text for post in done.work.desk.archive.posts]
    assert len(posted) == 60
