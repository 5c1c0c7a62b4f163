#!/usr/bin/env bash
# Builds the engine for 64-bit Windows and runs its bench and its tests in Wine.
#
#     scripts/windows.sh [TEST...]
#
# TEST selects tests by a part of their names; all of them take some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/targets.sh

prepare_windows
export CARGO_BUILD_TARGET=x86_64-pc-windows-gnu

scripts/bench.sh
# In parallel, Wine does not always start as many processes as some tests need.
cargo test --locked -- --test-threads 1 "$@"
