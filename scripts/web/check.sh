#!/usr/bin/env bash
# Builds the page and tests it: its types, its modules, and in Chromium what a user does. Needs Node
# 20 or later with npm.
#
#     scripts/web/check.sh
#
# ENGINE is the native engine to compare with (default: target/release/claimeven), CHROMIUM the
# browser (default: /usr/bin/chromium). Screenshots are written to target/web/screenshots.
set -euo pipefail
engine=$(realpath "${ENGINE:-$(dirname "$0")/../../target/release/claimeven}")
cd "$(dirname "$0")/../.."

cargo run --quiet --locked --package claimeven-web
cd scripts/web/tests
npm ci --silent
npm run --silent types
ENGINE=$engine npm test --silent
