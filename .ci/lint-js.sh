#!/usr/bin/env bash
# Checks the form of the scripts of the pages, and lints them. With `--write` it formats them instead.
set -euo pipefail
cd "$(dirname "$0")/.."
biome="@biomejs/biome@2.6.8"

if ! npx --yes "$biome" --version >/dev/null; then
    echo "$biome cannot be installed: is there a connection to the npm registry?" >&2
    exit 1
fi
if [[ "${1:-}" == --write ]]; then
    npx --yes "$biome" check --write --config-path=.ci/lint-js.json webui/static
else
    npx --yes "$biome" ci --error-on-warnings --config-path=.ci/lint-js.json webui/static
fi
