"""The forms of English verbs: what a verb in its plain form is in a sentence."""

from collections.abc import Iterator
from typing import Final

_IRREGULAR: Final = {
    "beat": "beat beaten", "become": "became", "begin": "began begun", "bring": "brought", "buy": "bought",
    "cast": "cast", "choose": "chose chosen", "come": "came", "cost": "cost", "cut": "cut", "do": "did done",
    "draw": "drew drawn", "fall": "fell fallen", "feed": "fed", "fight": "fought", "find": "found", "fly": "flew flown",
    "get": "got gotten", "give": "gave given", "go": "went gone", "have": "had", "hit": "hit", "hold": "held",
    "keep": "kept", "lay": "laid", "lead": "led", "leave": "left", "lend": "lent", "let": "let", "lose": "lost",
    "make": "made", "pay": "paid", "put": "put", "ride": "rode ridden", "run": "ran", "say": "said", "see": "saw seen",
    "send": "sent", "set": "set", "show": "shown", "sit": "sat", "spend": "spent", "stand": "stood",
    "strike": "struck", "swing": "swung", "take": "took taken", "throw": "threw thrown", "win": "won",
}  # fmt: skip
"""Verbs with their pasts, where these are no regular ones."""
_CHANGED: Final = {"be": "am is are was were be being been", "have": "has having had", "do": "does doing did done"}


def forms(verb: str) -> Iterator[str]:
    """The forms of a verb, with what stands behind it: `pick up`, `picks up`, `picked up`, `picking up`.

    Whether a consonant is doubled is left open, as people do: `skipping`, `skiping`.
    """
    word, blank, rest = verb.partition(" ")
    again = word.removeprefix("re")
    irregular = _IRREGULAR.get(word) or _IRREGULAR.get(again)
    front = "" if word in _IRREGULAR or not irregular else "re"
    found = [word, *_CHANGED.get(word, "").split(), *(f"{front}{past}" for past in (irregular or "").split())]
    bare = word.removesuffix("e")
    if word.endswith("y") and word[-2:-1] not in "aeou":
        found += [f"{word[:-1]}ies", f"{word[:-1]}ied", f"{word}ing"]
    else:
        found += [f"{word}{'es' if word.endswith(('s', 'sh', 'ch', 'x', 'o')) else 's'}", f"{bare}ing", f"{bare}ed"]
        found += [f"{word}{word[-1]}{end}" for end in ("ing", "ed") if bare == word]
    yield from dict.fromkeys(f"{form}{blank}{rest}" for form in found)
