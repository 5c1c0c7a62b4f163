#!/usr/bin/env bash
# Builds the package and the page and tests them: the engine in Node, from the packed package; the types
# and modules of the page; and in Chromium what a user does.
#
#     web/check.sh
#
# Needs Node 20 or later, npm and Chromium. On Debian, root gets those that are missing. ENGINE is the
# native engine to compare with (default: target/release/claimeven), CHROMIUM the browser (default:
# /usr/bin/chromium). Screenshots are written to target/web/screenshots.
set -euo pipefail

fail() {
    echo "$0: $1" >&2
    exit 1
}

install() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

# Returns whether a program is there, after installing it if possible.
has() {
    local program=$1 package=$2
    command -v "$program" >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        install "$package" || (apt-get update -qq && install "$package") || true
    fi
    command -v "$program" >/dev/null
}

need() {
    has "$@" || fail "$1 is not installed: on Debian, apt install $2"
}

engine=$(realpath "${ENGINE:-$(dirname "$0")/../target/release/claimeven}")
[ -x "$engine" ] || fail "$engine is not a program: cargo build --release builds it"
cd "$(dirname "$0")/.."
need node nodejs
need npm npm
[ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] ||
    fail "expected Node 20 or later; found $(node --version)"

rustup target add wasm32-unknown-unknown
cargo run --quiet --locked --package claimeven-web

# The tests of the engine use what npm would publish.
packed=target/web/packed
rm -rf $packed
mkdir $packed
archive=$(npm pack --silent --pack-destination $packed ./target/web/package)
tar -xzf "$packed/$archive" -C $packed
package=$PWD/$packed/package/

cd web/tests
npm ci --silent
npm run --silent types
export PACKAGE=$package ENGINE=$engine
if has "${CHROMIUM:-/usr/bin/chromium}" chromium; then
    npm test --silent
else
    node --test engine.test.js page.test.js
    echo "Chromium cannot be installed: NOT CHECKED whether the page works in a browser"
fi
