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

/// The count does not check the flag within this many last plies, because they take less than a
/// millisecond.
const UNINTERRUPTED: u8 = 5;

/// Counts the lines of `depth` plies. Games that end earlier do not count.
///
/// Calls `pulse` with the number of lines so far at least every few milliseconds.
pub fn perft(
    position: &Position,
    depth: u8,
    stop: &StopFlag,
    pulse: &mut dyn FnMut(u64),
) -> PerftCounts {
    let Some(rest) = depth.checked_sub(1) else {
        return PerftCounts {
            columns: Vec::new(),
            total: Some(1),
        };
    };
    let mut counter = Counter {
        lines: 0,
        stop,
        pulse,
    };
    let legal = position.legal_columns();
    let columns: Vec<(Column, u64)> = legal
        .iter()
        .map_while(|column| {
            let before = counter.lines;
            counter.count(&position.play(column), rest)?;
            Some((column, counter.lines - before))
        })
        .collect();
    let complete = columns.len() == legal.len();
    let total = complete.then_some(counter.lines);
    PerftCounts { columns, total }
}

/// A running count.
struct Counter<'a> {
    lines: u64,
    stop: &'a StopFlag,
    pulse: &'a mut dyn FnMut(u64),
}

impl Counter<'_> {
    /// Adds the lines of `depth` plies from a position. Returns `None` if the count is stopped.
    fn count(&mut self, position: &Position, depth: u8) -> Option<()> {
        if depth > UNINTERRUPTED {
            if self.stop.is_stopped() {
                return None;
            }
            (self.pulse)(self.lines);
        }
        let legal = position.legal_columns();
        match depth {
            0 => self.lines += 1,
            1 => self.lines += legal.len() as u64,
            _ => legal
                .iter()
                .try_for_each(|column| self.count(&position.play(column), depth - 1))?,
        }
        Some(())
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
            let mut latest = 0;
            let counts = perft(
                &Position::EMPTY,
                depth,
                &StopFlag::default(),
                &mut |lines| {
                    assert!(lines >= latest);
                    latest = lines;
                },
            );
            assert!(latest < wanted && (latest > 0) == (depth > UNINTERRUPTED + 1));
            assert_eq!(counts.total, Some(wanted), "depth {depth}");
        }
    }

    #[test]
    fn a_stop_ends_the_longest_count() {
        let stop = StopFlag::default();
        stop.stop();
        assert_eq!(perft(&Position::EMPTY, 42, &stop, &mut |_| {}).total, None);
    }
}
