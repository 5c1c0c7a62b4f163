#!/usr/bin/env bash
# Compares node counts, which are the same on all hardware, with the stored ones: first that of the
# bench, which is the signature of a version, then those of searches that the bench does not cover.
# `scripts/bench.sh --write` stores the new counts after a change of the search.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

engine() {
    cargo run --release --locked --quiet -- "$@"
}

# Prints the nodes of some commands, one per line, for one position without the book.
nodes_of() {
    local answer
    answer=$(printf '%s\n' 'setoption name OwnBook value false' 'position moves 445332' "$@" | engine)
    grep -o ' nodes [0-9]*' <<<"$answer" | tail -n 1
}

count_all() {
    tail -n 1 <<<"$table"
    echo "bench --weak: $(engine bench --weak | tail -n 1)"
    echo "bench --columns: $(engine bench --columns | tail -n 1)"
    local command
    for command in 'go' 'go depth 12' 'go mate 12' 'analyze'; do
        echo "$command:$(nodes_of "$command")"
        echo "$command, weak:$(nodes_of 'setoption name Solve value weak' "$command")"
    done
}

stored=scripts/bench-nodes.txt
table=$(engine bench)
printf '%s\n' "$table"
found=$(count_all)

if [ "${1:-}" = --write ]; then
    printf '%s\n' "$found" >"$stored"
elif ! changed=$(diff "$stored" - <<<"$found"); then
    printf 'node counts differ: %s has <, found >\n%s\n' "$stored" "$changed" >&2
    exit 1
fi
