#!/usr/bin/env bash
# Plays a match of the engine against itself in XBoard, through uci2wb.
#
#     scripts/clients/xboard.sh [GAMES]
#
# XBoard takes the board from the engine and has no rules, so it must not test legality. uci2wb
# loses moves when an engine ponders, so pondering is off. ENGINE names another engine than
# target/release/claimeven, PGN a file for the games. Without a display, use
# xvfb-run scripts/clients/xboard.sh. Fails if a game ended by an error.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
engine=${ENGINE:-$here/../../target/release/claimeven}
PATH=$PATH:/usr/games

for program in xboard uci2wb; do
    command -v "$program" >/dev/null || {
        echo "$program is not installed: apt install xboard uci2wb" >&2
        exit 1
    }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# XBoard and uci2wb cut commands at spaces, which the engine's path may have.
ln -s "$(realpath "$engine")" "$folder/claimeven"
games=${1:-1}
xboard -variant cfour -testLegality false -ponderNextMove false \
    -fcp "uci2wb $folder/claimeven" -scp "uci2wb $folder/claimeven" \
    -mg "$games" -matchPause 200 -popupExitMessage false \
    -tc 0:05 -inc 0.1 -sgf "$folder/games.pgn"
touch "$folder/games.pgn"
[ -z "${PGN:-}" ] || cp "$folder/games.pgn" "$PGN"

# A game ends with "{mate} 1-0", or, for example, "{Black forfeits on time} 1-0".
awk -v asked="$games" '
/ (1-0|0-1|1\/2-1\/2|\*)$/ { games++ }
/forfeits|illegal|exited|died|false/ { errors++; print }
END {
    printf "%d games, %d errors\n", games, errors
    exit errors > 0 || games != asked
}' "$folder/games.pgn"
