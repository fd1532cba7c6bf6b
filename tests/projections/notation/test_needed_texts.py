"""Every match of a pattern contains one of the texts that it needs, so that other texts need not be searched."""

import pytest
from people_posts import rows

from projections.notation.prose.guards import _data, _phrase  # the patterns of the data file
from projections.notation.prose.needed_texts import needed_texts


@pytest.mark.parametrize(("pattern", "texts"), [
    ("never mind", {"never mind"}), ("Or rather", {"or rather"}), ("mean?t", {"mea"}), ("no+pe", {"pe"}),
    ("a(?:bc)?d", {"a"}), ("(?:bin|drop) it", {"bin", "drop"}), ("(?:bin|drop)", {"bin", "drop"}),
    ("(?:bin |(?:all )?drop )that", {"bin ", "drop "}), ("(?!away)go", {"go"}), ("(?<!so )go", {"go"}),
    (r"\bw\w{2}", {"w"}), (r"\w+", {""}),
    ("[a-z]{2}", {""}), ("(?:ab|[cd])", {"", "ab"}), ("(?:ab){0,2}c", {"c"}), ("(?:ab){2,3}c", {"ab"}),
    ("last {time}", {"last "}), ("{posted} too soon", {" too soon"}), ("a|bc", {"a", "bc"}), ("(?:ab)*", {""}),
])  # fmt: skip
def test_needs_the_longest_texts_outside_of_optional_parts(pattern: str, texts: set[str]) -> None:
    assert needed_texts(pattern) == texts


def test_every_match_of_the_guards_contains_a_text_that_it_needs() -> None:
    posts = "\n".join(row.post for row in rows("traps", "corrections", "chat", "idle-talk", "later", "open"))
    words = [word for kind, found in _data().items() if kind != "slots"
             for entry in (found if isinstance(found, list) else [found]) for word in entry["words"]]  # fmt: skip
    matched = 0
    for needed, pattern in map(_phrase, words):
        assert "" not in needed
        for match in pattern.finditer(posts):
            matched += 1
            assert any(text in match[0].casefold() for text in needed), (pattern.pattern, match[0])
    assert matched > 400
