#!/usr/bin/env bash
# Compares the bench's node count, which no hardware changes, with the stored one.
# `scripts/bench.sh --write` stores the new count after a change of the search.
set -euo pipefail
cd "$(dirname "$0")/.."

stored=scripts/bench-nodes.txt
table=$(cargo run --release --locked --quiet -- bench)
printf '%s\n' "$table"
found=$(printf '%s\n' "$table" | tail -n 1)

if [ "${1:-}" = --write ]; then
    printf '%s\n' "$found" >"$stored"
elif [ "$found" != "$(cat "$stored")" ]; then
    printf 'bench signature: found "%s", %s has "%s"\n' "$found" "$stored" "$(cat "$stored")" >&2
    exit 1
fi
