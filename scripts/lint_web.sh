#!/usr/bin/env bash
# Checks the page's sources: types, known mistakes, syntax, style sheets, JSON, and the document.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=.venv/bin
[ -x "$tools/oxlint" ] || { echo "the tools are missing; run 'make setup-test' first"; exit 2; }

tsc --noEmit --allowJs --checkJs --strict --target es2022 --module es2022 --moduleResolution node \
    --lib es2022,dom,dom.iterable Web/types.d.ts Web/map/library.d.ts Web/main.js Web/ar/open.js Web/ar/compass.js Web/mesh/open.js

# Copies are sorted and reversed in place for older browsers; text is spread to get its characters.
"$tools/oxlint" --quiet --deny correctness --deny suspicious --allow no-array-sort --allow no-array-reverse \
    --allow no-useless-spread --allow consistent-function-scoping --allow no-unassigned-import \
    --allow require-post-message-target-origin \
    --ignore-pattern 'Web/vendor/**' --ignore-pattern 'Web/built/**' Web WebTests wasm Benchmarks

find Web WebTests wasm Benchmarks \( -path Web/vendor -o -path Web/built \) -prune -o \( -name '*.js' -o -name '*.mjs' \) -print0 | xargs -0 -n 1 node --check

"$tools/biome" lint --colors=off --error-on-warnings Web/look
"$tools/biome" format --colors=off Web WebTests wasm Benchmarks

for file in Web/*.json Web/*.webmanifest Web/styles/*.json Web/text/*.json Web/text/bocce/*.json Web/text/ar-view/*.json Web/text/mesh/*.json; do
    "$tools/python" -m json.tool "$file" /dev/null
done
echo "the page's sources are clean"
