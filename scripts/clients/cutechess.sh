#!/usr/bin/env bash
# Plays a match in Cute Chess (cutechess-cli 1.5.1 or later).
#
#     scripts/clients/cutechess.sh [GAMES] [TIME CONTROL] [OPPONENT]
#
# The default is 10 games of the engine against itself at tc=1+0.01. TIME CONTROL can be any options
# of both engines, such as "st=0.1 timemargin=50", "tc=inf depth=6" or "tc=1+0.01 ponder". Each
# opening of openings.epd is played from both sides. An opponent must support `cfour` when it
# starts; Fairy-Stockfish reads it from cfour.ini. ENGINE names another engine than
# target/release/claimeven, CONCURRENCY the number of games at a time, PGN a file for the games.
#
# Fails if not all games were played, if a game ended by an error of claimeven, or if Cute Chess
# printed a warning.
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
    -engine name=claimeven cmd="$engine" option.Resistance=practical \
    -engine name=opponent cmd="$opponent" \
    -each proto=uci "${options[@]}" option.Hash=16 \
    -openings file="$here/openings.epd" format=epd -repeat \
    -games "$games" -concurrency "${CONCURRENCY:-1}" -recover \
    ${PGN:+-pgnout "$PGN"} 2>&1 | tee "$log"

# A line is such as "Finished game 3 (claimeven vs opponent): 0-1 {White loses on time}". If it
# names no side, as in "* {No result}", the error counts as claimeven's.
awk -v asked="$games" -v self="$([ "$opponent" = "$engine" ] && echo 1 || echo 0)" '
/Warning/ { errors++ }
/^Finished game/ { games++ }
/^Finished game.*(loses on time|disconnects|illegal move|stalls|No result|Result error)/ {
    culprit = $8 ~ /^{White/ ? $4 : $8 ~ /^{Black/ ? $6 : "claimeven"
    if (self || culprit ~ /claimeven/) errors++; else others++
}
END {
    printf "%d games, %d errors of claimeven, %d of its opponent\n", games, errors, others
    exit errors > 0 || games != asked
}' "$log"
