//! Builds a book: solves the positions of its deepest ply, derives the others.
//!
//! Only the deepest ply is searched. The value of a position of any other is the
//! best that its moves lead to, and those are in the book already.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::census::Census;
use super::part::Part;
use super::section::{self, Section};
use super::slot::{self, Boards, MAX_PLY};
use super::{header, kin, rule};
use crate::game::{Position, Score};
use crate::solver::{Solver, StopFlag};

/// Positions that one thread solves in a row.
const RUN: usize = 64;

/// How often what was solved is handed on.
const TICK: Duration = Duration::from_secs(1);

/// A position's place in the order of a plan, and its score.
pub type Solved = (usize, Score);

/// What a book of some ply consists of.
pub struct Plan {
    /// The positions of each ply from 0 to the deepest.
    plies: Vec<Census>,
    /// The slots of the deepest ply that have to be solved, in their order.
    slots: Vec<u32>,
}

impl Plan {
    /// Finds every position with up to `ply` stones; `None` beyond [`MAX_PLY`].
    #[must_use]
    pub fn new(ply: u8) -> Option<Plan> {
        if ply > MAX_PLY {
            return None;
        }
        let next = |census: &Census| Some(census.next());
        let plies: Vec<Census> = std::iter::successors(Some(Census::first()), next)
            .take(usize::from(ply) + 1)
            .collect();
        let slots = plies.last()?.stored().map(|(slot, _)| slot).collect();
        Some(Plan { plies, slots })
    }

    /// The deepest ply.
    #[must_use]
    pub fn ply(&self) -> u8 {
        self.plies.last().map_or(0, Census::ply)
    }

    /// How many positions have to be solved.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Never: the empty board has to be solved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The positions that shard `number` of `of`, counted from one, has to solve.
    #[must_use]
    pub fn shard(&self, number: u32, of: u32) -> Range<usize> {
        let cut = |number: u32| {
            let cut = self.slots.len() as u64 * u64::from(number) / u64::from(of.max(1));
            usize::try_from(cut).unwrap_or(usize::MAX)
        };
        cut(number.saturating_sub(1))..cut(number).min(self.slots.len())
    }

    /// A position that has to be solved, by its place in the order.
    ///
    /// # Panics
    /// There is no such place.
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        Boards::new(self.ply())
            .position(self.slots[index])
            .expect("a census holds positions")
    }

    /// Solves what is open in `part`, one thread for each solver, and hands what
    /// was found to `watch` every second. Ends early when `stop` is set.
    pub fn solve(
        &self,
        part: &mut Part,
        solvers: Vec<Solver>,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&[Solved]),
    ) {
        let open = self.open(part);
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for mut solver in solvers {
                let (open, next, sender) = (&open, &next, sender.clone());
                scope.spawn(move || self.work(&mut solver, (open, next), stop, &sender));
            }
            drop(sender);
            let mut over = false;
            while !over {
                let mut found: Vec<Solved> = Vec::new();
                over = gather(&receiver, &mut found);
                for &(index, score) in &found {
                    part.set(index, score);
                }
                watch(&found);
            }
        });
    }

    /// The positions of a part that are not solved yet, as they are best solved.
    fn open(&self, part: &Part) -> Vec<usize> {
        let mut is_open = vec![false; self.len()];
        for index in part.open() {
            is_open[index] = true;
        }
        let mut order = kin::order(&self.plies, &self.slots);
        order.retain(|&index| is_open[index]);
        order
    }

    /// Solves one run after the other until none is left.
    fn work(
        &self,
        solver: &mut Solver,
        (open, next): (&[usize], &AtomicUsize),
        stop: &StopFlag,
        sender: &Sender<Solved>,
    ) {
        loop {
            // Relaxed: the number itself is all that is shared.
            let begin = next.fetch_add(RUN, Ordering::Relaxed);
            if begin >= open.len() {
                return;
            }
            for &index in &open[begin..open.len().min(begin + RUN)] {
                let solution = solver.solve_related(&self.position(index), stop);
                let Some(score) = solution.bounds.exact() else {
                    return;
                };
                // Whoever no longer listens has stopped the work.
                let _ = sender.send((index, score));
            }
        }
    }

    /// The book that follows from the scores of the deepest ply.
    ///
    /// # Panics
    /// There are not as many scores as positions to solve.
    #[must_use]
    pub fn book(&self, scores: &[Score]) -> Vec<u8> {
        assert_eq!(scores.len(), self.slots.len(), "a score for each position");
        let mut sections: Vec<(usize, Vec<u8>)> = Vec::new();
        for ply in header::plies(self.ply()).rev() {
            let entries: Vec<(u32, Score)> = match sections.last() {
                Some((stored, bytes)) => {
                    let deeper = Section::new(ply + 2, *stored, bytes);
                    derive(&self.plies[usize::from(ply)], &deeper)
                }
                None => self
                    .slots
                    .iter()
                    .copied()
                    .zip(scores.iter().copied())
                    .collect(),
            };
            sections.push((entries.len(), section::write(ply, &entries)));
        }
        sections.reverse();
        header::write(self.ply(), &sections)
    }
}

/// Takes what comes within a tick; whether no more will come.
fn gather(receiver: &mpsc::Receiver<Solved>, found: &mut Vec<Solved>) -> bool {
    let end = Instant::now() + TICK;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left) {
            Ok(solved) => found.push(solved),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}

/// The stored positions of a ply with their scores, from those two plies later.
fn derive(census: &Census, deeper: &Section<'_>) -> Vec<(u32, Score)> {
    let last = |position: &Position| deeper.score(slot::of(position));
    let scored = census.stored().map(|(slot, position)| {
        let best = best_of(&position, |next| best_of(next, last));
        (slot, best.expect("what follows is in the book"))
    });
    scored.collect()
}

/// The best that the moves of an unfinished position lead to, when `value` tells
/// the score of what no rule decides; `None` when it does not know one.
pub(super) fn best_of(
    position: &Position,
    value: impl Fn(&Position) -> Option<Score>,
) -> Option<Score> {
    let mut best = None;
    for column in position.legal_columns().iter() {
        let score = if position.wins(column) {
            Score::win_in(1, position.stones())
        } else {
            let after = position.play(column);
            -rule::told(&after).or_else(|| value(&after))?
        };
        best = best.max(Some(score));
    }
    best
}
