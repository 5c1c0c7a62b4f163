#!/usr/bin/env bash
# Searches for input that breaks the engine, guided by the code that the input reaches.
#
#     scripts/fuzz.sh session|text|games [SECONDS]
#
# The input is commands for the session, text for the parsers, or files of games. The default is 60
# seconds. The search starts with the seeds in tests/corpus. Input that reaches new code goes to
# target/fuzz/session, text or games. Input that breaks an invariant is printed and kept in
# target/fuzz/crash-*. Needs a C++ compiler; `cargo test` tries the seeds and a few thousand random
# inputs without one.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1-} in
session) test=session::tests::fuzz::any_conversation_is_answered ;;
text) test=protocol::parse::tests::fuzz::any_text_is_read_or_refused ;;
games) test=game::pgn::tests::fuzz::any_games_are_read_or_refused ;;
*)
    echo "expected session, text or games; found ${1-nothing}" >&2
    exit 2
    ;;
esac
found=target/fuzz/$1
mkdir -p "$found"

# The flags of cargo-bolero for targets of libFuzzer. cargo-bolero itself does not support packages
# that contain a program, which must be linked like the test.
coverage=(inline-8bit-counters level=4 pc-table trace-compares)
[[ $OSTYPE != linux* ]] || coverage+=(stack-depth)
export RUSTFLAGS="--cfg fuzzing --cfg fuzzing_libfuzzer -Cpasses=sancov-module"
for kind in "${coverage[@]}"; do
    RUSTFLAGS+=" -Cllvm-args=-sanitizer-coverage-$kind"
done
export BOLERO_LIBFUZZER_ARGS="$found tests/corpus/$1 -max_total_time=${2:-60} -artifact_prefix=target/fuzz/"

# With --target, build scripts and macros are not instrumented.
host=$(rustc -vV | sed -n 's/^host: //p')
cargo test --locked --lib --target "$host" --target-dir target/fuzz -- --exact "$test" --nocapture
