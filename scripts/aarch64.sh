#!/usr/bin/env bash
# Builds the engine for 64-bit ARM and runs its bench and its unit tests in an emulator: the search
# in portable vectors must visit the same nodes.
#
#     scripts/aarch64.sh [TEST...]
#
# TEST selects tests by a part of their names; all of them take an hour.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/targets.sh

prepare_linux
export CARGO_BUILD_TARGET=aarch64-unknown-linux-musl

scripts/bench.sh
cargo test --lib --locked -- "$@"
