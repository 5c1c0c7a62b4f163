#!/usr/bin/env bash
# Runs the tests of this folder with choix, the package that fits ratings, in a virtual environment.
#
#     scripts/levels/check.sh
#
# Without the package, `python3 -m unittest discover -s scripts/levels/tests -t scripts/levels` skips
# the test of the ratings.
set -euo pipefail
. "$(dirname "$0")/../environment.sh"
"$environment/bin/python" -B -m unittest discover -s "$here/tests" -t "$here"
