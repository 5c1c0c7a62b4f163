//! Adds extra positions to a book: positions two stones beyond it whose search takes long.
//!
//! The measure is the number of nodes that solving a position takes. Each position is solved with
//! an empty table, because an engine in a game meets such a position alone. The caller decides how
//! many positions to try. The likeliest are tried first: those that a search most often needs when
//! random play reaches a root one stone beyond the book. Of the 22,348,167 positions of ply 14, the
//! likeliest quarter accounts for four fifths of these searches.
//!
//! (Because the chances exclude roots that a rule decides, a fifth fewer tries have the same
//! effect. Half of the positions tried have no cell that would complete a four of either side.
//! These positions are three quarters of those that take long, and solving them takes three fifths
//! of the total time.)

use std::collections::BTreeMap;

use super::findings::Findings;
use super::reachable::Reachable;
use super::work::Work;
use crate::book::slot::{self, MAX_PLY};
use crate::book::{Book, Entry};
use crate::game::{Mode, Position, Score};
use crate::solver::many::Answer;
use crate::solver::{Solver, StopFlag};

/// A position's score, and the cost of its search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct Measured {
    /// The score.
    pub score: Score,
    /// Nodes visited, starting with an empty table.
    pub nodes: u32,
}

impl Answer for Measured {
    type Position = Position;

    fn canonical(position: &Position) -> (Position, bool) {
        position.canonical()
    }
}

impl Work {
    /// Returns the `tries` likeliest positions with `ply` stones, the likeliest first, or all
    /// positions if there are fewer. Returns `None` if `ply` exceeds [`MAX_PLY`].
    #[must_use]
    pub fn likeliest(ply: u8, tries: usize) -> Option<Work> {
        if ply > MAX_PLY {
            return None;
        }
        let mut slots = likeliest(ply);
        slots.truncate(tries);
        Some(Work { ply, slots })
    }
}

/// Returns `book` with more extra positions: those of `work` that took at least `nodes` nodes. The
/// ply of `book` must be two less than that of the positions. Returns `None` if a position has no
/// finding.
#[must_use]
pub fn deepen(
    book: &Book,
    work: &Work,
    findings: &Findings<Measured>,
    nodes: u32,
) -> Option<Vec<u8>> {
    let found = work.slots.iter().zip(findings.all()?);
    let long = found.filter(|(_, measured)| measured.nodes >= nodes);
    let mut extra: BTreeMap<u32, Score> = book.stored_entries(work.ply).collect();
    extra.extend(long.map(|(&slot, measured)| (slot, measured.score)));
    let extra: Vec<Entry> = extra.into_iter().collect();
    Some(book.with_extra(Some(&extra)))
}

impl Measured {
    /// Solves a position with an empty table; returns `None` if `stop` is set during the search.
    pub fn of(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<Measured> {
        solver.clear();
        let solution = solver.solve_until(position, Mode::Strong, stop);
        Some(Measured {
            score: solution.bounds.exact()?,
            nodes: u32::try_from(solution.nodes).unwrap_or(u32::MAX),
        })
    }
}

/// Returns the slots of a ply whose score no rule decides, the likeliest first. The chance of a
/// slot is that of reaching it by random play through a root one stone earlier that no rule
/// decides.
fn likeliest(ply: u8) -> Vec<u32> {
    let mut reachable = Reachable::first();
    let mut chances = vec![1.0];
    while reachable.ply < ply {
        let next = reachable.ply + 1;
        chances = if next < ply {
            next_chances(next, reachable.positions(), &chances)
        } else {
            next_chances(next, reachable.stored(), &chances)
        };
        reachable = reachable.next(&StopFlag::default());
    }
    let mut slots: Vec<u32> = reachable.stored().map(|(slot, _)| slot).collect();
    let chance = |slot: &u32| chances[*slot as usize];
    slots.sort_by(|a, b| f32::total_cmp(&chance(b), &chance(a)));
    slots
}

/// Returns for each slot of a ply the chance that random play reaches it from `positions`, which
/// are one ply earlier and have these `chances`. All moves of a position are equally likely.
/// Finished games are left out.
fn next_chances(
    ply: u8,
    positions: impl Iterator<Item = (u32, Position)>,
    chances: &[f32],
) -> Vec<f32> {
    let mut next = vec![0.0; slot::slots(ply) as usize];
    for (slot, position) in positions {
        let columns = position.legal_columns();
        #[expect(clippy::cast_precision_loss, reason = "at most 7")]
        let share = chances[slot as usize] / columns.len() as f32;
        for after in columns.iter().map(|column| position.play(column)) {
            if !after.is_over() {
                next[slot::of(&after) as usize] += share;
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::book::build::solve_order::walk_games;
    use crate::game::Column;

    #[test]
    fn the_likeliest_come_first() {
        // No column is full and no game is over, so all games are equally likely.
        let mut games = HashMap::new();
        for number in 0..7_usize.pow(4) {
            let moves = [1, 7, 49, 343].map(|power| Column::ALL[number / power % 7]);
            let played = moves
                .into_iter()
                .fold(Position::EMPTY, |position, column| position.play(column));
            *games.entry(slot::of(&played)).or_insert(0) += 1;
        }
        let slots = likeliest(4);
        assert_eq!(slots.len(), games.len());
        assert!(slots.iter().is_sorted_by_key(|slot| Reverse(games[slot])));
        assert!(games[&slots[0]] > games[&slots[400]]);
    }

    #[test]
    fn positions_that_no_root_leads_to_come_last() {
        let (plies, _) = walk_games(7);
        let columns = |position: Position| {
            position
                .legal_columns()
                .iter()
                .map(move |column| position.play(column))
        };
        let asked: HashSet<u32> = plies[7]
            .stored()
            .flat_map(|(_, root)| columns(root))
            .filter(|after| !after.is_over())
            .map(|after| slot::of(&after))
            .collect();
        let slots = likeliest(8);
        let (first, last) = slots.split_at(slots.partition_point(|slot| asked.contains(slot)));
        assert!(first.iter().all(|slot| asked.contains(slot)));
        assert!(!last.is_empty() && last.iter().all(|slot| !asked.contains(slot)));
    }
}
