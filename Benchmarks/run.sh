#!/usr/bin/env bash
# Measures everything on each extract of a folder: import, the engines in process, the browser's core, the server.
# Nothing else should run meanwhile.
#
#     Benchmarks/run.sh PROGRAM FOLDER
set -euo pipefail
program=$1 extracts=("$2"/*.osm.pbf)
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

echo "== import"
"$here/measure_import.py" "$program" "${extracts[@]}" --output "$scratch"
echo
echo "== growth"
"$here/measure_growth.py" "$program" "${extracts[@]}"
for atlas in "$scratch"/*.atlas; do
    name=$(basename "$atlas" .atlas)
    folder=$scratch/$name
    mkdir "$folder"
    mv "$atlas" "$folder/"
    echo
    echo "== $name, in process"
    "$program" bench --atlas "$folder/$name.atlas"
    if [ -e "$here/../Web/core.wasm" ]; then
        echo
        echo "== $name, in the browser's core"
        "$program" parity "$folder" --atlas "$folder/$name.atlas"
        node "$here/measure_core.mjs" "$here/../Web/core.wasm" "$folder"
    fi
    echo
    echo "== $name, over HTTP"
    "$here/measure_http.py" "$program" "$folder/$name.atlas"
    echo
    echo "== $name, one network beside another that asks for the dearest"
    "$here/../scripts/check_fairness.py" "$program" "$folder/$name.atlas" --seconds 10 --figures
    echo
    echo "== $name, event loops under large bodies"
    "$here/../scripts/check_loops.py" "$program" "$folder/$name.atlas" --figures
done

# Positions, privacy and busyness, at the last place: an hour.
echo
echo "== $name, presence"
"$here/measure_presence.py" "$program" "$folder/$name.atlas"
"$program" simulate "$folder/$name.atlas" --people 5000 --days 28 --data "$scratch/simulated"
