#!/usr/bin/env bash
# The page's tests: modules under Node, then the page in a real browser against the program named by the first argument.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1
node --test WebTests/
export HEREABOUTS="$program"
try() { .venv/bin/python -m pytest --quiet "$@" WebTests; }
rm -rf WebTests/.pytest_cache
try --numprocesses 2 --dist worksteal && exit
# A busy machine makes browsers drop touches and late frames. A few tests may fail for that reason: they get a second chance, one at a time,
# and are named above as failed. More than a few are a fault.
failed=$(.venv/bin/python -c 'import json; print(len(json.load(open("WebTests/.pytest_cache/v/cache/lastfailed"))))')
if [ "$failed" -gt 4 ]; then exit 1; fi
echo "trying $failed again, one at a time" >&2
try --last-failed --last-failed-no-failures none
