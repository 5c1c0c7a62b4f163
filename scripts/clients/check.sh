#!/usr/bin/env bash
# Lets programs from the Python package index drive and referee the engine:
# python-chess, pyffish and OpenSpiel, in a virtual environment of their own.
#
#     scripts/clients/check.sh [GAMES]
#
# The referees see 300 games unless told. ENGINE names another claimeven than that of
# this repository, which is built.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..

fail() {
    echo "scripts/clients/check.sh: $1" >&2
    exit 1
}

command -v python3 >/dev/null || fail 'python3 is not installed'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    fail "found $(python3 --version), expected Python 3.10 or later"
if [ -z "${ENGINE:-}" ]; then
    cargo build --release --locked --manifest-path "$root/Cargo.toml"
    export ENGINE=${CARGO_TARGET_DIR:-$root/target}/release/claimeven
fi

environment=$root/target/python
python3 -m venv "$environment" ||
    fail 'python3 makes no virtual environment: on Debian, apt install python3-venv'
"$environment/bin/pip" install --quiet --disable-pip-version-check \
    -r "$here/requirements.txt" ||
    fail 'pip could not install scripts/clients/requirements.txt'

# No match hangs: each of these takes seconds on an idle machine.
python=("timeout" 600 "$environment/bin/python" -B)
"${python[@]}" "$here/python_chess.py" || fail 'python-chess found a fault'
"${python[@]}" "$here/referee.py" "${1:-300}" --by pyffish,open_spiel ||
    fail 'the referees found a fault'
