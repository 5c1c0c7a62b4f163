#!/usr/bin/env bash
# Everything beside the tests that a change must pass: format, lints, docs and
# the node signature of the bench.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --all --check
# Alone the engine lacks what its feature adds for the trainers.
cargo clippy --all-targets --locked -- -D warnings
cargo clippy --workspace --all-targets --locked -- -D warnings
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --document-private-items
scripts/bench.sh
