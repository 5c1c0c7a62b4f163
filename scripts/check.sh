#!/usr/bin/env bash
# What a change must pass beside the tests: format, lints, documentation, features, and the node
# signature of the bench.
#
#     scripts/check.sh [format|lints|docs|features|signature]...
#
# All of them unless some are named.
set -euo pipefail
cd "$(dirname "$0")/.."

# A library may have so many crates below it and itself, all in all.
most_crates=25

format() {
    cargo fmt --all --check
}

lints() {
    # First without the trainers: they ask for a feature that the engine is built without.
    cargo clippy --all-targets --locked -- -D warnings
    cargo clippy --workspace --all-targets --locked -- -D warnings
}

docs() {
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked --workspace --document-private-items
    # Links to private items are dead for users: only this run finds them.
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked
}

features() {
    local features crates
    for features in '' session daemon; do
        cargo clippy --lib --locked --no-default-features --features "$features" -- -D warnings
    done
    crates=$(cargo tree --locked --no-default-features --edges normal,build --prefix none \
        --no-dedupe | sort -u | wc -l)
    echo "$crates crates without features"
    if [ "$crates" -gt "$most_crates" ]; then
        echo "expected $most_crates crates at most; found $crates" >&2
        exit 1
    fi
    rustup target add wasm32-unknown-unknown
    cargo check --locked --target wasm32-unknown-unknown --no-default-features --features session
}

signature() {
    scripts/bench.sh
}

[ $# -gt 0 ] || set -- format lints docs features signature
for check in "$@"; do
    case $check in
    format | lints | docs | features | signature) $check ;;
    *)
        echo "found $check, expected format, lints, docs, features or signature" >&2
        exit 2
        ;;
    esac
done
