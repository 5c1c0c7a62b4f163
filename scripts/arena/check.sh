#!/usr/bin/env bash
# Runs the tests of this folder with choix, the package that fits ratings, in a virtual environment.
#
#     scripts/arena/check.sh
#
# Without the package, `python3 -m unittest discover -s scripts/arena/tests -t scripts/arena` skips the
# test of the ratings. ENGINE names another engine than that of this repository, which is built.
set -euo pipefail
. "$(dirname "$0")/../environment.sh"
"$environment/bin/python" -B -m unittest discover -s "$here/tests" -t "$here"
