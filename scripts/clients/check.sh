#!/usr/bin/env bash
# Lets other programs drive and referee the engine: from the Python package index, in a virtual
# environment, and those managers of matches that are installed.
#
#     scripts/clients/check.sh
#
# ENGINE names another engine than that of this repository, which is built.
set -euo pipefail
. "$(dirname "$0")/../environment.sh"

# These take about two minutes on an idle machine.
python=("timeout" 600 "$environment/bin/python" -B)
"${python[@]}" "$here/python_chess.py" || fail 'python-chess found an error'
"${python[@]}" "$here/referee.py" 300 --by pyffish,openspiel,pettingzoo || fail 'the referees found an error'
"${python[@]}" "$here/pettingzoo_player.py" 20 || fail 'the player for PettingZoo failed'
for player in random "$here/../arena/bot_template.py"; do
    "${python[@]}" "$here/kaggle_agent.py" "$player" || fail 'the agent for Kaggle failed'
done

# Plays a match in a program if it is installed.
match() {
    local program=$1
    shift
    if command -v "$program" >/dev/null; then
        timeout 600 "$@" || fail "a match in $program failed"
    else
        unchecked "in $program: it is not installed"
    fi
}
# Debian has XBoard in a folder of games.
PATH=$PATH:/usr/games
get xboard xboard
get uci2wb uci2wb
get xvfb-run xvfb
match cutechess-cli "$here/cutechess.sh" 4
match cutegames "$here/cutegames.sh" 4
match xboard xvfb-run -a "$here/xboard.sh" 2
