#!/usr/bin/env bash
# The page's tests: modules under Node, then the page in a real browser against the program named by the first argument.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
node --test WebTests/
HEREABOUTS="$program" .venv/bin/python -m pytest --quiet --numprocesses 2 --dist worksteal WebTests
