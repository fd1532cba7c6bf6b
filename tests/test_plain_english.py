"""The texts of the project are in plain English, and commits have the form that CONTRIBUTING.md asks for."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest
from places import ROOT
from plain_english import PATTERNS, Hit, Text, hits, texts, word_count

MOST_A_THOUSAND = 3.0
"""Maximum number of hits per 1,000 words of a surface."""
MOST_EXCUSED = 40
HOOK = ROOT / ".ci/hooks/commit-msg"


@pytest.fixture(scope="module")
def found() -> list[tuple[Text, list[Hit]]]:
    return [(text, list(hits(text))) for text in texts()]


@pytest.mark.long
def test_no_surface_has_many_odd_sentences(found: list[tuple[Text, list[Hit]]]) -> None:
    words, odd = Counter[str](), Counter[str]()
    for text, places in found:
        words[text.surface] += word_count(text)
        odd[text.surface] += sum(not hit.excused for hit in places)
    assert len(words) == 9
    assert {
        name: 1000 * odd[name] / words[name] for name in words if 1000 * odd[name] > MOST_A_THOUSAND * words[name]
    } == {}


@pytest.mark.long
def test_few_lines_are_excused(found: list[tuple[Text, list[Hit]]]) -> None:
    excused = {(hit.path, hit.line) for _, places in found for hit in places if hit.excused}
    assert len(excused) <= MOST_EXCUSED


@pytest.mark.parametrize("sentence", [
    "What the board does not take stays owed", "1 where an audit found a violation", "this is no database",
    "settings that cannot be read are told", "End behind the table", "what stands before it", "So so many processes",
    "whoever reads it", "written anew", "It lies beside the log", "It hangs on a card", "nobody knows", "that of Steve",
    "those who may look", "a card of the own hand", "Of a session the last line", "7 were due", "a line does not read",
])  # fmt: skip
def test_odd_sentences_are_found(sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(sentence, "utf-8")
    assert list(hits(Text("docs", path, 1, sentence)))
    assert len(PATTERNS) == 19


@pytest.mark.parametrize(("subject", "status"), [
    ("[replay] Answer 410 Gone for a database that was moved", 0), ("Merge branch 'main'", 0),
    ("[replay] answer in lower case", 1), ("Answer without a scope", 1), ("[replay] End with a full stop.", 1),
    ("[replay] Do one thing; do another", 1), (f"[replay] {'Long ' * 14}", 1), ("", 1),
])  # fmt: skip
def test_the_hook_checks_the_form_of_a_subject(subject: str, status: int, tmp_path: Path) -> None:
    if not HOOK.exists():
        pytest.skip("there is no checkout here")
    message = tmp_path / "message"
    message.write_text(f"{subject}\n\nThe body says why.\n", "utf-8")
    ran = subprocess.run(["bash", HOOK, message], capture_output=True, text=True, check=False)
    assert (ran.returncode, bool(ran.stderr)) == (status, status == 1)
