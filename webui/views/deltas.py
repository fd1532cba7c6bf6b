"""Differences between consecutive drawings or texts, small enough to send a whole session.

A drawing is a tree. An element with child elements is a list: its opening tag, then its children. Any other element is
its markup. A text is a list of lines. A change is one of:

- `None`: no difference.
- a tree: replaces the old one.
- an object with `a`, the changed attributes (null if removed).
- an object with `t`, the text of an element without children. It is the whole text, or three values: how many
  characters remain at the start, how many at the end, and the new text between them.
- an object with `c`, a script for the children. A positive number keeps that many, a negative number removes that
  many. An object changes the next child, and a tree is inserted.

Repeated trees are sent once, in `trees`; `#3` refers to the fourth.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from html import unescape
from typing import Any, Final

from events.lazy_patterns import lazy_pattern

_OPENING: Final = lazy_pattern(r"<(?P<name>[A-Za-z]++)[^<>]*?(?P<empty>/?)>")
_ATTRIBUTE: Final = lazy_pattern(r' ([\w-]+)="([^"]*)"')
_KEY: Final = lazy_pattern(r' (?:data-key|data-sign|data-panel|id)="[^"]*"')

_AHEAD: Final = 4  # the number of following elements in which the comparison searches for an unchanged element
_OFTEN: Final = 2  # a tree of elements is sent once, and then by reference, if it occurs at least this often
_LONG: Final = 45  # a repeated change is sent once, and then by reference, if its text has at least this length
_WORTH: Final = 12  # the minimum number of unchanged characters for which only the changed part of a text is sent

Tree = str | list[Any]
Change = Tree | dict[str, Any] | None


class Part:
    """One element of a drawing, whose children are parsed on first use."""

    __slots__ = ("_kids", "opening", "raw")

    def __init__(self, raw: str, kids: "Sequence[Part] | None" = None) -> None:
        self.raw = raw
        self.opening = raw[: raw.index(">") + 1]
        self._kids = kids

    @property
    def kids(self) -> "Sequence[Part]":
        """The child elements; empty if there is text between them."""
        if self._kids is None:
            found, inner = tuple(_split(self.text)), self.text
            self._kids = found if sum(len(kid.raw) for kid in found) == len(inner) else ()
        return self._kids

    @property
    def text(self) -> str:
        """The markup between the tags of the element."""
        return "" if self.opening.endswith("/>") else self.raw[len(self.opening) : self.raw.rindex("<")]

    @property
    def name(self) -> str:
        """The name of the element."""
        return self.opening[1:].partition(" ")[0].rstrip("/>")

    @property
    def key(self) -> str:
        """The markup of the attribute by which the page finds the element to move it, such as ` id="..."`, or ""."""
        found = _KEY.search(self.opening)
        return found[0] if found else ""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Part) and self.raw == other.raw)

    def __hash__(self) -> int:
        return hash(self.raw)

    def tree(self) -> Tree:
        """Return the element as a tree, in the form in which the server sends it."""
        return [self.opening, *(kid.tree() for kid in self.kids)] if self.kids else self.raw

    def followed_by(self, raw: str) -> "Part":
        """Return the element for the markup of the next drawing; it reuses each child that did not change."""
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
            if old == len(kids) - 1 and inner.endswith(f"</{kids[old].name}>"):  # probably contains the rest
                last = kids[old].followed_by(inner[place:])
                if last.kids:
                    found.append(last)
                    break
            end = _element_end(inner, place)
            if not end:  # text between elements
                return new
            one = inner[place:end]
            found.append(
                kids[old].followed_by(one) if old < len(kids) and one.startswith(f"<{kids[old].name}") else Part(one)
            )
            place, old = end, old + 1
        new._kids = found
        return new


def change(old: Part, new: Part) -> Change:
    """Return the change from one drawing to the next."""
    if old == new:
        return None
    if old.name != new.name or bool(old.kids) != bool(new.kids):
        return new.tree()
    if not old.kids and "<" in old.text + new.text:  # text with elements in it is sent whole
        return new.tree()
    found: dict[str, Any] = {}
    if old.opening != new.opening:
        before, now = dict(_ATTRIBUTE.findall(old.opening)), dict(_ATTRIBUTE.findall(new.opening))
        changed = [name for name in {**now, **before} if now.get(name) != before.get(name)]
        found["a"] = {name: unescape(now[name]) if name in now else None for name in changed}
    if old.kids:
        if script := _script(old.kids, new.kids):
            found["c"] = script
    elif old.text != new.text:
        found["t"] = _respelled(unescape(old.text), unescape(new.text))
    shifts = not old.kids and len(str(found)) > len(new.raw)
    return new.tree() if shifts or not found else found


def _respelled(old: str, new: str) -> str | tuple[int, int, str]:
    """Return the change from text `old` to `new`, or `new` itself if a change would hardly be shorter.

    A text with characters above U+FFFF is sent whole, because JavaScript counts these characters differently.
    """
    if max(old + new, default="") > "\uffff":
        return new
    start, end = _same_ends(old, new)
    return new if start + end < _WORTH else (start, end, new[start : len(new) - end])


def _same_ends(old: Sequence[Any], new: Sequence[Any]) -> tuple[int, int]:
    """Return the number of equal items at the start of both, and of further equal items at the end of both."""
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    return start, next((at for at in range(most - start) if old[-1 - at] != new[-1 - at]), most - start)


def shared(changes: Sequence[Change]) -> tuple[list[Change], list[Change]]:
    """Return the repeated trees, and the changes with references to them."""
    told = _Shared()
    for found in changes:
        told.count(found)
    found = [told.change(one) for one in changes]
    return _sorted(told.trees, found)


def _sorted(trees: Sequence[Change], changes: Sequence[Change]) -> tuple[list[Change], list[Change]]:
    """Return trees with similar ones next to each other, which compress better, and changes that refer to them."""
    order = sorted(range(len(trees)), key=lambda at: repr(trees[at]))
    names = {f"#{old}": f"#{new}" for new, old in enumerate(order)}

    def renamed(found: Any) -> Any:
        if isinstance(found, str):
            return names.get(found, found)
        if isinstance(found, list):
            return [*map(renamed, found)]
        return {**found, "c": renamed(found["c"])} if isinstance(found, dict) and "c" in found else found

    return [renamed(trees[at]) for at in order], [*map(renamed, changes)]


class _Shared:
    """Finds repeated trees and changes, equal by `repr`. The parts of a repeated tree are counted only once."""

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
        """Return a change in the form in which the server sends it."""
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
            open_tree = self._open(tree)  # this adds its children to `trees`
            self._places[kind] = f"#{len(self.trees)}"
            self.trees.append(open_tree)
        return self._places[kind]

    def _open(self, tree: Tree) -> Tree:
        return tree if isinstance(tree, str) else [tree[0], *map(self._told, tree[1:])]


def changed_lines(old: Sequence[str], new: Sequence[str]) -> Change:
    """Return the change between two texts, as lists of lines."""
    if old == new:
        return None
    script = list[Any]()
    for what, start, stop, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        _step(script, stop - start if what == "equal" else start - stop)
        if what != "equal":
            script += new[first:last]
    return {"c": _without_end(script)}


def _script(old: Sequence[Part], new: Sequence[Part]) -> list[Any]:
    low, high = _same_ends(old, new)
    script = list[Any]()
    _step(script, low)
    ours, theirs = old[low : len(old) - high], new[low : len(new) - high]
    for _, start, stop, first, last in _opcodes(ours, theirs):
        both = min(stop - start, last - first)
        for one, other in zip(ours[start : start + both], theirs[first : first + both], strict=True):
            found = change(one, other) if one.key == other.key else other.tree()
            if found is None:
                _step(script, 1)
                continue
            if not isinstance(found, dict):
                _step(script, -1)
            script.append(found)
        _step(script, start + both - stop)
        script += [part.tree() for part in theirs[first + both : last]]
    return _without_end(script)


def _opcodes(ours: Sequence[Part], theirs: Sequence[Part]) -> Sequence[tuple[str, int, int, int, int]]:
    """Return matching index ranges. Elements with equal keys or markup are paired first, then the others in order."""
    if len(ours) > 1 and len(theirs) > 1:
        known, others = ([part.key or part.raw for part in parts] for parts in (ours, theirs))
        return SequenceMatcher(None, known, others, autojunk=False).get_opcodes()
    return [("replace", 0, len(ours), 0, len(theirs))] if ours or theirs else []


def _step(script: list[Any], number: int) -> None:
    """Append to a script the number of children to keep (negative: to remove). Numbers of equal sign are added up."""
    if not number:
        return
    if script and isinstance(script[-1], int) and (script[-1] > 0) == (number > 0):
        script[-1] += number
    else:
        script.append(number)


def _without_end(script: list[Any]) -> list[Any]:
    """Return a script without the number of children to keep at its end, because the rest is kept anyway."""
    return script[:-1] if script and isinstance(script[-1], int) and script[-1] > 0 else script


def _split(markup: str) -> Iterator[Part]:
    place = 0
    while place < len(markup) and (end := _element_end(markup, place)):
        yield Part(markup[place:end])
        place = end


def _element_end(markup: str, place: int) -> int:
    """Return the end index of the element that starts at index `place` of the markup, or 0 if none starts there."""
    first = _OPENING.match(markup, place)
    if first is None or first["empty"]:
        return first.end() if first else 0
    opening, closing = f"<{first['name']}", f"</{first['name']}>"
    depth, at, inner = 1, first.end(), markup.find(opening, first.end())
    while depth:
        end = markup.find(closing, at)
        if end < 0:
            return 0
        while 0 <= inner < end:  # a nested element of the same name
            close = markup.index(">", inner)
            depth += markup[close - 1] != "/" and markup[inner + len(opening)] in " >"
            inner = markup.find(opening, close)
        depth, at = depth - 1, end + len(closing)
    return at
