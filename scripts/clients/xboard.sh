#!/usr/bin/env bash
# Plays a match of the engine against itself in XBoard, through uci2wb.
#
#     scripts/clients/xboard.sh [GAMES]
#
# XBoard has the board from the engine and the rules from nobody: it must not test
# legality. uci2wb loses moves when the engine ponders, so nobody does. ENGINE
# names another claimeven. Without a display: xvfb-run scripts/clients/xboard.sh
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
exec xboard -variant cfour -testLegality false -ponderNextMove false \
    -fcp "uci2wb $engine" -scp "uci2wb $engine" \
    -mg "${1:-1}" -matchPause 200 -tc 0:05 -inc 0.1 -sgf games.pgn
