//! Perft: counts the lines of play of a given length, as a check of the rules.
//!
//! Pure, except for the flag that stops the count and the callback that receives its progress.

use crate::game::{Column, Position};
use crate::solver::StopFlag;

/// The number of lines that begin with each legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerftCounts {
    /// The columns counted to the end, from left to right, each with its number of lines.
    pub columns: Vec<(Column, u64)>,
    /// The number of all lines; `None` if the count was stopped.
    pub total: Option<u64>,
}

/// The count neither checks the flag nor pauses within this many last plies, because they take less
/// than a millisecond.
const UNINTERRUPTED: u8 = 5;

/// A count of the lines of `depth` plies, which can pause. Games that end earlier do not count.
#[derive(Debug)]
pub(super) struct Perft {
    depth: u8,
    lines: u64,
    columns: Vec<(Column, u64)>,
    /// The moves left to count, the next one last: each with its position and the plies after it.
    left: Vec<(Column, Position, u8)>,
}

impl Perft {
    /// Begins a count.
    #[must_use]
    pub(super) fn new(position: &Position, depth: u8) -> Perft {
        let mut perft = Perft {
            depth,
            lines: u64::from(depth == 0),
            columns: Vec::new(),
            left: Vec::new(),
        };
        perft.branch(position, depth);
        perft
    }

    /// Adds the moves of a position to those left to count, unless the line ends there.
    fn branch(&mut self, position: &Position, depth: u8) {
        let Some(rest) = depth.checked_sub(1) else {
            return;
        };
        let legal: Vec<Column> = position.legal_columns().iter().collect();
        let moves = legal.into_iter().rev();
        let moves = moves.map(|column| (column, position.play(column), rest));
        self.left.extend(moves);
    }

    /// Continues the count. Returns `None` if it pauses after `lines` more lines.
    ///
    /// Calls `pulse` with the number of lines so far at least every few milliseconds.
    pub(super) fn resume(
        &mut self,
        lines: u64,
        stop: &StopFlag,
        pulse: &mut dyn FnMut(u64),
    ) -> Option<PerftCounts> {
        let end = self.lines.saturating_add(lines);
        while let Some((column, position, rest)) = self.left.pop() {
            let (is_first, is_long) = (rest + 1 == self.depth, rest > UNINTERRUPTED);
            if is_long && stop.is_stopped() {
                let counted = self.columns.len() - usize::from(!is_first);
                let columns = self.columns[..counted].to_vec();
                return Some(PerftCounts {
                    columns,
                    total: None,
                });
            }
            if is_long && self.lines >= end {
                self.left.push((column, position, rest));
                return None;
            }
            if is_first {
                self.columns.push((column, 0));
            }
            if is_long {
                pulse(self.lines);
                self.branch(&position, rest);
            } else if let Some((_, sum)) = self.columns.last_mut() {
                let lines = count(&position, rest);
                *sum += lines;
                self.lines += lines;
            }
        }
        let columns = self.columns.clone();
        let total = Some(self.lines);
        Some(PerftCounts { columns, total })
    }
}

/// Returns the number of lines of `depth` plies.
fn count(position: &Position, depth: u8) -> u64 {
    let legal = position.legal_columns();
    let after = |column| count(&position.play(column), depth - 1);
    match depth {
        0 => 1,
        1 => legal.len() as u64,
        _ => legal.iter().map(after).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_those_of_another_program() {
        // The numbers are from a program that represents the board as lists of lists and shares no
        // code with this one.
        for (depth, wanted) in [(0, 1), (1, 7), (2, 49), (7, 823_536), (8, 5_673_234)] {
            let stop = StopFlag::default();
            let (mut latest, mut pauses) = (0, 0);
            let mut perft = Perft::new(&Position::EMPTY, depth);
            let mut pulse = |lines| {
                assert!(lines >= latest);
                latest = lines;
            };
            let counts = loop {
                if let Some(counts) = perft.resume(100_000, &stop, &mut pulse) {
                    break counts;
                }
                pauses += 1;
            };
            assert!((wanted > 800_000) == (pauses > 5), "{depth}: {pauses}");
            assert!(latest < wanted && (latest > 0) == (depth > UNINTERRUPTED + 1));
            assert_eq!(counts.total, Some(wanted), "depth {depth}");
        }
    }

    #[test]
    fn a_stop_ends_the_longest_count() {
        let stop = StopFlag::default();
        stop.stop();
        let counts = Perft::new(&Position::EMPTY, 42).resume(u64::MAX, &stop, &mut |_| {});
        assert_eq!(counts.map(|counts| counts.total), Some(None));
    }
}
