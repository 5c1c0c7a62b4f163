//! Verifies a book: against the rules of the game, against itself and against the solver.

use std::collections::BTreeSet;
use std::iter;

use super::reachable::Reachable;
use crate::book::{Book, Entry, rule, section};
use crate::game::random::Random;
use crate::game::{Mode, Position, Score, fen};
use crate::solver::{Solver, StopFlag};

/// An error in a book whose checksum fits: its place, what was found and what is expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct VerifyError(String);

/// Returns the error of a position with a wrong score. `other` has the right one.
fn wrong_score(position: &Position, found: Score, other: &str, expected: Score) -> VerifyError {
    let (ply, position) = (position.stones(), fen::write(position));
    VerifyError(format!(
        "ply {ply}: {position} scores {found}; {other} {expected}"
    ))
}

/// Checks the content of a book, without a search.
///
/// Each stored ply must contain exactly the positions that can arise. Each score must be possible
/// and equal that of the best move. The extra positions must be reachable and have possible scores.
/// The bytes must be those of a book with this content. After `stop` is set, the check ends early,
/// and the book may have errors.
///
/// # Errors
/// Fails if the book has an error. Reports the first one.
pub fn check_structure(book: &Book, stop: &StopFlag) -> Result<(), VerifyError> {
    let next = |last: &Reachable| (last.ply < book.deepest()).then(|| last.next(stop));
    let plies: Vec<Reachable> = iter::successors(Some(Reachable::first()), next).collect();
    for ply in book.plies().chain(book.extra_ply()) {
        check_positions(book, &plies[usize::from(ply)], stop)?;
    }
    // The scores of the deepest ply cannot be compared with those of a deeper one.
    for ply in book.plies().rev().skip(1) {
        check_scores(book, &plies[usize::from(ply)], stop)?;
    }
    check_bytes(book)
}

/// Checks that a ply stores exactly the positions that can arise, or only such ones if they are
/// extra positions, with possible scores.
fn check_positions(book: &Book, reachable: &Reachable, stop: &StopFlag) -> Result<(), VerifyError> {
    let ply = reachable.ply;
    let span = section::span(ply);
    let foreign = |slot| {
        let expected = "expected only positions that can arise";
        VerifyError(format!("ply {ply}: {expected}; slot {slot} is another"))
    };
    let mut found = book.stored_entries(ply).peekable();
    for (slot, position) in reachable.stored() {
        // Before the stop, the search for reachable positions may not have come to its end.
        if stop.is_stopped() {
            return Ok(());
        }
        if let Some((slot, _)) = found.next_if(|&(next, _)| next < slot) {
            return Err(foreign(slot));
        }
        let score = found.next_if(|&(next, _)| next == slot);
        let possible = |(_, score): Entry| span.contains(&score.get());
        if !score.map_or(ply > book.ply(), possible) {
            let (position, least, most) = (fen::write(&position), span.start(), span.end());
            let none = format!("can arise and has no score from {least} to {most}");
            return Err(VerifyError(format!("ply {ply}: {position} {none}")));
        }
    }
    match found.next().filter(|_| !stop.is_stopped()) {
        Some((slot, _)) => Err(foreign(slot)),
        None => Ok(()),
    }
}

/// Checks that the score of each position of a ply is the best of its moves.
///
/// All positions of this ply and of the next stored one must have a score.
fn check_scores(book: &Book, reachable: &Reachable, stop: &StopFlag) -> Result<(), VerifyError> {
    const KNOWN: &str = "every position has a score";
    for (_, position) in reachable.stored().take_while(|_| !stop.is_stopped()) {
        let found = book.find(&position).expect(KNOWN);
        let expected = rule::best_of(&position, |after| book.find(after)).expect(KNOWN);
        if found != expected {
            let other = "the best of its moves scores";
            return Err(wrong_score(&position, found, other, expected));
        }
    }
    Ok(())
}

/// Checks that the bytes of a book follow from its positions and scores.
fn check_bytes(book: &Book) -> Result<(), VerifyError> {
    let extra = book.extra_ply().map(|ply| book.stored_entries(ply));
    let extra: Option<Vec<Entry>> = extra.map(Iterator::collect);
    let wanted = book.with_extra(extra.as_deref());
    let mut bytes = book.bytes().iter().zip(&wanted);
    let Some(at) = bytes.position(|(found, expected)| found != expected) else {
        return Ok(());
    };
    let (found, expected) = (book.bytes()[at], wanted[at]);
    let error =
        format!("byte {at}: expected {expected} in a book with these scores; found {found}");
    Err(VerifyError(error))
}

/// A choice of positions to solve again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The number of stones of the positions.
    pub ply: u8,
    /// The number of positions. If the book stores fewer, all of them are chosen.
    pub count: usize,
    /// The seed of the choice.
    pub seed: u64,
}

/// Solves positions of a book again; returns the number solved before `stop` was set.
///
/// Each is solved with an empty table and without a book: the function removes the solver's book.
/// It calls `watch` after each position.
///
/// # Errors
/// Fails if a score is wrong. Reports the first one.
pub fn solve_again(
    book: &Book,
    sample: Sample,
    solver: &mut Solver,
    stop: &StopFlag,
    watch: &mut dyn FnMut(),
) -> Result<usize, VerifyError> {
    solver.set_book(None);
    let ply = sample.ply;
    let stored = book.stored_at(ply);
    let (mut random, mut chosen) = (Random(sample.seed), BTreeSet::new());
    while chosen.len() < sample.count.min(stored) {
        chosen.insert(random.below(stored));
    }
    let mut count = 0;
    let entries = book.entries(ply).enumerate();
    for (_, (position, found)) in entries.filter(|(index, _)| chosen.contains(index)) {
        solver.clear();
        let solution = solver.solve_until(&position, Mode::Strong, stop);
        let Some(expected) = solution.bounds.exact() else {
            break;
        };
        if found != expected {
            return Err(wrong_score(&position, found, "a search finds", expected));
        }
        count += 1;
        watch();
    }
    Ok(count)
}
