#!/usr/bin/env bash
# Builds the package and the page and tests them: the engine and its interface in Node, from the packed
# package; the types and modules of the page; and in Chromium what a user does, and the examples of the
# package, also after a build with Vite.
#
#     web/check.sh
#
# Needs Node 20.19 or later, npm and Chromium. On Debian, root gets those that are missing. ENGINE is
# the native engine to compare with (default: that of this repository, which is built), CHROMIUM the
# browser (default: /usr/bin/chromium). Screenshots are written to target/web/screenshots.
set -euo pipefail
. "$(dirname "$0")/../scripts/common.sh"

get node nodejs
get npm npm
need node nodejs
need npm npm
node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' ||
    fail "expected Node 20.19 or later; found $(node --version)"

cd "$root"
build_engine
rustup target add wasm32-unknown-unknown
cargo run --quiet --locked --package claimeven-web

# The tests of the engine use what npm would publish.
packed=$root/target/web/packed
rm -rf "$packed"
mkdir "$packed"
archive=$(npm pack --silent --pack-destination "$packed" ./target/web/package)
tar -xzf "$packed/$archive" -C "$packed"
export PACKAGE=$packed/package/

cd web/tests
npm ci --silent
npm run --silent types
browser=${CHROMIUM:-/usr/bin/chromium}
get "$browser" chromium
if command -v "$browser" >/dev/null; then
    npm test --silent
else
    node --test engine.test.js interface.test.js page.test.js
    echo "Chromium cannot be installed: NOT CHECKED whether the page and the package work in a browser"
fi
