"""Coverage-guided fuzzing: `python tests/fuzz TARGET [--seconds N] [--corpus FOLDER]`, with `pip install atheris`.

A finding is reported in a line `FINDING` and saved with its traceback in the folder `findings` of the corpus, once for
each cause. The run continues. `python tests/fuzz TARGET FILE ...` tries the given inputs and prints the outcome of
each.
"""

import argparse
import hashlib
import importlib
import pkgutil
import random
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

sys.path[:0] = [str(Path(__file__).resolve().parent / "targets"), str(Path(__file__).resolve().parents[1] / "support")]
_PACKAGES: Final = ("events", "projections", "replay", "webui")
_OWN: Final = 0.7
_MEMORY_MB: Final = 3000
_HANG: Final = 300


class Kept:
    def __init__(self, folder: Path) -> None:
        self.folder, self.keys = folder, set[str]()

    def take(self, raw: bytes, found: Any) -> None:
        """Save and report a finding with a new cause, or save a shorter input for a known cause."""
        name = hashlib.sha256(found.key.encode()).hexdigest()[:12]
        file = self.folder / name
        if found.key not in self.keys:
            sys.stderr.write(f"FINDING {file}: {found.what} ({found.where})\n")
        self.keys.add(found.key)
        if file.exists() and file.stat().st_size <= len(raw):
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        file.write_bytes(raw)
        told = f"{found.key}\n{found.what}\n\n{found.trace}"
        file.with_suffix(".txt").write_text(told, encoding="utf-8", errors="replace")


def fuzz(name: str, seconds: int, corpus: Path) -> None:
    import atheris  # noqa: PLC0415  # an optional dependency

    with atheris.instrument_imports(include=list(_PACKAGES)):
        from judging import TARGETS, judged_in_bounds  # noqa: PLC0415  # its imports are instrumented
        from mutating import mutated, words_of  # noqa: PLC0415

        for package in _PACKAGES:  # lazy imports must be instrumented too
            for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
                with suppress(ImportError):
                    importlib.import_module(module.name)
    target, kept = _named(TARGETS, name), Kept(corpus / "findings")
    seeds = list(target.seeds())
    inputs = corpus / name
    inputs.mkdir(parents=True, exist_ok=True)
    for raw in seeds:
        (inputs / hashlib.sha256(raw).hexdigest()[:16]).write_bytes(raw[: target.longest])
    words, chance = words_of(seeds), random.Random(seconds)
    dictionary = corpus / f"{name}.dict"
    dictionary.write_text("".join(f'"{_escaped(word)}"\n' for word in words if len(word) < 40), encoding="ascii")

    def one(raw: bytes) -> None:
        if (found := judged_in_bounds(target, raw)) is not None:
            kept.take(raw, found)

    def other(raw: bytes, most: int, seed: int) -> bytes:
        chance.seed(seed)
        if chance.random() < _OWN:
            return mutated(raw, words, seeds, chance, most)
        return bytes(atheris.Mutate(raw, most))

    options = [
        f"-max_total_time={seconds}", f"-max_len={target.longest}", f"-timeout={_HANG}", "-print_final_stats=1",
        f"-rss_limit_mb={_MEMORY_MB}", f"-dict={dictionary}", f"-artifact_prefix={corpus}/", "-len_control=0",
    ]  # fmt: skip
    atheris.Setup([sys.argv[0], *options, str(inputs)], one, custom_mutator=other)
    atheris.Fuzz()


def _named(targets: Mapping[str, Any], name: str) -> Any:
    if name not in targets:
        sys.exit(f'there is no target "{name}"; there are {", ".join(targets)}')
    return targets[name]


def _escaped(word: bytes) -> str:
    return "".join(chr(byte) if 32 < byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in word)


def judge_files(name: str, files: Sequence[Path]) -> int:
    from judging import TARGETS, judged_in_bounds  # noqa: PLC0415  # for fuzzing it must be imported after atheris

    status = 0
    for file in files:
        found = judged_in_bounds(_named(TARGETS, name), file.read_bytes())
        status |= found is not None
        sys.stdout.write(
            f"{file}: {f'{found.what} ({found.where}){chr(10)}{found.trace}' if found else 'read or refused'}\n"
        )
    return status


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests/fuzz", description=__doc__)
    parser.add_argument("target")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--corpus", type=Path, default=Path(tempfile.gettempdir()) / "cloisterbell-fuzz")
    given = parser.parse_args(arguments)
    if given.files:
        return judge_files(given.target, given.files)
    fuzz(given.target, given.seconds, given.corpus)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
