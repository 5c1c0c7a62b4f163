#!/usr/bin/env bash
# Plays a match in Cute Chess (cutechess-cli 1.5.1 or later).
#
#     scripts/clients/cutechess.sh [GAMES] [TIME CONTROL] [OPPONENT]
#
# 10 games at tc=1+0.01 of the engine against itself unless told; also such as
# "st=0.1 timemargin=50" or "tc=inf depth=6". An opponent
# must know `cfour` when it is started; Fairy-Stockfish does with its
# variants.ini in FAIRY_STOCKFISH_VARIANT_PATH. ENGINE names another claimeven.
set -euo pipefail
engine=${ENGINE:-$(dirname "$0")/../../target/release/claimeven}
games=${1:-10}
read -ra control <<<"${2:-tc=1+0.01}"
opponent=${3:-$engine}

command -v cutechess-cli >/dev/null || {
    echo 'cutechess-cli is not installed: https://github.com/cutechess/cutechess' >&2
    exit 1
}
exec cutechess-cli -variant cfour \
    -engine name=claimeven cmd="$engine" \
    -engine name=opponent cmd="$opponent" \
    -each proto=uci "${control[@]}" option.Hash=16 \
    -games "$games" -concurrency 1
