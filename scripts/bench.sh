#!/usr/bin/env bash
# Compares node counts, which no hardware changes, with the stored ones: that of the bench
# first, a version's signature, then those of what the bench alone would not see change.
# `scripts/bench.sh --write` stores the new counts after a change of the search.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

engine() {
    cargo run --release --locked --quiet -- "$@"
}

# The nodes of what some commands, a line each, ask about one position, without the book.
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
    printf 'nodes of the bench: %s has <, found >\n%s\n' "$stored" "$changed" >&2
    exit 1
fi
