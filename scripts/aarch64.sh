#!/usr/bin/env bash
# Builds the engine for 64-bit ARM and runs its unit tests and its bench there, in
# an emulator: the search in portable vectors has to visit the same nodes.
#
#     scripts/aarch64.sh [TEST...]
#
# TEST picks tests by a part of their names: all of them take an hour. What is built
# links to nothing, so neither a C compiler nor a system of that kind is needed.
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
