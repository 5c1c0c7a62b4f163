#!/usr/bin/env bash
# Lets programs from the Python package index drive and referee the engine: python-chess,
# pyffish and OpenSpiel, in a virtual environment.
#
#     scripts/clients/check.sh
#
# ENGINE names another engine than that of this repository, which is built.
set -euo pipefail
. "$(dirname "$0")/../environment.sh"

# These take about two minutes on an idle machine.
python=("timeout" 600 "$environment/bin/python" -B)
"${python[@]}" "$here/python_chess.py" || fail 'python-chess found an error'
"${python[@]}" "$here/referee.py" 300 --by pyffish,open_spiel ||
    fail 'the referees found an error'
"${python[@]}" "$here/level_match.py" || fail 'a match of two levels disagrees with their ratings'
