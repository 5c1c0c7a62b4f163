#!/usr/bin/env bash
# Builds a crate that depends on this one with its book alone, once for debugging and once as a
# release, and runs it with a main thread of 8 MiB: the solver must not overflow its stack.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}/dependent
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/Cargo.toml" <<EOF
[package]
name = "dependent"
edition = "2024"

[dependencies]
claimeven = { path = "$root", default-features = false, features = ["book"] }
EOF
mkdir "$folder/src"
cat >"$folder/src/main.rs" <<'EOF'
use claimeven::game::Score;
use claimeven::solver::Solver;

/// Positions with their scores: the deepest searches that a debug build ends in a second, a search
/// without a table, and a position of the book.
const SCORES: [(&str, i8); 4] = [
    ("13547245526572", -2),
    ("411335344264", 14),
    ("32615434633445213511731154226", 0),
    ("4453", -2),
];

fn solve() {
    let mut solver = Solver::new(64).expect("64 MiB");
    for (moves, score) in SCORES {
        let found = if moves.len() > 10 {
            Some(solver.solve(&moves.parse().expect("a game")))
        } else {
            claimeven::analyze(moves).expect("a game").score()
        };
        assert_eq!(found.map(Score::get), Some(score));
    }
}

fn main() {
    solve();
    // Threads have 2 MiB, like those of tests.
    std::thread::spawn(solve).join().expect("the solver does not panic");
}
EOF
# Use the versions of this repository.
cp "$root/Cargo.lock" "$folder"

ulimit -s 8192
for profile in dev release; do
    cargo run --quiet --manifest-path "$folder/Cargo.toml" --target-dir "$target" --profile "$profile"
    echo "$profile: the dependent crate found the scores"
done
