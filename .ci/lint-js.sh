#!/usr/bin/env bash
# Checks the form of the scripts of the pages, and lints them. With `--write` it formats them first.
set -euo pipefail
cd "$(dirname "$0")/.."
biome="@biomejs/biome@2.6.8"
options=(--colors=off --error-on-warnings --config-path=.ci/lint-js.json webui/static)

if ! npx --yes "$biome" --version >/dev/null; then
    echo "The linter $biome cannot be installed. It needs Node.js with npm, and a connection to the npm registry." >&2
    exit 1
fi
[[ "${1:-}" != --write ]] || npx --yes "$biome" check --write "${options[@]}"
npx --yes "$biome" ci "${options[@]}"
