#!/usr/bin/env bash
# The heavy checks on every extract of a folder: counts against osmium, repeatability, tiles against an independent decoder,
# walking distances against plain Dijkstra, opening hours against two other programs.
# Usage: check_data.sh PROGRAM FOLDER
set -euo pipefail
program=$1 data=$2
here=$(dirname "$0")
python=$here/../.venv/bin/python
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" || true; fi; rm -rf "$work"' EXIT

"$python" "$here/check_import.py" "$program" "$data"
for extract in "$data"/*.osm.pbf; do
    name=$(basename "$extract" .osm.pbf)
    echo "== $name"
    "$program" import "$extract" -o "$work/$name.atlas" 2>/dev/null
    "$program" verify "$work/$name.atlas"
    "$python" "$here/check_hours.py" "$program" "$extract" "$work/$name.atlas"
    "$program" check-routes "$extract" --atlas "$work/$name.atlas"
    "$program" serve --atlas "$work/$name.atlas" --data "$work/data" --port 0 --port-file "$work/port" &
    server=$!
    for _ in $(seq 100); do [ -s "$work/port" ] && break; sleep 0.1; done
    "$python" "$here/check_tiles.py" "http://127.0.0.1:$(cat "$work/port")/tiles.json"
    kill "$server"
    wait "$server" || true
    server=
    rm -rf "$work/data" "$work/port" "$work/$name.atlas"
done
