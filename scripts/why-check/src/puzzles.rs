//! Solves the puzzles of `claimeven puzzles` again.

use std::collections::HashSet;
use std::process::Command;

use serde_json::Value;

use crate::board::{Board, Solver};
use crate::replay;
use crate::sentence::{Fault, exact};

/// The most own moves of a solution.
const MOST_MOVES: usize = 6;

/// The fewest stones of the puzzles to check. The solver takes too long for earlier ones.
const EARLIEST: usize = 14;

/// Makes puzzles, and checks this number of them. Returns the number of wrong ones.
pub(crate) fn check_all(program: &str, seed: usize, count: usize, solver: &mut Solver) -> usize {
    // About half of all puzzles are early.
    let made = 3 * count;
    let options = format!("puzzles --no-rating --quiet --seed {seed} --count {made}");
    let made = Command::new(program).args(options.split(' ')).output();
    let made = String::from_utf8(made.expect("the program starts").stdout).expect("text");
    let puzzles = made
        .lines()
        .map(|line| -> Value { serde_json::from_str(line).expect("JSON") });
    let late = puzzles.filter(|puzzle| text(puzzle, "moves").len() >= EARLIEST);
    let (mut taken, mut all, mut slow, mut wrong) = (HashSet::new(), 0, 0, 0);
    for puzzle in late.take(count) {
        all += 1;
        match check(&puzzle, &mut taken, solver) {
            Ok(()) => {}
            Err(Fault::Slow) => slow += 1,
            Err(Fault::False(what)) => {
                wrong += 1;
                println!("FALSE: {puzzle}: {what}");
            }
        }
    }
    println!("puzzles: {all}, {wrong} false, {slow} too slow to check");
    wrong
}

fn text<'a>(puzzle: &'a Value, name: &str) -> &'a str {
    puzzle[name].as_str().expect("a text")
}

/// Checks that a puzzle is what it should be and shares no position with those before it.
fn check(puzzle: &Value, taken: &mut HashSet<Board>, solver: &mut Solver) -> Result<(), Fault> {
    let wrong = |what: &str| Err(Fault::False(what.to_owned()));
    let (moves, solution) = (text(puzzle, "moves"), text(puzzle, "solution"));
    let all = moves.to_owned() + solution;
    let mirrored: String = all
        .bytes()
        .map(|digit| char::from(b'1' + b'7' - digit))
        .collect();
    let (boards, mirrored) = (replay(&all), replay(&mirrored));
    let (begin, end) = (moves.len(), all.len());
    if boards[begin].playable().len() < 2 || solution.len() % 2 == 0 {
        return wrong("no choice, or no last move");
    }
    let outcome = i8::from(puzzle["outcome"] == "win");
    for (ply, digit) in all.bytes().enumerate().skip(begin) {
        let (board, column) = (&boards[ply], u32::from(digit - b'1'));
        if (ply - begin) % 2 == 1 {
            // The mirror image of a reply is as central.
            if !next(board, solver)?.contains(&column) {
                return wrong("a reply is not the best");
            }
        } else if only(board, solver)? != Some((column, outcome)) {
            return wrong("a move is not the only one");
        } else if !taken.insert(*board) || mirrored[ply] != *board && !taken.insert(mirrored[ply]) {
            return wrong("the position is that of another puzzle");
        }
    }
    let last = &boards[end];
    let is_over = last.winner().is_some() || last.playable().is_empty();
    if solution.len() < 2 * MOST_MOVES - 1 && !is_over && !next(last, solver)?.is_empty() {
        return wrong("the solution goes on");
    }
    Ok(())
}

/// Returns the only column that keeps a win (1) or a draw (0), and the outcome.
fn only(board: &Board, solver: &mut Solver) -> Result<Option<(u32, i8)>, Fault> {
    if board.winner().is_some() {
        return Ok(None);
    }
    let mut outcomes = Vec::new();
    for (column, _) in board.playable() {
        let outcome = solver.outcome(&board.play(column), None)?;
        outcomes.push((column, -outcome));
    }
    let best = outcomes.iter().map(|&(_, outcome)| outcome).max();
    outcomes.retain(|&(_, outcome)| Some(outcome) == best);
    Ok(match outcomes[..] {
        [only] if only.1 >= 0 => Some(only),
        _ => None,
    })
}

/// Returns the best replies after which a single column keeps the outcome: the most central one, or
/// two.
fn next(board: &Board, solver: &mut Solver) -> Result<Vec<u32>, Fault> {
    // The best score, from the side that replies.
    let best = exact(solver, board)?;
    let mut found: Vec<u32> = Vec::new();
    for (column, _) in board.playable() {
        let after = board.play(column);
        // A reply is the best unless the other side gets more after it.
        let is_best = !solver.is_at_least(&after, None, 1 - best)?;
        let is_central = |first: &u32| first.abs_diff(3) == column.abs_diff(3);
        if is_best && found.first().is_none_or(is_central) && only(&after, solver)?.is_some() {
            found.push(column);
        }
    }
    Ok(found)
}
