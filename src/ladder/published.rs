//! The figures that the tutorial published: the time that its programs took and the positions that
//! they explored.
//!
//! Source: Pascal Pons, *Solving Connect 4: how to build a perfect AI*, blog.gamesolver.org,
//! parts 3 to 12. He measured one thread of his machine, without a book, on his own sets of
//! [`POSITIONS`] positions of each [`PositionKind`]. A figure is the mean of a set; large figures
//! are rounded. On his sets, the steps here explore the same numbers of positions. Part 11 has no
//! figures; weak mode has figures for parts 9 and 10 only. He compares his programs with
//! Fhourstones, John Tromp's benchmark, which finds no strong values. Only its times are included
//! here.
//!
//! Pure.

use super::Step;
use crate::game::Mode;
use crate::testset::PositionKind;

/// The number of positions in each set.
pub const POSITIONS: u32 = 1_000;

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

/// A millisecond in microseconds, the unit of all times here.
const MS: f64 = 1e3;
const S: f64 = 1e6;
const K: f64 = 1e3;
const M: f64 = 1e6;

/// For each set, the mean time and the mean number of positions explored. The sets are in the order
/// of [`PositionKind::ALL`] and end with the last one that has published figures.
type Means = &'static [(f64, f64)];

const STRONG: [(Step, Means); 9] = [
    (Step::MinMax, &[(790.0, 11_024.0)]),
    (
        Step::AlphaBeta,
        &[(69.6, 284.0), (4.54 * S, 54.2 * M), (38.7 * S, 454.0 * M)],
    ),
    (
        Step::CentreFirst,
        &[(40.9, 140.0), (189.0 * MS, 2.08 * M), (3.48 * S, 40.4 * M)],
    ),
    (
        Step::Bitboard,
        &[(8.55, 140.0), (33.3 * MS, 2.08 * M), (644.0 * MS, 40.4 * M)],
    ),
    (
        Step::Transpositions,
        &[
            (6.53, 93.0),
            (5.59 * MS, 208.0 * K),
            (52.5 * MS, 1.73 * M),
            (4.73 * S, 156.0 * M),
            (8.20 * S, 306.0 * M),
        ],
    ),
    (
        Step::NullWindow,
        &[
            (7.62, 132.0),
            (319.0, 9_472.0),
            (48.3 * MS, 1.70 * M),
            (9.17 * MS, 237.0 * K),
            (4.82 * S, 184.0 * M),
        ],
    ),
    (
        Step::Foresight,
        &[
            (4.61, 71.0),
            (124.0, 4_135.0),
            (32.4 * MS, 1.14 * M),
            (3.51 * MS, 107.0 * K),
            (2.76 * S, 111.0 * M),
        ],
    ),
    (
        Step::ThreatOrder,
        &[
            (5.11, 55.0),
            (42.7, 517.0),
            (4.11 * MS, 48.3 * K),
            (296.0, 3_692.0),
            (126.0 * MS, 1.45 * M),
            (6.45 * S, 71.4 * M),
        ],
    ),
    (
        Step::LowerBounds,
        &[
            (4.57, 51.0),
            (37.5, 450.0),
            (3.21 * MS, 39.9 * K),
            (255.0, 3_298.0),
            (96.6 * MS, 1.20 * M),
            (5.49 * S, 65.9 * M),
        ],
    ),
];

const WEAK: [(Step, Means); 2] = [
    (
        Step::Foresight,
        &[
            (3.57, 43.0),
            (737.0, 19.8 * K),
            (17.6 * MS, 565.0 * K),
            (830.0 * MS, 27.0 * M),
            (1.27 * S, 44.9 * M),
        ],
    ),
    (
        Step::ThreatOrder,
        &[
            (3.64, 31.0),
            (56.5, 618.0),
            (2.14 * MS, 23.8 * K),
            (2.30 * MS, 25.5 * K),
            (59.1 * MS, 663.0 * K),
            (3.73 * S, 41.5 * M),
        ],
    ),
];

/// The times of Fhourstones.
const FHOURSTONES: [f64; 6] = [3.69, 176.0, 2.41 * MS, 209.0 * MS, 111.0 * MS, 7.95 * S];

/// Returns the figures that were published for a step and a kind of positions, or `None` if there
/// are none.
#[must_use]
pub fn of_step(step: Step, mode: Mode, kind: &PositionKind) -> Option<Figures> {
    let steps: &[(Step, Means)] = match mode {
        Mode::Strong => &STRONG,
        Mode::Weak => &WEAK,
    };
    let (_, means) = steps.iter().find(|(published, _)| *published == step)?;
    let &(mean_time_us, mean_nodes) = means.get(index(kind)?)?;
    Some(Figures {
        mean_time_us,
        mean_nodes: Some(mean_nodes),
    })
}

/// Returns the figures that were published for Fhourstones and a kind of positions. In strong mode
/// there are none.
#[must_use]
pub fn of_fhourstones(mode: Mode, kind: &PositionKind) -> Option<Figures> {
    if mode == Mode::Strong {
        return None;
    }
    Some(Figures {
        mean_time_us: *FHOURSTONES.get(index(kind)?)?,
        mean_nodes: None,
    })
}

fn index(kind: &PositionKind) -> Option<usize> {
    PositionKind::ALL
        .iter()
        .position(|other| other.name == kind.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODES: [Mode; 2] = [Mode::Strong, Mode::Weak];

    fn kind(name: &str) -> PositionKind {
        let kind = PositionKind::ALL.into_iter().find(|kind| kind.name == name);
        kind.expect("one of the six")
    }

    #[test]
    fn figures_are_found_by_step_mode_and_kind() {
        for (step, mode, name, wanted) in [
            (
                Step::MinMax,
                Mode::Strong,
                "end-easy",
                Some((790.0, 11_024.0)),
            ),
            (Step::MinMax, Mode::Strong, "middle-easy", None),
            (Step::MinMax, Mode::Weak, "end-easy", None),
            (
                Step::NullWindow,
                Mode::Strong,
                "begin-easy",
                Some((9_170.0, 237e3)),
            ),
            (Step::Foresight, Mode::Weak, "begin-hard", None),
            (
                Step::ThreatOrder,
                Mode::Weak,
                "begin-hard",
                Some((3.73e6, 41.5e6)),
            ),
            (Step::SmallTable, Mode::Strong, "end-easy", None),
            (
                Step::LowerBounds,
                Mode::Strong,
                "begin-medium",
                Some((96.6e3, 1.2e6)),
            ),
            (Step::Full, Mode::Strong, "end-easy", None),
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
        for (step, mode) in Step::ALL
            .into_iter()
            .flat_map(|step| MODES.map(|mode| (step, mode)))
        {
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
