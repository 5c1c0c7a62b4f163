//! The figures that the tutorial published: the time that its programs took and the positions that
//! they explored.
//!
//! Source: Pascal Pons, *Solving Connect 4: how to build a perfect AI*, blog.gamesolver.org,
//! parts 3 to 12. He measured one thread of his machine, without a book, on his own sets of
//! 1,000 positions of each [`PositionKind`]. A figure is the mean of a set; large figures
//! are rounded. On his sets, the steps here explore the same numbers of positions. Part 11 has no
//! figures; weak mode has figures for parts 9 and 10 only. He compares his programs with
//! Fhourstones, John Tromp's benchmark, which finds no strong values. Only its times are included
//! here.
//!
//! Pure.

use crate::game::Mode;
use crate::measure::testset::PositionKind;

/// The published figures of a program on a set: means per position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Time in microseconds.
    pub mean_time_us: f64,
    /// Positions explored.
    pub mean_nodes: Option<f64>,
}

impl Figures {
    /// Returns thousands of positions per second.
    #[must_use]
    pub fn knps(&self) -> Option<f64> {
        Some(self.mean_nodes? / self.mean_time_us * 1e3)
    }
}

/// The table of the figures. A row without a figure for a kind ends before it.
const TABLE: &str = include_str!("published.txt");

/// The name of Fhourstones in the table.
pub const FHOURSTONES: &str = "fhourstones";

/// Returns the figures that were published for a program, a step by its name or [`FHOURSTONES`],
/// and a kind of positions, or `None` if there are none.
#[must_use]
pub fn figures(program: &str, mode: Mode, kind: &PositionKind) -> Option<Figures> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let mut rows = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let column = rows.next()?.iter().position(|name| *name == kind.name)?;
    let row = rows.find(|row| row[..2] == [program, &mode.to_string()])?;
    let mut numbers = row
        .get(column)?
        .split('/')
        .map(|number| number.parse().ok());
    Some(Figures {
        mean_time_us: numbers.next()??,
        mean_nodes: numbers.next().flatten(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::ladder::Step;

    /// A figure in a wrong unit is off by a thousand.
    #[test]
    fn every_step_explores_some_million_positions_a_second() {
        let modes = [Mode::Strong, Mode::Weak];
        let mut published = 0;
        for (step, mode) in Step::all().flat_map(|step| modes.map(|mode| (step, mode))) {
            for kind in &PositionKind::ALL {
                let Some(figures) = figures(step.name(), mode, kind) else {
                    continue;
                };
                let knps = figures.knps().expect("positions are published");
                assert!(
                    (3e3..7e4).contains(&knps),
                    "{step} {mode:?} {kind:?}: {knps}"
                );
                published += 1;
            }
        }
        assert_eq!(published, 48);
    }
}
