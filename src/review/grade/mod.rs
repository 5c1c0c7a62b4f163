//! Grades: how well a player plays, counted from the exact values of the moves.
//!
//! A move is at risk if its player could still win or draw before it. Only such a move can give
//! away an outcome.
//!
//! Pure.
//!
//! | File | Contents |
//! |-|-|
//! | `choice` | the choice of a move as numbers |
//! | `estimate` | the strength of a player, estimated from its choices |

pub(crate) mod choice;
pub(crate) mod estimate;

use std::ops::AddAssign;

use crate::game::{Column, Outcome, Position, Score};
use crate::solver::{Analysis, AnalysisOptions, Scores};
use choice::Choice;
pub use estimate::Estimate;
use estimate::Evidence;

/// The counts of a player's moves. The counts of several games are added.
///
/// ```
/// use claimeven::game::Game;
/// use claimeven::review::grade::Grade;
/// use claimeven::solver::Solver;
///
/// let (game, mut solver): (Game, _) = ("445332".parse()?, Solver::new(1)?);
/// let positions = game.positions().into_iter();
/// let found = positions.map(|position| (position, solver.analyze(&position, Grade::options(&position))));
/// let [_, second] = Grade::of_game(&found.collect::<Vec<_>>());
/// assert_eq!((second.moves, second.at_risk, second.kept()), (3, 2, 1));
/// assert_eq!((second.blunders, second.mean_loss()), ([1, 0, 0], Some(4.0 / 3.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Grade {
    /// The number of games in which the player made a move.
    pub games: u64,
    /// The number of moves.
    pub moves: u64,
    /// The number of moves at risk: before the move, the player had a win or a draw.
    pub at_risk: u64,
    /// The number of perfect moves: they win as soon or lose as late as the best move.
    pub perfect: u64,
    /// The sum of the losses of all moves. The loss of a move is the best score minus the score of
    /// the move, `0..=36`.
    pub loss: u64,
    /// The number of moves that changed the outcome, in each phase of the game: with 1 to 12, 13 to
    /// 24 and 25 to 42 stones on the board after the move.
    pub blunders: [u64; 3],
    /// What the moves say about the strength.
    evidence: Evidence,
}

impl Grade {
    /// Returns the options with which a position of a game must be solved for a grade.
    ///
    /// Most positions need the scores of all columns. Those with 12 to 15 stones, just beyond the
    /// [book](crate::book), take longest and need only the best score. They do not count for the
    /// estimate.
    #[must_use]
    pub fn options(position: &Position) -> AnalysisOptions {
        let scores = match position.stones() {
            SLOWEST_START..SLOWEST_END => Scores::Best,
            _ => Scores::All,
        };
        AnalysisOptions::default().scores(scores).line(false)
    }

    /// Returns the grades of the first and the second player in a game: that of its positions in
    /// order, each with its analysis in strong mode, with [`Grade::options`].
    #[must_use]
    pub fn of_game(game: &[(Position, Analysis)]) -> [Grade; 2] {
        let mut grades = [Grade::default(), Grade::default()];
        let mut choices = [vec![], vec![]];
        for pair in game.windows(2) {
            let [(position, found), (next, after)] = pair else {
                continue;
            };
            let (Some(before), Some(after)) = (found.score(), after.score()) else {
                continue;
            };
            let side = usize::from(position.stones() % 2);
            grades[side].add_move(next.stones(), before, -after);
            let column = Column::of_cell(next.mask() ^ position.mask());
            choices[side].extend(Choice::new(position, &found.scores(), column));
        }
        for (grade, choices) in grades.iter_mut().zip(choices) {
            grade.evidence = Evidence::of_game(&choices);
        }
        grades
    }

    /// Adds a move of the one game. `stones` is the number of stones after it; `before` is the score
    /// of the best move and `after` that of the move, both for its player.
    fn add_move(&mut self, stones: u8, before: Score, after: Score) {
        self.games = 1;
        self.moves += 1;
        self.at_risk += u64::from(before.outcome() > Outcome::Loss);
        self.perfect += u64::from(after == before);
        self.loss += u64::from(before.get().abs_diff(after.get()));
        self.blunders[phase(stones)] += u64::from(after.outcome() < before.outcome());
    }

    /// Returns the number of moves at risk that kept the outcome.
    #[must_use]
    pub fn kept(&self) -> u64 {
        self.at_risk - self.blunders.iter().sum::<u64>()
    }

    /// Returns the estimate of the player's strength; `None` if fewer than 20 moves were at risk,
    /// because they say little.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        self.evidence.estimate()
    }

    /// Returns the mean loss of a move in score; `None` without moves.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        share(self.loss, self.moves)
    }
}

/// Positions with 12 to 15 stones take longest to solve, because the book ends there.
const SLOWEST_START: u8 = 12;
const SLOWEST_END: u8 = 16;

/// Returns the phase of a move with this number of stones on the board after it.
fn phase(stones: u8) -> usize {
    match stones {
        ..=12 => 0,
        13..=24 => 1,
        _ => 2,
    }
}

/// Returns the grade as both players.
pub(crate) fn both([first, second]: &[Grade; 2]) -> Grade {
    let mut both = first.clone();
    both += second;
    both
}

/// Returns `part / all`, or `None` if `all` is 0.
#[expect(clippy::cast_precision_loss, reason = "far below 2 to the 53")]
pub(crate) fn share(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// Adds the counts of different games.
impl AddAssign<&Grade> for Grade {
    fn add_assign(&mut self, other: &Grade) {
        self.games += other.games;
        self.moves += other.moves;
        self.at_risk += other.at_risk;
        self.perfect += other.perfect;
        self.loss += other.loss;
        for (sum, other) in self.blunders.iter_mut().zip(other.blunders) {
            *sum += other;
        }
        self.evidence.add(&other.evidence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::solver::Solver;

    fn score(number: i8) -> Score {
        Score::new(number).expect("in range")
    }

    #[test]
    fn each_move_counts_in_its_phase_and_only_while_it_can_lose_something() {
        let mut grade = Grade::default();
        for (stones, before, after) in [
            (1, 1, 1),
            (12, 1, 0),
            (13, 0, -3),
            (24, 5, -2),
            (25, 4, 3),
            (41, -2, -5),
            (42, -1, -1),
        ] {
            grade.add_move(stones, score(before), score(after));
        }
        let wanted = Grade {
            games: 1,
            moves: 7,
            at_risk: 5,
            perfect: 2,
            loss: 1 + 3 + 7 + 1 + 3,
            blunders: [1, 2, 0],
            ..Grade::default()
        };
        assert_eq!(grade, wanted);
        assert_eq!((grade.kept(), grade.mean_loss()), (2, Some(15.0 / 7.0)));
        let twice = both(&[grade.clone(), grade]);
        assert_eq!(
            (twice.games, twice.blunders, twice.kept()),
            (2, [2, 4, 0], 4)
        );
        assert_eq!(Grade::default().mean_loss(), None);
    }

    #[test]
    fn each_side_of_a_game_has_a_grade() {
        let game: Game = "2252576253462244111563365343671351441"
            .parse()
            .expect("a game");
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let positions = game.positions().into_iter().skip(26);
        let found = positions.map(|position| {
            (
                position,
                solver.analyze(&position, Grade::options(&position)),
            )
        });
        let found: Vec<_> = found.collect();
        let grades = Grade::of_game(&found);
        for (side, grade) in grades.iter().enumerate() {
            let moves = found
                .windows(2)
                .filter(|pair| usize::from(pair[0].0.stones() % 2) == side);
            let scores = moves.map(|pair| {
                (
                    pair[0].1.score().expect("a score"),
                    -pair[1].1.score().expect("a score"),
                )
            });
            let mut wanted = Grade::default();
            let stones = if side == 0 { 27.. } else { 28.. };
            for (stones, (before, after)) in stones.step_by(2).zip(scores) {
                wanted.add_move(stones, before, after);
            }
            wanted.evidence = grade.evidence.clone();
            assert_eq!(grade, &wanted);
            assert_eq!(grade.moves, [6, 5][side]);
            assert_ne!(grade.evidence, Evidence::default());
        }
        assert_eq!(Grade::of_game(&[]).map(|grade| grade.moves), [0; 2]);
    }

    #[test]
    fn what_takes_longest_is_not_asked() {
        for (moves, wanted) in [
            ("", true),
            ("44444422222", true),
            ("444444222222", false),
            ("4444442222223333", true),
        ] {
            let position = moves.parse().expect("a position");
            assert_eq!(
                Grade::options(&position).scores == Scores::All,
                wanted,
                "{moves}"
            );
        }
    }
}
