#!/usr/bin/env bash
# Builds the package and the page and tests them: the engine and its interface in Node, from the packed
# package; the types and modules of the page; in Chromium what a user does, and the examples of the
# package, also after a build with Vite; and in Firefox and WebKit the main steps of these.
#
#     web/check.sh
#
# Needs Node 20.19 or later and npm. On Debian, root gets these and the browsers, if they are missing; the
# check reports each browser that is not installed. ENGINE is the native engine to compare with (default:
# that of this repository, which is built), CHROMIUM and FIREFOX are browsers (default: /usr/bin/chromium
# and firefox-esr). Screenshots are written to target/web/screenshots.
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

# Adds a browser to those that are tested, or reports which of its programs is missing.
browsers=
with() {
    local program
    for program in "${@:2}"; do
        get "${program%:*}" "${program#*:}"
        command -v "${program%:*}" >/dev/null ||
            { unchecked "in $1: ${program%:*} is not installed" && return; }
    done
    browsers+=" $1"
}
with Chromium "${CHROMIUM:-/usr/bin/chromium}:chromium"
with Firefox "${FIREFOX:-firefox-esr}:firefox-esr"
with WebKit WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb
export BROWSERS=$browsers
tests=(*.test.js)
# Playwright's tests need Chromium.
[[ $browsers == *Chromium* ]] || mapfile -t tests < <(grep -L playwright-core *.test.js)
npm test --silent -- "${tests[@]}"
