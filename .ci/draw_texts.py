"""Draw texts for a test with readers who do not know the code.

`python .ci/draw_texts.py SEED [FIRST-COMMIT]` prints 40 texts of each surface as JSON. Write down what each text means.
Then give each text alone to a reader, compare the answers, and count.
"""

import ast
import html
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

ROOT: Final = Path(__file__).resolve().parent.parent
SIZE: Final = 40
_PACKAGES: Final = ("events", "projections", "replay", "webui")
_LABEL: Final = re.compile(
    r"<(label|button|legend|h[1-3]|th|summary)\b[^>]*>(.*?)</\1>|<(option)\b[^>]*>([^<]*)", re.DOTALL
)
_TITLE: Final = re.compile(
    r"\{% block title %\}(.*?)\{% endblock %\}|^<html.*?<title>(.*?)</title>", re.DOTALL | re.MULTILINE
)
_TAGS: Final = re.compile(r"\{#.*?#\}|\{%.*?%\}|<[^>]*>", re.DOTALL)
_VALUE: Final = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_BRANCHES: Final = re.compile(r"\{% if [^%]*%\}((?:(?!\{% if ).)*?)\{% endif %\}", re.DOTALL)
_BRANCH: Final = re.compile(r"\{% el(?:se|if)[^%]*%\}")
_PRINTED: Final = re.compile(r'\{\{ "([^"]*)" if [^{}"]*(?:"[^"]*"[^{}"]*)?else "([^"]*)" \}\}')


def findings() -> Iterator[str]:
    """Yield the findings of the golden file, each after the name of its game."""
    game = ""
    for line in (ROOT / "tests/texts/findings.txt").read_text("utf-8").splitlines():
        if line.startswith("    "):
            yield f"{game}: {line.strip()}"
        else:
            game = line.partition(":")[0]


def labels() -> Iterator[str]:
    """Yield each label, button and heading of the pages with the title of its page, one text for each variant."""
    texts = {path.name: path.read_text("utf-8") for path in sorted((ROOT / "webui/templates").glob("*.html"))}
    for name, text in texts.items():
        page = _page(name, texts)
        for found in _LABEL.finditer(text):
            for variant in _variants(found[2] or found[4] or ""):
                if len(words := _plain(variant).strip("… ")) > 1:
                    yield f"page {page!r}, {found[1] or found[3]}: {words}"


def _page(name: str, texts: dict[str, str]) -> str:
    """Return the title of a page. For a part of pages, return the title of the first page that uses it."""
    seen = [name]
    for each in seen:
        if each != "layout.html" and (title := _TITLE.search(texts[each])):
            return _plain(next(_variants(title[1] or title[2])))
        seen += [other for other in texts if f'extends "{other}"' in texts[each] and other not in seen]
        seen += [user for user, text in texts.items() if f'"{each}"' in text and user not in seen]
    return "Cloister Bell"


def _variants(markup: str) -> Iterator[str]:
    """Yield the markup once for each branch of its conditions."""
    if printed := _PRINTED.search(markup):
        branches = [printed[1], printed[2]]
    elif printed := _BRANCHES.search(markup):
        branches = _BRANCH.split(printed[1])
        branches += [""] * (len(branches) == 1)
    else:
        yield markup
        return
    for branch in branches:
        yield from _variants(markup[: printed.start()] + branch + markup[printed.end() :])


def _plain(markup: str) -> str:
    return " ".join(html.unescape(_TAGS.sub(" ", _VALUE.sub("…", markup))).split())


def errors() -> Iterator[str]:
    """Yield the messages of refusals and of errors."""
    for line in (ROOT / "tests/texts/refusals.txt").read_text("utf-8").splitlines():
        if line.startswith("    "):
            yield line.strip()
    for package in ("events", "replay", "webui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
                    yield from filter(None, (_literal(argument) for argument in node.args))


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts = [part.value if isinstance(part, ast.Constant) else _value(part) for part in node.values]
    return "".join(map(str, parts))


def _value(part: ast.expr) -> str:
    return f"<{ast.unparse(part.value)}>" if isinstance(part, ast.FormattedValue) else ""


def options() -> Iterator[str]:
    """Yield each option and argument of the commands with its help."""
    from webui.cli import every_command  # noqa: PLC0415  # slow

    for name, command in every_command().items():
        context = click.Context(command, info_name=name)
        for parameter in command.params:
            if (record := parameter.get_help_record(context)) is not None and record[1]:
                yield f"cloisterbell {name} {record[0]}: {record[1]}"


def docstrings() -> Iterator[str]:
    """Yield the docstrings of the packages with their signatures."""
    for package in _PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            tree = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and (text := ast.get_docstring(node)):
                    name = f"{''.join(f'@{ast.unparse(one)} ' for one in node.decorator_list)}{node.name}"
                    if isinstance(node, ast.FunctionDef):
                        returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
                        name = f"{name}({ast.unparse(node.args)}){returns}"
                    yield f"{path.relative_to(ROOT)}, {name}: {text}"


def docs() -> Iterator[str]:
    """Yield the paragraphs of the pages, each after the title of its page."""
    for path in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]):
        if "decisions" in path.parts:
            continue
        blocks = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL).split("\n\n")
        for block in blocks[1:]:
            if len(block.split()) >= 8 and not block.lstrip().startswith(("#", "|", "<", "- `", "!")):
                yield f"{blocks[0].lstrip('# ')}: {' '.join(block.split())}"


def subjects(first: str) -> Iterator[str]:
    """Yield the subjects of the commits after the first."""
    log = ["git", "-C", str(ROOT), "log", "--no-merges", "--format=%s", f"{first}..HEAD"]
    log_text = subprocess.run(log, check=True, capture_output=True, text=True).stdout  # noqa: S603  # no text of a user
    yield from log_text.splitlines()


def main() -> None:
    """Print the drawn texts of each surface."""
    seed, first = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "HEAD~200"
    chooser, drawn = random.Random(seed), dict[str, list[str]]()  # noqa: S311  # draws are repeatable
    surfaces = {
        "findings": findings(), "labels": labels(), "errors": errors(), "options": options(),
        "docstrings": docstrings(), "docs": docs(), "subjects": subjects(first),
    }  # fmt: skip
    for surface, texts in surfaces.items():
        every = sorted(set(texts))
        drawn[surface] = chooser.sample(every, min(SIZE, len(every)))
    click.echo(json.dumps({"seed": seed, **drawn}, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
