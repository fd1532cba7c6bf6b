"""What changes from one drawing or text to the next, small enough to send a whole session.

A drawing is a tree: an element that holds others is a list (its opening tag, then what it holds), any other element is
its own markup; a text is a list of its lines behind an empty string. A change is `None` where nothing is another, a new
tree, or an object: `a` has attributes that are another now (null for one that is gone), `t` the text of an element that
holds no others (whole, or how many characters stay at its start and at its end, and what stands between), `c` a script.
A script goes through what the old element holds: a number above 0 keeps so many, one below 0 leaves so many out, an
object changes the next one, and a tree is put in. What comes again and again is told once, as one of the `trees`: `#3`
stands for the fourth.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import unescape
from typing import Any, Final

_OPENING: Final = re.compile(r"<(?P<name>[A-Za-z]++)[^<>]*?(?P<empty>/?)>")
_DESC: Final = re.compile(r"<desc[^<>]*>[^<]*</desc>", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r' ([\w-]+)="([^"]*)"')
_KEY: Final = re.compile(r' (?:data-key|data-sign|id)="[^"]*"')
_IDENT: Final = re.compile(r'aria-labelledby="(?P<ident>[\w-]+)-title" aria-describedby="[\w-]+"')

_AHEAD: Final = 4
"""How many of the elements that come next are looked at for one that did not change."""
_OFTEN: Final = 2
"""A tree that comes so often is told once."""
_LONG: Final = 110
"""A change that comes again, and is so long, is told once as well."""
_WORTH: Final = 12
"""So many characters of a text that stay are worth telling so."""

Tree = str | list[Any]
Change = Tree | dict[str, Any] | None


class Part:
    """One element of a drawing, split into what it holds when that is asked for."""

    __slots__ = ("_kids", "opening", "raw")

    def __init__(self, raw: str, kids: "Sequence[Part] | None" = None) -> None:
        self.raw = raw
        self.opening = raw[: raw.index(">") + 1]
        self._kids = kids

    @property
    def kids(self) -> "Sequence[Part]":
        """The elements that it holds; none where there is text beside them."""
        if self._kids is None:
            found, inner = tuple(_split(self.text)), self.text
            self._kids = found if sum(len(kid.raw) for kid in found) == len(inner) else ()
        return self._kids

    @property
    def text(self) -> str:
        """What stands between its tags."""
        return "" if self.opening.endswith("/>") else self.raw[len(self.opening) : self.raw.rindex("<")]

    @property
    def name(self) -> str:
        """The name of the element."""
        return self.opening[1:].partition(" ")[0].rstrip("/>")

    def tree(self) -> Tree:
        """The element as it is sent."""
        return [self.opening, *(kid.tree() for kid in self.kids)] if self.kids else self.raw

    def followed_by(self, raw: str) -> "Part":
        """Return the element that comes next in the place of this one; it shares each element that did not change."""
        new = Part(raw)
        if new.opening.endswith("/>") or not self.kids:
            return new
        inner, kids, found = new.text, self.kids, list[Part]()
        place = old = 0
        while place < len(inner):
            same = next(
                (at for at in range(old, min(old + _AHEAD, len(kids))) if inner.startswith(kids[at].raw, place)), None
            )
            if same is not None:
                found.append(kids[same])
                place, old = place + len(kids[same].raw), same + 1
                continue
            if old == len(kids) - 1 and inner.endswith(f"</{kids[old].name}>"):  # it probably takes all that is left
                last = kids[old].followed_by(inner[place:])
                if last.kids:
                    found.append(last)
                    break
            end = _element_end(inner, place)
            if not end:  # text beside elements
                return new
            one = inner[place:end]
            found.append(
                kids[old].followed_by(one) if old < len(kids) and one.startswith(f"<{kids[old].name}") else Part(one)
            )
            place, old = end, old + 1
        new._kids = found
        return new


def board_part(svg: str, before: Part | None = None) -> Part:
    """A board as a tree: without its description, which the page has as its text, and with one name for its title."""
    ident = _IDENT.search(svg, 0, 600)
    if ident:
        svg = svg.replace(f' aria-describedby="{ident["ident"]}-desc"', "", 1)
        svg = svg.replace(f'"{ident["ident"]}-title"', '"board-title"', 2)
    svg = _DESC.sub("", svg, count=1)
    return before.followed_by(svg) if before else Part(svg)


def change(old: Part, new: Part) -> Change:
    """What is another in a drawing."""
    if old is new or old.raw == new.raw:
        return None
    if old.name != new.name or bool(old.kids) != bool(new.kids):
        return new.tree()
    if not old.kids and "<" in old.text + new.text:  # text with elements in it goes whole
        return new.tree()
    found: dict[str, Any] = {}
    if old.opening != new.opening:
        before, now = dict(_ATTRIBUTE.findall(old.opening)), dict(_ATTRIBUTE.findall(new.opening))
        found["a"] = {name: _plain(now.get(name)) for name in {**now, **before} if now.get(name) != before.get(name)}
    if old.kids:
        if script := _script(old.kids, new.kids):
            found["c"] = script
    elif old.text != new.text:
        found["t"] = _respelled(unescape(old.text), unescape(new.text))
    shifts = not old.kids and len(str(found)) > len(new.raw)
    return new.tree() if shifts or not found else found


def _respelled(old: str, new: str) -> str | tuple[int, int, str]:
    """A text, by what is another in it where that is shorter. Scripts count other characters than these: then whole."""
    if max(old + new, default="") > "\uffff":
        return new
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    end = next((at for at in range(most - start) if old[-1 - at] != new[-1 - at]), most - start)
    return new if start + end < _WORTH else (start, end, new[start : len(new) - end])


def _plain(value: str | None) -> str | None:
    return value and unescape(value)


def shared(changes: Sequence[Change]) -> tuple[list[Change], list[Change]]:
    """The trees and changes that come more than once, and the changes with the number of each in its place."""
    told = _Shared()
    for found in changes:
        told.count(found)
    return told.trees, [told.change(found) for found in changes]


class _Shared:
    """Trees by what they are: each kind has a number, and is counted where it stands in no tree that is told once.

    Changes are known by how they are written.
    """

    def __init__(self) -> None:
        self.trees = list[Change]()
        self._kinds: dict[str | tuple[str | int, ...], int] = {}
        self._times: Counter[int] = Counter()
        self._places: dict[int, str] = {}
        self._same: Counter[str] = Counter()
        self._changes: dict[str, str] = {}

    def count(self, found: Change) -> None:
        """Count the trees of a change."""
        if isinstance(found, (str, list)):
            self._times[self._kind(found)] += 1
        elif found:
            self._same[repr(found)] += 1
            if self._same[repr(found)] == 1:
                for step in found.get("c", ()):
                    if not isinstance(step, int):
                        self.count(step)

    def change(self, found: Change) -> Change:
        """A change as it is sent."""
        if isinstance(found, (str, list)):
            return self._told(found)
        if not found:
            return found
        name = repr(found)
        if name not in self._changes:
            told = dict(found)
            if "c" in found:
                told["c"] = [step if isinstance(step, int) else self.change(step) for step in found["c"]]
            if self._same[name] < _OFTEN or len(name) < _LONG:
                return told
            self._changes[name] = f"#{len(self.trees)}"
            self.trees.append(told)
        return self._changes[name]

    def _kind(self, tree: Tree) -> int:
        key = tree if isinstance(tree, str) else (tree[0], *map(self._kind, tree[1:]))
        if key not in self._kinds:
            self._kinds[key] = len(self._kinds)
            self._times.update(kid for kid in key[1:] if isinstance(kid, int))
        return self._kinds[key]

    def _told(self, tree: Tree) -> Tree:
        kind = self._kind(tree)
        if self._times[kind] < _OFTEN:
            return self._open(tree)
        if kind not in self._places:
            open_tree = self._open(tree)  # what it holds comes before it
            self._places[kind] = f"#{len(self.trees)}"
            self.trees.append(open_tree)
        return self._places[kind]

    def _open(self, tree: Tree) -> Tree:
        return tree if isinstance(tree, str) else [tree[0], *map(self._told, tree[1:])]


def changed_lines(old: Sequence[str], new: Sequence[str]) -> Change:
    """What is another in a text of lines."""
    if old == new:
        return None
    script = list[Any]()
    for what, start, stop, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        _step(script, stop - start if what == "equal" else start - stop)
        if what != "equal":
            script += new[first:last]
    return {"c": _without_end(script)}


def _script(old: Sequence[Part], new: Sequence[Part]) -> list[Any]:
    low, high = 0, 0
    most = min(len(old), len(new))
    while low < most and (old[low] is new[low] or old[low].raw == new[low].raw):
        low += 1
    while high < most - low and (old[-1 - high] is new[-1 - high] or old[-1 - high].raw == new[-1 - high].raw):
        high += 1
    script = list[Any]()
    _step(script, low)
    ours, theirs = old[low : len(old) - high], new[low : len(new) - high]
    for start, stop, first, last in _opcodes(ours, theirs):
        both = min(stop - start, last - first)
        for one, other in zip(ours[start : start + both], theirs[first : first + both], strict=True):
            found = change(one, other) if _name(one) == _name(other) else other.tree()
            if found is None:
                _step(script, 1)
                continue
            if not isinstance(found, dict):
                _step(script, -1)
            script.append(found)
        _step(script, start + both - stop)
        script += [part.tree() for part in theirs[first + both : last]]
    return _without_end(script)


def _opcodes(ours: Sequence[Part], theirs: Sequence[Part]) -> Iterator[tuple[int, int, int, int]]:
    """Which elements become which: those of one name, or that are the same; between them one after the other."""
    if len(ours) > 1 and len(theirs) > 1:
        known, others = [_known(part) for part in ours], [_known(part) for part in theirs]
        for _, *found in SequenceMatcher(None, known, others, autojunk=False).get_opcodes():
            yield found[0], found[1], found[2], found[3]
    elif ours or theirs:
        yield 0, len(ours), 0, len(theirs)


def _known(part: Part) -> str:
    """What an element is known by: the name under which a page moves it, or else all that it is."""
    return _name(part) or part.raw


def _name(part: Part) -> str:
    found = _KEY.search(part.opening)
    return found[0] if found else ""


def _step(script: list[Any], number: int) -> None:
    """Keep or leave out so many, with those before where these are kept or left out too."""
    if not number:
        return
    if script and isinstance(script[-1], int) and (script[-1] > 0) == (number > 0):
        script[-1] += number
    else:
        script.append(number)


def _without_end(script: list[Any]) -> list[Any]:
    """A script without what it keeps at its end, which needs no saying."""
    return script[:-1] if script and isinstance(script[-1], int) and script[-1] > 0 else script


def _split(markup: str) -> Iterator[Part]:
    """Yield the elements at the top of markup, up to text that is beside them."""
    place = 0
    while place < len(markup) and (end := _element_end(markup, place)):
        yield Part(markup[place:end])
        place = end


def _element_end(markup: str, place: int) -> int:
    """Return the end of the element that begins at a place, or 0 if none begins there."""
    first = _OPENING.match(markup, place)
    if first is None or first["empty"]:
        return first.end() if first else 0
    opening, closing = f"<{first['name']}", f"</{first['name']}>"
    depth, at, inner = 1, first.end(), markup.find(opening, first.end())
    while depth:
        end = markup.find(closing, at)
        if end < 0:
            return 0
        while 0 <= inner < end:  # another element of this name within it
            close = markup.index(">", inner)
            depth += markup[close - 1] != "/" and markup[inner + len(opening)] in " >"
            inner = markup.find(opening, close)
        depth, at = depth - 1, end + len(closing)
    return at
