//! Verifies a book: against the rules of the game, against itself and against the solver.

use std::collections::BTreeSet;

use super::reachable::Reachable;
use crate::book::extra::ExtraPositions;
use crate::book::{Book, rule, section};
use crate::game::random::Random;
use crate::game::{Mode, Score, fen};
use crate::solver::{Solver, StopFlag};

/// An error in a book whose checksum fits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum VerifyError {
    #[error("ply {ply}: a block has a wrong count of the slots stored before it")]
    Counts { ply: u8 },
    #[error("ply {ply}: the hard positions are not in the order of their slots")]
    Order { ply: u8 },
    #[error("ply {ply}: expected every position that can arise; {position} is missing")]
    Missing { ply: u8, position: String },
    #[error("ply {ply}: expected only positions that can arise; slot {slot} is another")]
    Foreign { ply: u8, slot: u32 },
    #[error("ply {ply}: {position} has no score from {} to {}", section::span(*ply).start(), section::span(*ply).end())]
    NoScore { ply: u8, position: String },
    #[error("ply {ply}: {position} scores {found}; the best of its moves scores {expected}")]
    Inconsistent {
        ply: u8,
        position: String,
        found: Score,
        expected: Score,
    },
    #[error("ply {ply}: {position} scores {found}; a search finds {expected}")]
    Wrong {
        ply: u8,
        position: String,
        found: Score,
        expected: Score,
    },
}

/// Checks the content of a book, without a search.
///
/// Each stored ply must contain exactly the positions that can arise. Each score must be possible
/// and equal that of the best move. The extra positions must be reachable and have possible scores.
/// Returns the plies that are sound: all plies of the book, or those that were checked before
/// `stop` was set.
///
/// # Errors
/// Fails if the book has an error. Reports the first one.
pub fn check_structure(book: &Book, stop: &StopFlag) -> Result<Vec<u8>, VerifyError> {
    let next = |last: &Reachable| (last.ply() < book.deepest()).then(|| last.next_until(stop));
    let mut sound = Vec::new();
    let mut shallower: Option<Reachable> = None;
    for reachable in std::iter::successors(Some(Reachable::first()), next) {
        // After a stop, `reachable` may be incomplete.
        if stop.is_stopped() {
            break;
        }
        let ply = reachable.ply();
        let mut done = None;
        if let Some(extra) = book.extra(ply) {
            check_extra(&extra, &reachable, stop)?;
            done = Some(ply);
        }
        if book.section(ply).is_some() {
            check_stored(book, &reachable, stop)?;
            if let Some(shallower) = &shallower {
                check_scores(book, shallower, stop)?;
            }
            done = shallower.replace(reachable).map(|before| before.ply());
        }
        // A check that was stopped may have missed an error.
        if stop.is_stopped() {
            break;
        }
        sound.extend(done);
        // The scores of the deepest ply cannot be compared with those of a deeper one, so the ply
        // is sound without this check.
        sound.extend((ply == book.ply()).then_some(ply));
    }
    Ok(sound)
}

/// Checks that a ply stores exactly the positions that can arise, with possible scores.
fn check_stored(book: &Book, reachable: &Reachable, stop: &StopFlag) -> Result<(), VerifyError> {
    let ply = reachable.ply();
    let section = book
        .section(ply)
        .expect("the caller has checked that there is one");
    if !section.counts_fit() {
        return Err(VerifyError::Counts { ply });
    }
    let mut found = section.slots();
    for (expected, position) in reachable.stored() {
        if stop.is_stopped() {
            return Ok(());
        }
        let position = || fen::write(&position);
        match found.next() {
            Some(slot) if slot == expected => {}
            Some(slot) if slot < expected => return Err(VerifyError::Foreign { ply, slot }),
            _ => {
                let position = position();
                return Err(VerifyError::Missing { ply, position });
            }
        }
        let possible = |score: Score| section::span(ply).contains(&score.get());
        if !section.score(expected).is_some_and(possible) {
            let position = position();
            return Err(VerifyError::NoScore { ply, position });
        }
    }
    match found.next() {
        Some(slot) => Err(VerifyError::Foreign { ply, slot }),
        None => Ok(()),
    }
}

/// Checks that the extra positions are in order and reachable, with possible scores.
fn check_extra(
    extra: &ExtraPositions<'_>,
    reachable: &Reachable,
    stop: &StopFlag,
) -> Result<(), VerifyError> {
    let ply = reachable.ply();
    if !extra.is_in_order() {
        return Err(VerifyError::Order { ply });
    }
    let mut all = reachable.stored();
    for (slot, score) in extra.iter().take_while(|_| !stop.is_stopped()) {
        let found = all.find(|&(expected, _)| expected >= slot);
        let Some((_, position)) = found.filter(|&(expected, _)| expected == slot) else {
            return Err(VerifyError::Foreign { ply, slot });
        };
        if !section::span(ply).contains(&score.get()) {
            let position = fen::write(&position);
            return Err(VerifyError::NoScore { ply, position });
        }
    }
    Ok(())
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
            return Err(VerifyError::Inconsistent {
                ply: reachable.ply(),
                position: fen::write(&position),
                found,
                expected,
            });
        }
    }
    Ok(())
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
    let chosen = sample.choose(book.stored_at(ply));
    let mut count = 0;
    let entries = book.entries(ply).enumerate();
    for (_, (position, found)) in entries.filter(|(index, _)| chosen.contains(index)) {
        solver.clear();
        let solution = solver.solve_until(&position, Mode::Strong, stop);
        let Some(expected) = solution.bounds.exact() else {
            break;
        };
        if found != expected {
            let position = fen::write(&position);
            return Err(VerifyError::Wrong {
                ply,
                position,
                found,
                expected,
            });
        }
        count += 1;
        watch();
    }
    Ok(count)
}

impl Sample {
    /// Returns `count` distinct random numbers below `bound`, or all of them if there are fewer.
    fn choose(self, bound: usize) -> BTreeSet<usize> {
        let mut random = Random(self.seed);
        let mut chosen = BTreeSet::new();
        while chosen.len() < self.count.min(bound) {
            chosen.insert(random.below(bound));
        }
        chosen
    }
}
