#!/usr/bin/env bash
# Plays a match in cutegames (UGI) and asks both engines whether a game is over.
#
#     scripts/clients/cutegames.sh [GAMES] [TIME CONTROL] [OPPONENT]
#
# 10 games of the engine against itself at `"type": "clock", "time": 1000,
# "increment": 10` unless told; also such as `"type": "movetime", "time": 50`,
# `"type": "depth", "ply": 6` or `"type": "nodes", "nodes": 5000`. The openings are
# those of openings.epd, the other settings those of cutegames.json. An opponent may
# be `saboteur.py illegal` beside this script, or `saboteur.py dies`. ENGINE names
# another claimeven, PGN a file for the games.
#
# Ends in an error if the engine ran out of time or the engines did not agree on an
# end. What a saboteur brings about is counted but no error.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
engine=$(realpath "${ENGINE:-$here/../../target/release/claimeven}")
games=${1:-10}
control=${2:-'"type": "clock", "time": 1000, "increment": 10'}
opponent=${3:-$engine}
sabotage=no
if [[ $opponent == saboteur.py* ]]; then
    sabotage=yes
    opponent="$here/$opponent $engine"
fi

command -v cutegames >/dev/null || {
    echo 'cutegames is not installed: https://github.com/kz04px/cutegames' >&2
    exit 1
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed -e "s|ENGINE|$engine|" -e "s|OPPONENT|$opponent|" -e "s|GAMES|$games|" \
    -e "s|TIMECONTROL|$control|" -e "s|HERE|$here|" -e "s|FOLDER|$folder|" \
    "$here/cutegames.json" >"$folder/settings.json"
touch "$folder/games.pgn"
# A signal ends it at the first word to an engine that has died.
cutegames --settings "$folder/settings.json" || {
    echo "cutegames has ended with status $?"
    [ $sabotage = yes ] || exit 1
}
[ -z "${PGN:-}" ] || cp "$folder/games.pgn" "$PGN"

awk -v asked="$games" -v sabotage="$sabotage" '
/^\[Result/ { games++ }
/^\[Adjudicated/ { why[$0]++; if (sabotage == "no") faults++ }
END {
    for (reason in why) printf "%d times %s\n", why[reason], reason
    printf "%d games, %d faults\n", games, faults
    exit faults > 0 || (sabotage == "no" && games != asked)
}' "$folder/games.pgn"
