#!/usr/bin/env bash
# Runs the tests of this folder. Then kills workers and drivers of `analyze.py` and compares the records
# with those of `claimeven analyze`: first on this machine alone, then on a Ray cluster of two nodes,
# both on this machine, with Ray in a virtual environment.
#
#     scripts/cluster/check.sh
#
# The 10,000 positions have 14 to 20 stones. A run takes about ten seconds on two idle cores.
# ENGINE names another engine than that of this repository, which is built.
set -euo pipefail
. "$(dirname "$0")/../environment.sh"
positions=10000
shards=100
command -v pgrep >/dev/null || fail 'pgrep is not installed: on Debian, apt install procps'
python=$environment/bin/python
"$python" -B -m pytest --quiet -p no:cacheprovider "$here/tests"

folder=$(mktemp -d)
nodes=()
finish() {
    [ ${#nodes[@]} -eq 0 ] || kill "${nodes[@]}" 2>/dev/null || true
    wait
    rm -rf "$folder"
}
trap finish EXIT

# A separate path, to find the engines of this check among all processes.
engine=$folder/claimeven
cp "$ENGINE" "$engine"
engines() {
    pgrep -f "^$engine analyze" || true
}

# Each line has its number as a label.
PYTHONPATH=$here/../arena "$python" -B - "$positions" >"$folder/positions" <<'EOF'
import sys
from openings import random_openings

count = int(sys.argv[1])
sources = [random_openings(plies, seed=plies) for plies in range(14, 21)]
for number in range(1, count + 1):
    print(next(sources[number % len(sources)]), number, sep="\t")
EOF
"$engine" analyze --input "$folder/positions" --output "$folder/reference"

analyze() {
    exec "$python" -B "$here/analyze.py" --input "$folder/positions" --output "$folder/$1" \
        --engine "$(printf %q "$engine")" --workers 2 --shards "$shards" --resume "${@:2}"
}

# Prints how many shards of an output are finished.
finished() {
    grep -ls '"finished":true' "$folder/$1.shards"/*.journal | wc -l || true
}

# Waits until a number of shards of an output are finished, while its driver runs.
wait_for_shards() {
    until [ "$(finished "$1")" -ge "$2" ]; do
        kill -0 "$driver" 2>/dev/null || fail "$1: the driver ended with $(finished "$1") shards done"
        sleep 0.1
    done
}

# Prints the records of an output without their last fields, the nodes and the time.
answers() {
    sed 's/,"nodes":.*//' "$folder/$1"
}

# Kills a worker after a third of the work, the driver after two thirds, and resumes.
kill_and_resume() {
    local output=$1 third=$((shards / 3)) victim=
    (analyze "$@") &
    driver=$!
    wait_for_shards "$output" "$third"
    while [ -z "$victim" ]; do
        kill -0 "$driver" 2>/dev/null || fail "$output: found no worker to kill"
        victim=$(engines | head -n 1)
        # With Ray the engine's parent is the worker. On one machine, the engine is killed.
        [ "$output" = local ] || [ -z "$victim" ] ||
            victim=$(ps -o ppid= -p "$victim" || true)
        # Its shard may be finished, and it has ended.
        [ -z "$victim" ] || kill -KILL $victim 2>/dev/null || victim=
    done
    echo "$output: killed a worker when $(finished "$output") shards were done"
    wait_for_shards "$output" $((2 * third))
    kill -KILL "$driver"
    wait "$driver" 2>/dev/null || true
    [ ! -e "$folder/$output" ] || fail "$output: finished before its driver was killed"
    echo "$output: killed the driver when $(finished "$output") shards were done"
    (analyze "$@")
    diff <(answers reference) <(answers "$output") || fail "$output: not what claimeven analyze prints"
    echo "$output: $positions positions, each exactly once, as claimeven analyze solves them"
}

kill_and_resume local

# The token keeps other users out. The niceness is that of a run without Ray.
RAY_AUTH_TOKEN=$("$python" -c 'import secrets; print(secrets.token_hex(32))')
export RAY_AUTH_TOKEN RAY_AUTH_MODE=token RAY_worker_niceness=0 RAY_raylet_start_wait_time_s=120
node() {
    "$environment/bin/ray" start --block --num-cpus 1 --disable-usage-stats \
        --object-store-memory 100000000 "$@" >>"$folder/nodes" 2>&1 &
    nodes+=($!)
    # Nodes start one after another: each must be ready before a driver connects.
    until [ "$(grep -c 'Ray runtime started' "$folder/nodes")" -eq ${#nodes[@]} ]; do
        kill -0 "$!" 2>/dev/null || { cat "$folder/nodes" >&2; fail 'Ray did not start'; }
        sleep 0.5
    done
}
node --head --port 0 --temp-dir "$folder/session" --include-dashboard false
address=$(sed -n "s/.*ray start --address='\(.*\)'.*/\1/p" "$folder/nodes")
node --address "$address"
kill_and_resume ray --executor ray --address "$address"
