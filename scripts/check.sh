#!/usr/bin/env bash
# The checks that a change must pass besides the tests: format, lints, documentation, features, other
# systems, the package of the crate, and the node signature of the bench.
#
#     scripts/check.sh [format|lints|docs|features|systems|package|signature]...
#
# Without an argument, runs all of them.
set -euo pipefail
cd "$(dirname "$0")/.."

# The most crates that a library may depend on, itself included.
most_crates=25

# The most bytes that the package of the crate may have.
most_bytes=10000000

format() {
    cargo fmt --all --check
}

lints() {
    # First without the trainers, which enable a feature that the engine does not use.
    cargo clippy --all-targets --locked -- -D warnings
    cargo clippy --workspace --all-targets --locked -- -D warnings
}

docs() {
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked --workspace --document-private-items
    # Links to private items are broken for users; only this run finds them.
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked
}

features() {
    local features crates
    for features in '' book serde session daemon; do
        cargo clippy --lib --locked --no-default-features --features "$features" -- -D warnings
    done
    crates=$(cargo tree --locked --no-default-features --edges normal,build --prefix none \
        --no-dedupe | sort -u | wc -l)
    echo "$crates crates without features"
    if [ "$crates" -gt "$most_crates" ]; then
        echo "expected at most $most_crates crates; found $crates" >&2
        exit 1
    fi
    rustup target add wasm32-unknown-unknown
    cargo check --locked --target wasm32-unknown-unknown --no-default-features --features session
}

# Finds what does not compile on Windows and macOS, for which no linker is needed.
systems() {
    local targets=(x86_64-pc-windows-gnu aarch64-apple-darwin)
    rustup target add "${targets[@]}"
    cargo check --locked "${targets[@]/#/--target=}"
}

package() {
    local crate bytes
    # `scripts/release.sh` also builds and tests what is packed here.
    cargo package --locked --allow-dirty --no-verify
    crate=$(echo "${CARGO_TARGET_DIR:-target}"/package/claimeven-*.crate)
    bytes=$(wc -c <"$crate")
    echo "$crate: $bytes bytes"
    if [ "$bytes" -gt "$most_bytes" ]; then
        echo "expected at most $most_bytes bytes; found $bytes" >&2
        exit 1
    fi
}

signature() {
    scripts/bench.sh
}

[ $# -gt 0 ] || set -- format lints docs features systems package signature
for check in "$@"; do
    case $check in
    format | lints | docs | features | systems | package | signature) $check ;;
    *)
        echo "expected format, lints, docs, features, systems, package or signature;" \
            "found $check" >&2
        exit 2
        ;;
    esac
done
