#!/usr/bin/env bash
# Verifies the built-in book, builds it again, and compares the two byte by byte.
#
#     scripts/rebuild-book.sh [FOLDER]
#
# The choice of the positions of 14 stones depends on the search that measured them. So the engine
# must be the version that built the book; if necessary, it is built from the repository's history.
# FOLDER (target/book) contains all files. If the script was stopped, it resumes.
# THREADS is the number of threads (one per core), and ENGINE an engine of that version.
set -euo pipefail
. "$(dirname "$0")/common.sh"

threads=${THREADS:-$(nproc)}
mkdir -p "${1:-$root/target/book}"
folder=$(cd "${1:-$root/target/book}" && pwd)
stored=$root/src/book/openings.book
plain=$folder/plain.book
rebuilt=$folder/openings.book
# The signature of the search that measured the positions of 14 stones.
signature='nodes 2379355'
tries=7000000
nodes=30000

# Builds the newest version that has the signature.
build_version() {
    local source=$root version
    if ! grep -qxF "$signature" "$root/scripts/bench-nodes.txt"; then
        source=$folder/version
        # The newest commit that changes the number of occurrences removed the signature.
        version=$(git -C "$root" log -1 --format=%H -S"$signature" -- scripts/bench-nodes.txt)^
        # Git may still list a removed folder of that name.
        git -C "$root" worktree prune
        [ -e "$source" ] || git -C "$root" worktree add --detach "$source" "$version" ||
            fail "no version with '$signature' in this clone's history"
    fi
    cargo build --release --manifest-path "$source/Cargo.toml" --target-dir "$source/target"
    engine=$source/target/release/claimeven
}

engine=${ENGINE:-}
[ -n "$engine" ] || build_version
"$engine" book verify "$stored" --sample 0
ply=$("$engine" book show "$stored" | sed -n 's/^book of ply \([0-9]*\),.*/\1/p')
[ -f "$plain" ] ||
    "$engine" book build --ply "$ply" --threads "$threads" --hash 256 --resume --output "$plain"
"$engine" book deepen "$plain" --tries "$tries" --nodes "$nodes" --threads "$threads" \
    --resume --output "$rebuilt"
cmp "$rebuilt" "$stored"
echo "$rebuilt: identical to $stored"
