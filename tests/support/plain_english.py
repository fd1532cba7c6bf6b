"""Count words and sentence forms that make texts of this project hard to understand.

`python tests/support/plain_english.py [surface]` prints each place. The README, the pages, the changelog, the rules of
the games, docstrings with comments, string literals, templates, scripts and the comments of tests are surfaces.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from places import ROOT

PATTERNS: Final = {
    "a clause as subject": r"(?:^|[.;:] )(?:What|Whoever|Who|That which|Which)\b(?![^.;]{0,120}\?)[^.?;]{4,80}"
    r"\b(?:is|are|was|has|stands?|goes?|may|can|takes?|keeps?|says?|reads?)\b",
    "where for if": r"\b[Ww]here (?:nobody|somebody|no|none|a|an|the|it|its|that|one|"
    r"there|what|others|play|nothing|something|they|two|dice|such)\b",
    "is no": r"\b(?:is|are|was|were) (?:no|none|nobody)\b(?! longer| more)",
    "tell": r"\b(?:told|tells?|telling)\b",
    "behind": r"\bbehind\b",
    "stand": r"\b(?:stands?|stood|standing)\b(?! order)",
    "so many": r"\bso many\b",
    "whoever": r"\b(?:whoever|whatever|whichever|of whom|to whom)\b",
    "anew": r"\banew\b|\bonce more\b",
    "beside": r"\bbesides?\b",
    "hang on": r"\bhangs? on\b",
    "lie and fall": r"\b(?:lies|lay|fell|falls|fallen)\b",
    "somebody": r"\b(?:somebody|nobody|everybody|anybody)\b",
    "that of": r"\b(?:that of|those of)\b",
    "may look": r"\bmay (?:look|rule|see)\b",
    "the own": r"\b(?:the|of|an) own\b",
    "of in front": r"(?:^|[.;:] )Of (?:a|an|the|each|every|all|two|one|what|them|these|those)\b[^.;]{3,}",
    "due": r"\bdue\b(?! to| dates?\b| by\b)",
    "unless given": r"\bunless given\b|\bnot to be had\b|\bdoes not read\b|\bread as\b(?! a\b)",
}  # fmt: skip
"""Forms that good technical English hardly uses."""
EXCUSED: Final = re.compile(r"plain-english: ok, \w+")
"""Marks a line in which such a form is right, with the reason."""
_ANY: Final = re.compile("|".join(f"(?:{pattern})" for pattern in PATTERNS.values()), re.MULTILINE)
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'\u2019-]*")
_CODE: Final = re.compile(r"^(```|~~~).*?^\1\s*$|`[^`\n]*`|(?<=\])\([^)]*\)|<[^>]+>", re.MULTILINE | re.DOTALL)
_MARKUP: Final = re.compile(
    r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<(script|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL
)  # fmt: skip
_SCRIPT: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`", re.DOTALL
)
_PACKAGES: Final = ("events", "projections", "replay", "webui")
_SHORT: Final = 4
"""A string literal with fewer words is not a sentence."""


class Text(NamedTuple):
    """A text of a surface, with its file and first line."""

    surface: str
    path: Path
    line: int
    words: str


def texts(root: Path = ROOT) -> Iterator[Text]:
    for path in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")]):
        surface = {"README": "readme", "CHANGELOG": "changelog"}.get(path.stem, "docs")
        yield Text(surface, path, 1, _CODE.sub(_blank, path.read_text("utf-8")))
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.md")):
            yield Text("rules", path, 1, _CODE.sub(_blank, path.read_text("utf-8")))
        for path in sorted((root / package).rglob("*.html")):
            yield Text("templates", path, 1, _MARKUP.sub(_blank, path.read_text("utf-8")))
        for path in sorted((root / package).rglob("*.js")):
            yield from _of_script(path)
        for path in sorted((root / package).rglob("*.py")):
            yield from _of_module(path)
    for path in sorted((root / "tests").rglob("*.py")):
        yield from (text._replace(surface="tests") for text in _of_module(path) if text.surface == "docstrings")


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found.group())


def _of_script(path: Path) -> Iterator[Text]:
    source = path.read_text("utf-8")
    for found in _SCRIPT.finditer(source):
        text = found.group()
        if text.startswith("/") or len(_WORD.findall(text)) >= _SHORT:
            yield Text("scripts", path, source.count("\n", 0, found.start()) + 1, re.sub(r"\$\{[^}]*\}", "X", text))


def _of_module(path: Path) -> Iterator[Text]:
    source = path.read_text("utf-8")
    tree, docs = ast.parse(source), set[int]()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else ():
            value = child.value if isinstance(child, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                docs.add(id(value))
                yield Text("docstrings", path, child.lineno, _CODE.sub(_blank, value.value))
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docs else None
        if isinstance(text, str) and len(_WORD.findall(text)) >= _SHORT:
            yield Text("strings", path, node.lineno, re.sub(r"`[^`\n]*`", "X", text))  # type: ignore[attr-defined]  # a constant has a line
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and "noqa" not in token.string:
            yield Text("docstrings", path, token.start[0], token.string.lstrip("# "))


class Hit(NamedTuple):
    """A place in a text that one of the patterns finds; `excused` if its line says why it is right."""

    surface: str
    path: Path
    line: int
    row: str
    excused: bool


def hits(text: Text) -> Iterator[Hit]:
    lines = text.path.read_text("utf-8").split("\n")
    for found in _ANY.finditer(text.words):
        line = text.line + text.words.count("\n", 0, found.start())
        row = lines[line - 1] if line <= len(lines) else ""
        yield Hit(text.surface, text.path, line, row.strip(), EXCUSED.search(row) is not None)


def word_count(text: Text) -> int:
    return len(_WORD.findall(text.words))


if __name__ == "__main__":
    asked = sys.argv[1:]
    found = [hit for one in texts() if not asked or one.surface in asked for hit in hits(one) if not hit.excused]
    sys.stdout.writelines(f"{hit.path.relative_to(ROOT)}:{hit.line}: {hit.surface}: {hit.row[:160]}\n" for hit in found)
