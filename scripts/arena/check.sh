#!/usr/bin/env bash
# Runs the tests of this folder in a virtual environment.
#
#     scripts/arena/check.sh
#
# ENGINE names another engine than that of this repository, which is built.
set -euo pipefail
. "$(dirname "$0")/../environment.sh"
"$environment/bin/python" -B -m pytest --quiet -p no:cacheprovider "$here/tests"
