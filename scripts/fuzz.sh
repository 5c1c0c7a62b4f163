#!/usr/bin/env bash
# Looks for input that breaks the engine, guided by what code it reaches.
#
#     scripts/fuzz.sh session|text|games [SECONDS]
#
# Conversations with the session, text for the parsers, or files of games, for 60
# seconds unless told. Begins with the seeds in tests/corpus; what reaches new code
# goes to target/fuzz/session, text or games, what breaks an invariant is printed and
# kept in target/fuzz/crash-*. Needs a C++ compiler; `cargo test` tries the seeds and
# a few thousand random inputs without.
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1-} in
session) test=session::fuzz::any_conversation_is_answered ;;
text) test=protocol::parse::fuzz::any_text_is_read_or_refused ;;
games) test=game::pgn::fuzz::any_games_are_read_or_refused ;;
*)
    echo 'expected session, text or games' >&2
    exit 2
    ;;
esac
found=target/fuzz/$1
mkdir -p "$found"

# The flags that cargo-bolero gives to libFuzzer's targets; it does not know of
# packages with a program in them, which would have to be linked like the test.
coverage=(inline-8bit-counters level=4 pc-table trace-compares)
[[ $OSTYPE != linux* ]] || coverage+=(stack-depth)
export RUSTFLAGS="--cfg fuzzing --cfg fuzzing_libfuzzer -Cpasses=sancov-module"
for kind in "${coverage[@]}"; do
    RUSTFLAGS+=" -Cllvm-args=-sanitizer-coverage-$kind"
done
export BOLERO_LIBFUZZER_ARGS="$found tests/corpus/$1 -max_total_time=${2:-60} -artifact_prefix=target/fuzz/"

# With a target named, build scripts and macros are left uninstrumented.
host=$(rustc -vV | sed -n 's/^host: //p')
cargo test --locked --lib --target "$host" --target-dir target/fuzz -- --exact "$test" --nocapture
