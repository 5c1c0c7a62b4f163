#!/usr/bin/env bash
# Builds the wheel of the package, installs it in a new virtual environment, and runs the tests, the
# examples of its documentation, and the type checks.
#
#     python/check.sh [WHEEL]
#
# With a wheel, it tests that one. PYTHON names another interpreter than python3. The build takes one to
# two minutes, the rest about one.
set -euo pipefail
. "$(dirname "$0")/../scripts/common.sh"

environment=$built/python-package
python=$environment/venv/bin/python
rm -rf "$environment"
python_environment "$environment/venv" -r "$here/requirements.txt"
pip=("$python" -m pip --quiet --disable-pip-version-check)
[ $# != 0 ] || {
    "${pip[@]}" wheel --no-deps --wheel-dir "$environment" "$here" || fail 'the wheel is not built'
    set -- "$environment"/claimeven-*.whl
}
"${pip[@]}" install "$1"

# Away from the sources, so that only what the wheel has is found.
cd "$environment"
"$python" -B -m pytest --quiet -p no:cacheprovider "$here/tests"
# Parquet is written with packages of the user, which need not be here.
types=("$python" -m mypy --strict --ignore-missing-imports --cache-dir "$environment/types")
"${types[@]}" "$here"/examples/*.py
"${types[@]}" --package claimeven
"$python" -m mypy.stubtest --concise claimeven._native
