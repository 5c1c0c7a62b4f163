#!/usr/bin/env bash
# Builds the engine for 64-bit ARM and runs its bench and its unit tests in an emulator: the search
# in portable vectors must visit the same nodes.
#
#     scripts/aarch64.sh [TEST...]
#
# TEST selects tests by a part of their names; all of them take an hour. The binary is statically
# linked, so neither a C compiler nor an ARM system is needed.
set -euo pipefail
cd "$(dirname "$0")/.."

target=aarch64-unknown-linux-musl

command -v qemu-aarch64 >/dev/null || {
    echo 'scripts/aarch64.sh: qemu-aarch64 is not installed: on Debian, apt install qemu-user' >&2
    exit 1
}
rustup target add "$target"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64
export CARGO_BUILD_TARGET=$target

scripts/bench.sh
cargo test --lib --locked -- "$@"
