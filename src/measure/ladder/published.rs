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

use super::Step;
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

/// Returns the figures that were published for a step and a kind of positions, or `None` if there
/// are none.
#[must_use]
pub fn of_step(step: Step, mode: Mode, kind: &PositionKind) -> Option<Figures> {
    figures(step.name(), mode, kind)
}

/// Returns the figures that were published for Fhourstones and a kind of positions. In strong mode
/// there are none.
#[must_use]
pub fn of_fhourstones(mode: Mode, kind: &PositionKind) -> Option<Figures> {
    figures("fhourstones", mode, kind)
}

fn figures(program: &str, mode: Mode, kind: &PositionKind) -> Option<Figures> {
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

    const MODES: [Mode; 2] = [Mode::Strong, Mode::Weak];

    fn kind(name: &str) -> PositionKind {
        let kind = PositionKind::ALL.into_iter().find(|kind| kind.name == name);
        kind.expect("one of the six")
    }

    fn step(name: &str) -> Step {
        Step::named(name).expect("a step")
    }

    #[test]
    fn figures_are_found_by_step_mode_and_kind() {
        for (step, mode, name, wanted) in [
            (step("3"), Mode::Strong, "end-easy", Some((790.0, 11_024.0))),
            (step("3"), Mode::Strong, "middle-easy", None),
            (step("3"), Mode::Weak, "end-easy", None),
            (
                step("8"),
                Mode::Strong,
                "begin-easy",
                Some((9_170.0, 237e3)),
            ),
            (step("9"), Mode::Weak, "begin-hard", None),
            (step("10"), Mode::Weak, "begin-hard", Some((3.73e6, 41.5e6))),
            (step("11"), Mode::Strong, "end-easy", None),
            (
                step("12"),
                Mode::Strong,
                "begin-medium",
                Some((96.6e3, 1.2e6)),
            ),
            (step("full"), Mode::Strong, "end-easy", None),
        ] {
            let found = of_step(step, mode, &kind(name));
            let found = found.map(|figures| (figures.mean_time_us, figures.mean_nodes));
            let wanted = wanted.map(|(time, nodes)| (time, Some(nodes)));
            assert_eq!(found, wanted, "{step} {mode:?} {name}");
        }
        let easy = of_fhourstones(Mode::Weak, &kind("middle-easy")).expect("published");
        assert_eq!(
            (easy.mean_time_us, easy.mean_nodes, easy.knps()),
            (176.0, None, None)
        );
        assert_eq!(of_fhourstones(Mode::Strong, &kind("middle-easy")), None);
    }

    /// A figure in a wrong unit is off by a thousand.
    #[test]
    fn every_step_explores_some_million_positions_a_second() {
        let mut published = 0;
        for (step, mode) in Step::all().flat_map(|step| MODES.map(|mode| (step, mode))) {
            for kind in &PositionKind::ALL {
                let Some(figures) = of_step(step, mode, kind) else {
                    continue;
                };
                let knps = figures.knps().expect("positions are published");
                assert!(
                    (3e3..7e4).contains(&knps),
                    "{step} {mode:?} {}: {knps}",
                    kind.name
                );
                published += 1;
            }
        }
        assert_eq!(published, 48);
    }
}
