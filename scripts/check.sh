#!/usr/bin/env bash
# Everything beside the tests that a change must pass: format, lints, docs and
# the node signature of the bench.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --check
cargo clippy --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked --document-private-items
scripts/bench.sh
