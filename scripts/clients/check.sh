#!/usr/bin/env bash
# Lets programs from the Python package index drive and referee the engine:
# python-chess, pyffish and OpenSpiel, in a virtual environment of their own.
#
#     scripts/clients/check.sh [GAMES]
#
# The referees see 300 games unless told. ENGINE names another claimeven than
# target/release/claimeven, which is built if it is not there.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "scripts/clients/check.sh: $1" >&2
    exit 1
}

command -v python3 >/dev/null || fail 'python3 is not installed'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "found $(python3 --version), expected Python 3.10 or later"
[ -n "${ENGINE:-}" ] || cargo build --release --locked

environment=target/python
python3 -m venv "$environment" ||
    fail 'python3 makes no virtual environment: on Debian, apt install python3-venv'
"$environment/bin/pip" install --quiet --disable-pip-version-check \
    -r scripts/clients/requirements.txt ||
    fail 'pip could not install scripts/clients/requirements.txt'

# No match hangs: each of these takes seconds on an idle machine.
python=("timeout" 600 "$environment/bin/python" -B)
"${python[@]}" scripts/clients/python_chess.py || fail 'python-chess found a fault'
"${python[@]}" scripts/clients/referee.py "${1:-300}" --by pyffish,open_spiel ||
    fail 'the referees found a fault'
