"""The audience of a post: the viewers who may know all that it says."""

from events.events import ALL
from projections.registry import registry
from replay.reading.audience import AudienceCollector


def test_only_viewers_who_may_know_all_of_a_post_can_read_it() -> None:
    collector = AudienceCollector(registry().codec("ccg"))
    assert collector.audience == ALL
    for told, due in ((ALL, ALL), ("black yellow", "black yellow"), ("black", "black"), ("yellow", "")):
        collector.keep_to(told)
        assert collector.audience == due
