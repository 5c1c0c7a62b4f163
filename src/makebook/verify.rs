//! Checks a book against the rules of the game, against itself and against the
//! solver.

use std::collections::BTreeSet;

use super::reachable::Census;
use crate::book::extra::HardOnes;
use crate::book::{Book, rule, section};
use crate::game::{Mode, Position, Score, fen};
use crate::random::Random;
use crate::solver::{Solver, StopFlag};

/// What is wrong with a book whose bytes are whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum Fault {
    #[error("ply {ply}: a line tells a wrong count of what is stored before it")]
    Counts { ply: u8 },
    #[error("ply {ply}: the hard positions are not in the order of their slots")]
    Order { ply: u8 },
    #[error("ply {ply}: {position} is not stored, expected every position that can arise")]
    Missing { ply: u8, position: String },
    #[error("ply {ply}: slot {slot} is stored, expected only positions that can arise")]
    Foreign { ply: u8, slot: u32 },
    #[error("ply {ply}: {position} has no score from {} to {}", section::span(*ply).start(), section::span(*ply).end())]
    NoScore { ply: u8, position: String },
    #[error("ply {ply}: {position} scores {found}, expected {expected}, the best of its moves")]
    Inconsistent {
        ply: u8,
        position: String,
        found: Score,
        expected: Score,
    },
    #[error("ply {ply}: {position} scores {found}, expected {expected}, as search finds")]
    Wrong {
        ply: u8,
        position: String,
        found: Score,
        expected: Score,
    },
}

/// Checks that a book stores each position that it should and no other, each with
/// a possible score, and that its plies agree; and that the hard ones beyond can
/// arise. Returns the plies of which all this was found before `stop` was set: each that
/// the book stores, unless it was.
///
/// # Errors
/// The first fault.
pub fn structure(book: &Book, stop: &StopFlag) -> Result<Vec<u8>, Fault> {
    let next = |census: &Census| (census.ply() < book.deepest()).then(|| census.next_until(stop));
    let mut sound = Vec::new();
    let mut shallower: Option<Census> = None;
    for census in std::iter::successors(Some(Census::first()), next) {
        // Then the census may be cut short.
        if stop.is_stopped() {
            break;
        }
        let ply = census.ply();
        let mut done = None;
        if let Some(hard) = book.hard_ones(ply) {
            can_arise(&hard, &census, stop)?;
            done = Some(ply);
        }
        if book.section(ply).is_some() {
            stores_all(book, &census, stop)?;
            if let Some(shallower) = &shallower {
                agrees_with_next(book, shallower, stop)?;
            }
            done = shallower.replace(census).map(|census| census.ply());
        }
        // Then what found no fault may not have looked everywhere.
        if stop.is_stopped() {
            break;
        }
        sound.extend(done);
        // With no ply behind it to agree with.
        sound.extend((ply == book.ply()).then_some(ply));
    }
    Ok(sound)
}

fn stores_all(book: &Book, census: &Census, stop: &StopFlag) -> Result<(), Fault> {
    let ply = census.ply();
    let section = book.section(ply).expect("asked for where there is one");
    if !section.counts_fit() {
        return Err(Fault::Counts { ply });
    }
    let mut found = section.slots();
    for (expected, position) in census.stored() {
        if stop.is_stopped() {
            return Ok(());
        }
        let position = || fen::write(&position);
        match found.next() {
            Some(slot) if slot == expected => {}
            Some(slot) if slot < expected => return Err(Fault::Foreign { ply, slot }),
            _ => {
                let position = position();
                return Err(Fault::Missing { ply, position });
            }
        }
        let possible = |score: Score| section::span(ply).contains(&score.get());
        if !section.score(expected).is_some_and(possible) {
            let position = position();
            return Err(Fault::NoScore { ply, position });
        }
    }
    match found.next() {
        Some(slot) => Err(Fault::Foreign { ply, slot }),
        None => Ok(()),
    }
}

/// The hard positions are in order, all in the census, each with a possible score.
fn can_arise(hard: &HardOnes<'_>, census: &Census, stop: &StopFlag) -> Result<(), Fault> {
    let ply = census.ply();
    if !hard.is_in_order() {
        return Err(Fault::Order { ply });
    }
    let mut all = census.stored();
    for (slot, score) in hard.iter().take_while(|_| !stop.is_stopped()) {
        let found = all.find(|&(expected, _)| expected >= slot);
        let Some((_, position)) = found.filter(|&(expected, _)| expected == slot) else {
            return Err(Fault::Foreign { ply, slot });
        };
        if !section::span(ply).contains(&score.get()) {
            let position = fen::write(&position);
            return Err(Fault::NoScore { ply, position });
        }
    }
    Ok(())
}

/// The score of each position is the best that its moves lead to. All of them
/// are known to have a score.
fn agrees_with_next(book: &Book, census: &Census, stop: &StopFlag) -> Result<(), Fault> {
    const KNOWN: &str = "every position has a score";
    for (_, position) in census.stored().take_while(|_| !stop.is_stopped()) {
        let found = book.find(&position).expect(KNOWN);
        let expected = rule::best_of(&position, |after| book.find(after)).expect(KNOWN);
        if found != expected {
            return Err(Fault::Inconsistent {
                ply: census.ply(),
                position: fen::write(&position),
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// Positions to solve again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Their ply.
    pub ply: u8,
    /// How many; all when there are fewer.
    pub count: usize,
    /// Decides which.
    pub seed: u64,
}

/// Solves positions of a ply again, each from scratch and without a book, which the solver
/// has no more then, and tells `watch` of each; how many were solved before `stop` was set.
///
/// # Errors
/// The first wrong score.
pub fn solve_again(
    book: &Book,
    sample: Sample,
    solver: &mut Solver,
    stop: &StopFlag,
    watch: &mut dyn FnMut(),
) -> Result<usize, Fault> {
    solver.set_book(None);
    let ply = sample.ply;
    let chosen = sample.choose(book.stored_at(ply));
    let mut count = 0;
    for (_, (position, found)) in (0..)
        .zip(book.entries(ply))
        .filter(|(index, _)| chosen.contains(index))
    {
        solver.clear();
        let solution = solver.solve(&position, Mode::Strong, stop);
        let Some(expected) = solution.bounds.exact() else {
            break;
        };
        if found != expected {
            return Err(wrong(ply, &position, found, expected));
        }
        count += 1;
        watch();
    }
    Ok(count)
}

fn wrong(ply: u8, position: &Position, found: Score, expected: Score) -> Fault {
    Fault::Wrong {
        ply,
        position: fen::write(position),
        found,
        expected,
    }
}

impl Sample {
    /// Different numbers below `bound`.
    fn choose(self, bound: usize) -> BTreeSet<usize> {
        let mut random = Random(self.seed);
        let mut chosen = BTreeSet::new();
        while chosen.len() < self.count.min(bound) {
            chosen.insert(random.below(bound));
        }
        chosen
    }
}
