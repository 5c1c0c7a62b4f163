#!/usr/bin/env bash
# Builds the book that is part of the program again, from nothing, and compares the two
# byte by byte. First verifies the stored one.
#
#     scripts/book/rebuild.sh [FOLDER]
#
# Which positions of 14 stones are stored depends on the search that measured them. So
# the engine is of the version that built the stored book, if need be from the
# repository's history. FOLDER (target/book) holds all files: run again after a stop, the
# script goes on.
# THREADS (one a core) may be set, and ENGINE, a binary of that version.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

threads=${THREADS:-$(nproc)}
mkdir -p "${1:-$root/target/book}"
folder=$(cd "${1:-$root/target/book}" && pwd)
stored=$root/src/book/openings.book
plain=$folder/plain.book
built=$folder/openings.book
# The signature of the search that measured the positions of 14 stones.
signature='nodes 2379355'
tries=7000000
nodes=30000

# Builds the newest version that has the signature.
build_engine() {
    local source=$root version
    if ! grep -qxF "$signature" "$root/scripts/bench-nodes.txt"; then
        source=$folder/version
        # The newest commit that changed how often the signature occurs took it away.
        version=$(git -C "$root" log -1 --format=%H -S"$signature" -- scripts/bench-nodes.txt)^
        # Where a folder of that name was removed, git would still know it.
        git -C "$root" worktree prune
        [ -e "$source" ] || git -C "$root" worktree add --detach "$source" "$version" || {
            echo "rebuild.sh: no version with '$signature' in this clone's history" >&2
            exit 1
        }
    fi
    cargo build --release --manifest-path "$source/Cargo.toml" --target-dir "$source/target"
    engine=$source/target/release/claimeven
}

engine=${ENGINE:-}
[ -n "$engine" ] || build_engine
"$engine" book verify "$stored" --sample 0
ply=$("$engine" book show "$stored" | sed -n 's/^book of ply \([0-9]*\),.*/\1/p')
[ -f "$plain" ] ||
    "$engine" book build --ply "$ply" --threads "$threads" --hash 256 --resume --output "$plain"
"$engine" book deepen "$plain" --tries "$tries" --nodes "$nodes" --threads "$threads" \
    --resume --output "$built"
cmp "$built" "$stored"
echo "$built: the same bytes as $stored"
