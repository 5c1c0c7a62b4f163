#!/usr/bin/env bash
# Plays a match in Cute Chess (cutechess-cli 1.5.1 or later).
#
#     scripts/clients/cutechess.sh [GAMES] [TIME CONTROL] [OPPONENT]
#
# 10 games at tc=1+0.01 of the engine against itself unless told; the second may be
# any options of both engines, such as "st=0.1 timemargin=50", "tc=inf depth=6" or
# "tc=1+0.01 ponder". Each opening of openings.epd is played from both sides. An
# opponent must know `cfour` when it is started; Fairy-Stockfish learns it here from
# cfour.ini. ENGINE names another claimeven, CONCURRENCY the games at a time, PGN a
# file for the games.
#
# Ends in an error if not all games were played, if anything but play decided a game of
# ours, or if Cute Chess warned of anything.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
engine=${ENGINE:-$here/../../target/release/claimeven}
games=${1:-10}
read -ra options <<<"${2:-tc=1+0.01}"
opponent=${3:-$engine}

command -v cutechess-cli >/dev/null || {
    echo 'cutechess-cli is not installed: https://github.com/cutechess/cutechess' >&2
    exit 1
}
export FAIRY_STOCKFISH_VARIANT_PATH=${FAIRY_STOCKFISH_VARIANT_PATH:-$here/cfour.ini}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cutechess-cli -variant cfour \
    -engine name=claimeven cmd="$engine" \
    -engine name=opponent cmd="$opponent" \
    -each proto=uci "${options[@]}" option.Hash=16 \
    -openings file="$here/openings.epd" format=epd -repeat \
    -games "$games" -concurrency "${CONCURRENCY:-1}" -recover \
    ${PGN:+-pgnout "$PGN"} 2>&1 | tee "$log"

# A line such as "Finished game 3 (claimeven vs opponent): 0-1 {White loses on time}". Where
# it blames neither side, as in "* {No result}", the fault counts as ours.
awk -v asked="$games" -v self="$([ "$opponent" = "$engine" ] && echo 1 || echo 0)" '
/Warning/ { faults++ }
/^Finished game/ { games++ }
/^Finished game.*(loses on time|disconnects|illegal move|stalls|No result|Result error)/ {
    culprit = $8 ~ /^{White/ ? $4 : $8 ~ /^{Black/ ? $6 : "claimeven"
    if (self || culprit ~ /claimeven/) faults++; else others++
}
END {
    printf "%d games, %d faults of claimeven, %d of its opponent\n", games, faults, others
    exit faults > 0 || games != asked
}' "$log"
