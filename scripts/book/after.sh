#!/usr/bin/env bash
# Measures the time to the exact scores of all columns in and just past a book of ply 12 or more:
# random positions of 12 to 20 stones, each on one thread with an empty table of 64 MiB.
#
#     scripts/book/after.sh [COUNT] [FOLDER]
#
# COUNT is the number of positions of each ply (300). Their sets are kept in FOLDER (target/after).
# ENGINE names another engine than target/release/claimeven, and BOOK a book in place of the built-in
# one.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

engine=${ENGINE:-$root/target/release/claimeven}
count=${1:-300}
folder=${2:-$root/target/after}
mkdir -p "$folder"
files=()
for ply in $(seq 12 20); do
    file=$folder/ply-$ply-$count.txt
    [ -s "$file" ] || "$engine" testset generate --ply "$ply" --seed 1 --count "$count" --output "$file"
    files+=("$file")
done
"$engine" bench "--book${BOOK:+=$BOOK}" --columns --hash 64 "${files[@]}"
