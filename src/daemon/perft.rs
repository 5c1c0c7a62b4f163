//! Counts the lines of play of a given length: a check of the rules.
//!
//! Pure but for the flag that stops it.

use crate::game::{Column, Position};
use crate::solver::StopFlag;

/// The lines below each legal move, from left to right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Counts {
    /// Lines that begin with this column; only those counted to the end.
    pub(super) columns: Vec<(Column, u64)>,
    /// All lines, if none was left out.
    pub(super) total: Option<u64>,
}

/// Lines are this short between two looks at the flag: below a millisecond.
const UNINTERRUPTED: u8 = 5;

/// Counts the lines of `depth` plies; those that end earlier do not count.
pub(super) fn count(position: &Position, depth: u8, stop: &StopFlag) -> Counts {
    let Some(rest) = depth.checked_sub(1) else {
        return Counts {
            columns: Vec::new(),
            total: Some(1),
        };
    };
    let legal = position.legal_columns();
    let columns: Vec<(Column, u64)> = legal
        .iter()
        .map_while(|column| Some((column, lines(&position.play(column), rest, stop)?)))
        .collect();
    let complete = columns.len() == legal.len();
    let total = complete.then(|| columns.iter().map(|(_, lines)| lines).sum());
    Counts { columns, total }
}

/// The lines of `depth` plies from a position; `None` when stopped.
fn lines(position: &Position, depth: u8, stop: &StopFlag) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if depth > UNINTERRUPTED && stop.is_stopped() {
        return None;
    }
    let legal = position.legal_columns();
    if depth == 1 {
        return Some(legal.len() as u64);
    }
    legal
        .iter()
        .map(|column| lines(&position.play(column), depth - 1, stop))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_those_of_another_program() {
        // A program on lists of lists, sharing no code with this one.
        for (depth, wanted) in [(0, 1), (1, 7), (2, 49), (7, 823_536), (8, 5_673_234)] {
            let counts = count(&Position::EMPTY, depth, &StopFlag::default());
            assert_eq!(counts.total, Some(wanted), "depth {depth}");
        }
    }

    #[test]
    fn a_stop_ends_the_longest_count() {
        let stop = StopFlag::default();
        stop.stop();
        assert_eq!(count(&Position::EMPTY, 42, &stop).total, None);
    }
}
