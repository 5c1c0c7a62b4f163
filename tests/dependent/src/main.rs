//! Solves positions as a crate that depends on this one does. The solver must not overflow the stack,
//! also in a build for debugging.
//!
//!     cargo run -p dependent --profile debugging

use claimeven::game::Score;
use claimeven::solver::Solver;

/// Positions with their scores: the deepest searches that a build for debugging ends in a second, a
/// search without a table, and a position of the book.
const SCORES: [(&str, i8); 4] = [
    ("13547245526572", -2),
    ("411335344264", 14),
    ("32615434633445213511731154226", 0),
    ("4453", -2),
];

fn main() {
    solve();
    // Threads have 2 MiB, like those of tests.
    let thread = std::thread::spawn(solve);
    thread.join().expect("the solver does not panic");
}

fn solve() {
    let mut solver = Solver::new(64).expect("64 MiB");
    for (moves, score) in SCORES {
        let found = if moves.len() > 10 {
            Some(solver.solve(&moves.parse().expect("a game")))
        } else {
            claimeven::analyze(moves).expect("a game").score()
        };
        assert_eq!(found.map(Score::get), Some(score), "{moves}");
    }
}
