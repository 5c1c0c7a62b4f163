#!/usr/bin/env bash
# Builds the book that is part of the program again, from nothing, and compares
# the two byte by byte; before that checks the one there is.
#
#     scripts/book/rebuild.sh [FOLDER]
#
# FOLDER (target/book) holds the work: run again after a stop, it goes on. ENGINE
# (target/release/claimeven) and THREADS (one a core) may be set.
set -euo pipefail
cd "$(dirname "$0")/../.."

engine=${ENGINE:-target/release/claimeven}
threads=${THREADS:-$(nproc)}
folder=${1:-target/book}
stored=src/book/openings.book
plain=$folder/plain.book
built=$folder/openings.book
# What the hard positions were looked for with. Which those are depends on the search
# too: it was that of which scripts/bench-nodes.txt has `nodes 2386927`.
tries=5200000
nodes=50000

"$engine" book verify "$stored" --sample 0
ply=$("$engine" book show "$stored" | sed -n 's/^book of ply \([0-9]*\),.*/\1/p')
mkdir -p "$folder"
[ -f "$plain" ] ||
    "$engine" book build --ply "$ply" --threads "$threads" --hash 256 --resume --output "$plain"
"$engine" book deepen "$plain" --tries "$tries" --nodes "$nodes" --threads "$threads" \
    --resume --output "$built"
cmp "$built" "$stored"
echo "$built: the same bytes as $stored"
