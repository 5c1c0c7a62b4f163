# Sourced by the checks of clients/, cluster/ and levels/: builds the engine unless ENGINE names one,
# and makes a virtual environment with the packages in requirements.txt next to the check.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
environment=$root/target/python

fail() {
    echo "$0: $1" >&2
    exit 1
}

command -v python3 >/dev/null || fail 'python3 is not installed'
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "expected Python 3.11 or later; found $(python3 --version)"
if [ -z "${ENGINE:-}" ]; then
    cargo build --release --locked --manifest-path "$root/Cargo.toml"
    export ENGINE=${CARGO_TARGET_DIR:-$root/target}/release/claimeven
fi
python3 -m venv "$environment" ||
    fail 'python3 cannot make a virtual environment: on Debian, apt install python3-venv'
"$environment/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" ||
    fail "pip cannot install $here/requirements.txt"
