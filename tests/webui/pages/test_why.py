"""The pages `why` and `rulings`: from a value to its lines, and from words to what was ruled before."""

import pytest
from flask.testing import FlaskClient
from people import visible
from recorded_pages import Recorded

from events.store.accounts import MODERATOR
from events.store.settings import Settings
from projections.shelf import shelf
from replay.corrections.branch import make_branch
from replay.live.session import Session
from replay.reading.timeline import Timeline


@pytest.fixture(scope="module")
def risk() -> Recorded:
    return Recorded()


def test_each_value_leads_to_the_lines_that_made_it(risk: Recorded) -> None:
    reader = risk.browser()
    words = visible(reader.read(f"/s/{risk.name}/why?at=4.3&place=SEA"))
    assert words.count("Why Southeast Asia is Black 8") == 1
    assert "5 Daleks are placed in Southeast Asia, now 8." in words
    by_name = visible(reader.read(f"/s/{risk.name}/why?place=yellow's+territory+cards"))
    assert "Why Yellow's Territory Cards is 2 unknown cards" in by_name
    assert "hand yellow" not in by_name
    text = reader.read(f"/s/{risk.name}/why?at=147")
    assert text.count('class="values"') == 1
    assert f'href="/s/{risk.name}/why?at=147&amp;place=SEA"' in text
    assert f'data-key="w" href="/s/{risk.name}/why?at=147"' in reader.read(f"/s/{risk.name}/147")


@pytest.mark.parametrize("asked", ["at=x", "at=0", "at=99999", "at=99.9", "at=147&place=zebra", "place=%00"])
def test_refuses_an_unknown_entry_or_place(risk: Recorded, asked: str) -> None:
    answer = risk.browser().client.get(f"/s/{risk.name}/why?{asked}")
    assert answer.status_code == 422
    assert "raceback" not in answer.text


def test_a_reader_asks_only_of_what_it_knows(client: FlaskClient, running: Session) -> None:
    assert client.get("/s/running/why?as=black").status_code == 403
    assert client.get("/s/running/why").status_code == 200


def test_rulings_are_found_by_rule_game_and_words() -> None:
    table = Recorded()
    page = f"/s/{table.name}/{table.found('RISK-POW-05').seq}/ruling"
    sent = {
        "verdict": "stand", "reason": "Two attacks, two cards.", "cite": "RISK-POW-05", "house": "One card a battle.",
        "after": table.store.head(table.name).seq,
    }  # fmt: skip
    table.browser(MODERATOR).done(page, page, **sent)
    reader = table.browser()
    words = visible(reader.read("/rulings"))
    assert "Two attacks, two cards." in words
    assert "House rule: One card a battle." in words
    assert f'href="/s/{table.name}/' in reader.read("/rulings?rule=risk-pow-05&game=risk&q=two+cards")
    for asked in ("rule=RISK-CON-01", "game=keys", "q=zebra"):
        assert "None of the 1 rulings fits." in visible(reader.read(f"/rulings?{asked}"))
    make_branch(table.store, shelf(), Timeline.read(table.store, shelf(), table.name))
    assert visible(reader.read("/rulings")).count("Two attacks, two cards.") == 1, "a what-if is no record"
    table.accounts.put_settings(table.name, Settings("private"))
    assert "Nothing was ruled" in visible(reader.read("/rulings"))
    assert "Two attacks" in visible(table.browser(MODERATOR).read("/rulings"))
